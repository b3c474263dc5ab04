"""Bounds on the length of a play of a ground game, by proof only.

First, by a ply at which the known fluents say that the play is over, as where a step is counted. Second, by
*potential*: let L be literals that stay true once they are true, of which every step makes a new one true; then no play
has more steps than literals of L are false at the start. They are over fluents, or say that one of some fluents is true
whose terms differ in one word, as that there is a disc in a cell. Where one of two literals keeps the other as it is,
and no step makes both true, only one of them ever becomes true: such literals are counted once, as a stone of either
player in a cell. All conditions are one step long and are proven by SAT, see ``net_step``; the core of the second proof
leaves in L what it needs. Third, by a *weighted potential*: weights of fluents, at least 0, so that every step which
does not end the play lowers their sum by at least 1; then a play has at most one step more than the sum at the start.
They are the solution of a linear program with a row for each step that a former solution did not lower; the step that
raises the sum most is found by MaxSAT. So races such as Breakthrough are bounded. Last, by a potential of every two
steps that follow one another: so games are bounded in which a player without a move passes, as in Othello.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from math import lcm
from operator import ne
from random import Random

from zermelo.errors import LimitError
from zermelo.model.board import cells_of
from zermelo.model.net import Net, value_of
from zermelo.model.net_step import Step, candidates, random_play
from zermelo.model.net_turns import FixedTurns
from zermelo.model.simplex import Simplex

MOST_RULES = 60_000
"""Rules of a net whose potential is sought."""

MOST_WEIGHTS = 400
"""Fluents of a net whose weights are sought."""

MOST_ROUNDS = 1_000
"""Solutions of the linear program that are tried."""

MOST_ROWS = 20
"""Rows added to the program at once."""

SAMPLES = 5_000
"""States that are evaluated for the first rows that are tried."""

RANDOM_STEPS = 500
"""Steps of random plays that are looked at for a state that comes again."""

QUIET_PLAYS = 8
"""Plays in a row that show no new step, after which no more are made."""

SECONDS = 3.0
"""Time for the proofs of a potential."""


def longest_net_play(net: Net, start: int, turns: FixedTurns) -> int | None:
    """A number of steps that no play exceeds; None where none is proven.

    Parameters
    ----------
    net
        The rules.
    start
        The mask of the fluents at the start.
    turns
        The known part of the plays from there.
    """
    if turns.sure_end is not None:
        return turns.sure_end
    if len(net.rules) > MOST_RULES or any(component.cyclic for component in net.order):
        return None
    if _comes_again(net, start):
        return None
    try:
        with Step(net, start, turns.known, SECONDS) as step:
            groups = [clause for clause in candidates(net.fluents) if clause[0] > 0]
            found = _potential(step, start)
            if found is None:
                found = _potential(step, start, groups)
            if found is None:
                found = _weighted(step, start)
            if found is None:
                step.twice()
                pairs = _potential(step, start, groups)
                found = None if pairs is None else 2 * pairs + 1
            return found
    except LimitError:
        return None


def _comes_again(net: Net, start: int) -> bool:
    """True where one of some random plays meets a state twice: what happened in between may then happen for ever."""
    chance, left = Random(0), RANDOM_STEPS * 100 // (100 + len(net.rules))
    while left > 0:
        states = set[int]()
        for state in islice(random_play(net, start, chance), left):
            left -= 1
            if state in states:
                return True
            states.add(state)
    return False


def _potential(step: Step, start: int, several: Iterable[tuple[int, ...]] = ()) -> int | None:
    """The number of groups of literals that each step adds to, less those that have one at the start.

    Literals are over fluents, or say that one of ``several`` is true.
    """
    holds = {fluent: bool(start >> fluent - 1 & 1) for fluent in range(1, len(step.net.fluents) + 1)}
    holds |= {step.any_of(fluents): any(holds[fluent] for fluent in fluents) for fluents in several}
    every = [sign * variable for variable in holds for sign in (1, -1)]
    stays = [literal for literal in every if step.impossible(literal, -step.then(literal))]
    idle = dict[int, int]()  # a variable for "this literal is not new after the step"
    for literal in stays:
        variable = step.fresh()
        step.add([-variable, literal, -step.then(literal)])
        idle[variable] = literal
    needed = list(idle)
    if not step.impossible(*needed):
        return None
    core = step.core()
    needed = [each for each in needed if each in core]
    with suppress(LimitError):  # fewer give a smaller bound, and no other proof
        for one in list(needed):
            rest = [each for each in needed if each != one]
            if len(rest) < len(needed) and step.impossible(*rest):
                core = step.core()
                needed = [each for each in rest if each in core]
    groups = list[list[int]]()
    for literal in (idle[each] for each in needed):
        home = None
        with suppress(LimitError):
            home = next((group for group in groups if all(_exclude(step, literal, other) for other in group)), None)
        if home is None:
            groups.append([literal])
        else:
            home.append(literal)
    begin = {literal for literal in every if holds[abs(literal)] == (literal > 0)}
    return sum(not begin.intersection(group) for group in groups)


def _exclude(step: Step, one: int, two: int) -> bool:
    """Prove that at most one of two literals that stay ever becomes true; only of terms that differ in one word."""
    fluents = step.net.fluents
    if max(abs(one), abs(two)) > len(fluents):
        return False
    words = ([str(literal > 0), *fluents[abs(literal) - 1].split()] for literal in (one, two))
    return (
        sum(map(ne, *words)) == 1
        and step.impossible(one, -two, step.then(two))
        and step.impossible(two, -one, step.then(one))
        and step.impossible(-one, -two, step.then(one), step.then(two))
    )


def _weighted(step: Step, start: int) -> int | None:
    """The bound of a weighted potential; None where there is none."""
    count = len(step.net.fluents)
    if count > MOST_WEIGHTS:
        return None
    step.goes_on()
    program = Simplex([start >> k & 1 for k in range(count)])
    seen = _changes(step.net, start)
    for _ in range(MOST_ROUNDS):
        values = program.values()
        drop = lcm(*(value.denominator for value in values))
        weights = [int(value * drop) for value in values]
        growth = {row: sum(weights[k] * change for k, change in row) for row in seen}
        broken = sorted((row for row in seen if growth[row] > -drop), key=lambda row: -growth[row])[:MOST_ROWS]
        if not broken:
            found = step.most({k + 1: weight for k, weight in enumerate(weights) if weight})
            if found is None:
                return 1  # every step ends the play
            most, model = found
            if most <= -drop:
                return sum(weight for k, weight in enumerate(weights) if start >> k & 1) // drop + 1
            changes = ((k, (step.then(k + 1) in model) - (k + 1 in model)) for k in range(count))
            broken = [tuple((k, change) for k, change in changes if change)]
        for row in broken:
            if all(change > 0 for _, change in row):
                return None
            program.add({k: -change for k, change in row}, 1)
        if not program.solve():
            return None
    return None


def _changes(net: Net, start: int) -> list[tuple[tuple[int, int], ...]]:
    """Steps of some plays as the fluents that they change, with 1 or -1, but those that end the play."""
    chance, found = Random(0), dict[tuple[tuple[int, int], ...], None]()
    left = SAMPLES * 100 // (100 + len(net.rules))
    quiet = 0
    while left > 0 and quiet < QUIET_PLAYS:  # steps that are missed here are found by MaxSAT later
        state, known = start, len(found)
        while left > 0:
            values = net.evaluate(state)
            legal = [[k for k, ref in enumerate(refs) if value_of(ref, values)] for refs in net.legal]
            joint = [(one, two) for one in legal[0] for two in legal[1]]
            left -= 1 + len(joint)
            if value_of(net.terminal, values) or not joint:
                break
            after = [each for each in net.successors(values, joint) if not value_of(net.terminal, net.evaluate(each))]
            for each in after:
                found[tuple((k, 1 if each >> k & 1 else -1) for k in cells_of(state ^ each))] = None
            if not after:
                break
            state = chance.choice(after)
        quiet = quiet + 1 if len(found) == known else 0
    return list(found)
