"""Tables 3 and 4 of the pairing paper: preprocessing times, and the sizes of formulas, on 4×4."""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.campaign.papers.item import ComparedCell, PaperItem, PaperLimits, PaperRun, ReproduceSetting
from zermelo.campaign.papers.pairing_instances import (
    COR,
    MACHINE,
    PAIRING,
    PAPER,
    PREPROCESSORS,
    VERSIONS,
    PolyominoInstance,
    instances,
)
from zermelo.campaign.papers.paper_results import PaperResults

SIZE, DEPTH = 4, 16

SIZES: dict[tuple[str, str], dict[str, int]] = {
    ("normal", COR): {"literals": 554629, "clauses": 227944, "universal": 1568, "existential": 66850},
    ("normal", PAIRING): {"literals": 675390, "clauses": 285428, "universal": 1568, "existential": 70682},
    ("torus", COR): {"literals": 637683, "clauses": 253794, "universal": 1568, "existential": 70241},
    ("torus", PAIRING): {"literals": 950037, "clauses": 388083, "universal": 1568, "existential": 75329},
}
"""Table 4: totals over all shapes, on both boards."""

SECONDS: dict[tuple[str, str], tuple[float, float, float]] = {
    (COR, "bloqqer"): (1.78, 2.11, 174.03),
    (COR, "HQSpre"): (27.98, 65.39, 2742.51),
    (COR, "QRATPre+"): (0.10, 0.20, 9.65),
    (PAIRING, "bloqqer"): (1.87, 2.25, 183.30),
    (PAIRING, "HQSpre"): (8.99, 40.95, 881.19),
    (PAIRING, "QRATPre+"): (0.38, 0.71, 37.31),
}
"""Table 3: the average, the largest and all seconds."""


def _size_run(instance: PolyominoInstance, encoding: str) -> PaperRun:
    """A formula as the paper writes it."""
    label = f"{encoding.lower()}:faithful"
    arguments = {"game": instance.asked_by(encoding), "encoding": label, "depth": DEPTH}
    return PaperRun(instance.name, f"size of {label}", "size", arguments)


def _size_runs(_: ReproduceSetting) -> list[PaperRun]:
    return [_size_run(each, encoding) for each in instances(SIZE) for encoding in (COR, PAIRING)]


def _compare_sizes(results: PaperResults) -> list[ComparedCell]:
    cells = []
    for (board, encoding), paper in SIZES.items():
        found = [results.of(_size_run(each, encoding)) for each in instances(SIZE) if each.torus is (board == "torus")]
        for what, figure in paper.items():
            numbers = [each.figures.get(what) for each in found]
            known = [number for number in numbers if number is not None]
            ours = sum(known) if len(known) == len(numbers) else None
            why = next((each.why for each in found if each.why), "")
            note = why if ours is None else _ratio(ours, figure)
            cells.append(ComparedCell.exact(f"{board} boards, {encoding}: {what}", ours, figure, note))
    return cells


def _ratio(ours: float, paper: float) -> str:
    """Ratio of ours to the figure of the paper, as a note; empty where they are equal.

    >>> _ratio(50, 100), _ratio(100, 100)
    ('0.500 of the paper', '')
    """
    return "" if ours == paper else f"{ours / paper:.3f} of the paper"


def _time_run(instance: PolyominoInstance, encoding: str, preprocessor: str) -> PaperRun:
    arguments = {
        "game": instance.asked_by(encoding),
        "encoding": f"{encoding.lower()}:faithful",
        "depth": DEPTH,
        "preprocessor": PREPROCESSORS[preprocessor],
    }
    label = f"{arguments['encoding']}+{arguments['preprocessor']}"
    return PaperRun(instance.name, label, "size", arguments, (PREPROCESSORS[preprocessor],))


def _chosen(setting: ReproduceSetting) -> list[PolyominoInstance]:
    return setting.thinned(instances(SIZE), 10)


def _time_runs(setting: ReproduceSetting) -> list[PaperRun]:
    return [_time_run(each, *way) for each in _chosen(setting) for way in SECONDS]


def _compare_times(results: PaperResults) -> list[ComparedCell]:
    cells = []
    tried = _chosen(results.setting)
    for (encoding, preprocessor), paper in SECONDS.items():
        found = [results.of(_time_run(each, encoding, preprocessor)) for each in tried]
        seconds = [each.figures["preprocessed"]["seconds"] for each in found if each.figures.get("preprocessed")]
        why = next((each.why for each in found if each.why), "")
        note = why if len(seconds) < len(found) else _part(len(found), len(instances(SIZE)))
        ours = _average(seconds) if seconds else (None, None, None)
        for what, mine, theirs in zip(("average", "largest", "total"), ours, paper, strict=True):
            cells.append(ComparedCell(f"{encoding}, {preprocessor}: {what} seconds", mine, theirs, None, note))
    return cells


def _average(seconds: Iterable[float]) -> tuple[float, float, float]:
    """The average, the largest, and all."""
    listed = list(seconds)
    return round(sum(listed) / len(listed), 2), round(max(listed), 2), round(sum(listed), 2)


def _part(tried: int, whole: int) -> str:
    """Note on the number of instances that were tried; empty where it is all of them."""
    return "" if tried == whole else f"{tried} of {whole} instances"


LAST_MOVE = (
    "COR: ours ends with Black's last move, k = 15. White's 16th move is 4 universal and 81 existential variables for "
    "each of the 49 shapes: with it the paper's 1568 and 66850 are met, and on the torus its 70241 with what follows."
)
COINCIDING = (
    "Torus: placements of a shape that coincide are one winning set here, 3576 for the paper's 4336. These are the 760 "
    "existential variables that the paper has more."
)
SYMMETRIC = (
    "Pairing, normal boards: the clauses differ by symmetric first moves, of which the paper does not say how many it "
    "leaves out."
)

TABLE_3, TABLE_4 = (
    PaperItem(
        "pairing/table-3",
        PAPER,
        "4×4: seconds of preprocessing, COR and Pairing by three preprocessors",
        _time_runs,
        _compare_times,
        PaperLimits(20, 60, 1000),
        ("The columns show how the preprocessors compare with each other on one machine.",),
        MACHINE,
        {name: VERSIONS[name] for name in ("bloqqer", "hqspre", "qratpre")},
    ),
    PaperItem(
        "pairing/table-4",
        PAPER,
        "4×4: sizes of all formulas, COR and Pairing",
        _size_runs,
        _compare_sizes,
        PaperLimits(20, 20, 1000),
        ("Encodings as published: cor:faithful, pairing:faithful.", LAST_MOVE, COINCIDING, SYMMETRIC),
    ),
)
