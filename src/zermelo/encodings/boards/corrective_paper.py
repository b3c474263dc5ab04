"""The play of the corrective encodings: the whole board at every time, illegal choices corrected.

One player, the *mover*, is existential: Black in COR, White in the Pairing family. The other one chooses by universal
bits. A choice that is no legal move falsifies nothing and satisfies nothing: the mover then makes the move for her.
The mover also stops the clock (``time_t`` false): from then on the board is frozen, so that one look at the
last board decides.

Source: pairing-encoding, clauses 15 to 29; there the mover is White.

Quantifier blocks: ``∃ time_0 board_0``; for t = 1 … d: ``∃ time_t``, at the chooser's times ``∀ choice_t``, then ``∃
move_t ladder_t black_t white_t occ_t``; last what the goal adds. When the chooser opens, ``∀ choice_1`` stands first,
so that a refuting move can be read off the outermost block; to learn it before deciding whether the play shall
start at all is no use to the mover.

Clauses, for every cell v (or step m of the ladder, one per cell): at time 0 nothing is on the board; for each t ≥ 1
``time_t → time_{t-1}``; a cell has one colour; stones stay; none appears when ``time_t`` is false; ``occ ⇔ black ∨
white``; no move when ``time_t`` is false or the cell was occupied; ``move → player``; ``player → move ∨ player
before``; ``other → other before``; ``ladder_m → ladder_{m+1}``; ``time_t → ladder_last``; ``move_m ⇔ ladder_m ∧
¬ladder_{m-1}``. At the chooser's times ``time_t ∧ ¬occ_{t-1,v} ∧ bin(choice_t, v) → move_t,v``.

A restriction of the first move holds exactly: ``¬move_1,v``, and the chooser's first move is corrected to a cell that
is legal. Of symmetric first cells only one of each orbit is kept: for the others the mover has ``¬move_1,v``, while of
the chooser's choices they are left out, so that the mover moves for her.

Size, N cells, d times, k of them the chooser's: ``(d+1)(3N+1) + 2dN + k·lg`` variables and ``3N +
d(17N) + kN`` clauses, and what the restriction of the first move adds or saves.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.encodings.base import Meaning, Meanings, meanings
from zermelo.encodings.reduction.residual_game import ResidualGame
from zermelo.encodings.reduction.timeline import BitMove, HotMove, lowest
from zermelo.formula import QCNF, Quantifier, width_for
from zermelo.model import Player


class CorrectedPlay:
    """The play, with the numbers of its variables.

    Variables of time t are consecutive: time, choice (at the chooser's times), move, ladder, black, white, occupied.
    All clauses of a time but one speak of these and of the board before, which lies right in front of them, so they
    are one template for each player, shifted.
    """

    def __init__(self, residual: ResidualGame, mover: Player) -> None:
        self.residual, self.mover, self.qcnf = residual, mover, QCNF()
        self.count = len(residual.cells)
        self.bits = width_for(self.count)
        self.starts = [1]  # the variable time_t
        for time in range(len(residual.order)):
            self.starts.append(self.starts[-1] + self._size(time))
        self._write_prefix()
        self._write_times()

    def _bits_at(self, time: int) -> int:
        return self.bits if time and self.residual.order[time - 1] is not self.mover else 0

    def _size(self, time: int) -> int:
        return 1 + self._bits_at(time) + (5 if time else 3) * self.count

    def choice(self, time: int) -> range:
        """The bits of the chooser's choice; none at the other times."""
        return range(self.starts[time] + 1, self.starts[time] + 1 + self._bits_at(time))

    def _block(self, time: int, number: int) -> range:
        first = self.choice(time).stop + (number if time else number - 2) * self.count
        return range(first, first + self.count)

    def move(self, time: int) -> range:
        """The move of a time, one variable per cell."""
        return self._block(time, 0)

    def ladder(self, time: int) -> range:
        """The ladder of a time, one variable per cell: the move is on this cell or one before it."""
        return self._block(time, 1)

    def black(self, time: int) -> range:
        """The black cells after a time."""
        return self._block(time, 2)

    def white(self, time: int) -> range:
        """The white cells after a time."""
        return self._block(time, 3)

    def occupied(self, time: int) -> range:
        """The cells with a stone after a time."""
        return self._block(time, 4)

    def stones(self, player: Player) -> range:
        """The cells of a player at the end."""
        last = len(self.residual.order)
        return self.black(last) if player is Player.BLACK else self.white(last)

    def keep_running(self, time: int, *unless: int) -> None:
        """State that the clock does not stop before a time unless some literal is true."""
        self.qcnf.add(self.starts[time], *unless)

    def first_move(self) -> BitMove | HotMove:
        """Reads the first move; of a play of at least one move."""
        allowed, cells = self.residual.allowed, self.residual.cells
        if self.residual.order[0] is self.mover:
            return HotMove(self.move(1).start, cells, lowest(allowed))  # the clock may have stopped
        return BitMove(self.choice(1), cells, allowed, lowest(allowed))

    def _write_prefix(self) -> None:
        prefix, last = self.qcnf.prefix, len(self.residual.order)
        chooser_opens = last > 0 and self.residual.order[0] is not self.mover
        if chooser_opens:
            prefix.add(Quantifier.FORALL, self.choice(1))
        prefix.add(Quantifier.EXISTS, range(self.starts[0], self.occupied(0).stop))
        for time in range(1, last + 1):
            prefix.add(Quantifier.EXISTS, [self.starts[time]])
            if time > 1 or not chooser_opens:
                prefix.add(Quantifier.FORALL, self.choice(time))
            prefix.add(Quantifier.EXISTS, range(self.move(time).start, self.occupied(time).stop))
        self.qcnf.num_variables = self.occupied(last).stop - 1

    def _write_times(self) -> None:
        qcnf, residual = self.qcnf, self.residual
        for variable in range(self.black(0).start, self.occupied(0).stop):
            qcnf.add(-variable)
        templates: dict[Player, tuple[int, list[int]]] = {}
        extend = qcnf.data.extend
        for time, player in enumerate(residual.order, 1):
            start = self.starts[time]
            extend((-start, self.starts[time - 1], 0))
            if player not in templates:
                templates[player] = start, self._template(time, player)
            home, template = templates[player]
            shift = start - home
            extend([x + shift if x > 0 else x - shift if x else 0 for x in template])
            if player is not self.mover:
                self._write_choice(time)
        if residual.order:
            free = residual.allowed if residual.order[0] is self.mover else residual.legal
            for number, cell in enumerate(residual.cells):
                if not free >> cell & 1:
                    qcnf.add(-self.move(1)[number])

    def _template(self, time: int, player: Player) -> list[int]:
        running, flat = self.starts[time], list[int]()
        own, other = (self.black, self.white) if player is Player.BLACK else (self.white, self.black)
        ladder = self.ladder(time)
        for v in range(self.count):
            black, white, occupied = self.black(time)[v], self.white(time)[v], self.occupied(time)[v]
            was_black, was_white = self.black(time - 1)[v], self.white(time - 1)[v]
            move, step, was_occupied = self.move(time)[v], ladder[v], self.occupied(time - 1)[v]
            flat += (-black, -white, 0, -was_black, black, 0, -was_white, white, 0)
            flat += (running, was_black, -black, 0, running, was_white, -white, 0)
            flat += (-black, occupied, 0, -white, occupied, 0, -occupied, black, white, 0)
            flat += (running, -move, 0, -was_occupied, -move, 0, -move, own(time)[v], 0)
            flat += (move, own(time - 1)[v], -own(time)[v], 0, other(time - 1)[v], -other(time)[v], 0)
            flat += (-move, step, 0)
            if v:
                flat += (-ladder[v - 1], step, 0, ladder[v - 1], -step, move, 0, -move, -ladder[v - 1], 0)
            else:
                flat += (-step, move, 0)
        flat += (-running, ladder[-1], 0)
        return flat

    def _write_choice(self, time: int) -> None:
        add, choice = self.qcnf.data.extend, self.choice(time)
        move, was_occupied, running = self.move(time), self.occupied(time - 1), self.starts[time]
        for v, cell in enumerate(self.residual.cells):
            if time > 1 or self.residual.allowed >> cell & 1:
                named = [-bit if v >> j & 1 else bit for j, bit in enumerate(choice)]
                add((-running, was_occupied[v], *named, move[v], 0))

    def meanings(self, cells: Sequence[str]) -> Meanings:
        """The meaning of each variable but those of the goal, out of the names of the cells."""
        found: Meanings = {}
        for time, start in enumerate(self.starts):
            found[start] = Meaning("time", time)
            found |= meanings("choice", time, self.choice(time))
            blocks = {"black": self.black, "white": self.white, "occupied": self.occupied}
            for word, block in ({"move": self.move, "ladder": self.ladder} | blocks if time else blocks).items():
                found |= meanings(word, time, block(time), cells)
        return found
