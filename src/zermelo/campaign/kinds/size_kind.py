"""The kind "size": the size of one formula, before and after a preprocessor, and the seconds for both."""

from __future__ import annotations

from typing import Any

from zermelo.bench.sizes import measure
from zermelo.campaign.kinds.allowance import Allowance, JobFigures
from zermelo.encodings import encoding
from zermelo.loading import load
from zermelo.preprocess import preprocessor


def measure_size(arguments: dict[str, Any], allowance: Allowance) -> JobFigures:
    """The size of a formula.

    Parameters
    ----------
    arguments
        ``"game"``: as `load` takes it; ``"encoding"``: its name with options; ``"depth"``: in moves; ``"language"``:
        ``"qdimacs"``, which is the default, or ``"qcir"``; ``"preprocessor"``: its name, or none.
    allowance
        Its time is also that of the preprocessor.

    Returns the fields of `zermelo.bench.sizes.SizeRow`. A preprocessor that did not come to its end is a ``"reason"``.

    >>> figures = measure_size({"game": "hex:2x2", "encoding": "et", "depth": 3}, Allowance())
    >>> figures["variables"], figures["clauses"], figures["universal"], figures["existential"]
    (26, 42, 2, 24)
    """
    name = arguments.get("preprocessor") or "none"
    before = None if name == "none" else preprocessor(name)
    if before is not None:
        before.require()
    game, use = load(arguments["game"]), encoding(arguments["encoding"])
    row = measure(game, use, arguments["depth"], arguments.get("language", "qdimacs"), before, allowance.left)
    figures = row.to_json()
    if row.decided is None and row.variables is None:
        figures["reason"] = "unsupported"
    elif row.preprocessed is not None and not row.preprocessed.outcome.startswith(("simplified", "decided")):
        figures["reason"] = "time" if "time" in row.preprocessed.outcome else "gave up"
    return figures
