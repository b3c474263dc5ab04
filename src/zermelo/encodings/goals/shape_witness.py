"""The goal "Black has completed a shape" on cells in binary: an orientation, and cells along a tree.

Idea: see `zermelo.encodings.goals.shapes`. The witness W^0, W^1, … are the cells of a shape, and all of them are black;
O are ⌈log2 n⌉ bits for n shapes, bound with the witness; value o means shape number o, an orientation of a polyomino
being a shape of its own. The links of the spanning trees say how the cells lie to each other; when a shape has fewer
cells than others, what is left of the witness may be any black cells. Black stones of the start position may be part of
a shape: they are numbers after the η open cells of the pruned game.

Source: implicit-state-and-goals, section 6.

*   Without a board every link states its relation directly: when the shape has the link i → j by step δ, then
    ``bin(W^i,v) → bin(W^j,v+δ)``, and W^i is none of the cells from which δ leaves the board.
*   With a symbolic cell P there is one number N_δ for each relation, the cell at step δ of P; when the shape has the
    link, then ``W^i = P → W^j = N_δ``. A link to the left is one to the right, read backwards, so that a polyomino
    needs two relations, *right* and *up*, whatever the number of its orientations.

Both are stated by the few clauses of `zermelo.encodings.boards.tables`. They leave open what follows a number that
means no cell; the witness never has such a number, for it is not black.

Size: ``(k + r)·lg + ⌈log2 n⌉`` variables for n shapes of at most k cells and, with a symbolic cell, r relations; lg are
the bits of the cells and black stones that have numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from zermelo.encodings.boards.implicit import Bits, ImplicitBoard
from zermelo.encodings.boards.lifted_board import LiftedBoard
from zermelo.encodings.boards.tables import cubes, has_value, holds, is_value
from zermelo.encodings.goals.shapes import Link, Offset, residual_shapes, spanning_trees
from zermelo.encodings.reduction.timeline import CellGame
from zermelo.formula import bits_equal, less_than_const, width_for
from zermelo.model import mask_of


class WitnessGoal:
    """The goal on a board whose innermost variables are not bound yet: binds the witness and O."""

    def __init__(self, game: CellGame, board: ImplicitBoard) -> None:
        self.residual = residual_shapes(game, board.pruned, board.cells)
        self.trees = spanning_trees(self.residual)
        self.circuit = board.circuit
        board.add_initial(self.residual.size - board.cells)
        self.witness = board.witness(max(map(len, self.trees)) + 1)
        self.code = self.circuit.exists(width_for(len(self.trees)), "shape")

    @cached_property
    def links(self) -> list[Link]:
        """The links of all shapes."""
        return sorted(set[Link]().union(*self.trees))

    @cached_property
    def relations(self) -> list[Offset]:
        """The steps by which cells are linked, each forwards."""
        return sorted({self.residual.shapes.forward(link).step for link in self.links})

    def state(self, board: ImplicitBoard) -> None:
        """Close the board and state the goal."""
        if isinstance(board, LiftedBoard):
            return self._state_lifted(board)
        circuit, witness = self.circuit, self.witness

        def related(link: Link) -> int:
            table, source, target = self.residual.table(link.step), witness[link.source], witness[link.target]
            return circuit.and_((has_value(circuit, source, table), is_value(circuit, source, table, target)))

        board.close()
        board.state_black(witness)
        return self._state_links(board, related)

    def _state_lifted(self, board: LiftedBoard) -> None:
        """The same with a symbolic cell."""
        circuit, witness = self.circuit, self.witness
        board.close(beside=len(self.relations))
        board.state_black(witness)
        exists, beside = dict[Offset, int](), dict[Offset, Bits]()
        for step, vector in zip(self.relations, board.beside, strict=True):
            table = self.residual.table(step)
            exists[step], beside[step] = has_value(circuit, board.place, table), vector
            board.state(is_value(circuit, board.place, table, vector))

        def related(link: Link) -> int:
            source, target, step = self.residual.shapes.forward(link)
            follows = circuit.and_((exists[step], bits_equal(circuit, witness[target], beside[step])))
            return circuit.implies(bits_equal(circuit, witness[source], board.place), follows)

        self._state_links(board, related)

    def _state_links(self, board: ImplicitBoard, related: Callable[[Link], int]) -> None:
        """O means a shape, and all links of that shape hold."""
        circuit = self.circuit
        board.state(less_than_const(circuit, self.code, len(self.trees)))
        for link in self.links:
            having = mask_of(number for number, tree in enumerate(self.trees) if link in tree)
            others = (1 << len(self.trees)) - 1 & ~having
            linked = circuit.or_(holds(circuit, self.code, cube) for cube in cubes(having, others, len(self.code)))
            board.state(circuit.implies(linked, related(link)))
