"""The detector of whatever a test leaves behind, as for the solvers."""

from tests.solvers.conftest import clean, marker

__all__ = ["clean", "marker"]
