"""The goal "Black has completed a shape" on an explicit board: an orientation, and its anchor.

Idea: see `zermelo.encodings.goals.shapes`. The cells after the last move are at hand one by one, so one cell of the
shape, the anchor, and the steps from there to its other cells say it all; no cell between need be named. O are ⌈log2 n⌉
bits for n shapes; value o means shape number o, an orientation of a polyomino being a shape of its own. ``a_v``: the
anchor is at v; ``s_δ``: the shape has a cell at step δ from its anchor (left out when all shapes have). Anchors are
chosen so that the shapes share steps. Black stones of the start position may be part of a shape: they are numbers
after the η open cells of the pruned game.

Source: implicit-state-and-goals, section 6.

Clauses: ``⋁ a_v``; ``a_v → b_v^d``; ``bin(O,o) → s_δ`` for the steps δ of shape o, merged into fewer clauses over O;
O is less than n; ``s_δ ∧ a_v → b_{v+δ}^d``, where ``¬s_δ ∨ ¬a_v`` when v+δ is off the board or given to White, and
nothing when it is a black stone.

Size: with A anchors, n shapes, D steps, of which G are guarded, ``A + ⌈log2 n⌉ + G`` variables; ``1 + A + A·D``
clauses, less one for each black stone so named, and one for each cube over O: those that hold the shapes with a guarded
step, and the values beyond the last shape.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial

from zermelo.encodings.base import Meaning, Meanings, meanings
from zermelo.encodings.boards.explicit import ExplicitBoard
from zermelo.encodings.boards.tables import Cube, beyond, cubes
from zermelo.encodings.goals.shapes import Offset, ResidualShapes, anchored
from zermelo.formula import width_for
from zermelo.model import mask_of


class AnchorGoal:
    """The goal on the explicit board."""

    def __init__(self, residual: ResidualShapes, cells: int) -> None:
        self.residual, self.cells, self.kinds = residual, cells, anchored(residual)
        self.steps = sorted(set[Offset]().union(*self.kinds))
        self.tables = [residual.table(step) for step in self.steps]

    @cached_property
    def guarded(self) -> list[Offset]:
        """The steps that some shape has not."""
        return [step for step in self.steps if not all(step in kind for kind in self.kinds)]

    @cached_property
    def anchors(self) -> list[int]:
        """The numbers of the cells at which some shape can be anchored."""
        tables = dict(zip(self.steps, self.tables, strict=True))
        return [
            v
            for v in range(self.residual.size)
            if any(all(tables[step][v] is not None for step in kind) for kind in self.kinds)
        ]

    def codes(self, step: Offset) -> list[Cube]:
        """Cubes over O that hold the shapes with a step."""
        having = mask_of(number for number, kind in enumerate(self.kinds) if step in kind)
        return cubes(having, (1 << len(self.kinds)) - 1 & ~having, width_for(len(self.kinds)))

    def write(self, board: ExplicitBoard, cells: Sequence[str]) -> Callable[[list[str]], Meanings]:
        """Add the goal; gives the meanings of its variables. ``cells`` are the names of all cells of the game."""
        black, add = board.last_black, board.qcnf.add
        at, code, has = (
            board.qcnf.exists(count) for count in (len(self.anchors), width_for(len(self.kinds)), len(self.guarded))
        )
        has_step = dict(zip(self.guarded, has, strict=True))
        add(*at)
        for cube in beyond(len(self.kinds), len(code)):
            add(*(-code[place] if value else code[place] for place, value in cube))
        for step, variable in has_step.items():
            for cube in self.codes(step):
                add(*(-code[place] if value else code[place] for place, value in cube), variable)
        for anchor, v in zip(at, self.anchors, strict=True):
            if v < self.cells:
                add(-anchor, black[v])
            for step, table in zip(self.steps, self.tables, strict=True):
                guard, reached = [-has_step[step]] if step in has_step else [], table[v]
                if reached is None:
                    add(*guard, -anchor)
                elif reached < self.cells:
                    add(*guard, -anchor, black[reached])
        return partial(self._meanings, at, code, has, cells)

    def _meanings(self, at: range, code: range, has: range, cells: Sequence[str], _left: Sequence[str]) -> Meanings:
        placed = list(self.residual.numbers)
        return {
            **meanings("anchor", None, at, [cells[placed[v]] for v in self.anchors]),
            **meanings("shape", None, code),
            **{step: Meaning("step", label=f"{x},{y}") for step, (x, y) in zip(has, self.guarded, strict=True)},
        }
