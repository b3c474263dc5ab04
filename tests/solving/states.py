"""Random games on states, for questions: ground games of any shape, positional games in disguise, game graphs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.nets import random_net
from tests.oracles.game_graphs import random_graph
from tests.oracles.states import all_states
from tests.positional_nets import FAULTS, as_net, random_positional

from zermelo.errors import InputError
from zermelo.model import Game, NetGame


def net(rng: Random) -> NetGame:
    """A ground game whose plays end, or do not; with either role as Black and any thresholds."""
    endless = rng.random() < 0.4
    game = random_net(rng, ends=False if endless else None, most_fluents=6 if endless else 4)
    return _turned(game, rng)


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


KINDS: dict[str, Callable[[Random], Game]] = {"net": net, "positional-net": positional_net, "graph": random_graph}
"""Kinds of games on states."""
