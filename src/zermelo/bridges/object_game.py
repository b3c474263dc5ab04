"""Games of OpenSpiel as games on states: ``openspiel:connect_four(rows=4,columns=4)``.

The rules are those of OpenSpiel, asked for one position at a time. Player 0 is Black, player 1 is White. Positions are
numbered as they are met, and each is asked once for its moves.

*When are two states the same position?* OpenSpiel does not say. Its texts leave out, in some games, counters and
earlier positions that the rules depend on. So texts are compared only in games whose text is known to be all there is
(:data:`TOLD_BY_TEXT`), together with the player to move and the result. In all other games a position is the sequence
of moves that led to it, which is always right, and merges nothing. ``key=text`` forces the former for other games.

*A proof* in a file names the game, its parameters and the version of OpenSpiel; positions are sequences of OpenSpiel's
actions, and are played by the rules of the version that is installed when they are read.

Source: M. Lanctot et al., OpenSpiel: A Framework for Reinforcement Learning in Games (2019).
"""

from __future__ import annotations

import difflib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any
from weakref import WeakValueDictionary

from zermelo.errors import InputError, MissingToolError, UnsupportedError
from zermelo.model import Board, Player, Position, StateGame
from zermelo.model.state_game import NO_BOARD, whole

PREFIX = "openspiel:"

TOLD_BY_TEXT = frozenset(
    (
        "tic_tac_toe", "mnk", "connect_four", "breakthrough", "hex", "y", "clobber", "nim", "dots_and_boxes", "gomoku",
        "havannah",
    )
)  # fmt: skip
"""Games whose text, with the player to move and the result, determines what may follow."""

KEYS = ("text", "history")
DEEPEST = 99_999
_INSTALL = "the package open_spiel is not installed; get it by: pip install 'zermelo[openspiel]'"
_TRIAL = """
import sys, pyspiel
start = pyspiel.load_game(sys.argv[1]).new_initial_state()
start.legal_actions(), str(start)
"""
"""Makes a game in a process of its own: with odd parameters some end it by a segmentation fault."""
_PLAYERS = (Player.BLACK, Player.WHITE)


def pyspiel() -> Any:
    """The library; ``MissingToolError`` where it is not installed."""
    try:
        import pyspiel as library
    except ImportError:
        raise MissingToolError(_INSTALL) from None
    return library


def version() -> str:
    """The version of OpenSpiel that is installed."""
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed

    try:
        return installed("open_spiel")
    except PackageNotFoundError:  # built by hand
        return "unknown"


class _ForeignState:
    """A position: OpenSpiel's state until all that follows is known, the result, and how it was reached first."""

    __slots__ = ("action", "mover", "moves", "parent", "state", "targets", "winner")

    def __init__(self, state: Any, parent: int, action: int) -> None:
        self.state, self.parent, self.action = state, parent, action
        player = state.current_player()
        self.mover = _PLAYERS[player] if player in (0, 1) else Player.BLACK
        self.winner: Player | None = None
        self.moves: tuple[int, ...] | None = None
        self.targets: dict[int, int] = {}
        if state.is_terminal():
            one, two = state.returns()
            self.winner = None if one == two else _PLAYERS[one < two]
            self.moves = ()


