"""A question on a game, answered, proven and checked: the one package that sees the searches and the formulas.

    question ─┬─ memory ──┐
              ├─ search ──┼→ bounds ─→ proof ─→ check ─→ verdict
              └─ formulas ┘

A question is a predicate on bounds: what each player is known to win, and not to win. The memory fills them first, then
the native search, in this process; formulas join where it has not answered within a second, or where they are asked
for. What is decided is proven by strategies, out of the search's own tables, and these are checked by the rules. The
verdict is built once, at the end. Two routes that contradict each other raise
:class:`~zermelo.errors.DisagreementError`; they are never averaged.
"""

from __future__ import annotations

from dataclasses import replace

from zermelo.errors import InputError, LimitError
from zermelo.files import writable
from zermelo.interrupts import GRACE, ended_after
from zermelo.model import ClauseGame, Game, GridGame, Player, StateGame
from zermelo.questions import EXTRACTIONS, METHODS, Options
from zermelo.solving.inquiry import Inquiry
from zermelo.solving.journal import Journal, Watcher
from zermelo.solving.question import Question
from zermelo.store import Store
from zermelo.verdict import Query, Verdict

__all__ = ["solve"]

MOST_JOBS = 4096


def solve(
    game: Game,
    query: Query | None = None,
    options: Options | None = None,
    watch: Watcher | None = None,
    store: Store | None = None,
) -> Verdict:
    """Answer a question on a game; :func:`zermelo.solve` also takes names and keywords.

    Parameters
    ----------
    game
        The game; the question is about its start position.
    query
        The question; None asks for the game's own depth, or who wins when it has none.
    options
        Tools and limits; None for the defaults.
    watch
        Called with every `~zermelo.solving.journal.Event`: stages, runs that start and end, the answer.
    store
        The memory of answers: asked before, and added to after; None for no memory.

    Returns
    -------
    Verdict
        Also when a limit ended the work: then with the reason, and with all that was established before.

    Raises
    ------
    InputError
        For a formula, a question that makes no sense, tools that do not fit the game, or a file that cannot be written.
    DisagreementError
        When two independent routes contradict each other.

    >>> from zermelo.model import ConnectionGame
    >>> verdict = solve(ConnectionGame.hex(2, 2), Query("within", depth=3))
    >>> verdict.answer, verdict.first_move, verdict.checked
    (True, 'a2', True)
    """
    if isinstance(game, ClauseGame):
        raise InputError("a game", found="a formula", advice="zermelo.gamesat.decide tells who wins it")
    if query is None:
        query = Query.about(game)
    options = options or Options()
    if options.method == "auto" and options.names_search:
        options = replace(options, method="search")
    journal = Journal(options.time_limit, watch)
    try:
        # which looks for a bound of all plays
        question = ended_after(journal.seconds_to(GRACE), lambda: Question(game, query))
    except LimitError as limit:
        told = (*getattr(game, "notes", ()), str(limit))
        return Verdict(game.name, query, reason=limit.reason, seconds=journal.passed, notes=told, subject=game)
    _check(game, query, options)
    verdict = Inquiry(question, options, journal, store or Store()).answer()
    return replace(verdict, subject=game)


def _check(game: Game, query: Query, options: Options) -> None:
    """Refuse tools that do not exist, do not fit the game, or do not fit each other."""
    if options.method not in METHODS:
        raise InputError(f"a method among {', '.join(METHODS)}", found=repr(options.method))
    if options.extract not in (None, *EXTRACTIONS):
        raise InputError(f"a way to extract among {', '.join(EXTRACTIONS)}", found=repr(options.extract))
    writable([options.certificate])
    if options.checkpoint is not None:
        _check_checkpoint(game, query, options)
    elif options.checkpoint_limit_mb is not None:
        found = f"--checkpoint-limit {options.checkpoint_limit_mb:g} alone"
        raise InputError("a file for the checkpoint, --checkpoint FILE", found=found)
    if options.engine is not None:
        from zermelo.search.engines import engine_for

        engine_for(game, options.engine)
        if options.method == "qbf" or options.names_tools:
            raise InputError("an engine, or tools for formulas", found=f"--engine with {_formulas_named(options)}")
    if options.switches:
        from zermelo.search.engines import require_switches

        require_switches(game, options.engine, options.switches)
        if not options.searches:
            raise InputError("switches of a search, or formulas", found=f"--switch with {_formulas_named(options)}")
    if options.method == "search" and options.names_tools:
        raise InputError(
            "no tools for formulas with --method search", found="--encoding, --solver or --preprocessor",
            advice="leave out one of the two",
        )  # fmt: skip
    if options.jobs is not None and not 1 <= options.jobs <= MOST_JOBS:
        raise InputError(f"1 to {MOST_JOBS} jobs", found=str(options.jobs))
    if options.names_tools:
        _check_tools(game, options)


def _formulas_named(options: Options) -> str:
    """The options that ask for formulas."""
    return "--method qbf" if options.method == "qbf" else "--encoding, --solver or --preprocessor"


def _check_tools(game: Game, options: Options) -> None:
    from zermelo.encodings import encoding
    from zermelo.encodings.registry import check_question
    from zermelo.preprocess import preprocessor
    from zermelo.solvers import solver

    if options.solver is not None:
        solver(options.solver)
    if options.preprocessor != "auto":
        preprocessor(options.preprocessor).require()
    if options.encoding is not None:
        check_question(encoding(options.encoding), game, 0)


def _check_checkpoint(game: Game, query: Query, options: Options) -> None:
    """Refuse a checkpoint unless a native search is what is asked for, and all that is."""
    from zermelo.search.checkpoint import require
    from zermelo.search.engines import engine_for

    if engine_for(game) is None:
        raise InputError("a game that a native search takes, for a checkpoint", found=game.name)
    for player in Player:
        file = options.kept_for(player)  # refuses a limit that is none
        if file is not None:
            require(file.path)
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
    if isinstance(game, GridGame | StateGame) and game.complete_depth() is None and query.depth is None:
        raise InputError("a question with a depth, for a checkpoint where no bound on plays is known", found=f"{query}")
