"""``zermelo puzzle``: make puzzles of a game, and tell what makes a position one or spoils it."""

from __future__ import annotations

import itertools
import json
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli.common import (
    AfterOption,
    BoardOption,
    DomainOption,
    GameArgument,
    JsonOption,
    ToMoveOption,
    WinOption,
    describe,
    distinct_from_game,
    drawing,
    load,
    played,
    print_json,
)
from zermelo.cli.default_command import DefaultCommandGroup
from zermelo.cli.messages import warn
from zermelo.errors import InputError, LimitError, MissingToolError
from zermelo.families.options import span
from zermelo.files import writable, write_bytes, write_text
from zermelo.model import Game
from zermelo.puzzle.difficulty import LEVELS, measured
from zermelo.puzzle.generate_puzzles import ATTEMPTS, Puzzle, WantedPuzzles, puzzles
from zermelo.puzzle.judge import Decider, JudgedPosition, decided_until, judged
from zermelo.puzzle.puzzle_sheet import as_html, as_pdf, sheet_of
from zermelo.puzzle.solution import solved, written
from zermelo.wording import counted

MOST_LISTED = 12
"""Winning first moves whose lengths are told."""


class _MakeByDefault(DefaultCommandGroup):
    """A group in which a first word that is no command is a game to make puzzles of."""

    DEFAULT = "make"


app = typer.Typer(
    cls=_MakeByDefault,
    help="Make and check puzzles: positions with one winning first move.",
    rich_markup_mode=None,
    no_args_is_help=True,
)


@app.callback()
def top() -> None:
    """Make and check puzzles: positions with one winning first move.

    'zermelo puzzle GAME' makes some; 'zermelo puzzle check FILE' tells of a position what makes it one or spoils it.
    """


@app.command("make")
def make(
    game: GameArgument,
    moves: Annotated[
        str, typer.Option("--moves", help="The length of the win: 7, 5-9 or 7- (of both players).")
    ] = "3-15",
    solutions: Annotated[int, typer.Option("--solutions", min=1, help="How many first moves win.")] = 1,
    unique: Annotated[bool, typer.Option("--unique", help="One first move wins: --solutions 1, the default.")] = False,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many puzzles.")] = 10,
    seed: Annotated[int, typer.Option("--seed", help="The seed of everything random.")] = 0,
    difficulty: Annotated[
        str, typer.Option("--difficulty", help="easy, medium, hard, or a range such as 0.3-0.6.")
    ] = "0-1",
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="A folder for a sheet (PDF, HTML) and a file for each puzzle.")
    ] = None,
    attempts: Annotated[
        int, typer.Option("--attempts", min=1, help="Positions tried for one puzzle before the search ends.")
    ] = ATTEMPTS,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds, after which what was found is printed.")
    ] = None,
    domain: DomainOption = None,
    win: WinOption = "",
    as_json: JsonOption = False,
) -> None:
    """Make puzzles: positions with one winning first move, no win in fewer moves, and no needless stone.

    No two are mirror images, the same seed gives the same puzzles, and each comes with its difficulty and its solution.
    """
    if unique and solutions != 1:
        raise InputError("--unique or --solutions", found="both")
    loaded = load(game, domain, win)
    if out is not None:
        distinct_from_game(sorted(_sheet_before(out)), game, domain)
    least, most = _moves(moves)
    wanted = WantedPuzzles(least, most, solutions, _difficulty(difficulty), seed, attempts)
    end = None if time_limit is None else time.monotonic() + time_limit
    search = puzzles(loaded, wanted, lambda: end is not None and time.monotonic() > end)
    found, interrupted = list[Puzzle](), False
    try:
        with decided_until(end):
            for puzzle in itertools.islice(search, count):
                found.append(puzzle)
    except KeyboardInterrupt:
        interrupted = True
    unwritten: InputError | OSError | None = None
    if out is not None:
        try:
            _write(out, loaded, found)
        except (InputError, OSError) as error:  # the puzzles are told all the same
            unwritten = error
    if as_json:
        print(json.dumps([puzzle.to_json() for puzzle in found]))
    elif out is None or unwritten is not None:
        print("\n".join(_told(found)))
    else:
        print(f"{out}: {counted(len(found), 'puzzles')}")
    if unwritten is not None and not interrupted:
        raise unwritten
    if unwritten is not None:
        warn(str(unwritten))
    if len(found) < count:
        sys.stdout.flush()
        why = f"{attempts} positions brought no more; other --moves, --difficulty or a larger board may help"
        if interrupted:
            why = "interrupted"
        elif end is not None and time.monotonic() > end:
            why = "the time is over; raise --time-limit, or try other --moves or another --difficulty"
        warn(f"{len(found)} of {count} puzzles were found: {why}")
        raise typer.Exit(3)


