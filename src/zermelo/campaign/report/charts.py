"""Charts of running times, memory and sizes, drawn by matplotlib (extra ``plots``) from plain series of numbers.

They know nothing of campaigns: a series is a name and its numbers. Each function returns a matplotlib figure, which
`zermelo.campaign.report.figure_files` writes to a file or turns into SVG for a page. A series is told by its colour
and by its marker, so that a chart is read without colours, too.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

from zermelo.errors import MissingToolError

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8a6d3b", "#777777")
"""Colours that people with each kind of colour vision tell apart, on white and on black."""

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*", "<", ">", "p")
"""Signs of points; eleven of them and eight colours give 88 pairs before one comes again."""

INK = "#010203"
"""The colour of text and lines, which a page replaces by that of its own text; nothing else is of just this colour."""

LINES = ("-", "--", "-.", ":")
"""Kinds of lines."""

MANY = 1500
"""The number of points from which the points of one series are drawn as one picture inside a vector file."""

CROWD = 300
"""The number of points from which those of one series are drawn small."""

STYLE: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": INK,
    "axes.grid": True,
    "axes.labelcolor": INK,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.family": "sans-serif",
    "font.size": 10,
    "grid.alpha": 0.18,
    "grid.color": INK,
    "legend.frameon": False,
    "legend.labelcolor": INK,
    "text.color": INK,
    "text.parse_math": False,  # a name with two dollar signs is a name
    "xtick.color": INK,
    "ytick.color": INK,
}

FLOOR = 0.001
"""The least value that is drawn on a logarithmic axis: a millisecond."""

_SIZE = (7.0, 4.2)


class ChartPoint(NamedTuple):
    """A point of a scatter plot: its two values, None where there is none."""

    x: float | None
    y: float | None


class ChartLook(NamedTuple):
    """The look of a series: the number of its colour and sign, and that of its kind of line."""

    colour: int
    line: int


def available() -> bool:
    """True if matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def require() -> None:
    """Raise ``MissingToolError`` where matplotlib is not installed."""
    if not available():
        raise MissingToolError("charts need matplotlib; get it by: pip install 'zermelo[plots]'")


