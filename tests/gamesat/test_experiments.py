"""Measurements are kept and found again; tables agree with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.errors import DisagreementError, InputError
from zermelo.gamesat import experiments
from zermelo.gamesat.experiments import FormulaSizes, MeasurementFile, SizeResult, ablation, half, points


def silent(_: str) -> None:
    """No progress."""


def test_goes_on_where_it_was(tmp_path):
    """An interrupt loses nothing, a line that was cut off is measured again, nothing is measured twice."""
    file, seen = tmp_path / "points.jsonl", []

    def interrupting(text: str) -> None:
        seen.append(text)
        if len(seen) == 3:
            raise KeyboardInterrupt

    def run(progress=silent) -> list[SizeResult]:
        return list(points([9], range(3, 8), "max", MeasurementFile(file), count=10, progress=progress))

    with pytest.raises(KeyboardInterrupt):
        run(interrupting)
    assert file.read_text().count("\n") == 2
    file.write_text(file.read_text() + '{"what": {"point"')
    told = run()
    lines = file.read_text()
    assert lines.count("\n") == len(told) == 5
    assert run() == told
    assert file.read_text() == lines


def test_foreign_file(tmp_path):
    """A file that holds something else is not touched."""
    file = tmp_path / "points.jsonl"
    file.write_text("hello\n{}\n")
    with pytest.raises(InputError, match=r"points.jsonl:1: found 'hello', expected a measurement"):
        MeasurementFile(file)
    assert file.read_text() == "hello\n{}\n"


@pytest.mark.parametrize(
    "line",
    [
        '{"what": {"point": "max"}, "found": {}}',
        '{"what": {"point": "max"}, "found": {"won": 1, "unsolved": true, "nodes": 3, "seconds": 0.1}}',
        '{"what": "point", "found": {"won": 1, "unsolved": 0, "nodes": 3, "seconds": 0.1}}',
        '{"what": {"table": "ours", "count": 2}, "found": {"winners": "+-", "nodes": [1, 2], "seconds": [0.1]}}',
        '{"what": {"table": "ours", "count": 1}, "found": {"winners": "+-", "nodes": [1, 2], "seconds": [0.1, 0.2]}}',
        '{"what": {"table": "ours", "count": 1}, "found": {"winners": "x", "nodes": [1], "seconds": [0.1]}}',
        '{"what": {"table": "ours", "count": 1}, "found": []}',
    ],
)
def test_wrong_line(tmp_path, line):
    """A line without the numbers of a measurement is named, and the file stays as it is."""
    file = tmp_path / "points.jsonl"
    good = '{"what": {"point": "min"}, "found": {"won": 1, "unsolved": 0, "nodes": 3, "seconds": 1}}'
    file.write_text(f"{good}\n{line}\n")
    with pytest.raises(InputError, match=r"points.jsonl:2: found .*, expected a measurement; choose another folder"):
        MeasurementFile(file)
    assert file.read_text() == f"{good}\n{line}\n"


def test_a_cut_line_is_taken_off_alone(tmp_path, monkeypatch):
    """The lines before it are not written again, which a kill would make the loss of all; other text is not ours."""
    file = tmp_path / "points.jsonl"
    good = '{"what": {"point": "min"}, "found": {"won": 1, "unsolved": 0, "nodes": 3, "seconds": 1}}\n'
    monkeypatch.setattr(Path, "write_text", lambda *_, **__: pytest.fail("the whole file is written"))
    for cut in (1, 5, len(good) - 1):
        with file.open("w") as to:
            to.write(good + good[:cut])
        MeasurementFile(file)
        assert file.read_text() == good
    for text in ("hello", good + "hello"):
        with file.open("w") as to:
            to.write(text)
        with pytest.raises(InputError, match="found 'hello'"):
            MeasurementFile(file)
        assert file.read_text() == text


def test_limits_are_told(tmp_path):
    """Formulas with too many positions are unsolved, and left out of the sums of all lines."""
    sizes = FormulaSizes(16, 8, 3, 20, 1)
    journal = MeasurementFile(tmp_path / "a.jsonl")
    free = {row.off: row for row in ablation("report", "min", sizes, journal, progress=silent)}
    tight = {row.off: row for row in ablation("report", "min", sizes, journal, 100, silent)}
    assert all(row.unsolved == 0 for row in free.values())
    assert 0 < tight["table"].unsolved < 20
    assert tight[""].nodes < free[""].nodes


def test_contradiction(tmp_path, monkeypatch):
    """Two searches that name different winners are noticed."""
    found = iter("+-+++++")
    monkeypatch.setattr(experiments, "solve_all", lambda *_: {"winners": next(found), "nodes": [1], "seconds": [0.0]})
    with pytest.raises(DisagreementError, match="formula 1"):
        ablation("report", "max", FormulaSizes(count=1), MeasurementFile(tmp_path / "a.jsonl"), progress=silent)


def test_half():
    """The 50 % point of a curve: unsolved formulas do not count, and there is none without a crossing."""
    curve = [SizeResult(9, 3, 10, 10, 0, 0, 0), SizeResult(9, 4, 12, 8, 2, 0, 0), SizeResult(9, 6, 10, 2, 0, 0, 0)]
    assert [point.share for point in curve] == [100, 80, 20]
    assert half(curve) == 5
    assert half(curve[:2]) is None