_ENDINGS = {"hex": "hex", "pg": "pg", "bddl": "ig", "gdl": "kif", "graph": "jsonl"}
"""The endings of the files of puzzles, by language."""


def _moves(text: str) -> tuple[int, int]:
    """The range of lengths; ``7-`` has no end."""
    plain = text.replace(" ", "")
    return span(1, 999)(f"{plain}999" if plain.endswith("-") else plain)


def _difficulty(text: str) -> tuple[float, float]:
    """The range of a word, or of two numbers from 0 to 1."""
    if text.lower() in LEVELS:
        return LEVELS[text.lower()]
    low, _, high = text.partition("-")
    try:
        found = float(low), float(high or low)
    except ValueError:
        found = (1.0, 0.0)
    if not 0 <= found[0] <= found[1] <= 1:
        raise InputError(f"{', '.join(LEVELS)}, or a range such as 0.3-0.6, as --difficulty", found=repr(text))
    return found


def _told(found: list[Puzzle]) -> Iterator[str]:
    """The puzzles as text, and below them the answers."""
    for number, puzzle in enumerate(found, 1):
        yield f"{number}. {puzzle.task} ({puzzle.difficulty.level}, {puzzle.difficulty.value:.2f})"
        yield drawing(puzzle.game)
        yield ""
    if found:
        yield "Answers"
    for number, puzzle in enumerate(found, 1):
        first, *others = puzzle.solution.words()
        yield f"{number}. {first}"
        yield from (f"   {line}" for line in others)


