"""Calls of the core as they come: arguments that are right, nearly right, or wrong in every way.

What is asked of a call is that it comes back in time, with an answer or with an error of one line that says what is
wrong. Whether answers are right is asked elsewhere (`tests.fuzz.questions`, tests/native).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from hypothesis import strategies as st
from tests.fuzz.values import Built, decode, encode, spoiled

from zermelo import _native
from zermelo.search.switches import ConnectionSwitches, GridSwitches, PositionalSwitches

NANOBIND = "incompatible function arguments"
"""The beginning of the binding's error on an argument that cannot be converted; the signature follows."""

Draw = st.DrawFn
sizes = st.one_of(st.integers(1, 6), st.sampled_from([63, 64, 65, 128, 129, 255, 256, 257, 511, 512]))
seconds = st.sampled_from([0.0, 0.01, 0.2, 1.0, float("inf")])
memory = st.sampled_from([0, 1, 1000, 1 << 20, 1 << 24])
nodes = st.sampled_from([0, 1, 100, 5000])


def masks(cells: int) -> st.SearchStrategy[int]:
    """Sets of cells; mostly small ones, as an empty one decides many games at once."""
    few = st.sets(st.integers(0, cells - 1), min_size=1, max_size=5).map(lambda found: sum(1 << cell for cell in found))
    return st.one_of(few, few, st.integers(0, (1 << cells) - 1))


def many_masks(cells: int) -> st.SearchStrategy[list[int]]:
    return st.lists(masks(cells), max_size=8)


def pairs(cells: int) -> st.SearchStrategy[list[tuple[int, int]]]:
    """Disjoint pairs of cells."""
    few = cells // 4
    return st.permutations(range(cells)).map(lambda order: list(zip(order[:few], order[cells - few :], strict=True)))


@st.composite
def stones(draw: Draw, cells: int) -> list[int]:
    black = draw(masks(cells)) if draw(st.booleans()) else 0
    return [black, (draw(masks(cells)) & ~black) if draw(st.booleans()) else 0]


def turns(cells: int) -> st.SearchStrategy[list[bool]]:
    alternating = [ply % 2 == 0 for ply in range(cells + 3)]
    return st.one_of(st.just(alternating), st.lists(st.booleans(), min_size=0, max_size=12))


@st.composite
def actions(draw: Draw, cells: int) -> list[tuple[int, ...]]:
    def one() -> tuple[int, ...]:
        conditions = [draw(masks(cells)) if draw(st.integers(0, 3)) == 0 else 0 for _ in range(6)]
        black, white, empty = (draw(masks(cells)) for _ in range(3))
        return (*conditions, black, white & ~black, empty & ~(black | white))

    return [one() for _ in range(draw(st.integers(0, 4)))]


def goals(cells: int) -> st.SearchStrategy[list[tuple[int, ...]]]:
    return st.lists(st.tuples(*[st.one_of(st.just(0), masks(cells))] * 6), max_size=3)


@st.composite
def grid_arguments(draw: Draw, cells: int) -> list[Any]:
    return [cells, draw(actions(cells)), draw(actions(cells)), draw(goals(cells)), draw(goals(cells))]


@st.composite
def graphs(draw: Draw, cells: int) -> list[int]:
    """Neighbours of each cell, mutual, perhaps with loops."""
    neighbours = [0] * cells
    loops = draw(st.integers(0, 9)) == 0
    ends = st.integers(0, cells - 1)
    for one, two in draw(st.lists(st.tuples(ends, ends), max_size=min(20, 3 * cells))):
        if one != two or loops:
            neighbours[one] |= 1 << two
            neighbours[two] |= 1 << one
    return neighbours


@st.composite
def rules(draw: Draw, cells: int) -> Built:
    kind = draw(st.sampled_from(["GridRules", "PositionalRules", "ConnectionRules", "ClauseRules"]))
    if kind == "GridRules":
        return Built(kind, tuple(draw(grid_arguments(cells))))
    if kind == "ClauseRules":
        positive, negative = draw(many_masks(cells)), draw(many_masks(cells))
        pairs = [(one, two & ~one) for one, two in zip(positive, negative, strict=False)]
        return Built(kind, (cells, [one for one, _ in pairs], [two for _, two in pairs], draw(st.booleans())))
    order, first = draw(turns(cells)), draw(st.none() | masks(cells))
    if kind == "PositionalRules":
        sets = draw(many_masks(cells)), draw(many_masks(cells))
        return Built(kind, (cells, *sets, order, first, draw(st.booleans())))
    borders = draw(masks(cells)), draw(masks(cells))
    return Built(kind, (cells, draw(graphs(cells)), *borders, order, first, draw(st.booleans())))


@st.composite
def rule_questions(draw: Draw, *more: st.SearchStrategy[Any]) -> list[Any]:
    cells = draw(sizes)
    return [draw(rules(cells)), *draw(stones(cells)), draw(st.integers(0, 3)), *(draw(each) for each in more)]


