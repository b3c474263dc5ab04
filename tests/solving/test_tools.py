"""Bad tools of a configuration file, run through worker processes: documented outcomes, and nothing is left behind."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest
from tests.solvers.conftest import FAKE_TOOLS
from tests.waiting import until

from zermelo.errors import DisagreementError
from zermelo.families import make
from zermelo.formula import read_qdimacs
from zermelo.questions import Options
from zermelo.solvers import Answer, solver
from zermelo.solving import combination, race, solve
from zermelo.verdict import Query, Verdict

ANSWERS = """answers = { true = "^s cnf 1 ", false = "^s cnf 0 ", unknown = "^s cnf -1" }
exit_codes = { 10 = "true", 20 = "false", 30 = "unknown" }
"""
B5 = Query("within", depth=5)


@pytest.fixture(autouse=True)
def tools(clean, marker, monkeypatch):  # noqa: ARG001  # clean goes first: it says where temporary files are
    """Every fake tool is a solver of its name; the marker is its argument."""
    monkeypatch.setenv("TMPDIR", tempfile.gettempdir())
    path = Path(tempfile.gettempdir()).parent / "tools.toml"
    tables = [
        f'[solver.{tool.stem}]\ncommand = ["/bin/sh", "{tool}", "{marker}", "{{file}}"]\n{ANSWERS}'
        for tool in sorted(FAKE_TOOLS.glob("*.sh"))
    ]
    brute = f'[solver.brute]\ncommand = ["{sys.executable}", "-IS", "{FAKE_TOOLS}/brute.py", "{{file}}"]\n'
    brute += 'answers = { true = "^r SAT", false = "^r UNSAT" }\n'
    path.write_text("\n".join([*tables, brute, brute.replace("brute]", "wrong]").replace('py", ', 'py", "--wrong", ')]))
    monkeypatch.setenv("ZERMELO_CONFIG", str(path))


def asked(name: str, **limits: float) -> Verdict:
    """A question that only this tool may answer, in a process of its own."""
    options = Options("et", name, jobs=2, check=False, **{"cpu_limit": 60.0, **limits})  # type: ignore[arg-type]
    return solve(make("hex:3x3"), B5, options)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("crashing", "crash"),
        ("answer_then_die", "crash"),
        ("usage", "crash"),
        ("silent", "unparsable"),
        ("garbage", "unparsable"),
        ("contradictory", "unparsable"),
        ("wrong_exit", "unparsable"),
        ("gave_up", "gave up"),
        ("endless", "output"),
    ],
)
def test_no_answer(name, reason):
    verdict = asked(name)
    assert (verdict.answer, verdict.reason) == (None, reason)
    assert f"et+{name} at depth 5: " in " ".join(verdict.notes)


@pytest.mark.parametrize("name", ["slow", "forking", "stubborn", "daemon_hangs"])
def test_out_of_time(name):
    started = time.monotonic()
    verdict = asked(name, time_limit=0.8)
    assert (verdict.answer, verdict.reason) == (None, "time")
    assert time.monotonic() - started < 5


def test_a_full_disk_is_no_answer():
    """With a limit of time that is far from the limit of the folder, or the other way round: never a no."""
    verdict = asked("fills_disk", time_limit=2)
    assert (verdict.answer, verdict.reason in ("disk", "time")) == (None, True)


@pytest.mark.parametrize(("name", "answer"), [("right_true", True), ("right_false", False), ("daemon", True)])
def test_answers(name, answer):
    verdict = asked(name)
    assert (verdict.answer, verdict.method, verdict.checked) == (answer, f"et+{name}", False)


def test_wrong_against_right(monkeypatch):
    """Both finish, in processes of their own: an internal error that names a folder with both formulas."""
    rows = (("et", "none", "right_true"), ("ln", "none", "right_false"))
    monkeypatch.setattr(combination, "CONNECTION", rows)
    monkeypatch.setattr(combination, "HOLDING", ())
    calls = []

    def both(_files: object, _seconds: float) -> None:
        """Look again when all have ended; they are given their task at the first look."""
        calls.append(1)
        if len(calls) > 1:
            until(lambda: all(each.status() == psutil.STATUS_ZOMBIE for each in psutil.Process().children()), "an end")

    monkeypatch.setattr(race, "wait", both)
    monkeypatch.setattr("zermelo.solving.plans.telling_depths", lambda *_: ())
    text = (
        r"et\+right_true says that Black wins within 5, but ln\+right_false says that Black does not win within 5; "
        r"the formulas are in (.*)$"
    )
    with pytest.raises(DisagreementError, match=text) as caught:
        solve(make("hex:3x3"), B5, Options(jobs=2, method="qbf", cpu_limit=60, check=False))
    folder = Path(str(caught.value).rpartition(" ")[2])
    kept = sorted(folder.iterdir())
    assert [path.name for path in kept] == ["1-et+right_true-depth-5.qdimacs", "2-ln+right_false-depth-5.qdimacs"]
    for path in kept:
        assert solver("depqbf").solve(read_qdimacs(path)).answer is Answer.TRUE
        path.unlink()
    folder.rmdir()


@pytest.mark.parametrize(
    "rows",
    [
        (("et", "none", "crashing"), ("et", "none", "caqe")),
        (("et", "none", "slow"), ("et", "none", "garbage"), ("et", "none", "caqe")),
        (("et", "none", "forking"), ("et", "none", "daemon_hangs"), ("et", "none", "caqe")),
    ],
)
def test_a_bad_tool_does_no_harm_to_others(monkeypatch, rows):
    """The first answer wins, and the other runs are dead at once; nobody but these tools is asked."""
    monkeypatch.setattr(combination, "CONNECTION", rows)
    monkeypatch.setattr(combination, "HOLDING", ())
    monkeypatch.setattr("zermelo.solving.plans.telling_depths", lambda *_: ())
    verdict = solve(make("hex:3x3"), B5, Options(jobs=3, method="qbf", cpu_limit=60, check=False))
    assert (verdict.answer, verdict.method) == (True, "et+caqe")


@pytest.mark.parametrize("name", ["brute", "wrong"])
def test_a_lie_of_a_configured_tool(name):
    """There is no strategy for it; the formula is kept."""
    game, query = make("hex:2x2"), Query("within", depth=3)
    options = Options("sn", name, jobs=1)
    if name == "brute":
        verdict = solve(game, query, options)
        assert (verdict.answer, verdict.checked, verdict.method) == (True, True, "sn+brute")
        return
    none = "(no strategy for|finds no proof that|does not find that)"
    text = rf"{none} White .*; sn\+wrong says that Black never wins; the formula is in"
    with pytest.raises(DisagreementError, match=text) as caught:
        solve(game, query, options)
    folder = Path(str(caught.value).rpartition(" ")[2])
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
