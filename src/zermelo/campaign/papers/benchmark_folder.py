"""The folder of the published instances, which are not a part of this package."""

from __future__ import annotations

import os
from pathlib import Path

import zermelo
from zermelo.errors import InputError

VARIABLE = "ZERMELO_BENCHMARKS"


def benchmark_folder(option: Path | None = None) -> Path | None:
    """The folder of the published instances; None where there is none.

    Parameters
    ----------
    option
        The folder that was named; else that of the environment variable ``ZERMELO_BENCHMARKS``, else
        ``shared/benchmarks`` beside the repository from which this package runs.

    Raises ``InputError`` for a named one that is no folder.
    """
    named = option or os.environ.get(VARIABLE) or None
    if named is not None:
        folder = Path(named)
        if not folder.is_dir():
            raise InputError("a folder of published instances", found="no such folder", source=str(folder))
        return folder.absolute()
    beside = Path(zermelo.__file__).parents[3] / "shared" / "benchmarks"
    return beside if beside.is_dir() else None
