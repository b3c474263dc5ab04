"""Options of an answer, depths that make sense, and answers that need no search."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from numbers import Integral, Real
from pathlib import Path

from zermelo.errors import InputError
from zermelo.model import Game, GridGame, Player, PositionalGame, Rule, StateGame

METHODS = ("auto", "qbf", "search")

EXTRACTIONS = ("search", "formulas", "proof")
"""The ways to find strategies."""

MOST_DEPTH = 2_000
"""The largest depth of a formula on a game whose plays may never end, since formulas grow with it."""


MOST_MEGABYTES = 2**30


@dataclass(frozen=True)
class CheckpointFile:
    """A file in which a native search keeps what it has proven, and its largest size.

    Parameters
    ----------
    path
        The file, which need not exist yet.
    limit_mb
        Megabytes that it has at most, above 0; None for no limit. Then what took the most work is kept.

    Raises ``InputError`` for a limit that is none.

    >>> CheckpointFile(Path("snaky"), 0.5).most_bytes
    500000
    >>> CheckpointFile(Path("snaky"), 0)
    Traceback (most recent call last):
      ...
    zermelo.errors.InputError: snaky: found 0, expected a limit of more than 0 megabytes for the checkpoint
    """

    path: Path
    limit_mb: float | None = None

    def __post_init__(self) -> None:
        if self.limit_mb is not None and not self.limit_mb > 0:  # nor is it one that is no number
            wanted = "a limit of more than 0 megabytes for the checkpoint"
            raise InputError(wanted, found=f"{self.limit_mb:g}", source=str(self.path))

    @property
    def most_bytes(self) -> int | None:
        """The limit in bytes; None for none."""
        return None if self.limit_mb is None else int(min(1e6 * self.limit_mb, 1e18))


@dataclass(frozen=True)
class Options:
    """Tools and limits for answering a question.

    Parameters
    ----------
    encoding, solver, preprocessor
        Names from the registries. What is not named is raced: see `zermelo.solving.combination`. Preprocessor
        ``"auto"``: Bloqqer for the lifted encoding of grid games, where it decides in seconds what else takes hours.
    time_limit
        Wall-clock seconds for the whole question; None for no limit.
    memory_limit_mb, cpu_limit
        Memory of each run in MB, and its CPU seconds; None for no limit.
    check
        True to prove the answer by strategies that the rules check, and to confirm first moves of formulas.
    certificate
        A file for these strategies; proving may then take as long as it needs. None: in memory, in three times the
        time of the search, or two seconds.
    extract
        The way to strategies, one of ``EXTRACTIONS``; None: as the answer was found.
    proof_limit
        Seconds for proving, and for checking, where no file is named; None: three times the search, or two seconds.
    method
        ``"search"``: the native search alone. ``"qbf"``: formulas alone decide. ``"auto"``: the search first, formulas
        beside it when it has not answered within a second. Naming an encoding, a solver or a preprocessor means
        ``"qbf"``.
    verify
        True where both routes have to answer, however long that takes: search and formulas, whatever else is named.
    engine
        The name of a native search (`zermelo.search.engines.ENGINES`); None for the one that fits. Naming one means
        ``"search"``.
    jobs
        Runs at a time; None for one on each core that this process may use. Also the threads of the native search while
        it runs alone; None for one. Beside formulas it is one of the runs.
    checkpoint
        A file in which the native search keeps what it has proven, and from which it goes on; it is then all that is
        tried. White's wins have a file of their own, with ``.white`` behind its name.
    checkpoint_limit_mb
        Megabytes that such a file has at most, above 0; what took the most work is kept. None for no limit.
    switches
        Switches of the native search that are not as usual, by name, such as ``{"shuffle": 3}`` (``docs/switches.md``).
        Naming one means ``"search"``; the game is searched even where the answer is remembered.

    Examples
    --------
    >>> import zermelo
    >>> options = zermelo.Options(method="search", time_limit=10)
    >>> zermelo.solve("hex:3x3", options=options).method  # or solve("hex:3x3", method="search", time_limit=10)
    'connection search'
    """

    encoding: str | None = None
    solver: str | None = None
    preprocessor: str = "auto"
    time_limit: float | None = None
    memory_limit_mb: int | None = None
    check: bool = True
    method: str = "auto"
    jobs: int | None = None
    cpu_limit: float | None = None
    verify: bool = False
    engine: str | None = None
    checkpoint: Path | None = None
    certificate: Path | None = None
    extract: str | None = None
    proof_limit: float | None = None
    checkpoint_limit_mb: float | None = None
    switches: Mapping[str, bool | int] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        for name in ("encoding", "solver", "preprocessor", "method", "engine", "extract"):
            value = getattr(self, name)
            if value is not None and not isinstance(value, str):
                raise TypeError(f"{name} is a name, not {value!r}")
        for name in ("time_limit", "cpu_limit", "proof_limit", "memory_limit_mb", "jobs"):
            number = getattr(self, name)
            if number is None:
                continue
            fits = isinstance(number, Integral if name == "jobs" else Real)
            if isinstance(number, bool) or not fits:
                raise TypeError(f"{name} is a number, such as {name}=10, not {number!r}")
            if name == "memory_limit_mb" and not 0 < number <= MOST_MEGABYTES:
                raise InputError(f"a number above 0 and at most {MOST_MEGABYTES} for {name}", found=str(number))
            if not number >= 0:  # nan, too
                raise InputError(f"a number of at least 0 for {name}", found=str(number))
        if not isinstance(self.switches, Mapping):
            raise TypeError(f'switches are such as {{"shuffle": 3}}, not {self.switches!r}')
        for name in ("checkpoint", "certificate"):
            path = getattr(self, name)
            if path is None:
                continue
            if not isinstance(path, str | os.PathLike):
                raise TypeError(f"{name} is the path of a file, not {path!r}")
            object.__setattr__(self, name, Path(path))

    @property
    def most_jobs(self) -> int:
        """The number of runs at a time.

        >>> Options(jobs=3).most_jobs
        3
        """
        return self.jobs or (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)

    @property
    def threads(self) -> int:
        """The number of threads of a native search while nothing else runs: as many as jobs are asked for, else one.

        >>> Options().threads, Options(jobs=3).threads
        (1, 3)
        """
        return self.jobs or 1

    @property
    def names_tools(self) -> bool:
        """True when formulas are asked for, by a name."""
        return (self.encoding, self.solver, self.preprocessor) != (None, None, "auto")

    @property
    def names_search(self) -> bool:
        """True when the native search is asked for, by something that only it has.

        >>> Options(switches={"shuffle": 3}).names_search
        True
        """
        return self.engine is not None or self.checkpoint is not None or bool(self.switches)

    def kept_for(self, player: Player) -> CheckpointFile | None:
        """The file in which the search for a player's wins is kept; None for none.

        >>> Options(checkpoint=Path("snaky")).kept_for(Player.WHITE).path.name
        'snaky.white'
        """
        if self.checkpoint is None:
            return None
        name = self.checkpoint.name
        path = self.checkpoint if player is Player.BLACK else self.checkpoint.with_name(f"{name}.white")
        return CheckpointFile(path, self.checkpoint_limit_mb)

    @property
    def searches(self) -> bool:
        """True when native searches may answer.

        >>> Options().searches, Options("et").searches, Options("et", verify=True).searches
        (True, False, True)
        """
        return self.verify or (self.method != "qbf" and not self.names_tools)

    @property
    def asks_formulas(self) -> bool:
        """True when formulas may answer."""
        return self.verify or (self.method != "search" and not self.names_search)


def depth_in_play(game: Game, depth: int) -> int:
    """The depth that decides a question: the one asked for, or that of the longest play where plays are shorter.

    Raises ``InputError`` below 0, and above ``MOST_DEPTH`` in a game whose plays are not known to end.

    >>> from zermelo.model import ConnectionGame
    >>> depth_in_play(ConnectionGame.hex(3, 3), 10**9)
    9
    """
    if depth < 0:
        raise InputError("a depth of at least 0", found=str(depth))
    complete = game.complete_depth()
    if complete is not None:
        return min(depth, complete)
    if depth > MOST_DEPTH:
        raise InputError(f"a depth of at most {MOST_DEPTH} in a game whose plays may never end", found=str(depth))
    return depth


def telling_depths(game: Game, complete: int) -> Iterator[int]:
    """The depths at which a new win of Black can appear, up to a complete one."""
    for depth in range(complete + 1):
        if tells(game, Player.BLACK, depth):
            yield depth


def tells(game: Game, player: Player, depth: int) -> bool:
    """True if a new win of a player can appear at a depth, and not before.

    Where stones stay, only by a stone of his own. In a grid game and on states by a move of the other one, too.

    >>> from zermelo.model import ConnectionGame
    >>> [depth for depth in range(5) if tells(ConnectionGame.hex(2, 2), Player.WHITE, depth)]
    [0, 2, 4]
    """
    anybody = depth == 0 or isinstance(game, GridGame | StateGame)
    return anybody or game.player_at(game.start.ply + depth - 1) is player


def breaks(game: Game) -> bool:
    """True when White wins by keeping Black from winning: in games on cells where only Black has winning sets."""
    if isinstance(game, PositionalGame):
        return game.rule is Rule.MAKER_BREAKER
    return not isinstance(game, GridGame | StateGame)


def can_steal(game: PositionalGame) -> bool:
    """True when strategy stealing applies: the same sets for both, no stones, Black opens, one stone each in turn."""
    equal = game.black_sets == game.white_sets and game.first_moves is None
    empty = not (game.start.black | game.start.white) and game.start.ply == 0
    return equal and empty and game.turns.alternating and game.player_at(0) is Player.BLACK
