"""Hooks of MkDocs for the site: its pictures are drawn when it is built, and files beside this folder come along.

**Pictures.** A page shows a picture by ``![…](NAME.svg)`` and holds the command that draws it, in a block marked
``console``: ``$ zermelo show … --picture NAME.svg``. The hook runs that command, after the commands and blocks above it
that write files, and adds the picture to the site. A picture that is kept in the repository is taken as it is (the
tests compare it with what the command draws).

**Marks and names.** A block marked with a language and the name of a file is shown as code with that title. A link
whose text is the name of a page, as one reads it in the repository, bears the title of the page.

**Files beside the folder.** Pages link to examples, to the recipes for contributors and to the list of changes, as they
stand in the repository. Pages (``.md``) become pages of the site, other files are copied to its folder ``repository``,
and the links lead there.

The functions above the line of the hooks read pages; the tests of the documentation use them, too.
"""

from __future__ import annotations

import io
import os
import posixpath
import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^```([a-z]*)(?: ([^\n`]+))?\n(.*?)^```$", re.DOTALL | re.MULTILINE)
WRITES = re.compile(r"cat > (\S+) <<'END'")
PICTURE = re.compile(r"!\[[^\]]*\]\(([\w/.-]+\.svg)\)")
NOT_COMPARED = "<!-- not compared -->\n"
_DRAWS = re.compile(r"--picture (\S+\.svg)")
_MAKES = re.compile(r" (?:--picture|--certify|-o) ")
_PROGRESS = re.compile(r"zermelo: (\d+ s: |\d+ of \d+ cells)")  # told after three seconds, on a busy machine
_LINK = re.compile(r"\[([^\[\]]*)\]\(([^)\s#:]+)(#[^)\s]*)?\)")
_PAGE = re.compile(r"[\w/.-]+\.md")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page.

    Parameters
    ----------
    kind, title
        The two parts of its mark: ``console``, or a language and the name of a file.
    text
        Its lines.
    start
        The place in the page at which they begin.
    compared
        False if its output depends on the machine.
    """

    kind: str
    title: str
    text: str
    start: int
    compared: bool


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page.

    >>> [(each.kind, each.title, each.text) for each in blocks("A game:\\n```hex one.hex\\n2\\n```\\n")]
    [('hex', 'one.hex', '2\\n')]
    """
    return [
        Block(
            match[1],
            (match[2] or "").strip(),
            match[3],
            match.start(3),
            not page[: match.start()].endswith(NOT_COMPARED),
        )
        for match in FENCE.finditer(page)
    ]


def commands(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """The commands of a console block: the command, the lines of its here-document, the output that stands below.

    >>> list(commands("$ zermelo --version\\nzermelo 1\\n"))
    [('zermelo --version', [], ['zermelo 1'])]
    """
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        assert lines[at].startswith("$ "), f"a command was expected: {lines[at]!r}"
        command, body = lines[at][2:], list[str]()
        at += 1
        if WRITES.fullmatch(command):
            end = lines.index("END", at)
            body, at = lines[at:end], end + 1
        elif command.endswith("\\"):
            raise AssertionError("keep a command on one line")
        output = []
        while at < len(lines) and not lines[at].startswith("$ "):
            output.append(lines[at])
            at += 1
        yield command, body, output


def printed(command: str) -> tuple[list[str], int]:
    """The output of a command ``zermelo …`` or ``cat FILE``, maybe with ``| head -n N``, and its exit code.

    Lines of progress are left out.
    """
    command, _, filtered = command.partition(" | ")
    words = shlex.split(command)
    if words[0] == "cat":
        lines, code = Path(words[1]).read_text(encoding="utf-8").splitlines(), 0
    else:
        assert words[0] == "zermelo", f"not a command that the documentation may use: {command!r}"
        from zermelo.cli import run

        output = io.StringIO()
        with redirect_stdout(output), redirect_stderr(output):
            code = run(words[1:])
        lines = [line for line in output.getvalue().splitlines() if not _PROGRESS.match(line)]
    if filtered:
        head = re.fullmatch(r"head -n (\d+)", filtered)
        assert head, f"not a filter that the documentation may use: {filtered!r}"
        lines = lines[: int(head[1])]
    return lines, code


def drawn(page: str, kept: set[str]) -> dict[str, str]:
    """The pictures that a page shows and that its commands draw, by their names.

    Parameters
    ----------
    page
        The text of the page.
    kept
        Names of pictures that exist, and are not drawn.
    """
    wanted = {posixpath.basename(name) for name in PICTURE.findall(page)} - kept
    if not wanted:
        return {}
    before = os.environ.get("ZERMELO_CACHE")
    os.environ["ZERMELO_CACHE"] = ""  # nothing is remembered
    try:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            _make(page, wanted)
            missing = [name for name in sorted(wanted) if not Path(name).exists()]
            if missing:
                raise RuntimeError(f"no command on the page draws {', '.join(missing)}")
            return {name: Path(name).read_text(encoding="utf-8") for name in wanted}
    finally:
        if before is None:
            del os.environ["ZERMELO_CACHE"]
        else:
            os.environ["ZERMELO_CACHE"] = before


def _make(page: str, wanted: set[str]) -> None:
    """Run the commands of a page that write files, and draw the pictures that are wanted."""
    for block in blocks(page):
        if block.kind != "console":
            if block.title:
                Path(block.title).write_text(block.text, encoding="utf-8")
            continue
        for command, body, _ in commands(block.text):
            writes, draws = WRITES.fullmatch(command), _DRAWS.search(command)
            if writes:
                Path(writes[1]).write_text("".join(f"{line}\n" for line in body), encoding="utf-8")
            elif _MAKES.search(command) and not (draws and draws[1] not in wanted):
                lines, code = printed(command)
                if code:
                    raise RuntimeError(f"{command!r} ended with exit code {code}:\n" + "\n".join(lines))


# The hooks, which MkDocs calls by their names. A page is told by its path in the repository.


def on_files(files: Any, config: Any) -> Any:
    """Add the pictures of the pages, and the files beside the folder that pages link to."""
    from mkdocs.structure.files import File

    where: dict[str, str] = {f"docs/{each.src_uri}": each.src_uri for each in files}
    pages = [name for name in where if name.endswith(".md")]
    for name in pages:
        text = (ROOT / name).read_text(encoding="utf-8")
        folder = posixpath.dirname(name)
        for _, target, _ in _LINK.findall(FENCE.sub("", text)):
            other = posixpath.normpath(posixpath.join(folder, target))
            if other in where or other.startswith("docs/") or not (ROOT / other).is_file():
                continue
            if other == "README.md":
                where[other] = "index.md"
                continue
            where[other] = other.lower() if "/" not in other and other.endswith(".md") else f"repository/{other}"
            files.append(File.generated(config, where[other], content=(ROOT / other).read_bytes()))
            if other.endswith(".md"):
                pages.append(other)  # its links are looked at, too
        shown = {posixpath.basename(each): each for each in PICTURE.findall(text)}
        kept = {each for each, at in shown.items() if (ROOT / folder / at).is_file()}
        for picture, svg in drawn(text, kept).items():
            at = posixpath.relpath(posixpath.normpath(posixpath.join(folder, shown[picture])), "docs")
            files.append(File.generated(config, at, content=svg))
    config.extra["zermelo_files"] = where
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:  # noqa: ARG001 (MkDocs' interface)
    """Show titled blocks as code, and lead the links of a page to where the files of the repository are in the site."""
    where: dict[str, str] = config.extra["zermelo_files"]
    here = next(name for name, at in where.items() if at == page.file.src_uri and name != "README.md")

    def moved(match: re.Match[str]) -> str:
        other = posixpath.normpath(posixpath.join(posixpath.dirname(here), match[2]))
        if other not in where:
            return match[0]
        text = match[1]
        if _PAGE.fullmatch(text):
            text = _title(ROOT / other)
        place = posixpath.relpath(where[other], posixpath.dirname(page.file.src_uri) or ".")
        return f"[{text}]({place}{match[3] or ''})"

    parts = list[str]()  # prose and blocks in turn; in blocks nothing is a link
    at = 0
    for block in FENCE.finditer(markdown):
        parts.append(_LINK.sub(moved, markdown[at : block.start()]))
        title = f'text title="{block[2]}"' if block[2] and block[1] != "console" else block[1]
        parts.append(f"```{title}\n{block[3]}```")
        at = block.end()
    return "".join([*parts, _LINK.sub(moved, markdown[at:])])


def _title(page: Path) -> str:
    """The first heading of a page."""
    found = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None, page
    return found[1].split(":")[0]
