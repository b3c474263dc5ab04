"""The detector of whatever a test leaves behind, as for the solvers; solvers that say what a test wants."""

from tests.solvers.conftest import clean, marker
from tests.solving.fakes import fake

__all__ = ["clean", "fake", "marker"]
