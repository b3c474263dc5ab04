"""Connection games as a session: Hex, and any graph with two borders, on up to 512 cells.

Black's questions are those of the native search. White wins exactly if Black never does. How fast she wins is told on
Hex boards, where she joins borders of her own: that is the same game with the colours exchanged, with a table of its
own. On other graphs the search does not count her stones; there the proof may tell that she wins in time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from zermelo import _native
from zermelo.errors import DisagreementError, LimitError, UnsupportedError
from zermelo.model import ConnectionGame, Player
from zermelo.search.budget import Budget
from zermelo.search.checkpoint import kept, remarks
from zermelo.search.connection_search import TABLE_MB, Switches, first_cells, is_plain_hex, rules_of
from zermelo.search.progress import Watch, teller
from zermelo.search.session import Limits, Note, Proof, Result


class DerivedNotes:
    """The lines of a proof as notes: their numbers stand in place of Black's stones."""

    def __init__(self, native: _native.Deductions) -> None:
        self.native = native

    def __len__(self) -> int:
        return len(self.native)

    def __iter__(self) -> Iterator[Note]:
        for number in range(len(self.native)):
            rule, numbers = self.native[number]
            yield Note(number, 0, None, None, rule, numbers)


class ConnectionSession:
    """A native search of one connection game; :class:`~zermelo.search.session.Session` says what its methods do.

    Parameters
    ----------
    game
        The game; its own depth does not matter.
    switches
        What the search uses; None: everything.
    kept
        The file in which the search of the player who joins borders is kept: see `zermelo.search.checkpoint`.

    Raises ``UnsupportedError`` for more than 512 cells.

    >>> session = ConnectionSession(ConnectionGame.hex(3, 3))
    >>> session.decide(Player.BLACK, 5, Limits()).first_move
    4
    >>> [note.kind for note in session.prove(Player.BLACK, 5, Limits(), wins=True).notes][-3:]
    ['or', 'and', 'play']
    """

    label = "connection search"

    def __init__(
        self,
        game: ConnectionGame,
        switches: Switches | None = None,
        kept: Callable[[Player], Path | None] = lambda _: None,
    ) -> None:
        if len(game.board) > _native.MAX_CELLS:
            raise UnsupportedError(f"at most {_native.MAX_CELLS} cells", found=f"{len(game.board)} in {game.name}")
        self.game, self._switches = game, switches or Switches()
        self._hex, self._kept = is_plain_hex(game), kept
        self._graphs: dict[Player, _Graph] = {}

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Whether a player wins within so many moves of both; None: at all, ever."""
        depth = self._in_play(depth)
        over = self._over(player)
        if over is not None:
            return over
        if player is Player.WHITE and not (self._hex and depth is not None):
            return self._white(depth, limits, watch)
        found = self._graph(player).decide(depth, limits, watch)
        return found if found.answer else replace(found, first_move=None)

    def _white(self, depth: int | None, limits: Limits, watch: Watch | None) -> Result:
        """Whether White wins, by Black's graph alone."""
        clock = time.monotonic()
        found = _other(self._graph(Player.BLACK).decide(None, limits, watch))
        if depth is None or not found.answer:
            return found if found.answer else replace(found, first_move=None)
        if not self._stones(Player.WHITE, depth):
            return replace(found, answer=False, depth=depth, first_move=None)
        # She wins, but in time? Her proof may tell.
        spent = time.monotonic() - clock
        try:
            proof = self._graph(Player.BLACK).prove(Player.WHITE, None, _less(limits, spent), watch)
        except LimitError as error:
            return replace(found, answer=None, first_move=None, reason=error.reason)
        if proof is not None and proof.own <= self._stones(Player.WHITE, depth):
            return replace(found, depth=depth, seconds=time.monotonic() - clock, first_move=None)
        return replace(found, answer=None, first_move=None, reason="depth")

    def first_moves(
        self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None
    ) -> Mapping[Any, Result]:
        """The same after each legal first move of whoever opens; the depth counts that move."""
        depth = self._in_play(depth)
        if self._over(player) is not None:
            return {}
        if player is Player.BLACK or (self._hex and depth is not None):
            return self._graph(player).first_moves(depth, limits, watch)
        found = self._graph(Player.BLACK).first_moves(None, limits, watch)
        moves = {move: _other(result) for move, result in found.items()}
        if depth is None:
            return moves
        # Where she wins, nothing counts her moves; without a move of hers she cannot win.
        known = {True: None if self._stones(Player.WHITE, depth) else False, False: False, None: None}
        reasons = {True: "depth" if known[True] is None else None, False: None, None: None}
        return {
            move: replace(each, answer=known[each.answer], reason=reasons[each.answer] or each.reason)
            for move, each in moves.items()
        }

    def prove(
        self, player: Player, depth: int | None, limits: Limits, *, wins: bool, watch: Watch | None = None
    ) -> Proof:
        """The derivation by which a player wins within the depth, or holds for it (None: for ever).

        Where play is over at the start, no notes are needed. Raises ``LimitError``, ``DisagreementError``, and
        ``UnsupportedError`` where White has no borders and it matters how long she takes.
        """
        depth = self._in_play(depth)
        over = self._over(player if wins else player.other)
        if over is not None:
            if over.answer is not wins:
                raise self._disagreement(player, depth, wins=wins)
            return Proof(())
        joins = player if wins else player.other
        if joins is Player.WHITE and not (self._hex and depth is not None):
            # White wins as soon as Black can no longer join his borders: his graph tells.
            found = self._graph(Player.BLACK).prove(player, None, limits, watch)
            if found is not None and wins and depth is not None and found.own > self._stones(player, depth):
                more = f"one that takes up to {found.own} stones"
                raise UnsupportedError(f"a proof that White wins within {depth} moves", found=more)
        else:
            found = self._graph(joins).prove(player, depth, limits, watch)
        if found is None and not wins and joins is Player.WHITE and depth is not None and not self._hex:
            raise UnsupportedError("a proof that Black wins", found=f"that he holds for {depth} moves at most")
        if found is None:
            raise self._disagreement(player, depth, wins=wins)
        turns = (tuple(reversed(range(len(self.game.board)))),) if found.turned else ()
        return Proof(DerivedNotes(found.lines), turns, derived=True)

    def _graph(self, joins: Player) -> _Graph:
        """The search of the player who joins borders."""
        if joins not in self._graphs:
            self._graphs[joins] = _Graph(self.game, joins, self._switches, self._kept(joins))
        return self._graphs[joins]

    def _in_play(self, depth: int | None) -> int | None:
        """The depth, None where no play is longer."""
        return None if depth is None or depth >= self.game.complete_depth() else max(0, depth)

    def _stones(self, player: Player, depth: int) -> int:
        return stones_within(self.game, player, depth)

    def _over(self, player: Player) -> Result | None:
        """The result where play is over at the start."""
        game = self.game
        winner = game.winner(game.start)
        if winner is None and game.legal(game.start):
            return None
        return Result(winner is player, 0 if winner is player else None)

    def _disagreement(self, player: Player, depth: int | None, *, wins: bool) -> DisagreementError:
        claim = f"{player} {'wins' if wins else 'holds'}" + ("" if depth is None else f" within {depth}")
        return DisagreementError(f"{self.game.name}: the search finds no proof that {claim}")


