"""Search that knows nothing of a game but its rules: depth first, df-pn, and proof numbers best first.

The same three engines for games of every kind, for comparison with the searches that know more, and for games that no
such search takes. *depth-first*: an AND/OR search with iterative deepening and a table of bounds on the depth of the
win. *df-pn*: depth-first proof-number search with a table (Nagai 2002). *pns*: best-first proof-number search with its
tree in memory (Allis 1994), and PN² (Breuker 1998) when that fills up. All are exact: the depth is part of what is
asked, so neither transpositions nor cycles mislead them, and memory that is too small costs time or ends a search, but
never changes an answer. The core is ``native/search/{depth_first,dfpn,pns,retrograde}.hpp``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple

from zermelo import _native
from zermelo.errors import InputError, UnsupportedError
from zermelo.model import ClauseGame, Game, GridGame, Player, PositionalGame, Rule
from zermelo.model.automorphism import Permutation, products
from zermelo.model.ground import ground_actions
from zermelo.model.symmetry import generators, rule_generators
from zermelo.search import grid_search
from zermelo.search.budget import ENGINES, Budget, Search, Solved, ask, check_size, start_ply
from zermelo.search.perft import native_rules
from zermelo.search.progress import Watch
from zermelo.search.result import Found
from zermelo.search.session import Session
from zermelo.search.table_session import TableSession

_MOST_SYMMETRIES = 15


@dataclass(frozen=True)
class Switches:
    """Parts of the engines that can be turned off; answers do not depend on them.

    Parameters
    ----------
    table
        Depth-first and df-pn remember positions.
    symmetry
        They keep them in a canonical form under the symmetries of the rules.
    deepen
        Depth-first search asks for greater and greater depths.
    order
        Depth-first: the best move known, killer moves and the history of cut-offs say which move comes first.
    mobility
        Depth-first, games without goals: moves first that leave their player many moves and the other one few.
    threats
        Depth-first, games with goals: moves first that threaten to win by the next one, then those that take a stone.
    look_up
        Depth-first, games with goals: all moves of a position are looked up in the table before one is searched.
    second_level
        PNS goes on as PN² when half of its memory is full.
    shapes
        Grid games are compiled to shapes (:mod:`~zermelo.search.grid_search`); otherwise their plain rules are used, as
        for all other games.
    """

    table: bool = True
    symmetry: bool = True
    deepen: bool = True
    order: bool = True
    mobility: bool = True
    threats: bool = True
    look_up: bool = True
    second_level: bool = True
    shapes: bool = True


ALL = Switches()


class Outcome(NamedTuple):
    """Who wins within the depth that was asked about, or at all.

    ``result`` is "neither" when neither player does, each a proof: without a depth, a draw. It is None when a limit
    left it open, for the ``reason`` given. ``black`` and ``white`` are what was found of the players' own questions;
    ``white`` is None where hers was not asked.
    """

    result: Literal["black", "white", "neither"] | None
    reason: str | None
    black: Found
    white: Found | None = None


def decide(
    game: Game,
    depth: int | None = None,
    *,
    engine: str = "depth-first",
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    switches: Switches = Switches(),
    checkpoint: Path | None = None,
    watch: Watch | None = None,
) -> Found:
    """Whether Black wins.

    Parameters
    ----------
    game
        Any game on at most 512 cells.
    depth
        In moves from the start position, whoever opens; None: at all. Without it a game whose plays may never end is
        solved by retrograde analysis, whatever the engine.
    engine
        One of :data:`~zermelo.search.budget.ENGINES`.
    time_limit, memory_limit_mb, node_limit
        Seconds, megabytes of the tables or the tree, positions. Tables of any size give the same answers; a tree, or
        all positions that can be reached, must fit.
    switches
        What the engines use.
    checkpoint
        None: only the searches for one kind of games keep what they prove.
    watch
        Is told twice a second how far a depth-first search is.

    Raises :class:`~zermelo.errors.UnsupportedError` for a larger board or a checkpoint, ``InputError`` for another
    engine.

    >>> from zermelo.model import ConnectionGame
    >>> game = ConnectionGame.hex(3, 3)
    >>> [decide(game, depth, engine=name).answer for name in ENGINES for depth in (4, 5)]
    [False, True, False, True, False, True]
    """
    if engine not in ENGINES:
        raise InputError(f"an engine out of {', '.join(ENGINES)}", found=repr(engine))
    if checkpoint is not None:
        raise UnsupportedError("no checkpoint for the generic searches", advice="leave --engine out")
    if isinstance(game, ClauseGame) and depth is not None and depth < game.complete_depth():
        raise UnsupportedError("no depth for Game-SAT, whose searches tell the winner only", found=str(depth))
    budget = Budget(time_limit, memory_limit_mb, node_limit)
    share = 1.0 if engine == "depth-first" else 0.0
    return ask(game, depth, budget, lambda: _search(game, budget, switches, share, watch), engine)


def outcome(
    game: Game,
    depth: int | None = None,
    *,
    engine: str = "depth-first",
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    switches: Switches = Switches(),
) -> Outcome:
    """Whether Black wins, White wins, or neither, each proven; parameters as for :func:`decide`.

    White's question is Black's on the game with exchanged colours. A breaker has no goals of her own: she wins when
    Black never does, and within a depth nothing is said of her.

    >>> from zermelo.families import make
    >>> outcome(make("ttt"))[:2], outcome(make("httt:el,board=3x3"), 5).result
    (('neither', None), 'black')
    """
    budget = Budget(time_limit, None, node_limit)

    def found(asked: Game) -> Found:
        limits = {"time_limit": budget.seconds, "memory_limit_mb": memory_limit_mb, "node_limit": budget.nodes}
        result = decide(asked, depth, engine=engine, switches=switches, **limits)  # type: ignore[arg-type]
        budget.count(result.nodes, result.memory)
        return result

    black = found(game)
    if black.answer is not False:
        return Outcome("black" if black.answer else None, black.reason, black)
    longest = game.complete_depth()
    breaker = game.rule is Rule.MAKER_BREAKER if isinstance(game, PositionalGame) else not isinstance(game, GridGame)
    if breaker:
        ever = depth is None or (longest is not None and depth >= longest)
        return Outcome("white" if ever else "neither", None, black)
    white = found(game.swapped())
    if white.answer is None:
        return Outcome(None, white.reason, black, white)
    return Outcome("white" if white.answer else "neither", None, black, white)


def solve_all(
    game: Game,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    switches: Switches = Switches(),
) -> Solved:
    """Who wins, within which depth, or that neither can force it: all positions that can be reached, backwards.

    The parameters are those of :func:`decide`.

    >>> from zermelo.model import ConnectionGame
    >>> solved = solve_all(ConnectionGame.hex(2, 2))
    >>> solved.winner, solved.depth
    (<Player.BLACK: 'black'>, 3)
    """
    budget = Budget(time_limit, memory_limit_mb, node_limit)
    if not budget.seconds:
        return Solved(None, reason="time", seconds=budget.spent)
    over = game.goal_winner(game.start)
    if over is not None or not len(game.board):
        known = (-1 if over is Player.BLACK else None, -1 if over is Player.WHITE else None)
        return Solved(over, None if over is None else 0, refuted=known, seconds=budget.spent)
    return _search(game, budget, switches, share=0.0).solve()


class GenericSession(TableSession):
    """A session of any game, by one of the engines.

    df-pn and pns decide with tables of their own; depth-first search proves.

    Parameters
    ----------
    game, engine, switches
        As of :func:`decide`.
    endless
        As of a `TableSession`.

    >>> from zermelo.model import ConnectionGame, Player
    >>> from zermelo.search.session import Limits
    >>> session = GenericSession(ConnectionGame.hex(3, 3), "df-pn")
    >>> session.decide(Player.BLACK, 5, Limits()).answer
    True
    >>> len(list(session.prove(Player.BLACK, 5, Limits(), wins=True).notes)) > 2
    True
    """

    def __init__(
        self,
        game: Game,
        engine: str = ENGINES[0],
        switches: Switches = ALL,
        endless: Callable[[], Session] | None = None,
    ) -> None:
        def build(asked: Game, budget: Budget, share: float, _: Path | None) -> Search:
            return _search(asked, budget, switches, share)

        turns = not isinstance(game, GridGame) or switches.shapes
        super().__init__(game, f"{engine} search", build, engine=engine, turns=turns, endless=endless)


def symmetries(game: Game) -> list[Permutation]:
    """Some symmetries of the rules but the identity, not more than pays; any subset of the group is sound."""
    found = rule_generators(game) if isinstance(game, GridGame) else generators(game)
    return list(islice(products(found), _MOST_SYMMETRIES))


def _search(game: Game, budget: Budget, switches: Switches, share: float, watch: Watch | None = None) -> Search:
    check_size(game)
    chosen = asdict(switches)
    if chosen.pop("shapes") and isinstance(game, GridGame):
        return grid_search.search(game, budget, chosen, share, watch=watch)
    ply = start_ply(game)
    offset = ply - (game.start.black | game.start.white).bit_count()
    turns = symmetries(game) if switches.symmetry else []
    if isinstance(game, ClauseGame):
        chosen["threats"] = False  # they take values for stones
    native = _native.Search.of_rules(native_rules(game), offset, turns, chosen, int(share * budget.bytes))
    return Search(game, budget, native, ply, lambda player, number: _move(game, player, number), watch)


def _move(game: Game, player: Player, number: int) -> Any:
    """The model's name for a move of the native rules."""
    if isinstance(game, ClauseGame):
        return number // 2 + 1 if number % 2 == 0 else -(number // 2) - 1
    return ground_actions(game, player)[number].move if isinstance(game, GridGame) else number
