"""Kinds of jobs that only the tables and figures of the Game-SAT report need: random formulas, and their solver."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from zermelo.campaign.kinds.allowance import Allowance, JobFigures, JobKind
from zermelo.errors import LimitError
from zermelo.gamesat.experiments import WAYS, FormulaSizes, measure_point, solve_all


def solve_formulas(arguments: dict[str, Any], allowance: Allowance) -> JobFigures:
    """Solve random formulas of one size by one search.

    Parameters
    ----------
    arguments
        ``"search"``: ``"report"`` or ``"ours"``; ``"off"``: the part of it that is turned off, or ``""``; ``"first"``:
        ``"max"`` or ``"min"``, who moves first; and the fields of `FormulaSizes`, perhaps.
    allowance
        For all formulas together.

    Returns
    -------
    dict
        ``"winners"``: a sign for each formula, + MAX, - MIN, ? too many positions; ``"nodes"`` and ``"seconds"``: a
        list of those of each, CPU seconds.

    Raises LimitError when the time is used up.

    >>> asked = {"search": "report", "off": "table", "first": "max", "variables": 8, "clauses": 4, "count": 5}
    >>> solve_formulas(asked, Allowance())["winners"]
    '+++++'
    """
    off = arguments["off"]
    switches = WAYS[arguments["search"]][0].without(*([off] if off else []))
    return solve_all(_sizes(arguments), arguments["first"], switches, before=allowance.require_time)


def measure_curve(arguments: dict[str, Any], allowance: Allowance) -> JobFigures:
    """Solve random formulas with one number of variables and several numbers of clauses, by our search.

    Parameters
    ----------
    arguments
        As of `solve_formulas`, without the search, but with a list of numbers as ``"clauses"``.
    allowance
        For all formulas together.

    Returns
    -------
    dict
        ``"points"``: for each number of clauses ``"clauses"``, how many MAX has ``"won"`` and how many are
        ``"unsolved"``, and all ``"nodes"`` and CPU ``"seconds"``; those that there was time for.

    >>> asked = {"first": "min", "variables": 8, "clauses": [3, 20], "count": 5}
    >>> [point["won"] for point in measure_curve(asked, Allowance())["points"]]
    [5, 0]
    """
    found = JobFigures(points=[])
    for clauses in arguments["clauses"]:
        try:
            row = measure_point(
                _sizes({**arguments, "clauses": clauses}), arguments["first"], before=allowance.require_time
            )
        except LimitError as limit:
            return {**found, "reason": limit.reason}
        found["points"].append({"clauses": clauses, **row})
    return found


def _sizes(arguments: dict[str, Any]) -> FormulaSizes:
    names = [each.name for each in fields(FormulaSizes)]
    return FormulaSizes(**{name: arguments[name] for name in names if name in arguments})


GAMESAT_KINDS: dict[str, JobKind] = {"gamesat formulas": solve_formulas, "gamesat curve": measure_curve}
