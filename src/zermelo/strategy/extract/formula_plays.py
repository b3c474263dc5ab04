"""Plays of a game in the variables of a formula, to ask functions read off its proof for moves.

The functions belong to the player whose moves are universal, here White or, in the negated game, Black: the *owner*.
For every play his *opponent*, who is existential, must set variables of hers as the rules say: moves, stones, flags.
The formula is false whatever she sets; but only where she has set them honestly does that mean that she has not won.

Formulas leave out what does not matter. So a script keeps a position of its own, which differs from the real one in
favour of the opponent only: where she plays what the formula does not know, an open cell is hers in it, and where the
owner has to place a stone of which the formula knows nothing, it has no stone. In games of stones that stay a stone
more never harms its owner, so what he achieves there he achieves on the board. Grid games are kept exactly.

Variables are found by the meanings that encodings give them (`zermelo.encodings.base.Meaning`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from zermelo.encodings import Encoded
from zermelo.encodings.dys import Turn, TurnMove, turns
from zermelo.encodings.reduction.graphs import contract, on_paths
from zermelo.encodings.reduction.timeline import BitMove, CellGame, HotMove, allowed_first, open_mask
from zermelo.encodings.reduction.winning_sets import residual_sets
from zermelo.errors import DisagreementError, UnsupportedError
from zermelo.formula import QCNF, Quantifier
from zermelo.model import ConnectionGame, Player, Position, cells_of

_WORDS = frozenset({"move", "choice", "black", "white", "occupied", "ladder", "time"})
_TURN_WORDS = frozenset({"move", "black", "white", "count"})
"""The variables that plays set, by the word of their `zermelo.encodings.base.Meaning`."""


class PlayState(NamedTuple):
    """A play so far, as the formula has it.

    Parameters
    ----------
    time
        The number of moves made.
    true
        The mask of the variables that are true, variable v being bit v.
    black, white
        The stones, on the cells as the formula numbers them.
    turn
        Those that were placed in a turn that is not over.
    """

    time: int = 0
    true: int = 0
    black: int = 0
    white: int = 0
    turn: int = 0


class Script(ABC):
    """Translation of plays of a game into the variables of one formula.

    Attributes
    ----------
    formula
        The formula.
    start
        The play without a move.
    values
        The owner's functions, for variables that are his at moves of the opponent; None where there are none.
    """

    formula: QCNF
    start: PlayState
    values: Callable[[int, int], bool] | None = None

    def before(self, state: PlayState, position: Position) -> PlayState:  # noqa: ARG002 (most have nothing to add)
        """The play before a move of the owner, with what the opponent sets in the same step."""
        return state

    @abstractmethod
    def asked(self, time: int) -> list[int]:
        """The owner's variables for the move after so many; none when the formula ends before."""

    @abstractmethod
    def owner(self, state: PlayState, position: Position, moves: list[Any]) -> tuple[Any, PlayState]:
        """The owner's move, once the variables asked for have their values, and the play after it.

        Parameters
        ----------
        state
            The play before the move, with the values of the variables.
        position
            The position on the board.
        moves
            The legal moves.

        Raises ``DisagreementError`` when the functions name a move that is not legal.
        """

    @abstractmethod
    def opponent(self, state: PlayState, position: Position, move: Any) -> PlayState:
        """The play after a move of the opponent.

        Parameters
        ----------
        state
            The play before the move.
        position
            The position on the board before the move.
        move
            The move, which is legal.
        """