def _sheet_before(folder: Path) -> set[Path]:
    """The files of the sheet in a folder, which is made if it is not there.

    Raises ``InputError`` where one of such a name is no part of a sheet, or none can be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("a folder to write to", found=error.strerror, source=str(folder)) from error
    writable([folder / "puzzles.json"])
    names = re.compile(rf"puzzle-[0-9]+\.({'|'.join(_ENDINGS.values())})|puzzles\.(json|html|pdf)")
    held = {each for each in folder.glob("puzzle*") if names.fullmatch(each.name)}
    foreign = held - _listed(folder)
    if foreign:
        found = f"{min(foreign).name}, which is no part of a sheet"
        raise InputError("a new folder, or one with a sheet, which is replaced", found=found, source=str(folder))
    return held


def _listed(folder: Path) -> set[Path]:
    """The files of the sheet that ``puzzles.json`` lists; none where that is missing, or something else."""
    try:
        listed = json.loads((folder / "puzzles.json").read_text(encoding="utf-8"))
        names = _names([puzzle["format"] for puzzle in listed])
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return set()
    return {folder / name for name in ("puzzles.json", "puzzles.html", "puzzles.pdf", *names)}


def _names(formats: Sequence[str]) -> list[str]:
    """The names of the files of puzzles, by the language of each."""
    width = max(2, len(str(len(formats))))
    return [f"puzzle-{number:0{width}}.{_ENDINGS[each]}" for number, each in enumerate(formats, 1)]


def _write(folder: Path, game: Game, found: list[Puzzle]) -> None:
    """The sheet, a file for each puzzle, and all of it as JSON, in the place of a sheet that is there."""
    before = _sheet_before(folder)
    names = _names([puzzle.format for puzzle in found])
    write_text(folder / "puzzles.json", [json.dumps([puzzle.to_json() for puzzle in found], indent=1), "\n"])
    for path in before - {folder / name for name in (*names, "puzzles.json")}:  # at once: it is not listed any more
        path.unlink(missing_ok=True)
    for name, puzzle in zip(names, found, strict=True):
        write_text(folder / name, [puzzle.text])
    sheet = sheet_of(game, found)
    write_text(folder / "puzzles.html", [as_html(sheet)])
    try:
        write_bytes(folder / "puzzles.pdf", as_pdf(sheet))
    except MissingToolError as error:
        warn(f"no PDF: {error}")


@app.command("check")
def check(
    game: GameArgument,
    solutions: Annotated[int, typer.Option("--solutions", min=1, help="How many first moves are to win.")] = 1,
    after: AfterOption = "",
    board: BoardOption = None,
    to_move: ToMoveOption = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds for all questions (default: no limit).")
    ] = None,
    domain: DomainOption = None,
    win: WinOption = "",
    as_json: JsonOption = False,
) -> None:
    """Tell of a position what makes it a puzzle, or spoils it.

    Several solutions, none at all, a win in fewer moves than its file says, and stones that do nothing spoil it.
    """
    end = None if time_limit is None else time.monotonic() + time_limit
    loaded = played(load(game, domain, win, board, to_move), after)
    known: list[JudgedPosition] = []
    try:
        with decided_until(end):
            found = judged(loaded, tell=known.append)
            known.append(found)
            spoilt = list(_spoilt(found, solutions))
            difficulty = None if found.length is None else measured(found)
            answer = None if difficulty is None else solved(found, difficulty)
            lengths = [] if found.length is None or as_json else list(_lengths(found))
    except (LimitError, KeyboardInterrupt) as error:
        _left_off(loaded, known[-1] if known else None, error, as_json=as_json)
        raise typer.Exit(3) from None
    names = [written(loaded, move) for move in found.winning]
    idle = loaded.board.names(sum(1 << cell for cell in found.idle))
    if as_json:
        said: dict[str, Any] = {"game": loaded.name, "player": found.player.value, "puzzle": not spoilt}
        said |= {"moves": found.length, "winning": names, "idle": idle, "spoilt_by": spoilt}
        said["difficulty"] = None if difficulty is None else difficulty.value
        said["level"] = None if difficulty is None else difficulty.level
        said["solution"] = [] if answer is None else answer.words()
        print_json(said | {"refuted_depth": found.length - 1 if found.length else None, "reason": None})
        return
    print("\n".join(describe(loaded)))
    print(f"\n{drawing(loaded)}\n")
    if found.length is not None:
        print(_within(loaded, found.length))
        print(f"Winning first moves ({len(names)}): {', '.join(lengths)}")
    print("A puzzle." if not spoilt else "\n".join(f"Spoilt: {why}." for why in spoilt))
    if difficulty is not None and answer is not None:
        print(f"Difficulty: {difficulty.value:.2f} ({difficulty.level})")
        if not spoilt:
            print("\n".join(answer.words()))


def _left_off(
    loaded: Game, known: JudgedPosition | None, error: LimitError | KeyboardInterrupt, *, as_json: bool
) -> None:
    """Tell what is known of a position that was not judged to the end, and the reason."""
    reason, why = (error.reason, str(error)) if isinstance(error, LimitError) else ("interrupted", "interrupted")
    player = loaded.to_move
    names = None if known is None else [written(loaded, move) for move in known.winning]
    length, refuted = (None, None) if known is None else (known.length, known.refuted)
    if as_json:
        said = {"game": loaded.name, "player": player.value, "puzzle": None, "moves": length, "winning": names}
        said |= dict.fromkeys(("idle", "spoilt_by", "difficulty", "level", "solution"))
        print_json(said | {"refuted_depth": length - 1 if length else refuted, "reason": reason})
        return
    print("\n".join([*describe(loaded), "", drawing(loaded), ""]))
    if length is not None:
        print(_within(loaded, length))
    elif refuted is not None:
        print(f"{loaded.called(player)} to move does not win within {counted(refuted, 'moves')}.")
    if names is not None:
        print(f"Winning first moves ({len(names)}): {', '.join(names)}")
    print(f"Not judged to the end: {why}.")


def _within(loaded: Game, length: int) -> str:
    """The least number of moves in which the player to move wins, in a sentence."""
    fewer = f", not within {length - 1}" if length else ""
    return f"{loaded.called(loaded.to_move)} to move wins within {counted(length, 'moves')}{fewer}."


def _lengths(found: JudgedPosition) -> Iterator[str]:
    """The winning first moves, each with the number of moves within which it wins."""
    assert found.length is not None
    for move in found.winning:
        later, length = found.game.after([move]), None
        if len(found.winning) <= MOST_LISTED:
            bound = later.complete_depth() or found.length + MOST_LISTED
            length = Decider(later).length(found.player, bound)
        yield written(found.game, move) + ("" if length is None else f" (within {length + 1})")


def _spoilt(found: JudgedPosition, solutions: int) -> Iterator[str]:
    """Faults that spoil a position as a puzzle, each in words."""
    game = found.game
    number, wanted = len(found.winning), counted(solutions, "first moves")
    if found.length is None:
        yield f"{game.called(found.player)}, who is to move, cannot force a win"
        return
    if number != solutions:
        yield f"{counted(number, 'first moves')} win, not {wanted}"
    if game.depth is not None and found.length != game.depth:
        how = "wins in fewer moves" if found.length < game.depth else "does not win as fast"
        yield f"the file says {counted(game.depth, 'moves')}, and {game.called(found.player)} {how}: {found.length}"
    for cell in found.idle:
        colour = "black" if game.start.black >> cell & 1 else "white"
        yield f"the {colour} stone on {game.board.cells[cell]} does nothing: without it all is the same"
