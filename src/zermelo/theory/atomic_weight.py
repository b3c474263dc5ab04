"""The atomic weight of an all-small game: by how many ups it is ahead.

A game is *all-small* if in each of its positions either both players can move or neither can. Let G' have the options
aw(L) - 2 and aw(R) + 2 for the left options L and the right options R of G. If G' is no integer, it is the atomic
weight of G. If it is one, G is compared with the far star, a heap of Nim that is larger than all others around: where
G is confused with it, the weight is 0; where G is greater, it is the greatest integer n such that no aw(R) + 2 is <= n;
where G is less, the least n such that no aw(L) - 2 is >= n.

Source: Siegel, *Combinatorial Game Theory* (2013), II.7; *Winning Ways*, chapter 8.
"""

from __future__ import annotations

from functools import lru_cache

from zermelo.theory.short_game import ShortGame, add, canonical, integer, nimber


@lru_cache(maxsize=1 << 15)
def is_all_small(game: ShortGame) -> bool:
    """Tell whether in every position either both players can move or neither can."""
    if game.up_sum is not None:
        return game.up_sum.number == 0
    if bool(game.left) != bool(game.right):
        return False
    return all(map(is_all_small, game.left)) and all(map(is_all_small, game.right))


@lru_cache(maxsize=1 << 14)
def atomic_weight(game: ShortGame) -> ShortGame | None:
    """The atomic weight of a game, a game itself; None where the game is not all-small.

    >>> from zermelo.theory.short_game import UP, STAR
    >>> atomic_weight(UP + UP + STAR).number, atomic_weight(integer(1))
    (Fraction(2, 1), None)
    """
    if not is_all_small(game):
        return None
    if game.up_sum is not None:
        return integer(game.up_sum.ups)
    left = [add(_weight(option), integer(-2)) for option in game.left]
    right = [add(_weight(option), integer(2)) for option in game.right]
    usual = canonical(left, right)
    if usual.number is None or usual.number.denominator != 1:
        return usual
    far_star = nimber(1 << game.birthday.bit_length())
    n = 0
    if game >= far_star:
        while not any(option <= integer(n + 1) for option in right):
            n += 1
        while any(option <= integer(n) for option in right):
            n -= 1
    elif game <= far_star:
        while not any(integer(n - 1) <= option for option in left):
            n -= 1
        while any(integer(n) <= option for option in left):
            n += 1
    return integer(n)


def _weight(game: ShortGame) -> ShortGame:
    """The weight of an option of an all-small game, which is all-small as well."""
    found = atomic_weight(game)
    assert found is not None
    return found
