"""A tour of the commands where no QBF solver is installed: all works but the solving of formulas, which says why."""

from __future__ import annotations

import json

import pytest

ADVICE = "pip install 'zermelo[qbf]'"


WORKS = (
    ("solve hex:3x3", "Checked:  yes"),
    ("solve domineering:3x3 --first-moves", "Checked:  yes"),
    ("solve hex:3x3 --method search --certify proof.strategy", "Checked:  yes"),
    ("check proof.strategy", ""),
    ("play ttt --self-play --think 0.05", "draw"),
    ("show hex:3x3", "encodings: "),
    ("encode hex:3x3 --depth 5 -o hex.qdimacs", ""),
    ("sizes hex:3x3 --depths 5", "et"),
    ("perft connect:4,board=4x4 3", "same"),
    ("solvers", "missing"),
)
LACKS = ("solve hex:3x3 --depth 5 --encoding et", "solver test depqbf", "certify hex.qdimacs", "doctor")


@pytest.mark.slow
def test_all_but_solving_formulas_works(without_qbf, tmp_path):
    """Exit code 0 and no warning; where only a formula could answer, exit code 3 and what to install."""
    for words, told in WORKS:
        ran = without_qbf(*words.split(), cwd=tmp_path)
        assert (ran.returncode, ran.stderr) == (0, ""), words
        assert told in ran.stdout, words
    for words in LACKS:
        ran = without_qbf(*words.split(), cwd=tmp_path)
        assert ran.returncode == 3, words
        assert ADVICE in ran.stdout + ran.stderr, words


def test_a_search_that_takes_longer_goes_on_alone(without_qbf):
    """No formula is raced beside it; it ends for its own reason, and the notes tell what is missing."""
    ran = without_qbf("solve", "hex:9x9", "--time-limit", "2", "--json")
    answer = json.loads(ran.stdout)
    assert (ran.returncode, answer["reason"]) == (3, "time")
    assert not {stage["name"] for stage in answer["stages"]} & {"encode", "solve"}
    assert [note for note in answer["notes"] if ADVICE in note]


def test_asked_for_formulas_alone(without_qbf):
    """The reason is the missing tool; the answer names it, and how to get it."""
    ran = without_qbf("solve", "hex:3x3", "--depth", "5", "--method", "qbf", "--json")
    answer = json.loads(ran.stdout)
    assert (ran.returncode, answer["answer"], answer["reason"]) == (3, None, "missing")
    assert [note for note in answer["notes"] if ADVICE in note]


def test_licences_of_what_is_there(without_qbf):
    """No licence is told of what is not installed."""
    told = json.loads(without_qbf("doctor", "--licences", "--json").stdout)["licences"]
    names = {each["name"] for each in told}
    assert {"zermelo", "lark", "python-sat"} <= names
    assert not names & {"pyqbf", "depqbf", "bloqqer"}