@st.composite
def first_stones(draw: Draw) -> list[Any]:
    """A first move that is legal: of other positions, most moves are not."""
    cells = draw(sizes)
    made = Built("PositionalRules", (cells, [], [], [True, False]))
    return [made, 0, 0, 0, draw(st.integers(0, cells - 1))]


@st.composite
def circuits(draw: Draw) -> list[Any]:
    """A circuit in order; its variables are bound, or most of them."""
    size = draw(st.integers(0, 12))
    gates = {}
    for node in range(2, size + 1):
        kind = draw(st.sampled_from([None, "and", "and", "xor", "ite"]))
        operand = st.integers(1, node - 1).flatmap(lambda one: st.sampled_from([one, -one]))
        if kind is not None:
            count = {"xor": 2, "ite": 3}.get(kind) or draw(st.integers(0, 4))
            gates[node] = kind, tuple(draw(operand) for _ in range(count))
    variables = [node for node in range(1, size + 1) if node not in gates]
    return [size, gates, draw(st.permutations(variables)), draw(st.integers(-size, size))]


@st.composite
def permutations(draw: Draw, cells: int) -> list[list[int]]:
    if draw(st.booleans()):
        return []
    turned = [*range(1, cells), 0]
    return draw(st.sampled_from([[turned], [turned[::-1]], [list(range(cells)), turned]]))


@st.composite
def some_off(draw: Draw, switches: Any) -> dict[str, int]:
    """Switches by their names: some are off, or 0; and perhaps another order of moves."""
    off = draw(st.sets(st.sampled_from(list(asdict(switches)))))
    chosen = {name: type(value)(0) if name in off else value for name, value in asdict(switches).items()}
    return {**chosen, "shuffle": draw(st.sampled_from([0, 1, 999]))}


