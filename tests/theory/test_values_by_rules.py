"""Values of positions against trees made by the plain rules, and against solving both openings."""

from __future__ import annotations

import random
import signal
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import count
from math import inf
from threading import Event
from time import monotonic, sleep

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.oracles.game_trees import tree_of, tree_outcome, tree_sum
from tests.sizes import draws

from zermelo import _native
from zermelo.errors import LimitError, UnsupportedError
from zermelo.families import make
from zermelo.model import GridGame, Player
from zermelo.questions import Options
from zermelo.solving.outcome_class import outcome_class
from zermelo.theory.game_value import game_value
from zermelo.theory.independent_parts import GridParts
from zermelo.theory.short_game import ZERO, canonical, tree_read
from zermelo.theory.value import ValueMemory, value_of

SMALL = [
    "domineering:3x3",
    "domineering:4x2",
    "domineering:2x4",
    "cram:3x2",
    "clobber:3x2",
    "clobber:6x1",
    "konane:4x2",
    "konane:3x3,gone=corner",
    "col:3x2",
    "snort:3x2",
    "col:5x1",
    "snort:1x4",
    "toads-and-frogs:tt_ff",
    "toads-and-frogs:tf__tf",
    "kayles:5",
    "amazons:2x2",
    "nim:1,2,3",
    "nim:5,most=2",
]
NAMES = st.sampled_from(SMALL)


def value_of_tree(tree):
    """Canonical forms of a tree, with every subtree looked at once."""
    known = {}

    def find(node):
        if id(node) not in known:
            known[id(node)] = canonical(map(find, node[0]), map(find, node[1]))
        return known[id(node)]

    return find(tree)


def later(game, seed):
    """A game some random moves later, of players in any order."""
    chance = random.Random(seed)
    for _ in range(chance.randrange(4)):
        there = game.with_mover(chance.choice(list(Player)))
        moves = there.legal(there.start)
        if moves:
            game = there.play(chance.choice(moves))
    return game


@pytest.mark.parametrize("name", SMALL)
def test_value_is_that_of_the_tree(name):
    """The start position, by the rules, part by part, and by its whole tree."""
    game = make(name)
    assert value_of(game) is value_of_tree(tree_of(game))


@settings(max_examples=draws(50, 15))
@given(NAMES, st.integers(0, 10**6))
def test_value_of_random_positions_is_that_of_the_tree(name, seed):
    """Positions that alternating play does not reach, too; memory shared by all makes no difference."""
    game = later(make(name), seed)
    assert value_of(game) is SHARED.of(game) is value_of_tree(tree_of(game))


SHARED = ValueMemory()


@settings(max_examples=draws(100, 25))
@given(st.integers(0, 10**6))
@example(5829)  # a position that is met again below itself
def test_value_of_random_rules(seed):
    """Random grid games without goals: the value is that of the tree, or plays need not end."""
    game = make(f"random-grid:seed={seed},board=3x2,goals=0,black=1,white=1")
    try:
        value = SHARED.of(game)
    except UnsupportedError as error:
        assert "every play ends" in str(error) or "goals" in str(error)  # noqa: PT017
        return
    assert value is value_of_tree(tree_of(game))


@settings(max_examples=draws(50, 15))
@given(NAMES, st.integers(0, 10**6))
@example("nim:1,2,3", 83205)  # nothing is left, and White would move
def test_outcome_agrees_with_solve(name, seed):
    """The class of the value is the class that two searches find."""
    game = later(make(name), seed)
    found = outcome_class(game, Options(method="search", check=False))
    assert found.letter == value_of(game).outcome


@given(
    st.sampled_from(["kayles:3", "domineering:2x2", "clobber:4x1"]), st.sampled_from(["cram:2x2", "col:3x1", "nim:2"])
)
def test_sums_play_out_as_their_value(first, second):
    """The outcome of the sum of two games is that of the tree of both."""
    tree = tree_sum(tree_of(make(first)), tree_of(make(second)))
    assert game_value(f"{first} + {second}", make).value.outcome == tree_outcome(tree)


@settings(max_examples=draws(50, 15))
@given(NAMES, st.integers(0, 10**6))
def test_exchanged_colours_are_the_negative(name, seed):
    """The value of a game with the colours exchanged is the negative."""
    game = later(make(name), seed)
    assert value_of(game.swapped()) is -value_of(game)


def test_game_minus_itself_is_zero():
    """``G - G`` as people write it."""
    for name in SMALL:
        assert str(game_value(f"{name} - {name}", make)) == "0"


