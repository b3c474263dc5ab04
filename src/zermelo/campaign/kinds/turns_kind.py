"""The kinds "turns" and "conversion": who wins within so many turns of both players, as the GTTT paper asks.

In GTTT(p,q) the first turn is q stones, every later one p. Two questions tell who wins within a number of turns: does
the first player, and if not, does the second?
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from zermelo.campaign.kinds.allowance import Allowance, JobFigures
from zermelo.campaign.kinds.formula_kind import FormulaTools
from zermelo.encodings import encoding
from zermelo.encodings.registry import check_question, encode_by
from zermelo.errors import InputError
from zermelo.language.toss import read_toss_text
from zermelo.language.toss_writer import write_toss
from zermelo.loading import load
from zermelo.model import Game, Player, PositionalGame
from zermelo.search.engines import session_for
from zermelo.search.session import Limits

FIRST, SECOND, DRAW = "first", "second", "draw"

AskedTurns = Callable[[Game, int], tuple[bool | None, str | None]]
"""Callable that tells if Black wins a game within a depth; None without an answer, then with the reason."""


def ask_turns(arguments: dict[str, Any], allowance: Allowance) -> JobFigures:
    """Winner of a positional game within so many turns, found by a search, a ``.toss`` file or formulas.

    Parameters
    ----------
    arguments
        ``"game"``: a positional game, as `load` takes it; ``"turns"``; ``"stones"``: those of so many turns;
        ``"engine"``: a native search, or ``"toss"``: the search of the game written as a ``.toss`` file, whose moves
        are turns, and read back; or instead ``"encoding"``, ``"preprocessor"``, ``"solver"``.
    allowance
        For both questions together.

    Returns
    -------
    dict
        ``"winner"``: ``"first"``, ``"second"`` or ``"draw"``, within the turns; None without an answer.
        ``"answer_seconds"``: those of both questions, when the game is there.

    >>> game = "gttt:tippy,p=1,q=1,board=3x3,torus"
    >>> ask_turns({"game": game, "turns": 7, "stones": 7, "engine": "positional"}, Allowance())["winner"]
    'first'
    """
    game: Game = _positional(arguments["game"])
    depth, asked = arguments["stones"], _way(arguments, allowance)
    if arguments.get("engine") == "toss":
        game, depth = read_toss_text(write_toss(_positional(arguments["game"]), joint=True)), arguments["turns"]
    winner, reason, began = DRAW, None, time.monotonic()
    for player, view in ((FIRST, game), (SECOND, game.swapped())):
        wins, reason = asked(view, depth)
        if wins is not False:
            winner = player
            break
    if reason is not None:
        return {"winner": None, "reason": reason, "says": []}
    says = [] if arguments.get("engine") == "toss" else _said(winner, arguments["stones"])
    seconds = round(time.monotonic() - began, 4)
    return {"winner": winner, "answer_seconds": seconds, "reason": None, "says": says}


def _positional(text: str) -> PositionalGame:
    game = load(text)
    if not isinstance(game, PositionalGame):
        raise InputError("a positional game", source=text)
    return game


def _said(winner: str, stones: int) -> list[dict[str, Any]]:
    """Statements about the game that follow from its winner within so many stones."""
    if winner == DRAW:
        return [{"player": player, "wins": False, "depth": stones} for player in ("black", "white")]
    return [{"player": "black" if winner == FIRST else "white", "wins": True, "depth": stones}]


def _way(arguments: dict[str, Any], allowance: Allowance) -> AskedTurns:
    engine = arguments.get("engine")
    if engine is None:
        tools = FormulaTools.named({**arguments, "encodings": [arguments["encoding"]]}, allowance)

        def by_formula(game: Game, depth: int) -> tuple[bool | None, str | None]:
            step = tools.step(game, depth)
            return step.black_wins, step.figures["reason"]

        return by_formula

    def by_search(game: Game, depth: int) -> tuple[bool | None, str | None]:
        session = session_for(game, None if engine == "toss" else engine)
        found = session.decide(Player.BLACK, depth, Limits(allowance.left, allowance.memory_mb))
        return found.answer, (found.reason or "open") if found.answer is None else None

    return by_search


def convert_turns(arguments: dict[str, Any], allowance: Allowance) -> JobFigures:
    """The seconds from the text of a ``.toss`` file to the clauses of the question about the first player.

    Parameters
    ----------
    arguments
        ``"game"`` and ``"turns"`` as above.
    allowance
        Looked at before encoding.

    >>> found = convert_turns({"game": "gttt:tippy,p=1,q=1,board=3x3,torus", "turns": 3}, Allowance())
    >>> found["clauses"] > 0
    True
    """
    text = write_toss(_positional(arguments["game"]), joint=True)
    allowance.require_time()
    began = time.monotonic()
    game, use = read_toss_text(text), encoding("net")
    check_question(use, game, arguments["turns"])
    qcnf, _ = encode_by(use, game, arguments["turns"]).clauses()
    return {"conversion_seconds": round(time.monotonic() - began, 4), **qcnf.sizes()._asdict()}
