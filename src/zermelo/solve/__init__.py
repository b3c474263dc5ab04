"""A question on a game, answered: encode, preprocess, solve, find the first move, check.

The one place that sees all stages. An answer is a claim with its evidence: the formula's truth value from a solver,
the winning first move confirmed by solving the position after it, and, where the game is small enough, the plain rule
engine trying everything. Two routes that contradict each other raise
:class:`~zermelo.errors.DisagreementError`; they are never averaged.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from zermelo.encodings import encoding
from zermelo.encodings.moves import check_question
from zermelo.errors import InputError, LimitError
from zermelo.model import ConnectionGame, Game, Player, PositionalGame, restriction_is_sound
from zermelo.preprocess import preprocessor
from zermelo.questions import METHODS, Options
from zermelo.solve.journal import Journal
from zermelo.solve.winner import Winner
from zermelo.solve.within import Within
from zermelo.solvers import solver
from zermelo.verdict import Query, Verdict

__all__ = ["solve"]


def solve(
    game: Game,
    query: Query | None = None,
    options: Options | None = None,
    progress: Callable[[str], None] | None = None,
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
    progress
        Called with a short text whenever a stage starts.

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
    solver(options.solver), preprocessor(options.preprocessor_for("bddl"))
    if options.method not in METHODS:
        raise InputError(f"a method among {', '.join(METHODS)}", found=repr(options.method))
    if options.encoding is not None:
        check_question(encoding(options.encoding), game, 0)
    verdict = Verdict(game.name, query, notes=list(getattr(game, "notes", ())))
    if isinstance(game, PositionalGame | ConnectionGame):
        verdict.restricted = not restriction_is_sound(game)
    journal = Journal(verdict, options.time_limit, progress or (lambda _: None))
    question = (Within if query.kind == "within" else Winner)(game, query, options, journal)
    try:
        question.answer()
    except LimitError as limit:
        verdict.reason = limit.reason
        verdict.notes.append(str(limit))
    except MemoryError:
        verdict.reason = "memory"
    except KeyboardInterrupt:
        verdict.reason = "interrupted"
        if verdict.known and not verdict.checked:
            verdict.notes.append("interrupted before the answer was checked")
    if verdict.known:
        verdict.reason = None
    if verdict.outcome is not None:
        verdict.excluded = [player.value for player in Player if player.value != verdict.outcome]
    verdict.seconds = time.monotonic() - journal.started
    return verdict
