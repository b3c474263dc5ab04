"""Pages: templates filled in. All is escaped; pictures alone, which `zermelo.picture` has escaped, are put in whole."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from zermelo import __version__
from zermelo.families import FAMILIES
from zermelo.web.address import Address, pack
from zermelo.web.family_forms import SHELVES, SHOWN, fields_of
from zermelo.web.page_question import KINDS, PageQuestion

MOST_LINKS = 300
"""Moves that a page lists."""


@cache
def templates() -> Environment:
    """The templates, with escaping on."""
    folder = Path(__file__).parent / "templates"
    found = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals |= {"version": __version__, "kinds": KINDS}
    return found


def _page(template: str, status: int = 200, **values: Any) -> HTMLResponse:
    return HTMLResponse(templates().get_template(template).render(**values), status)


class Pages:
    """One function for each page."""

    @staticmethod
    def home(query: dict[str, str]) -> HTMLResponse:
        """The page on which a game is chosen or made."""
        name = query.get("family", "hex")
        family = FAMILIES.get(name, FAMILIES["hex"])
        return _page(
            "home.html", shelves=SHELVES, families=FAMILIES, family=family, fields=fields_of(family), shown=SHOWN
        )

    @staticmethod
    def game(address: Address, view: dict[str, Any]) -> HTMLResponse:
        """A game, to play and to ask about."""
        return _page("game.html", **_common(address, view))

    @staticmethod
    def answer(address: Address, question: PageQuestion, answer: dict[str, Any]) -> HTMLResponse:
        """An answer with its evidence."""
        return _page("answer.html", question=question, answer=answer, **_common(address, answer["view"]))

    @staticmethod
    def proof(
        address: Address, question: PageQuestion, line: list[str], claim: str, place: dict[str, Any]
    ) -> HTMLResponse:
        """One place of a strategy."""

        def link(moves: list[str]) -> str:
            return "/proof?" + address.query(**question.query(), c=claim, l=" ".join(moves))

        return _page(
            "proof.html", question=question, line=line, place=place, link=link, claim=claim,
            **_common(address, place["view"]),
        )  # fmt: skip

    @staticmethod
    def formula(address: Address, query: dict[str, str], found: dict[str, Any]) -> HTMLResponse:
        """The formulas of a game."""
        return _page("formula.html", address=address, asked=query, found=found, fields=_fields(address))

    @staticmethod
    def edit(address: Address, view: dict[str, Any]) -> HTMLResponse:
        """A game as text beside its board."""
        return _page("edit.html", **_common(address, view))

    @staticmethod
    def error(text: str, status: int) -> HTMLResponse:
        """An error in one sentence, and the way back."""
        return _page("error.html", status, text=text)


def _fields(address: Address) -> dict[str, str]:
    """The hidden fields that carry an address through a form."""
    fields = {"g": address.game} if address.game else {"t": pack(address.text)}
    return {**fields, "m": " ".join(address.moves)}


def _common(address: Address, view: dict[str, Any]) -> dict[str, Any]:
    moves = address.moves
    return {
        "address": address,
        "view": view,
        "fields": _fields(address),
        "query": address.query(),
        "history": [(name, address.after(moves[: at + 1]).query()) for at, name in enumerate(moves)],
        "undo": address.after(moves[:-1]).query() if moves else None,
        "again": address.after(()).query(),
        "links": [(each["name"], address.after([*moves, each["name"]]).query()) for each in view["moves"][:MOST_LINKS]],
        "more_links": max(0, len(view["moves"]) - MOST_LINKS),
    }
