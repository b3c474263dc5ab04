"""``zermelo convert``: read a game in one format, write it in another."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import (
    BoardOption,
    DomainOption,
    GameArgument,
    JsonOption,
    ToMoveOption,
    distinct_from_game,
    load,
    print_json,
)
from zermelo.cli.messages import warn
from zermelo.errors import InputError, LimitError
from zermelo.families import is_family, make, rule_sheet
from zermelo.files import write_text
from zermelo.language import FORMATS, write_game
from zermelo.language.game_graph import MOST_WRITTEN
from zermelo.model import Game, GridGame, NetGame, StateGame

OutputOption = Annotated[Path | None, typer.Option("-o", "--output", help="The file; standard output if absent.")]
FormatOption = Annotated[
    str | None, typer.Option("--format", help="bddl, pg, hex, toss, gdl or graph (default: by the file's name).")
]
FaithfulOption = Annotated[
    bool, typer.Option("--faithful", help="BDDL without our extensions: refuse a game that needs them.")
]
LimitOption = Annotated[int, typer.Option("--limit", min=1, help="Most positions of a game written out as a graph.")]

_USUAL = ((GridGame, "bddl"), (NetGame, "gdl"), (StateGame, "graph"))


def command(
    game: GameArgument,
    output: OutputOption = None,
    form: FormatOption = None,
    domain: DomainOption = None,
    board: BoardOption = None,
    to_move: ToMoveOption = None,
    limit: LimitOption = MOST_WRITTEN,
    faithful: FaithfulOption = False,
    as_json: JsonOption = False,
) -> None:
    """Convert a game between file formats.

    What a format cannot say is an error, never dropped. A game graph (.jsonl) says any game of few positions.
    """
    distinct_from_game([output], game, domain, board, in_place=True)
    loaded = load(game, domain, board=board, to_move=to_move)
    try:
        deliver(loaded, output, form, as_json, limit, faithful=faithful)
    except LimitError as error:
        raise LimitError(error.reason, f"{error}; raise --limit") from error


def deliver(
    game: Game,
    output: Path | None,
    form: str | None,
    as_json: bool,
    limit: int = MOST_WRITTEN,
    *,
    faithful: bool = False,
) -> None:
    """Write a game to a file, which appears complete or not at all, or to standard output.

    Parameters
    ----------
    game
        The game.
    output
        The file; None for standard output.
    form
        The language, one of :data:`~zermelo.language.FORMATS`. None: told by the suffix of the file; without one,
        ``bddl`` for grid games, ``gdl`` for ground games, ``graph`` for other games on states and ``pg`` for others.
    as_json
        True to print a JSON object with the name of the game, the file and the language.
    limit
        The largest number of positions of a game graph.
    faithful
        True to refuse in BDDL what only our extensions say.

    Raises ``InputError`` for JSON without a file and for a suffix of no language, ``UnsupportedError`` for a game that
    the language cannot say.
    """
    if as_json and output is None:
        raise InputError("a file for the game with --json", found="none", advice="give -o FILE")
    if form is None and output is not None:
        form = next((name for name, each in FORMATS.items() if output.suffix.lower() in each.suffixes), None)
        if form is None and (output.suffix or not output.exists() or output.is_file()):
            endings = ", ".join(suffix for each in FORMATS.values() for suffix in each.suffixes)
            raise InputError(f"a file name that ends in {endings}", found=repr(output.name), advice="or give --format")
    if form is not None and form not in FORMATS:  # an ending, perhaps
        form = next((name for name, each in FORMATS.items() if f".{form}" in each.suffixes), form)
    form = form or next((name for kind, name in _USUAL if isinstance(game, kind)), "pg")
    text = (_rule_sheet(game) if form == "gdl" else None) or write_game(game, form, limit, faithful=faithful)
    if output is None:
        sys.stdout.write(text)
    else:
        write_text(output, [text])
    if form in {"hex", "toss"} and game.depth is not None:
        warn(f"a .{form} file has no depth of its own: ask with --depth {game.depth}")
    if as_json:
        print_json({"game": game.name, "file": str(output), "format": form})


def _rule_sheet(game: Game) -> str | None:
    """The rules of a family's game as people read them: with variables, and a comment on what each fluent means."""
    return rule_sheet(game.name) if is_family(game.name) and make(game.name) == game else None
