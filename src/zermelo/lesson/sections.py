"""The sections of a lesson: texts, pictures, hints and tables, made from the game itself while the page is written."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

from zermelo.errors import LimitError
from zermelo.families import FAMILIES, is_family, make
from zermelo.lesson.backward_induction import values
from zermelo.lesson.pairing_strategy import pairing
from zermelo.model import ConnectionGame, Game, Player, PositionalGame, Rule, StateGame
from zermelo.model.move_spelling import short_names
from zermelo.picture.svg import Picture, svg
from zermelo.puzzle.generate_puzzles import Puzzle, WantedPuzzles, puzzles
from zermelo.puzzle.judge import Decider, decided_until
from zermelo.puzzle.puzzle_sheet import CELLS, answer_picture, cells_named
from zermelo.wording import counted

SECONDS = 30.0
"""Seconds for the searches of a lesson: two thirds for a position to think about, the rest for the first moves."""

ATTEMPTS = 3000
POSITIONS = 200_000
"""Positions that the search may look at to say who wins."""

_ZERMELO = """\
In a game of two players without chance and without hidden cards, in which every play ends, one of them can force a win,
or both can force a draw (Zermelo, 1913). The proof is a computation: positions in which the play is over have a value;
every other position is worth as much as the best of its moves. So values run from the last moves back to the first."""

_STEALING = """\
Suppose that {second}, who moves second, had a winning strategy. Then {first} could steal it: he makes any first move,
forgets it, and plays as {second} would, on the board turned over where their goals differ. Where the strategy wants
the stone that is there already, he makes any other move. One stone more never hurts, and so both would win, which
cannot be: {second} has no winning strategy."""

_NEEDS = "The argument, as it is told here, needs stones: the first one on any cell, and the same for both players"

_NO_DRAWS = "There are no draws, so the first player wins, by Zermelo's theorem."

_PAIRS = """\
Each of the {number} contains a pair of cells of its own; equal numbers are a pair. Whenever the other player takes a
cell of a pair, take the other one. In the end you have a stone in every pair, and so in every winning set: nobody can
complete one against you. No search is needed, and no memory."""


@dataclass(frozen=True)
class Hint:
    """A text that is shown when it is asked for, with a picture or none."""

    title: str
    text: str
    picture: str = ""


@dataclass(frozen=True)
class LessonSection:
    """A section: texts, then pictures, a table, hints, and a line of Python for those who want to try.

    >>> [section.title for section in sections(make("ttt"))][:2]
    ['The rules', 'A position to think about']
    """

    title: str
    texts: tuple[str, ...]
    pictures: tuple[str, ...] = ()
    table: tuple[tuple[str, ...], ...] = ()
    hints: tuple[Hint, ...] = ()
    code: str = ""


def sections(game: Game, seed: int = 0, seconds: float = SECONDS) -> list[LessonSection]:
    """The sections of a lesson on a game; what is not decided in time is shown on a small game.

    Parameters
    ----------
    game
        The game at its start.
    seed
        The seed that chooses the position to think about.
    seconds
        For all searches together.
    """
    begin = time.monotonic()
    found = [_rules(game)]
    puzzle = _puzzle(game, seed, begin + seconds / 3, begin + seconds * 2 / 3)
    if puzzle is not None:
        found += [_position(puzzle), _proof(puzzle)]
    end = begin + seconds
    return [*found, _theorem(game, puzzle, end), _stealing(game, end), _pairing(game)]


def _puzzle(game: Game, seed: int, *ends: float) -> Puzzle | None:
    """A position to think about: of five to nine moves until the first end, else of two to fifteen until the second."""
    for (least, most), end in zip(((5, 9), (2, 15)), ends, strict=True):
        wanted = WantedPuzzles(least, most, seed=seed, attempts=ATTEMPTS)
        with decided_until(end):
            found = next(puzzles(game, wanted, partial(_is_past, end)), None)
        if found is not None:
            return found
    return None


def _is_past(end: float) -> bool:
    return time.monotonic() > end


def _rules(game: Game) -> LessonSection:
    name = game.name.partition(":")[0]
    summary = [f"{FAMILIES[name].summary}."] if is_family(game.name) else []
    notes = [f"{each[:1].upper()}{each[1:]}." for each in getattr(game, "notes", ())]
    turn = f"{game.called(game.to_move)} moves first, then the players take turns."
    if isinstance(game, StateGame):  # the position says who moves
        turn = f"{game.called(game.to_move)} moves first."
    elif isinstance(game, PositionalGame | ConnectionGame) and not game.turns.alternating:
        turn = f"{game.turns}."
    load = f'import zermelo\n\ngame = zermelo.load("{game.name}")\ngame'
    return LessonSection("The rules", (*summary, turn, *notes), (svg(Picture(game)),), code=load)


def _position(puzzle: Puzzle) -> LessonSection:
    game, solution = puzzle.game, puzzle.solution
    names = short_names(game, game.start)
    hints = [Hint("A first hint", _how_many(puzzle, len(names)))]
    if solution.traps:
        wrong, reply = solution.traps[0]
        hints.append(Hint("Another one", f"It is not {wrong}: {reply} would stop it, and nothing else would."))
    near = [names[move] for move in puzzle.position.winning]
    others = [name for name in names.values() if name not in near]
    some = sorted([*near[:1], *others[: min(2, len(others))]])
    hints.append(Hint("A choice", f"One of these wins: {', '.join(some)}."))
    hints.append(Hint("The answer", " ".join(solution.words()), svg(answer_picture(puzzle))))
    question = f"{puzzle.task}. One first move does it. Which one?"
    question += f" ({CELLS})" if cells_named(game, [puzzle]) else ""
    return LessonSection("A position to think about", (question,), (svg(Picture(game)),), hints=tuple(hints))


def _how_many(puzzle: Puzzle, moves: int) -> str:
    few = len(puzzle.difficulty.traps)
    if moves == 1:
        return "There is one move only; what comes after it is the question."
    text = f"There are {counted(moves, 'moves')}, and all but one let the win slip."
    return f"{text} Against {few} of them the other player has one good reply only." if few else text


def _proof(puzzle: Puzzle) -> LessonSection:
    """The win step by step: an answer to every reply, and a play with the longest resistance, board by board."""
    solution, game = puzzle.solution, puzzle.game
    rows = tuple((" ".join(each.replies), each.move) for each in solution.answers)
    because = ", because of these answers:" if rows else "."
    texts = [
        f"A win is proven by an answer to every reply. {solution.move} wins{because}",
        "The boards show the longest resistance: the fastest win against the best defence.",
    ]
    table = (("after", "answer"), *rows) if rows else ()
    pictures, here = list[Picture](), game
    for name in solution.line:
        move = here.find_move(name)
        player, last = here.called(here.to_move), (here.start, move)
        here = here.after([move])
        pictures.append(Picture(here, last=last, title=f"{len(pictures) + 1}. {player}: {name}"))
    return LessonSection("The proof, step by step", tuple(texts), (svg(*pictures, columns=4),), table)


def _theorem(game: Game, puzzle: Puzzle | None, end: float) -> LessonSection:
    """Zermelo's theorem, by backward induction on the game, on what is left of it, or on a small one.

    The whole game takes half of the time that is left, at most: first moves are still to be decided.
    """
    texts = [_ZERMELO]
    why = "is not known to end" if game.complete_depth() is None else "is too large to be written out"
    small = f"Hex on a board of 2x2 cells, since this game {why}"
    candidates = [(game, "all of this game", time.monotonic() + (end - time.monotonic()) / 2)]
    candidates += [] if puzzle is None else [(puzzle.game, "the position above", end)]
    candidates += [(make("hex:2x2"), small, math.inf)]
    about, what, found = next(
        (each, what, table) for each, what, until in candidates if (table := values(each, until=until)) is not None
    )
    winner = Player.BLACK if found[0].black else Player.WHITE if found[0].white else None
    value = "neither can force a win: a draw" if winner is None else f"{about.called(winner)} wins"
    texts.append(
        f"Here it is done for {what}: {sum(each.positions for each in found)} positions. At the start {value}."
    )
    rows = [(str(k), str(n), str(b), str(w), str(n - b - w)) for k, n, b, w in found]
    head = ("moves made", "positions", about.called(Player.BLACK), about.called(Player.WHITE), "draws")
    return LessonSection("Zermelo's theorem", tuple(texts), table=(head, *rows))


def _stealing(game: Game, end: float) -> LessonSection:
    """Strategy stealing, on the game where it applies and can be decided in time, else on a small one."""
    symmetric = _symmetric(game)
    found = _first_moves(game, end) if symmetric else None
    about = game if found is not None else make("hex:3x3")
    first, second = about.called(about.to_move), about.called(about.to_move.other)
    texts = [
        _STEALING.format(first=first, second=second),
        _NO_DRAWS if isinstance(about, ConnectionGame) else "So the first player wins, or the best play is a draw.",
        "The argument does not say how. The search does: + wins, - loses, = is a draw.",
    ]
    if about is not game:
        why = f"{_NEEDS}, as {game.name} is; its first moves take too long to decide" if symmetric else _NEEDS
        texts.insert(0, f"{why}; here it is for {about.name}.")
    picture = svg(Picture(about, values=found or _first_moves(about) or {}))
    return LessonSection("Strategy stealing", tuple(texts), (picture,), code=f'zermelo.solve("{about.name}")')


def _symmetric(game: Game) -> bool:
    """Tell whether the two players are alike: an empty square Hex board, or the same winning sets for both.

    They place one stone each in turn, the first one on any cell.
    """
    if not isinstance(game, PositionalGame | ConnectionGame) or any(game.start) or game.alternating_from():
        return False
    if isinstance(game, ConnectionGame):
        return game.is_hex and game.board.columns == game.board.rows
    return game.rule is Rule.MAKER_MAKER and game.black_sets == game.white_sets


def _first_moves(game: Game, end: float | None = None) -> dict[Any, str] | None:
    """The value of each first move for the player who makes it; None where the search takes too long."""
    ask, player = Decider(game, POSITIONS), game.to_move
    try:
        with decided_until(end):
            won = ask.winning(player)
            lost = () if isinstance(game, ConnectionGame) else ask.winning(player.other)
    except LimitError:
        return None
    rest = "losing" if isinstance(game, ConnectionGame) else "draw"
    return {move: "winning" if move in won else "losing" if move in lost else rest for move in game.legal(game.start)}


def _pairing(game: Game) -> LessonSection:
    """A pairing strategy, of the game where it has one, else of five in a row on 5x5."""
    about, texts, (pairs, lacking) = game, list[str](), _pairs(game)
    if lacking:
        about = make("gomoku:5,board=5x5")
        pairs, _ = _pairs(about)
        texts.append(f"{game.name} {lacking}. Five in a row on a board of 5x5 cells, {about.name}, has a pairing.")
    texts.append(_PAIRS.format(number=counted(len(pairs), "winning sets")))
    return LessonSection("Pairing strategies", tuple(texts), (svg(Picture(about, pairs=pairs)),))


def _pairs(game: Game) -> tuple[list[tuple[int, int]], str]:
    """A pair for each winning set of either player; without them what the game lacks."""
    if not isinstance(game, PositionalGame) or not (sets := {*game.black_sets, *game.white_sets}):
        return [], "has no list of winning sets"
    if game.start.black or game.start.white or not game.turns.alternating:
        return [], "is not played from an empty board with one stone in each turn"
    found = pairing(sorted(sets))
    return ([], "has winning sets whose cells are too few for a pair in each") if found is None else (found, "")
