"""The search of connection games: Hex, and any graph with two borders, on up to 512 cells.

A depth-first search in which every solved position returns the carrier of its proof (the cells the winner needs), so
that a move outside it is refuted at once; with virtual connections, useless and captured cells, and a table. A depth
becomes a number of Black's stones, which every rule respects. ``native/search/connection/search.hpp`` has the proofs.

White wins exactly if Black never does. How fast she wins is known on Hex boards, where she joins borders of her own:
that is the same game with the colours exchanged, with a table of its own. On other graphs the search does not count her
stones; there her proof may show that she wins in time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, replace
from threading import Lock
from typing import Any, NamedTuple

from zermelo import _native
from zermelo.errors import LimitError, UnsupportedError
from zermelo.model import Board, ConnectionGame, Layout, Player, mask_of
from zermelo.questions import CheckpointFile
from zermelo.search.budget import Budget, check_size
from zermelo.search.checkpoint import kept_in, remarks
from zermelo.search.notes import DerivedNotes
from zermelo.search.progress import Watch, teller
from zermelo.search.session import Limits, Result, SearchProof, disproved, ended
from zermelo.search.switches import ConnectionSwitches

TABLE_MB = 256
"""The limit of the table by default, in megabytes; it starts small."""

PATIENCE = 64
"""Positions looked at by one thread before others begin; one takes ten to a hundred microseconds."""

ALL = ConnectionSwitches()

_ConnectionArguments = tuple[
    int, tuple[int, ...], int, int, tuple[int | None, int | None] | None, list[list[int]], int, int, list[bool]
]


class ConnectionSession:
    """A search of one connection game; :class:`~zermelo.search.session.Session` has the methods.

    Parameters
    ----------
    game
        The game; its own depth does not matter.
    switches
        Parts of the search.
    kept
        Names for each player the file in which the search for his connections is kept (None: in none): see
        `zermelo.search.checkpoint`.

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
        switches: ConnectionSwitches = ALL,
        kept: Callable[[Player], CheckpointFile | None] = lambda _: None,
    ) -> None:
        check_size(game)
        self.game, self._switches = game, switches
        self._hex, self._kept = is_plain_hex(game), kept
        self._graphs: dict[Player, _JoinSearch] = {}

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Decide whether a player wins within so many moves of both; None: at all, ever.

        Parameters as in :meth:`Session.decide`.
        """
        depth = self._in_play(depth)
        over = self._over(player)
        if over is not None:
            return over
        if player is Player.WHITE and not (self._hex and depth is not None):
            return self._white(depth, limits, watch)
        found = self._graph(player).decide(depth, limits, watch)
        return found if found.answer else replace(found, first_move=None)

    def _white(self, depth: int | None, limits: Limits, watch: Watch | None) -> Result:
        """Decide whether White wins, by Black's graph alone."""
        budget = Budget(limits)
        found = _other(self._graph(Player.BLACK).decide(None, limits, watch))
        if depth is None or not found.answer:
            return found if found.answer else replace(found, first_move=None)
        if not self._stones(Player.WHITE, depth):
            return replace(found, answer=False, depth=depth, first_move=None)
        # She wins; her proof may tell that she does so in time.
        left = limits if limits.seconds is None else limits._replace(seconds=budget.seconds)
        try:
            proof = self._graph(Player.BLACK).prove(Player.WHITE, None, left, watch)
        except LimitError as error:
            return replace(found, answer=None, first_move=None, reason=error.reason)
        if proof is not None and proof.own <= self._stones(Player.WHITE, depth):
            return replace(found, depth=depth, seconds=budget.spent, first_move=None)
        return replace(found, answer=None, first_move=None, reason="depth")

    def first_moves(
        self,
        player: Player,
        depth: int | None,
        limits: Limits,
        watch: Watch | None = None,
        known: Collection[Any] = (),
    ) -> Mapping[Any, Result]:
        """Decide the same after each legal first move of whoever opens; the depth counts that move.

        Parameters as in :meth:`Session.first_moves`.
        """
        depth = self._in_play(depth)
        if self._over(player) is not None:
            return {}
        if player is Player.BLACK or (self._hex and depth is not None):
            return self._graph(player).first_moves(depth, limits, watch, known)
        found = self._graph(Player.BLACK).first_moves(None, limits, watch, known)
        moves = {move: _other(result) for move, result in found.items()}
        if depth is None:
            return moves
        # Where she wins, nothing counts her moves; without a move of hers she cannot win.
        if self._stones(Player.WHITE, depth):
            return {
                move: replace(each, answer=None, reason="depth") if each.answer else each
                for move, each in moves.items()
            }
        return {move: replace(each, answer=False, depth=depth) if each.answer else each for move, each in moves.items()}

    def prove(
        self, player: Player, depth: int | None, limits: Limits, *, wins: bool, watch: Watch | None = None
    ) -> SearchProof:
        """Derive that a player wins within the depth, or holds for it (``wins`` false; None: for ever).

        Play that is over at the start needs no notes.

        Parameters as in :meth:`Session.prove`.

        Raises ``LimitError`` when a limit ends it, ``DisagreementError`` when the claim is false, and
        ``UnsupportedError`` where White has no borders and it matters how long she takes.
        """
        depth = self._in_play(depth)
        over = self._over(player if wins else player.other)
        if over is not None:
            if over.answer is not wins:
                raise disproved(self.game, player, depth, wins=wins)
            return SearchProof(())
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
            raise disproved(self.game, player, depth, wins=wins)
        turns = (tuple(reversed(range(len(self.game.board)))),) if found.turned else ()
        return SearchProof(DerivedNotes(found.lines), turns, derived=True)

    def _graph(self, joins: Player) -> _JoinSearch:
        """The search of the player who joins borders."""
        if joins not in self._graphs:
            self._graphs[joins] = _JoinSearch(self.game, joins, self._switches, self._kept(joins))
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


