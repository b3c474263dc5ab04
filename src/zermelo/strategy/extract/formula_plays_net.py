"""Plays of ground games in the variables of their formula, `zermelo.encodings.nets.unrolled_play`.

Variables are the numbers of moves alone; those of gates are innermost, where no function depends on them. In a step in
which only one player has a choice, the number of the other one means his only legal move: for the opponent the script
says so, for the owner his functions must, or the formula would be true.
"""

from __future__ import annotations

from typing import Any

from zermelo.encodings.negated import Negated
from zermelo.encodings.net import NetEncoding
from zermelo.encodings.nets.numbering import meant_by
from zermelo.encodings.nets.unrolled_play import NetPlay
from zermelo.formula import QCNF, tseitin
from zermelo.formula.circuit import TRUE
from zermelo.model import NetGame, Player, Position
from zermelo.strategy.extract.formula_plays import PlayState, Script, legal, number_of


class NetScript(Script):
    """The unrolled network, with gates innermost.

    Parameters
    ----------
    game, depth
        The question.
    encoding
        The encoding of a win of Black's, or of White's keeping him from it.
    """

    def __init__(self, game: NetGame, depth: int, encoding: NetEncoding | Negated) -> None:
        self._game, self._play = game, None
        self._mover = Player.WHITE if isinstance(encoding, Negated) else Player.BLACK
        self.formula, self.start, self._way = QCNF(), PlayState(), dict[int, int]()
        single = encoding.single if isinstance(encoding, NetEncoding) else True
        if not game.is_over(game.start):
            play = NetPlay(game, depth, self._mover, symmetry=encoding.symmetry, single=single, early=False)
            if abs(play.circuit.output) != TRUE:
                self._play = play
                self.formula, self._way = tseitin(play.circuit)

    def _bits(self, player: Player, time: int) -> list[int]:
        """The variables of a player's number at a step; 0 for one that does not matter."""
        chosen = None if self._play is None else self._play.chosen(player, time)
        return [] if chosen is None else [self._way.get(bit, 0) for bit in chosen.bits]

    def asked(self, time: int) -> list[int]:
        return [bit for bit in self._bits(self._mover.other, time + 1) if bit]

    def before(self, state: PlayState, position: Position) -> PlayState:
        """As :meth:`Script.before`: the opponent waits."""
        return state._replace(
            true=state.true | self._number(self._mover, state.time + 1, self._game.state(position).reply)
        )

    def _number(self, player: Player, time: int, move: int) -> int:
        """The mask of the variables that are true in the number of a move."""
        chosen = None if self._play is None else self._play.chosen(player, time)
        if chosen is None:
            return 0
        moves = [chosen.moves[place] for place in chosen.numbered]
        number = moves.index(move) if move in moves else 0
        return sum(1 << bit for place, bit in enumerate(self._bits(player, time)) if bit and number >> place & 1)

    def owner(self, state: PlayState, position: Position, moves: list[Any]) -> tuple[Any, PlayState]:  # noqa: ARG002
        """As :meth:`Script.owner`."""
        after = state._replace(time=state.time + 1)
        chosen = None if self._play is None else self._play.chosen(self._mover.other, state.time + 1)
        if len(moves) == 1 or chosen is None or not chosen.numbered:
            return moves[0], after
        bits = self._bits(self._mover.other, state.time + 1)
        if not any(bits):  # nothing depends on it
            return moves[0], after
        number = number_of(range(len(bits)), sum(1 << k for k, bit in enumerate(bits) if bit and state.true >> bit & 1))
        move = chosen.moves[chosen.numbered[meant_by(number, len(chosen.numbered))]]
        return legal(move, moves), after

    def opponent(self, state: PlayState, position: Position, move: Any) -> PlayState:  # noqa: ARG002
        """As :meth:`Script.opponent`: then the owner waits as his functions say."""
        true = state.true | self._number(self._mover, state.time + 1, move)
        if self.values is not None:
            for variable in self.asked(state.time):
                true |= self.values(variable, true) << variable
        return PlayState(state.time + 1, true)
