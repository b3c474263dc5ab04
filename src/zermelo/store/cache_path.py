"""The path of the store: the file that ZERMELO_CACHE names (empty: none), else one in the user's cache folder."""

from __future__ import annotations

import os
from pathlib import Path

from zermelo.errors import InputError

VARIABLE = "ZERMELO_CACHE"


def default_path() -> Path | None:
    """The path of the store; None when the user wants none. InputError when there is no home folder for it."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(os.path.expanduser(named)) if named else None  # noqa: PTH111 (Path raises without a home)
    from platformdirs import user_cache_path

    path = user_cache_path("zermelo") / "answers.sqlite"
    if not path.is_absolute():
        raise InputError(
            "a home folder for the answers", found="none", advice=f"set {VARIABLE} to a file, or to nothing"
        )
    return path
