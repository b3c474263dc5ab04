"""Parts of positions as the core finds them, against the same questions asked action by action, and their images."""

from __future__ import annotations

from collections import Counter
from math import inf

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo import _native
from zermelo.theory.short_game import ShortGame, tree_read

COLUMNS, ROWS = 3, 2
CELLS = range(COLUMNS * ROWS)
COLOURS = (1, 2, 4)

Action = tuple[bool, dict[int, tuple[int, int]]]
"""White's; for each cell the colours that it may have, and the one that it gets or 0."""


@st.composite
def actions(draw: st.DrawFn) -> Action:
    """An action that changes each cell that it asks for, so that none is idle whatever may happen."""
    cells = draw(st.sets(st.sampled_from(CELLS), min_size=1, max_size=3))
    asked = {cell: draw(st.sampled_from(COLOURS)) for cell in cells}
    more = {cell: draw(st.sampled_from([*COLOURS, 0])) for cell in draw(st.sets(st.sampled_from(CELLS), max_size=2))}
    rules = {
        cell: (asked[cell], draw(st.sampled_from([each for each in COLOURS if each != asked[cell]]))) for cell in cells
    }
    rules |= {cell: (7, gives) for cell, gives in more.items() if cell not in cells and gives}
    return draw(st.booleans()), rules


POSITIONS = st.lists(st.sampled_from(COLOURS), min_size=len(CELLS), max_size=len(CELLS))


def met(rules: dict[int, tuple[int, int]], may: dict[int, int] | list[int]) -> bool:
    return all(asks & may[cell] for cell, (asks, _) in rules.items())


def divided(every: list[Action], colours: list[int]) -> list[tuple[frozenset[int], list[Action]]]:
    """The parts: cells that may get another colour, joined action by action, with the actions on them."""
    may, alive = dict(enumerate(colours)), list[Action]()
    while more := [each for each in every if each not in alive and met(each[1], may)]:
        alive += more
        for _, rules in more:
            for cell, (_, gives) in rules.items():
                may[cell] |= gives
    varied = {cell for cell in CELLS if may[cell] != colours[cell]}
    on = [(white, {cell: rule for cell, rule in rules.items() if cell in varied}) for white, rules in alive]
    groups = [frozenset([cell]) for cell in sorted(varied)]
    for _, rules in on:
        joined = [group for group in groups if group & rules.keys()]
        groups = [group for group in groups if group not in joined] + [frozenset().union(*joined)]
    return [(group, [each for each in on if group & each[1].keys()]) for group in groups]


def moves(of: list[Action], colours: list[int], white: bool) -> int:
    """The number of positions after the moves of a player in a part."""
    after = set()
    for whose, rules in of:
        if whose is white and met(rules, colours):
            after.add(frozenset((cell, gives or colours[cell]) for cell, (_, gives) in rules.items()
                                if gives not in (0, colours[cell])))  # fmt: skip
    return len(after)


def split(every: list[Action], colours: list[int]) -> tuple[_native.PositionParts, tuple[int, ...]]:
    written: list[_native.PartAction] = [
        (white, *((cell, *rules[cell]) for cell in sorted(rules))) for white, rules in every
    ]
    parts = _native.PositionParts(COLUMNS, ROWS, written)
    return parts, parts.start(bytes(colours))


@settings(max_examples=draws(3000, 100), deadline=None)
@given(st.lists(actions(), max_size=8), POSITIONS)
def test_parts_and_their_moves(every: list[Action], colours: list[int]) -> None:
    """There are as many parts, and in each as many different moves of either player."""
    parts, start = split(every, colours)
    found = Counter(tuple(len(parts.options(part, white, inf) or ()) for white in (False, True)) for part in start)
    assert found == Counter(
        tuple(moves(of, colours, white) for white in (False, True)) for _, of in divided(every, colours)
    )


@settings(max_examples=draws(3000, 100), deadline=None)
@given(st.lists(actions(), max_size=8), POSITIONS, st.booleans(), st.booleans(), st.booleans())
def test_images_have_the_same_keys(
    every: list[Action], colours: list[int], across: bool, down: bool, exchanged: bool
) -> None:
    """Mirrored, turned by half, and with the colours exchanged, and so the same value or its negative."""

    def place(cell: int) -> int:
        y, x = divmod(cell, COLUMNS)
        return (ROWS - 1 - y if down else y) * COLUMNS + (COLUMNS - 1 - x if across else x)

    def colour(mask: int) -> int:
        return (mask & 4) | (mask & 1) << 1 | (mask & 2) >> 1 if exchanged else mask

    images = [
        (white is not exchanged, {place(cell): (colour(asks), colour(gives)) for cell, (asks, gives) in rules.items()})
        for white, rules in every
    ]
    moved = [0] * len(CELLS)
    for cell, each in enumerate(colours):
        moved[place(cell)] = colour(each)
    (parts, start), (others, image) = split(every, colours), split(images, moved)
    assert sorted(parts.key(part)[0] for part in start) == sorted(others.key(part)[0] for part in image)
    shared = _native.PartValues()
    value, again = worked_out(shared, parts, start), worked_out(shared, others, image)
    assert again == worked_out(_native.PartValues(), others, image)
    if value is not None and again is not None:
        assert again is (-value if exchanged else value)


def worked_out(values: _native.PartValues, parts: _native.PositionParts, start: tuple[int, ...]) -> ShortGame | None:
    """The value; None where plays need not end."""
    reason, forms = values.of(parts, start, 10**9, inf, 10**9)
    assert reason in ("", "endless")
    return None if reason else tree_read(forms)
