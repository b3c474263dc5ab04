"""Contradictions between two ways: who says what, and the formulas, kept for whoever looks into it."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from zermelo.errors import DisagreementError
from zermelo.model import Game

if TYPE_CHECKING:
    from zermelo.solving.finding import Finding
    from zermelo.solving.run import Run
    from zermelo.store import StoredFact


def keep(runs: Sequence[Run]) -> Path | None:
    """Write the formula of each run, as it was before preprocessing, into a new folder; None where that fails."""
    if not runs:
        return None
    from zermelo.encodings.registry import encode_by  # where it is needed: contradictions are rare, and imports slow
    from zermelo.formula import write_qdimacs

    with contextlib.suppress(OSError, MemoryError):
        folder = Path(tempfile.mkdtemp(prefix="zermelo-disagreement-"))
        for number, run in enumerate(runs, 1):
            encoded = encode_by(run.combination.encoding, run.game, run.depth)
            name = run.combination.label.replace(":", "-").replace("=", "-").replace(",", "-")
            write_qdimacs(encoded.clauses()[0], folder / f"{number}-{name}-depth-{run.depth}.qdimacs")
        return folder
    return None


class ContradictionError(DisagreementError):
    """An error about findings that cannot all be right; their formulas are kept.

    ``records`` are those that come from the store.
    """

    def __init__(self, message: str, findings: Sequence[Finding]) -> None:
        runs = [each.run for each in findings if each.run is not None]
        self.records: list[StoredFact] = [each.record for each in findings if each.record is not None]
        folder = keep(runs)
        if folder is not None:
            message += f"; the {'formula is' if len(runs) == 1 else 'formulas are'} in {folder}"
        super().__init__(message, folder=None if folder is None else str(folder))


def told(finding: Finding) -> str:
    """The finding with who says it, and since when."""
    since = "" if finding.record is None else f", remembered from {finding.record.date[:10]},"
    return f"{finding.method or finding.route}{since} says that {finding}"


def contradicted(game: Game, *findings: Finding) -> NoReturn:
    """Raise ``ContradictionError`` with what each finding says and who says it."""
    raise ContradictionError(f"{game.name}: {', but '.join(map(told, findings))}", findings)
