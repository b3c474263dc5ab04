"""``zermelo show``: the rules of a game in short, its position as a drawing, a strategy as a graph."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli.common import (
    AfterOption,
    BoardOption,
    DomainOption,
    FirstOption,
    JsonOption,
    ToMoveOption,
    WinOption,
    describe,
    distinct_from_game,
    legend,
    load,
    load_formula,
    marked,
    no_first,
    play_moves,
    print_json,
)
from zermelo.cli.messages import warn
from zermelo.errors import InputError, UnsupportedError
from zermelo.files import write_text
from zermelo.model import (
    ClauseGame,
    ConnectionGame,
    Game,
    GridGame,
    NetGame,
    Player,
    PositionalGame,
    StateGame,
    Stuck,
    generators,
)
from zermelo.model.net_positional import recognised
from zermelo.picture.output import check_suffix, write_picture
from zermelo.play import record
from zermelo.play.play import Play
from zermelo.play.screen import LEGEND as VALUES
from zermelo.play.screen import SIGNS

if TYPE_CHECKING:  # what only pictures, values and strategies need is imported where they are
    from zermelo.picture.svg import Picture
    from zermelo.strategy.entry import Strategy

PLIES = 4
VALUE_SECONDS = 10.0
INTERRUPTED = "Interrupted: the play goes on from here."
UNASKED = "Interrupted: a move that is open was perhaps not looked at."
HOW = "'zermelo solve GAME --certify FILE' makes one"


def command(
    game: Annotated[
        str, typer.Argument(metavar="GAME|FILE", help="A game, a strategy file, or a play that was saved.")
    ],
    after: AfterOption = "",
    board: BoardOption = None,
    to_move: ToMoveOption = None,
    line: Annotated[str, typer.Option("--line", help="More moves: the board after each of them is drawn, too.")] = "",
    principal: Annotated[
        bool, typer.Option("--principal", help="Play on: the fastest win against the longest resistance.")
    ] = False,
    values: Annotated[
        bool, typer.Option("--values", help="Decide every move: winning, losing, draw, or open after ten seconds.")
    ] = False,
    picture: Annotated[
        Path | None, typer.Option("--picture", "--svg", help="Draw it to a file: .svg, .png or .pdf.")
    ] = None,
    graph: Annotated[
        Path | None,
        typer.Option("--dot", help="The first plies of a strategy as a graph: DOT, and SVG if Graphviz is there."),
    ] = None,
    plies: Annotated[int, typer.Option("--plies", min=0, max=100, help="How many for --dot.")] = PLIES,
    domain: DomainOption = None,
    win: WinOption = "",
    first: FirstOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a position and tell the rules in short.

    Also who moves, which encodings fit, and how large the game is.
    """
    drawn = _drawn(graph) if graph is not None and shutil.which("dot") else None
    distinct_from_game([picture, graph, drawn], game, domain, board)
    if picture is not None:
        check_suffix(picture)
    play, strategies = opened(game, domain, first, win, board, to_move)
    session = play.session
    play_moves(session, after, "--after")
    shown = len(session.line)
    play_moves(session, line, "--line")
    left_off = _played_on(session, strategies) if principal else ""
    if graph is not None and not strategies:
        raise InputError("a strategy file with --dot", found="a game", advice=HOW)
    if isinstance(session.game, ClauseGame) and graph:
        raise UnsupportedError("a game on a board for --dot", found="a formula", source=session.game.name)
    found, ended = _values(session) if values else ({}, "")
    left_off = left_off or ended
    interrupted = left_off in (INTERRUPTED, UNASKED)
    if picture is not None:
        from zermelo.picture.svg import svg

        write_picture(picture, svg(*_pictures(session, shown, strategies, found)))
    if graph is not None:
        _graphed(strategies[0], graph, plies)
    loaded = session.game.after(session.line)
    facts = _facts(loaded)
    if as_json:
        stones = _stones(loaded)
        if principal:
            facts["principal_variation"] = session.names[shown:]
        if values:
            facts["values"] = {session.game.move_name(move): value for move, value in found.items()}
        facts["reason"] = "interrupted" if interrupted else None
        what = {"game": loaded.name, "after": session.names, "kind": loaded.kind, "size": loaded.size_text}
        print_json({**what, **stones, **facts})
        raise typer.Exit(3 if interrupted else 0)
    print("\n".join([*describe(session.game.after(session.line[:shown])), ""]))
    for at in range(shown, len(session.positions)):
        if at > shown:
            print(f"\n{at}. {session.names[at - 1]}")
        signs, lines = _signs(session, found) if at == len(session.line) else ({}, [])
        print("\n".join([marked(session.game, signs, session.positions[at]), *lines]))
    signs_mean = "; ".join(filter(None, [legend(loaded), VALUES if found else ""]))
    print(signs_mean + "\n" if signs_mean else "")
    if session.is_over:
        print(session.result())
    elif left_off:
        print(left_off)
    for name, fact in facts.items():
        print(f"{name.replace('_', ' ')}: {(', '.join(map(str, fact)) or 'none') if isinstance(fact, list) else fact}")
    raise typer.Exit(3 if interrupted else 0)


