"""``zermelo play``: play a game in the terminal against a proof, the search, chance or a person."""

from __future__ import annotations

import math
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from zermelo.cli.common import (
    AfterOption,
    BoardOption,
    DomainOption,
    FirstOption,
    ToMoveOption,
    WinOption,
    describe,
    play_moves,
)
from zermelo.cli.messages import warn
from zermelo.cli.show import opened
from zermelo.errors import InputError
from zermelo.gamesat import PLAYERS
from zermelo.model import ClauseGame, Game, Player
from zermelo.play.evaluation import Evaluator
from zermelo.play.follow_formula import follower_for
from zermelo.play.levels import PERFECT, THINK, LevelOpponent, level_named
from zermelo.play.opponents import OPPONENTS, Opponent, RandomOpponent, SearchOpponent, StrategyOpponent
from zermelo.play.quick_strategy import SECONDS, proven
from zermelo.play.record import SavedPlay, kind_of
from zermelo.play.terminal import ROUND, Terminal
from zermelo.strategy.entry import Strategy
from zermelo.strategy.file import read_strategies, same_game

SOLVER_SECONDS = 2.0
"""Seconds of the solver for a move."""


def command(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME|FILE", help="A game, a strategy file, or a play that was saved."),
    ],
    side: Annotated[str | None, typer.Option("--as", help="Your side: black or white, or max or min.")] = None,
    opponent: Annotated[
        str | None, typer.Option("--opponent", help="The opponent: solver, strategy, human or random.")
    ] = None,
    level: Annotated[
        str | None, typer.Option("--level", help="The level of the opponent: 1 (weak) to 10 (strong), or perfect.")
    ] = None,
    strategy: Annotated[
        Path | None, typer.Option("--strategy", help="A strategy file of the game, to play against and for advice.")
    ] = None,
    after: AfterOption = "",
    board: BoardOption = None,
    to_move: ToMoveOption = None,
    self_play: Annotated[bool, typer.Option("--self-play", help="The opponent plays both sides.")] = False,
    seed: Annotated[int, typer.Option("--seed", help="The seed of random choices.")] = 0,
    think: Annotated[
        float | None,
        typer.Option("--think", min=0.01, help="Seconds of the solver for a move (2), of a level at most (4)."),
    ] = None,
    domain: DomainOption = None,
    win: WinOption = "",
    first: FirstOption = None,
) -> None:
    """Play a game: against a proof, the search, or people.

    Type a move as the game's file names it, or 'help'. A strategy file opens its game, and the strategy plays the side
    that it was made for; with '--opponent strategy' one is looked for. Where it says nothing, the solver plays. With
    '--level' the opponent is as strong as you like.
    """
    play, strategies = _opened(game, strategy, domain, first, win, board, to_move)
    session = play.session
    side, opponent, level = _as_before(play, side, opponent, level, self_play)
    usual = "strategy" if strategies or isinstance(session.game, ClauseGame) else "solver"
    kind = _kind(opponent, level, usual)
    play_moves(session, after, "--after")
    if think is not None and not math.isfinite(think):
        raise InputError("a number of seconds to think", found=repr(str(think)))
    if self_play and kind == "human":
        raise InputError("--opponent solver, strategy or random with --self-play", found="'human'")
    if self_play and side is not None:
        raise InputError("--as or --self-play", found="both")
    if kind == "strategy" and not strategies:
        strategies = _proven(session.game)
        kind = "strategy" if strategies else "level" if level is not None else "solver"
    player = _side(side, strategies if kind == "strategy" else [], session.game)
    evaluator = Evaluator(session.game, SOLVER_SECONDS if think is None else think)
    solver = SearchOpponent(evaluator, seed)
    leveled = _leveled(session.game, level, think, seed)
    strategist = (
        StrategyOpponent([follower_for(each) for each in strategies], leveled or solver) if strategies else None
    )
    players: dict[str, Opponent | None] = {
        "solver": solver, "level": leveled, "random": RandomOpponent(seed), "human": None, "strategy": strategist,
    }  # fmt: skip
    against = players[kind]
    sides = {player.other: against, player: against if self_play else None}
    console = _Console(highlight=False, emoji=False)
    front = Terminal(session, sides, evaluator, strategist, console, play.strategy)
    front.say("\n".join(describe(session.game)))
    if strategies:
        claims = (each.claim.told(session.game.called(each.claim.player)) for each in strategies)
        front.say(f"Strategy: {'; '.join(claims)}.")
    if self_play:
        _watched(front)
        return
    if kind != "human":
        name = session.game.called(player)
        stones = "" if isinstance(session.game, ClauseGame) else f" ({'XO'[player is Player.WHITE]})"
        front.say(f"You are {name}{stones}. Type a move, or 'help'.")
    front.run()


