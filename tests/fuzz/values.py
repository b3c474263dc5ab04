"""Cases as JSON: tuples, dicts with any keys and rules of the core are written as objects with one key.

>>> encode((1, [True, {2: "two"}]))
{'tuple': [1, [True, {'dict': [[2, 'two']]}]]}
>>> decode(encode((1, [True, {2: "two"}])))
(1, [True, {2: 'two'}])
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, NamedTuple

from hypothesis import strategies as st

from zermelo import _native


class Built(NamedTuple):
    """An object of the core, by what builds it and the arguments that make it."""

    kind: str
    arguments: tuple[Any, ...]


def encode(value: Any) -> Any:
    """As JSON."""
    if isinstance(value, Built):
        return {"built": [value.kind, encode(list(value.arguments))]}
    if isinstance(value, tuple):
        return {"tuple": [encode(each) for each in value]}
    if isinstance(value, list):
        return [encode(each) for each in value]
    if isinstance(value, dict):
        return {"dict": [[encode(key), encode(each)] for key, each in value.items()]}
    return value


def decode(value: Any) -> Any:
    """From JSON; raises whatever the core says of arguments from which it builds nothing."""
    if isinstance(value, list):
        return [decode(each) for each in value]
    if not isinstance(value, dict):
        return value
    ((how, inside),) = value.items()
    if how == "tuple":
        return tuple(decode(each) for each in inside)
    if how == "dict":
        return {decode(key): decode(each) for key, each in inside}
    assert how == "built", how
    return attrgetter(inside[0])(_native)(*decode(inside[1]))


LARGE = [2**31 - 1, 2**31, 2**32, 2**62, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**511, 2**512, 2**5000]
SMALL = [0, 1, -1, 2, 7, 64, 255, 256, 257, 512, 513, 65_535]
FLOATS = [0.5, -1.0, 1e300, -1e300, float("nan"), float("inf"), -float("inf")]
OTHERS: list[Any] = [None, True, False, "", "a\nb", (), [], {}, [None], [[]], [[0]]]
JUNK = st.sampled_from([*SMALL, *LARGE, *(-each for each in LARGE), *FLOATS, *OTHERS])


@st.composite
def spoiled(draw: st.DrawFn, value: Any) -> Any:
    """The value with something in it exchanged, dropped or doubled."""
    if isinstance(value, Built):
        if draw(st.integers(0, 3)):
            arguments = draw(spoiled(list(value.arguments)))
            return Built(value.kind, tuple(arguments) if isinstance(arguments, list) else (arguments,))
    elif isinstance(value, list | tuple) and value and draw(st.integers(0, 5)):
        at, parts = draw(st.integers(0, len(value) - 1)), list(value)
        how = draw(st.integers(0, 9))
        parts[at : at + 1] = [] if how == 0 else 2 * [parts[at]] if how == 1 else [draw(spoiled(parts[at]))]
        return type(value)(parts)
    elif isinstance(value, dict) and value and draw(st.integers(0, 3)):
        key = draw(st.sampled_from(list(value)))
        return {**value, key: draw(spoiled(value[key]))}
    return draw(JUNK)
