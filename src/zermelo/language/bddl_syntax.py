"""The syntax of BDDL: text to sections, without their meaning.

The published files and the paper write one language in several dialects: keys in the singular or the plural, a value
behind its key or below it, conditions with or without parentheses around them, ``NOT(…)`` or ``(NOT(…))``. One
grammar takes them all; the tokeniser handles two things that do not suit a context-free grammar. The end of a line
separates goals only: it becomes a token in a goal section, outside parentheses, after another token. And an action may
have any name (``north-east``, ``open``): the word after ``:action`` is a name.

Every token carries its offset only; line and column are counted when there is an error to tell.

Source: concise-grid-games, section 3.1, listings 1 to 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from lark import Lark, Token, Transformer, UnexpectedToken, v_args
from lark.lexer import Lexer

from zermelo.language.bddl_sections import (
    EXTENSIONS,
    SECTIONS,
    Alternatives,
    BddlSection,
    BddlSections,
    Need,
    Part,
    PlacedAction,
    Trouble,
    parts_of,
)
from zermelo.language.source import Source, normal
from zermelo.model.conditions import Colour, Expression, SubCondition
from zermelo.model.ground import Stuck

_GRAMMAR = """
    start: section*
    section: BOARDSIZE number number      -> boardsize
           | INIT item*                   -> init
           | DEPTH number                 -> depth
           | BLACKTURN TURN               -> word
           | STUCK FATE                   -> word
           | FULL DRAW                    -> word
           | MISERE                       -> flag
           | GOALS _goal*                 -> goals
           | ACTIONS action*              -> actions
    _goal: (goal | FALSE | LPAR FALSE _RPAR) _END
    goal: item+
    action: _ACTION NAME parameters _PRECONDITION condition _EFFECT condition
    parameters: _PARAMETERS LPAR PARAMETER _COMMA PARAMETER _RPAR
    condition: item+
    ?item: PREDICATE LPAR coordinate _COMMA coordinate _RPAR -> atom
         | ATOM                           -> short
         | NOT item                       -> negation
         | OR LPAR item+ _RPAR            -> choice
         | BETWEEN item                   -> between
         | LPAR item* _RPAR               -> group
    coordinate: [PARAMETER | EXTREME] SIGN INT | PARAMETER | EXTREME | INT | PARAMETER SIGN DISTANCE [SIGN INT]
    number: SIGN? INT
    %declare BOARDSIZE INIT DEPTH BLACKTURN TURN STUCK FATE FULL DRAW MISERE GOALS FALSE ACTIONS NOT OTHER
    %declare _ACTION NAME _PARAMETERS _PRECONDITION _EFFECT LPAR _RPAR _COMMA _END
    %declare ATOM PREDICATE PARAMETER EXTREME SIGN INT OR BETWEEN DISTANCE
