"""Ground games that are positional games are recognised; whatever is recognised is the same game."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.nets import random_net, tic_tac_toe
from tests.positional_nets import FAULTS, as_net, random_positional
from tests.sizes import draws

from zermelo.errors import InputError
from zermelo.model import NetGame, NetRule, Player, Position, Rule
from zermelo.model.net_positional import RecognisedNet, recognised
from zermelo.search.minimax import Minimax


def same(game: NetGame, found: RecognisedNet) -> None:
    """Walk through both games side by side: the same moves, the same ends, the same winners."""
    left, seen = [(game.start, found.game.start)], set[Position]()
    positional = found.game
    while left:
        here, there = left.pop()
        if here in seen:
            continue
        seen.add(here)
        over = any(positional._complete(player, there) for player in Player) or not positional._open(there)
        assert game.is_over(here) is over
        if over:
            stones = {player: positional._complete(player, there) for player in Player}
            winner = next((player for player in Player if stones[player]), found.full)
            assert game.winner(here) is winner
            continue
        player = positional.player_at(there.ply)
        moves = found.moves[0 if player is Player.BLACK else 1]
        cells = [cell for cell in range(len(positional.board)) if positional._open(there) >> cell & 1]
        if len(cells) > 1:
            assert game.mover(here) is player
            assert sorted(game.legal(here)) == sorted(moves[cell] for cell in cells)
        for cell in cells:
            after = game.step(here, moves[cell] if len(cells) > 1 else game.legal(here)[0])
            left.append((after, positional.step(there, cell)))


def test_positional_games() -> None:
    """Games that are written as nets are recognised, but for some that end too soon to tell, and are the same."""
    count, most = 0, 30
    for seed in range(most):
        rng = Random(seed)
        net = as_net(random_positional(rng), rng)
        found = None if net.is_over(net.start) else recognised(net)
        if found is None:
            continue
        count += 1
        same(net, found)
        oracle, other = Minimax(net), Minimax(replace(found.game, rule=Rule.MAKER_MAKER))
        if found.full is not Player.BLACK:
            for depth in range(len(found.game.board) + 2):
                assert oracle.within(net.start, depth) is other.within(found.game.start, depth)
    assert count > 0.9 * most


@pytest.mark.parametrize("fault", FAULTS)
@settings(max_examples=draws(8, 5))
@given(st.randoms(use_true_random=False))
def test_near_misses(fault: str, rng: Random) -> None:
    """With one rule off it is not recognised, or is the same all the same."""
    net = as_net(random_positional(rng), rng, fault)
    found = recognised(net)
    if found is not None:
        same(net, found)


@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != "the other's set"])  # that is one set more
def test_faults_matter(fault: str) -> None:
    """Each fault makes a game unrecognisable that is recognised without it: the test above says something."""
    for seed in range(60):
        games = []
        for off in ("", fault):
            rng = Random(seed)
            games.append(as_net(random_positional(rng), rng, off))
        whole, faulty = games
        try:
            if recognised(faulty) is None and recognised(whole) is not None:
                return
        except InputError:
            continue
    pytest.fail("never missed")


@settings(max_examples=draws(20, 12))
@given(st.randoms(use_true_random=False))
def test_other_games(rng: Random) -> None:
    """Random nets are hardly ever recognised; those that are, are the same."""
    net = random_net(rng)
    found = recognised(net)
    if found is not None:
        same(net, found)


def test_known() -> None:
    """Noughts and crosses on its board; in misère the same sets make the other player win."""
    found = recognised(tic_tac_toe())
    assert found is not None
    assert found.game.board.cells[:4] == ("a1", "a2", "a3", "b1")
    assert len(found.game.black_sets) == len(found.game.white_sets) == 8
    assert "9 cells" in found.note
    assert recognised(tic_tac_toe(misere=True)) is None


def test_a_state_without_a_move_is_no_step() -> None:
    """After six stones, in one position, o may not wait: the rules make no sense there, which no step tells."""
    game = tic_tac_toe()
    net = game.net
    fluent = {name: number for number, name in enumerate(net.fluents, 1)}
    marked = ["1 1 x", "1 2 o", "1 3 x", "2 1 o", "2 2 o", "2 3 x"]
    body = [fluent[f"(cell {each})"] for each in marked] + [fluent["(control x)"]]
    body += [-fluent[f"(cell 3 {row} {mark})"] for row in (1, 2, 3) for mark in "xo"]
    odd, waits = net.atoms + 1, net.atoms + 2
    rules = (*net.rules, NetRule(odd, tuple(body)), NetRule(waits, (fluent["(control x)"], -odd)))
    legal = net.legal[0], (*net.legal[1][:-1], waits)
    assert recognised(NetGame("odd", replace(net, rules=rules, legal=legal), game.roles)) is None
    assert recognised(game) is not None


def test_a_bound_outlives_moves() -> None:
    """The rest of a game whose plays end has plays that end, also where nothing is recognised any more."""
    for seed in range(12):
        rng = Random(seed)
        net = as_net(random_positional(rng), rng)
        longest = net.complete_depth()
        if longest is None or net.is_over(net.start):
            continue
        after = net.after([rng.choice(net.legal(net.start))])
        for game in (after, after.swapped(), after.with_depth(1)):
            left = game.complete_depth()
            assert left is not None
            assert left < longest
        assert after.at(net.start).bound is None
