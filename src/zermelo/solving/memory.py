"""Recall facts about a question from the store, and add what was found out."""

from __future__ import annotations

from typing import Any

from zermelo.model import Game, Player
from zermelo.questions import Options
from zermelo.solving.bounds import TOLD, Bounds
from zermelo.solving.finding import Finding
from zermelo.store import Demand, Fact, Origin, Store, StoredFact


class Memory:
    """The store, asked under the demands of the options: an answer counts if the named tools would have found it.

    Answers by the rules count whatever is named: no tool has a say in them, and every inquiry hears them.

    Parameters
    ----------
    store
        The store.
    options
        Names of tools; with ``verify`` nothing is remembered, since every route has to answer now.
    """

    def __init__(self, store: Store, options: Options) -> None:
        self._asked = Store() if options.verify else store
        self._demand = _demand(options)
        self._filled = store

    def recall(self, game: Game, bounds: Bounds, after: dict[Any, Bounds]) -> None:
        """Tell the bounds of a game, and those after its first moves, the remembered answers.

        Parameters
        ----------
        game
            The game.
        bounds
            Bounds of the game.
        after
            For some first moves, bounds of the game after them.

        Raises ``DisagreementError`` when a remembered answer contradicts the bounds.
        """
        for move, player, known in self._asked.everything(game, ANY_ORIGIN):
            if not self._counts(known.record):
                continue
            spent = 0 if move is None else 1
            if known.depth is not None and known.depth < spent:
                continue  # within no move: nobody wins by the first move so
            depth = None if known.depth is None else known.depth - spent
            mine = known.first_move is not None and move is None and game.mover(game.start) is player
            finding = Finding(
                known.answer,
                depth=depth,
                player=player,
                method=str(known.record.origin),
                route="memory",
                first_move=known.first_move if mine else None,
                checked=known.record.checked,
                record=known.record,
            )
            if move is None:
                bounds.learn(finding)
            elif move in after:
                after[move].learn(finding)

    def _counts(self, record: StoredFact) -> bool:
        """True if the named tools would have found this, or the rules tell it."""
        return record.origin in BY_RULES or self._demand.met(record.origin, checked=record.checked)

    def remember(self, game: Game, bounds: Bounds, after: dict[Any, Bounds], seconds: float) -> None:
        """Keep the findings: of each player the sharpest win and no win, and the sharpest of those checked.

        Parameters
        ----------
        game, bounds, after
            As of :meth:`recall`.
        seconds
            The time that the answers took.

        Raises ``DisagreementError`` when one contradicts a remembered answer.
        """
        if not self._filled.is_open:
            return
        facts = [_fact(each, seconds) for each in _worth_keeping(bounds)]
        for move, known in after.items():
            facts += [_fact(each, seconds, move) for each in _worth_keeping(known) if each.depth != 0 or each.answer]
        self._filled.add(game, *facts)


ANY_ORIGIN = Demand(unchecked=True)
"""Every fact, whoever has found it."""

BY_RULES = frozenset(Origin(solver=method) for method in TOLD)
"""Origins of the facts that the rules tell."""

WORK = ("search", "formula")
"""Routes whose findings are kept; what the rules tell is kept when it has been proven, since that was work, too."""


def _worth_keeping(bounds: Bounds) -> list[Finding]:
    """The sharpest win and no win of each player, and the sharpest of those that are checked."""
    kept: list[Finding] = []
    for player in Player:
        found = [
            each
            for each in bounds
            if each.player is player and (each.route in WORK or (each.checked and each.route == "rules"))
        ]
        for some in (found, [each for each in found if each.checked]):
            wins = [each for each in some if each.answer]
            losses = [each for each in some if each.answer is False]
            kept += sorted(wins, key=lambda each: (_reach(each), each.first_move is None))[:1]
            kept += sorted(losses, key=lambda each: -_reach(each))[:1]
    proven = {_claim(each) for each in kept if each.checked}
    return list(dict.fromkeys(each for each in kept if each.checked or _claim(each) not in proven))


def _claim(finding: Finding) -> tuple[Any, ...]:
    return finding.player, finding.answer, finding.depth, finding.first_move


def _reach(finding: Finding) -> float:
    return float("inf") if finding.depth is None else finding.depth


def _fact(finding: Finding, seconds: float, after: Any = None) -> Fact:
    depth = None if finding.depth is None else finding.depth + (after is not None)
    first = finding.first_move if finding.answer and after is None else None
    return Fact(finding.player, depth, bool(finding.answer), origin(finding), finding.checked, first, after, seconds)


def origin(finding: Finding) -> Origin:
    """The origin of a finding; that it was proven since does not change it."""
    if finding.record is not None:
        return finding.record.origin
    if finding.run is None:
        return Origin(solver=finding.method)
    tools = finding.run.combination
    if finding.method.endswith("(decided while encoding)"):
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
    """The properties that a remembered answer must share with one that would be found now."""
    if options.engine is not None:
        from zermelo.search.engines import Engine

        return Demand(solver=Engine(options.engine).label, method=options.method, unchecked=True)
    if not options.names_tools:
        return Demand(method=options.method, unchecked=True)
    from zermelo.encodings import encoding
    from zermelo.solvers import solver

    label = None if options.encoding is None else encoding(options.encoding).label
    before = None if options.preprocessor == "auto" else options.preprocessor.replace("none", "")
    name = options.solver
    version = None if name is None else solver(name).version()
    return Demand(label, before, None, name, version, options.method, unchecked=True)