class StateTable:
    """The positions of one game of OpenSpiel that were met, and its moves, by their numbers.

    Parameters
    ----------
    game
        The game, a ``pyspiel.Game``.
    key
        One of :data:`KEYS`.
    """

    def __init__(self, game: Any, key: str) -> None:
        self.game, self.key = game, key
        self.moves: list[tuple[int, str]] = []
        """The action and the name of each move."""
        self._moves: dict[tuple[int, str], int] = {}
        self._numbers: dict[Any, int] = {}
        self._states: list[_ForeignState] = []
        self._number(game.new_initial_state(), -1, -1)

    def __len__(self) -> int:
        return len(self._states)

    def _number(self, state: Any, parent: int, action: int) -> int:
        result = tuple(state.returns()) if state.is_terminal() else ()
        told = str(state) if self.key == "text" else tuple(state.history())
        key = state.current_player(), result, told
        found = self._numbers.get(key)
        if found is None:
            self._states.append(_ForeignState(state, parent, action))
            found = self._numbers[key] = len(self._states) - 1
        return found

    def __getitem__(self, number: int) -> _ForeignState:
        return self._states[number]

    def state(self, number: int) -> Any:
        """OpenSpiel's state of a position, played again where it is no longer kept."""
        kept = self._states[number].state
        if kept is None:
            kept = self.game.new_initial_state()
            for action in self.history(number):
                kept.apply_action(action)
        return kept

    def history(self, number: int) -> list[int]:
        """The actions by which a position was reached first."""
        found = []
        while (here := self._states[number]).parent >= 0:
            found.append(here.action)
            number = here.parent
        return found[::-1]

    def legal(self, number: int) -> tuple[int, ...]:
        """The legal moves; ``InputError`` where OpenSpiel has neither a move nor an end."""
        here = self._states[number]
        if here.moves is None:
            state, player, names = here.state, here.state.current_player(), set[str]()
            found = []
            for action in state.legal_actions():
                text = "".join(state.action_to_string(player, action).split())
                text = f"{text}#{action}" if text in names or not text else text
                names.add(text)
                found.append(self._moves.setdefault((action, text), len(self._moves)))
                if len(self.moves) < len(self._moves):
                    self.moves.append((action, text))
            if not found:
                history = self.history(number)
                raise InputError(
                    "a move or an end of the play by the rules of OpenSpiel",
                    found=f"neither after the actions {history}" if history else "neither at the start",
                    source=str(self.game),
                    advice="give the game other parameters, or take another game",
                )
            here.moves = tuple(found)
        return here.moves

    def step(self, number: int, move: int) -> int:
        """The position after a legal move."""
        here = self._states[number]
        target = here.targets.get(move)
        if target is None:
            action = self.moves[move][0]
            target = here.targets[move] = self._number(self.state(number).child(action), number, action)
            if len(here.targets) == len(self.legal(number)):
                here.state = None
        return target

    def find(self, number: int, action: int) -> int:
        """The legal move of an action; ``InputError`` where it is not legal."""
        for move in self.legal(number):
            if self.moves[move][0] == action:
                return move
        raise InputError("an action of OpenSpiel that is legal", found=str(action))


_TABLES: WeakValueDictionary[tuple[str, str], StateTable] = WeakValueDictionary()
"""The tables in use: games of one expression share theirs, so that their positions and moves have the same numbers."""


