"""The campaign file: cells in a fixed order, keys that change with what matters, and one line for every mistake."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from zermelo.campaign.cell import CampaignCell, CampaignQuery, CellLimits
from zermelo.campaign.plan import parse_plan, read_plan
from zermelo.errors import InputError

GOOD = 'games = ["hex:2x2"]\nways = ["search"]\n'


def planned(tmp_path: Path, text: str) -> list[tuple[str, str, int]]:
    (tmp_path / "c.toml").write_text(text)
    return [(cell.game, cell.way, cell.repetition) for cell in read_plan(tmp_path / "c.toml").cells()]


def test_the_product_in_order(tmp_path):
    cells = planned(tmp_path, 'games = ["hex:{2..3}x2", "hex:2x2"]\nways = ["default", "search"]\nrepetitions = 2')
    assert cells == [
        (game, way, repetition)
        for repetition in (1, 2)
        for game in ("hex:2x2", "hex:3x2")
        for way in ("default", "search")
    ]


def test_switches_in_a_way(tmp_path):
    """In one form, each once."""
    ways = [
        "search:shuffle={0..2}",
        "search:shuffle=2 , facts=OFF",
        "Search: facts=off,shuffle=2",
        "search:DF-PN,table=off",
    ]
    cells = planned(tmp_path, f'games = ["hex:2x2"]\nways = {json.dumps(ways)}')
    seeds = [f"search:shuffle={seed}" for seed in range(3)]
    assert [way for _, way, _ in cells] == [*seeds, "search:facts=off,shuffle=2", "search:df-pn,table=off"]


def test_files_patterns_and_manifests(tmp_path):
    """Paths are relative to the campaign file; a file of the same contents is the same game; domains are no games."""
    (tmp_path / "games").mkdir()
    for name, text in {"b.hex": "2x2", "a.hex": "2x3", "copy.hex": "2x2", "domain.ig": "#", "notes.txt": "x"}.items():
        (tmp_path / "games" / name).write_text(text)
    (tmp_path / "m.csv").write_text(
        "family,parameters,depth\nhex,2x2,3\nhex,2x2,3\nhttt,'el,board=3x3',5\n".replace("'", '"')
    )
    found = planned(tmp_path, 'games = ["games/*", "m.csv", "games/{a,b}.hex"]\nways = ["search"]')
    assert [game for game, _, _ in found] == [
        "games/a.hex", "games/b.hex", "hex:2x2,depth=3", "httt:el,board=3x3,depth=5",
    ]  # fmt: skip


def test_a_manifest_with_a_sheet(tmp_path):
    """It names no file of the sheet; the message tells, and what to do."""
    (tmp_path / "m.csv").write_text("family,parameters,depth\nhex,2x2,3\ngdl,nim,3\n")
    with pytest.raises(InputError, match=r"found gdl:nim, a sheet .* expected a manifest of families; list the file"):
        planned(tmp_path, 'games = ["m.csv"]\nways = ["search"]')


def test_the_key():
    """It changes with whatever the answer may depend on, and with nothing else."""
    cell = CampaignCell("a", "/a", "f00", "search")
    changes: list[dict[str, Any]] = [
        {"game_sha256": "f01"}, {"way": "default"}, {"asked": CampaignQuery(depth=3)}, {"limits": CellLimits(time=3.0)},
        {"check": False}, {"repetition": 2}, {"zermelo": "1"}, {"tools": {"depqbf": "6"}},
    ]  # fmt: skip
    keys = {cell.key, *(replace(cell, **change).key for change in changes)}
    assert len(keys) == len(changes) + 1
    assert replace(cell, game="b", source="/b").key == cell.key
    assert CampaignCell.from_json(cell.to_json()) == cell


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("games = [", "c.toml:1:1: not TOML"),
        ("games = " + "[" * 5000, "not TOML: it nests too deeply"),
        ("repetitions = " + "9" * 5000, "not TOML"),
        ("a = 1\na = 2", "c.toml:2:"),
        (GOOD + "gmes = 1", "gmes: found 'gmes', expected a key out of games"),
        ('ways = ["search"]', "games: found nothing, expected a list"),
        ('games = []\nways = ["search"]', "games: found [], expected a list"),
        ('games = "hex:2x2"\nways = ["search"]', "games: found 'hex:2x2', expected a list"),
        ('games = [3]\nways = ["search"]', "games[1]: found 3, expected a text"),
        ('games = [""]\nways = ["search"]', "games[1]: found ''"),
        ('games = ["hex:2x2"]', "ways: found nothing"),
        ('games = ["hex:2x2"]\nways = []', "ways: found []"),
        ('games = ["hex:2x2"]\nways = ["et"]', "ways[1]: found 'et', expected a way"),
        ('games = ["hex:2x2"]\nways = ["search", "xx+depqbf"]', "ways[2]: found 'xx', expected an encoding"),
        ('games = ["hex:2x2"]\nways = ["et+xx"]', "ways[1]: found 'xx', expected a solver"),
        ('games = ["hex:2x2"]\nways = ["et+xx+caqe"]', "ways[1]: found 'xx', expected a preprocessor"),
        ('games = ["hex:2x2"]\nways = ["search:xx"]', "ways[1]: found 'xx', expected an engine"),
        ('games = ["hex:2x2"]\nways = ["search:df-pn,nope=1"]', "ways[1]: found 'nope', expected a switch among"),
        ('games = ["hex:2x2"]\nways = ["search:facts=1"]', "ways[1]: found 'facts=1', expected on or off"),
        ('games = ["hex:2x2"]\nways = ["search:facts=off,df-pn"]', "ways[1]: found 'df-pn', expected a switch NAME"),
        (
            'games = ["hex:2x2"]\nways = ["search:shuffle={1..3"]',
            "ways[1]: found 'search:shuffle={1..3', expected braces",
        ),
        ('games = ["hx:2x2"]\nways = ["search"]', "games[1]: hx:2x2:1:1: found 'hx'"),
        ('games = ["hex:{1..99999999}x2"]\nways = ["search"]', "games[1]: found '1..99999999', expected a range"),
        ('games = ["hex:{1..999}x{1..999}"]\nways = ["search"]', "games[1]: found"),
        ('games = ["hex:{2x2"]\nways = ["search"]', "games[1]: found 'hex:{2x2', expected braces in pairs"),
        ('games = ["none.pg"]\nways = ["search"]', "games[1]: none.pg: found no such file"),
        ('games = ["/dev/zero"]\nways = ["search"]', "games[1]: /dev/zero: found no regular file"),
        ('games = ["*.pg"]\nways = ["search"]', "games[1]: *.pg: found none that does"),
        ('games = ["m.json"]\nways = ["search"]', "games[1]: "),
        ('games = ["a\\u0000b.pg"]\nways = ["search"]', "games[1]: "),
        (GOOD + "repetitions = 0", "repetitions: found 0, expected a whole number from 1"),
        (GOOD + "repetitions = 1e3", "repetitions: found 1000.0"),
        (GOOD + "repetitions = true", "repetitions: found true"),
        (GOOD + "check = 1", "check: found 1, expected true or false"),
        (GOOD + "limits = 3", "limits: found 3, expected a table"),
        (GOOD + "[limits]\ntime = nan", "limits.time: found nan"),
        (GOOD + "[limits]\ntime = -1", "limits.time: found -1"),
        (GOOD + '[limits]\ntime = "10"', "limits.time: found '10'"),
        (GOOD + "[limits]\nmemory = 1.5", "limits.memory: found 1.5"),
        (GOOD + "[limits]\nmemori = 1", "did you mean memory?"),
        (GOOD + "[query]\ndepth = -1", "query.depth: found -1"),
        (GOOD + '[query]\nfor = "red"', "query.for: found 'red'"),
        (GOOD + "[query]\nwho = true\ndepth = 3", "query.who: "),
    ],
)
def test_mistakes(tmp_path, text, said):
    path = tmp_path / "c.toml"
    path.write_text(text)
    with pytest.raises(InputError) as raised:
        read_plan(path)
    message = str(raised.value)
    assert said in message
    assert "\n" not in message
    assert len(message) < 700
    assert "c.toml" in message


def test_too_many_cells():
    text = 'games = ["random-hex:seed={1..1000}"]\nways = ["search", "default"]\nrepetitions = 1000'
    with pytest.raises(InputError, match="at most 1000000 cells"):
        parse_plan(Path("c.toml"), text)
