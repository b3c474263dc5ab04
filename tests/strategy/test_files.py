"""Strategy files: what is written is read, and what is wrong is said with its line."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress
from random import Random

import pytest
from tests.strategy.claims import KINDS, random_game

from zermelo.errors import InputError
from zermelo.families import make
from zermelo.language.json_game import game_from_json, game_to_json
from zermelo.model import Player, Position
from zermelo.strategy import (
    Claim,
    Entry,
    Links,
    Pairing,
    Strategy,
    StrategyFile,
    read_strategies,
    write_strategies,
)
from zermelo.strategy.file import same_game


@pytest.mark.parametrize("kind", KINDS)
def test_form(kind):
    """The form of a game is JSON, and gives the game back."""
    for seed in range(40):
        game = random_game(kind, seed)
        form = json.loads(json.dumps(game_to_json(game)))
        again = game_from_json(form, game.name)
        assert again == game.with_depth(None)
        assert same_game(again, game)


@pytest.fixture
def lines(tmp_path):
    """The lines of a file with two claims."""
    game = make("hex:3x3")
    links = Links(((3, 6), (2, 5)))
    black = {Position(): Entry(4), Position(1 << 4): Entry(links)}
    white = {Position(): Entry(Pairing(()))}
    claims = ((Claim(Player.BLACK, True, 5), black), (Claim(Player.WHITE, False, 4), white))
    write_strategies(tmp_path / "a", game, [Strategy(game, claim, (), entries) for claim, entries in claims])
    return (tmp_path / "a").read_text().splitlines()


ODD: list[object] = [None, [], "x", -1, {}, [[None]], "zz", 10**30]


def wrong(tmp_path, lines: list[str]) -> str:
    """The error on reading a file."""
    path = tmp_path / "b"
    path.write_text("".join(f"{line}\n" for line in lines))
    with pytest.raises(InputError) as caught:
        read_strategies(path)
    return str(caught.value).removeprefix(f"{path}:")


def test_cut_off(tmp_path, lines):
    """A file without its end is no shorter strategy, wherever it was cut."""
    for number in range(len(lines)):
        assert "cut off" in wrong(tmp_path, lines[:number])
    packed = tmp_path / "b.gz"
    whole = gzip.compress("\n".join([*lines, ""]).encode())
    for size in range(3, len(whole), 37):
        packed.write_bytes(whole[:size])
        with pytest.raises(InputError):
            read_strategies(packed)


def test_more_lines(tmp_path, lines):
    """A line behind the end is shown as it stands."""
    assert wrong(tmp_path, [*lines, lines[-1]]) == '9: found {"entries":1}, expected the end of the file'


@pytest.mark.parametrize(
    ("number", "line", "said"),
    [
        (1, '{"zermelo":"other"}', "1: found something else, expected a strategy file"),
        (1, "[]", "1: found something else, expected a strategy file"),
        (1, "{", "1: found '{' ("),
        (2, "[]", "2: found a damaged one"),
        (2, '{"player":"red","wins":true,"depth":1,"symmetries":[]}', "2: found a damaged one"),
        (2, '{"player":"black","wins":1,"depth":1,"symmetries":[]}', "2: found 1, expected true or false for 'wins'"),
        (2, '{"player":"black","wins":true,"depth":true,"symmetries":[]}', "2: found True, expected a depth"),
        (2, '{"player":"black","wins":true,"depth":1,"symmetries":[[0,0]]}', "2: found 1 of them, expected a permut"),
        (
            2,
            json.dumps({"player": "black", "wins": True, "depth": 1, "symmetries": [list(range(9))] * 1024}),
            "2: found 1024, expected at most 1023 symmetries",
        ),
        (3, '["0","0",9]', "3: found 9, expected a number from 0 to 8"),
        (3, '["0","0",true]', "3: found True, expected a number from 0 to 8"),
        (3, '["1","1",2]', "3: found '1' and '1', expected stones on different cells"),
        (3, '["-1","0",2]', "3: found '-1', expected a mask"),
        (3, '["ffff","0",2]', "3: found 'ffff' and '0', expected stones on different cells of the board"),
        (3, '["0","0"]', "3: found a damaged one"),
        (3, '["0","0",{"magic":[]}]', "3: found 'magic', expected an argument among pairing, links"),
        (3, '["0","0",{"links":[1,2,3]}]', "3: found 3 cells, expected pairs of cells"),
        (5, '{"entries":7}', '5: found {"entries": 7}, expected the count of the entries above, 2'),
        (8, '{"entries":true}', '8: found {"entries": true}, expected the count of the entries above, 1'),
    ],
)
def test_wrong(tmp_path, lines, number, line, said):
    """Each wrong line is located, and told in one line."""
    lines[number - 1] = line
    assert wrong(tmp_path, lines).startswith(said)


def test_wrong_games(tmp_path, lines):
    """A header that is no game is told so, whatever is missing or odd in it."""
    head = json.loads(lines[0])
    for key in head["game"]:
        for value in ODD:
            changed = {**head, "game": {**head["game"], key: value}}
            path = tmp_path / "c"
            path.write_text(json.dumps(changed) + "\n")
            with suppress(InputError), StrategyFile(path):
                pass  # an odd value may be a right one: another start, a joined border


@pytest.mark.parametrize("version", [None, 0, 3, True, 1.0, "1"])
def test_other_versions(tmp_path, lines, version):
    """A version is one of the known numbers, and no other value that equals one."""
    said = wrong(tmp_path, [json.dumps({**json.loads(lines[0]), "version": version}), *lines[1:]])
    assert said == f"1: found {version!r}, expected version 1 or 2 of strategy files"


@pytest.mark.parametrize("claims", [None, 0, -1, True, 1.5, "1"])
def test_nothing_claimed(tmp_path, lines, claims):
    """A file without a claim proves nothing: it is refused, and never "holds"."""
    head = json.loads(lines[0])
    said = wrong(tmp_path, [json.dumps({**head, "claims": claims})])
    assert said == f"1: found {claims!r}, expected the number of claims, 1 or more"


@pytest.mark.parametrize(
    ("part", "value", "said"),
    [
        ("start", ["0", "0", 10**9], "found 1000000000, expected at most 65536 moves made"),
        ("turns", ["black", 1, 1, "bxb"], "found a damaged one (no or wrong 'x')"),
        ("first_moves", "fffff", "found 'fffff', expected first moves on the board"),
        ("borders", ["49", "124", "fffff", "1"], "expected borders of Black, and all borders on the board"),
        ("joined", "no", "found 'no', expected true or false"),
        ("board", ["hex", 0, 0, True, False], "found 0x0, expected a board of 1 to 1048576 places"),
        ("board", ["hex", 10**9, 10**9, True, False], "found 1000000000x1000000000, expected a board of"),
        ("board", ["hex", 1, 1, True, False], "found other places, expected a place of each cell on the board of 1x1"),
        ("cells", ["a\nBlack wins: holds.", *"bcdefghi"], r"found 'a\nBlack wins: holds.', expected a name"),
        ("cells", ["\x1b[2J", *"bcdefghi"], r"found '\x1b[2J', expected a name"),
        ("places", [], "found other places, expected a place of each cell on the board of 3x3"),
    ],
)
def test_impossible_games(tmp_path, lines, part, value, said):
    """A position that a game cannot have is an error of the file, before it is drawn or handed to the core."""
    head = json.loads(lines[0])
    found = wrong(tmp_path, [json.dumps({**head, "game": {**head["game"], part: value}})])
    assert found.startswith("1: ")
    assert said in found


def test_odd_values_are_told_in_short(tmp_path, lines):
    """A value of any length is told in one short line."""
    assert len(wrong(tmp_path, [*lines[:2], json.dumps(["f" * 10**6, "0", 0]), *lines[3:]])) < 200


def test_a_board_that_is_only_said_to_be_large():
    """Nothing is made of the size that a board of few cells is said to have."""
    form = {
        **game_to_json(make("hex:1x1")),
        "board": ["hex", 1024, 1024, True, False],
    }
    game = game_from_json(form, "large")
    assert game.kind == "connection game, maker-breaker"


def test_moves_that_were_made_before_a_grid_game():
    """As many as the core can count, or it is an error of the file."""
    form = game_to_json(make("domineering:2x1"))
    with pytest.raises(InputError, match="found 1000000000, expected at most 65536 moves made"):
        game_from_json({**form, "start": ["0", "0", 10**9]}, "late")


def test_garbage(tmp_path, lines):
    """With any bytes changed, the file is read, or the one error is raised."""
    whole, rng = "\n".join([*lines, ""]).encode(), Random(1)
    for _ in range(300):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        path = tmp_path / "d"
        path.write_bytes(data)
        try:
            read_strategies(path)
        except InputError:
            continue


def test_other_bytes_are_not_shown(tmp_path):
    """Bytes that are no text are told, and not printed."""
    path = tmp_path / "c"
    path.write_bytes(bytes(range(128, 256)))
    with pytest.raises(InputError, match="found bytes that are no UTF-8 text, expected a line of JSON"):
        read_strategies(path)


def test_nothing_half(tmp_path):
    """A strategy that cannot be written leaves nothing behind."""
    game = make("hex:2x2")
    strategy = Strategy(game, Claim(Player.BLACK, True), (), {game.start: None})  # type: ignore[dict-item]
    with pytest.raises(AttributeError):
        write_strategies(tmp_path / "a.gz", game, [strategy])
    assert not list(tmp_path.iterdir())
