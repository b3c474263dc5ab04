"""The grammar of ``.toss`` files: text to a syntax tree, every part with its place; the meaning is in ``toss``.

    file      := 'PLAYERS' name ',' name { definition | rule | location } 'START' structure [ drawing ]
    definition:= 'REL' R '(' [ x {',' x} ] ')' '=' f
    rule      := 'RULE' name ':' structure '->' structure [ 'emb' R {',' R} ] [ 'pre' f ]
    location  := 'LOC' number '{' { 'PLAYER' name '{' 'PAYOFF' t [ 'MOVES' arrow {';' arrow} ] '}' } '}'
    arrow     := '[' rule '->' number ']'
    structure := '[' [ element {',' element} ] '|' relations '|' [ '-' ] ']'
    relations := '-' | [ R [ ':' arity ] '{' tuples '}' {';' R …} ]
    drawing   := '"' rows of '*' and relation names '"'
    f         := R '(' [ x {',' x} ] ')' | 'not' f | f 'and' f | f 'or' f | 'ex' x {',' x} f | 'all' x {',' x} f
               | t '>' '0' | t '=' '0' | '(' f ')'
    t         := ':(' f ')' | t '+' t | t '-' t | t '*' t | t '^' t | 'Sum' '(' x '|' f ':' t ')' | number | '(' t ')'

``//`` begins a comment. ``or`` binds weakest, then ``and``, then ``not`` and quantifiers; as sources do not tell how
far a quantifier reaches, ``ex x P(x) and Q(x)`` is refused, with the advice to put parentheses.

Source: Narisawa and Shinohara, "Solving Generalized Tic-Tac-Toe by Using QBF Solver", section 4 and figures 1 to 4.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import NamedTuple, NoReturn

from zermelo.errors import InputError
from zermelo.language.source import Source
from zermelo.language.toss_tree import (
    Added,
    Arrow,
    Atom,
    Compared,
    Definition,
    Indicator,
    Junction,
    Listed,
    Location,
    Multiplied,
    Not,
    Number,
    Power,
    Quantified,
    Rewriting,
    Share,
    Structure,
    Term,
    TossFormula,
    TossText,
    Total,
)

MOST_CHARACTERS = 4_000_000
MOST_NESTED = 64
"""Formulas within formulas; more would need a deep stack."""
MOST_ARITY = 256
MOST_DIGITS = 9

SECTIONS = ("REL", "RULE", "LOC", "START")
RESERVED = frozenset(
    {"not", "and", "or", "ex", "all", "Sum", "emb", "pre", "inv", "post", "PLAYERS", "PLAYER", "PAYOFF", "MOVES"}
).union(SECTIONS)
_OTHER_SECTIONS = {
    "MODEL": "a position beside START is not read: make it the START",
    "STATE": "a position beside START is not read: make it the START",
    "TIME": "continuous time is not read",
    "HISTORY": "references to the history are not read",
    "DATA": "leave it out",
}
_BLANK = re.compile(r"(?:\s+|//[^\n]*)*+")
_TOKEN = re.compile(r"(?P<name>[A-Za-z_][A-Za-z0-9_']*)|(?P<number>[0-9]+)|->|[][(){},;|:=>+*^\"-]")


class Token(NamedTuple):
    """A word of the text; ``kind`` is ``name``, ``number``, ``end`` or the symbol itself."""

    kind: str
    text: str
    at: int


def parse_toss(source: Source) -> TossText:
    """The syntax tree of a text.

    Raises ``InputError`` with line and column for everything that is not in the grammar, for names given twice and for
    formulas nested too deeply.

    >>> text = "PLAYERS 1, 2 LOC 0 {PLAYER 1 {PAYOFF 1} PLAYER 2 {PAYOFF 0}} START [a | P {a} | ]"
    >>> parsed = parse_toss(Source("demo.toss", text))
    >>> parsed.players, parsed.start.elements, list(parsed.locations)
    (('1', '2'), ('a',), [0])
    """
    return _Parser(source).file()


_BINDING = {"or": 1, "and": 2, ">": 3, "=": 3, "+": 4, "-": 4, "*": 5, "^": 6}
_COMPARISON = 3


class _Parser:
    """A reader with one token ahead. Every method reads what its name says and leaves the token after it."""

    def __init__(self, source: Source) -> None:
        self.source = source
        if len(source.text) > MOST_CHARACTERS:
            raise source.error(1, 1, f"at most {MOST_CHARACTERS} characters", advice="this file is longer")
        self.token = self._scan(0)
        self.depth = 0

    def _scan(self, start: int) -> Token:
        blank = _BLANK.match(self.source.text, start)
        at = blank.end() if blank else start
        if at >= len(self.source.text):
            return Token("end", "", len(self.source.text))
        found = _TOKEN.match(self.source.text, at)
        if found is None:
            raise self.source.error_at(at, "a name, a number or one of [ ] ( ) { } , ; | : = > + - * ^ \"",
                                       self.source.text[at])  # fmt: skip
        return Token(found.lastgroup or found[0], found[0], at)

    def wrong(self, expected: str, token: Token | None = None, advice: str | None = None) -> InputError:
        at = token or self.token
        return self.source.error_at(at.at, expected, at.text, advice=advice)

    def next(self) -> Token:
        token = self.token
        self.token = self._scan(token.at + len(token.text))
        return token

    def skip(self, text: str) -> bool:
        if self.token.text != text:
            return False
        self.next()
        return True

    def expect(self, text: str, why: str = "") -> Token:
        if self.token.text != text:
            raise self.wrong(repr(text) + why)
        return self.next()

    def name(self, of: str) -> Token:
        if self.token.kind != "name" or self.token.text in RESERVED:
            raise self.wrong(f"the name of {of}")
        return self.next()

    def label(self, of: str) -> Token:
        """A name, or a number as players have."""
        return self.next() if self.token.kind == "number" else self.name(of)

    def number(self, of: str) -> int:
        if self.token.kind != "number" or len(self.token.text) > MOST_DIGITS:
            raise self.wrong(f"{of}, a whole number of at most {MOST_DIGITS} digits")
        return int(self.next().text)

    # The file.

    def file(self) -> TossText:
        self.expect("PLAYERS", ", as the first word of the file")
        players = [self.label("a player")]
        while self.skip(","):
            players.append(self.label("a player"))
        if len(players) != 2 or players[0].text == players[1].text:
            raise self.wrong("two players", players[-1], f"here are {len({each.text for each in players})}")
        definitions: dict[str, Definition] = {}
        rules: dict[str, Rewriting] = {}
        locations: dict[int, Location] = {}
        start: tuple[Structure, tuple[tuple[tuple[str, int], ...], ...]] | None = None
        names = (players[0].text, players[1].text)
        while self.token.kind != "end":
            word = self.token
            if word.text == "REL":
                definition = self.definition()
                self._once(definition.name, definitions, "relation", definition.at)
                definitions[definition.name] = definition
            elif word.text == "RULE":
                rule = self.rule()
                self._once(rule.name, rules, "rule", rule.at)
                rules[rule.name] = rule
            elif word.text == "LOC":
                location = self.location(names)
                self._once(location.number, locations, "location", location.at)
                locations[location.number] = location
            elif word.text == "START" and start is None:
                self.next()
                start = self.structure("a start"), self.drawing()
            else:
                self._no_section(word, start is not None)
        if start is None:
            raise self.wrong("START and the position in which the play begins")
        return TossText(names, definitions, rules, locations, *start)

    def _once(self, key: str | int, known: Iterable[str | int], what: str, at: int) -> None:
        if key in known:
            raise self.source.error_at(at, f"each {what} once", str(key))

    def _no_section(self, word: Token, started: bool) -> NoReturn:
        advice = _OTHER_SECTIONS.get(word.text)
        if advice is None and word.text not in SECTIONS:
            near = difflib.get_close_matches(word.text.upper()[:20], SECTIONS, 1)
            advice = f"do you mean {near[0]}?" if near else None
        rest = tuple(each for each in SECTIONS if each != "START" or not started)
        raise self.wrong(f"{', '.join(rest)} or the end of the file", word, advice)

    def definition(self) -> Definition:
        self.next()
        name = self.name("a relation")
        parameters = self.variables(f"a parameter of {name.text}")
        self.expect("=")
        return Definition(name.text, parameters, self.formula(), name.at)

    def variables(self, of: str) -> tuple[str, ...]:
        """Different names in parentheses, as parameters are."""
        self.expect("(")
        found: dict[str, int] = {}
        while self.token.text != ")":
            name = self.name(of)
            self._once(name.text, found, "parameter", name.at)
            found[name.text] = name.at
            if len(found) > MOST_ARITY:
                raise self.wrong(f"at most {MOST_ARITY} parameters", name)
            if not self.skip(","):
                break
            if self.token.text == ")":
                raise self.wrong(f"the name of {of}")
        self.expect(")")
        return tuple(found)

    # GateRules and structures.

    def rule(self) -> Rewriting:
        self.next()
        name = self.name("a rule")
        self.expect(":")
        left = self.structure("the left side")
        self.expect("->", " and the right side of the rule")
        right = self.structure("the right side")
        embedded: dict[str, int] = {}
        if self.skip("emb"):
            while True:
                relation = self.name("a relation")
                self._once(relation.text, embedded, "relation after emb", relation.at)
                embedded[relation.text] = relation.at
                if not self.skip(","):
                    break
        pre = self.formula() if self.skip("pre") else None
        if self.token.text in {"inv", "post", "dynamics", "update", "before"}:
            raise self.wrong("the end of the rule", advice=f"{self.token.text!r} is not read: only emb and pre are")
        return Rewriting(name.text, left, right, embedded, pre, name.at)

    def structure(self, of: str) -> Structure:
        opening = self.expect("[", f" and {of} structure, such as [a | P {{a}} | ]")
        elements: dict[str, int] = {}
        while self.token.text != "|":
            if self.token.text == "-" and not elements:
                self.next()
                break
            element = self.name("an element")
            self._once(element.text, elements, "element", element.at)
            elements[element.text] = element.at
            if not self.skip(","):
                break
            if self.token.text == "|":
                raise self.wrong("the name of an element")
        self.expect("|", " after the elements")
        relations: dict[str, Listed] = {}
        if not self.skip("-"):
            while self.token.text != "|":
                self.relation(relations, elements)
                if not self.skip(";"):
                    break
        self.expect("|", " after the relations")
        self.skip("-")
        self.expect("]", ", for functions are not read")
        return Structure(tuple(elements), relations, opening.at)

    def relation(self, relations: dict[str, Listed], elements: dict[str, int]) -> None:
        """A relation with its tuples, ``P {a}``, ``R {(a, b); (b, c)}`` or ``P:1 {}``; one listed twice is one."""
        name = self.name("a relation")
        if name.text.startswith("_"):
            raise self.wrong("a relation of the game", name, "special relations such as _opt_P are not read")
        known = relations.get(name.text)
        arity, tuples = (known.arity, known.tuples) if known else (None, {})
        if self.skip(":"):
            token = self.token
            given = self.number(f"the arity of {name.text}")
            if given > MOST_ARITY or arity not in {None, given}:
                raise self.wrong(f"an arity of at most {MOST_ARITY}, the same each time", token)
            arity = given
        self.expect("{")
        while self.token.text != "}":
            first = self.token
            found = self.elements_of(elements)
            if len(found) > MOST_ARITY or arity not in {None, len(found)}:
                wanted = MOST_ARITY if arity is None else arity
                raise self.wrong(f"a tuple of {wanted} elements", first, f"here are {len(found)}")
            arity = len(found)
            tuples[found] = first.at
            if not (self.skip(",") or self.skip(";")):
                break
        self.expect("}", f" after the tuples of {name.text}")
        relations[name.text] = Listed(arity, tuples, name.at)

    def elements_of(self, elements: dict[str, int]) -> tuple[str, ...]:
        if not self.skip("("):
            return (self.element(elements),)
        found: list[str] = []
        while self.token.text != ")":
            found.append(self.element(elements))
            if not self.skip(","):
                break
        self.expect(")")
        return tuple(found)

    def element(self, elements: dict[str, int]) -> str:
        if self.token.text not in elements:
            few = ", ".join(list(elements)[:6]) + (", …" if len(elements) > 6 else "")
            raise self.wrong(f"an element of this structure ({few or 'it has none'})")
        return self.next().text

    def drawing(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """The rows of a drawn board, without blank lines; none where there is no drawing."""
        if self.token.text != '"':
            return ()
        begin = self.token.at + 1
        end = self.source.text.find('"', begin)
        if end < 0:
            raise self.wrong("a second quotation mark at the end of the board")
        rows, at = [], begin
        for line in self.source.text[begin:end].split("\n"):
            row = tuple((match[0], at + match.start()) for match in re.finditer(r"\S+", line))
            rows += [row] if row else []
            at += len(line) + 1
        self.token = self._scan(end + 1)
        return tuple(rows)

    def location(self, players: tuple[str, str]) -> Location:
        at = self.next().at
        number = self.number("a location")
        self.expect("{")
        shares: dict[str, Share] = {}
        while self.token.text != "}":
            word = self.token
            if word.text != "PLAYER":
                old = "files from before 2011 are written otherwise" if word.text in {"PAYOFF", "MOVES"} else None
                raise self.wrong("PLAYER, or } at the end of the location", advice=old)
            self.next()
            token = self.label("a player")
            if token.text not in players:
                raise self.wrong(f"one of the players {' and '.join(players)}", token)
            self._once(token.text, shares, f"player of location {number}", token.at)
            shares[token.text] = self.share(word.at)
        self.next()
        for player in players:
            if player not in shares:
                raise self.source.error_at(at, f"a PLAYER {player} in location {number}", "none")
        return Location(number, shares, at)

    def share(self, at: int) -> Share:
        self.expect("{")
        self.expect("PAYOFF")
        payoff, moves = self.term(), list[Arrow]()
        if self.skip("MOVES"):
            while True:
                bracket = self.expect("[", " and a rule, such as [Black -> 1]")
                rule = self.name("a rule").text
                self.expect("->", " and a location")
                moves.append(Arrow(rule, self.number("a location"), bracket.at))
                self.expect("]")
                if not self.skip(";") or self.token.text == "}":
                    break
        self.expect("}", " at the end of the player")
        return Share(payoff, tuple(moves), at)

    # Formulas and terms: operators by their binding, see `_BINDING`.

    def formula(self) -> TossFormula:
        token = self.token
        return self.as_formula(self.expression(1), token)

    def term(self) -> Term:
        token = self.token
        return self.as_term(self.expression(4), token)

    def as_formula(self, found: TossFormula | Term, token: Token) -> TossFormula:
        if not isinstance(found, TossFormula):
            raise self.wrong("a formula", token, "a number becomes one by > 0 or = 0")
        return found

    def as_term(self, found: TossFormula | Term, token: Token) -> Term:
        if not isinstance(found, Term):
            advice = "functions are not read" if isinstance(found, Atom) and len(found.arguments) == 1 else None
            raise self.wrong("a number such as :(formula), Sum(x | formula : number) or 1", token, advice)
        return found

    def expression(self, least: int) -> TossFormula | Term:
        """A formula or a term whose operators bind at least so strongly."""
        self.depth += 1
        if self.depth > MOST_NESTED:
            raise self.wrong(f"formulas nested at most {MOST_NESTED} deep", advice="define a part by REL")
        first = self.token
        found = self.operand()
        while (binding := _BINDING.get(self.token.text, 0)) >= least:
            sign = self.token
            if binding < _COMPARISON:
                found = self.junction(self.as_formula(found, first), sign.text == "and", first)
            elif binding == _COMPARISON:
                self.next()
                if self.token.text != "0":
                    raise self.wrong("0: terms are compared by > 0 and = 0 only")
                self.next()
                found = Compared(self.as_term(found, first), sign.text, first.at)
            elif sign.text in "+-":
                found = self.added(self.as_term(found, first), first)
            elif sign.text == "*":
                factors = [self.as_term(found, first)]
                while self.skip("*"):
                    token = self.token
                    factors.append(self.as_term(self.expression(binding + 1), token))
                found = Multiplied(tuple(factors), first.at)
            else:
                self.next()
                token = self.token
                found = Power(self.as_term(found, first), self.as_term(self.expression(binding + 1), token), first.at)
                if self.token.text == "^":
                    raise self.wrong("the end of the power", advice="put parentheses: a power of a power can mean two")
        self.depth -= 1
        return found

    def junction(self, found: TossFormula, every: bool, first: Token) -> TossFormula:
        word, parts = ("and" if every else "or"), [found]
        while self.skip(word):
            token = self.token
            parts.append(self.as_formula(self.expression(_BINDING[word] + 1), token))
        return Junction(every, tuple(parts), first.at)

    def added(self, found: Term, first: Token) -> Term:
        parts = [(1, found)]
        while self.token.text in {"+", "-"}:
            sign = 1 if self.next().text == "+" else -1
            token = self.token
            parts.append((sign, self.as_term(self.expression(_BINDING["*"]), token)))
        return Added(tuple(parts), first.at)

    def operand(self) -> TossFormula | Term:
        token = self.token
        if token.text == "(":
            self.next()
            inner = self.expression(1)
            self.expect(")")
            return inner
        if token.text == "not":
            self.next()
            after = self.token
            return Not(self.as_formula(self.expression(_COMPARISON), after), token.at)
        if token.text in {"ex", "all"}:
            return self.quantified()
        if token.text == ":":
            self.next()
            self.expect("(", " and a formula: variables of real numbers are not read")
            inner = self.formula()
            self.expect(")")
            return Indicator(inner, token.at)
        if token.text == "Sum":
            return self.total()
        if token.kind == "number":
            return Number(self.number("a number"), token.at)
        name = self.name("a relation, or a formula")
        if self.token.text != "(":
            raise self.wrong(f"'(' after {name.text}: a relation of variables", advice="as R(x, y)")
        return Atom(name.text, self.arguments(), name.at)

    def arguments(self) -> tuple[str, ...]:
        self.next()
        found: list[str] = []
        while self.token.text != ")":
            found.append(self.name("a variable").text)
            if len(found) > MOST_ARITY:
                raise self.wrong(f"at most {MOST_ARITY} arguments")
            if not self.skip(","):
                break
            if self.token.text == ")":
                raise self.wrong("the name of a variable")
        self.expect(")")
        return tuple(found)

    def quantified(self) -> TossFormula:
        word = self.next()
        variables = [self.name("a variable").text]
        while self.skip(","):
            variables.append(self.name("a variable").text)
            if len(variables) > MOST_ARITY:
                raise self.wrong(f"at most {MOST_ARITY} variables")
        body = self.token
        inner = self.as_formula(self.expression(_COMPARISON), body)
        if body.text != "(" and self.token.text in {"and", "or"}:
            advice = f"put parentheses: {word.text} {variables[0]} (…) {self.token.text} …, or around all of it"
            raise self.wrong(f"a clear end of what {word.text!r} speaks about", advice=advice)
        return Quantified(word.text == "all", tuple(dict.fromkeys(variables)), inner, word.at)

    def total(self) -> Term:
        word = self.next()
        self.expect("(")
        variable = self.name("a variable").text
        self.expect("|", f" and a formula that tells which {variable} are counted")
        where = self.formula()
        self.expect(":", " and the number that is added up")
        term = self.term()
        self.expect(")")
        return Total(variable, where, term, word.at)
