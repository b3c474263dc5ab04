"""With this folder in PYTHONPATH, ``zermelo._native`` is the one that .ci/sanitize has built, in every process.

The package is installed so that its Python files are read where they are; only the core is exchanged.
"""

from __future__ import annotations

import os
import sys
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path

BUILT = Path(__file__).resolve().parents[2] / os.environ.get("ZERMELO_SANITIZED", "build/sanitize") / "site" / "zermelo"


class Finder:
    """Finds the core, and nothing else."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG004
        if name != "zermelo._native":
            return None
        (file,) = BUILT.glob("_native.*.so")
        return spec_from_file_location(name, file)


sys.meta_path.insert(0, Finder)