class _Console(Console):
    """A terminal whose reader may leave, as those of all other output: rich ends with an error of its own."""

    def on_broken_pipe(self) -> None:
        raise  # noqa: PLE0704 (called where the error is caught)


def _kind(opponent: str | None, level: str | None, usual: str) -> str:
    """The kind of the opponent: one of `OPPONENTS`, or ``level``."""
    if level is not None:
        perfect = level_named(level).name == PERFECT
        if opponent is None:
            return usual if perfect and usual == "strategy" else "level"
        if opponent != "strategy":
            raise InputError("--level alone, or with --opponent strategy", found=f"--opponent {opponent}")
    kind = usual if opponent is None else opponent
    if kind not in OPPONENTS:
        raise InputError(f"--opponent among {', '.join(OPPONENTS)}", found=repr(kind))
    return kind


def _leveled(game: Game, level: str | None, think: float | None, seed: int) -> LevelOpponent | None:
    return None if level is None else LevelOpponent(game, level_named(level), THINK if think is None else think, seed)


def _proven(game: Game) -> list[Strategy]:
    """The strategies of a game, found while the person waits."""
    console = Console(stderr=True)
    with console.status("looking for a strategy") if console.is_terminal else nullcontext():
        found = proven(game)
    if not found:
        warn(f"no strategy was found (in at most {SECONDS:g} s): the solver plays")
    return found


def _opened(
    text: str,
    strategy: Path | None,
    domain: Path | None,
    first: str | None,
    win: str,
    board: str | None,
    to_move: str | None,
) -> tuple[SavedPlay, list[Strategy]]:
    """The play of a name, and its strategies; those of ``--strategy`` replace the ones of a saved play."""
    play, found = opened(text, domain, first, win, board, to_move)
    if strategy is not None and kind_of(text) == "strategy":
        raise InputError("one strategy file", found="two")
    if strategy is not None:
        found, play.strategy = read_strategies(strategy), str(strategy.absolute())
    game = play.session.game
    for each in found:
        if not same_game(each.game, game):
            raise InputError(f"a strategy for {game.name}", found=f"one for {each.game.name}", source=play.strategy)
    return play, found


def _as_before(
    play: SavedPlay, side: str | None, opponent: str | None, level: str | None, self_play: bool
) -> tuple[str | None, str | None, str | None]:
    """Side, opponent and level of a saved play, unless the options say otherwise."""
    people = [name for name, kind in play.players.items() if kind == "human"]
    programs = [kind for kind in play.players.values() if kind != "human"]
    if self_play or not play.players:
        return side, opponent, level
    if side is None and len(people) == 1:
        side = people[0]
    if opponent is None and level is None:
        word, _, named = programs[0].partition(" ") if programs else ("human", "", "")
        return (side, None, named) if word == "level" else (side, word, None)
    return side, opponent, level


def _side(side: str | None, strategies: list[Strategy], game: Game) -> Player:
    """The player of the person: the opponent of the first strategy, else the first player."""
    if side is None:
        return strategies[0].claim.opponent if strategies else game.mover(game.start)
    names = {each.value: each for each in Player}
    if isinstance(game, ClauseGame):
        names |= PLAYERS
    names |= {game.called(each).lower(): each for each in Player}
    if side.lower() not in names:
        raise InputError(f"--as {' or '.join(names)}", found=repr(side))
    return names[side.lower()]


def _watched(front: Terminal) -> None:
    """Run a play between programs; it ends when it goes round in circles."""
    session = front.session
    while not session.is_over:
        front.draw()
        opponent = front.opponents[session.to_move]
        assert opponent is not None
        reply = opponent.choose(session)
        why = f", {reply.why}" if reply.why else ""
        front.say(f"{front.game.called(session.to_move)} ({opponent.name}): {front.game.move_name(reply.move)}{why}")
        session.push(reply.move)
        if session.goes_round:
            front.draw()
            front.say(ROUND)
            return
    front.draw()
    front.say(session.result())
    sys.stdout.flush()
