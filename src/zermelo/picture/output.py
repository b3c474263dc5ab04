"""Pictures in files: SVG as it is, PNG and PDF by Typst, whose package brings its own renderer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal

from zermelo.errors import InputError, MissingToolError
from zermelo.files import write_bytes, write_text

SUFFIXES = (".svg", ".png", ".pdf")
"""Kinds of files."""

SCALE = 144.0
"""Pixels to an inch of a PNG; a picture has 72 units to an inch."""

_PAGE = """#set page(width: {wide}pt, height: {high}pt, margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg", width: 100%)"""


def check_suffix(path: Path) -> None:
    """Raise ``InputError`` for a file that is to hold a picture of a kind that nobody draws.

    >>> check_suffix(Path("a.svg"))
    """
    if path.suffix.lower() not in SUFFIXES:
        wanted = f"a file for a picture that ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}"
        raise InputError(wanted, found=repr(path.name))


def write_picture(path: Path, svg: str) -> None:
    """Write a picture; the suffix of the file says how.

    Parameters
    ----------
    path
        The file: ``.svg``, ``.png`` or ``.pdf``.
    svg
        The picture.

    Raises ``InputError`` for another suffix, ``MissingToolError`` for PNG and PDF where Typst is not installed.
    """
    check_suffix(path)
    if path.suffix.lower() == ".svg":
        write_text(path, [svg])
    else:
        write_bytes(path, converted(svg, path.suffix.lower()[1:]))


def converted(svg: str, kind: str) -> bytes:
    """A picture as PNG or PDF.

    Parameters
    ----------
    svg
        The picture.
    kind
        ``png`` or ``pdf``.
    """
    try:
        import typst
    except ImportError:
        how = "get it by: pip install 'zermelo[pictures]'; pictures as SVG need nothing"
        raise MissingToolError(f"typst, which writes PNG and PDF, is not installed; {how}") from None
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
    assert size is not None
    page = _PAGE.format(wide=size[1], high=size[2]).encode()
    wanted: Literal["png", "pdf"] = "png" if kind == "png" else "pdf"
    return typst.compile(page, format=wanted, ppi=SCALE, sys_inputs={"svg": svg}, timestamp=0)
