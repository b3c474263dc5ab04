"""Answers that exclude each other: exactly those that no game can give together."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from zermelo.campaign.agreement import NEVER, Agreement, Saying, sayings
from zermelo.verdict import Query, Verdict, as_player

MOST = 4
TRUTHS = [(None, 0), *product(("black", "white"), range(MOST + 2))]
"""The results of all games: nobody wins; or a player, within so many moves, perhaps more than any answer speaks of."""

DEPTHS = st.one_of(st.none(), st.integers(0, MOST))


@st.composite
def verdicts(draw: st.DrawFn) -> dict[str, Any]:
    """An answer to a question that is right for some game."""
    winner, least = draw(st.sampled_from(TRUTHS))
    kind, player = draw(st.sampled_from(["winner", "within", "fastest"])), draw(st.sampled_from(["black", "white"]))
    player = "black" if kind == "winner" else player
    wins = winner == player
    won = draw(st.one_of(st.none(), st.integers(least, MOST + 1))) if wins else None
    lost = draw(DEPTHS)
    lost = min(lost, least - 1) if lost is not None and wins else lost
    lost = None if lost is not None and lost < 0 else lost
    if kind == "winner":
        known = draw(st.booleans())
        outcome = (winner or "draw") if known else None
        excluded = [each for each in ("black", "white") if each != winner and draw(st.booleans())]
        query = Query()
        found = Verdict("g", query, outcome=outcome, won_depth=won, refuted_depth=lost, excluded=tuple(excluded))  # type: ignore[arg-type]
        return found.to_json()
    depth = draw(st.integers(0, MOST))
    answer = wins and least <= depth
    complete = not wins and draw(st.booleans())
    query = Query(kind, as_player(player), depth)
    return Verdict("g", query, answer=answer, won_depth=won, refuted_depth=lost, complete=complete).to_json()


def holds(said: Saying, winner: str | None, least: int) -> bool:
    return said.wins is (winner == said.player and least <= said.depth)


@given(verdicts(), verdicts())
def test_only_what_no_game_can_give(first, second):
    """Two verdicts are contradictory if and only if no game makes all they say true."""
    said = [*sayings(first, "a", "one"), *sayings(second, "b", "two")]
    possible = any(all(holds(each, *truth) for each in said) for truth in TRUTHS)
    agreement = Agreement()
    assert agreement.add("g", first, "a", "one") is None
    pair = agreement.add("g", second, "b", "two")
    assert (pair is None) is possible
    if pair is not None:
        assert {each.key for each in pair} == {"a", "b"}
    assert agreement.add("another", second, "b", "two") is None


def test_told():
    verdict = Verdict("g", Query(), outcome="draw").to_json()
    assert [str(each) for each in sayings(verdict, "k", "w")] == [
        "w: Black does not win ever", "w: White does not win ever",
    ]  # fmt: skip
    assert Saying("black", True, NEVER, "k", "w").depth > 10**9
