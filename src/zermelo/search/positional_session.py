"""The search of positional games: maker-breaker, maker-maker, any order of turns, up to 512 cells.

Maker-breaker games of one stone each in turn, without a bound on the depth, are searched depth first over the residual
game, with exact reductions, pairing strategies and must-play regions; maker-maker games of this kind by a search that
counts the answers to threats apart; all else by a general search. These two ask the first one for help. Their rules
stand, with the reasons, in ``native/search/positional/``.

The core knows one question: whether Black wins. White's win in a maker-maker game is Black's in the game with the
colours exchanged, which has tables of its own. In a maker-breaker game White wins by holding: she wins at all exactly
when Black never does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any, NamedTuple

from zermelo import _native
from zermelo.errors import LimitError
from zermelo.model import Layout, Player, PositionalGame, mask_of
from zermelo.model.automorphism import Permutation
from zermelo.model.symmetry import generators, rule_symmetries
from zermelo.questions import CheckpointFile
from zermelo.search.budget import Budget, check_size
from zermelo.search.checkpoint import kept_in, remarks
from zermelo.search.notes import DerivedNotes, PackedNotes, used_symmetries
from zermelo.search.periodic_pairing import periodic_pairing
from zermelo.search.progress import Watch, teller
from zermelo.search.session import Limits, Result, SearchProof, breaks, disproved, ended
from zermelo.search.switches import PositionalSwitches
from zermelo.search.taking_turns import Way, in_turns, later_open

TRIES = 60
"""Pairs that are tried in a search for a pairing that ends a branch of a proof."""

PATIENCE = 512
"""Positions looked at by one thread before others begin; one takes thirty microseconds on a large board."""

TURN = 2_000
"""Positions of the first turn of a question with a bound."""

SOON = "how soon White has a stone in each winning set is not searched for"
"""The reason why the search does not tell whether White wins a maker-breaker game in time."""

FEW = 100
"""Notes, for which symmetries spare nothing: checking the symmetries takes longer."""

ALL = PositionalSwitches()


class PositionalSession:
    """A search of a positional game on at most 512 cells; :class:`~zermelo.search.session.Session` has the methods.

    Parameters
    ----------
    game
        The game. Moves are the numbers of cells.
    switches
        Parts of the search.
    kept
        Names for each player the file in which the search for his wins is kept (None: in none). Questions begin with
        it, where it is there, and write it: see `zermelo.search.checkpoint`.

    Raises :class:`~zermelo.errors.UnsupportedError` for a larger board, ``InputError`` for a file that is no checkpoint
    of this game.

    >>> from zermelo.families import make
    >>> session = PositionalSession(make("httt:el,board=3x3"))
    >>> session.decide(Player.BLACK, None, Limits()).answer, session.decide(Player.WHITE, None, Limits()).answer
    (True, False)
    >>> len(list(session.prove(Player.BLACK, None, Limits(), wins=True).notes)) > 0
    True
    """

    label = "positional search"

    def __init__(
        self,
        game: PositionalGame,
        *,
        switches: PositionalSwitches = ALL,
        kept: Callable[[Player], CheckpointFile | None] = lambda _: None,
    ) -> None:
        check_size(game)
        self.game = game
        self._switches, self._kept = switches, kept
        self._longest = game.complete_depth()
        self._winner = game.winner(game.start)
        self._over = not game.legal(game.start)
        self._breaker = breaks(game)
        self._native: dict[Player, _native.PositionalSearch] = {}
        self._before: PositionalSession | None = None

    def after(self, game: PositionalGame) -> PositionalSession:
        """A session of a later position of the same game, which shares the tables of this one where that can be.

        It can where players place one stone each in turn; from then on both sessions are for questions without a depth.

        Parameters
        ----------
        game
            The same game at another position.

        >>> from zermelo.families import make
        >>> game = make("httt:tippy,board=5x5,mb")
        >>> session, limits = PositionalSession(game), Limits()
        >>> first = session.decide(Player.BLACK, None, limits)
        >>> session.after(game.after(["c3"])).decide(Player.BLACK, None, limits).nodes < first.nodes
        True
        """
        found = PositionalSession(game, switches=self._switches)
        if found._winner is None and not found._over and not self._over and self._winner is None:
            found._before = self
        return found

    # ------------------------------------------------------------------------------------------------------- decide

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Decide whether a player wins within so many moves of both; None: at all, ever.

        Parameters as in :meth:`Session.decide`.
        """
        budget = Budget(limits)
        if self._winner is player:
            return budget.result(True, depth=0)
        if self._over or self._winner is not None:
            return budget.result(False)
        if self._breaker and player is Player.WHITE:
            return self._breaks(depth, budget, watch)
        if self._bound(depth) < self._longest and (self._breaker or self.game.alternates):
            result = in_turns(limits, self._ways(player, depth), TURN, watch)
        else:
            result = self._ask(player, depth, budget, watch)
        return result if result.answer else replace(result, first_move=None)

    def _ways(self, player: Player, depth: int | None) -> dict[Way, int]:
        """Ask with the bound, and without it: who never wins does not win so soon either.

        That a player never wins is often shown in a moment, and that he does not so soon takes far longer.
        """

        def bounded(limits: Limits, watch: Watch | None) -> Result:
            return self._ask(player, depth, Budget(limits), watch)

        def ever(limits: Limits, watch: Watch | None) -> Result:
            return later_open(self._ask(player, None, Budget(limits), watch), self._bound(depth))

        return {bounded: 1, ever: 1}

    def _ask(self, player: Player, depth: int | None, budget: Budget, watch: Watch | None) -> Result:
        """Ask whether a player who has winning sets completes one; a move of who opens and succeeds, None for any."""
        if not budget.seconds:
            return budget.result(None, reason="time")
        with kept_in(self._kept(player), self.game.name, self._rules(player)) as keep:
            reason, answer, plies, move, nodes, memory, warning = self._side(player).decide(
                self._bound(depth), budget.seconds, budget.bytes, budget.nodes, keep, teller(watch),
                budget.threads, PATIENCE,
            )  # fmt: skip
        budget.count(nodes, memory)
        if reason:
            return budget.result(None, reason=reason, notes=remarks(warning))
        first = move if move >= 0 else None
        known = self._depth(answer, plies, depth)
        return budget.result(answer, depth=known, first_move=first, notes=remarks(warning))

    def _breaks(self, depth: int | None, budget: Budget, watch: Watch | None) -> Result:
        """Decide whether White wins a maker-breaker game: within the longest play, exactly when Black never does.

        The search does not find out how soon she has a stone in each winning set.
        """
        found = self._ask(Player.BLACK, None, budget, watch)
        move = found.first_move
        if found.answer is None:
            return found
        if found.answer:
            return replace(found, answer=False, depth=None, first_move=None)
        if self._bound(depth) < self._longest:
            return replace(found, answer=None, reason="depth", first_move=None)
        if self.game.mover(self.game.start) is Player.WHITE and move is None:
            move = self.game.legal(self.game.start)[0]
        return replace(found, answer=True, depth=self._longest, first_move=move)

    # -------------------------------------------------------------------------------------------------- first moves

    def first_moves(
        self,
        player: Player,
        depth: int | None,
        limits: Limits,
        watch: Watch | None = None,
        known: Collection[int] = (),
    ) -> Mapping[int, Result]:
        """Decide the same after each legal first move of whoever opens; all depths count that move.

        Symmetric moves are decided once, the likeliest first. Those that a limit leaves open have no answer.

        Parameters as in :meth:`Session.first_moves`.

        >>> from zermelo.families import make
        >>> session = PositionalSession(make("ttt"))
        >>> sum(result.answer is True for result in session.first_moves(Player.WHITE, None, Limits()).values())
        0
        """
        if self._over or self._winner is not None:
            return {}
        breaks = self._breaker and player is Player.WHITE
        budget = Budget(limits)
        told, nodes, memory = self._side(Player.BLACK if breaks else player).first_moves(
            self._longest if breaks else self._bound(depth), mask_of(known), budget.seconds, budget.bytes, budget.nodes,
            teller(watch), budget.threads, PATIENCE,
        )  # fmt: skip
        cost = {"nodes": nodes, "memory": memory, "seconds": budget.spent}
        told = [each for each in told if not (each[0] in known and each[1])]
        return dict(self._results(player, depth, told, cost))

    def _results(
        self, player: Player, depth: int | None, told: list[tuple[int, str, bool, int]], cost: dict[str, Any]
    ) -> Iterator[tuple[int, Result]]:
        opens = self.game.mover(self.game.start) is player
        for cell, reason, wins, plies in told:
            if reason:
                yield cell, Result(None, reason=reason, **cost)
            elif not (self._breaker and player is Player.WHITE):
                yield cell, Result(wins, self._depth(wins, plies, depth), cell if wins and opens else None, **cost)
            elif wins:
                yield cell, Result(False, **cost)
            else:
                broken = self.game.winner(self.game.step(self.game.start, cell)) is Player.WHITE
                if self._bound(depth) >= (1 if broken else self._longest):
                    yield cell, Result(True, 1 if broken else self._longest, cell if opens else None, **cost)
                else:
                    yield cell, Result(None, reason="depth", **cost)

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
        deriving: bool = True,
    ) -> SearchProof:
        """Write the strategy by which a player wins within the depth, or holds for it (``wins`` false; None: for ever).

        Parameters
        ----------
        player, depth, limits, wins, watch
            As in :class:`~zermelo.search.session.Session`.
        arguments
            True: pairings may end a branch; False: only moves are written.
        symmetry
            True: of positions that are images of each other one is written.
        breaking
            True: holding for ever may be shown as the strategy of a mere breaker.
        deriving
            True: a maker's win is shown by a derivation, if arguments are allowed.

        Raises ``LimitError`` when a limit ends it (``"depth"``: in a maker-breaker game it is not known how soon White
        has won), ``DisagreementError`` when the claim is false.
        """
        game, bound = self.game, self._bound(depth)
        if self._winner is not None or self._over or bound == 0:
            if (self._winner is not player) if wins else (self._winner is player.other):
                raise disproved(game, player, depth, wins=wins)
            return SearchProof(())
        aim = self._aim(player, wins, bound)
        free = not game.is_restricted or game.mover(game.start) is player.other
        mere = breaking and arguments and aim.argues and bound == self._longest and free
        budget = Budget(limits)
        turns = rule_symmetries(game) if symmetry else ()

        derived = deriving and arguments and aim.wins and (self._breaker or game.alternates)

        def written(turns: tuple[Permutation, ...]) -> tuple[bool, _native.Notes | _native.Deductions, list[int]]:
            reason, wrong, merely, notes, lines, used = self._side(aim.side).prove(
                aim.wins, bound, aim.until, mere, TRIES if arguments and aim.argues else 0, turns,
                aim.side is Player.WHITE, budget.seconds, budget.bytes, budget.nodes, teller(watch, None), None,
                game.alternating_from() if derived else None, budget.proof_bytes,
            )  # fmt: skip
            if reason:
                raise ended(reason)
            if wrong and aim.until:
                raise LimitError("depth", SOON)
            if wrong:
                raise disproved(game, player, depth, wins=wins)
            return merely, lines if derived else notes, used

        merely, notes, used = written(turns)
        if turns and len(notes) < FEW:
            with suppress(LimitError):  # the one with symmetries stands; without them it may be much longer
                without = written(())
                if len(without[1]) < FEW:
                    merely, notes, used, turns = *without, ()
        if isinstance(notes, _native.Deductions):
            return SearchProof(DerivedNotes(notes), tuple(turns[number - 1] for number in used), derived=True)
        if not merely:
            # Each position that can be met is the least of its images or has one under a symmetry that has served.
            turns = used_symmetries(turns, [number - 1 for number in used])
        return SearchProof(PackedNotes(notes), turns, merely)

    def complete(
        self,
        player: Player,
        wins: bool,
        outline: _native.Notes,
        symmetries: tuple[Permutation, ...],
        limits: Limits,
        watch: Watch | None = None,
    ) -> SearchProof:
        """Write the strategy of a mere breaker, her answers in an outline first; what is missing is searched.

        Parameters
        ----------
        player, wins
            The claim, which is for ever.
        outline
            Her answers, under the symmetries; nothing that they say is believed.
        symmetries
            Permutations of the cells without the identity, which must keep the rules of the game.
        limits, watch
            As in :class:`~zermelo.search.session.Session`.

        Raises as :meth:`prove`.
        """
        aim, budget = self._aim(player, wins, self._longest), Budget(limits)
        reason, wrong, _, notes, _, _ = self._side(aim.side).prove(
            aim.wins, self._longest, False, True, TRIES, symmetries, aim.side is Player.WHITE, budget.seconds,
            budget.bytes, budget.nodes, teller(watch, None), outline,
        )  # fmt: skip
        if reason:
            raise ended(reason)
        if wrong:
            raise disproved(self.game, player, None, wins=wins)
        return SearchProof(PackedNotes(notes), symmetries, True)

    def _aim(self, player: Player, wins: bool, bound: int) -> _Aim:
        """The proof that the core is to write."""
        if not self._breaker:
            return _Aim(player if wins else player.other, wins)
        if player is Player.WHITE:
            if wins and bound < self._longest:
                raise LimitError("depth", SOON)
            return _Aim(Player.BLACK, False, argues=not wins)
        if wins:
            return _Aim(Player.BLACK, True)
        # Black keeps White from breaking all sets, for ever, by winning.
        return _Aim(Player.BLACK, True, until=bound < self._longest)

    # ------------------------------------------------------------------------------------------------------- native

    def _bound(self, depth: int | None) -> int:
        return self._longest if depth is None else max(0, min(depth, self._longest))

    def _depth(self, answer: bool, plies: int, depth: int | None) -> int | None:
        """The depth of a result, see :class:`~zermelo.search.session.Result`."""
        bound = self._bound(depth)
        return min(plies, bound) if answer else None if bound == self._longest else bound

    def _rules(self, player: Player) -> tuple[Any, ...]:
        """The residual game from a player's view, on which the tables of the search for his win depend."""
        game = self.game
        own, other = game.start.stones(player), game.start.stones(player.other)
        return (
            len(game.board),
            [mask & ~own for mask in game.winning_sets(player) if not mask & other],
            [mask & ~other for mask in game.winning_sets(player.other) if not mask & own],
            game.board.full & ~(own | other),
            [game.player_at(game.start.ply + k) is player for k in range(self._longest + 1)],
        )

    def _side(self, player: Player) -> _native.PositionalSearch:
        """The search for a player's win, in which he is Black."""
        if player not in self._native:
            game, switches = self.game, self._switches
            large = switches.periodic > 0 and len(game.board) >= switches.periodic
            self._native[player] = _native.PositionalSearch(
                len(game.board),
                list(game.winning_sets(player)),
                list(game.winning_sets(player.other)),
                game.start.stones(player),
                game.start.stones(player.other),
                self._rules(player)[-1],
                game.first_moves if game.is_restricted else None,
                self._breaker,
                geometry(game) if switches.symmetry else (0, 0, False, [], [], []),
                periodic_pairing(game.board, game.winning_sets(player)) if large else (),
                asdict(switches),
            )
            if self._before is not None:
                self._native[player].share(self._before._side(player), Budget(Limits()).bytes)
        return self._native[player]


class _Aim(NamedTuple):
    """A proof that the core is to write: who is Black in it, and whether he wins or is held."""

    side: Player
    wins: bool
    until: bool = False
    """The win may come after the depth."""
    argues: bool = True
    """Arguments that nobody completes a set may end a branch."""


def geometry(game: PositionalGame) -> tuple[int, int, bool, list[int], list[int], list[list[int]]]:
    """Columns, rows, torus, and each cell's column and row from 0; for a graph generators of its symmetries instead."""
    board = game.board
    if board.layout is Layout.GRAPH:
        return 0, 0, False, [], [], [list(one) for one in generators(game)]
    return (
        board.columns, board.rows, board.torus, [x - 1 for x, _ in board.places], [y - 1 for _, y in board.places], []
    )  # fmt: skip
