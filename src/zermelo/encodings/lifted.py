"""Grid games, lifted: one symbolic cell instead of a board (concise-grid-games, section 4).

Idea. The usual encodings keep every cell at every time. Here the formula speaks of a single cell S, chosen universally
*after* all moves, and says how its state runs through the play: since it must do so for every S, the whole
board is checked. An action's conditions are relative to its position (X, Y), so "this condition is about S" is a
comparison of numbers in binary, and nothing in the formula grows with the board but the number of bits.

Quantifier blocks (Black opens, d odd):

    ∃ A1 X1 Y1 gs1   ∀ A2 X2 Y2 gs2   ∃ lb2 P2[·]  A3 X3 Y3 gs3   …   ∃ Ad Xd Yd   Bx By Bc
    ∀ Wx Wy Wc   ∃ Wce   ∀ Sx Sy   ∃ o1 w1 … o(d+1) w(d+1)

A X Y: action and position; gs: "the play stops, a goal is reached"; lb: White's action exists and lies within its
bounds; P[k]: its k-th precondition holds; B…: which goal of Black, and where; W…: any goal of White anywhere, and Wce,
a part of it that fails; o, w: S is open, S is white (black: neither). Matrix: I ∧ B¹ (or W¹ when White opens), with

    Bⁱ = Mbⁱ ∧ (gs → Gbⁱ⁺¹) ∧ (¬gs → Wⁱ⁺¹)                        Bᵈ = Mbᵈ ∧ Gbᵈ⁺¹
    Wⁱ = Mwⁱ ∧ (lb ∧ ⋀P → (gs → Gwⁱ⁺¹) ∧ (¬gs → Bⁱ⁺¹))            Wᵈ = Mwᵈ ∧ ¬(lb ∧ ⋀P)

where Gⁱ checks a goal on the state of time i. The chain follows whoever opens.

Size: |S| + Σ (lg|A| + |S| + 1) + Σ (1 + |P|) + 2·(d+1) variables, with |S| = lg m + lg n,
the first sum over all moves and the second over White's; Black's goals take |S| + lg|Gb| more, White's |S| + lg|Gw| and
lg of the parts of the longest. Gates are linear in d times the length of the rules; the board enters by its bits only.
Domineering 4×4 at d = 8: 64 variables and 203 gates, which make 117 variables and 271 clauses (as in the paper: 82,
269, 195 and 458).

Options, with what they are worth: the geometric mean of seconds when an option is as in the paper, in relation to the
default, for DepQBF and CAQE after Bloqqer on 18 questions of 3 to 13 moves, measured as ``benchmarks/lifted.py`` does:

- **symmetry** (off: 1.2 and 1.2). Of the first moves that symmetries exchange, or that lead to the same position, one
  is kept: `zermelo.encodings.grid.first_move`. White's other first moves count as out of bounds: where one of them
  would refute Black, so would the one that is kept.
- **reach** (off: 1.5 and 1.7, and a fifth more clauses). What no play can reach by its time is left out:
  `zermelo.encodings.grid.reachability`. Lines of several stones gain most (elly on 4×4: 5), then pieces that walk.
- **carry** (on: 1.1 and 1.1). The paper carries the state in which a goal is reached to time d+1 and checks there. But
  where a goal has its parts is the same at all times, and only the colour is asked of a state; so a check of its own at
  each time takes fewer clauses than the carrying.
- **origin** (1: 2 with DepQBF, and a third more clauses). Column 1 has the code 0, which saves a bit wherever a side is
  a power of two; the numbering of the paper leaves three quarters of the codes of a place on 4×4 without a cell.
- All four as in the paper: 5 and 7 at least, with 2 and 4 questions not answered in 20 s; by default all are.

What the paper leaves open, and what else measurements said (use Bloqqer: it saves a factor of ten to some hundred):

- **A precondition that an action lacks counts as true** in P, else Black could call White's move illegal.
- **S that is no cell** (numbers beyond the board) is open at the start, and bounds keep all moves and goals off it.
- **A side without goals** gets no gs and no goal variables; Black's last move is dropped if he can reach no goal by it.
- **Unused parameters** are fixed to 1 (as a bound, so for White too): one code for one move.
- **X + k = S is computed as X = S - k**, modulo a power of two: all times share the subtraction. Within the bounds the
  modulus is harmless; out of bounds nothing depends on the result. An adder for each move, as in the paper, takes a
  tenth more clauses and as much time (0.9 with DepQBF, 1.2 with CAQE).
- **Everything stays nested.** To assert White's flags at all times is sound and looks shorter, but settles what no
  longer matters once the play has stopped: up to 6 times slower. Also slower: White's gs in the block of Wx, and lb and
  P forced in one direction only. No gain: w false where o is true, variables of their own for "still running" and
  "legal", lb as a gate, a variable for black instead of o (1.1).
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from zermelo.encodings.base import Encoded, Encoding, Takes, option, require
from zermelo.encodings.grid.lifted_formula import LiftedFormula
from zermelo.encodings.grid.reachability import Reachability, actions_that_fit, reachable_layers
from zermelo.errors import InputError
from zermelo.model import Game, GridGame, Player


@dataclass(frozen=True)
class LiftedBDDL(Encoding):
    """The lifted encoding.

    Parameters
    ----------
    origin
        The code of the first column and row: 0, or 1 as in the paper.
    carry
        True if the state in which a goal is reached is carried to one last state, as in the paper, where goals are
        checked; else they are checked where they are reached.
    reach
        True to leave out what no play can reach by its time: places, actions, and goals with their gs.

    >>> from zermelo.model import Colour, Expression, SubCondition
    >>> X, Y = Expression("parameter"), Expression("parameter")
    >>> place = [SubCondition(colour, X, Y) for colour in (Colour.OPEN, Colour.BLACK, Colour.WHITE)]
    >>> from zermelo.model import Action
    >>> black, white = (Action("occupy", (place[0],), (effect,)) for effect in place[1:])
    >>> game = GridGame("the last cell loses", 2, 1, (black,), (white,))
    >>> encoded = LiftedBDDL().encode(game, 2)
    >>> encoded.answer, encoded.formula
    (None, <Circuit nodes=27 gates=18 blocks=5>)
    """

    name = "bddl"
    title = "grid games, lifted"
    source = "concise-grid-games, section 4"

    takes = Takes(grid=True)
    paper = MappingProxyType({"origin": 1, "carry": True, "reach": False, "symmetry": False})

    origin: int = option(0, "the code of the first column and row: 0 or 1")
    carry: bool = option(False, "carry the state in which a goal is reached to one last state, where goals are checked")
    reach: bool = option(True, "leave out what no play can reach by its time: places, actions, goals")

    def __post_init__(self) -> None:
        if self.origin not in (0, 1):
            raise InputError("an origin of 0 or 1", found=str(self.origin))

    def encode(self, game: Game, depth: int) -> Encoded:
        """As :meth:`Encoding.encode`."""
        require(self, game, depth)
        assert isinstance(game, GridGame)
        reachability = self.reachability(game, depth)
        last, notes = len(reachability.layers), list[str]()
        if last < depth:
            notes.append(f"Black has no goal to reach by move {depth}: encoded for {last}")
        known = by_the_rules(game, last)
        if known is not None:
            return Encoded(self.label, depth, None, *known, notes=tuple(notes))
        writer = LiftedFormula(reachability, origin=self.origin, carry=self.carry, symmetry=self.symmetry)
        notes += writer.notes
        for player in Player:
            fit = {rule.number for rule in actions_that_fit(game, player)}
            for number, action in enumerate(game.actions(player)):
                if number not in fit:
                    notes.append(f"action {action.name} of {player} fits nowhere on the board: left out")
        circuit, meanings = writer.circuit, writer.meanings
        return Encoded(self.label, depth, circuit, None, "", writer.first_move, tuple(notes), meanings.copy)

    def reachability(self, game: GridGame, depth: int) -> Reachability:
        """The action layers to be encoded, without a last move of Black by which he can reach no goal."""
        reachability = reachable_layers(game, depth, reach=self.reach)
        if reachability.layers and reachability.layers[-1].player is Player.BLACK and not reachability.layers[-1].goal:
            reachability = reachable_layers(game, depth - 1, reach=self.reach)
        return reachability


def by_the_rules(game: GridGame, depth: int) -> tuple[bool, str] | None:
    """The truth value and why, where no formula is needed."""
    winner, opens = game.goal_winner(game.start), game.mover(game.start)
    if winner is not None:
        return winner is Player.BLACK, f"{winner} has reached a goal in the start position"
    if depth == 0:
        return False, "no move is left in which Black could win"
    if not game.legal(game.start):
        return game.winner(game.start) is Player.BLACK, f"{opens} has no move in the start position"
    if depth == 1 and opens is Player.WHITE:
        return False, "White has a move in the start position"
    return None
