"""``zermelo cache``: show, export, import and clear the memory of answers."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli.common import DomainOption, JsonOption, describe, load, print_json, table
from zermelo.errors import InputError
from zermelo.files import distinct, read_text, sqlite_files, write_text
from zermelo.model import Game
from zermelo.sqlite_file import SQLITE_ERRORS, UnusableFileError
from zermelo.store import Canonical, canonical, default_path
from zermelo.store.cache_path import VARIABLE
from zermelo.store.database import Database
from zermelo.store.fact import StoredFact
from zermelo.store.import_export import exported, fact_json, imported

app = typer.Typer(help="Show, export, import and clear the memory of answers.", rich_markup_mode=None)

OneGame = Annotated[str | None, typer.Argument(metavar="GAME", help="One game only; as for 'zermelo solve'.")]


@app.callback(invoke_without_command=True)
def top(context: typer.Context, as_json: JsonOption = False) -> None:
    """Show, export, import and clear the memory of answers.

    Without a command, the same as 'zermelo cache show'.
    """
    if context.invoked_subcommand is None:
        _show_all(as_json)
    elif as_json:
        raise InputError(f"--json after '{context.invoked_subcommand}'", found="--json before it")


@app.command("show")
def show(game: OneGame = None, domain: DomainOption = None, as_json: JsonOption = False) -> None:
    """Tell where the answers are and how many, or what is known of one game.

    Of a game, all facts are listed that hold for it, also those found on a mirrored or renamed board.
    """
    if game is None:
        _show_all(as_json)
    else:
        _show_game(load(game, domain), as_json)


@app.command("export")
def export(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file (.gz compresses), or - for standard output.")],
    as_json: JsonOption = False,
) -> None:
    """Write all answers as text, a JSON object for each game."""
    if as_json and file == "-":
        raise InputError("a file with --json", found="-")
    path = _place()
    if file != "-":
        distinct([file], sqlite_files(path))
    if not path.exists():
        raise InputError("a memory of answers", found="none yet", source=str(path))
    with _opened(path) as database:
        write_text(sys.stdout if file == "-" else file, exported(database))
        facts, games = database.count(None, None)
    if as_json:
        print_json({"file": file, "games": games, "facts": facts})
    elif file != "-":
        print(f"{_amount(facts, games)} written to {file}")


@app.command("import")
def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What 'export' has written; - for standard input.")],
    as_json: JsonOption = False,
) -> None:
    """Add the answers of another memory.

    All or nothing: a line that is wrong, or that contradicts what is known, is refused with its number.
    """
    text, name = (sys.stdin.read(), "standard input") if file == "-" else read_text(Path(file))
    with _opened(_place()) as database:
        games, facts = imported(database, text.split("\n"), name or file)
    if as_json:
        print_json({"file": file, "games": games, "facts": facts})
    else:
        print(f"{_amount(facts, games)} read from {file}")


@app.command("clear")
def clear(
    game: OneGame = None,
    older_than: Annotated[
        float | None, typer.Option("--older-than", metavar="DAYS", min=0, max=36_500, help="Only what is older.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    domain: DomainOption = None,
    as_json: JsonOption = False,
) -> None:
    """Forget answers: all, or those of a game, or old ones."""
    key = None if game is None else canonical(load(game, domain)).key
    before = None
    if older_than is not None:
        before = (datetime.now(UTC) - timedelta(days=older_than)).isoformat(timespec="seconds")
    path, deleted = _place(), 0
    if path.exists():
        with _opened(path) as database:
            facts, games = database.count(key, before)
            if facts and (yes or _sure(f"Delete {_amount(facts, games)} from {path}?")):
                deleted = database.delete(key, before)
    if as_json:
        print_json({"file": str(path), "deleted": deleted})
    else:
        print(f"{_counted(deleted, 'fact')} deleted")


def _sure(question: str) -> bool:
    if not sys.stdin.isatty():
        raise InputError("there is no terminal to ask on: --yes deletes without asking")
    return typer.confirm(question, err=True)


def _place() -> Path:
    path = default_path()
    if path is None:
        raise InputError("a file for the answers", found=f"{VARIABLE} empty")
    return path


@contextmanager
def _opened(path: Path) -> Iterator[Database]:
    """The open memory of answers; ``InputError`` when its file cannot be used."""
    database = None
    try:
        database = Database(path)
        yield database
    except (*SQLITE_ERRORS, zlib.error, UnusableFileError) as error:
        advice = f"move it away, or set {VARIABLE} to another file"
        raise InputError(f"cannot be used: {error}", source=str(path), advice=advice) from error
    finally:
        if database is not None:
            database.close()


def _show_all(as_json: bool) -> None:
    path = default_path()
    kinds: dict[str, dict[str, int]] = {}
    if path is not None and path.exists():
        with _opened(path) as database:
            for game in database.games():
                row = kinds.setdefault(game.kind, {"games": 0, "facts": 0, "disputed": 0, "other_version": 0})
                row["games"] += 1
                for record in database.records(game.key):
                    row["facts"] += 1
                    row["disputed"] += record.disputed
                    row["other_version"] += not (record.counts or record.disputed)
    size = path.stat().st_size if path is not None and path.exists() else 0
    total = {column: sum(row[column] for row in kinds.values()) for column in ("games", "facts")}
    if as_json:
        file = None if path is None else str(path)
        print_json(
            {"file": file, "bytes": size, **total, "kinds": [{"kind": kind, **row} for kind, row in kinds.items()]}
        )
        return
    if path is None:
        print(f"Answers are not remembered: {VARIABLE} is empty.")
        return
    print(f"{path}: {_amount(total['facts'], total['games'])}, {size / 1000:.1f} kB")
    if kinds:
        rows = [[kind, *map(str, row.values())] for kind, row in kinds.items()]
        print("\n" + table([["kind", "games", "facts", "disputed", "of other versions"], *rows], right={1, 2, 3, 4}))


def _show_game(game: Game, as_json: bool) -> None:
    form, path = canonical(game), default_path()
    records: list[StoredFact] = []
    if path is not None and path.exists():
        with _opened(path) as database:
            records = database.records(form.key)
    if as_json:
        facts = [{**fact_json(each), **_in_terms_of(game, form, each), "counts": each.counts} for each in records]
        print_json({"game": game.name, "key": form.key, "facts": facts})
        return
    print("\n".join(describe(game)))
    if not records:
        print("\nNothing is remembered of this game.")
        return
    rows = [["what", "first move", "how", "checked", "seconds", "date", ""]]
    for each in records:
        terms = _in_terms_of(game, form, each)
        said = each.sentence(terms["player"].capitalize(), terms["after"] or "")
        checked = "yes" if each.checked else "no"
        cost = [checked, f"{each.seconds:.3f}", each.date[:10]]
        rows.append([said, terms["first_move"] or "", str(each.origin), *cost, _why_not(each)])
    print("\n" + table(rows, right={4}))


def _in_terms_of(game: Game, form: Canonical, record: StoredFact) -> dict[str, Any]:
    """The player and the moves of a record by their names in a game; of symmetric moves, the first.

    A move that the game does not have, as a file that was imported may, is told as it is.
    """

    def name(move: str) -> str | None:
        return game.move_name(form.moves[move][0]) if move in form.moves else move or None

    player = form.player(record.role).value
    return {"player": player, "after": name(record.after), "first_move": name(record.first_move)}


def _why_not(record: StoredFact) -> str:
    """The reason why a record is ignored; empty when it is used."""
    if record.disputed:
        return "disputed"
    return "" if record.counts else f"of zermelo {record.zermelo}, edition {record.edition}: ignored"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _amount(facts: int, games: int) -> str:
    return f"{_counted(facts, 'fact')} of {_counted(games, 'game')}"
