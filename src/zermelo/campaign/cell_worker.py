"""The process of a cell: it reads a cell from standard input, answers it, and writes what came of it.

One JSON object: ``"verdict"`` as ``zermelo solve --json`` prints it, or ``"error"`` and why; the largest resident
memory of this process in MB. Nothing that a library prints gets between. The memory of answers is not asked.
"""

from __future__ import annotations

import json
import os
import platform
import resource
import sys
import time
from pathlib import Path
from typing import Any, NoReturn

from zermelo import __version__
from zermelo.campaign.cell import CONTRADICTION, MISFIT, SOLVE, CampaignCell
from zermelo.campaign.game_list import file_hash
from zermelo.campaign.kinds import KINDS, Allowance
from zermelo.campaign.way import limited, tool_version, way
from zermelo.errors import DisagreementError, InputError, LimitError, MissingToolError, UnsupportedError
from zermelo.loading import load
from zermelo.solving import solve
from zermelo.verdict import Query


def main() -> None:
    """Answer the cell on standard input, and end the process."""
    answer(json.load(sys.stdin), os.dup(1))


def answer(given: dict[str, Any], target: int) -> NoReturn:
    """Answer a cell, and end the process.

    Parameters
    ----------
    given
        The cell as JSON, with its deadline.
    target
        The descriptor of the file to write to.
    """
    os.dup2(2, 1)
    deadline = given.pop("deadline")
    said = outcome(CampaignCell.from_json(given), deadline)
    with os.fdopen(target, "w", encoding="utf-8") as out:
        json.dump({**said, "peak_memory_mb": _peak_mb()}, out)
    os._exit(0)  # nothing is left to do, and tearing down takes a tenth of a second


def outcome(cell: CampaignCell, deadline: float | None) -> dict[str, Any]:
    """The verdict on a cell, or the figures of another kind of job, as JSON; or the error.

    Parameters
    ----------
    cell
        The cell.
    deadline
        The end of its time, in seconds of `time.monotonic`; None for no limit.

    >>> from zermelo.campaign.cell import CampaignCell
    >>> outcome(CampaignCell("hex:2x2", "hex:2x2", "", "search"), None)["verdict"]["outcome"]
    'black'
    >>> outcome(CampaignCell("hex:0x2", "hex:0x2", "", "search"), None)["error"]
    'input'
    """
    try:
        unfit = misfit(cell)
        if unfit is not None:
            return {"error": MISFIT, "detail": unfit}
        if cell.kind != SOLVE:
            figures = KINDS[cell.kind](cell.arguments, Allowance(deadline, cell.limits.memory_mb, cell.limits.jobs))
            return {"verdict": figures, "known": figures.get("reason") is None}
        game = load(cell.source)
        asked = cell.asked
        query = Query.about(game, asked.kind, asked.player, asked.depth)
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        options = limited(
            way(cell.way).options,
            time=left,
            memory_mb=cell.limits.memory_mb,
            jobs=cell.limits.jobs,
            check=cell.check,
        )
        verdict = solve(game, query, options)
    except DisagreementError as error:
        return {"error": CONTRADICTION, "detail": str(error), "formulas": error.folder}
    except UnsupportedError as error:
        return {"error": "unsupported", "detail": str(error)}
    except InputError as error:
        return {"error": "input", "detail": str(error)}
    except MissingToolError as error:
        return {"error": "missing", "detail": str(error)}
    except LimitError as error:
        return {"error": error.reason, "detail": str(error)}
    except MemoryError:
        return {"error": "memory", "detail": "out of memory"}
    except Exception as error:  # noqa: BLE001  # a bug is a result, too: the campaign goes on
        return {"error": "internal", "detail": f"{type(error).__name__}: {error}"}
    if verdict.interrupted:
        return {"error": "interrupted", "detail": "interrupted"}
    notes = verdict.notes[len(getattr(game, "notes", ())) :]
    return {"verdict": verdict.to_json(), "known": verdict.known, "detail": "" if verdict.known else "; ".join(notes)}


def misfit(cell: CampaignCell) -> str | None:
    """Reason why this machine may not answer a cell: other versions than the cell is of, another file or none; or None.

    >>> misfit(CampaignCell("hex:2x2", "hex:2x2", "", "search", zermelo="0.0.1"))
    '...: zermelo is ..., the campaign is of 0.0.1'
    """
    host = platform.node()
    if cell.zermelo not in {"", __version__}:
        return f"{host}: zermelo is {__version__}, the campaign is of {cell.zermelo}"
    for name, version in cell.tools.items():
        here = tool_version(name)
        if version != here:
            return f"{host}: {name} is {here}, the campaign is of {version}"
    if cell.source.startswith("/"):
        file = Path(cell.source)
        if not file.exists():
            return f"{host}: {file}: no such file; a campaign's games have to be there on all machines"
        if file_hash(file, cell.source) != cell.game_sha256:
            return f"{host}: {file}: it has changed since it was read; the same command runs it as it is now"
    return None


def _peak_mb() -> float:
    """The largest resident memory of this process so far, or of a single one that it has started if that is larger."""
    return max(resident_mb("VmHWM"), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)


def resident_mb(which: str) -> float:
    """Resident memory of this process in MB: ``"VmRSS"``, that of now, or ``"VmHWM"``, the largest so far.

    >>> 0 < resident_mb("VmRSS") <= resident_mb("VmHWM")
    True
    """
    try:
        with open("/proc/self/status", encoding="ascii", errors="replace") as file:  # noqa: PTH123
            line = next((line for line in file if line.startswith(which)), f"{which}: 0 kB")
        return int(line.split()[1]) / 1024
    except (OSError, ValueError):
        return 0.0
