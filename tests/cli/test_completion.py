"""Completion by shells: commands, options and values, and nothing loaded that the line does not name."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

LOADED = "import sys; from zermelo.cli import run; run([]); print(*sys.modules, file=sys.stderr)"


def asked(line: str) -> dict[str, str]:
    """The variables by which a shell asks for the completions of the last word of a line."""
    last = str(len(line.split(" ")) - 1)
    return {"_ZERMELO_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": last}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("zermelo so", ["solve", "solvers", "solver"]),
        ("zermelo --ver", ["--version"]),
        ("zermelo solve --first", ["--first-moves"]),
        ("zermelo solve --encoding pairing", ["pairing", "pairing-mm"]),
        ("zermelo encode hex:4x4 --encoding co", ["cor"]),
        ("zermelo solve --solver de", ["depqbf"]),
        ("zermelo solve --preprocessor b", ["bloqqer"]),
        ("zermelo solve domi", ["domineering:3x3"]),
        ("zermelo solve ./some", []),  # then the shell completes names of files
        ("zermelo gamesat conv", ["convert"]),
    ],
)
def test_completions(zermelo, monkeypatch, line, expected):
    for name, value in asked(line).items():
        monkeypatch.setenv(name, value)
    ran = zermelo()
    assert (ran.code, ran.out.split(), ran.err) == (0, expected, "")


def test_names_of_commands_load_no_command():
    command, environment = [sys.executable, "-c", LOADED], os.environ | asked("zermelo s")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    loaded = done.stderr.split()
    assert done.stdout.split()
    assert not [name for name in loaded if name in {"zermelo.cli.solve", "zermelo.model", "zermelo.solving"}]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_asks_this_program(zermelo, monkeypatch, shell):
    monkeypatch.setattr("shellingham.detect_shell", lambda: (shell, f"/bin/{shell}"))
    ran = zermelo("--show-completion")
    assert ran.code == 0
    assert f"_ZERMELO_COMPLETE=complete_{shell}" in ran.out


def test_installed_where_the_shell_looks(zermelo, monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("fish", "/usr/bin/fish"))
    assert zermelo("--install-completion").code == 0
    assert "_ZERMELO_COMPLETE" in (tmp_path / ".config/fish/completions/zermelo.fish").read_text()


def test_an_unknown_shell_is_a_wrong_input(zermelo, monkeypatch):
    monkeypatch.setattr("shellingham.detect_shell", lambda: ("tcsh", "/bin/tcsh"))
    ran = zermelo("--show-completion")
    assert ran.code == 2
    assert "bash, zsh, fish" in ran.err