class CellScript(Script):
    """Encodings of games on cells: stones are one variable for each cell, moves so too, or a number.

    Parameters
    ----------
    game
        The game, in which Black is the one who wins or is held.
    encoded
        Its formula, with a first move in binary or one-hot.
    owner
        The player whose moves are universal.
    """

    def __init__(self, game: CellGame, encoded: Encoded, owner: Player) -> None:
        first = encoded.first_move
        if encoded.formula is None:
            first = BitMove((), (), 0, 0)
        elif not isinstance(first, BitMove | HotMove):
            raise UnsupportedError("an encoding whose moves are cells", found=repr(encoded.encoding))
        self.formula, way = encoded.clauses()
        self._owner, self._cells, self._worth = owner, first.cells, worth(game)
        allowed = first.allowed if isinstance(first, BitMove) else allowed_first(game)
        self._allowed = sum(1 << number for number, cell in enumerate(first.cells) if allowed >> cell & 1)
        self._number = {cell: number for number, cell in enumerate(first.cells)}
        self._words: dict[int, dict[str, dict[int, int]]] = {}
        """By time and word the variables, by cell (stones, ladders, moves that are one-hot) or by bit."""
        self._asked: dict[int, list[int]] = {}
        always = 0
        for variable, (word, time, part, _) in encoded.meanings().items():
            if word not in _WORDS or time is None or variable not in way:
                continue
            bit, words = 1 << way[variable], self._words.setdefault(time, {})
            if part is None:  # the clock
                always |= bit
            elif self.formula.prefix.quantifier_of(way[variable]) is Quantifier.FORALL:
                self._asked.setdefault(time, []).append(way[variable])
            else:
                words.setdefault(word, {})[part] = bit
        self._last = max(self._words, default=0)
        self.start = PlayState(true=always)

    def asked(self, time: int) -> list[int]:
        return self._asked.get(time + 1, [])

    def _open(self, state: PlayState) -> int:
        """The cells on which the formula expects the next stone."""
        free = ~(state.black | state.white) & (1 << len(self._cells)) - 1
        return free & self._allowed if state.time == 0 else free

    def owner(self, state: PlayState, position: Position, moves: list[int]) -> tuple[int, PlayState]:  # noqa: ARG002
        """As :meth:`Script.owner`."""
        bits, free = self._asked.get(state.time + 1, []), self._open(state)
        number = number_of(bits, state.true)
        chosen: int | None = number
        if state.time >= self._last:
            chosen = None
        elif not free >> number & 1:  # a pass, or the opponent moves for him: so does this
            chosen = next(cells_of(free)) if "move" in self._words.get(state.time + 1, {}) else None
        if chosen is not None and self._cells[chosen] in moves:
            move = self._cells[chosen]
        else:  # first what the formula has as open: White's last moves are not in it, and these cells are for them
            opened = [self._cells[number] for number in cells_of(free)]
            move = by_worth([cell for cell in opened if cell in moves] or moves, self._worth)
        return move, self._after(state, self._owner, chosen)

    def opponent(self, state: PlayState, position: Position, move: int) -> PlayState:  # noqa: ARG002
        """As :meth:`Script.opponent`."""
        free, chosen = self._open(state), self._number.get(move)
        if chosen is None or not free >> chosen & 1:
            chosen = next(cells_of(free), None)
        return self._after(state, self._owner.other, chosen)

    def _after(self, state: PlayState, player: Player, chosen: int | None) -> PlayState:
        """The play after a stone on a cell, or on none."""
        time, true = state.time + 1, state.true
        black, white = state.black, state.white
        if chosen is not None and player is Player.BLACK:
            black |= 1 << chosen
        elif chosen is not None:
            white |= 1 << chosen
        boards = {"black": black, "white": white, "occupied": black | white}
        number = len(self._cells) if chosen is None else chosen  # the number beyond the cells is that of a pass
        for word, variables in self._words.get(time, {}).items():
            if word in boards:
                mask = boards[word]
            elif word == "ladder":
                mask = -1 << number
            else:
                mask = 1 << number if len(variables) == len(self._cells) else number
            for place, bit in variables.items():
                if mask >> place & 1:
                    true |= bit
        return PlayState(time, true, black, white)


