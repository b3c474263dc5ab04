"""Pairings that the core takes are those that the rules in Python take."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.search.test_connection import sparse_graph
from tests.search.test_positional import board_game
from tests.sizes import size
from tests.strategy.test_empty_pairings import late

from zermelo import _native
from zermelo.model import Board, Game, PlacementGame, Player, Position, PositionalGame, Rule, cells_of
from zermelo.model.native_rules import native_rules
from zermelo.strategy.check.arguments import complaint
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Pairing


def asked(game: Game, claim: Claim, pairs: list[tuple[int, int]]) -> bool | None:
    """True where the core takes the pairing by itself, False where it asks, None where nobody asks about it."""
    walk = _native.StrategyWalk(native_rules(game), claim.player is Player.BLACK, claim.wins, False, claim.depth, [])
    start, questions = game.start, list[int]()
    notes = _native.Notes(len(game.board))
    notes.add(start.black, start.white, None, None, "pairing", [cell for pair in pairs for cell in pair])
    assert walk.add_notes(notes)

    def verify(_black: int, _white: int, _ply: int, argument: int, turn: int, _rank: int | None) -> str:
        assert (argument, turn) == (0, 0)
        questions.append(argument)
        return "asked"

    end, why, *_, arguments, _ = walk.walk(start.black, start.white, start.ply, verify, 10.0)
    if questions:
        assert (end, why) == ("broken", "asked")
        return False
    return True if arguments else None


def some_pairs(game: PlacementGame, rng: Random) -> list[tuple[int, int]]:
    """Pairs of open cells most of the time, as many as there is room for or none."""
    cells = list(cells_of(game.board.full & ~(game.start.black | game.start.white)))
    rng.shuffle(cells)
    if rng.random() < 0.15:
        cells = rng.choices(range(len(game.board)), k=4)
    pairs = list(zip(cells[::2], cells[1::2], strict=False))
    return pairs[: rng.randint(0, len(pairs))]


def test_the_core_takes_what_the_rules_take() -> None:
    """Nothing that the rules refuse; and what they take the core takes too, but for starts with a restricted move."""
    rng, seen = Random(17), Counter[tuple[bool | None, bool]]()
    for _ in range(size(6000, 600)):
        game = late(board_game(rng) if rng.random() < 0.8 else sparse_graph(rng), rng)
        left = game.complete_depth()
        if game.is_over(game.start) or left == 0:
            continue
        pairs = some_pairs(game, rng)
        for player in Player:
            claim = Claim(player, rng.random() < 0.1, rng.randint(1, left))
            held = complaint(game, claim, game.start, Pairing(tuple(pairs)), claim.depth) is None
            by_core = asked(game, claim, pairs)
            assert held or not by_core, (game, claim, pairs)
            seen[by_core, held] += 1
    assert seen[True, True] > 20 * size(6, 1), seen
    assert seen[False, False] > 100 * size(6, 1), seen
    assert seen[False, True] < seen[True, True], seen


@pytest.mark.parametrize(
    ("sets", "start", "taken"),
    [
        (3, Position(), True),  # of a weight of an eighth each
        (4, Position(), False),  # a half is too much where Black moves
        (4, Position(1 << 12, 0, 1), True),  # where White moves, all below 1 will do
        (4, Position(1 << 12, 1 << 13, 2), False),
    ],
)
def test_weights_up_to_the_bound(sets: int, start: Position, taken: bool) -> None:
    rows = tuple(0b111 << 3 * row for row in range(sets))
    game = PositionalGame("rows", Board.square(3, 5), Rule.MAKER_MAKER, rows, rows, start=start)
    assert asked(game, Claim(Player.WHITE, False, 13), []) is taken
