"""Ground games that are positional games, recognised and proven to be so.

What the game is, is guessed from a few random plays and from the rules: the cells are the first moves, a *mark* is a
fluent that a move on a cell makes true and no other one does, winning sets are conjunctions of marks that end the play.
A guess may be wrong; it is a SAT solver that decides. Let I be what is known of the fluents at some ply, together with
invariants that are proven by induction (`zermelo.model.net_step`), among them that no cell has marks of both players,
and that some fluents are constant. The obligations, each a call or a few:

1. at the start no cell is marked, and the play is not over;
2. in each state with I that is not over, at each ply: exactly the moves of one player on cells without a mark are
   legal, besides one move of the other player, always the same at that ply;
3. after each such step exactly the mark of that move has come, and none has gone;
4. in each state with I, the play is over exactly if some set is complete or every cell is marked;
5. in each such state that is over: a complete set of a player means his win, a full board without one means always the
   same; each player has exactly one score.

By 2 and 3 no cell but the one of the step gets a mark, of the player whose turn it is; by 4 no set was complete before
it. So sets of one player only can be complete, which 5 may suppose. Then by induction on the steps both games have the
same plays, as long, with the same ends: a question has the same answer in both at every depth. What is not proven in
the time given is not recognised.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

from zermelo.errors import InputError, LimitError
from zermelo.model.board import Board, cells_of
from zermelo.model.game import Player, Position
from zermelo.model.net import FALSE, TRUE, Net, Ref
from zermelo.model.net_drawing import cell_fluents
from zermelo.model.net_game import NetGame
from zermelo.model.positional import PositionalGame, Rule
from zermelo.model.turns import Turns

if TYPE_CHECKING:
    from zermelo.model.net_step import Step

PLAYS = 40
MOST_STEPS = 4_000
"""Random plays by which the marks are guessed, and their steps."""

MOST_CELLS = 200
MOST_SETS = 100_000
MOST_RULES = 40_000
GUESS_SECONDS = 3.0
SECONDS = 10.0
"""Time for the plays of a game, and for all proofs."""


@dataclass(frozen=True)
class RecognisedNet:
    """A ground game that is a positional game.

    Parameters
    ----------
    game
        The positional game, on the cells that are open at the start; maker-maker where it says that White has sets, or
        that a full board is no win of hers.
    full
        The player who wins when every cell is marked and no set is complete; None: a draw.
    moves
        For Black and White, for each cell, the move of the ground game.
    """

    game: PositionalGame
    full: Player | None
    moves: tuple[tuple[int, ...], tuple[int, ...]]

    def move(self, game: NetGame, cell: int) -> int:
        """The move of the ground game, in its start position, on a cell; a forced step is what it is."""
        legal = game.legal(game.start)
        number = self.moves[0 if self.game.player_at(0) is Player.BLACK else 1][cell]
        return number if number in legal else legal[0]

    @property
    def note(self) -> str:
        """One sentence for people."""
        sets = [len(self.game.winning_sets(player)) for player in Player]
        end = "a draw" if self.full is None else f"{self.full}'s win"
        return (
            f"recognised as a positional game on {len(self.game.board)} cells with {sets[0]} winning sets of Black's "
            f"and {sets[1]} of White's, a full board being {end}: proven"
        )


@lru_cache(maxsize=64)
def recognised(game: NetGame) -> RecognisedNet | None:
    """The positional game that a ground game is, proven; None where none is found, or proven in time.

    Parameters
    ----------
    game
        The ground game; its start position is that of the positional game.
    """
    if len(game.net.rules) > MOST_RULES or any(component.cyclic for component in game.net.order):
        return None
    try:
        guess = _guessed(game)
        return None if guess is None or not _Proof(game, guess).holds() else guess.found(game)
    except (LimitError, InputError):  # out of time; or rules that make no sense, which the search will tell
        return None


@dataclass
class _Guess:
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

    def found(self, game: NetGame) -> RecognisedNet:
        """The game."""
        count = len(self.marks[0])
        board, order = _board(game, self.marks[0])
        place = {cell: k for k, cell in enumerate(order)}
        sets = [
            tuple(sum(1 << place[cell] for cell in range(count) if mask >> cell & 1) for mask in self.sets[k])
            for k in (0, 1)
        ]
        breaker = self.full is Player.WHITE and not sets[1]
        positional = PositionalGame(
            game.name,
            board,
            Rule.MAKER_BREAKER if breaker else Rule.MAKER_MAKER,
            sets[0],
            sets[1],
            turns=Turns.of(self.players),
            depth=game.depth,
        )
        first, second = (tuple(each[cell] for cell in order) for each in self.moves)
        return RecognisedNet(positional, self.full, (first, second))


def _board(game: NetGame, marks: Sequence[int]) -> tuple[Board, list[int]]:
    """A board with the cells in order: a rectangle where the marks have coordinates that fill it, else mere names."""
    drawn = cell_fluents(game.net.fluents)
    if drawn is not None and all(mark - 1 in drawn.cells for mark in marks):
        at = {drawn.cells[mark - 1][:2]: cell for cell, mark in enumerate(marks)}
        columns, rows = (sorted({place[axis] for place in at}) for axis in (0, 1))
        if len(at) == len(marks) == len(columns) * len(rows) <= 26 * len(rows) and len(columns) <= 26:
            return Board.square(len(columns), len(rows)), [at[place] for place in product(columns, rows)]
    return Board.named([f"c{cell + 1}" for cell in range(len(marks))]), list(range(len(marks)))


# ----------------------------------------------------------------------------------------------------------- the guess


def _guessed(game: NetGame) -> _Guess | None:
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
    rng, plays, until = Random(1), list[list[PlayedStep]](), monotonic() + GUESS_SECONDS
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
) -> _Guess | None:
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
    while len(order) < cells:  # no play gets there
        order.append(order[-1].other)
    sets = []
    for player, own in zip(Player, marks, strict=True):
        found = _sets(game, player, own, constant)
        if found is None:
            return None
        held = {before for play in plays for _, before, _, _ in play}  # nothing complete ends the play there
        stones = {sum(1 << k for k, mark in enumerate(own) if state >> mark - 1 & 1) for state in held}
        sets.append({each for each in found if all(each & ~one for one in stones)})
    guess = _Guess(moves, marks, order, [replies[time] for time in range(longest)], (sets[0], sets[1]), constant)
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


# ----------------------------------------------------------------------------------------------------------- the proof


class _Proof:
    """The obligations of the module's text."""

    def __init__(self, game: NetGame, guess: _Guess) -> None:
        self.game, self.net, self.guess = game, game.net, guess
        self.cells = range(len(guess.marks[0]))

    def holds(self) -> bool:
        """True if every obligation is proven."""
        from zermelo.model.net_step import Step  # SAT solvers take time to import

        start, (black, white) = self.game.start.black, self.guess.marks
        if len({*black, *white}) < 2 * len(self.cells) or any(start >> mark - 1 & 1 for mark in (*black, *white)):
            return False
        plies = self.game.turns.known
        assert plies is not None
        more = [(-one, -two) for one, two in zip(black, white, strict=True)] + [(each,) for each in self.guess.constant]
        with Step(self.net, start, plies, SECONDS, more) as step:
            if not self._steps(step):
                return False
            invariants = list(step.invariants)
        return self._ends(invariants)

    def _steps(self, step: Step) -> bool:
        guess, game = self.guess, self.game
        plies = game.turns.known
        assert plies is not None
        place = game.turns.place
        for time in sorted({place(time): time for time in reversed(range(len(guess.replies)))}.values()):
            known = plies[place(time)]
            here = [k + 1 for k in range(len(self.net.fluents)) if known.true >> k & 1]
            here += [-(k + 1) for k in range(len(self.net.fluents)) if known.false >> k & 1]
            if not self._legal(step, here, time):
                return False
        for player, marks, moves in zip(Player, guess.marks, guess.moves, strict=True):
            role = game.role_of(player)
            for mark, move in zip(marks, moves, strict=True):
                made = self.net.move_atom(role, move - game.moves_of(player)[0])
                kept = step.impossible(mark, -step.then(mark)) and step.impossible(made, -step.then(mark))
                if not kept or not step.impossible(-mark, -made, step.then(mark)):
                    return False
        return True

    def _legal(self, step: Step, here: list[int], time: int) -> bool:
        guess, game = self.guess, self.game
        mover = guess.players[time]
        if any(guess.players[t] is not mover or guess.replies[t] != guess.replies[time] for t in self._like(time)):
            return False
        own = guess.moves[0 if mover is Player.BLACK else 1]
        cell = {move: k for k, move in enumerate(own)}
        refs = self.net.legal[0] + self.net.legal[1]
        for move in (*game.moves_of(Player.BLACK), *game.moves_of(Player.WHITE)):
            legal = step.literal(refs[move])
            if move in cell:
                marks = [guess.marks[k][cell[move]] for k in (0, 1)]
                fine = step.impossible(*here, -legal, -marks[0], -marks[1]) and all(
                    step.impossible(*here, legal, mark) for mark in marks
                )
            else:
                fine = step.impossible(*here, -legal if move == guess.replies[time] else legal)
            if not fine:
                return False
        return True

    def _like(self, time: int) -> list[int]:
        """The steps, among those met in plays, at plies of which as much is known."""
        place = self.game.turns.place
        return [t for t in range(len(self.guess.replies)) if place(t) == place(time)]

    def _ends(self, invariants: Iterable[tuple[int, ...]]) -> bool:
        """Obligations 4 and 5, by a solver of one state."""
        from pysat.solvers import Solver

        with Solver(name="cadical153") as sat:
            state = _NetState(self.net, sat, invariants)
            plies = self.game.turns.known
            assert plies is not None
            state.fits(plies)
            complete = []
            for player, marks in zip(Player, self.guess.marks, strict=True):
                sets = self.guess.sets[0 if player is Player.BLACK else 1]
                chosen = [state.all_of([marks[k] for k in self.cells if mask >> k & 1]) for mask in sorted(sets)]
                complete.append(state.any_of(chosen))
            marked = [state.any_of(pair) for pair in zip(*self.guess.marks, strict=True)]
            full, over = state.all_of(marked), state.literal(self.net.terminal)
            end = state.any_of([*complete, full])
            if not (state.impossible(over, -end) and state.impossible(end, -over)):
                return False
            sat.add_clause([-complete[0], -complete[1]])
            for winner in self.guess.ends:
                self.guess.full = winner
                if all(self._scored(state, player, over, complete, full) for player in Player):
                    return True
        return False

    def _scored(self, state: _NetState, player: Player, over: int, complete: Sequence[int], full: int) -> bool:
        scores = [(value, state.literal(ref)) for value, ref in self.net.score[self.game.role_of(player)]]
        if not state.impossible(over, *(-literal for _, literal in scores)):
            return False
        for at, (value, literal) in enumerate(scores):
            if any(
                value != other and not state.impossible(over, literal, second) for other, second in scores[at + 1 :]
            ):
                return False
        least = self.game.win if player is Player.BLACK else self.game.white_win
        enough = state.any_of([literal for value, literal in scores if value >= least])
        mine, other = complete if player is Player.BLACK else reversed(list(complete))
        rest = enough if self.guess.full is not player else -enough
        return (
            state.impossible(mine, -enough)
            and state.impossible(other, enough)
            and state.impossible(full, -mine, -other, rest)
        )


