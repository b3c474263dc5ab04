"""Before it works, a command loads nothing that only other commands need."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer

import zermelo
from zermelo.cli.app import COMMANDS, app, command

LOADED = """if True:
    import contextlib, io, sys
    from zermelo.cli import run
    with contextlib.redirect_stdout(io.StringIO()):
        code = run(sys.argv[1:])
    print(code, *sys.modules)
"""
SOURCE = Path(zermelo.__file__).parents[1]
ENGINES = ["zermelo.solving", "zermelo.search", "zermelo.solvers", "zermelo.preprocess", "zermelo.gamesat"]
OTHERS = ["zermelo.strategy", "zermelo.store", "zermelo.proofs", "zermelo.bench", "zermelo.language"]
LIBRARIES = ["lark", "rich", "psutil", "pysat", "pyqbf", "sqlite3", "importlib.metadata", "platformdirs", "hypothesis"]
ALL = ["zermelo.model", "zermelo.families", "zermelo.encodings", "zermelo.formula", *ENGINES, *OTHERS, *LIBRARIES]


@pytest.mark.parametrize(
    ("words", "without"),
    [
        ("--version", [*ALL, "typer", "click", "zermelo.cli.app"]),
        ("--help", [*ALL, *(f"zermelo.cli.{place.module}" for place in COMMANDS.values())]),
        ("families", ["zermelo.encodings", *ENGINES, *OTHERS, *LIBRARIES]),
        ("make ttt -o FILE", ["zermelo.encodings", *ENGINES, "zermelo.strategy", "zermelo.store", *LIBRARIES]),
        ("perft ttt 1", ["zermelo.encodings", "zermelo.solving", "zermelo.solvers", *OTHERS, *LIBRARIES]),
        ("solve ttt", ["zermelo.encodings", "zermelo.formula", "zermelo.solvers", "zermelo.language.game_files"]),
        ("show ttt", [*ENGINES, *OTHERS, *LIBRARIES]),  # it names the encodings that fit
    ],
)
def test_modules_that_are_not_loaded(words, without, tmp_path):
    """Each of these would make the command wait."""
    arguments = words.replace("FILE", str(tmp_path / "file.pg")).split()
    done = subprocess.run([sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, check=True)
    code, *loaded = done.stdout.split()
    assert code == "0"
    assert not {*loaded} & {*without}


def test_nothing_before_the_handler():
    """Ctrl-C while something is imported outside `main` would be a traceback."""
    code = "import sys; before = {*sys.modules}; import zermelo.__main__; print(*sorted({*sys.modules} - before))"
    places = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(SOURCE)!r}); {code}"]
    done = subprocess.run(places, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["zermelo", "zermelo.__main__"]


def test_summaries():
    """The first paragraph of a command's own help is what ``zermelo --help`` says of it without loading it."""
    for name, place in COMMANDS.items():
        assert command(name).help.partition("\n\n")[0].replace("\n", " ") == place.summary, name


def test_help_and_advice_know_every_command(capsys):
    """The group lists all commands, tells what a misspelt one may have been, and builds a command once."""
    group: Any = typer.main.get_command(app)
    with group.make_context("zermelo", ["families"]) as context:
        assert list(group.list_commands(context)) == list(COMMANDS)
        assert group.get_command(context, "families") is group.get_command(context, "families")
        assert group.get_command(context, "familie") is None
        text = context.get_help()
    assert all(f"  {name} " in text and place.summary in text for name, place in COMMANDS.items())
    assert not capsys.readouterr().out
