"""Published instances: Hex puzzles by all explicit encodings, and all small polyomino games by COR."""

from __future__ import annotations

from time import perf_counter

import pytest
from tests.encodings.games import truth

from zermelo.encodings import ENCODINGS, default_encoding, fitting
from zermelo.errors import LimitError
from zermelo.language import read_game
from zermelo.model import ConnectionGame, PositionalGame, Rule
from zermelo.search import Minimax
from zermelo.solvers import SOLVERS

# name: (board, depth) → does Black win within that depth (the published pairs; 4 and 19 are won at the smaller one)
PUZZLES = {
    "hein_04_3x3-03": False,
    "hein_04_3x3-05": True,
    "hein_07_4x4-07": False,
    "hein_07_4x4-09": True,
    "hein_09_4x4-05": False,
    "hein_09_4x4-07": True,
    "hein_12_4x4-05": False,
    "hein_12_4x4-07": True,
    "hein_13_5x5-07": False,
    "hein_13_5x5-09": True,
    "hein_19_5x5-09": False,
}


def within(game, depth, nodes=60_000) -> bool | None:
    """What the plain rules say; None when that takes too long."""
    try:
        return Minimax(game, node_limit=nodes).within(game.start, depth)
    except LimitError:
        return None


@pytest.mark.parametrize("name", PUZZLES)
def test_hein_puzzles(benchmarks, name):
    """EN, ET and EA by all solvers agree with the literature and, where it is feasible, with exhaustive search."""
    game = read_game(benchmarks / "hex-hein" / f"{name}.pg")
    assert isinstance(game, ConnectionGame)
    assert game.depth is not None
    wanted = PUZZLES[name]
    assert within(game, game.depth) in {wanted, None}
    for encoding in ("et", "en", "ea"):
        encoded = ENCODINGS[encoding].encode(game, game.depth)
        for solver in SOLVERS:
            assert truth(encoded, solver) is wanted, (encoding, solver)


@pytest.mark.parametrize("name", ["hein_04_3x3-03", "hein_04_3x3-05", "hein_09_4x4-05", "hein_09_4x4-07"])
def test_hein_puzzles_as_winning_sets(benchmarks, name):
    """The same puzzles with the paths written out."""
    game = read_game(benchmarks / "hex-hein-winning-sets" / f"{name}.pg")
    assert isinstance(game, PositionalGame)
    assert game.rule is Rule.MAKER_BREAKER
    assert game.depth is not None
    for encoding in fitting(game):
        assert truth(encoding.encode(game, game.depth)) is PUZZLES[name], encoding.name


def test_gttt_3x3(benchmarks):
    """All 84 games with polyominoes on 3×3, torus and not, either player first, by COR."""
    files = sorted((benchmarks / "gttt-3x3").glob("*.pg"))
    assert len(files) == 84
    for file in files:
        game = read_game(file)
        assert isinstance(game, PositionalGame)
        depth = game.complete_depth() if game.depth is None else game.depth
        encoding = default_encoding(game)
        assert encoding.name == "cor"
        assert truth(encoding.encode(game, depth)) is Minimax(game).within(game.start, depth), file.name


def test_encoding_is_fast(benchmarks):
    """Every puzzle is encoded in 50 ms by ET and EN (the best of three, for noisy machines)."""
    for file in sorted((benchmarks / "hex-hein").glob("*.pg")):
        game = read_game(file)
        assert game.depth is not None
        for name in ("et", "en"):
            seconds = []
            for _ in range(3):
                start = perf_counter()
                ENCODINGS[name].encode(game, game.depth)
                seconds.append(perf_counter() - start)
            assert min(seconds) < 0.05, (file.name, name)


# BDDL problems that DepQBF answers at once; the others take it seconds to hours (benchmarks/verdicts.py)
GRIDS = {
    "connect-c/3x3_3_connect2.ig": True,
    "connect-c/4x4_3_connect2.ig": True,
    "domineering/2x5_6.ig": False,
    "domineering/4x3_7.ig": False,
    "domineering/5x2_6.ig": True,
    "evader_pursuer/4x4_3_e-4-1_p-2-3.ig": True,
    "evader_pursuer_dual/4x4_2_e-4-1_p-1-2.ig": True,
    "hex/browne_5x5_07.pg": False,
    "hex/hein_04_3x3-05.pg": True,
    "hex/hein_12_4x4-05.pg": False,
    "hex/hein_12_4x4-07.pg": True,
    "httt/4x4_5_tic.ig": True,
}


@pytest.mark.parametrize("name", GRIDS)
def test_grid_games(benchmarks, name):
    """The lifted encoding, the literature's table and exhaustive search say the same."""
    game = read_game(benchmarks / "bddl" / name)
    assert game.depth is not None
    assert within(game, game.depth) is GRIDS[name]
    assert truth(ENCODINGS["bddl"].encode(game, game.depth)) is GRIDS[name]
