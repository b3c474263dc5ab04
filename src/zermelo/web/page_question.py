"""The question in an address: its kind, the player, the depth, and the limits of the work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from zermelo.errors import InputError
from zermelo.web.address import Address

KINDS = {"winner": "Who wins?", "within": "Does the player win within so many moves?", "fastest": "How fast?"}
MOST_DEPTH = 10_000
USUAL_SECONDS, MOST_SECONDS = 30, 3600


@dataclass(frozen=True)
class PageQuestion:
    """A question of a page.

    Parameters
    ----------
    kind, player, depth, first_moves
        As of `~zermelo.verdict.Query`.
    seconds
        The time for it.
    encoding, solver
        Tools for formulas; empty: as the program chooses.

    >>> read_question({"q": "within", "d": "7"}).query()
    {'q': 'within', 'd': '7'}
    """

    kind: str = "winner"
    player: str = "black"
    depth: int | None = None
    first_moves: bool = False
    seconds: int = USUAL_SECONDS
    encoding: str = ""
    solver: str = ""

    def query(self) -> dict[str, str]:
        """The fields of an address, without those that are as usual."""
        fields = {
            "q": self.kind,
            "p": "" if self.player == "black" else self.player,
            "d": "" if self.depth is None else str(self.depth),
            "f": "1" if self.first_moves else "",
            "s": "" if self.seconds == USUAL_SECONDS else str(self.seconds),
            "e": self.encoding,
            "x": self.solver,
        }
        return {name: value for name, value in fields.items() if value}

    def key(self, address: Address) -> str:
        """The name under which the strategies of its answer are kept."""
        return address.query(**self.query())

    def request(self, address: Address) -> dict[str, Any]:
        """The request for a worker."""
        asked = {
            "kind": self.kind,
            "player": None if self.kind == "winner" else self.player,
            "depth": None if self.kind == "winner" else self.depth,
            "first_moves": self.first_moves,
            "seconds": self.seconds,
            "encoding": self.encoding,
            "solver": self.solver,
        }
        return request_for("solve", address, **asked)


def request_for(task: str, address: Address, **more: Any) -> dict[str, Any]:
    """A request for a worker about the position of an address."""
    return {"task": task, "game": address.game, "text": address.text, "moves": list(address.moves), **more}


def read_question(query: Mapping[str, str]) -> PageQuestion:
    """The question of an address; ``InputError`` for one that makes no sense."""
    kind = query.get("q") or "winner"
    if kind not in KINDS:
        raise InputError(f"a question among {', '.join(KINDS)}", found=repr(kind[:40]))
    player = query.get("p") or "black"
    if player not in ("black", "white"):
        raise InputError("a player, black or white", found=repr(player[:40]))
    depth = number(query.get("d", ""), "a depth", 0, MOST_DEPTH) if kind != "winner" else None
    seconds = number(query.get("s", ""), "seconds", 1, MOST_SECONDS) or USUAL_SECONDS
    if kind == "within" and depth is None:
        raise InputError("a number of moves for “within”", found="none")
    tools = query.get("e", "")[:80], query.get("x", "")[:80]
    return PageQuestion(kind, player, depth, bool(query.get("f")), seconds, *tools)


def number(text: str, what: str, least: int, most: int) -> int | None:
    """The number in a field of a form; None for an empty one."""
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 9 and least <= int(text) <= most):
        raise InputError(f"{what} from {least} to {most}", found=repr(text[:40]))
    return int(text)
