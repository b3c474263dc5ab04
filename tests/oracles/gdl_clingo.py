"""States of GDL sheets by clingo, from the rules with variables: an oracle for the grounder and the simplification."""

from __future__ import annotations

from collections.abc import Iterable

import clingo

from zermelo.language.gdl_syntax import GdlLiteral, Term, parse, text_of
from zermelo.language.source import Source


class ClingoSheet:
    """A sheet whose states clingo evaluates, each alone."""

    def __init__(self, text: str) -> None:
        self.names: dict[str, str] = {}
        self.terms: dict[str, Term] = {}
        rules = parse(Source(None, text)).rules
        hints = ("base", "input")
        self.program = "\n".join(
            f"{self.literal(rule.head)} :- {', '.join(map(self.literal, rule.body))}."
            if rule.body
            else f"{self.literal(rule.head)}."
            for rule in rules
            if rule.head.relation not in hints
        )

    def word(self, text: str) -> str:
        """A name that clingo takes; the same for the same text."""
        return self.names.setdefault(text, f"n{len(self.names)}")

    def term(self, term: Term) -> str:
        if isinstance(term, str):
            return "V" + self.word(term) if term.startswith("?") else self.word(term)
        return f"{self.word(str(term[0]))}({','.join(map(self.term, term[1:]))})"

    def literal(self, literal: GdlLiteral) -> str:
        args = [self.term(each) for each in literal.args]
        if literal.relation == "distinct":
            return f"{args[0]} {'!=' if literal.positive else '='} {args[1]}"
        relation = "r" + self.word(f"relation {literal.relation}")
        atom = f"{relation}({','.join(args)})" if args else relation
        return atom if literal.positive else f"not {atom}"

    def model(self, facts: Iterable[tuple[str, tuple[Term, ...]]]) -> dict[str, set[tuple[str, ...]]]:
        """The rows of each relation, as texts of KIF, with some facts."""
        given = [self.literal(GdlLiteral(True, name, args, 0)) + "." for name, args in facts]
        control = clingo.Control(["--warn=none"])
        control.add("base", [], self.program + "\n" + "\n".join(given))
        control.ground([("base", [])])
        known = {short: text for text, short in self.names.items()}
        found: dict[str, set[tuple[str, ...]]] = {}

        def term(symbol: clingo.Symbol) -> Term:
            inner = tuple(map(term, symbol.arguments))
            return (known[symbol.name], *inner) if inner else known[symbol.name]

        with control.solve(yield_=True) as models:
            for model in models:
                for symbol in model.symbols(atoms=True):
                    name = known[symbol.name[1:]].removeprefix("relation ")
                    found.setdefault(name, set()).add(tuple(text_of(term(each)) for each in symbol.arguments))
        return found


def term_of(text: str) -> Term:
    """A term of KIF."""
    return parse(Source(None, f"(x {text})")).rules[0].head.args[0]
