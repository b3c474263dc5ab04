"""The native search of a question: it goes first, in this process, and goes on beside formulas where these may answer.

A session keeps its tables, so nothing is searched twice: the first second, what follows in the background, every first
move and the proof all go on from there.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread

from zermelo.errors import LimitError
from zermelo.model import Game, Player
from zermelo.search.progress import Progress
from zermelo.search.session import Limits, Result, Session
from zermelo.solving.bounds import Bounds
from zermelo.solving.finding import Finding
from zermelo.solving.journal import Event, Journal
from zermelo.solving.question import Ask
from zermelo.verdict import Stage

OpenAsks = Callable[[Bounds], Sequence[Ask]]
"""A function that tells what would help a question, the most wanted first."""

FIRST_TURN = 0.1
"""Seconds of the first turn of an ask, where several would help."""

FIRST_KEPT_TURN = 60.0
"""The same with a checkpoint, which each turn reads and writes."""

SHARE = 0.25
"""Seconds for an ask that is wanted less, for each second of the one before it."""


class Cancelled(Exception):
    """The search is not needed any more."""


@dataclass
class Searching:
    """The search for one question.

    Parameters
    ----------
    game, session
        The game, and the search of it.
    journal
        Its clock and events.
    memory_limit_mb
        Of the tables.
    threads
        Of the search while it runs alone.
    first_turn
        Seconds of the first turn of an ask, where several would help.
    """

    game: Game
    session: Session
    journal: Journal
    memory_limit_mb: int | None = None
    threads: int = 1
    first_turn: float = FIRST_TURN
    closed: dict[Ask, Finding] = field(default_factory=dict, init=False)
    """The reasons why it cannot go on with an ask."""

    def __post_init__(self) -> None:
        self._spent = defaultdict[Ask, float](float)

    @property
    def seconds(self) -> float:
        """Seconds of search so far."""
        return sum(self._spent.values())

    def seconds_about(self, player: Player) -> float:
        """Seconds of search about a player's wins."""
        return sum(spent for ask, spent in self._spent.items() if ask.player is player)

    @property
    def failed(self) -> Finding | None:
        """The first reason why it cannot go on; None where there is none."""
        return next(iter(self.closed.values()), None)

    def turn(self, asks: Sequence[Ask]) -> tuple[Ask, float | None] | None:
        """The ask that is next, and its seconds (None: any); None where nothing is left to ask.

        Several take turns, each as long as all turns of this ask before: that one player wins may be found at once,
        where a search for the other one's win hardly ends. None waits longer than a small multiple of its own time.
        """
        left = [ask for ask in asks if ask not in self.closed]
        if len(left) < 2:
            return (left[0], None) if left else None
        ask = min(left, key=lambda each: self._spent[each] / SHARE ** left.index(each))
        return ask, max(self.first_turn, self._spent[ask])

    def follow(self, asks: OpenAsks, bounds: Bounds, seconds: float | None = None) -> None:
        """Search until nothing is wanted, the search is at its end, or the seconds have passed.

        Parameters
        ----------
        asks
            Tells, of the bounds, what would help, the most wanted first; empty: nothing.
        bounds
            The findings about the game; answers go there.
        seconds
            The time for this call; None: any.

        Raises ``LimitError`` when the time of the question is used up.
        """
        until = None if seconds is None else time.monotonic() + seconds
        while (turn := self.turn(asks(bounds))) is not None:
            ask, most = turn
            left = self.journal.seconds(None if until is None else until - time.monotonic())
            if left is not None and left <= 0:
                return
            finding = self._ask(ask, most if left is None else left if most is None else min(left, most))
            if finding.answer is not None:
                bounds.learn(finding)
            elif finding.reason != "time" or (most is None and until is None):
                self.closed[ask] = finding
            self.journal.left()

    def _ask(self, ask: Ask, seconds: float | None, tell: Callable[[Progress], None] | None = None) -> Finding:
        """One question to the session."""
        text = self._named(ask)
        self.journal.progress("searching", text)
        result = self.session.decide(ask.player, ask.depth, self.limits(seconds), tell or self.teller(text))
        return self._taken(ask, result)

    def limits(self, seconds: float | None) -> Limits:
        """The limits of a call that runs alone."""
        return Limits(seconds, self.memory_limit_mb, threads=self.threads)

    def _named(self, ask: Ask) -> str:
        bound = "" if ask.depth is None else f" within {ask.depth}"
        return f"{self.session.label}: {ask.player} wins{bound}?"

    def _taken(self, ask: Ask, result: Result) -> Finding:
        """A result as a finding, with its stage."""
        self._spent[ask] += result.seconds
        finding = found(ask, result, self.session.label)
        facts = {"depth": ask.depth, "player": str(ask.player), "positions": result.nodes, "engine": self.session.label,
                 "answer": result.reason if result.answer is None else str(result.answer).lower()}  # fmt: skip
        kept = {name: value for name, value in facts.items() if value is not None}
        self.journal.stages.append(Stage("search", result.seconds, kept))
        self.journal.note(result.notes)
        said = f"no answer ({result.reason})" if result.answer is None else str(finding)
        kind = "lost" if result.reason == "time" else "end"
        self.journal.tell(Event(kind, f"{self._named(ask)} {said}", self._named(ask), result.answer, result.seconds))
        return finding

    def teller(self, text: str) -> Callable[[Progress], None]:
        """Passes on how far the search is."""

        def tell(far: Progress) -> None:
            figures = {
                "nodes": far.nodes,
                "speed": round(far.speed),
                "load": round(far.load, 6),
                "depth": far.depth,
                "first_move": None if far.move is None else self.game.move_name(far.move),
                "first_moves_left": len(far.left) or None,
            }
            told = {name: value for name, value in figures.items() if value is not None}
            self.journal.tell(Event("progress", str(far), text, figures=told))

        return tell


