"""Play in the terminal: reads lines, makes moves, draws boards.

It also works without a terminal, line by line.
"""

from __future__ import annotations

import contextlib
import io
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, takewhile
from typing import Any

from rich.console import Console

from zermelo.errors import InputError
from zermelo.model import Game, GridGame, Player, StateGame, cells_of
from zermelo.picture.threats import Threat, finds_all, threats
from zermelo.play import record
from zermelo.play.evaluation import Evaluation, Evaluator
from zermelo.play.follow import Reply, pairs_at
from zermelo.play.opponents import Opponent, SearchOpponent, StrategyOpponent
from zermelo.play.play import Play
from zermelo.play.review import review
from zermelo.play.screen import LEGEND, SIGNS, board
from zermelo.strategy.file import same_game
from zermelo.wording import counted

REVIEW_SECONDS = 10.0

ROUND = "The play goes round in circles: nobody wins."


class _Left(Exception):
    """Raised when the person leaves."""


class Terminal:
    """A play in the terminal.

    Parameters
    ----------
    session
        The play.
    opponents
        The opponents that play Black and White; None for a person.
    evaluator
        The searches for ``hint``, ``moves`` and the review at the end.
    strategist
        The strategies for ``why`` and ``hint``, if there are any.
    console
        The console for output.
    strategy
        The path of the strategy file, for a saved play; empty without one.
    """

    def __init__(
        self,
        session: Play,
        opponents: Mapping[Player, Opponent | None],
        evaluator: Evaluator,
        strategist: StrategyOpponent | None,
        console: Console,
        strategy: str = "",
    ) -> None:
        self._strategy_path = strategy
        self.session, self.opponents, self.evaluator = session, opponents, evaluator
        self.strategist, self.console = strategist, console
        self._adviser = SearchOpponent(evaluator)
        self._shown: int | None = None
        """The number of moves made when the board was drawn last."""

    @property
    def game(self) -> Game:
        return self.session.game

    def say(self, text: str, style: str = "") -> None:
        """Print a line; it is wrapped on a terminal only."""
        self.console.print(text, style=style, markup=False, highlight=False, soft_wrap=not self.console.is_terminal)

    def run(self) -> None:
        """Run until the play is over and nobody wants to go on, or until the person leaves."""
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 (lines can be edited then)
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # what is no text is no move
        try:
            while True:
                if self._shown != len(self.session.line):
                    self.draw()
                opponent = self.opponents[self.session.to_move]
                if self.session.is_over:
                    self._over()
                    if None not in self.opponents.values():
                        return
                    self._command()
                elif opponent is not None and not self._circles():
                    self._opponent(opponent)
                else:
                    self._command()
        except _Left:
            self._goodbye()
        except KeyboardInterrupt:
            self.say("")
            self._goodbye()
            raise

    def draw(self, marks: Mapping[int, str] | None = None) -> None:
        """Print the board, with signs on some cells."""
        session = self.session
        self._shown = len(session.line)
        self.console.print(board(self.game, session.position, marks or {}, self.console.width))

    def _opponent(self, opponent: Opponent) -> None:
        session, player = self.session, self.session.to_move
        with self._thinking(f"{self.game.called(player)} is thinking"):
            reply = opponent.choose(session)
        session.push(reply.move)
        self.say(f"{self.game.called(player)} ({opponent.name}): {self.game.move_name(reply.move)}", "bold")

    def _circles(self) -> bool:
        """True if the programs go round in circles since a person has moved; it is said once."""
        session = self.session
        people = [at for at, each in enumerate(session.positions) if self.opponents[self.game.mover(each)] is None]
        if not session.goes_round_since(max(people, default=-1) + 1):
            return False
        if self._told != session.names:
            self._told = session.names
            self.say(ROUND, "bold")
        return True

    def _over(self) -> None:
        """Print the result once, and after a loss the first mistake."""
        session = self.session
        if self._told == session.names:
            return
        self._told = session.names
        self.say(session.result(), "bold")
        winner = session.winner
        people = [player for player, opponent in self.opponents.items() if opponent is None]
        if winner is not None and people == [winner.other]:
            self._review(winner.other)

    _told: list[str] | None = None
    """The play whose result has been printed."""

    def _review(self, player: Player) -> None:
        with self._thinking("looking where you could have done better"):
            found = review(self.session, player, self.evaluator, REVIEW_SECONDS)
        if found.slip is None:
            if found.complete:
                loser = self.game.called(player)
                self.say(f"{loser} was lost from the start: against the best play no move of yours was better.")
            else:
                self.say("No mistake of yours was found in the time for it.")
            return
        slip, name = found.slip, self.game.move_name
        could = "could still win" if slip.lost == "win" else f"could keep {self.game.called(player.other)} from winning"
        self.say(f"Until move {slip.number} you {could}: {name(slip.better)} instead of {name(slip.move)}.")
        self.say(f"Try again from there with 'undo {len(self.session.line) - slip.number + 1}'.")

    @contextlib.contextmanager
    def _thinking(self, what: str) -> Iterator[None]:
        """Show a message on a terminal while something takes time."""
        if self.console.is_terminal:
            with self.console.status(what + " …"):
                yield
        else:
            yield

    # Commands

    def _command(self) -> None:
        """Read a command and run it; a mistake gives an error of one line."""
        prompt = "over" if self.session.is_over else self.game.called(self.session.to_move)
        line = self._line(f"{prompt}> ")
        word, _, rest = line.strip().partition(" ")
        known = self._commands()
        try:
            if not word:
                return
            command = known.get(word.lower())
            if command is None or line.strip() in map(self.game.move_name, self.session.legal):
                self._move(line.strip())
            else:
                command(rest.strip())
        except InputError as error:
            self.say(str(error), "red")

    def _line(self, prompt: str) -> str:
        """A line of input; without a terminal it is printed, too, so that the output shows the whole play."""
        if sys.stdin is None:  # closed
            raise _Left
        if sys.stdin.isatty():
            try:
                return input(prompt)
            except EOFError:
                self.say("")
                raise _Left from None
        line = sys.stdin.readline()
        if not line:
            raise _Left
        self.say(prompt + line.rstrip("\n"))
        return line

    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "undo": self._undo,
            "hint": self._hint,
            "why": self._why,
            "moves": self._moves,
            "board": lambda _: self.draw(),
            "save": self._save,
            "load": self._load,
            "help": lambda _: self._help(),
            "?": lambda _: self._help(),
            "quit": self._quit,
            "exit": self._quit,
        }

    def _quit(self, _: str) -> None:
        raise _Left

    def _help(self) -> None:
        legal = [self.game.move_name(move) for move in self.session.legal[:3]]
        rows = [
            (legal[0] if legal else "MOVE", "make a move, named as in the game's file"),
            ("undo [N]", "take back your last move, or N moves"),
            ("hint", "a good move, and what it is good for"),
            ("why", "what is threatened, paired, and answered"),
            ("moves", f"every move: {LEGEND}"),
            ("board", "draw the board again"),
            ("save FILE, load FILE", "keep the play, go on with one that was kept"),
            ("quit", "leave; so do the end of the input and Ctrl-C"),
        ]
        wide = max(len(row[0]) for row in rows)
        for command, what in rows:
            self.say(f"{command:{wide}}  {what}")

    def _move(self, text: str) -> None:
        if self.session.is_over:
            raise InputError("'undo', 'load', 'save' or 'quit': the play is over", found=repr(text[:60]))
        if self.opponents[self.session.to_move] is not None:
            raise InputError("'undo', 'load', 'save' or 'quit': the play goes round in circles", found=repr(text[:60]))
        if any(not sign.isprintable() for sign in text) or len(text) > 200:
            raise InputError("a move or a command; 'help' lists them", found=repr(text[:40]))
        try:
            self.session.make(text)
        except InputError as error:
            error.advice = error.advice or "'help' lists the commands, 'moves' the moves"
            raise

    def _undo(self, rest: str) -> None:
        """Take back moves up to the last one of a person, or as many as given."""
        if rest and not (rest.isascii() and rest.isdigit() and len(rest) < 9):
            raise InputError("undo N with a number of moves", found=repr(rest[:40]))
        session = self.session
        if not session.line:
            raise InputError("a move to take back; there is none")
        if rest:
            session.undo(int(rest))
        else:
            session.undo()
            while session.line and self.opponents[session.to_move] is not None:
                session.undo()
        self._shown = self._told = None

    def _hint(self, _: str) -> None:
        reply = self._advice()
        if reply is None:
            raise InputError("a play that goes on; this one is over")
        self.say(f"{self.game.move_name(reply.move)}: {reply.why}", "green")
        self.draw(self._marked(reply.move, "*"))

    def _advice(self) -> Reply | None:
        if self.session.is_over:
            return None
        strategist, player = self.strategist, self.session.to_move
        stored = strategist.stored(self.session) if strategist is not None else None
        with self._thinking("thinking"):
            if strategist is not None and stored is not None and not strategist.wins(player):  # a win may have come up
                stored = None if self.evaluator.ask(self.session.position, player)[0] else stored
            return stored or self._adviser.choose(self.session)

    def _marked(self, move: Any, sign: str) -> dict[int, str]:
        """Marks on the cells that a move changes; a stone that it takes away stays visible."""
        position = self.session.position
        changed = self.game.move_cells(position, move)
        new = changed & ~(position.black | position.white) or changed
        return dict.fromkeys(cells_of(new), sign)

    def _moves(self, _: str) -> None:
        """Print the value of each legal move, on the board and in lists."""
        session = self.session
        if session.is_over:
            raise InputError("a play that goes on; this one is over")
        with self._thinking("deciding every move"):
            values = self.values()
        marks: dict[int, str] = {}
        for value in ("open", "losing", "draw", "winning"):  # where moves share a cell, the best one shows
            for move, each in values.items():
                if each == value:
                    marks |= self._marked(move, SIGNS[value])
        drawn = not isinstance(self.game, GridGame | StateGame)
        if drawn or all(len(self._marked(move, "")) == 1 for move in values):
            self.draw(marks)
        styles = {"winning": "green", "draw": "yellow", "losing": "red", "open": ""}
        for value, style in styles.items():
            names = [self.game.move_name(move) for move, each in values.items() if each == value]
            if names:
                self.say(f"{SIGNS[value]} {value} ({len(names)}): {' '.join(names)}", style)

    def values(self) -> dict[Any, str]:
        """The value of each legal move for the player to move: winning, losing, draw or open."""
        session, player = self.session, self.session.to_move
        found: dict[Any, Evaluation] = self.evaluator.after(session.position, 5 * self.evaluator.seconds)
        return {move: prospect.word(player) for move, prospect in found.items()}

    def _why(self, _: str) -> None:
        """Print the threats, the pairs of an argument, and the answers of the strategy to each move."""
        session, names = self.session, self.game.board.names
        said = False
        for missing in (1, 2):
            for player in Player:
                found = [each for each in threats(self.game, session.position, missing) if each.player is player]
                wins = _listed(found, names)
                if not found and missing == 1 and player is session.to_move:
                    wins = self._wins_at_once()
                if wins:
                    said = True
                    self.say(f"{self.game.called(player)} {_lacks(missing)}: {wins}")
        if self.strategist is not None:
            said |= self._strategy(self.strategist)
        if not said:
            every = session.is_over or finds_all(self.game, session.position)
            some = "No threat was found; in this position not all of them are looked for."
            self.say("Nothing is threatened within two moves." if every else some)

    def _wins_at_once(self) -> str:
        """The moves with which the player to move has won, as far as the time of a question allows."""
        session, game, end = self.session, self.game, time.monotonic() + self.evaluator.seconds
        moves = takewhile(lambda _: time.monotonic() < end, session.legal)
        wins = (move for move in moves if game.winner(game.step(session.position, move)) is session.to_move)
        return _cut([game.move_name(move) for move in islice(wins, 11)])

    def _strategy(self, strategist: StrategyOpponent) -> bool:
        session, names = self.session, self.game.board.cells
        sides = [player for player in Player if any(each.player is player for each in strategist.followers)]
        said = False
        for player in sides:
            followers = [each for each in strategist.followers if each.player is player]
            whose = "The strategy" if len(sides) == 1 else f"{self.game.called(player)}'s strategy"
            pairs = pairs_at(followers, session)
            if pairs:
                shown = ", ".join(f"{names[one]}-{names[two]}" for one, two in pairs)
                self.say(f"{whose} answers within pairs: {shown}; take one cell, and it takes the other.")
            own = strategist.stored(session) if player is session.to_move else None
            if own is not None:
                self.say(f"{whose} plays {self.game.move_name(own.move)}: {own.why}.")
            answers = self._answers(strategist, player, "it" if len(sides) == 1 else whose)
            said |= bool(pairs or own or answers)
        return said

    def _answers(self, strategist: StrategyOpponent, player: Player, who: str) -> bool:
        """Print the answers of a player's strategy to each move, as far as the time of a question allows."""
        session, name = self.session, self.game.move_name
        left = list(session.legal) if player is not session.to_move else []
        end = time.monotonic() + self.evaluator.seconds
        found: dict[str, list[str]] = {}
        with self._thinking("looking at the answers"):
            while left and time.monotonic() < end:
                move = left.pop(0)
                trial = Play(self.game, [*session.line, move])
                reply = strategist.stored(trial) if not trial.is_over and trial.to_move is player else None
                if reply is not None:
                    found.setdefault(name(reply.move), []).append(name(move))
        for answer, moves in found.items():
            self.say(f"To {' '.join(moves)} {who} answers {answer}.")
        if left:
            self.say(f"({counted(len(left), 'moves')} more not looked at: {self.evaluator.seconds:g} s are over.)")
        return bool(found)

    def _save(self, rest: str) -> None:
        if not rest:
            raise InputError("save FILE")
        players = {player.value: "human" if who is None else who.name for player, who in self.opponents.items()}
        record.save(rest, record.SavedPlay(self.session, players, self._strategy_path))
        self.say(f"Saved {counted(len(self.session.line), 'moves')} in {rest}.")

    def _load(self, rest: str) -> None:
        if not rest:
            raise InputError("load FILE")
        loaded = record.load(rest).session
        if not same_game(loaded.game, self.game):
            raise InputError(
                f"a play of {self.game.name}", found=f"one of another game, {loaded.game.name}",
                advice=f"'zermelo play {rest}' opens it",
            )  # fmt: skip
        session = Play(self.game)
        for name in loaded.names:
            session.make(name)
        self.session, self._shown, self._told = session, None, None
        self.say(f"Loaded {counted(len(self.session.line), 'moves')}.")

    def _goodbye(self) -> None:
        """Print the command with which the play can be resumed."""
        line = self.session.names
        if line and not self.session.is_over:
            self.say(f"Left after {counted(len(line), 'moves')}; --after '{' '.join(line)}' goes on from here.")


def _lacks(missing: int) -> str:
    return "threatens to win at once with" if missing == 1 else "needs two more moves on"


def _listed(found: list[Threat], names: Callable[[int], list[str]]) -> str:
    return _cut(list(dict.fromkeys(" ".join(names(each.missing)) for each in found)))


def _cut(shown: list[str]) -> str:
    return ", ".join(shown[:10]) + (", …" if len(shown) > 10 else "")
