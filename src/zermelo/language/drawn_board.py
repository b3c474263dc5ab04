"""Boards drawn in text, as people draw them, read as positions of a game.

::

      a b c
     1 X . O        X, x, B, ● black      . _ - + · open
      2 . X .       O, o, W, ○ white      blanks between cells, or none
       3 . . .

The rows stand as the game itself draws them, the one on top first. Letters of columns and numbers of rows may be there
or not, and so may the slant of a Hex board, frames of ``|`` and ``-+-``, and comments after ``%``. Cells of a board
without columns stand with their names, as ``v1. v2X``. So whatever a game draws can be read again.

Who moves follows from the stones where the rules tell how many each move adds; else the first player does, unless it
is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from zermelo.errors import InputError
from zermelo.language.source import Source, normal, quote
from zermelo.model import Game, GridGame, Layout, NetGame, PlacementGame, Player, Position, StateGame
from zermelo.model.board import column_letters
from zermelo.model.conditions import Action, Colour
from zermelo.model.net_drawing import CLOSED, SEVERAL, cell_fluents

LOOKS = "a board is rows such as 'X . O', the top row first: X or B black, O or W white, . or _ or - open"

_BLACK, _WHITE, _OPEN = "XxBb●⚫⬤✕✖×✗", "Oo0Ww○⚪◯", "._-+·∙⋅□"
SIGNS = dict.fromkeys(_BLACK, "X") | dict.fromkeys(_WHITE, "O") | dict.fromkeys(_OPEN, ".")
_RULE = re.compile(r"\s*[+|]?-+(?:\+-+)+[+|]?")  # between the rows of a frame
_BEFORE, _AFTER = re.compile(r"\s*([1-9][0-9]*)\s(?=.*\S)"), re.compile(r"\s([1-9][0-9]*)$")
_SKIPPED = " \t|\u00a0\ufe0e\ufe0f"


@dataclass(frozen=True)
class DrawnCell:
    """A sign of a drawing, as it stands there, with its line and column."""

    sign: str
    line: int
    column: int

    @property
    def stone(self) -> str:
        """``X``, ``O`` or ``.``; the sign itself where it is none of those."""
        return SIGNS.get(self.sign, self.sign)


@dataclass(frozen=True)
class DrawnBoard:
    """A drawing.

    Parameters
    ----------
    rows
        The signs of each row, the top row first.
    labels
        The number that stands at each row; None where there is none.
    facts
        Terms in parentheses, of games on states: what else holds.
    source
        The text, for errors.

    >>> drawing = read_drawing("  a b c\\n 1 X . O\\n  2 . X .")
    >>> drawing.columns, len(drawing.rows), [cell.stone for cell in drawing.rows[0]]
    (3, 2, ['X', '.', 'O'])
    """

    rows: tuple[tuple[DrawnCell, ...], ...]
    labels: tuple[int | None, ...]
    facts: tuple[str, ...]
    source: Source

    @property
    def columns(self) -> int:
        """The length of the longest row."""
        return max(map(len, self.rows), default=0)

    def error(self, expected: str, found: str, cell: DrawnCell | None = None) -> InputError:
        """An error that tells how a board looks, at a cell where there is one."""
        if cell is None:
            return InputError(expected, found=found, source=self.source.name, advice=LOOKS)
        place = self.source.name
        return InputError(expected, found=found, source=place, line=cell.line, column=cell.column, advice=LOOKS)


def read_drawing(text: str, source: str | None = "board") -> DrawnBoard:
    """The signs of a drawing.

    Parameters
    ----------
    text
        The drawing.
    source
        The name that errors give it.

    Raises ``InputError`` for a text without a row.
    """
    place = Source(source, normal(text))
    lines, facts = dict[int, str](), list[str]()
    for number, whole in enumerate(place.text.split("\n"), 1):
        line = whole.partition("%")[0].rstrip()
        if line.lstrip().startswith("("):
            facts += re.findall(r"\((?:[^()]|\([^()]*\))*\)", line)
        elif line.strip() and not _RULE.fullmatch(line) and not _titles(line.split()):
            lines[number] = line
    before = [_BEFORE.match(line) for line in lines.values()]
    after = [_AFTER.search(line) for line in lines.values()]
    # A number on the right is a label only where all rows have theirs on both sides; else it is a sign of a cell.
    right = len(lines) > 1 and all(one and two and one[1] == two[1] for one, two in zip(before, after, strict=True))
    rows, labels = list[tuple[DrawnCell, ...]](), list[int | None]()
    for (number, line), one, two in zip(lines.items(), before, after, strict=True):
        start, end = one.end() if one else 0, two.start() if two and right else len(line)
        labels.append(int(one[1]) if one else None)
        signs = [(at, sign) for at, sign in enumerate(line) if start <= at < end and sign not in _SKIPPED]
        rows.append(tuple(DrawnCell(sign, number, at + 1) for at, sign in signs))
    drawing = DrawnBoard(tuple(rows), tuple(labels), tuple(facts), place)
    if not rows and not facts:
        raise drawing.error("a board", "no row of one")
    return drawing


def _titles(words: list[str]) -> bool:
    """Tell whether words are the headings of columns: a b c, or 1 2 3 (of more than one: 0 and b are stones, too)."""
    lower = [word.lower() for word in words]
    count = range(1, len(words) + 1)
    return lower == [column_letters(k) for k in count] or (lower == [str(k) for k in count] and len(words) > 0)


def placed(game: Game, drawing: DrawnBoard, to_move: Player | None = None) -> Game:
    """The game at the position of a drawing.

    Parameters
    ----------
    game
        The game at its usual start, on a board of the drawing's size.
    drawing
        The drawing.
    to_move
        The player who moves; None: as the stones tell.

    Raises ``InputError`` for rows that are not those of the board, signs that mean nothing, and numbers of stones after
    which nobody can tell who moves.

    >>> from zermelo.families import make
    >>> game = placed(make("hex:3x3"), read_drawing("X . O / . X . / . . .".replace("/", chr(10))))
    >>> print(game.draw(), game.to_move)
      a b c
     1 X . O
      2 . X .
       3 . . . White
    """
    if isinstance(game, NetGame):
        return _placed_state(game, drawing, to_move)
    if isinstance(game, StateGame) or not len(game.board):
        raise InputError("a game on a board, to read a drawing", found=game.kind, source=game.name)
    stones = _named(game, drawing) if game.board.layout is Layout.GRAPH else _seen(game, drawing)
    black, white = (sum(1 << cell for cell, sign in stones.items() if sign == one) for one in "XO")
    ply = _ply(game, drawing, Position(black, white), to_move)
    return game.at(Position(black, white, ply))


def _seen(game: Game, drawing: DrawnBoard) -> dict[int, str]:
    """The stones of the cells of a board with columns and rows."""
    found: dict[int, str] = {}
    for cell, drawn in _cells(game, drawing).items():
        if drawn.stone not in "XO.":
            raise drawing.error("X, O or . for a cell", quote(drawn.sign), drawn)
        found[cell] = drawn.stone
    return found


def _cells(game: Game, drawing: DrawnBoard) -> dict[int, DrawnCell]:
    """The signs of the cells of a board with columns and rows; a board with holes has shorter rows."""
    board = game.board
    order = range(1, board.rows + 1) if board.row_one_on_top else range(board.rows, 0, -1)
    if len(drawing.rows) != board.rows:
        raise drawing.error(f"{board.rows} rows, as {game.name} has", f"{len(drawing.rows)}")
    found: dict[int, DrawnCell] = {}
    for y, row, label in zip(order, drawing.rows, drawing.labels, strict=True):
        cells = [board.at[x, y] for x in range(1, board.columns + 1) if (x, y) in board.at]
        last = row[-1] if row else None
        if len(row) != len(cells):
            raise drawing.error(f"{len(cells)} cells in this row of {game.name}", f"{len(row)}", last)
        if label is not None and label != y:
            raise drawing.error(f"row {y} here, as {game.name} is drawn", f"row {label}", row[0])
        found.update(zip(cells, row, strict=True))
    return found


def _named(game: Game, drawing: DrawnBoard) -> dict[int, str]:
    """The stones of a board without columns: ``v1. v2X``; cells that are not named are open."""
    found: dict[int, str] = {}
    for word in drawing.source.text.split():
        cell, sign = game.board.index.get(word[:-1]), SIGNS.get(word[-1], "")
        if cell is None or not sign or cell in found:
            names = " ".join(f"{name}{sign}" for name, sign in zip(game.board.cells, "XO.", strict=False))
            wanted = f"cells with their stones, such as {names}"
            raise InputError(wanted, found=quote(word), source=drawing.source.name)
        found[cell] = sign
    return found


def _ply(game: Game, drawing: DrawnBoard, at: Position, to_move: Player | None) -> int:
    """The number of moves made, as far as the stones tell it, and such that the right player is to move."""
    counts = at.black.bit_count(), at.white.bit_count()
    most = 2 * len(game.board)
    if isinstance(game, PlacementGame):
        ply = sum(counts)
        fits = sum(game.player_at(k) is Player.BLACK for k in range(ply)) == counts[0]
    else:
        assert isinstance(game, GridGame)
        gains = [_gain(game, player) for player in (game.player_at(0), game.player_at(1))]
        if None in gains or all(gain == (0, 0) for gain in gains):
            ply, fits = 0, True
        else:
            ply = _moves_made(game, [gain or (0, 0) for gain in gains], counts, most)
            fits, ply = ply >= 0, max(ply, 0)
    if to_move is not None:
        return next(k for k in range(ply, ply + most + 2) if game.player_at(k) is to_move)
    if not fits:
        stones = f"{counts[0]} of Black, {counts[1]} of White"
        error = drawing.error(f"numbers of stones that come up in {game.name}", stones)
        error.advice = "say who moves: --to-move black or white"
        raise error
    return ply


def _moves_made(game: Game, gains: list[tuple[int, int]], counts: tuple[int, int], most: int) -> int:
    """The number of moves after which there are so many stones; -1: none, or the numbers never change again."""
    now = [game.start.black.bit_count(), game.start.white.bit_count()]
    for ply in range(most + 1):
        if tuple(now) == counts:
            return ply
        now = [have + gain for have, gain in zip(now, gains[ply % 2], strict=True)]
    return -1


def _gain(game: GridGame, player: Player) -> tuple[int, int] | None:
    """The black and white stones that every move of a player adds; None where that depends on the move."""
    gains = {_gain_of(action) for action in game.actions(player)}
    return gains.pop() if len(gains) == 1 else None


def _gain_of(action: Action) -> tuple[int, int] | None:
    before = {(part.x, part.y): part.colour for part in action.precondition if not part.negated}
    gain = {Colour.BLACK: 0, Colour.WHITE: 0, Colour.OPEN: 0}
    for part in action.effect:
        was = before.get((part.x, part.y))
        if was not in gain or part.colour not in gain:
            return None
        gain[was] -= 1
        gain[part.colour] += 1
    return gain[Colour.BLACK], gain[Colour.WHITE]


def _placed_state(game: NetGame, drawing: DrawnBoard, to_move: Player | None) -> NetGame:
    """A ground game at a drawn state: cells by the letters of their values, other facts as terms."""
    fluents, board = game.net.fluents, cell_fluents(game.net.fluents)
    numbers = {text: k for k, text in enumerate(fluents)}
    unknown = next((fact for fact in drawing.facts if fact not in numbers), None)
    if unknown is not None:
        raise drawing.error(f"facts of {game.name} such as {fluents[0]}", quote(unknown))
    on_board = {} if board is None else board.cells
    if drawing.facts:
        state = sum(1 << numbers[fact] for fact in set(drawing.facts))
    else:
        state = sum(1 << k for k in range(len(fluents)) if game.start.black >> k & 1 and k not in on_board)
    if board is not None:
        if len(drawing.rows) != len(board.rows) or any(len(row) != len(board.columns) for row in drawing.rows):
            size = f"{len(board.rows)} rows of {len(board.columns)} cells, as {game.name} has"
            raise drawing.error(size, f"{len(drawing.rows)} rows of at most {drawing.columns}")
        roles = {"X": game.called(Player.BLACK)[:1].upper(), "O": game.called(Player.WHITE)[:1].upper()}
        for y, row in enumerate(drawing.rows):
            for x, drawn in enumerate(row):
                values = {value: k for k, (column, line, value) in board.cells.items() if (column, line) == (x, y)}
                letters = {_letter(value): k for value, k in values.items() if value != board.blank}
                sign = drawn.sign.upper()
                known = next((k for k in (sign, drawn.stone, roles.get(drawn.stone, "")) if k in letters), None)
                if known is not None:
                    state |= 1 << letters[known]
                elif drawn.sign == SEVERAL and sum(state >> k & 1 for k in values.values()) > 1:
                    continue  # its facts stand below the board
                elif drawn.stone == ".":
                    state |= 1 << values[board.blank] if board.blank in values else 0
                else:
                    raise drawing.error(f". or one of {' '.join(sorted(letters))} for a cell", quote(drawn.sign), drawn)
    elif drawing.rows:
        raise drawing.error(f"facts of {game.name} such as {fluents[0]}", "rows of cells")
    found = game.at(Position(state, 0, 0))
    return found if to_move is None else found.with_mover(to_move)


def _letter(value: str) -> str:
    """The sign of a value in drawings."""
    return "#" if value in CLOSED else (value[:1].upper() or "#")
