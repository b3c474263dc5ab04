"""A lesson as one HTML page without script, or as a Jupyter notebook whose cells can be run."""

from __future__ import annotations

import html
import json
from base64 import b64encode
from collections.abc import Sequence
from typing import Any

from zermelo.lesson.sections import LessonSection

_STYLE = """
body { font: 17px/1.5 system-ui, sans-serif; color: #22222a; background: #fff; max-width: 46em; margin: 2em auto;
  padding: 0 1em }
svg { max-width: 100%; height: auto; max-height: 30em }
table { border-collapse: collapse; margin: 1em 0 }
th, td { border-bottom: 1px solid #d5d7dd; padding: .2em .8em; text-align: right; vertical-align: top }
th:first-child, td:first-child { text-align: left }
details { border: 1px solid #d5d7dd; border-radius: 6px; padding: .4em .8em; margin: .5em 0 }
summary { cursor: pointer; font-weight: 600 }
"""


def as_lesson_html(title: str, found: Sequence[LessonSection]) -> str:
    """The page: hints open one by one when they are asked for.

    Parameters
    ----------
    title
        The name of the game.
    found
        The sections.
    """
    name = html.escape(f"A lesson on {title}")
    parts = [f"<section>\n<h2>{html.escape(each.title)}</h2>\n{_body(each)}</section>\n" for each in found]
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{name}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{name}</h1>\n{''.join(parts)}</body>\n</html>\n"
    )


def _body(section: LessonSection) -> str:
    parts = [f"<p>{html.escape(text)}</p>\n" for text in section.texts]
    parts += [_table(section)] if section.table else []
    parts += [f"<p>{picture}</p>\n" for picture in section.pictures]
    for hint in section.hints:
        picture = f"<p>{hint.picture}</p>" if hint.picture else ""
        said = f"<p>{html.escape(hint.text)}</p>{picture}"
        parts.append(f"<details><summary>{html.escape(hint.title)}</summary>{said}</details>\n")
    return "".join(parts)


def _table(section: LessonSection) -> str:
    head, *rows = section.table
    top = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table>\n<tr>{top}</tr>\n{body}</table>\n"


def as_notebook(title: str, found: Sequence[LessonSection]) -> str:
    """The same as a notebook: text and pictures in cells of Markdown, and cells of Python to run.

    Parameters
    ----------
    title
        The name of the game.
    found
        The sections.

    >>> json.loads(as_notebook("hex:2x2", []))["cells"][0]["source"]
    ['# A lesson on hex:2x2']
    """
    cells = [_cell("markdown", f"# A lesson on {title}", 0)]
    for section in found:
        cells.append(_cell("markdown", f"## {section.title}\n\n{_with_images(_body(section))}", len(cells)))
        if section.code:
            cells.append(_cell("code", section.code, len(cells)))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def _cell(kind: str, text: str, number: int) -> dict[str, Any]:
    cell: dict[str, Any] = {"cell_type": kind, "id": f"cell-{number}", "metadata": {}, "source": _lines(text)}
    return cell | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _with_images(text: str) -> str:
    """Pictures as images with their data: notebooks show no SVG that stands in Markdown."""
    parts = text.split("<svg")
    for at, part in enumerate(parts[1:], 1):
        picture, _, rest = f"<svg{part}".partition("</svg>")
        data = b64encode(f"{picture}</svg>".encode()).decode()
        parts[at] = f'<img alt="" src="data:image/svg+xml;base64,{data}">{rest}'
    return "".join(parts)
