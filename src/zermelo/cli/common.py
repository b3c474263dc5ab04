"""What the commands share: finding the game, describing it, printing, and the exit codes.

Exit codes: 0 answered, 1 internal error, 2 bad input or usage, 3 unknown (a limit, an interrupt, a missing tool).
"""

from __future__ import annotations

import difflib
import hashlib
import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.errors import InputError
from zermelo.families import FAMILIES, make
from zermelo.language import read_game
from zermelo.model import ConnectionGame, Game, GridGame, Position, PositionalGame

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="A game file, or a family such as hex:4x4.")]
DomainOption = Annotated[
    Path | None, typer.Option("--domain", help="The BDDL domain file, when it is not domain.* beside the problem.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]


def load(text: str, domain: Path | None = None) -> Game:
    """The game that a file name or a family expression means."""
    if Path(text).exists():
        return read_game(Path(text), domain)
    name = text.partition(":")[0].strip().lower()
    if name in FAMILIES or (":" in text and not Path(text).suffix and "/" not in name):
        if domain is not None:
            raise InputError("no --domain with a family", found=str(domain))
        return make(text)
    near = difflib.get_close_matches(name, FAMILIES, n=1)
    advice = f"did you mean the family {near[0]}?" if near else "'zermelo families' lists the families"
    raise InputError("a game file or a family such as hex:4x4", found=repr(text), advice=advice)


def source_hash(text: str) -> str:
    """SHA-256 of the file, or of the expression."""
    path = Path(text)
    data = path.read_bytes() if path.is_file() else text.strip().encode()
    return "sha256:" + hashlib.sha256(data).hexdigest()


def describe(game: Game) -> list[str]:
    """What the game is, in a few lines."""
    facts = [game.kind, game.board.size_text]
    if isinstance(game, GridGame):
        facts.append(f"{game.to_move(game.start)} to move")
    elif isinstance(game, PositionalGame | ConnectionGame):
        facts.append(str(game.turns) if game.start.ply == 0 else f"{game.to_move(game.start)} to move")
    if game.depth is not None:
        facts.append(f"depth {game.depth}")
    return [f"{game.name}: {', '.join(facts)}", *getattr(game, "notes", ())]


def drawing(game: Game, position: Position | None = None, move: str | None = None) -> str:
    """The position; the cells that a move of the player to move changes are marked ``*``."""
    shown = game.start if position is None else position
    marks: dict[int, str] = {}
    if move is not None:
        changed = game.move_cells(shown, game.parse_move(move, game.to_move(shown)))
        marks = {cell: "*" for cell in range(len(game.board)) if changed >> cell & 1}
    text = game.draw(shown, marks)
    if not sys.stdout.isatty():
        return text
    colours = {"X": "\x1b[1;34m", "O": "\x1b[1;33m", "*": "\x1b[1;32m"}
    return "".join(f"{colours[c]}{c}\x1b[0m" if c in colours else c for c in text)


LEGEND = "X Black, O White, . open"


def print_json(value: Any) -> None:
    """One JSON object on one line."""
    print(json.dumps(value, ensure_ascii=False))


def table(rows: list[list[str]], *, right: bool = False) -> str:
    """Rows as aligned columns; ``right`` aligns all but the first to the right."""
    widths = [max(len(row[k]) for row in rows if k < len(row)) for k in range(max(map(len, rows), default=0))]
    lines = []
    for row in rows:
        cells = [f"{text:>{w}}" if right and k else f"{text:{w}}" for k, (text, w) in enumerate(zip(row, widths))]  # noqa: B905 (rows may be short)
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
