"""Ground games written as GDL without variables: any Boolean network becomes a ``.kif`` file.

Each derived atom is a relation of its own, ``a1``, ``a2`` …; fluents and moves keep their names, where these are terms
of GDL. Black's role comes first. What GDL has no word for, the thresholds and the depth of the file's question, is a
comment that :func:`~zermelo.language.gdl.read_gdl` understands. Reading the text gives a game with the same reachable
states and the same verdicts; its network may be smaller, for atoms that never change go. With them scores may go that
nobody reaches, so thresholds are always written: the highest score that is left need not be the one of before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from zermelo.errors import InputError, UnsupportedError
from zermelo.language.gdl_syntax import parse
from zermelo.language.source import Source
from zermelo.model.game import Game, Player
from zermelo.model.net import FALSE, TRUE
from zermelo.model.net_game import NetGame

_PLAIN = re.compile(r"(?![?;])[^\s();?A-Z][^\s();A-Z]*")
_NEVER = "(distinct never never)"
_UNFIT = re.compile(r"[\s();?]+")


def write_gdl(game: Game) -> str:
    """The text of a ground game.

    Parameters
    ----------
    game
        A :class:`~zermelo.model.NetGame`; its start position becomes ``init``.

    Raises ``UnsupportedError`` for any other game.

    >>> from zermelo.model.net import Net, NetRule
    >>> rules = (NetRule(5, (1,)), NetRule(5, (2,)), NetRule(6, (-1,)))
    >>> net = Net(("lit",), (("on", "wait"), ("noop",)), rules, (5,), ((6, 6), (0,)), 1, (((100, 1),), ((100, 6),)), 0)
    >>> print(write_gdl(NetGame("lamp", net)), end="")
    ; zermelo: win 100, white-win 100
    (role black)
    (role white)
    (<= (legal black on) a2)
    (<= (legal black wait) a2)
    (legal white noop)
    (<= a1 (true lit))
    (<= a1 (does black on))
    (<= a2 (not (true lit)))
    (<= (next lit) a1)
    (<= terminal (true lit))
    (<= (goal black 100) (true lit))
    (<= (goal white 100) a2)
    """
    if not isinstance(game, NetGame):
        raise UnsupportedError("a ground game for GDL", found=game.kind, source=game.name)
    return "\n".join(_lines(game)) + "\n"


def _lines(game: NetGame) -> Iterator[str]:
    net = game.net
    order = [game.role_of(player) for player in Player]
    roles = _names([game.roles[role] for role in (0, 1)])
    depth = "" if game.depth is None else f", depth {game.depth}"
    yield f"; zermelo: win {game.win}, white-win {game.white_win}{depth}"
    for role in order:
        yield f"(role {roles[role]})"
    fluents = _names(net.fluents)
    moves = [_names(each) for each in net.moves]
    atoms = [f"(true {name})" for name in fluents]
    for role in (0, 1):
        atoms += [f"(does {roles[role]} {name})" for name in moves[role]]
    atoms += [f"a{number}" for number in range(1, net.atoms - len(atoms) + 1)]

    def said(head: str, body: Iterable[int]) -> str:
        literals = [atoms[each - 1] if each > 0 else f"(not {atoms[-each - 1]})" for each in body]
        return f"(<= {head} {' '.join(literals)})" if literals else head if head[0] == "(" else f"({head})"

    missing = {"legal", "terminal", "goal"}  # without a rule for one of these a text is no description of a game

    def defined(head: str, ref: int) -> Iterator[str]:
        relation = head.split(maxsplit=1)[0].strip("(")
        if ref != FALSE or relation in missing:
            missing.discard(relation)
            yield said(head, () if ref == TRUE else (ref,)) if ref != FALSE else f"(<= {head} {_NEVER})"

    for number, name in enumerate(fluents):
        if game.start.black >> number & 1:
            yield f"(init {name})"
    for role in order:
        for name, ref in zip(moves[role], net.legal[role], strict=True):
            yield from defined(f"(legal {roles[role]} {name})", ref)
    for head, body in net.rules:
        yield said(atoms[head - 1], body)
    for name, ref in zip(fluents, net.next, strict=True):
        yield from defined(f"(next {name})", ref)
    yield from defined("terminal", net.terminal)
    for role in order:
        for value, ref in net.score[role]:
            yield from defined(f"(goal {roles[role]} {value})", ref)


def _names(texts: Iterable[str]) -> list[str]:
    """Different terms of GDL for some names: the names themselves where they are terms."""
    found: dict[str, None] = {}
    for text in texts:
        name = text if _is_term(text) else _UNFIT.sub("_", text.lower()).strip("_") or "x"
        unique, number = name, 1
        while unique in found:
            number += 1
            unique = f"{name}~{number}" if name[-1] != ")" else f"(same {name} {number})"
        found[unique] = None
    return list(found)


def _is_term(text: str) -> bool:
    if "(" not in text:
        return _PLAIN.fullmatch(text) is not None and text != "<="
    if "?" in text or ";" in text or text != text.lower() or not text.startswith("("):
        return False
    try:
        rules = parse(Source(None, f"(x {text})")).rules
    except InputError:
        return False
    return len(rules) == 1 and len(rules[0].head.args) == 1 and _canonical(text) == text


def _canonical(text: str) -> str:
    return re.sub(r"\s+", " ", text).replace("( ", "(").replace(" )", ")")
