"""Minimal sets against their definition."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.model.minimal_sets import by_size, minimal


@settings(max_examples=draws(2000, 100))
@given(st.lists(st.integers(0, 255) | st.integers(0, 2**70 - 1), max_size=40))
def test_minimal_sets(masks: list[int]) -> None:
    """A set stays unless another one lies within it; the smallest come first."""
    found = minimal(masks)
    assert set(found) == {mask for mask in masks if not any(other != mask and not other & ~mask for other in masks)}
    assert found == sorted(set(found), key=by_size)
