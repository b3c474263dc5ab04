"""Extraction of strategies for Game-SAT: the native solver gives a move for every residual formula.

The walk takes one move where the winner moves and all moves where the other player does. Removing clauses keeps
strategies small: for MAX the largest set of clauses that he satisfies in pairs, and of his winning moves one that
leaves the fewest other clauses; for MIN every clause that she does not need. The result is a claim for the checker.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from zermelo.errors import DisagreementError, LimitError
from zermelo.gamesat.pairs import paired
from zermelo.gamesat.solver import TABLE_MB, decide
from zermelo.model import IDLE, ClauseGame, Player, Position, ResidualFormula, cells_of
from zermelo.strategy.check import clause_removal
from zermelo.strategy.claim import Claim, normal
from zermelo.strategy.entry import ClauseRemoval, Entry, Strategy
from zermelo.strategy.extract.oracle import Clock


def extract_clauses(
    game: ClauseGame,
    player: Player,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    watch: Callable[[int], None] | None = None,
) -> Strategy:
    """The strategy by which a player wins a formula.

    Parameters
    ----------
    game, player
        The formula and its winner.
    time_limit, memory_limit_mb
        Seconds for everything, and megabytes for the tables of each search.
    watch
        Called with the number of entries from time to time.

    Raises ``DisagreementError`` when the search says that the player loses, ``LimitError`` when a limit is reached.

    >>> strategy = extract_clauses(ClauseGame("f", 4, ((1, 2), (3, 4), (1, 4))), Player.BLACK)
    >>> [entry.answer for entry in strategy.entries.values()]
    [1, ClauseRemoval(clauses=(1,), pairs=((2, 3),))]
    """
    return _GameSatExtraction(game, player, Clock(time_limit), memory_limit_mb, watch).run()


class _GameSatExtraction:
    def __init__(
        self,
        whole: ClauseGame,
        player: Player,
        clock: Clock,
        memory_limit_mb: float | None,
        watch: Callable[[int], None] | None,
    ) -> None:
        self._game, self._player, self._clock, self._watch = ResidualFormula.begin(whole), player, clock, watch
        self._table = TABLE_MB if memory_limit_mb is None else min(memory_limit_mb, TABLE_MB)
        self._strategy = Strategy(whole, Claim(player, True))
        self._waiting = [self._game.start]
        self._met = set[Position]()
        self._cores: dict[Player, list[tuple[int, int]]] = {each: [] for each in Player}
        """Minimal sets of clauses that MIN wins with, each with its live variables, by the player to move."""

    def run(self) -> Strategy:
        count = 0
        while self._waiting:
            self._look(self._waiting.pop())
            count += 1
            if self._watch and count % 256 == 0:
                self._watch(len(self._strategy))
        return self._strategy

    def _look(self, position: Position) -> None:
        """Store an entry for a position, unless the position is decided, and push the positions that follow."""
        game, player = self._game, self._player
        winner = game.winner(position)
        if winner is not None:
            if winner is not player:
                self._disagree()
            return
        key = normal(game, position)
        if key in self._met:
            return
        self._met.add(key)
        moves = game.legal(position)
        mine = game.mover(position) is player
        if mine and any(game.winner(game.step(position, move)) is player for move in moves):
            return
        answer = self._aside(position)
        if answer is not None:
            self._strategy.entries[key] = Entry(answer)
            self._waiting.append(clause_removal.remove(game, position, answer))
        elif mine:
            move = self._move(position, moves)
            self._strategy.entries[key] = Entry(move)
            self._waiting.append(game.step(position, move))
        else:
            self._waiting += [game.step(position, move) for move in moves]

    def _aside(self, position: Position) -> ClauseRemoval | None:
        """The clauses to remove in a position; None for none."""
        if self._player is Player.BLACK:
            pairs = self._pairs(position)
            return ClauseRemoval(tuple(pairs), tuple(pairs.values())) if pairs else None
        return self._core(position)

    def _core(self, position: Position) -> ClauseRemoval | None:
        """The clauses that MIN can win without: all but those of a known core, or else a maximal set of them."""
        game = self._game
        cores = self._cores[game.mover(position)]
        for clauses, live in cores:
            if not clauses & ~position.black and game.variables(clauses) & position.white == live:
                return ClauseRemoval(tuple(cells_of(position.black & ~clauses))) if clauses != position.black else None
        spare = list[int]()
        for clause in sorted(cells_of(position.black), key=lambda number: -self._size(position, number)):
            trial = ClauseRemoval((*spare, clause))
            if self._wins(clause_removal.remove(game, position, trial)):
                spare.append(clause)
        found = ClauseRemoval(tuple(spare))
        cores.append(clause_removal.remove(game, position, found)[:2])
        return found if spare else None

    def _size(self, position: Position, clause: int) -> int:
        return (position.white & self._game.variables(1 << clause)).bit_count()

    def _pairs(self, position: Position) -> dict[int, tuple[int, int]]:
        """The clauses that MAX satisfies by pairing, each with its pair of variables."""
        scopes = {k: set(cells_of(position.white & self._game.variables(1 << k))) for k in cells_of(position.black)}
        return paired(scopes)

    def _move(self, position: Position, moves: list[int]) -> int:
        """A winning move: for MAX one that leaves few clauses outside pairs, for MIN that of the search."""
        if self._player is Player.WHITE:
            found = self._ask(position, line=True)[1]
        else:
            after = {move: self._game.step(position, move) for move in moves}
            unpaired = {move: each.black.bit_count() - len(self._pairs(each)) for move, each in after.items()}
            order = sorted(moves, key=lambda move: (unpaired[move], after[move].black.bit_count()))
            found = next((move for move in order if self._wins(after[move])), None)
        if found is None:
            self._disagree()
        return found

    def _wins(self, position: Position) -> bool:
        winner = self._game.winner(position)
        return self._ask(position)[0] if winner is None else winner is self._player

    def _ask(self, position: Position, *, line: bool = False) -> tuple[bool, int | None]:
        """Answer of the solver: True if the player wins, and his winning move if asked for and he is to move."""
        game = self._game
        clauses, live, _ = position
        numbers = {cell: number for number, cell in enumerate(cells_of(live), 1)}
        literals = tuple(
            tuple(
                numbers[abs(literal) - 1] * (1 if literal > 0 else -1)
                for literal in game.whole.clauses[clause].literals()
                if abs(literal) - 1 in numbers
            )
            for clause in cells_of(clauses)
        )
        formula = ClauseGame(game.name, len(numbers) + game.idle(position), literals, game.mover(position))
        found = decide(formula, line=line, time_limit=self._clock.left, table_mb=self._table)
        if found.winner is None:
            raise LimitError(found.reason or "time", f"the search ended without an answer ({found.reason})")
        move = found.first_move
        if move is not None:
            cell = next((cell for cell, number in numbers.items() if number == abs(move)), None)
            move = IDLE if cell is None else (cell + 1 if move > 0 else -cell - 1)
        return found.winner is self._player, move

    def _disagree(self) -> NoReturn:
        whole, player = self._game.whole, self._game.called(self._player)
        raise DisagreementError(f"{whole.name}: no strategy by which {player} wins: the search finds none")
