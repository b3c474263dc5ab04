"""Canonical positions: one for each orbit of the symmetries of a game; moves mapped to it and back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from zermelo.model import Game, GridGame, GridMove, Player, Position
from zermelo.model.automorphism import Permutation
from zermelo.model.ground import Masks, ground_actions
from zermelo.model.residual_position import residual_of
from zermelo.model.symmetry import permuted
from zermelo.strategy.claim import normal
from zermelo.strategy.entry import Answers, Exchange, Links, Packing, Pairing, Race, Sum


class CellPermutation:
    """A permutation of the cells, applied to masks by a table of images for every eight cells."""

    def __init__(self, permutation: Permutation) -> None:
        self.permutation = permutation
        self._bytes = _byte_images(tuple(permutation))

    def image(self, mask: int) -> int:
        found = 0
        for table in self._bytes:
            found |= table[mask & 255]
            mask >>= 8
            if not mask:
                break
        return found


@lru_cache(maxsize=1024)
def _byte_images(permutation: Permutation) -> tuple[tuple[int, ...], ...]:
    """The images of every eight cells, by what they hold."""
    tables = []
    for low in range(0, len(permutation), 8):
        table = [0]
        for cell in permutation[low : low + 8]:
            table += [image | 1 << cell for image in table]  # the next cell is the next higher bit
        tables.append(tuple(table))
    return tuple(tables)


class CanonicalPositions:
    """The canonical positions of a game under some symmetries.

    Parameters
    ----------
    game
        The game.
    symmetries
        Permutations that keep the rules and form a group with the identity; else an orbit may get several canonical
        positions.

    >>> from zermelo.model import ConnectionGame
    >>> canonical = CanonicalPositions(ConnectionGame.hex(2, 2), [(3, 2, 1, 0)])
    >>> canonical.smallest(Position(black=0b1000, ply=1))
    (Position(black=1, white=0, ply=0), 1)
    >>> canonical.back(2, 1)
    1
    """

    def __init__(self, game: Game, symmetries: Sequence[Permutation]) -> None:
        self.game = game
        self.turns = [CellPermutation(permutation) for permutation in symmetries]
        self._back: dict[int, Permutation] = {}
        self._grid: dict[tuple[int, GridMove], GridMove] = {}
        self._residual = residual_of(game) if isinstance(game, GridGame) else None

    def form(self, position: Position) -> Position:
        """The position without stones that do not matter for the rest of the play."""
        position = normal(self.game, position)
        return position if self._residual is None else self._residual.form(position)

    def smallest(self, position: Position) -> tuple[Position, int]:
        """The canonical position, and the number of the symmetry that maps to it: from 1; 0 for the identity."""
        black, white, ply = self.form(position)
        best, number = (black, white), 0
        for index, turn in enumerate(self.turns, 1):
            other = turn.image(black)
            if other < best[0] or (other == best[0] and turn.image(white) < best[1]):
                best, number = (other, turn.image(white)), index
        return Position(*best, ply), number

    def back(self, answer: Any, number: int) -> Any:
        """A move or an argument of the canonical position, mapped to the position itself."""
        return answer if number == 0 else self._turned(answer, self._inverse(number), -number)

    def forth(self, answer: Any, number: int) -> Any:
        """A move or an argument of a position, mapped to its canonical position."""
        return answer if number == 0 else self._turned(answer, self.turns[number - 1].permutation, number)

    def mask_forth(self, mask: int, number: int) -> int:
        """Cells of a position, mapped to its canonical position."""
        return mask if number == 0 else self.turns[number - 1].image(mask)

    def mask_back(self, mask: int, number: int) -> int:
        """Cells of the canonical position, mapped to the position itself."""
        return mask if number == 0 else permuted(mask, self._inverse(number))

    def _inverse(self, number: int) -> Permutation:
        if number not in self._back:
            permutation = self.turns[number - 1].permutation
            self._back[number] = tuple(permutation.index(cell) for cell in range(len(permutation)))
        return self._back[number]

    def _turned(self, answer: Any, turn: Permutation, key: int) -> Any:
        if isinstance(answer, Pairing | Links | Exchange | Answers):
            return type(answer)(tuple((turn[one], turn[two]) for one, two in answer.pairs))
        if isinstance(answer, Packing):
            pairs = tuple((self._turned(one, turn, key), self._turned(two, turn, key)) for one, two in answer.pairs)
            return Packing(pairs, tuple(self._turned(move, turn, key) for move in answer.moves))
        if isinstance(answer, Sum):
            return Sum(tuple(self._turned(move, turn, key) for move in answer.given_up))
        if isinstance(answer, Race):
            plans = tuple(tuple(self._turned(move, turn, key) for move in plan) for plan in answer.plans)
            return Race(self._turned(answer.move, turn, key), plans)
        if isinstance(answer, GridMove):
            assert isinstance(self.game, GridGame)
            if (key, answer) not in self._grid:
                self._learn(self.game, key, turn)
            return self._grid.get((key, answer), answer)  # the caller refuses a move that the game does not have
        return turn[answer]

    def _learn(self, game: GridGame, key: int, turn: Permutation) -> None:
        """Compute the image of each move: the same preconditions and effects on the images of the cells."""

        def moved(masks: Sequence[int]) -> tuple[int, ...]:
            return tuple(permuted(mask, turn) for mask in masks)

        for player in Player:
            grounds = ground_actions(game, player)
            numbers = {(ground.needs, ground.sets): ground.move for ground in grounds}
            for ground in grounds:
                image = numbers.get((Masks(*moved(ground.needs)), moved(ground.sets)))  # type: ignore[arg-type]
                if image is not None:  # always, when the permutation is a symmetry
                    self._grid[key, ground.move] = image
