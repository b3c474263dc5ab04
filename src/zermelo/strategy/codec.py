"""The lines of a strategy file: a codec of positions, moves and arguments for each kind of game.

A line is a list. Placement games: ``[black, white, move]``, masks in hexadecimal digits and the number of a cell. Grid
games: ``[black, white, mover, rank, move]`` with the mover ``"b"`` or ``"w"`` and ``[action, x, y]`` for a move. An
argument takes the place of a move: ``{"pairing": [1, 2, 5, 6]}``, the cells of its pairs one after the other; in a
breaker certificate, ``{"exchange": …}`` and ``{"answers": …}`` with pairs like those of a pairing. In packing games
``{"packing": [1, 4, 7, 9]}``: the number of pairs, their moves, and the other moves, all by their numbers among the
ground actions, Black's first; so are those of ``{"sum": [1, 4]}``, the moves that are given up, and of
``{"race": [5, 2, 8, 11, 1, 9]}``, a move, and plans, each after its length. Game-SAT:
``[clauses, variables, mover, literal]``, the masks of the residual formula, and 0 for an idle variable; or, in place of
the literal, removed clauses: ``{"aside": [3, 4], "pairs": [1, 2, 5, 6]}``,
with pairs of variables where MAX wins. Games on states: ``[state, rank, move]``, both as the game writes them.
"""

from __future__ import annotations

from typing import Any, Protocol

from zermelo import _native
from zermelo.errors import InputError, UnsupportedError
from zermelo.model import ClauseGame, Game, GridGame, GridMove, PlacementGame, Player, Position, StateGame
from zermelo.model.automorphism import Permutation
from zermelo.model.ground import ground_actions
from zermelo.model.net_form import mask_of_form
from zermelo.model.residual_position import residual_of
from zermelo.strategy.check.packing import numbered
from zermelo.strategy.entry import (
    PAIRED,
    Answers,
    Argument,
    ClauseRemoval,
    Deduction,
    Entry,
    Exchange,
    Packing,
    Race,
    Sum,
    named_pairs,
)


class Codec(Protocol):
    """The codec of a kind of games; positions are canonical, see :class:`CanonicalPositions`."""

    def write(self, position: Position, entry: Entry) -> list[Any]:
        """The line of an entry."""

    def read(self, line: list[Any]) -> tuple[Position, Entry]:
        """The entry of a line; InputError or ValueError for a line that is not one."""


def codec_for(game: Game) -> Codec:
    """The codec of a game."""
    if isinstance(game, GridGame):
        return GridCodec(game)
    if isinstance(game, PlacementGame):
        return PlacementCodec(game)
    if isinstance(game, ClauseGame):
        return ClauseCodec(game)
    if isinstance(game, StateGame):
        return StateCodec(game)
    raise UnsupportedError("a game whose strategies can be written", found=game.kind)


def note_lines(game: Game, player: Player) -> _native.NoteLines | None:
    """The same lines from notes of the core and back, for strategies of a player; None for games without such notes."""
    cells = len(game.board)
    if not isinstance(game, PlacementGame | GridGame) or not 0 < cells <= _native.MAX_CELLS:
        return None
    if isinstance(game, PlacementGame):
        return _native.NoteLines(cells)
    black, white = ([",".join(map(str, each.move[1:])) for each in ground_actions(game, one)] for one in Player)
    return _native.NoteLines(cells, (black, white), player is Player.BLACK, residual_of(game).placing)


class PlacementCodec:
    """Placement games: the stones are the position."""

    def __init__(self, game: PlacementGame) -> None:
        self._full, self._cells = game.board.full, len(game.board)

    def write(self, position: Position, entry: Entry) -> list[Any]:
        answer = entry.answer
        if isinstance(answer, Argument | Exchange | Answers):
            kind, cells = named_pairs(answer)
            answer = {kind: cells}
        return [f"{position.black:x}", f"{position.white:x}", answer]

    def read(self, line: list[Any]) -> tuple[Position, Entry]:
        black, white, answer = line
        stones = _stones(black, white, self._full)
        if isinstance(answer, dict):
            return Position(*stones), Entry(_argument(answer, self._cells))
        return Position(*stones), Entry(_number(answer, self._cells))


class DeductionCodec:
    """Lines of a derivation: a rule and its numbers, counted from 0."""

    def __init__(self) -> None:
        self._count = 0

    def write(self, position: Position, entry: Entry) -> list[Any]:  # noqa: ARG002 (its number tells)
        rule, numbers = entry.answer
        return [rule, *numbers]

    def read(self, line: list[Any]) -> tuple[Position, Entry]:
        rule, *numbers = line
        if not isinstance(rule, str):
            raise InputError("the rule of a deduction", found=repr(rule)[:60])
        self._count += 1
        return Position(self._count - 1), Entry(Deduction(rule, tuple(_number(each, 1 << 31) for each in numbers)))


