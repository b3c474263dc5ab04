"""The encoding of ground games: sizes, places of gates, numbers of moves, too much."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import truth
from tests.nets import random_net, tic_tac_toe
from tests.sizes import draws

from zermelo.encodings import encoding
from zermelo.encodings.nets import unrolled_play
from zermelo.encodings.nets.numbering import cover, meant_by, numbers_of
from zermelo.errors import InputError, UnsupportedError
from zermelo.formula import Circuit, Quantifier, tseitin, width_for
from zermelo.search import Minimax


@given(st.integers(1, 5), st.data())
def test_covers(width: int, data: st.DataObject) -> None:
    """The cubes hold of what they must, and of nothing that they may not."""
    every = (1 << (1 << width)) - 1
    must = data.draw(st.integers(0, every))
    may = must | data.draw(st.integers(0, every))
    covered = 0
    for cube in cover(must, may, width):
        for number in range(1 << width):
            covered |= all((number >> abs(bit) - 1 & 1) == (bit > 0) for bit in cube) << number
    assert not must & ~covered
    assert not covered & ~may


@given(st.integers(1, 70))
def test_numbers(count: int) -> None:
    """Every number means one move."""
    masks = numbers_of(count)
    assert sum(masks) == (1 << (1 << width_for(count))) - 1
    assert all(masks[meant_by(number, count)] >> number & 1 for number in range(1 << width_for(count)))


@pytest.mark.parametrize(("depth", "variables", "clauses"), [(7, 212, 638), (9, 285, 907)])
def test_sizes(depth: int, variables: int, clauses: int) -> None:
    """Noughts and crosses are far below a plain unrolling (1060 variables, 3972 clauses at depth 9)."""
    formula = encoding("net").encode(tic_tac_toe(), depth).clauses()[0]
    assert formula.num_variables <= variables
    assert formula.num_clauses <= clauses
    assert formula.prefix.num_blocks == depth
    assert formula.prefix.universal == 4 + (12 if depth == 9 else 8)


def test_places() -> None:
    """Early gates stand where their inputs are known, inner ones innermost; the truth is the same."""
    early, inner = (encoding(f"net:place={place}").encode(tic_tac_toe(), 7) for place in ("early", "inner"))
    blocks = [each.clauses()[0].prefix.blocks for each in (early, inner)]
    assert [block.quantifier for block in blocks[0]] == [block.quantifier for block in blocks[1]]
    assert len(blocks[0][2].variables) > len(blocks[1][2].variables)
    assert len(blocks[0][-1].variables) < len(blocks[1][-1].variables)
    assert truth(early) is truth(inner)


@given(st.randoms(use_true_random=False))
def test_early_circuits(rng: Random) -> None:
    """In any circuit a gate stands no further out than what it depends on."""
    circuit = Circuit()
    circuit.early = True
    literals = list[int]()
    for _ in range(4):
        literals += circuit.exists(rng.randint(0, 2)) + circuit.forall(rng.randint(0, 2))
    if len(literals) < 2:
        return
    for _ in range(12):
        one, two = (rng.choice((-1, 1)) * rng.choice(literals) for _ in range(2))
        literals.append(abs(circuit.xor(one, two) if rng.random() < 0.5 else circuit.and_([one, two])))
        literals = [each for each in literals if each <= circuit.num_nodes]
    circuit.output = rng.choice(literals)
    formula, _ = tseitin(circuit)
    twin, circuit.early = formula, False
    formula, _ = tseitin(circuit)
    assert list(twin.clauses()) == list(formula.clauses())
    used = {abs(literal) for clause in formula.clauses() for literal in clause}
    assert not used & (set(twin.prefix) ^ set(formula.prefix))  # innermost may be a variable that nothing uses
    assert all(block.quantifier is not Quantifier.FORALL or block.variables for block in twin.prefix.blocks)


@settings(max_examples=draws(100, 20))
@given(st.randoms(use_true_random=False))
def test_white_questions(rng: Random) -> None:
    """White's win is Black's with the colours exchanged, and not the negation."""
    game = random_net(rng).swapped()
    oracle = Minimax(game)
    for depth in (1, 3):
        assert truth(encoding("net").encode(game, depth)) is oracle.within(game.start, depth)
        assert truth(encoding("neg").encode(game, depth)) is not oracle.within(game.start, depth)


def test_options() -> None:
    """Words are checked; too large a circuit is refused."""
    with pytest.raises(UnsupportedError, match="place=early or place=inner"):
        encoding("net:place=middle")
    assert encoding("net:place=inner,single=no").label == "net:place=inner,single=no"
    with pytest.raises(InputError, match="0 or more"):
        encoding("net").encode(tic_tac_toe(), -1)


def test_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unrolled_play, "MOST_NODES", 100)
    with pytest.raises(UnsupportedError, match=r"at depth [2-4] of 9"):
        encoding("net").encode(tic_tac_toe(), 9)
