"""Figures of matplotlib as files, by their suffix, and as SVG inside an HTML page.

The bytes are those of the same figure each time: no dates, no random identifiers.
"""

from __future__ import annotations

import io
import re
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

from zermelo.campaign.report.charts import INK
from zermelo.errors import InputError
from zermelo.files import write_bytes

FORMATS = ("svg", "png", "pdf")
"""The formats of figures; the names are the suffixes of files."""

_METADATA: dict[str, dict[str, None]] = {
    "svg": {"Date": None, "Creator": None, "Format": None, "Type": None},
    "png": {"Software": None},
    "pdf": {"CreationDate": None, "Creator": None, "Producer": None},
}
_ID = re.compile(r'\b(id="|href="#|url\(#)')
_SAFE = re.compile(r"[^\w.+=-]+")


def figure_format(path: Path) -> str:
    """The format of a file by its suffix.

    Raises ``InputError`` for another suffix.

    >>> figure_format(Path("cactus.PDF"))
    'pdf'
    """
    found = path.suffix.lower().removeprefix(".")
    if found not in FORMATS:
        raise InputError(f"a figure in {', '.join(f'.{each}' for each in FORMATS)}", found=repr(path.name))
    return found


def save_figure(figure: Any, path: Path) -> None:
    """Write a figure to a file, atomically; the format is that of the suffix.

    Raises ``InputError`` for another suffix, and where the file cannot be written.
    """
    write_bytes(path, figure_bytes(figure, figure_format(path)))


def figure_bytes(figure: Any, kind: str, *, transparent: bool = False) -> bytes:
    """A figure as ``"svg"``, ``"png"`` or ``"pdf"``, on white or on nothing."""
    import matplotlib as mpl

    found = io.BytesIO()
    settings: dict[Any, Any] = {"svg.hashsalt": "zermelo", "svg.fonttype": "none", "pdf.fonttype": 42}
    with mpl.rc_context(settings), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # a script that the font lacks: in SVG the browser has another one
        figure.savefig(found, format=kind, metadata=_METADATA[kind], dpi=150, transparent=transparent)
    return found.getvalue()


def figure_svg(figure: Any, name: str) -> str:
    """A figure as an ``svg`` element for an HTML page: in the colours of its text, on its ground.

    Parameters
    ----------
    figure
        The figure.
    name
        A word that no other figure of the page has: put before all identifiers.

    >>> from zermelo.campaign.report.charts import cactus
    >>> text = figure_svg(cactus({"search": [0.1]}), "cactus")  # doctest: +SKIP
    """
    text = figure_bytes(figure, "svg", transparent=True).decode()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>\s*", "", text, flags=re.DOTALL)
    text = _ID.sub(lambda found: f"{found[1]}{name}-", text)
    return text.replace(INK, "currentColor").strip()


def file_stem(text: str) -> str:
    """A name for a file out of any text; letters of all scripts stay.

    >>> file_stem("cor:a,b+depqbf / Größe")
    'cor-a-b+depqbf-Größe'
    """
    with suppress(UnicodeError):
        text.encode()
        return _SAFE.sub("-", text).strip("-.")[:80] or "figure"
    return file_stem(text.encode(errors="replace").decode())
