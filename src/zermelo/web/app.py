"""The application: addresses to functions, for pages and for the script."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from zermelo.errors import InputError
from zermelo.language.source import normal
from zermelo.web.address import Address, check_text, read_address
from zermelo.web.desk import MEGABYTES, Desk
from zermelo.web.family_forms import expression_of
from zermelo.web.guard import Guard, is_loopback
from zermelo.web.page_question import PageQuestion, number, read_question, request_for
from zermelo.web.pages import Pages
from zermelo.web.streams import EventStream, while_there

HERE = Path(__file__).parent
STATUS = {"queue": 429, "time": 504, "memory": 507, "killed": 507, "interrupted": 503, "missing": 501, "crash": 500}
"""The status of a reply without an answer, by its reason."""

NO_PAGE = {404: "There is no such page.", 405: "This page is not opened by itself: a form leads to it."}
"""The error of an address by its status; others are told as the framework does."""

FILES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "game": "text/plain; charset=utf-8",
    "strategy": "application/octet-stream",
    "qdimacs": "text/plain; charset=utf-8",
    "qcir": "text/plain; charset=utf-8",
}
THOUGHTS = ("reply", "hint", "values", "threats", "review", "line")
TRIES = 3
"""Times that a strategy is found again for one who walks: others may have displaced it meanwhile."""

WAIT_SECONDS = 60
"""The longest that a page without a script waits for an answer."""

Handler = Callable[[Request], Awaitable[Response]]


def create_app(host: str = "127.0.0.1", token: str = "", megabytes: int = MEGABYTES, start: str = "") -> Guard:
    """The application, behind its guard.

    Parameters
    ----------
    host
        The name or address that the server listens on.
    token
        The secret that visitors must know; empty for none.
    megabytes
        Memory of each worker.
    start
        The query of the game that the first page opens; empty for the page that chooses one.
    """
    site = Site(start)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.desk = site.desk = Desk(megabytes)
        try:
            yield
        finally:
            site.desk.stop()

    pages: dict[str, Handler] = {
        "/": site.home, "/game": site.game, "/answer": site.answer, "/proof": site.proof, "/formula": site.formula,
        "/edit": site.edit, "/export/{kind}": site.export,
    }  # fmt: skip
    replies: dict[str, Handler] = {
        "/api/view": site.api_view, "/api/think/{task}": site.api_think, "/api/solve": site.api_solve,
        "/api/walk": site.api_walk, "/api/sizes": site.api_sizes, "/api/text": site.api_text,
        "/api/family": site.api_family, "/api/queue": site.api_queue,
    }  # fmt: skip
    posts: dict[str, Handler] = {"/make": site.make, "/api/check": site.api_check, "/api/setup": site.api_setup}
    routes: list[Route | Mount] = [
        *(Route(path, _guarded(handler, page=True), methods=["GET"]) for path, handler in pages.items()),
        *(Route(path, _guarded(handler), methods=["GET"]) for path, handler in replies.items()),
        *(Route(path, _guarded(handler, page=path == "/make"), methods=["POST"]) for path, handler in posts.items()),
        Mount("/static", StaticFiles(directory=HERE / "static")),
    ]
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers={HTTPException: _refused})
    return Guard(app, host, token)


class RefusedError(Exception):
    """Raised for a reply of a worker that is no result."""

    def __init__(self, reply: dict[str, Any]) -> None:
        self.reply = reply
        self.status = STATUS.get(reply.get("limit", ""), 500 if reply.get("internal") else 422)
        super().__init__(reply["error"])


def _guarded(handler: Handler, *, page: bool = False) -> Handler:
    """A handler whose errors become a page, or JSON."""

    async def handle(request: Request) -> Response:
        try:
            return await handler(request)
        except InputError as error:
            refused = RefusedError({"error": str(error)})
        except RefusedError as error:
            refused = error
        if page:
            return Pages.error(refused.reply["error"], refused.status)
        return JSONResponse(refused.reply, refused.status)

    return handle


async def _refused(request: Request, error: Exception) -> Response:
    """The reply to an address or a form that is none of ours."""
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api"):
        return JSONResponse({"error": error.detail}, error.status_code)
    return Pages.error(NO_PAGE.get(error.status_code, error.detail), error.status_code)


def _result(reply: dict[str, Any]) -> dict[str, Any]:
    """The result in a reply; `RefusedError` without one."""
    if "result" not in reply:
        raise RefusedError(reply)
    found: dict[str, Any] = reply["result"]
    return found


def _owner(request: Request) -> str:
    """The address of the machine that asks; empty for this one, which may have all places."""
    host = "" if request.client is None else request.client.host
    return "" if is_loopback(host) else host


async def _form(request: Request) -> dict[str, str]:
    """The fields of a form, or of a JSON object; ``InputError`` for one that is no text."""
    found = await _fields(request)
    for name, value in found.items():
        if not isinstance(value, str):
            raise InputError(f"a text as {ascii(name)[:60]}", found=ascii(value)[:60])
    return found


async def _fields(request: Request) -> dict[str, Any]:
    """The fields of a form, or of a JSON object, whatever they are."""
    if request.headers.get("content-type", "").startswith("application/json"):
        try:
            given = await request.json()
        except (ValueError, RecursionError):
            raise InputError("a JSON object", found="something else") from None
        if not isinstance(given, dict):
            raise InputError("a JSON object", found="something else")
        try:
            json.dumps(given, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise InputError("texts in Unicode", found="half of a character") from None
        return given
    async with request.form(max_files=1, max_fields=60) as form:
        found = {key: value for key, value in form.items() if isinstance(value, str)}
        for key, value in form.items():
            if not isinstance(value, str) and value.filename:
                found[key] = _decoded(await value.read())
        return found


def _decoded(data: bytes) -> str:
    """The text of a file; ``InputError`` for one that is not in UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        byte = f"the byte 0x{error.object[error.start]:02x}"
        raise InputError("a file of UTF-8 text", found=byte, advice="save the file as UTF-8") from None


