"""Three of the four dialects of ``.pg``: winning sets, raw Hex boards, and contracted graphs.

Each reader takes the sections and the common header and gives the game. The fourth dialect, polyominoes as relations
between neighbours, has a file of its own (``pg_implicit``).
"""

from __future__ import annotations

from zermelo.errors import InputError
from zermelo.language.pg_header import Header, read_header, short, unknown_cell
from zermelo.language.pg_scan import PgRow, PgSections
from zermelo.model import Board, ConnectionGame, Layout, PositionalGame, Rule
from zermelo.wording import counted

MAX_SET_BITS = 1 << 30


def read_sets(sections: PgSections, header: Header, name: str) -> PositionalGame:
    """Winning sets, one per line below ``#blackwins`` and ``#whitewins``; repeated ones count once.

    White's sets make the game maker-maker, none make it maker-breaker, unless ``rule=`` in ``#version`` states it.

    Parameters
    ----------
    sections
        The sections of the text.
    header
        Its common sections, checked.
    name
        The name of the game.

    Raises ``InputError``, with line and column, where the text is wrong.
    """
    if header.note.rule is None and not sections.filled("#blackwins") and not sections.filled("#whitewins"):
        expected = "a winning set below #blackwins, or the neighbours or edges of another dialect"
        raise sections.lacking("#blackwins", expected)
    black, white = winning_sets(sections, header, "#blackwins"), winning_sets(sections, header, "#whitewins")
    if header.note.rule is not None:
        rule, why = header.note.rule, "as #version states"
    elif white:
        rule, why = Rule.MAKER_MAKER, f"because #whitewins lists {counted(len(white), 'sets')}"
    else:
        rule, why = Rule.MAKER_BREAKER, "because #whitewins lists no set"
    if rule is Rule.MAKER_BREAKER and white:
        row = sections.rows("#whitewins")[0]
        raise sections.error(row, 0, "no winning sets of White, because #version states rule=maker-breaker")
    notes = ["read as .pg, winning sets", f"read as {rule.value}, {why}", *header.notes]
    board, sets = header.board(sections, "square"), (black, white)
    return positional(sections, header, name=name, board=board, rule=rule, sets=sets, notes=notes)


def positional(
    sections: PgSections,
    header: Header,
    *,
    name: str,
    board: Board,
    rule: Rule,
    sets: tuple[set[int], set[int]],
    notes: list[str],
) -> PositionalGame:
    """The game of some winning sets.

    Parameters
    ----------
    sections, header
        As of :func:`read_sets`.
    name, board, rule
        Those of the game.
    sets
        The winning sets of Black and of White, as masks of cells.
    notes
        Sentences for the user on how the text was read.

    Raises ``InputError`` for stones that complete winning sets of both players.
    """
    black, white = (tuple(sorted(masks)) for masks in sets)
    start = header.start
    if any(mask & ~start.black == 0 for mask in black) and any(mask & ~start.white == 0 for mask in white):
        raise sections.key_error("#blackinitials", "stones that complete winning sets of one player at most")
    return PositionalGame(
        name, board, rule, black, white, start, header.turns, header.depth, header.first_moves, tuple(notes)
    )


def winning_sets(sections: PgSections, header: Header, key: str) -> set[int]:
    """The winning sets of a section, as masks of cells.

    Parameters
    ----------
    sections, header
        As of :func:`read_sets`.
    key
        ``#blackwins`` or ``#whitewins``; without such a section there are no sets.

    Raises ``InputError`` for a word that is no cell, a cell that stands twice in a line, and too many sets.
    """
    rows = sections.rows(key)
    if len(rows) * len(header.names) > MAX_SET_BITS:
        limit = MAX_SET_BITS // len(header.names)
        raise sections.key_error(key, f"at most {limit} winning sets on {len(header.names)} cells")
    return {header.row_mask(sections, row) for row in rows}


def read_raw_hex(sections: PgSections, header: Header, name: str) -> ConnectionGame:
    """A board with ``#neighbours`` (a cell, then those that touch it) and Black's two borders.

    Where cells named like c4 touch as on a Hex board, the board is one; where it is a whole rhombus too, and Black's
    borders are opposite sides of it, White's borders are the two others. A whole rhombus gets the order of cells by
    which searches know Hex, in whatever order they are listed.

    Parameters
    ----------
    sections
        The sections of the text.
    header
        Its common sections, checked.
    name
        The name of the game.

    Raises ``InputError``, with line and column, where the text is wrong.
    """
    _no_rule(sections, header)
    for key in ("#startboarder", "#endboarder"):
        if not sections.filled(key):
            raise sections.lacking(key, f"the cells of a border below {key}")
    neighbours = _neighbours(sections, header)
    hexagons = touches_as_hex(header.names, neighbours)
    if hexagons and header.note.board in (None, "hex"):
        header = read_header(sections, _in_order(header.names))
        neighbours = _neighbours(sections, header)
    source, target = (_border(sections, header, key) for key in ("#startboarder", "#endboarder"))
    board = header.board(sections, "hex" if hexagons else "graph")
    white = white_borders(board, neighbours, source, target)
    dialect = "raw Hex board" if white else "raw board of a connection game (no whole Hex board)"
    return ConnectionGame(
        name,
        board,
        neighbours,
        source,
        target,
        white[0] if white else None,
        white[1] if white else None,
        start=header.start,
        turns=header.turns,
        depth=header.depth,
        first_moves=header.first_moves,
        notes=(f"read as .pg, {dialect}", *header.notes),
    )


