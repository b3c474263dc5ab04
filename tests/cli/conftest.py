"""A command line run in this process, and a folder to run it in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from zermelo.cli import run


class Ran(NamedTuple):
    """The outcome of a command."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one object on standard output."""
        assert self.out.endswith("\n")
        assert self.out.count("\n") == 1, "not one line"
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value


Zermelo = Callable[..., Ran]


@pytest.fixture
def zermelo(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Zermelo:
    """Runs a command in an empty folder; whatever fails must do so in one line, with nothing on standard output.

    Only where no encoding is right for a game, an empty line and the table of those that are may follow.
    """
    monkeypatch.chdir(tmp_path)

    def call(*arguments: object) -> Ran:
        code = run([str(each) for each in arguments])
        ran = Ran(code, *capsys.readouterr())
        assert "Traceback" not in ran.err
        if code in (1, 2):
            assert ran.out == ""
            if "json" in arguments:  # --progress json
                assert [json.loads(line)["kind"] for line in ran.err.splitlines()][-1] == "error"
                return ran
            assert ran.err.startswith("zermelo: ")
            line, end, table = ran.err.partition("\n")
            assert end, ran.err
            assert not table or ("what fits this game: " in line and table.startswith("\n")), ran.err
        return ran

    return call
