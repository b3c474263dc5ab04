"""``zermelo solve``: decide a game and check the answer."""

from __future__ import annotations

import contextlib
import math
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import (
    AfterOption,
    BoardOption,
    CacheOption,
    CheckOption,
    DomainOption,
    GameArgument,
    JsonOption,
    MethodOption,
    SwitchOption,
    ToMoveOption,
    WinOption,
    describe,
    distinct_from_game,
    load,
    played,
    print_json,
)
from zermelo.cli.messages import answer, for_programs, say, warn
from zermelo.cli.report import report
from zermelo.cli.watch import watching
from zermelo.errors import InputError
from zermelo.files import FilePath, companions, sqlite_files
from zermelo.model import Game, Player
from zermelo.model.game import move_names
from zermelo.questions import EXTRACTIONS, CheckpointFile, Options
from zermelo.search.switches import read_switches
from zermelo.solving import solve
from zermelo.solving.journal import Event
from zermelo.store import Store, default_path
from zermelo.verdict import Query


def command(
    game: GameArgument,
    depth: Annotated[
        int | None,
        typer.Option("--depth", "--within", help="Ask for a win within so many moves (default: the file's own depth)."),
    ] = None,
    who: Annotated[bool, typer.Option("--who", help="Ask who wins, whatever depth the file has.")] = False,
    fastest: Annotated[
        bool, typer.Option("--fastest", help="Ask for the least depth of a win (up to --depth, if that is given).")
    ] = False,
    first_moves: Annotated[
        bool, typer.Option("--first-moves", help="Decide every first move, too: winning, losing or open.")
    ] = False,
    player: Annotated[str, typer.Option("--for", help="black or white: who is to win.")] = "black",
    after: AfterOption = "",
    board: BoardOption = None,
    to_move: ToMoveOption = None,
    encoding: Annotated[str | None, typer.Option("--encoding", help="See 'zermelo encodings'.")] = None,
    solver: Annotated[str | None, typer.Option("--solver", help="See 'zermelo solvers'.")] = None,
    preprocessor: Annotated[
        str, typer.Option("--preprocessor", help="none, bloqqer, or auto: the one that pays, if any does.")
    ] = "auto",
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            min=1,
            max=4096,
            help="Runs at a time (default: one on each core); threads of a search (one).",
        ),
    ] = None,
    time_limit: Annotated[
        float | None, typer.Option("--time-limit", min=0, help="Seconds for the whole question (default: no limit).")
    ] = None,
    cpu_limit: Annotated[
        float | None, typer.Option("--cpu-limit", min=0, help="CPU seconds for each run (default: no limit).")
    ] = None,
    memory_limit: Annotated[
        int | None, typer.Option("--memory-limit", min=1, max=2**30, help="MB for each run (default: no limit).")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", help="Search natively, keep what is proven in FILE, go on from there next time."),
    ] = None,
    checkpoint_limit: Annotated[
        float | None,
        typer.Option("--checkpoint-limit", help="MB of that file at most: what took the most work is kept."),
    ] = None,
    check: CheckOption = True,
    method: MethodOption = "auto",
    engine: Annotated[
        str | None,
        typer.Option("--engine", help="Search, by connection, positional, grid, net, depth-first, df-pn or pns."),
    ] = None,
    switches: SwitchOption = None,
    verify: Annotated[
        bool, typer.Option("--verify", help="Search and formulas must both answer, however long that takes.")
    ] = False,
    cache: CacheOption = True,
    certificate: Annotated[
        Path | None, typer.Option("--certify", help="Write the winner's strategy to a file, and check it.")
    ] = None,
    extract: Annotated[
        str | None,
        typer.Option("--extract", help=f"How --certify finds moves: {', '.join(EXTRACTIONS)} (else as the answer)."),
    ] = None,
    progress: Annotated[
        str, typer.Option("--progress", help="On standard error: auto (a live table, or lines), plain, json, none.")
    ] = "auto",
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Tell the evidence, the notes, and what each stage cost, too.")
    ] = False,
    domain: DomainOption = None,
    win: WinOption = "",
    as_json: JsonOption = False,
) -> None:
    """Decide a game: who wins, how fast, by which first moves?

    A file's own depth, or --depth, asks for a win within so many moves; without either, who wins. The native search
    goes first, and its proof is checked by the rules; formulas are raced beside it when it takes more than a second.
    """
    for_programs(progress == "json")
    if extract is not None and certificate is None:
        raise InputError("a file for the strategy, --certify FILE", found=f"--extract {extract} alone")
    kept = [] if checkpoint is None else [checkpoint, Path(f"{checkpoint}.white")]
    beside = [name for each in kept for name in companions(each, ".lock", ".tmp")]
    distinct_from_game([certificate, *kept], game, domain, board, [*beside, *(_memory() if cache else [])])
    loaded = played(load(game, domain, win, board, to_move), after)
    query = _query(loaded, depth, player, who=who, fastest=fastest, first_moves=first_moves)
    options = Options(
        encoding,
        solver,
        preprocessor,
        _limit(time_limit),
        memory_limit,
        check,
        method,
        jobs,
        _limit(cpu_limit),
        verify,
        engine,
        checkpoint,
        certificate,
        extract,
        checkpoint_limit_mb=checkpoint_limit,
        switches=read_switches(switches or ()),
    )
    heading = [*describe(loaded), f"Question: {query}"]

    def announce() -> None:
        if not as_json and heading:
            answer("\n".join(heading), goes_on=certificate is not None)
            heading.clear()

    heard = ""

    def tell(event: Event) -> None:
        nonlocal heard
        if event.kind == "answer" and not (as_json or heard):
            announce()
            answer(f"\n{event.text}", goes_on=certificate is not None)
            heard = event.text
        watch(event)

    with Store.open(enabled=cache, warn=warn) as store, watching(progress, announce) as watch:
        verdict = solve(loaded, query, options, tell, store)
    announce()
    if as_json:
        told = verdict.to_json()
        print_json({"game": told.pop("game"), "after": move_names(after), **told})
    else:
        news = verdict.sentence() != heard  # a check may tell more
        print(report(loaded, verdict, verbose=verbose, sentence=news, certifying=certificate is not None))
    if not verdict.known:
        sys.stdout.flush()
        for each in Player:
            _tell_how_to_go_on(options.kept_for(each))
    certified = certificate is None or (verdict.proof is not None and verdict.proof.file is not None)
    whole = verdict.known and verdict.complete_moves and certified and not verdict.interrupted
    raise typer.Exit(0 if whole else 3)


