"""The manual page in the package is the one that is made from the commands of today.

``ZERMELO_REFRESH_DOCS=1 pytest tests/packaging`` writes it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from zermelo.cli.app import COMMANDS
from zermelo.cli.manual import page

PAGE = Path(__file__).resolve().parents[2] / "man" / "zermelo.1"


def test_the_page_is_current():
    if "ZERMELO_REFRESH_DOCS" in os.environ:
        PAGE.write_text(page(), encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == page(), "ZERMELO_REFRESH_DOCS=1 pytest tests/packaging writes it anew"


def test_every_command_has_its_part():
    assert {*re.findall(r"^\.SS zermelo ([a-z]+)", page(), re.MULTILINE)} == {*COMMANDS}


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_the_page_is_understood():
    done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", PAGE], capture_output=True, text=True, check=True)
    assert not done.stderr
    assert "zermelo solve [OPTIONS] GAME" in re.sub(r"\x1b\[\d*m|.\x08", "", done.stdout)
