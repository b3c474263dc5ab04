"""The campaign file: games × ways × repetitions, within limits, in TOML.

    games = ["httt:{el,tippy},board=3x3", "puzzles/*.pg"]
    ways = ["default", "search", "cor+depqbf", "pairing+bloqqer+caqe"]
    repetitions = 3

    [limits]
    time = 10        # seconds of each cell
    memory = 2000    # MB

    [query]
    who = true

Its cells come in a fixed order: repetition after repetition, game after game, way after way. docs/campaigns.md
describes the keys. Every mistake is an ``InputError`` of one line: with line and column for bad syntax, with the path
of the key, such as ``limits.time``, for a wrong value.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo import __version__
from zermelo.bench.members import alternatives
from zermelo.campaign.cell import CampaignCell, CampaignQuery, CellLimits
from zermelo.campaign.game_list import MOST_GAMES, ListedGame, listed
from zermelo.campaign.way import CampaignWay, way
from zermelo.errors import InputError
from zermelo.language.source import read_text
from zermelo.solvers.tools_file import TomlTable, ToolsFile

KEYS = ("games", "ways", "repetitions", "check", "limits", "query")
LIMITS = ("time", "memory", "jobs")
QUERY = ("depth", "who", "for", "fastest")

MOST_CELLS = 1_000_000
MOST_REPETITIONS = 10_000
MOST_SECONDS = 10**8
MOST_DEPTH = 99_999


@dataclass(frozen=True)
class Plan:
    """A campaign file, read.

    Parameters
    ----------
    path, text
        The file.
    games, ways
        Each once, in the order of the file.
    asked, limits, check, repetitions
        Of all cells.
    """

    path: Path
    text: str
    games: tuple[ListedGame, ...]
    ways: tuple[CampaignWay, ...]
    asked: CampaignQuery
    limits: CellLimits
    check: bool
    repetitions: int

    def cells(self) -> list[CampaignCell]:
        """The cells, with the versions of now; ``MissingToolError`` when a tool of a way is not installed."""
        for each in self.ways:
            each.require()
        versions = {each.label: each.versions() for each in self.ways}
        return [
            CampaignCell(
                game.name,
                game.source,
                game.sha256,
                each.label,
                self.asked,
                self.limits,
                self.check,
                repetition,
                __version__,
                versions[each.label],
            )
            for repetition in range(1, self.repetitions + 1)
            for game in self.games
            for each in self.ways
        ]


def read_plan(path: Path) -> Plan:
    """Read a campaign file.

    Raises ``InputError`` for a file that cannot be read, or that is wrong.
    """
    text = read_text(path)
    return parse_plan(path, text)


def parse_plan(path: Path, text: str) -> Plan:
    """The plan of this text, as if it stood in that file.

    >>> plan = parse_plan(Path("campaign.toml"), 'games = ["hex:{2x2,3x3}"]\\nways = ["search", "et+caqe"]')
    >>> [game.name for game in plan.games], [each.label for each in plan.ways], plan.limits.time
    (['hex:2x2', 'hex:3x3'], ['search', 'et+caqe'], None)
    >>> parse_plan(Path("campaign.toml"), 'games = ["hex:2x2"]\\nways = ["et"]')
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: campaign.toml: ways[1]: found 'et', expected a way: default, search, ...
    """
    file = ToolsFile.parse(path, text)
    top = TomlTable(file, (), file.data)
    top.only(KEYS)
    ways = _ways(top)
    repetitions = _whole(top, "repetitions", 1, 1, MOST_REPETITIONS)
    plan = Plan(path, text, _games(top), ways, _asked(top.table("query")), _limits(top.table("limits")),
                top.flag("check", True), repetitions)  # fmt: skip
    cells = len(plan.games) * len(ways) * repetitions
    if cells > MOST_CELLS:
        found = f"{len(plan.games)} games × {len(ways)} ways × {repetitions} repetitions"
        raise InputError(f"at most {MOST_CELLS} cells", found=found, source=str(path))
    return plan


def _entries(top: TomlTable, key: str, wanted: str) -> list[str]:
    """A list of texts that is not empty."""
    value = top.values.get(key)
    if not isinstance(value, list) or not value:
        raise top.fault(key, wanted)
    for number, each in enumerate(value, 1):
        if not isinstance(each, str) or not each.strip() or not each.isprintable():
            raise top.fault(f"{key}[{number}]", "a text on one line", each)
    return value


def _placed(top: TomlTable, key: str, error: InputError) -> InputError:
    """An error with the file and the key before its own place."""
    return InputError(" ".join(str(error).split()), source=f"{top.file.path}: {key}")


def _games(top: TomlTable) -> tuple[ListedGame, ...]:
    found: dict[str, ListedGame] = {}
    for number, entry in enumerate(_entries(top, "games", 'a list of games such as ["hex:3x3", "puzzles/*.pg"]'), 1):
        try:
            for game in listed(entry, top.file.path.parent):
                found.setdefault(game.sha256, game)
        except InputError as error:
            raise _placed(top, f"games[{number}]", error) from error
        if len(found) > MOST_GAMES:
            raise top.fault("games", f"at most {MOST_GAMES} games", "more")
    return tuple(found.values())


def _ways(top: TomlTable) -> tuple[CampaignWay, ...]:
    found: dict[str, CampaignWay] = {}
    for number, label in enumerate(_entries(top, "ways", 'a list of ways such as ["default", "cor+depqbf"]'), 1):
        try:
            for made in map(way, alternatives(label)):
                found.setdefault(made.label, made)
        except InputError as error:
            raise _placed(top, f"ways[{number}]", error) from error
    return tuple(found.values())


def _whole(table: TomlTable, key: str, default: Any, least: int, most: int) -> Any:
    value = table.values.get(key, default)
    if key in table.values and (type(value) is not int or not least <= value <= most):
        raise table.fault(key, f"a whole number from {least} to {most}")
    return value


def _limits(table: TomlTable) -> CellLimits:
    table.only(LIMITS)
    seconds = table.values.get("time")
    if seconds is not None:
        number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if not number or math.isnan(seconds) or not 0 < seconds <= MOST_SECONDS:
            raise table.fault("time", f"a number of seconds above 0, at most {MOST_SECONDS}")
        seconds = float(seconds)
    memory = _whole(table, "memory", None, 1, 2**30)
    return CellLimits(seconds, memory, _whole(table, "jobs", 1, 1, 1024))


def _asked(table: TomlTable) -> CampaignQuery:
    table.only(QUERY)
    depth = _whole(table, "depth", None, 0, MOST_DEPTH)
    who, fastest = table.flag("who", False), table.flag("fastest", False)
    player = table.text("for", "black").lower()
    if player not in {"black", "white"}:
        raise table.fault("for", "black or white")
    if who and (fastest or depth is not None or player != "black"):
        raise table.fault("who", "who alone: it asks of both players, without a depth", "who with another question")
    return CampaignQuery("fastest" if fastest else "winner" if who else None, player, depth)
