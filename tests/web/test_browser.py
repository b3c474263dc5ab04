"""The page in a browser: one path for each kind of visitor, on a wide and a narrow window. Needs Chromium."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
if BROWSER is None:
    pytest.skip("Chromium is not installed", allow_module_level=True)

SHOTS = os.environ.get("ZERMELO_SCREENSHOTS")
"""A folder for pictures of the pages, to be looked at."""

pytestmark = pytest.mark.slow

WINDOWS: dict[str, dict[str, Any]] = {
    "wide": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "narrow": {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True},
}


@pytest.fixture(scope="module")
def browser():
    """Chromium."""
    with playwright.sync_playwright() as driver:
        found = driver.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(params=WINDOWS)
def page(browser, long_served, request):
    """A page in a window; at the end nothing came from elsewhere, no script failed, and nothing is wider than it."""
    context = browser.new_context(base_url=long_served.address, **WINDOWS[request.param])
    shown = context.new_page()
    wrong: list[str] = []
    shown.on("pageerror", lambda error: wrong.append(str(error)))
    shown.on("console", lambda told: wrong.append(told.text) if "Content Security" in told.text else None)
    shown.on("request", lambda sent: wrong.append(sent.url) if not sent.url.startswith(long_served.address) else None)
    yield shown
    shown.wait_for_load_state("load")
    if SHOTS:
        name = re.sub(r"\W+", "_", request.node.name).strip("_")
        shown.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)
    assert wrong == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= shown.viewport_size["width"]
    assert shown.evaluate(ACCESSIBLE) == []
    assert violations(shown) == []
    context.close()


def violations(shown) -> list[str]:
    """The rules of axe-core that a page breaks, each with an element; none where axe is not installed."""
    try:
        from axe_playwright_python.sync_playwright import Axe
    except ImportError:
        return []
    found = Axe().run(shown).response["violations"]
    return [f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}" for each in found]


ACCESSIBLE = """() => {
  const wrong = [], seen = (item) => item.offsetParent !== null || item instanceof SVGElement;
  const named = (item) => item.labels?.length || item.getAttribute("aria-label") || item.getAttribute("aria-labelledby")
    || item.textContent.trim() || item.getAttribute("title");
  const controls = "input:not([type=hidden]), select, textarea, button, a[href], [role=button]";
  for (const item of document.querySelectorAll(controls))
    if (seen(item) && !named(item)) wrong.push("no name: " + item.outerHTML.slice(0, 120));
  for (const image of document.querySelectorAll("img:not([alt])")) wrong.push("no alt: " + image.src);
  const ids = [...document.querySelectorAll("[id]")].filter((item) => !item.closest("svg")).map((item) => item.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) wrong.push("twice: " + id);
  if (document.querySelectorAll("h1").length === 0) wrong.push("no heading");
  if (!document.documentElement.lang || !document.title) wrong.push("no language or title");
  const part = (value) => { const c = value / 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
  const light = ([r, g, b]) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const colour = (text) => text.match(/[\\d.]+/g).map(Number);
  const behind = (item) => {
    for (let here = item; here; here = here.parentElement) {
      const found = colour(getComputedStyle(here).backgroundColor);
      if (found.length < 4 || found[3] > 0.9) return found;
    }
    return [255, 255, 255];
  };
  for (const item of document.querySelectorAll("p, a, button, label, h1, h2, h3, li, summary, th, td, span, strong")) {
    if (!seen(item) || item.closest("svg, :disabled, [aria-disabled=true]")) continue;
    if (![...item.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    const [one, two] = [light(colour(getComputedStyle(item).color)), light(behind(item))].sort((a, b) => b - a);
    if ((one + 0.05) / (two + 0.05) < 4.5) wrong.push("too faint: " + item.outerHTML.slice(0, 120));
  }
  return wrong;
}"""
"""Names of controls, texts of images, one heading at least, and contrast of 4.5 (WCAG AA)."""


def see(page, path):
    """Open a page, and wait for its script, which a click does not wait for."""
    page.goto(path)
    page.wait_for_selector("html.scripted", state="attached")


def test_a_newcomer(page):
    """Opens Tippy, solves it, walks the proof, loses a game, has it reviewed, and keeps a picture."""
    see(page, "/")
    page.click("text=Tippy")
    page.wait_for_selector("html.scripted #ask", state="attached")
    page.click("text=Solve")
    page.wait_for_selector(".result:has-text('Black wins within 9 moves, not within 8')")
    assert re.search(r"Checked by playing \d+ replies", page.inner_text(".checked"))
    page.click("text=Walk the proof: Black wins within 9")
    page.wait_for_selector("[role=treeitem][aria-level='2']")
    page.click("text=Step ▸")
    page.wait_for_selector("#history li:nth-child(3)")
    page.click("text=New start")
    page.wait_for_selector("#history:not(:has(li))", state="attached")
    page.select_option("#opponent", "proof")
    page.wait_for_selector("#history li:nth-child(1)")
    for done in (3, 5, 7, 9):
        page.wait_for_selector("#board:not(.busy)")
        if page.locator("#status.over").count():
            break
        page.locator(".cells a").last.click()
        page.wait_for_selector(f"#history li:nth-child({done}), #status.over")
    page.wait_for_selector("#status.over:has-text('Black has won')")
    page.click("[data-do=review]")
    page.wait_for_selector("#said:has-text('no mistake')")
    with page.expect_download() as kept:
        page.click("#downloads >> text=PNG")
    assert Path(kept.value.path()).read_bytes().startswith(b"\x89PNG")


def test_a_click_is_drawn_at_once(page):
    """A click draws the move without loading the page anew; back and forward go through the moves."""
    see(page, "/game?g=hex:5x5")
    page.evaluate("window.kept = true")
    page.click("[data-cell='12']")
    page.wait_for_selector("#history li:nth-child(1)")
    page.keyboard.press("Tab")
    page.click("[data-cell='7']")
    page.wait_for_selector("#history li:nth-child(2)")
    assert page.evaluate("window.kept")
    assert page.url.endswith("m=c3+b3")
    page.go_back()
    page.wait_for_selector("#history li:nth-child(2)", state="detached")
    page.go_forward()
    page.wait_for_selector("#history li:nth-child(2)")
    page.click("text=Undo")
    page.wait_for_selector("#history li:nth-child(2)", state="detached")


def hold_back(page, addresses):
    """A list to which requests come instead of being sent."""
    held = []
    page.route(addresses, lambda route: held.append(route))  # noqa: PLW0108  # it wants a function of Python's
    return held


def wait_for(page, held):
    """Wait until a request is held back."""
    for _ in range(2000):
        if held:
            return
        page.wait_for_timeout(5)
    raise AssertionError("no request came")


def test_no_click_is_lost(page):
    """Clicks before a move is drawn are made after it; a board is not drawn anew under a pressed pointer."""
    see(page, "/game?g=hex:5x5")
    page.evaluate("for (const cell of [12, 7, 7, 3]) document.querySelector(`[data-cell='${cell}'] polygon`)"
                  ".dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))")  # fmt: skip
    page.wait_for_selector("#history li:nth-child(3):has-text('a4')")
    assert page.locator("#history li").all_inner_texts() == ["c3", "b3", "a4"]
    held = hold_back(page, "**/api/think/values*")
    page.click("text=Values of all moves")
    page.hover("[data-cell='0']")
    page.mouse.down()
    wait_for(page, held)
    held.pop().continue_()
    page.wait_for_selector("#said:has-text('Of 22 moves')")
    page.mouse.up()
    page.wait_for_selector("#history li:nth-child(4):has-text('a1')")


def test_what_comes_too_late_is_not_shown(page):
    """The reply of an opponent, and a step of a proof, that were asked for before a new start, or another opponent."""
    see(page, "/game?g=hex:3x3")
    held = hold_back(page, "**/api/think/reply*")
    page.select_option("#side", "white")
    page.select_option("#opponent", "search")
    wait_for(page, held)
    page.click("[data-cell='0']")  # it is not one's turn
    page.select_option("#opponent", "")
    page.click("[data-cell='4']")
    page.wait_for_selector("#history li:nth-child(1):has-text('b2')")
    page.unroute("**/api/think/reply*")
    page.select_option("#side", "black")
    page.click("text=New start")
    page.wait_for_selector("#history:not(:has(li))", state="attached")
    page.click("text=Solve")
    page.click("text=Walk the proof: Black wins")
    page.wait_for_selector("[role=treeitem][aria-level='2']")
    page.wait_for_selector("#history li:nth-child(1)")
    walked = hold_back(page, "**/api/walk*")
    page.locator("[role=treeitem][aria-level='2'] .node").first.click()
    wait_for(page, walked)
    page.click("text=New start")
    page.wait_for_selector("#history:not(:has(li))", state="attached")
    with page.expect_response("**/api/walk*"):
        for each in walked:
            each.continue_()
    page.evaluate("new Promise(requestAnimationFrame)")
    assert page.locator("#history li").count() == 0


def test_by_keyboard(page):
    """Arrow keys go over the board, Enter plays; the list takes a typed move."""
    see(page, "/game?g=ttt")
    page.focus("[data-cell='0']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("#history li:nth-child(1)")
    page.click("text=All moves as a list")
    page.fill("#type input[name=add]", "zz")
    page.keyboard.press("Enter")
    page.wait_for_selector("#said.mistake")
    page.fill("#type input[name=add]", "C3")
    page.keyboard.press("Enter")
    page.wait_for_selector("#history li:nth-child(2):has-text('c3')")


def test_moving_stones(page):
    """A stone goes by two clicks, from one cell to another; a domino lies on two cells; an arrow takes a third."""
    see(page, "/game?g=breakthrough:3x4")
    mover = page.locator("[role=button][data-cell]").last
    mover.click()
    page.locator(".target").first.dispatch_event("click")
    page.wait_for_selector("#history li:nth-child(1)")
    see(page, "/game?g=domineering:3x3")
    page.click("[data-cell='4']")
    page.locator(".target").first.dispatch_event("click")
    page.wait_for_selector("#history li:nth-child(1)")
    see(page, "/game?g=amazons:3x3")
    page.locator("[role=button][aria-label*='black stone']").first.click()
    page.locator(".target").first.dispatch_event("click")
    assert page.locator(".chosen").count() == 2
    page.keyboard.press("Escape")


def test_a_researcher(page):
    """Asks within a depth, sees progress, cancels a hard question; takes the formula and solves it."""
    see(page, "/game?g=hex:8x8")
    page.click("#ask button.primary")
    page.wait_for_selector(".working:has-text('positions')")
    page.click("text=Cancel")
    page.wait_for_selector("text=Cancelled.")
    see(page, "/game?g=hex:3x3")
    page.check("text=Win within")
    page.fill("#ask input[name=d]", "5")
    page.check("text=Decide every first move")
    page.click("#ask button.primary")
    page.wait_for_selector(".firsts li")
    page.click("#formula summary")
    page.press("#formula input[name=d]", "Enter")
    page.wait_for_selector("td.number")
    with page.expect_download() as kept:
        page.click("text=QDIMACS")
    assert "p cnf" in Path(kept.value.path()).read_text()


def test_a_puzzle_designer(page):
    """Sets up a position by clicks, writes a game beside its board, sees the line of a mistake."""
    see(page, "/game?g=hex:4x4")
    page.click("text=Set up a position")
    page.click("#setup-begin")
    page.click("[data-cell='5']")
    page.wait_for_selector("[data-cell='5'][aria-label*=black], [data-cell='5']:has-text('')", state="attached")
    page.click("[data-cell='6']")
    page.click("#setup-done")
    page.wait_for_url("**/game?t=*")
    page.click("text=edit as text")
    page.wait_for_selector("#editor")
    page.fill("#editor textarea", "3x3\nb[b2]\nw[q9]\n")
    page.wait_for_selector("#mistake:has-text('Line 3')")
    assert page.inner_text(".numbers b") == "3"
    page.fill("#editor textarea", "3x3\nb[b2]\nw[a1]\n")
    page.wait_for_selector("#kind:has-text('3x3')")
    page.wait_for_selector("#mistake", state="hidden")
    page.click("text=Play it")
    page.wait_for_selector("#history", state="attached")


def test_a_theorist(page):
    """Values of all moves with signs; the breaker's pairs as links; the best line, stepped through."""
    see(page, "/game?g=ttt")
    page.click("text=Values of all moves")
    page.wait_for_selector("#said:has-text('Of 9 moves: 9 draw')")
    see(page, "/game?g=hex:4x4")
    page.click("text=Best line")
    page.wait_for_selector("#said:has-text('Black has won')")
    page.click("[data-do=next]")
    page.wait_for_selector("#history li:nth-child(1)")
    see(page, "/game?g=nim:1,2,3")
    page.click("text=Solve")
    page.wait_for_selector(".result:has-text('White wins')")


def test_a_teacher(page):
    """Chooses a family with its options and sees it before opening it; plays one of a level; shares the address."""
    see(page, "/?family=gomoku")
    page.wait_for_selector("#preview svg")
    page.fill("input[name='o.board']", "0x5")
    page.wait_for_selector("#preview.mistake")
    page.fill("input[name='o.board']", "4x4")
    page.wait_for_selector("#preview svg")
    page.click("text=Open this game")
    page.wait_for_selector("#opponent")
    page.wait_for_selector("html.scripted")
    page.select_option("#opponent", "level 3")
    page.click("[data-cell='5']")
    page.wait_for_selector("#history li:nth-child(2)")
    address = page.input_value("#address")
    moves = page.inner_text("#history")
    see(page, address)
    assert page.inner_text("#history") == moves


def test_other_pages(page):
    """The first page, answers, proofs, formulas and errors as pages of their own."""
    for path in ("/?home=1", "/answer?g=ttt", "/proof?g=hex:3x3", "/formula?g=ttt&d=3", "/edit", "/game?g=zzz"):
        see(page, path)
        assert page.evaluate(ACCESSIBLE) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], path