def cactus(
    series: Mapping[str, Sequence[float]],
    *,
    what: str = "seconds",
    limit: float | None = None,
    floor: float = FLOOR,
    marked: bool = True,
    looks: Mapping[str, ChartLook] | None = None,
) -> Any:
    """A cactus plot: how many are solved, each within how many seconds; a figure of matplotlib.

    Parameters
    ----------
    series
        By name, the values of what was solved, in any order; the legend has the names in this order.
    what
        The values, with their unit.
    limit
        A limit of all values, drawn as a line.
    floor
        The least value that is drawn: the axis is logarithmic.
    marked
        False for lines without a sign on each value.
    looks
        By name, the look of a series; None: each series has another one.

    >>> figure = cactus({"search": [0.1, 0.2], "cor+depqbf": [3.0]}, limit=10)  # doctest: +SKIP
    """
    with _chart("solved", what) as (figure, axes):
        for number, (name, values) in enumerate(series.items()):
            heights = sorted(max(value, floor) for value in values)
            every = max(1, len(heights) // 25)
            axes.plot(
                range(1, len(heights) + 1),
                heights,
                label=f"{name} ({len(heights)})",
                markevery=every,
                **_line(_look(looks, name, number), marked=marked),
            )
        _limit_line(axes, limit, across=True)
        _logarithmic(axes, "y")
        _whole_numbers(axes.xaxis)
        axes.set_xlim(left=0)
        _legend(figure, axes, len(series))
    return figure


def curves(
    series: Mapping[str, Sequence[tuple[float, float]]],
    *,
    x: str = "",
    y: str = "",
    logarithmic: str = "",
    bars: bool = False,
) -> Any:
    """Curves, or bars on top of each other; a figure of matplotlib.

    Parameters
    ----------
    series
        By name, points; the legend has the names in this order.
    x, y
        The names of the axes with their units.
    logarithmic
        The letters of the logarithmic axes, such as ``"x"`` or ``"xy"``.
    bars
        True for bars.

    >>> figure = curves({"MAX": [(1, 0.2), (2, 0.9)]}, x="clauses", y="won")  # doctest: +SKIP
    """
    with _chart(x, y) as (figure, axes):
        below: dict[float, float] = {}
        for number, (name, points) in enumerate(series.items()):
            places, heights = [point[0] for point in points], [point[1] for point in points]
            if bars:
                colour = COLOURS[number % len(COLOURS)]
                axes.bar(places, heights, bottom=[below.get(k, 0.0) for k in places], label=name, color=colour)
                below.update({k: below.get(k, 0.0) + height for k, height in points})
            else:
                axes.plot(places, heights, label=name, **_line(_look(None, name, number), marked=len(places) <= 60))
        _logarithmic(axes, logarithmic)
        if bars:
            _whole_numbers(axes.yaxis)
        _legend(figure, axes, len(series))
    return figure


def survival(
    series: Mapping[str, Sequence[float]],
    totals: Mapping[str, int],
    *,
    what: str = "seconds",
    limit: float | None = None,
    floor: float = FLOOR,
    looks: Mapping[str, ChartLook] | None = None,
) -> Any:
    """A survival plot: the share that is still open after so many seconds; a figure of matplotlib.

    Parameters
    ----------
    series
        By name, the seconds of what was solved.
    totals
        By name, the number that was tried; what was not solved stays open up to the limit.
    what, limit, floor, looks
        As for `cactus`.

    >>> figure = survival({"search": [0.1, 0.2]}, {"search": 4}, limit=10)  # doctest: +SKIP
    """
    with _chart(what, "still open (%)") as (figure, axes):
        every_end = [max(value, floor) for values in series.values() for value in values]
        last, first = limit or max(every_end, default=1.0), min(every_end, default=floor) / 1.5
        for number, (name, values) in enumerate(series.items()):
            total, ends = totals[name], sorted(max(value, floor) for value in values)
            if not total:
                continue
            shares = [100 * (1 - solved / total) for solved in range(len(ends) + 1)]
            times = [first, *ends, max(last, *ends, first)]
            every = max(1, len(times) // 25)
            axes.step(
                times,
                [*shares, shares[-1]],
                where="post",
                label=name,
                markevery=every,
                **_line(_look(looks, name, number)),
            )
        _limit_line(axes, limit, across=False)
        _logarithmic(axes, "x")
        axes.set_ylim(-2, 102)
        _legend(figure, axes, len(series))
    return figure


def scatter(
    points: Mapping[str, Sequence[ChartPoint]],
    names: tuple[str, str],
    *,
    what: str = "seconds",
    limits: tuple[float | None, float | None] = (None, None),
) -> Any:
    """A scatter plot of two ways, both axes logarithmic; a figure of matplotlib.

    Parameters
    ----------
    points
        By name of a group, a point for each game; a value of None, no answer, is drawn on the rim.
    names
        What stands on the x axis, and on the y axis.
    what
        As for `cactus`.
    limits
        The limits of the two, drawn as lines.

    >>> points = [ChartPoint(0.1, 2.0), ChartPoint(None, 3.0)]
    >>> figure = scatter({"hex": points}, ("search", "cor+depqbf"), limits=(9, 9))  # doctest: +SKIP
    """
    values = [value for group in points.values() for point in group for value in point if value is not None]
    largest = max([FLOOR * 10, *values, *(limit for limit in limits if limit is not None)])
    least = max(FLOOR, min([largest / 10, *values]))
    rim = largest * (largest / least) ** 0.08  # beyond all values and limits, in proportion on a logarithmic axis
    with _chart(f"{names[0]} ({what})", f"{names[1]} ({what})", size=(6.4 if len(points) > 1 else 5.2, 5.0)) as (
        figure,
        axes,
    ):
        axes.plot([least, rim], [least, rim], color=INK, linewidth=0.8, alpha=0.5)
        for limit, line in zip(limits, (axes.axvline, axes.axhline), strict=True):
            if limit is not None:
                line(limit, color=INK, linewidth=0.8, linestyle=(0, (4, 3)), alpha=0.6)
        for number, (name, group) in enumerate(points.items()):
            placed = [[rim if value is None else max(value, FLOOR) for value in point] for point in group]
            _dots(axes, name, placed, _look(None, name, number))
        if any(None in point for group in points.values() for point in group):
            for line in (axes.axvline, axes.axhline):
                line(rim, color=INK, linewidth=0.8, alpha=0.35)
            where = {"fontsize": 8, "alpha": 0.75}
            axes.annotate("no answer", (rim, least), (-4, 2), "data", "offset points", rotation=90, ha="right", **where)
            axes.annotate("no answer", (least, rim), (2, -4), "data", "offset points", va="top", **where)
        _logarithmic(axes, "xy")
        axes.set_aspect("equal")
        edge = (rim / least) ** 0.03
        axes.set(xlim=(least / edge, rim * edge), ylim=(least / edge, rim * edge))
        if len(points) > 1:
            _legend(figure, axes, len(points))
    return figure


def sized(
    points: Mapping[str, Sequence[ChartPoint]],
    *,
    x: str = "clauses of the largest formula",
    y: str = "seconds",
    floor: float = FLOOR,
    looks: Mapping[str, ChartLook] | None = None,
) -> Any:
    """Points on logarithmic axes, such as the size of a formula and the seconds to solve it; a figure of matplotlib.

    Parameters
    ----------
    points
        By name, a point for each game; one without either value is left out.
    floor, looks
        As for `cactus`.
    x, y
        What stands on the axes.

    >>> figure = sized({"cor+depqbf": [ChartPoint(120, 0.3), ChartPoint(4000, 7.0)]})  # doctest: +SKIP
    """
    with _chart(x, y) as (figure, axes):
        for number, (name, group) in enumerate(points.items()):
            placed = [[max(a, floor), max(b, floor)] for a, b in group if a is not None and b is not None]
            _dots(axes, name, placed, _look(looks, name, number))
        _logarithmic(axes, "xy")
        _legend(figure, axes, len(points))
    return figure


def _dots(axes: Any, name: str, placed: list[list[float]], look: ChartLook) -> None:
    """The points of one series; none are not drawn, for an axis of nothing cannot be logarithmic."""
    if not placed:
        return
    xs, ys = [place[0] for place in placed], [place[1] for place in placed]
    signs = _line(look) | {"linestyle": "", "markersize": 4.5 if len(placed) < CROWD else 2.5}
    axes.plot(xs, ys, label=name, alpha=0.7, clip_on=False, rasterized=len(placed) > MANY, **signs)


def _look(looks: Mapping[str, ChartLook] | None, name: str, number: int) -> ChartLook:
    """The look of the series of that number."""
    return looks[name] if looks is not None else ChartLook(number, number // len(COLOURS))


def _line(look: ChartLook, *, marked: bool = True) -> dict[str, Any]:
    """The colour, the sign and the kind of line of a series."""
    return {
        "color": COLOURS[look.colour % len(COLOURS)],
        "marker": MARKERS[look.colour % len(MARKERS)] if marked else "",
        "linestyle": LINES[look.line % len(LINES)],
        "linewidth": 1.4,
        "markersize": 4.5,
        "markeredgewidth": 0,
    }


@contextmanager
def _chart(x: str, y: str, size: tuple[float, float] = _SIZE) -> Iterator[tuple[Any, Any]]:
    """An empty figure in our style, which is not made a window of, and its axes."""
    require()
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=size, layout="compressed")
        axes = figure.add_subplot()
        axes.set(xlabel=shown(x), ylabel=shown(y))
        yield figure, axes


def _limit_line(axes: Any, limit: float | None, *, across: bool) -> None:
    if limit is not None:
        draw = axes.axhline if across else axes.axvline
        draw(limit, color=INK, linewidth=0.8, linestyle=(0, (4, 3)), alpha=0.6)


def _logarithmic(axes: Any, which: str) -> None:
    """Make axes logarithmic, with plain numbers on them; call it when all is drawn."""
    from matplotlib.ticker import FuncFormatter

    for letter in which:
        axis = getattr(axes, f"{letter}axis")
        least, most = axis.get_data_interval()
        if math.isclose(least, most):  # no range: around some powers of ten matplotlib finds none, and warns
            getattr(axes, f"set_{letter}lim")(least / 2, most * 2)
        getattr(axes, f"set_{letter}scale")("log")
        low, high = getattr(axes, f"get_{letter}lim")()
        axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}"))
        digits = "23456789" if high < 6 * low else "25" if high < 60 * low else ""
        axis.set_minor_formatter(FuncFormatter(partial(_between, digits)))


def _between(digits: str, value: float, _: int) -> str:
    """The number at a mark between two powers of ten, if it begins with one of these digits; else nothing."""
    text = f"{value:g}"
    return text if text.strip("0.") in set(digits) else ""


def _whole_numbers(axis: Any) -> None:
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))


def _legend(figure: Any, axes: Any, number: int) -> None:
    """The legend beside the axes, where it covers nothing; below them in several columns where it is long."""
    handles, names = axes.get_legend_handles_labels()
    if not handles:
        axes.text(0.5, 0.5, "nothing to draw", transform=axes.transAxes, ha="center", va="center")
        return
    columns = math.ceil(number / 16)
    figure.set_figwidth(figure.get_figwidth() + 1.9 * (columns - 1))
    axes.legend(handles, [shown(name) for name in names], loc="upper left", bbox_to_anchor=(1.01, 1), ncols=columns,
                fontsize=9, borderaxespad=0)  # fmt: skip


def shown(text: str, most: int = 60) -> str:
    r"""A name as a chart can show it: on one line, without signs that are none, not too long.

    >>> shown("a\nb\x00" + "c" * 100, 12)
    'a b ccccccc…'
    """
    flat = "".join(sign if sign.isprintable() else " " for sign in text.encode(errors="replace").decode())
    flat = " ".join(flat.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"
