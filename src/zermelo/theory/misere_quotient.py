"""Misère quotients of impartial games (Plambeck 2005; Plambeck and Siegel 2008).

In misère play who cannot move has won. There is no addition of nimbers then, but often a finite commutative monoid
takes its place: two sums of positions are *equivalent* if they have the same outcome whatever is added to both. The
classes of all sums of some generators are the *misère quotient*, and those of the sums that the second player wins its
*P-portion*. Whoever knows both knows the outcome of each of the infinitely many sums.

The quotient is found generator by generator, and proven. A *guess* takes the next generator: of each class of the sums
so far one sum stands for all, and the outcomes of these with 0, 1, 2, … copies of the new generator are worked out
until they come again with a period; that makes a finite monoid, of which classes that nothing tells apart are merged.

Then comes the *proof*. Let each sum X have the class f(X), and let M(X) be the classes of its options, so that

    f(X + g) = f(X) f(g)   and   M(X + g) = M(X) f(g) ∪ f(X) M(g)   for each generator g.

From the sum of nothing, all pairs (f(X), M(X)) that exist are reached by these two rules, and they are finitely many.
If in each of them but that of nothing f(X) is in the P-portion exactly where no class in M(X) is, and 1 is not, then,
by induction on the number of moves that are left, the P-portion tells the outcome of every sum. As no two classes are
alike, the monoid is the quotient.

The new generator may tell sums apart that were alike before, and then the guess is wrong and fails. Another one is made
with finer classes: sums are alike there whose pairs are the same, and next, whose pairs of such pairs are. If all of
these fail, the outcomes of single sums decide (`~zermelo.theory.misere_learning`), each failed proof telling one more
of them. A quotient that is not found like this is told as a limit of this method.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from zermelo.errors import LimitError
from zermelo.theory.misere_learning import Heaps, Learner, NothingLearnt, Outcomes
from zermelo.theory.time_left import check_time

COPIES = 24
"""Copies of a new generator with which outcomes are worked out, before a period must have been seen."""

MOST_ELEMENTS = 60_000
"""Classes of a guess at most, before they are merged."""

MOST_PAIRS = 200_000
"""Pairs of a class and the classes of options at most, in a proof."""

FINER = 2
"""Times that the classes of a guess are made finer before it is given up."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"

Word = tuple[int, ...]
"""The times that each letter stands in a product."""


@dataclass(frozen=True)
class MisereQuotient:
    """A misère quotient with its P-portion, and the classes of the generators.

    Parameters
    ----------
    times
        For each letter and each class the class of their product. The letters are generators of the monoid; class 0 is
        the unit.
    p_portion
        The classes of the sums that the second player wins.
    classes
        The class of each generator of the games.
    words
        A shortest product of letters for each class.
    letters
        The number of the first generator of the games that is in the class of each letter.

    >>> from zermelo.theory.octal_code import octal_heaps
    >>> quotient = misere_quotient(octal_heaps("0.333", 3))
    >>> quotient.order, quotient.relations(), quotient.p_names()
    (6, ['a² = 1', 'b³ = b'], ['a', 'b²'])
    >>> quotient.second_wins([2, 2]), quotient.second_wins([1, 2, 3])
    (True, True)
    """

    times: tuple[tuple[int, ...], ...]
    p_portion: frozenset[int]
    classes: tuple[int, ...]
    words: tuple[Word, ...]
    letters: tuple[int, ...]

    @property
    def order(self) -> int:
        """The number of classes."""
        return len(self.words)

    def product(self, left: int, right: int) -> int:
        """The product of two classes."""
        for letter, count in enumerate(self.words[right]):
            for _ in range(count):
                left = self.times[letter][left]
        return left

    def class_of(self, heaps: Sequence[int]) -> int:
        """The class of a sum of generators, by their numbers."""
        found = 0
        for each in heaps:
            found = self.product(found, self.classes[each])
        return found

    def second_wins(self, heaps: Sequence[int]) -> bool:
        """Tell whether a sum of generators is won, in misère play, by the player who does not move first."""
        return self.class_of(heaps) in self.p_portion

    def name(self, number: int) -> str:
        """The name of a class, such as ``ab²``; that of the unit is ``1``."""
        return word_name(self.words[number])

    def p_names(self) -> list[str]:
        """The names of the P-portion."""
        return [self.name(each) for each in sorted(self.p_portion)]

    def relations(self) -> list[str]:
        """Equations that define the monoid, for people: each product that is not shortest, while its divisors are."""
        normal, found = set(self.words), list[str]()
        for number, word in enumerate(self.words):
            for letter in range(len(self.times)):
                longer = _with(word, letter)
                divisors = (_with(longer, one, -1) for one, count in enumerate(longer) if count)
                if longer in normal or not all(each in normal for each in divisors):
                    continue
                equation = f"{word_name(longer)} = {self.name(self.times[letter][number])}"
                if equation not in found:
                    found.append(equation)
        return found


