"""Files that were tampered with: what holds is so, both checkers agree, and what cannot be read is told with its line.

The same by the hundred thousand: ``python benchmarks/forged.py --files 100000``.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws
from tests.strategy import forging
from tests.strategy.cases import KINDS, entries_of, random_case
from tests.strategy.changes import CHANGES, Forger
from tests.strategy.forging import judged, random_forgery

from zermelo.errors import InputError, LimitError
from zermelo.strategy.certify import check_file

FILES = 8


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=draws(3, 2), derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_forged(kind, seed, tmp_path_factory):
    """No false claim holds."""
    path = tmp_path_factory.mktemp("forged") / "a.strategy"
    case = random_case(kind, seed)
    for number in range(FILES):
        forgery = random_forgery(case, Random(f"{kind} {seed} {number}"))
        path.write_bytes(forgery.data)
        found = judged(path)
        assert not found.failed, (kind, seed, number, forgery.changes, found)


@pytest.mark.slow
def test_every_change():
    """Every change applies somewhere, and every sort of entry is in some proof."""
    done, entries = Counter[str](), Counter[str]()
    more = [(kind, seed) for kind in ("crowded", "packers", "dominoes", "racers") for seed in range(1, 20)]
    for kind, seed in [*((kind, 0) for kind in KINDS), *more]:
        case = random_case(kind, seed)
        entries.update(entries_of(case))
        for (name, change), text in product(CHANGES.items(), case.texts):
            done[name] += bool(change(Forger(case, deepcopy(text), Random(seed))))
    assert all(done[name] for name in CHANGES), done
    sorts = {"move", "pairing", "links", "exchange", "answers", "packing", "sum", "race", "aside", "path", "and", "or"}
    assert sorts <= set(entries)


class TestJudges:
    """They see what is wrong with the checkers."""

    @pytest.fixture
    def path(self, tmp_path):
        """A proof that holds."""
        path = tmp_path / "a.strategy"
        path.write_text("".join(f"{line}\n" for line in random_case("crowded", 1).texts[0].lines()))
        assert judged(path).word == "holds"
        return path

    def test_false(self, path, monkeypatch):
        monkeypatch.setattr(forging, "is_so", lambda *_: False)
        assert judged(path).word == "FALSE"

    def test_disagree(self, path, monkeypatch):
        monkeypatch.setattr(forging, "check_file", lambda *a, pure, **k: check_file(*a, pure=pure, **k) * (1 + pure))
        assert judged(path).word == "disagree"

    def test_sense(self, path, monkeypatch):
        """Only one checker complains of the rules, which make sense."""

        def complain(*args, pure, **options):
            if pure:
                return check_file(*args, pure=pure, **options)
            raise InputError("a move", source=str(path), line=1)

        monkeypatch.setattr(forging, "check_file", complain)
        assert judged(path).word == "disagree"

    @pytest.mark.parametrize(
        ("error", "word"), [(KeyError(1), "raised"), (LimitError("time", "late"), "slow"), (ValueError(), "raised")]
    )
    def test_errors(self, path, monkeypatch, error, word):
        def fail(*_: object, **__: object) -> None:
            raise error

        monkeypatch.setattr(forging, "check_file", fail)
        assert judged(path).word == word