@dataclass(frozen=True, repr=False)
class ObjectGame(StateGame):
    """A game of OpenSpiel.

    Parameters
    ----------
    name
        The expression that loads it.
    table
        Its positions.
    black
        The player of OpenSpiel, 0 or 1, that is Black.
    start
        The number of a position, and the moves made.
    depth
        The depth that the expression asks about.
    notes
        Remarks for people.
    """

    name: str
    table: StateTable
    black: int = 0
    start: Position = Position()
    depth: int | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)
    board: Board = field(default=NO_BOARD, init=False, compare=False, repr=False)

    @property
    def kind(self) -> str:
        return "OpenSpiel game"

    @property
    def size_text(self) -> str:
        return f"open_spiel {version()}"

    def _called(self, player: Player) -> Player:
        return player if self.black == 0 else player.other

    def mover(self, position: Position) -> Player:
        return self._called(self.table[position.black].mover)

    def legal(self, position: Position) -> list[int]:
        return list(self.table.legal(position.black))

    def winner(self, position: Position) -> Player | None:
        winner = self.table[position.black].winner
        return None if winner is None else self._called(winner)

    def step(self, position: Position, move: int) -> Position:
        return Position(self.table.step(position.black, move), 0, position.ply + 1)

    def move_name(self, move: int) -> str:
        return self.table.moves[move][1]

    def parse_move(self, text: str, player: Player) -> int:  # noqa: ARG002 (a name is one move)
        found = next((number for number, (_, name) in enumerate(self.table.moves) if name == text), None)
        if found is None:
            raise InputError("a move of the game", found=repr(text[:60]))
        return found

    def swapped(self) -> ObjectGame:
        return replace(self, black=1 - self.black)

    def complete_depth(self) -> int | None:
        """None: OpenSpiel states a length of plays, and no proof of it."""
        return None

    def at(self, position: Position) -> ObjectGame:
        return replace(self, start=position)

    def with_depth(self, depth: int | None) -> ObjectGame:
        return replace(self, depth=depth)

    def draw(self, position: Position | None = None, marks: dict[int, str] | None = None) -> str:  # noqa: ARG002
        shown = self.start if position is None else position
        return str(self.table.state(shown.black)).rstrip("\n") or "(no text)"

    def form(self) -> dict[str, Any]:
        game, key, start = str(self.table.game), self.table.key, self.table.history(self.start.black)
        said = {"kind": "openspiel", "game": game, "key": key, "black": self.black, "version": version()}
        return {**said, "start": start, "ply": self.start.ply}

    @classmethod
    def from_form(cls, form: Any, name: str) -> ObjectGame:
        """The game of a form; ``InputError`` for another one, or where OpenSpiel has no such game."""
        if not isinstance(form["game"], str) or form["key"] not in KEYS or form["black"] not in (0, 1):
            raise InputError("a game of OpenSpiel", found=repr(form)[:60])
        game = replace(_game(form["game"], form["key"]), name=name, black=form["black"])
        start = game.position_of(form["start"])
        if form["version"] != version():
            said = f"written with open_spiel {form['version']}; the rules are those of {version()}, which is installed"
            game = replace(game, notes=(*game.notes, said))
        return game.at(start._replace(ply=whole(form["ply"], "the number of moves made")))

    def position_form(self, position: Position) -> list[int]:
        return self.table.history(position.black)

    def position_of(self, form: Any) -> Position:
        if not isinstance(form, list):
            raise InputError("a list of actions", found=repr(form)[:60])
        number = 0
        for action in form:
            number = self.table.step(number, self.table.find(number, whole(action, "an action")))
        return Position(number)

    def move_form(self, position: Position, move: int) -> int:  # noqa: ARG002 (a move is one action)
        return self.table.moves[move][0]

    def move_of(self, position: Position, form: Any) -> int:
        return self.table.find(position.black, whole(form, "an action"))


def is_openspiel(text: str) -> bool:
    """True if a text names a game of OpenSpiel.

    >>> is_openspiel("openspiel:tic_tac_toe"), is_openspiel("hex:3x3")
    (True, False)
    """
    return text.strip().lower().startswith(PREFIX)


def load_openspiel(expression: str) -> ObjectGame:
    """The game of an expression: ``openspiel:NAME``, with parameters in brackets; ``key=`` and ``depth=`` may follow.

    Parameters
    ----------
    expression
        Such as ``openspiel:connect_four(rows=4,columns=4)`` or ``openspiel:oware,key=text``. Quotes around the game
        of OpenSpiel are allowed.

    Raises ``InputError`` for an unknown game or parameter, ``UnsupportedError`` for one with chance, hidden or
    simultaneous moves, or another number of players than two, ``MissingToolError`` where OpenSpiel is not installed.
    """
    source = expression.strip()
    try:
        inner, rest = _split(source[len(PREFIX) :].strip())
        key, depth = _options(rest)
        game = _game(inner, key)
    except InputError as error:
        error.source = error.source or (source if len(source) <= 120 else source[:120] + "…")
        raise
    except MissingToolError as error:
        raise MissingToolError(f"{source[:120]}: {error}") from None
    return replace(game.with_depth(depth), name=game.name + ("" if depth is None else f",depth={depth}"))


def _options(text: str) -> tuple[str | None, int | None]:
    """The key and the depth, where they are given."""
    key, depth = None, None
    for part in filter(None, (each.strip() for each in text.split(","))):
        option, _, value = (each.strip() for each in part.partition("="))
        if option == "key" and value in KEYS:
            key = value
        elif option == "depth" and value.isascii() and value.isdigit() and len(value) < 9 and int(value) <= DEEPEST:
            depth = int(value)
        else:
            raise InputError(f"key=text, key=history or depth=N (at most {DEEPEST})", found=repr(part[:60]))
    return key, depth


