"""Switches stand in one table, that of the core: Python names the same ones, and the core refuses all others."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from zermelo import _native
from zermelo.gamesat import solver
from zermelo.search.switches import ConnectionSwitches, GenericSwitches, GridSwitches, PositionalSwitches

SEARCHES = ("positional", "connection", "tree", "gamesat")


def defaults(table: type[Any]) -> dict[str, Any]:
    return {each.name: each.default for each in fields(table)}


def core(search: str) -> dict[str, int]:
    return {name: default for name, default, _ in _native.switches(search)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("search", "table"),
    [
        ("positional", PositionalSwitches),
        ("connection", ConnectionSwitches),
        ("gamesat", solver.GameSatSwitches),
    ],
)
def test_python_has_the_switches_of_the_core(search, table) -> None:
    assert list(defaults(table).items()) == list(core(search).items())


def test_grid_and_generic_searches_share_the_switches_of_the_tree_searches() -> None:
    tree, grid, generic = core("tree"), defaults(GridSwitches), defaults(GenericSwitches)
    assert generic.pop("shapes") is True  # of Python: which rules the core is given
    assert grid.items() <= tree.items()
    assert generic.items() <= tree.items()
    assert set(tree) == set(grid) | set(generic)


@pytest.mark.parametrize("search", SEARCHES)
def test_each_switch_has_a_sentence_of_its_own(search) -> None:
    help_of = [text for _, _, text in _native.switches(search)]
    assert len(set(help_of)) == len(help_of)
    assert all(len(text) > 12 and not text.endswith(".") and "  " not in text for text in help_of)


def test_an_unknown_search_is_refused() -> None:
    with pytest.raises(ValueError, match="expected positional, connection, tree or gamesat, found chess"):
        _native.switches("chess")  # type: ignore[arg-type]


@pytest.mark.parametrize("name", [name for name, _, _ in _native.switches("gamesat")])
def test_a_switch_that_is_not_named_has_its_default(name) -> None:
    for switches in ({}, {name: False}):
        assert _native.gamesat_decide(2, [(1,), (2,)], True, False, switches, 10.0, 1 << 16, 1000)[:2] == ("", False)


def test_names_and_values_that_are_not_in_the_table_are_refused() -> None:
    rules = _native.ConnectionRules(1, [0], 1, 1, [True, False])
    with pytest.raises(ValueError, match="switches: no switch tabel"):
        _native.gamesat_decide(1, [(1,)], True, False, {"tabel": True}, 1.0, 0, 10)
    with pytest.raises(ValueError, match="switches: no switch tabel"):
        _native.Search.of_rules(rules, 0, [], {"table": True, "tabel": True}, 1000)
    with pytest.raises(TypeError, match="table: expected"):
        _native.Search.of_rules(rules, 0, [], {"table": 3}, 1000)
    with pytest.raises(ValueError, match="switches: no switch tabel"):
        _native.ConnectionSearch(1, [0], 1, 1, None, [], 0, 0, [True, False], None, 1000, {"tabel": True})
