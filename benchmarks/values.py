"""Values of larger positions, with their seconds: ``python benchmarks/values.py [GAME ...]``.

    python benchmarks/values.py --plain [BOARD ...]     5x4, 4x5, 5x5, or these boards of Domineering, by both programs

The second program (``tests/oracles/plain_values.py``) works a value out by its definition, from all positions of the
whole board: a million for 5x5, two minutes. It ends with 1 if a board has another value than the first program finds.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from zermelo.loading import load
from zermelo.theory.value import value_of
from zermelo.theory.value_names import name_of

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.oracles.plain_values import domineering, form_of_tree, plain_value

GAMES = ("domineering:4x4", "domineering:5x4", "domineering:5x5", "domineering:6x5", "clobber:4x3", "clobber:4x4",
         "col:4x4", "snort:4x4", "cram:5x4", "amazons:3x3", "toads-and-frogs:ttttt__fffff", "kayles:60", "konane:5x4",
         "nim:1,3,5,7")  # fmt: skip
BOARDS = ("5x4", "4x5", "5x5")


def main() -> int:
    """Print each value; the number of those on which both programs do not agree."""
    plain, wrong = "--plain" in sys.argv, 0
    named = [each for each in sys.argv[1:] if each != "--plain"]
    for name in named or (BOARDS if plain else GAMES):
        game = load(f"domineering:{name}" if plain else name)
        started = time.process_time()
        value = value_of(game)
        took = time.process_time() - started
        print(f"{took:8.2f} s  {game.name} = {name_of(value)}", end="", flush=True)
        if plain:
            started = time.process_time()
            columns, rows = map(int, name.split("x"))
            same = plain_value(*domineering(columns, rows)) == form_of_tree(value)
            wrong += not same
            took = time.process_time() - started
            print(f"  {'the same' if same else 'ANOTHER VALUE'} by its definition ({took:.1f} s)", end="")
        print(flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main()))
