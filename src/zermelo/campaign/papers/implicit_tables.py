"""Tables 1 to 4 of "Implicit State and Goals in QBF Encodings for Positional Games": sizes of encodings.

Ours are the encodings as in the paper (``NAME:faithful``), counted. Tables 1, 3 and 4 print formulas in d, η, W, …;
they are evaluated on empty Hex boards on which nothing can be pruned away.
"""

from __future__ import annotations

from zermelo.campaign.papers.implicit_sizes import (
    CIRCUIT_BOARDS,
    CLAUSES,
    DEPTHS,
    EXPLICIT,
    TABLE_1,
    TABLE_2,
    TABLE_3,
    TABLE_4,
    SizeFacts,
    SizeTerm,
)
from zermelo.campaign.papers.item import (
    ComparedCell,
    PaperItem,
    PaperLimits,
    PaperRun,
    ReproduceScale,
    ReproduceSetting,
)
from zermelo.campaign.papers.paper_results import PaperResult, PaperResults

PAPER = "Implicit State and Goals in QBF Encodings for Positional Games"
MACHINE = "Xeon Gold 6248R, 3.0 GHz, one core"

SMALL = ("hex:6x6", 35)
"""A board on which all minimal paths can be listed, and a depth at which all of them count."""

LARGE = ("hex:19x19", 181)
"""A board and a depth of table 2."""

_ALTERNATIONS = (
    "the paper counts a block of quantifiers for each move, and one more for the symbolic cell; "
    "by its own prefix there are two more"
)


def _parts(name: str, board: tuple[str, int] = SMALL) -> PaperRun:
    """The run that counts an encoding."""
    arguments = {"game": board[0], "encoding": f"{name}:faithful", "depth": board[1]}
    return PaperRun(f"{board[0]} at depth {board[1]}", f"parts of {name}:faithful", "parts", arguments)


# ------------------------------------------------------------------------------------------------------------ table 1


def _board_of(name: str) -> tuple[str, int]:
    return SMALL if name.endswith("a") else LARGE


def _asymptotic_runs(setting: ReproduceSetting) -> list[PaperRun]:  # noqa: ARG001
    return [_parts(name, _board_of(name)) for name in TABLE_1]


def _compare_asymptotic(results: PaperResults) -> list[ComparedCell]:
    cells = []
    for name, (blocks, variables, matrix) in TABLE_1.items():
        run = _parts(name, _board_of(name))
        result = results.of(run)
        found = result.figures.get("formula", {})
        gates = "gates" if name[0] in "ls" else "clauses"
        ours = found.get("gates") if gates == "gates" else _clauses(found)
        cells += [
            _blocks_cell(f"{name.upper()}, alternation depth", found.get("blocks"), blocks, result),
            _asymptotic_cell(f"{name.upper()}, variables", found.get("variables"), variables, result, run.name),
            _asymptotic_cell(f"{name.upper()}, {gates}", ours, matrix, result, run.name),
        ]
    return cells


def _clauses(found: dict[str, int]) -> int | None:
    return sum(found[each] for each in ("unit", "binary", "ternary", "long")) if found else None


def _blocks_cell(cell: str, ours: int | None, term: SizeTerm, result: PaperResult, note: str = "") -> ComparedCell:
    if ours is None:
        return ComparedCell(cell, None, term.text, None, result.why)
    paper = term.value(SizeFacts.of(result.figures["facts"]))
    said = f"{term.text} = {paper}"
    return ComparedCell(cell, ours, said, ours == paper, "" if ours == paper else note or _ALTERNATIONS)


def _asymptotic_cell(cell: str, ours: int | None, term: SizeTerm, result: PaperResult, where: str) -> ComparedCell:
    if ours is None:
        return ComparedCell(cell, None, term.text, None, result.why)
    paper = term.value(SizeFacts.of(result.figures["facts"]))
    note = f"{where}; dominant terms only; ours is {ours / paper:.2f} of it"
    return ComparedCell(cell, ours, f"{term.text} = {paper}", None, note)


# ------------------------------------------------------------------------------------------------------------ table 2


def _size(name: str, depth: int, before: str, setting: ReproduceSetting) -> PaperRun:
    """The run that counts an encoding, with time enough for what Bloqqer can do within a minute."""
    small = not before or name == "ln" or depth == DEPTHS[0]
    seconds = 60.0 if small and setting.scale is ReproduceScale.DEFAULT and setting.limit is None else None
    arguments = {"game": LARGE[0], "encoding": f"{name}:faithful", "depth": depth, "preprocessor": before or None}
    label = f"size of {name}:faithful" + (f" after {before}" if before else "")
    tools = (before,) if before else ()
    return PaperRun(f"{LARGE[0]} at depth {depth}", label, "size", arguments, tools, seconds)