class TestChomp:
    """Games that end by a move that loses: such moves are left out."""

    def test_moves_that_lose_are_left_out_and_told(self):
        """Chomp on a row is Nim: all but the poison may be eaten."""
        found = game_value("chomp:4x1", make)
        assert str(found) == "*3"
        assert found.notes == ("moves by which their player loses at once are left out",)

    @pytest.mark.parametrize(
        "name", ["chomp:3x2", "chomp:2x2", "chomp:1x1", "notakto:board=3x2,length=2", "isolation:2x2"]
    )
    def test_outcome_agrees_with_solve(self, name):
        """Leaving them out changes no outcome."""
        assert value_of(make(name)).outcome == outcome_class(make(name), Options(check=False)).letter


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("hex:3x3", "connection game"),
        ("ttt", "positional game"),
        ("breakthrough:3x4", "goals"),
        ("domineering:3x3,misere", "one in which he wins"),
        ("dodgem", "one in which he wins"),
        ("othello:4x4", "an end at which"),
        ("misere-ttt", "an end"),
        ("dots-and-boxes:1x1", "the other player has not the control"),
    ],
)
def test_games_without_value_are_refused(name, why):
    """One line says why there is no value."""
    with pytest.raises(UnsupportedError, match=why):
        value_of(make(name))


def test_endless_plays_are_refused():
    """A piece that goes to and fro has no short value."""
    from zermelo.model import Action, Colour, Expression, GridGame, Position, SubCondition
    from zermelo.model.conditions import X, Y

    right = Expression("parameter", 1)
    black, opened = ((SubCondition(each, X, Y), SubCondition(each, right, Y)) for each in (Colour.BLACK, Colour.OPEN))
    go = Action("go", (black[0], opened[1]), (opened[0], black[1]))
    back = Action("back", (opened[0], black[1]), (black[0], opened[1]))
    with pytest.raises(UnsupportedError, match="comes again"):
        value_of(GridGame("to and fro", 2, 1, (go, back), (), start=Position(1)))
    stay = Action("stay", (SubCondition(Colour.BLACK, X, Y),), (SubCondition(Colour.BLACK, X, Y),))
    with pytest.raises(UnsupportedError, match=r"every play ends"):
        value_of(GridGame("stay", 2, 1, (stay,), (), start=Position(1)))


def test_time_limit_keeps_what_was_found():
    """A limit raises LimitError, and the same memory goes on from there."""
    values = ValueMemory()
    with pytest.raises(LimitError):
        values.of(make("domineering:4x4"), until=0.0)
    assert values.of(make("domineering:2x2")) is value_of(make("domineering:2x2"))


@pytest.fixture(scope="module")
def made():
    """The small games and their values."""
    games = [make(name) for name in SMALL]
    return [(game, value_of(game)) for game in games]


@pytest.mark.parametrize(
    ("error", "steps"), [(LimitError("time", "out of time"), range(1, 20, 4)), (KeyboardInterrupt(), range(3, 20, 4))]
)
def test_what_is_kept_of_broken_work_is_right(monkeypatch, made, error, steps):
    """Values that are broken off at some step, by a limit or by Ctrl-C, are found whole and right afterwards."""
    for step in steps:
        values = ValueMemory()
        for game, right in made:
            calls = iter(range(step))

            def clock(calls=calls):
                if next(calls, None) is None:
                    raise error
                return 0.0

            monkeypatch.setattr("zermelo.theory.time_left.monotonic", clock)
            try:
                assert values.of(game, until=1.0) is right
            except (LimitError, KeyboardInterrupt):
                assert values.of(game) is right


@pytest.mark.parametrize("nodes", [1, 2, 5, 13, 40, 200])
def test_what_the_core_keeps_of_broken_work_is_right(made, nodes):
    """Values of grid games that are broken off again and again, each time a few sums and positions later."""
    values = _native.PartValues()
    for game, right in made:
        if isinstance(game, GridGame):
            rules = GridParts(game)
            reasons = set()
            for allowed in count(nodes, 7 * nodes):
                reason, forms = values.of(rules.native, rules.start(), 10**9, inf, allowed)
                if not reason:
                    break
                reasons.add(reason)
            assert reasons <= {"nodes"}
            assert tree_read(forms) is right


def test_memory_limit():
    """A limit on the memory raises LimitError; small values are found all the same, and afterwards, too."""
    values = ValueMemory(megabytes=0.3)
    for _ in range(2):
        with pytest.raises(LimitError) as told:
            values.of(make("domineering:5x5"))
        assert told.value.reason == "memory"
        assert values.of(make("domineering:2x2")) is value_of(make("domineering:2x2"))


