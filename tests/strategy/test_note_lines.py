"""Lines of strategy files: the core writes and reads what Python does, and leaves all other lines to Python."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.strategy.test_files import ODD

import zermelo
from zermelo import _native
from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.model import Game, GridGame, Player, Position
from zermelo.model.ground import ground_actions
from zermelo.search.notes import PackedNotes
from zermelo.strategy import (
    Broken,
    Claim,
    Entry,
    Holds,
    Pairing,
    Strategy,
    StrategyFile,
    read_strategies,
    write_strategies,
)
from zermelo.strategy import file as strategy_file
from zermelo.strategy.certify import check_file
from zermelo.strategy.codec import codec_for, note_lines
from zermelo.strategy.entry import PAIRED
from zermelo.strategy.noted import NotedEntries, note_of

GAMES = (
    "hex:1x1",
    "ttt",
    "hex:8x8",
    "hex:13x5",
    "hex:22x23",
    "domineering:4x3",
    "breakthrough:5x5",
    "connect:4,board=7x6",
)


def random_notes(game: Game, player: Player, rng: Random, count: int) -> _native.Notes:
    """Notes of all the kinds that a game has."""
    cells = len(game.board)
    notes = _native.Notes(cells)
    for _ in range(count):
        black = rng.getrandbits(cells) & rng.getrandbits(cells)
        white = rng.getrandbits(cells) & ~black
        if not isinstance(game, GridGame):
            kind = rng.choice(["move", *PAIRED])
            numbers = [rng.randrange(cells) for _ in range(1 if kind == "move" else 2 * rng.randint(0, 4))]
            notes.add(black, white, None, None, kind, numbers)
            continue
        moves = {one: len(ground_actions(game, one)) for one in Player}
        mover, kind = rng.choice(list(Player)), rng.choice(["move", "packing", "sum", "race"])
        some = [rng.randrange(moves[player]) for _ in range(rng.randint(0, 6))]
        if kind == "move":
            numbers = [rng.randrange(moves[mover])]
        elif kind == "race":
            numbers = [rng.randrange(moves[player]), len(some), *some, 0, 1, rng.randrange(moves[player])]
        else:
            numbers = some if kind == "sum" else [rng.randint(0, len(some) // 2), *some]
        rank = rng.choice([None, 0, 7, 999_999_999])
        notes.add(black, white, mover is Player.BLACK, rank, kind, numbers)
    return notes


@pytest.mark.parametrize("player", Player)
@pytest.mark.parametrize("name", GAMES)
def test_lines_are_those_of_python(name: str, player: Player) -> None:
    game, rng = make(name), Random(name)
    notes = random_notes(game, player, rng, 200)
    codec, lines = codec_for(game), note_lines(game, player)
    assert lines is not None
    entries = list(NotedEntries(game, list(PackedNotes(notes)), player).pairs())
    said = [codec.write(position, entry) for position, entry in entries]
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in said)
    assert lines.write(notes, 0, 200) == text
    assert lines.write(notes, 0, 0) == lines.write(notes, 200, 200) == ""
    assert lines.write(notes, 0, 77) + lines.write(notes, 77, 200) == text
    again = _native.Notes(len(game.board))
    assert lines.read(text.encode(), again) == (len(text), 200)
    assert list(PackedNotes(again)) == list(PackedNotes(notes))
    for each, (_, entry) in zip(PackedNotes(notes), entries, strict=True):
        assert note_of(game, player, entry.answer) == (each.kind, list(each.numbers))
    for first, end in ((-1, 3), (3, 2), (0, 201)):
        with pytest.raises(ValueError, match=r"first|end"):
            lines.write(notes, first, end)


@pytest.mark.parametrize(
    "line",
    [
        *(
            '["0","0",9]',
            '["0","0",-1]',
            '["0","0",-0]',
            '["0","0",01]',
            '["0","0",1.0]',
            '["0","0",1e0]',
            '["0","0",]',
        ),
        *(
            '["0","0", 1]',
            '["0","0",1] ',
            ' ["0","0",1]',
            '["0","0",1]\r',
            '["0","0",1]x',
            '["0","0","1"]',
            '["0","0"]',
        ),
        *('["1","1",2]', '["200","0",2]', '["00","0",2]', '["A","0",2]', '["","0",2]', '["0x1","0",2]', '["-1","0",2]'),
        *('["0","0",{"pairing":[1]}]', '["0","0",{"pairing":[1,2,]}]', '["0","0",{"pairing":[,1]}]'),
        *('["0","0",{"pairing":[1,9]}]', '["0","0",{"magic":[1,2]}]', '["0","0",{"packing":[1,2]}]'),
        *('["0","0",{"pairing":[1 ,2]}]', '["0","0",{"pairing":[1,2],"a":1}]', '["0","0",{"pairing":[1,2]}', "", "[]"),
        *(f'["{"f" * 129}","0",1]', f'["0","0",{10**30}]', '{"entries":1}', '["\\u0030","0",1]', "\x00"),
    ],
)
def test_other_lines_are_left_to_python(line: str) -> None:
    """The core reads up to the line, and whether it makes sense is not its affair."""
    before, behind = '["10","1",8]\n', '["0","0",1]\n'
    notes, lines = _native.Notes(9), _native.NoteLines(9)
    assert lines.read(f"{before}{line}\n{behind}".encode(), notes) == (len(before), 1)
    assert list(PackedNotes(notes)) == [(16, 1, None, None, "move", (8,))]
    assert lines.read(before.encode()[:-1], notes) == (0, 0)  # it may go on
    assert lines.read(b"", notes) == (0, 0)


@pytest.mark.parametrize(
    "answer",
    [
        *(
            "[0,9,1]",
            "[0,1]",
            "[0,1,1,1]",
            "[]",
            "0",
            "[0, 1,1]",
            "[0,01,1]",
            '{"sum":[6]}',
            '{"sum":[-1]}',
            '{"sum":[1,]}',
        ),
        *(
            '{"packing":[]}',
            '{"packing":[2,0,1,2]}',
            '{"packing":[-1]}',
            '{"race":[]}',
            '{"race":[0,1]}',
            '{"race":[7]}',
        ),
        *('{"race":[0,1,6]}', '{"race":[0,2,1]}', '{"pairing":[0,1]}', '{"magic":[]}', '{"sum":[1]}}', '{"sum":1}'),
    ],
)
def test_other_answers_of_grid_games_are_left_to_python(answer: str) -> None:
    """Moves that the game does not have, or not its player: Domineering 3×3 has six moves of either."""
    lines = note_lines(make("domineering:3x3"), Player.BLACK)
    assert lines is not None
    good = '["1","1","b",3,{"sum":[5]}]\n'
    for head in ('"b",3', '"w",null'):
        notes = _native.Notes(9)
        assert lines.read(f'{good}["1","1",{head},{answer}]\n'.encode(), notes) == (len(good), 1)
    for head in ('"x",3', '"b",-1', '"b",03', '"b",1000000000', '"b",true', "3", '"b"'):
        assert lines.read(f'["1","1",{head},[0,1,1]]\n'.encode(), _native.Notes(9)) == (0, 0)


SCRAPS = [*'019a[]{},-"', "\n", '["', '","', '",', "fff", "b", "w", "null"]
WHOLE = ['["0","1",', '"b",3,', '{"sum":[', '{"packing":[', '{"race":[', '{"pairing":[', "]}]\n", "[0,1,1]", "0,0,1"]
TEXT = st.lists(st.sampled_from(SCRAPS) | st.sampled_from(WHOLE))


@given(TEXT, st.sampled_from(["ttt", "domineering:3x3", "breakthrough:3x4"]))
def test_whatever_is_read_is_written_again(parts: list[str], name: str) -> None:
    """Nothing else is read, and what is left begins with a line that Python reads in no other way, if it does."""
    game, text = make(name), "".join(parts)
    lines, notes = note_lines(game, Player.BLACK), _native.Notes(len(game.board))
    assert lines is not None
    size, count = lines.read(text.encode(), notes)
    assert (text[:size].count("\n"), len(notes)) == (count, count)
    assert lines.write(notes, 0, count) == text[:size]
    codec = codec_for(game)
    read = [codec.read(json.loads(line)) for line in text[:size].splitlines()]
    assert list(NotedEntries(game, list(PackedNotes(notes))).pairs()) == read


def test_notes_that_a_game_does_not_have() -> None:
    grid, cells = note_lines(make("domineering:3x3"), Player.BLACK), _native.NoteLines(9)
    assert grid is not None
    for lines, mover, kind, numbers in (
        (grid, None, "move", [0]),
        (grid, True, "pairing", [0, 1]),
        (grid, True, "sum", [6]),
        (cells, None, "sum", [1]),
    ):
        notes = _native.Notes(9)
        notes.add(0, 0, mover, None, kind, numbers)
        with pytest.raises(ValueError, match="notes: expected"):
            lines.write(notes, 0, 1)
    with pytest.raises(ValueError, match="board"):
        cells.read(b"", _native.Notes(8))


@pytest.fixture(params=["httt:skinny,board=5x5", "domineering:6x8", "breakthrough:3x5"])
def held(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A file with some dozens of entries, of moves and of arguments."""
    path = tmp_path / "held.gz"
    assert zermelo.solve(request.param, certificate=path).checked
    return path


