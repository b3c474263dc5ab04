"""Pages and replies, as a client without a script sees them."""

from __future__ import annotations

import html
import json
import re
import socket
from collections import Counter
from xml.etree import ElementTree as ET

import pytest

from zermelo.families import FAMILIES
from zermelo.picture.move_shape import SIGNS
from zermelo.web import play_tasks
from zermelo.web.address import pack
from zermelo.web.family_forms import SHOWN
from zermelo.web.task_server import TaskServer

EVIL = "<img src=x onerror=alert(1)>"


def test_the_first_page(client):
    """It offers all families, and pictures of some games, each of which can be drawn."""
    page = client.get("/").text
    assert all(f'value="{name}"' in page for name in FAMILIES)
    for expression, moves, *_ in SHOWN:
        reply = client.get("/export/svg", params={"g": expression, "m": moves, "inline": "1"})
        assert reply.headers["content-type"] == "image/svg+xml", expression
        ET.fromstring(reply.text)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_has_a_form_and_a_page(client, name):
    """The form of a family, filled as it is offered, makes a game that can be seen."""
    page = client.get("/", params={"family": name}).text
    form = page[page.index('id="family"') :]
    form = form[: form.index("</form>")]
    fields = {
        found: html.unescape(value) for found, value in re.findall(r'<input name="([^"]*)" value="([^"]*)"', form)
    }
    reply = client.get("/api/family", params={"family": name, **fields})
    assert reply.status_code == 200, reply.text
    made = client.post("/make", data={"family": name, **fields}, follow_redirects=False)
    assert made.headers["location"].startswith("/game?g=")


def test_a_play_by_links(client):
    """Without the script a board is a map of links, which play."""
    page = client.get("/game", params={"g": "ttt"}).text
    for _ in range(3):
        links = [html.unescape(link) for link in re.findall(r'<a href="([^"]+)" aria-label="[^"]*; play', page)]
        page = client.get(links[0]).text
    assert page.count('fill="url(#z0') == 3
    assert client.get("/game", params={"g": "ttt", "add": "b2"}).url.query == b"g=ttt&m=b2"
    replied = client.get("/game", params={"g": "ttt", "m": "b2", "reply": "search"})
    assert len(replied.url.params["m"].split()) == 2


def test_an_answer_and_its_proof_by_links(client):
    """The answer with its evidence, the strategy walked to its end, its file, which holds."""
    page = client.get("/answer", params={"g": "hex:3x3"}).text
    assert "Black wins within 5 moves, not within 4." in page
    assert re.search(r"Checked</strong> by deriving 21 facts, each by the rules\.", page)
    link = html.unescape(re.findall(r'href="(/proof\?[^"]+)"', page)[0])
    steps = 0
    while link:
        page = client.get(link).text
        steps += 1
        on = re.search(r'class="button primary" href="([^"]+)"', page) or re.search(
            r'<li><a href="(/proof[^"]+)">\w+</a>\s*→', page
        )
        link = "" if on is None else html.unescape(on[1])
        assert steps < 12
    assert steps >= 4
    file = client.get("/export/strategy", params={"g": "hex:3x3", "q": "winner"}).text
    assert json.loads(file.splitlines()[0])["zermelo"] == "strategy"
    first = client.get("/answer", params={"g": "ttt", "q": "within", "d": "5", "p": "white"}).text
    assert "White cannot force a win" in first


def test_formulas(client):
    """Sizes, and the formula itself."""
    page = client.get("/formula", params={"g": "hex:3x3", "d": "5"}).text
    assert "193" in page
    text = client.get("/export/qdimacs", params={"g": "hex:3x3", "d": "5"}).text
    assert text.startswith("p cnf 83 193")
    assert client.get("/export/qcir", params={"g": "hex:3x3", "d": "5"}).text.startswith("#QCIR-G14")
    assert client.get("/export/png", params={"g": "ttt"}).content.startswith(b"\x89PNG")


