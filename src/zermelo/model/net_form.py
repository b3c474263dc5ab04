"""Ground games as JSON and back: the net itself, so that a strategy file needs neither the sheet nor the grounder."""

from __future__ import annotations

import json
from typing import Any

from zermelo.errors import InputError
from zermelo.model.game import Player, Position
from zermelo.model.net import Net, NetRule
from zermelo.model.state_game import name_of_form

MOST_ATOMS = 1 << 20
"""Atoms and rules of a net in a file."""


def net_form(net: Net) -> dict[str, Any]:
    """The JSON form of a net, field by field; the inverse of :func:`net_of_form`."""
    return {
        "fluents": list(net.fluents),
        "moves": [list(names) for names in net.moves],
        "rules": [[head, *body] for head, body in net.rules],
        "next": list(net.next),
        "legal": [list(refs) for refs in net.legal],
        "terminal": net.terminal,
        "score": [[[value, ref] for value, ref in scores] for scores in net.score],
        "init": f"{net.init:x}",
    }


def net_of_form(form: Any) -> Net:
    """The net of a form.

    Raises ``InputError``, without a place, ``KeyError``, ``TypeError`` or ``ValueError`` for anything else.
    """
    first, second = (tuple(map(name_of_form, names)) for names in form["moves"])
    legal_first, legal_second = (tuple(map(_number, refs)) for refs in form["legal"])
    scores = [tuple((_number(value), _number(ref)) for value, ref in each) for each in form["score"]]
    if len(form["rules"]) > MOST_ATOMS:
        raise InputError(f"at most {MOST_ATOMS} rules", found=str(len(form["rules"])))
    rules = tuple(NetRule(_number(head), tuple(map(_number, body))) for head, *body in form["rules"])
    (score_first, score_second) = scores
    return Net(
        tuple(map(name_of_form, form["fluents"])),
        (first, second),
        rules,
        tuple(map(_number, form["next"])),
        (legal_first, legal_second),
        _number(form["terminal"]),
        (score_first, score_second),
        mask_of_form(form["init"]),
    )


def canonical_net(net: Net, state: int, thresholds: tuple[int, int], black: int, mover: Player) -> str:
    """The text by which facts about a ground game are kept: all that its rules say, without names.

    Parameters
    ----------
    net, state
        The rules, and the mask of the fluents that hold.
    thresholds
        The scores from which the first role, and the second, have won.
    black
        The role that is Black.
    mover
        The player who moves.
    """
    turn = "1" if (mover is Player.BLACK) is (black == 0) else "2"
    said = net_form(net)
    sizes = [len(said.pop("fluents")), *(len(names) for names in said.pop("moves"))]
    said["rules"] = sorted(said["rules"])
    del said["init"]
    facts = {"game": "net", "turns": turn, "sizes": sizes, "win": list(thresholds), "state": f"{state:x}", **said}
    return json.dumps(facts, separators=(",", ":"))


def position_form(position: Position) -> str:
    """The fluents of a state as a mask in hexadecimal digits."""
    return f"{position.black:x}"


def mask_of_form(text: Any) -> int:
    """The mask of hexadecimal digits; ``InputError``, without a place, for anything else."""
    if not isinstance(text, str) or not text.isalnum() or len(text) > MOST_ATOMS:
        raise InputError("a mask in hexadecimal digits", found=repr(text)[:60])
    return int(text, 16)


def _number(value: Any) -> int:
    if type(value) is not int or abs(value) > MOST_ATOMS:
        raise InputError(f"the number of an atom, at most {MOST_ATOMS}", found=repr(value)[:60])
    return value
