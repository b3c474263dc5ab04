"""The folder of the published instances, which are not a part of this package."""

from __future__ import annotations

import os
from pathlib import Path

import zermelo
from zermelo.errors import InputError

VARIABLE = "ZERMELO_BENCHMARKS"
NOT_THERE = "its published file is not there: --benchmarks names the folder"


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


def published_file(folder: Path | None, name: str) -> tuple[str, str]:
    """The path of a published instance, and why it cannot be read (empty where it can).

    Parameters
    ----------
    folder
        The folder of the published instances; None where there is none.
    name
        Of the file in it.

    >>> published_file(None, "hex-hein/a.pg")
    ('hex-hein/a.pg', 'its published file is not there: --benchmarks names the folder')
    """
    path = Path(name) if folder is None else folder / name
    return str(path), "" if folder is not None and path.is_file() else NOT_THERE
