"""The checker's walk by the rules of the native core: the steps of `plain`, hundreds of times faster."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from zermelo import _native
from zermelo.errors import InputError, LimitError
from zermelo.model import Game, GridGame, Player, Position
from zermelo.model.automorphism import Permutation
from zermelo.model.ground import ground_actions
from zermelo.model.native_rules import faults_told, native_ply, native_rules
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check import breaker_certificate_native, derivation_native
from zermelo.strategy.check.arguments import complaint
from zermelo.strategy.check.check_result import CheckResult, Holds
from zermelo.strategy.check.driver import TWICE, Break, CheckLimits, run
from zermelo.strategy.check.sum_of_parts import MOST_CELLS
from zermelo.strategy.claim import Claim, ranked
from zermelo.strategy.entry import Answers, Argument, Deduction, Entries, Exchange, Packing, Race, Sum
from zermelo.strategy.noted import NO_MOVE, answer_of, note_of

BYTES = 100
"""Estimated memory of an entry on up to 64 cells."""


def check_native(
    game: Game,
    claim: Claim,
    symmetries: Sequence[Permutation],
    entries: Entries,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
) -> CheckResult:
    """As :func:`~zermelo.strategy.check.plain.check`, in the native core.

    The game has 1 to 512 cells, and nobody has won in its start position.

    >>> from zermelo.model import ConnectionGame
    >>> check_native(ConnectionGame.hex(2, 2), Claim(Player.BLACK, True, 1), [], []).why
    'no move of Black is stored for this position'
    """
    native = breaker_certificate_native.verify if claim.breaking else derivation_native.verify
    checker = native if claim.breaking or claim.derived else verify
    return run(checker, game, claim, symmetries, entries, time_limit, memory_limit_mb)


def verify(game: Game, claim: Claim, symmetries: Sequence[Permutation], entries: Entries, limits: CheckLimits) -> Holds:
    """The native checker of strategies of moves and arguments.

    Parameters and errors as of :class:`.driver.Checker`.
    """
    walk = _NativeWalk(game, claim, symmetries)
    walk.native_notes = limits.notes(entries, BYTES)
    if not walk.load(limits.entries(entries, BYTES)):
        raise Break(TWICE)
    return walk.walk(limits.seconds)


class _NativeWalk:
    def __init__(self, game: Game, claim: Claim, symmetries: Sequence[Permutation]) -> None:
        self.game, self.claim, self.symmetries = game, claim, symmetries
        self.player, self.opponent = game.called(claim.player), game.called(claim.opponent)
        self.images = CanonicalPositions(game, symmetries)
        self.arguments: list[Argument | Exchange | Answers | Deduction] = []
        self.count = 0
        self.native_notes: _native.Notes | None = None
        self.grounds = {
            player: [ground.move for ground in ground_actions(game, player)] if isinstance(game, GridGame) else []
            for player in Player
        }
        self.numbers = {move: number for moves in self.grounds.values() for number, move in enumerate(moves)}

    def load(self, entries: Entries) -> bool:
        """Read the entries; False when a position occurs twice."""
        game, claim = self.game, self.claim
        turns = [self._turn(number) for number in range(1, len(self.symmetries) + 1)]
        self.native = _native.StrategyWalk(
            native_rules(game), claim.player is Player.BLACK, claim.wins, ranked(game), claim.bound(game), turns
        )
        if self.native_notes is not None:
            self.count = len(self.native_notes)
            added: bool = self.native.add_notes(self.native_notes)
            return added
        for position, (answer, rank) in entries:
            if not self._add(position, answer, rank):
                return False
            self.count += 1
        return True

    def _add(self, position: Position, answer: Any, rank: int | None) -> bool:
        """Add an entry; False when its position is there already."""
        game, player, native = self.game, self.claim.player, self.native
        form = position.black, position.white, self._black(position)
        if isinstance(answer, Packing | Sum | Race):
            kind, numbers = note_of(game, player, answer)
            add = {"packing": native.add_packing, "sum": native.add_sum, "race": native.add_race}[kind]
            return add(*form, numbers, rank)
        if isinstance(answer, Argument | Exchange | Answers | Deduction):
            self.arguments.append(answer)
            return native.add(*form, -len(self.arguments), rank)
        return native.add(*form, self.numbers.get(answer, NO_MOVE) if isinstance(game, GridGame) else answer, rank)

    def _black(self, position: Position) -> bool:
        """True if Black moves, where the core wants to know; no play comes to a state that does not tell the mover."""
        with suppress(InputError):
            return ranked(self.game) and self.game.mover(position) is Player.BLACK
        return False

    def _turn(self, number: int) -> list[list[int]]:
        """The images of the cells, and for each move of an image the original move."""
        images = list(self.symmetries[number - 1])
        if not isinstance(self.game, GridGame):
            inverse = [0] * len(images)
            for cell, image in enumerate(images):
                inverse[image] = cell
            return [images, inverse, inverse]
        back = [
            [self.numbers.get(self.images.back(move, number), NO_MOVE) for move in self.grounds[player]]
            for player in Player
        ]
        return [images, *back]

    def walk(self, seconds: float) -> Holds:
        """Play every reply; raises where the strategy breaks."""
        game, claim, start = self.game, self.claim, self.game.start
        ply = native_ply(game, start)
        self._shift = ply - start.ply
        with faults_told(game):
            end, why, one, two, numbers, positions, replies, arguments, longest = self.native.walk(
                start.black, start.white, ply, self._verify, seconds
            )
        if end == "time":
            raise LimitError("time", "out of time before every reply was played")
        if end == "holds":
            unused = self.count - positions
            return Holds(claim, positions, replies, arguments, None if longest < 0 else longest, unused)
        line, position = [], start
        for number in numbers:
            move = self.grounds[game.mover(position)][number] if isinstance(game, GridGame) else number
            line.append(move)
            position = game.step(position, move)
        said = _WHY.get(why)
        told = said(self, position, one, two) if said else why
        raise Break(told, tuple(line), position)

    def _verify(self, black: int, white: int, ply: int, number: int, turn: int, rank: int | None) -> str:
        """The reason why an argument does not hold; empty when it does."""
        position = Position(black, white, ply - self._shift)
        noted = self.native_notes
        stored = self.arguments[number] if noted is None else answer_of(*noted[number][4:])
        if isinstance(stored, Deduction):
            return "a deduction is stored, and the claim has no derivation"
        argument = self.images.back(stored, turn)
        if isinstance(argument, Exchange | Answers):
            return "the stored answers are those of a breaker certificate, and the claim is not"
        return complaint(self.game, self.claim, position, argument, rank) or ""

    def own_name(self, number: int) -> str:
        """A move of the claim's player by its number."""
        return self.game.move_name(self.grounds[self.claim.player][number])

    def name(self, position: Position, number: int) -> str:
        """A move by its number."""
        if not isinstance(self.game, GridGame):
            return self.game.move_name(number)
        moves = self.grounds[self.game.mover(position)]
        return self.game.move_name(moves[number]) if number < len(moves) else "(none of this game)"


