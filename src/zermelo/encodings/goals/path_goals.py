"""Conditions on a witness: a listed winning set, a path by neighbours, a path by iterative squaring.

All take cells in binary. Paths may be shorter than the witness: cells of the far border are their own neighbours
("stutter steps"), and squaring lets a cell be followed by itself.

Source: implicit-state-and-goals, definitions 5 and 9, sections 4.3 and 4.4; appendix C for squaring.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.encodings.boards.implicit import Bits, ImplicitBoard
from zermelo.encodings.reduction.graphs import Graph
from zermelo.encodings.reduction.pruning import PrunedGame
from zermelo.errors import InputError
from zermelo.formula import Circuit, bits_equal, bits_equal_const


def graph_of(pruned: PrunedGame) -> Graph:
    """The pruned graph of a connection game."""
    if pruned.graph is None:
        raise InputError("a connection game")
    return pruned.graph


def one_of(circuit: Circuit, vector: Bits, cells: Sequence[int]) -> int:
    """The vector names one of the cells.

    Parameters
    ----------
    circuit
        The circuit that gets the gates.
    vector
        The bits of a cell, as literals.
    cells
        The numbers of the cells.
    """
    return circuit.or_(bits_equal_const(circuit, vector, cell) for cell in cells)


def listed(board: ImplicitBoard, witness: Sequence[Bits]) -> int:
    """The witness is one of the winning sets; a smaller one repeats its first cell."""
    circuit = board.circuit
    named = [[bits_equal_const(circuit, vector, cell) for cell in range(len(board.pruned.cells))] for vector in witness]
    return circuit.or_(
        circuit.and_(places[cells[number] if number < len(cells) else cells[0]] for number, places in enumerate(named))
        for cells in board.pruned.sets
    )


def state_borders(board: ImplicitBoard, first: Bits, last: Bits) -> None:
    """State that the path begins at the source and ends at the target (SC and TG).

    Parameters
    ----------
    board
        The board of a connection game.
    first, last
        The ends of the path, as bits.
    """
    graph = graph_of(board.pruned)
    board.state(one_of(board.circuit, first, graph.source))
    board.state(one_of(board.circuit, last, graph.target))


def state_neighbours(board: ImplicitBoard, one: Bits, two: Bits, stutter: Sequence[int]) -> None:
    """State that two cells are neighbours: ``bin(one, v) → ⋁ bin(two, w)`` over the neighbours w of v.

    Parameters
    ----------
    board
        The board of a connection game.
    one, two
        The cells, as bits.
    stutter
        The numbers of the cells that are their own neighbours.
    """
    circuit, graph, own = board.circuit, graph_of(board.pruned), set(stutter)
    for cell, around in enumerate(graph.neighbours):
        following = one_of(circuit, two, [*([cell] if cell in own else []), *around])
        board.state(circuit.implies(bits_equal_const(circuit, one, cell), following))


def squaring_levels(stones: int) -> int:
    """The number of halvings that lead from a path of so many cells to neighbours: ⌈log2 of its steps⌉.

    >>> [squaring_levels(stones) for stones in (1, 2, 3, 4, 5, 6, 9, 10)]
    [0, 0, 1, 2, 2, 3, 3, 4]
    """
    return max(0, stones - 2).bit_length()


def squared(board: ImplicitBoard) -> tuple[Bits, Bits]:
    """Bind the path by iterative squaring: two cells that on every branch are neighbours or the same.

    One level: from a path between two cells, ``∃`` its middle, ``∀`` which half, ``∃`` the ends of that half.
    """
    circuit = board.circuit
    one, two = first, last = tuple(board.witness(2, "end"))
    halves = []
    for level in range(squaring_levels(board.stones)):
        (middle,) = board.witness(1, f"middle{level}.")
        (half,) = circuit.forall(1, f"half{level}")
        left, right = board.witness(2, f"part{level}.")
        halves.append((half, one, middle, two, left, right))
        one, two = left, right
    state_borders(board, first, last)
    for half, start, middle, stop, left, right in halves:
        for chosen, begin, end in ((-half, start, middle), (half, middle, stop)):
            same = circuit.and_((bits_equal(circuit, left, begin), bits_equal(circuit, right, end)))
            board.state(circuit.implies(chosen, same))
    return one, two