class _FoundDerivation(NamedTuple):
    """A derivation: the stones that the player places at most, the lines, and whether they use the symmetry of Hex."""

    own: int
    lines: _native.Deductions
    turned: bool


class _JoinSearch:
    """The search of the player who joins the borders of a graph: Black, or on a Hex board White."""

    def __init__(
        self, game: ConnectionGame, joins: Player, switches: ConnectionSwitches, file: CheckpointFile | None
    ) -> None:
        self.game, self._joins = game, joins
        self._seen = game if joins is Player.BLACK else game.swapped()
        self._rules, self._switches, self._file = rules_of(self._seen), switches, file
        self._native: _native.ConnectionSearch | None = None
        self._lock = Lock()
        """The core takes one call at a time; a second thread waits."""
        self._bytes = 0

    def decide(self, depth: int | None, limits: Limits, watch: Watch | None) -> Result:
        """Decide whether this player wins."""
        return self._search(depth, limits, watch, ())[0]

    def first_moves(
        self, depth: int | None, limits: Limits, watch: Watch | None, known: Collection[int]
    ) -> dict[int, Result]:
        """Decide whether he wins after each first move that is not known."""
        moves = [move for move in self.game.legal(self.game.start) if move not in known]
        return self._search(depth, limits, watch, moves)[1] if moves else {}

    def _search(
        self, depth: int | None, limits: Limits, watch: Watch | None, moves: Collection[int]
    ) -> tuple[Result, dict[int, Result]]:
        """Ask the question, or where there are moves, that after each of them."""
        budget = Budget(limits, TABLE_MB)
        with self._lock, kept_in(self._file, self._seen.name, self._rules) as keep:
            answer, reason, move, answers, nodes, memory, warning = self._session(budget).decide(
                self._stones(depth), mask_of(moves) or None, budget.seconds, budget.nodes, keep,
                teller(watch, depth=depth), budget.threads, PATIENCE,
            )  # fmt: skip
        mover = self.game.mover(self.game.start)
        winner = self._joins if answer else self._joins.other
        first = move if answer is not None and move >= 0 and winner is mover else None  # whoever wins makes it
        budget.count(nodes, memory)
        found = budget.result(answer, depth=depth, first_move=first, reason=reason or None, notes=remarks(warning))
        cells = {}
        for cell in moves:
            wins = answers[cell]
            cells[cell] = replace(found, answer=wins, first_move=None, reason=None if wins is not None else reason)
        return found, cells

    def prove(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None) -> _FoundDerivation | None:
        """Derive that he joins the borders, or that the other player keeps them apart; None where it is not so."""
        budget = Budget(limits, TABLE_MB)
        with self._lock:
            reason, proven, own, turned, lines, _ = self._session(budget).prove(
                player is self._joins,
                self._stones(depth),
                budget.proof_bytes,
                budget.seconds,
                budget.nodes,
                teller(watch, None, depth=depth),
            )
        if reason:
            raise ended(reason)
        return _FoundDerivation(own, lines, turned) if proven else None

    def _stones(self, depth: int | None) -> int | None:
        return None if depth is None else stones_within(self.game, self._joins, depth)

    def _session(self, budget: Budget) -> _native.ConnectionSearch:
        """The native search, with a table no larger than allowed."""
        if self._native is None or budget.bytes < self._bytes:
            self._bytes = budget.bytes
            self._native = _native.ConnectionSearch(
                *self._rules, first_cells(self._seen), self._bytes, asdict(self._switches)
            )
        return self._native


def stones_within(game: ConnectionGame, player: Player, depth: int) -> int:
    """The number of stones that a player places within so many moves.

    Parameters
    ----------
    game
        The game.
    player
        The player whose stones are counted.
    depth
        In moves of both players from the start position.
    """
    return sum(game.player_at(game.start.ply + ply) is player for ply in range(depth))


def _other(result: Result) -> Result:
    """The result for the other player, where one of them wins at last."""
    return result if result.answer is None else replace(result, answer=not result.answer)


def rules_of(game: ConnectionGame) -> _ConnectionArguments:
    """A game as `_native.ConnectionSearch` takes it; the meaning of the tables depends on it."""
    cells, start, hexes = len(game.board), game.start, is_plain_hex(game)
    return (
        cells,
        game.neighbours,
        game.source,
        game.target,
        (game.white_source, game.white_target) if hexes else None,
        [list(reversed(range(cells)))] if hexes else [],
        start.black,
        start.white,
        [game.player_at(start.ply + ply) is Player.BLACK for ply in range(cells + 1)],
    )


def first_cells(game: ConnectionGame) -> int | None:
    """The mask of cells among which the first stone must be placed; None where all are allowed."""
    return game.first_moves if game.start.ply == 0 else None


def is_plain_hex(game: ConnectionGame) -> bool:
    """Tell whether this is Hex on a whole rhombus, White's borders across Black's: then the Hex theorem holds."""
    board = game.board
    if board.layout is not Layout.HEX or board.places != Board.hex(board.columns, board.rows).places:
        return False
    ends, sides = [(board.side(a), board.side(b)) for a, b in (("first", "last"), ("left", "right"))]
    black, white = (game.source, game.target), (game.white_source, game.white_target)
    return (black, white) in ((ends, sides), (sides, ends)) and all(
        game.neighbours[cell] == board.hex_neighbours(cell) for cell in range(len(board))
    )
