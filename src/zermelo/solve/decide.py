"""One formula: encode a question at a depth, preprocess, solve, and say what the truth value means for the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.encodings import Asks, Encoded, Encoding, default_encoding, encoding
from zermelo.encodings.moves import check_question
from zermelo.formula import QCNF, Circuit
from zermelo.model import Game
from zermelo.preprocess import preprocessor
from zermelo.questions import Options
from zermelo.solve.journal import Journal
from zermelo.solvers import Answer, SolverResult, solver


@dataclass(frozen=True)
class Decision:
    """What a formula said of "Black wins within the depth".

    Parameters
    ----------
    answer
        None when unknown, then with the reason and details for people.
    hint
        A first move that the solver named: unconfirmed.
    method
        Encoding, preprocessor and solver, joined by "+".
    notes
        What was simplified on the way.
    plain
        Whether no preprocessor was in between.
    ever
        Whether a "no" holds for every depth.
    silent
        Whether the formula was decided, and says nothing about the game.
    """

    answer: bool | None
    reason: str | None = None
    detail: str = ""
    hint: Any = None
    method: str = ""
    notes: tuple[str, ...] = ()
    plain: bool = True
    ever: bool = False
    silent: bool = False


def chosen_encoding(game: Game, options: Options) -> Encoding:
    """The encoding that the options name, or the one that suits the game."""
    return default_encoding(game) if options.encoding is None else encoding(options.encoding)


def decide(game: Game, depth: int, options: Options, journal: Journal, *, plain: bool = False) -> Decision:
    """Encode and solve "Black wins within ``depth``"; ``plain`` leaves the preprocessor out."""
    use = chosen_encoding(game, options)
    check_question(use, game, depth)
    chosen = use.label
    journal.progress(f"depth {depth}: encoding ({chosen})")
    with journal.stage("encode", depth=depth, encoding=chosen) as facts:
        encoded = use.encode(game, depth)
        if encoded.formula is not None:
            facts.update(encoded.formula.sizes()._asdict())
        if encoded.answer is not None:
            facts["answer"] = str(encoded.answer).lower()
    notes = encoded.notes
    if encoded.answer is not None:
        method = f"{chosen} (decided while encoding)"
        return _read(encoded, encoded.answer, method, (f"depth {depth}: {encoded.why}",))
    qcnf, way = _clauses(encoded, journal)
    name = "none" if plain else options.preprocessor_for(use.name)
    method = "+".join([chosen, *([name] if name != "none" else []), options.solver])
    if journal.after is None and not plain and not journal.verdict.known:
        journal.verdict.method = method
    kept = True
    if name != "none":
        qcnf, kept, answer = _preprocess(name, qcnf, depth, options, journal)
        if answer is not None:
            return _read(encoded, answer, method, notes, plain=False)
    result = _solve(qcnf, depth, options, journal, assignment=kept and options.check)
    if result.answer is Answer.UNKNOWN:
        return Decision(None, result.reason, f"{method} at depth {depth}: {result.detail}", method=method)
    hint = None
    if kept and result.assignment is not None:
        known = result.assignment
        hint = encoded.first_move({variable: known[to] for variable, to in way.items() if to in known})
    return _read(encoded, result.answer is Answer.TRUE, method, notes, plain=kept, hint=hint)


def _read(
    encoded: Encoded, truth: bool, method: str, notes: tuple[str, ...], *, plain: bool = True, hint: Any = None
) -> Decision:
    """What the truth value of a formula says about Black's win."""
    answer = encoded.black_wins(truth)
    if answer is None:
        detail = f"{method} at depth {encoded.depth}: false, which says nothing about the game at this depth"
        return Decision(None, "silent", detail, method=method, notes=notes, silent=True)
    ever = encoded.asks is Asks.WHITE_HOLDS and not answer
    return Decision(answer, hint=hint, method=method, notes=notes, plain=plain, ever=ever)


def _clauses(encoded: Encoded, journal: Journal) -> tuple[QCNF, dict[int, int]]:
    if not isinstance(encoded.formula, Circuit):
        return encoded.clauses()
    with journal.stage("clauses", depth=encoded.depth) as facts:
        qcnf, way = encoded.clauses()
        facts.update(qcnf.sizes()._asdict())
    return qcnf, way


def _preprocess(
    name: str, qcnf: QCNF, depth: int, options: Options, journal: Journal
) -> tuple[QCNF, bool, bool | None]:
    journal.progress(f"depth {depth}: preprocessing ({name})")
    with journal.stage("preprocess", depth=depth, preprocessor=name) as facts:
        done = preprocessor(name).preprocess(qcnf, time_limit=journal.left(), memory_limit_mb=options.memory_limit_mb)
        facts.update(done.formula.sizes()._asdict(), applied=done.applied)
    if not done.applied:
        journal.note([f"{name} not applied: {done.detail}"])
    answer = None if done.answer is None else done.answer is Answer.TRUE
    return done.formula, done.keeps_numbers, answer


def _solve(qcnf: QCNF, depth: int, options: Options, journal: Journal, *, assignment: bool) -> SolverResult:
    journal.progress(f"depth {depth}: solving ({options.solver}, {qcnf.num_clauses} clauses)")
    with journal.stage("solve", depth=depth, solver=options.solver) as facts:
        result = solver(options.solver).solve(
            qcnf, time_limit=journal.left(), memory_limit_mb=options.memory_limit_mb, assignment=assignment
        )
        facts["answer"] = result.answer.value
    return result
