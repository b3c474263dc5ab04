"""The contract of families; a family in FAMILIES is tested here without another line."""

from __future__ import annotations

from random import Random

import pytest

from zermelo.families import FAMILIES, Family, is_family, make
from zermelo.model import Game, Position, generators

EXAMPLES = [(family, example) for family in FAMILIES.values() for example in family.examples]
each_example = pytest.mark.parametrize(("family", "example"), EXAMPLES, ids=[example for _, example in EXAMPLES])


def perft(game: Game, position: Position, depth: int) -> int:
    """The number of sequences of ``depth`` moves, by the reference rules."""
    if depth == 0:
        return 1
    return sum(perft(game, game.step(position, move), depth - 1) for move in game.legal(position))


@each_example
def test_the_name_of_a_game_makes_the_same_game(family: Family, example: str) -> None:
    """The canonical expression is stable, and the game and its notes come back."""
    game = make(example)
    again = make(game.name)
    assert again == game
    assert again.name == game.name
    assert vars(again).get("notes") == vars(game).get("notes")
    assert game.name.split(":")[0] == family.name
    assert is_family(game.name)


@each_example
def test_upper_case_and_spaces_make_no_difference(family: Family, example: str) -> None:
    """An expression in capitals, with spaces around its parts, means the same game."""
    name, _, rest = example.upper().partition(":")
    loose = f"  {name} : {' , '.join(rest.replace('=', ' = ').split(','))} " if rest else f" {name} "
    assert make(loose) == make(example)
    assert family.name == name.lower()


@each_example
def test_a_random_play_is_legal_to_its_end(family: Family, example: str) -> None:
    """Random plays by the reference rules keep the board sound and respect the depth that the game promises."""
    game, rng = make(example), Random(7)
    most = game.complete_depth()
    for _ in range(5):
        position = game.start
        for _ in range(most if most is not None else 60):
            moves = game.legal(position)
            assert len(set(moves)) == len(moves)
            if not moves:
                break
            move = rng.choice(moves)
            assert game.parse_move(game.move_name(move), game.mover(position)) == move
            position = game.apply(position, move)
            assert not position.black & position.white
            assert not (position.black | position.white) & ~game.board.full
        else:
            assert most is None or game.is_over(position), family.name
        assert game.draw(position)


@each_example
def test_symmetries_keep_the_stones(family: Family, example: str) -> None:
    """The symmetry group of the start position can be computed, and consists of permutations of the cells."""
    game = make(example)
    for permutation in generators(game):
        assert sorted(permutation) == list(range(len(game.board))), family.name


@each_example
def test_the_depth_option_sets_the_depth(family: Family, example: str) -> None:
    """``depth=N`` is an option of every family, part of the name, and None by default."""
    plain = example.split(",depth=", maxsplit=1)[0]
    separator = "," if ":" in plain else ":"
    game = make(f"{plain}{separator}depth=3")
    assert game.depth == 3
    assert game.name.startswith(family.name)
    assert game.name.endswith("depth=3")
    assert make(plain).depth is None
    assert game.with_depth(None).start == make(plain).start


@pytest.mark.parametrize("family", FAMILIES.values(), ids=list(FAMILIES))
def test_a_family_describes_itself(family: Family) -> None:
    """Summary, usage and examples are there; every option says what it is for, once."""
    assert FAMILIES[family.name] is family
    assert family.summary
    assert family.usage.startswith(family.name)
    assert family.examples
    names = [option.name for option in family.table]
    assert len(set(names)) == len(names)
    words = [word for option in family.table for word in option.flags]
    assert len(set(words)) == len(words)
    for option in family.table:
        assert option.about
        if not option.required and not option.bare and option.default is not None:
            assert option.read(option.show(option.default)) == option.default


@pytest.mark.parametrize(
    "example", [e for f, e in EXAMPLES if "kind" in [o.name for o in f.options] and "bddl" not in e]
)
def test_the_rule_is_stated(example: str) -> None:
    """A positional game says in its notes whether it is maker-maker or maker-breaker; maker-maker is the default."""
    game = make(example)
    wanted = "maker-breaker" if ",mb" in example or ":mb" in example else "maker-maker"
    assert wanted in game.kind
    assert any(note.startswith(wanted) for note in vars(game)["notes"])


PERFT = {
    "httt:tippy,board=3x3": [9, 72, 504, 3024],
    "gttt:tippy,p=2,q=1,board=3x3": [9, 72, 504, 3024],
    "ttt": [9, 72, 504, 3024, 15120, 54720],
    "qubic": [64, 4032],
    "hex:3x3": [9, 72, 504, 3024],
    "connect:4,board=7x6": [7, 49, 343, 2401],
    "connect:2,board=2x2": [2, 4, 6, 0],
    "breakthrough:3x5": [7, 42, 276],
    "domineering:3x3": [6, 20, 40, 8],
}


@pytest.mark.parametrize("name", PERFT)
def test_perft(name: str) -> None:
    """The number of plays of 1, 2, 3 … moves."""
    game = make(name)
    assert [perft(game, game.start, depth) for depth in range(1, len(PERFT[name]) + 1)] == PERFT[name]