def found(ask: Ask, result: Result, label: str) -> Finding:
    """The result of a search as a finding.

    Parameters
    ----------
    ask
        The question to the search.
    result
        Its answer.
    label
        The name of the search.
    """
    detail = f"{label}: {result.reason} after {result.nodes} positions" if result.answer is None else ""
    return Finding(
        result.answer,
        result.reason,
        detail,
        depth=result.depth,
        player=ask.player,
        method=label,
        route="search",
        first_move=result.first_move if result.answer else None,
    )


class Background:
    """The same search in a thread, beside formulas; the core works without the interpreter's lock.

    Used as a context: at its end the search is stopped, and its table stays.

    Parameters
    ----------
    searching
        The search.
    asks, bounds
        As of :meth:`Searching.follow`; only the thread that made this touches the bounds.
    """

    def __init__(self, searching: Searching, asks: OpenAsks, bounds: Bounds) -> None:
        self._searching, self._asks, self._bounds = searching, asks, bounds
        self._results: SimpleQueue[tuple[Ask, Result | BaseException]] = SimpleQueue()
        self._thread: Thread | None = None
        self._is_turn = False
        self._cancelled = False

    def __enter__(self) -> Background:
        self._next()
        return self

    def __exit__(self, *_: object) -> None:
        self._cancelled = True
        if self._thread is not None:
            self._thread.join()

    @property
    def running(self) -> bool:
        """True if an answer may still come."""
        return self._thread is not None

    def wait(self, seconds: float = 0.05) -> None:
        """Wait a little for an answer."""
        if self._thread is not None:
            self._thread.join(seconds)

    def poll(self) -> None:
        """Take in what has been found, and ask for what is wanted next."""
        while self._thread is not None and not self._results.empty():
            ask, result = self._results.get()
            self._thread.join()
            self._thread = None
            if isinstance(result, BaseException):
                raise result
            finding = self._searching._taken(ask, result)
            if finding.answer is not None:
                self._bounds.learn(finding)
            elif finding.reason != "time" or not self._is_turn:
                self._searching.closed[ask] = finding
            self._next()

    def _next(self) -> None:
        turn = self._searching.turn(self._asks(self._bounds))
        if turn is None:
            return
        try:
            seconds = self._searching.journal.seconds(turn[1])
        except LimitError:
            return
        self._is_turn = turn[1] is not None
        self._thread = Thread(target=self._work, args=(turn[0], seconds), daemon=True)
        self._thread.start()

    def _work(self, ask: Ask, seconds: float | None) -> None:
        searching = self._searching
        tell = searching.teller(searching._named(ask))

        def watch(far: Progress) -> None:
            if self._cancelled:
                raise Cancelled
            tell(far)

        try:
            limits = Limits(seconds, searching.memory_limit_mb)
            self._results.put((ask, searching.session.decide(ask.player, ask.depth, limits, watch)))
        except BaseException as error:  # noqa: BLE001 (raised where the results are taken in)
            if not isinstance(error, Cancelled):
                self._results.put((ask, error))
