"""Dominoes on random boards with holes: what counts of moves say, and their proofs."""

from __future__ import annotations

from random import Random

import pytest
from tests.sizes import size
from tests.strategy.naive import does

from zermelo.errors import LimitError
from zermelo.families import make
from zermelo.families.grid_parts import at
from zermelo.model import Action, Colour, GridGame, GridMove, Player, Position
from zermelo.search import Minimax
from zermelo.search.grid_session import GridSession
from zermelo.search.session import Limits
from zermelo.strategy import Broken, Claim, Entry, Packing, Race, Strategy, Sum
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check.packing import weights
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import extract

STEPS = [(0, 1), (1, 0), (1, 1), (1, -1), (2, 0), (0, 2)]


def dominoes(rng: Random, cells: int) -> GridGame:
    """Both players lay pieces of two cells, mostly those of Domineering, on so many cells at most."""
    columns, rows = rng.randint(2, 6), rng.randint(2, 6)
    steps = rng.choice([STEPS[:2], STEPS[:2], STEPS[1::-1], rng.sample(STEPS, 2), [rng.choice(STEPS)] * 2])

    def lay(colour: Colour, step: tuple[int, int]) -> tuple[Action, ...]:
        return (Action("lay", (at(Colour.OPEN), at(Colour.OPEN, *step)), (at(colour), at(colour, *step))),)

    size_of_board = columns * rows
    fewest = max(0, size_of_board - cells)
    holes = rng.sample(range(size_of_board), rng.randint(fewest, max(fewest, size_of_board // 3)))
    return GridGame(
        "dominoes", columns, rows, lay(Colour.BLACK, steps[0]), lay(Colour.WHITE, steps[1]),
        start=Position(sum(1 << cell for cell in holes), 0), opener=rng.choice(list(Player)),
    )  # fmt: skip


@pytest.mark.parametrize("part", range(4))
def test_dominoes(part: int) -> None:
    """The search says what exhaustive search says, and both checkers accept its proof, which wins when it is played."""
    met = 0
    for seed in range(size(600, 36)):
        game = dominoes(Random(9_000 * part + seed), 16)
        try:
            black = Minimax(game, 20_000).within(game.start, game.columns * game.rows + 1)
        except LimitError:
            continue
        assert GridSession(game).decide(Player.BLACK, None, Limits()).answer is black, seed
        claim = Claim(Player.BLACK if black else Player.WHITE, True)
        strategy = extract(game, claim)
        met += any(isinstance(entry.answer, Packing | Sum) for _, entry in strategy)
        for walk in (check, checked):
            assert not isinstance(walk(game, claim, strategy.symmetries, strategy), Broken), seed
        if seed % 10 == 0:
            assert does(game, strategy), seed
    assert met > 20


def held(game: GridGame, entries: dict[Position, Entry]) -> bool:
    """True if both checkers accept a win of Black, and it comes true in every play; the three agree."""
    claim, forms = Claim(Player.BLACK, True), CanonicalPositions(game, ())
    strategy = Strategy(game, claim, (), {forms.smallest(position)[0]: entry for position, entry in entries.items()})
    said = {not isinstance(walk(game, claim, (), strategy), Broken) for walk in (check, checked)}
    said.add(does(game, strategy))
    assert len(said) == 1
    return said.pop()


def test_a_pair_that_nothing_meets() -> None:
    """A pair in cells without a move of the other player is worth two moves: against one, and not against two."""
    board = make("domineering:3x6")
    assert isinstance(board, GridGame)
    pair = GridMove(Player.BLACK, 0, 1, 1), GridMove(Player.BLACK, 0, 3, 1)
    for rows, wins in ((0o070722, False), (0o770722, True)):  # the last row at the front; a digit is a row
        game = board.at(Position(rows))
        assert held(game, {game.start: Entry(Packing((pair,), ()), 18)}) is wins


def test_packing_after_a_race() -> None:
    """An entry for the position after the move of a race comes before its plans."""
    game = make("domineering:2x3")
    assert isinstance(game, GridGame)
    one, two = GridMove(Player.BLACK, 0, 1, 1), GridMove(Player.BLACK, 0, 2, 1)
    entries = {game.start: Entry(Race(one, ((),)), 6), game.step(game.start, one): Entry(Packing((), (two,)), 5)}
    assert held(game, entries)


def test_weights() -> None:
    """Each move has a weight of one at least, and cycles of odd length have halves."""
    assert weights([0b011, 0b110, 0b101]) == {0: 1, 1: 1, 2: 1}
    rng = Random(5)
    for _ in range(300):
        moves = [1 << one | 1 << other for one, other in (rng.sample(range(8), 2) for _ in range(rng.randint(0, 9)))]
        found = weights(moves)
        assert all(sum(found[cell] for cell in range(8) if move >> cell & 1) >= 2 for move in moves)
