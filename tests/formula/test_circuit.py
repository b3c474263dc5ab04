"""Builders, bit vectors and the oracle."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.formula.formulas import circuit_output, circuits, qcnfs, value_of
from tests.sizes import draws

from zermelo.errors import InputError, LimitError
from zermelo.formula import (
    FALSE,
    TRUE,
    Circuit,
    add_const,
    bits_equal,
    bits_equal_const,
    constant,
    evaluate,
    less_than_const,
    width_for,
)

LITERALS = [1, -1, 2, -2, 3, -3, TRUE, FALSE]


def holds(literal: int, values: dict[int, bool]) -> bool:
    return (literal == TRUE) if abs(literal) == TRUE else values[abs(literal)] == (literal > 0)


MEANINGS: dict[str, tuple[int, Callable[..., bool]]] = {
    "xor": (2, lambda a, b: a != b),
    "equal": (2, lambda a, b: a == b),
    "implies": (2, lambda a, b: (not a) or b),
    "ite": (3, lambda c, a, b: a if c else b),
    "and_": (3, lambda *xs: all(xs)),
    "or_": (3, lambda *xs: any(xs)),
}


@pytest.mark.parametrize("builder", MEANINGS)
def test_builders_mean_what_they_say(builder):
    """Every builder on every combination of literals of three variables and constants, under every assignment."""
    count, meaning = MEANINGS[builder]
    for operands in itertools.product(LITERALS, repeat=count):
        circuit = Circuit()
        circuit.exists(3)
        build = getattr(circuit, builder)
        circuit.output = build(operands) if builder.endswith("_") else build(*operands)
        distinct = {abs(x) for x in operands} - {TRUE}
        assert len(circuit.gates) <= 1
        if len(distinct) <= 1:
            assert not circuit.gates  # trivial, so no gate
        for row in itertools.product((False, True), repeat=3):
            values = dict(enumerate(row, 1))
            assert circuit_output(circuit, values) == meaning(*[holds(x, values) for x in operands])


def test_equal_gates_are_one_gate():
    circuit = Circuit()
    a, b, c = circuit.exists(3)
    assert circuit.and_([a, b, c]) == circuit.and_([c, TRUE, b, a, b]) == -circuit.or_([-a, -b, -c])
    assert circuit.xor(a, b) == circuit.xor(-b, -a) == -circuit.equal(b, a) == circuit.equal(-a, b)
    assert circuit.ite(c, a, b) == circuit.ite(-c, b, a) == -circuit.ite(c, -a, -b)
    assert len(circuit.gates) == 3
    assert circuit.ite(a, b, -b) == circuit.equal(a, b)
    assert len(circuit.gates) == 3


def test_wrong_use_is_refused():
    circuit = Circuit()
    (a,) = circuit.exists(1)
    for wrong in (lambda: circuit.and_([a, 0]), lambda: circuit.xor(a, 7), lambda: circuit.ite(a, 8, 9)):
        with pytest.raises(InputError):
            wrong()
    with pytest.raises(InputError, match="output is set"):
        circuit.validate()
    loose = circuit.variable("loose")
    circuit.output = circuit.and_([a, loose])
    with pytest.raises(InputError, match="loose"):
        circuit.validate()
    with pytest.raises(InputError):
        evaluate(circuit)


def test_sizes_count_what_the_output_needs():
    circuit = Circuit()
    a, b, c = (*circuit.exists(2), *circuit.forall(1))
    circuit.or_([a, c])
    circuit.output = circuit.xor(circuit.and_([a, b, c]), a)
    assert circuit.sizes() == (3, 2, 5, 2, 1, 2)


def number(bits, values) -> int:
    return sum(holds(bit, values) << index for index, bit in enumerate(bits))


@pytest.mark.parametrize("width", range(4))
def test_bit_vectors_count(width):
    """Comparison and addition, every width, value and constant (beyond the range, too), against the numbers."""
    for k in range(-10, 18):
        circuit = Circuit()
        xs = circuit.exists(width)
        less, same = less_than_const(circuit, xs, k), bits_equal_const(circuit, xs, k)
        sums = {most: add_const(circuit, xs, k, most) for most in (0, 1, 3, 6)}
        for row in itertools.product((False, True), repeat=width):
            values = dict(enumerate(row, 1))
            x = number(xs, values)

            def truth(literal, circuit=circuit, values=values):
                circuit.output = literal
                return circuit_output(circuit, values)

            assert truth(less) == (x < k)
            assert truth(same) == (x == k)
            for most, bits in sums.items():
                assert sum(truth(bit) << index for index, bit in enumerate(bits)) == (x + k) % 2**most


@pytest.mark.parametrize(("left", "right"), [(0, 0), (2, 2), (1, 3), (3, 0)])
def test_bits_equal(left, right):
    circuit = Circuit()
    xs, ys = circuit.exists(left), circuit.exists(right)
    circuit.output = bits_equal(circuit, xs, ys)
    for row in itertools.product((False, True), repeat=left + right):
        values = dict(enumerate(row, 1))
        assert circuit_output(circuit, values) == (number(xs, values) == number(ys, values))


def test_widths():
    assert [width_for(count) for count in (0, 1, 2, 3, 8, 9)] == [0, 0, 1, 2, 3, 4]
    assert constant(-1, 2) == (TRUE, TRUE)
    assert constant(2, 3) == (FALSE, TRUE, FALSE)
    with pytest.raises(InputError):
        add_const(Circuit(), [], 1, -1)


@given(circuits())
def test_the_oracle_agrees_with_truth_tables_on_circuits(circuit):
    assert evaluate(circuit) == value_of(circuit)


@settings(max_examples=draws(150, 40))
@given(qcnfs())
def test_the_oracle_agrees_with_truth_tables_on_clauses(qcnf):
    assert evaluate(qcnf) == value_of(qcnf)


@given(st.data())
def test_the_order_of_quantifiers_matters(data):
    circuit = Circuit()
    first, second = data.draw(st.permutations(["exists", "forall"]))
    (x,), (y,) = getattr(circuit, first)(1), getattr(circuit, second)(1)
    circuit.output = circuit.equal(x, y)
    assert evaluate(circuit) == (first == "forall")


def test_the_oracle_knows_its_limit():
    circuit = Circuit()
    circuit.output = circuit.or_(circuit.exists(9))
    assert evaluate(circuit, limit=9)
    with pytest.raises(LimitError):
        evaluate(circuit, limit=8)
