"""Forms of grid positions, packings, and files of the first version."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from random import Random

import pytest
from tests.search.grid_games import random_game

from zermelo import _native
from zermelo.families import make
from zermelo.model import GridGame, Player, Position
from zermelo.model.native_rules import native_rules
from zermelo.model.residual_position import Residual
from zermelo.model.symmetry import rule_symmetries
from zermelo.play.follow import Follower
from zermelo.play.play import Play
from zermelo.search.grid_session import GridSession
from zermelo.search.session import Limits
from zermelo.search.switches import GridSwitches
from zermelo.strategy import Broken, Claim, Entry, Packing, Strategy, read_strategies, write_strategies
from zermelo.strategy.certify import check_file
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.entry import Deduction
from zermelo.strategy.extract.from_search import extract, strategy_from


def reachable(game: GridGame, most: int) -> list[Position]:
    """Positions that can be reached, in which play goes on."""
    found, waiting = {game.start: None}, [game.start]
    while waiting and len(found) < most:
        position = waiting.pop()
        for move in [] if game.is_over(position) else game.legal(position):
            after = game.step(position, move)
            if after not in found:
                found[after] = None
                waiting.append(after)
    return list(found)


@pytest.mark.parametrize("kind", ["placers", "packers", "families"])
def test_same_form_goes_on_alike(kind):
    """Positions with one form have the same moves, to positions with one form again, and the same goals reached."""
    met = 0
    for seed in range(30):
        game = random_game(kind, 7000 + seed)
        residual = Residual(game)
        parts: dict[tuple[Position, Player], Position] = {}
        for position in reachable(game, 250):
            key = residual.form(position)._replace(ply=0), game.mover(position)
            other = parts.setdefault(key, position)
            if other == position:
                continue
            met += 1
            assert game.goal_winner(other) is game.goal_winner(position)
            if game.goal_winner(other) is not None:
                continue
            assert game.legal(other) == game.legal(position)
            for move in game.legal(position):
                one, two = (residual.form(game.step(each, move))[:2] for each in (position, other))
                assert one == two
    assert met > 20


def packed(game: GridGame, claim: Claim) -> Strategy:
    strategy = strategy_from(GridSession(game, GridSwitches(bands=False)), game, claim, Limits())
    assert any(isinstance(entry.answer, Packing) for _, entry in strategy)
    return strategy


def test_packings_through_files(tmp_path):
    """Packings are written, read and accepted."""
    game = make("domineering:4x5")
    assert isinstance(game, GridGame)
    claim = next(
        Claim(player, True) for player in Player if not isinstance(_tried(game, Claim(player, True)), Exception)
    )
    for each in (claim, Claim(claim.player, False), Claim(claim.player, False, 6)):
        strategy = packed(game, each)
        write_strategies(tmp_path / "a.gz", game, [strategy])
        (read,) = read_strategies(tmp_path / "a.gz")
        assert dict(read.entries) == dict(strategy.entries)
        for walk in (check, checked):
            assert not isinstance(walk(game, each, read.symmetries, read), Broken)


def _tried(game: GridGame, claim: Claim) -> Strategy | Exception:
    try:
        return extract(game, claim)
    except Exception as error:  # noqa: BLE001 (it is not so)
        return error


def test_packings_are_played():
    """Against every way of playing the strategy wins, by its packings, too."""
    game = make("domineering:4x4")
    assert isinstance(game, GridGame)
    follower, rng = Follower(packed(game, Claim(Player.BLACK, True))), Random(1)
    for _ in range(40):
        session = Play(game)
        while session.legal:
            if session.to_move is Player.BLACK:
                reply = follower.reply(session)
                assert reply is not None
                session.push(reply.move)
            else:
                session.push(rng.choice(session.legal))
        assert game.winner(session.position) is Player.BLACK


def test_native_packing_is_refused():
    """Notes that are no packing are an error, not a crash."""
    game = make("domineering:2x2")
    walk = _native.StrategyWalk(native_rules(game), True, True, True, None, [])
    for numbers in ([], [1], [1, 0], [3, 0, 1]):
        with pytest.raises(ValueError, match="numbers"):
            walk.add_packing(0, 0, True, numbers, 3)
    assert walk.add_packing(0, 0, True, [0, 99], 3)
    assert walk.walk(0, 0, 0, lambda *_: "", 10.0)[1] == "packing illegal"


def test_smallest_image_of_a_form():
    """A stone may be of either colour."""
    assert _native.SmallestImage(4, [(3, 2, 1, 0)]).find(0b1100, 0b1000) == (0b0011, 0b0001, 1)


def first_version(folder: Path) -> Path:
    """The file ``a.gz`` in the folder, as one of the first version."""
    lines = gzip.decompress((folder / "a.gz").read_bytes()).decode().splitlines()
    (folder / "b").write_text("\n".join([json.dumps(json.loads(lines[0]) | {"version": 1}), *lines[1:]]) + "\n")
    return folder / "b"


@pytest.mark.parametrize("pure", [True, False])
def test_first_version_of_a_derivation(pure, tmp_path):
    """Lines of a derivation are no positions, and nothing is done to them."""
    game, line = make("domineering:2x2"), Entry(Deduction("play", (0, 0)))
    claim = Claim(Player.BLACK, True, derived=True)
    strategy = Strategy(game, claim, rule_symmetries(game), {Position(number): line for number in range(4)})
    write_strategies(tmp_path / "a.gz", game, [strategy])
    (result,) = check_file(first_version(tmp_path), pure=pure)
    assert isinstance(result, Broken)
    assert result.why.startswith("a derivation is for connection games")


def test_first_version(tmp_path):
    """A file in which positions have all their stones is still right."""
    game = make("domineering:2x3")
    assert isinstance(game, GridGame)
    winner = Player.BLACK if not isinstance(_tried(game, Claim(Player.BLACK, True)), Exception) else Player.WHITE
    strategy = extract(game, Claim(winner, True), arguments=False, symmetry=False)
    follower = Follower(strategy)
    old: dict[Position, Entry] = {}

    def walk(position: Position, rank: int) -> None:
        if not game.legal(position):
            return
        if game.mover(position) is not winner:
            for move in game.legal(position):
                walk(game.step(position, move), rank - 1)
            return
        move = follower.stored(position)
        key = position._replace(ply=position.ply % 2)
        old[key] = Entry(move, max(rank, old[key].rank or 0) if key in old else rank)
        walk(game.step(position, move), rank - 1)

    walk(game.start, 8)
    write_strategies(tmp_path / "a.gz", game, [Strategy(game, strategy.claim, (), old)])
    (read,) = read_strategies(first_version(tmp_path))
    assert len(read) <= len(old)
    for checker in (check, checked):
        assert not isinstance(checker(game, strategy.claim, (), read), Broken)
