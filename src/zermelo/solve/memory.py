"""What the store knows of a question, and what a question leaves there."""

from __future__ import annotations

from dataclasses import replace

from zermelo.encodings import encoding
from zermelo.model import Game, Player
from zermelo.questions import Options, is_last, telling_depths
from zermelo.search.engines import Engine
from zermelo.solve.decide import Decision
from zermelo.solve.duel import Known
from zermelo.solvers import solver
from zermelo.store import Demand, Fact, Origin, Store
from zermelo.store import Known as Remembered


class Memory:
    """The store, asked under the demands of the options: an answer counts if the named tools would have found it.

    All games are in the eyes of who asks: Black is meant.

    Parameters
    ----------
    store
        The store.
    options
        Names of tools.
    """

    def __init__(self, store: Store, options: Options) -> None:
        self.store, self.demand = Store() if options.verify else store, _demand(options)
        """What is asked: nothing where every route has to answer now."""
        self._filled = store

    def recall(self, game: Game, depth: int | None, player: Player = Player.BLACK) -> Remembered | None:
        """Whether a player wins within a depth (None: at all)."""
        known = self.store.lookup(game, player, depth, self.demand)
        if known is not None and (known.answer or known.record.checked):
            return known
        seen = game if player is Player.BLACK else game.swapped()
        complete = seen.complete_depth()
        last = None if complete is None else max(telling_depths(seen, complete), default=0)
        if last is None or (depth is not None and depth < last):
            return known
        never = self.store.lookup(game, player, last, self.demand)  # who has not won by then never does
        if never is None or never.answer or (known is not None and not never.record.checked):
            return known
        return replace(never, depth=None)

    def bounds(self, game: Game, player: Player = Player.BLACK) -> tuple[Remembered | None, Remembered | None]:
        """The least depth within which a player wins, and the largest one within which he does not (None: never)."""
        won, lost = self.store.bounds(game, player, self.demand)
        if lost is not None and lost.depth is not None:
            seen = game if player is Player.BLACK else game.swapped()
            lost = replace(lost, depth=None) if is_last(seen, lost.depth) else lost
        return won, lost

    def prepare(self, game: Game, known: Known) -> None:
        """Begin with what is known already."""
        won, lost = self.bounds(game)
        if won is not None:
            known.won = won.depth
        if lost is not None:
            known.never = lost.depth is None
            known.refuted = -1 if lost.depth is None else lost.depth

    def remember(self, game: Game, *facts: Fact) -> None:
        """Add facts about a game."""
        self._filled.add(game, *facts)


def origin(decision: Decision) -> Origin:
    """How a decision was found."""
    if decision.run is None or isinstance(decision.run.combination, Engine):
        return Origin(solver=decision.method)
    tools = decision.run.combination
    if decision.method.endswith("(decided while encoding)"):
        return Origin(tools.encoding.label)
    before = "" if tools.preprocessor.name == "none" else tools.preprocessor.name
    return Origin(
        tools.encoding.label,
        before,
        (tools.preprocessor.version() or "") if before else "",
        tools.solver.name,
        tools.solver.version() or "",
    )


def _demand(options: Options) -> Demand:
    """What a remembered answer must have in common with one that would be found now."""
    if options.engine is not None:
        return Demand(solver=Engine(options.engine).label, method=options.method, unchecked=True)
    label = None if options.encoding is None else encoding(options.encoding).label
    before = None if options.preprocessor == "auto" else options.preprocessor.replace("none", "")
    name = options.solver
    version = None if name is None else solver(name).version()
    return Demand(label, before, None, name, version, options.method, unchecked=True)
