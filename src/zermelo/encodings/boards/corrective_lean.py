"""The lean play: that of `zermelo.encodings.boards.corrective_paper` with fewer variables and clauses.

Only the stones that matter to a player are stated, and in one direction. That is sound because in a positional game a
stone more never harms its owner: every strategy without it can be followed with it, and where it would place that
stone, the owner may do as he likes. So


*   a choice that is no legal move need not be corrected: the chooser has passed, which never helps her;
*   the mover may pass as well, so his move is a number of which nothing but "his new stones are there" is stated;
*   for the same reason it need only be stated that the chooser *has* the stones that she chose: a stone more
    for her, or one less for the mover, can only make the mover fail.

The mover stops the clock at a time of the chooser: from then on she gets no stone, and nor does he. Without
``clock`` there is none: in COR Black has a reason to stop only where White could still win.

Quantifier blocks: for t = 1 … d, at the chooser's times ``∃ time_t ∀ choice_t ∃ stone_t``, at the mover's times ``∃
move_t stone_t``; last what the goal adds. When the chooser opens, ``∀ choice_1`` stands first. ``choice`` and ``move``
are lg = ⌈log2 N⌉ bits; ``stone_t,v`` says that the player of time t has cell v. There is no board at time 0.

Clauses, with t' the last time before t at which the same player moved, s that of the other one (what is on the board
before its owner's first time is false), and r the last time of the chooser up to t:

1.  at the chooser's times ``time_t → time_t'``; for every cell v ``stone_t',v → stone_t,v`` and ``time_t ∧
    bin(choice_t, v) ∧ ¬stone_s,v → stone_t,v``;
2.  at the mover's times, for every cell v: ``stone_s,v → ¬stone_t,v``; ``stone_t,v ∧ ¬stone_t',v →`` bit j of
    ``move_t`` is that of v, for every j; ``stone_t,v ∧ ¬stone_t',v → time_r``.

A restriction of the first move: at the mover's time 1 ``¬stone_1,v`` in place of clauses 2; at the chooser's time 1
clause 1 is left out.

Size: d times, N cells, k of the times the chooser's: ``d(N + lg)`` variables, k more with a clock; at most
``(d-k)·N·(lg + 2)`` clauses at the mover's times and ``2kN + k`` at the chooser's.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.encodings.base import Meaning, Meanings, meanings
from zermelo.encodings.reduction.residual_game import ResidualGame
from zermelo.encodings.reduction.timeline import BitMove, lowest
from zermelo.formula import QCNF, Quantifier, width_for
from zermelo.model import Player


class LeanPlay:
    """The play, with the numbers of its variables; its methods are those of `CorrectedPlay`."""

    def __init__(self, residual: ResidualGame, mover: Player, *, clock: bool) -> None:
        self.residual, self.mover, self.clock, self.qcnf = residual, mover, clock, QCNF()
        self.count = len(residual.cells)
        self.bits = width_for(self.count)
        self._clocks: dict[int, int] = {}  # by time of the chooser
        self._numbers: dict[int, range] = {}  # choice or move
        self._stones: dict[int, range] = {}
        self._last: dict[Player, int] = {}
        for time, player in enumerate(residual.order, 1):
            self._bind(time, player)
            if player is mover:
                self._write_move(time)
            else:
                self._write_choice(time)
            self._last[player] = time

    def _bind(self, time: int, player: Player) -> None:
        prefix, fresh = self.qcnf.prefix, self.qcnf.fresh_block
        number, stones = fresh(self.bits), fresh(self.count)
        self._numbers[time], self._stones[time] = number, stones
        if player is self.mover:
            prefix.add(Quantifier.EXISTS, [*number, *stones])
            return
        clock = fresh(1) if self.clock else range(0)
        for variable in clock:
            self._clocks[time] = variable
        if time == 1:
            prefix.add(Quantifier.FORALL, number)
            prefix.add(Quantifier.EXISTS, [*clock, *stones])
        else:
            prefix.add(Quantifier.EXISTS, clock)
            prefix.add(Quantifier.FORALL, number)
            prefix.add(Quantifier.EXISTS, stones)

    def stones(self, player: Player) -> range:
        """The cells of a player at the end; none when he has not moved."""
        last = self._last.get(player)
        return range(0) if last is None else self._stones[last]

    def keep_running(self, time: int, *unless: int) -> None:
        """State that the clock runs on before the chooser's move of a time unless some literal is true."""
        self.qcnf.add(self._clocks[time], *unless)

    def first_move(self) -> BitMove:
        """Reads the first move; of a play of at least one move."""
        allowed = self.residual.allowed
        return BitMove(self._numbers[1], self.residual.cells, allowed, lowest(allowed))

    def _allowed(self, time: int, v: int) -> bool:
        return time > 1 or bool(self.residual.allowed >> self.residual.cells[v] & 1)

    def _write_choice(self, time: int) -> None:
        add, choice, stone = self.qcnf.data.extend, self._numbers[time], self._stones[time]
        before, other = self.stones(self.mover.other), self.stones(self.mover)
        running = [-self._clocks[time]] if self.clock else []
        if self.clock and before:
            add((*running, self._clocks[self._last[self.mover.other]], 0))
        for v in range(self.count):
            if before:
                add((-before[v], stone[v], 0))
            if self._allowed(time, v):
                named = [-bit if v >> j & 1 else bit for j, bit in enumerate(choice)]
                add((*running, *named, *other[v : v + 1], stone[v], 0))

    def _write_move(self, time: int) -> None:
        add, move, stone = self.qcnf.data.extend, self._numbers[time], self._stones[time]
        before, other = self.stones(self.mover), self.stones(self.mover.other)
        running = [self._clocks[self._last[self.mover.other]]] if self.clock and other else []
        for v in range(self.count):
            if not self._allowed(time, v):
                add((-stone[v], 0))
                continue
            if other:
                add((-other[v], -stone[v], 0))
            for j, bit in enumerate(move):
                add((bit if v >> j & 1 else -bit, *before[v : v + 1], -stone[v], 0))
            for variable in running:
                add((variable, *before[v : v + 1], -stone[v], 0))

    def meanings(self, cells: Sequence[str]) -> Meanings:
        """The meaning of each variable but those of the goal, out of the names of the cells."""
        found = {variable: Meaning("time", time) for time, variable in self._clocks.items()}
        for time, player in enumerate(self.residual.order, 1):
            found |= meanings("move" if player is self.mover else "choice", time, self._numbers[time])
            found |= meanings(player.value, time, self._stones[time], cells)
        return found