"""

_CLAUSES = (":action", ":parameters", ":precondition", ":effect")
_TYPES = {
    **{f"#{side}{what}": what.upper() for side in ("black", "white") for what in ("actions", "goals")},
    **{key: key[1:].upper() for key in ("#boardsize", "#init", "#depth", "#blackturn", *EXTENSIONS)},
    **{key: f"_{key[1:].upper()}" for key in _CLAUSES},
}
_KEYS = {spelled: key for key in _TYPES for spelled in (key, key.removesuffix("s"), key.removesuffix("s") + "s")}
_EXTREMES = ("xmin", "xmax", "ymin", "ymax")
_WORDS = {
    **{colour.value: "PREDICATE" for colour in Colour},
    **dict.fromkeys(_EXTREMES, "EXTREME"),
}
_ANY_CASE = {word: word.upper() for word in ("not", "or", "between", "false", "draw")}
_ANY_CASE |= dict.fromkeys(("first", "second"), "TURN") | dict.fromkeys((stuck.value for stuck in Stuck), "FATE")
_MARKS = {"(": "LPAR", ")": "_RPAR", ",": "_COMMA", "+": "SIGN", "-": "SIGN"}
_TOKEN = re.compile(
    r"""(?P<blank>[^\S\n]+|%[^\n]*) | (?P<line>\n\s*)
      | (?P<atom>(?:black|white|open|blocked)\([?\w+-]{1,32},[?\w+-]{1,32}\))
      | (?P<key>[#:][^\s()%#:]*) | (?P<parameter>\?\w*)
      | (?P<number>[0-9]++(?!\w)) | (?P<word>\w+) | (?P<mark>[(),+-]) | (?P<other>.)""",
    re.VERBOSE,
)
_ATOM = re.compile(
    r"(black|white|open|blocked)\((?:(\?x|xmin|xmax)([+-][0-9]{1,9})?|(-?[0-9]{1,9}))"
    r",(?:(\?y|ymin|ymax)([+-][0-9]{1,9})?|(-?[0-9]{1,9}))\)"
)
_NAME = re.compile(r"(?:\s+|%[^\n]*)*+(?P<name>[^\s:%#()]+)?")
_DEEPEST, _LONGEST_NUMBER, _LONGEST_WORD = 100, 999, 100

_TOLD: dict[str, tuple[str, ...]] = {
    "PREDICATE": ("black(…)", "white(…)", "open(…)"),
    "NOT": ("NOT(…)",),
    "LPAR": ("'('",),
    "_RPAR": ("')'",),
    "_COMMA": ("','",),
    "INT": ("a number",),
    "PARAMETER": ("?x", "?y"),
    "EXTREME": _EXTREMES,
    "SIGN": ("'+'", "'-'"),
    "TURN": ("first", "second"),
    "FATE": tuple(stuck.value for stuck in Stuck),
    "DRAW": ("draw",),
    "NAME": ("the name of an action",),
    "FALSE": ("False",),
    "_END": ("the end of the line",),
    **{_TYPES[key]: (key,) for key in _CLAUSES},
}
_ANOTHER_SECTION = (
    f"a section key ({', '.join(SECTIONS)}, #blackturn, {', '.join(EXTENSIONS[:-1])} or {EXTENSIONS[-1]})"
)


class _Sequence(NamedTuple):
    at: int
    items: list[Need | _Sequence]


class _Number(NamedTuple):
    value: int
    at: int


class _Atom(Token):
    """A whole sub-condition as one token, where it is written without blanks: large files hold little else."""

    part: Part


@lru_cache(maxsize=1 << 15)
def _short(text: str) -> tuple[SubCondition, int, int] | None:
    """The sub-condition of an atom without blanks, and the offset of its coordinates; None for other text."""
    match = _ATOM.fullmatch(text)
    if match is None:
        return None
    x, y = _ends(match, 2), _ends(match, 5)
    return SubCondition(Colour(match[1]), x[0], y[0]), x[1], y[1]


def _ends(match: re.Match[str], first: int) -> tuple[Expression, int]:
    base, offset, number = match.group(first, first + 1, first + 2)
    if base is None:
        return Expression("zero", int(number)), match.start(first + 2)
    return Expression("parameter" if base[0] == "?" else base[1:], int(offset or 0)), match.start(first)


class _Tokens(Lexer):
    """The tokeniser, as lark wants it."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, text: str) -> Iterator[Token]:  # type: ignore[override]  # lark's interface for plain lexers
        return _tokens(text)


def _tokens(text: str) -> Iterator[Token]:
    at, depth, in_goals, pending, end = 0, 0, False, False, len(text)
    while at < end:
        match = _TOKEN.match(text, at)
        assert match is not None  # the last alternatives take any character
        kind, start, at = match.lastgroup, at, match.end()
        if kind == "blank":
            continue
        word = text[start : min(at, start + _LONGEST_WORD)]
        if kind == "atom":
            short = _short(word)
            if short is not None:
                pending = in_goals
                atom = _Atom("ATOM", word, start)
                atom.part = Part(short[0], start, start + short[1], start + short[2])
                yield atom
                continue
            kind, word = "word", word[: word.index("(")]
            at = start + len(word)
        if kind in ("line", "key") and pending and not depth:
            pending = False
            yield Token("_END", "", start)
        if kind == "line":
            continue
        pending = in_goals
        if kind == "key":
            key = _KEYS.get(word.lower())
            if key is None:
                expected = _ANOTHER_SECTION if word[0] == "#" else f"one of {', '.join(_CLAUSES)}"
                raise Trouble(start, expected, text[start:at][:_LONGEST_WORD])
            if key[0] == "#":
                depth, in_goals = 0, key.endswith("goals")
            pending = False
            yield Token(_TYPES[key], key, start)
            if key == ":action":
                named = _NAME.match(text, at)
                if named is not None and named["name"]:
                    at = named.end()
                    yield _name(named["name"], named.start("name"))
        elif kind == "number":
            if at - start > _LONGEST_NUMBER:
                raise Trouble(start, f"a number of at most {_LONGEST_NUMBER} digits", word)
            yield Token("INT", text[start:at], start)
        elif kind == "word":
            yield Token(_WORDS.get(word) or _ANY_CASE.get(word.lower(), "OTHER"), word, start)
        elif kind == "mark":
            depth = depth + 1 if word == "(" else max(0, depth - (word == ")"))
            if depth > _DEEPEST:
                raise Trouble(start, f"at most {_DEEPEST} nested parentheses", text[start : start + _LONGEST_WORD])
            yield Token(_MARKS[word], word, start)
        else:
            kind = "PARAMETER" if word in ("?x", "?y") else "DISTANCE" if word == "?d" else "OTHER"
            yield Token(kind, word, start)
    if pending and not depth:
        yield Token("_END", "", end)


def _name(name: str, at: int) -> Token:
    if len(name) > _LONGEST_WORD or not re.fullmatch(r"[A-Za-z0-9_-]+", name):
        expected = f"an action name of ASCII letters, digits, _ and - (at most {_LONGEST_WORD})"
        raise Trouble(at, expected, name[:_LONGEST_WORD])
    return Token("NAME", name, at)


def _at(token: Token) -> int:
    return token.start_pos or 0


@v_args(inline=True)
class _GameBuilder(Transformer[Token, Any]):
    """The values of the grammar rules; lark calls these methods while it parses."""

    def start(self, *sections: tuple[Token, Any, int]) -> list[tuple[Token, Any, int]]:
        return list(sections)

    def boardsize(self, key: Token, columns: _Number, rows: _Number) -> tuple[Token, Any, int]:
        return key, (columns.value, rows.value), columns.at

    def init(self, key: Token, *items: Need | _Sequence) -> tuple[Token, Any, int]:
        parts = _plain(list(_flat(items)), "#init")
        for part in parts:
            if part.sub.negated:
                raise Trouble(part.at, "black(i,j), white(i,j) or open(i,j) with numbers", str(part.sub))
            for expression, axis, at in ((part.sub.x, "x", part.x_at), (part.sub.y, "y", part.y_at)):
                if expression.base != "zero":
                    raise Trouble(at, "a number (#init names absolute positions)", expression.text(axis))
        return key, parts, _at(key)

    def depth(self, key: Token, number: _Number) -> tuple[Token, Any, int]:
        return key, number.value, number.at

    def word(self, key: Token, word: Token) -> tuple[Token, Any, int]:
        return key, word.lower(), _at(word)

    def flag(self, key: Token) -> tuple[Token, Any, int]:
        return key, True, _at(key)

    def goals(self, key: Token, *goals: list[Part] | Token) -> tuple[Token, Any, int]:
        return key, [goal for goal in goals if not isinstance(goal, Token)], _at(key)

    def actions(self, key: Token, *actions: PlacedAction) -> tuple[Token, Any, int]:
        names = set()
        for placed in actions:
            if placed.name in names:
                raise Trouble(placed.at, f"an action name that {key} does not have yet", placed.name)
            names.add(placed.name)
        return key, list(actions), _at(key)

    def goal(self, *items: Need | _Sequence) -> list[Part]:
        if len(items) > 1:
            for item in items:
                if isinstance(item, _Sequence) and not (len(item.items) == 1 and _negated(item.items[0])):
                    advice = "put each goal on a line of its own, or one pair of parentheses around the whole"
                    raise Trouble(item.at, "one goal on a line", "(", advice)
        parts = _plain(_condition(items), "goals")
        if not parts:
            assert isinstance(items[0], _Sequence)
            raise Trouble(items[0].at, "a goal with a sub-condition; () is true in every position", "()")
        return parts

    def action(self, name: Token, _parameters: Token, needs: list[Need], effect: list[Need]) -> PlacedAction:
        sets = _plain(effect, "effects", distance=True)
        for part in sets:
            if part.sub.negated:
                raise Trouble(part.at, "effects that say what a cell becomes", str(part.sub))
        for part in [*parts_of(needs), *sets]:
            for expression, axis, at in ((part.sub.x, "x", part.x_at), (part.sub.y, "y", part.y_at)):
                if expression.base == "zero":
                    expected = f"?{axis}, {axis}min or {axis}max: actions name no absolute positions"
                    raise Trouble(at, expected, expression.text(axis))
        return PlacedAction(str(name), _at(name), needs, sets)

    def parameters(self, _open: Token, first: Token, second: Token) -> Token:
        for token, wanted in ((first, "?x"), (second, "?y")):
            if token != wanted:
                raise Trouble(_at(token), f"{wanted} (the parameters are (?x,?y))", str(token))
        return first

    def condition(self, *items: Need | _Sequence) -> list[Need]:
        return _condition(items)

    def atom(self, predicate: Token, _open: Token, x: tuple[Token, ...], y: tuple[Token, ...]) -> Part:
        (x, right), (y, down) = _distance(x), _distance(y)
        sub = SubCondition(Colour(str(predicate)), _expression("x", x), _expression("y", y))
        return Part(sub, _at(predicate), _at(x[0]), _at(y[0]), (right, down))

    def short(self, token: _Atom) -> Part:
        return token.part

    def negation(self, sign: Token, item: Need | _Sequence) -> Need:
        part = _single(item)
        if isinstance(part, Alternatives):
            return part._replace(at=_at(sign), negated=not part.negated)
        if part.between:
            raise Trouble(_at(sign), "NOT within BETWEEN(…)", f"NOT(BETWEEN({part.sub}))")
        if part.sub.negated:
            raise Trouble(_at(sign), "NOT around one sub-condition without a NOT, or around OR(…)", f"NOT({part.sub})")
        return part._replace(sub=part.sub._replace(negated=True), at=_at(sign))

    def choice(self, sign: Token, _open: Token, *items: Need | _Sequence) -> Alternatives:
        return Alternatives(_at(sign), tuple(tuple(_flat([item])) for item in items))

    def between(self, sign: Token, item: Need | _Sequence) -> Part:
        part = _single(item)
        if isinstance(part, Alternatives) or part.between or part.steps == (0, 0):
            raise Trouble(_at(sign), "BETWEEN around one cell at the distance ?d, such as open(?x+?d,?y)")
        return part._replace(at=_at(sign), between=True)

    def group(self, opening: Token, *items: Need | _Sequence) -> _Sequence:
        return _Sequence(_at(opening), list(items))

    def coordinate(self, *tokens: Token | None) -> tuple[Token, ...]:
        return tuple(token for token in tokens if token is not None)

    def number(self, *tokens: Token) -> _Number:
        return _Number(_signed(tokens), _at(tokens[0]))


def _plain(needs: list[Need], where: str, *, distance: bool = False) -> list[Part]:
    """The sub-conditions of a condition that may not have choices, nor distances unless it is said."""
    parts = []
    for need in needs:
        if isinstance(need, Alternatives):
            raise Trouble(need.at, f"OR in preconditions only, not in {where}")
        if need.between or (need.steps != (0, 0) and not distance):
            raise Trouble(need.at, f"the distance ?d in actions only, BETWEEN in preconditions only, not in {where}")
        parts.append(need)
    return parts


def _distance(tokens: tuple[Token, ...]) -> tuple[tuple[Token, ...], int]:
    """The tokens of a coordinate without the distance, and how often it is added."""
    if len(tokens) < 3 or tokens[2].type != "DISTANCE":
        return tokens, 0
    return (tokens[0], *tokens[3:]), -1 if tokens[1] == "-" else 1


def _negated(item: Need | _Sequence) -> bool:
    return isinstance(item, Part) and item.sub.negated


def _signed(tokens: tuple[Token, ...]) -> int:
    """An integer, with or without its sign."""
    return int(tokens[-1]) * (-1 if tokens[0] == "-" else 1)


def _expression(axis: str, tokens: tuple[Token, ...]) -> Expression:
    first = tokens[0]
    if first.type in ("INT", "SIGN"):
        if first == "+":
            raise Trouble(_at(first), "a coordinate", "+")
        return Expression("zero", _signed(tokens))
    if axis not in first[:2]:
        raise Trouble(_at(first), f"?{axis}, {axis}min, {axis}max or a number as the {axis} coordinate", str(first))
    return Expression("parameter" if first[0] == "?" else first[1:], _signed(tokens[1:]) if len(tokens) > 1 else 0)


def _single(item: Need | _Sequence) -> Need:
    """The single sub-condition in inner parentheses."""
    while isinstance(item, _Sequence):
        if len(item.items) != 1:
            raise Trouble(item.at, "one sub-condition in inner parentheses", "(")
        item = item.items[0]
    return item


def _condition(items: Sequence[Need | _Sequence]) -> list[Need]:
    while len(items) == 1 and isinstance(items[0], _Sequence):
        items = items[0].items
    return [_single(item) for item in items]


def _flat(items: Sequence[Need | _Sequence]) -> Iterator[Need]:
    for item in items:
        if isinstance(item, _Sequence):
            yield from _flat(item.items)
        else:
            yield item


@lru_cache(maxsize=1)
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", lexer=_Tokens, transformer=_GameBuilder())


def parse(text: str, name: str | None) -> BddlSections:
    """The sections of a text; ``InputError`` with its place for anything else."""
    source = Source(name, normal(text))
    try:
        return _sections(source)
    except Trouble as trouble:
        raise trouble.placed(source) from None


def _sections(source: Source) -> BddlSections:
    try:
        found: Any = _parser().parse(source.text)
    except UnexpectedToken as error:
        raise _unexpected(error, source.text) from None
    sections = BddlSections(source)
    for token, value, value_at in found:
        key = str(token)
        if key in sections:
            once = f"each section once ({key} stands already in line {_line(sections[key])})"
            raise Trouble(_at(token), once, spelled(source.text, _at(token)))
        sections[key] = BddlSection(key, _at(token), value, value_at, source)
    return sections


def _line(section: BddlSection) -> int:
    return section.source.place(section.at)[0]


def _unexpected(error: UnexpectedToken, text: str) -> Trouble:
    expected = told(error.interactive_parser.accepts())  # type: ignore[no-untyped-call]  # lark leaves it untyped
    token = error.token
    if token.type == "$END":
        return Trouble(len(text), expected, "")
    if token.type == "_END":
        return Trouble(_at(token), f"found the end of the line, expected {expected}")
    start = _at(token)
    known = token.startswith(("#", ":"))
    return Trouble(start, expected, spelled(text, start) if known else text[start : start + max(1, len(token))])


def spelled(text: str, start: int) -> str:
    """The token at an offset as it stands there; keys are told in the plural else."""
    found = _TOKEN.match(text, start)
    return found[0] if found else text[start : start + 1]


def told(accepted: set[str]) -> str:
    """The expected kinds of tokens in words.

    >>> told({"_COMMA", "SIGN"}), told({"INT", "SIGN"})
    ("',', '+' or '-'", 'a number')
    """
    kinds = accepted - {"SIGN"} if "INT" in accepted else accepted
    parts = [part for kind, text in _TOLD.items() if kind in kinds for part in text]
    if "BOARDSIZE" in kinds:
        parts.append("a section key" if parts else _ANOTHER_SECTION)
    return " or ".join([", ".join(parts[:-1])] * (len(parts) > 1) + parts[-1:]) or "nothing more"
