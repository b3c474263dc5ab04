"""Ground games that are positional games, encoded as such: every answer and first move is that of the plain rules."""

from __future__ import annotations

from random import Random

from tests.encodings.games import decided, holds
from tests.positional_nets import as_net, random_positional
from tests.sizes import size

from zermelo.encodings import Asks, fitting
from zermelo.encodings.registry import encode_by
from zermelo.model import Player
from zermelo.model.net_positional import recognised
from zermelo.search import Minimax


def test_answers() -> None:
    """By every encoding that takes it, at some depths."""
    met = set[str]()
    for seed in range(size(24, 18)):
        rng = Random(seed)
        net = as_net(random_positional(rng), rng)
        if net.is_over(net.start) or recognised(net) is None:
            continue
        oracle = Minimax(net)
        for encoding in fitting(net):
            depth = rng.randint(1, 5)
            encoded = encode_by(encoding, net, depth)
            if encoded.answer is not None:
                assert holds(encoded, encoded.answer, oracle)
                continue
            met.add(encoding.name)
            value, values = decided(encoded)
            assert holds(encoded, value, oracle), (seed, encoding.label, depth)
            said = encoded.black_wins(value)
            if values and encoded.asks is not Asks.WHITE_HOLDS and said is (net.mover(net.start) is Player.BLACK):
                move = encoded.first_move(values)
                assert move in net.legal(net.start)
                assert oracle.within(net.step(net.start, move), depth - 1) is said
            if encoding.name not in ("net", "neg"):
                assert "recognised" in encoded.notes[0]
    assert {"cor", "net", "neg", "ea", "dys"} <= met