def test_thoughts(client):
    """Replies, hints, values with depths, threats, the best line and a review."""
    base = {"g": "ttt", "m": "b2 b1 a1"}
    values = {each["move"]: each for each in client.get("/api/think/values", params=base).json()["values"]}
    assert values["a2"]["value"] == "losing"
    assert client.get("/api/think/hint", params={"g": "ttt", "m": "b2"}).json()["move"] in {"a1", "a3", "c1", "c3"}
    assert client.get("/api/think/threats", params=base).json()["told"][0] == "Black wins at once with c3."
    view = client.get("/api/view", params=base).json()
    assert view["svg"].count("must be taken") == 1
    for opponent in ("search", "level 1", "level perfect", "random"):
        reply = client.get("/api/think/reply", params={**base, "opponent": opponent}).json()
        assert reply["view"]["line"] == ["b2", "b1", "a1", reply["move"]]
    lost = client.get("/api/think/review", params={"g": "ttt", "m": "b2 b1 a1 a2 c3"}).json()["review"]
    assert lost[0]["back"] == 1
    for game, told in (
        ("hex:3x3", "Black has won."),
        ("ttt", "The play is over: a draw."),
        ("nim:1,2,3", "White has won."),
    ):
        assert client.get("/api/think/line", params={"g": game}).json()["told"] == told
    for moves, sign in (("b2", "−"), ("", "+")):
        hint = client.get("/api/think/hint", params={"g": "hex:3x3", "m": moves}).json()
        assert re.findall(">([+−=?])<", hint["view"]["svg"]) == [sign]
    assert client.get("/api/think/line", params={"g": "ttt", "m": "b2 b1 a1 a2 c3"}).status_code == 422


@pytest.mark.parametrize(
    ("game", "moves"), [("domineering:2x2", ""), ("clobber:2x2", ""), ("ttt", "b2 b1"), ("hex:2x2", "")]
)
def test_numbers_of_moves_to_the_end(client, game, moves):
    """The number of the fastest win is that of the answer, also where it takes a move more to find oneself stuck."""
    asked = {"g": game, "m": moves}
    values = client.get("/api/think/values", params=asked).json()["values"]
    least = min(each["depth"] for each in values if each["value"] == "winning")
    assert f"wins within {least} move" in client.get("/answer", params={**asked, "q": "fastest"}).text


def test_a_line_that_was_not_decided(monkeypatch):
    """Without time for the search the best line says that somebody may do better."""
    monkeypatch.setattr(play_tasks, "LINE_SECONDS", 0.0)
    server = TaskServer(socket.socket(), 64, {})
    assert "somebody may do better" in play_tasks.line_task(server, {"game": "hex:3x3"}, print)["told"]
    server.connection.close()


def events(text):
    """The events of a stream."""
    return [(name, json.loads(data)) for name, data in re.findall(r"event: (\w+)\ndata: (.*)\n\n", text)]


def test_progress(client):
    """An answer as a stream: stages, and at the end the answer itself."""
    found = events(client.get("/api/solve", params={"g": "hex:4x4", "q": "winner"}).text)
    assert {name for name, _ in found[:-1]} <= {"told"}
    name, last = found[-1]
    assert name == "done"
    assert last["result"]["sentence"].startswith("Black wins within 9 moves")
    assert last["result"]["replies"] > 0
    wrong = events(client.get("/api/solve", params={"g": "hexx:4x4"}).text)
    assert "did you mean" in wrong[-1][1]["error"]


@pytest.mark.parametrize(
    ("asked", "signs", "words"),
    [
        ({"g": "hex:4x4", "q": "fastest"}, {"b3": "+", "a4": "−"}, ["Black wins within 9"]),
        ({"g": "hex:4x4", "q": "within", "d": "7"}, {"b3": "−"}, ["Black wins within 7"]),
        ({"g": "hex:3x3", "q": "fastest", "p": "white"}, {"a1": "+", "b2": "−"}, ["White wins", "White does not win"]),
        ({"g": "hex:3x3", "m": "a1", "q": "winner"}, {"b2": "−", "a2": "+"}, ["Black wins", "Black does not win"]),
        ({"g": "ttt", "m": "b2", "q": "winner"}, {"a2": "+", "a1": "="}, ["Black wins", "a draw", "White wins"]),
    ],
)
def test_signs_of_first_moves(client, asked, signs, words):
    """The legend tells whose win a sign means, and within how many moves; the board has the signs of the script."""
    page = client.get("/answer", params={**asked, "f": "1"}).text
    legend = dict(re.findall(r'<span class="sign \w+">(.)</span> ([^<]+)</li>', page))
    assert list(legend.values())[: len(words)] == words
    found = events(client.get("/api/solve", params={**asked, "f": "1"}).text)[-1][1]["result"]
    assert list(found["signs"].values()) == list(legend.values())
    assert {name: SIGNS[found["first_moves"][name]] for name in signs} == signs
    board = page[page.index('id="board"') :]
    drawn = Counter(re.findall(">([+−=])<", board[: board.index('class="legend"')]))
    assert drawn == Counter(SIGNS[value] for value in found["first_moves"].values())


