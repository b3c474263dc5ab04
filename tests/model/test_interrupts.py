"""Signals in a solver of PySAT: Ctrl-C is `KeyboardInterrupt`, as anywhere else, and nothing is freed twice."""

from __future__ import annotations

import signal
import sys

import pysolvers
import pytest

from zermelo.interrupts import in_pysat, pysat_solver, uninterrupted


def test_told_by_pysat() -> None:
    """PySAT tells Ctrl-C by an error of its own, which it raises for other reasons, too."""
    with pytest.raises(KeyboardInterrupt), in_pysat():
        raise pysolvers.error("Caught keyboard interrupt")
    with pytest.raises(pysolvers.error, match="no such solver"), in_pysat():
        raise pysolvers.error("no such solver")


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be put off")
@pytest.mark.parametrize("when", ["made", "deleted"])
def test_a_solver_is_freed_once(when: str) -> None:
    """As in PySAT, which frees a solver, and then forgets it: a signal to this thread in between waits."""

    class Solver:
        def __init__(self) -> None:
            self.freed, self.held = 0, False
            if when == "made":
                signal.raise_signal(signal.SIGINT)
            self.held = True
            solvers.append(self)

        def delete(self) -> None:
            if self.held:
                self.freed += 1
                if when == "deleted":
                    signal.raise_signal(signal.SIGINT)
                self.held = False

    solvers = list[Solver]()
    with pytest.raises(KeyboardInterrupt), pysat_solver(Solver):
        pass
    for solver in solvers:  # as the collector does
        solver.delete()
    assert [solver.freed for solver in solvers] == [1]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be put off")
def test_a_signal_that_comes_just_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is raised once the mask is set; signals are heard as before, or Ctrl-C would be lost for good."""
    blocked = signal.pthread_sigmask

    def raises(how: int, mask: tuple[signal.Signals, ...]) -> set[int]:
        before = blocked(how, mask)
        if how == signal.SIG_BLOCK and mask:
            raise KeyboardInterrupt
        return before

    before = blocked(signal.SIG_BLOCK, ())
    monkeypatch.setattr(signal, "pthread_sigmask", raises)
    with pytest.raises(KeyboardInterrupt):
        uninterrupted(int)
    assert blocked(signal.SIG_SETMASK, before) == before


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be put off")
def test_a_signal_that_comes_meanwhile() -> None:
    """It is raised when the work is done, and signals are heard as before."""
    before, done = signal.pthread_sigmask(signal.SIG_BLOCK, ()), []

    def work(times: int) -> None:
        for _ in range(times):
            signal.raise_signal(signal.SIGINT)
            done.append(True)

    with pytest.raises(KeyboardInterrupt):
        uninterrupted(work, times=3)
    assert done == [True] * 3
    assert signal.pthread_sigmask(signal.SIG_SETMASK, before) == before


def test_an_interrupt_that_a_destructor_loses() -> None:
    """Another thread has taken the signal, so that it does not wait, and the solver is being freed."""

    class Freed:
        def __del__(self) -> None:
            raise KeyboardInterrupt

    class Solver:
        def __init__(self) -> None:
            self.solver: Freed | None = Freed()

        def delete(self) -> None:
            self.solver = None

    before = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt), pysat_solver(Solver):
        pass
    assert sys.unraisablehook is before
