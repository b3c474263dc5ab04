"""Sets of actions as masks, against the same questions asked action by action."""

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.model.board import cells_of
from zermelo.theory.action_sets import ActionSets, LeftAction

CELLS = 6


@st.composite
def actions(draw: st.DrawFn) -> LeftAction:
    """An action that asks something of each of its cells, and gives some of them a colour."""
    cells = draw(st.integers(1, (1 << CELLS) - 1))
    may, sets = [0, 0, 0], [0, 0, 0]
    for cell in cells_of(cells):
        for colour in draw(st.sets(st.integers(0, 2), min_size=1)):
            may[colour] |= 1 << cell
        given = draw(st.none() | st.integers(0, 2))
        if given is not None:
            sets[given] |= 1 << cell
    return LeftAction(draw(st.booleans()), cells, (may[0], may[1], may[2]), (sets[0], sets[1], sets[2]))


def is_met(action: LeftAction, can: list[set[int]]) -> bool:
    return all(any(action.may[colour] >> cell & 1 for colour in can[cell]) for cell in cells_of(action.cells))


def divided(of: list[LeftAction], cells: int) -> set[int]:
    """The groups of cells, joined action by action."""
    groups = [1 << cell for cell in cells_of(cells)]
    for action in of:
        joined = [group for group in groups if group & action.cells]
        groups = [group for group in groups if not group & action.cells] + ([sum(joined)] if joined else [])
    return set(groups)


@settings(max_examples=draws(2000, 200), deadline=None)
@given(st.lists(actions(), min_size=1, max_size=12), st.lists(st.integers(0, 2), min_size=CELLS, max_size=CELLS))
def test_what_may_become_legal_and_its_groups(every: list[LeftAction], start: list[int]) -> None:
    sets = ActionSets(CELLS)
    numbers = [sets.number(each) for each in every]
    asked = sum(1 << number for number in set(numbers[:-1]))  # one is known, but not asked about
    some = {number: sets[number] for number in numbers[:-1]}
    assert [sets[number] for number in numbers] == every
    black, white = (sum(1 << cell for cell in range(CELLS) if start[cell] == colour) for colour in (0, 1))

    colours = sets.colours((1 << CELLS) - 1, black, white)
    can = [{colour} for colour in start]
    legal = {number for number, action in some.items() if is_met(action, can)}
    assert set(cells_of(sets.met(asked, colours))) == legal
    assert set(cells_of(sets.white & asked)) == {number for number, action in some.items() if action.white}

    found, varied = sets.reachable(asked, colours)
    alive: set[int] = set()
    while more := {number for number, action in some.items() if number not in alive and is_met(action, can)}:
        alive |= more
        for number in more:
            for colour, mask in enumerate(some[number].sets):
                for cell in cells_of(mask):
                    can[cell].add(colour)
    assert set(cells_of(found)) == alive
    assert set(cells_of(varied)) == {cell for cell in range(CELLS) if len(can[cell]) > 1}
    assert colours == {cell: sum(1 << colour for colour in can[cell]) for cell in range(CELLS)}

    on = [number for number in alive if not some[number].cells & ~varied]
    inside = sum(1 << number for number in on)
    groups = list(sets.groups(inside, varied))
    assert {cells for _, cells in groups} == divided([some[number] for number in on], varied)
    for group, cells in groups:
        assert set(cells_of(group)) == {number for number in on if some[number].cells & cells}
