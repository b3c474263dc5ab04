"""Bounds on the length of a play of a ground game, by proof only.

First, by a ply at which the known fluents say that the play is over, as where a step is counted. Second, by
*potential*: let L be literals over fluents that stay true once they are true, of which every step makes a new one true;
then no play has more steps than literals of L are false at the start. Where one of two literals keeps the other as it
is, and no step makes both true, only one of them ever becomes true: such literals are counted once, as a stone of
either player in a cell. All conditions are one step long and are proven by SAT, see ``net_step``; the core of the
second proof leaves in L what it needs.
"""

from __future__ import annotations

from operator import ne

from zermelo.errors import LimitError
from zermelo.model.net import Net
from zermelo.model.net_step import Step
from zermelo.model.net_turns import FixedTurns

MOST_RULES = 60_000
"""Rules of a net whose potential is sought."""

SECONDS = 5.0
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
    try:
        with Step(net, start, turns.known, SECONDS) as step:
            return _potential(step, start)
    except LimitError:
        return None


def _potential(step: Step, start: int) -> int | None:
    """The number of groups of literals that each step adds to, less those that have one at the start."""
    fluents = range(1, len(step.net.fluents) + 1)
    every = [sign * fluent for fluent in fluents for sign in (1, -1)]
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
    for one in list(needed):
        rest = [each for each in needed if each != one]
        if len(rest) < len(needed) and step.impossible(*rest):
            core = step.core()
            needed = [each for each in rest if each in core]
    groups = list[list[int]]()
    for literal in (idle[each] for each in needed):
        home = next((group for group in groups if all(_exclude(step, literal, other) for other in group)), None)
        if home is None:
            groups.append([literal])
        else:
            home.append(literal)
    begin = {literal for literal in every if (start >> abs(literal) - 1 & 1) == (literal > 0)}
    return sum(not begin.intersection(group) for group in groups)


def _exclude(step: Step, one: int, two: int) -> bool:
    """Prove that at most one of two literals that stay ever becomes true; only of terms that differ in one word."""
    words = ([str(literal > 0), *step.net.fluents[abs(literal) - 1].split()] for literal in (one, two))
    return (
        sum(map(ne, *words)) == 1
        and step.impossible(one, -two, step.then(two))
        and step.impossible(two, -one, step.then(one))
        and step.impossible(-one, -two, step.then(one), step.then(two))
    )
