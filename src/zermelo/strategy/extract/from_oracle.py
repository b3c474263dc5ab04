"""Extraction from an oracle: the winner's move in every position that can arise.

All replies of the opponent are played; the oracle is asked once for symmetric and transposed positions. Arguments come
first, since they end a whole tree: in a position of the opponent, in one of the winner, and after each move of the
winner that may lead to one. Formulas are such oracles; a search writes its proof itself
(:mod:`~zermelo.strategy.extract.from_search`).
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from zermelo import _native
from zermelo.errors import DisagreementError
from zermelo.model import ConnectionGame, Game, PlacementGame, Player, Position, PositionalGame, Rule
from zermelo.model.automorphism import Permutation
from zermelo.model.native_rules import native_rules
from zermelo.model.symmetry import group_of, rule_symmetries
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check.arguments import reaches
from zermelo.strategy.claim import Claim, ranked
from zermelo.strategy.entry import Entry, Strategy
from zermelo.strategy.extract.find_arguments import TRIES, find_argument
from zermelo.strategy.extract.oracle import Clock, Oracle
from zermelo.strategy.quick_images import QuickImages

BETWEEN = 0.5
"""Seconds between two reports of progress."""


def extract_by(
    oracle: Callable[[Game, Claim, Clock, int | None], Oracle],
    game: Game,
    claim: Claim,
    *,
    time_limit: float | None = None,
    memory_limit_mb: int | None = None,
    watch: Callable[[int], None] | None = None,
) -> Strategy:
    """The strategy behind a claim that is true.

    Parameters
    ----------
    oracle
        Makes what is asked, of the game, the claim, the time and the megabytes.
    game, claim, time_limit, memory_limit_mb, watch
        As of :func:`~zermelo.strategy.extract.from_search.extract`; it raises the same.
    """
    clock = Clock(time_limit)
    asked = oracle(game, claim, clock, memory_limit_mb)
    return _OracleExtraction(game, claim, rule_symmetries(game), TRIES, clock, asked, watch).run()


class _OracleExtraction:
    def __init__(
        self,
        game: Game,
        claim: Claim,
        turns: tuple[Permutation, ...],
        tries: int,
        clock: Clock,
        oracle: Oracle,
        watch: Callable[[int], None] | None,
    ) -> None:
        self._game, self._claim, self._tries, self._clock = game, claim, tries, clock
        self._images = QuickImages(game, turns)
        self._oracle = oracle
        self._ranked = ranked(game)
        fits = isinstance(game, PlacementGame) and 0 < len(game.board) <= _native.MAX_CELLS
        # The core asks only whether the last move has won.
        self._rules = native_rules(game) if fits and game.goal_winner(game.start) is None else None
        self._watch = watch
        self._strategy = Strategy(game, claim, turns)
        self._waiting: deque[tuple[Position, int | None]] = deque([(game.start, claim.bound(game))])
        self._used: set[int] = set()
        """Numbers of the symmetries that have served."""
        self._met: set[tuple[Position, int | None]] = set()
        """Positions of the opponent that have been looked at."""

    def run(self) -> Strategy:
        # Depth first, for what the searches remember is about positions like the last one. But holding with ranks asks
        # first for the positions with most moves left: a position that is met again needs no more then.
        following = self._waiting.popleft if self._ranked and not self._claim.wins else self._waiting.pop
        tell = time.monotonic() + BETWEEN
        while self._waiting:
            self._look(*following())
            self._clock.left  # noqa: B018 (raises when there is none)
            if self._watch and time.monotonic() > tell:
                self._watch(len(self._strategy))
                tell = time.monotonic() + BETWEEN
        if self._ranked:
            self._strategy.entries = dict(needed(self._strategy, self._images))
        # Each position that can be met is the smallest of its images or has one under a symmetry that has served.
        turns = self._strategy.symmetries
        self._strategy.symmetries = group_of([turns[number - 1] for number in sorted(self._used)], len(turns)) or ()
        return self._strategy

    def _look(self, position: Position, rank: int | None) -> None:
        """Store an entry for a position that needs one, and note the positions that follow."""
        game, claim, entries = self._game, self._claim, self._strategy.entries
        if self._rules is None:
            reached = game.goal_winner(position)
            moves = [] if reached is not None or (rank is not None and rank <= 0) else game.legal(position)
        else:
            stones = self._rules, position.black, position.white, position.ply
            moves = [] if rank is not None and rank <= 0 else _native.legal_moves(*stones)
            reached = None if moves else game.goal_winner(position)
        if not moves:
            winner = game.winner(position) if rank is None or rank > 0 else reached
            if winner is not claim.player and (claim.wins or winner is claim.opponent):
                self._disagree(position, rank)
            return
        mine = game.mover(position) is claim.player
        key, turn = self._images.smallest(position)
        known = entries.get(key)
        if known is None and mine and self._wins_next(position, moves):
            return
        if turn:
            self._used.add(turn)
        if known is not None and serves(game, claim, known, rank):
            return
        if not mine:
            if (key, rank) in self._met:
                return
            self._met.add((key, rank))
        if self._argued(position, rank, key, turn):
            return
        if mine:
            move, rank = self._move(position, rank, moves)
            entries[key] = Entry(self._images.forth(move, turn), rank if self._ranked else None)
            moves = [move]
        left = None if rank is None else rank - 1
        self._waiting.extend((game.step(position, move), left) for move in moves)

    def _wins_next(self, position: Position, moves: list[Any]) -> bool:
        """True if the next move wins by the rules."""
        game, player = self._game, self._claim.player
        if isinstance(game, PositionalGame) and game.first_moves is None:
            mine, theirs = position.stones(player), position.stones(player.other)
            if any(not mask & theirs and (mask & ~mine).bit_count() == 1 for mask in game.winning_sets(player)):
                return True
            if game.rule is Rule.MAKER_MAKER or player is Player.BLACK:
                return False
        after = (game.step(position, move) for move in moves)
        if self._rules is not None:
            return any(_native.status(self._rules, *each) == player.value for each in after)
        return any(game.goal_winner(each) is player for each in after)

    def _argued(self, position: Position, rank: int | None, key: Position, turn: int) -> bool:
        """Store an argument for the position if one is found; True if so."""
        if not self._tries:
            return False
        argument = find_argument(self._game, self._claim, position, rank, self._tries)
        if argument is None:
            return False
        self._strategy.entries[key] = Entry(self._images.forth(argument, turn))
        return True

    def _move(self, position: Position, rank: int | None, moves: list[Any]) -> tuple[Any, int | None]:
        """The move of the claim's player, and the rank that it is good for."""
        if not self._claim.wins:
            found = self._holding(position, rank, moves)
        elif len(moves) == 1 and rank is not None:  # whatever the search would say
            found = moves[0], rank
        else:
            found = self._oracle.win(position, rank)
        if found is None:
            self._disagree(position, rank)
        return found

    def _holding(self, position: Position, rank: int | None, moves: list[Any]) -> tuple[Any, int | None] | None:
        game, claim, oracle = self._game, self._claim, self._oracle
        left = None if rank is None else rank - 1
        for move in self._in_order(position, moves):
            after = game.step(position, move)
            if self._tries and find_argument(game, claim, after, left, self._tries // 4) is not None:
                return move, rank
        told = oracle.hold(position, rank)
        if told is not None:
            return told, rank
        for move in self._in_order(position, moves):
            after = game.step(position, move)
            if game.goal_winner(after) is None and oracle.held(after, left):
                return move, rank
        return None

    def _in_order(self, position: Position, moves: list[Any]) -> list[Any]:
        """Moves that take most away from the opponent first: a winning set with k open cells weighs 2^-k.

        In connection games those on Black's shortest ways, which both players want.
        """
        game, claim = self._game, self._claim
        if isinstance(game, ConnectionGame):
            ways = dict.fromkeys(moves, 0)
            for border in (game.source, game.target):
                for reached in reaches(game, border, position):
                    for move in moves:
                        ways[move] += not reached >> move & 1
            return sorted(moves, key=ways.__getitem__)
        if not isinstance(game, PositionalGame):
            return moves
        mine, theirs = position.stones(claim.player), position.stones(claim.opponent)
        sets = [mask & ~theirs for mask in game.winning_sets(claim.opponent) if not mask & mine]
        weight = dict.fromkeys(moves, 0)
        size = len(game.board)
        for mask in sets:
            each = 1 << size - mask.bit_count()
            for move in moves:
                if mask >> move & 1:
                    weight[move] += each
        return sorted(moves, key=lambda move: -weight[move])

    def _disagree(self, position: Position, rank: int | None) -> NoReturn:
        stones = (
            f"{' '.join(self._game.board.names(position.black))} / {' '.join(self._game.board.names(position.white))}"
        )
        left = "" if rank is None else f" with {rank} moves left"
        raise DisagreementError(
            f"{self._game.name}: no strategy for {self._claim}: none is found in the position {stones}{left}"
        )


def serves(game: Game, claim: Claim, entry: Entry, left: int | None) -> bool:
    """True if an entry is strong enough for the remaining moves of the claim.

    Parameters
    ----------
    game, claim
        The game, and the claim about it.
    entry
        The entry of the position.
    left
        The remaining moves; None for any number.
    """
    if not ranked(game):
        return True
    if claim.wins:
        return left is None or (entry.rank is not None and entry.rank <= left)
    return entry.rank is None or (left is not None and entry.rank >= left)


def needed(strategy: Strategy, images: CanonicalPositions) -> Iterator[tuple[Position, Entry]]:
    """The entries that can be met, where moves have ranks: some have been replaced by better ones."""
    game, claim = strategy.game, strategy.claim
    waiting, met = [game.start], set[Position]()
    while waiting:
        position = waiting.pop()
        key, turn = images.smallest(position)
        if key in met:
            continue
        met.add(key)
        entry = strategy.entries.get(key)
        if entry is not None:
            yield key, entry
            waiting.append(game.step(position, images.back(entry.answer, turn)))
        elif game.mover(position) is claim.opponent:
            waiting += [game.step(position, move) for move in game.legal(position)]
