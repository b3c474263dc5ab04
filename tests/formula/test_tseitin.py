"""The translation is right on every assignment, small where it promises to be, and never recurses."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from tests.formula.formulas import circuit_output, circuits
from tests.sizes import draws

from zermelo.errors import InputError
from zermelo.formula import FALSE, QCNF, TRUE, Circuit, Quantifier, evaluate, less_than_const, tseitin


@settings(max_examples=draws(250, 125), deadline=None)
@given(circuits())
def test_value_is_kept(circuit):
    qcnf, way = tseitin(circuit)
    qcnf.validate()
    assert evaluate(qcnf, limit=40) == evaluate(circuit)
    assert way == {variable: number for number, variable in enumerate(circuit.prefix, 1)}
    assert [qcnf.prefix.quantifier_of(way[v]) for v in way] == [circuit.prefix.quantifier_of(v) for v in way]
    gates = range(len(way) + 1, qcnf.num_variables + 1)
    inner = qcnf.prefix.blocks[-1]
    assert not gates or (inner.quantifier is Quantifier.EXISTS and inner.variables[-len(gates) :] == tuple(gates))


@settings(max_examples=draws(150, 75), deadline=None)
@given(circuits(max_variables=4, max_gates=14))
def test_matrix_is_kept(circuit):
    """For every assignment of the variables, the circuit is true when some values of the gates satisfy the clauses."""
    qcnf, way = tseitin(circuit)
    for row in itertools.product((False, True), repeat=len(way)):
        values = dict(zip(way, row, strict=True))
        fixed = QCNF()
        fixed.prefix.add(Quantifier.EXISTS, range(1, qcnf.num_variables + 1))
        fixed.add_all(qcnf.data)
        for variable, value in values.items():
            fixed.add(way[variable] if value else -way[variable])
        assert evaluate(fixed, limit=60) == circuit_output(circuit, values)


@settings(max_examples=draws(100, 50), deadline=None)
@given(circuits(max_gates=20))
def test_never_larger_than_plain_definitions(circuit):
    """At most a variable for each gate, and at most the clauses of defining each gate in both directions.

    The innermost block is existential, as QDIMACS wants it, if need be by one variable more.
    """
    qcnf, way = tseitin(circuit)
    cone = [circuit.gates[node] for node in circuit.cone()]
    full = sum(len(gate.operands) + 1 if gate.kind == "and" else 4 for gate in cone) + 1
    blocks = circuit.prefix.blocks
    assert qcnf.num_variables - len(way) <= max(len(cone), bool(blocks) and blocks[-1].quantifier is Quantifier.FORALL)
    assert qcnf.num_clauses <= full
    assert not blocks or qcnf.prefix.blocks[-1].quantifier is Quantifier.EXISTS


def built(build) -> tuple[set[frozenset[int]], int]:
    """Clauses, and number of gate variables, of a circuit over eight variables."""
    circuit = Circuit()
    circuit.output = build(circuit, *circuit.exists(8))
    qcnf, way = tseitin(circuit)
    assert qcnf.num_clauses == len(set(qcnf.clauses()))
    return {frozenset(clause) for clause in qcnf.clauses()}, qcnf.num_variables - len(way)


def sets(*clauses):
    return {frozenset(clause) for clause in clauses}


CASES = {
    "true": (lambda _c, *_v: TRUE, sets(), 0),
    "false": (lambda _c, *_v: FALSE, sets(()), 0),
    "unit": (lambda _c, *v: -v[2], sets((-3,)), 0),
    "contradiction below": (lambda c, *v: c.and_([v[0], c.and_([v[1], -v[0]])]), sets(()), 0),
    "nested and": (lambda c, *v: c.and_([v[0], c.and_([v[1], c.or_([v[2], -v[3]])])]), sets((1,), (2,), (3, -4)), 0),
    "nested or": (lambda c, *v: c.or_([v[0], c.or_([v[1], c.implies(v[2], v[3])])]), sets((1, 2, -3, 4)), 0),
    "implied and": (lambda c, *v: c.implies(v[0], c.and_(v[1:5])), sets((-1, 2), (-1, 3), (-1, 4), (-1, 5)), 0),
    "implied or": (lambda c, *v: c.implies(v[0], c.or_(v[1:4])), sets((-1, 2, 3, 4)), 0),
    "implied clauses": (
        lambda c, *v: c.implies(v[0], c.and_([c.or_(v[1:3]), c.or_([-v[1], v[3]])])),
        sets((-1, 2, 3), (-1, -2, 4)),
        0,
    ),
    "equal": (lambda c, *v: c.equal(v[0], v[1]), sets((1, -2), (-1, 2)), 0),
    "xor": (lambda c, *v: c.xor(v[0], v[1]), sets((1, 2), (-1, -2)), 0),
    "implied equal": (lambda c, *v: c.implies(v[2], c.equal(v[0], v[1])), sets((-3, 1, -2), (-3, -1, 2)), 0),
    "ite": (lambda c, *v: c.ite(v[0], v[1], v[2]), sets((-1, 2), (1, 3)), 0),
    "not ite": (lambda c, *v: -c.ite(v[0], v[1], v[2]), sets((-1, -2), (1, -3)), 0),
    "two products": (
        lambda c, *v: c.or_([c.and_(v[0:4]), c.and_(v[4:8])]),
        sets((9, 1), (9, 2), (9, 3), (9, 4), (-9, 5), (-9, 6), (-9, 7), (-9, 8)),
        1,
    ),
    "one direction": (  # both products are used only positively, so never "product of all implies gate"
        lambda c, *v: c.or_([v[0], v[1], v[2], v[3], c.and_([v[4], v[5], v[6]])]),
        sets((1, 2, 3, 4, 9), (-9, 5), (-9, 6), (-9, 7)),
        1,
    ),
    "asserted is true elsewhere": (
        lambda c, *v: c.and_([v[0], c.or_([v[1], v[2]]), c.implies(v[0], v[3]), c.or_([c.or_([v[1], v[2]]), v[4]])]),
        sets((1,), (2, 3), (4,)),
        0,
    ),
    "bound": (lambda c, *v: less_than_const(c, v[:4], 11), sets((-4, -3), (-4, -2, -1)), 0),
    "tautology left out": (lambda c, *v: c.or_([v[0], c.and_([c.or_([-v[0], v[2]]), v[1]])]), sets((1, 2)), 0),
}


@pytest.mark.parametrize("name", CASES)
def test_no_gate_variable_where_none_is_needed(name):
    build, clauses, gates = CASES[name]
    assert built(build) == (clauses, gates)


def test_a_shared_product_stays_shared():
    """A long AND inside several others is defined once, not copied into each."""
    circuit = Circuit()
    xs, ys = circuit.exists(20), circuit.exists(10)
    shared = circuit.and_(xs)
    circuit.output = circuit.or_([circuit.and_([shared, y]) for y in ys])
    qcnf, _ = tseitin(circuit)
    assert qcnf.num_literals < 2 * 20 + 2 * 20 + 2 * 10 + 10


def test_gates_go_behind_the_last_universal():
    circuit = Circuit()
    x, y = circuit.exists(4), circuit.forall(4)
    circuit.output = circuit.or_([circuit.and_(x), circuit.and_(y)])
    qcnf, _ = tseitin(circuit)
    assert [(block.quantifier.value, block.variables) for block in qcnf.prefix.blocks] == [
        ("e", (1, 2, 3, 4)),
        ("a", (5, 6, 7, 8)),
        ("e", (9,)),
    ]


def test_numbers_follow_the_prefix_not_the_creation():
    circuit = Circuit()
    late, early = circuit.variable(), circuit.variable()
    circuit.prefix.add(Quantifier.FORALL, [early])
    circuit.prefix.add(Quantifier.EXISTS, [late])
    circuit.output = circuit.implies(early, late)
    qcnf, way = tseitin(circuit)
    assert way == {early: 1, late: 2}
    assert list(qcnf.clauses()) == [(-1, 2)]


def test_deep_circuits_do_not_recurse():
    circuit = Circuit()
    xs, node = circuit.exists(7), 1
    for depth in range(1_200):
        node = circuit.ite(xs[depth % 7], circuit.or_([node, xs[depth % 5]]), circuit.xor(node, xs[depth % 3]))
    circuit.output = node
    qcnf, _ = tseitin(circuit)
    assert 0 < qcnf.num_clauses < 1_200 * 12
    evaluate(circuit)


def test_long_parity_stays_linear():
    circuit = Circuit()
    xs = circuit.exists(300)
    parity = FALSE
    for x in xs:
        parity = circuit.xor(parity, x)
    circuit.output = parity
    qcnf, _ = tseitin(circuit)
    assert qcnf.num_clauses <= 4 * 300


def test_an_unbound_variable_is_refused():
    circuit = Circuit()
    circuit.output = circuit.variable()
    with pytest.raises(InputError, match="bound in no block"):
        tseitin(circuit)