def _split(text: str) -> tuple[str, str]:
    """The game with its parameters, and the options behind it."""
    if text[:1] in ("'", '"'):
        inner, closed, rest = text[1:].partition(text[0])
        if not closed:
            raise InputError(f"a closing {text[0]}", found="the end")
    else:
        depth, at = 0, len(text)
        for at, sign in enumerate(text):  # noqa: B007 (used after the loop)
            depth += (sign == "(") - (sign == ")")
            if depth < 0 or (sign == "," and not depth):
                break
        else:
            at = len(text)
        inner, rest = text[:at], text[at:]
        if depth:
            raise InputError("brackets that fit", found=repr(text[:60]))
    if not inner.strip():
        raise InputError("the name of a game of OpenSpiel, such as openspiel:tic_tac_toe", found="none")
    if "(" in inner and not inner.rstrip().endswith(")"):
        raise InputError("nothing behind the parameters of OpenSpiel but a comma", found=repr(inner[:60]))
    if rest.strip() and not rest.strip().startswith(","):
        raise InputError("a comma before options", found=repr(rest[:60]))
    return inner.strip(), rest


def _game(text: str, key: str | None) -> ObjectGame:
    """The game of OpenSpiel's own expression."""
    library = pyspiel()
    short = text.partition("(")[0].strip()
    names = library.registered_names()
    if short not in names:
        near = difflib.get_close_matches(short, names, n=2)
        advice = f"did you mean {' or '.join(near)}?" if near else "see pyspiel.registered_names()"
        raise InputError("a game of OpenSpiel", found=repr(short[:60]), advice=advice)
    if "(" in text:  # games without parameters are known to do no harm
        tried = subprocess.run([sys.executable, "-c", _TRIAL, text], capture_output=True, check=False)
        if tried.returncode < 0:
            raise InputError("a game that OpenSpiel can make", found=f"{text[:60]!r}, on which it crashes")
    try:
        with _silent():
            game = library.load_game(text)
            _check(library, game, text)
            start = game.new_initial_state()
            start.legal_actions(), str(start)  # some games fail here first
    except (library.SpielError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        said = " ".join(str(error).split())
        raise InputError(f"a game that OpenSpiel can make ({said[:160]})", found=repr(text[:60])) from None
    usual = "text" if short in TOLD_BY_TEXT else "history"
    chosen = key or usual
    shown = str(game).removesuffix("()")
    table = _TABLES.get((shown, chosen))
    if table is None:
        table = _TABLES[shown, chosen] = StateTable(game, chosen)
    notes = ["Black is player 0 of OpenSpiel, White is player 1"]
    if chosen == "history":
        notes.append("positions are told apart by the moves that led to them; with key=text by what they look like")
    elif usual == "history":
        notes.append("positions are told apart by their texts: what these leave out, such as counters, is ignored")
    name = f"{PREFIX}{shown}" + ("" if chosen == usual else f",key={chosen}")
    return ObjectGame(name, table, notes=tuple(notes))


def _check(library: Any, game: Any, text: str) -> None:
    """Refuse what is no game of two players, perfect information, and no chance."""
    kind = game.get_type()
    wanted = {
        "moves in turn": kind.dynamics == library.GameType.Dynamics.SEQUENTIAL,
        "no chance": kind.chance_mode == library.GameType.ChanceMode.DETERMINISTIC,
        "nothing hidden": kind.information == library.GameType.Information.PERFECT_INFORMATION,
        "two players": game.num_players() == 2,
        "one player's loss the other one's gain": kind.utility
        in (library.GameType.Utility.ZERO_SUM, library.GameType.Utility.CONSTANT_SUM),
        "scores at the end only": kind.reward_model == library.GameType.RewardModel.TERMINAL,
    }
    lacking = [name for name, given in wanted.items() if not given]
    if lacking:
        raise UnsupportedError(f"a game with {', '.join(lacking)}", found=repr(text[:60]))


@contextmanager
def _silent() -> Iterator[None]:
    """Nothing on standard error meanwhile: OpenSpiel prints all names of games before it raises an error."""
    try:
        kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # standard error is closed
        yield
        return
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)