def word_name(word: Word) -> str:
    """A product of letters, as it is written: ``a²b``; ``1`` for that of none."""
    digits = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    named = (
        (LETTERS[at] if at < len(LETTERS) else f"(g{at + 1})") + (str(count).translate(digits) if count > 1 else "")
        for at, count in enumerate(word)
        if count
    )
    return "".join(named) or "1"


def _with(word: Word, letter: int, count: int = 1) -> Word:
    return (*word[:letter], word[letter] + count, *word[letter + 1 :])


class _Unproven(Exception):
    """A guess is not the quotient, or no proof was found."""


def misere_quotient(options: Sequence[frozenset[Heaps]], until: float | None = None) -> MisereQuotient:
    """The misère quotient of all sums of some generators.

    Parameters
    ----------
    options
        Of each generator the sums to which it can be moved, of generators before it.
    until
        A time of the monotonic clock after which ``LimitError`` is raised.

    Notes
    -----
    Raises ``LimitError`` where no finite quotient is found, or no proof; there may be none.
    """
    quotient = MisereQuotient((), frozenset(), (), ((),), ())
    weights, seen = list[int](), dict[frozenset[Heaps], int]()
    for number, moves in enumerate(options):
        weights.append(1 + max((sum(weights[each] for each in sums) for sums in moves), default=-1))
        if moves in seen or not moves:  # the same game as an earlier generator, or nothing
            classes = (*quotient.classes, quotient.classes[seen[moves]] if moves else 0)
            quotient = replace(quotient, classes=classes)
        else:
            seen[moves] = number
            quotient = _extended(quotient, options[: number + 1], weights, until)
    return quotient


def _extended(
    quotient: MisereQuotient, options: Sequence[frozenset[Heaps]], weights: Sequence[int], until: float | None
) -> MisereQuotient:
    """The quotient with the last generator as well, proven."""
    before = options[:-1]
    table = [[quotient.product(each, one) for each in range(quotient.order)] for one in quotient.classes]
    classes = _Classes(table, quotient.p_portion, _shortest(table, weights), before)
    with suppress(_Unproven):  # from classes that are too many when they are made finer
        for finer in range(FINER + 1):
            if finer > 0:
                classes = _finer(classes, before, weights, until)
            with suppress(_Unproven):
                guess = _guessed(classes, options, weights, until)
                _prove(guess, options, until)
                return guess
    try:
        return _learnt(quotient, options, until)
    except (_Unproven, NothingLearnt):
        found = f"no finite misère quotient was found that includes position {len(options)}"
        raise LimitError("memory", found) from None


def _learnt(quotient: MisereQuotient, options: Sequence[frozenset[Heaps]], until: float | None) -> MisereQuotient:
    """The same, from the outcomes of sums; each proof that fails brings one that the next guess gets right."""

    def asked(heaps: Sequence[int]) -> bool:
        check_time(until)
        return outcomes.second_wins(heaps)

    outcomes = Outcomes(options, quotient.second_wins)
    learner = Learner(len(options), asked)
    while True:
        learner.settle()
        guess = _reduced(learner.times, learner.portion())
        wrong = _unproven(guess, options, until)
        if wrong is None:
            return guess
        learner.correct(
            0, next(each for each in (wrong, *outcomes.options(wrong)) if asked(each) != guess.second_wins(each))
        )


# --- the guess


