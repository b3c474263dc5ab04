"""The prefix and the flat matrix."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given
from tests.formula.formulas import qcnfs

from zermelo.errors import InputError
from zermelo.formula import QCNF, Block, Prefix, Quantifier

E, A = Quantifier.EXISTS, Quantifier.FORALL


def sample() -> QCNF:
    qcnf = QCNF()
    x, y, z = qcnf.fresh_block(3)
    qcnf.prefix.add(E, [x])
    qcnf.prefix.add(A, [y])
    qcnf.prefix.add(E, [z])
    qcnf.add(x, -y, z)
    qcnf.add(-x, y)
    return qcnf


def test_blocks_merge_and_vanish():
    """Neighbours of one quantifier are one block; empty blocks leave no trace, not even between two others."""
    prefix = Prefix()
    for quantifier, variables in [(E, [3]), (A, []), (E, [1]), (A, range(4, 6)), (A, [2])]:
        prefix.add(quantifier, variables)
    assert prefix.blocks == (Block(E, (3, 1)), Block(A, (4, 5, 2)))
    assert list(prefix) == [3, 1, 4, 5, 2]
    assert (prefix.existential, prefix.universal, len(prefix), prefix.num_blocks) == (2, 3, 5, 2)
    assert prefix.quantifier_of(5) is A
    assert prefix.quantifier_of(1) is E
    assert eval(repr(prefix)) == prefix != Prefix()


@pytest.mark.parametrize("variables", [[1], [2, 2], [0], [-3], [5, 1]])
def test_a_refused_block_changes_nothing(variables):
    prefix = Prefix([(E, [1])])
    with pytest.raises(InputError):
        prefix.add(A, variables)
    assert prefix == Prefix([(E, [1])])
    assert prefix.quantifier_of(1) is E
    with pytest.raises(InputError, match="bound in no block"):
        prefix.quantifier_of(2)


def test_a_copy_grows_alone():
    prefix = Prefix([(E, [1])])
    twin = prefix.copy()
    twin.add(E, [2])
    assert list(prefix) == [1]
    assert list(twin) == [1, 2]
    assert 2 not in prefix


def test_sizes():
    qcnf = sample()
    assert qcnf.sizes() == (3, 2, 5, 3, 1, 2) == (qcnf.num_variables, qcnf.num_clauses, qcnf.num_literals, 3, 1, 2)
    qcnf.add_all([1, 2, 0, -3, 0])
    qcnf.data.extend((3, 0))
    assert (qcnf.num_clauses, qcnf.num_literals) == (5, 9)
    del qcnf.data[5:]
    assert (qcnf.num_clauses, qcnf.num_literals) == (1, 4) != (0, 0)


def test_the_ways_to_add_agree():
    one, two, three = QCNF(), QCNF(), QCNF()
    for clause in [(1, -2), (), (3,)]:
        one.add(*clause)
        two.data.extend((*clause, 0))
    three.add_all(array("i", [1, -2, 0, 0, 3, 0]))
    assert one == two == three
    assert list(one.clauses()) == [(1, -2), (), (3,)]
    with pytest.raises(InputError):
        three.add_all([1])
    assert one == three


@pytest.mark.parametrize(
    ("clauses", "expected"),
    [([], False), ([(1, 2), (3,)], False), ([(1,), ()], True), ([()], True), ([(), (1,)], True)],
)
def test_empty_clause(clauses, expected):
    qcnf = QCNF()
    for clause in clauses:
        qcnf.add(*clause)
    assert qcnf.has_empty_clause is expected


@given(qcnfs())
def test_valid_formulas_pass(qcnf):
    qcnf.validate()


@pytest.mark.parametrize(
    ("clause", "message"),
    [((1, 4), "variable 4"), ((1, -1), "tautology"), ((2, 3, 2), "twice"), ((5,), "variable 5")],
)
def test_each_fault_is_found(clause, message):
    qcnf = sample()
    qcnf.fresh()
    qcnf.add(*clause)
    with pytest.raises(InputError, match=message):
        qcnf.validate()


def test_a_prefix_beyond_the_variables_is_found():
    qcnf = sample()
    qcnf.prefix.add(A, [9])
    with pytest.raises(InputError, match="9 in the prefix"):
        qcnf.validate()


def test_an_open_clause_is_found():
    qcnf = sample()
    qcnf.data.append(1)
    with pytest.raises(InputError, match="zero"):
        qcnf.validate()
