"""Functions of several commands: finding a game, describing it, printing; and the exit codes.

Exit codes: 0 answered, 1 internal error, 2 bad input or usage, 3 unknown (a limit, an interrupt, a missing tool).
"""

from __future__ import annotations

import codecs
import contextlib
import hashlib
import json
import os
import re
import shutil
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo import loading
from zermelo.cli.messages import warn
from zermelo.errors import InputError
from zermelo.families import is_family
from zermelo.files import FilePath, distinct
from zermelo.model import ClauseGame, ConnectionGame, Game, Layout, NetGame, Position, PositionalGame, StateGame
from zermelo.model.game import move_names
from zermelo.model.net_drawing import cell_fluents
from zermelo.play.play import Play

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="A game file, or a family such as hex:4x4.")]
AfterOption = Annotated[str, typer.Option("--after", help="Moves to make first, separated by spaces.")]
DomainOption = Annotated[
    Path | None, typer.Option("--domain", help="The BDDL domain file, when it is not domain.* beside the problem.")
]
FirstOption = Annotated[
    str | None, typer.Option("--first", help="The first player of a formula, FILE.cnf: max (default) or min.")
]
BoardOption = Annotated[
    str | None,
    typer.Option("--board", help="A position drawn in a file (- for standard input): rows such as 'X . O', top first."),
]
ToMoveOption = Annotated[
    str | None, typer.Option("--to-move", help="With --board: black or white moves (default: as the stones tell).")
]
CheckOption = Annotated[
    bool, typer.Option("--check/--no-check", help="Prove answers, and check the proofs by the rules.")
]
MethodOption = Annotated[str, typer.Option("--method", help="auto, qbf (formulas decide) or search (no formulas).")]
SwitchOption = Annotated[
    list[str] | None,
    typer.Option(
        "--switch", metavar="NAME=VALUE", help="Search with a switch on, off or set to a number: docs/switches.md."
    ),
]
CacheOption = Annotated[bool, typer.Option("--cache/--no-cache", help="Remember answers, and use what is remembered.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object on standard output.")]

WinOption = Annotated[
    str,
    typer.Option("--win", help="In a ground game: the score from which Black has won, or BLACK,WHITE for both."),
]

_WIN = re.compile(r"(?:([0-9]{1,3})(?:,([0-9]{1,3}))?)?")
_LITERALS = re.compile(r"\[-?[0-9]+\]|\(-?[0-9]*\)")
"""True and false literals in the drawing of a formula."""
_FORMULAS = "'zermelo gamesat FILE' tells who wins it; 'play', 'show' and 'encode' take it, too"

_COLOURS = {
    "X": "\x1b[1;34m",
    "O": "\x1b[1;33m",
    "*": "\x1b[1;32m",
    "+": "\x1b[1;32m",
    "-": "\x1b[31m",
    "?": "\x1b[2m",
}


def load(
    text: str, domain: Path | None = None, win: str = "", board: str | None = None, to_move: str | None = None
) -> Game:
    """The game of a file name or a family expression; the others are the texts of options of these names.

    As :func:`zermelo.load`, with a word on standard error where a file wins over a family of the same name.
    """
    found = loading.existing(text)
    if found is not None and not found.is_dir() and is_family(text):
        warn(f"{text} is read as the file of that name, not as a family")
    if found is not None and found.suffix.lower() == ".cnf" and found.is_file():
        raise InputError("a game", found="a formula", source=text, advice=_FORMULAS)
    scores = _WIN.fullmatch(win.replace(" ", ""))
    if scores is None:
        raise InputError("--win SCORE, or --win BLACK,WHITE, from 0 to 100", found=repr(win))
    black, white = (int(each) if each else None for each in scores.groups())
    try:
        return loading.load(text, domain, win=(black, white), board=_drawing(board), to_move=to_move)
    except InputError as error:
        if error.source == "board" and board is not None:
            error.source = "standard input" if board == "-" else board
        if error.found == f"to_move={to_move} alone":
            error.found, error.expected = f"--to-move {to_move} alone", "a drawn board with it, as by --board FILE"
        raise