@dataclass(frozen=True)
class _Classes:
    """Sums of generators, in classes such that generators act on classes; class 0 has the sum of nothing.

    Parameters
    ----------
    times
        For each generator and each class the class with the generator added.
    p_portion
        The classes that the second player wins.
    words
        A lightest sum of each class.
    options
        Of the generators.
    """

    times: Sequence[Sequence[int]]
    p_portion: frozenset[int]
    words: Sequence[Heaps]
    options: Sequence[frozenset[Heaps]]

    def added(self, each: int, heaps: Heaps) -> int:
        """The class with generators added."""
        for one in heaps:
            each = self.times[one][each]
        return each

    def moved(self, number: int) -> set[int]:
        """The classes of the options of the sum that stands for a class."""
        heaps = self.words[number]
        return {
            self.added(0, heaps[:at] + heaps[at + 1 :] + sums)
            for at, generator in enumerate(heaps)
            for sums in self.options[generator]
        }


def _shortest(times: Sequence[Sequence[int]], weights: Sequence[int]) -> list[Heaps]:
    """A lightest sum of generators for each class, of the first generators and the fewest where there are several."""
    found = dict[int, Heaps]()
    waiting: list[tuple[int, int, Heaps, int]] = [(0, 0, (), 0)]
    while waiting:
        weight, length, heaps, each = heapq.heappop(waiting)
        if each in found:
            continue
        found[each] = heaps
        for one, row in enumerate(times):
            if row[each] not in found:
                longer = tuple(sorted((*heaps, one)))
                heapq.heappush(waiting, (weight + weights[one], length + 1, longer, row[each]))
    return [found[each] for each in range(len(found))]


def _finer(
    classes: _Classes, options: Sequence[frozenset[Heaps]], weights: Sequence[int], until: float | None
) -> _Classes:
    """The classes of the pairs of a class and the classes of the options."""
    numbers = {(0, 0): 0}
    times: list[list[int]] = [[] for _ in options]
    for each, generator, pair in _pairs(classes.times, options, until):
        assert len(times[generator]) == numbers[each]
        times[generator].append(numbers.setdefault(pair, len(numbers)))
    portion = frozenset(number for (each, _), number in numbers.items() if each in classes.p_portion)
    return _Classes(times, portion, _shortest(times, weights), options)


def _guessed(
    classes: _Classes, options: Sequence[frozenset[Heaps]], weights: Sequence[int], until: float | None
) -> MisereQuotient:
    """The quotient with a generator more, if sums that are in one class have the same outcome with it."""
    size = len(classes.words)
    standing = [classes.moved(each) for each in range(size)]
    after = [{classes.added(each, sums) for sums in options[-1]} for each in range(size)]
    # The options of a lightest sum of a class are in classes of less weight, so that these come first.
    order = sorted(range(size), key=lambda each: sum(weights[one] for one in classes.words[each]))
    rows = [classes.p_portion]
    while (turn := _period(rows)) is None:
        if len(rows) > COPIES or size * len(rows) > MOST_ELEMENTS:
            raise _Unproven
        check_time(until)
        row = set[int]()
        for each in order:
            if standing[each].isdisjoint(row) and after[each].isdisjoint(rows[-1]):
                row.add(each)
        rows.append(frozenset(row))
    start, period = turn
    height = start + period
    up = [*range(1, height), start]
    times = [[copies * size + row[each] for copies in range(height) for each in range(size)] for row in classes.times]
    times.append([up[copies] * size + each for copies in range(height) for each in range(size)])
    portion = {copies * size + each for copies in range(height) for each in rows[copies]}
    return _reduced(times, portion)


def _period(rows: Sequence[frozenset[int]]) -> tuple[int, int] | None:
    """The row from which on they come again, and after how many; None before that was seen often enough."""
    for period in (1, 2, 3, 4):
        start = len(rows) - period
        while start > 0 and rows[start - 1] == rows[start - 1 + period]:
            start -= 1
        if len(rows) - start >= 3 * period + 2:
            return start, period
    return None


