"""Solvers that say what a test wants."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from zermelo.solvers import Capabilities, SolverResult


class Fake:
    """A solver that gives the same result to everybody, and counts how often it is asked."""

    name = "depqbf"
    capabilities = Capabilities()

    def __init__(self, result: SolverResult | Callable[[int], SolverResult]) -> None:
        self.result, self.calls = result, 0

    def version(self) -> str:
        return "fake"

    def executable(self) -> Path:
        return Path(__file__)

    def solve(self, formula: object, **limits: object) -> SolverResult:  # noqa: ARG002  # as a real one is called
        self.calls += 1
        return self.result if isinstance(self.result, SolverResult) else self.result(self.calls)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], Fake]:
    """Puts one fake solver in the place of all, and one encoding in that of each portfolio."""

    def install(result: Any) -> Fake:
        one = Fake(result)
        monkeypatch.setattr("zermelo.solving.combination.solver", lambda _: one)
        names = {"GRID": "bddl", "CONNECTION": "et", "MAKER_BREAKER": "cor", "MAKER_MAKER": "cor"}
        for rows, name in names.items():
            before = "bloqqer" if name == "bddl" else "none"
            monkeypatch.setattr(f"zermelo.solving.combination.{rows}", ((name, before, "depqbf"),))
        monkeypatch.setattr("zermelo.solving.combination.HOLDING", ())
        return one

    return install
