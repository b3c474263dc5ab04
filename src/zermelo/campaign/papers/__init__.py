"""The tables and figures of the papers, each an item that runs as a campaign and is set beside the published figures.

``zermelo reproduce`` runs them. This is how an item is written.

An item is a `PaperItem` in the list ``ITEMS`` of the module of its paper: ``pairing_paper.py``, ``grid_paper.py``,
``implicit_paper.py``, ``gttt_paper.py``, ``gamesat_report.py``. It has a name ``PAPER/table-N`` or ``PAPER/figure-N``,
what it shows, limits, and two functions:

``runs(setting)``
    The list of the `PaperRun` that are to be made. ``setting.scale`` is QUICK, DEFAULT or FULL: a quick run takes a few
    seconds of an item (``setting.thinned(list, count)`` leaves so many, evenly spread, when the scale is QUICK), a full
    one has the paper's own limits. ``setting.benchmarks`` is the folder of the published instances, or None. A run is:
    the name of the instance, a label of the way, the kind of job, and its arguments, plain data. Kinds: "solve" (the
    question as options of `zermelo solve`), "formula", "size" and others of `zermelo.campaign.kinds`; a new kind is a
    function there. Runs of several items that are equal are made once, so figures may share the runs of a table.
    A run names the tools that it needs; where one is not installed it is not made, and its result says so. A run with
    ``absent`` is not made either: an instance that is not there. ``seconds`` is its own limit instead of the item's.

``compare(results)``
    The list of `ComparedCell`, one for each figure that the paper prints: ours, the paper's, whether they are the same
    (None: nobody can tell, as of seconds on another machine, or of a run within lower limits), and a note: why they
    differ, or why one is missing. The paper's figures are data in the module. ``results.of(run)`` is the `PaperResult`
    of a run: always there, ``result.figures`` is the JSON object of the row or empty, ``result.why`` says why something
    is missing. It is also called without any results (``zermelo reproduce --list`` counts the cells), and must then be
    quick. ``contradicts=True`` marks a cell whose answer cannot be true together with the paper's: the exit code is
    then 1.

    >>> from zermelo.campaign.papers import ComparedCell, PaperItem, PaperRun, PaperLimits, compare_results
    >>> run = PaperRun("hex:2x2", "size of et", "size", {"game": "hex:2x2", "encoding": "et", "depth": 3})
    >>> def compare(results):
    ...     result = results.of(run)
    ...     return [ComparedCell.exact("clauses", result.figures.get("clauses"), 42, result.why)]
    >>> limits = PaperLimits(quick=1, default=10, full=60)
    >>> item = PaperItem("demo/table-1", "Demo", "the size of a formula", lambda _: [run], compare, limits)
    >>> [cell.to_json() for cell in compare_results(item)]
    [{'cell': 'clauses', 'ours': None, 'paper': 42, 'same': None, 'note': 'not run'}]

``notes`` are sentences for the whole item: what of the paper is lost or illegible, how ours differs. ``machine`` and
``versions`` are those of the paper; ours are set beside them.
``curves(results)``, where an item is a figure, gives its `PaperCurve` for the plot of the HTML document; ``axes``,
``logarithmic`` and ``bars`` say how they are drawn.
"""

from zermelo.campaign.papers.item import (
    ComparedCell,
    PaperCurve,
    PaperItem,
    PaperLimits,
    PaperRun,
    ReproduceScale,
    ReproduceSetting,
)
from zermelo.campaign.papers.paper_results import PaperResult, PaperResults, compare_results

__all__ = [
    "ComparedCell",
    "PaperCurve",
    "PaperItem",
    "PaperLimits",
    "PaperResult",
    "PaperResults",
    "PaperRun",
    "ReproduceScale",
    "ReproduceSetting",
    "compare_results",
]
