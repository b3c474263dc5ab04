"""Small campaigns in a folder of their own, with fake tools that lie, hang or crash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.solvers.conftest import FAKE_TOOLS, marker

__all__ = ["marker"]
NAMES = ("right_true", "right_false", "crashing", "slow")
ANSWERS = """answers = { true = "^s cnf 1 ", false = "^s cnf 0 ", unknown = "^s cnf -1" }
exit_codes = { 10 = "true", 20 = "false", 30 = "unknown" }
"""

Written = Callable[..., Path]


def write_tools(path: Path, mark: str, **programs: str) -> None:
    """Make fake tools solvers of their names, or of the programs given."""
    tables = [
        f'[solver.{name}]\ncommand = ["/bin/sh", "{FAKE_TOOLS}/{programs.get(name, name)}.sh", "{mark}", "{{file}}"]\n'
        + ANSWERS
        for name in NAMES
    ]
    path.write_text("\n".join(tables))


@pytest.fixture
def tools(tmp_path: Path, marker: str, monkeypatch: pytest.MonkeyPatch) -> Path:  # the fixture above
    """The configuration file of fake tools, each a solver of its name."""
    path = tmp_path / "tools.toml"
    write_tools(path, marker)
    monkeypatch.setenv("ZERMELO_CONFIG", str(path))
    return path


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """Writes a campaign file: games, ways, and further lines."""

    def write(games: list[str], ways: list[str], *lines: str) -> Path:
        path = tmp_path / "campaign.toml"
        path.write_text("\n".join([f"games = {games!r}", f"ways = {ways!r}", *lines, ""]))
        return path

    return write
