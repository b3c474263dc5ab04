"""Published instances: Hex puzzles by all explicit encodings, and all small polyomino games by COR."""

from __future__ import annotations

from time import perf_counter

import pytest
from tests.encodings.games import holds, truth

from zermelo.encodings import ENCODINGS, default_encoding, fitting
from zermelo.errors import LimitError
from zermelo.language import read_game
from zermelo.model import ConnectionGame, PositionalGame, Rule
from zermelo.search import Minimax
from zermelo.solvers import Answer, solver

# name (puzzle_board-depth): does Black win within that depth? Puzzles are published in pairs: lost at the smaller
# depth, won at the larger one. Of 19 only the smaller one is here: exhaustive search takes long at depth 11.
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


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name == "hein_13_5x5-09")) for name in PUZZLES]
)
def test_hein_puzzles(benchmarks, name):
    """EN, ET and EA by all solvers agree with the literature and with exhaustive search (5 s for 13 at depth 9)."""
    game = read_game(benchmarks / "hex-hein" / f"{name}.pg")
    assert isinstance(game, ConnectionGame)
    assert game.depth is not None
    wanted = PUZZLES[name]
    assert Minimax(game, node_limit=300_000).within(game.start, game.depth) is wanted
    for encoding in ("et", "en", "ea"):
        encoded = ENCODINGS[encoding].encode(game, game.depth)
        for name_of_solver in ("depqbf", "caqe"):
            assert truth(encoded, name_of_solver) is wanted, (encoding, name_of_solver)


@pytest.mark.parametrize("name", ["hein_04_3x3-03", "hein_04_3x3-05", "hein_09_4x4-05"])
def test_hein_puzzles_as_winning_sets(benchmarks, name):
    """The same puzzles with the paths written out."""
    game = read_game(benchmarks / "hex-hein-winning-sets" / f"{name}.pg")
    assert isinstance(game, PositionalGame)
    assert game.rule is Rule.MAKER_BREAKER
    assert game.depth is not None
    oracle = Minimax(game)
    assert oracle.within(game.start, game.depth) is PUZZLES[name]
    for encoding in fitting(game):
        encoded = encoding.encode(game, game.depth)
        assert holds(encoded, truth(encoded), oracle), encoding.name


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
    """Every puzzle is encoded in 50 ms by each explicit encoding (the best of three, for noisy machines)."""
    for file in sorted((benchmarks / "hex-hein").glob("*.pg")):
        game = read_game(file)
        assert game.depth is not None
        for name in ("et", "en", "ea"):
            seconds = []
            for _ in range(3):
                start = perf_counter()
                ENCODINGS[name].encode(game, game.depth)
                seconds.append(perf_counter() - start)
            assert min(seconds) < 0.05, (file.name, name)


# BDDL problems that DepQBF answers within a second; the others take it seconds to hours (benchmarks/published.toml)
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


@pytest.mark.slow
def test_grid_games(benchmarks):
    """All problems: exhaustive search and the lifted encoding never differ, and agree with the literature's table.

    Those in the table must be decided by both. The others get little time: 3,000 positions in half a second, and a
    second for the solver.
    """
    folder, compared = benchmarks / "bddl", set()
    for file in sorted(path for path in folder.glob("*/*") if path.stem != "domain"):
        name = str(file.relative_to(folder))
        game, known = read_game(file), name in GRIDS
        assert game.depth is not None
        try:
            searched = Minimax(game, 3_000, None if known else 0.5).within(game.start, game.depth)
        except LimitError:
            assert not known, name
            continue
        encoded = ENCODINGS["bddl"].encode(game, game.depth)
        solved = encoded.answer
        if solved is None:
            result = solver("depqbf").solve(encoded.clauses()[0], time_limit=60 if known else 1)
            if result.answer is Answer.UNKNOWN:
                assert (known, result.reason) == (False, "time"), (name, result)
                continue
            solved = result.answer is Answer.TRUE
        assert solved is searched, name
        assert searched is GRIDS.get(name, searched), name
        compared.add(name)
    assert len(compared) >= 10
    assert compared >= GRIDS.keys()