class GridCodec:
    """Grid games: a line has the player to move and the rank."""

    def __init__(self, game: GridGame) -> None:
        self._game = game
        self._placing = residual_of(game).placing
        self._moves = numbered(game)
        self._numbers = {move: number for number, move in enumerate(self._moves)}

    def write(self, position: Position, entry: Entry) -> list[Any]:
        black, white, _ = position
        mover, answer = self._game.mover(position), entry.answer
        if isinstance(answer, Packing):
            moves = [*(move for pair in answer.pairs for move in pair), *answer.moves]
            said: Any = {"packing": [len(answer.pairs), *map(self._numbers.__getitem__, moves)]}
        elif isinstance(answer, Sum):
            said = {"sum": [*map(self._numbers.__getitem__, answer.given_up)]}
        elif isinstance(answer, Race):
            said = {"race": [self._numbers[answer.move]]}
            for plan in answer.plans:
                said["race"] += [len(plan), *map(self._numbers.__getitem__, plan)]
        else:
            said = list(answer[1:])
        return [f"{black:x}", f"{white:x}", mover.value[0], entry.rank, said]

    def read(self, line: list[Any]) -> tuple[Position, Entry]:
        game = self._game
        black, white, letter, rank, answer = line
        stones = _stones(black, white, game.board.full, self._placing)
        mover = {"b": Player.BLACK, "w": Player.WHITE}[letter]
        ply = _ply(game, mover)
        if rank is not None:
            _number(rank, 10**9)
        if isinstance(answer, dict):
            return Position(*stones, ply), Entry(self._argument(answer), rank)
        action, x, y = answer
        _number(action, len(game.actions(mover)))
        move = GridMove(mover, action, _number(x, game.columns + 1), _number(y, game.rows + 1))
        return Position(*stones, ply), Entry(move, rank)

    def _argument(self, form: dict[str, Any]) -> Packing | Sum | Race:
        ((name, numbers),) = form.items()
        if name == "sum" and isinstance(numbers, list):
            return Sum(tuple(self._named(numbers)))
        first, *rest = numbers
        if name == "packing":
            moves = self._named(rest)
            cut = 2 * _number(first, len(moves) // 2 + 1)
            return Packing(tuple(zip(moves[:cut:2], moves[1:cut:2], strict=True)), tuple(moves[cut:]))
        if name != "race":
            raise InputError("a packing, a sum or a race", found=repr(name)[:60])
        plans = []
        while rest:
            cut = 1 + _number(rest[0], len(rest))
            plans.append(tuple(self._named(rest[1:cut])))
            rest = rest[cut:]
        return Race(self._named([first])[0], tuple(plans))

    def _named(self, numbers: list[Any]) -> list[GridMove]:
        return [self._moves[_number(each, len(self._moves))] for each in numbers]


class ClauseCodec:
    """Game-SAT: a line has the residual formula and the player to move."""

    def __init__(self, game: ClauseGame) -> None:
        self._game = game

    def write(self, position: Position, entry: Entry) -> list[Any]:
        clauses, variables, _ = position
        answer = entry.answer
        if isinstance(answer, ClauseRemoval):
            said = {"aside": list(answer.clauses)}
            answer = said | ({"pairs": [cell for pair in answer.pairs for cell in pair]} if answer.pairs else {})
        return [f"{clauses:x}", f"{variables:x}", self._game.mover(position).value[0], answer]

    def read(self, line: list[Any]) -> tuple[Position, Entry]:
        game = self._game
        clauses, variables, letter, answer = line
        cells, numbers = len(game.board), len(game.clauses)
        left = Position(mask_of_form(clauses), mask_of_form(variables))
        if left.black >> numbers or left.white >> cells:
            raise InputError("clauses and variables of the formula", found=f"{clauses!r} and {variables!r}")
        position = left._replace(ply=_ply(game, {"b": Player.BLACK, "w": Player.WHITE}[letter]))
        if isinstance(answer, dict):
            pairs = _pairs(answer.get("pairs", []), cells)
            return position, Entry(ClauseRemoval(tuple(_number(each, numbers) for each in answer["aside"]), pairs))
        _number(abs(answer) if type(answer) is int else answer, cells + 1)
        return position, Entry(answer)


class StateCodec:
    """Games on states: a line has the state, the rank and the move."""

    def __init__(self, game: StateGame) -> None:
        self._game = game

    def write(self, position: Position, entry: Entry) -> list[Any]:
        game = self._game
        return [game.position_form(position), entry.rank, game.move_form(position, entry.answer)]

    def read(self, line: list[Any]) -> tuple[Position, Entry]:
        state, rank, move = line
        position = self._game.position_of(state)
        if rank is not None:
            _number(rank, 10**9)
        return position, Entry(self._game.move_of(position, move), rank)


def _ply(game: Game, mover: Player) -> int:
    """The first ply from the start position on at which a player moves."""
    first = game.start.ply
    return first if game.player_at(first) is mover else first + 1


def permutation(form: Any, cells: int) -> Permutation:
    """A permutation of the cells, from JSON."""
    found = tuple(_number(each, cells) for each in form)
    if len(set(found)) != cells:
        raise InputError(f"a permutation of {cells} cells", found=f"{len(set(found))} of them")
    return found


def _argument(form: dict[str, Any], cells: int) -> Argument | Exchange | Answers:
    ((name, flat),) = form.items()
    if name not in PAIRED:
        raise InputError(f"an argument among {', '.join(PAIRED)}", found=repr(name)[:60])
    return PAIRED[name](_pairs(flat, cells))


def _pairs(flat: list[Any], cells: int) -> tuple[tuple[int, int], ...]:
    numbers = [_number(each, cells) for each in flat]
    if len(numbers) % 2:
        raise InputError("pairs of cells", found=f"{len(numbers)} cells")
    return tuple(zip(numbers[::2], numbers[1::2], strict=True))


def _stones(black: Any, white: Any, full: int, either: bool = False) -> tuple[int, int]:
    """The masks of the stones; with ``either``, a stone whose colour does not matter is in both masks."""
    one, two = mask_of_form(black), mask_of_form(white)
    if (one & two and not either) or (one | two) & ~full:
        raise InputError("stones on different cells of the board", found=f"{black!r} and {white!r}"[:60])
    return one, two


def _number(value: Any, below: int) -> int:
    if type(value) is not int or not 0 <= value < below:
        raise InputError(f"a number from 0 to {below - 1}", found=repr(value)[:60])
    return value
