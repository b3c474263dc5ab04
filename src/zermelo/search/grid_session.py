"""Grid games as sessions: decided, every first move decided, and proven, on tables that live on.

In a game whose plays all end somebody wins, so one search answers "does he win at all" for both players, and its table
holds the strategy of whoever does. Within a depth each player has a search of his own; that of White's is of the game
with the colours exchanged.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from zermelo import _native
from zermelo.errors import DisagreementError, LimitError, UnsupportedError
from zermelo.model import GridGame, GridMove, Player, Position
from zermelo.model.ground import ground_actions
from zermelo.model.symmetry import group_of, rule_symmetries
from zermelo.search.grid import Switches, search
from zermelo.search.native import LARGEST_DEPTH, MEMORY_MB, Budget, Search
from zermelo.search.notes import PackedNotes
from zermelo.search.progress import Watch, teller
from zermelo.search.session import Limits, Proof, Result

SHARE = 0.75
"""Of the memory, for the table of the player who is asked about first."""

ALL = Switches()

Build = Callable[[GridGame, Budget, float, Path | None], Search]
"""Makes the searches of a game, with a share of the memory and a checkpoint."""


class GridSession:
    """A session of a grid game, by the search for grid games.

    Parameters
    ----------
    game
        On at most 512 cells.
    switches
        Parts of the search.
    checkpoint
        A file that the search of Black's wins begins with, where it is there, and writes after every question.
    build
        Makes the searches; by default those of grid games.

    Raises ``UnsupportedError`` for a larger board and, when asked, for a question without a bound on a game whose plays
    may never end: that one needs all positions that can be reached.

    >>> from zermelo.families import make
    >>> session = GridSession(make("domineering:4x4"))
    >>> [session.decide(player, None, Limits()).answer for player in Player]
    [True, False]
    >>> session.decide(Player.BLACK, 7, Limits()).answer
    False
    >>> len(list(session.prove(Player.BLACK, None, Limits(), wins=True).notes)) > 5
    True
    """

    label = "grid search"

    def __init__(
        self,
        game: GridGame,
        switches: Switches = ALL,
        checkpoint: Path | None = None,
        build: Build | None = None,
    ) -> None:
        self.game = game
        self._switches, self._checkpoint = asdict(switches), checkpoint
        self._build = build or self._by_shapes
        self._searches: dict[Player, Search] = {}
        self._held = ExitStack()
        self._longest = game.complete_depth()
        self._never = dict.fromkeys(Player, False)
        """Who is known never to win."""

    def __enter__(self) -> GridSession:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    def _by_shapes(self, game: GridGame, budget: Budget, share: float, checkpoint: Path | None) -> Search:
        return search(game, budget, self._switches, share, checkpoint)

    # --- questions

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Whether a player wins within so many moves, or at all; see `Session`."""
        begun = time.perf_counter()
        over = self.game.goal_winner(self.game.start)
        if over is not None or (depth is not None and depth <= 0):
            never = over is not None and over is not player
            return Result(over is player, 0 if not never else None, seconds=time.perf_counter() - begun)
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
        opens = self.game.to_move(position)
        reason, wins, proven, number, nodes, memory = native.decide(
            *self._stones(position, asked), bound, *_spend(limits, begun), self._tell(opens, watch)
        )
        notes = self._save(asked)
        bill: dict[str, Any] = {"nodes": nodes, "memory": memory, "notes": notes}
        if reason:
            return Result(None, reason=reason, seconds=time.perf_counter() - begun, **bill)
        if not wins and proven is None and position == self.game.start:
            self._never[asked] = True
        answer = wins is (player is asked)
        move = self._move(opens, number) if answer and opens is player else None
        # Of a win that the other one's search tells all that is known is that every play ends.
        known = proven if player is asked else self._longest if answer else None
        return Result(answer, known, move, seconds=time.perf_counter() - begun, **bill)

    def first_moves(
        self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None
    ) -> Mapping[GridMove, Result]:
        """The same after each legal first move; see `Session`."""
        begun, game, start = time.perf_counter(), self.game, self.game.start
        moves = game.moves(start) if game.goal_winner(start) is None else []
        if not moves or (depth is not None and depth <= 0):
            return {move: Result(False, 0) for move in moves}
        found: dict[tuple[int, int], Result] = {}
        images = _native.SmallestImage(len(game.board), rule_symmetries(game))
        results = dict.fromkeys(moves, Result(None, reason="time"))
        for move in self._ordered(player, depth, limits, moves):
            after = game.play(start, move)
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
        reached = self.game.goal_winner(after)
        if reached is not None:
            return Result(reached is player, 1 if reached is player else None)
        left = None if depth is None else depth - 1
        if left == 0:
            return Result(False, 1)
        result = self._decide(after, player, left, limits, watch, begun)
        result = replace(result, first_move=None)
        return result if result.depth is None else replace(result, depth=result.depth + 1)

    def _ordered(self, player: Player, depth: int | None, limits: Limits, moves: list[GridMove]) -> list[GridMove]:
        """The first moves, the likeliest first."""
        asked = self._question(player, depth)[1]
        native = self._search(asked, limits)
        if native is None:
            return moves
        opens = self.game.to_move(self.game.start)
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
        over = game.goal_winner(game.start)
        if over is not None or (depth is not None and depth <= 0):
            if over is player or (over is None and not wins):
                return Proof(PackedNotes(_native.Notes(max(1, len(game.board)))))
            raise self._disagreement(player, depth, wins)
        # Of holding within a depth "never" is a shorter proof, where it is known.
        never = not wins and self._longest is not None and self._never[player.other]
        bound, asked = self._question(player if wins else player.other, None if never else depth)
        native = self._search(asked, limits)
        if native is None:
            raise LimitError("time", "out of time before the proof was begun")
        turns = rule_symmetries(game) if symmetry else ()
        swapped, white = asked is Player.WHITE, asked is not player
        reason, done, notes, used, _, _ = native.write(
            *self._stones(game.start, asked), bound, not white, swapped, True, not wins and bound is None, arguments,
            turns, *_spend(limits, begun), self._tell(game.to_move(game.start), watch),
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
        """The bound to ask with, and whose search: in a finite game without a bound either does."""
        if self._longest is not None and (depth is None or depth >= self._longest):
            return None, next((each for each in Player if each in self._searches), Player.BLACK)
        if depth is None or depth > LARGEST_DEPTH:
            raise UnsupportedError(
                f"a depth of at most {LARGEST_DEPTH} in a game whose plays may never end", found=str(depth)
            )
        return depth, player

    def _search(self, asked: Player, limits: Limits) -> _native.Search | None:
        """The search for a player's wins; None when there is no time for any."""
        if limits.seconds is not None and limits.seconds <= 0:
            return None
        if asked not in self._searches:
            game = self.game if asked is Player.BLACK else self.game.swapped()
            assert isinstance(game, GridGame)
            megabytes = MEMORY_MB if limits.megabytes is None else limits.megabytes
            share = 1 - SHARE if self._searches else SHARE
            checkpoint = self._checkpoint if asked is Player.BLACK else None
            made = self._build(game, Budget(None, megabytes, None), share, checkpoint)
            self._searches[asked] = self._held.enter_context(made)
        return self._searches[asked].native

    def _stones(self, position: Position, asked: Player) -> tuple[int, int, int]:
        """The position as the search for a player's wins has it: at even plies he moves, whom it calls Black."""
        black, white, _ = position if asked is Player.BLACK else position.swapped()
        return black, white, 0 if self.game.to_move(position) is asked else 1

    def _move(self, player: Player, number: int) -> GridMove | None:
        return ground_actions(self.game, player)[number].move if number >= 0 else None

    def _tell(self, opens: Player, watch: Watch | None) -> Any:
        return teller(watch, lambda number: self._move(opens, number))

    def _save(self, asked: Player) -> tuple[str, ...]:
        return self._searches[asked].save() if self._checkpoint is not None else ()


def _spend(limits: Limits, begun: float) -> tuple[float, int]:
    """What is left of the seconds, and the positions."""
    seconds = math.inf if limits.seconds is None else max(0.0, limits.seconds - (time.perf_counter() - begun))
    return seconds, 2**63 - 1 if limits.nodes is None else max(0, limits.nodes)
