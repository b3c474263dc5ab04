"""Charts show the numbers that they are given; they are files by their suffix, the same bytes each time."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.campaign.report.charts import ChartPoint, cactus, scatter, sized, survival
from zermelo.campaign.report.figure_files import figure_svg, file_stem, save_figure
from zermelo.errors import InputError

pytest.importorskip("matplotlib")

SECONDS = st.lists(st.floats(0, 20), max_size=8)


@settings(max_examples=draws(15, 8))
@given(st.dictionaries(st.sampled_from(("search", "$x$", "größe")), SECONDS, max_size=3))
def test_cactus_and_survival(series):
    """The values in order, each at least the floor; the share that is open, down to what was never solved."""
    lines = cactus(series, limit=20).axes[0].lines
    for line, values in zip(lines, series.values(), strict=False):
        assert line.get_xdata().tolist() == list(range(1, len(values) + 1))
        assert line.get_ydata().tolist() == [max(value, 0.001) for value in sorted(values)]
    lines = survival(series, {name: len(values) + 2 for name, values in series.items()}, limit=20).axes[0].lines
    for line, values in zip(lines, series.values(), strict=False):
        shares = [100 * (1 - number / (len(values) + 2)) for number in range(len(values) + 1)]
        assert line.get_ydata().tolist() == [*shares, shares[-1]]


def test_no_answer_is_on_the_rim():
    """Beyond all values and all limits, on both axes; a time of 0 is on the axis, too."""
    points = [ChartPoint(0.0, 0.5), ChartPoint(None, 3.0), ChartPoint(2.0, None)]
    axes = scatter({"hex": points}, ("x", "y"), limits=(10, 60)).axes[0]
    (drawn,) = (line for line in axes.lines if line.get_marker() == "o")
    xs, ys = list(drawn.get_xdata()), list(drawn.get_ydata())
    assert (xs[0], ys[0]) == (0.001, 0.5)
    assert xs[1] == ys[2] > 60
    assert axes.get_xlim() == axes.get_ylim()
    assert axes.get_xlim()[0] < 0.001 < xs[1] < axes.get_xlim()[1]


@pytest.mark.parametrize(
    "make",
    [
        lambda: cactus({}),
        lambda: cactus({"a": []}),
        lambda: survival({"a": []}, {"a": 0}),
        lambda: scatter({}, ("x", "y")),
        lambda: sized({"a": [ChartPoint(None, 1.0)]}),
        lambda: cactus({f"way {number}": [1.0] for number in range(40)}),
        lambda: scatter({"a": [ChartPoint(n + 1, None if n % 7 else n + 1) for n in range(2000)]}, ("x", "y")),
    ],
    ids=["nothing", "none solved", "none tried", "no pair", "no size", "many ways", "many games"],
)
def test_charts_of_nothing_and_of_much(make):
    """They are drawn all the same."""
    assert "</svg>" in figure_svg(make(), "a")


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "value", [0.01, *(pytest.param(each, marks=pytest.mark.slow) for each in (0.1, 0.3)), 1.0, 1000.0]
)
def test_an_axis_of_one_value(value):
    """Nothing was solved within the limit, or one game just at it: matplotlib has nothing to warn of."""
    for make in (
        lambda: cactus({"a": []}, limit=value),
        lambda: cactus({"a": [value]}, limit=value),
        lambda: survival({"a": []}, {"a": 3}, limit=value),
        lambda: sized({"a": [ChartPoint(value, value)]}),
    ):
        assert "</svg>" in figure_svg(make(), "a")


def test_files_by_their_suffix(tmp_path):
    """The same bytes twice; another suffix is refused."""
    for name in ("a.svg", "a.png", "a.PDF"):
        save_figure(cactus({"a": [1.0]}), tmp_path / name)
        first = (tmp_path / name).read_bytes()
        save_figure(cactus({"a": [1.0]}), tmp_path / name)
        assert (tmp_path / name).read_bytes() == first
    with pytest.raises(InputError, match=r"expected a figure in \.svg, \.png, \.pdf"):
        save_figure(cactus({"a": [1.0]}), tmp_path / "a.jpg")
    assert not (tmp_path / "a.jpg").exists()


@pytest.mark.parametrize("text", ["", "..", "../../etc/passwd", "a/b", "\x00", "\udce9", "größe+caqe", "x" * 500])
def test_names_of_files_stay_in_their_folder(text):
    """No separator, no leading dot, not empty, not too long."""
    stem = file_stem(text)
    assert Path(stem).name == stem
    assert not stem.startswith(".")
    assert 0 < len(stem) <= 80
