"""One question about Black to a fresh session, for tests: does he win, within a depth or at all?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from zermelo.model import ConnectionGame, Game, GridGame, Player, PositionalGame
from zermelo.questions import CheckpointFile
from zermelo.search.backward import BackwardSession
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.disguised_session import DisguisedSession, as_positional
from zermelo.search.generic_session import GenericSession
from zermelo.search.grid_session import GridSession
from zermelo.search.positional_session import PositionalSession
from zermelo.search.progress import Watch
from zermelo.search.session import Limits, Result, Session
from zermelo.search.switches import ConnectionSwitches, GenericSwitches, GridSwitches, PositionalSwitches
from zermelo.search.table_session import TableSession

Decide = Callable[..., Result]
FREE = Limits()
POSITIONAL, CONNECTION, GRID, GENERIC = PositionalSwitches(), ConnectionSwitches(), GridSwitches(), GenericSwitches()


def black(
    session: Session,
    depth: int | None = None,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    watch: Watch | None = None,
) -> Result:
    """Decide whether Black wins; a session that holds a file lets it go."""
    with ExitStack() as stack:
        if isinstance(session, TableSession):
            stack.enter_context(session)
        return session.decide(Player.BLACK, depth, Limits(time_limit, memory_limit_mb, node_limit), watch)


def kept_in(checkpoint: Path | CheckpointFile | None) -> Callable[[Player], CheckpointFile | None]:
    """Black's search is kept in a file."""
    file = CheckpointFile(checkpoint) if isinstance(checkpoint, Path) else checkpoint
    return lambda player: file if player is Player.BLACK else None


def positional(
    game: PositionalGame, depth: int | None = None, *, switches: PositionalSwitches = POSITIONAL,
    checkpoint: Path | CheckpointFile | None = None, **how: Any,
) -> Result:  # fmt: skip
    return black(PositionalSession(game, switches=switches, kept=kept_in(checkpoint)), depth, **how)


def connection(
    game: ConnectionGame, depth: int | None = None, *, switches: ConnectionSwitches = CONNECTION,
    checkpoint: Path | CheckpointFile | None = None, **how: Any,
) -> Result:  # fmt: skip
    return black(ConnectionSession(game, switches, kept_in(checkpoint)), depth, **how)


def connection_first_moves(
    game: ConnectionGame, depth: int | None = None, *, switches: ConnectionSwitches = CONNECTION,
    time_limit: float | None = None, memory_limit_mb: float | None = None, node_limit: int | None = None,
) -> dict[int, bool | None]:  # fmt: skip
    """The answer after each first move."""
    limits = Limits(time_limit, memory_limit_mb, node_limit)
    found: Mapping[int, Result] = ConnectionSession(game, switches).first_moves(Player.BLACK, depth, limits)
    return {move: result.answer for move, result in found.items()}


def grid(
    game: GridGame, depth: int | None = None, *, switches: GridSwitches = GRID,
    checkpoint: Path | CheckpointFile | None = None, **how: Any,
) -> Result:  # fmt: skip
    return black(GridSession(game, switches, kept_in(checkpoint), partial(BackwardSession, game)), depth, **how)


def disguised(game: GridGame, depth: int | None = None, **how: Any) -> Result:
    """By the positional search where it takes the game, else by that of grid games."""
    hidden = as_positional(game)
    return grid(game, depth, **how) if hidden is None else black(DisguisedSession(game, hidden), depth, **how)


def generic(
    game: Game, depth: int | None = None, *, engine: str = "depth-first", switches: GenericSwitches = GENERIC,
    **how: Any,
) -> Result:  # fmt: skip
    endless = partial(BackwardSession, game) if isinstance(game, GridGame) else None
    return black(GenericSession(game, engine, switches, endless), depth, **how)


def critical_depth(session: Session, player: Player, limits: Limits = FREE) -> int | None:
    """The least depth within which a player wins, by deeper and deeper questions; None where he never does."""
    if not session.decide(player, None, limits).answer:
        return None
    depth = 0
    while not (found := session.decide(player, depth, limits)).answer:
        assert found.answer is False
        assert found.depth is not None
        depth = found.depth + 1
    return depth