class _Derived(NamedTuple):
    """A derivation: the stones that the player places at most, the lines, and whether they use the symmetry of Hex."""

    own: int
    lines: _native.Deductions
    turned: bool


class _Graph:
    """The search of the player who joins the borders of a graph: Black, or on a Hex board White."""

    def __init__(self, game: ConnectionGame, joins: Player, switches: Switches, file: Path | None) -> None:
        self.game, self._joins = game, joins
        self._seen = game if joins is Player.BLACK else game.swapped()
        self._rules, self._switches, self._file = rules_of(self._seen), switches, file
        self._native: _native.ConnectionSearch | None = None
        self._lock = Lock()
        """The core takes one call at a time; a second thread waits."""
        self._bytes = 0

    def decide(self, depth: int | None, limits: Limits, watch: Watch | None) -> Result:
        """Whether this player wins."""
        return self._search(depth, limits, watch, every=False)[0]

    def first_moves(self, depth: int | None, limits: Limits, watch: Watch | None) -> dict[int, Result]:
        """Whether he wins after each first move."""
        return self._search(depth, limits, watch, every=True)[1]

    def _search(
        self, depth: int | None, limits: Limits, watch: Watch | None, *, every: bool
    ) -> tuple[Result, dict[int, Result]]:
        budget = self._budget(limits)
        with self._lock, kept(self._file, self._seen.name, self._rules) as keep:
            answer, reason, move, moves, nodes, memory, warning = self._session(budget).decide(
                self._stones(depth), every, budget.seconds, budget.nodes, keep, teller(watch, depth=depth)
            )
        mover = self.game.mover(self.game.start)
        winner = self._joins if answer else self._joins.other
        first = move if answer is not None and move >= 0 and winner is mover else None  # whoever wins makes it
        found = Result(answer, depth, first, reason or None, nodes, memory, budget.spent, remarks(warning))
        cells = {}
        for cell in self.game.legal(self.game.start):
            wins = moves[cell]
            cells[cell] = replace(found, answer=wins, first_move=None, reason=None if wins is not None else reason)
        return found, cells

    def prove(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None) -> _Derived | None:
        """That he joins the borders, or that the other player keeps them apart; None where it is not so."""
        budget = self._budget(limits)
        with self._lock:
            reason, proven, own, turned, lines, _ = self._session(budget).prove(
                player is self._joins, self._stones(depth), budget.seconds, budget.nodes, teller(watch, depth=depth)
            )
        if reason:
            raise LimitError(reason, f"{self.game.name}: a limit ended the proof")
        return _Derived(own, lines, turned) if proven else None

    def _stones(self, depth: int | None) -> int | None:
        return None if depth is None else stones_within(self.game, self._joins, depth)

    def _budget(self, limits: Limits) -> Budget:
        return Budget(limits.seconds, TABLE_MB if limits.megabytes is None else limits.megabytes, limits.nodes)

    def _session(self, budget: Budget) -> _native.ConnectionSearch:
        """The native search, with a table no larger than allowed."""
        if self._native is None or budget.bytes < self._bytes:
            self._bytes = budget.bytes
            self._native = _native.ConnectionSearch(
                *self._rules, first_cells(self._seen), self._bytes, self._switches.off()
            )
        return self._native


def stones_within(game: ConnectionGame, player: Player, depth: int) -> int:
    """How many stones a player places within so many moves."""
    return sum(game.player_at(game.start.ply + ply) is player for ply in range(depth))


def _other(result: Result) -> Result:
    """What a result about one player says of the other one, where one of them wins at last."""
    return result if result.answer is None else replace(result, answer=not result.answer)


def _less(limits: Limits, seconds: float) -> Limits:
    return limits if limits.seconds is None else limits._replace(seconds=max(0.0, limits.seconds - seconds))
