"""The site: it builds without a warning, loads nothing from elsewhere, fits a phone, and can be searched and walked.

The last four need Chromium, and Playwright to drive it.
"""

from __future__ import annotations

import fcntl
import functools
import http.server
import importlib.util
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

if importlib.util.find_spec("mkdocs") is None or importlib.util.find_spec("mkdocstrings") is None:
    pytest.skip("the extra docs is not installed", allow_module_level=True)

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PATHS = {
    "teach": {"first steps": "First steps", "a lesson with games": "A lesson with games"},
    "make puzzles": {"a Hex puzzle": "A Hex puzzle", "a game of your own": "A game of your own"},
    "study games": {
        "what an answer means": "What an answer means",
        "why it can be trusted": "Why an answer can be trusted",
    },
    "work on QBF": {"a benchmark family": "A benchmark family", "a solver of your own": "A solver of your own"},
}
"""Of each audience, as the start page calls it: links of its way, and the pages to which they lead."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built strictly, once for all processes of the tests."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            made = folder.with_suffix(".made")
            build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(made)]
            quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
            done = subprocess.run(build, cwd=ROOT, env=quiet, capture_output=True, text=True, check=False)
            assert (done.returncode, done.stderr) == (0, "")
            made.rename(folder)
    return folder


def test_content(site: Path) -> None:
    """The reference shows the docstrings, the gallery its pictures, and what lies beside docs/ is there."""
    assert "Answer a question on a game, prove the answer" in (site / "reference.html").read_text()
    assert len(list((site / "gallery").glob("*.svg"))) > 20
    assert (site / "repository/examples/lesson.ipynb").read_bytes() == (ROOT / "examples/lesson.ipynb").read_bytes()
    assert "contributing.html#add-a-solver-or-a-preprocessor" in (site / "tutorials/own-solver.html").read_text()
    assert not (site / "hooks.py").exists()


def test_names_of_pages(site: Path) -> None:
    """A link named after a file bears the title of the page, and files are shown as code under their names."""
    page = (site / "cli.html").read_text()
    assert ">Languages of game files</a>" in page
    assert ">languages.md</a>" not in page
    assert '<span class="filename">fano.pg</span>' in (site / "tutorials/own-game.html").read_text()


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site, without a word."""

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the interface of the library)
        """Nothing is told."""


@pytest.fixture(scope="module")
def browser(site: Path) -> Iterator[tuple[Any, str]]:
    """The browser, and the address of the site."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    if BROWSER is None:
        pytest.skip("Chromium is not installed")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        with playwright.sync_playwright() as driver:
            shown = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
            yield shown, f"http://127.0.0.1:{server.server_port}/"
            shown.close()
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture
def page(browser: tuple[Any, str], request: pytest.FixtureRequest) -> Iterator[Any]:
    """The start page; at the end nothing was loaded from elsewhere, and no error was told."""
    shown, address = browser
    width = getattr(request, "param", 1300)
    opened = shown.new_page(viewport={"width": width, "height": 900}, base_url=address)
    told: list[str] = []
    here = (address, "data:", "blob:")
    opened.on("request", lambda asked: None if asked.url.startswith(here) else told.append(asked.url))
    opened.on("console", lambda message: told.append(message.text) if message.type == "error" else None)
    opened.on("pageerror", lambda error: told.append(str(error)))
    opened.goto("index.html")
    yield opened
    assert told == []
    opened.close()


@pytest.mark.parametrize("page", [1300, 390], indirect=True)
def test_fits(page: Any) -> None:
    """No page is wider than the window, and every picture is loaded."""
    for name in ("index.html", "gallery.html", "tutorials/own-game.html", "cli.html", "encodings.html", "play.html"):
        page.goto(name)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert page.evaluate("[...document.images].every(each => each.complete && each.naturalWidth > 0)"), name


@pytest.mark.parametrize("audience", PATHS)
def test_paths(page: Any, audience: str) -> None:
    """Each audience finds its way from the start page."""
    for link, title in PATHS[audience].items():
        page.goto("index.html")
        page.locator("tr", has_text=audience).get_by_role("link", name=link).click()
        page.get_by_role("heading", level=1).filter(has_text=title).wait_for()


def test_search(page: Any) -> None:
    """The search field finds a page without any network."""
    late = pytest.importorskip("playwright.sync_api").TimeoutError
    field = page.get_by_role("textbox", name="Search")
    found = page.locator(".md-search-result__link", has_text="Strategies").first

    for _ in range(8):  # what is typed before the script listens is lost
        field.fill("erdős")
        with suppress(late):
            found.wait_for(timeout=15_000)
            return
        field.fill("")
    found.wait_for()
