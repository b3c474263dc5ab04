"""COR, the corrective encoding: maker-maker and maker-breaker games, any order of turns.

Idea: the whole board at every time. White's choice is a universal number in binary; where it is no legal move, the
formula does not punish her but moves for her, so White can never falsify it by cheating. The board freezes once
Black stops the clock (``time_t`` false), which he does when he has won: one look at the last board decides, and a
set that White completed before is still there to see.

Source: the corrective encoding as stated in pairing-encoding, sections 4 and 5, for the existential player Black.

Quantifier blocks: ``∃ time_0 board_0``; for t = 1 … d: ``∃ time_t``, at White's times ``∀ choice_t``, then ``∃
move_t ladder_t black_t white_t occ_t``; last ``∃ win_e``. When White opens, ``∀ choice_1`` stands first, so that a
refuting move can be read off the outermost block; to learn it before deciding whether the play shall start at all
is no use to Black.

Clauses, for every cell v (or step m of the ladder, one per cell): at time 0 nothing is on the board; for each t ≥ 1
``time_t → time_{t-1}``; a cell has one colour; stones stay; none appears when ``time_t`` is false; ``occ ⇔ black ∨
white``; no move when ``time_t`` is false or the cell was occupied; ``move → player``; ``player → move ∨ player
before``; ``other → other before``; ``ladder_m → ladder_{m+1}``; ``time_t → ladder_last``; ``move_m ⇔ ladder_m ∧
¬ladder_{m-1}``. At White's times ``time_t ∧ ¬occ_{t-1,v} ∧ bin(choice_t, v) → move_t,v``. At the end ``⋁ win_e``;
``win_e → black_d,v`` for v in e; ``⋁ ¬white_d,v`` over each winning set of White.

Before encoding: the cells are the open cells of the start position; of each winning set what is still needed of it,
if it is alive, minimal, and small enough for the stones that its owner still places. Times after the board is full
and White's moves after Black's last one are left out. Cells that no set needs stay: here White may not pass.

First move: a restriction holds exactly (White's first move is corrected to an allowed one). Symmetric first moves,
under the symmetries of stones and winning sets of both players, are forbidden but one of each orbit.

Size (see `sizes`), N cells, d times, k of them White's: ``(d+1)(3N+1) + 2dN + k·lg + |W|`` variables and ``3N +
d(17N) + kN + 1 + Σ|e| + |W'|`` clauses, W' White's sets, and what the restriction of the first move adds or saves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from zermelo.encodings.base import Encoded, Encoding, Takes
from zermelo.encodings.explicit import Counts
from zermelo.encodings.moves import (
    BitMove,
    CellGame,
    HotMove,
    allowed_first,
    check_question,
    choices_note,
    counted,
    first_choices,
    lowest,
    open_mask,
    players,
)
from zermelo.encodings.pruning import list_paths, live_sets
from zermelo.errors import InputError
from zermelo.formula import QCNF, Quantifier, width_for
from zermelo.model import (
    ConnectionGame,
    Game,
    Player,
    cells_of,
    mask_of,
)


def sizes(
    cells: int, order: Sequence[Player], sets: int, literals: int, *, white_sets: int = 0, forbidden: int = 0
) -> Counts:
    """The exact size.

    Parameters
    ----------
    cells, order
        Open cells, and the players at the times 1 … d.
    sets, literals, white_sets
        Black's winning sets, the sum of their sizes, and White's winning sets.
    forbidden
        The open cells on which the first stone may not be placed.
    """
    depth, white = len(order), order.count(Player.WHITE)
    variables = (depth + 1) * (3 * cells + 1) + 2 * depth * cells + white * width_for(cells) + sets
    clauses = 3 * cells + depth * 17 * cells + white * cells + 1 + literals + white_sets
    return Counts(variables, clauses + (0 if order[0] is Player.WHITE else forbidden))


@dataclass(frozen=True)
class _Task:
    """What is to be encoded: open cells are numbered 0 … N-1, sets are tuples of numbers."""

    cells: tuple[int, ...]
    order: tuple[Player, ...]
    allowed: int
    black_sets: tuple[tuple[int, ...], ...]
    white_sets: tuple[tuple[int, ...], ...]
    notes: tuple[str, ...]


class COR(Encoding):
    """See the module."""

    name = "cor"
    title = "corrective: the board at every time, illegal choices corrected"
    source = "pairing-encoding, section 4"
    takes = Takes(positional=True, connection=True, maker_maker=True, any_turns=True)
    paper = MappingProxyType({})

    def encode(self, game: Game, depth: int) -> Encoded:
        check_question(self, game, depth)
        if not isinstance(game, CellGame):
            raise InputError("a game on winning sets or a graph")
        task = self._task(game, depth)
        if not isinstance(task, _Task):
            return Encoded(self.label, depth, None, *task)
        writer = _Writer(task)
        read = (
            BitMove(writer.choice(1), task.cells, task.allowed, lowest(task.allowed))
            if task.order[0] is Player.WHITE
            else HotMove(writer.move(1).start, task.cells)
        )
        return Encoded(
            self.label,
            depth,
            writer.qcnf,
            first_move=read,
            notes=task.notes,
            names=partial(writer.names, [game.board.cells[cell] for cell in task.cells]),
        )

    def _task(self, game: CellGame, depth: int) -> _Task | tuple[bool, str]:
        """What is to be encoded, or the answer and its reason."""
        open_cells, allowed = open_mask(game), allowed_first(game)
        order = players(game, min(depth, open_cells.bit_count()))
        stones = {player: order.count(player) for player in Player}
        notes = []
        white: list[int] = []
        if isinstance(game, ConnectionGame):
            remains = list_paths(game, depth)
            if remains.answer is not None:
                return remains.answer, remains.why
            black = [mask_of(remains.cells[number] for number in cells) for cells in remains.sets]
            notes.append(f"winning sets: {counted(len(black), 'minimal path')}")
        else:
            winner = game.winner(game.start)
            if winner is not None:
                return winner is Player.BLACK, f"{winner} has won in the start position already"
            live = live_sets(game.black_sets, game.start.black, game.start.white)
            black = [mask for mask in live if mask.bit_count() <= stones[Player.BLACK]]
            threats = live_sets(game.white_sets, game.start.white, game.start.black)
            white = [mask for mask in threats if mask.bit_count() <= stones[Player.WHITE]]
            gone = len(game.black_sets) - len(black), len(game.white_sets) - len(white)
            if any(gone):
                notes.append(
                    f"winning sets left out because dead, too large for the depth or not minimal: {gone[0]} of Black,"
                    f" {gone[1]} of White"
                )
        if not allowed:
            return False, "there is no legal move"
        if not order:
            return False, f"Black places no stone within {counted(depth, 'move')}"
        if not black:
            return False, f"Black has no winning set that needs at most {counted(stones[Player.BLACK], 'stone')}"
        cells = tuple(cells_of(open_cells))
        occupied = len(game.board) - len(cells)
        if occupied:
            notes.append(f"{counted(occupied, 'stone')} taken off the board, what they do kept")
        if len(cells) < depth:
            notes.append(f"depth {depth} cut down to {len(cells)}: by then the board is full")
        if len(order) < min(depth, len(cells)):
            notes.append("left out: White's moves after Black's last one")
        chosen = first_choices(game, self.symmetry)
        notes += choices_note(chosen, allowed)
        number = {cell: index for index, cell in enumerate(cells)}

        def numbered(sets: list[int]) -> tuple[tuple[int, ...], ...]:
            return tuple(tuple(number[cell] for cell in cells_of(mask)) for mask in sets)

        return _Task(cells, order, chosen, numbered(black), numbered(white), tuple(notes))


class _Writer:
    """Writes the formula.

    Variables of time t are consecutive: time, choice (at White's times), move, ladder, black, white, occupied. All
    clauses of a time but one speak of these and of the board before, which lies right in front of them, so they are
    one template for each player, shifted.
    """

    def __init__(self, task: _Task) -> None:
        self.task, self.qcnf = task, QCNF()
        self.count = len(task.cells)
        self.bits = width_for(self.count)
        self.starts = [1]  # the variable time_t
        for time in range(len(task.order)):
            self.starts.append(self.starts[-1] + self._size(time))
        self.after = self.starts[-1] + self._size(len(task.order))
        self._write_prefix()
        self._write_times()
        self._write_goal()

    def _bits_at(self, time: int) -> int:
        return self.bits if time and self.task.order[time - 1] is Player.WHITE else 0

    def _size(self, time: int) -> int:
        return 1 + self._bits_at(time) + (5 if time else 3) * self.count

    def choice(self, time: int) -> range:
        """The bits of White's choice; none at Black's times."""
        return range(self.starts[time] + 1, self.starts[time] + 1 + self._bits_at(time))

    def _block(self, time: int, number: int) -> range:
        first = self.choice(time).stop + (number if time else number - 2) * self.count
        return range(first, first + self.count)

    def move(self, time: int) -> range:
        return self._block(time, 0)

    def ladder(self, time: int) -> range:
        return self._block(time, 1)

    def black(self, time: int) -> range:
        return self._block(time, 2)

    def white(self, time: int) -> range:
        return self._block(time, 3)

    def occupied(self, time: int) -> range:
        return self._block(time, 4)

    def _write_prefix(self) -> None:
        prefix, last = self.qcnf.prefix, len(self.task.order)
        white_opens = self.task.order[0] is Player.WHITE
        if white_opens:
            prefix.add(Quantifier.FORALL, self.choice(1))
        prefix.add(Quantifier.EXISTS, range(self.starts[0], self.starts[1]))
        for time in range(1, last + 1):
            prefix.add(Quantifier.EXISTS, [self.starts[time]])
            if time > 1 or not white_opens:
                prefix.add(Quantifier.FORALL, self.choice(time))
            prefix.add(Quantifier.EXISTS, range(self.move(time).start, self.occupied(time).stop))
        prefix.add(Quantifier.EXISTS, range(self.after, self.after + len(self.task.black_sets)))
        self.qcnf.num_variables = self.after + len(self.task.black_sets) - 1

    def _write_times(self) -> None:
        qcnf, task = self.qcnf, self.task
        for variable in range(self.black(0).start, self.occupied(0).stop):
            qcnf.add(-variable)
        templates: dict[Player, tuple[int, list[int]]] = {}
        extend = qcnf.data.extend
        for time, player in enumerate(task.order, 1):
            start = self.starts[time]
            extend((-start, self.starts[time - 1], 0))
            if player not in templates:
                templates[player] = start, self._template(time, player)
            home, template = templates[player]
            shift = start - home
            extend([x + shift if x > 0 else x - shift if x else 0 for x in template])
            if player is Player.WHITE:
                self._write_choice(time)
        for number, cell in enumerate(task.cells):
            if not task.allowed >> cell & 1:
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
        for v, cell in enumerate(self.task.cells):
            if time > 1 or self.task.allowed >> cell & 1:
                named = [-bit if v >> j & 1 else bit for j, bit in enumerate(choice)]
                add((-running, was_occupied[v], *named, move[v], 0))

    def _write_goal(self) -> None:
        add, task, last = self.qcnf.data.extend, self.task, len(self.task.order)
        black, white = self.black(last), self.white(last)
        wins = range(self.after, self.after + len(task.black_sets))
        add((*wins, 0))
        for win, cells in zip(wins, task.black_sets, strict=True):
            for v in cells:
                add((-win, black[v], 0))
        for cells in task.white_sets:
            add((*(-white[v] for v in cells), 0))

    def names(self, cells: list[str]) -> dict[int, str]:
        """The name of each variable, out of the names of the cells."""
        names: dict[int, str] = {}
        for time in range(len(self.starts)):
            names[self.starts[time]] = f"time{time}"
            names |= {bit: f"choice{time}.{j}" for j, bit in enumerate(self.choice(time))}
            blocks = {"black": self.black, "white": self.white, "occupied": self.occupied}
            for word, block in ({"move": self.move, "ladder": self.ladder} | blocks if time else blocks).items():
                names |= {variable: f"{word}{time}.{cell}" for variable, cell in zip(block(time), cells, strict=True)}
        names |= {self.after + number: f"win{number}" for number in range(len(self.task.black_sets))}
        return names
