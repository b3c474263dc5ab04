"""Instances of the figures of "Implicit State and Goals in QBF Encodings for Positional Games", and the runs on them.

Of its 40 instances of Hein's puzzles 22 are published as files, of its 23 championship games 11 can be made of the
published files: a file without a depth is asked at those of 11, 13, 15 and 17 at which pruning leaves something open.
Each run takes the pair of the paper, Bloqqer and CAQE.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from zermelo.campaign.papers.benchmark_folder import published_file
from zermelo.campaign.papers.item import PaperRun, ReproduceSetting
from zermelo.campaign.papers.paper_results import PaperResult, PaperResults

TOOLS = ("bloqqer", "caqe")
ENCODINGS = ("cor", "ea", "la", "sa", "sn", "ln", "en", "et")
"""The curves for Hein's puzzles, in the order of the legend."""

PATH_ENCODINGS = ("sn", "ln", "en", "et")
"""The curves for the championship games, whose paths cannot be listed."""


class HexInstance(NamedTuple):
    """A file among the published instances, a depth, and whether Black wins within it."""

    file: str
    depth: int
    wins: bool

    @property
    def name(self) -> str:
        """For people."""
        return f"{Path(self.file).stem.removesuffix(f'-{self.depth:02d}')}, depth {self.depth}"


_PAIRS = {
    "04_3x3": (3, 5),
    "09_4x4": (5, 7),
    "12_4x4": (5, 7),
    "07_4x4": (7, 9),
    "13_5x5": (7, 9),
    "19_5x5": (9, 11),
    "06_4x4": (11, 13),
    "02_5x5": (11, 13),
    "10_5x5": (11, 13),
    "15_5x5": (13, 15),
    "17_6x6": (13, 15),
}
_NEVER = "17_6x6"
"""Black wins within neither depth: so say two searches of ours."""

HEIN = tuple(
    HexInstance(f"hex-hein/hein_{puzzle}-{depth:02d}.pg", depth, depth == depths[1] and puzzle != _NEVER)
    for puzzle, depths in _PAIRS.items()
    for depth in depths
)
"""Of two depths of a puzzle Black wins within the larger one only; small ones first."""

_FOLDER, _GRAPHS = "hex-championship", "R-Gex-EGF-format"
CHAMPIONSHIP = (
    HexInstance(f"{_FOLDER}/sat-{_GRAPHS}/depth_9_2291873_move_182.pg", 9, True),
    HexInstance(f"{_FOLDER}/sat-B-Hex/2291873_move_180.pg", 11, True),
    HexInstance(f"{_FOLDER}/sat-{_GRAPHS}/depth_11_2291873_move_182.pg", 11, True),
    HexInstance(f"{_FOLDER}/unsat-{_GRAPHS}/depth_15_2291892_move_111.pg", 15, False),
    HexInstance(f"{_FOLDER}/unsat-B-Hex/2291880_move_71.pg", 17, False),
    HexInstance(f"{_FOLDER}/unsat-{_GRAPHS}/depth_13_2291866_move_133.pg", 13, False),
    HexInstance(f"{_FOLDER}/unsat-B-Hex/2291888_move_91.pg", 17, False),
    HexInstance(f"{_FOLDER}/unsat-{_GRAPHS}/depth_17_2291892_move_111.pg", 17, False),
    HexInstance(f"{_FOLDER}/unsat-{_GRAPHS}/depth_15_2291866_move_133.pg", 15, False),
    HexInstance(f"{_FOLDER}/sat-{_GRAPHS}/depth_15_2291873_move_176.pg", 15, True),
    HexInstance(f"{_FOLDER}/unsat-{_GRAPHS}/depth_17_2291873_move_136.pg", 17, False),
)
"""Championship games; the names of the folders say who wins. Graphs have no borders of White's."""

NO_BORDERS = "the file is a graph without White's borders, which ET needs"


class HexRun(NamedTuple):
    """A run of an encoding on an instance, and its result."""

    instance: HexInstance
    result: PaperResult

    @property
    def solved(self) -> bool:
        """True if it is known whether Black wins."""
        return self.result.figures.get("answer") is not None

    @property
    def wrong(self) -> bool:
        """True if the answer is not the known one."""
        return self.solved and self.result.figures["answer"] is not self.instance.wins

    @property
    def seconds(self) -> float:
        """Seconds of Bloqqer and CAQE; encoding takes none to speak of."""
        steps = self.result.figures["steps"]
        return float(sum(step.get(f"{part}_seconds", 0.0) for step in steps for part in ("preprocess", "solve")))

    @property
    def memory_mb(self) -> float:
        """The most memory of CAQE that was seen; 0 where it was too short to be looked at, or not needed."""
        return max(float(step.get("solve_memory_mb", 0.0)) for step in self.result.figures["steps"])


def hex_run(instance: HexInstance, name: str, setting: ReproduceSetting) -> PaperRun:
    """The run of an encoding on an instance.

    Parameters
    ----------
    instance
        The instance.
    name
        Of the encoding.
    setting
        It has the folder of the instances.
    """
    path, absent = published_file(setting.benchmarks, instance.file)
    if name == "et" and _GRAPHS in instance.file:
        absent = absent or NO_BORDERS
    arguments = {"game": path, "encodings": [f"{name}:faithful"], "preprocessor": TOOLS[0], "solver": TOOLS[1]}
    label = "+".join((f"{name}:faithful", *TOOLS))
    return PaperRun(instance.name, label, "formula", arguments | {"depths": [instance.depth]}, TOOLS, absent=absent)


def hex_results(results: PaperResults, instances: tuple[HexInstance, ...], name: str) -> list[HexRun]:
    """The runs of an encoding that were made."""
    found = [HexRun(each, results.of(hex_run(each, name, results.setting))) for each in instances]
    return [each for each in found if each.result.done]
