"""Polyominoes: how many there are, what they are called, where they lie."""

from __future__ import annotations

from itertools import product

import pytest

from zermelo.errors import InputError
from zermelo.families import Polyomino, fitting, free_polyominoes, make, shape, shape_names
from zermelo.model import Board, PositionalGame

PICTURES = {
    "elam": "X",
    "domino": "XX",
    "tic": "XXX",
    "el": "XX/X.",
    "skinny": "XXXX",
    "elly": "XXX/X..",
    "knobby": "XXX/.X.",
    "fatty": "XX/XX",
    "tippy": "XX./.XX",
    "F": ".XX/XX./.X.",
    "I": "XXXXX",
    "L": "X./X./X./XX",
    "N": ".X/.X/XX/X.",
    "P": "XX/XX/X.",
    "T": "XXX/.X./.X.",
    "U": "X.X/XXX",
    "V": "X../X../XXX",
    "W": "X../XX./.XX",
    "X": ".X./XXX/.X.",
    "Y": ".X/XX/.X/.X",
    "Z": "XX./.X./.XX",
    "snaky": "XXXX./...XX",
    "I06": "XXXXXX",
    "O06": "XXX/XXX",
    "X06": "..X./XXXX/..X.",
    "E06": "XX./.XX/XX.",
    "C06": "XXXX/X..X",
    "L06": "XXXXX/X....",
    "T06": "XXX/.X./.X./.X.",
    "A06": "X../XX./XXX",
}


def drawn(picture: str) -> Polyomino:
    rows = picture.split("/")
    cells = ((x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X")
    return Polyomino(frozenset(cells))


@pytest.mark.parametrize("name", PICTURES)
def test_a_name_means_its_picture(name: str) -> None:
    """The table of names agrees with pictures drawn independently of it."""
    assert shape(name) == drawn(PICTURES[name])
    assert shape(name).name == name


def test_the_counts_are_those_of_free_and_fixed_polyominoes() -> None:
    """1, 1, 2, 5, 12, 35 free ones; their orientations are the 1, 2, 6, 19, 63, 216 fixed ones."""
    free = [free_polyominoes(n) for n in range(1, 7)]
    assert [len(shapes) for shapes in free] == [1, 1, 2, 5, 12, 35]
    assert [sum(len(p.orientations()) for p in shapes) for shapes in free] == [1, 2, 6, 19, 63, 216]
    with pytest.raises(InputError):
        free_polyominoes(7)


def test_every_shape_has_one_name_and_all_its_names_lead_to_it() -> None:
    """Names are unique in any case of letters; name, systematic name and coordinates mean the same shape."""
    every = [p for n in range(1, 7) for p in free_polyominoes(n)]
    assert len({p.name.lower() for p in every}) == len(every) == 56
    assert len({name.lower() for name in shape_names()}) == len(shape_names())
    for p in every:
        coordinates = "".join(f"{x}{y}" for x, y in p.orientations()[-1])
        dashed = "-".join(coordinates[k : k + 2] for k in range(0, len(coordinates), 2))
        names = [p.name, p.name.upper(), p.name.lower(), p.systematic_name, coordinates, dashed, f" {dashed} "]
        assert {shape(name) for name in names if name} == {p}
        assert repr(p) == f"shape({p.name!r})"
    assert shape("p6-01") == shape("I6") == shape("I06")
    assert shape("N16") == shape("p6-11") == shape("snaky")
    assert shape("O4") == shape("square") == shape("fatty")


def test_large_shapes_have_coordinates_for_names() -> None:
    """Beyond six cells a shape is called by its canonical coordinates, and the name is stable."""
    nine = shape("20-21-22-10-11-12-00-01-02")
    assert nine.name == "000102101112202122"
    assert shape(nine.name) == nine
    assert nine.systematic_name is None


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 4), (3, 24), (4, 49), (5, 55), (6, 56)])
def test_fitting_counts_the_instances_of_the_paper(size: int, count: int) -> None:
    """Half of the 48, 98 and 110 instances on 3×3, 4×4 and 5×5 (the other half is the torus)."""
    assert len(fitting(size, size)) == count


