"""The documentation is true: its commands run, its files are read, its tables are complete, its links lead somewhere.

What a reader can try is tried here. In a block marked ``console``, ``$ cat > FILE <<'END'`` writes a file and
``$ zermelo …`` runs a command; what is printed has to stand below it, but for dates and times. What the user types in a
play stands behind ``White> ``. A command ends with exit
code 0 unless ``$ echo $?`` follows, which then shows the code. All blocks of a page share one folder, from top to
bottom. The comment ``<!-- not compared -->`` before a block says that its output depends on the machine: it runs all
the same. A block marked ``console openspiel`` is run where that is installed. A block marked with a language and a file
name (``pg corner.pg``) is that file. A picture on a page is drawn by a command on it, ``zermelo show … --picture
NAME.svg``; one that is kept in the repository is compared with what is drawn.

After a change of what commands print, ``ZERMELO_REFRESH_DOCS=1 pytest tests/docs`` writes it into the pages.
"""

from __future__ import annotations

import doctest
import importlib.util
import io
import os
import re
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from docs.hooks import FENCE, PICTURE, WRITES, Block, blocks, commands, printed

from docs import hooks
from zermelo.cli import app
from zermelo.encodings import ENCODINGS
from zermelo.encodings.base import shown
from zermelo.families import FAMILIES, fitting, free_polyominoes, shape_names
from zermelo.language import FORMATS, read_game, write_game
from zermelo.language.bddl import read_domain
from zermelo.model import Game, NetGame
from zermelo.preprocess import PREPROCESSORS
from zermelo.solvers import SOLVERS
from zermelo.solving import inquiry, proving

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(
    (ROOT / "docs").rglob("*.md")
)
REFRESH = bool(os.environ.get("ZERMELO_REFRESH_DOCS"))

_TIMES = re.compile(
    r'(?<=seconds": )[0-9.e-]+|(?<="native": )[0-9.e-]+|(?<="reference": )[0-9.e-]+|\b\d+\.\d{3}\b|\b\d+\.\d (?=s\b)'
    r"|\b20\d\d-\d\d-\d\d\b"
)


def normal(lines: list[str]) -> str:
    """Lines without what differs between runs: dates, times, and the widths of columns that depend on them."""
    return "\n".join(re.sub(r" {2,}", "  ", _TIMES.sub("T", line)).rstrip() for line in lines).rstrip("\n")