class TurnScript(Script):
    """The encoding `zermelo.encodings.dys`, whose moves are turns.

    A turn is the cells of all stones that a player places one after the other.
    The parameters are those of `CellScript`. All open cells are in the formula, and nobody breaks a rule.
    """

    def __init__(self, game: CellGame, encoded: Encoded, owner: Player) -> None:
        self.formula, way = encoded.clauses()
        self._owner, self._worth = owner, worth(game)
        self.start, self._turns, self._cells = PlayState(), list[Turn](), list[int]()
        self._words: dict[tuple[str, int], list[int]] = {}
        if not isinstance(encoded.first_move, TurnMove):
            return
        self._cells = list(encoded.first_move.cells)
        for variable, (word, time, _, _) in encoded.meanings().items():
            if word in _TURN_WORDS and time is not None:
                self._words.setdefault((word, time), []).append(way[variable])
        last = max(time for _, time in self._words)
        players = [game.player_at(game.start.ply + time) for time in range(encoded.depth)]
        self._turns = turns(players)[:last]

    def _place(self, time: int) -> tuple[int, int]:
        """The turn of the move after so many, counted from 1 (0 for none), and the number of its stones left."""
        for number, turn in enumerate(self._turns, 1):
            if time < turn.stones:
                return number, turn.stones - time
            time -= turn.stones
        return 0, 0

    def asked(self, time: int) -> list[int]:
        number, left = self._place(time)
        begins = number and left == self._turns[number - 1].stones
        return self._words["move", number] if begins and self._turns[number - 1].player is self._owner else []

    def owner(self, state: PlayState, position: Position, moves: list[int]) -> tuple[int, PlayState]:  # noqa: ARG002
        """As :meth:`Script.owner`."""
        number, _ = self._place(state.time)
        if not number:
            return by_worth(moves, self._worth), state._replace(time=state.time + 1)
        named = [
            cell for cell, bit in zip(self._cells, self._words["move", number], strict=True) if state.true >> bit & 1
        ]
        chosen = legal(next((cell for cell in named if cell in moves), None), moves)
        return chosen, self._after(state, self._owner, chosen)

    def opponent(self, state: PlayState, position: Position, move: int) -> PlayState:  # noqa: ARG002
        """As :meth:`Script.opponent`."""
        return self._after(state, self._owner.other, move)

    def _after(self, state: PlayState, player: Player, move: int) -> PlayState:
        number, left = self._place(state.time)
        if not number:
            return state._replace(time=state.time + 1)
        bit = 1 << self._cells.index(move)
        black = state.black | (bit if player is Player.BLACK else 0)
        white = state.white | (bit if player is Player.WHITE else 0)
        after = PlayState(state.time + 1, state.true, black, white, state.turn | bit)
        return self._written(after, number) if left == 1 else after

    def _written(self, state: PlayState, number: int) -> PlayState:
        """The play with the variables of a turn that is over."""
        true = state.true
        for word, mask in (("move", state.turn), ("black", state.black), ("white", state.white)):
            for place, variable in enumerate(self._words[word, number]):
                true |= (mask >> place & 1) << variable
        named, counts = 0, iter(self._words["count", number])
        most = self._turns[number - 1].stones + 1
        for place in range(len(self._cells)):  # at least 1, 2, … of the cells so far
            named += state.turn >> place & 1
            for least in range(1, min(place + 1, most) + 1):
                true |= (named >= least) << next(counts)
        return state._replace(true=true, turn=0)


def number_of(bits: Iterable[int], true: int) -> int:
    """The number that some variables make up, the first of them being its lowest bit."""
    return sum(1 << place for place, bit in enumerate(bits) if true >> bit & 1)


def legal(move: Any, moves: list[Any]) -> Any:
    """The move that functions name; ``DisagreementError`` when it is not legal."""
    if move not in moves:
        raise DisagreementError("the functions of a proof name a move that is not legal")
    return move


def by_worth(moves: list[int], values: dict[int, int]) -> int:
    """The move on the cell of the smallest number by `worth`; cells without a number come last."""
    return min(moves, key=lambda cell: (cell not in values, values.get(cell, 0)))


def worth(game: CellGame) -> dict[int, int]:
    """The least number of Black's stones with which each cell can matter for a win of his.

    Encodings cut a play down to the cells of winning sets that Black can complete with his stones, again and again: the
    fewer cells, the fewer stones. That is right because White can see to it that he gets no more of these cells than if
    the play ended with them, by taking one of them at each of her moves. Where a formula asks nothing of her she has
    to do so: always on an open cell of the smallest number here, which belongs to all the sets of cells that matter.

    >>> from zermelo.model import ConnectionGame
    >>> sorted(worth(ConnectionGame.hex(2, 2)).items())
    [(0, 2), (1, 2), (2, 2), (3, 2)]
    """
    found: dict[int, int] = {}
    if isinstance(game, ConnectionGame):
        kept = open_mask(game)
        graph = None if game.joined else contract(game, game.source, game.target, game.start.black, kept)
        if graph is not None:
            for stones in range(1, kept.bit_count() + 1):
                for cell in cells_of(on_paths(graph, stones, kept)):
                    found.setdefault(cell, stones)
        return found
    for mask in residual_sets(game.black_sets, game.start.black, game.start.white):
        for cell in cells_of(mask):
            found.setdefault(cell, mask.bit_count())
    return found
