"""Table 6, figure 3 and table 7 of the pairing paper: iterative deepening by COR and Pairing, and Snaky by Pairing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from zermelo.campaign.papers.item import ComparedCell, PaperCurve, PaperItem, PaperLimits, PaperRun, ReproduceSetting
from zermelo.campaign.papers.pairing_instances import (
    MACHINE,
    PAPER,
    PREPROCESSORS,
    VERSIONS,
    PolyominoInstance,
    default_run,
    instances,
)
from zermelo.campaign.papers.pairing_solving import DEFAULT, SECONDS
from zermelo.campaign.papers.paper_results import PaperResults
from zermelo.campaign.papers.solved_counts import PublishedCounts, compare_counts, count_default

SIZE = 5
DUELS: dict[tuple[str, str], PublishedCounts] = {
    ("none", "normal"): PublishedCounts(1023.71, 1, 7, 47),
    ("none", "torus"): PublishedCounts(21376.28, 21, 7, 27),
    ("bloqqer", "normal"): PublishedCounts(1016.29, 1, 7, 47),
    ("bloqqer", "torus"): PublishedCounts(21012.67, 20, 7, 28),
    ("QRATPre+", "normal"): PublishedCounts(1015.34, 1, 7, 47),
    ("QRATPre+", "torus"): PublishedCounts(21310.61, 20, 7, 28),
}
"""Table 6, of DepQBF: preprocessor and boards."""

LAST_K = range(12)
"""The values of k that figure 3 shows."""

SNAKY: dict[tuple[int, int], tuple[str, float]] = {
    (6, 0): ("UNSAT", 1.53),
    (6, 2): ("SAT", 17.53),
    (7, 0): ("UNSAT", 0.81),
    (7, 2): ("UNSAT", 345.64),
    (7, 4): ("SAT", 2277.39),
    (8, 0): ("UNSAT", 0.79),
    (8, 2): ("UNSAT", 1857.64),
    (8, 4): ("UNSAT", 10596.75),
    (8, 6): ("UNSAT", 120004.47),
}
"""Table 7: size of the board and k; the answer and the seconds."""


def duel(instance: PolyominoInstance, preprocessor: str) -> PaperRun:
    """The run of an instance: k = 0, 1, 2, …, COR at odd and Pairing at even ones, until one of them is true.

    When Pairing is true White holds whether or not she may achieve the polyomino herself, so it is asked about the same
    game as COR. When it is false nothing is known.
    """
    tools = (*([PREPROCESSORS[preprocessor]] if preprocessor != "none" else []), "depqbf")
    arguments = {
        "game": instance.name,
        "encodings": ["cor:faithful", "pairing:faithful"],
        "preprocessor": PREPROCESSORS[preprocessor],
        "solver": "depqbf",
        "depths": "all",
    }
    return PaperRun(instance.name, "+".join(["cor/pairing:faithful", *tools]), "formula", arguments, tools)


def _chosen(setting: ReproduceSetting, board: str | None = None) -> list[PolyominoInstance]:
    chosen = setting.thinned(instances(SIZE), 10)
    return [each for each in chosen if board is None or each.torus is (board == "torus")]


def _duel_runs(setting: ReproduceSetting) -> list[PaperRun]:
    chosen = _chosen(setting)
    preprocessors = dict.fromkeys(preprocessor for preprocessor, _ in DUELS)
    return [*map(default_run, chosen), *(duel(each, name) for name in preprocessors for each in chosen)]


def _compare_duels(results: PaperResults) -> list[ComparedCell]:
    cells: list[ComparedCell] = []
    for (preprocessor, board), paper in DUELS.items():
        best = min((row for key, row in DUELS.items() if key[1] == board), key=lambda row: row.unknown)
        runs = [duel(each, preprocessor) for each in _chosen(results.setting, board)]
        cells += compare_counts(f"DepQBF, {preprocessor}, {board}", runs, paper, best, results)
    for board in ("normal", "torus"):
        runs = [default_run(each) for each in _chosen(results.setting, board)]
        cells += count_default(f"zermelo solve, {board}", runs, results)
    return cells


def _last_runs(setting: ReproduceSetting) -> list[PaperRun]:
    return [duel(each, "none") for each in _chosen(setting)]


def _last(results: PaperResults) -> tuple[Counter[int], Counter[int]]:
    """For each k, the polyominoes settled by it, and those that were given up at it."""
    settled, given_up = Counter[int](), Counter[int]()
    for run in _last_runs(results.setting):
        result = results.of(run)
        if "depth" in result.figures:
            (settled if result.solved else given_up)[result.figures["depth"]] += 1
    return settled, given_up


def _compare_last(results: PaperResults) -> list[ComparedCell]:
    settled, given_up = _last(results)
    tried = settled.total() + given_up.total()
    cells = []
    for k in sorted({*LAST_K, *settled, *given_up}):
        ours = settled[k] + given_up[k] if tried else None
        open_ones = f"{given_up[k]} of them open; " if given_up[k] else ""
        note = f"{open_ones}the paper's bar is lost in the text" if tried else "not run"
        cells.append(ComparedCell(f"last k = {k}", ours, None, None, note))
    every = len(instances(SIZE))
    note = "" if tried == every else f"{tried} of {every} instances" if tried else "not run"
    between = range(1, LAST_K[-1])
    all_settle = all(settled[k] for k in between) if tried else None
    cells.append(
        ComparedCell(
            "each k between the first and the last settles some (told in the text)",
            all_settle,
            True,
            all_settle if tried == every and (all_settle or not given_up) else None,
            note or ("" if all_settle else _not_settled(settled, given_up, results.limit)),
        )
    )
    largest = max([*settled, *given_up], default=None)
    same = largest == LAST_K[-1] if tried == every and largest is not None else None
    cells.append(ComparedCell("largest k that is reached", largest, LAST_K[-1], same or None, note))
    return cells


def _not_settled(settled: Counter[int], given_up: Counter[int], limit: float) -> str:
    """The values of k that settle nothing, and how many polyominoes are open."""
    none = ", ".join(str(k) for k in range(1, LAST_K[-1]) if not settled[k])
    return f"none by k = {none}; {given_up.total()} open within {limit:g} s"


def _last_curves(results: PaperResults) -> list[PaperCurve]:
    settled, given_up = _last(results)
    return [
        PaperCurve(label, tuple((k, found[k]) for k in sorted({*settled, *given_up})))
        for label, found in (("settled", settled), ("open", given_up))
        if found
    ]


def snaky(size: int, k: int) -> PaperRun:
    """The formula of Pairing for Snaky on a normal board."""
    game = f"httt:snaky,board={size}x{size},mb"
    arguments = {"game": game, "encodings": ["pairing:faithful"], "solver": "depqbf", "depths": [k]}
    return PaperRun(f"{game} k={k}", "pairing:faithful+depqbf", "formula", arguments, ("depqbf",))


def _snaky_runs(_: ReproduceSetting) -> list[PaperRun]:
    return [snaky(*key) for key in SNAKY]


def _compare_snaky(results: PaperResults) -> list[ComparedCell]:
    return [cell for key in SNAKY for cell in _snaky_cells(*key, results)]


def _snaky_cells(size: int, k: int, results: PaperResults) -> Iterator[ComparedCell]:
    answer, seconds = SNAKY[size, k]
    result = results.of(snaky(size, k))
    steps = result.figures.get("steps") or [{}]
    truth = steps[-1].get("truth")
    ours = None if truth is None else "SAT" if truth else "UNSAT"
    label = f"{size}×{size}, k = {k}"
    why = result.why if ours is None else ""
    yield ComparedCell.exact(f"{label}: result", ours, answer, why, contradicts=True)
    yield ComparedCell(f"{label}: seconds", None if ours is None else round(result.seconds, 2), seconds, None, why)


SNAKY_NOTE = (
    "SAT: White holds, by playing k moves and then answering in pairs. The paper gave these runs more than its 1000 s."
)
WHOLE = (
    "The limit is that of an instance, for all k together. The paper does not say whether its 1000 s are those of an "
    "instance or of each k; its sums fit the former."
)
DUEL_NOTES = ("Encodings as published: cor:faithful, pairing:faithful.", WHOLE)

FIGURE_3 = PaperItem(
    "pairing/figure-3",
    PAPER,
    "5×5: the last k of iterative deepening, by the number of polyominoes",
    _last_runs,
    _compare_last,
    PaperLimits(2, 10, 1000),
    (*DUEL_NOTES, "The heights of the bars are lost in our copy of the text: only what its prose says is compared."),
    MACHINE,
    {"depqbf": VERSIONS["depqbf"]},
    curves=_last_curves,
    axes=("last k", "polyominoes"),
    bars=True,
)
TABLE_6 = PaperItem(
    "pairing/table-6",
    PAPER,
    "5×5: iterative deepening, COR at odd and Pairing at even k",
    _duel_runs,
    _compare_duels,
    FIGURE_3.limits,
    (*DUEL_NOTES, SECONDS, DEFAULT),
    MACHINE,
    {name: VERSIONS[name] for name in ("depqbf", "bloqqer", "qratpre")},
)
TABLE_7 = PaperItem(
    "pairing/table-7",
    PAPER,
    "Snaky on 6×6, 7×7 and 8×8 by Pairing and DepQBF",
    _snaky_runs,
    _compare_snaky,
    PaperLimits(4, 60, 120_100),
    (SNAKY_NOTE, SECONDS),
    MACHINE,
    {"depqbf": VERSIONS["depqbf"]},
)