def test_set_up(client):
    """Stones put by hand make a game; a stone that no board has does not."""
    body = {"g": "hex:3x3", "black": ["a1"], "white": ["b2"], "mover": "white"}
    made = client.post("/api/setup", json=body).json()
    assert made["view"]["mover"] == "white"
    assert made["view"]["contents"].count("black") == 1
    assert client.get("/game?" + made["view"]["address"]).status_code == 200
    assert client.post("/api/setup", json={**body, "black": ["zz"]}).status_code == 422
    assert client.post("/api/setup", json={**body, "black": ["b2"]}).status_code == 422
    assert client.post("/api/setup", json={**body, "g": "clobber:3x2"}).status_code == 422
    assert client.post("/api/setup", content="[1", headers={"content-type": "application/json"}).status_code == 422


def test_texts(client):
    """A text of any language; a mistake with its line; files as they are uploaded."""
    reply = client.post("/api/check", json={"text": "4x4\nb[b2] w[zz]"})
    assert (reply.status_code, reply.json()["line"]) == (422, 2)
    assert reply.json()["error"].startswith("2:")
    game = client.get("/export/game", params={"g": "domineering:3x3"}).text
    made = client.post("/make", files={"file": ("../../etc/passwd", game)})
    assert made.url.path == "/game"
    assert client.post("/make", data={"text": "nonsense"}).status_code == 422
    assert client.post("/make", data={}).status_code == 422
    for expression in ("hex:3x3", "ttt", "domineering:3x3", "nim:1,2"):
        page = client.get("/edit", params={"g": expression})
        assert page.status_code == 200, expression


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf4x4\nb[c2]\n", b"4x4\rb[c2]\r", b"\xef\xbb\xbf4x4\r\nb[c2]"])
def test_files_of_any_editor(client, data):
    """A byte order mark and the line ends of any system are no part of a text; the browser sends the file as it is."""
    made = client.post("/make", files={"file": ("a.hex", data)})
    assert (made.status_code, made.url.path) == (200, "/game")
    assert client.get("/api/text", params=dict(made.url.params)).json()["text"].split("\n")[:2] == ["4x4", "b[c2]"]
    assert client.post("/api/check", json={"text": data.decode()}).status_code == 200


def test_files_that_are_no_text(client):
    """Bytes that are no UTF-8 are refused, not altered."""
    for data in (b"4x4\nb[c2] % caf\xe9\n", "4x4 b[c2]".encode("utf-16")):
        reply = client.post("/make", files={"file": ("a.hex", data)})
        assert reply.status_code == 422
        assert "expected a file of UTF-8 text; save the file as UTF-8" in reply.text


def test_lines_of_mistakes(client):
    """A mistake is told at its line of the text as it was sent, by both ways to send it."""
    text = "\n\n\n4 b[z9]"
    checked = client.post("/api/check", json={"text": text}).json()
    assert checked["line"] == 4
    assert html.escape(checked["error"], quote=False) in html.unescape(client.post("/make", data={"text": text}).text)


HOSTILE = ["/etc/passwd", "../../etc/passwd", "file:///etc/passwd", "openspiel:tic_tac_toe", "~", ".", "\x00", EVIL]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_request_names_a_file(client, text):
    """Text that is no family and no game is an error of one line, whatever file has that name; and no markup."""
    for reply in (
        client.get("/game", params={"g": text}), client.post("/make", data={"expression": text}),
        client.get("/game", params={"t": pack(text)}), client.get("/game", params={"g": "ttt", "m": text}),
        client.get("/game", params={"g": "ttt", "add": text}), client.get("/answer", params={"g": "ttt", "q": text}),
        client.get("/export/game", params={"g": text}),
        client.get("/formula", params={"g": "ttt", "d": "3", "e": text}),
        client.get("/", params={"family": text}), client.get("/proof", params={"g": "ttt", "l": text}),
    ):  # fmt: skip
        assert reply.status_code in (200, 422) or reply.status_code == 404
        assert "root:" not in reply.text
        assert "<img src=x" not in reply.text


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/..%2fapp.py",
                                  "/api/none", "/static", "/templates/game.html"])  # fmt: skip
