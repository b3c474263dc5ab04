"""QCIR-G14, the format of the solvers for circuits.

The prenex part of the format is read and written: ``exists``/``forall`` lines, one ``output``, gates ``and``, ``or``,
``xor``, ``ite``, each defined before its use.  Inside, `Circuit` knows no OR; the writer prints a gate as ``or`` when
it is used more often negated, so that files look as their authors would have written them.

The *cleansed* form is the one that all tools share: numbers for names, consecutive, with the largest in the first line;
gates ``and`` and ``or`` only; no comments.  An XOR or if-then-else becomes an AND of two ORs there.

The output is always a gate and never negated.  The format allows more, but Qute refuses a negated output and crashes on
a variable.

Not read, with a message that says so: ``free`` variables (the formula would have no truth value) and quantifiers
inside gates (not prenex).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from zermelo.errors import InputError, UnsupportedError
from zermelo.files import Target, TextSource, comment_lines, read_text, write_text
from zermelo.formula.circuit import FALSE, TRUE, Circuit
from zermelo.formula.prefix import Quantifier

_WORDS = {Quantifier.EXISTS: "exists", Quantifier.FORALL: "forall"}
_QUANTIFIERS = {word: quantifier for quantifier, word in _WORDS.items()}
_NAME = re.compile(r"[A-Za-z0-9_]+", re.ASCII)
_TOKEN = re.compile(r"\s*([A-Za-z0-9_]+|\S)", re.ASCII)
_FOREIGN = re.compile(r"[^A-Za-z0-9_]")
_ARITY = {"xor": 2, "ite": 3}
_NEGATED = {"and": slice(None), "xor": slice(1), "ite": slice(1, None)}  # which operands to negate in a negated gate


def write_qcir(
    circuit: Circuit, target: Target, comments: Iterable[str] = (), *, cleansed: bool = False, free_line: bool = False
) -> None:
    """Write a circuit; gates that the output does not need are left out.

    Parameters
    ----------
    target
        A path (atomically; compressed when it ends in ``.gz``) or an open text file.
    comments
        Lines for people, put after the first line.  A cleansed file has none.
    cleansed
        Write the cleansed form, variables 1 … n from the outside in, then gates.
    free_line
        Write a line ``free()`` before the first block: there are no free variables.  The format allows it, not every
        tool does.

    Otherwise a variable or gate without a name of its own is called by its number in the circuit, ``x7`` or ``g7``.

    Raises InputError when the output is not set or depends on an unbound variable, or the file cannot be written.

    >>> import sys
    >>> circuit = Circuit()
    >>> (x,), (y,) = circuit.exists(1, "x"), circuit.forall(1, "y")
    >>> circuit.output = circuit.or_([x, -y])
    >>> write_qcir(circuit, sys.stdout)
    #QCIR-G14
    exists(x_0)
    forall(y_0)
    output(g3)
    g3 = or(x_0, -y_0)
    """
    circuit.validate()
    write_text(target, _lines(circuit, comments, cleansed, free_line))


def _lines(circuit: Circuit, comments: Iterable[str], cleansed: bool, free_line: bool) -> Iterator[str]:
    cone = circuit.cone() or [TRUE]  # a gate of its own for an output that is none
    names = _numbers(circuit, cone) if cleansed else _names(circuit, cone)
    last = names[cone[-1]]

    def gate(name: str, kind: str, operands: Iterable[int]) -> str:
        words = [names[operand] if operand > 0 else f"-{names[-operand]}" for operand in operands]
        return f"{name} = {kind}({', '.join(words)})\n"

    yield f"#QCIR-G14 {last}\n" if cleansed else "#QCIR-G14\n"
    yield from comment_lines(() if cleansed else comments, "#")
    if free_line:
        yield "free()\n"
    for quantifier, variables in circuit.prefix.blocks:
        yield f"{_WORDS[quantifier]}({', '.join([names[variable] for variable in variables])})\n"
    yield f"output({last})\n"
    for node, kind, operands in _printed(circuit, cone):
        if cleansed and kind in _ARITY:
            condition, then, otherwise = operands if kind == "ite" else (operands[0], -operands[1], operands[1])
            one, two = int(names[node]) - 2, int(names[node]) - 1
            yield gate(str(one), "or", (-condition, then))
            yield gate(str(two), "or", (condition, otherwise))
            yield f"{names[node]} = and({one}, {two})\n"
        else:
            yield gate(names[node], kind, operands)


def _printed(circuit: Circuit, cone: list[int]) -> Iterator[tuple[int, str, list[int]]]:
    """Node, kind and operands of every gate as it is printed; the output comes last, and not negated."""
    gates, output = circuit.gates, circuit.output
    if abs(output) not in gates:
        yield TRUE, "or" if output == FALSE else "and", [] if abs(output) == TRUE else [output]
        return
    signs = Counter(chain.from_iterable([gates[node].operands for node in cone]))
    # the gates whose name stands for their negation
    flipped = {node for node in cone if gates[node].kind == "and" and signs[-node] > signs[node]}
    if output < 0:
        flipped.add(-output)
    for node in cone:
        kind, literals = gates[node]
        operands = [-literal if abs(literal) in flipped else literal for literal in literals]
        if node in flipped:
            part = _NEGATED[kind]
            operands[part] = [-operand for operand in operands[part]]
        yield node, "or" if kind == "and" and node in flipped else kind, operands


def _numbers(circuit: Circuit, cone: list[int]) -> dict[int, str]:
    """A number for every node, and two more for the ORs before each XOR and if-then-else."""
    names, number = {}, 0
    for node in chain(circuit.prefix, cone):
        gate = circuit.gates.get(node)
        number += 3 if gate is not None and gate.kind in _ARITY else 1
        names[node] = str(number)
    return names


def _names(circuit: Circuit, cone: list[int]) -> dict[int, str]:
    """A legal name for every node, none twice: the given one where possible, else x7 or g7."""
    names: dict[int, str] = {}
    taken: set[str] = set()
    for prefix, nodes in (("x", circuit.prefix), ("g", cone)):
        for node in nodes:
            name = circuit.names.get(node)
            number = circuit.num_nodes + 1 if node == TRUE else node
            name = _FOREIGN.sub("_", name) if name else f"{prefix}{number}"
            while name in taken:
                name += "_"
            taken.add(name)
            names[node] = name
    return names


def printed_names(circuit: Circuit) -> dict[int, str]:
    """The name of each variable in a file that is not cleansed.

    >>> circuit = Circuit()
    >>> (x,), (y,) = circuit.exists(1, "move.a1"), circuit.forall(1)
    >>> printed_names(circuit)
    {1: 'move_a1_0', 2: 'x2'}
    """
    return _names(circuit, [])


def read_qcir(source: TextSource, name: str | None = None) -> Circuit:
    """Read a prenex circuit.

    Parameters
    ----------
    source
        A path (``.gz`` is decompressed), or the text itself.
    name
        The name of the source in error messages, if not its path.

    Raises
    ------
    InputError
        With file, line and column, for anything that is no QCIR-G14.
    UnsupportedError
        For free variables and for quantifiers inside gates.

    >>> circuit = read_qcir("#QCIR-G14\\nforall(a)\\nexists(b)\\noutput(-g)\\ng = xor(a, b)\\n")
    >>> circuit.prefix, circuit.names, circuit.output
    (Prefix([('a', (1,)), ('e', (2,))]), {1: 'a', 2: 'b', 3: 'g'}, -3)
    """
    text, name = read_text(source, name)
    return _QcirReader(text, name).read()


class _Token:
    """A word or a sign, and where it stands; the empty text is the end of the line."""

    __slots__ = ("column", "text")

    def __init__(self, text: str, column: int) -> None:
        self.text, self.column = text, column


class _QcirReader:
    def __init__(self, text: str, name: str | None) -> None:
        self.name = name
        self.lines = text.split("\n")
        self.circuit = Circuit()
        self.meaning: dict[str, int] = {}  # the literal that a name stands for
        self.line = 0
        self.tokens: list[_Token] = []
        self.at = 0

    # ---------------------------------------------------------------------------------------- tokens of a line

    def fault(self, expected: str, token: _Token, advice: str | None = None) -> InputError:
        found = token.text if len(token.text) <= 40 else token.text[:37] + "..."
        shown = repr(found) if found else "the end of the line"
        return InputError(expected, found=shown, source=self.name, line=self.line, column=token.column, advice=advice)

    def next(self) -> _Token:
        token = self.tokens[self.at]
        self.at += token.text != ""
        return token

    def sign(self, *signs: str) -> str:
        token = self.next()
        if token.text not in signs:
            raise self.fault(" or ".join(repr(sign) if sign else "the end of the line" for sign in signs), token)
        return token.text

    def word(self, wish: str) -> _Token:
        token = self.next()
        if not _NAME.fullmatch(token.text):
            raise self.fault(wish, token)
        return token

    def literal(self) -> int:
        negative = self.tokens[self.at].text == "-"
        self.at += negative
        token = self.word("a literal")
        if token.text not in self.meaning:
            advice = "bind variables in the prefix and define gates before their use"
            raise self.fault("a variable or a gate that is known here", token, advice)
        return -self.meaning[token.text] if negative else self.meaning[token.text]

    # ------------------------------------------------------------------------------------------- the statements

    def read(self) -> Circuit:
        output: tuple[int, list[_Token]] | None = None
        self.header()
        for number, line in enumerate(self.lines[1:], 2):
            self.line = number
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            self.split(line)
            first = self.word("a statement")
            lowered = first.text.lower()
            if self.tokens[self.at].text == "=":
                if output is None:
                    raise self.fault("output(...) before the first gate", first)
                self.gate(first)
            elif lowered in _QUANTIFIERS and output is None:
                self.block(_QUANTIFIERS[lowered])
            elif lowered == "free" and output is None:
                self.unsupported("a formula without free variables", first, "write exists(...) to have them chosen")
            elif lowered == "output" and output is None:
                output = self.line, self.tokens
                self.sign("(")
                self.at += self.tokens[self.at].text == "-"
                self.word("a literal")
                self.sign(")")
                self.sign("")
            else:
                raise self.fault("a quantifier block, output(...) or a gate, in this order", first)
        if output is None:
            self.line = len(self.lines)
            raise self.fault("output(...)", _Token("", 1))
        self.line, self.tokens = output
        self.at = 2
        self.circuit.output = self.literal()
        return self.circuit

    def header(self) -> None:
        self.line = 1
        words = self.lines[0].split()
        right = (
            len(words) in (1, 2)
            and words[0].upper() == "#QCIR-G14"
            and all(_NAME.fullmatch(word) and word.isdigit() for word in words[1:])
        )
        if not right:
            raise self.fault("the first line '#QCIR-G14'", _Token(self.lines[0].strip(), 1))

    def split(self, line: str) -> None:
        self.tokens = [_Token(match[1], match.start(1) + 1) for match in _TOKEN.finditer(line)]
        self.tokens.append(_Token("", len(line.rstrip()) + 1))
        self.at = 0

    def unsupported(self, expected: str, token: _Token, advice: str) -> None:
        raise UnsupportedError(
            expected, found=repr(token.text), source=self.name, line=self.line, column=token.column, advice=advice
        )

    def define(self, token: _Token, literal: int) -> None:
        if token.text in self.meaning:
            raise self.fault("a name that is not in use", token)
        self.meaning[token.text] = literal

    def block(self, quantifier: Quantifier) -> None:
        self.sign("(")
        variables = []
        while True:
            token = self.word("a variable")
            variables.append(self.circuit.variable(None if token.text.isdigit() else token.text))
            self.define(token, variables[-1])
            if self.sign(",", ")") == ")":
                break
        self.sign("")
        self.circuit.prefix.add(quantifier, variables)

    def gate(self, name: _Token) -> None:
        self.sign("=")
        kind = self.word("and, or, xor or ite")
        lowered = kind.text.lower()
        if lowered in _QUANTIFIERS:
            self.unsupported("a gate and, or, xor or ite", kind, "only prenex circuits are read")
        if lowered not in ("and", "or", "xor", "ite"):
            raise self.fault("a gate and, or, xor or ite", kind)
        self.sign("(")
        operands = []
        if self.tokens[self.at].text == ")":
            self.next()
        else:
            while True:
                operands.append(self.literal())
                if self.sign(",", ")") == ")":
                    break
        self.sign("")
        if len(operands) != _ARITY.get(lowered, len(operands)):
            raise self.fault(f"{lowered} with {_ARITY[lowered]} inputs, not {len(operands)}", kind)
        circuit, size = self.circuit, self.circuit.num_nodes
        if lowered == "and":
            literal = circuit.and_(operands)
        elif lowered == "or":
            literal = circuit.or_(operands)
        elif lowered == "xor":
            literal = circuit.xor(*operands)
        else:
            literal = circuit.ite(*operands)
        self.define(name, literal)
        if circuit.num_nodes > size and literal > 0 and not name.text.isdigit():
            circuit.names[literal] = name.text
