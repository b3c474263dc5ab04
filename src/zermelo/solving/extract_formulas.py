"""Strategies out of formulas, by solving again: the winner's move in every position, asked of a QBF solver.

The moves so far become part of the game, the rest of the depth is asked for, and the values of the outermost block are
the move: Black's where the formula is true, White's where it is false. No native search has a part in this. What is
walked, which positions are met only once, and which are settled by an argument is for
:mod:`~zermelo.strategy.extract.from_search` to say; what comes out is a claim of the formulas like any other, and the
checker decides.

*Values of a formula that was preprocessed* name no move. So the plain formula is asked, too, for a moment; where only
the preprocessed one is answered, one move of every symmetry orbit is tried, and asked about. The same is done where a
solver prints no values, or where it is one of the user's own, whose values nobody has tested.

*Less than there is.* A winner who has nine moves left may win in three. Small depths are asked about first, as long as
their formulas take but a moment: the formulas of all that follows get smaller, and so does the strategy.

*Legal moves.* Where the owner of the outermost block would gain by an illegal move, its values could name one. No
encoding lets him: in grid games an illegal move of Black falsifies the formula, one of White makes it true; on cells it
is a pass, which never helps, so that any stone does as well. Should a value name no legal move all the same, the moves
are tried.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NoReturn

from zermelo.encodings import Asks
from zermelo.errors import DisagreementError, LimitError, MissingToolError, UnsupportedError
from zermelo.model import Game, Position, first_move_orbits
from zermelo.questions import Options, telling_depths
from zermelo.solvers import SOLVERS
from zermelo.solving.combination import Combination, portfolio
from zermelo.solving.finding import Finding
from zermelo.solving.journal import Journal
from zermelo.solving.run import Run
from zermelo.strategy.claim import Claim, normal
from zermelo.strategy.entry import Strategy
from zermelo.strategy.extract.from_oracle import extract_by
from zermelo.strategy.extract.oracle import Clock, asked, exchanged, exchanged_position

MOMENT = 0.25
"""Seconds for what may turn out quick, and for the first try of the best combination."""

PATIENCE = 4
"""Factor by which each round is longer than the one before, and each combination's try than the next one's."""


@dataclass
class Span:
    """Bounds of one position: within ``won`` moves Black wins, within ``held`` he does not."""

    won: int = sys.maxsize
    held: int = -1


@dataclass
class Calls:
    """The cost: formulas that were asked about, and those among them that needed a solver."""

    formulas: int = 0
    solved: int = 0
    seconds: float = 0.0
    """In solvers and preprocessors."""
    tried: int = 0
    """Moves that were asked about one by one, for want of values."""


@dataclass
class FormulaOracle:
    """Answers of formulas about positions: an :class:`~zermelo.strategy.extract.oracle.Oracle`.

    Parameters
    ----------
    game, claim, clock, memory_limit_mb
        As of the oracles of the searches.
    options
        The encoding, preprocessor and solver: those that are not named are tried in the order of the portfolio.

    Raises ``UnsupportedError`` where no encoding takes the game, or where only a search can prove the claim.

    >>> from zermelo.model import ConnectionGame, Player
    >>> game, claim = ConnectionGame.hex(3, 3), Claim(Player.BLACK, True, 5)
    >>> oracle = FormulaOracle(game, claim, Clock(None), None, Options(encoding="et", solver="depqbf"))
    >>> oracle.win(game.start, 5), oracle.held(game.start, 4)
    ((4, 5), True)
    >>> oracle.calls.formulas, oracle.calls.solved  # at depths 0, 1, 3, 5, and at 4; all but one decided while encoding
    (5, 1)
    """

    game: Game
    claim: Claim
    clock: Clock
    memory_limit_mb: int | None
    options: Options
    calls: Calls = field(default_factory=Calls)

    def __post_init__(self) -> None:
        game, claim = self.game, self.claim
        if claim.bound(game) is None and game.complete_depth() is None:
            raise UnsupportedError(
                "a claim with a depth, for formulas", found=str(claim), advice="--extract search can do without"
            )
        self._asked, self._swapped = asked(game, claim)
        ways = portfolio(self._asked, self.options) or portfolio(self._asked, self.options, Asks.WHITE_HOLDS)
        # That a ground game is a positional one would have to be proven again in every position.
        self._ways = [way for way in ways if way.encoding.lacks(self._asked) is None] or ways
        """The combinations that answer; the last one that did so first."""
        if not self._ways:
            raise UnsupportedError("a game that an encoding takes", found=game.name)
        plain = {way.plain().label: way.plain() for way in self._ways if way.solver.capabilities.assignment}
        self._plain = list(plain.values())
        """The combinations that tell values."""
        for_ever = not claim.wins and claim.bound(game) == game.complete_depth()
        holding = portfolio(self._asked, self.options, Asks.WHITE_HOLDS) if for_ever else []
        self._holding = [each.plain() for each in holding]
        """The combinations that may say that Black never wins, where that is claimed."""
        self._hard: dict[str, int] = {}
        """For each of these the least depth at which a moment was too short."""
        self._known: dict[Position, Span] = {}

    # -- what extraction asks --------------------------------------------------------------------------------------

    def win(self, position: Position, rank: int | None) -> tuple[Any, int | None] | None:
        game, depth = self._place(position, rank)
        finding = self._soon(position, game, depth)
        depth = min(depth, self._bounds(position).won)
        if finding is None or finding.hint is None:
            finding = self._decide(position, game, depth, wanted=True)
        if not finding.answer:
            return None
        hint = self._hint(finding, game)
        if hint is not None and (_tested(finding) or self._wins_after(position, hint, depth)):
            return self._named(hint), depth
        for orbit in first_move_orbits(game):
            if hint not in orbit:
                self.calls.tried += 1
                if self._wins_after(position, orbit[0], depth):
                    return self._named(orbit[0]), depth
        raise DisagreementError(
            f"{game.name}: {finding.method} says that {self.claim.player} wins within {depth}, but that no move does"
        )

    def held(self, position: Position, rank: int | None) -> bool:
        game, depth = self._place(position, rank)
        bounds = self._bounds(position)
        if bounds.won <= depth or bounds.held >= depth:
            return bounds.held >= depth
        return not self._decide(position, game, depth).answer

    def hold(self, position: Position, rank: int | None) -> Any:
        game, depth = self._place(position, rank)
        finding = self._for_ever(position, game, depth) or self._decide(position, game, depth, wanted=False)
        hint = None if finding.answer else self._hint(finding, game)
        if hint is None:
            return None
        move = self._named(hint)
        after = self.game.step(position, move)
        sure = _tested(finding) or (self.game.goal_winner(after) is None and self.held(after, depth - 1))
        return move if sure else None

    # -- positions of the game that is asked about -------------------------------------------------------------------

    def _place(self, position: Position, rank: int | None) -> tuple[Game, int]:
        """The game that begins there, in which Black is who wins or is held, and the depth."""
        game = self._asked.at(exchanged_position(self.game, position) if self._swapped else position)
        if rank is not None:
            return game, rank
        depth = game.complete_depth()
        if depth is None:  # what ends from the start ends from here, even where no proof is found any more
            depth = self._asked.complete_depth()
        assert depth is not None  # see __post_init__
        return game, depth

    def _named(self, move: Any) -> Any:
        """A move of the game that is asked about, in the other one."""
        return exchanged(move) if self._swapped else move

    def _hint(self, finding: Finding, game: Game) -> Any:
        """The move that the values name, when it is a legal one."""
        return finding.hint if finding.hint in game.legal(game.start) else None

    def _wins_after(self, position: Position, move: Any, depth: int) -> bool:
        after = self.game.step(position, self._named(move))
        winner = self.game.goal_winner(after)
        return winner is self.claim.player if winner is not None else not self.held(after, depth - 1)

    # -- formulas ------------------------------------------------------------------------------------------------

    def _bounds(self, position: Position) -> Span:
        return self._known.setdefault(normal(self.game, position), Span())

    def _soon(self, position: Position, game: Game, most: int) -> Finding | None:
        """That Black wins within less than so many moves, where formulas say so in a moment: the least of it."""
        bounds = self._bounds(position)
        for depth in telling_depths(game, min(most - 1, bounds.won)):
            if depth > bounds.held:
                self.calls.formulas += 1
                finding, _ = self._run(self._ways[0], position, game, depth, MOMENT, values=True)
                if finding.answer is not False:  # where it takes longer, more depth does, too
                    return finding if finding.answer else None
        return None

    def _for_ever(self, position: Position, game: Game, most: int) -> Finding | None:
        """That White holds for ever and blocks in pairs after a few moves, where formulas say so in a moment."""
        for each in self._holding[:1]:
            for depth in range(most + 1):
                self.calls.formulas += 1
                finding, _ = self._run(each, position, game, depth, MOMENT, values=True)
                if finding.answer is not None or not finding.silent:
                    return finding if finding.answer is False else None
        return None

    def _decide(self, position: Position, game: Game, depth: int, *, wanted: bool | None = None) -> Finding:
        """The answer of formulas; if it is the wanted one, with values of the outermost block where there are any.

        Raises ``LimitError`` where there is no answer.
        """
        self.calls.formulas += 1
        before = wanted is not None and self._ways[0].preprocessor.name != "none"
        if wanted is not None and before:
            told = self._told(position, game, depth, wanted)
            if told is not None:
                return told
        finding, solved = self._answered(position, game, depth, values=wanted is not None)
        if wanted is None or before or finding.answer is not wanted or finding.hint is not None or not solved:
            return finding
        return self._told(position, game, depth, wanted, but=finding.method) or finding

    def _told(self, position: Position, game: Game, depth: int, wanted: bool, but: str = "") -> Finding | None:
        """The same in a moment by a formula as it stands, with values if the answer is the one wanted."""
        for each in self._plain:
            if each.label != but and depth < self._hard.get(each.label, depth + 1):
                finding, _ = self._run(each, position, game, depth, MOMENT, values=True)
                if finding.reason == "time":
                    self._hard[each.label] = depth
                elif finding.answer is not None and (finding.answer is not wanted or finding.hint is not None):
                    return finding
        return None

    def _answered(self, position: Position, game: Game, depth: int, *, values: bool) -> tuple[Finding, bool]:
        """The first answer, and whether a tool was needed; all combinations in turns, the best ones longest."""
        ways, failed, number = list(self._ways), dict[str, Finding](), 0
        while ways:
            for place, each in enumerate(ways[: number + 1]):
                seconds = None if len(ways) == 1 else MOMENT * PATIENCE ** (number - place)
                finding, solved = self._run(each, position, game, depth, seconds, values=values)
                if finding.answer is not None:
                    self._ways.remove(each)
                    self._ways.insert(0, each)
                    return finding, solved
                if finding.reason != "time" or len(ways) == 1:
                    failed[each.label] = finding
            ways = [each for each in ways if each.label not in failed]
            number += 1
        return self._fail(list(failed.values()))

    def _fail(self, failed: list[Finding]) -> NoReturn:
        """No combination has an answer."""
        first = next((each for each in failed if each.reason != "nothing to try"), failed[0])
        if first.reason == "missing":
            raise MissingToolError(first.detail)
        raise LimitError(first.reason or "time", first.detail)

    def _run(
        self, tools: Combination, position: Position, game: Game, depth: int, seconds: float | None, *, values: bool
    ) -> tuple[Finding, bool]:
        """The answer of one combination, and True if a tool was needed."""
        left = self.clock.left
        limit = min((each for each in (left, seconds) if each is not None), default=None)
        journal = Journal(limit)
        run = Run(game, depth, tools, assignment=values, memory_limit_mb=self.memory_limit_mb)
        finding = run.attempt(journal)
        spent = [stage.seconds for stage in journal.stages if stage.name in ("preprocess", "solve")]
        self.calls.solved += bool(spent)
        self.calls.seconds += sum(spent)
        if finding.answer is not None:
            self._learn(position, depth, finding)
        return finding, bool(spent)

    def _learn(self, position: Position, depth: int, finding: Finding) -> None:
        """An answer holds for larger depths, or for smaller ones."""
        bounds = self._bounds(position)
        if finding.answer:
            bounds.won = min(bounds.won, depth)
        else:
            bounds.held = sys.maxsize - 1 if finding.depth is None else max(bounds.held, depth)
        if bounds.won <= bounds.held:
            raise DisagreementError(
                f"{self.game.name}: {finding.method} says {finding.answer} at depth {depth} of a position of which a "
                "formula has said the contrary"
            )


def _tested(finding: Finding) -> bool:
    """True if the values of an answer are as good as the answer."""
    tools = None if finding.run is None else finding.run.combination
    return isinstance(tools, Combination) and tools.solver.name in SOLVERS.own and finding.plain


def extract_by_formulas(
    game: Game,
    claim: Claim,
    *,
    options: Options | None = None,
    time_limit: float | None = None,
    memory_limit_mb: int | None = None,
    watch: Callable[[int], None] | None = None,
) -> Strategy:
    """The strategy behind a claim that is true, by formulas alone.

    Parameters
    ----------
    game, claim
        As of :func:`~zermelo.strategy.extract.from_search.extract`.
    options
        The encoding, preprocessor and solver.
    time_limit, memory_limit_mb
        Seconds for all of it, and megabytes for each solver.
    watch
        Called with the number of entries now and then.

    Raises ``DisagreementError`` when the formulas do not say what is claimed, ``LimitError`` when they do not say
    enough in time, ``UnsupportedError`` for a game or a claim that no encoding takes, ``MissingToolError`` without the
    solver.

    >>> from zermelo.model import ConnectionGame, Player
    >>> game, claim = ConnectionGame.hex(3, 3), Claim(Player.WHITE, False, 4)
    >>> len(extract_by_formulas(game, claim, options=Options(solver="depqbf"))) > 0
    True
    """
    ask = partial(FormulaOracle, options=options or Options())
    return extract_by(ask, game, claim, time_limit=time_limit, memory_limit_mb=memory_limit_mb, watch=watch)
