"""GTP for Hex: the text protocol by which programs with a board, such as HexGui, play against an engine.

A command is a line: perhaps a number, a word, and arguments. The response begins with ``=`` or, where something is
wrong, ``?``, and that number; an empty line ends it. Comments begin with ``#``, empty lines mean nothing. Black joins
the top to the bottom, row 1 to the last one, and White the left to the right side, as everywhere here; Black opens.

Moves may come in any order of colours, as when a position is set up. After the first stone ``play COLOUR
swap-pieces`` exchanges the pieces: it becomes a stone of the other colour on the cell mirrored at the main diagonal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from zermelo import __version__
from zermelo.errors import InputError
from zermelo.families import make
from zermelo.model import ConnectionGame, Player, Position, cells_of
from zermelo.play.levels import Level, LevelOpponent
from zermelo.play.native_opponent import native_opponent
from zermelo.play.play import Play

PROTOCOL = 2
SMALLEST, LARGEST = 1, 22
"""Rows and columns of a board: the core takes 512 cells at most."""

COLOURS = {"b": Player.BLACK, "black": Player.BLACK, "w": Player.WHITE, "white": Player.WHITE}
SWAPS = ("swap-pieces", "swap")
HEAT_PLAYOUTS = 3_000
"""Playouts for the values of all cells."""


class GtpFault(Exception):
    """A command that fails; the message is the response."""


class _Stone(NamedTuple):
    """A turn that was taken: the stone's colour and cell; ``cell`` -1 for an exchange of the pieces."""

    player: Player
    cell: int


