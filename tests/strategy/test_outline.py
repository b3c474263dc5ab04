"""Outlines: completed they prove what they were made of, whatever has been lost or changed in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from tests.cli.conftest import zermelo  # noqa: F401 (a fixture)
from tests.sizes import size
from tests.strategy.breakers import scribbled
from tests.strategy.test_breaking import both, games
from tests.strategy.test_mutations import dropped, forged, pair

from zermelo.errors import InputError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.model import Player
from zermelo.model.symmetry import rule_symmetries
from zermelo.strategy import Claim, Pairing, Strategy
from zermelo.strategy.extract.from_search import extract
from zermelo.strategy.extract.outline import complete, outline
from zermelo.strategy.file import OUTLINE, StrategyFile, write_strategies


def test_random():
    """Strategies found and made up, of all kinds of starts: their outlines are completed, and hold."""
    counts = Counter[str]()
    for game, said, rng in games(range(size(160, 80)), 8):
        whole = scribbled(game, said, rng)
        if whole is None:
            counts["lost"] += 1
            with pytest.raises(InputError, match="false claim"):
                complete(Strategy(game, said))
            continue
        found = extract(game, replace(said, breaking=False), symmetry=rng.random() < 0.5)
        for each in (whole, found):
            few = outline(each)
            assert not any(isinstance(entry.answer, Pairing) for _, entry in few)
            assert both(game, complete(few))
            counts.update(type(entry.answer).__name__ for _, entry in few)
        assert both(game, complete(Strategy(game, said)))
    assert min(counts[name] for name in ("lost", "Answers", "int")) > 10, counts


def test_changed():
    """An outline in which entries were lost or changed is completed as well, or refused: it is never believed."""
    counts = Counter[str]()
    for game, said, rng in games(range(1000, 1160), 7):
        whole = scribbled(game, said, rng)
        if whole is None:
            continue
        few = outline(whole)
        for mutation in (dropped, pair, forged):
            mutant = mutation(game, few, rng)
            if mutant is None:
                continue
            try:
                made = complete(mutant)
            except InputError:
                counts["refused"] += 1
                continue
            assert both(game, made), (game, said, mutation.__name__)
            counts[mutation.__name__] += 1
    assert counts["dropped"] > 20, counts
    assert sum(counts.values()) - counts["refused"] > 60, counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "first"),
    [("httt:snaky,board=7x9,mb", ""), ("httt:snaky,board=8x8", ""), ("httt:snaky,board=8x9,mb", "b2")],
)
def test_large(name, first):
    """Of a proof of a hard game a small part is kept, and becomes the same proof again."""
    game = make(name).after(first)
    whole = extract(game, Claim(Player.WHITE, False))
    few = outline(whole)
    made = complete(few)
    assert both(game, made)
    assert dict(made) == dict(whole)
    assert 15 * len(few.entries) < len(whole.entries)


def test_what_is_none():
    """A strategy that says more than breaking has no outline; a limit ends the completion, a symmetry may be wrong."""
    game = make("hex:3x3")
    with pytest.raises(UnsupportedError, match="merely breaks"):
        outline(extract(game, Claim(Player.BLACK, True)))
    game = make("httt:snaky,board=9x9,mb")
    empty = Strategy(game, Claim(Player.WHITE, False, breaking=True))
    for limit in (0, 0.2):
        with pytest.raises(LimitError):
            complete(empty, time_limit=limit)
    turned = replace(empty, symmetries=((1, 0, *range(2, 81)),))
    quarter = next(turn for turn in rule_symmetries(game) if turn[turn[0]] != 0)
    for none in (turned, replace(empty, symmetries=(quarter,)), replace(empty, symmetries=(quarter,) * 3)):
        with pytest.raises(UnsupportedError, match="symmetries"):
            complete(none)
    with pytest.raises(UnsupportedError, match="merely breaks"):
        complete(Strategy(make("hex:3x3"), Claim(Player.WHITE, False, breaking=True)))


def test_files(zermelo):  # noqa: F811
    """Written, refused as a strategy, completed, and checked; and what is no outline."""
    assert zermelo("solve", "httt:snaky,board=7x8,mb", "--certify", "s.strategy").code == 0
    ran = zermelo("strategy", "outline", "s.strategy", "-o", "few.strategy.gz")
    assert ran.code == 0
    assert "entries" in ran.out
    for command in (["check"], ["show", "--principal"], ["play"]):
        ran = zermelo(*command, "few.strategy.gz")
        assert ran.code == 2
        assert "an outline" in ran.err
        assert "zermelo strategy complete" in ran.err
    ran = zermelo("strategy", "complete", "few.strategy.gz", "-o", "t.strategy")
    assert ran.code == 0
    assert "White holds for ever: holds" in ran.out
    assert zermelo("check", "t.strategy", "--game", "httt:snaky,board=7x8,mb").code == 0
    for wrong in (["complete", "t.strategy", "-o", "u"], ["outline", "few.strategy.gz", "-o", "u"]):
        assert zermelo("strategy", *wrong).code == 2
    assert zermelo("strategy", "complete", "few.strategy.gz", "-o", "u", "--time-limit", "0").code == 3
    assert zermelo("strategy", "outline", "s.strategy", "-o", "s.strategy").code == 2
    lies = Strategy(make("httt:tippy,board=5x5,mb"), Claim(Player.WHITE, False, breaking=True))
    write_strategies("lies.outline", lies.game, [lies], OUTLINE)
    ran = zermelo("strategy", "complete", "lies.outline", "-o", "u")
    assert (ran.code, "lies.outline: found a false claim" in ran.err) == (2, True)
    with pytest.raises(InputError, match="an outline"):
        StrategyFile("few.strategy.gz")
