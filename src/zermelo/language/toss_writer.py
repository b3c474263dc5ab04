"""Positional games as ``.toss`` text.

On a full rectangle of squares whose winning sets are shapes in all places where they fit, the shapes become relations
over the neighbours in a row and in a column, as in the paper; ``RT`` and ``CT`` are neighbours on a torus. Any other
game lists its winning sets as tuples at the start.

Each stone is a move, so that the game is the same at every depth. Written ``joint``, the stones of a turn are one move,
as in the paper: then a depth counts turns, and the play ends as soon as there are fewer free cells than stones.

Source: Narisawa and Shinohara, "Solving Generalized Tic-Tac-Toe by Using QBF Solver", section 4.2.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise
from typing import NamedTuple

from zermelo.errors import UnsupportedError
from zermelo.language.toss_check import MOST_ELEMENTS
from zermelo.language.toss_syntax import MOST_ARITY, RESERVED
from zermelo.model import Board, Layout, Player, PositionalGame, Rule, cells_of, mask_of
from zermelo.model.board import column_letters

MOST_LISTED = 200_000
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,60}")
_FALSE = "ex x (P(x) and not P(x))"
Cell = tuple[int, int]


class StoneTurn(NamedTuple):
    """A move of a player, who places so many stones."""

    player: Player
    stones: int


def write_toss(game: PositionalGame, joint: bool = False) -> str:
    """The text of a positional game.

    Parameters
    ----------
    game
        The game; Black is player 1 with the stones P, White is player 2 with Q.
    joint
        True to write a turn of several stones as one move.

    Raises ``UnsupportedError`` for an empty winning set, and for a game that is larger than what can be read.

    >>> print(write_toss(PositionalGame("two in a row", Board.square(3, 1), Rule.MAKER_MAKER, (3, 6), (3, 6))))
    // positional game, maker-maker: 3x1 (columns x rows)
    PLAYERS 1, 2
    REL Shape1(a1, b1) = R(a1, b1)
    REL Set2(x1, x2) = Shape1(x1, x2)
    REL WinP() = ex x1, x2 (Set2(x1, x2) and P(x1) and P(x2))
    REL WinQ() = ex x1, x2 (Set2(x1, x2) and Q(x1) and Q(x2))
    RULE Black:
      [a1 | - | -] -> [a1 | P {a1} | -]
      emb P, Q pre not WinQ()
    RULE White:
      [a1 | - | -] -> [a1 | Q {a1} | -]
      emb P, Q pre not WinP()
    LOC 0 {
      PLAYER 1 { PAYOFF :(WinP()) - :(WinQ())
                 MOVES [Black -> 1] }
      PLAYER 2 { PAYOFF :(WinQ()) - :(WinP()) }
    }
    LOC 1 {
      PLAYER 1 { PAYOFF :(WinP()) - :(WinQ()) }
      PLAYER 2 { PAYOFF :(WinQ()) - :(WinP())
                 MOVES [White -> 0] }
    }
    START [ | P:1 {}; Q:1 {} | ] "
    * * *
    "
    <BLANKLINE>
    """
    sets = (*game.black_sets, *game.white_sets)
    if 0 in sets:
        raise UnsupportedError("no empty winning set", found="one", source=game.name)
    widest = max((mask.bit_count() for mask in sets), default=0)
    if widest > MOST_ARITY or not 1 <= len(game.board) <= MOST_ELEMENTS:
        expected = f"1 to {MOST_ELEMENTS} cells, and at most {MOST_ARITY} of them in a winning set, for .toss"
        raise UnsupportedError(expected, found=f"{len(game.board)}, {widest}", source=game.name)
    return "\n".join(_Text(game, joint).lines()) + "\n"


def turns(game: PositionalGame, joint: bool = False) -> tuple[list[StoneTurn], list[StoneTurn]]:
    """The moves from the start position: those before the order repeats itself, and those that repeat for ever.

    >>> from zermelo.model import Turns
    >>> game = PositionalGame("", Board.square(3, 3), Rule.MAKER_MAKER, (7,), (7,), turns=Turns(Player.BLACK, 1, 2))
    >>> [[(str(turn.player)[0], turn.stones) for turn in part] for part in turns(game, joint=True)]
    [[('B', 1)], [('W', 2), ('B', 2)]]
    >>> [[str(turn.player)[0] for turn in part] for part in turns(game)]
    [[], ['B', 'W', 'W', 'B']]
    """
    order, ply = game.turns, game.start.ply
    begun = len(order.listed) if order.listed is not None else order.opening
    stones = 1 if order.listed is not None else order.stones
    begun = begun if ply <= begun else ply + (begun - ply) % stones  # a turn of the part that repeats begins here
    players = [order.player_at(k) for k in range(ply, begun + 2 * stones)]
    first = [StoneTurn(player, len(list(run))) for player, run in groupby(players[: begun - ply])]
    again = [StoneTurn(player, stones) for player in (players[begun - ply], players[begun - ply + stones])]
    if not joint:
        first, again = (
            [StoneTurn(turn.player, 1) for turn in part for _ in range(turn.stones)] for part in (first, again)
        )
    while len(first) > (game.first_moves is not None and ply == 0) and first[-1] == again[-1]:
        again.insert(0, again.pop())
        first.pop()
    return first, again


class _Text:
    """The parts of the text of a game."""

    def __init__(self, game: PositionalGame, joint: bool) -> None:
        self.game = game
        self.joint = joint
        self.same = game.black_sets == game.white_sets or game.rule is Rule.MAKER_BREAKER
        self.players = tuple(Player)[: 1 if self.same else 2]
        self.shapes = {player: _shapes(game.board, game.winning_sets(player)) for player in self.players}
        self.drawn = game.first_moves is None and _is_drawable(game.board)
        self.drawn &= all(shapes is not None for shapes in self.shapes.values())

    def lines(self) -> Iterator[str]:
        """The lines."""
        game = self.game
        yield f"// {game.kind}: {game.board.size_text}"
        yield "PLAYERS 1, 2"
        if self.drawn:
            yield from self.defined_sets()
        sizes = {player: sorted({each.bit_count() for each in game.winning_sets(player)}) for player in Player}
        yield f"REL WinP() = {self.some_set(Player.BLACK, sizes[Player.BLACK], 'P({})')}"
        if game.rule is Rule.MAKER_BREAKER:
            yield f"REL WinQ() = not ({self.some_set(Player.BLACK, sizes[Player.BLACK], 'not Q({})')})"
        else:
            yield f"REL WinQ() = {self.some_set(Player.WHITE, sizes[Player.WHITE], 'Q({})')}"
        yield from self.play()
        yield from self.start()

    def relation(self, player: Player, size: int) -> str:
        """The relation of the winning sets of a player that have so many cells."""
        return f"{'' if self.same else player}Set{size}"

    def some_set(self, player: Player, sizes: list[int], condition: str) -> str:
        """The formula that all cells of some winning set satisfy a condition."""
        cases = []
        for size in sizes:
            names = [f"x{k}" for k in range(1, size + 1)]
            parts = [f"{self.relation(player, size)}({', '.join(names)})", *map(condition.format, names)]
            cases.append(f"ex {', '.join(names)} ({' and '.join(parts)})")
        return cases[0] if len(cases) == 1 else " or ".join(f"({case})" for case in cases) or _FALSE

    def defined_sets(self) -> Iterator[str]:
        """The winning sets by neighbours in rows and columns."""
        board = self.game.board
        row, column = "R", "C"
        if board.torus:
            yield _wrapped("Rt", "R", board.columns)
            yield _wrapped("Ct", "C", board.rows)
            yield "REL RT(x, y) = R(x, y) or Rt(x, y)"
            yield "REL CT(x, y) = C(x, y) or Ct(x, y)"
            row, column = "RT", "CT"
        count = 0
        for player in self.players:
            of_size: dict[int, list[str]] = {}
            for shape in self.shapes[player] or ():
                count += 1
                yield _shape(f"Shape{count}", shape, row, column)
                of_size.setdefault(len(shape), []).append(f"Shape{count}")
            for size, names in sorted(of_size.items()):
                variables = ", ".join(f"x{k}" for k in range(1, size + 1))
                cases = " or ".join(f"{name}({variables})" for name in names)
                yield f"REL {self.relation(player, size)}({variables}) = {cases}"

    def play(self) -> Iterator[str]:
        """The rules and the locations."""
        game = self.game
        first, again = turns(game, self.joint)
        sequence = [*first, *again]
        won = game.winner(game.start) is not None
        rules: dict[str, list[str]] = {}
        used = []
        for number, turn in enumerate(sequence):
            before = [sequence[number - 1]] if number else []
            before += [again[-1]] if number == len(first) else []
            again_his = any(each.player is turn.player for each in before) or (won and number == 0)
            limited = number == 0 and game.first_moves is not None and game.start.ply == 0
            name = f"{turn.player}{'' if turn.stones == 1 else turn.stones}{'Again' * again_his}{'First' * limited}"
            used.append(name)
            own, other = "PQ" if turn.player is Player.BLACK else "QP"
            cells = [f"a{k}" for k in range(1, turn.stones + 1)]
            conditions = [f"not Win{other}()", *[f"not Win{own}()"] * again_his, *["First(a1)"] * limited]
            placed = "; ".join(f"{own} {{{cell}}}" for cell in cells)
            rules[name] = [
                f"RULE {name}:",
                f"  [{', '.join(cells)} | - | -] -> [{', '.join(cells)} | {placed} | -]",
                f"  emb P, Q pre {' and '.join(conditions)}",
            ]
        for rule in rules.values():
            yield from rule
        payoffs = {Player.BLACK: ":(WinP()) - :(WinQ())", Player.WHITE: ":(WinQ()) - :(WinP())"}
        for number, (turn, name) in enumerate(zip(sequence, used, strict=True)):
            after = number + 1 if number + 1 < len(sequence) else len(first)
            yield f"LOC {number} {{"
            for label, player in enumerate(Player, 1):
                if player is turn.player:
                    yield f"  PLAYER {label} {{ PAYOFF {payoffs[player]}"
                    yield f"             MOVES [{name} -> {after}] }}"
                else:
                    yield f"  PLAYER {label} {{ PAYOFF {payoffs[player]} }}"
            yield "}"

    def start(self) -> Iterator[str]:
        """The start position."""
        game, board = self.game, self.game.board
        black, white, ply = game.start
        if self.drawn:
            yield 'START [ | P:1 {}; Q:1 {} | ] "'
            for y in range(board.rows, 0, -1):
                bits = [1 << board.at[x, y] for x in range(1, board.columns + 1)]
                yield " ".join("P" if black & bit else "Q" if white & bit else "*" for bit in bits)
            yield '"'
            return
        names = _element_names(board)
        listed = [_listed("P", 1, names, (1 << cell for cell in cells_of(black)))]
        listed.append(_listed("Q", 1, names, (1 << cell for cell in cells_of(white))))
        if game.first_moves is not None and ply == 0:
            listed.append(_listed("First", 1, names, (1 << cell for cell in cells_of(game.first_moves))))
        if sum(mask.bit_count() for player in self.players for mask in game.winning_sets(player)) > MOST_LISTED:
            raise UnsupportedError(f"winning sets of {MOST_LISTED} cells together", found="more", source=game.name)
        for player in self.players:
            ordered = sorted(game.winning_sets(player), key=int.bit_count)
            for size, masks in groupby(ordered, key=int.bit_count):
                listed.append(_listed(self.relation(player, size), size, names, masks))
        if names != board.cells:
            yield from (f"// {new}: {old}" for new, old in zip(names, board.cells, strict=True) if old.isprintable())
        relations = ";\n  ".join(listed)
        yield f"START [{', '.join(names)} |\n  {relations} | ]"


def _is_drawable(board: Board) -> bool:
    """Tell whether a board is a rectangle of squares without holes, whose neighbours relations can describe."""
    full = board.layout is Layout.SQUARE and len(board) == board.columns * board.rows
    return full and not (board.torus and 1 in {board.columns, board.rows})


def _shapes(board: Board, masks: tuple[int, ...]) -> list[tuple[Cell, ...]] | None:
    """Cells of sets of which the others are the translates; None where a translate that fits is no winning set."""
    if not _is_drawable(board):
        return None
    left, found = dict.fromkeys(masks), list[tuple[Cell, ...]]()
    while left:
        cells = tuple(board.places[cell] for cell in cells_of(next(iter(left))))
        translates = _translates(board, cells)
        if not translates <= left.keys():  # none of them is gone already: sets that are translates go together
            return None
        for mask in translates:
            del left[mask]
        found.append(min((tuple(board.places[cell] for cell in cells_of(mask)) for mask in translates), key=_extent))
    return found


def _extent(cells: tuple[Cell, ...]) -> tuple[int, tuple[Cell, ...]]:
    """The sum of the sides of the bounding box; and the cells, so that one is least."""
    return sum(max(axis) - min(axis) for axis in zip(*cells, strict=True)), cells


def _translates(board: Board, cells: tuple[Cell, ...]) -> set[int]:
    """The masks of some cells moved to all places where they fit."""
    columns, rows = board.columns, board.rows
    if board.torus:
        steps = [(x, y) for x in range(columns) for y in range(rows)]
    else:
        (left, right), (low, high) = ((min(axis), max(axis)) for axis in zip(*cells, strict=True))
        steps = [(x, y) for x in range(1 - left, columns - right + 1) for y in range(1 - low, rows - high + 1)]
    return {
        mask_of(board.at[(x + dx - 1) % columns + 1, (y + dy - 1) % rows + 1] for x, y in cells) for dx, dy in steps
    }


def _shape(name: str, cells: tuple[Cell, ...], row: str, column: str) -> str:
    """The definition of a shape: its cells are joined, one after the other, by shortest paths over the board."""
    left, low = min(x for x, _ in cells), min(y for _, y in cells)

    def variable(cell: Cell) -> str:
        return f"{column_letters(cell[0] - left + 1)}{cell[1] - low + 1}"

    joined, steps = {cells[0]}, list[str]()
    apart = set(cells[1:])
    while apart:
        pairs = ((abs(x - u) + abs(y - v), (x, y), (u, v)) for x, y in joined for u, v in apart)
        _, (x, y), goal = min(pairs)
        while (x, y) != goal:
            here = x, y
            x, y = (x + (1 if goal[0] > x else -1), y) if x != goal[0] else (x, y + (1 if goal[1] > y else -1))
            ends = sorted((here, (x, y)))
            steps.append(f"{row if here[1] == y else column}({variable(ends[0])}, {variable(ends[1])})")
            joined.add((x, y))
        apart.discard(goal)
    helpers = sorted(joined.difference(cells))
    body = " and ".join(steps)
    if helpers:
        body = f"ex {', '.join(map(variable, helpers))} ({body})"
    if not steps:  # one cell: every element
        body = f"P({variable(cells[0])}) or not P({variable(cells[0])})"
    return f"REL {name}({', '.join(map(variable, cells))}) = {body}"


def _wrapped(name: str, relation: str, length: int) -> str:
    """The definition that leads from the last element of a row or column to its first one."""
    names = [f"x{k}" for k in range(length)]
    body = " and ".join(f"{relation}({after}, {before})" for before, after in pairwise(names))
    if length > 2:
        body = f"ex {', '.join(names[1:-1])} ({body})"
    return f"REL {name}(x0, x{length - 1}) = {body}"


def _listed(relation: str, arity: int, names: tuple[str, ...], masks: Iterable[int]) -> str:
    """A relation with its tuples."""
    tuples = (", ".join(names[cell] for cell in cells_of(mask)) for mask in masks)
    return f"{relation}:{arity} {{{'; '.join(each if arity == 1 else f'({each})' for each in tuples)}}}"


def _element_names(board: Board) -> tuple[str, ...]:
    """The names of the cells where these can be names of elements, else e1, e2, …"""
    if all(_NAME.fullmatch(name) and name not in RESERVED for name in board.cells):
        return board.cells
    return tuple(f"e{k}" for k in range(1, len(board) + 1))
