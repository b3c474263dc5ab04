"""Rules split before they are grounded: fewer instances of the same game.

A rule has as many instances as there are values for all its variables together. But a variable that occurs in a few
literals only, and not in the head, can be dealt with by these alone: with

    next(cell(x,y,b)) ← true(cell(x,y,b)), does(p, mark(j,k)), distinct(x,j)

p and k occur in ``does`` only, so the rule is the same as the two

    aux(j) ← does(p, mark(j,k))
    next(cell(x,y,b)) ← true(cell(x,y,b)), aux(j), distinct(x,j)

On a board of n×n cells this has n³ + 2n² instances, where it had 2n⁴. That is the elimination of variables of database
joins, here with the least first.

Proof that the game stays the same. Let v be the variable, L the literals that contain it, and w the other variables of
L. The body holds for some value of v iff its rest holds and ``∃v L(v, w)``, for no literal of the rest contains v; and
aux(w), which no other rule derives, is true iff this holds. No cycle through ``not`` arises: aux depends on what the
head depended on, with the same signs, and the head depends on aux positively.

A variable is eliminated only where the rest has a variable that L has not; otherwise nothing is saved. If L joins
several literals, aux could have more instances alone than the rule has, and if a variable of w is in no positive
literal of L, its rule would not be safe. Then the positive literals of the rest become *guards*: what they say of w is
asked for when aux is grounded, and forgotten. Where a guard is false the rest is, so aux is of no use there.

Source: M. Bichler, M. Morak, S. Woltran, lpopt: A Rule Optimization Tool for Answer Set Programming (LOPSTR 2016),
which splits by tree decompositions.
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.language.gdl_syntax import GdlLiteral, GdlRule, literal_variables

MOST_LITERALS = 200
"""Longer bodies are left as they are: they are lists of constants, as a rule."""


def split(rules: Iterable[GdlRule]) -> list[GdlRule]:
    """The rules, with auxiliary relations where these save instances.

    Names of auxiliary relations hold a blank, so that no text can have them.

    >>> from zermelo.language.gdl_syntax import parse, shown
    >>> from zermelo.language.source import Source
    >>> text = "(<= (next (at ?x)) (true (at ?x)) (does ?p (mark ?j ?k)) (distinct ?x ?j))"
    >>> for rule in split(parse(Source(None, text)).rules):
    ...     print(shown(rule.head), *(shown(each) for each in rule.body))
    '(aux 1 ?j)' '(does ?p (mark ?j ?k))'
    '(next (at ?x))' '(true (at ?x))' '(distinct ?x ?j)' '(aux 1 ?j)'
    """
    splitter = _Splitter()
    found: list[GdlRule] = []
    for rule in rules:
        found += splitter.split(rule)
    return found


class _Splitter:
    def __init__(self) -> None:
        self.known: dict[tuple[object, ...], str] = {}

    def split(self, rule: GdlRule) -> list[GdlRule]:
        if len(rule.body) < 2 or len(rule.body) > MOST_LITERALS:
            return [rule]
        body = [(literal, frozenset(literal_variables(literal))) for literal in rule.body]
        head = frozenset(literal_variables(rule.head))
        local = {name: None for literal, _ in body for name in literal_variables(literal) if name not in head}
        found: list[GdlRule] = []
        while local:
            options = ((name, self._useful(name, body, head)) for name in local)
            fits = [(len(args), name, args) for name, args in options if args is not None]
            if not fits:
                break
            _, name, args = min(fits)
            inside = [literal for literal, names in body if name in names]
            guards: list[GdlLiteral] = []
            positive = [frozenset(literal_variables(literal)) for literal in inside if _binds(literal)]
            if (len(args) > 1 and len(positive) > 1) or not frozenset().union(*positive).issuperset(args):
                for literal, names in body:
                    shared = tuple(each for each in args if each in names)
                    if _binds(literal) and name not in names and shared:
                        guards.append(self._auxiliary([literal], shared, (), rule.at, found))
            literal = self._auxiliary(inside, args, tuple(guards), rule.at, found)
            body = [(each, names) for each, names in body if name not in names]
            body.append((literal, frozenset(args)))
            local = {each: None for each in local if any(each in names for _, names in body)}
        return [*found, GdlRule(rule.head, tuple(literal for literal, _ in body), rule.at)]

    @staticmethod
    def _useful(
        name: str, body: list[tuple[GdlLiteral, frozenset[str]]], head: frozenset[str]
    ) -> tuple[str, ...] | None:
        """The arguments of the auxiliary relation without a variable; None if it is not allowed, or no use."""
        inside = [(literal, names) for literal, names in body if name in names]
        rest = head.union(*(names for _, names in body if name not in names))
        every = frozenset[str]().union(*(names for _, names in inside))
        if all(names <= every for _, names in body):
            return None
        return tuple(sorted(each for each in every if each != name and each in rest))

    def _auxiliary(
        self,
        inside: list[GdlLiteral],
        args: tuple[str, ...],
        guards: tuple[GdlLiteral, ...],
        at: int,
        found: list[GdlRule],
    ) -> GdlLiteral:
        """The relation that some literals have between some of their variables; its rule, where it is a new one."""
        key = (args, tuple(literal[:3] for literal in inside), tuple(literal[:3] for literal in guards))
        new = f"aux {len(self.known) + 1}"
        relation = self.known.setdefault(key, new)
        literal = GdlLiteral(True, relation, args, at)
        if relation == new:
            found.append(GdlRule(literal, tuple(inside), at, guards))
        return literal


def _binds(literal: GdlLiteral) -> bool:
    return literal.positive and literal.relation != "distinct"
