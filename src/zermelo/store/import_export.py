"""The store as text: one JSON object a line, a game with all that is known of it.

    {"key": "…", "kind": "…", "name": "…", "game": {…}, "facts": [{"player": 1, "depth": 5, "answer": true, …}, …]}

``game`` is the canonical form itself, of which ``key`` is the hash; players and moves are those of that form. A fact
with depth null holds for any number of moves.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, fields
from typing import Any

from zermelo.errors import InputError
from zermelo.store.canonical import key_of
from zermelo.store.database import Database, StoredGame
from zermelo.store.fact import ANY, EVER, Origin, StoredFact
from zermelo.store.store import insert

_ORIGIN = [each.name for each in fields(Origin)]
_LINE: Mapping[str, tuple[type, ...]] = {
    "key": (str,),
    "kind": (str,),
    "name": (str,),
    "game": (dict,),
    "facts": (list,),
}
_FACT: Mapping[str, tuple[type, ...]] = {
    "player": (int,),
    "after": (str,),
    "depth": (int, type(None)),
    "answer": (bool,),
    "first_move": (str,),
    **dict.fromkeys(_ORIGIN, (str,)),
    "checked": (bool,),
    "disputed": (bool,),
    "zermelo": (str,),
    "edition": (int,),
    "seconds": (int, float),
    "date": (str,),
}


def exported(database: Database) -> Iterator[str]:
    """The lines of all games."""
    for game in database.games():
        line = {"key": game.key, "kind": game.kind, "name": game.name, "game": json.loads(game.text)}
        line["facts"] = [fact_json(record) for record in database.records(game.key)]
        yield json.dumps(line) + "\n"


def fact_json(record: StoredFact) -> dict[str, Any]:
    """A record as JSON."""
    known = {**asdict(record), **asdict(record.origin), "player": record.role}
    known["depth"] = None if record.depth == EVER else record.depth
    return {name: known[name] for name in _FACT}


def imported(database: Database, lines: Iterable[str], source: str) -> tuple[int, int]:
    """Add the facts of some lines, all or none; the numbers of games and facts.

    Parameters
    ----------
    database
        The file to add to.
    lines
        Lines as :func:`exported` writes them; blank ones are skipped.
    source
        The name of their file, for errors.

    Raises ``InputError``, with file and line, for a line of another form, and for a fact that contradicts a stored one.
    """
    games = facts = 0
    with database.writing():
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    facts += _add(database, *_read(line))
                except InputError as error:
                    error.source, error.line, error.advice = source, number, "nothing of the file was imported"
                    raise
                games += 1
    return games, facts


def _add(database: Database, game: StoredGame, records: list[StoredFact]) -> int:
    database.add_game(game)
    for record in records:
        against = insert(database, game, record)
        if against:
            stored, new = (f'"{each.sentence(f"player {each.role}")}" ({each.origin})' for each in (against[0], record))
            raise InputError(f"what agrees with the stored answer {stored} on {game.name}", found=new)
    return len(records)


def _read(line: str) -> tuple[StoredGame, list[StoredFact]]:
    """The game and the records of a line."""
    try:
        whole = json.loads(line)
        json.dumps(whole, ensure_ascii=False).encode()  # no half characters
    except (ValueError, RecursionError) as error:
        raise InputError("a JSON object", found=f"what is none ({error})") from None
    _check("a line", whole, _LINE)
    text = json.dumps(whole["game"], separators=(",", ":"))
    if key_of(text) != whole["key"]:
        raise InputError("the hash of the game as its key", found=repr(whole["key"][:80]))
    records = []
    for fact in whole["facts"]:
        _check("a fact", fact, _FACT)
        if ANY in (fact["after"], fact["first_move"]):  # no fact says more than was asked
            raise InputError("a first move of the game, or none", found=repr(ANY))
        origin = Origin(**{name: fact.pop(name) for name in _ORIGIN})
        role, depth = fact.pop("player"), fact.pop("depth")
        numbers = {"player": role - 1, "depth": depth or 0, "edition": fact["edition"], "seconds": fact["seconds"]}
        wrong = next(
            (name for name, value in numbers.items() if not 0 <= value < (2 if name == "player" else EVER)), None
        )
        if wrong:
            raise InputError("player 1 or 2, and no number below 0 or very large", found=f"a wrong {wrong}")
        records.append(StoredFact(role=role, depth=EVER if depth is None else depth, origin=origin, **fact))
    return StoredGame(whole["key"], whole["kind"], whole["name"], text), records


def _check(what: str, value: Any, types: Mapping[str, tuple[type, ...]]) -> None:
    """Refuse what is no object with exactly these fields of these types."""
    if not isinstance(value, dict) or set(value) != set(types):
        raise InputError(f"{what} to be an object with {', '.join(types)}", found=json.dumps(value)[:200])
    for name, allowed in types.items():
        if type(value[name]) not in allowed:
            words = " or ".join(each.__name__ for each in allowed)
            raise InputError(f"{name} of {what} to be {words}", found=json.dumps(value[name])[:80])