def _drawing(board: str | None) -> str | None:
    """The text of ``--board``: of a file, or of standard input."""
    if board is None:
        return None
    from zermelo.language.source import read_text

    text = sys.stdin.read() if board == "-" else read_text(board)
    if not text.strip():
        from zermelo.language.drawn_board import LOOKS

        raise InputError("a drawn board", found="nothing", source="--board", advice=LOOKS)
    return text


def _quoted(text: str) -> str:
    from zermelo.language.source import quote

    return quote(text, 200)


def no_first(first: str | None, game: str) -> None:
    """Raise ``InputError`` for ``--first`` with a game that is no formula."""
    if first is not None:
        raise InputError("a Game-SAT formula (FILE.cnf) with --first", found=repr(game))


def load_formula(text: str, first: str | None) -> ClauseGame:
    """The formula in a DIMACS file, opened by ``first``: max, also where it is None, or min."""
    from zermelo.gamesat import PLAYERS, read_cnf

    first = "max" if first is None else first
    if first not in PLAYERS:
        raise InputError("--first max or min", found=repr(first))
    return read_cnf(text, PLAYERS[first])


def played(game: Game, moves: str) -> Game:
    """The game after the moves of ``--after``."""
    session = Play(game)
    play_moves(session, moves, "--after")
    return game.after(session.line)


def play_moves(session: Play, moves: str, option: str) -> None:
    """Make the moves that an option names in a play.

    Parameters
    ----------
    session
        The play; its position changes.
    moves
        Names of moves, separated by spaces.
    option
        The option that gave them.

    Raises ``InputError``, with the number of the move and the option as its source, for a move that is not legal.
    """
    for number, text in enumerate(move_names(moves), 1):
        try:
            session.make(text)
        except InputError as error:
            error.source = f"move {number} of {option}"
            raise


def domain_of(text: str, domain: Path | None = None) -> Path | None:
    """The BDDL domain file that :func:`load` reads besides the game, given or found."""
    found = loading.existing(text)
    if found is None or (found.is_dir() and is_family(text)):
        return None
    from zermelo.language import sources

    return next(iter(sources(found, domain)[1:]), None)


def distinct_from_game(
    outputs: Iterable[Path | None],
    game: str,
    domain: Path | None = None,
    board: str | None = None,
    others: Iterable[FilePath | None] = (),
    *,
    in_place: bool = False,
) -> None:
    """Raise ``InputError`` where a file would be written over one that the game is read from, or two into one place.

    Parameters
    ----------
    outputs
        The files to write; None for one that was not asked for.
    game, domain, board
        As :func:`load` has them; a domain file that is found beside the game counts, too.
    others
        More files that are read, or in use.
    in_place
        True where the game's own file may be written, as it says the same in the end.
    """
    outputs = list(outputs)
    distinct(outputs, [None if in_place else game, domain, None if board == "-" else board, *others])
    if any(each is not None and each.is_file() for each in outputs):
        beside = None
        with contextlib.suppress(InputError):  # told when the game is read
            beside = domain_of(game, domain)
        distinct(outputs, [beside])


def source_hash(text: str) -> str:
    """SHA-256 of the file, or of the expression."""
    path = loading.existing(text)
    if path is None or path.is_dir():
        return _sha256(text.strip().encode(errors="surrogateescape"))
    return _sha256(path.read_bytes()) if path.is_file() else "unknown (not a regular file)"