class GtpEngine:
    """An engine for Hex that is spoken to by GTP.

    Parameters
    ----------
    columns, rows
        The size of the board at the beginning.
    level
        The level of play.
    seconds
        The longest time for a move; what ``time_settings`` and ``time_left`` say may make it shorter.
    seed
        Of all chances.
    swaps
        True: ``genmove`` answers the first stone by ``swap-pieces`` where that colour is better off. Not every program
        knows this rule.

    >>> from zermelo.play.levels import level_named
    >>> engine = GtpEngine(3, 3, level_named("5"), 2.0, 0)
    >>> print("".join(engine.responses(["1 play black b2", "genmove blue", "final_score"])), end="")
    =1
    <BLANKLINE>
    ? expected a colour, black or white, found 'blue'
    <BLANKLINE>
    ? nobody has won yet
    <BLANKLINE>
    """

    def __init__(self, columns: int, rows: int, level: Level, seconds: float, seed: int, swaps: bool = False) -> None:
        self._level, self._longest, self._seed, self._swaps = level, seconds, seed, swaps
        self._left: dict[Player, float] = {}
        self._commands: dict[str, Callable[[list[str]], str]] = {
            "all_legal_moves": self._legal,
            "boardsize": self._boardsize,
            "clear_board": self._clear,
            "final_score": self._score,
            "genmove": self._genmove,
            "hexgui-analyze_commands": self._analyses,
            "known_command": self._known,
            "list_commands": self._list,
            "name": lambda _: "Zermelo",
            "play": self._play,
            "protocol_version": lambda _: str(PROTOCOL),
            "quit": lambda _: "",
            "reg_genmove": lambda words: self._generated(self._colour(words)),
            "showboard": self._show,
            "time_left": self._time_left,
            "time_settings": self._time_settings,
            "undo": self._undo,
            "version": lambda _: __version__,
            "zermelo-values": self._values,
            "zermelo-winner": self._winner,
        }
        self._start(columns, rows)

    def responses(self, lines: Iterable[str]) -> Iterator[str]:
        """The response to each command, with its empty line; the last one is that to ``quit``."""
        for line in lines:
            text = "".join(sign for sign in line.partition("#")[0].replace("\t", " ") if sign.isprintable())
            words = text.split()
            if not words:
                continue
            number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
            word = words.pop(0) if words else ""
            command = self._commands.get(word)
            try:
                sign, said = ("?", "unknown command") if command is None else ("=", command(words))
            except (GtpFault, InputError) as fault:
                sign, said = "?", str(fault)
            yield f"{sign}{number}{' ' + said if said else ''}\n\n"
            if word == "quit":
                return

    # --- the board

    def _start(self, columns: int, rows: int) -> None:
        self._size = columns, rows
        game = make(f"hex:{columns}x{rows}")
        assert isinstance(game, ConnectionGame)
        self._game = game
        self._turns: list[_Stone] = []

    def _position(self) -> Position:
        """The stones, with the ply that makes their number right for whoever moves next."""
        stones = {Player.BLACK: 0, Player.WHITE: 0}
        for player, cell in self._turns:
            if cell >= 0:
                stones[player] |= 1 << cell
                continue
            both = {each: self._mirrored(mask) for each, mask in stones.items()}
            stones = {each: both[each.other] for each in Player}
        black, white = stones[Player.BLACK], stones[Player.WHITE]
        return Position(black, white, (black | white).bit_count())

    def _mirrored(self, mask: int) -> int:
        columns, rows = self._size
        return sum(1 << (cell % columns * rows + cell // columns) for cell in cells_of(mask))

    def _over(self) -> Player | None:
        return self._game.winner(self._position())

    def _colour(self, words: list[str]) -> Player:
        if not words:
            raise GtpFault("expected a colour, black or white")
        player = COLOURS.get(words[0].lower())
        if player is None:
            raise GtpFault(f"expected a colour, black or white, found {words[0][:20]!r}")
        return player

    def _cell(self, name: str) -> int:
        try:
            return self._game.board.cells.index(name.lower())
        except ValueError:
            columns, rows = self._size
            last = self._game.board.cells[-1]
            raise GtpFault(f"expected a cell from a1 to {last} of {columns}x{rows}, found {name[:20]!r}") from None

    # --- commands

    def _known(self, words: list[str]) -> str:
        return str(bool(words) and words[0] in self._commands).lower()

    def _list(self, _: list[str]) -> str:
        return "\n".join(sorted(self._commands))

    def _boardsize(self, words: list[str]) -> str:
        sizes = [int(word) for word in words if word.isascii() and word.isdigit() and len(word) < 6]
        if not words or len(words) > 2 or len(sizes) != len(words):
            raise GtpFault("expected boardsize COLUMNS, or boardsize COLUMNS ROWS")
        columns, rows = sizes[0], sizes[-1]
        if not all(SMALLEST <= each <= LARGEST for each in (columns, rows)):
            raise GtpFault(f"unacceptable size: expected {SMALLEST} to {LARGEST} columns and rows")
        self._start(columns, rows)
        return ""

    def _clear(self, _: list[str]) -> str:
        self._turns.clear()
        return ""

    def _play(self, words: list[str]) -> str:
        player = self._colour(words)
        if len(words) != 2:
            raise GtpFault("expected play COLOUR CELL")
        move = words[1].lower()
        if move == "resign":
            return ""
        if move in SWAPS:
            if not self._may_swap(player, any_size=True):
                raise GtpFault("illegal move: the pieces are swapped in answer to the first stone only")
            if self._size[0] != self._size[1]:
                raise GtpFault("illegal move: pieces are swapped on boards with as many columns as rows")
            self._turns.append(_Stone(player, -1))
            return ""
        cell = self._cell(move)
        if sum(self._position()[:2]) >> cell & 1:
            raise GtpFault(f"illegal move: {move} is taken")
        self._turns.append(_Stone(player, cell))
        return ""

    def _undo(self, words: list[str]) -> str:
        if words:
            raise GtpFault("syntax error: undo takes back one move, and nothing after it")
        if not self._turns:
            raise GtpFault("cannot undo: there are no moves")
        self._turns.pop()
        return ""

    def _genmove(self, words: list[str]) -> str:
        player = self._colour(words)
        move = self._generated(player)
        if move != "resign":
            self._turns.append(_Stone(player, -1 if move == SWAPS[0] else self._cell(move)))
        return move

    def _generated(self, player: Player) -> str:
        """The move of the level for a player; ``resign`` where the play is over."""
        if self._over() is not None:
            return "resign"
        if self._swaps and self._may_swap(player) and self._worth(player) < 0.5:
            return SWAPS[0]
        game = self._game_for(player)
        reply = LevelOpponent(game, self._level, self._seconds(player), self._seed).choose(Play(game))
        return game.move_name(reply.move)

    def _may_swap(self, player: Player, *, any_size: bool = False) -> bool:
        """True in answer to the first stone, on a board with as many columns as rows."""
        answers = len(self._turns) == 1 and self._turns[0].cell >= 0 and self._turns[0].player is not player
        return answers and (any_size or self._size[0] == self._size[1])

    def _worth(self, player: Player) -> float:
        """The value of the position for a player to move, from 0 to 1."""
        tree = native_opponent(self._game_for(player))
        assert tree is not None
        found = tree.tried(
            self._game_for(player).start, playouts=HEAT_PLAYOUTS, seconds=self._seconds(player), seed=self._seed
        )
        best = max(found, key=lambda each: (each.winner is player, each.visits))
        return float(best.winner is player) if best.ended else best.value

    def _game_for(self, player: Player) -> ConnectionGame:
        """The game from here on, with this player to move."""
        game = self._game.at(self._position())
        return game.with_mover(player)

    def _legal(self, _: list[str]) -> str:
        taken = sum(self._position()[:2])
        over = self._over() is not None
        return " ".join(name for cell, name in enumerate(self._game.board.cells) if not (over or taken >> cell & 1))

    def _score(self, _: list[str]) -> str:
        winner = self._over()
        if winner is None:
            raise GtpFault("nobody has won yet")
        return f"{'B' if winner is Player.BLACK else 'W'}+"

    def _show(self, _: list[str]) -> str:
        return "\n" + self._game.draw(self._position())

    # --- time

    def _time_settings(self, words: list[str]) -> str:
        main, extra, stones = (self._number(word) for word in [*words, "", "", ""][:3])
        if len(words) != 3:
            raise GtpFault("expected time_settings MAIN EXTRA STONES, in seconds")
        unlimited = extra > 0 and stones == 0
        self._left = {} if unlimited else dict.fromkeys(Player, main if main > 0 else extra)
        return ""

    def _time_left(self, words: list[str]) -> str:
        player = self._colour(words)
        if len(words) not in (2, 3):
            raise GtpFault("expected time_left COLOUR SECONDS STONES")
        self._left[player] = self._number(words[1])
        return ""

    def _number(self, word: str) -> float:
        if not (word.isascii() and word.replace(".", "", 1).isdigit() and len(word) < 12):
            raise GtpFault("expected a number of seconds that is not negative")
        return float(word)

    def _seconds(self, player: Player) -> float:
        """Seconds for a move: what is left is shared by half of the open cells, for he fills no more."""
        left = self._left.get(player)
        if left is None:
            return self._longest
        filled = sum(self._position()[:2]).bit_count()
        return max(0.01, min(self._longest, left / max(4, (len(self._game.board) - filled) / 4)))

    # --- analysis, for HexGui

    def _analyses(self, _: list[str]) -> str:
        return "string/Winner by the search/zermelo-winner %c\npspairs/Values of the cells/zermelo-values %c"

    def _winner(self, words: list[str]) -> str:
        """The winner when a player is to move, if the search finds him in time."""
        from zermelo.play.evaluation import Evaluator

        game = self._game_for(self._colour(words))
        black = Evaluator(game, self._longest).ask(game.start, Player.BLACK)[0]
        return "unknown" if black is None else "black" if black else "white"

    def _values(self, words: list[str]) -> str:
        """Of each cell that is worth a try its value for a player to move, in hundredths."""
        game = self._game_for(self._colour(words))
        if self._over() is not None:
            return ""
        tree = native_opponent(game)
        assert tree is not None
        found = tree.tried(game.start, playouts=HEAT_PLAYOUTS, seconds=self._longest, seed=self._seed)
        player = game.to_move
        values = {each.move: float(each.winner is player) if each.ended else each.value for each in found}
        return " ".join(f"{game.move_name(move)} {100 * value:.0f}" for move, value in values.items())
