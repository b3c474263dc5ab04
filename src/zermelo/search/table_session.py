"""The base of the sessions of depth-first searches, whose tables live on between questions.

In a grid game whose plays all end somebody wins, and a mere breaker wins where the maker does not: there one search
answers "does he win at all" for both players, and its table holds the strategy of whoever does. Otherwise each player
has a search of his own; that of White's wins is of the game with the colours exchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from typing import Any

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.model import ClauseGame, Game, GridGame, GridMove, Player, Position, StateGame
from zermelo.model.ground import ground_actions
from zermelo.model.native_rules import faults_told
from zermelo.model.symmetry import rule_symmetries
from zermelo.questions import CheckpointFile
from zermelo.search.budget import PATIENCE, Budget, check_size
from zermelo.search.checkpoint import remarks
from zermelo.search.exhaustive_session import ExhaustiveSession
from zermelo.search.notes import PackedNotes, used_symmetries
from zermelo.search.progress import Watch, below, teller
from zermelo.search.session import Limits, Result, SearchProof, Session, breaks, disproved, ended, ranked_notes
from zermelo.search.taking_turns import Way, in_turns, later_open

LARGEST_DEPTH = 65_534
"""The largest bound of a search, in moves; a question beyond it is answered without a bound."""

ENGINES = ("depth-first", "df-pn", "pns")
"""The searches that answer the same question in different ways."""

TURN = 4_000
"""Positions of the first turn, where two ways to work on a question take turns."""

SMALL = 0.1
"""The share of the memory up to which a search with bounds goes on, where plays may never end."""

SHARE = 0.75
"""The share of the memory for the table of the player who is asked about first."""

Kept = Callable[[Player], CheckpointFile | None]
"""Names for each player the file in which the search for his wins is kept."""

BuildSearch = Callable[[Game, int, CheckpointFile | None], AbstractContextManager[_native.Search]]
"""Makes the search of a game for Black, with so many bytes for its table and a checkpoint."""


class TableSession:
    """A session of a game by a search with a table; :class:`~zermelo.search.session.Session` has the methods.

    Parameters
    ----------
    game
        On at most 512 cells.
    label
        The name of the search in a verdict.
    build
        Makes the search of a player's wins.
    kept
        Names for each player a file with which the search for his wins begins, where it is there, and which it writes
        after every question.
    engine
        The search that decides, one of `ENGINES`; depth-first proves.
    turns
        True if symmetric positions may stand once in a proof.
    endless
        Makes the session for questions without a bound on a game whose plays may never end: these take all positions
        that can be reached, in turns with a search for a win within greater and greater bounds.

    Raises ``UnsupportedError`` for a larger board, and for such a question without such a session.
    """

    def __init__(
        self,
        game: Game,
        label: str,
        build: BuildSearch,
        *,
        kept: Kept = lambda _: None,
        engine: str = ENGINES[0],
        turns: bool = True,
        endless: Callable[[], Session] | None = None,
    ) -> None:
        check_size(game)
        self.game, self.label = game, label
        self._build, self._kept, self._engine, self._turns = build, kept, engine, turns
        self._grid, self._ranked = isinstance(game, GridGame), ranked_notes(game)
        self._searches: dict[Player, _native.Search] = {}
        self._moves: dict[Player, list[GridMove]] = {}
        self._held = ExitStack()
        self._endless = endless
        self._backward: Session | None = None
        self._longest = game.complete_depth()
        self._ends = isinstance(game, GridGame) and self._longest is not None and not game.rules.may_draw
        """One of the players wins for sure."""
        self._never = dict.fromkeys(Player, False)
        """The player is known never to win."""
        self._bounds = dict.fromkeys(Player, 4)
        """The bound that the search for his wins has next, where plays may never end."""
        self._within = dict[Player, int]()
        """The bound within which it has found a win."""
        self._taken = dict.fromkeys(Player, 0)
        """Bytes of its tables."""

    def __enter__(self) -> TableSession:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    # --- questions

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Decide whether a player wins within so many moves, or at all.

        Parameters as in :meth:`Session.decide`.
        """
        budget, game = Budget(limits), self.game
        other = self._other(player, depth)
        if other is not None and other is self._backward:
            return in_turns(limits, self._endless_ways(other, player), TURN, watch)
        if other is not None:
            return other.decide(player, depth, limits, watch)
        over = game.goal_winner(game.start)
        if over is not None or not len(game.board) or (depth is not None and depth <= 0):
            never = over is not player and (over is not None or not len(game.board))
            return budget.result(over is player, depth=None if never else 0)
        if depth is not None and self._longest is not None and depth < self._longest:
            return in_turns(limits, self._bounded_ways(player, depth), TURN, watch)
        return self._decide(game.start, player, depth, budget, watch)

    def _endless_ways(self, other: Session, player: Player) -> dict[Way, int]:
        """Decide whether a player wins at all, where plays may never end.

        The positions that can be reached tell everything in the end; a search with greater and greater bounds tells of
        wins that are not deep long before. Where there is no room for both it gives up its own.
        """

        def backwards(limits: Limits, watch: Watch | None) -> Result:
            held = sum(self._taken.values())
            most = None if limits.megabytes is None else max(0.0, limits.megabytes - held / 1e6)
            found = other.decide(player, None, limits._replace(megabytes=most), watch)
            if found.reason != "memory" or not held:
                return replace(found, memory=held + found.memory)
            self._held.close()
            self._searches.clear()
            self._bounds, self._taken = dict.fromkeys(Player, LARGEST_DEPTH + 1), dict.fromkeys(Player, 0)
            return replace(found, reason="nodes")

        def bounded(limits: Limits, watch: Watch | None) -> Result:
            bound = self._bounds[player]
            if bound > LARGEST_DEPTH or sum(self._taken.values()) > SMALL * Budget(limits).bytes:
                return Result(None, reason="depth")
            found = self.decide(player, bound, limits, watch)
            self._taken[player] = max(self._taken[player], found.memory)
            if found.answer:
                self._within[player] = bound if found.depth is None else found.depth
            elif found.reason == "memory":
                return replace(found, reason="depth")
            elif found.answer is False and found.depth is not None:
                self._bounds[player] = 2 * bound
                return replace(found, answer=None, depth=None, reason="nodes")
            return found

        return {backwards: 4, bounded: 1}

    def _bounded_ways(self, player: Player, depth: int) -> dict[Way, int]:
        """Decide whether a player wins in time, or at all: who never wins does not win so soon either."""

        def bounded(limits: Limits, watch: Watch | None) -> Result:
            return self._decide(self.game.start, player, depth, Budget(limits), watch)

        def ever(limits: Limits, watch: Watch | None) -> Result:
            return later_open(self._decide(self.game.start, player, None, Budget(limits), watch), depth)

        return {bounded: 4, ever: 1}

    def _decide(
        self, position: Position, player: Player, depth: int | None, budget: Budget, watch: Watch | None
    ) -> Result:
        """Decide the same about a position in which nobody has won, with a move left at least."""
        bound, asked = self._question(player, depth)
        native = self._search(asked, budget)
        if native is None:
            return budget.result(None, reason="time")
        opens = self.game.mover(position)
        where, spend = self._stones(position, asked), (budget.seconds, budget.nodes)
        try:
            with faults_told(self.game):
                tell = self._tell(opens, watch)
                if self._engine == ENGINES[0]:
                    told = native.decide(*where, bound, *spend, tell, budget.threads, PATIENCE)
                else:
                    told = native.prove(*where, bound, self._engine == "pns", budget.bytes, *spend, tell)
        finally:
            notes = self._save(asked)
        reason, wins, proven, number, nodes, memory = told
        budget.count(nodes, memory)
        cost: dict[str, Any] = {"nodes": nodes, "memory": memory, "notes": notes}
        if reason:
            return budget.result(None, reason=reason, **cost)
        if not wins and proven is None and position == self.game.start:
            self._never[asked] = True
        answer = wins is (player is asked)
        move = self._move(opens, number) if answer and opens is player else None
        # Of a win that the other one's search tells all that is known is that every play ends.
        known = proven if player is asked else self._longest if answer and self._ends else None
        if answer and known is not None and self._longest is not None:  # a race counts as long as its plan may take
            known = min(known, self._longest - (position.ply - self.game.start.ply))
        return budget.result(answer, depth=known, first_move=move, **cost)

    def first_moves(
        self,
        player: Player,
        depth: int | None,
        limits: Limits,
        watch: Watch | None = None,
        known: Collection[Any] = (),
    ) -> Mapping[Any, Result]:
        """Decide the same after each legal first move.

        Parameters as in :meth:`Session.first_moves`.
        """
        budget, game, start = Budget(limits), self.game, self.game.start
        if depth is not None and self._longest is not None and depth >= self._longest:
            depth = None  # at all, after the move as well
        other = self._other(player, depth)
        if other is not None:
            return other.first_moves(player, depth, limits, watch, known)
        moves = game.legal(start) if game.goal_winner(start) is None else []
        if not moves or (depth is not None and depth <= 0):
            return {move: Result(False, 0) for move in moves}
        found: dict[tuple[int, int], Result] = {}
        images = _native.SmallestImage(len(game.board), rule_symmetries(game))
        open_moves = [move for move in moves if move not in known]
        results: dict[Any, Result] = dict.fromkeys(open_moves, Result(None, reason="time"))
        ordered = self._ordered(player, depth, budget, open_moves)
        for number, move in enumerate(ordered):
            after = game.step(start, move)
            black, white, _ = images.find(after.black, after.white)
            if (black, white) not in found:
                told = below(watch, move, tuple(ordered[number:]))
                found[black, white] = self._after(after, player, depth, budget, told)
            results[move] = found[black, white]
        return results

    def _after(self, after: Position, player: Player, depth: int | None, budget: Budget, watch: Watch | None) -> Result:
        reached = self.game.goal_winner(after)
        if reached is not None:
            return Result(reached is player, 1 if reached is player else None)
        left = None if depth is None else depth - 1
        if left == 0:
            return Result(False, 1)
        result = self._decide(after, player, left, budget, watch)
        return replace(result, first_move=None, depth=None if result.depth is None else result.depth + 1)

    def _ordered(self, player: Player, depth: int | None, budget: Budget, moves: list[Any]) -> list[Any]:
        """The first moves, the likeliest first."""
        asked = self._question(player, depth)[1]
        native = self._search(asked, budget)
        if native is None:
            return moves
        opens = self.game.mover(self.game.start)
        with faults_told(self.game):
            numbers = native.order(*self._stones(self.game.start, asked))
        likely = [move for move in (self._move(opens, number) for number in numbers) if move in moves]
        return [*likely, *(move for move in moves if move not in likely)]

    # --- proofs

    def prove(
        self,
        player: Player,
        depth: int | None,
        limits: Limits,
        *,
        wins: bool,
        watch: Watch | None = None,
        arguments: bool = True,
        symmetry: bool = True,
    ) -> SearchProof:
        """Write the strategy of a player by which he wins within the depth, or holds for it.

        Parameters
        ----------
        player, depth, limits, wins, watch
            As in :class:`~zermelo.search.session.Session`.
        arguments
            True: leaves of the proof may be arguments; False: only moves are written.
        symmetry
            True: of positions that are images of each other one is written.
        """
        budget, game = Budget(limits), self.game
        if wins and depth is None:
            depth = self._within.get(player)
        other = self._other(player if wins else player.other, depth)
        if other is not None:
            return other.prove(player, depth, limits, wins=wins, watch=watch)
        if isinstance(game, ClauseGame):
            raise UnsupportedError("a search that proves what it says of formulas", found=self.label)
        wins = wins and not (player is Player.WHITE and breaks(game))  # she wins by holding
        over = game.goal_winner(game.start)
        if over is not None or not len(game.board) or (depth is not None and depth <= 0):
            if over is player or (over is None and not wins):
                return SearchProof(PackedNotes(_native.Notes(max(1, len(game.board)))))
            raise disproved(game, player, depth, wins=wins)
        # Of holding for some moves "for ever" is the proof at hand, where that is known.
        never = not wins and self._ends and self._never[player.other] and (depth is None or depth > 1)
        bound, asked = self._question(player if wins else player.other, None if never else depth)
        if wins and depth is not None and bound is None and isinstance(game, GridGame):
            # No play is longer than the depth, but a race may be said to be: it counts as long as its plan may take.
            arguments = arguments and not (game.black_goals or game.white_goals)
        native = self._search(asked, budget)
        if native is None:
            raise ended("time")
        turns = rule_symmetries(game) if symmetry and self._turns else ()
        swapped, white = asked is Player.WHITE, asked is not player
        with faults_told(game):
            reason, done, notes, used, _, _ = native.write(
                *self._stones(game.start, asked), bound, not white, swapped, self._ranked, not wins and bound is None,
                arguments, turns, budget.proof_bytes, budget.seconds, budget.nodes,
                teller(watch, None),
            )  # fmt: skip
        if reason:
            raise ended(reason)
        if not done:
            raise disproved(game, player, depth, wins=wins)
        return SearchProof(PackedNotes(notes), used_symmetries(turns, used))

    # --- the searches

    def _question(self, player: Player, depth: int | None) -> tuple[int | None, Player]:
        """The bound to ask with, and the player whose search is asked.

        Where one of the players wins for sure, either search answers questions without a bound.
        """
        if self._longest is not None and (depth is None or depth >= self._longest):
            if self._ends:
                return None, next((each for each in Player if each in self._searches), Player.BLACK)
            return None, Player.BLACK if breaks(self.game) else player
        if depth is None or depth > LARGEST_DEPTH:
            raise UnsupportedError(
                f"a depth of at most {LARGEST_DEPTH} in a game whose plays may never end", found=str(depth)
            )
        return depth, player

    def _other(self, player: Player, depth: int | None) -> Session | None:
        """The session that answers a question about a player's wins in place of this one; None for this one."""
        if self._longest is None:
            if self._endless is None or (depth is not None and depth <= LARGEST_DEPTH):
                return None
            self._backward = self._backward or self._endless()
            return self._backward
        slowly = player is Player.WHITE and breaks(self.game) and depth is not None and depth < self._longest
        return ExhaustiveSession(self.game) if slowly else None

    def _search(self, asked: Player, budget: Budget) -> _native.Search | None:
        """The search for a player's wins; None when there is no time for any."""
        if not budget.seconds:
            return None
        if asked not in self._searches:
            game = self.game if asked is Player.BLACK else self.game.swapped()
            share = 1 - SHARE if self._searches else SHARE
            made = self._build(game, int(share * budget.bytes), self._kept(asked))
            self._searches[asked] = self._held.enter_context(made)
        return self._searches[asked]

    def _stones(self, position: Position, asked: Player) -> tuple[int, int, int]:
        """The position for the search for a player's wins; in its grid games he moves at even plies."""
        turned = asked is Player.WHITE and not isinstance(self.game, StateGame)
        black, white, ply = position.swapped() if turned else position
        if self._grid:
            ply = 0 if self.game.mover(position) is asked else 1
        return black, white, ply

    def _move(self, player: Player, number: int) -> Any:
        """The model's name for a move of the core; None for a negative number."""
        game = self.game
        if number < 0 or not isinstance(game, GridGame | ClauseGame):
            return None if number < 0 else number
        if isinstance(game, ClauseGame):
            return number // 2 + 1 if number % 2 == 0 else -(number // 2) - 1
        if player not in self._moves:
            self._moves[player] = [each.move for each in ground_actions(game, player)]
        return self._moves[player][number]

    def _tell(self, opens: Player, watch: Watch | None) -> Any:
        return teller(watch, lambda number: self._move(opens, number))

    def _save(self, asked: Player) -> tuple[str, ...]:
        return remarks(self._searches[asked].save()) if self._kept(asked) is not None else ()
