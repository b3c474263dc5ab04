"""Numbers inside a circuit: moves, cells and coordinates as bits.

A board of 361 cells needs 361 variables for "where did he play?" in the direct way and nine in the binary way; all the
compact encodings use the binary way.  A number is a sequence of literals, **least significant bit first**, and is read
unsigned.  The empty sequence is the number zero: with one cell, one action or one goal there is no bit to choose.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from zermelo.errors import InputError
from zermelo.formula.circuit import FALSE, TRUE, Circuit


def width_for(count: int) -> int:
    """The number of bits that tell ``count`` values 0 … count-1 apart.

    >>> [width_for(count) for count in (1, 2, 3, 4, 5, 361)]
    [0, 1, 2, 2, 3, 9]
    """
    return max(0, count - 1).bit_length()


def constant(k: int, width: int) -> tuple[int, ...]:
    """The bits of ``k`` modulo ``2**width`` as constants; a negative k is taken in two's complement.

    >>> [bit == TRUE for bit in constant(6, 4)]
    [False, True, True, False]
    """
    return tuple(TRUE if k >> bit & 1 else FALSE for bit in range(width))


def bits_equal(circuit: Circuit, xs: Sequence[int], ys: Sequence[int]) -> int:
    """The two numbers are equal; the shorter one is extended with zeros.

    Parameters
    ----------
    circuit
        The circuit that gets the gates.
    xs, ys
        The bits of the numbers, as literals.

    >>> circuit = Circuit()
    >>> bits_equal(circuit, [], []) == TRUE, bits_equal(circuit, circuit.exists(1), [])
    (True, -1)
    """
    return circuit.and_([circuit.equal(x, y) for x, y in zip_longest(xs, ys, fillvalue=FALSE)])


def bits_equal_const(circuit: Circuit, xs: Sequence[int], k: int) -> int:
    """The number is ``k``: ``bin(xs, k)``; FALSE when k does not fit.

    Parameters
    ----------
    circuit
        The circuit that gets the gates.
    xs
        The bits of the number, as literals.
    k
        The constant, of any size and sign.

    >>> circuit = Circuit()
    >>> circuit.gates[bits_equal_const(circuit, circuit.exists(3), 5)].operands
    (1, -2, 3)
    """
    if k < 0 or k >> len(xs):
        return FALSE
    return circuit.and_([x if k >> bit & 1 else -x for bit, x in enumerate(xs)])


def less_than_const(circuit: Circuit, xs: Sequence[int], k: int) -> int:
    """The number is smaller than ``k``.

    Built as a conjunction of clauses, one for every zero of k-1: "where this bit is one, some higher one of k-1 is
    missing".  Asserted, which is how move bounds are used, it costs at most ``len(xs)`` clauses and no gate variable.

    Parameters
    ----------
    circuit
        The circuit that gets the gates.
    xs
        The bits of the number, as literals.
    k
        The constant, of any size and sign.

    >>> circuit = Circuit()
    >>> xs = circuit.exists(2)
    >>> less_than_const(circuit, xs, 4) == TRUE, less_than_const(circuit, xs, 0) == FALSE
    (True, True)
    >>> circuit.gates[-less_than_const(circuit, xs, 3)].operands  # not both bits
    (1, 2)
    """
    if k <= 0:
        return FALSE
    if k >> len(xs):
        return TRUE
    largest = k - 1
    ones: list[int] = []  # negated bits that largest has, from the top
    clauses = []
    for bit in reversed(range(len(xs))):
        if largest >> bit & 1:
            ones.append(-xs[bit])
        else:
            clauses.append(circuit.or_([*ones, -xs[bit]]))
    return circuit.and_(clauses)


def add_const(circuit: Circuit, xs: Sequence[int], k: int, width: int) -> tuple[int, ...]:
    """The sum of the number and ``k``, by a chain of carries.

    Parameters
    ----------
    circuit
        The circuit that gets the gates.
    xs
        The bits of the number, as literals.
    k
        The constant, which may be negative.
    width
        The number of bits of the result, which is exact modulo ``2**width``.

    Raises InputError for a negative width.

    >>> circuit = Circuit()
    >>> add_const(circuit, constant(3, 2), -5, 4) == constant(-2, 4)
    True
    >>> add_const(circuit, constant(3, 2), 2, 2) == constant(1, 2)
    True
    """
    if width < 0:
        raise InputError("a width of zero or more bits", found=str(width))
    total = []
    carry = FALSE
    for bit in range(width):
        x = xs[bit] if bit < len(xs) else FALSE
        one = circuit.xor(x, carry)
        if k >> bit & 1:
            total.append(-one)
            carry = circuit.or_((x, carry))
        else:
            total.append(one)
            carry = circuit.and_((x, carry))
    return tuple(total)