def _size_runs(setting: ReproduceSetting) -> list[PaperRun]:
    pairs = [(name, depth) for name in TABLE_2 for depth in DEPTHS if not setting.quick or depth == DEPTHS[0]]
    plain = [_size(name, depth, "", setting) for name, depth in pairs]
    simpler = [_size(name, depth, "bloqqer", setting) for name, depth in pairs if not setting.quick or name == "ln"]
    return [*plain, *simpler]


GENERATED_WHY = {
    "en": "ours is what table 3 adds up to, with unit clauses; the paper has exactly (η-|Γe|)ℓ more here",
    "ln": "our translation of circuits makes equal gates once, states one direction where that is enough",
    "sn": "our translation of circuits makes equal gates once, states one direction where that is enough",
}
"""Reasons why generated sizes differ from the paper's, by encoding."""

_LEFT = {
    "variables": "ours counts the variables that are left; the paper has as many as before, likely the largest number",
    "clauses": "Bloqqer began with other clauses",
}
"""Reasons why sizes after Bloqqer differ from the paper's, by column."""


def _compare_sizes(results: PaperResults) -> list[ComparedCell]:
    cells = []
    for name, (plain, simpler) in TABLE_2.items():
        for depth, generated, after in zip(DEPTHS, plain, simpler, strict=True):
            result = results.of(_size(name, depth, "", results.setting))
            found = result.figures
            seconds = f"{found['seconds']:.2f} s to encode" if found.get("seconds") is not None else ""
            differs = dict.fromkeys(_LEFT, GENERATED_WHY.get(name, "")) | ({"variables": ""} if name == "en" else {})
            cells += _pair(f"{name.upper()}, d={depth}", generated, found, result.why, differs, seconds)
            result = results.of(_size(name, depth, "bloqqer", results.setting))
            left = result.figures.get("preprocessed") or {}
            seconds = f"{left['seconds']:.1f} s of Bloqqer" if left.get("variables") is not None else ""
            cells += _pair(f"{name.upper()}, d={depth}, after Bloqqer", after, left, result.why, _LEFT, seconds)
    return cells


def _pair(
    cell: str, paper: str, found: dict[str, int | None], why: str, differs: dict[str, str], seconds: str
) -> list[ComparedCell]:
    """The cells of variables and of clauses; the paper's are in thousands, cut down."""
    cells = []
    for word, said in zip(("variables", "clauses"), paper.split("/") if "/" in paper else (paper, paper), strict=True):
        number = found.get(word)
        if number is None:
            cells.append(ComparedCell(f"{cell}, {word}", None, said, None, why))
            continue
        ours = f"{number // 1000}k"
        if said == "TO":
            same, notes = None, ["not within 30 min in the paper"]
        else:
            same = ours == said
            notes = [differs[word]] if differs[word] and not same else []
        cells.append(
            ComparedCell(f"{cell}, {word}", ours, said, same, "; ".join(filter(None, [str(number), seconds, *notes])))
        )
    return cells


# ----------------------------------------------------------------------------------------------------- tables 3 and 4


def _clause_runs(setting: ReproduceSetting) -> list[PaperRun]:  # noqa: ARG001
    return [_parts(name) for name in TABLE_3]


CLAUSE_WHY = {
    (
        "en",
        "ternary",
    ): "the clause of a cell that has two neighbours, in a corner, is ternary; the paper counts it as long",
    (
        "en",
        "long",
    ): "the clause of a cell that has two neighbours, in a corner, is ternary; the paper counts it as long",
}


def _compare_clauses(results: PaperResults) -> list[ComparedCell]:
    cells: list[ComparedCell] = []
    for name, goal in TABLE_3.items():
        result = results.of(_parts(name))
        if not cells:
            found = result.figures.get("board", {})
            cells = [_blocks_cell("explicit board, alternation depth", found.get("blocks"), TABLE_1[name][0], result)]
            cells += [
                _exact_cell(f"explicit board, {column}", found.get(column), term, result)
                for column, term in zip(CLAUSES, EXPLICIT, strict=True)
            ]
        found = result.figures.get("formula", {})
        for column, board, more in zip(CLAUSES, EXPLICIT, goal, strict=True):
            why = CLAUSE_WHY.get((name, column), "")
            cells.append(_exact_cell(f"{name.upper()}, {column}", found.get(column), board.plus(more), result, why))
    return cells


def _exact_cell(cell: str, ours: int | None, term: SizeTerm, result: PaperResult, why: str = "") -> ComparedCell:
    """A figure beside a formula that is exact; where that leaves a constant open, the constant that would fit."""
    if ours is None:
        return ComparedCell(cell, None, term.text, None, result.why)
    facts = SizeFacts.of(result.figures["facts"])
    value, factor = term.value(facts), term.open_factor(facts)
    if factor:
        fit = (ours - value) / factor
        note = f"c is left open: {fit:.2f} would fit" if fit >= 0 else "c is left open, and ours is below it without c"
        return ComparedCell(
            cell, ours, f"{term.text} = {value} + {factor}c", None, "; ".join(filter(None, (note, why)))
        )
    return ComparedCell(cell, ours, f"{term.text} = {value}", ours == value, "" if ours == value else why)


