"""Evidence of a contradiction between two ways: their formulas, kept for whoever looks into it."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from zermelo.encodings.registry import encode_by
from zermelo.errors import DisagreementError
from zermelo.model import Game

if TYPE_CHECKING:
    from zermelo.solving.finding import Finding
    from zermelo.solving.run import Run


def keep(runs: Sequence[Run]) -> Path | None:
    """Write the formula of each run, as it was before preprocessing, into a new folder; None where that fails."""
    if not runs:
        return None
    from zermelo.formula import write_qdimacs

    with contextlib.suppress(OSError, MemoryError):
        folder = Path(tempfile.mkdtemp(prefix="zermelo-disagreement-"))
        for number, run in enumerate(runs, 1):
            encoded = encode_by(run.combination.encoding, run.game, run.depth)
            name = run.combination.label.replace(":", "-").replace("=", "-").replace(",", "-")
            write_qdimacs(encoded.clauses()[0], folder / f"{number}-{name}-depth-{run.depth}.qdimacs")
        return folder
    return None


def contradicted(game: Game, *findings: Finding) -> NoReturn:
    """Raise ``DisagreementError`` with what each finding says and who says it; their formulas are kept."""
    said = ", but ".join(f"{each.method or each.route} says that {_claim(each)}" for each in findings)
    folder = keep([each.run for each in findings if each.run is not None])
    where = f"; the formulas are in {folder}" if folder else ""
    raise DisagreementError(f"{game.name}: {said}{where}", folder=None if folder is None else str(folder))


def _claim(finding: Finding) -> str:
    return str(finding)
