"""Random questions in any order, by all methods and engines, with and without a memory, agree with the oracle.

Question × memory × order × method × engine: `tests.solving.agreement` says what is drawn, and what is compared. The
same by the ten thousand: ``python benchmarks/agreement.py questions --seeds 0:10000``.
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws
from tests.solving.agreement import KINDS, failures, random_script, shown
from tests.solving.oracle import has_breaker, oracle_of
from tests.solving.verdicts import untrue

from zermelo.families import make
from zermelo.model import Player
from zermelo.verdict import Query, Verdict

SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=draws(18, 3))
@given(seed=SEEDS)
def test_all_agree(kind, seed):
    """Every claim is true, every question is answered, and answers do not change."""
    script = random_script(seed, kind)
    found = failures(script)
    assert not found, "\n".join([f"{kind} {seed}", shown(script), *map(str, found)])


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("positional-net", 328),  # the end of plays is proven at the start, and not after a first move
        ("positional-net", 1013),  # the same in a proof by formulas
        ("graph", 81),  # the first move of a slower win, remembered with the depth of a strategy
        ("graph-net", 7),  # the same, natively
    ],
)
def test_agree_again(kind, seed):
    """Scripts on which verdicts were wrong, or open."""
    script = random_script(seed, kind)
    found = failures(script)
    assert not found, "\n".join([shown(script), *map(str, found)])


class TestTheOracle:
    """It is right where the truth is known, and sees what is wrong."""

    @pytest.mark.parametrize(
        ("text", "outcome", "black", "white", "longest"),
        [
            ("ttt", "draw", None, None, 9),
            ("hex:3x3", "black", 5, None, 9),
            ("domineering:2x2", "black", 2, None, 2),
            ("httt:tippy,board=3x3", "black", 9, None, 9),
            ("evader-pursuer:3x3,evader=3-1,pursuer=1-2", "black", 1, None, None),
            ("evader-pursuer-dual:3x3,evader=3-1,pursuer=1-2", "white", None, 1, None),
        ],
    )
    def test_known_games(self, text, outcome, black, white, longest):
        oracle = oracle_of(make(text))
        assert (oracle.outcome(), oracle.longest) == (outcome, longest)
        assert [oracle.least(player) for player in Player] == [black, white]
        assert not has_breaker(make("ttt"))

    @pytest.mark.parametrize(
        ("word", "lie"),
        [
            ("answer", {"answer": False, "complete": False, "refuted_depth": 5}),
            ("depth", {"depth": 4}),
            ("won_depth", {"won_depth": 4}),
            ("refuted_depth", {"refuted_depth": 5}),
            ("longest", {"longest": 8}),
            ("held_from", {"held_from": 0}),
            ("excluded", {"excluded": ["black"]}),
            ("complete", {"complete": False}),
            ("asked_depth", {"asked_depth": 6}),
            ("first_move", {"first_move": "c1"}),
            ("first_moves", {"first_moves": {"b2": True}}),
            ("reason", {"reason": "time"}),
            ("method", {"method": ""}),
            ("sentence", {"notes": ["no win within None"]}),
            ("first_move_outcomes", {"first_move_outcomes": {"b2": "draw"}}),
        ],
    )
    def test_lies(self, word, lie):
        """Each claim of a verdict is looked at."""
        oracle = oracle_of(make("hex:3x3"))
        verdict = Verdict(
            "hex:3x3", Query("within", depth=5), answer=True, complete=True, method="rules", asked_depth=5
        )
        assert not untrue(oracle, verdict)
        for name, value in lie.items():
            object.__setattr__(verdict, name, value)
        assert word in {line.split(":")[0] for line in untrue(oracle, verdict)}
