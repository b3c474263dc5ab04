"""Positions of ground games for both players: states without the fluents that say whose turn it is.

A rule sheet tells the moves of the player who has the control. The position is the rest of the state; each player's
moves are those in the state in which he has the control. For this the rules must keep to a form, which is checked in
every state that is met: the player with the control chooses, and after his move the other has it.

*Ends.* A state in which the player with the control has lost is one in which he cannot move. Where an end says that he
has won, the move by which the other came there has lost the play, as eating the poison does in Chomp. Such a move is
left out: with another move one need not make it, and without one the player has lost with it or without it. It must be
such an end for both players, or else for neither. A draw is refused.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from zermelo.errors import UnsupportedError
from zermelo.model import NetGame, Player, Position
from zermelo.theory.time_left import check_time


class NetStates:
    """The rules of a ground game for both players at any time.

    >>> from zermelo.families import make
    >>> rules = NetStates(make("nim:3"))
    >>> len(rules.options(rules.start()[0], left=True))
    3
    """

    def __init__(self, game: NetGame) -> None:
        self._game = game
        self._controls = dict(zip(Player, game.controls, strict=True))
        self._both = game.control_mask
        self._rules = object()  # stands for these rules in keys: the same state of other rules has another value
        self._left_out = False

    def start(self) -> Sequence[int]:
        """The start position, as the one part."""
        start = self._game.start.black & ~self._both
        if self._is_lost(start):
            raise self._refused("a play that is over, in favour of the player to move")
        return (start,)

    @property
    def notes(self) -> tuple[str, ...]:
        """Tells that some moves were left out."""
        return ("moves by which their player loses at once are left out",) if self._left_out else ()

    def options(self, part: int, left: bool, until: float | None = None) -> list[Sequence[int]]:
        """The positions after each move of Left (Black), or of Right, that does not lose at once.

        Raises ``LimitError`` after a time of the monotonic clock.
        """
        check_time(until)
        player = Player.BLACK if left else Player.WHITE
        found = self._game.state(self._with(part, player))
        if found.terminal:
            return []
        if found.chooser is not player:
            raise self._refused("a state in which another player chooses than the one with the control")
        after = self._game.steps(self._with(part, player), found.moves)
        turns = {position.black & self._both for position in after}
        if turns - {self._controls[player.other]}:
            raise self._refused("a move after which the other player has not the control")
        states = {position.black & ~self._both for position in after}
        kept: list[Sequence[int]] = [(state,) for state in sorted(states) if not self._is_lost(state)]
        self._left_out |= len(kept) < len(states)
        return kept

    def key(self, part: int) -> tuple[Hashable, bool]:
        """The state, with the rules."""
        return (self._rules, part), False

    def _with(self, part: int, player: Player) -> Position:
        return Position(part | self._controls[player])

    def _is_lost(self, part: int) -> bool:
        """Tell whether who moved here has lost by it; ``UnsupportedError`` for an end that is none of a normal game."""
        wins = []
        for player in Player:
            position = self._with(part, player)
            state = self._game.state(position)
            winner = self._game.winner(position) if state.terminal else None
            if state.terminal and winner is None:
                raise self._refused("an end that is a draw")
            wins.append(winner is player)
        if wins[0] is not wins[1]:
            raise self._refused("an end at which a player to move has won")
        return wins[0]

    def _refused(self, found: str) -> UnsupportedError:
        return UnsupportedError(
            "a game in which a player who cannot move has lost, and that is all",
            found=found, source=self._game.name, advice="'zermelo outcome' tells who wins it",
        )  # fmt: skip
