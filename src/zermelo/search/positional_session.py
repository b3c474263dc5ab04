"""Positional games as a session: decide, decide every first move, prove, for both players, on the same tables.

The native searches know one question: whether Black wins. White's win in a maker-maker game is Black's in the game with
the colours exchanged, which has tables of its own. In a maker-breaker game White wins by holding: she wins at all
exactly when Black never does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple

from zermelo import _native
from zermelo.errors import DisagreementError, LimitError, UnsupportedError
from zermelo.model import Player, PositionalGame, Rule
from zermelo.model.automorphism import Permutation
from zermelo.model.symmetry import group_of, rule_symmetries
from zermelo.search.budget import Budget
from zermelo.search.checkpoint import kept, remarks
from zermelo.search.notes import PackedNotes
from zermelo.search.positional_search import CELLS, Switches, geometry
from zermelo.search.progress import Watch, teller
from zermelo.search.session import Limits, Proof, Result

TRIES = 60
"""Pairs that are tried in a search for a pairing that ends a branch of a proof."""

FEW = 100
"""Notes, for which symmetries spare nothing: checking the symmetries takes longer."""

ALL = Switches()


class PositionalSession:
    """The native searches of a positional game on at most 256 cells.

    Parameters
    ----------
    game
        The game. Moves are the numbers of cells.
    switches
        What the searches use.
    checkpoint
        A file that questions about Black's win begin with, where it is there, and write.

    Raises :class:`~zermelo.errors.UnsupportedError` for a larger board.

    >>> from zermelo.families import make
    >>> session = PositionalSession(make("httt:el,board=3x3"))
    >>> session.decide(Player.BLACK, None, Limits()).answer, session.decide(Player.WHITE, None, Limits()).answer
    (True, False)
    >>> len(list(session.prove(Player.BLACK, None, Limits(), wins=True).notes)) > 0
    True
    """

    label = "positional search"

    def __init__(self, game: PositionalGame, *, switches: Switches = ALL, checkpoint: Path | None = None) -> None:
        if len(game.board) > CELLS:
            raise UnsupportedError(f"at most {CELLS} cells for this search", found=f"{len(game.board)} in {game.name}")
        self.game = game
        self._switches, self._checkpoint = switches, checkpoint
        self._longest = game.complete_depth()
        self._winner = game.winner(game.start)
        self._over = not game.legal(game.start)
        self._breaker = game.rule is Rule.MAKER_BREAKER
        self._native: dict[Player, _native.PositionalSession] = {}

    # ------------------------------------------------------------------------------------------------------- decide

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Whether a player wins within so many moves of both; None: at all, ever."""
        budget = Budget(*limits)
        if self._winner is player:
            return Result(True, 0, seconds=budget.spent)
        if self._over or self._winner is not None:
            return Result(False, seconds=budget.spent)
        if self._breaker and player is Player.WHITE:
            return self._breaks(depth, budget, watch)
        result, move = self._ask(player, depth, budget, watch)
        return replace(result, first_move=move) if result.answer else result

    def _ask(self, player: Player, depth: int | None, budget: Budget, watch: Watch | None) -> tuple[Result, int | None]:
        """Whether a player who has winning sets completes one; a move of who opens and succeeds, None for any."""
        if not budget.seconds:
            return Result(None, reason="time", seconds=budget.spent), None
        path = self._checkpoint if player is Player.BLACK else None
        with kept(path, self.game.name, *self._facts(player)) as keep:
            reason, answer, plies, move, nodes, memory, warning = self._side(player).decide(
                self._bound(depth), budget.seconds, budget.bytes, budget.nodes, keep, teller(watch)
            )
        cost = Result(None, None, None, reason or None, nodes, memory, budget.spent, remarks(warning))
        if reason:
            return cost, None
        return replace(cost, answer=answer, depth=self._depth(answer, plies, depth)), move if move >= 0 else None

    def _breaks(self, depth: int | None, budget: Budget, watch: Watch | None) -> Result:
        """Whether White wins a maker-breaker game: within the longest play, exactly when Black never does.

        How soon she has a stone in each winning set is not searched for.
        """
        found, move = self._ask(Player.BLACK, None, budget, watch)
        if found.answer is None:
            return found
        if found.answer:
            return replace(found, answer=False, depth=None)
        if self._bound(depth) < self._longest:
            return replace(found, answer=None, reason="depth")
        if self.game.mover(self.game.start) is Player.WHITE and move is None:
            move = self.game.legal(self.game.start)[0]
        return replace(found, answer=True, depth=self._longest, first_move=move)

    # -------------------------------------------------------------------------------------------------- first moves

    def first_moves(
        self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None
    ) -> Mapping[int, Result]:
        """The same after each legal first move of whoever opens; the depth counts that move, in the results, too.

        Symmetric moves are decided once, the likeliest first. Those that a limit leaves open have no answer.

        >>> from zermelo.families import make
        >>> session = PositionalSession(make("ttt"))
        >>> sum(result.answer is True for result in session.first_moves(Player.WHITE, None, Limits()).values())
        0
        """
        if self._over or self._winner is not None:
            return {}
        breaks = self._breaker and player is Player.WHITE
        budget = Budget(*limits)
        told, nodes, memory = self._side(Player.BLACK if breaks else player).first_moves(
            self._longest if breaks else self._bound(depth), budget.seconds, budget.bytes, budget.nodes, teller(watch)
        )
        known = {"nodes": nodes, "memory": memory, "seconds": budget.spent}
        return dict(self._results(player, depth, told, known))

    def _results(
        self, player: Player, depth: int | None, told: list[tuple[int, str, bool, int]], known: dict[str, Any]
    ) -> Iterator[tuple[int, Result]]:
        opens = self.game.mover(self.game.start) is player
        for cell, reason, wins, plies in told:
            if reason:
                yield cell, Result(None, reason=reason, **known)
            elif not (self._breaker and player is Player.WHITE):
                yield cell, Result(wins, self._depth(wins, plies, depth), cell if wins and opens else None, **known)
            elif wins:
                yield cell, Result(False, **known)
            else:
                broken = self.game.winner(self.game.step(self.game.start, cell)) is Player.WHITE
                if self._bound(depth) >= (1 if broken else self._longest):
                    yield cell, Result(True, 1 if broken else self._longest, cell if opens else None, **known)
                else:
                    yield cell, Result(None, reason="depth", **known)

    # -------------------------------------------------------------------------------------------------------- prove

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
        breaking: bool = True,
    ) -> Proof:
        """The strategy of a player by which he wins within the depth, or holds for it (``wins`` false; None: for ever).

        Parameters
        ----------
        player, depth, limits, wins, watch
            As in :class:`~zermelo.search.session.Session`.
        arguments, symmetry, breaking
            Whether pairings may end a branch, symmetric positions stand once, and holding for ever may be shown as a
            mere breaker.

        Raises ``LimitError`` when a limit ends it (``"depth"``: in a maker-breaker game it is not known how soon White
        has won), ``DisagreementError`` when what is claimed is not so.
        """
        game, bound = self.game, self._bound(depth)
        if self._winner is not None or self._over or bound == 0:
            if (self._winner is not player) if wins else (self._winner is player.other):
                raise self._wrong(player, wins)
            return Proof(())
        task = self._task(player, wins, bound)
        free = game.first_moves is None or game.start.ply > 0 or game.mover(game.start) is player.other
        mere = breaking and arguments and task.argues and bound == self._longest and free
        budget = Budget(*limits)
        turns = rule_symmetries(game) if symmetry else ()

        def written(turns: tuple[Permutation, ...]) -> tuple[bool, _native.Notes, list[int]]:
            reason, wrong, merely, notes, used = self._side(task.side).prove(
                task.wins, bound, task.until, mere, TRIES if arguments and task.argues else 0, turns,
                task.side is Player.WHITE, budget.seconds, budget.bytes, budget.nodes, teller(watch)
            )  # fmt: skip
            if reason:
                raise LimitError(reason, f"the search ended without an answer ({reason})")
            if wrong:
                raise self._wrong(player, wins)
            return merely, notes, used

        merely, notes, used = written(turns)
        if turns and len(notes) < FEW:
            without = written(())
            if len(without[1]) < FEW:
                merely, notes, used, turns = *without, ()
        if not merely:
            # Each position that can be met is the least of its images or has one under a symmetry that has served.
            turns = group_of([turns[number - 1] for number in used], len(turns)) or ()
        return Proof(PackedNotes(notes), turns, merely)

    def _task(self, player: Player, wins: bool, bound: int) -> _Task:
        """What the native search is to write down."""
        if not self._breaker:
            return _Task(player if wins else player.other, wins)
        if player is Player.WHITE:
            if wins and bound < self._longest:
                raise LimitError("depth", "how soon White has a stone in each winning set is not searched for")
            return _Task(Player.BLACK, False, argues=not wins)
        if wins:
            return _Task(Player.BLACK, True)
        # Black keeps White from breaking all sets, for ever, by winning.
        return _Task(Player.BLACK, True, until=bound < self._longest)

    def _wrong(self, player: Player, wins: bool) -> DisagreementError:
        does = f"{player} wins" if wins else f"{player} holds"
        return DisagreementError(f"{self.game.name}: the search does not find that {does}")

    # ------------------------------------------------------------------------------------------------------- native

    def _bound(self, depth: int | None) -> int:
        return self._longest if depth is None else max(0, min(depth, self._longest))

    def _depth(self, answer: bool, plies: int, depth: int | None) -> int | None:
        """What an answer says of depths, see :class:`Result`."""
        bound = self._bound(depth)
        return min(plies, bound) if answer else None if bound == self._longest else bound

    def _facts(self, player: Player) -> tuple[Any, ...]:
        """What the tables of the search for a player's win depend on."""
        game = self.game
        own, other = game.start.stones(player), game.start.stones(player.other)
        return (
            len(game.board),
            [mask & ~own for mask in game.winning_sets(player) if not mask & other],
            [mask & ~other for mask in game.winning_sets(player.other) if not mask & own],
            game.board.full & ~(own | other),
            [game.player_at(game.start.ply + k) is player for k in range(self._longest + 1)],
        )

    def _side(self, player: Player) -> _native.PositionalSession:
        """The search for a player's win, in which he is Black."""
        if player not in self._native:
            game, switches = self.game, self._switches
            self._native[player] = _native.PositionalSession(
                len(game.board),
                list(game.winning_sets(player)),
                list(game.winning_sets(player.other)),
                game.start.stones(player),
                game.start.stones(player.other),
                self._facts(player)[-1],
                game.first_moves if game.start.ply == 0 else None,
                self._breaker,
                geometry(game) if switches.symmetry else (0, 0, False, [], [], []),
                asdict(switches),
            )
        return self._native[player]


class _Task(NamedTuple):
    """What the native search is to write down: who is Black in it, whether he wins or is held."""

    side: Player
    wins: bool
    until: bool = False
    """The win may come after the depth."""
    argues: bool = True
    """Arguments that nobody completes a set may end a branch."""
