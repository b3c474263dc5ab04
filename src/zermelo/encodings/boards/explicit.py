"""The explicit board of EA, EN and ET: the board after each of Black's moves.

Idea: every move is a number in binary, and the board is written down only after Black's moves. A cell is black, white
or open; when Black names a cell that White has, or none, nothing happens; when White names a cell that Black has, or
none, nothing happens either: she has passed, which never helps a breaker. So no legality needs to be stated,
and that is why these encodings take maker-breaker games only.

Source: implicit-state-and-goals, section 3.1, after the pruning of section 4.1 (see
`zermelo.encodings.reduction.pruning`).

Quantifier blocks, for the times t of Black's moves, Black opening: ``∃M1 P1 ∀M2 ∃M3 P3 ∀M4 … ∃Md Pd goal``; White
opening: ``∀M1 ∃M2 P2 ∀M3 ∃M4 P4 … ∃Md Pd goal``. M are lg = ⌈log2 η⌉ bits, P are ``b_v`` and ``w_v`` for each cell v.

Clauses for each v, at Black's time t; u is his time before (nothing is black or white before the first):

1.  ``w_v^u → w_v^t``
2.  ``bin(M^{t-1}, v) ∧ ¬b_v^u → w_v^t``
3.  ``w_v^t → ¬b_v^t``
4.  for every bit j: ``(bit j of M^t is not bit j of v) ∧ ¬b_v^u → ¬b_v^t``

A restriction of Black's first move states ``¬b_v^1`` in place of clauses 3 and 4; one of White's leaves clauses 2
away. Both turn forbidden choices into passes, which nobody needs as long as he has one legal move.

Size, n moves of Black, k of White: ``2nη + (n+k)·lg`` variables; ``(2n-1)η + η·lg + (n-1)·η·lg
+ kη`` clauses. With Black opening that is ``(d+1)η + d·lg`` variables, ``dη + η·lg`` binary, ``(d-1)/2·η·lg``
ternary and ``(d-1)/2·η`` long clauses."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial

from zermelo.encodings.base import Meanings, Takes, meanings
from zermelo.encodings.reduction.pruned_encoding import PrunedEncoding, Written
from zermelo.encodings.reduction.pruning import PrunedGame
from zermelo.encodings.reduction.timeline import CellGame
from zermelo.formula import QCNF, Quantifier, width_for
from zermelo.model import Player


class ExplicitBoard:
    """The formula, with the numbers of its variables.

    The variables of one move of White, the next move of Black and the board after it are consecutive: the clauses of
    a later time are those of an earlier one with every variable shifted by ``stride``.
    """

    def __init__(self, pruned: PrunedGame) -> None:
        self.pruned, self.qcnf = pruned, QCNF()
        self.cells, self.stones = len(pruned.cells), pruned.stones
        self.bits = width_for(self.cells)
        self.white_opens = pruned.players[0] is Player.WHITE
        self.stride = 2 * self.bits + 2 * self.cells
        self._write_prefix()
        self._write_first()
        self._write_later()

    def _start(self, stone: int) -> int:
        return 1 + stone * self.stride - (0 if self.white_opens else self.bits)

    def white_bits(self, stone: int) -> range:
        """White's move before Black's stone of that number, the first being 0."""
        return range(self._start(stone), self._start(stone) + self.bits)

    def black_bits(self, stone: int) -> range:
        """Black's move."""
        return range(self._start(stone) + self.bits, self._start(stone) + 2 * self.bits)

    def black(self, stone: int) -> range:
        """The black cells after it."""
        first = self._start(stone) + 2 * self.bits
        return range(first, first + self.cells)

    def white(self, stone: int) -> range:
        """The white cells after it."""
        first = self._start(stone) + 2 * self.bits + self.cells
        return range(first, first + self.cells)

    @property
    def last_black(self) -> range:
        """The black cells at the end: what the goal speaks of."""
        return self.black(self.stones - 1)

    def _write_prefix(self) -> None:
        prefix = self.qcnf.prefix
        for stone in range(self.stones):
            if stone or self.white_opens:
                prefix.add(Quantifier.FORALL, self.white_bits(stone))
            prefix.add(Quantifier.EXISTS, range(self.black_bits(stone).start, self.white(stone).stop))
        self.qcnf.num_variables = self.white(self.stones - 1).stop - 1

    def _write_first(self) -> None:
        add, allowed = self.qcnf.add, self.pruned.allowed
        black, white, choice, move = self.black(0), self.white(0), self.white_bits(0), self.black_bits(0)
        for v in range(self.cells):
            if not self.white_opens and v not in allowed:
                add(-black[v])
                continue
            if self.white_opens and v in allowed:
                add(*(-bit if v >> j & 1 else bit for j, bit in enumerate(choice)), white[v])
            add(-white[v], -black[v])
            for j, bit in enumerate(move):
                add(bit if v >> j & 1 else -bit, -black[v])

    def _write_later(self) -> None:
        if self.stones == 1:
            return
        template: list[int] = []
        choice, move = self.white_bits(1), self.black_bits(1)
        for v in range(self.cells):
            black, white, was_black, was_white = self.black(1)[v], self.white(1)[v], self.black(0)[v], self.white(0)[v]
            template += (-was_white, white, 0)
            template += (-bit if v >> j & 1 else bit for j, bit in enumerate(choice))
            template += (was_black, white, 0, -white, -black, 0)
            for j, bit in enumerate(move):
                template += (bit if v >> j & 1 else -bit, was_black, -black, 0)
        self.repeat(template, self.stride, self.stones - 1)

    def repeat(self, template: list[int], stride: int, times: int) -> None:
        """Add the clauses of a template several times, every variable shifted by ``stride`` more each time.

        Parameters
        ----------
        template
            The literals of its clauses, each clause closed by a 0.
        stride
            The number by which variables grow from one time to the next.
        times
            The number of copies; the first one is not shifted.
        """
        extend = self.qcnf.data.extend
        for shift in range(0, times * stride, stride):
            extend([x + shift if x > 0 else x - shift if x else 0 for x in template])


class Explicit(PrunedEncoding):
    """An explicit-board encoding: subclasses state the goal, and which games they take."""

    source = "implicit-state-and-goals, section 3.1"
    takes = Takes(positional=True, connection=True)

    def write(self, pruned: PrunedGame, game: CellGame) -> Written:
        """As :meth:`PrunedEncoding.write`."""
        board = ExplicitBoard(pruned)
        first = board.white_bits(0) if board.white_opens else board.black_bits(0)
        return Written(board.qcnf, first, partial(_meanings, board, game, self.write_goal(board, game)))

    @abstractmethod
    def write_goal(self, board: ExplicitBoard, game: CellGame) -> Callable[[list[str]], Meanings]:
        """Add the goal to a board; gives the meanings of its variables, out of the names of the cells."""


def _meanings(board: ExplicitBoard, game: CellGame, goal: Callable[[list[str]], Meanings]) -> Meanings:
    found: Meanings = {}
    cells = [game.board.cells[cell] for cell in board.pruned.cells]
    black_times = [time for time, player in enumerate(board.pruned.players, 1) if player is Player.BLACK]
    for stone, time in enumerate(black_times):
        if time > 1:
            found |= meanings("move", time - 1, board.white_bits(stone))
        found |= meanings("move", time, board.black_bits(stone))
        found |= meanings("black", time, board.black(stone), cells)
        found |= meanings("white", time, board.white(stone), cells)
    return found | goal(cells)
