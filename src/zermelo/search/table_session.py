"""Sessions of depth-first searches: decided, every first move decided, and proven, on tables that live on.

In a grid game whose plays all end somebody wins, and a mere breaker wins where the maker does not: there one search
answers "does he win at all" for both players, and its table holds the strategy of whoever does. Otherwise each player
has a search of his own; that of White's wins is of the game with the colours exchanged.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from zermelo import _native
from zermelo.errors import DisagreementError, LimitError, UnsupportedError
from zermelo.model import ClauseGame, Game, GridGame, GridMove, Player, Position
from zermelo.model.ground import ground_actions
from zermelo.model.symmetry import group_of, rule_symmetries
from zermelo.search.budget import ENGINES, LARGEST_DEPTH, MEMORY_MB, Budget, Search
from zermelo.search.engine_session import breaks
from zermelo.search.exhaustive_session import ExhaustiveSession
from zermelo.search.notes import PackedNotes
from zermelo.search.progress import Watch, teller
from zermelo.search.session import Limits, Proof, Result, Session

SHARE = 0.75
"""Of the memory, for the table of the player who is asked about first."""

Kept = Callable[[Player], Path | None]
"""Where the search for a player's wins is kept."""

Build = Callable[[Game, Budget, float, Path | None], Search]
"""Makes the searches of a game for Black, with a share of the memory and a checkpoint."""


