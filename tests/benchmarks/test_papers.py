"""The scripts that rerun the papers' tables: they run, remember, compare, stop when told to, and see what is wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from tests.benchmarks.test_scripts import SCRIPTS, TOO_SHORT, run

pytestmark = pytest.mark.slow
PUBLISHED = Path(__file__).resolve().parents[3] / "shared" / "benchmarks"
ALWAYS = """
    from dataclasses import replace

    from zermelo.encodings.cor import COR

    right = COR.encode
    COR.encode = lambda self, game, depth: replace(right(self, game, depth), formula=None, answer=True)
"""
"""An encoder that says yes to everything."""


@pytest.fixture
def out(tmp_path):
    return tmp_path / "runs.jsonl"


def broken(tmp_path: Path, code: str) -> Path:
    """A folder that breaks an encoder in whatever Python starts with it."""
    (tmp_path / "sitecustomize.py").write_text(dedent(code))
    return tmp_path


@pytest.mark.skipif(not PUBLISHED.is_dir(), reason="the published instances are not here")
def test_hein(out, tmp_path):
    """Both depths of the smallest puzzle; a wrong encoder contradicts the files."""
    options = ["--pattern", "hex-hein/hein_04_3x3-0?.pg", "--out", out]
    code, said = run("hein.py", *options, "--ways", "et+bloqqer+caqe", "ea+depqbf")
    rows = [line.split() for line in said.splitlines()]
    assert code == 0
    assert ["et+bloqqer+caqe", "2/2", "1", "1"] in [row[:4] for row in rows]
    assert "ET 2, not fewer than EA 2: yes" in said
    code, said = run("hein.py", *options, "--ways", "en+depqbf", path=broken(tmp_path, TOO_SHORT))
    assert (code, "en+depqbf: Black does not win within 5, but the paper: Black wins within 5" in said) == (1, True)


def test_hein_without_files(tmp_path):
    """No puzzles are told from no answers."""
    command = [sys.executable, SCRIPTS / "hein.py", "--folder", tmp_path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"no puzzles hex-hein/*.pg in {tmp_path}\n"


def test_grid(out):
    """A column of a table, with a way that goes upward; too short a limit leaves a game open, and says from where."""
    options = ["--only", "domineering:2x", "--out", out]
    code, said = run("grid_paper.py", *options, "--ways", "bddl+depqbf")
    assert (code, said.count("as published")) == (0, 5)
    assert "domineering:2x5  no win (6)  no win, " in said
    records = [each for each in map(json.loads, out.read_text().splitlines()) if each["way"] == "bddl+depqbf"]
    found = {each["name"]: (each["answer"], each["depth"], each["refuted"]) for each in records}
    assert (found["domineering:2x6"], found["domineering:2x5"]) == ((True, 6, 5), (False, None, 6))
    code, said = run(
        "grid_paper.py", "--only", "connect:4,board=6x6,rule=paper", "--out", out, "--limit", "0.5", "--ways"
    )
    assert (code, "open (time)" in said) == (0, True)


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_interrupt(out, sent):
    """The table so far, an exit code of its own, and a record that goes on."""
    command = [sys.executable, SCRIPTS / "grid_paper.py", "--only", "board=3x3", "--jobs", "1", "--out", out, "--ways"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    ) as ran:
        assert ran.stdout is not None
        first = ran.stdout.readline()
        ran.send_signal(sent)
        rest = ran.stdout.read()
    assert "wins in 3" in first
    assert (ran.returncode, "stopped; start again to go on" in rest) == (3, True)
    assert re.search(r"^httt:domino,board=3x3 +wins in 3 +wins in 3, ", rest, re.MULTILINE)
    assert len(out.read_text().splitlines()) < 9
