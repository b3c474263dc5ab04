"""Kinds of jobs: what the cell of a campaign may do besides asking `solve`.

A kind is a function of arguments, which are plain JSON data, and of an allowance of time and memory; it returns figures
as a JSON object (`JobFigures`), which become a row of the results. It runs in the process of the cell, within its
limits.

A new kind is a function in a file of this folder, and a line in ``KINDS``:

>>> from zermelo.campaign.kinds import KINDS, Allowance
>>> asked = {"game": "hex:2x2", "encodings": ["et"], "solver": "depqbf", "depths": [3]}
>>> KINDS["formula"](asked, Allowance())["answer"]
True
"""

from __future__ import annotations

from zermelo.campaign.kinds.allowance import Allowance, JobFigures, JobKind
from zermelo.campaign.kinds.formula_kind import ask_formulas
from zermelo.campaign.kinds.gamesat_kinds import GAMESAT_KINDS
from zermelo.campaign.kinds.implicit_kinds import IMPLICIT_KINDS
from zermelo.campaign.kinds.size_kind import measure_size
from zermelo.campaign.kinds.turns_kind import ask_turns, convert_turns

KINDS: dict[str, JobKind] = {
    "formula": ask_formulas,
    "size": measure_size,
    "turns": ask_turns,
    "conversion": convert_turns,
    **IMPLICIT_KINDS,
    **GAMESAT_KINDS,
}
"""All kinds by name, besides ``"solve"``."""

__all__ = ["KINDS", "Allowance", "JobFigures", "JobKind"]