class TableSession:
    """A session of a game by a search with a table.

    Parameters
    ----------
    game
        On at most 512 cells.
    label
        As in a verdict.
    build
        Makes the searches.
    kept
        Tells a file for each player, with which the search for his wins begins, where it is there, and which it writes
        after every question.
    engine
        Which of the searches decides: depth-first, df-pn or pns; depth-first proves.
    turns
        Whether symmetric positions may stand once in a proof.
    endless
        Who answers questions without a bound on a game whose plays may never end: that takes all positions that can be
        reached.

    Raises ``UnsupportedError`` for a larger board, and for such a question where nobody answers it.
    """

    def __init__(
        self,
        game: Game,
        label: str,
        build: Build,
        *,
        kept: Kept = lambda _: None,
        engine: str = ENGINES[0],
        turns: bool = True,
        endless: Callable[[], Session] | None = None,
    ) -> None:
        self.game, self.label = game, label
        self._build, self._kept, self._engine, self._turns = build, kept, engine, turns
        self._grid = isinstance(game, GridGame)
        self._searches: dict[Player, Search] = {}
        self._moves: dict[Player, list[GridMove]] = {}
        self._held = ExitStack()
        self._endless = endless
        self._backward: Session | None = None
        self._longest = game.complete_depth()
        self._ends = self._grid and self._longest is not None
        """Whether somebody wins for sure."""
        self._never = dict.fromkeys(Player, False)
        """Who is known never to win."""

    def __enter__(self) -> TableSession:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    # --- questions

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Whether a player wins within so many moves, or at all; see `Session`."""
        begun, game = time.perf_counter(), self.game
        other = self._other(player, depth)
        if other is not None:
            return other.decide(player, depth, limits, watch)
        over = game.goal_winner(game.start)
        if over is not None or not len(game.board) or (depth is not None and depth <= 0):
            never = over is not player and (over is not None or not len(game.board))
            return Result(over is player, None if never else 0, seconds=time.perf_counter() - begun)
        return self._decide(self.game.start, player, depth, limits, watch, begun)

    def _decide(
        self,
        position: Position,
        player: Player,
        depth: int | None,
        limits: Limits,
        watch: Watch | None,
        begun: float,
    ) -> Result:
        """The same about a position in which nobody has won, with a move left at least."""
        bound, asked = self._question(player, depth)
        native = self._search(asked, limits)
        if native is None:
            return Result(None, reason="time", seconds=time.perf_counter() - begun)
        opens = self.game.mover(position)
        where, spend = self._stones(position, asked), _spend(limits, begun)
        if self._engine == ENGINES[0]:
            told = native.decide(*where, bound, *spend, self._tell(opens, watch))
        else:
            told = native.prove(*where, bound, self._engine == "pns", self._bytes(limits), *spend)
        reason, wins, proven, number, nodes, memory = told
        notes = self._save(asked)
        bill: dict[str, Any] = {"nodes": nodes, "memory": memory, "notes": notes}
        if reason:
            return Result(None, reason=reason, seconds=time.perf_counter() - begun, **bill)
        if not wins and proven is None and position == self.game.start:
            self._never[asked] = True
        answer = wins is (player is asked)
        move = self._move(opens, number) if answer and opens is player else None
        # Of a win that the other one's search tells all that is known is that every play ends.
        known = proven if player is asked else self._longest if answer and self._ends else None
        return Result(answer, known, move, seconds=time.perf_counter() - begun, **bill)

    def first_moves(
        self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None
    ) -> Mapping[Any, Result]:
        """The same after each legal first move; see `Session`."""
        begun, game, start = time.perf_counter(), self.game, self.game.start
        if depth is not None and self._longest is not None and depth >= self._longest:
            depth = None  # at all, after the move as well
        other = self._other(player, depth)
        if other is not None:
            return other.first_moves(player, depth, limits, watch)
        moves = game.legal(start) if game.goal_winner(start) is None else []
        if not moves or (depth is not None and depth <= 0):
            return {move: Result(False, 0) for move in moves}
        found: dict[tuple[int, int], Result] = {}
        images = _native.SmallestImage(len(game.board), rule_symmetries(game))
        results: dict[Any, Result] = dict.fromkeys(moves, Result(None, reason="time"))
        for move in self._ordered(player, depth, limits, moves):
            after = game.step(start, move)
            black, white, _ = images.find(after.black, after.white)
            if (black, white) not in found:
                spent = sum(each.nodes for each in found.values())
                left = limits._replace(nodes=None if limits.nodes is None else max(0, limits.nodes - spent))
                found[black, white] = self._after(after, player, depth, left, watch, begun)
            results[move] = found[black, white]
        return results

    def _after(
        self, after: Position, player: Player, depth: int | None, limits: Limits, watch: Watch | None, begun: float
    ) -> Result:
        game = self.game
        reached = game.goal_winner(after)
        if reached is not None:
            return Result(reached is player, 1 if reached is player else None)
        left = None if depth is None else depth - 1
        if left == 0:
            return Result(False, 1)
        result = self._decide(after, player, left, limits, watch, begun)
        result = replace(result, first_move=None)
        return result if result.depth is None else replace(result, depth=result.depth + 1)

    def _ordered(self, player: Player, depth: int | None, limits: Limits, moves: list[Any]) -> list[Any]:
        """The first moves, the likeliest first."""
        asked = self._question(player, depth)[1]
        native = self._search(asked, limits)
        if native is None:
            return moves
        opens = self.game.mover(self.game.start)
        numbers = native.order(*self._stones(self.game.start, asked))
        likely = [move for move in (self._move(opens, number) for number in numbers) if move is not None]
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
    ) -> Proof:
        """The strategy of a player by which he wins, or holds; see `Session`.

        ``arguments``: leaves of the proof may be arguments, else moves alone; ``symmetry``: symmetric positions stand
        once.
        """
        begun, game = time.perf_counter(), self.game
        other = self._other(player if wins else player.other, depth)
        if other is not None:
            return other.prove(player, depth, limits, wins=wins, watch=watch)
        if isinstance(game, ClauseGame):
            raise UnsupportedError("a search that proves what it says of formulas", found=self.label)
        wins = wins and not (player is Player.WHITE and breaks(game))  # she wins by holding
        over = game.goal_winner(game.start)
        if over is not None or not len(game.board) or (depth is not None and depth <= 0):
            if over is player or (over is None and not wins):
                return Proof(PackedNotes(_native.Notes(max(1, len(game.board)))))
            raise self._disagreement(player, depth, wins)
        # Of holding for some moves "for ever" is the proof at hand, where that is known.
        never = not wins and self._ends and self._never[player.other] and (depth is None or depth > 1)
        bound, asked = self._question(player if wins else player.other, None if never else depth)
        native = self._search(asked, limits)
        if native is None:
            raise LimitError("time", "out of time before the proof was begun")
        turns = rule_symmetries(game) if symmetry and self._turns else ()
        swapped, white = asked is Player.WHITE, asked is not player
        reason, done, notes, used, _, _ = native.write(
            *self._stones(game.start, asked), bound, not white, swapped, self._grid, not wins and bound is None,
            arguments, turns, *_spend(limits, begun), self._tell(game.mover(game.start), watch),
        )  # fmt: skip
        if reason:
            raise LimitError(reason, f"the search ended without a proof ({reason})")
        if not done:
            raise self._disagreement(player, depth, wins)
        return Proof(PackedNotes(notes), group_of([turns[number] for number in used], len(turns)) or ())

    def _disagreement(self, player: Player, depth: int | None, wins: bool) -> DisagreementError:
        said = "wins" if wins else "holds"
        within = "" if depth is None else f" within {depth}" if wins else f" for {depth}"
        return DisagreementError(f"{self.game.name}: the search does not find that {player} {said}{within}")

    # --- the searches

    def _question(self, player: Player, depth: int | None) -> tuple[int | None, Player]:
        """The bound to ask with, and whose search: where somebody wins for sure either does without a bound."""
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
        """Who answers a question about a player's wins in place of this search; None for the search itself."""
        if self._longest is None:
            if self._endless is None or (depth is not None and depth <= LARGEST_DEPTH):
                return None
            self._backward = self._backward or self._endless()
            return self._backward
        slowly = player is Player.WHITE and breaks(self.game) and depth is not None and depth < self._longest
        return ExhaustiveSession(self.game) if slowly else None

    def _search(self, asked: Player, limits: Limits) -> _native.Search | None:
        """The search for a player's wins; None when there is no time for any."""
        if limits.seconds is not None and limits.seconds <= 0:
            return None
        if asked not in self._searches:
            game = self.game if asked is Player.BLACK else self.game.swapped()
            share = 1 - SHARE if self._searches else SHARE
            made = self._build(game, Budget(None, limits.megabytes, None), share, self._kept(asked))
            self._searches[asked] = self._held.enter_context(made)
        return self._searches[asked].native

    def _stones(self, position: Position, asked: Player) -> tuple[int, int, int]:
        """The position as the search for a player's wins has it; in grid games at even plies he moves."""
        black, white, ply = position if asked is Player.BLACK else position.swapped()
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
        return self._searches[asked].save() if self._kept(asked) is not None else ()

    def _bytes(self, limits: Limits) -> int:
        return int(1e6 * (MEMORY_MB if limits.megabytes is None else limits.megabytes))


def _spend(limits: Limits, begun: float) -> tuple[float, int]:
    """What is left of the seconds, and the positions."""
    seconds = math.inf if limits.seconds is None else max(0.0, limits.seconds - (time.perf_counter() - begun))
    return seconds, 2**63 - 1 if limits.nodes is None else max(0, limits.nodes)
