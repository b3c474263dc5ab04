"""Short partizan games in canonical form: comparison, negatives, sums, stops.

A *short game* is a pair of finite sets of short games, the options of Left and of Right; who cannot move loses. Each
value has one canonical form, without dominated options and with reversible ones bypassed. Only canonical forms exist
here, and each exists once: two games are equal exactly if they are the same object. All functions therefore keep their
results, in tables of a bounded size.

In this package Left is Black, and Right is White.

Source: Conway, *On Numbers and Games* (1976); Berlekamp, Conway and Guy, *Winning Ways* (1982), chapters 1 to 8;
Siegel, *Combinatorial Game Theory* (2013), chapter II, for the theorems named below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple
from weakref import WeakValueDictionary

from zermelo.errors import InputError


class UpSum(NamedTuple):
    """The sum of a number, a multiple of up = {0|*}, and a heap of Nim."""

    number: Fraction
    ups: int
    star: int


class ShortGame:
    """A short game in canonical form; made by :func:`canonical` alone, and unique.

    >>> star = canonical([ZERO], [ZERO])
    >>> star + star is ZERO, -star is star, star <= ZERO, star.is_fuzzy
    (True, True, False, True)

    Attributes
    ----------
    left, right
        The options of Left and of Right.
    number
        The value where it is a number, else None.
    nim_size
        The size of the heap of Nim that it is, else None.
    up_sum
        The sum of a number, ups and a nimber that it is, else None. Such sums are compared and added by their parts.
    left_stop, right_stop
        The number at which play ends when Left, or Right, begins and both move until a number is reached.
    birthday
        The depth of the tree.
    """

    __slots__ = (
        "__weakref__", "_left_end", "_right_end", "birthday", "left", "left_stop", "nim_size", "number", "right",
        "right_stop", "up_sum",
    )  # fmt: skip

    left: tuple[ShortGame, ...]
    right: tuple[ShortGame, ...]
    number: Fraction | None
    nim_size: int | None
    up_sum: UpSum | None
    left_stop: Fraction
    right_stop: Fraction
    birthday: int
    _left_end: float | Fraction
    """The left stop for comparisons, see `_comparable`."""
    _right_end: float | Fraction

    def __repr__(self) -> str:
        from zermelo.theory.value_names import name_of

        return f"<value {name_of(self)}>"

    def __reduce__(self) -> tuple[object, ...]:
        return canonical, (self.left, self.right)

    def __neg__(self) -> ShortGame:
        return negative(self)

    def __add__(self, other: ShortGame) -> ShortGame:
        return add(self, other)

    def __sub__(self, other: ShortGame) -> ShortGame:
        return add(self, negative(other))

    def __le__(self, other: ShortGame) -> bool:
        return at_most(self, other)

    def __ge__(self, other: ShortGame) -> bool:
        return at_most(other, self)

    def __lt__(self, other: ShortGame) -> bool:
        return self is not other and at_most(self, other)

    def __gt__(self, other: ShortGame) -> bool:
        return self is not other and at_most(other, self)

    @property
    def is_fuzzy(self) -> bool:
        """True if the game is confused with zero: who moves first wins."""
        return not self <= ZERO and not self >= ZERO

    @property
    def outcome(self) -> str:
        """The outcome class: L (Left wins), R (Right), N (the first to move) or P (the other one)."""
        if self is ZERO:
            return "P"
        return "L" if self >= ZERO else "R" if self <= ZERO else "N"


_Options = tuple[frozenset[ShortGame], frozenset[ShortGame]]

_unique: WeakValueDictionary[_Options, ShortGame] = WeakValueDictionary()


def _made(left: frozenset[ShortGame], right: frozenset[ShortGame]) -> ShortGame:
    """The one game with these options, which are known to be canonical."""
    found = _unique.get((left, right))
    if found is not None:
        return found
    game = object.__new__(ShortGame)
    game.left, game.right = tuple(left), tuple(right)
    game.number = _number(game)
    sizes = {option.nim_size for option in left} if left == right else {None}
    game.nim_size = len(sizes) if sizes == set(range(len(sizes))) else None
    game.up_sum = _up_sum(game)
    if game.number is not None:
        game.left_stop = game.right_stop = game.number
    else:
        game.left_stop = max(option.right_stop for option in left)
        game.right_stop = min(option.left_stop for option in right)
    game._left_end, game._right_end = _comparable(game.left_stop), _comparable(game.right_stop)
    game.birthday = 1 + max((option.birthday for option in (*left, *right)), default=-1)
    return _unique.setdefault((left, right), game)


def _comparable(number: Fraction) -> float | Fraction:
    """The number, as a float where that is exact, as nearly always: floats are compared many times faster."""
    near = float(number)
    return near if near == number else number


def _number(game: ShortGame) -> Fraction | None:
    """The number that a canonical form is.

    Canonical forms of numbers are 0 = {|}, n + 1 = {n|}, -n - 1 = {|-n}, and {x - d|x + d}, where x is an odd multiple
    of d = 1/2^k; and a canonical form {a|b} of numbers a < b is a number (Siegel, II.3).
    """
    if len(game.left) > 1 or len(game.right) > 1:
        return None
    left = game.left[0].number if game.left else None
    right = game.right[0].number if game.right else None
    if not game.left and not game.right:
        return Fraction(0)
    if not game.right and left is not None:
        return left + 1
    if not game.left and right is not None:
        return right - 1
    return (left + right) / 2 if left is not None and right is not None and left < right else None


def _up_sum(game: ShortGame) -> UpSum | None:
    """The parts of the canonical form x + n.↑ + *k.

    With x = 0 these forms are *k = {0, *, …, *(k-1)|the same}, ↑* = {0,*|0}, and n.↑*k = {0|(n-1).↑*m} for all other
    n > 0, where *m = *k + * (*Winning Ways*, chapter 8); a number is added to all of the options (Siegel, II.3).
    """
    if game.number is not None:
        return UpSum(game.number, 0, 0)
    for left, right, sign in ((game.left, game.right, 1), (game.right, game.left, -1)):
        if len(right) == 1 and right[0].up_sum is not None:
            number, ups, star = right[0].up_sum
            parts = {option.up_sum for option in left}
            if parts == {(number, 0, 0)} and ups * sign >= 0 and (ups, star) != (0, 0):
                return UpSum(number, ups + sign, star ^ 1)
            if parts == {(number, 0, 0), (number, 0, 1)} and (ups, star) == (0, 0):
                return UpSum(number, sign, 1)
    parts = {option.up_sum for option in game.left}
    first = game.left[0].up_sum if game.left else None
    if first is None or set(game.left) != set(game.right):
        return None
    heaps = {UpSum(first.number, 0, star) for star in range(len(parts))}
    return UpSum(first.number, 0, len(parts)) if parts == heaps else None


def at_most(game: ShortGame, other: ShortGame) -> bool:
    """Tell whether one game is less than or equal to another.

    Stops decide most cases: G <= H needs LS(G) <= LS(H) and RS(G) <= RS(H); and LS(G) < RS(H) makes G < H, since then
    LS(G - H) <= LS(G) + LS(-H) = LS(G) - RS(H) < 0 (Siegel, II.3). Of sums of ups and nimbers, n.↑*k is below 0 if
    n < -1, or n = -1 and it is not ↓* (*Winning Ways*, chapter 8).
    """
    if game is other:
        return True
    if game._left_end > other._left_end or game._right_end > other._right_end:
        return False
    if game._left_end < other._right_end:
        return True
    if game.up_sum is not None and other.up_sum is not None:
        ups, star = game.up_sum.ups - other.up_sum.ups, game.up_sum.star ^ other.up_sum.star
        return ups < -1 or (ups == -1 and star != 1) or (ups == star == 0)
    return _at_most(game, other)


@lru_cache(maxsize=1 << 19)
def _at_most(game: ShortGame, other: ShortGame) -> bool:
    """G <= H: no left option of G is >= H, and no right option of H is <= G."""
    for option in game.left:
        if at_most(other, option):
            return False
    return all(not at_most(option, game) for option in other.right)


class _Form:
    """Options of a game that is perhaps not canonical, with comparisons of its value.

    The comparisons are kept while options are replaced, because the value stays.
    """

    def __init__(self, left: set[ShortGame], right: set[ShortGame]) -> None:
        self.left, self.right = left, right
        self._at_most: dict[ShortGame, bool] = {}
        self._at_least: dict[ShortGame, bool] = {}

    def at_most(self, game: ShortGame) -> bool:
        found = self._at_most.get(game)
        if found is None:
            found = not any(game <= option for option in self.left)
            found = found and not any(self.at_least(option) for option in game.right)
            self._at_most[game] = found
        return found

    def at_least(self, game: ShortGame) -> bool:
        found = self._at_least.get(game)
        if found is None:
            found = not any(option <= game for option in self.right)
            found = found and not any(self.at_most(option) for option in game.left)
            self._at_least[game] = found
        return found

    def bypass_left(self) -> bool:
        """Bypass one reversible left option: a right option of it is at most the game, and gives its left ones."""
        for option in self.left:
            for answer in option.right:
                if self.at_least(answer):
                    self.left = (self.left - {option}) | set(answer.left)
                    return True
        return False

    def bypass_right(self) -> bool:
        """Bypass one reversible right option."""
        for option in self.right:
            for answer in option.left:
                if self.at_most(answer):
                    self.right = (self.right - {option}) | set(answer.right)
                    return True
        return False


def canonical(left: Iterable[ShortGame], right: Iterable[ShortGame]) -> ShortGame:
    """The canonical form of a game with these options.

    Dominated options are left out, and reversible ones bypassed, until there are none. It ends: an option gives way to
    others of smaller birthday. That the result is the only such form is Conway's theorem (Siegel, theorem II.2.9).

    >>> canonical([integer(1)], [integer(2)]).number
    Fraction(3, 2)
    >>> canonical([ZERO], [integer(5)]) is integer(1)
    True
    """
    return _canonical(frozenset(left), frozenset(right))


@lru_cache(maxsize=1 << 17)
def _canonical(left: frozenset[ShortGame], right: frozenset[ShortGame]) -> ShortGame:
    if left == right:
        sizes = {option.nim_size for option in left}
        if None not in sizes:  # impartial: the least heap that is no option (Sprague and Grundy)
            return nimber(next(size for size in range(len(sizes) + 1) if size not in sizes))
    form = _Form(_greatest(left), _least(right))
    while form.bypass_left():
        form.left = _greatest(form.left)
    while form.bypass_right():
        form.right = _least(form.right)
    return _made(frozenset(form.left), frozenset(form.right))


def _greatest(games: Iterable[ShortGame]) -> set[ShortGame]:
    """The games that are not below another one."""
    kept: list[ShortGame] = []
    for game in games:
        if not any(game <= other for other in kept):
            kept = [other for other in kept if not other <= game]
            kept.append(game)
    return set(kept)


def _least(games: Iterable[ShortGame]) -> set[ShortGame]:
    """The games that are not above another one."""
    kept: list[ShortGame] = []
    for game in games:
        if not any(other <= game for other in kept):
            kept = [other for other in kept if not game <= other]
            kept.append(game)
    return set(kept)


def tree_read(forms: Sequence[tuple[Sequence[int], Sequence[int]]]) -> ShortGame:
    """The last of some canonical forms, each by the numbers of earlier ones: its options of Left and of Right."""
    games: list[ShortGame] = []
    for left, right in forms:
        games.append(_made(frozenset(games[each] for each in left), frozenset(games[each] for each in right)))
    return games[-1]


ZERO = _made(frozenset(), frozenset())
"""The game in which nobody can move."""


@lru_cache(maxsize=1 << 17)
def negative(game: ShortGame) -> ShortGame:
    """The game with the players exchanged.

    >>> negative(integer(3)).number
    Fraction(-3, 1)
    """
    if game.number is not None:
        return dyadic(-game.number)
    if game.up_sum is not None:
        return up_sum(-game.up_sum.number, -game.up_sum.ups, game.up_sum.star)
    return _made(frozenset(map(negative, game.right)), frozenset(map(negative, game.left)))


def add(game: ShortGame, other: ShortGame) -> ShortGame:
    """The sum of two games: a player moves in one of them.

    >>> add(integer(1), dyadic(Fraction(-1, 2))).number
    Fraction(1, 2)
    """
    if game is ZERO:
        return other
    if other is ZERO:
        return game
    if game.number is not None and other.number is not None:
        return dyadic(game.number + other.number)
    return _sum(game, other) if id(game) < id(other) else _sum(other, game)


@lru_cache(maxsize=1 << 17)
def _sum(game: ShortGame, other: ShortGame) -> ShortGame:
    """The sum; next to a game that is no number nobody needs to move in a number (number translation, Siegel, II.3)."""
    if game.up_sum is not None and other.up_sum is not None:
        (number, ups, star), (more, more_ups, more_star) = game.up_sum, other.up_sum
        return up_sum(number + more, ups + more_ups, star ^ more_star)
    left, right = [], []
    if game.number is None:
        left += [add(option, other) for option in game.left]
        right += [add(option, other) for option in game.right]
    if other.number is None:
        left += [add(game, option) for option in other.left]
        right += [add(game, option) for option in other.right]
    return canonical(left, right)


def multiple(count: int, game: ShortGame) -> ShortGame:
    """The sum of ``count`` copies, or of as many negatives where that is below 0."""
    if game.up_sum is not None:
        number, ups, star = game.up_sum
        return up_sum(count * number, count * ups, star if count % 2 else 0)
    term, total = game if count >= 0 else negative(game), ZERO
    for _ in range(abs(count)):
        total = add(total, term)
    return total


MOST_INTEGER = 1 << 16
"""The largest integer that is made: its tree is as deep."""

_integers: dict[int, ShortGame] = {0: ZERO}


def integer(value: int) -> ShortGame:
    """An integer as a game: so many free moves of Left, or of Right where it is negative."""
    if abs(value) > MOST_INTEGER:
        raise InputError(f"integers from -{MOST_INTEGER} to {MOST_INTEGER}", found=str(value))
    if value not in _integers:
        step, known = (1, value - 1) if value > 0 else (-1, value + 1)
        while known not in _integers:
            known -= step
        for k in range(known, value, step):
            one = frozenset({_integers[k]})
            _integers.setdefault(k + step, _made(one, frozenset()) if value > 0 else _made(frozenset(), one))
    return _integers[value]


@lru_cache(maxsize=1 << 14)
def dyadic(value: Fraction) -> ShortGame:
    """A number as a game; ``InputError`` where the denominator is no power of 2."""
    if value.denominator & (value.denominator - 1):
        raise InputError("a number whose denominator is a power of 2", found=str(value))
    if value.denominator == 1:
        return integer(value.numerator)
    step = Fraction(1, value.denominator)
    return _made(frozenset({dyadic(value - step)}), frozenset({dyadic(value + step)}))


_nimbers: list[ShortGame] = [ZERO]


def nimber(size: int) -> ShortGame:
    """A heap of Nim: either player may make it any smaller one."""
    while len(_nimbers) <= size:
        smaller = frozenset(_nimbers)
        _nimbers.append(_made(smaller, smaller))
    return _nimbers[size]


MOST_UPS = 1 << 16
"""The largest multiple of up that is made: its tree is as deep."""


@lru_cache(maxsize=1 << 12)
def up_sum(number: Fraction, ups: int, star: int) -> ShortGame:
    """The sum of a number, a multiple of up, and a heap of Nim, without a sum; the forms are told in ``_up_sum``.

    >>> up_sum(Fraction(1, 2), -3, 1), up_sum(Fraction(0), 500, 0).birthday
    (<value 1/2+3.↓*>, 501)
    """
    if abs(ups) > MOST_UPS:
        raise InputError(f"multiples of up from -{MOST_UPS} to {MOST_UPS}", found=str(ups))
    if ups == 0 and number == 0:
        return nimber(star)
    zero = dyadic(number)
    heaps = [zero]
    for _ in range(max(star ^ (ups % 2), 1)):
        smaller = frozenset(heaps)
        heaps.append(_made(smaller, smaller))
    found = heaps[star ^ (ups % 2)]
    for _ in range(abs(ups)):
        left = frozenset(heaps[:2] if found is zero else [zero])
        right = frozenset([found])
        found = _made(left, right) if ups > 0 else _made(right, left)
    return found


STAR = nimber(1)
UP = canonical([ZERO], [STAR])
