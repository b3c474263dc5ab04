"""Settings of all tests: the place of the published instances, Hypothesis without deadlines (machines are noisy)."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from tests.sizes import draws

# Here each run draws new games; continuous integration draws the same ones each time: it tells what a change broke.
settings.register_profile(
    "zermelo",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
    max_examples=draws(100, 60),
    derandomize="CI" in os.environ,
)
settings.load_profile("zermelo")

# Where signals are ignored, as under nohup, whoever is started would ignore them, too.
for number, handler in ((signal.SIGINT, signal.default_int_handler), (signal.SIGHUP, signal.SIG_DFL)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, handler)

os.environ["ZERMELO_CONFIG"] = ""  # the user's own tools are no part of the tests
os.environ["ZERMELO_CACHE"] = ""  # nor are the answers that are stored

collect_ignore = ["fake_tools"]  # programs, among them one that eats all memory: not to be imported for doctests

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session", autouse=True)
def _temporary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Temporary files of the tests, such as evidence of disagreements, are kept and removed with their other files."""
    tempfile.tempdir = str(tmp_path_factory.mktemp("temporary"))
    yield
    tempfile.tempdir = None


@pytest.fixture(scope="session")
def benchmarks() -> Path:
    """The folder of published instances; tests that need it are skipped where it is absent."""
    folder = SHARED / "benchmarks"
    if not folder.is_dir():
        pytest.skip("the published instances are not here")
    return folder


@pytest.fixture
def verified_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions out of proofs are verified without a program of its own, which takes a tenth of a second to start."""
    from zermelo.errors import DisagreementError
    from zermelo.proofs._sat_child import satisfiable
    from zermelo.proofs.verifier import counterexamples

    def verify(formula: Any, functions: Any, **_limits: Any) -> None:
        if satisfiable(counterexamples(formula, functions)):
            raise DisagreementError("the proof was accepted, but its functions lose against some play")

    monkeypatch.setattr("zermelo.proofs.certificate.verify", verify)
