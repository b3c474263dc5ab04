"""The residual formula of Game-SAT: the same game, by as little as decides it.

Of a position three things are kept: the *open* clauses, those without a true literal; the *live* variables, those that
have no value yet and occur in an open clause; and who moves. All other unassigned variables are *idle*: giving one a
value does nothing but pass the turn.

*Nothing else matters.* In an open clause every assigned literal is false, so what can still become of it is told by
its live variables. Idle variables are alike, so their number is all that matters of them, and of that number the
parity: let G be a position and G' the same with two idle variables more. Who wins G wins G', too: he plays as in G, and
when the other player gives one of the two a value, so does he with the second. Until G is settled there is a live
variable and so a move in G; hence he never has to begin with the two himself. As one of the players wins G, the winner
of G' is the same. Nor need the parity be kept: with every move one unassigned variable less is left, so who moves tells
whether their number is even, and less the live ones they are idle.

Hence positions that leave the same are equally good, and play can go on as if at most one variable were idle. That is
the game here: its positions hold the masks of the open clauses (as ``black``) and of the live variables (as ``white``);
a move is a literal of a live variable, or :data:`IDLE`, where the number of idle variables is odd. Depths are not
those of the formula, since pairs of idle variables are never played.

Source: the rule for unused variables is that of Zhao and Müller, section 2.6.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from zermelo.errors import InputError
from zermelo.model.board import Board, cells_of, mask_of
from zermelo.model.clause_game import ClauseGame
from zermelo.model.game import Game, Player, Position

IDLE = 0
"""The move that gives some idle variable a value."""


@dataclass(frozen=True, repr=False)
class ResidualFormula(Game):
    """A residual formula as a game.

    Parameters
    ----------
    whole
        Game-SAT on the formula, from its start position on.
    start
        The masks of the open clauses and of the live variables, and the moves made.

    >>> whole = ClauseGame("formula", 3, ((1, 2), (-1, -2)))
    >>> game = ResidualFormula.begin(whole)
    >>> game.start, game.legal(game.start)  # the third variable is idle
    (Position(black=3, white=3, ply=0), [1, -1, 2, -2, 0])
    >>> game.step(game.start, 1)
    Position(black=2, white=2, ply=1)
    """

    whole: ClauseGame
    start: Position
    board: Board = field(init=False, compare=False, repr=False)
    name: str = field(init=False)
    depth: int | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        object.__setattr__(self, "board", self.whole.board)
        object.__setattr__(self, "name", self.whole.name)

    @classmethod
    def begin(cls, whole: ClauseGame) -> ResidualFormula:
        """The game that the start position of the whole one leaves."""
        return cls(whole, cls(whole, Position()).of(whole.start))

    @cached_property
    def _scopes(self) -> tuple[int, ...]:
        """The variables of each clause."""
        return tuple(clause.variables for clause in self.whole.clauses)

    @cached_property
    def _with(self) -> dict[int, int]:
        """The clauses with each literal."""
        found: dict[int, int] = {}
        for number, clause in enumerate(self.whole.clauses):
            for literal in clause.literals():
                found[literal] = found.get(literal, 0) | 1 << number
        return found

    def of(self, position: Position) -> Position:
        """The residual formula at a position of the whole game.

        >>> whole = ClauseGame("formula", 3, ((1, 2), (-1, -2)))
        >>> ResidualFormula.begin(whole).of(whole.step(whole.start, 1))
        Position(black=2, white=2, ply=1)
        """
        true, false, ply = position
        clauses = self.whole.clauses
        return self.reduced(
            mask_of(k for k, each in enumerate(clauses) if not (each.positive & true or each.negative & false)),
            self.board.full & ~(true | false),
            ply,
        )

    def reduced(self, open_clauses: int, unassigned: int, ply: int) -> Position:
        """The position of some clauses of which some variables have no value.

        Parameters
        ----------
        open_clauses
            The mask of the clauses, by number, that are not true yet.
        unassigned
            The mask of variables without a value; those in none of the clauses are dropped.
        ply
            The number of moves made.
        """
        live = 0
        for number in cells_of(open_clauses):
            live |= self._scopes[number]
        return Position(open_clauses, live & unassigned, ply)

    def variables(self, clauses: int) -> int:
        """The variables of some clauses."""
        return self.reduced(clauses, self.board.full, 0).white

    def idle(self, position: Position) -> bool:
        """Tell whether the number of idle variables is odd."""
        unassigned = self.whole.complete_depth() - (position.ply - self.whole.start.ply)
        return (unassigned - position.white.bit_count()) % 2 == 1

    @property
    def kind(self) -> str:
        return self.whole.kind

    def called(self, player: Player) -> str:
        return self.whole.called(player)

    def player_at(self, ply: int) -> Player:
        return self.whole.player_at(ply)

    def legal(self, position: Position) -> list[int]:
        if self.winner(position) is not None:
            return []
        live = [literal for cell in cells_of(position.white) for literal in (cell + 1, -cell - 1)]
        return [*live, IDLE] if self.idle(position) else live

    def winner(self, position: Position) -> Player | None:
        """MIN with an open clause that has no live variable, MAX without open clauses."""
        if any(not self._scopes[number] & position.white for number in cells_of(position.black)):
            return Player.WHITE
        return None if position.black else Player.BLACK

    def step(self, position: Position, move: int) -> Position:
        if move == IDLE:
            return position._replace(ply=position.ply + 1)
        unassigned = position.white & ~(1 << abs(move) - 1)
        return self.reduced(position.black & ~self._with.get(move, 0), unassigned, position.ply + 1)

    def move_name(self, move: int) -> str:
        return "an idle variable" if move == IDLE else str(move)

    def parse_move(self, text: str, player: Player) -> int:
        return self.whole.parse_move(text, player)

    def swapped(self) -> ResidualFormula:
        raise InputError("a game whose players can change places", found="Game-SAT")

    def _other_mover(self) -> ResidualFormula:
        return replace(self, whole=self.whole.opened_by(self.whole.opener.other))

    def complete_depth(self) -> int:
        return self.start.white.bit_count() + 1

    def at(self, position: Position) -> ResidualFormula:
        return replace(self, start=position)

    def with_depth(self, depth: int | None) -> ResidualFormula:
        if depth is not None:
            raise InputError("no depth for what is left of a formula", found=str(depth))
        return self
