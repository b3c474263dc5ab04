"""``zermelo family``: write a benchmark family, a formula file for each member, encoding and depth, with a manifest."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from zermelo.bench.formula import FormulaFormat
from zermelo.bench.lists import encodings as encodings_of
from zermelo.bench.lists import numbers, words
from zermelo.bench.manifest import CSV
from zermelo.bench.members import ALL, LeftOut, Varied, members
from zermelo.bench.suite import FormulaFile, Report, SuiteOptions, Wanted, plan, write
from zermelo.cli.common import JsonOption, print_json, table
from zermelo.cli.sizes import DepthsOption
from zermelo.errors import InputError


def command(
    names: Annotated[
        list[str], typer.Argument(metavar="FAMILY", help="Such as 'httt:{tippy,elly}'; see 'zermelo families'.")
    ],
    out: Annotated[str | None, typer.Option("-o", "--out", help="The folder to write to.")] = None,
    sizes: Annotated[str | None, typer.Option("--sizes", help="Boards, such as 3x3,4x4: the option board.")] = None,
    shapes: Annotated[str | None, typer.Option("--shapes", help="Shapes, or 'all' that fit: the option shape.")] = None,
    seeds: Annotated[str | None, typer.Option("--seeds", help="Such as 1-10: the option seed.")] = None,
    depths: DepthsOption = None,
    encodings: Annotated[
        str | None, typer.Option("--encodings", help="Such as cor,et:faithful, or 'all' (default: the best one).")
    ] = None,
    forms: Annotated[
        str | None, typer.Option("--format", help="qdimacs (the default), qcir, or both: qdimacs,qcir.")
    ] = None,
    cleansed: Annotated[bool, typer.Option("--cleansed", help="QCIR in its cleansed form, without comments.")] = False,
    annotate: Annotated[bool, typer.Option("--annotate", help="Name every variable in the comments.")] = False,
    gzip: Annotated[bool, typer.Option("--gzip", help="Compress each file.")] = False,
    solve: Annotated[
        float | None, typer.Option("--solve", min=0, max=10**9, help="Ask DepQBF and CAQE, so many seconds each.")
    ] = None,
    memory_limit: Annotated[
        int | None, typer.Option("--memory-limit", min=1, max=2**30, help="MB for each solver (default: no limit).")
    ] = None,
    decided: Annotated[
        bool, typer.Option("--decided/--no-decided", help="Write what is decided while encoding, too.")
    ] = True,
    skip: Annotated[
        bool, typer.Option("--skip", help="Leave out members that are no games and encodings that do not fit.")
    ] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list what would be written.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Write a benchmark family of formulas, with a manifest.

    A formula for each member, encoding and depth. Files that are there already are kept: the same command goes on
    where it was stopped.
    """
    started = time.monotonic()
    if out == "" or (out is None and not dry_run):
        raise InputError("a folder to write to", found="none" if out is None else "''", advice="give --out DIR")
    report = Report()
    leave_out: Callable[[LeftOut], None] | None = report.left_out.append if skip else None
    varied = Varied(
        None if sizes is None else words(sizes),
        None if shapes is None else words(shapes),
        None if seeds is None else numbers(seeds),
    )
    wanted = Wanted(
        None if depths is None else numbers(depths),
        None if encodings is None else [] if encodings.strip() == ALL else encodings_of(encodings),
        [
            FormulaFormat(language, annotate, cleansed)
            for language in words(forms or ("qcir" if cleansed else "qdimacs"))
        ],
        gzip,
    )
    tasks = plan(members(names, varied, leave_out), wanted, leave_out)
    if dry_run or out is None:
        _list(tasks, report, as_json)
        return
    folder, reason = Path(out), None
    with _shown(len(tasks)) as progress:
        try:
            write(tasks, folder, SuiteOptions(solve, memory_limit, decided), report, progress)
        except KeyboardInterrupt:
            reason = "interrupted"
        except MemoryError:
            reason = "memory"
    if as_json:
        print_json(
            {
                "folder": str(folder),
                "manifest": str(folder / CSV),
                "files": len(tasks),
                "written": len(report.written),
                "kept": len(report.kept),
                "left_out": _left_out(report),
                "expected": report.expected,
                "reason": reason,
                "seconds": round(time.monotonic() - started, 4),
            }
        )
    else:
        print("\n".join(summary(report, folder)))
        if reason is not None:
            print(f"stopped ({reason}); the same command goes on from here")
    raise typer.Exit(3 if reason else 0)


@contextmanager
def _shown(total: int) -> Iterator[Callable[[FormulaFile], None]]:
    """A progress bar with the file that is being written, on a terminal only."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress

    console = Console(stderr=True)
    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        work = bar.add_task("", total=total)
        begun = iter(range(total))

        def progress(task: FormulaFile) -> None:
            bar.update(work, completed=next(begun), description=task.file)

        yield progress


def _list(tasks: list[FormulaFile], report: Report, as_json: bool) -> None:
    """Print the files that would be written."""
    if as_json:
        files = [
            {"file": task.file, "game": task.game.name, "encoding": task.encoding.label, "depth": task.depth}
            for task in tasks
        ]
        print_json({"files": files, "left_out": _left_out(report)})
        return
    rows = [[task.file, task.game.name, task.encoding.label, str(task.depth)] for task in tasks]
    print(table([["file", "game", "encoding", "depth"], *rows], right={3}))
    print("\n".join([f"{len(tasks)} files", *_said(report)]))


def summary(report: Report, folder: Path) -> list[str]:
    """The result in a few lines."""
    done = len(report.written) + len(report.kept)
    kept = f", {len(report.kept)} of them kept as they were" if report.kept else ""
    status = ", ".join(f"{number} {status}" for status, number in report.expected.items())
    return [f"{done} files{kept}; listed in {folder / CSV}", f"expected: {status}", *_said(report)]


def _said(report: Report) -> list[str]:
    return [f"left out: {each.what} ({each.why})" for each in report.left_out]


def _left_out(report: Report) -> list[dict[str, str]]:
    return [{"what": each.what, "why": each.why} for each in report.left_out]
