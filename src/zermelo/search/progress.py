"""Progress of a native search while it runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

NOT_WRITTEN = "checkpoint not written"
"""The first words of a warning about a checkpoint."""


@dataclass(frozen=True)
class Progress:
    """The state of a native search, told twice a second.

    Parameters
    ----------
    nodes, seconds
        Positions looked at, and wall-clock time, since this search began.
    used, room
        Positions in its tables, and the most that they can hold.
    memory
        Bytes of the tables at most.
    depth
        The depth that it asks for now; None: any.
    move
        The first move that it is trying; None where it is not trying one.
    left
        The first moves that are not settled, this one among them. The others have been refuted, or need not be tried.
    warning
        The reason why the last checkpoint could not be written; empty where nothing went wrong.

    >>> print(Progress(2_500_000, 5.0, 600, 1000, 10**6, depth=7, left=(3, 4)))
    2.5 M positions, 500 k/s, table 60 % full, depth 7, 2 first moves left
    """

    nodes: int
    seconds: float
    used: int
    room: int
    memory: int
    depth: int | None = None
    move: Any = None
    left: tuple[Any, ...] = ()
    warning: str = ""

    @property
    def speed(self) -> float:
        """Positions per second."""
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def load(self) -> float:
        """The share of the tables that is in use, from 0 to 1."""
        return self.used / self.room if self.room else 0.0

    def __str__(self) -> str:
        parts = [f"{scaled(self.nodes)} positions", f"{scaled(self.speed)}/s", f"table {self.load:.0%} full"]
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        if self.left:
            parts.append(f"{len(self.left)} first moves left")
        if self.warning:
            parts.append(f"{NOT_WRITTEN} ({self.warning})")
        return ", ".join(parts).replace("%", " %")


Watch = Callable[[Progress], None]
"""A function that is told; an exception of its ends the search."""


def teller(
    watch: Watch | None, move: Callable[[int], Any] | None = lambda number: number, **known: Any
) -> Callable[..., None] | None:
    """The function that the core calls: ``watch`` with moves in place of their numbers; None without a watch.

    Parameters
    ----------
    watch
        The function to be told.
    move
        The model's move for a number of the core; None where a proof is written, whose searches begin anywhere: then
        no moves are told, nor how deep one of them is.
    known
        Fields of `Progress` that the core does not know.
    """
    if watch is None:
        return None

    def tell(told: Mapping[str, Any]) -> None:
        if move is None:
            watch(Progress(**{**told, "move": None, "left": (), "depth": None, **known}))
            return
        number, left = told["move"], told["left"]
        trying = None if number < 0 else move(number)
        watch(Progress(**{**told, "move": trying, "left": tuple(move(each) for each in left), **known}))

    return tell


def renamed(watch: Watch | None, move: Callable[[Any], Any]) -> Watch | None:
    """A watch for a search of the same game in other words; None without a watch.

    Parameters
    ----------
    watch
        The function to be told.
    move
        This game's move for one of the search.
    """
    if watch is None:
        return None

    def tell(far: Progress) -> None:
        trying = None if far.move is None else move(far.move)
        watch(replace(far, move=trying, left=tuple(dict.fromkeys(move(each) for each in far.left))))

    return tell


def below(watch: Watch | None, move: Any, left: tuple[Any, ...]) -> Watch | None:
    """A watch for a search that begins after a first move, and knows no other; None without a watch.

    Parameters
    ----------
    watch
        The function to be told.
    move
        The first move that is being tried.
    left
        Those that are not settled, this one among them.
    """
    if watch is None:
        return None

    def tell(far: Progress) -> None:
        watch(replace(far, move=move, left=left, depth=None if far.depth is None else far.depth + 1))

    return tell


def scaled(number: float) -> str:
    """A number with three digits and a letter.

    >>> [scaled(each) for each in (7, 1234, 56_780_000, 1.5e9)]
    ['7', '1.23 k', '56.8 M', '1.5 G']
    """
    for unit in ("", " k", " M", " G"):
        if number < 1000 or unit == " G":
            return f"{number:.3g}{unit}"
        number /= 1000
    raise AssertionError


def since(watch: Watch | None, nodes: int, seconds: float) -> Watch | None:
    """A watch for a search that goes on after others; None without a watch.

    Parameters
    ----------
    watch
        The function to be told.
    nodes, seconds
        Positions and time of the others.
    """
    if watch is None:
        return None

    def tell(far: Progress) -> None:
        watch(replace(far, nodes=nodes + far.nodes, seconds=seconds + far.seconds))

    return tell