def test_what_has_no_cells_or_no_moves():
    """Boards without any action, and of one cell; a value that is deep, for it has many moves in a row."""
    assert value_of(make("domineering:1x1")) is value_of(make("clobber:1x1")) is ZERO
    assert value_of(make("domineering:1x300")).number == 150


def stairs(*places, drop=False):
    """A white stone in each row, so many cells from the left: Black takes it, White moves it on.

    With ``drop`` there is a black stone left of the first cell: White moves into it, and has one more move then.
    """
    from zermelo.model import Action, Colour, Expression, GridGame, Position, SubCondition
    from zermelo.model.conditions import X, Y

    def said(*colours):
        """Colours of the cell and of that left of it."""
        cells = (X, Y), (Expression("parameter", -1), Y)
        return tuple(SubCondition(colour, *cell) for colour, cell in zip(colours, cells, strict=False))

    black, white, opened = Colour.BLACK, Colour.WHITE, Colour.OPEN
    take, step = Action("take", said(white), said(opened)), Action("step", said(white, opened), said(opened, white))
    more = (
        Action("drop", said(white, black), said(black, black)),
        Action("end", said(black, black), said(opened, opened)),
    )
    columns = max(places) + drop
    stones = sum(1 << row * columns + place - 1 + drop for row, place in enumerate(places))
    ends = sum(1 << row * columns for row in range(len(places))) if drop else 0
    start = Position(ends, stones)
    return GridGame("stairs", columns, len(places), (take,), (step, *more) if drop else (step,), start=start)


@pytest.mark.parametrize("places", [(3, 1), (40, 40), (41, 41), (42, 41), (45, 45), (60, 3), (60, 60), (60, 59), (99,)])
def test_fine_numbers(places):
    """Numbers too fine for shortcuts in the core: a stone n cells from the left is worth 1/2^(n-1) to Black."""
    game = stairs(*places)
    value = sum(Fraction(2, 2**place) for place in places)
    assert value_of(game).number == value
    assert value_of(game.swapped()).number == -value


@pytest.mark.parametrize("places", [(1,), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 3)])
def test_games_of_no_name(places):
    """With more moves at the end: {0|-1}, {0||0|-1}, {0|{0||0|-1}}, …, and sums of two."""
    game = stairs(*places, drop=True)
    assert value_of(game) is value_of_tree(tree_of(game))


def test_a_tree_that_is_too_deep():
    """The core says so, as Python does, and goes on with other games."""
    values = ValueMemory()
    assert values.of(stairs(500, drop=True)).birthday == 501
    with pytest.raises(LimitError) as told:
        values.of(stairs(500, 490, drop=True))
    assert told.value.reason == "size"
    assert values.of(make("domineering:2x2")) is value_of(make("domineering:2x2"))


def test_threads_share_a_memory():
    """Several threads ask one memory, and get what each would get alone."""
    names = [name for name in SMALL if not name.startswith("nim")]
    values = ValueMemory()
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda name: values.of(make(name)), names * 4))
    assert found == [value_of(make(name)) for name in names] * 4


def test_who_waits_for_a_memory_looks_at_the_clock():
    """Another thread is at work with it."""
    values, started = ValueMemory(), Event()

    def work():
        started.set()
        with pytest.raises(LimitError):
            values.of(make("domineering:7x7"), until=monotonic() + 1.5)

    with ThreadPoolExecutor(1) as pool:
        long = pool.submit(work)
        assert started.wait(10)
        sleep(0.3)
        with pytest.raises(LimitError) as told:
            values.of(make("domineering:4x5"), until=monotonic() + 0.1)
        assert told.value.reason == "time"
        assert not long.done()
        long.result()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no alarms")
def test_a_handler_that_asks_the_memory_at_work():
    """It is told so, as it would wait for itself; what it raises ends the work, and the memory goes on."""
    values, told = ValueMemory(), list[str]()

    def handler(*_):
        try:
            values.of(make("domineering:2x2"))
        except RuntimeError as error:
            told.append(str(error))
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(KeyboardInterrupt):
            values.of(make("domineering:7x7"))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert told == ["values are being worked out in this thread already"]
    assert values.of(make("domineering:2x2")) is value_of(make("domineering:2x2"))


def test_a_machine_without_memory(monkeypatch):
    """It is a limit like that of the memory, and nothing of the work that met it is used again."""

    class Full:
        def of(self, *_):
            raise MemoryError

    values = ValueMemory()
    monkeypatch.setattr(values, "_of_parts", Full())
    with pytest.raises(LimitError) as told:
        values.of(make("domineering:2x2"))
    assert told.value.reason == "memory"
    assert values.of(make("domineering:2x2")) is value_of(make("domineering:2x2"))
