"""Ground games: the rules, a Boolean network, unrolled step by step as a circuit.

Idea: the state before the first step is constant; that after a step is what the network makes of the state before and
the moves made. So the only variables are the moves, numbers in binary; all else are gates, which share what is equal
and of which what is constant does not come to be. The *mover*, the player who is to reach his end, must choose legal
moves; where the *chooser* does not, nothing is asked of the mover any more. Two questions can be put that way: whether
Black, the mover, wins (`NetEncoding`), and whether White, the mover, keeps Black from winning
(`zermelo.encodings.negated`).

Quantifier blocks: for every step ``∃ number`` of the mover's move and ``∀ number`` of the chooser's, where they may
have a choice. Where turns are fixed one of the two is left. Where they depend on the state, the order within a step is
free: one of the players has a single legal move, so his number is a wrong one or means that. So the blocks of
neighbouring steps are joined.

Matrix: W_1, where over_t, won_t speak of the state before step t,

    W_t = if over_t then won_t else forbidden_t ∨ (allowed_t ∧ W_(t+1))        W_(d+1) = over_(d+1) ∧ won_(d+1)

(for White as the mover the last is ``¬(over ∧ Black has won)``); allowed_t: the mover's number means a legal move;
forbidden_t: the chooser's does not. Sound, because in every state that is not over each player has a legal move: a
number that means no legal move is never the chooser's only one.

What keeps it small, each sound since it changes nothing where W_t matters:

*   every number means exactly one of the moves that are possible by that time (`zermelo.encodings.nets.numbering`);
*   the state after a step is derived for each possible pair of moves alone, where most rules are gone, and where what
    the pair needs to be legal is true; then the results are put together by conditions on numbers, as few cubes as can
    be. So frame axioms, which are most of the rules of a game, vanish (`zermelo.encodings.nets.choice`);
*   whatever ends the play is false in later steps (`zermelo.encodings.nets.context`);
*   a last step by which the mover cannot win any more, and all like it, is dropped;
*   rules with positive cycles are applied as often as there are atoms in the cycle, and one time more.

Options: ``place`` of gate variables, which solvers feel: early, in the block of the last variable that a gate depends
on or the next existential one, or inner, all innermost; ``single``: a move whose condition excludes all others of its
player, as that of waiting does, takes no number: it is made when it is legal. That spares the wrong numbers.

Source: He, Saffidine and Thielscher, "Solving Two-player Games with QBF Solvers in General Game Playing" (AAMAS 2024),
for the question, its depth (definition 5) and the early placement (section 4.2); the rest is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from zermelo.encodings.base import Encoded, Encoding, Takes, option, require
from zermelo.encodings.nets.unrolled_play import NetPlay
from zermelo.formula import TRUE
from zermelo.model import Game, NetGame, Player

PLACES = ("early", "inner")


@dataclass(frozen=True)
class NetEncoding(Encoding):
    """The encoding of ground games: see the module.

    Parameters
    ----------
    place
        The place of gate variables, ``early`` or ``inner``.
    single
        True if a move that excludes all others of its player takes no number.

    >>> from zermelo.model import Net, NetRule
    >>> net = Net(("lit",), (("(turn on)", "wait"), ("noop",)), (NetRule(5, (1,)), NetRule(5, (2,)), NetRule(6, (-1,))),
    ...     (5,), ((6, 6), (0,)), 1, (((100, 1),), ((100, 6), (0, 1))), 0)
    >>> found = NetEncoding().encode(NetGame("lamp", net), 1)
    >>> found.answer, found.formula.sizes().variables
    (None, 1)
    """

    name = "net"
    title = "ground games: the network unrolled step by step"
    source = "ours; question and placement of gates after He, Saffidine, Thielscher (AAMAS 2024)"
    takes = Takes(net=True)
    paper = MappingProxyType[str, Any]({"symmetry": False, "place": "early", "single": False})

    place: str = option("early", "variables of gates: early, as soon as their inputs are known, or inner", PLACES)
    single: bool = option(True, "a move that excludes all others of its player, such as waiting, takes no number")

    def encode(self, game: Game, depth: int) -> Encoded:
        """As :meth:`Encoding.encode`."""
        require(self, game, depth)
        assert isinstance(game, NetGame)
        return encoded_net(self, game, depth, Player.BLACK, early=self.place == "early", single=self.single)


def encoded_net(
    encoding: Encoding, game: NetGame, depth: int, mover: Player, *, early: bool = True, single: bool = True
) -> Encoded:
    """The formula for a ground game.

    Parameters
    ----------
    encoding
        The encoding whose query and symmetries are meant.
    game, depth
        The question.
    mover
        The player whose moves are existential.
    early, single
        As the options of `NetEncoding`.
    """
    if game.is_over(game.start):
        wins = game.winner(game.start) is Player.BLACK
        why = "Black has won" if wins else "the play is over"
        return Encoded(encoding.label, depth, None, wins is (mover is Player.BLACK), why, asks=encoding.asks)
    play = NetPlay(game, depth, mover, symmetry=encoding.symmetry, single=single, early=early)
    output = play.circuit.output
    if abs(output) == TRUE:
        black_wins = (output == TRUE) is (mover is Player.BLACK)
        why = f"{'every' if black_wins else 'no'} play wins for Black within {depth}"
        return Encoded(encoding.label, depth, None, output == TRUE, why, asks=encoding.asks)
    return Encoded(
        encoding.label, depth, play.circuit, first_move=play.first_move(), meanings=play.meanings, asks=encoding.asks
    )
