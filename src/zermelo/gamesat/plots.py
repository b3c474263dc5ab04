"""The figures of the report, drawn by matplotlib (optional: ``pip install 'zermelo[plots]'``)."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Mapping, Sequence
from pathlib import Path

from zermelo.files import write_bytes
from zermelo.gamesat.experiments import SizeResult


def available() -> bool:
    """True if matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def draw(curves: Mapping[str, Sequence[SizeResult]], folder: Path) -> list[Path]:
    """Shares won by MAX and mean numbers of nodes, each a PNG and a PDF; the files.

    Figures 1 and 2 of the report are those with MAX first, 3 and 4 those with MIN first.
    """
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    files = []
    folder.mkdir(parents=True, exist_ok=True)
    for first, points in curves.items():
        for what, label in (("share", "won by MAX (%)"), ("nodes", "positions, mean")):
            figure, axes = plt.subplots(figsize=(6, 4))
            for n in sorted({point.variables for point in points}):
                curve = [point for point in points if point.variables == n]
                values = [point.share if what == "share" else point.nodes / point.count for point in curve]
                axes.plot([point.clauses for point in curve], values, marker=".", label=f"n = {n}")
            if what == "share":
                axes.axhline(50, color="grey", linewidth=0.5)
            axes.set(xlabel="clauses", ylabel=label, title=f"{first.upper()} moves first")
            axes.legend()
            figure.tight_layout()
            plt.close(figure)
            for suffix, metadata in (("png", {"Software": None}), ("pdf", {"CreationDate": None})):
                path = folder / f"{what}-{first}-first.{suffix}"
                picture = io.BytesIO()
                figure.savefig(picture, format=suffix, metadata=metadata, dpi=120)
                write_bytes(path, picture.getvalue())
                files.append(path)
    return files
