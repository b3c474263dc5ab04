"""Ground games: two-player games whose rules are a Boolean network, as GDL describes them.

A *step* is a joint move of both roles. In a state that is not terminal the *chooser* is the player with more than one
legal move, the other one has exactly one (``noop``, as a rule). If neither has a choice the step is *forced*; it counts
as a move of the player who does more than wait, and where both do, or neither, of the first role. So the mover depends
on the state, a move may make the other player win, the play ends where the rules say so and nobody loses by having no
move: a state without a legal move that is not terminal is an error in the rules. A depth counts steps, forced ones
included.

A player has won at the end if his score is at least his threshold, ``win`` for Black and ``white_win`` for White; where
neither has, it is a draw.

The mask ``black`` of a position holds the fluents that are true, ``white`` is 0: no stones, and nothing that holds for
stones holds here.

Source: Genesereth, Love and Pell, "General Game Playing" (2005), for the semantics of GDL; He, Saffidine and
Thielscher, "Solving Two-player Games with QBF Solvers in General Game Playing" (AAMAS 2024), definition 5, for depths.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from time import monotonic
from typing import Any, NamedTuple

from zermelo.errors import InputError, UnsupportedError
from zermelo.model.board import Board, Layout, cells_of
from zermelo.model.game import Player, Position
from zermelo.model.net import FALSE, Net, value_of
from zermelo.model.net_drawing import drawn
from zermelo.model.net_form import mask_of_form, net_form, net_of_form, position_form
from zermelo.model.net_turns import FixedTurns
from zermelo.model.state_game import StateGame, whole

IDLE_NAMES = frozenset({"noop", "pass", "wait"})
"""The names by which a forced move is told to be no move; they decide only whom a forced step is counted for."""

HIGHEST = -1
"""The threshold that is the highest score."""

BEGIN = Position(-1)
"""The start that is the state in which the net begins."""

MOST_KEPT = 100_000
"""States whose moves are remembered."""

MOST_NATIVE = 512
"""Fluents of a net that the native core takes."""

MOST_TOLD = 40
"""Fluents of a state that an error lists."""

SECONDS_FOR_LINE = 3.0
"""Time in which the shortest line of play to a fault is sought."""

_SLOW = "searched by the plain rules, which are slower by far"

_TOKENS = re.compile(r"[()]|[^()\s]+")


class StateMoves(NamedTuple):
    """The end or the moves of a state.

    Parameters
    ----------
    terminal
        True if the play is over.
    scores
        The scores of both players at the end, Black first.
    chooser
        The player who moves; in a forced step the one it is counted for.
    moves
        His legal moves, by their numbers.
    reply
        The only move of the other player.
    """

    terminal: bool
    scores: tuple[int, int] = (0, 0)
    chooser: Player = Player.BLACK
    moves: tuple[int, ...] = ()
    reply: int = 0


@dataclass(frozen=True, repr=False)
class NetGame(StateGame):
    """A game by a Boolean network.

    Parameters
    ----------
    name
        The file's name, or the family expression.
    net
        The rules.
    roles
        The names of both roles.
    black
        The role, 0 or 1, that is Black.
    win, white_win
        The scores from which Black, and White, have won; by default 100, or the highest score where that is less.
    start
        The fluents that hold, and the number of moves made; by default the state in which the net begins.
    depth
        The depth of the file's question.
    notes
        Remarks of the reader, for people.
    bound
        A number of moves that no play exceeds, where one was proven of the game in which this one has been reached.

    Raises ``InputError`` for thresholds that are no scores.

    >>> from zermelo.model.net import Net, NetRule
    >>> net = Net(("lit",), (("(turn on)", "wait"), ("noop",)), (NetRule(5, (1,)), NetRule(5, (2,)), NetRule(6, (-1,))),
    ...     (5,), ((6, 6), (0,)), 1, (((100, 1),), ((100, 6), (0, 1))), 0)
    >>> game = NetGame("lamp", net)
    >>> game.moves, game.after("turn(on)").moves, str(game.winner(game.after("(turn on)").start))
    (['turn(on)', 'wait'], [], 'Black')
    """

    name: str
    net: Net
    roles: tuple[str, str] = ("black", "white")
    black: int = 0
    win: int = HIGHEST
    white_win: int = HIGHEST
    start: Position = BEGIN
    depth: int | None = None
    notes: tuple[str, ...] = field(default=(), compare=False)
    bound: int | None = field(default=None, compare=False, repr=False)
    board: Board = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        for attribute, role in (("win", self.black), ("white_win", 1 - self.black)):
            given, scores = getattr(self, attribute), [value for value, ref in self.net.score[role] if ref != FALSE]
            if given == HIGHEST:
                given = 100 if 100 in scores else max(scores, default=0) or 100  # a score of 0 is no win
                object.__setattr__(self, attribute, given)
            if not 0 <= given <= 100:
                raise InputError("a score from 0 to 100 to win", found=str(given))
        if self.start == BEGIN:
            object.__setattr__(self, "start", Position(self.net.init))
        if len(self.net.fluents) > MOST_NATIVE and not any(note.endswith(_SLOW) for note in self.notes):
            note = f"{len(self.net.fluents)} fluents, of which the native core takes at most {MOST_NATIVE}: {_SLOW}"
            object.__setattr__(self, "notes", (*self.notes, note))
        object.__setattr__(self, "board", Board(self.net.fluents, Layout.GRAPH))
        self._check_stones()
        object.__setattr__(self, "_kept", {})

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: self.__dict__[each.name] for each in fields(self)}  # what is cached may be growing just now

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, _kept={})

    @property
    def kind(self) -> str:
        return "ground game"

    @property
    def size_text(self) -> str:
        first, second = (len(names) for names in self.net.moves)
        fluents = len(self.net.fluents)
        return f"{fluents} fluent{'s' * (fluents != 1)}, {first} + {second} moves"

    def called(self, player: Player) -> str:
        """The name of the role; with the colour, where the role is called as the other colour is."""
        role = self.roles[self.role_of(player)]
        if role.lower() == player.other.value:
            return f"{player} ({role})"
        return str(player) if role.lower() == player.value else role

    @property
    def role_names(self) -> tuple[str, str] | None:
        black, white = (self.roles[self.role_of(player)] for player in Player)
        return None if (black.lower(), white.lower()) == ("black", "white") else (black, white)

    def role_of(self, player: Player) -> int:
        """The role, 0 or 1, that a player has."""
        return self.black if player is Player.BLACK else 1 - self.black

    # The rules.

    def state(self, position: Position) -> StateMoves:
        """The end or the moves of a state.

        Raises ``InputError`` for rules that say nothing sensible of it, ``UnsupportedError`` where both players choose.
        """
        kept: dict[int, StateMoves] = self.__dict__["_kept"]
        found = kept.get(position.black)
        if found is None:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            found = kept[position.black] = self._state(position.black)
        return found

    def _state(self, state: int) -> StateMoves:
        values = self.net.evaluate(state)
        if value_of(self.net.terminal, values):
            black, white = (self._score(player, values, state) for player in Player)
            if black >= self._threshold(Player.BLACK) and white >= self._threshold(Player.WHITE):
                where = f"{black} and {white} {self._line(state)}"
                raise InputError(
                    f"a contest: {self.called(Player.BLACK)} needs {self.win}, "
                    f"{self.called(Player.WHITE)} {self.white_win}; here both have won",
                    found=where, source=self.name, advice="raise one of them, with --win BLACK,WHITE",
                )  # fmt: skip
            return StateMoves(True, (black, white))
        legal = {
            player: tuple(move for move in self.moves_of(player) if value_of(self._conditions[move], values))
            for player in Player
        }
        for player, moves in legal.items():
            if not moves:
                found = f"none for {self.called(player)} {self._line(state)}"
                raise InputError("a legal move of both players until the play is over", found=found, source=self.name)
        if all(len(moves) > 1 for moves in legal.values()):
            raise UnsupportedError(
                "a game in which one player chooses at a time",
                found=f"simultaneous moves {self._line(state)}",
                source=self.name,
            )
        chooser = max(Player, key=lambda player: len(legal[player]))
        if len(legal[chooser]) == 1:
            first, second = (Player.BLACK, Player.WHITE) if self.black == 0 else (Player.WHITE, Player.BLACK)
            idle = [is_idle(self._names[legal[player][0]]) for player in (first, second)]
            chooser = second if idle == [True, False] else first
        return StateMoves(False, (0, 0), chooser, legal[chooser], legal[chooser.other][0])

    @cached_property
    def _conditions(self) -> tuple[int, ...]:
        return self.net.legal[0] + self.net.legal[1]

    def _threshold(self, player: Player) -> int:
        return self.win if player is Player.BLACK else self.white_win

    def _score(self, player: Player, values: Sequence[int], state: int) -> int:
        found = {value for value, ref in self.net.score[self.role_of(player)] if value_of(ref, values)}
        if len(found) != 1:
            scores = " and ".join(map(str, sorted(found))) or "none"
            raise InputError(
                f"one score of {self.called(player)} at the end",
                found=f"{scores} {self._line(state)}",
                source=self.name,
            )
        return found.pop()

    def player_at(self, ply: int) -> Player:
        """The player who moves at a ply, where that is fixed.

        Raises ``UnsupportedError`` where it depends on the state, as in dots and boxes.
        """
        fixed = self.turns.player_at(ply - self.start.ply) if ply >= self.start.ply else None
        if fixed is None:
            raise UnsupportedError("turns that do not depend on the state", found=f"others at ply {ply} of {self.name}")
        return fixed

    def mover(self, position: Position) -> Player:
        """The player who moves; once the play is over, Black."""
        return self.state(position).chooser

    def legal(self, position: Position) -> list[int]:
        return list(self.state(position).moves)

    def winner(self, position: Position) -> Player | None:
        state = self.state(position)
        if not state.terminal:
            return None
        wins = (player for player, score in zip(Player, state.scores, strict=True) if score >= self._threshold(player))
        return next(wins, None)

    def is_over(self, position: Position) -> bool:
        return self.state(position).terminal

    def step(self, position: Position, move: int) -> Position:
        return self.steps(position, (move,))[0]

    def steps(self, position: Position, moves: Sequence[int]) -> list[Position]:
        """The positions after some legal moves, evaluated together."""
        state, first = self.state(position), len(self.net.moves[0])
        joint = [(state.reply, move - first) if move >= first else (move, state.reply - first) for move in moves]
        after = self.net.successors(self.net.evaluate(position.black), joint)
        return [Position(mask, 0, position.ply + 1) for mask in after]

    # Moves are numbered from 0, those of the first role first.

    def moves_of(self, player: Player) -> range:
        """The numbers of a player's moves."""
        first = len(self.net.moves[0])
        return range(first, first + len(self.net.moves[1])) if self.role_of(player) else range(first)

    def move_name(self, move: int) -> str:
        """A move in the notation of functions, ``mark(1,2)`` for ``(mark 1 2)``."""
        return self._names[move]

    @cached_property
    def _names(self) -> tuple[str, ...]:
        return tuple(as_call(term) for moves in self.net.moves for term in moves)

    def spelled(self, text: str) -> str:
        return as_call(text)

    def parse_move(self, text: str, player: Player) -> int:
        """The move of a player that a name means, ``mark(1,2)`` or ``(mark 1 2)``."""
        wanted = as_call(text)
        found = next((move for move in self.moves_of(player) if self._names[move].lower() == wanted.lower()), None)
        if found is None:
            names = [self._names[move] for move in self.moves_of(player)[:6]]
            shown = ", ".join(names) + (", …" if len(self.moves_of(player)) > 6 else "")
            raise InputError(f"a move of {self.called(player)} such as {shown}", found=repr(text))
        return found

    # The game as a whole.

    def swapped(self) -> NetGame:
        return replace(self, black=1 - self.black, win=self.white_win, white_win=self.win, bound=self._proven)

    def with_mover(self, player: Player) -> NetGame:
        """As in `Game`; at the end of a play, where nobody moves, ``(control ROLE)`` says who would."""
        if not self.is_over(self.start):
            return super().with_mover(player)
        own = self.controls[0 if player is Player.BLACK else 1]
        return self if self.start.black & own else self._other_mover()

    def _other_mover(self) -> NetGame:
        """The state with the control exchanged, where fluents ``(control ROLE)`` say whose turn it is."""
        state = self.start.black ^ self.control_mask
        found = self.at(Position(state, 0, self.start.ply))
        if self.is_over(self.start) or self.is_over(found.start):
            return found
        if found.to_move is self.to_move:
            raise UnsupportedError("turns that (control ROLE) alone decides", found="others", source=self.name)
        return found

    @cached_property
    def controls(self) -> tuple[int, int]:
        """The fluents, as masks, by which Black and White have the turn.

        Raises ``UnsupportedError`` for rules without ``(control ROLE)`` for both roles, or where not one has it.
        """
        names = [f"(control {self.roles[self.role_of(player)]})" for player in Player]
        masks = [1 << self.net.fluents.index(name) for name in names if name in self.net.fluents]
        if len(masks) < 2 or (self.start.black & (masks[0] | masks[1])).bit_count() != 1:
            raise UnsupportedError(
                "rules in which (control ROLE) says whose turn it is, to exchange who moves",
                found="none such",
                source=self.name,
            )
        return masks[0], masks[1]

    @property
    def control_mask(self) -> int:
        """Both fluents of :attr:`controls`."""
        return self.controls[0] | self.controls[1]

    def at(self, position: Position) -> NetGame:
        return replace(self, start=position, bound=None)

    def after(self, moves: str | Sequence[Any]) -> NetGame:
        """As in every game.

        The plays that are left are shorter by the moves that were made; where no bound was found, none is sought.
        """
        found = super().after(moves)
        left = None if self._proven is None else max(0, self._proven - (found.start.ply - self.start.ply))
        made = replace(found, bound=left)
        if left is None and "_longest" in self.__dict__:
            made.__dict__["_longest"] = None
        return made

    def with_depth(self, depth: int | None) -> NetGame:
        return replace(self, depth=depth, bound=self._proven)

    def with_thresholds(self, win: int | None = None, white_win: int | None = None) -> NetGame:
        """The same rules with other scores from which Black, and White, have won; None keeps one."""
        return replace(
            self, win=self.win if win is None else win, white_win=self.white_win if white_win is None else white_win
        )

    @cached_property
    def turns(self) -> FixedTurns:
        """The part of the turn order that does not depend on what is played."""
        first, second = (tuple(is_idle(term) for term in moves) for moves in self.net.moves)
        return FixedTurns(self.net, self.start.black, (first, second), self.black)

    def complete_depth(self) -> int | None:
        """A depth that no play exceeds, proven from the rules; None where no proof is found."""
        return self._longest

    @property
    def _proven(self) -> int | None:
        """The bound on plays that is known by now, without a new proof."""
        known: int | None = self.__dict__.get("_longest", self.bound)
        return known

    @cached_property
    def _longest(self) -> int | None:
        """The bound that came with the game, as after moves in another one; else one that is proven now."""
        return self._longest_from_here() if self.bound is None else self.bound

    def _longest_from_here(self) -> int | None:
        from zermelo.model.net_finite import longest_net_play  # SAT solvers take time to import

        found = longest_net_play(self.net, self.start.black, self.turns)
        if found is None:
            from zermelo.model.net_positional import recognised

            positional = recognised(self)
            found = None if positional is None else positional.game.complete_depth()
        return found

    def move_cells(self, position: Position, move: int) -> int:
        """The mask of the fluents that a move changes in a position."""
        return position.black ^ self.step(position, move).black

    def draw(self, position: Position | None = None, marks: dict[int, str] | None = None) -> str:  # noqa: ARG002
        """A board where the fluents name cells by two coordinates, and the other fluents that are true."""
        shown = self.start if position is None else position
        return drawn(self.net.fluents, shown.black)

    # The form in files.

    def form(self) -> dict[str, Any]:
        said = {"kind": "net", **net_form(self.net), "roles": list(self.roles), "black": self.black}
        return {**said, "win": [self.win, self.white_win], "start": self.position_form(self.start)}

    @classmethod
    def from_form(cls, form: Any, name: str) -> NetGame:
        """The game of a form; ``InputError``, without a place, for a wrong one."""
        roles = tuple(str(each) for each in form["roles"])
        win, white_win = (whole(each, "a score from 0 to 100", 101) for each in form["win"])
        net = net_of_form(form)
        start = Position(mask_of_form(form["start"]))
        return cls(name, net, (roles[0], roles[1]), whole(form["black"], "a role, 0 or 1", 2), win, white_win, start)

    def position_form(self, position: Position) -> str:
        return position_form(position)

    def position_of(self, form: Any) -> Position:
        state = mask_of_form(form)
        if state >> len(self.net.fluents):
            raise InputError(f"a state of {len(self.net.fluents)} fluents", found=repr(form)[:60])
        return Position(state)

    def move_of(self, position: Position, form: Any) -> int:  # noqa: ARG002 (the number tells)
        return whole(form, "the number of a move", len(self._names))

    def _line(self, state: int) -> str:
        """A shortest line of play from the start to a state, for errors."""
        before: dict[int, tuple[int, int] | None] = {self.start.black: None}
        left, until = deque([self.start]), monotonic() + SECONDS_FOR_LINE
        while left and state not in before and monotonic() < until:
            here = left.popleft()
            try:
                moves = self.legal(here)
            except InputError:
                continue
            for move, after in zip(moves, self.steps(here, moves), strict=True):
                if after.black not in before:
                    before[after.black] = (here.black, move)
                    left.append(after)
        if state not in before:
            true = [self.net.fluents[k] for k in cells_of(state)]
            told = " ".join(true[:MOST_TOLD]) or "nothing is true"
            return f"where {told}{' …' if len(true) > MOST_TOLD else ''}"
        line, at = list[str](), before[state]
        while at is not None:
            line.append(self.move_name(at[1]))
            at = before[at[0]]
        return f"after {' '.join(reversed(line))}" if line else "at the start"


def as_call(text: str) -> str:
    """A term of KIF in the notation of functions, without blanks; other texts lose their blanks only.

    >>> as_call("(move (cell 1 2) b3)"), as_call(" mark( 1, 2 ) "), as_call("noop"), as_call("(noop)")
    ('move(cell(1,2),b3)', 'mark(1,2)', 'noop', 'noop')
    """
    compact = "".join(text.split())
    if "," in compact or not compact.startswith("("):
        return compact
    stack: list[list[str]] = [[]]
    for word in _TOKENS.findall(text):
        if word == "(":
            stack.append([])
        elif word != ")":
            stack[-1].append(word)
        elif len(stack) == 1:
            return compact
        else:
            head, *terms = stack.pop() or [""]
            stack[-1].append(f"{head}({','.join(terms)})" if terms else head)
    return stack[0][0] if len(stack) == len(stack[0]) == 1 else compact


def is_idle(term: str) -> bool:
    """Tell whether the name of a move says that it is no move, as of one who waits."""
    return term.strip("()").strip().lower() in IDLE_NAMES
