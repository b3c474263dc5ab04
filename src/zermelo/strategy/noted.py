"""Entries of a strategy in the packed notes of a search, decoded on demand.

The core keeps the notes packed, and its checker reads them as they are; a proof of millions of positions costs Python
nothing until it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from zermelo import _native
from zermelo.errors import InputError
from zermelo.model import Game, GridGame, GridMove, Player, Position
from zermelo.model.ground import ground_actions
from zermelo.strategy.entry import (
    PAIRED,
    Answers,
    Argument,
    Deduction,
    Entry,
    Exchange,
    Packing,
    Race,
    Sum,
    named_pairs,
)

NO_MOVE = 2**30
"""The number of a move that is none."""

Said = tuple[int, int, Player | None, int | None, str, tuple[int, ...]]
"""A note: the stones, the player to move (if needed), the rank, the kind, and the numbers of the answer."""


class NotedEntries(Mapping[Position, Entry]):
    """Entries decoded from notes.

    Parameters
    ----------
    game
        The game of the strategy.
    notes
        One note for each position; for packed notes, ``notes.native`` is the object of the core.
    player
        The player of the strategy.

    >>> from zermelo.model import ConnectionGame
    >>> list(NotedEntries(ConnectionGame.hex(2, 2), [(0, 0, None, None, "move", (1,))]).items())
    [(Position(black=0, white=0, ply=0), Entry(answer=1, rank=None))]
    """

    def __init__(self, game: Game, notes: Sequence[Said], player: Player = Player.BLACK) -> None:
        self._game, self.notes, self._player = game, notes, player
        self._numbers: dict[Position, int] | None = None
        self._moves = (
            {player: [ground.move for ground in ground_actions(game, player)] for player in Player}
            if isinstance(game, GridGame)
            else {}
        )
        first = game.start.ply
        self._ply: dict[Player | None, int] = {}
        if self._moves:
            self._ply = {game.player_at(first + later): first + later for later in (1, 0)}

    @property
    def native(self) -> Any:
        """The packed notes of the core; None where they are not packed."""
        return getattr(self.notes, "native", None)

    def decoded(self, note: Said) -> tuple[Position, Entry]:
        """The position and the entry of a note."""
        black, white, mover, rank, kind, numbers = note
        if kind == "packing":
            answer: Any = packing_of(numbers, self._moves[self._player])
        elif kind == "sum":
            answer = Sum(tuple(self._moves[self._player][number] for number in numbers))
        elif kind == "race":
            answer = race_of(numbers, self._moves[self._player])
        elif kind != "move":
            answer = answer_of(kind, numbers)
        else:
            answer = self._moves[mover][numbers[0]] if self._moves and mover is not None else numbers[0]
        return Position(black, white, self._ply.get(mover, 0)), Entry(answer, rank)

    def __len__(self) -> int:
        return len(self.notes)

    def __iter__(self) -> Iterator[Position]:
        return (position for position, _ in self.pairs())

    def pairs(self) -> Iterator[tuple[Position, Entry]]:
        """The entries one after the other, as `items`, in one pass."""
        return map(self.decoded, self.notes)

    def __getitem__(self, position: Position) -> Entry:
        if self._numbers is None:
            self._numbers = {each: number for number, (each, _) in enumerate(self.pairs())}
        return self.decoded(self.notes[self._numbers[position]])[1]


def packing_of(numbers: Sequence[int], moves: Sequence[GridMove]) -> Packing:
    """A packing from the number of its pairs, their moves, and the other moves, by number."""
    pairs = numbers[0]
    found = [moves[number] for number in numbers[1:]]
    return Packing(tuple(zip(found[: 2 * pairs : 2], found[1 : 2 * pairs : 2], strict=True)), tuple(found[2 * pairs :]))


def race_of(numbers: Sequence[int], moves: Sequence[GridMove]) -> Race:
    """A race out of the number of its move, and of each plan its length and its moves, by number."""
    plans, at = [], 1
    while at < len(numbers):
        end = at + 1 + numbers[at]
        plans.append(tuple(moves[number] for number in numbers[at + 1 : end]))
        at = end
    return Race(moves[numbers[0]], tuple(plans))


def note_of(game: Game, player: Player, answer: Any) -> tuple[str, list[int]]:
    """The kind and the numbers of an answer in the strategy of a player, as in a note; the inverse of decoding one.

    The number of a move that the game does not have, or that is not the player's in an argument, is `NO_MOVE`.

    >>> from zermelo.families import make
    >>> note_of(make("ttt"), Player.WHITE, 4), note_of(make("domineering:2x2"), Player.BLACK, Sum(()))
    (('move', [4]), ('sum', []))
    """
    if isinstance(answer, Argument | Exchange | Answers):
        return named_pairs(answer)
    if isinstance(answer, Sum):
        return "sum", _numbers(game, player, answer.given_up)
    if isinstance(answer, Packing):
        return "packing", [len(answer.pairs), *_numbers(game, player, [*chain(*answer.pairs), *answer.moves])]
    if isinstance(answer, Race):
        plans = (each for plan in answer.plans for each in (len(plan), *_numbers(game, player, plan)))
        return "race", [*_numbers(game, player, [answer.move]), *plans]
    return "move", _numbers(game, answer.player, [answer]) if isinstance(answer, GridMove) else [answer]


def _numbers(game: Game, player: Player, moves: Iterable[GridMove]) -> list[int]:
    known = _numbered(game, player) if isinstance(game, GridGame) else {}
    return [known.get(move, NO_MOVE) for move in moves]


@lru_cache(maxsize=16)
def _numbered(game: GridGame, player: Player) -> dict[GridMove, int]:
    return {each.move: number for number, each in enumerate(ground_actions(game, player))}


class DerivedEntries(Mapping[Position, Entry]):
    """Entries of a derivation, decoded from its lines; ``native`` is the object of the core.

    >>> native = _native.Deductions()
    >>> native.add("play", [3, 0])
    >>> list(DerivedEntries(native).items())
    [(Position(black=0, white=0, ply=0), Entry(answer=Deduction(rule='play', numbers=(3, 0)), rank=None))]
    """

    def __init__(self, native: _native.Deductions) -> None:
        self.native = native

    def __len__(self) -> int:
        return len(self.native)

    def __iter__(self) -> Iterator[Position]:
        return map(Position, range(len(self.native)))

    def pairs(self) -> Iterator[tuple[Position, Entry]]:
        """The entries one after the other, as `items`, in one pass."""
        return ((position, self[position]) for position in self)

    def __getitem__(self, position: Position) -> Entry:
        if position.white or position.ply or not 0 <= position.black < len(self.native):
            raise KeyError(position)
        return Entry(Deduction(*self.native[position.black]))


def answer_of(kind: str, numbers: Sequence[int]) -> Any:
    """The argument of a kind from the numbers of a note."""
    if kind not in PAIRED:
        raise InputError(f"an argument among {', '.join(PAIRED)}", found=repr(kind))
    return PAIRED[kind](tuple(zip(numbers[::2], numbers[1::2], strict=True)))
