"""A guess of a misère quotient from the outcomes of sums that are asked for one by one.

The quotient is the smallest automaton that reads sums, generator by generator, and tells who wins; it is learnt as such
automata are (Angluin 1987; Rivest and Schapire 1993). Each state has a sum that stands for it, and any two states a sum
that tells them apart when it is added to both. A sum whose outcome the automaton tells wrongly holds a new such test.
Nothing of it is believed: `~zermelo.theory.misere_quotient` proves the guess, and brings a wrong sum where it fails.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

Heaps = tuple[int, ...]
"""A sum of generators, by their numbers in increasing order."""

MOST_ASKED = 400_000
"""Sums whose outcomes are worked out at most."""

MOST_STATES = 400


class NothingLearnt(Exception):
    """The bounds were reached."""


class Outcomes:
    """Outcomes of sums in misère play, by their options.

    Parameters
    ----------
    options
        Of each generator the sums to which it can be moved.
    known
        Tells whether the second player wins a sum of generators before the last one.
    """

    def __init__(self, options: Sequence[frozenset[Heaps]], known: Callable[[Heaps], bool]) -> None:
        self._options, self._known, self._last = options, known, len(options) - 1
        self._found: dict[Heaps, bool] = {}

    def second_wins(self, heaps: Sequence[int]) -> bool:
        """Tell whether the second player wins a sum."""
        first = _sorted(heaps)
        at_once = self._at_once(first)
        if at_once is not None:
            return at_once
        stack = [first]
        while stack:
            here = stack[-1]
            missing, wins = list[Heaps](), False
            for each in self.options(here):
                found = self._at_once(each)
                if found is None:
                    missing.append(each)
                elif found:
                    wins = True
                    break
            if wins or not missing:
                self._found[here] = not wins
                stack.pop()
                if len(self._found) > MOST_ASKED:
                    raise NothingLearnt
            else:
                stack.append(missing[0])
        return self._found[first]

    def options(self, heaps: Heaps) -> list[Heaps]:
        """The sums to which a sum can be moved; the later generators are moved first."""
        return [
            _sorted(heaps[:at] + heaps[at + 1 :] + each)
            for at in reversed(range(len(heaps)))
            if at + 1 == len(heaps) or heaps[at] != heaps[at + 1]
            for each in self._options[heaps[at]]
        ]

    def _at_once(self, heaps: Heaps) -> bool | None:
        if self._last not in heaps:
            return self._known(heaps)
        return self._found.get(heaps)


class Learner:
    """The automaton, as far as it is known.

    Parameters
    ----------
    count
        The number of generators.
    second_wins
        The outcome of a sum.
    """

    def __init__(self, count: int, second_wins: Callable[[Sequence[int]], bool]) -> None:
        self._letters, self._second_wins = range(count), second_wins
        self.sums: list[Heaps] = [()]
        self._tests: list[Heaps] = [()]
        self.times: list[list[int]] = []

    def settle(self) -> None:
        """Find the states and their products with all generators, until these do not depend on the order."""
        while True:
            self._close()
            wrong = self._order_matters()
            if wrong is None:
                return
            self.correct(*wrong)

    def portion(self) -> set[int]:
        """The states that the second player wins."""
        return {state for state, heaps in enumerate(self.sums) if self._second_wins(heaps)}

    def correct(self, state: int, heaps: Heaps) -> None:
        """Learn a new test from generators whose sum with that of a state is told wrongly, if read in this order."""
        told = self._second_wins(self.sums[state] + heaps)
        for at, each in enumerate(heaps):
            state, rest = self.times[each][state], heaps[at + 1 :]
            if self._second_wins(self.sums[state] + rest) != told:
                self._tests.append(rest)
                return
        raise NothingLearnt

    def _row(self, heaps: Heaps) -> tuple[bool, ...]:
        return tuple(self._second_wins(heaps + test) for test in self._tests)

    def _close(self) -> None:
        rows = {self._row(heaps): state for state, heaps in enumerate(self.sums)}
        self.times = [[] for _ in self._letters]
        state = 0
        while state < len(self.sums):
            for letter in self._letters:
                longer = _sorted((*self.sums[state], letter))
                row = self._row(longer)
                if row not in rows:
                    if len(self.sums) >= MOST_STATES:
                        raise NothingLearnt
                    rows[row] = len(self.sums)
                    self.sums.append(longer)
                self.times[letter].append(rows[row])
            state += 1

    def _order_matters(self) -> tuple[int, Heaps] | None:
        """A state, and generators that are read wrongly from there, for two of them lead elsewhere in another order."""
        for state, heaps in enumerate(self.sums):
            for one in self._letters:
                for other in range(one):
                    ends = [self.times[b][self.times[a][state]] for a, b in ((one, other), (other, one))]
                    if ends[0] == ends[1]:
                        continue
                    for test in self._tests:
                        told = [self._second_wins(self.sums[end] + test) for end in ends]
                        if told[0] == told[1]:
                            continue
                        true = self._second_wins((*heaps, one, other, *test))
                        order = (other, one) if told[0] == true else (one, other)
                        return state, order + test
        return None


def _sorted(heaps: Sequence[int]) -> Heaps:
    return tuple(sorted(heaps))