def _in_order(names: tuple[str, ...]) -> tuple[str, ...]:
    """The cells of a Hex board in its order, if they are all of a rhombus."""
    board = Board.named(names, Layout.HEX)
    return Board.hex(board.columns, board.rows).cells if len(names) == board.columns * board.rows else names


def touches_as_hex(names: tuple[str, ...], neighbours: tuple[int, ...]) -> bool:
    """True if the neighbours are those of the hexagons that the names of the cells give."""
    board = Board.named(names, Layout.HEX)
    if board.layout is not Layout.HEX:
        return False
    return all(board.hex_neighbours(cell) == around for cell, around in enumerate(neighbours))


def white_borders(board: Board, neighbours: tuple[int, ...], source: int, target: int) -> tuple[int, int] | None:
    """White's borders where Black joins two opposite sides of a whole Hex board; else None.

    They turn with Black's, so that exchanging the colours twice gives the same game.

    Parameters
    ----------
    board
        The cells with their places.
    neighbours
        For each cell the mask of those that touch it.
    source, target
        The masks of Black's borders.

    >>> game = ConnectionGame.hex(3, 3)
    >>> left, right = white_borders(game.board, game.neighbours, game.source, game.target)
    >>> game.board.names(left), game.board.names(right)
    (['a1', 'a2', 'a3'], ['c1', 'c2', 'c3'])
    """
    if board.layout is not Layout.HEX or len(board) != board.columns * board.rows:
        return None
    if any(board.hex_neighbours(cell) != around for cell, around in enumerate(neighbours)):
        return None
    first, last, left, right = (board.side(side) for side in ("first", "last", "left", "right"))
    across, along = (first, last), (left, right)
    for black, white in ((across, along), (across[::-1], along[::-1]), (along, across), (along[::-1], across[::-1])):
        if (source, target) == black:
            return white
    return None


def _no_rule(sections: PgSections, header: Header) -> None:
    if header.note.rule is not None:
        raise sections.key_error("#version", "no rule= for a connection game, which is always maker-breaker")


def _neighbours(sections: PgSections, header: Header) -> tuple[int, ...]:
    around: dict[int, int] = {}
    rows: dict[int, PgRow] = {}
    for row in sections.rows("#neighbours"):
        words = row.words
        cell = header.cell(sections, row, 0, words[0])
        if cell in rows:
            raise sections.error(row, 0, "one line per cell", advice=f"line {rows[cell].line} lists its neighbours")
        mask = 0
        for number, word in enumerate(words[1:], 1):
            other = header.cell(sections, row, number, word)
            if other == cell:
                raise sections.error(row, number, f"neighbours of {short(word)} that are other cells")
            if mask >> other & 1:
                raise sections.error(row, number, "every neighbour once")
            mask |= 1 << other
        around[cell], rows[cell] = mask, row
    for cell, name in enumerate(header.names):
        if cell not in around:
            raise sections.key_error("#neighbours", f"a line for every cell; {short(name)} has none")
    for cell, row in rows.items():
        for number, word in enumerate(row.words[1:], 1):
            other = header.index[word]
            if not around[other] >> cell & 1:
                mutual = f"mutual neighbours: the line of {short(word)} (line {rows[other].line}) to name"
                raise sections.error(row, number, f"{mutual} {short(header.names[cell])} too")
    return tuple(around[cell] for cell in range(len(header.names)))


def _border(sections: PgSections, header: Header, key: str) -> int:
    mask = 0
    for word, row, number in sections.words(key):
        cell = header.cell(sections, row, number, word)
        if mask >> cell & 1:
            raise sections.error(row, number, f"every cell once in {key}")
        mask |= 1 << cell
    return mask


