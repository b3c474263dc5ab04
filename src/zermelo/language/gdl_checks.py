"""Static checks of GDL: everything that can be said about a game description without grounding it.

Each check raises a located error. The conditions are those of the specification (Love and others, 2006, section 4),
except for its restriction of recursion, in whose place the grounder has limits:

- heads: no ``true``, ``does`` or ``distinct``; bodies: no ``init`` or ``next``;
- ``init`` and ``role`` do not depend on the state, and ``legal``, ``goal`` and ``terminal`` not on the moves made;
- safety: each variable of the head, of a negative literal and of ``distinct`` is in a positive literal of the body;
- stratification: no relation depends on its own negation; for relations of the state, no atom does;
- two roles, a rule for ``terminal``, and a ``goal`` and ``legal`` moves at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.language.gdl_syntax import GdlLiteral, GdlRule, literal_variables, shown
from zermelo.language.source import Source, quote
from zermelo.model.net import components

_NEVER_HEADS = ("true", "does", "distinct")
_NEVER_BODIES = ("init", "next")
_DYNAMIC = ("true", "does", "next", "legal", "goal", "terminal")
_WITHOUT_STATE = ("init", "role", "base", "input")
_WITHOUT_MOVES = ("legal", "goal", "terminal", *_WITHOUT_STATE)


class Dependencies(NamedTuple):
    """The relations by what they depend on.

    Parameters
    ----------
    dynamic
        The relations that depend on the state or the moves.
    components
        The strongly connected components of all relations, each after those that it depends on.
    """

    dynamic: frozenset[str]
    components: tuple[tuple[str, ...], ...]


def check(rules: Sequence[GdlRule], source: Source) -> InputError | None:
    """Check the rules of a text.

    Parameters
    ----------
    rules
        The rules, as the parser gives them.
    source
        The text, for the places of errors.

    Raises ``InputError`` with line and column. Returns the error to raise if it turns out, after grounding, that an
    atom depends on its own negation; None where this cannot be. A relation of the state may use its own negation for
    other arguments, as in ``(<= (goal ?r 0) (role ?r) (not (goal ?r 100)))``.
    """
    for rule in rules:
        _check_places(rule, source)
        _check_safety(rule, source)
    uses = _uses(rules)
    _check_dependence(uses, source)
    return _check_strata(rules, dependencies(rules), source)


def dependencies(rules: Sequence[GdlRule]) -> Dependencies:
    """The relations of some rules by what they depend on."""
    uses = _uses(rules)
    return Dependencies(frozenset(_above(uses, _DYNAMIC)), _ordered(uses))


def _uses(rules: Sequence[GdlRule]) -> dict[str, dict[str, GdlLiteral]]:
    """For each relation the relations that its rules use, each with the first literal that does."""
    uses: dict[str, dict[str, GdlLiteral]] = {}
    for rule in rules:
        used = uses.setdefault(rule.head.relation, {})
        for literal in (*rule.body, *rule.guards):
            if literal.relation != "distinct":
                used.setdefault(literal.relation, literal)
    return uses


def _check_places(rule: GdlRule, source: Source) -> None:
    if rule.head.relation in _NEVER_HEADS:
        raise source.error_at(rule.head.at, "a head other than true, does and distinct", rule.head.relation)
    for literal in rule.body:
        if literal.relation in _NEVER_BODIES:
            advice = f"'{literal.relation}' may stand in heads only"
            raise source.error_at(literal.at, "a condition", literal.relation, advice=advice)


def _check_safety(rule: GdlRule, source: Source) -> None:
    bound: set[str] = set()
    for literal in rule.body:
        if literal.positive and literal.relation != "distinct":
            bound.update(literal_variables(literal))
    for literal in (rule.head, *rule.body):
        for name in literal_variables(literal):
            if name not in bound:
                raise source.error_at(
                    literal.at, f"each variable in a positive condition of the body (in {shown(literal)})", name
                )


def _check_strata(rules: Sequence[GdlRule], order: Dependencies, source: Source) -> InputError | None:
    number = {relation: each for each, component in enumerate(order.components) for relation in component}
    suspect: InputError | None = None
    for rule in rules:
        for literal in rule.body:
            if literal.positive or literal.relation == "distinct":
                continue
            if number[literal.relation] == number[rule.head.relation]:
                expected = f"no cycle through 'not': {quote(rule.head.relation)} depends on its own negation"
                error = source.error_at(literal.at, expected, f"(not {literal.relation})")
                if literal.relation not in order.dynamic:
                    raise error
                suspect = suspect or error
    return suspect


def _check_dependence(uses: dict[str, dict[str, GdlLiteral]], source: Source) -> None:
    for below, relations, what in (
        (("true", "does"), _WITHOUT_STATE, "the state or moves"),
        (("does",), _WITHOUT_MOVES, "the moves made"),
    ):
        bad = _above(uses, below)
        for relation in relations:
            if relation in bad and relation not in below:
                literal = next(literal for name, literal in uses[relation].items() if name in bad)
                expected = f"no condition on {what} below {relation!r}"
                raise source.error_at(literal.at, expected, literal.relation)


def _above(uses: dict[str, dict[str, GdlLiteral]], below: Iterable[str]) -> set[str]:
    """The relations that depend on one of some relations, these included."""
    users: dict[str, list[str]] = {}
    for head, used in uses.items():
        for relation in used:
            users.setdefault(relation, []).append(head)
    found = set(below)
    stack = list(found)
    while stack:
        for head in users.get(stack.pop(), ()):
            if head not in found:
                found.add(head)
                stack.append(head)
    return found


def _ordered(uses: dict[str, dict[str, GdlLiteral]]) -> tuple[tuple[str, ...], ...]:
    """The strongly connected components of the relations, each after those that it uses."""
    names = list({**uses, **{name: None for used in uses.values() for name in used}})
    number = {name: each for each, name in enumerate(names)}
    edges = {number[name]: [number[other] for other in uses.get(name, ())] for name in names}
    return tuple(tuple(names[each] for each in sorted(members)) for members in components(edges))


def notes(rules: Sequence[GdlRule], respelled: Sequence[str]) -> tuple[str, ...]:
    """Things that are allowed and that a writer of rules would rather know.

    Parameters
    ----------
    rules
        The rules of a text.
    respelled
        The words in more than one spelling.
    """
    found: list[str] = []
    known = {"true", "does", "distinct", "base", "input"} | {rule.head.relation for rule in rules}
    unknown = {each.relation: None for rule in rules for each in rule.body if each.relation not in known}
    if unknown:
        found.append(f"no rule or fact gives {_some(unknown)}: never true")
    arities: dict[str, set[int]] = {}
    for rule in rules:
        for literal in (rule.head, *rule.body):
            arities.setdefault(literal.relation, set()).add(len(literal.args))
    several = [name for name, counts in arities.items() if len(counts) > 1]
    if several:
        found.append(f"{_some(several)} with several numbers of arguments: different relations")
    if respelled:
        found.append(f"{_some(respelled)} in several spellings: capital letters do not matter")
    return tuple(found)


def _some(words: Iterable[str], limit: int = 4) -> str:
    words = list(words)
    return ", ".join(quote(word) for word in words[:limit]) + (", …" if len(words) > limit else "")


def check_complete(rules: Sequence[GdlRule], source: Source) -> None:
    """Raise ``InputError`` unless there are rules for ``role``, ``terminal``, ``legal`` and ``goal``."""
    heads = {rule.head.relation for rule in rules}
    for relation in ("role", "legal", "terminal", "goal"):
        if relation not in heads:
            raise InputError(f"a rule for {relation!r}", found="none", source=source.name)