def _reduced(times: Sequence[Sequence[int]], portion: set[int]) -> MisereQuotient:
    """The monoid with those classes merged that no product tells apart, its letters those of the lightest products."""
    size = len(times[0])
    block = [int(each in portion) for each in range(size)]
    rows = list(dict.fromkeys(map(tuple, times)))
    count = len(set(block))
    while True:
        numbers = dict[tuple[int, ...], int]()
        signs = zip(block, *([block[each] for each in row] for row in rows), strict=True)
        block = [numbers.setdefault(sign, len(numbers)) for sign in signs]
        if len(numbers) == count:
            break
        count = len(numbers)
    merged = [[0] * count for _ in times]  # class 0 is that of the unit, which is numbered first
    for row, found in zip(times, merged, strict=True):
        for each in range(size):
            found[block[each]] = block[row[each]]
    letters, reached = list[int](), {0}
    for number, row in enumerate(merged):
        if row[0] not in reached:
            letters.append(number)
            reached = _reached([merged[one] for one in letters])
    for number in tuple(letters):  # a product of later letters
        rest = [one for one in letters if one != number]
        if len(_reached([merged[one] for one in rest])) == count:
            letters = rest
    words = _shortest([merged[one] for one in letters], [1] * len(letters))
    order = sorted(range(count), key=lambda each: (len(words[each]), words[each]))
    place = {each: at for at, each in enumerate(order)}
    return MisereQuotient(
        times=tuple(tuple(place[merged[one][each]] for each in order) for one in letters),
        p_portion=frozenset(place[block[each]] for each in portion),
        classes=tuple(place[row[0]] for row in merged),
        words=tuple(tuple(words[each].count(at) for at in range(len(letters))) for each in order),
        letters=tuple(letters),
    )


def _reached(times: Sequence[Sequence[int]]) -> set[int]:
    """The products of letters."""
    found, waiting = {0}, [0]
    while waiting:
        each = waiting.pop()
        for row in times:
            if row[each] not in found:
                found.add(row[each])
                waiting.append(row[each])
    return found


# --- the proof


def _prove(quotient: MisereQuotient, options: Sequence[frozenset[Heaps]], until: float | None) -> None:
    """Check that the P-portion tells the outcome of every sum."""
    if _unproven(quotient, options, until) is not None:
        raise _Unproven


def _unproven(quotient: MisereQuotient, options: Sequence[frozenset[Heaps]], until: float | None) -> Heaps | None:
    """A sum whose outcome is told otherwise than by those of its options; None: there is none."""
    table = [[quotient.product(each, one) for each in range(quotient.order)] for one in quotient.classes]
    won = _mask(quotient.p_portion)
    sums: dict[Pair, Heaps] = {(0, 0): ()}
    for before, number, pair in _pairs(table, options, until):
        if pair in sums:
            continue
        sums[pair] = tuple(sorted((*sums[before], number)))
        each, moves = pair
        if (won >> each & 1) == bool(moves & won):
            return sums[pair]
    return () if won & 1 else None


Pair = tuple[int, int]
"""A class, and a set of classes as a mask."""


def _pairs(
    times: Sequence[Sequence[int]], options: Sequence[frozenset[Heaps]], until: float | None
) -> Iterator[tuple[Pair, int, Pair]]:
    """All steps from a pair of a class and the classes of the options, by a generator, to the pair of both."""
    size = len(times[0]) if times else 1
    after = [[_mask(_sum_of(times, each, sums) for sums in moves) for each in range(size)] for moves in options]
    shifted = dict[tuple[int, int], int]()
    seen, waiting = {(0, 0)}, deque([(0, 0)])
    while waiting:
        pair = waiting.popleft()
        each, moves = pair
        check_time(until)
        for number, row in enumerate(times):
            moved = shifted.get((number, moves))
            if moved is None:
                moved = shifted[number, moves] = _mask(row[one] for one in _members(moves))
            found = row[each], moved | after[number][each]
            yield pair, number, found
            if found not in seen:
                if len(seen) >= MOST_PAIRS:
                    raise _Unproven
                seen.add(found)
                waiting.append(found)


def _sum_of(times: Sequence[Sequence[int]], each: int, heaps: Heaps) -> int:
    for one in heaps:
        each = times[one][each]
    return each


def _mask(numbers: Iterable[int]) -> int:
    found = 0
    for each in numbers:
        found |= 1 << each
    return found


def _members(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