def told(command: str, code: int, shown: list[str]) -> tuple[list[str], int]:
    """The output of a command, and its exit code; what is typed while it runs stands behind ``White> `` on the page."""
    if command == "echo $?":
        return [str(code)], 0
    typed = [line.partition("> ")[2] for line in shown if line.startswith(("Black> ", "White> "))]
    with patch("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed))):
        return printed(command)


def replay(block: Block) -> tuple[str, list[str]]:
    """The block as it should be, and what is wrong with it."""
    written, wrong, code = list[str](), list[str](), 0
    for command, body, expected in commands(block.text):
        if code and command != "echo $?":
            wrong.append(f"exit code {code} before {command!r}, not shown by 'echo $?'")
        writes = WRITES.fullmatch(command)
        if writes:
            Path(writes[1]).write_text("".join(f"{line}\n" for line in body), encoding="utf-8")
            lines, body = list[str](), [*body, "END"]
        elif command.startswith("chmod +x "):
            lines = list[str]()
            Path(command.removeprefix("chmod +x ")).chmod(0o755)
        elif command.startswith("export "):
            name, _, value = command.removeprefix("export ").partition("=")
            lines, os.environ[name] = list[str](), value
        else:
            lines, code = told(command, code, expected)
        if block.compared and normal(lines) != normal(expected):
            wrong.append(f"$ {command}\n--- printed\n{normal(lines)}\n--- documented\n{normal(expected)}")
        written += [f"$ {command}", *body, *lines]
    if code:
        wrong.append(f"exit code {code} at the end of a block, not shown by 'echo $?'")
    return "".join(f"{line.rstrip()}\n" for line in written), wrong


def read(path: Path) -> None:
    """Read a file as its language says, and back from what the writer makes of it."""
    if path.name == "domain.ig":
        assert read_domain(path.read_text(encoding="utf-8")).black_actions
        return
    game: Any = read_game(path)
    again = path.with_name(f"again-{path.name}")
    if isinstance(game, NetGame) and path.suffix == ".ig":
        return  # BDDL with extensions that make a ground game of it: it is not written back
    again.write_text(write_game(game, path), encoding="utf-8")
    back: Any = read_game(again)
    unnamed: list[Game] = [replace(each, name="", notes=(), depth=None) for each in (game, back)]
    assert unnamed[0] == unnamed[1], f"{path.name} does not round-trip"
    again.unlink()


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches have time: on a busy machine, too, they answer before formulas join, refine and prove their answers."""
    monkeypatch.setattr(inquiry, "ALONE", 60.0)
    monkeypatch.setattr(inquiry, "LEAST_REFINING", 5.0)
    monkeypatch.setattr(proving, "LEAST", 60.0)
    monkeypatch.setattr("zermelo.cli.messages.BETWEEN", 600.0)  # seconds until a line of progress


@pytest.fixture
def few_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cells of campaigns have one server to fork from, whatever cores there are."""
    monkeypatch.setattr("zermelo.campaign.local.cores", lambda: 1)


@pytest.mark.usefixtures("unhurried", "few_processes")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command of a page prints what the page says, and every file on it is read."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZERMELO_CONFIG", "")  # `export` on a page is undone at its end
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))  # python3
    if page.name == "cache.md":  # elsewhere nothing is remembered
        monkeypatch.setenv("ZERMELO_CACHE", "answers.sqlite")
    text, problems = page.read_text(encoding="utf-8"), list[str]()
    fresh = text
    for block in blocks(text):
        line = text.count("\n", 0, block.start)
        if block.title == "openspiel" and importlib.util.find_spec("pyspiel") is None:
            continue
        if block.kind == "console":
            shown, wrong = replay(block)
            problems += [f"{page.name}:{line}: {each}" for each in wrong]
            head = f"```console {block.title}".rstrip()
            fresh = fresh.replace(f"{head}\n{block.text}```", f"{head}\n{shown}```")
        elif block.kind in FORMATS:
            assert block.title, f"{page.name}:{line}: a game without a file name; mark a fragment as text"
            Path(block.title).write_text(block.text, encoding="utf-8")
            read(tmp_path / block.title)
    for shown in set(PICTURE.findall(text)):
        picture, kept = tmp_path / Path(shown).name, page.parent / shown
        assert picture.exists(), f"{page.name}: no command draws {shown}"
        if REFRESH and kept.exists():
            kept.write_bytes(picture.read_bytes())
        assert not kept.exists() or kept.read_bytes() == picture.read_bytes(), f"{shown} is not what its command draws"
    if REFRESH and fresh != text:
        page.write_text(fresh, encoding="utf-8")
    assert REFRESH or not problems, "\n\n".join(problems)
    assert not [each for each in problems if "exit code" in each], "\n\n".join(problems)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_placeholder(page: Path) -> None:
    """No line is a bare word that somebody wanted to replace."""
    assert not re.findall(r"^[A-Z_]{6,}$", page.read_text(encoding="utf-8"), re.MULTILINE)


def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links(page: Path) -> None:
    """Links within the repository lead to files and headings that exist."""
    for target in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", page.read_text(encoding="utf-8"))):
        if "://" in target or target in PICTURE.findall(page.read_text(encoding="utf-8")):
            continue  # pictures are drawn, see test_examples
        name, _, anchor = target.partition("#")
        other = page.parent / name if name else page
        assert other.exists(), f"{page.name}: {target}"
        assert not anchor or anchor in anchors(other), f"{page.name}: {target}"