class Site:
    """The functions behind the addresses.

    Parameters
    ----------
    start
        The query of the game that the first page opens.
    """

    desk: Desk

    def __init__(self, start: str) -> None:
        self._start = start

    async def _quick(self, request: Request, task: str, address: Address, **more: Any) -> dict[str, Any]:
        """The result of a task that takes no time worth speaking of."""
        return _result(await self.desk.quick(request_for(task, address, **more), _owner(request)))

    async def home(self, request: Request) -> Response:
        """The page on which a game is chosen or made."""
        if self._start and not request.query_params:
            return RedirectResponse("/game?" + self._start, 303)
        return Pages.home(dict(request.query_params))

    async def make(self, request: Request) -> Response:
        """The game of a form: an expression, a family with its options, a text, or a file."""
        form = await _form(request)
        text = normal(form.get("file") or form.get("text") or "")
        game = (form.get("expression") or "").strip() or (expression_of(form) if form.get("family") else "")
        if not game and not text.strip():
            raise InputError("a game", found="an empty form")
        address = Address(game) if game else Address(text=check_text(text))
        await self._quick(request, "view", address)
        return RedirectResponse("/game?" + address.query(), 303)

    async def game(self, request: Request) -> Response:
        """A game, to play and to ask about; ``add`` makes a move more, ``reply`` lets an opponent make one."""
        query = request.query_params
        address = read_address(query)
        if query.get("add"):
            return RedirectResponse("/game?" + address.after([*address.moves, query["add"]]).query(), 303)
        if query.get("reply"):
            asked = request_for("reply", address, opponent=query["reply"])
            reply = _result(await while_there(request, self.desk.thought(asked, _owner(request))))
            return RedirectResponse("/game?" + address.after([*address.moves, reply["move"]]).query(), 303)
        return Pages.game(address, await self._quick(request, "view", address))

    async def answer(self, request: Request) -> Response:
        """The answer to a question, for which the page waits."""
        address, question = read_address(request.query_params), read_question(request.query_params)
        seconds = min(question.seconds, WAIT_SECONDS)
        asked = question.request(address) | {"seconds": seconds}
        reply = await while_there(
            request, self.desk.solved(question.key(address), asked, seconds, owner=_owner(request))
        )
        return Pages.answer(address, question, _result(reply))

    async def _walked(self, request: Request) -> tuple[Address, PageQuestion, list[str], dict[str, Any]]:
        """A place of a strategy; the question is answered again where its strategies are not kept any more."""
        query = request.query_params
        address, question = read_address(query), read_question(query)
        claim = number(query.get("c", ""), "a claim", 0, 99) or 0
        line = list(read_address({"g": "-", "m": query.get("l", "")}).moves)
        asked = request_for("walk", address.after([*address.moves, *line]), claim=claim)
        key = question.key(address)
        reply = await self.desk.proof(key, asked)
        for _ in range(TRIES):
            if reply is not None:
                break
            seconds = min(question.seconds, WAIT_SECONDS)
            solving = question.request(address) | {"seconds": seconds}
            work = self.desk.solved(key, solving, seconds, owner=_owner(request))
            if not _result(await while_there(request, work))["claims"]:
                break
            reply = await self.desk.proof(key, asked)
        if reply is None:
            raise InputError("an answer with a strategy", found="none within the time of the question")
        return address, question, line, _result(reply)

    async def proof(self, request: Request) -> Response:
        """One place of a strategy, with links to what follows."""
        address, question, line, place = await self._walked(request)
        return Pages.proof(address, question, line, request.query_params.get("c", "0"), place)

    async def formula(self, request: Request) -> Response:
        """The formulas of a game: encodings, sizes, downloads."""
        query = request.query_params
        address = read_address(query)
        return Pages.formula(address, dict(query), await self._sizes(request))

    async def edit(self, request: Request) -> Response:
        """A game as text beside its board."""
        query = request.query_params
        if query.get("g") or query.get("t"):
            address = read_address(query)
            address = Address(text=(await self._quick(request, "text", address))["text"])
        else:
            address = Address(text="4\nb[b2] w[c3]\n")
        return Pages.edit(address, await self._quick(request, "view", address))

    async def export(self, request: Request) -> Response:
        """A file to download."""
        query, kind = request.query_params, request.path_params["kind"]
        if kind not in FILES:
            raise InputError(f"a file among {', '.join(FILES)}", found=repr(kind[:40]))
        address = read_address(query)
        depth = number(query.get("d", ""), "a depth", 0, 10_000)
        asked = request_for("export", address, file=kind, depth=depth, encoding=query.get("e", "")[:80])
        if kind == "strategy":
            await self._walked(request)
            reply = await self.desk.proof(read_question(query).key(address), asked)
            found = _result(reply or {"error": "the strategy is not kept any more; ask again"})
        elif kind in ("qdimacs", "qcir", "png", "pdf"):
            found = _result(await while_there(request, self.desk.thought(asked, _owner(request))))
        else:
            found = _result(await self.desk.quick(asked, _owner(request)))
        headers = {"Content-Disposition": f'attachment; filename="game{found["suffix"]}"'}
        if kind == "svg" and query.get("inline"):
            headers = {"Cache-Control": "private, max-age=3600"}
        return Response(base64.b64decode(found["data"]), headers=headers, media_type=FILES[kind])

    # For the script.

    async def api_view(self, request: Request) -> Response:
        """A position."""
        return JSONResponse(await self._quick(request, "view", read_address(request.query_params)))

    async def api_think(self, request: Request) -> Response:
        """A reply, a hint, the values of moves, threats, or a review."""
        task, query = request.path_params["task"], request.query_params
        if task not in THOUGHTS:
            raise InputError(", ".join(THOUGHTS), found=repr(task[:40]))
        asked = request_for(task, read_address(query), opponent=query.get("opponent", "search"))
        return JSONResponse(_result(await while_there(request, self.desk.thought(asked, _owner(request)))))

    async def api_solve(self, request: Request) -> Response:
        """The answer to a question, with progress while it is worked out."""
        address, question = read_address(request.query_params), read_question(request.query_params)
        key, asked = question.key(address), question.request(address)
        owner = _owner(request)
        return EventStream(lambda tell: self.desk.solved(key, asked, question.seconds, tell, owner))

    async def api_walk(self, request: Request) -> Response:
        """A place of a strategy."""
        _, _, line, place = await self._walked(request)
        return JSONResponse({"line": line, **place})

    async def _sizes(self, request: Request) -> dict[str, Any]:
        query = request.query_params
        depth = number(query.get("d", ""), "a depth", 0, 10_000)
        asked = request_for("sizes", read_address(query), depth=depth, encoding=query.get("e", "")[:80])
        return _result(await while_there(request, self.desk.thought(asked, _owner(request))))

    async def api_sizes(self, request: Request) -> Response:
        """The size of a formula."""
        return JSONResponse(await self._sizes(request))

    async def api_text(self, request: Request) -> Response:
        """The text of a game."""
        return JSONResponse(await self._quick(request, "text", read_address(request.query_params)))

    async def api_family(self, request: Request) -> Response:
        """The game of a family's form, for a preview."""
        return JSONResponse(await self._quick(request, "view", Address(expression_of(dict(request.query_params)))))

    async def api_check(self, request: Request) -> Response:
        """The game of a text, or the line and column of its mistake."""
        form = await _form(request)
        address = Address(text=check_text(normal(form.get("text", ""))))
        if not address.text.strip():
            raise InputError("the text of a game", found="nothing")
        address.query()  # it has to fit into an address
        return JSONResponse(await self._quick(request, "view", address))

    async def api_setup(self, request: Request) -> Response:
        """The game of a position that was set up by hand."""
        form = await _fields(request)
        base = read_address({"g": str(form.get("g", "")), "t": str(form.get("t", ""))})
        given = {name: form.get(name, []) for name in ("black", "white")}
        for name, cells in given.items():
            if not isinstance(cells, list):
                raise InputError(f"a list of cells as {name!r}", found=repr(cells)[:60])
        stones = {name: [str(cell) for cell in cells[:5000]] for name, cells in given.items()}
        mover = "white" if form.get("mover") == "white" else "black"
        return JSONResponse(await self._quick(request, "setup", base, mover=mover, **stones))

    async def api_queue(self, _: Request) -> Response:
        """The length of the queues."""
        return JSONResponse(self.desk.queue())
