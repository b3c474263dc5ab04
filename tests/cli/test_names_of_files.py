"""Files whose names are no UTF-8: they are read, remembered and told like others."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo.files import in_unicode

GAME = "#blackinitials\n#whiteinitials\n#positions\na1 a2 a3 a4\n#blackwins\na1 a2\na3 a4\n#whitewins\n"


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are any bytes on Linux")
@pytest.mark.parametrize("command", [["solve"], ["solve", "--json"], ["outcome"], ["lesson"], ["puzzle", "-n", "1"]])
def test_names_that_are_no_unicode(tmp_path: Path, command: list[str]):
    name = os.fsdecode(os.fsencode(tmp_path) + b"/bad\xff.pg")
    Path(name).write_text(GAME)
    environment = os.environ | {"ZERMELO_CACHE": str(tmp_path / "answers.sqlite"), "PYTHONUTF8": "1"}
    limit = "0.5" if {"lesson", "puzzle"} & {*command} else "2"  # these search for puzzles until it is over
    asked = [sys.executable, "-m", "zermelo", *command, name, "--time-limit", limit]
    ran = subprocess.run(asked, capture_output=True, env=environment, cwd=tmp_path, timeout=100, check=False)
    assert ran.returncode in ((0, 3) if "puzzle" in command else (0,)), ran.stderr
    assert b"internal error" not in ran.stderr
    assert in_unicode(name).endswith("/bad?.pg")
