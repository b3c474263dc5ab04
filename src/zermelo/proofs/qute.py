"""Qute's traces as proofs in QRP, a resolution a step.

Qute writes ``ID TYPE LITERALS 0 ANTECEDENTS 0``, a clause where TYPE is 0, a term (cube) where it is 1. A step with
antecedents is a chain: the first is resolved with the second, what comes out with the third, and so on, and before each
resolution either side is reduced. Here each reduction and resolution becomes a step of its own; whether it is one is
for the checker to say. In memory are the literals of all steps, four bytes each.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from pathlib import Path

from zermelo.errors import InputError
from zermelo.files import write_text
from zermelo.formula import Prefix, Quantifier


def convert(trace: Path, prefix: Prefix, truth: bool, target: Path, pulse: Callable[[], None] = lambda: None) -> None:
    """Write the proof that a trace of Qute's contains.

    Parameters
    ----------
    trace, prefix, truth
        The trace, and the prefix and truth value of its formula.
    target
        The file that is written.
    pulse
        Called now and then; may raise.

    Raises InputError, with the line, for what is no step, or a chain without a unique resolution.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     source, target = Path(folder) / "source", Path(folder) / "target"
    ...     _ = source.write_text("1 0 1 2 0 0\\n2 0 -1 0 0\\n3 0 0 1 2 0\\n")
    ...     convert(source, Prefix([("e", [1]), ("a", [2])]), False, target)
    ...     print(*target.read_text().splitlines()[3:], sep=" / ")
    1 1 2 0 0 / 2 1 0 1 0 / 3 -1 0 0 / 4 0 2 3 0 / r UNSAT
    """
    with trace.open("rb") as file:
        write_text(target, _Conversion(file, prefix, pulse).lines(truth))


class _Conversion:
    def __init__(self, file: Iterator[bytes], prefix: Prefix, pulse: Callable[[], None]) -> None:
        self._file, self._prefix, self._pulse = file, prefix, pulse
        self._level, self._existential = dict[int, int](), dict[int, bool]()
        for depth, (quantifier, variables) in enumerate(prefix.blocks):
            for variable in variables:
                for literal in (variable, -variable):
                    self._level[literal], self._existential[literal] = depth, quantifier is Quantifier.EXISTS
        self._steps: dict[int, tuple[array[int], int]] = {}
        """By step of Qute's the literals that are left when it is reduced, and the number of our step with them."""
        self._number, self._line = 0, 0

    def lines(self, truth: bool) -> Iterator[str]:
        """The whole proof."""
        yield "p qrp 0 0\n"
        for quantifier, variables in self._prefix.blocks:
            yield f"{quantifier.value} {' '.join(map(str, variables))} 0\n"
        for line in self._file:
            self._line += 1
            if not self._line % 256:
                self._pulse()
            if line[:1] not in (b"a", b"e"):  # the prefix stands before
                yield from self._step(line)
        yield f"r {'SAT' if truth else 'UNSAT'}\n"

    def _fault(self, expected: str, line: bytes) -> InputError:
        found = repr(line[:200].decode("ascii", "backslashreplace").strip())
        return InputError(expected, found=found, source="the trace of Qute", line=self._line)

    def _said(self, literals: frozenset[int], *antecedents: int) -> str:
        self._number += 1
        return " ".join(map(str, (self._number, *sorted(literals, key=abs), 0, *antecedents, 0))) + "\n"

    def _step(self, line: bytes) -> Iterator[str]:
        try:
            number, kind, *rest = map(int, line.split())
            end = rest.index(0)
            literals, antecedents = frozenset(rest[:end]), rest[end + 1 : -1]
            is_term = {0: False, 1: True}[kind]
            steps = [self._steps[each] for each in antecedents]
            reduced = self._reduced(literals, is_term)
        except (KeyError, ValueError):
            raise self._fault("a step 'ID TYPE LITERALS 0 ANTECEDENTS 0'", line) from None
        if not antecedents:
            yield self._said(literals)
            if reduced != literals:
                yield self._said(reduced, self._number)
            self._steps[number] = array("i", reduced), self._number
            return
        current, name = frozenset(steps[0][0]), steps[0][1]
        for other, its_name in steps[1:]:
            pivots = [x for x in current if -x in other and self._existential[x] is not is_term]
            if len(pivots) != 1:
                raise self._fault("a chain of resolutions, each on one variable", line)
            current = self._reduced((current | frozenset(other)) - {pivots[0], -pivots[0]}, is_term)
            yield self._said(current, name, its_name)
            name = self._number
        self._steps[number] = array("i", current), name

    def _reduced(self, literals: frozenset[int], is_term: bool) -> frozenset[int]:
        """Without what may be left out."""
        movers = (self._level[literal] for literal in literals if self._existential[literal] is not is_term)
        bound = max(movers, default=-1)
        return frozenset(literal for literal in literals if self._level[literal] <= bound)
