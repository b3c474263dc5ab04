"""Ctrl-C in a solver of PySAT is `KeyboardInterrupt`, as anywhere else."""

from __future__ import annotations

import pysolvers
import pytest

from zermelo.interrupts import in_pysat


def test_told_by_pysat() -> None:
    """PySAT tells Ctrl-C by an error of its own, which it raises for other reasons, too."""
    with pytest.raises(KeyboardInterrupt), in_pysat():
        raise pysolvers.error("Caught keyboard interrupt")
    with pytest.raises(pysolvers.error, match="no such solver"), in_pysat():
        raise pysolvers.error("no such solver")
