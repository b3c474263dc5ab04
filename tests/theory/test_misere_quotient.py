"""Misère quotients against those in print, and their outcomes against all plays of small sums."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from random import Random
from time import monotonic

import pytest
from tests.sizes import size

from zermelo.cli import run
from zermelo.errors import InputError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.theory.impartial_positions import impartial_positions
from zermelo.theory.misere_quotient import MisereQuotient, misere_quotient
from zermelo.theory.octal_code import octal_heaps

Options = Sequence[frozenset[tuple[int, ...]]]


def played_out(options: Options):
    """Tells of a sum whether the second player wins in misère play, by all plays."""

    @cache
    def second_wins(heaps: tuple[int, ...]) -> bool:
        after = {
            tuple(sorted(heaps[:at] + heaps[at + 1 :] + sums))
            for at, each in enumerate(heaps)
            for sums in options[each]
        }
        return bool(after) and not any(map(second_wins, after))

    return second_wins


def sums_of(options: Options, most: int) -> Iterator[tuple[int, ...]]:
    """All sums of a few generators that are something."""
    moved = [number for number, moves in enumerate(options) if moves]
    for count in range(most + 1):
        yield from combinations_with_replacement(moved, count)


def agrees(quotient: MisereQuotient, options: Options, most: int) -> None:
    """Check the outcomes of all sums of a few generators."""
    second_wins = played_out(options)
    for heaps in sums_of(options, most):
        assert quotient.second_wins(heaps) == second_wins(heaps), heaps


@pytest.mark.parametrize(
    ("code", "largest", "order", "lost"),
    [
        ("0.3", 1, 2, 1),  # Nim with heaps of less than 2, 4, 8 and 16 things: 2^n + 2, but for the first
        ("0.33", 2, 6, 2),
        ("0.333", 3, 6, 2),
        ("0.3333333", 7, 10, 2),
        ("0." + 15 * "3", 15, 18, 2),
        ("0.123", 30, 20, 5),  # Plambeck and Siegel 2008
        pytest.param("0.77", 30, 40, 9, marks=pytest.mark.slow),  # Kayles: Sibert and Conway 1992, Plambeck 2005
        ("0.75", 20, 8, 2),
        ("0.7", 12, 2, 1),
    ],
)
def test_published(code, largest, order, lost):
    """Orders of quotients and of their P-portions."""
    options = octal_heaps(code, largest)
    quotient = misere_quotient(options)
    assert (quotient.order, len(quotient.p_portion)) == (order, lost)
    agrees(quotient, options[:13], 3)


def test_classes_in_print():
    """The heaps of 0.123, whose classes are printed as x e z z x b² e a b x, and then b² e a b x again and again."""
    quotient = misere_quotient(octal_heaps("0.123", 25))
    first, rest = ["a", "1", "b", "b", "a"], ["d²", "1", "c", "d", "a"]
    assert [quotient.name(each) for each in quotient.classes[1:]] == first + 4 * rest
    assert "b⁴ = b²" in quotient.relations()


def test_random_codes():
    """Quotients of random codes, and the outcomes of sums of up to four heaps."""
    rng, found = Random(21), 0
    for _ in range(size(60, 15)):
        code = f"{rng.choice('0004')}.{''.join(rng.choice('01234567') for _ in range(rng.randint(1, 4)))}"
        options = octal_heaps(code, 7)
        try:
            quotient = misere_quotient(options, monotonic() + 60)
        except LimitError:
            continue
        found += 1
        agrees(quotient, options, 4)
        for left in range(quotient.order):  # the classes form a commutative monoid, no two of them alike
            assert all(quotient.product(left, right) == quotient.product(right, left) for right in range(left))
        rows = {
            tuple(quotient.product(one, other) in quotient.p_portion for other in range(quotient.order))
            for one in range(quotient.order)
        }
        assert len(rows) == quotient.order
    assert found > size(50, 12)


@pytest.mark.parametrize("name", ["kayles:9", "nim:1,2,4", "cram:2x4", "cram:1x9"])
def test_games(name):
    """The positions of games: the same outcome as the game's own misère rules, and as all plays of small sums."""
    found = impartial_positions(make(name))
    quotient = misere_quotient(found.options)
    agrees(quotient, found.options, 2)
    game = make(f"{name},misere")

    @cache
    def mover_wins(position) -> bool:
        if game.is_over(position):
            return game.winner(position) is game.mover(position)
        return any(not mover_wins(game.step(position, move)) for move in game.legal(position))

    assert quotient.second_wins(found.start) != mover_wins(game.start)
    if name.startswith("kayles"):
        assert quotient.order == misere_quotient(octal_heaps("0.77", 9)).order


def test_wrong():
    """Games and codes without a quotient are told in a line."""
    with pytest.raises(UnsupportedError, match="both players have the same moves"):
        impartial_positions(make("domineering:2x2"))
    with pytest.raises(UnsupportedError, match="left out"):
        impartial_positions(make("chomp:2x2"))
    with pytest.raises(InputError, match="octal code"):
        octal_heaps("1.7", 3)
    with pytest.raises(LimitError, match="out of time"):
        misere_quotient(octal_heaps("0.77", 9), until=monotonic() - 1)


def test_command(capsys):
    """Lines and JSON."""
    assert run(["value", "0.123:9", "--misere"]) == 0
    assert "0.123:9: misère quotient of order 20" in capsys.readouterr().out
    assert run(["value", "0.:5", "--misere"]) == 0
    assert "won by the second player  none" in capsys.readouterr().out
    assert run(["value", "kayles:12", "--misere", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["order"], told["class"], told["reason"]) == (24, "P", None)
    assert run(["value", "0.77:9", "--misere", "--time-limit", "0", "--json"]) == 3
    assert json.loads(capsys.readouterr().out) == {"game": "0.77:9", "after": [], "order": None, "reason": "time"}
    assert run(["value", "0.77:0", "--misere"]) == 2
    assert "a largest heap of 1 to 200 things" in capsys.readouterr().err


@pytest.mark.parametrize("most", [1, 3, 9, 20, 40, 60, 90])
def test_bounds_of_a_proof(monkeypatch, most):
    """Few pairs or asked sums: what is found is the quotient all the same, or else the limit is told."""
    heaps = octal_heaps("0.77", 7)
    right = misere_quotient(heaps)
    monkeypatch.setattr("zermelo.theory.misere_quotient.MOST_PAIRS", most)
    for asked in (10, 400_000):
        monkeypatch.setattr("zermelo.theory.misere_learning.MOST_ASKED", asked)
        try:
            assert misere_quotient(heaps).order == right.order
        except LimitError as error:
            assert error.reason == "memory"  # noqa: PT017
