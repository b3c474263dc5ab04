"""The programs and workflows that install, check and publish: what they run exists and does what it says."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

yaml = pytest.importorskip("yaml")
ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def progress(tmp_path: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command under .ci/progress."""
    told: list[str | Path] = [sys.executable, ROOT / ".ci" / "progress", "Making it", tmp_path / "log", *command]
    return subprocess.run(told, capture_output=True, text=True, check=False)


def test_progress_shows_what_failed_and_hands_on_the_exit_code(tmp_path):
    ran = progress(tmp_path, "sh", "-c", "echo all the output; exit 7")
    assert ran.returncode == 7
    assert ran.stdout.startswith("Making it\n")
    assert "all the output" in ran.stderr
    ran = progress(tmp_path, "echo", "fine")
    assert (ran.returncode, ran.stderr, (tmp_path / "log").read_text()) == (0, "", "fine\n")


def test_progress_names_the_last_step():
    last_step = run_path(str(ROOT / ".ci" / "progress"))["last_step"]
    assert last_step(b"") == "working"
    assert last_step(b"Collecting lark>=1.1\n  Downloading lark-1.2.2.whl (111 kB)\n").startswith(
        "Downloading lark-1.2.2"
    )
    assert last_step(b"[ 10%] Building\n[ 35%] Building") == "compiled 35 %"
    assert last_step(b"  [3/40] Building CXX object\n") == "compiled 3 of 40"


def test_notes_of_a_release_are_the_section_of_its_version():
    notes = run_path(str(ROOT / ".ci" / "release-notes"))["notes"]
    changelog = (
        "# Changelog\n\n## [Unreleased]\n\n- x\n\n## [0.2.0] - 2026-01-01\n\n### Added\n\n- y\n\n## [0.1.0]\n\n- z\n"
    )
    assert notes(changelog, "0.2.0") == "### Added\n\n- y"
    assert notes(changelog, "0.1.0") == "- z"
    assert not notes(changelog, "0.3.0")
    refused = subprocess.run([ROOT / ".ci" / "release-notes", "99.0"], capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stderr.count("\n")) == (1, 1)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_have_jobs_whose_needs_and_programs_exist(path):
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    triggers = workflow[True]  # "on" is a truth value in YAML 1.1
    jobs = workflow["jobs"]
    assert triggers
    assert workflow["permissions"] == {"contents": "read"}
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for job in jobs.values():
        needs = job.get("needs", [])
        assert {*([needs] if isinstance(needs, str) else needs)} <= {*jobs}
        for step in job["steps"]:
            assert ("run" in step) is not ("uses" in step)
            assert "@" in step.get("uses", "@")
            for program in re.findall(r"\.ci/[\w-]+", step.get("run", "")):
                assert (ROOT / program).stat().st_mode & 0o100, program
            for target in re.findall(r"^make (\S+)", step.get("run", ""), re.MULTILINE):
                assert re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE), target


def test_pythons_that_are_tested_are_those_that_wheels_are_made_for():
    tested = yaml.safe_load((ROOT / ".github/workflows/test.yml").read_text())["jobs"]["test"]["strategy"]["matrix"]
    built = [f"3.{each[3:].rstrip('-*')}" for each in PROJECT["tool"]["cibuildwheel"]["build"].split()]
    assert [built[0], built[-1]] == tested["python"]
    assert PROJECT["project"]["requires-python"] == f">={built[0]}"