def test_fitting_turns_the_shape() -> None:
    """A long shape fits on a tall board as well as on a wide one."""
    assert shape("skinny") in fitting(1, 4)
    assert shape("skinny") in fitting(4, 1)
    assert shape("skinny") not in fitting(3, 3)
    assert fitting(4, 4, max_cells=2) == [shape("elam"), shape("domino")]


@pytest.mark.parametrize("torus", [False, True])
@pytest.mark.parametrize("board", [(3, 3), (4, 3), (2, 5), (1, 4)])
def test_placements_are_all_congruent_sets(board: tuple[int, int], torus: bool) -> None:
    """Against a definition by maps: every rotation, reflection and translation, tried cell by cell."""
    columns, rows = board
    cells = Board.square(columns, rows)
    for p in [*free_polyominoes(3), *free_polyominoes(4), shape("snaky"), shape("W")]:
        wanted = set()
        for (ax, ay), (bx, by), swap in product(product((1, -1), repeat=2), product(range(-9, 10), repeat=2), (0, 1)):
            image = [(ax * (y if swap else x) + bx, ay * (x if swap else y) + by) for x, y in p.cells]
            if torus:
                image = [(x % columns, y % rows) for x, y in image]
            if len(set(image)) == len(p.cells) and all(0 <= x < columns and 0 <= y < rows for x, y in image):
                wanted.add(cells.mask(f"{'abcdefgh'[x]}{y + 1}" for x, y in image))
        assert p.placements(columns, rows, torus=torus) == wanted


def test_a_shape_that_wraps_onto_itself_is_no_placement() -> None:
    """Four in a row on a 3×3 torus would cover a cell twice; on a 4×4 torus it is one of eight lines."""
    assert not shape("skinny").placements(3, 3, torus=True)
    assert len(shape("skinny").placements(4, 4, torus=True)) == 8
    assert len(shape("tippy").placements(3, 3, torus=True)) == 36


@pytest.mark.parametrize(
    ("expression", "count"),
    [
        ("httt:tippy,board=3x3", 8),
        ("httt:snaky,board=9x9", 320),
        ("httt:L,board=5x5", 64),
        ("ttt", 8),
        ("qubic", 76),
        ("gomoku:5,board=15x15", 572),
        ("gomoku:6,board=19x19,p=2", 924),
        ("gomoku:3,board=3x3,torus", 12),
    ],
)
def test_the_number_of_winning_sets_is_that_of_the_published_file(expression: str, count: int) -> None:
    """Counted in the published files of the same games (the last one by hand)."""
    game = make(expression)
    assert isinstance(game, PositionalGame)
    assert len(game.black_sets) == len(game.white_sets) == count


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "a polyomino"),
        ("tippi", "did you mean tippy"),
        ("snakey", "did you mean snaky"),
        ("p6-36", "a polyomino"),
        ("0", "pairs of digits"),
        ("00010", "pairs of digits"),
        ("0000", "00 twice"),
        ("0011", "several pieces"),
        ("0-0-0", "a polyomino"),
        ("00" * 101, "at most 100 cells"),
        ("٠٠", "a polyomino"),
        ("x" * 10_000, "…"),
    ],
)
def test_a_wrong_name_is_an_input_error(text: str, part: str) -> None:
    """Each mistake has its message, and no message is long."""
    with pytest.raises(InputError) as caught:
        shape(text)
    assert part in str(caught.value)
    assert len(str(caught.value)) < 300


def test_no_cells_are_no_polyomino() -> None:
    """An empty set of cells is refused."""
    with pytest.raises(InputError):
        Polyomino(frozenset())


@pytest.mark.parametrize("board", ["board=5x5", "board=5x5,torus"])
def test_what_contains_a_polyomino_has_it_in_each_placement(board: str) -> None:
    polys = fitting(5, 5, 5)
    sets: dict[Polyomino, tuple[int, ...]] = {}
    for poly in polys:
        game = make(f"httt:{poly.name},{board},mb")
        assert isinstance(game, PositionalGame)
        sets[poly] = game.black_sets
    for big, little in product(polys, polys):
        within = all(any(part & whole == part for part in sets[little]) for whole in sets[big])
        assert big.contains(little) == within, (big.name, little.name)