def _circuit_runs(setting: ReproduceSetting) -> list[PaperRun]:  # noqa: ARG001
    return [_parts(name) for name in TABLE_4]


_WITNESS = "the witness has ℓ+1 cells; the paper counts ℓ"
_STATES = "ours has two variables for the state of the symbolic cell at the start, too"
_GATES = "a comparison of two bits is one gate (XOR) in ours, and equal gates are made once"
_PAIRS = f"{_GATES}; a move of Black is compared with all before it, in the paper every move with every other"
CIRCUIT_WHY = {
    ("lifted", "variables"): _STATES,
    ("la", "variables"): f"{_STATES}; {_WITNESS}",
    ("ln", "variables"): f"{_STATES}; {_WITNESS} and a neighbour",
    ("li", "variables"): _STATES,
    ("sa", "variables"): _WITNESS,
    ("sn", "variables"): _WITNESS,
    ("lifted", "gates"): _GATES,
    ("la", "gates"): _GATES,
    ("ln", "gates"): _GATES,
    ("stateless", "gates"): f"{_PAIRS}; ours without the witness",
    ("sa", "gates"): _PAIRS,
    ("sn", "gates"): _PAIRS,
}
"""Reasons why counts differ from the paper's, by row and column."""

_HALVES = "each halving binds the half universally and a middle existentially, two blocks; the paper counts one"


def _compare_circuits(results: PaperResults) -> list[ComparedCell]:
    cells, shown = [], set()
    for name, (board_name, goal) in TABLE_4.items():
        board, result = CIRCUIT_BOARDS[board_name], results.of(_parts(name))
        if board_name not in shown:
            shown.add(board_name)
            cells += _circuit_cells(f"{board_name} board", board_name, "board", result, board.blocks, board.variables,
                                    board.gates)  # fmt: skip
        gates = None if goal.gates is None or board.gates is None else board.gates.plus(goal.gates)
        variables = board.variables.plus(goal.variables)
        cells += _circuit_cells(name.upper(), name, "formula", result, board.blocks.plus(goal.blocks), variables, gates)
    return cells


def _circuit_cells(
    cell: str, row: str, part: str, result: PaperResult, blocks: SizeTerm, variables: SizeTerm, gates: SizeTerm | None
) -> list[ComparedCell]:
    found = result.figures.get(part, {})
    why = f"{_ALTERNATIONS}; {_HALVES}" if row == "li" else _HALVES if row == "si" else ""
    cells = [
        _blocks_cell(f"{cell}, alternation depth", found.get("blocks"), blocks, result, why),
        _exact_cell(
            f"{cell}, variables", found.get("variables"), variables, result, CIRCUIT_WHY.get((row, "variables"), "")
        ),
    ]
    ours = found.get("gates")
    if gates is None:
        note = result.why if ours is None else "a dash in the paper"
        return [*cells, ComparedCell(f"{cell}, gates", ours, None, None, note)]
    return [*cells, _exact_cell(f"{cell}, gates", ours, gates, result, CIRCUIT_WHY.get((row, "gates"), ""))]


_EVALUATED = f"Its formulas are evaluated on {SMALL[0]} at depth {SMALL[1]}, where nothing can be pruned away."

TABLES = (
    PaperItem(
        "implicit/table-1",
        PAPER,
        "alternation depth and dominant terms of the sizes of seven encodings",
        _asymptotic_runs,
        _compare_asymptotic,
        PaperLimits(60, 60, 600),
        (
            f"EA, LA and SA list all minimal paths; they are evaluated on {SMALL[0]} at depth {SMALL[1]}.",
            f"The others are evaluated on {LARGE[0]} at depth {LARGE[1]}.",
        ),
    ),
    PaperItem(
        "implicit/table-2",
        PAPER,
        "sizes on the empty 19×19 Hex board, before and after Bloqqer",
        _size_runs,
        _compare_sizes,
        PaperLimits(20, 5, 1800, 8000),
        (
            "The paper cuts its numbers down to thousands, and so do we.",
            "By default our encodings are smaller than these: see `zermelo sizes hex:19x19` and docs/encodings.md.",
        ),
        machine=MACHINE,
    ),
    PaperItem(
        "implicit/table-3",
        PAPER,
        "exact sizes of the encodings with an explicit board",
        _clause_runs,
        _compare_clauses,
        PaperLimits(60, 60, 600),
        (
            _EVALUATED,
            "Rows of EA, EN and ET count the board, too. Unit clauses (of ET and EN at borders) have no column.",
        ),
    ),
    PaperItem(
        "implicit/table-4",
        PAPER,
        "exact sizes of the circuits without an explicit board",
        _circuit_runs,
        _compare_circuits,
        PaperLimits(60, 60, 600),
        (
            _EVALUATED,
            "Rows of encodings count the board, too. c is a constant that the paper leaves open.",
            "With c = 17 alone LN has the variables of table 2, with one for each gate; for SN no number fits.",
        ),
    ),
)
