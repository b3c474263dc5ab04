"""Questions to the searches, asked of any game with any limits, and everything that an answer must be.

An answer is that of the plain rules where these come to an end. Everywhere: what is open has a reason, and the limit
for it was given; with other switches, or the cells in another order, the answer is no other; who wins within a depth
wins within a greater one; a first move is legal, and wins.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any, NamedTuple

from hypothesis import strategies as st
from tests.fuzz.calls import check_message
from tests.fuzz.games import SPECS, build, relabelled
from tests.oracles.retrograde import solve_exactly

from zermelo.errors import LimitError, UnsupportedError, ZermeloError
from zermelo.model import ConnectionGame, Game, GridGame, Player, PositionalGame
from zermelo.search import Minimax
from zermelo.search.backward import BackwardSession
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.generic_session import GenericSession
from zermelo.search.grid_session import GridSession
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits, Result, Session
from zermelo.search.switches import ConnectionSwitches, GenericSwitches, GridSwitches, PositionalSwitches
from zermelo.search.table_session import ENGINES as GENERIC


class Engine(NamedTuple):
    """A search: the games that it takes, the kinds of specification they have, its session, its switches.

    ``ask`` makes the answer about Black out of a session, a depth and limits.
    """

    games: type[Game] | tuple[type[Game], ...]
    kinds: tuple[str, ...]
    session: Callable[..., Session]
    switches: type[Any]
    ask: Callable[[Session, Game, int | None, Limits], Result]


def _decide(session: Session, _: Game, depth: int | None, limits: Limits) -> Result:
    return session.decide(Player.BLACK, depth, limits)


def _every_first_move(session: Session, game: Game, depth: int | None, limits: Limits) -> Result:
    """The answer that those for all first moves give."""
    over = game.winner(game.start)
    if over is not None:
        return Result(over is Player.BLACK)
    moves = {move: found.answer for move, found in session.first_moves(Player.BLACK, depth, limits).items()}
    opens = game.mover(game.start) is Player.BLACK
    wins = [move for move, answer in moves.items() if answer]
    if opens and wins:
        return Result(True, first_move=wins[0])
    if None in moves.values():
        lost = not opens and False in moves.values()
        return Result(False if lost else None, reason=None if lost else _reason(limits))
    return Result(bool(moves) and all(moves.values()) and not opens)


def _reason(limits: Limits) -> str:
    return "time" if limits.seconds is not None else "nodes"


def _deepening(session: Session, game: Game, depth: int | None, limits: Limits) -> Result:
    """The same session is asked about smaller depths, and about White, before."""
    for player, less in ((Player.BLACK, 1), (Player.WHITE, 2), (Player.WHITE, None), (Player.BLACK, 3)):
        if less is not None or game.complete_depth() is not None:
            session.decide(player, less, limits)
    return session.decide(Player.BLACK, depth, limits)


def _grid(game: GridGame, switches: GridSwitches) -> Session:
    return GridSession(game, switches, endless=partial(BackwardSession, game))


def _generic(game: Game, switches: GenericSwitches, engine: str) -> Session:
    endless = partial(BackwardSession, game) if isinstance(game, GridGame) else None
    return GenericSession(game, engine, switches, endless)


def _backward(game: GridGame, _: GridSwitches) -> Session:
    return BackwardSession(game)


def _positional(game: PositionalGame, switches: PositionalSwitches) -> Session:
    return PositionalSession(game, switches=switches)


ANY = (PositionalGame, ConnectionGame, GridGame), ("positional", "connection", "hex", "grid")
GRAPH = ConnectionGame, ("connection", "hex"), ConnectionSession, ConnectionSwitches
SETS = PositionalGame, ("positional",), _positional, PositionalSwitches
GRID = GridGame, ("grid",)

ENGINES = {
    "positional": Engine(*SETS, _decide),
    "positional: first moves": Engine(*SETS, _every_first_move),
    "positional: deepening": Engine(*SETS, _deepening),
    "connection": Engine(*GRAPH, _decide),
    "connection: first moves": Engine(*GRAPH, _every_first_move),
    "grid": Engine(*GRID, _grid, GridSwitches, _decide),
    "grid: deepening": Engine(*GRID, _grid, GridSwitches, _deepening),
    "grid: backward": Engine(*GRID, _backward, GridSwitches, _decide),
    **{f"generic: {name}": Engine(*ANY, partial(_generic, engine=name), GenericSwitches, _decide) for name in GENERIC},
}

DEPTHS = st.one_of(st.none(), st.integers(0, 8), st.sampled_from([-1, 100, 65_534, 65_535, 2**31, 2**64]))
SECONDS = st.sampled_from([None, None, None, 0, 0.0, 0.001, 0.05, -1.0])
MEMORY = st.sampled_from([None, None, 0, 1, 1, 16])
NODES = st.sampled_from([None, None, None, 0, 1, 100, 2**62])
SLACK = 3.0
"""Seconds of processor time by which a search may miss its limit: a machine with sanitizers is slow."""

OPEN = {"time", "nodes", "memory"}


@st.composite
def questions(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """A question to a search as JSON."""
    engine = ENGINES[name]
    kind = draw(st.sampled_from([*engine.kinds] * 20 + ["family"]))
    game = draw(SPECS[kind])
    flags = [field.name for field in fields(engine.switches)]
    limits = {"time": draw(SECONDS), "memory": draw(MEMORY), "nodes": draw(NODES)}
    if kind == "family" and limits["time"] is None:
        limits["time"] = draw(st.sampled_from([0.02, 0.1]))
    off = st.lists(st.sampled_from(flags), unique=True)
    return {
        "engine": name, "game": game, "depth": draw(DEPTHS), "limits": limits, "off": draw(off),
        "other": draw(off), "order": draw(st.integers(0, 3)),
    }  # fmt: skip


def run(case: dict[str, Any]) -> str:
    """The outcome of a question: "answered", "refused" or "open"; AssertionError when something is wrong."""
    engine = ENGINES[case["engine"]]
    try:
        game = build(case["game"])
    except ZermeloError as error:
        check_message(error)
        return "refused"
    if not isinstance(game, engine.games):
        return "refused"
    found = _ask(engine, game, case, case["off"])
    if found is None:
        assert len(game.board) > 512, "refused for its size"
        return "refused"
    truth = _truth(game, case["depth"])
    if found.answer is None:
        assert found.reason in OPEN, f"open for the reason {found.reason!r}"
        assert found.reason == "memory" or case["limits"][found.reason] is not None, f"{found.reason}, without a limit"
        return "open"
    assert found.reason is None, f"answered, and yet open: {found}"
    if truth is not None:
        assert found.answer is truth, f"{found.answer}, but the plain rules say {truth}"
    _check_first_move(game, found, case["depth"])
    _check_twins(engine, game, found, case)
    return "answered"


def _switches(engine: Engine, off: list[str]) -> Any:
    defaults: dict[str, Any] = {field.name: field.default for field in fields(engine.switches)}
    return engine.switches(**{name: type(defaults[name])(not defaults[name]) for name in off})


def _ask(engine: Engine, game: Game, case: dict[str, Any], off: list[str], **changed: Any) -> Result | None:
    """The result of the search; None when it refuses the game."""
    limits, begun = case["limits"], time.process_time()
    how = Limits(limits["time"], limits["memory"], limits["nodes"])
    try:
        session = engine.session(game, _switches(engine, off))
        return engine.ask(session, game, {"depth": case["depth"], **changed}["depth"], how)
    except UnsupportedError as error:
        check_message(error)
        return None
    finally:
        spent = time.process_time() - begun
        if limits["time"] is not None:
            assert spent < limits["time"] + SLACK, f"{spent:.1f} s with a limit of {limits['time']} s"


def _truth(game: Game, depth: int | None) -> bool | None:
    """The answer by the plain rules; None where they take too long."""
    longest = game.complete_depth()
    try:
        if depth is None or (longest is None and depth > 12):
            exact = solve_exactly(game, 3_000, 0.5)
            if depth is None or exact.winner is not Player.BLACK:
                return exact.winner is Player.BLACK
            return exact.depth is not None and exact.depth <= depth
        return Minimax(game, 20_000, 0.5).within(game.start, depth if longest is None else min(depth, longest))
    except (LimitError, RecursionError):  # the plain rules play one move deeper per call
        return None


def _check_first_move(game: Game, found: Result, depth: int | None) -> None:
    running = game.goal_winner(game.start) is None
    opens = running and game.mover(game.start) is Player.BLACK
    if not (found.answer and opens):
        assert found.first_move is None, f"a first move {found.first_move} where Black has none to make"
        return
    assert found.first_move in game.legal(game.start), f"no legal first move: {found.first_move}"
    after = _truth(game.at(game.step(game.start, found.first_move)), None if depth is None else depth - 1)
    assert after is not False, f"the first move {found.first_move} does not win"


def _check_twins(engine: Engine, game: Game, found: Result, case: dict[str, Any]) -> None:
    """Questions that have the same answer, or one that follows."""
    other = _ask(engine, game, case, case["other"])
    assert other is not None
    assert other.answer in {None, found.answer}, f"{found.answer}; {other.answer} with other switches"
    turned = relabelled(game, case["order"])
    if turned is not None:
        other = _ask(engine, turned, case, case["off"])
        assert other is not None
        assert other.answer in {None, found.answer}, f"{found.answer}; {other.answer} with the cells in another order"
    depth = case["depth"]
    if depth is not None:
        for deeper in (depth + 1, depth + 2, None) if found.answer else (depth - 1, depth - 2):
            other = _ask(engine, game, case, case["off"], depth=deeper)
            assert other is not None
            assert other.answer in {None, found.answer}, f"{found.answer} within {depth}; {other.answer}, {deeper}"
