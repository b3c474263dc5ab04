"""``zermelo families``, ``encodings`` and ``solvers``: lists, one line for each entry."""

from __future__ import annotations

from dataclasses import asdict

from zermelo.cli.common import JsonOption, print_json, table
from zermelo.families import FAMILIES


def _print(what: str, rows: list[dict[str, str]], as_json: bool) -> None:
    if as_json:
        print_json({what: rows})
    else:
        print(table([list(row.values()) for row in rows]))


def families(as_json: JsonOption = False) -> None:
    """List the families of games, with an example of each."""
    rows = [{"name": name, "example": each.examples[0], "description": each.summary} for name, each in FAMILIES.items()]
    about = "a game of OpenSpiel, where it is installed: pip install 'zermelo[openspiel]'"
    rows.append({"name": "openspiel", "example": "openspiel:connect_four(rows=4,columns=4)", "description": about})
    _print("families", rows, as_json)


def encodings(as_json: JsonOption = False) -> None:
    """List the encodings, and what each takes and answers."""
    from zermelo.encodings import ENCODINGS

    if as_json:
        rows = [
            {
                "name": name,
                "title": each.title,
                "source": each.source,
                "query": each.asks.value,
                "takes": asdict(each.takes),
                "needs": each.needs,
                "options": each.options(),
                "label_as_in_the_paper": each.faithful().label,
            }
            for name, each in ENCODINGS.items()
        ]
        print_json({"encodings": rows})
        return
    print(encoding_table())


def encoding_table() -> str:
    """A table of the encodings: the games and questions that each takes, with a legend."""
    from zermelo.encodings import ENCODINGS, Asks

    lines = [["name", "grid", "pos", "conn", "net", "MM", "MB", "p,q", "asks", "what it is"]]
    for name, each in ENCODINGS.items():
        takes = each.takes
        breaker = takes.positional and takes.maker_breaker
        marks = [takes.grid, takes.positional, takes.connection, takes.net]
        marks += [takes.maker_maker, breaker, takes.any_turns]
        asks = "Black" if each.asks is Asks.BLACK_WINS else "White"
        lines.append([name, *["yes" if mark else "-" for mark in marks], asks, each.title])
    return "\n".join([table(lines), "", *_LEGEND])


_LEGEND = (
    "grid, pos, conn, net: grid games (BDDL), positional, connection, ground games (GDL).  MM, MB: maker-maker and",
    "maker-breaker; torus boards: all that take pos (en, ln, sn: shapes).  p,q: several stones per move.  asks Black:",
    "whether Black wins within the depth; White: whether she holds, for ever or (neg) for so long.  Options after a",
    "colon: cor:symmetry=no; NAME:faithful is the encoding as its paper has it.  What fits a game, and why the others",
    "do not: zermelo show",
)


def solvers(as_json: JsonOption = False) -> None:
    """List the QBF solvers and preprocessors that are supported."""
    from zermelo.preprocess import PREPROCESSORS
    from zermelo.solvers import SOLVERS

    rows = [
        {
            "name": name,
            "kind": "solver",
            "installed": "installed" if each.executable() else "missing",
            "reads": ", ".join(each.capabilities.formats),
            "description": each.description,
        }
        for name, each in SOLVERS.items()
    ]
    rows += [
        {
            "name": name,
            "kind": "preprocessor",
            "installed": "installed" if each.available() else "missing",
            "reads": "qdimacs",
            "description": each.description,
        }
        for name, each in PREPROCESSORS.items()
    ]
    _print("solvers", rows, as_json)