@st.composite
def positional_sessions(draw: Draw, method: str) -> list[Any]:
    """A session of a positional game, and a question to it."""
    cells = draw(sizes)
    geometry: tuple[Any, ...] = (0, 0, False, [], [], draw(permutations(cells)))
    if draw(st.booleans()):
        columns, rows = draw(st.integers(1, 17)), draw(st.integers(1, 17))
        places = [(cell % columns, cell // columns % rows) for cell in range(cells)]
        geometry = (columns, rows, draw(st.booleans()), [x for x, _ in places], [y for _, y in places], [])
    off = draw(some_off(PositionalSwitches()))
    made = Built("PositionalSearch", (
        cells, draw(many_masks(cells)), draw(many_masks(cells)), *draw(stones(cells)), draw(turns(cells)),
        draw(st.none() | masks(cells)), draw(st.booleans()), geometry, draw(pairs(cells)), off,
    ))  # fmt: skip
    depth = draw(st.integers(0, cells + 1))
    limits = draw(seconds), draw(memory), draw(nodes)
    if method != "prove":
        known, more = {"decide": ([], [None]), "first_moves": ([draw(masks(cells))], [])}[method]
        return [made, depth, *known, *limits, *more, None]
    how = draw(st.booleans()), depth, draw(st.booleans()), draw(st.booleans()), draw(st.integers(0, 60))
    return [made, *how, draw(permutations(cells)), draw(st.booleans()), *limits, None]


@st.composite
def connection_searches(draw: Draw, method: str) -> list[Any]:
    """A search of a connection game, and a question to it."""
    cells = draw(sizes)
    borders = draw(masks(cells)), draw(masks(cells))
    dual = draw(st.none() | st.tuples(masks(cells), masks(cells)))
    made = Built("ConnectionSearch", (
        cells, draw(graphs(cells)), *borders, dual, draw(permutations(cells)), *draw(stones(cells)), draw(turns(cells)),
        draw(st.none() | masks(cells)), draw(memory), draw(some_off(ConnectionSwitches())),
    ))  # fmt: skip
    most = draw(st.none() | st.integers(0, 9))
    limits = draw(seconds), draw(nodes)
    if method == "decide":
        return [made, most, draw(st.none() | masks(cells)), *limits, None, None]
    return [made, draw(st.booleans()), most, draw(memory), *limits, None]


@st.composite
def searches(draw: Draw, method: str) -> list[Any]:
    cells = draw(sizes)
    more = draw(permutations(cells)), draw(some_off(GridSwitches())), draw(memory)
    if draw(st.booleans()):
        made = Built("Search.of_grid", (*draw(grid_arguments(cells)), *more, None))
    else:
        made = Built("Search.of_rules", (draw(rules(cells)), draw(st.sampled_from([0, 0, 1, -1])), *more))
    where = [*draw(stones(cells)), draw(st.integers(0, 2))]
    depth = draw(st.none() | st.integers(0, 9))
    how = {"decide": [], "prove": [draw(st.booleans()), draw(memory)]}[method]
    return [made, *where, depth, *how, draw(seconds), draw(nodes), None]


@st.composite
def part_actions(draw: Draw, cells: int) -> list[tuple[Any, ...]]:
    """Actions cell by cell, most of which set what they ask to be open."""

    def one() -> tuple[Any, ...]:
        of = sorted(draw(st.sets(st.integers(0, cells - 1), min_size=1, max_size=4)))
        gives = st.sampled_from([0, 1, 1, 2, 2, 4])
        return (draw(st.booleans()), *((cell, draw(st.sampled_from([4, 4, 4, 5, 1, 7])), draw(gives)) for cell in of))

    return [one() for _ in range(draw(st.integers(0, 8)))]


@st.composite
def parts(draw: Draw, *more: st.SearchStrategy[Any]) -> list[Any]:
    """A board with actions, the colours of its cells, and more."""
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    cells = columns * rows
    colours = draw(st.lists(st.sampled_from([4, 4, 4, 1, 2]), min_size=cells, max_size=cells))
    return [columns, rows, draw(part_actions(cells)), colours, *(draw(each) for each in more)]


def part_value(
    columns: int, rows: int, actions: Any, colours: list[int], memory_bytes: int, seconds: float, nodes: int
) -> object:
    """Values are kept where a limit ends the work; so it is asked for twice."""
    split, values = _native.PositionParts(columns, rows, actions), _native.PartValues()
    try:
        start = split.start(bytes(colours))
        values.of(split, start, memory_bytes, seconds, nodes)
        return values.of(split, start, memory_bytes, seconds, nodes)
    except _native.IdleError:
        return None


def part_options(
    columns: int, rows: int, actions: Any, colours: list[int], part: int, white: bool, seconds: float
) -> object:
    """The moves and the key of a part, which is mostly there."""
    split = _native.PositionParts(columns, rows, actions)
    try:
        start = split.start(bytes(colours))
        if part == 0 and not start:
            return None
        return split.options(part, white, seconds), split.key(part)
    except _native.IdleError:
        return None


@st.composite
def impartial(draw: Draw) -> list[Any]:
    """Moves on a board, its open cells, some of its symmetries, and limits."""
    cells = draw(st.integers(1, 90))
    masks = st.lists(st.integers(0, min(cells, 12) - 1), min_size=1, max_size=3).map(
        lambda few: sum({1 << at for at in few})
    )
    moves = draw(st.lists(masks, max_size=8))
    turns = draw(st.sampled_from([[], [list(range(cells))[::-1]], [list(range(cells))]]))
    return [cells, moves, draw(st.integers(0, (1 << cells) - 1)), turns, draw(memory), draw(seconds)]


FUNCTIONS: dict[str, tuple[st.SearchStrategy[list[Any]], Callable[..., object]]] = {
    "status": (rule_questions(), _native.status),
    "legal_moves": (rule_questions(), _native.legal_moves),
    "apply": (rule_questions(st.integers(0, 6)) | first_stones(), _native.apply),
    "perft": (rule_questions(st.integers(0, 6), st.sampled_from([1, 10, 1000])), _native.perft),
    "tseitin": (circuits(), _native.tseitin),
    "PositionalSearch.decide": (positional_sessions("decide"), _native.PositionalSearch.decide),
    "PositionalSearch.first_moves": (positional_sessions("first_moves"), _native.PositionalSearch.first_moves),
    "PositionalSearch.prove": (positional_sessions("prove"), _native.PositionalSearch.prove),
    "ConnectionSearch.decide": (connection_searches("decide"), _native.ConnectionSearch.decide),
    "ConnectionSearch.prove": (connection_searches("prove"), _native.ConnectionSearch.prove),
    "Search.decide": (searches("decide"), _native.Search.decide),
    "Search.prove": (searches("prove"), _native.Search.prove),
    "nimber": (impartial(), _native.nimber),
    "PartValues.of": (parts(memory, seconds, nodes), part_value),
    "PositionParts.options": (parts(st.sampled_from([0, 0, 1]), st.booleans(), seconds), part_options),
}
"""For each function: arguments that are mostly right, and the function."""


@st.composite
def calls(draw: Draw, name: str) -> dict[str, Any]:
    """A call of a function as JSON, with nothing, little or much wrong with it."""
    arguments = draw(FUNCTIONS[name][0])
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2]))):
        spoilt = draw(spoiled(arguments))
        arguments = spoilt if isinstance(spoilt, list) else [spoilt]
    return {"call": name, "arguments": encode(arguments)}


def run(case: dict[str, Any]) -> str:
    """The outcome of a call: "answered", "refused" or "open"; AssertionError when something is wrong."""
    try:
        FUNCTIONS[case["call"]][1](*decode(case["arguments"]))
    except (TypeError, ValueError, OverflowError) as error:
        check_message(error)
        return "refused"
    except MemoryError:
        assert case["call"] == "tseitin", "out of memory"  # its arguments say how large the circuit is
        return "open"
    return "answered"


def check_message(error: Exception) -> None:
    """One line that says something."""
    said = str(error)
    assert said.strip(), f"{type(error).__name__} without a message"
    assert "\n" not in said or NANOBIND in said, f"a message of several lines: {said}"
