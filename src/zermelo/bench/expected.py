"""The expected status of a formula: its truth value, as far as it can be known in advance.

Three ways, and whatever two of them say has to agree: the encoding decided it, the plain rules were tried exhaustively,
or QBF solvers answered the very formula. What the search says about *the game* tells the truth of *the formula* only
through its query, `Encoded.black_wins`. For "White holds" the question is whether Black wins at all; if he does, the
formula is false, and if not, it is true where it is exact: a false formula of a Pairing encoding may say nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.encodings import Asks, Encoded
from zermelo.errors import DisagreementError, LimitError
from zermelo.formula import QCNF
from zermelo.model import Game
from zermelo.search import is_small, search_within
from zermelo.solvers import Answer, solver

SOLVERS = ("depqbf", "caqe")
"""The solvers that are asked, of different kinds: search with learning, and clausal abstraction."""


@dataclass(frozen=True)
class Expected:
    """A truth value, None when unknown, and what established it.

    >>> print(Expected(True, ("DepQBF 6.03", "CAQE 4.0.1")), Expected())
    true (DepQBF 6.03; CAQE 4.0.1) unknown
    """

    truth: bool | None = None
    evidence: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """``true``, ``false`` or ``unknown``."""
        return "unknown" if self.truth is None else str(self.truth).lower()

    @property
    def established(self) -> str:
        """The evidence in one line."""
        return "; ".join(self.evidence)

    def __str__(self) -> str:
        return f"{self.status} ({self.established})" if self.evidence else self.status

    def and_also(self, other: Expected, what: str) -> Expected:
        """Both together; DisagreementError, naming ``what`` they are about, when they contradict each other."""
        if self.truth is None or other.truth is None:
            return other if self.truth is None else self
        if self.truth is not other.truth:
            said = ", ".join(f"{each.established} says {each.status}" for each in (self, other))
            raise DisagreementError(f"{what}: {said}")
        return Expected(self.truth, self.evidence + other.evidence)


class ExhaustiveOracle:
    """The results of exhaustive search with the plain rules, each depth of a game searched once.

    Parameters
    ----------
    positions, seconds
        The budget of each search; without seconds the outcome is the same on every machine.
    """

    def __init__(self, game: Game, positions: int, seconds: float | None = None) -> None:
        self.game, self.positions, self.seconds = game, positions, seconds
        self._known: dict[int, tuple[bool, int] | None] = {}

    def wins(self, depth: int) -> tuple[bool, int] | None:
        """True if Black wins within the depth, with the positions searched; None beyond the budget."""
        if depth not in self._known:
            self._known[depth] = self._search(depth)
        return self._known[depth]

    def _search(self, depth: int) -> tuple[bool, int] | None:
        if not is_small(self.game, depth, self.positions):
            return None
        try:
            found = search_within(self.game, depth, self.positions, self.seconds)
        except LimitError:
            return None
        return found.answer, found.positions

    def expected(self, encoded: Encoded) -> Expected:
        """The status that is known without a solver."""
        if encoded.answer is not None:
            return Expected(encoded.answer, (f"decided while encoding: {encoded.why}",))
        complete = self.game.complete_depth() if encoded.asks is Asks.WHITE_HOLDS else None
        found = self.wins(encoded.depth if complete is None else complete)
        if found is None:
            return Expected()
        wins, positions = found
        possible = [truth for truth in (True, False) if encoded.black_wins(truth) in (None, wins)]
        if len(possible) != 1:
            return Expected()
        return Expected(possible[0], (f"exhaustive search with the plain rules, {positions} positions",))


def solved(qcnf: QCNF, seconds: float, memory_limit_mb: int | None, what: str) -> Expected:
    """The answers of the solvers to a formula, put together.

    Parameters
    ----------
    qcnf
        The formula.
    seconds, memory_limit_mb
        Wall-clock seconds and MB for each solver; no MB is no limit.
    what
        The name of the formula in an error.

    Raises DisagreementError when the solvers contradict each other.
    """
    together = Expected()
    for each in map(solver, SOLVERS):
        answer = each.solve(qcnf, time_limit=seconds, memory_limit_mb=memory_limit_mb).answer
        if answer is not Answer.UNKNOWN:
            said = Expected(answer is Answer.TRUE, (each.version() or each.name,))
            together = together.and_also(said, what)
    return together
