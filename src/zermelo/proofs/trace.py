"""A proof on disk, in the format QRP, read line by line and found again by the number of a step.

    p qrp VARIABLES CLAUSES          the header, whose counts mean nothing
    a … 0, e … 0                     the prefix
    ID LITERALS 0 ANTECEDENTS 0      a step; without an antecedent it is given, with one reduced, with two resolved
    r SAT, r UNSAT                   the result

Proofs can be much larger than the memory.  So nothing of them is kept here but where each step begins, eight bytes a
step; the text stays in the file, which is mapped into memory and which the operating system may drop from there.

The format is that of DepQBF and QRPcheck: Niemetz, Preiner, Lonsing, Seidl and Biere, "Resolution-based certificate
extraction for QBF", SAT 2012.
"""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, NoReturn

from zermelo.errors import InputError
from zermelo.formula import Prefix, Quantifier
from zermelo.reading import open_to_read

RESULTS = {b"SAT": True, b"UNSAT": False}


class ProofStep(NamedTuple):
    """A line of a proof: its own number, its literals, the numbers of the steps that it comes from."""

    number: int
    literals: list[int]
    antecedents: list[int]


class Trace:
    """A proof of a formula with a given prefix; a context manager.

    Attributes
    ----------
    result
        The claim of the last line, once `steps` has met it.
    line
        The line that was read last.

    Raises InputError, with the line, for whatever is no proof in this format.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile() as file:
    ...     _ = Path(file.name).write_text("p qrp 1 1\\na 1 0\\n1 1 0 0\\n2 0 1 0\\nr UNSAT\\n")
    ...     with Trace(Path(file.name), Prefix([("a", [1])])) as trace:
    ...         print(*trace.steps(), trace.result, trace[2].antecedents)
    ProofStep(number=1, literals=[1], antecedents=[]) ProofStep(number=2, literals=[], antecedents=[1]) False [1]
    """

    def __init__(self, path: Path, prefix: Prefix, name: str | None = None) -> None:
        self.prefix, self.name = prefix, name or str(path)
        self.result: bool | None = None
        self.line = 0
        self._starts = array("Q")
        self._literal = {b"%d" % literal: literal for variable in prefix for literal in (variable, -variable)}
        try:
            with open_to_read(path) as file:  # a pipe cannot be mapped, which its seek says
                size = file.seek(0, 2)
                self._text = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ) if size else None
        except (OSError, ValueError) as error:
            raise InputError(f"cannot read: {getattr(error, 'strerror', None) or error}", source=self.name) from error

    def __enter__(self) -> Trace:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._text is not None:
            self._text.close()

    def __len__(self) -> int:
        """The steps read so far."""
        return len(self._starts)

    @property
    def size(self) -> int:
        """The bytes of the file."""
        return 0 if self._text is None else len(self._text)

    def fault(self, expected: str, found: str) -> NoReturn:
        """Something is wrong in the line that was read last."""
        short = found if len(found) <= 200 else f"{found[:199]}…"
        raise InputError(expected, found=short, source=self.name, line=self.line)

    def steps(self) -> Iterator[ProofStep]:
        """All steps in order, once; the prefix is compared on the way."""
        text, seen, header = self._text, Prefix(), False
        self._starts, self.line, self.result = array("Q"), 0, None
        following = 0
        while text is not None and following < len(text):
            start, line = following, self._at(following)
            following += len(line)
            self.line += 1
            words = line.split()
            first = words[0] if words else b""
            if not header:
                header = words[:2] == [b"p", b"qrp"] and len(words) == 4
                if not header:
                    self.fault("the header 'p qrp VARIABLES CLAUSES'", _quoted(line))
            elif self.result is not None:
                self.fault("the end of the proof after the result", _quoted(line))
            elif first == b"r":
                if len(words) != 2 or words[1] not in RESULTS:
                    self.fault("'r SAT' or 'r UNSAT'", _quoted(line))
                self._compare(seen)
                self.result = RESULTS[words[1]]
            elif first in (b"a", b"e"):
                self._block(seen, words, line)
            else:
                if not self._starts:
                    self._compare(seen)
                step = self._step(words, line)
                if step.number != len(self._starts) + 1:
                    self.fault(f"step {len(self._starts) + 1}", f"step {step.number}")
                self._starts.append(start)
                yield step
        if self.result is None:
            self.line += 1
            self.fault("'r SAT' or 'r UNSAT' as the last line", "the end of the file")

    def __getitem__(self, number: int) -> ProofStep:
        """A step that was read before; also while `steps` is under way."""
        line = self._at(self._starts[number - 1])
        return self._step(line.split(), line)

    def _at(self, start: int) -> bytes:
        """The line that begins there."""
        assert self._text is not None
        end = self._text.find(b"\n", start)
        return self._text[start : end + 1] if end >= 0 else self._text[start:]

    def _block(self, seen: Prefix, words: list[bytes], line: bytes) -> None:
        if self._starts:
            self.fault("the prefix before the first step", _quoted(line))
        if words[-1] != b"0":
            self.fault("a zero at the end of the block", _quoted(line))
        try:
            seen.add(Quantifier(words[0].decode()), [int(word) for word in words[1:-1]])
        except ValueError:  # InputError is one
            self.fault("variables, each bound once", _quoted(line))

    def _compare(self, seen: Prefix) -> None:
        if [(kind, set(names)) for kind, names in seen.blocks] != [
            (kind, set(names)) for kind, names in self.prefix.blocks
        ]:
            self.fault("the prefix of the formula", "another prefix above this line")

    def _step(self, words: list[bytes], line: bytes) -> ProofStep:
        try:
            end = words.index(b"0", 1, -1)
            number, *antecedents = map(int, (words[0], *words[end + 1 : -1]))
            literals = list(map(self._literal.__getitem__, words[1:end]))  # quicker than a loop
        except KeyError as error:
            self.fault("a literal of a variable of the formula", _quoted(error.args[0]))
        except ValueError:
            self.fault("a step 'ID LITERALS 0 ANTECEDENTS 0'", _quoted(line))
        if words[-1] != b"0":
            self.fault("a zero at the end of the step", _quoted(line))
        return ProofStep(number, literals, antecedents)


def _quoted(text: bytes) -> str:
    return repr(text[:200].decode("ascii", "backslashreplace").strip())
