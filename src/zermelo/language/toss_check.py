"""Checks of ``.toss`` files that need no elements: which relations there are, of which arity, and what changes them."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.errors import InputError
from zermelo.language.source import Source
from zermelo.language.toss_formulas import free_variables
from zermelo.language.toss_tree import (
    Added,
    Atom,
    Compared,
    Definition,
    Indicator,
    Junction,
    Multiplied,
    Not,
    Power,
    Quantified,
    Rewriting,
    Structure,
    Term,
    TossFormula,
    TossText,
    Total,
)
from zermelo.model.board import Board

MOST_ELEMENTS = 4096
FREE = "*"
NEXT_IN_ROW, NEXT_IN_COLUMN = "R", "C"


class Start(NamedTuple):
    """The elements and what holds at the start.

    Parameters
    ----------
    elements
        Their names; those of a drawn board are a1, a2, …, row 1 being the lowest, as on ``Board.square``.
    places
        For each element of a drawn board its column and row, from 1; empty for other structures.
    relations
        For each relation that no formula defines: the arity, and the tuples of numbers of elements.
    """

    elements: tuple[str, ...]
    places: tuple[tuple[int, int], ...]
    relations: dict[str, tuple[int, frozenset[tuple[int, ...]]]]


class CheckedToss(NamedTuple):
    """Contents of a text, checked to be consistent in themselves.

    Parameters
    ----------
    text
        The syntax tree.
    start
        The elements and what holds at the start.
    definitions
        The definitions, those first that others use.
    movers
        For each location that can be reached the number of the player who moves there, or None.
    changed
        The relations that rules of these locations change.
    """

    text: TossText
    start: Start
    definitions: tuple[Definition, ...]
    movers: dict[int, int | None]
    changed: frozenset[str]


def checked(text: TossText, source: Source) -> CheckedToss:
    """The checked text.

    Raises ``InputError`` with the place for elements listed beside a drawn board, unknown relations, wrong numbers of
    arguments, free variables, definitions in a circle, rules that change the set of elements or a relation that is not
    named after ``emb``, unknown rules and locations, and locations in which both players move.
    """
    return _Check(text, source).result()


def changes_of(rule: Rewriting) -> list[tuple[str, tuple[str, ...], bool]]:
    """The tuples that a rule adds (True) and deletes (False)."""
    found = []
    for name in rule.embedded:
        before, after = (_tuples(side, name) for side in (rule.left, rule.right))
        found += [(name, each, True) for each in after if each not in before]
        found += [(name, each, False) for each in before if each not in after]
    return found


def _tuples(structure: Structure, relation: str) -> dict[tuple[str, ...], int]:
    return structure.relations[relation].tuples if relation in structure.relations else {}


class _Check:
    def __init__(self, text: TossText, source: Source) -> None:
        self.text = text
        self.source = source
        self.arity: dict[str, int] = {}

    def wrong(self, at: int, expected: str, found: str | None = None, advice: str | None = None) -> InputError:
        return self.source.error_at(at, expected, found, advice=advice)

    def result(self) -> CheckedToss:
        start = self.start()
        self.signature()
        relations = {name: (arity, start.relations.get(name, (arity, frozenset()))[1])
                     for name, arity in self.arity.items() if name not in self.text.definitions}  # fmt: skip
        for definition in self.text.definitions.values():
            self.formula(definition.body, definition.parameters)
        for rule in self.text.rules.values():
            self.rule(rule)
        movers = self.locations()
        used = {move.rule for number in movers for share in self.text.locations[number].shares.values()
                for move in share.moves}  # fmt: skip
        changed = frozenset(name for rule in used for name, _, _ in changes_of(self.text.rules[rule]))
        return CheckedToss(self.text, start._replace(relations=relations), self.order(), movers, changed)

    # Elements and relations.

    def start(self) -> Start:
        listed, drawing = self.text.start, self.text.drawing
        if not drawing:
            elements, places = listed.elements, tuple[tuple[int, int], ...]()
            if not elements:
                raise self.wrong(listed.at, "elements, listed or drawn as a board", "none")
        else:
            elements, places = self.board()
        if len(elements) > MOST_ELEMENTS:
            raise self.wrong(listed.at, f"at most {MOST_ELEMENTS} elements", str(len(elements)))
        number = {name: k for k, name in enumerate(elements)}
        relations: dict[str, tuple[int, frozenset[tuple[int, ...]]]] = {}
        for name, each in listed.relations.items():
            self.known(name, each.arity, each.at)
            tuples = frozenset(tuple(number[element] for element in one) for one in each.tuples)
            relations[name] = each.arity or 0, tuples
        if drawing:
            self.drawn(relations, places)
        return Start(elements, places, relations)

    def board(self) -> tuple[tuple[str, ...], tuple[tuple[int, int], ...]]:
        listed, drawing = self.text.start, self.text.drawing
        if listed.elements:
            raise self.wrong(listed.at, "either elements or a drawn board", "both")
        for row in drawing:
            if len(row) != len(drawing[0]):
                word, at = row[-1]
                raise self.wrong(at, f"rows of {len(drawing[0])} elements", word, f"this one has {len(row)}")
        if len(drawing[0]) * len(drawing) > MOST_ELEMENTS:
            size = f"{len(drawing[0])}x{len(drawing)}"
            raise self.wrong(drawing[0][0][1], f"a board of at most {MOST_ELEMENTS} elements", size)
        board = Board.square(len(drawing[0]), len(drawing))
        return board.cells, board.places

    def drawn(
        self,
        relations: dict[str, tuple[int, frozenset[tuple[int, ...]]]],
        places: tuple[tuple[int, int], ...],
    ) -> None:
        """The relations of a drawn board: neighbours, and what is drawn on the elements."""
        at, drawing = {place: k for k, place in enumerate(places)}, self.text.drawing
        for name, (right, up) in {NEXT_IN_ROW: (1, 0), NEXT_IN_COLUMN: (0, 1)}.items():
            if name in relations:
                raise self.wrong(self.text.start.at, f"another name than {name}, which a drawn board gives a meaning")
            steps = ((k, at.get((x + right, y + up))) for (x, y), k in at.items())
            relations[name] = 2, frozenset((k, after) for k, after in steps if after is not None)
            self.known(name, 2, self.text.start.at)
        for line, row in enumerate(drawing):
            for column, (word, place) in enumerate(row, 1):
                if word == FREE:
                    continue
                if not word.isidentifier() or not word.isascii() or word in {NEXT_IN_ROW, NEXT_IN_COLUMN}:
                    raise self.wrong(place, f"{FREE}, for a free element, or the name of a relation", word)
                self.known(word, 1, place)
                _, tuples = relations.get(word, (1, frozenset()))
                relations[word] = 1, tuples | {(at[column, len(drawing) - line],)}

    def known(self, name: str, arity: int | None, at: int) -> None:
        if arity is not None and self.arity.setdefault(name, arity) != arity:
            raise self.wrong(at, f"{name} with {self.arity[name]} argument{'s'[: self.arity[name] != 1]}", str(arity))

    def signature(self) -> None:
        """The arity of every relation."""
        for name, definition in self.text.definitions.items():
            if name in self.arity:
                raise self.wrong(definition.at, "another name, for the start has a relation of this one", name)
            self.arity[name] = len(definition.parameters)
        for rule in self.text.rules.values():
            for structure in (rule.left, rule.right):
                for name, each in structure.relations.items():
                    self.known(name, each.arity, each.at)
        for name, each in self.text.start.relations.items():
            if name not in self.arity:
                raise self.wrong(each.at, "a relation of which something tells the arity", name, f"write {name}:1 {{}}")

    def order(self) -> tuple[Definition, ...]:
        """The definitions, those first that others use; without recursion, for chains may be long."""
        definitions = self.text.definitions
        found: dict[str, Definition] = {}
        for first in definitions:
            stack, within = [(first, iter(self.uses(first)))] if first not in found else [], {first}
            while stack:
                name, uses = stack[-1]
                for used, at in uses:
                    if used in within:
                        raise self.wrong(at, "a definition that does not use itself", used)
                    if used in definitions and used not in found:
                        within.add(used)
                        stack.append((used, iter(self.uses(used))))
                        break
                else:
                    stack.pop()
                    within.remove(name)
                    found[name] = definitions[name]
        return tuple(found.values())

    def uses(self, name: str) -> list[tuple[str, int]]:
        """The relations in a definition, with their places."""
        return list({atom.relation: atom.at for atom in atoms(self.text.definitions[name].body)}.items())

    # Formulas, rules, locations.

    def formula(self, formula: TossFormula | Term, variables: tuple[str, ...]) -> None:
        """Check relations and free variables."""
        for atom in atoms(formula):
            if atom.relation not in self.arity:
                near = difflib.get_close_matches(atom.relation[:40], list(self.arity)[:1000], 1)
                advice = f"do you mean {near[0]}?" if near else "no structure and no REL has it"
                raise self.wrong(atom.at, "a relation of the game", atom.relation, advice)
            self.known(atom.relation, len(atom.arguments), atom.at)
        if not free_variables(formula) <= set(variables):
            atom = next(each for each in _free_atoms(formula, frozenset(variables)))
            name = next(each for each in atom.arguments if each not in variables)
            raise self.wrong(atom.at, "variables that ex, all, Sum or a parameter binds", name)

    def rule(self, rule: Rewriting) -> None:
        left, right = rule.left, rule.right
        if set(left.elements) != set(right.elements):
            raise self.wrong(right.at, "the elements of the left side", advice="rules do not add or delete elements")
        for name, at in rule.embedded.items():
            if name not in self.arity:
                raise self.wrong(at, "a relation of the game", name)
            if name in self.text.definitions:
                raise self.wrong(at, "a relation that is not defined by REL", name)
        for structure in (left, right):
            for name, each in structure.relations.items():
                if name not in rule.embedded and set(_tuples(left, name)) != set(_tuples(right, name)):
                    advice = f"name {name} after emb"
                    raise self.wrong(each.at, f"{name} as on the other side, for it is not embedded", name, advice)
        if rule.pre is not None:
            self.formula(rule.pre, left.elements)

    def locations(self) -> dict[int, int | None]:
        """For each location that can be reached who moves."""
        found: dict[int, int | None] = {}
        if 0 not in self.text.locations:
            raise self.wrong(0, "a location LOC 0, in which the play begins", "none")
        for location in self.text.locations.values():
            for share in location.shares.values():
                self.formula(share.payoff, ())
                for move in share.moves:
                    if move.rule not in self.text.rules:
                        raise self.wrong(move.at, "a rule of this file", move.rule)
                    if move.location not in self.text.locations:
                        raise self.wrong(move.at, "a location of this file", str(move.location))
        left = [0]
        while left:
            number = left.pop()
            if number in found:
                continue
            location = self.text.locations[number]
            movers = [k for k, player in enumerate(self.text.players) if location.shares[player].moves]
            if len(movers) > 1:
                raise self.wrong(location.at, "one player with MOVES in each location", advice="no simultaneous moves")
            found[number] = movers[0] if movers else None
            if movers:
                left += [move.location for move in location.shares[self.text.players[movers[0]]].moves]
        return dict(sorted(found.items()))


def _parts(node: TossFormula | Term) -> tuple[TossFormula | Term, ...]:
    match node:
        case Not() | Indicator() | Quantified():
            return (node.body,)
        case Compared():
            return (node.term,)
        case Junction() | Multiplied():
            return node.parts
        case Added():
            return tuple(part for _, part in node.parts)
        case Power():
            return (node.base, node.exponent)
        case Total():
            return (node.where, node.term)
        case _:
            return ()


def atoms(node: TossFormula | Term) -> Iterator[Atom]:
    """The relations in a formula, in its order."""
    left = [node]
    while left:
        here = left.pop()
        if isinstance(here, Atom):
            yield here
        left += reversed(_parts(here))


def _free_atoms(node: TossFormula | Term, bound: frozenset[str]) -> Iterator[Atom]:
    """The atoms with variables that are not bound."""
    if isinstance(node, Atom):
        if not bound.issuperset(node.arguments):
            yield node
        return
    inner = bound
    if isinstance(node, Quantified):
        inner = bound.union(node.variables)
    elif isinstance(node, Total):
        inner = bound | {node.variable}
    for part in _parts(node):
        yield from _free_atoms(part, inner)
