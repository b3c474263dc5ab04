"""The parts of positions of grid games, for both players at any time.

A position falls into parts that do not bear on each other, and parts that are images of each other are found to be
equal: what a part is, and how it is found, is told in ``native/theory/grid_parts.hpp``, where it is done.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.model import GridGame, Player
from zermelo.model.board import cells_of
from zermelo.model.ground import GroundAction, Stuck, Three
from zermelo.theory.time_left import out_of_time, seconds_until

_OPEN = 4
"""An open cell; 1 is a black one, 2 a white one, and a mask of these says which a cell may be."""


class GridParts:
    """The rules of a grid game for both players at any time. Parts are numbers.

    Attributes
    ----------
    native
        The parts in the core.

    >>> from zermelo.families import make
    >>> rules = GridParts(make("domineering:3x3").after("vertical(2,1) horizontal(1,3)"))
    >>> [len(rules.options(part, left=True)) for part in rules.start()]
    [1, 2]
    """

    def __init__(self, game: GridGame) -> None:
        if game.black_goals or game.white_goals:
            raise UnsupportedError("a game without goals, whose value tells who runs out of moves",
                                   found="goals, by which a player wins", source=game.name)  # fmt: skip
        if game.stuck is not Stuck.LOSES or game.full_draw:
            fate = "draws" if game.rules.may_draw else "wins"
            raise UnsupportedError("a game in which a player who cannot move has lost",
                                   found=f"one in which he {fate}", source=game.name,
                                   advice="'zermelo outcome' tells who wins it")  # fmt: skip
        self._game = game
        actions = [_action(player, each) for player in Player for each in game.rules.ground_actions[player]]
        self.native = _native.PositionParts(game.columns, game.rows, actions)

    @property
    def notes(self) -> tuple[str, ...]:
        """None: the rules are taken as they are."""
        return ()

    def start(self) -> Sequence[int]:
        """The parts of the start position; ``UnsupportedError`` where a move changes nothing."""
        black, white, _ = self._game.start
        cells = range(self._game.columns * self._game.rows)
        with self.idle_told():
            return self.native.start(bytes((black >> cell & 1) + 2 * (white >> cell & 1) or _OPEN for cell in cells))

    def options(self, part: int, left: bool, until: float | None = None) -> Sequence[Sequence[int]]:
        """The parts of what is left of a part after each move of Left (Black), or of Right.

        Raises ``LimitError`` after a time of the monotonic clock.
        """
        with self.idle_told():
            found = self.native.options(part, not left, seconds_until(until))
        if found is None:
            raise out_of_time()
        return found

    def key(self, part: int) -> tuple[Hashable, bool]:
        """A description of a part that is the same for all its images, and True if the colours are exchanged in it."""
        return self.native.key(part)

    @contextmanager
    def idle_told(self) -> Iterator[None]:
        """Work with parts that ends with ``UnsupportedError`` where a move changes nothing."""
        try:
            yield
        except _native.IdleError as error:
            raise UnsupportedError(
                "a game in which every play ends", found=str(error), source=self._game.name
            ) from None


def _action(player: Player, ground: GroundAction) -> _native.PartAction:
    """An action, with what it asks and gives cell by cell."""
    needs, sets = ground.needs, ground.sets
    rules = []
    for cell in cells_of(needs.cells | ground.changes):
        asked = needs.may if needs.cells >> cell & 1 else (-1, -1, -1)
        rules.append((cell, _colours(asked, cell), _colours(sets, cell)))
    return (player is Player.WHITE, *rules)


def _colours(masks: Three, cell: int) -> int:
    """The colours by whose masks a cell is named."""
    return sum((mask >> cell & 1) << colour for colour, mask in enumerate(masks))