def section(page: str, heading: str) -> str:
    """The text below a heading of the second level."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    match = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    assert match, f"docs/{page} has no heading {heading!r}"
    return match[1]


def test_reading_of_pages() -> None:
    """The functions that read pages do what their docstrings show."""
    failed, tried = doctest.testmod(hooks)
    assert (failed, tried) == (0, 2)


def test_table_of_commands() -> None:
    """docs/cli.md opens with the table of commands of the program, each with its first sentence and its place."""
    path = ROOT / "docs" / "cli.md"
    page = path.read_text(encoding="utf-8")
    found = anchors(path)
    rows = "| command | |\n|---|---|\n"
    for name, place in app.COMMANDS.items():
        anchor = f"zermelo-{name}"
        told_of = f"[`{name}`](#{anchor})" if anchor in found else f"`{name}`"
        rows += f"| {told_of} | {place.summary} |\n"
    start = page.index("| command | |\n")
    table = page[start : page.index("\n\n", start) + 1]
    if REFRESH:
        path.write_text(page.replace(table, rows), encoding="utf-8")
    assert REFRESH or table == rows


def test_every_option_of_the_command_line() -> None:
    """docs/cli.md names exactly the options that each command has."""
    commands: dict[str, Any] = {name: app.command(name) for name in app.COMMANDS}
    for name in ("campaign", "gamesat", "solver", "strategy"):  # cache has a page of its own
        commands |= {f"{name} {inner}": each for inner, each in commands[name].commands.items()}
    for name, built in commands.items():
        real = {option for each in built.params for option in each.opts + each.secondary_opts if option[0] == "-"}
        told_of = set(re.findall(r"(?<=`)--?[a-z][a-z-]*", FENCE.sub("", section("cli.md", f"zermelo {name}"))))
        assert told_of - {"--help"} == real - {"--help"}, name


def test_every_family_and_option() -> None:
    """docs/games.md shows each family with its usage; docs/encodings.md and docs/solvers.md name all tools."""
    games = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
    for family in FAMILIES.values():
        usage = family.usage.replace("|", r"\|")  # in a table
        assert f"| `{usage}` |" in games, f"docs/games.md lacks `{usage}`"
    headings = re.findall(r"^## (.*)$", (ROOT / "docs" / "encodings.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert {name for heading in headings for name in heading.split(", ")} >= ENCODINGS.keys()
    solvers = (ROOT / "docs" / "solvers.md").read_text(encoding="utf-8").lower()
    assert all(name in solvers for name in [*SOLVERS, *PREPROCESSORS])


def test_every_option_of_the_encodings() -> None:
    """The table of options in docs/encodings.md has each option with the encodings that have it, and its default."""
    page = (ROOT / "docs" / "encodings.md").read_text(encoding="utf-8")
    table = page[page.index("| option | of |") :].partition("\n\n")[0]
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \| (.*?) \|", table, re.MULTILINE)
    owners: dict[str, dict[str, str]] = {}
    for name, each in ENCODINGS.items():
        for field in fields(each):
            owners.setdefault(field.name, {})[name] = shown(field.default)
    assert {name: (of, default) for name, of, default in rows} == {
        option: ("all" if len(of) == len(ENCODINGS) else ", ".join(f"`{name}`" for name in of), *set(of.values()))
        for option, of in owners.items()
    }


def polyomino_table() -> str:
    """All polyominoes of up to six cells: pictures side by side, each below its systematic and its usual names."""
    lines = []
    for size in range(1, 7):
        count = len(free_polyominoes(size))
        lines += [f"{size} cell{'s' * (size > 1)}: {count} shape{'s' * (count > 1)}", ""]
        entries = []
        for poly in free_polyominoes(size):
            others = [name for name, other in shape_names().items() if other == poly and name != poly.name]
            names = poly.name + (f" ({', '.join(others)})" if others and size < 6 else "")
            if size == 6:
                names = ", ".join([poly.name, *others])
            entries.append([str(poly.systematic_name), names, *str(poly).split("\n")])
        wide = max(len(line) for entry in entries for line in entry) + 3
        each = max(1, 90 // wide)
        for first in range(0, len(entries), each):
            group = entries[first : first + each]
            for row in range(max(map(len, group))):
                lines.append("".join(f"{entry[row] if row < len(entry) else '':{wide}}" for entry in group).rstrip())
            lines.append("")
    return "\n".join(lines)


def test_polyominoes() -> None:
    """The table of names in docs/games.md is the one of the program, and so are the counts of what fits."""
    path = ROOT / "docs" / "games.md"
    page = path.read_text(encoding="utf-8")
    table = next(block for block in blocks(page) if block.text.startswith("1 cell"))
    if REFRESH:
        path.write_text(page.replace(table.text, polyomino_table()), encoding="utf-8")
    assert REFRESH or table.text == polyomino_table()
    for side, count in ((3, 24), (4, 49), (5, 55)):
        assert len(fitting(side, side)) == count
        assert re.search(rf"\| {side}x{side} +\| {count} +\|", page)