class _NetState:
    """A SAT solver with the clauses of one state: the rules of phase 0, which are without cycles, and invariants."""

    def __init__(self, net: Net, sat: Any, invariants: Iterable[tuple[int, ...]]) -> None:
        self.net, self._sat, self._count = net, sat, net.atoms
        self._true = self._fresh()
        sat.add_clause([self._true])
        bodies: dict[int, list[int]] = {}
        for component in net.phases[0]:
            for head, body in component.rules:
                bodies.setdefault(head, []).append(self.all_of(body))
        for head in range(net.first_derived, net.atoms + 1):
            if not net.moved[head]:
                numbers = bodies.get(head, [])
                sat.add_clause([-head, *numbers])
                for number in numbers:
                    sat.add_clause([head, -number])
        for clause in invariants:
            sat.add_clause(list(clause))

    def _fresh(self) -> int:
        self._count += 1
        return self._count

    def literal(self, ref: Ref) -> int:
        """The literal of an atom, or of a constant."""
        return self._true if ref == TRUE else -self._true if ref == FALSE else ref

    def all_of(self, literals: Iterable[int]) -> int:
        """A variable that equals a conjunction."""
        parts, new = list(literals), self._fresh()
        for each in parts:
            self._sat.add_clause([-new, each])
        self._sat.add_clause([new, *(-each for each in parts)])
        return new

    def any_of(self, literals: Iterable[int]) -> int:
        """A literal that equals a disjunction."""
        return -self.all_of([-each for each in literals])

    def fits(self, plies: Iterable[Any]) -> None:
        """Suppose that what is known of one of the plies is true."""
        chosen = []
        for here in set(plies):
            fluents = range(len(self.net.fluents))
            known = [k + 1 for k in fluents if here.true >> k & 1] + [-(k + 1) for k in fluents if here.false >> k & 1]
            chosen.append(self.all_of(known))
        self._sat.add_clause(chosen)

    def impossible(self, *literals: int) -> bool:
        """Prove that no state makes all literals true."""
        return not self._sat.solve(assumptions=list(literals))
