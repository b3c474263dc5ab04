"""Strategies out of search: the winner's move in every position that can arise, asked of an oracle: the native search.

All replies of the opponent are played; symmetric and transposed positions are asked once. Arguments come first, since
they end a whole tree: in a position of the opponent, in one of the winner, and after each move of hers that may lead to
one. Where a mere breaker holds for ever, the search writes her strategy down itself (`breaking`). What comes out is a
claim of the search like any other; :mod:`~zermelo.strategy.check` shows whether it is true.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NoReturn

from zermelo import _native
from zermelo.errors import DisagreementError
from zermelo.model import ConnectionGame, Game, PlacementGame, Player, Position, PositionalGame, Rule
from zermelo.model.automorphism import Permutation, products
from zermelo.model.native import native_rules
from zermelo.model.symmetry import keeps_rules, rule_generators
from zermelo.search.holding import Holding
from zermelo.search.positional import CELLS
from zermelo.strategy.arguments import reaches
from zermelo.strategy.breaking import Residues, unfit
from zermelo.strategy.claim import Claim, normal, ranked
from zermelo.strategy.entry import PAIRED, Entry, Strategy
from zermelo.strategy.find_arguments import TRIES, find_argument
from zermelo.strategy.images import Images
from zermelo.strategy.oracle import Clock, Oracle, oracle_for

BETWEEN = 0.5
"""Seconds between two words on how far it is."""

MOST_SYMMETRIES = 255
"""Of a larger group a part is used that is a group by itself."""


FEW = 100
"""Entries, for which symmetries spare nothing."""


def extract(
    game: Game,
    claim: Claim,
    *,
    time_limit: float | None = None,
    memory_limit_mb: int | None = None,
    arguments: bool = True,
    symmetry: bool = True,
    breaking: bool = True,
    oracle: Callable[[Game, Claim, Clock, int | None], Oracle] = oracle_for,
    watch: Callable[[int], None] | None = None,
) -> Strategy:
    """The strategy behind a claim that is true.

    Parameters
    ----------
    game
        A positional, connection or grid game.
    claim
        What has been decided.
    time_limit, memory_limit_mb
        Seconds for all of it, and megabytes for the tables of each search.
    arguments, symmetry
        Whether to use pairings and links, and whether symmetric positions stand once.
    breaking
        Whether holding for ever may be shown by the strategy of a mere breaker, which is far smaller; it has arguments.
    oracle
        Makes what is asked, of the game, the claim, the time and the megabytes; by default the native search.
    watch
        Called with the number of entries now and then.

    Raises ``DisagreementError`` when the search does not say what is claimed, ``LimitError`` when it does not say
    enough in time, ``UnsupportedError`` for a board or a question that no native search takes.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> list(extract(make("hex:3x3"), Claim(Player.BLACK, True, 5)).entries.values())
    [Entry(answer=4, rank=None), Entry(answer=Links(pairs=((3, 6), (2, 5))), rank=None)]
    """
    clock = Clock(time_limit)
    turns = symmetries(game) if symmetry else ()
    if breaking and arguments and oracle is oracle_for:
        found = _breaking(game, claim, turns, clock, memory_limit_mb)
        if found is not None:
            return found
    asked = oracle(game, claim, clock, memory_limit_mb)
    return _Extraction(game, claim, turns, TRIES if arguments else 0, clock, asked, watch).run()


def _breaking(
    game: Game, claim: Claim, turns: tuple[Permutation, ...], clock: Clock, memory_limit_mb: int | None
) -> Strategy | None:
    """The strategy of a mere breaker, where there is one."""
    wanted = replace(claim, breaking=True)
    if unfit(game, wanted) is not None or not isinstance(game, PositionalGame) or not 0 < len(game.board) <= CELLS:
        return None
    start = game.start
    if any(not mask & ~start.stones(claim.opponent) for mask in game.winning_sets(claim.opponent)):
        return None  # one is complete
    holding = Holding(game, claim.player, clock.left, memory_limit_mb)
    found = holding.notes(turns)
    if found is None:
        return None
    if turns and len(found[1]) < FEW:  # few positions are soon told and checked without symmetries
        whole = holding.notes(())
        if whole is not None and len(whole[1]) < FEW:
            found, turns = whole, ()
    move, notes = found
    entries = {}
    for maker, breaker, kind, pairs in notes:
        stones = (maker, breaker) if claim.opponent is Player.BLACK else (breaker, maker)
        entries[Position(*stones)] = Entry(PAIRED[kind](pairs))
    strategy = Strategy(game, wanted, turns, entries)
    if move is not None:
        residues = Residues(game, wanted, turns)
        residue = residues.of(start.stones(claim.opponent), game.board.full & ~(start.black | start.white))
        assert residue is not None
        key, turn = residues.key(residue)
        entries[key] = Entry(residues.images.forth(move, turn))
    return strategy


def symmetries(game: Game, most: int = MOST_SYMMETRIES) -> tuple[Permutation, ...]:
    """Symmetries of the rules of a game but the identity, whatever stones there are; a group of at most ``most``.

    >>> from zermelo.families import make
    >>> len(symmetries(make("ttt"))), len(symmetries(make("httt:elam,board=3x3"), 10))
    (7, 5)
    """
    kept, found = list[Permutation](), tuple[Permutation, ...]()
    for turn in rule_generators(game):
        if turn not in found and keeps_rules(game, turn):
            larger = _group([*kept, turn], most)
            if larger is not None:
                kept, found = [*kept, turn], larger
    return found


def _group(generating: Sequence[Permutation], most: int) -> tuple[Permutation, ...] | None:
    """All products of some permutations but the identity; None when they are more."""
    found = tuple(islice(products(generating), most + 1))
    return None if len(found) > most else found


class _QuickImages(Images):
    """The same, with the smallest image found in the native core."""

    def __init__(self, game: Game, symmetries: Sequence[Permutation]) -> None:
        super().__init__(game, symmetries)
        fits = 0 < len(game.board) <= _native.MAX_CELLS
        self._native = _native.SmallestImage(len(game.board), symmetries) if fits else None

    def smallest(self, position: Position) -> tuple[Position, int]:
        if self._native is None:
            return super().smallest(position)
        black, white, ply = normal(self.game, position)
        black, white, number = self._native.find(black, white)
        return Position(black, white, ply), number


class _Extraction:
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
        self._images = _QuickImages(game, turns)
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
        self._strategy.symmetries = _group([turns[number - 1] for number in sorted(self._used)], len(turns)) or ()
        return self._strategy

    def _look(self, position: Position, rank: int | None) -> None:
        """Find what a position needs, unless the rules tell it."""
        game, claim, entries = self._game, self._claim, self._strategy.entries
        if self._rules is None:
            reached = game.goal_winner(position)
            moves = [] if reached is not None or (rank is not None and rank <= 0) else game.moves(position)
        else:
            stones = self._rules, position.black, position.white, position.ply
            moves = [] if rank is not None and rank <= 0 else _native.legal_moves(*stones)
            reached = None if moves else game.goal_winner(position)
        if not moves:
            winner = game.winner(position) if rank is None or rank > 0 else reached
            if winner is not claim.player and (claim.wins or winner is claim.opponent):
                self._disagree(position, rank)
            return
        mine = game.to_move(position) is claim.player
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
        self._waiting.extend((game.play(position, move), left) for move in moves)

    def _wins_next(self, position: Position, moves: list[Any]) -> bool:
        """Whether the next move wins: the rules tell that."""
        game, player = self._game, self._claim.player
        if isinstance(game, PositionalGame) and game.first_moves is None:
            mine, theirs = position.stones(player), position.stones(player.other)
            if any(not mask & theirs and (mask & ~mine).bit_count() == 1 for mask in game.winning_sets(player)):
                return True
            if game.rule is Rule.MAKER_MAKER or player is Player.BLACK:
                return False
        after = (game.play(position, move) for move in moves)
        if self._rules is not None:
            return any(_native.status(self._rules, *each) == player.value for each in after)
        return any(game.goal_winner(each) is player for each in after)

    def _argued(self, position: Position, rank: int | None, key: Position, turn: int) -> bool:
        """Whether an argument has been found for the position; then it is stored."""
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
            after = game.play(position, move)
            if self._tries and find_argument(game, claim, after, left, self._tries // 4) is not None:
                return move, rank
        told = oracle.hold(position, rank)
        if told is not None:
            return told, rank
        for move in self._in_order(position, moves):
            after = game.play(position, move)
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
    """Whether an entry will do with so many moves left of the claim (None: any number)."""
    if not ranked(game):
        return True
    if claim.wins:
        return left is None or (entry.rank is not None and entry.rank <= left)
    return entry.rank is None or (left is not None and entry.rank >= left)


def needed(strategy: Strategy, images: Images) -> Iterator[tuple[Position, Entry]]:
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
            waiting.append(game.play(position, images.back(entry.answer, turn)))
        elif game.to_move(position) is claim.opponent:
            waiting += [game.play(position, move) for move in game.moves(position)]
