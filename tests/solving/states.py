"""Random games on states, for questions: ground games of any shape, positional games in disguise, game graphs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.graph_nets import net_of_graph
from tests.nets import random_net
from tests.oracles.game_graphs import deep_graph
from tests.oracles.states import all_states
from tests.positional_nets import FAULTS, as_net, random_positional

from zermelo.errors import InputError
from zermelo.model import Game, NetGame


def net(rng: Random) -> NetGame:
    """A ground game whose plays end, or do not; with either role as Black and any thresholds."""
    game = random_net(rng)
    for _ in range(rng.randint(0, 12)):  # most are over at once
        if len(all_states(game)) > 3:
            break
        game = random_net(rng, ends=rng.choice((None, False)), most_fluents=6)
    return _turned(game, rng)


def graph_net(rng: Random) -> NetGame:
    """A game graph written as a ground game."""
    return _turned(net_of_graph(deep_graph(rng, 20), rng), rng)


def positional_net(rng: Random) -> NetGame:
    """A positional game written as a ground game, perhaps with a rule that makes it another game."""
    while True:
        fault = rng.choice(FAULTS) if rng.random() < 0.25 else ""
        game = _turned(as_net(random_positional(rng), rng, fault), rng)
        try:
            all_states(game)
        except InputError:  # with the fault, rules that say nothing sensible
            continue
        return game


def _turned(game: NetGame, rng: Random) -> NetGame:
    return game.swapped() if rng.random() < 0.4 else game


KINDS: dict[str, Callable[[Random], Game]] = {
    "net": net,
    "graph-net": graph_net,
    "positional-net": positional_net,
    "graph": deep_graph,
}
"""Kinds of games on states."""
