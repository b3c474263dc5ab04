"""The outcome class of a position: who wins when Black opens, and who when White does.

In the theory of games Left is Black, and Right is White. N: the player who opens wins. P: the other one does. L: Left
wins, whoever opens. R: Right does. D: a draw, whoever opens. Where only one of the plays is a draw, the class has no
letter; both results are told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import monotonic
from typing import Any

from zermelo.model import Game, Player
from zermelo.questions import Options
from zermelo.solving import solve
from zermelo.store import Store
from zermelo.verdict import Query, Verdict

_CLASSES = {
    ("black", "black"): "L",
    ("white", "white"): "R",
    ("black", "white"): "N",
    ("white", "black"): "P",
    ("draw", "draw"): "D",
}

_SAID = {
    "L": "L: Left (Black) wins, whoever opens.",
    "R": "R: Right (White) wins, whoever opens.",
    "N": "N: the player who opens wins.",
    "P": "P: the player who opens loses.",
    "D": "D: a draw, whoever opens.",
}


@dataclass(frozen=True)
class OutcomeClass:
    """The answers to both questions of an outcome class.

    Parameters
    ----------
    game
        The name of the game.
    black_opens, white_opens
        The verdicts on who wins when Black, and when White, opens.
    """

    game: str
    black_opens: Verdict
    white_opens: Verdict

    @property
    def letter(self) -> str | None:
        """N, P, L, R, or D for a draw in both plays; None where just one is a draw, or an answer is missing."""
        black, white = self.black_opens.outcome, self.white_opens.outcome
        return None if black is None or white is None else _CLASSES.get((black, white))

    @property
    def known(self) -> bool:
        """True if both questions are answered."""
        return self.black_opens.known and self.white_opens.known

    def sentence(self) -> str:
        """The class in words."""
        if self.letter is not None:
            return _SAID[self.letter]
        if self.known:
            return "No letter: " + "; ".join(
                f"when {player} opens, {_ended(verdict)}" for player, verdict in self._openings()
            ) + "."  # fmt: skip
        return "Unknown: " + "; ".join(
            f"when {player} opens, {_ended(verdict)}" for player, verdict in self._openings()
        ) + "."  # fmt: skip

    def _openings(self) -> list[tuple[Player, Verdict]]:
        return [(Player.BLACK, self.black_opens), (Player.WHITE, self.white_opens)]

    def to_json(self) -> dict[str, Any]:
        """The one JSON object of an outcome class."""
        reasons = [verdict.reason for _, verdict in self._openings() if not verdict.known]
        return {
            "game": self.game,
            "class": self.letter,
            "black_opens": self.black_opens.outcome,
            "white_opens": self.white_opens.outcome,
            "checked": self.black_opens.checked and self.white_opens.checked,
            "reason": reasons[0] if reasons else None,
            "seconds": round(self.black_opens.seconds + self.white_opens.seconds, 4),
        }


def _ended(verdict: Verdict) -> str:
    if not verdict.known:
        return f"it is open ({verdict.reason})"
    return "it is a draw" if verdict.outcome == "draw" else f"{Player(verdict.outcome)} wins"


def outcome_class(game: Game, options: Options | None = None, store: Store | None = None) -> OutcomeClass:
    """The outcome class of a game's start position, as the rules of the game have it: normal, misère or with goals.

    Parameters
    ----------
    game
        The game; who would move in it is of no account.
    options
        Tools and limits; a time limit is for both questions together.
    store
        The memory of answers; None for none.

    Notes
    -----
    Raises ``UnsupportedError`` for a game in which the position says who moves.

    Examples
    --------
    >>> from zermelo.families import make
    >>> [outcome_class(make(f"domineering:{size}")).letter for size in ("1x1", "1x2", "2x1", "2x2")]
    ['P', 'L', 'R', 'N']
    """
    options = options or Options()
    openings = [game.with_mover(player) for player in Player]  # refuses before anything is searched
    until = None if options.time_limit is None else monotonic() + options.time_limit
    verdicts = list[Verdict]()
    for each in openings:
        left = None if until is None else max(0.0, until - monotonic())
        if verdicts and verdicts[0].interrupted:  # who presses Ctrl-C once means both questions
            left = 0.0
        found = solve(each, Query("winner"), replace(options, time_limit=left), store=store)
        if verdicts and verdicts[0].interrupted and not found.known:
            found = replace(found, reason="interrupted", interrupted=True)
        verdicts.append(found)
    return OutcomeClass(game.name, *verdicts)
