"""Values of larger positions, with their seconds: ``python benchmarks/values.py [GAME ...]``."""

from __future__ import annotations

import sys
import time

from zermelo.loading import load
from zermelo.theory.value import value_of
from zermelo.theory.value_names import name_of

GAMES = ("domineering:4x4", "domineering:5x4", "domineering:5x5", "clobber:4x3", "col:4x4", "snort:4x4", "cram:5x4",
         "toads-and-frogs:ttttt__fffff", "kayles:60", "konane:5x4", "nim:1,3,5,7")  # fmt: skip


def main() -> None:
    """Print each value."""
    for name in sys.argv[1:] or GAMES:
        started = time.process_time()
        value = name_of(value_of(load(name)))
        print(f"{time.process_time() - started:8.2f} s  {name} = {value}", flush=True)


if __name__ == "__main__":
    main()
