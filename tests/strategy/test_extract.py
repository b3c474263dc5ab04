"""Strategies of random games and of the known ones: extracted, written, read, and accepted by the checker."""

from __future__ import annotations

import io
from random import Random

import pytest
from tests.known_games import KNOWN
from tests.strategy.claims import KINDS, Truth, asked_of_search, random_game
from tests.strategy.naive import does

from zermelo.errors import DisagreementError, LimitError
from zermelo.families import make
from zermelo.model import Game, Player
from zermelo.strategy import Claim, Holds, Strategy, read_strategies, write_strategies
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.extract.from_search import extract


def accepted_natively(game: Game, strategy: Strategy) -> Holds:
    """The result of the native checker, which needs all entries."""
    native = checked(game, strategy.claim, strategy.symmetries, strategy)
    assert isinstance(native, Holds), native
    assert native.unused == 0
    return native


def accepted(game: Game, strategy: Strategy) -> Holds:
    """The result of both checkers, which is the same."""
    native = accepted_natively(game, strategy)
    plain = check(game, strategy.claim, strategy.symmetries, strategy)
    assert isinstance(plain, Holds), plain
    fields = ("positions", "replies", "arguments", "longest", "unused")
    assert [getattr(plain, name) for name in fields] == [getattr(native, name) for name in fields]
    return plain


@pytest.mark.parametrize("kind", KINDS)
def test_random(kind):
    """Every claim that is true has a strategy, with and without arguments and symmetries."""
    for seed in range(7):
        game, rng = random_game(kind, 1000 + seed), Random(seed)
        try:
            claims = list(Truth(game, 2000).claims(rng))
        except LimitError:
            continue
        for claim in claims:
            if asked_of_search(game, claim):
                both = rng.random() < 0.5
                breaking, symmetry = (rng.random() < 0.7 for _ in range(2))
                strategy = extract(game, claim, arguments=both, symmetry=symmetry, breaking=breaking)
                accepted(game, strategy)
                assert does(game, strategy), (seed, claim)


@pytest.mark.parametrize("kind", KINDS)
def test_false(kind):
    """A claim that is false has none."""
    refused = 0
    for seed in range(12):
        game = random_game(kind, 2000 + seed)
        try:
            truth = Truth(game, 1000)
        except LimitError:
            continue
        for player in Player:
            for claim in (Claim(player, True), Claim(player, False), Claim(player, True, 3), Claim(player, False, 3)):
                if not truth.holds(claim) and asked_of_search(game, claim):
                    with pytest.raises(DisagreementError):
                        extract(game, claim)
                    refused += 1
    assert refused > 5


@pytest.mark.slow
def test_known(tmp_path):
    """The games of the table: who wins and how fast, or that nobody does; through files."""
    for known in KNOWN:
        game = make(known.game)
        if "8x8" in known.game or "3x5" in known.game:
            continue
        winner = {"black": Player.BLACK, "white": Player.WHITE}.get(known.winner)
        claims = [Claim(player, False) for player in Player if winner in (None, player)]
        if winner is not None and known.depth is not None:
            claims = [Claim(winner, True, known.depth), Claim(winner.other, False, known.depth - 1)]
        strategies = [extract(game, claim) for claim in claims]
        write_strategies(tmp_path / "a.gz", game, strategies)
        for strategy, read in zip(strategies, read_strategies(tmp_path / "a.gz"), strict=True):
            assert read == strategy or read.game.name == game.name
            assert read.entries == strategy.entries
            if len(game.board) > 16:  # the plain checker takes a while
                accepted_natively(read.game, read)
            else:
                accepted(read.game, read)


@pytest.mark.parametrize(
    ("kind", "seed", "claim"),
    [
        ("racers", 201, Claim(Player.WHITE, True)),
        ("racers", 718, Claim(Player.WHITE, False)),
        ("racers", 762, Claim(Player.BLACK, False, 3)),
        ("movers", 329, Claim(Player.WHITE, True, 7)),
    ],
)
def test_plans_that_serve_earlier_replies(kind, seed, claim):
    """Under a reply that a plan ends there is no entry, also if the plan was found for a later reply."""
    game = random_game(kind, seed)
    accepted(game, extract(game, claim))


def test_same_bytes():
    """The same game gives the same file."""
    texts = set()
    for _ in range(2):
        game, text = make("hex:4x4"), io.StringIO()
        write_strategies(text, game, [extract(game, Claim(Player.BLACK, True))])
        texts.add(text.getvalue())
    assert len(texts) == 1


def test_limit():
    """Out of time is no strategy."""
    with pytest.raises(LimitError):
        extract(make("hex:9x9"), Claim(Player.BLACK, True), time_limit=0.05)
