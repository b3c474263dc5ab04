"""Agreement of answers: what each says about its game, and which two exclude each other.

An answer says, of a player, that he wins within a depth (∞: at all), or that he does not (∞: never). A win within d is
one within more; no win within d is none within less. So a win within w and no win within n exclude each other if and
only if w ≤ n; and since only one player can win, a win of one at all says that the other never wins.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

NEVER = math.inf
"""The depth of a win at all, and of no win ever."""

_OTHER = {"black": "white", "white": "black"}


class Saying(NamedTuple):
    """One thing that a cell says: the player wins within the depth (in moves), or does not.

    >>> print(Saying("black", True, 5, "k", "search"))
    search: Black wins within 5 moves
    """

    player: str
    wins: bool
    depth: float
    key: str
    way: str

    def __str__(self) -> str:
        bound = ("" if self.wins else " ever") if self.depth == NEVER else f" within {self.depth:g} moves"
        return f"{self.way}: {self.player.capitalize()} {'wins' if self.wins else 'does not win'}{bound}"


def sayings(verdict: dict[str, Any], key: str, way: str) -> Iterator[Saying]:
    """The things that a verdict says.

    Parameters
    ----------
    verdict
        As JSON: see `zermelo.verdict.Verdict.to_json`; or the figures of another kind of job, whose ``"says"`` counts
        (`zermelo.campaign.kinds.JobFigures`).
    key, way
        Of its cell.

    >>> from zermelo.verdict import Query, Verdict
    >>> verdict = Verdict("ttt", Query("within", depth=7), answer=True)
    >>> [str(each) for each in sayings(verdict.to_json(), "k", "search")]
    ['search: Black wins within 7 moves', 'search: White does not win ever']
    """
    query = verdict.get("query")
    if not isinstance(query, dict):  # another kind of job
        for each in verdict.get("says", ()):
            depth = NEVER if each["depth"] is None else each["depth"]
            if each["wins"]:
                yield from _win(each["player"], depth, key, way)
            else:
                yield Saying(each["player"], False, depth, key, way)
        return
    player, answer, outcome = query["player"], verdict["answer"], verdict["outcome"]
    won, lost = verdict["won_depth"], verdict["refuted_depth"]
    if answer is True and query["depth"] is not None:
        won = query["depth"] if won is None else min(won, query["depth"])
    if outcome in _OTHER:
        winner_won = won if outcome == player else None
        yield from _win(outcome, NEVER if winner_won is None else winner_won, key, way)
    elif won is not None or answer is True:
        yield from _win(player, NEVER if won is None else won, key, way)
    if answer is False and query["kind"] == "within" and lost is None:
        lost = query["depth"]
    if answer is False and verdict["complete"]:
        lost = NEVER
    if lost is not None:
        yield Saying(player, False, lost, key, way)
    never = set(verdict["excluded"]) | ({*_OTHER} if outcome == "draw" else set())
    for each in sorted(never):
        yield Saying(each, False, NEVER, key, way)


def _win(player: str, depth: float, key: str, way: str) -> Iterator[Saying]:
    yield Saying(player, True, depth, key, way)
    yield Saying(_OTHER[player], False, NEVER, key, way)


class Agreement:
    """All that was said about all games: of each player the fastest win and the deepest refutation, and who says so."""

    def __init__(self) -> None:
        self._wins: dict[tuple[str, str], Saying] = {}
        self._losses: dict[tuple[str, str], Saying] = {}

    def add(self, game: str, verdict: dict[str, Any], key: str, way: str) -> tuple[Saying, Saying] | None:
        """Take in what a verdict says.

        Parameters
        ----------
        game
            The hash of the game.
        verdict, key, way
            As for `sayings`.

        Returns two sayings that exclude each other, the earlier one first; None where all agree.
        """
        found = None
        for said in sayings(verdict, key, way):
            place = game, said.player
            mine, theirs = (self._wins, self._losses) if said.wins else (self._losses, self._wins)
            best = mine.get(place)
            if best is None or (said.depth < best.depth if said.wins else said.depth > best.depth):
                mine[place] = said
            other = theirs.get(place)
            if found is None and other is not None:
                win, none = (said, other) if said.wins else (other, said)
                if win.depth <= none.depth:
                    found = other, said
        return found
