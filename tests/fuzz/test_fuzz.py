"""A short campaign with fixed seeds, every failure that was ever kept, and that failures of all kinds are noticed."""

from __future__ import annotations

import json
import math
import os
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.fuzz import campaign, worker
from tests.fuzz.values import Built, decode, encode
from tests.sizes import size

KEPT = sorted(campaign.FAILURES.glob("*.json"))


@pytest.fixture(scope="module")
def tried():
    with worker.Worker() as made:
        yield made


@pytest.mark.parametrize("subject", campaign.SUBJECTS)
def test_a_short_campaign(subject: str, tried: worker.Worker) -> None:
    counts: Counter[str] = Counter()
    found = campaign.search(subject, tried, 1, size(25, 12), counts, math.inf, note=False)
    assert found is None, f"{found[1]}\n{json.dumps(found[0])}"
    assert counts["answered"] > 0, counts


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept_failures(path: Path, tried: worker.Worker) -> None:
    case = json.loads(path.read_text())
    outcome = tried.attempt({key: value for key, value in case.items() if key != "told"})
    assert outcome.kind != "wrong", outcome.told


@pytest.mark.parametrize("code", [signal.SIGSEGV, signal.SIGKILL])
def test_a_crash_is_told_and_the_next_case_tried(code: signal.Signals) -> None:
    with worker.Worker() as made:
        assert made.attempt(EASY).kind == "answered"
        assert made._process is not None
        os.kill(made._process.pid, code)
        assert made.attempt(EASY).kind == "wrong"
        assert (made.attempt(EASY).kind, made.crashes) == ("answered", 1)


EASY = {"call": "status", "arguments": encode([Built("PositionalRules", (2, [3], [], [True, False, True])), 0, 0, 0])}


def test_failures_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errors of other kinds, and cases that do not hear the alarm."""
    monkeypatch.setattr(worker, "ALARM", 0.05)
    monkeypatch.setattr(worker, "HEARD", 0.1)

    def deaf(case: dict[str, Any]) -> str:  # noqa: ARG001
        try:
            while True:
                time.sleep(1)
        finally:
            begun = time.process_time()
            while time.process_time() < begun + 0.2:
                pass

    def slow(case: dict[str, Any]) -> str:  # noqa: ARG001
        time.sleep(60)  # which the alarm ends
        return "answered"

    def failing(case: dict[str, Any]) -> str:
        raise RuntimeError(str(case))

    assert worker.attempt(lambda case: "answered", {}).kind == "answered"  # noqa: ARG005
    assert worker.attempt(slow, {}).kind == "stopped"
    assert "0.2 s more" in worker.attempt(deaf, {}).told
    assert "RuntimeError: {}" in worker.attempt(failing, {}).told


@pytest.mark.slow
def test_a_wrong_answer_is_found_and_shrunk(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A search that forgets White's winning sets, tried in this process, without limits of time: the same each time."""
    from dataclasses import replace

    from tests.fuzz import questions

    class Here(worker.Worker):
        def attempt(self, case: dict[str, Any]) -> worker.Outcome:
            timed = case["limits"]["time"] is not None
            return worker.Outcome("answered") if timed else worker.attempt(questions.run, case)

    right = questions.ENGINES["positional"]

    def forgetful(game, switches):
        return right.session(replace(game, white_sets=()), switches)

    monkeypatch.setitem(questions.ENGINES, "positional", right._replace(session=forgetful))
    monkeypatch.setattr(worker, "ALARM", 60.0)  # the same cases on a slow machine, too
    monkeypatch.setattr(campaign, "FAILURES", tmp_path / "failures")
    with Here() as here:
        found = campaign.search("positional", here, 1, 2000, Counter(), math.inf, note=False)
    assert found is not None
    case, told = found
    assert "the plain rules say" in told
    assert case["game"]["cells"] <= 5
    kept = json.loads(campaign.keep(case, told).read_text())
    assert kept["told"]
    assert kept["game"] == case["game"]


def test_cases_are_json() -> None:
    value = [1, (2.5, None), {"a": [True, ()], 3: "b"}]
    assert decode(json.loads(json.dumps(encode(value)))) == value
    made = decode(encode(Built("PositionalRules", (2, [3], [], [True, False]))))
    assert made.cells == 2