def _played_on(session: Play, strategies: list[Strategy]) -> str:
    """Play the principal variation; the reason why it does not come to an end, empty when it does."""
    from zermelo.play.variation import principal_variation

    try:
        return "" if principal_variation(session, strategies) else "The play goes round in circles: nobody wins."
    except KeyboardInterrupt:
        return INTERRUPTED


def opened(
    text: str,
    domain: Path | None,
    first: str | None = None,
    win: str = "",
    board: str | None = None,
    to_move: str | None = None,
) -> tuple[record.SavedPlay, list[Strategy]]:
    """The play of a name (a game, a strategy file or a saved play), and its strategies.

    Parameters
    ----------
    text
        A game file, a family expression, a CNF (``.cnf``), a strategy file or a saved play.
    domain
        The BDDL domain file of a game, where it is not found beside the problem.
    first
        The player who moves first in a CNF: ``max``, also where it is None, or ``min``.
    win
        The scores that win in a ground game, as ``--win`` has them.
    board, to_move
        The file of a drawn position, and who moves there, as ``--board`` and ``--to-move`` have them.

    Raises ``InputError`` for a file that is wrong, a strategy file without a claim, and for ``first`` without a CNF.
    """
    kind = "" if board is not None else record.kind_of(text)
    formula = not kind and Path(text).suffix == ".cnf" and board is None
    if not formula:
        no_first(first, text)
    if kind == "strategy":
        from zermelo.strategy.file import read_strategies

        found = read_strategies(text)
        if not found:
            raise InputError("a strategy file with a claim", found="one without", source=text)
        return record.SavedPlay(Play(found[0].game), strategy=str(Path(text).absolute())), found
    if kind != "play":
        return record.SavedPlay(
            Play(load_formula(text, first) if formula else load(text, domain, win, board, to_move))
        ), []
    from zermelo.strategy.file import read_strategies

    play = record.load(text)
    if play.strategy and record.kind_of(play.strategy) != "strategy":
        warn(f"{play.strategy}, the strategy of this play, is not there any more")
        play.strategy = ""
    return play, read_strategies(play.strategy) if play.strategy else []


def _values(session: Play) -> tuple[dict[object, str], str]:
    """The value of each move for the player to move, the best ones last; the reason why some are not looked at."""
    from zermelo.play.evaluation import Evaluation, Evaluator

    player, after, left_off = session.to_move, dict[Any, Evaluation](), ""
    try:
        Evaluator(session.game).after(session.position, VALUE_SECONDS, after)
    except KeyboardInterrupt:
        left_off = UNASKED
    found = {move: after[move].word(player) for move in session.game.legal(session.position) if move in after}
    order = ["open", "losing", "draw", "winning"]
    return dict(sorted(found.items(), key=lambda each: order.index(each[1]))), left_off


def _signs(session: Play, values: dict[object, str]) -> tuple[dict[int, str], list[str]]:
    """Signs on open cells, for moves that put one stone there; lines that name the other moves by their values."""
    game, position = session.game, session.position
    signs: dict[int, str] = {}
    others: dict[str, list[str]] = {}
    for move, value in values.items():
        cells = game.move_cells(position, move)
        if not isinstance(game, StateGame) and cells.bit_count() == 1 and not cells & (position.black | position.white):
            signs[cells.bit_length() - 1] = SIGNS[value]
        else:
            others.setdefault(value, []).append(game.move_name(move))
    lines = [f"{SIGNS[value]} {' '.join(names)}" for value, names in reversed(others.items())]
    return signs, [line for long in lines for line in textwrap.wrap(long, 118, subsequent_indent="  ")]


