"""The page of a report in a browser: filters, order, nothing loaded, no name becomes markup. Needs Chromium."""

from __future__ import annotations

import shutil

import pytest
from tests.campaign.made_results import MadeRun, make_results

from zermelo import cli

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if BROWSER is None:
    pytest.skip("Chromium is not installed", allow_module_level=True)

EVIL = "<img src=x onerror=\"document.title='x'\">"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """The address of a page of 241 runs."""
    runs = [
        MadeRun(f"hex:{n}", way, n / 10, None if n % 3 == 0 else "black", reason=reason, detail=EVIL * 2)
        for n in range(1, 121)
        for way, reason in (("search", "time"), (EVIL, "crash"))
    ]
    folder = tmp_path_factory.mktemp("page")
    path = make_results(folder / "a.db", [*runs, MadeRun(EVIL, "search")])
    assert cli.run(["campaign", "report", str(path), "--html", str(folder / "a.html")]) == 0
    return f"file://{folder}/a.html"


@pytest.fixture
def page(address):
    """The page in the browser; at the end nothing was loaded, and no error was told."""
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        shown = browser.new_page()
        told: list[str] = []
        shown.on("console", lambda message: told.append(message.text))
        shown.on("pageerror", lambda error: told.append(str(error)))
        shown.on("request", lambda request: told.append(request.url) if request.url != address else None)
        shown.goto(address)
        yield shown
        assert told == []
        browser.close()


def test_filters_and_order(page):
    """Each filter narrows, they work together, and "Clear" undoes them; a second click turns the order round."""
    told = page.locator("#told")
    assert told.inner_text().startswith("241 of 241 runs: 161 solved, 40 unknown, 40 failed")
    page.fill("input[name=text]", "HEX 12")
    assert told.inner_text().startswith("6 of 241 runs: 2 solved, 2 unknown, 2 failed")
    page.select_option("select[name=way]", "=search")
    assert told.inner_text().startswith("3 of 241 runs")
    page.select_option("select[name=status]", "=unknown")
    page.select_option("select[name=reason]", "=time")
    assert told.inner_text().startswith("2 of 241 runs: 0 solved, 2 unknown, 0 failed; 13.2 s")
    page.click("text=Clear")
    page.wait_for_function("document.getElementById('told').textContent.startsWith('241 of')")
    first = page.locator("#cells tbody tr").first
    page.click("#cells thead button:text-is('s')")
    assert first.locator("th").inner_text() == "hex:120"
    page.click("#cells thead button:text-is('s')")
    assert first.locator("th").inner_text() == "hex:1"
    assert page.locator("#cells [aria-sort]").get_attribute("aria-sort") == "ascending"
    page.click("#cells thead button:text-is('game')")
    assert [page.locator("#cells tbody th").nth(number).inner_text() for number in (0, 1, 3)] == [
        EVIL,
        "hex:1",
        "hex:2",
    ]
    page.click("#more")
    assert page.locator("#cells tbody tr").count() == 200


def test_nothing_is_markup_and_nothing_is_too_wide(page):
    """Names are texts in each place; a narrow screen scrolls tables, and not the page."""
    assert page.title() == "Campaign made.toml"
    assert page.locator("img").count() == 0
    assert page.locator("select[name=way] option").all_inner_texts() == ["all", "search", EVIL]
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
