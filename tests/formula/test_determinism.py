"""The same game gives the same bytes, in every process: no order comes from hashes, addresses or the clock."""

from __future__ import annotations

import os
import subprocess
import sys

SCRIPT = """
from hashlib import sha256
from random import Random
from tempfile import TemporaryDirectory
from pathlib import Path

from tests.encodings.games import KINDS
from zermelo.encodings import ENCODINGS
from zermelo.families import make
from zermelo.formula import Circuit, write_qcir, write_qdimacs

games = {f"{kind} {seed}": build(Random(seed)) for kind, build in KINDS.items() for seed in range(5)}
games |= {f"grid {seed}": make(f"random-grid:seed={seed},board=3x2") for seed in range(5)}
with TemporaryDirectory() as folder:
    path = Path(folder, "formula.gz")
    for label, game in games.items():
        for name, encoding in ENCODINGS.items():
            for depth in (3, 4) if encoding.lacks(game) is None else ():
                encoded = encoding.encode(game, depth)
                comments = [*encoded.notes, *(f"{v} {text}" for v, text in encoded.names().items())]
                write_qdimacs(encoded.clauses()[0], path, comments)
                print(label, name, depth, sha256(path.read_bytes()).hexdigest())
                if isinstance(encoded.formula, Circuit):
                    for cleansed in (False, True):
                        write_qcir(encoded.formula, path, comments, cleansed=cleansed)
                        print(label, name, depth, "qcir", sha256(path.read_bytes()).hexdigest())
"""


def output(seed: str) -> list[str]:
    """The output of the script in a process with this seed for hashes."""
    command = [sys.executable, "-c", SCRIPT]
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.splitlines()


def test_every_process_writes_the_same_bytes():
    once, twice = output("1"), output("2")
    assert len(once) > 50
    assert any(" qcir " in line for line in once)
    assert once == twice
