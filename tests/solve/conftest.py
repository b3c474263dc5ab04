"""The detector of whatever a test leaves behind, as for the solvers; solvers that say what a test wants."""

from tests.solve.fakes import fake
from tests.solvers.conftest import clean, marker

__all__ = ["clean", "fake", "marker"]