def read_contracted(sections: PgSections, header: Header, name: str) -> ConnectionGame:
    """A graph of ``#edges``, with the nodes ``#source`` and ``#target`` in the place of Black's borders.

    An edge between these two nodes joins the borders without any stone. ``#distances`` and ``#unreachablepairs``
    follow from the edges: they are checked for their form, and dropped.

    Parameters
    ----------
    sections
        The sections of the text.
    header
        Its common sections, checked.
    name
        The name of the game.

    Raises ``InputError``, with line and column, where the text is wrong.
    """
    _no_rule(sections, header)
    nodes = [_node(sections, header, key) for key in ("#source", "#target")]
    if nodes[0] == nodes[1]:
        raise sections.error(sections.rows("#target")[0], 0, "a target other than the source")
    if "#edges" not in sections:
        raise sections.missing("a section #edges")
    around = [0] * len(header.names)
    borders, joined = [0, 0], False
    for row in sections.rows("#edges"):
        words = row.words
        if len(words) != 2:
            raise sections.error(row, min(len(words), 2), "an edge of two names")
        if words[0] == words[1]:
            raise sections.error(row, 1, "an edge to another cell")
        sides = [number for number, word in enumerate(words) if word in nodes]
        cells = [-1 if number in sides else _end(sections, header, row, number, nodes) for number in range(2)]
        if len(sides) == 2:
            joined = True
        elif sides:
            borders[nodes.index(words[sides[0]])] |= 1 << cells[1 - sides[0]]
        else:
            around[cells[0]] |= 1 << cells[1]
            around[cells[1]] |= 1 << cells[0]
    notes = ["read as .pg, contracted graph", *header.notes, *_derived(sections, header)]
    if joined:
        notes.append("source and target are joined by an edge: Black has won without a stone")
    return ConnectionGame(
        name,
        header.board(sections, "graph"),
        tuple(around),
        source=borders[0],
        target=borders[1],
        joined=joined,
        start=header.start,
        turns=header.turns,
        depth=header.depth,
        first_moves=header.first_moves,
        notes=tuple(notes),
    )


def _node(sections: PgSections, header: Header, key: str) -> str:
    """The one name below ``#source`` or ``#target``; it is no cell."""
    found = None
    for word, row, number in sections.words(key):
        if found is not None:
            raise sections.error(row, number, f"one name below {key}")
        if word in header.index:
            raise sections.error(row, number, f"a name below {key} that is no cell")
        found = word
    if found is None:
        raise sections.lacking(key, f"the name of a node below {key}")
    return found


def _end(sections: PgSections, header: Header, row: PgRow, number: int, nodes: list[str]) -> int:
    word = row.words[number]
    if word not in header.index:
        raise unknown_cell(sections, row, number, [*nodes, *header.names[:6]])
    return header.index[word]


def _derived(sections: PgSections, header: Header) -> list[str]:
    """Check the form of the derived sections; the note that they are dropped."""
    seen: dict[str, int] = {}
    for row in sections.rows("#distances"):
        words = row.words
        header.cell(sections, row, 0, words[0])
        if words[0] in seen:
            raise sections.error(row, 0, "one line of distances per cell")
        seen[words[0]] = row.line
        for number, word in enumerate(words[1:], 1):
            if not (word.isascii() and word.isdigit() and len(word) <= 8):
                raise sections.error(row, number, "a distance, a number")
        if len(words) < 2:
            raise sections.error(row, 1, "the distance from the target, then distances from the source")
    for row in sections.rows("#unreachablepairs"):
        words = row.words
        for number, word in enumerate(words[:2]):
            header.cell(sections, row, number, word)
        if len(words) != 2:
            raise sections.error(row, min(len(words), 2), "a pair of two cells")
    dropped = [key for key in ("#distances", "#unreachablepairs") if key in sections]
    return [f"{' and '.join(dropped)}: derived from the edges, not kept"] if dropped else []


def check_one_dialect(sections: PgSections) -> str:
    """The dialect of a text: ``sets``, ``raw``, ``implicit`` or ``contracted``.

    Raises ``InputError`` at the key that belongs to another dialect than one before it. An empty ``#blackwins`` belongs
    to none: published boards of every dialect have it.
    """
    fits = {
        "#startboarder": {"raw"},
        "#endboarder": {"raw"},
        "#neighbours": {"raw", "implicit"},
        "#blackgoal": {"implicit"},
        **{key: {"contracted"} for key in ("#edges", "#source", "#target", "#distances", "#unreachablepairs")},
    }
    left, before = {"sets", "raw", "implicit", "contracted"}, ""
    for key, section in sections.items():
        allowed = {"sets"} if key in {"#blackwins", "#whitewins"} and section.rows else fits.get(key)
        if allowed is None:
            continue
        if not left & allowed:
            raise sections.key_error(key, f"sections of one dialect: {key} does not go with {before}")
        left, before = left & allowed, key
    if left == {"raw", "implicit"}:
        raise sections.missing("#startboarder and #endboarder (a raw board) or #blackgoal (polyominoes)")
    if len(left) > 1:
        return "sets"
    return left.pop()


def wrapped(error: InputError, source: str | None) -> InputError:
    """An error of the model without a place in the text, with the name of the file."""
    if error.source is None:
        return type(error)(error.expected, found=error.found, source=source, advice=error.advice)
    return error