def _tell_how_to_go_on(file: CheckpointFile | None) -> None:
    """Print on standard error how to resume a search that was not finished."""
    if file is None or not file.path.exists():
        return
    from zermelo.search.checkpoint import read
    from zermelo.search.progress import scaled

    saved = read(file.path)
    holds = f"{file.path} holds {scaled(saved.positions)} positions, found in {saved.seconds:.0f} s by looking at"
    say("checkpoint", f"{holds} {scaled(saved.nodes)}; the same command goes on from there", **asdict(saved))


def _query(game: Game, depth: int | None, player: str, *, who: bool, fastest: bool, first_moves: bool) -> Query:
    """The question of the options."""
    players = {game.called(each).lower(): each.value for each in Player} | {each.value: each.value for each in Player}
    if player.lower() not in players:
        raise InputError(f"--for {' or '.join(players)}", found=repr(player))
    player = players[player.lower()]
    if who and (fastest or depth is not None or player != Player.BLACK.value):
        raise InputError("--who alone: it asks of both players, without a depth", found="--who with another question")
    kind = "fastest" if fastest else "winner" if who else None
    return Query.about(game, kind, player, depth, first_moves=first_moves)


def _memory() -> list[FilePath]:
    """The files of the memory of answers, where there is a place for it."""
    with contextlib.suppress(InputError):  # told when the memory is opened
        path = default_path()
        return [] if path is None else sqlite_files(path)
    return []


def _limit(seconds: float | None) -> float | None:
    """A time limit in seconds; infinity means no limit."""
    if seconds is None or seconds == math.inf:
        return None
    if math.isnan(seconds):  # which older versions of the framework let pass
        raise InputError("a number of seconds as a limit", found="'nan'")
    return min(seconds, 1e9)
