"""One formula as a file: the comments before it, its language, and its size in that language.

Every encoding can be written in both languages, see `Encoded.clauses` and `Encoded.circuit`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from zermelo import __version__
from zermelo.bench.expected import Expected
from zermelo.encodings import Encoded
from zermelo.errors import InputError
from zermelo.files import Target
from zermelo.formula import QCNF, Circuit, printed_names, write_qcir, write_qdimacs
from zermelo.formula.circuit import CircuitSizes
from zermelo.formula.clauses import Sizes
from zermelo.model import Game

LANGUAGES = ("qdimacs", "qcir")

Way = dict[int, int]
"""For the variables of an encoding, their numbers in the formula as it is written."""


@dataclass(frozen=True)
class FormulaFormat:
    """Form of a written formula.

    Parameters
    ----------
    language
        ``qdimacs`` or ``qcir``.
    annotate
        True if the comments name every variable.
    cleansed
        Of QCIR, the form that all tools share: numbers for names, gates AND and OR only, no comments.

    Raises ``InputError`` for what does not go together.
    """

    language: str = "qdimacs"
    annotate: bool = False
    cleansed: bool = False

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            raise InputError(" or ".join(LANGUAGES), found=repr(self.language))
        if self.cleansed and self.language != "qcir":
            raise InputError("qcir for a cleansed file", found=self.language)
        if self.cleansed and self.annotate:
            raise InputError("a cleansed file or an annotated one: a cleansed file has no comments", found="both")

    def __str__(self) -> str:
        return f"{self.language}{' cleansed' if self.cleansed else ''}{' annotated' if self.annotate else ''}"


class Formula:
    """The formula of an encoding in both languages, each made when it is first used.

    >>> from zermelo.encodings import encode
    >>> from zermelo.model import ConnectionGame
    >>> formula = Formula(encode(ConnectionGame.hex(2, 2), 3))
    >>> formula.sizes("qdimacs").clauses, formula.sizes("qcir").gates
    (42, 39)
    """

    def __init__(self, encoded: Encoded) -> None:
        self.encoded = encoded

    @cached_property
    def clauses(self) -> tuple[QCNF, Way]:
        """As clauses."""
        return self.encoded.clauses()

    @cached_property
    def circuit(self) -> tuple[Circuit, Way]:
        """As a circuit."""
        return self.encoded.circuit()

    def sizes(self, language: str) -> Sizes | CircuitSizes:
        """The size in a language."""
        return self.circuit[0].sizes() if language == "qcir" else self.clauses[0].sizes()

    def write(self, target: Target, comments: Iterable[str], form: FormulaFormat) -> None:
        """Write the formula to a path, whole or not at all, or to an open file.

        Parameters
        ----------
        target
            The path, or a text file that is open.
        comments
            Lines for people, put before the formula.
        form
            The language, and whether variables are named in further comments.

        Raises InputError when the file cannot be written.
        """
        if form.language == "qcir":
            names = self._names_of_circuit() if form.annotate else ()
            write_qcir(self.circuit[0], target, chain(comments, names), cleansed=form.cleansed)
        else:
            names = self._names_of_clauses() if form.annotate else ()
            write_qdimacs(self.clauses[0], target, chain(comments, names))

    def _names_of_circuit(self) -> Iterator[str]:
        circuit, way = self.circuit
        names = {way[variable]: name for variable, name in self.encoded.names().items() if variable in way}
        for variable, name in names.items():
            circuit.names.setdefault(variable, name)
        printed = printed_names(circuit)
        return (f"variable {printed[variable]}: {name}" for variable, name in sorted(names.items()))

    def _names_of_clauses(self) -> Iterator[str]:
        qcnf, way = self.clauses
        names = {way[variable]: name for variable, name in self.encoded.names().items() if variable in way}
        for variable, name in sorted(names.items()):
            yield f"variable {variable}: {name}"
        first, last = max(way.values(), default=0) + 1, qcnf.num_variables
        if first <= last:
            yield f"variables {first} to {last}: gates of the circuit"


def head(source: Iterable[str], game: Game, asked: int, encoded: Encoded, expected: Expected) -> list[str]:
    """The comments before a formula.

    Parameters
    ----------
    source
        Lines on where the game comes from.
    game
        The game that was encoded.
    asked
        The depth that was asked for, in moves; the formula may have a smaller one.
    encoded
        The formula with its encoding, depth and query.
    expected
        Its expected status.
    """
    used = encoded.depth
    return [
        *source,
        f"game: {game.kind}, {game.board.size_text}",
        f"encoding: {encoded.encoding}",
        f"depth: {asked}{'' if used == asked else f' (encoded as {used}: no play is longer)'}",
        f"query: {encoded.asks.value}",
        f"version: zermelo {__version__}",
        f"expected: {expected}",
        *[f"note: {note}" for note in (*getattr(game, "notes", ()), *encoded.notes)],
    ]