def lines_of(path: Path) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().splitlines()


def written(path: Path, lines: list[str], end: str = "\n") -> Path:
    path.write_bytes("".join(line + end for line in lines).encode())
    return path


def noted(path: Path) -> list[object]:
    """The entries of all claims by the core."""
    found: list[object] = []
    with StrategyFile(path) as file:
        for section in file.sections():
            assert isinstance(section.entries, strategy_file.FileEntries)
            notes = section.entries.read_notes(lambda _: None)
            assert notes is not None
            assert list(section.entries) == []  # all have been read
            found += NotedEntries(section.game, list(PackedNotes(notes)), section.claim.player).pairs()
    return found


@pytest.mark.parametrize("block", [16, 100, 1 << 20])
@pytest.mark.parametrize("form", ["as it is", "spaces", "CRLF", "capitals"])
def test_both_ways_read_the_same(
    held: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, block: int, form: str
) -> None:
    monkeypatch.setattr(strategy_file, "BLOCK", block)
    lines, rng = lines_of(held), Random(form)
    for number, line in enumerate(lines):
        if form == "spaces" and rng.random() < 0.2:
            lines[number] = json.dumps(json.loads(line))
        if form == "capitals" and line.startswith('["') and rng.random() < 0.2:
            black, white, *rest = json.loads(line)
            lines[number] = json.dumps([black.upper(), "0" + white, *rest])
    path = written(tmp_path / "b", lines, "\r\n" if form == "CRLF" else "\n")
    expected = [item for strategy in read_strategies(path) for item in strategy]
    assert len(expected) > 70
    assert noted(path) == expected
    assert all(isinstance(result, Holds) for result in check_file(path))


