"""The exact sizes of formulas, out of what is to be encoded: predicted here, counted in the tests.

In circuits, *conditions* are: at least three cells, no restriction of the first move, and a last move of Black.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from math import comb
from typing import NamedTuple

from zermelo.encodings.boards.tables import beyond
from zermelo.encodings.cor import COR  # noqa: F401  # used by examples
from zermelo.encodings.dys import (
    DYS,  # noqa: F401  # used by examples
    turns,
    winning_sets,
)
from zermelo.encodings.goals.pairing_goal import PAIRWISE, PairingProblem
from zermelo.encodings.goals.path_goals import squaring_levels
from zermelo.encodings.goals.shape_anchors import AnchorGoal
from zermelo.encodings.grid.reachability import Reachability
from zermelo.encodings.lifted import LiftedBDDL  # noqa: F401  # used by examples
from zermelo.encodings.negated import Negated  # noqa: F401  # used by examples
from zermelo.encodings.pairing import PairingEncoding  # noqa: F401  # used by examples
from zermelo.encodings.reduction.graphs import Graph
from zermelo.encodings.reduction.pruning import prune  # noqa: F401  # used by examples
from zermelo.encodings.reduction.residual_game import ResidualGame
from zermelo.formula import width_for
from zermelo.model import ConnectionGame, Player, mask_of  # noqa: F401  # used by examples


def illegal(residual: ResidualGame) -> int:
    """The number of the cells on which the first stone may not be placed."""
    return (mask_of(residual.cells) & ~residual.legal).bit_count()


class Counts(NamedTuple):
    """The size of a formula."""

    variables: int
    clauses: int

    def plus(self, variables: int, clauses: int) -> Counts:
        return Counts(self.variables + variables, self.clauses + clauses)


def explicit_sizes(cells: int, depth: int, *, white_opens: bool = False, forbidden: int = 0) -> Counts:
    """The part of the size that EA, EN and ET share.

    Parameters
    ----------
    cells, depth
        The cells and the moves that are left after pruning; the last move is Black's.
    white_opens
        Whether White makes the first move.
    forbidden
        The number of the cells that are left on which the first stone may not be placed.

    >>> explicit_sizes(361, 45)
    Counts(variables=17011, clauses=98914)
    """
    bits, black, white = width_for(cells), (depth + 1) // 2, depth // 2
    variables = 2 * black * cells + (black + white) * bits
    clauses = (2 * black - 1) * cells + cells * bits + (black - 1) * cells * bits + white * cells
    return Counts(variables, clauses - forbidden * (1 if white_opens else bits))


def lean_sizes(cells: int, order: Sequence[Player], mover: Player, *, clock: bool, forbidden: int = 0) -> Counts:
    """The exact size of the lean play, without any goal; parameters as for `corrected_sizes`."""
    bits, chosen = width_for(cells), len(order) - order.count(mover)
    variables, clauses = len(order) * (cells + bits) + (chosen if clock else 0), 0
    times = dict.fromkeys(Player, 0)
    for player in order:
        own, other = times[player] > 0, times[player.other] > 0
        if player is mover:
            clauses += cells * (bits + other + (clock and other))
        else:
            clauses += cells * (own + 1) + (clock and own)
        times[player] += 1
    if order and forbidden:
        clauses += forbidden * (1 - bits if order[0] is mover else -1)
    return Counts(variables, clauses)


def corrected_sizes(
    cells: int, order: Sequence[Player], mover: Player, *, forbidden: int = 0, illegal: int = 0
) -> Counts:
    """The exact size of the unrolled play, without any goal.

    Parameters
    ----------
    cells, order, mover
        Open cells, the players at the times 1 … d, and the existential one of them.
    forbidden, illegal
        The open cells on which the first stone is not to be placed, and those of them on which it may not be.

    >>> corrected_sizes(9, [Player.BLACK, Player.WHITE, Player.BLACK], Player.BLACK)
    Counts(variables=170, clauses=495)
    """
    depth, chosen = len(order), len(order) - order.count(mover)
    variables = (depth + 1) * (3 * cells + 1) + 2 * depth * cells + chosen * width_for(cells)
    clauses = 3 * cells + depth * 17 * cells + chosen * cells
    if order:
        clauses += forbidden if order[0] is mover else illegal - forbidden
    return Counts(variables, clauses)


def cor_sizes(residual: ResidualGame, *, lean: bool) -> Counts:
    """The exact size.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("pairs", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
    >>> [cor_sizes(each.residual(game, 3), lean=each.lean) for each in (COR(), COR().faithful())]
    [Counts(variables=17, clauses=22), Counts(variables=80, clauses=226)]
    """
    goal = len(residual.black_sets), 1 + sum(map(len, residual.black_sets)) + len(residual.white_sets)
    cells, order, forbidden = len(residual.cells), residual.order, residual.forbidden
    if lean:
        clock = bool(residual.white_sets)
        return lean_sizes(cells, order, Player.BLACK, clock=clock, forbidden=forbidden).plus(*goal)
    return corrected_sizes(cells, order, Player.BLACK, forbidden=forbidden, illegal=illegal(residual)).plus(*goal)


def dys_sizes(residual: ResidualGame) -> Counts:
    """The exact size.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("pairs", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
    >>> dys_sizes(DYS().residual(game, 3))
    Counts(variables=105, clauses=275)
    >>> DYS().encode(game, 3).formula
    <QCNF variables=105 clauses=275 literals=664 blocks=3 universal=4 existential=101>
    """
    cells, confined = len(residual.cells), residual.forbidden > 0
    variables, clauses = 2 * cells + 2, 2 * cells + 2 + 1
    for player, stones in turns(residual.order):
        sets, fits = winning_sets(residual, player), min(stones, cells - 1)
        counts = (stones + 1) * cells - stones * (stones + 1) // 2
        variables += 4 * cells + counts + 4 + len(sets) + 1 + 2
        clauses += 5 * cells + (4 * counts - cells - fits - 1)  # the board, the counter
        clauses += 2 + (2 if stones < cells else 1) + 4 * cells + (cells + 1) + 4  # the cheats
        clauses += sum(len(cells) + 1 for cells in sets) + len(sets) + 1 + 9  # the winning sets, gameover
    if confined:
        variables, clauses = variables + 1, clauses + cells - residual.forbidden + 1 + 1
    return Counts(variables, clauses)


def pairing_goal_sizes(problem: PairingProblem, *, lean: bool) -> tuple[int, int]:
    """The exact numbers of variables and clauses."""
    residual, pairs, sets = problem.residual, problem.pairs, len(problem.residual.black_sets)
    variables, clauses = len(pairs), sets + (1 if problem.settled else 0)
    if not lean:
        variables += sets
        clauses += sets + sum(len(cells) + len(problem.pairs_in(cells)) for cells in residual.black_sets)
    if not lean or Player.BLACK in residual.order:
        clauses += 2 * len(pairs)
    for count in Counter(cell for pair in pairs for cell in pair).values():
        chained = lean and count > PAIRWISE
        variables += count - 1 if chained else 0
        clauses += 3 * count - 4 if chained else comb(count, 2)
    if residual.white_sets:
        variables += 1 + len(residual.white_sets)
        clauses += 1 + sum(map(len, residual.white_sets)) + len(problem.first_to_win)
    return variables, clauses


def pairing_sizes(problem: PairingProblem, *, lean: bool) -> Counts:
    """The exact size, from what is to be encoded.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("pairs", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
    >>> encodings = PairingEncoding(early=False), PairingEncoding().faithful()
    >>> [pairing_sizes(each.problem(game, 2), lean=each.lean) for each in encodings]
    [Counts(variables=13, clauses=21), Counts(variables=61, clauses=166)]
    """
    residual = problem.residual
    cells, order, forbidden = len(residual.cells), residual.order, residual.forbidden
    if lean:
        play = lean_sizes(cells, order, Player.WHITE, clock=True, forbidden=forbidden)
    else:
        play = corrected_sizes(cells, order, Player.WHITE, forbidden=forbidden, illegal=illegal(residual))
    return play.plus(*pairing_goal_sizes(problem, lean=lean))


def negated_sizes(residual: ResidualGame, graph: Graph | None = None) -> Counts:
    """The exact size, for a game of winning sets or on a graph.

    >>> from zermelo.model import Board, PositionalGame, Rule
    >>> game = PositionalGame("pairs", Board.square(2, 2), Rule.MAKER_BREAKER, (0b0011, 0b0101))
    >>> residual, _ = Negated().residual(game, 3)
    >>> negated_sizes(residual)
    Counts(variables=15, clauses=19)
    """
    clock = bool(residual.white_sets)
    play = lean_sizes(len(residual.cells), residual.order, Player.WHITE, clock=clock, forbidden=residual.forbidden)
    if graph is None:
        wins = (
            len(residual.white_sets),
            len(residual.black_sets) + (1 + sum(map(len, residual.white_sets)) if clock else 0),
        )
        return play.plus(*wins)
    edges = sum(map(len, graph.neighbours))
    return play.plus(len(residual.cells), len({*graph.source} - {*graph.target}) + edges + len(graph.target))


def ea_sizes(
    cells: int, depth: int, sets: int, literals: int, *, white_opens: bool = False, forbidden: int = 0
) -> Counts:
    """The exact size: ``sets`` is the number of winning sets, ``literals`` the sum of their sizes.

    >>> ea_sizes(3, 3, sets=2, literals=4)
    Counts(variables=20, clauses=29)
    """
    return explicit_sizes(cells, depth, white_opens=white_opens, forbidden=forbidden).plus(sets, 1 + literals)


def en_sizes(cells: int, depth: int, target: int, *, white_opens: bool = False, forbidden: int = 0) -> Counts:
    """The exact size: ``target`` is the number of cells in Γe.

    >>> en_sizes(361, 45, 19)
    Counts(variables=25314, clauses=115084)
    """
    stones = (depth + 1) // 2
    board = explicit_sizes(cells, depth, white_opens=white_opens, forbidden=forbidden)
    return board.plus(stones * cells, stones * cells + 1 + (cells - target) * stones)


def anchor_sizes(goal: AnchorGoal) -> Counts:
    """The exact size of the goal.

    With A anchors, n shapes, D steps, of which G are guarded: ``A + ⌈log2 n⌉ + G`` variables; ``1 + A + A·D`` clauses
    less one for each black stone so named, and one for each cube over O: those that hold the shapes with a guarded
    step, and the values beyond the last shape.
    """
    codes = width_for(len(goal.kinds))
    stones = sum(v >= goal.cells for v in goal.anchors)
    stones += sum((table[v] or 0) >= goal.cells for v in goal.anchors for table in goal.tables)
    anchors = len(goal.anchors)
    clauses = 1 + anchors + anchors * len(goal.steps) - stones
    clauses += len(beyond(len(goal.kinds), codes)) + sum(len(goal.codes(step)) for step in goal.guarded)
    return Counts(anchors + codes + len(goal.guarded), clauses)


def en_shape_sizes(goal: AnchorGoal, depth: int, *, white_opens: bool = False, forbidden: int = 0) -> Counts:
    """The exact size with shapes as the goal."""
    return explicit_sizes(goal.cells, depth, white_opens=white_opens, forbidden=forbidden).plus(*anchor_sizes(goal))


def et_sizes(
    cells: int,
    depth: int,
    *,
    source: int,
    target: int,
    edges: int,
    both: int = 0,
    white_opens: bool = False,
    forbidden: int = 0,
) -> Counts:
    """The exact size.

    Parameters
    ----------
    source, target, both
        The cells in Γs, in Γe, and in both.
    edges
        Edges, each counted in both directions.

    >>> [et_sizes(361, depth, source=19, target=19, edges=2016) for depth in (45, 361)]
    [Counts(variables=17372, clauses=100968), Counts(variables=134292, clauses=785424)]
    """
    board = explicit_sizes(cells, depth, white_opens=white_opens, forbidden=forbidden)
    return board.plus(cells, source - both + edges + target)


def lifted_variables(reachability: Reachability, *, origin: int = 0, carry: bool = False) -> int:
    """The exact number of variables, gates aside.

    Domineering 4×4 at d = 8 has 4 variables for each of 8 moves and 3 flags for each of 4 moves of White, 4 for S and
    16 for its states.

    >>> from zermelo.families import make
    >>> lifted_variables(LiftedBDDL().reachability(make("domineering:4x4"), 8))
    64
    """
    place = width_for(reachability.game.columns + origin) + width_for(reachability.game.rows + origin)
    black, white = reachability.goals[Player.BLACK], reachability.goals[Player.WHITE]
    total = place + 2 * reachability.last_state(carry=carry)
    for layer in reachability.layers:
        total += width_for(len(layer.rules)) + place + (layer.goal and layer.time < len(reachability.layers))
        total += 1 + layer.most_needs if layer.player is Player.WHITE else 0
    if black:
        total += place + width_for(len(black))
    if white:
        total += place + width_for(len(white)) + width_for(max(len(goal.needs) for goal in white))
    return total


class CircuitCounts(NamedTuple):
    """The size of a circuit: bound variables, and gates."""

    variables: int
    gates: int

    def plus(self, variables: int, gates: int) -> CircuitCounts:
        return CircuitCounts(self.variables + variables, self.gates + gates)


BoardSizes = Callable[[int, int, int], CircuitCounts]
"""The size of a kind of board, from its cells, the depth, and the cells of the witness."""


def equal_gates(bits: int) -> int:
    """Gates of the comparison of two cells."""
    return bits + (bits > 1)


def bound_gates(cells: int) -> int:
    """Gates of ``M < η``: one for each zero of η-1 in binary, and their conjunction.

    >>> [bound_gates(cells) for cells in (4, 5, 9, 361)]
    [0, 3, 4, 6]
    """
    zeros = width_for(cells) - (cells - 1).bit_count()
    return zeros + (zeros > 1)


def lifted_board_variables(cells: int, depth: int) -> int:
    """The variables of moves, symbolic cell and its states, without the goal.

    >>> lifted_board_variables(361, 45)
    506
    """
    return (depth + 1) * width_for(cells) + 2 * (depth + 1)


def lifted_board_sizes(cells: int, depth: int, witness: int) -> CircuitCounts:
    """Moves, symbolic cell, its states, and so many cells of a witness that are black.

    Of at least three cells, without a restriction of the first move, the last move being Black's.

    >>> lifted_board_sizes(361, 45, 23)
    CircuitCounts(variables=713, gates=1113)
    """
    bits, black, white = width_for(cells), (depth + 1) // 2, depth // 2
    variables = lifted_board_variables(cells, depth) + witness * bits
    gates = depth * (equal_gates(bits) + 5) + black + 2 * white + black * bound_gates(cells)
    return CircuitCounts(variables, gates + witness * equal_gates(bits) + (witness > 1) + 2)


def stateless_variables(cells: int, depth: int) -> int:
    """The variables of the moves.

    >>> stateless_variables(361, 45)
    405
    """
    return depth * width_for(cells)


def stateless_sizes(cells: int, depth: int, witness: int) -> CircuitCounts:
    """Moves, and so many cells of a witness that are black.

    Of at least three cells, without a restriction of the first move, the last move being Black's.

    >>> stateless_sizes(361, 45, 23)
    CircuitCounts(variables=612, gates=10511)
    """
    bits, black = width_for(cells), (depth + 1) // 2
    pairs = sum(time - 1 for time in range(depth, 0, -2)) + witness * black
    gates = pairs * equal_gates(bits) + black * bound_gates(cells) + (witness if black > 1 else 0)
    return CircuitCounts(stateless_variables(cells, depth) + witness * bits, gates)


def disjunctions(graph: Graph, stutter: Sequence[int]) -> set[frozenset[int]]:
    """The sets of two or more cells that may follow a cell: each is a gate."""
    own = set(stutter)
    following = (frozenset(around) | ({cell} if cell in own else set()) for cell, around in enumerate(graph.neighbours))
    return {cells for cells in following if len(cells) > 1}


def border_gates(graph: Graph, shared: Collection[frozenset[int]] = ()) -> int:
    """The two disjunctions over the borders, without the cells in them; that over the target may be there already."""
    return (len(graph.source) > 1) + (len(graph.target) > 1 and frozenset(graph.target) not in shared)


def listed_gates(sets: Sequence[Sequence[int]], stones: int) -> int:
    """Gates of `listed`, the conjunction of all parts included."""
    named = {(number, cells[number] if number < len(cells) else cells[0]) for cells in sets for number in range(stones)}
    return len(named) + (len(sets) if stones > 1 else 0) + (len(sets) > 1) + 1


def squared_sizes(graph: Graph, stones: int) -> tuple[int, int]:
    """Variables without the first two ends, and gates without the last step, of `squared`."""
    levels, bits = squaring_levels(stones), width_for(len(graph.neighbours))
    if not levels:  # the ends are the cells of the last step
        return 0, border_gates(graph, disjunctions(graph, range(len(graph.neighbours))))
    ends = len(graph.source) + len(graph.target) + border_gates(graph)
    return levels * (3 * bits + 1), ends + levels * 2 * (2 * equal_gates(bits) + 2)


def step_gates(graph: Graph, stutter: Sequence[int]) -> int:
    """Gates of `state_neighbours`, and the conjunction of all parts."""
    return 3 * len(graph.neighbours) + len(disjunctions(graph, stutter)) + 1


def witness_variables(numbers: int, cells: int, shapes: int, relations: int = 0) -> int:
    """The variables of the goal: for the witness, for O, and with a symbolic cell for each relation.

    Parameters
    ----------
    numbers
        The cells and the black stones that have numbers; P has as many bits as they need.
    cells
        The cells of the largest shape.

    >>> witness_variables(25, 4, 4), witness_variables(25, 4, 4, relations=2)
    (22, 32)
    """
    return (cells + relations) * width_for(numbers) + width_for(shapes)


def listed_sizes(cells: int, depth: int, sets: Sequence[Sequence[int]], board_sizes: BoardSizes) -> CircuitCounts:
    """The exact size of LA and SA; ``sets`` are the winning sets on the cells that are left.

    >>> [listed_sizes(3, 3, [(0, 1), (1, 2)], board) for board in (lifted_board_sizes, stateless_sizes)]
    [CircuitCounts(variables=20, gates=47), CircuitCounts(variables=10, gates=30)]
    """
    stones = (depth + 1) // 2
    return board_sizes(cells, depth, stones).plus(0, listed_gates(sets, stones))


def squaring_sizes(graph: Graph, depth: int, board_sizes: BoardSizes) -> CircuitCounts:
    """The exact size of LI and SI; conditions as in ``board_sizes``.

    >>> graph = prune(ConnectionGame.hex(19, 19), 45).graph
    >>> [squaring_sizes(graph, 45, board) for board in (lifted_board_sizes, stateless_sizes)]
    [CircuitCounts(variables=664, gates=2608), CircuitCounts(variables=563, gates=7365)]
    """
    cells, stones = len(graph.neighbours), (depth + 1) // 2
    variables, gates = squared_sizes(graph, stones)
    return board_sizes(cells, depth, 2).plus(variables, gates + step_gates(graph, range(cells)))


def ln_sizes(graph: Graph, depth: int) -> CircuitCounts:
    """The exact size, of at least two stones of Black; conditions as in `lifted_board_sizes`.

    >>> ln_sizes(prune(ConnectionGame.hex(19, 19), 45).graph, 45)
    CircuitCounts(variables=722, gates=2840)
    """
    cells, stones = len(graph.neighbours), (depth + 1) // 2
    bits = width_for(cells)
    ends = len(graph.source) + len(graph.target) + border_gates(graph)
    steps = (stones - 1) * (equal_gates(bits) + 1)
    return lifted_board_sizes(cells, depth, stones).plus(bits, ends + step_gates(graph, graph.target) + steps)


def sn_sizes(graph: Graph, depth: int) -> CircuitCounts:
    """The exact size, of at least two stones of Black; conditions as in `stateless_sizes`.

    >>> sn_sizes(prune(ConnectionGame.hex(19, 19), 45).graph, 45)
    CircuitCounts(variables=612, gates=34701)
    """
    cells, stones = len(graph.neighbours), (depth + 1) // 2
    following = disjunctions(graph, graph.target)
    steps = (stones - 1) * (cells + len(following))
    return stateless_sizes(cells, depth, stones).plus(0, stones * cells + border_gates(graph, following) + steps + 1)
