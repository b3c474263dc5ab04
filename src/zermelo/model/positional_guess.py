"""The positional game that a ground game may be: guessed from random plays and from the rules, proven elsewhere.

See `zermelo.model.net_positional`, which says what is guessed and proves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from time import monotonic

from zermelo.model.board import cells_of
from zermelo.model.game import Player, Position
from zermelo.model.net_game import NetGame

PLAYS = 40
MOST_STEPS = 4_000
"""Random plays by which the marks are guessed, and their steps."""

MOST_CELLS = 200
MOST_SETS = 100_000

SECONDS = 3.0
"""Time for the plays of a game."""


@dataclass
class PositionalGuess:
    """The parts of a positional game.

    Parameters
    ----------
    moves, marks
        For each player the move and the fluent of each cell.
    players
        The player of each step.
    replies
        The move of the other player at each step.
    sets
        For each player masks of cells.
    constant
        Literals over fluents that were true in every state.
    ends
        The possible winners on a full board.
    full
        The one that is tried.
    """

    moves: tuple[list[int], list[int]]
    marks: tuple[list[int], list[int]]
    players: list[Player]
    replies: list[int]
    sets: tuple[set[int], set[int]]
    constant: list[int]
    ends: tuple[Player | None, ...] = (None, Player.WHITE, Player.BLACK)
    full: Player | None = None

    def complete(self, state: int) -> bool:
        """Tell whether a set of either player is complete in a state."""
        for marks, sets in zip(self.marks, self.sets, strict=True):
            stones = sum(1 << k for k, mark in enumerate(marks) if state >> mark - 1 & 1)
            if any(each & ~stones == 0 for each in sets):
                return True
        return False


def guessed(game: NetGame) -> PositionalGuess | None:
    """The positional game that a ground game may be; None where there is no sign of one."""
    first = game.start
    if game.is_over(first):
        return None
    opener = game.mover(first)
    own = game.legal(first)
    if len(own) > MOST_CELLS or game.turns.known is None:
        return None
    plays = _plays(game, len(own))
    if plays is None:
        return None
    # What each move brings in any state that was met, and which moves were legal after it.
    brings: dict[int, int] = {}
    others = dict[int, int]()
    possible: dict[int, int] = {}
    ever, always = first.black, first.black
    for play in plays:
        made = list[int]()
        for moves, before, move, follow in play:
            for each in made:
                possible[each] = possible.get(each, 0) | sum(1 << k for k in moves)
            made.append(move)
            for each, after in follow.items():
                ever, always = ever | after, always & after
                brings[each] = brings.get(each, ~0) & after & ~before
                others[each] = others.get(each, 0) | after & ~before
    come = [0, 0]  # fluents that one move brings at times, and several do
    for new in others.values():
        come[1] |= come[0] & new
        come[0] |= new
    mark = {move: new & ~come[1] & ~first.black for move, new in brings.items()}
    other = [move for move in brings if move not in own]
    fits = {move: [each for each in other if not possible.get(move, 0) >> each & 1 and mark.get(each)] for move in own}
    partner = _matched(game, fits)
    if partner is None or not all(mark.get(move) for move in own):
        return None
    pair = [own, [partner[move] for move in own]]
    if opener is Player.WHITE:
        pair.reverse()
    marks = [[(mark[move] & -mark[move]).bit_length() for move in each] for each in pair]
    return _finished(game, plays, (pair[0], pair[1]), (marks[0], marks[1]), ever, always)


def _matched(game: NetGame, fits: dict[int, list[int]]) -> dict[int, int] | None:
    """For each move the one that fits it, of its name where there is one, else what is left for it."""
    partner: dict[int, int] = {}
    left = {
        move: [each for each in each_fits if game.move_name(each) == game.move_name(move)] or each_fits
        for move, each_fits in fits.items()
    }
    while left:
        move = next((move for move, each in left.items() if len(each) == 1), None)
        if move is None:
            return None
        (partner[move],) = left.pop(move)
        left = {other: [each for each in each_fits if each != partner[move]] for other, each_fits in left.items()}
    return partner


PlayedStep = tuple[list[int], int, int, dict[int, int]]
"""Of a step the moves of the player to move, the state, the move made, and the states after all moves."""


def _plays(game: NetGame, cells: int) -> list[list[PlayedStep]] | None:
    """Random plays, every first move tried in turn; None as soon as a move takes more than one from the others."""
    rng, plays, until = Random(1), list[list[PlayedStep]](), monotonic() + SECONDS
    for number in range(max(4, min(PLAYS, MOST_STEPS // max(1, cells)))):
        position, play = game.start, list[PlayedStep]()
        while not game.is_over(position) and len(play) <= cells:
            moves = game.legal(position)
            if len(moves) != cells - len(play) or monotonic() > until:
                return None
            move = rng.choice(moves) if play else moves[number % len(moves)]
            after = dict(zip(moves, game.steps(position, moves), strict=True))
            play.append((moves, position.black, move, {each: state.black for each, state in after.items()}))
            position = after[move]
        if not game.is_over(position):
            return None
        plays.append(play)
    return plays


def _finished(
    game: NetGame,
    plays: Iterable[Sequence[PlayedStep]],
    moves: tuple[list[int], list[int]],
    marks: tuple[list[int], list[int]],
    ever: int,
    always: int,
) -> PositionalGuess | None:
    """The order of the players, the winning sets, the end of a full board."""
    cells = len(marks[0])
    players: dict[int, Player] = {}
    replies: dict[int, int] = {}
    owner = {move: player for player, each in zip(Player, moves, strict=True) for move in each}
    for play in plays:
        for time, (_, before, move, _) in enumerate(play):
            state = game.state(Position(before))
            moved = move if move in owner else state.reply  # a forced step may be told by the waiting player's move
            if moved not in owner or players.setdefault(time, owner[moved]) is not owner[moved]:
                return None
            reply = state.reply if moved == move else move
            if replies.setdefault(time, reply) != reply:
                return None
    same = cells_of((always | ~ever) & (1 << len(game.net.fluents)) - 1)
    constant = [k + 1 if always >> k & 1 else -(k + 1) for k in same]
    if not replies or set(players) != set(range(len(players))):
        return None
    longest = max(players) + 1
    order = [players[time] for time in range(longest)]
    while len(order) < cells:  # no random play gets there; the proof asks about it
        order.append(order[-1].other)
    sets = []
    for player, own in zip(Player, marks, strict=True):
        found = _sets(game, player, own, constant)
        if found is None:
            return None
        held = {before for play in plays for _, before, _, _ in play}  # nothing complete ends the play there
        stones = {sum(1 << k for k, mark in enumerate(own) if state >> mark - 1 & 1) for state in held}
        sets.append({each for each in found if all(each & ~one for one in stones)})
    guess = PositionalGuess(
        moves, marks, order, [replies[time] for time in range(longest)], (sets[0], sets[1]), constant
    )
    ends = (Position(play[-1][3][play[-1][2]]) for play in plays if len(play) == cells)
    full = {game.winner(end) for end in ends if not guess.complete(end.black)}
    if full:
        guess.ends = tuple(full)
    return guess


def _sets(game: NetGame, player: Player, marks: Sequence[int], constant: Iterable[int]) -> set[int] | None:
    """The smallest sets of marks that, by the rules alone, give a player enough; None for too many.

    Rules that need anything else are passed over: whether what is left is all, the proof will tell.
    """
    net = game.net
    cell = {mark: 1 << k for k, mark in enumerate(marks)}
    known = set(constant)
    bodies: dict[int, list[tuple[int, ...]]] = {}
    for rule in net.rules:
        bodies.setdefault(rule.head, []).append(rule.body)
    memory: dict[int, set[int]] = {}
    for component in net.phases[0]:
        head = component.rules[0].head
        found = set[int]()
        for body in bodies[head]:
            parts, least = ({0}, 0) if not any(-literal in body for literal in body) else (set[int](), 0)
            for literal in body:
                if literal < 0 and literal not in known:
                    least = 1  # a condition on what else there is: the proof will tell whether it matters
                    continue
                own = {cell[literal]} if literal in cell else {0} if literal in known else memory.get(literal, set())
                parts = {one | two for one in parts for two in own}
                if len(parts) > MOST_SETS:
                    return None
            parts = {each for each in parts if each >= least}
            found |= parts
            if len(found) > MOST_SETS:
                return None
        memory[head] = _smallest(found)
    role, enough = game.role_of(player), game.win if player is Player.BLACK else game.white_win
    found = set[int]()
    for value, ref in net.score[role]:
        if value >= enough:
            found |= {cell[ref]} if ref in cell else memory.get(ref, set())
    return _smallest(each for each in found if each)


def _smallest(sets: Iterable[int]) -> set[int]:
    """The sets that hold no other one."""
    kept = list[int]()
    for each in sorted(set(sets), key=int.bit_count):
        if len(kept) > 2000 or not any(one & ~each == 0 for one in kept):
            kept.append(each)
    return set(kept)
