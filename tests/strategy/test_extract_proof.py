"""Strategies out of proofs: of random games of all kinds and of every encoding, accepted by the checker."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.known_games import KNOWN
from tests.nets import random_net
from tests.proofs.cases import forgeries
from tests.sizes import size
from tests.strategy.claims import KINDS, Truth, asked_of_formulas, random_game
from tests.strategy.naive import does
from tests.strategy.test_extract import accepted as both_hold

from zermelo.encodings import ENCODINGS, Asks
from zermelo.errors import DisagreementError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.model import Board, Game, GridGame, Player, Position, PositionalGame, Rule
from zermelo.proofs import certificate
from zermelo.strategy import Claim, Strategy
from zermelo.strategy.entry import Links, Pairing
from zermelo.strategy.extract.from_proof import extract_from_proof


def accepted(game: Game, strategy: Strategy) -> None:
    """Both checkers accept it, and so does who plays it."""
    both_hold(game, strategy)
    assert does(game, strategy)


def asked(game: Game, claim: Claim) -> bool:
    """True if there is a formula: a win of Black, with the colours exchanged, within a depth."""
    return asked_of_formulas(game, claim) and (claim.depth is not None or game.complete_depth() is not None)


@pytest.mark.usefixtures("verified_here")
@pytest.mark.parametrize("kind", KINDS)
def test_random(kind):
    """Every claim that is true has a strategy."""
    extracted = {True: 0, False: 0}
    wanted = size(4, 1)
    for seed in range(40):
        if min(extracted.values()) >= wanted:
            break
        game = random_game(kind, 3000 + seed)
        try:
            claims = list(Truth(game, 2000).claims(Random(seed)))
        except LimitError:
            continue
        for claim in claims:
            if asked(game, claim) and extracted[claim.wins] < wanted:
                accepted(game, extract_from_proof(game, claim))
                accepted(game, extract_from_proof(game, claim, arguments=False))
                extracted[claim.wins] += 1
    assert min(extracted.values()) >= wanted


NAMES = [name for name, each in ENCODINGS.items() if each.asks is Asks.BLACK_WINS]


@pytest.mark.usefixtures("verified_here")
@pytest.mark.parametrize("name", [*NAMES, "cor:faithful", "bddl:faithful"])
def test_every_encoding(name):
    """White's holding is read off the proof of any encoding in which her moves are universal."""
    stem, extracted = name.partition(":")[0], 0
    for seed in range(40):
        for game in (*(random_game(kind, 4000 + seed) for kind in KINDS), random_net(Random(seed))):
            if ENCODINGS[stem].lacks(game) is not None:
                continue
            try:
                truth = Truth(game, 500)
            except LimitError:
                continue
            claims = [claim for claim in truth.claims(Random(seed)) if not claim.wins]
            for claim in claims:
                if (
                    claim.player is Player.WHITE
                    and asked(game, claim)
                    and (claim.depth or 9) < 4 + 6 * (stem != "bddl")
                ):
                    accepted(game, extract_from_proof(game, claim, by=name))
                    extracted += 1
        if extracted > size(6, 3):
            return
    raise AssertionError(extracted)


@pytest.mark.parametrize("kind", KINDS)
def test_false(kind):
    """A claim that is false has no strategy."""
    refused = 0
    for seed in range(30):
        game = random_game(kind, 5000 + seed)
        try:
            truth = Truth(game, 1000)
        except LimitError:
            continue
        for player in Player:
            for claim in (Claim(player, True, 3), Claim(player, False, 3), Claim(player, False)):
                if not truth.holds(claim) and asked(game, claim):
                    with pytest.raises(DisagreementError):
                        extract_from_proof(game, claim)
                    refused += 1
        if refused > 5:
            return
    raise AssertionError(refused)


@pytest.mark.slow
def test_known():
    """The small games of the table, won or held."""
    names = []
    for known in KNOWN:
        game = make(known.game)
        if len(game.board) > 9 or known.depth is None or (isinstance(game, GridGame) and known.depth > 6):
            continue
        winner = Player(known.winner)
        for claim in (Claim(winner, True, known.depth), Claim(winner.other, False, known.depth - 1)):
            accepted(game, extract_from_proof(game, claim))
        names.append(known.game)
    assert len(names) > 5


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("hex:3x3", Claim(Player.BLACK, True, 7)),
        ("hex:3x3", Claim(Player.WHITE, False, 4)),
        ("httt:tippy,board=3x3", Claim(Player.BLACK, False)),
        ("ttt", Claim(Player.BLACK, False)),
    ],
)
def test_arguments(text, claim):
    """Pairings and links end the walk where they are found, also after a move that leads to one."""
    game = make(text)
    short, long = (extract_from_proof(game, claim, arguments=each) for each in (True, False))
    accepted(game, short)
    assert len(short) < len(long)
    assert any(isinstance(entry.answer, Pairing | Links) for entry in short.entries.values())


def test_left_out():
    """White still has her last move in the formula when Black wastes one on a cell that it leaves out."""
    board = Board.named(["a1", "a2", "a3", "a4", "a5"])
    both = (0b00110, 0b01001, 0b01101, 0b11011), (0b01111,)
    game = PositionalGame("pairs", board, Rule.MAKER_MAKER, *both, start=Position(ply=2))
    for depth in (5, None):
        accepted(game, extract_from_proof(game, Claim(Player.WHITE, False, depth)))


def test_forged(monkeypatch):
    """A step of the proof that is changed is found, whatever it is; what is accepted all the same is a proof."""
    solve: Callable[..., None] = certificate._solve
    rng, refused = Random(1), 0
    game, claim = make("hex:3x3"), Claim(Player.BLACK, True, 5)
    for _ in range(6):

        def forged(formula: Any, path: Path, *rest: Any) -> None:
            solve(formula, path, *rest)
            lines = path.read_text().splitlines()
            made = [lines for name, lines in forgeries(lines, rng) if name in ("dropped", "negated", "left out")]
            path.write_text("\n".join(rng.choice(made)) + "\n")

        monkeypatch.setattr(certificate, "_solve", forged)
        try:
            accepted(game, extract_from_proof(game, claim))
        except DisagreementError as error:
            refused += "proof is wrong" in str(error)
    assert refused >= 4


def test_limits():
    """Out of time is no strategy; nor is there one where plays have no end."""
    with pytest.raises(LimitError):
        extract_from_proof(make("hex:6x6"), Claim(Player.BLACK, True, 21), time_limit=0.3)
    walkers = make("evader-pursuer:3x3,evader=3-1,pursuer=1-3")
    with pytest.raises(UnsupportedError, match="go on for ever"):
        extract_from_proof(walkers, Claim(Player.WHITE, False))
    with pytest.raises(UnsupportedError, match="asks whether Black wins"):
        extract_from_proof(make("ttt"), Claim(Player.WHITE, False, 5), by="pairing")