@pytest.mark.parametrize("odd", ODD)
def test_both_ways_find_the_same_wrong(held: Path, tmp_path: Path, odd: object) -> None:
    """Wherever a line is damaged, cut off or missing, both say the same, with the same number of the line."""
    lines, rng = lines_of(held), Random(str(odd))
    for _ in range(5):
        number = rng.randrange(2, len(lines))
        changed = [*lines[:number], json.dumps(odd), *lines[number + 1 :]]
        for wrong in (changed, lines[:number], lines[:number] + lines[number + 1 :]):
            said = []
            for read in (read_strategies, noted):
                with pytest.raises(InputError) as caught:
                    read(written(tmp_path / "b", wrong))
                said.append(str(caught.value))
            assert said[0] == said[1]


def test_limits_hold_while_it_is_read(held: Path) -> None:
    with pytest.raises(LimitError, match=r"more than \d+ positions"):
        check_file(held, memory_limit_mb=0.001)
    with pytest.raises(LimitError, match="out of time"):
        check_file(held, time_limit=0.0)


def test_a_position_twice_is_found(tmp_path: Path) -> None:
    game = make("httt:domino,board=2x1")
    write_strategies(
        tmp_path / "a", game, [Strategy(game, Claim(Player.WHITE, False), (), {Position(): Entry(Pairing(()))})]
    )
    lines = (tmp_path / "a").read_text().splitlines()
    twice = written(tmp_path / "b", [*lines[:3], lines[2], '{"entries":2}'])
    (result,) = check_file(twice)
    assert isinstance(result, Broken)
    assert result.why == "a position occurs twice in the strategy"