def _sha256(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def printable(text: str) -> str:
    """A text that can be encoded: bytes of a file name that are not UTF-8 are escaped.

    >>> print(printable("caf\\udce9"))
    caf\\udce9
    """
    return text.encode(errors="backslashreplace").decode()


def after_told(moves: str) -> str:
    """The words that follow the name of a game where ``--after`` has made moves.

    >>> after_told("b2  c3"), after_told("")
    (' after b2 c3', '')
    """
    names = move_names(moves)
    return f" after {' '.join(names)}" if names else ""


def describe(game: Game, after: str = "") -> list[str]:
    """The game in a few lines: name, the moves of ``--after``, kind, size, player to move, depth, notes."""
    facts = [game.kind, game.size_text]
    if isinstance(game, PositionalGame | ConnectionGame) and game.start.ply == 0:
        facts.append(str(game.turns))
    else:
        facts.append(game.turn_text)
    if game.depth is not None:
        facts.append(f"depth {game.depth}")
    name = game.name if game.name.isprintable() else _quoted(game.name)
    told = [game.roles_text] if game.roles_text else []
    return [f"{name}{after_told(after)}: {', '.join(facts)}", *told, *getattr(game, "notes", ())]


def drawing(game: Game, position: Position | None = None, move: str | None = None) -> str:
    """A drawing of a position; the cells that a move changes are marked ``*``.

    Parameters
    ----------
    game
        The game.
    position
        The position; without one, the start of the game.
    move
        The name of a move in the position; without one nothing is marked.
    """
    shown = game.start if position is None else position
    marks: dict[int, str] = {}
    if move is not None:
        changed = game.move_cells(shown, game.parse_move(move, game.mover(shown)))
        marks = {cell: "*" for cell in range(len(game.board)) if changed >> cell & 1}
    return marked(game, marks, shown)


def marked(game: Game, marks: dict[int, str], position: Position | None = None) -> str:
    """A drawing of a position with signs on some cells, in colours where the terminal has them.

    Parameters
    ----------
    game
        The game.
    marks
        One character for each cell that is marked, by its number.
    position
        The position; without one, the start of the game.
    """
    text = game.draw(position, marks)
    if isinstance(game, ClauseGame) and coloured():
        return _LITERALS.sub(lambda found: f"{_COLOURS['*' if found[0][0] == '[' else '-']}{found[0]}\x1b[0m", text)
    if game.board.layout is Layout.GRAPH or not coloured():  # the cells of a graph may be called X and O
        return text
    return "".join(f"{_COLOURS[c]}{c}\x1b[0m" if c in _COLOURS else c for c in text)


def coloured() -> bool:
    """True if standard output is a terminal that shows colours (see no-color.org)."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


LEGEND = "X Black, O White, . open"


def legend(game: Game, signs: str = "") -> str:
    """The meaning of the letters in a drawing, and of signs on its cells, which games on states have not."""
    if isinstance(game, NetGame):
        drawn = cell_fluents(game.net.fluents) is not None
        return "letters are values of cells; below them what else holds" if drawn else ""
    if isinstance(game, StateGame):
        return ""
    return "[3] true, (3) false" if isinstance(game, ClauseGame) else LEGEND + signs


def print_json(value: dict[str, Any]) -> None:
    """Print a JSON object on one line, escaped where standard output is not UTF-8."""
    print(json.dumps(value, ensure_ascii=codecs.lookup(sys.stdout.encoding or "ascii").name != "utf-8"))


def table(rows: list[list[str]], right: set[int] | None = None) -> str:
    """Rows as aligned columns, those in ``right`` flush right; rows may have different lengths.

    On a terminal that is too narrow the text of the last column is wrapped.

    >>> print(table([["what", "how many"], ["cells", "9"]], right={1}))
    what   how many
    cells         9
    """
    flush = right or set()
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    widths = [max(len(row[k]) for row in rows if k < len(row)) for k in range(max(map(len, rows), default=0))]
    lines = []
    for row in rows:
        cells = [f"{text:>{widths[k]}}" if k in flush else f"{text:{widths[k]}}" for k, text in enumerate(row)]
        line = "  ".join(cells).rstrip()
        lines.extend(_wrapped("  ".join(cells[:-1]), row[-1], room) if 0 < room < len(line) else [line])
    return "\n".join(lines)


def _wrapped(before: str, text: str, room: int) -> list[str]:
    """The last cell of a row in several lines: below itself, or below the row where that leaves too little room."""
    if len(before) + 2 + 30 <= room:
        indent, first = " " * (len(before) + 2), f"{before}  "
        return textwrap.wrap(text, room, initial_indent=first, subsequent_indent=indent)
    return [before.rstrip(), *textwrap.wrap(text, max(room, 20), initial_indent="    ", subsequent_indent="    ")]
