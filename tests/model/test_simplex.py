"""The simplex method against all corners of small programs."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from zermelo.model.simplex import Simplex

Row = tuple[list[int], int]


def solved(rows: list[Row]) -> list[Fraction] | None:
    """The point where square rows hold with equality, by Gaussian elimination; None when there is not exactly one."""
    left = [[*map(Fraction, factors), Fraction(least)] for factors, least in rows]
    for column in range(len(left)):
        pivot = next((row for row in left[column:] if row[column]), None)
        if pivot is None:
            return None
        left.remove(pivot)
        left.insert(column, pivot)
        left[column] = [value / pivot[column] for value in pivot]
        for number, row in enumerate(left):
            if number != column:
                left[number] = [a - row[column] * b for a, b in zip(row, left[column], strict=True)]
    return [row[-1] for row in left]


def holds(point: list[Fraction], rows: list[Row]) -> bool:
    return all(sum(a * x for a, x in zip(factors, point, strict=True)) >= least for factors, least in rows)


def best(costs: list[int], rows: list[Row]) -> Fraction | None:
    """The least cost over all corners, where there is one: costs are not negative, so the least is at a corner."""
    signs = [([int(k == other) for other in range(len(costs))], 0) for k in range(len(costs))]
    corners = (solved(list(chosen)) for chosen in combinations(rows + signs, len(costs)))
    points = (point for point in corners if point is not None and holds(point, rows + signs))
    return min((sum((c * x for c, x in zip(costs, point, strict=True)), Fraction(0)) for point in points), default=None)


@st.composite
def programs(draw: st.DrawFn) -> tuple[list[int], list[Row]]:
    variables = draw(st.integers(1, 3))
    factors = st.lists(st.integers(-3, 3), min_size=variables, max_size=variables)
    rows = draw(st.lists(st.tuples(factors, st.integers(-3, 4)), max_size=4))
    return draw(st.lists(st.integers(0, 3), min_size=variables, max_size=variables)), rows


@given(programs(), st.integers(1, 3))
def test_the_optimum_is_the_best_corner(program: tuple[list[int], list[Row]], at_once: int) -> None:
    """Rows are added some at a time, and again where a solution breaks them, as they are meant to be used."""
    costs, rows = program
    simplex, expected = Simplex(costs), best(costs, rows)
    for _ in range(50):
        feasible = simplex.solve()
        assert feasible is not None
        if not feasible:
            assert expected is None
            return
        values = simplex.values()
        assert min(values) >= 0
        broken = [row for row in rows if not holds(values, [row])]
        if not broken:
            assert sum(cost * value for cost, value in zip(costs, values, strict=True)) == expected
            return
        for factors, least in broken[:at_once]:
            simplex.add({k: factor for k, factor in enumerate(factors) if factor}, least)
    raise AssertionError("rows come back for ever")


def test_the_work_is_limited() -> None:
    """No answer is made up: one that is not found within the limit is not told, however often it is asked for."""
    for most, found in ((3, None), (1000, True)):
        simplex = Simplex([1, 1], most)
        simplex.add({0: 1}, 1)
        simplex.add({1: 1}, 1)
        assert [simplex.solve(), simplex.solve()] == [found, found]
