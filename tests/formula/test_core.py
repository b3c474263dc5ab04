"""Arguments of the native core are checked at its border: one line that names the argument, never a crash."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo import _native
from zermelo.formula import FALSE, TRUE

GATES = {3: ("and", (1, 2)), 5: ("xor", (-3, 4)), 6: ("ite", (5, 1, -2))}
GOOD = (6, GATES, [1, 2, 4], 6)


def test_a_circuit_of_plain_tuples_is_taken():
    number, matrix, last = _native.tseitin(*GOOD)
    assert number >= 3
    assert matrix
    assert len(last) == 4 * (number - 3)


@pytest.mark.parametrize(("output", "matrix"), [(TRUE, b""), (FALSE, bytes(4))])
def test_constant_outputs(output, matrix):
    assert _native.tseitin(0, {}, [], output) == (0, matrix, b"")


@pytest.mark.parametrize(
    ("argument", "value", "message"),
    [
        (0, -1, "nodes"),
        (0, 2**31 - 1, "nodes"),
        (0, 5, "gates: expected 6 to 5, found 6"),
        (0, "6", "nodes: expected an int"),
        (1, [], "gates: expected a dict"),
        (1, {3: "and"}, r"gates\[3\]: expected a tuple"),
        (1, {3: ("and", [1, 2])}, r"gates\[3\]: expected a tuple"),
        (1, {3: ("or", (1, 2))}, r"gates\[3\]: expected 'and'"),
        (1, {3: ("xor", (1, 2, 1))}, r"gates\[3\]: expected 'and'"),
        (1, {3: (4, (1, 2))}, r"gates\[3\]: expected a kind"),
        (1, {3: ("and", (1, 3))}, r"gates\[3\]: expected -2 to 2, found 3"),
        (1, {3: ("and", (1, 0))}, r"gates\[3\]: an operand must not be 0"),
        (1, {3: ("and", (1, 2**70))}, r"gates\[3\]: expected -2 to 2"),
        (1, {5: ("and", (1, 2)), 3: ("and", (1, 2))}, "gates: expected 6 to 6, found 3"),
        (2, 5, "variables"),
        (2, [1, 2], "variables: 4 is needed and not bound"),
        (2, [1, 2, 4, 2], r"variables\[3\]: the variable is bound twice"),
        (2, [1, 2, 4, 3], r"variables\[3\]: a gate cannot be bound"),
        (2, [1, 2, 7], r"variables\[2\]: expected 1 to 6"),
        (3, 0, "output"),
        (3, 7, "output"),
        (3, None, "output: expected an int"),
    ],
)
def test_wrong_arguments(argument, value, message):
    arguments: list[Any] = list(GOOD)
    arguments[argument] = value
    with pytest.raises((TypeError, ValueError), match=f"^{message}[^\n]*$"):
        _native.tseitin(*arguments)
