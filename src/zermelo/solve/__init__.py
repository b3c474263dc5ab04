"""A question on a game, answered: encode, preprocess, solve, find the first move, check.

The one place that sees all stages. An answer is a claim with its evidence: the formula's truth value from a solver,
the winning first move confirmed by solving the position after it, and, where the game is small enough, the plain rule
engine trying everything. Two routes that contradict each other raise
:class:`~zermelo.errors.DisagreementError`; they are never averaged.

    question ── plan (`duel`, `moves`) ── tasks ── `race` ── runs, here or in processes (`contestant`, `worker`)
        └────── `memory` (store) ──────────────────────────── `decide`: encode, preprocess, solve, read
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from zermelo.encodings import encoding
from zermelo.encodings.moves import check_question
from zermelo.errors import DisagreementError, InputError, LimitError
from zermelo.model import ConnectionGame, Game, Player, PositionalGame, restriction_is_sound
from zermelo.preprocess import preprocessor
from zermelo.questions import METHODS, Options
from zermelo.search.engines import engine_for
from zermelo.solve.fastest import Fastest
from zermelo.solve.first_moves import FirstMoves
from zermelo.solve.journal import Journal, Watcher
from zermelo.solve.memory import Memory
from zermelo.solve.question import Question
from zermelo.solve.winner import Winner
from zermelo.solve.within import Within
from zermelo.solvers import solver
from zermelo.store import Store
from zermelo.verdict import Query, Stage, Verdict

__all__ = ["solve"]

KINDS: dict[str, type[Question]] = {"winner": Winner, "within": Within, "fastest": Fastest}
"""The questions by their names."""


def solve(
    game: Game,
    query: Query | None = None,
    options: Options | None = None,
    watch: Watcher | None = None,
    store: Store | None = None,
) -> Verdict:
    """Answer a question on a game.

    Parameters
    ----------
    game
        The game; the question is about its start position.
    query
        The question; None asks for the game's own depth, or who wins when it has none.
    options
        Tools and limits; None for the defaults.
    watch
        Called with every `~zermelo.solve.journal.Event`: stages, runs that start and end.
    store
        The memory of answers: asked before, and added to after; None for no memory.

    Returns
    -------
    Verdict
        Also when a limit ended the work: then with the reason, and with all that was established before.

    Raises
    ------
    InputError
        For a question that makes no sense, or tools that do not fit the game.
    DisagreementError
        When two independent routes contradict each other.

    >>> from zermelo.model import ConnectionGame
    >>> verdict = solve(ConnectionGame.hex(2, 2), Query("within", depth=3))
    >>> verdict.answer, verdict.first_move, verdict.checked
    (True, 'a2', True)
    """
    if query is None:
        query = Query() if game.depth is None else Query("within", depth=game.depth)
    options = options or Options()
    if options.engine is not None and options.method == "auto":
        options = replace(options, method="search")
    _check(game, query, options)
    verdict = Verdict(game.name, query, notes=list(getattr(game, "notes", ())))
    if isinstance(game, PositionalGame | ConnectionGame):
        verdict.restricted = not restriction_is_sound(game)
    if options.checkpoint is not None:
        options = replace(options, method="search", jobs=1)
    journal = Journal(verdict, options.time_limit, watch or (lambda _: None))
    memory = Memory(store or Store(), options)
    asked = game if query.player is Player.BLACK else game.swapped()
    verdict.longest = asked.complete_depth()
    question = KINDS[query.kind](asked, query, options, journal, memory)
    try:
        whole = _within_limits(question.answer, verdict)
        if query.first_moves and whole:
            whole = _within_limits(FirstMoves(question).find, verdict)
        if whole:
            _within_limits(lambda: _certify(game, question), verdict)
    except DisagreementError:
        question.facts.clear()  # one of those who said something is wrong, and nobody knows which
        raise
    finally:
        memory.remember(asked, *question.facts)
    if verdict.outcome is not None:
        verdict.excluded = [player.value for player in Player if player.value != verdict.outcome]
    verdict.seconds = time.monotonic() - journal.started
    return verdict


def _check(game: Game, query: Query, options: Options) -> None:
    """Whether the question makes sense, and the tools exist and fit."""
    if query.kind not in KINDS:
        raise InputError(f"a question among {', '.join(KINDS)}", found=repr(query.kind))
    if query.kind == "winner" and query.player is not Player.BLACK:
        raise InputError("no player in the question who wins: it asks of both", found=str(query.player))
    if options.method not in METHODS:
        raise InputError(f"a method among {', '.join(METHODS)}", found=repr(options.method))
    if options.engine is not None:
        engine_for(game, options.engine)
        if options.method == "qbf" or options.names_tools:
            raise InputError("an engine, or tools for formulas", found="both")
    if options.jobs is not None and options.jobs < 1:
        raise InputError("at least one job", found=str(options.jobs))
    if options.solver is not None:
        solver(options.solver)
    if options.preprocessor != "auto":
        preprocessor(options.preprocessor)
    if options.encoding is not None:
        check_question(encoding(options.encoding), game, 0)
    if options.checkpoint is not None:
        _check_checkpoint(game, query, options)


def _check_checkpoint(game: Game, query: Query, options: Options) -> None:
    """Whether a native search is what is asked for, and all that is."""
    if engine_for(game) is None:
        raise InputError("a game that a native search takes, for a checkpoint", found=game.name)
    others = {
        "--method qbf": options.method == "qbf",
        "--encoding, --solver or --preprocessor": options.names_tools,
        "--verify": options.verify,
        "--cpu-limit": options.cpu_limit is not None,
        "--first-moves": query.first_moves,
    }
    found = next((name for name, given in others.items() if given), None)
    if found is not None:
        raise InputError("the native search alone, for a checkpoint", found=found)


def _certify(game: Game, question: Question) -> None:
    """Confirm an answer by its strategies, where that takes but a moment."""
    from zermelo.strategy.certify import MOMENT, certify_quickly  # as in `Question.agree`

    verdict, options, journal = question.verdict, question.options, question.journal
    trusted = verdict.remembered and verdict.checked
    if not (verdict.known and options.check and options.certify) or trusted:
        return
    started = time.monotonic()
    with suppress(LimitError):  # no time is left
        found = certify_quickly(game, verdict, journal.seconds(MOMENT), options.memory_limit_mb)
        if found:
            question.prove(found)
            verdict.stages.append(Stage("certify", time.monotonic() - started, {"claims": len(found)}))


def _within_limits(work: Callable[[], None], verdict: Verdict) -> bool:
    """Work until it is done or a limit ends it: then the verdict says which. False when nothing more is wanted."""
    try:
        work()
    except LimitError as limit:
        verdict.reason = limit.reason
        verdict.notes.append(str(limit))
    except MemoryError:
        verdict.reason = "memory"
    except KeyboardInterrupt:
        verdict.reason = "interrupted"
        if verdict.known and not verdict.checked:
            verdict.notes.append("interrupted before the answer was checked")
    verdict.interrupted = verdict.reason == "interrupted"
    if verdict.known:
        verdict.reason = None
    return not verdict.interrupted
