"""The interface of preprocessors: a simpler formula with the same truth value, or the original one.

A preprocessor is optional, so it never raises and never makes things worse: when it fails, runs out of time, or returns
something that does not look like a formula, the original comes back with ``applied=False`` and the reason.

The simpler formula has, as a rule, **other variables**.  Eliminated ones are gone, expansion makes copies, blocked
clauses are dropped with the values that they forced, and the numbers are assigned anew.  So its truth value is all that
carries over: an assignment of the simpler formula says nothing about the original one, not even for a variable that
seems to have survived.  Where a tool of the configuration file promises otherwise, an assignment is still a mere hint.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from zermelo.errors import MissingToolError
from zermelo.formula import QCNF
from zermelo.solvers import Answer
from zermelo.solvers.licence import UNKNOWN_LICENCE, Licence


@dataclass(frozen=True)
class Preprocessed:
    """A formula to go on with.

    Attributes
    ----------
    formula
        Equivalent in truth value; the original object when not ``applied``.
    answer
        `Answer.TRUE` or `Answer.FALSE` when preprocessing decided it outright (then ``formula`` is a trivial one);
        None when a solver has to.
    applied
        True if ``formula`` is another one than the original.  **Its variable numbers are then new, and there is no way
        back**: never read a move from it, unless ``keeps_outer``.
    detail
        One line: what was done, or why not.
    seconds
        Wall-clock time.
    keeps_outer
        True if the tool promises that the variables of the outermost block keep their numbers and meaning.  Some may
        be missing, and their values are then unknown: what is read off such a formula is a hint, to be confirmed.
    """

    formula: QCNF
    answer: Answer | None
    applied: bool
    detail: str
    seconds: float
    keeps_outer: bool = False

    @property
    def keeps_numbers(self) -> bool:
        """Tell whether an assignment of ``formula`` is one of the original formula."""
        return not self.applied


class Preprocessor(ABC):
    """Adapter of one preprocessor; ``name``, ``description`` and ``how_to_get`` are one line each.

    ``licence`` holds the terms of its use, and where they were read.
    """

    name: str
    description: str
    how_to_get: str = ""
    licence: Licence = UNKNOWN_LICENCE

    @abstractmethod
    def available(self) -> bool:
        """Tell whether it is installed."""

    def require(self) -> None:
        """Raise MissingToolError, with how to get it, unless it is installed."""
        if not self.available():
            raise MissingToolError(f"{self.name} is not installed; get it by: {self.how_to_get}")

    def version(self) -> str | None:
        """The version that it states; None where it states none."""
        return None

    @abstractmethod
    def preprocess(
        self, formula: QCNF, *, time_limit: float | None = None, memory_limit_mb: int | None = None
    ) -> Preprocessed:
        """Simplify.

        Parameters
        ----------
        formula
            Every variable bound; it is not changed.
        time_limit, memory_limit_mb
            Wall-clock seconds and MB; None for no limit.

        Returns
        -------
        Preprocessed
            Always; see there for what a failure looks like.
        """


class NoPreprocessor(Preprocessor):
    """Leaves the formula alone.

    >>> NoPreprocessor().preprocess(QCNF()).applied
    False
    """

    name = "none"
    description = "no preprocessing"
    licence = Licence("none needed")

    def available(self) -> bool:
        """As :meth:`Preprocessor.available`."""
        return True

    def preprocess(
        self,
        formula: QCNF,
        *,
        time_limit: float | None = None,  # noqa: ARG002  # it takes no time
        memory_limit_mb: int | None = None,  # noqa: ARG002  # and no memory
    ) -> Preprocessed:
        """As :meth:`Preprocessor.preprocess`."""
        return Preprocessed(formula, None, False, "no preprocessing", 0.0)


def decided(answer: Answer) -> QCNF:
    """The smallest formula with that answer: no clause, or only the empty one."""
    formula = QCNF()
    if answer is Answer.FALSE:
        formula.add()
    return formula
