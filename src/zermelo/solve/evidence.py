"""The formulas of runs that contradict each other, kept for whoever looks into it."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Sequence
from pathlib import Path

from zermelo.errors import DisagreementError
from zermelo.formula import write_qdimacs
from zermelo.search.engines import Engine
from zermelo.solve.decide import Decision, Run


def keep(runs: Sequence[Run]) -> Path | None:
    """Write the formula of each run, as it was before preprocessing, into a new folder; None where that fails."""
    with contextlib.suppress(OSError, MemoryError):
        folder = Path(tempfile.mkdtemp(prefix="zermelo-disagreement-"))
        for number, run in enumerate(runs, 1):
            if isinstance(run.combination, Engine):
                continue
            encoded = run.combination.encoding.encode(run.game, run.depth)
            name = run.combination.label.replace(":", "-").replace("=", "-").replace(",", "-")
            write_qdimacs(encoded.clauses()[0], folder / f"{number}-{name}-depth-{run.depth}.qdimacs")
        return folder
    return None


def contradicted(answers: Sequence[tuple[Run, Decision]]) -> None:
    """DisagreementError, with the formulas kept as evidence, when answers of one question differ."""
    if len({decision.answer for _, decision in answers if decision.answer is not None}) < 2:
        return
    said = ", ".join(f"{run.method} says {decision.answer}" for run, decision in answers)
    folder = keep([run for run, _ in answers])
    where = f"; the formulas are in {folder}" if folder else ""
    raise DisagreementError(f"{answers[0][0].game.name}: {said}{where}")