def test_no_path_leads_out(client, path):
    """Only what is there to be served is."""
    assert client.get(path).status_code in (404, 405, 422)


def test_names_are_text(client):
    """Names in a game's text are text in pages, pictures and the state of the script."""
    gdl = client.get("/export/game", params={"g": "nim:1,2"}).text
    evil = gdl.replace("take", "ta<script>alert(1)</script>ke").replace("heap", 'h"><b>eap')
    for text in (evil, f"#version\nzermelo name={EVIL}\n#positions\n<b>a <i>b\n#blackwins\n<b>a <i>b\n"):
        page = client.post("/make", data={"text": text})
        assert "<script>alert" not in page.text
        assert "<i>b" not in page.text
        checked = client.post("/api/check", json={"text": text})
        if checked.status_code == 200:
            picture = checked.json()["svg"]
            assert "<script>" not in picture
            ET.fromstring(picture)


def test_what_takes_too_long_ends(client):
    """A game too large to be drawn in time is an error, and the next click works."""
    large = client.get("/api/view", params={"g": "amazons:60x60"})
    assert large.status_code in (200, 422, 504, 507)
    assert client.get("/api/view", params={"g": "ttt"}).status_code == 200


def test_the_queue_is_told(client):
    """Everybody sees how many work and wait."""
    assert client.get("/api/queue").json()["solve"] == {"working": 0, "waiting": 0}


def test_pages_that_are_none(client):
    """An address that is none, one that only a form leads to, and forms that are none are told as what they are."""
    many = "".join(f'--x\r\nContent-Disposition: form-data; name="f{n}"\r\n\r\n1\r\n' for n in range(70)) + "--x--\r\n"
    for reply, status, told in (
        (client.get("/none"), 404, "There is no such page."),
        (client.get("/make"), 405, "a form leads to it"),
        (client.post("/make", content="x", headers={"content-type": "multipart/form-data"}), 400, "boundary"),
        (client.post("/make", content=many, headers={"content-type": "multipart/form-data; boundary=x"}), 400, "60"),
    ):
        assert (reply.status_code, told in reply.text) == (status, True), told
        assert ("no such page" in reply.text) == (status == 404)


@pytest.mark.parametrize("wrong", [["a"], 5, {"a": 1}, True, None])
def test_fields_of_another_type(client, wrong):
    """JSON of another type than a form has is refused in one line."""
    for path, field in [("/make", "text"), ("/make", "expression"), ("/make", "family"), ("/api/check", "text")]:
        reply = client.post(path, json={field: wrong})
        assert (reply.status_code, "Traceback" in reply.text) == (422, False), (path, field)
    assert client.post("/api/setup", json={"g": "hex:3x3", "black": {"a1": 1}}).status_code == 422
    for path, field in [("/make", "expression"), ("/api/setup", "g"), ("/api/check", "text")]:
        half = client.post(path, content=f'{{"{field}": "\\ud800"}}', headers={"content-type": "application/json"})
        assert half.status_code == 422, path


def test_cells_that_must_be_taken(client):
    """Cells that may be taken, and only where the other player has the next move."""
    confined = "#positions a b c\n#firstmoves b\n#blackinitials c\n#blackwins\na b c\n#whitewins\na\n"
    free = confined.replace("#firstmoves b\n", "")
    for asked, number in (
        ({"g": "gomoku:3,board=4x4,p=2,q=1", "m": "a1 d1 d2"}, 0),
        ({"g": "gomoku:3,board=4x4,p=2,q=1", "m": "a1 d1 d2 b4"}, 1),
        ({"t": pack(confined)}, 0),
        ({"t": pack(free)}, 1),
    ):
        assert client.get("/api/view", params=asked).json()["svg"].count("must be taken") == number
