"""Saved plays: a JSON object with the rules of the game and the names of the moves."""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import dataclass, field
from pathlib import Path

from zermelo.errors import InputError, damaged
from zermelo.files import read_text, write_text
from zermelo.play.play import Play

VERSION = 1


@dataclass
class SavedPlay:
    """A play, its players, and the strategy file that one of them used.

    Parameters
    ----------
    session
        The game and its moves.
    players
        ``human``, ``solver``, ``strategy``, ``random``, or ``level 5`` and the like, for ``black`` and ``white``.
    strategy
        The path of a strategy file; empty without one.
    """

    session: Play
    players: dict[str, str] = field(default_factory=dict)
    strategy: str = ""


def save(path: str | os.PathLike[str], record: SavedPlay) -> None:
    """Write a play to a file; the file appears complete or not at all.

    ``InputError`` where there is a file already that is no play.
    """
    from zermelo.language.json_game import game_to_json

    there = Path(path)
    if there.is_file() and there.stat().st_size and kind_of(path) != "play":
        expected = "a new file, or a play that was saved"
        raise InputError(expected, found="another file", source=os.fspath(path), advice="it would be lost")
    game = record.session.game
    value = {
        "zermelo": "play",
        "version": VERSION,
        "name": game.name,
        "moves": record.session.names,
        "players": record.players,
        "strategy": record.strategy,
        "game": game_to_json(game),
    }
    write_text(path, [json.dumps(value, ensure_ascii=False), "\n"])


def load(path: str | os.PathLike[str]) -> SavedPlay:
    """Read a saved play; ``InputError`` for any other file, another version, or an illegal move."""
    from zermelo.language.json_game import game_from_json

    name = os.fspath(path)
    text, _ = read_text(os.path.abspath(name), name)  # noqa: PTH100 (a name that begins as a formula does is a name)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or value.get("zermelo") != "play":
        raise InputError("a play that was saved", found="something else", source=name)
    if value.get("version") != VERSION:
        raise InputError(f"version {VERSION} of saved plays", found=repr(value.get("version")), source=name)
    try:
        session = Play(game_from_json(value["game"], str(value["name"])))
        for number, move in enumerate(value["moves"], 1):
            try:
                session.make(str(move))
            except InputError as error:
                raise InputError(error.expected, found=error.found, source=f"{name}: move {number}") from None
        players = {str(key): str(each) for key, each in dict(value.get("players", {})).items()}
    except InputError as error:
        error.source = error.source or name
        raise
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError("a play that was saved", found=damaged(error), source=name) from None
    return SavedPlay(session, players, str(value.get("strategy", "")))


def kind_of(path: str | os.PathLike[str]) -> str:
    """The kind of a file by its first bytes: ``"strategy"`` (an outline, too), ``"play"``, or else ``""``."""
    try:
        if not Path(path).is_file():  # what is read from a pipe is gone
            return ""
        with open(path, "rb") as file:  # noqa: PTH123 (any path)
            packed = file.read(2) == b"\x1f\x8b"
        with (gzip.open if packed else open)(path, "rb") as file:
            head = file.read(60)
    except (OSError, EOFError, ValueError):
        return ""
    plain = head.decode("utf-8", "replace").replace(" ", "")
    heads = {"strategy": "strategy", "outline": "strategy", "play": "play"}  # who reads an outline says what it is
    return next((kind for head, kind in heads.items() if plain.startswith(f'{{"zermelo":"{head}"')), "")