_WHY: dict[str, Callable[[_NativeWalk, Position, int, int], Any]] = {
    "lost": lambda walk, *_: f"{walk.opponent} has won",
    "depth": lambda walk, *_: f"{walk.player} has not won within the depth",
    "over": lambda walk, *_: f"the play is over, and {walk.opponent} has won",
    "draw": lambda *_: "the play is over, and nobody has won",
    "circles": lambda walk, *_: f"{walk.opponent} can go round in circles",
    "missing": lambda walk, *_: f"no move of {walk.player} is stored for this position",
    "turn": lambda walk, *_: f"a move is stored for this position, in which {walk.opponent} moves",
    "illegal": lambda walk, position, one, _: f"the stored move {walk.name(position, one)} is not legal here",
    "not packing": lambda *_: "packings are for games in which moves only fill open cells",
    "not grid": lambda *_: "races are for grid games",
    "packing illegal": lambda *_: "a move of the packing is not legal",
    "packing overlap": lambda *_: "two moves of the packing share a cell",
    "packing cut": lambda walk, _position, one, _: f"a pair of the packing can be cut in {walk.own_name(one)}",
    "packing few": lambda walk, _, one, two: f"the packing has {one} sure moves, against {two} of {walk.opponent}",
    "packing late": lambda _walk, _position, one, two: f"the packing takes {one} moves, and {two} are left",
    "sum elsewhere": lambda *_: "sums are for games in which moves only fill open cells",
    "sum illegal": lambda *_: "a move that the sum gives up is not legal",
    "sum large": lambda _walk, _, one, _two: f"a part of the sum has {one} cells, at most {MOST_CELLS} are looked at",
    "sum wrong": lambda walk, *_: f"the value of the sum does not say that {walk.player} wins",
    "sum late": lambda _walk, _position, one, two: f"the sum takes {one} moves, and {two} are left",
    "no rank": lambda *_: "the stored move of a win says no number of moves",
    "late": lambda _walk, _position, one, two: f"a win within {one} is stored, with {two} moves left",
    "early": lambda _walk, _position, one, two: (
        f"holding for {one} is stored, where it must be {'for ever' if two < 0 else two}"
    ),
}
"""Messages for the reasons of the core; reasons of arguments are messages already."""
