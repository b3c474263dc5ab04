"""A server for the tests of pages: in this process for replies, as a program of its own for its processes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import warnings

import pytest

pytest.importorskip("starlette", reason="the extra web is not installed")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # about the successor of httpx
    from starlette.testclient import TestClient

from zermelo.web.app import create_app

ADDRESS = "http://127.0.0.1"


@pytest.fixture(scope="session")
def client():
    """A client of a server in this process."""
    with TestClient(create_app(), base_url=ADDRESS) as found:
        yield found


class Served:
    """A server that runs as a program.

    Parameters
    ----------
    options
        Of the command.
    """

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "zermelo", "serve", "--port", "0", "--json", *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.told = json.loads(self.process.stdout.readline())
        self.address = self.told["address"].rstrip("/")
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", self.address)

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture
def served():
    """A server that runs as a program."""
    found = Served()
    yield found
    found.close()


@pytest.fixture(scope="session")
def long_served():
    """A server that serves many tests."""
    found = Served()
    yield found
    found.close()
