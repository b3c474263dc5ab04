"""DYS, the cheat-variable encoding: maker-maker and maker-breaker games, turns of several stones.

Idea: players may name any cells, and the formula is the referee. A *turn* is a maximal run of k stones of one player
(in GTTT(p,q) k = q in the first turn, then k = p). He names a set of cells, one variable per cell; by the rules it has
k cells, all of them open. Whoever breaks a rule while nobody has won has lost: a *cheat* of White makes the formula
true, one of Black makes it false. This is the style that COR replaced, larger and slower: a baseline, kept untuned.

Source: the encoding of Diptarama, Yoshinaka and Shinohara (QBF 2016), built on that of Connect-4 by Gent and Rowley, as
described in pairing-encoding, section 4. That describes the idea and gives no clauses; those here are ours.

Variables, for the turns t = 1 … T and the cells v = 1 … N: ``move_t,v``; ``black_t,v``, ``white_t,v``, the board after
the turn; ``count_t,v,j``, at least j of the first v cells are named, j ≤ min(v, k+1); ``taken_t,v``, v is named and was
occupied; the cheats ``few_t``, ``many_t``, ``occupied_t``, and ``outside_1`` where the first move is confined;
``cheat_t``, any of them; ``win_t,e``, winning set e of the player of turn t is complete; ``won_t``, any of them is;
``gameover_p,t``, player p has won first, by a winning set or by a cheat of the other. Board and gameover also at t = 0.

Quantifier blocks: ``move_t`` is universal at White's turns, everything else is existential, in the order of the turns:
``∃ board_0 move_1 rest_1 ∀ move_2 ∃ rest_2 move_3 rest_3 …``; when White opens, ``∀ move_1`` stands first.

Clauses, p being the player of turn t, o the other one:

*   nothing is true at t = 0 (stones of the start position are taken off the board, see below);
*   ``p_t,v ⇔ p_{t-1},v ∨ move_t,v``; ``o_t,v ⇔ o_{t-1},v``;
*   ``count_t,v,j ⇔ count_t,v-1,j ∨ (count_t,v-1,j-1 ∧ move_t,v)``;
*   ``few_t ⇔ ¬count_t,N,k``; ``many_t ⇔ count_t,N,k+1``; ``taken_t,v ⇔ move_t,v ∧ (black_{t-1},v ∨ white_{t-1},v)``;
    ``occupied_t ⇔ ⋁ taken_t,v``; ``outside_1 ⇔ ⋀ ¬move_1,v`` over the cells allowed; ``cheat_t ⇔`` their disjunction;
*   ``win_t,e ⇔ ⋀ p_t,v`` for v in e; ``won_t ⇔ ⋁ win_t,e``;
*   ``gameover_o,t ⇔ gameover_o,t-1 ∨ (¬gameover_p,t-1 ∧ cheat_t)``;
    ``gameover_p,t ⇔ gameover_p,t-1 ∨ (¬gameover_o,t-1 ∧ ¬cheat_t ∧ won_t)``;
*   ``gameover_black,T``.

Why it is right. Whatever the moves, all clauses but the last have exactly one solution, so nobody can break them, and
the last is the verdict of the referee. Once the play is over nothing counts, because gameover of a player stays and
excludes that of the other. Until then a cheat loses at once, and nobody is forced to cheat, as no more stones are
placed than there are open cells. So only honest turns matter: k open cells, in turn 1 one of them allowed. These are
exactly the sets of cells that k single stones can take, the first of them an allowed one. In a turn only its player can
complete a winning set. Where he does so before the last stone, the play ends there; the rest of the turn is of no
account, and always possible. Hence it is enough to look for winning sets after each turn. A depth that ends within a
turn makes that turn shorter, and so does a position entered within one.

Before encoding: as for COR with all open cells (see `zermelo.encodings.reduction.residual_game`).

First move: a restriction holds exactly; the stones of a turn have no order, so *one* of the first turn's must be on an
allowed cell. Of symmetric first cells one of each orbit is allowed, which loses nothing: any stone of the first turn
may come first, and a symmetry takes it to the cell that is kept.

Size: for each turn of k < N stones ``4N + c + |W| + 7`` variables and ``9N + 4c + Σ|e| + 2|W| + 18 -
min(k, N-1)`` clauses, where ``c = (k+1)N - k(k+1)/2`` and W are the winning sets of its player; ``2N + 2`` and ``2N +
3`` for the start and the verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from zermelo.encodings.base import Assignment, Encoded, Encoding, Meaning, Meanings, Takes, meanings
from zermelo.encodings.cor import COR
from zermelo.encodings.reduction.residual_game import ResidualGame, Sets
from zermelo.encodings.reduction.timeline import CellGame, cell_game
from zermelo.formula import QCNF, Quantifier
from zermelo.model import Game, Player


class Turn(NamedTuple):
    """A maximal run of stones of one player."""

    player: Player
    stones: int


def turns(order: Iterable[Player]) -> list[Turn]:
    """The turns of a sequence of single stones.

    >>> [turn.stones for turn in turns([Player.BLACK, Player.WHITE, Player.WHITE, Player.BLACK])]
    [1, 2, 1]
    """
    return [Turn(player, len(list(group))) for player, group in groupby(order)]


def winning_sets(residual: ResidualGame, player: Player) -> Sets:
    """The residual winning sets of a player."""
    return residual.black_sets if player is Player.BLACK else residual.white_sets


@dataclass(frozen=True)
class TurnMove:
    """Reads the first stone of a turn that has one variable per cell: any of its stones that is allowed.

    Parameters
    ----------
    move
        The variables.
    cells
        The cell of the game behind each.
    allowed
        The mask of the cells on which the first stone may be placed.
    """

    move: range
    cells: Sequence[int]
    allowed: int

    def __call__(self, values: Assignment) -> int | None:
        """The cell; None when none is known to be named.

        >>> read = TurnMove(range(3, 6), [10, 11, 12], 1 << 11 | 1 << 12)
        >>> read({3: True, 4: False, 5: True}), read({3: True})
        (12, None)
        """
        for variable, cell in zip(self.move, self.cells, strict=True):
            if values.get(variable, False) and self.allowed >> cell & 1:
                return cell
        return None


class Referee:
    """The formula: the play turn by turn, and what the referee makes of it.

    Parameters
    ----------
    residual
        The game to be encoded; at least one move.
    cells
        The names of its cells.
    """

    def __init__(self, residual: ResidualGame, cells: Sequence[str]) -> None:
        self.residual, self.cells, self.qcnf = residual, cells, QCNF()
        self.meanings: Meanings = {}
        self._board = {player: self._new(player.value, 0, cells) for player in Player}
        self._over = {player: self._one(f"gameover_{player.value}", 0) for player in Player}
        self._moves: list[range] = []
        for variable in range(1, self.qcnf.num_variables + 1):
            self.qcnf.add(-variable)
        rounds = turns(residual.order)
        for time, turn in enumerate(rounds, 1):
            self._write_turn(time, turn)
        self.qcnf.add(self._over[Player.BLACK])
        self._write_prefix([turn.player for turn in rounds])

    def first_move(self) -> TurnMove:
        """Reads the first stone."""
        return TurnMove(self._moves[0], self.residual.cells, self.residual.allowed)

    def _new(self, word: str, time: int, parts: Sequence[str]) -> range:
        """New variables, one for each part."""
        variables = self.qcnf.fresh_block(len(parts))
        self.meanings |= meanings(word, time, variables, parts)
        return variables

    def _one(self, word: str, time: int) -> int:
        """A single new variable."""
        variable = self.qcnf.fresh()
        self.meanings[variable] = Meaning(word, time)
        return variable

    def _or(self, variable: int, literals: Sequence[int]) -> None:
        """State that a variable is the disjunction of literals."""
        self.qcnf.add(-variable, *literals)
        for literal in literals:
            self.qcnf.add(variable, -literal)

    def _and(self, variable: int, literals: Sequence[int]) -> None:
        """State that a variable is the conjunction of literals."""
        self._or(-variable, [-literal for literal in literals])

    def _or_all(self, variable: int, before: Sequence[int], literals: Sequence[int]) -> None:
        """State that a variable is the disjunction of ``before`` and of the conjunction of other literals."""
        for literal in before:
            self.qcnf.add(variable, -literal)
        self.qcnf.add(variable, *(-literal for literal in literals))
        for literal in literals:
            self.qcnf.add(-variable, *before, literal)

    def _write_prefix(self, players: Sequence[Player]) -> None:
        prefix, done = self.qcnf.prefix, 1
        if players[0] is Player.WHITE:
            prefix.add(Quantifier.FORALL, self._moves[0])
        for player, move in zip(players, self._moves, strict=True):
            if player is Player.WHITE:
                prefix.add(Quantifier.EXISTS, range(done, move.start))
                if move is not self._moves[0]:
                    prefix.add(Quantifier.FORALL, move)
                done = move.stop
        prefix.add(Quantifier.EXISTS, range(done, self.qcnf.num_variables + 1))

    def _write_turn(self, time: int, turn: Turn) -> None:
        player, other = turn.player, turn.player.other
        move = self._new("move", time, self.cells)
        self._moves.append(move)
        board, over = self._board, self._over
        self._board = {each: self._new(each.value, time, self.cells) for each in Player}
        for v, named in enumerate(move):
            self._or(self._board[player][v], (board[player][v], named))
            self._or(self._board[other][v], (board[other][v],))
        cheat = self._cheat(time, turn.stones, move, board)
        won = self._won(time, player)
        self._over = {each: self._one(f"gameover_{each.value}", time) for each in Player}
        self._or_all(self._over[other], (over[other],), (-over[player], cheat))
        self._or_all(self._over[player], (over[player],), (-over[other], -cheat, won))

    def _cheat(self, time: int, stones: int, move: range, board: Mapping[Player, range]) -> int:
        """Tell whether the player of a turn breaks a rule."""
        named = self._count(time, stones + 1, move)
        few, many = self._one("few", time), self._one("many", time)
        self._or(few, (-named[stones - 1],))
        self._or(many, named[stones:])
        taken = self._new("taken", time, self.cells)
        for v, variable in enumerate(taken):
            black, white = (board[player][v] for player in Player)
            self.qcnf.add(-variable, move[v])
            self.qcnf.add(-variable, black, white)
            self.qcnf.add(variable, -move[v], -black)
            self.qcnf.add(variable, -move[v], -white)
        occupied = self._one("occupied", time)
        self._or(occupied, taken)
        cheats = [few, many, occupied]
        if time == 1 and self.residual.forbidden:
            allowed = [-move[v] for v, cell in enumerate(self.residual.cells) if self.residual.allowed >> cell & 1]
            cheats.append(self._one("outside", time))
            self._and(cheats[-1], allowed)
        cheat = self._one("cheat", time)
        self._or(cheat, cheats)
        return cheat

    def _count(self, time: int, most: int, move: range) -> Sequence[int]:
        """Variables that say that at least j cells are named, for j from 1 to ``most`` or the number of cells."""
        before: Sequence[int] = ()
        for v, named in enumerate(move):
            row = self._new("count", time, [f"{self.cells[v]}.{j + 1}" for j in range(min(v + 1, most))])
            for j, variable in enumerate(row):
                fewer = before[j - 1 : j] if j else ()
                self._or_all(variable, before[j : j + 1], (*fewer, named))
            before = row
        return before

    def _won(self, time: int, player: Player) -> int:
        """Tell whether a player has a complete winning set after a turn."""
        sets = winning_sets(self.residual, player)
        wins = self._new("win", time, [str(number) for number in range(len(sets))])
        for win, cells in zip(wins, sets, strict=True):
            self._and(win, [self._board[player][v] for v in cells])
        won = self._one("won", time)
        self._or(won, wins)
        return won


@dataclass(frozen=True)
class DYS(Encoding):
    """The cheat-variable encoding, which has no option but the symmetries.

    >>> from zermelo.model import Board, PositionalGame, Rule, Turns
    >>> pairs = {"board": Board.square(2, 2), "rule": Rule.MAKER_BREAKER, "black_sets": (0b0011, 0b0101)}
    >>> DYS().encode(PositionalGame("pairs", **pairs), 3).formula
    <QCNF variables=105 clauses=275 literals=664 blocks=3 universal=4 existential=101>
    >>> DYS().encode(PositionalGame("pairs", **pairs, turns=Turns(stones=2)), 4).formula
    <QCNF variables=107 clauses=282 literals=682 blocks=3 universal=4 existential=103>
    """

    name = "dys"
    title = "cheat variables: whoever breaks a rule first has lost; turns of several stones at once"
    source = "pairing-encoding, section 4, after generalized-tic-tac-toe"
    takes = Takes(positional=True, connection=True, maker_maker=True, any_turns=True)

    def encode(self, game: Game, depth: int) -> Encoded:
        """As :meth:`Encoding.encode`."""
        game = cell_game(self, game, depth)
        residual = self.residual(game, depth)
        if not isinstance(residual, ResidualGame):
            return Encoded(self.label, depth, None, *residual)
        referee = Referee(residual, [game.board.cells[cell] for cell in residual.cells])
        return Encoded(
            self.label,
            depth,
            referee.qcnf,
            first_move=referee.first_move(),
            notes=residual.notes,
            meanings=referee.meanings.copy,
        )

    def residual(self, game: CellGame, depth: int) -> ResidualGame | tuple[bool, str]:
        """The residual game to be encoded, or the answer and its reason: as for COR with all open cells."""
        return COR(symmetry=self.symmetry, live=False).residual(game, depth)