def _pictures(session: Play, first: int, strategies: list[Strategy], values: dict[object, str]) -> list[Picture]:
    """Pictures of the positions of a play; the last one shows the values of its moves."""
    from zermelo.picture.svg import Picture
    from zermelo.picture.threats import threats
    from zermelo.play.follow import Follower, pairs_at

    game, followers, found = session.game, [Follower(each) for each in strategies], list[Picture]()
    for at in range(first, len(session.positions)):
        position, title, last = session.positions[at], "", None
        if at:
            last = session.positions[at - 1], session.line[at - 1]
            mover = game.mover(session.positions[at - 1])
            title = f"{at}. {mover}: {session.names[at - 1]}"
        found.append(
            Picture(
                game,
                position,
                values if at == len(session.line) else {},
                threats(game, position),
                pairs_at(followers, Play(game, session.line[:at])),
                last,
                title,
            )
        )
    return found


def _drawn(path: Path) -> Path:
    """The file to which Graphviz draws a graph, beside it."""
    return path.parent / f"{path.name if path.suffix == '.svg' else path.stem}.svg"


def _graphed(strategy: Strategy, path: Path, plies: int) -> None:
    """The graph as DOT, and as SVG where Graphviz is installed."""
    from zermelo.play.dot import dot
    from zermelo.solvers.process import run

    write_text(path, [dot(strategy, plies)])
    drawn = _drawn(path)
    program = shutil.which("dot")
    if program is None:
        warn(f"Graphviz is not installed; 'dot -Tsvg {path} -o {drawn}' draws the graph where it is")
        return
    finished = run([program, "-Tsvg", path], time_limit=60, memory_limit_mb=None)
    if finished.exit_code != 0:
        warn(f"dot did not draw {path}: exit code {finished.exit_code}")
        return
    write_text(drawn, [finished.stdout.decode()])


def _stones(game: Game) -> dict[str, object]:
    """The start position, for programs."""
    if isinstance(game, StateGame):
        return {"state": game.position_form(game.start)} | (
            {"true": game.board.names(game.start.black)} if isinstance(game, NetGame) else {}
        )
    black, white = ("true", "false") if isinstance(game, ClauseGame) else ("black", "white")
    return {black: game.board.names(game.start.black), white: game.board.names(game.start.white)}


def _facts(game: Game) -> dict[str, object]:
    facts: dict[str, object] = {"cells": len(game.board)}
    if isinstance(game, StateGame):
        facts = {}
    if isinstance(game, NetGame):
        called = [game.called(player) for player in Player]
        facts |= {"roles": called, "scores_that_win": [game.win, game.white_win], "rules": len(game.net.rules)}
        found = recognised(game)
        if found is not None:
            facts["positional"] = found.note
    if isinstance(game, ClauseGame):
        left = game.complete_depth()
        return {"variables": game.variables, "clauses": len(game.formula), "variables_left": left}
    if isinstance(game, PositionalGame):
        facts |= {"black_winning_sets": len(game.black_sets), "white_winning_sets": len(game.white_sets)}
    elif isinstance(game, ConnectionGame):
        facts["edges"] = sum(around.bit_count() for around in game.neighbours) // 2
    elif isinstance(game, GridGame):
        facts |= {
            "black_actions": [action.name for action in game.black_actions],
            "white_actions": [action.name for action in game.white_actions],
            "black_goals": len(game.black_goals),
            "white_goals": len(game.white_goals),
        }
        if game.stuck is not Stuck.LOSES:
            facts["who_cannot_move"] = game.stuck.value
        if game.full_draw:
            facts["full_board"] = "draw"
    facts["legal_moves"] = len(game.legal(game.start))
    complete = game.complete_depth()
    facts["complete_depth"] = complete if complete is not None else "none known"
    if not isinstance(game, StateGame):
        facts["symmetry_generators"] = len(generators(game))
    from zermelo.encodings import fitting

    try:
        facts["encodings"] = [each.name for each in fitting(game)]
    except UnsupportedError:
        facts["encodings"] = []
    return facts
