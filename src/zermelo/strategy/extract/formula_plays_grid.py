"""Plays of grid games in the variables of a formula: of the negated game, and of the lifted encoding.

Both know every move that is possible by its time, so the formula has the very position that is on the board. A correct
function never names an illegal move as long as the formula goes on: its player would have lost.
"""

from __future__ import annotations

from zermelo.encodings import Encoded
from zermelo.encodings.grid.first_move import FirstMove
from zermelo.encodings.grid.reachability import ActionLayer
from zermelo.encodings.ground import Ground, GroundPlay
from zermelo.encodings.lifted import LiftedBDDL
from zermelo.encodings.negated import Negated
from zermelo.model import GridGame, GridMove, Player, Position, mask_of
from zermelo.strategy.extract.formula_plays import PlayState, Script, legal, number_of


class GroundScript(Script):
    """Games with every action and every cell written out, `zermelo.encodings.ground`."""

    def __init__(self, game: GridGame, encoded: Encoded, encoding: Ground | Negated) -> None:
        self.formula, self.start, self._game = encoded.clauses()[0], PlayState(), game
        self._play = None
        if encoded.formula is not None:
            mover = Player.BLACK if isinstance(encoding, Ground) else Player.WHITE
            self._play = GroundPlay(game, encoded.depth, mover, symmetry=encoding.symmetry)

    def asked(self, time: int) -> list[int]:
        return list(self._play.turns[time].number) if self._goes_on(time) and self._play else []

    def _goes_on(self, time: int) -> bool:
        return self._play is not None and time < len(self._play.turns)

    def owner(self, state: PlayState, position: Position, moves: list[GridMove]) -> tuple[GridMove, PlayState]:
        """As :meth:`Script.owner`."""
        if self._play is None or not self._goes_on(state.time):
            return moves[0], state._replace(time=state.time + 1)
        turn = self._play.turns[state.time]
        number = number_of(turn.number, state.true)
        move = legal(turn.actions[number].move if number < len(turn.actions) else None, moves)
        return move, self._after(state, position, move)

    def opponent(self, state: PlayState, position: Position, move: GridMove) -> PlayState:
        """As :meth:`Script.opponent`."""
        return self._after(state, position, move)

    def _after(self, state: PlayState, position: Position, move: GridMove) -> PlayState:
        true, time = state.true, state.time + 1
        if self._play is not None and self._goes_on(state.time):
            true |= mask_of(self._play.true(time, move, self._game.step(position, move)))
        return PlayState(time, true)


class LiftedScript(Script):
    """The lifted encoding, whose outer variables are moves and, after White's, whether they were legal."""

    def __init__(self, game: GridGame, encoded: Encoded, encoding: LiftedBDDL) -> None:
        self.formula, way = encoded.clauses()
        self.start, self._game, self._origin = PlayState(), game, encoding.origin
        self._turns: list[ActionLayer] = []
        self._bits: dict[tuple[str, int], list[int]] = {}
        if encoded.formula is None:
            return
        assert isinstance(encoded.first_move, FirstMove)
        self._turns = encoding.reachability(game, encoded.depth).layers
        for variable, (word, time, _, _) in encoded.meanings().items():
            if time is not None and variable in way:
                self._bits.setdefault((word, time), []).append(way[variable])

    def _variables(self, word: str, time: int) -> list[int]:
        return self._bits.get((word, time), [])

    def asked(self, time: int) -> list[int]:
        return [bit for word in ("A", "X", "Y", "gs") for bit in self._variables(word, time + 1)]

    def owner(self, state: PlayState, position: Position, moves: list[GridMove]) -> tuple[GridMove, PlayState]:  # noqa: ARG002
        """As :meth:`Script.owner`."""
        time = state.time + 1
        if time > len(self._turns):
            return moves[0], state._replace(time=time)
        action, x, y = (number_of(self._variables(word, time), state.true) for word in ("A", "X", "Y"))
        rules, move = self._turns[state.time].rules, None
        if action < len(rules):
            number = rules[action].number
            uses_x, uses_y = self._game.actions(Player.WHITE)[number].uses
            first = 1 - self._origin
            move = GridMove(Player.WHITE, number, x + first if uses_x else 0, y + first if uses_y else 0)
        flags = self._variables("lb", time) + self._variables("P", time)  # it is legal
        return legal(move, moves), PlayState(time, state.true | mask_of(flags))

    def opponent(self, state: PlayState, position: Position, move: GridMove) -> PlayState:  # noqa: ARG002
        """As :meth:`Script.opponent`."""
        time, true = state.time + 1, state.true
        if time <= len(self._turns):
            rules = self._turns[state.time].rules
            numbers = {
                "A": next(index for index, rule in enumerate(rules) if rule.number == move.action),
                "X": max(move.x, 1) - 1 + self._origin,
                "Y": max(move.y, 1) - 1 + self._origin,
            }
            for word, number in numbers.items():
                true |= mask_of(bit for place, bit in enumerate(self._variables(word, time)) if number >> place & 1)
        return PlayState(time, true)
