"""The kind "formula": the formula of one depth, or of one depth after the other, as the papers ask them.

With two encodings they take turns: the first one at odd depths, the second one at even ones. With "cor" and "pairing",
of which one looks for Black's win and the other one for White's blocking, that is iterative deepening from both sides.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from zermelo.campaign.kinds.allowance import Allowance, JobFigures
from zermelo.encodings import Asks, Encoded, encoding
from zermelo.encodings.registry import check_question, encode_by
from zermelo.errors import InputError, LimitError, MissingToolError
from zermelo.formula import QCNF, Circuit
from zermelo.loading import load
from zermelo.model import Game
from zermelo.preprocess import preprocessor
from zermelo.questions import MOST_DEPTH, telling_depths
from zermelo.solvers import Answer, solver


def ask_formulas(arguments: dict[str, Any], allowance: Allowance) -> JobFigures:
    """Ask formulas until one of them knows whether Black wins, or none is left.

    Parameters
    ----------
    arguments
        ``"game"``: as `load` takes it; ``"encodings"``: one or two names with options; ``"preprocessor"``: its name, or
        none; ``"solver"``: its name; ``"depths"``: a list in moves, ``"telling"`` for all upward at which a new win can
        appear, or ``"all"`` for 0, 1, 2, …
    allowance
        For all depths together, encoding and preprocessing included.

    Returns
    -------
    dict
        ``"answer"``: whether Black wins, within the last depth where that is all that was asked; None where no formula
        knew. ``"depth"``: the last depth that was asked; ``"won_depth"``, ``"refuted_depth"``, ``"complete"``: as in a
        verdict. ``"method"``: the last encoding and the tools. ``"steps"``: for each depth its ``"encoding"``,
        ``"truth"`` (of the formula), ``"reason"``, and the seconds ``"encode_seconds"``, ``"preprocess_seconds"``,
        ``"solve_seconds"``, and ``"solve_memory_mb"``, the most memory of the solver that was seen (0: it was too short
        to be looked at).

    Raises what encoders and tools raise. A formula that is out of time is the ``"reason"``.

    >>> asked = {"game": "httt:el,board=3x3", "encodings": ["cor", "pairing"], "solver": "depqbf", "depths": "all"}
    >>> found = ask_formulas(asked, Allowance())
    >>> found["answer"], found["won_depth"], [step["truth"] for step in found["steps"]]
    (True, 5, [False, False, False, False, False, True])
    """
    game = load(arguments["game"])
    tools = FormulaTools.named(arguments, allowance)
    complete = game.complete_depth()
    last = MOST_DEPTH if complete is None else complete
    names = [each for each in (tools.preprocessor, tools.solver) if each != "none"]
    found = _Found(game, complete, "+".join(names))
    for depth in _depths(game, arguments["depths"], last):
        step = tools.step(game, depth)
        if found.take(step, depth):
            break
    return found.figures()


def _depths(game: Game, asked: Any, last: int) -> Iterable[int]:
    if asked == "all":
        return range(last + 1)
    return telling_depths(game, last) if asked == "telling" else [int(each) for each in asked]


@dataclass
class FormulaStep:
    """One formula: the claim that came of it (None: none), and the figures."""

    figures: dict[str, Any]
    black_wins: bool | None = None
    ever: bool = False
    """True where "no" holds for every depth."""


@dataclass(frozen=True)
class FormulaTools:
    """The tools that ask formulas: one or two encodings, a preprocessor, a solver, within an allowance."""

    encodings: tuple[str, ...]
    preprocessor: str
    solver: str
    allowance: Allowance

    @classmethod
    def named(cls, arguments: dict[str, Any], allowance: Allowance) -> FormulaTools:
        """The tools of the arguments of a job; ``MissingToolError`` for one that is not installed."""
        tools = cls(
            tuple(arguments["encodings"]), arguments.get("preprocessor") or "none", arguments["solver"], allowance
        )
        preprocessor(tools.preprocessor).require()
        solver(tools.solver).required()
        return tools

    def step(self, game: Game, depth: int) -> FormulaStep:
        """Ask the formula of one depth."""
        use = encoding(self.encodings[0 if depth % 2 else -1])
        step = FormulaStep({"depth": depth, "encoding": use.label, "truth": None, "reason": None})
        try:
            self.allowance.require_time()
            check_question(use, game, depth)
            began = time.monotonic()
            encoded = encode_by(use, game, depth)
            formula = None if encoded.answer is not None else self._formula(encoded)
            step.figures["encode_seconds"] = _since(began)
            truth = encoded.answer if formula is None else self._solved(formula, step)
        except LimitError as error:
            step.figures["reason"] = error.reason
            return step
        step.figures["truth"] = truth
        if truth is not None:
            step.black_wins = encoded.black_wins(truth)
            step.ever = encoded.asks is Asks.WHITE_HOLDS and step.black_wins is False
        return step

    def _formula(self, encoded: Encoded) -> QCNF | Circuit:
        """Clauses; the circuit itself for a solver that reads circuits and no clauses."""
        formula = encoded.formula
        if isinstance(formula, Circuit) and self.preprocessor == "none":
            formats = solver(self.solver).capabilities.formats
            if "qdimacs" not in formats:
                return formula
        return encoded.clauses()[0]

    def _solved(self, formula: QCNF | Circuit, step: FormulaStep) -> bool | None:
        if self.preprocessor != "none":
            assert isinstance(formula, QCNF)
            self.allowance.require_time()
            done = preprocessor(self.preprocessor).preprocess(
                formula, time_limit=self.allowance.left, memory_limit_mb=self.allowance.memory_mb
            )
            step.figures["preprocess_seconds"] = round(done.seconds, 4)
            step.figures["preprocessed"] = done.applied or done.detail
            if done.answer is not None:
                return done.answer is Answer.TRUE
            formula = done.formula
        self.allowance.require_time()
        result = solver(self.solver).solve(
            formula, time_limit=self.allowance.left, memory_limit_mb=self.allowance.memory_mb
        )
        step.figures["solve_seconds"] = round(result.seconds, 4)
        step.figures["solve_memory_mb"] = round(result.peak_memory_mb, 1)
        if result.answer is Answer.UNKNOWN:
            if result.reason == "missing":
                raise MissingToolError(result.detail)
            step.figures["reason"] = result.reason or "gave up"
            return None
        return result.answer is Answer.TRUE


class _Found:
    """Findings of the formulas so far: each step, the least depth that wins, and the greatest one that does not."""

    def __init__(self, game: Game, complete: int | None, tools: str) -> None:
        self.game, self.complete, self.tools = game, complete, tools
        self.steps: list[dict[str, Any]] = []
        self.won: int | None = None
        self.refuted: int | None = None
        self.ever = False
        self.reason: str | None = None

    def take(self, step: FormulaStep, depth: int) -> bool:
        """Take in a step; True when it is the last one."""
        self.steps.append(step.figures)
        self.reason = step.figures["reason"]
        if self.reason is not None:
            return True
        if step.black_wins is None:
            self.reason = "silent"
            return False
        if step.black_wins:
            self.won = depth
            return True
        self.refuted = depth if self.refuted is None else max(depth, self.refuted)
        self.ever = step.ever or (self.complete is not None and depth >= max(telling_depths(self.game, self.complete)))
        return self.ever

    def figures(self) -> JobFigures:
        if not self.steps:
            raise InputError("at least one depth")
        said: list[dict[str, Any]] = []
        if self.won is not None:
            said.append({"player": "black", "wins": True, "depth": self.won})
        if self.refuted is not None:
            said.append({"player": "black", "wins": False, "depth": None if self.ever else self.refuted})
        answer = True if self.won is not None else False if self.ever or self._asked_last() else None
        return {
            "answer": answer,
            "depth": self.steps[-1]["depth"],
            "won_depth": self.won,
            "refuted_depth": self.refuted,
            "complete": self.ever,
            "reason": None if answer is not None else self.reason or "open",
            "method": f"{self.steps[-1]['encoding']}+{self.tools}",
            "steps": self.steps,
            "says": said,
        }

    def _asked_last(self) -> bool:
        """True if the last formula refuted its depth."""
        return self.reason is None and self.refuted is not None


def _since(began: float) -> float:
    return round(time.monotonic() - began, 4)
