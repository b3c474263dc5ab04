"""The syntax of GDL, the game description language, in its usual form (KIF): text to rules.

::

    (role xplayer)                                        ; a fact
    (<= (next (cell ?x ?y x))                             ; a rule: a head, and a body of literals
        (does xplayer (mark ?x ?y))
        (or (true (cell ?x ?y b)) (not frozen)))

Words are runs of characters other than blanks and parentheses; ``;`` starts a comment; capital letters do not matter.
Numbers are words like all others. A word that begins with ``?`` is a variable. ``(p)`` and ``p`` are the same.

Bodies may nest ``or``, ``and`` and ``not``. A rule becomes one rule for each way to make its body true, each a plain
list of literals: ``not`` is pushed inwards (De Morgan), ``and`` distributes over ``or``. So everything behind this
module knows rules with a head and a list of literals only. The number of these ways is bounded.

The parser keeps its own stack, so that deep nesting cannot exhaust Python's, and remembers the place of lists only:
the place of a word is found again when an error needs it.

Source: M. Genesereth, N. Love, B. Pell, General Game Playing, AI Magazine 26 (2005); N. Love and others, General Game
Playing: Game Description Language Specification, Stanford LG-2006-01.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from sys import intern
from typing import NamedTuple, TypeAlias

from zermelo.errors import InputError, UnsupportedError
from zermelo.language.source import Source, quote

Term: TypeAlias = str | tuple["Term", ...]
"""A constant or variable, or a function with its arguments: ``("cell", "1", "?y")``."""

MAX_NESTING = 128
MAX_WAYS = 4096
MAX_WORDS = 8_000_000

ARITY = {"role": 1, "init": 1, "true": 1, "does": 2, "next": 1, "legal": 2, "goal": 2, "terminal": 0}
"""Numbers of arguments of the relations that GDL gives a meaning."""

CONNECTIVES = ("not", "or", "and", "distinct", "<=")

_TOKEN = re.compile(r"[()]|[^\s();]+|;[^\n]*")
_INFIX = re.compile(r":-|[\w+]\([^)\s]*\)")


class GdlList(NamedTuple):
    """A list in parentheses: the offset of its opening parenthesis, and its words and lists."""

    at: int
    items: tuple[str | GdlList, ...]


class GdlLiteral(NamedTuple):
    """A relation with arguments, or its negation, and the offset of the list that says so."""

    positive: bool
    relation: str
    args: tuple[Term, ...]
    at: int


class GdlRule(NamedTuple):
    """A head that is true when all literals of the body are.

    Parameters
    ----------
    head, body
        The literals.
    at
        The offset of the rule.
    guards
        Positive literals that hold wherever the head is of use; they keep the number of instances small and are no
        conditions.
    """

    head: GdlLiteral
    body: tuple[GdlLiteral, ...]
    at: int
    guards: tuple[GdlLiteral, ...] = ()


class Description(NamedTuple):
    """The rules of a text, and the words that occur in more than one spelling (``X`` and ``x``)."""

    rules: tuple[GdlRule, ...]
    respelled: tuple[str, ...]


def is_gdl(text: str) -> bool:
    """True if the first token outside comments is a parenthesis and a list is headed ``role``.

    >>> is_gdl("; tic-tac-toe\\n(role x)"), is_gdl("#boardsize 3 3"), is_gdl("(a b)")
    (True, False, False)
    """
    first = next((token[0] for token in _TOKEN.finditer(text.removeprefix("\ufeff")) if token[0][0] != ";"), "")
    if first != "(":
        return False
    found = re.search(r"^[^;\n]*\(\s*role[\s()]", text, re.IGNORECASE | re.MULTILINE)
    return found is not None


def variables(term: Term, found: dict[str, None] | None = None) -> dict[str, None]:
    """The variables of a term, in order of their first occurrence.

    >>> list(variables(("cell", "?x", ("f", "?y", "?x"))))
    ['?x', '?y']
    """
    names: dict[str, None] = {} if found is None else found
    if isinstance(term, str):
        if term.startswith("?"):
            names[term] = None
    else:
        for part in term[1:]:
            variables(part, names)
    return names


def literal_variables(literal: GdlLiteral) -> dict[str, None]:
    """The variables of a literal, in order of their first occurrence."""
    names: dict[str, None] = {}
    for term in literal.args:
        variables(term, names)
    return names


def text_of(term: Term) -> str:
    """A term as a file would say it.

    >>> text_of(("cell", "1", ("f", "a")))
    '(cell 1 (f a))'
    """
    return term if isinstance(term, str) else f"({' '.join(map(text_of, term))})"


def parse(source: Source) -> Description:
    """The rules of a text.

    Parameters
    ----------
    source
        The text and its name.

    Raises ``InputError`` with line and column for parentheses that do not match, lists that are no rule, wrong numbers
    of arguments of the relations of GDL, and rules whose body has more than 4096 ways to be true; ``UnsupportedError``
    for games of imperfect information (``sees``, ``random``).

    >>> rules = parse(Source(None, "(role a) (<= (p ?x) (q ?x) (not (or (r ?x) s)))")).rules
    >>> [literal.relation for literal in rules[1].body], [literal.positive for literal in rules[1].body]
    (['q', 'r', 's'], [True, False, False])
    """
    spellings: dict[str, str] = {}
    respelled: dict[str, None] = {}
    reader = _GdlReader(source)
    rules: list[GdlRule] = []
    for item in _lists(source, spellings, respelled):
        rules += reader.rules(item)
    return Description(tuple(rules), tuple(respelled))


def _lists(source: Source, spellings: dict[str, str], respelled: dict[str, None]) -> Iterator[GdlList]:
    """The items of a text, one after the other; a word alone is a list of itself."""
    stack: list[tuple[int, list[str | GdlList]]] = []
    words = 0
    for match in _TOKEN.finditer(source.text):
        token = match[0]
        if token == "(":
            if len(stack) >= MAX_NESTING:
                expected = f"parentheses nested at most {MAX_NESTING} deep"
                raise source.error_at(match.start(), expected, "(", advice=_opener(source, stack[0][0]))
            stack.append((match.start(), []))
        elif token == ")":
            if not stack:
                raise source.error_at(match.start(), "no parenthesis to close here", ")")
            at, items = stack.pop()
            if not items:
                raise source.error_at(at, "a relation or function after '('", "()")
            done = GdlList(at, tuple(items))
            if not stack:
                yield done
            else:
                stack[-1][1].append(done)
        elif token[0] != ";":
            words += 1
            if words > MAX_WORDS:
                raise source.error_at(match.start(), f"at most {MAX_WORDS} words")
            word = token.lower()
            if spellings.setdefault(word, token) is not token and spellings[word] != token:
                respelled[word] = None
            word = intern(word)
            if not stack:
                yield GdlList(match.start(), (word,))
            elif word == "<=" and len(stack) > 1 and not stack[-1][1]:
                advice = _opener(source, stack[0][0])
                raise source.error_at(stack[-1][0], "a rule outside all parentheses", "(<=", advice=advice)
            else:
                stack[-1][1].append(word)
    if stack:
        raise source.error_at(stack[0][0], "its closing parenthesis before the end of the text", "(")


def _opener(source: Source, at: int) -> str:
    line, _ = source.place(at)
    return f"is the list that begins in line {line} closed?"


class _GdlReader:
    """Turns the lists of one text into rules."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def error(self, at: int, expected: str, found: str | None = None, advice: str | None = None) -> InputError:
        return self.source.error_at(at, expected, found, advice=advice)

    def rules(self, item: GdlList) -> list[GdlRule]:
        """One rule for each way to make the body true."""
        if item.items[0] != "<=":
            return [GdlRule(self.sentence(item, head=True), (), item.at)]
        if len(item.items) < 2:
            raise self.error(item.at, "a head after '<='", "(<=)")
        head = self.sentence(item.items[1], head=True, outer=item, index=1)
        ways: list[tuple[GdlLiteral, ...]] = [()]
        for index, part in enumerate(item.items[2:], 2):
            ways = self.joined(ways, self.ways(part, True, item, index), item.at)
        return [GdlRule(head, body, item.at) for body in ways]

    def joined(
        self, ways: list[tuple[GdlLiteral, ...]], others: list[tuple[GdlLiteral, ...]], at: int
    ) -> list[tuple[GdlLiteral, ...]]:
        """All combinations of a way of the one and a way of the other."""
        if len(ways) * len(others) > MAX_WAYS:
            raise self.unsupported(
                at, f"a body with at most {MAX_WAYS} ways to be true", "more combinations of its (or …)"
            )
        if len(ways) == 1 and len(others) == 1:
            return [ways[0] + others[0]]
        return [one + other for one in ways for other in others]

    def unsupported(self, at: int, expected: str, found: str) -> UnsupportedError:
        line, column = self.source.place(at)
        return UnsupportedError(expected, found=found, source=self.source.name, line=line, column=column)

    def ways(self, part: str | GdlList, positive: bool, outer: GdlList, index: int) -> list[tuple[GdlLiteral, ...]]:
        """The ways to make a condition true (or false, when not ``positive``), each a list of literals."""
        word = part if isinstance(part, str) else part.items[0]
        if isinstance(part, str) or word not in CONNECTIVES:
            literal = self.sentence(part, head=False, outer=outer, index=index)
            return [(literal if positive else literal._replace(positive=False),)]
        arguments = part.items[1:]
        if word == "distinct":
            if len(arguments) != 2:
                raise self.error(part.at, "two terms after 'distinct'", f"{len(arguments)}")
            terms = self.term(arguments[0]), self.term(arguments[1])
            return [(GdlLiteral(positive, "distinct", terms, part.at),)]
        if word == "not":
            if len(arguments) != 1:
                raise self.error(part.at, "one condition after 'not'", f"{len(arguments)}")
            return self.ways(arguments[0], not positive, part, 1)
        if word == "<=":
            raise self.error(part.at, "a condition", "<=")
        if not arguments:
            raise self.error(part.at, f"conditions after {word!r}", f"({word})")
        inner = [self.ways(each, positive, part, number) for number, each in enumerate(arguments, 1)]
        if (word == "or") == positive:
            total = [way for ways in inner for way in ways]
            if len(total) > MAX_WAYS:
                return self.joined(total, [()], part.at)
            return total
        found: list[tuple[GdlLiteral, ...]] = [()]
        for ways in inner:
            found = self.joined(found, ways, part.at)
        return found

    def sentence(self, part: str | GdlList, *, head: bool, outer: GdlList | None = None, index: int = 0) -> GdlLiteral:
        """A relation with its arguments."""
        if isinstance(part, str):
            at = self.word_at(outer, index) if outer is not None else 0
            word, arguments = part, tuple[str | GdlList, ...]()
        else:
            at, word, arguments = part.at, self.head_word(part, "relation"), part.items[1:]
        if word in CONNECTIVES:
            raise self.error(at, "a relation as the head of a rule" if head else "a condition in parentheses", word)
        if word.startswith("?"):
            raise self.error(at, "a relation", word)
        self.check_keyword(word, len(arguments), at)
        terms = tuple(map(self.term, arguments))
        if word == "role" and terms == ("random",):
            raise self.unsupported(at, "a game of perfect information (GDL, not GDL-II)", "the role 'random'")
        return GdlLiteral(True, word, terms, at)

    def check_keyword(self, word: str, count: int, at: int) -> None:
        """Raise an error for the wrong number of arguments, GDL-II and the infix dialect."""
        if word == "sees":
            raise self.unsupported(at, "a game of perfect information (GDL, not GDL-II)", "the relation 'sees'")
        arity = ARITY.get(word)
        if word in {":-", "&", "~"}:
            raise self.error(at, "GDL in prefix form (KIF), such as (<= (next a) (true b))", word)
        if arity is not None and arity != count:
            plural = "" if arity == 1 else "s"
            infix = _INFIX.match(self.source.text, at) is not None or ":-" in self.source.text[at : at + 2000]
            advice = "this looks like the infix dialect: write (role x), not role(x)" if infix else None
            raise self.error(at, f"{arity} argument{plural} of {word!r}", str(count), advice)

    def term(self, part: str | GdlList) -> Term:
        """A term."""
        if isinstance(part, str):
            return part
        word = self.head_word(part, "function")
        if word.startswith("?"):
            raise self.error(part.at, "a function", word)
        if len(part.items) == 1:
            return word
        return (word, *map(self.term, part.items[1:]))

    def head_word(self, part: GdlList, kind: str) -> str:
        first = part.items[0]
        if isinstance(first, str):
            return first
        raise self.error(first.at, f"the name of a {kind} after '('", "(")

    def word_at(self, outer: GdlList, index: int) -> int:
        """The offset of an item of a list, found by reading the list again."""
        depth = number = 0
        for match in _TOKEN.finditer(self.source.text, outer.at + (self.source.text[outer.at] == "(")):
            token = match[0]
            if token[0] == ";":
                continue
            if depth == 0 and number == index:
                return match.start()
            depth += (token == "(") - (token == ")")
            number += depth == 0
        return outer.at


def shown(literal: GdlLiteral) -> str:
    """A literal as errors quote it.

    >>> print(shown(GdlLiteral(False, "true", (("cell", "?x"),), 0)))
    '(not (true (cell ?x)))'
    """
    inner = text_of((literal.relation, *literal.args)) if literal.args else literal.relation
    return quote(inner if literal.positive else f"(not {inner})")
