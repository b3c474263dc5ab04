"""Strategies of a mere breaker, checked: she keeps the opponent from completing a winning set; her own do not count.

For holding for ever where the players place one stone each in turn, a position matters only by its *residue*: what is
left of the opponent's winning sets that she has not broken, without those that contain another one. It stands as a
position: his stones in these sets; everything that is neither such a stone nor an open cell of theirs is hers. She
needs entries only where he moves:

- ``Pairing``: pairs of cells for all that comes. The sets without a pair must weigh less than 1 outside the pairs even
  after his best stone (a set with k open cells there weighs 2^-k): then greedy play there holds (Erdős and Selfridge).
- ``Exchange``: let him have the first cell of each pair, her the second, now. Every set through her cell must go
  through his. Whenever he takes either cell of the pair, she takes the other.
- ``Answers``: some of his moves, each with her answer.

*Carriers.* The checker computes for every entry, bottom-up, open cells C such that she holds even if he has all other
open cells. Of a pairing: its cells, and those of the sets without a pair. Of an exchange: its cells, and the carrier of
what follows. Of answers: the union of the carriers after each move with its answer, and the answers.

*Proof* that a move y of his which has no answer is covered when y lies outside C_i, the carrier with the answer to some
move x_i: she imagines that he played x_i. He has all cells outside C_i in her imagination, y among them, and she still
holds. So entries hold when every open cell is answered or outside some C_i; and with the union of all C_i as carrier,
since whatever else he was given lies outside each of them.

*Proof* of an exchange of his cell a and hers, b: if he takes one of them, she takes the other. If he has a, this is
what was imagined. If he has b, every set through a is broken, and those through b go through a: they are broken as
well. As long as neither is taken, he has less than imagined, and she never needs b.

More stones of his own never harm a player, so a move of his elsewhere, on cells of no set that is left, harms nobody:
she answers as if he had made any other move. All that has been said is about what he completes, so it is true where
sets of her own end the play earlier, too. No play goes round in circles: each entry leads to fewer open cells.

Source of the search for which this was made: ``native/search/positional/breaker.hpp`` (must-play regions).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from zermelo.errors import LimitError
from zermelo.model import Game, Player, Position, PositionalGame, Rule, cells_of, mask_of
from zermelo.model.automorphism import Permutation
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check.check_result import Broken, Holds, Result
from zermelo.strategy.check.entry_limits import TWICE, invalid_symmetry, within_limits
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Answers, Entries, Entry, Exchange, Pairing

UNIT = 1 << 40
"""The weight of a set without open cells; one with more than 40 of them weighs 1."""

LARGEST = 512
"""Cells of the largest board."""

BYTES = 700
"""Memory for an entry, about."""


SAID = {
    "lost": "{opponent} has completed a winning set",
    "first": "no first move of {player} is stored",
    "missing": "no answer to the moves of {opponent} is stored for this position",
    "turn": "no answers are stored for this position, in which {opponent} moves",
    "closed": "{one} is no open cell of a winning set that {opponent} may complete",
    "weight": "the pairing leaves winning sets of too much weight",
    "exchange": "a winning set goes through {two} and not through {one}: no exchange",
    "nothing": "an exchange of no cells is stored, which leads nowhere",
    "unanswered": "no answer to {one} is stored",
}
"""What is wrong, in words."""


class Breach(Exception):
    """Thrown where a strategy breaks: why, and up to two cells."""

    def __init__(self, why: str, one: int = -1, two: int = -1) -> None:
        super().__init__(why, one, two)
        self.why, self.one, self.two = why, one, two

    def told(self, game: Game, claim: Claim) -> str:
        """In words."""
        names = ["" if cell < 0 else game.board.cells[cell] for cell in (self.one, self.two)]
        return SAID[self.why].format(opponent=claim.opponent, player=claim.player, one=names[0], two=names[1])


def unfit(game: Game, claim: Claim) -> str | None:
    """Why a claim about a game is none that a mere breaker's strategy can prove, or None.

    >>> from zermelo.families import make
    >>> unfit(make("ttt"), Claim(Player.WHITE, False)) is None
    True
    >>> unfit(make("ttt"), Claim(Player.WHITE, False, 5))
    'a mere breaker holds for ever, not for a number of moves'
    """
    if claim.wins or not isinstance(game, PositionalGame):
        return "a mere breaker keeps the other player from completing winning sets, which is not what is claimed"
    if claim.bound(game) != game.complete_depth():
        return "a mere breaker holds for ever, not for a number of moves"
    if game.rule is Rule.MAKER_BREAKER and claim.opponent is Player.WHITE:
        return "White has no winning sets in a maker-breaker game, so there is nothing to break"
    if not takes_turns(game, game.start):
        return "a mere breaker's strategy is for players who place one stone each in turn"
    if game.first_moves is not None and game.start.ply == 0 and game.mover(game.start) is claim.player:
        return "a mere breaker's strategy is for a first move that is not restricted"
    if len(game.board) > LARGEST:
        return f"a mere breaker's strategy is for at most {LARGEST} cells"
    return None


def takes_turns(game: Game, position: Position) -> bool:
    """Whether the players place one stone each in turn from a position to the end of the longest play."""
    left = range(len(game.board) - (position.black | position.white).bit_count())
    return all(game.player_at(position.ply + k) is not game.player_at(position.ply + k + 1) for k in left)


def check(
    game: Game,
    claim: Claim,
    symmetries: Sequence[Permutation],
    entries: Entries,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
) -> Result:
    """Whether a mere breaker's strategy proves its claim; the parameters are those of :func:`.check.check`.

    >>> from zermelo.families import make
    >>> game, claim = make("httt:fatty,board=3x3"), Claim(Player.WHITE, False, breaking=True)
    >>> check(game, claim, [], [(Position(0, 0), Entry(Pairing(((0, 1), (3, 4)))))]).positions
    1
    >>> check(game, claim, [], []).why
    'no answer to the moves of Black is stored for this position'
    """
    started = time.monotonic()
    wrong = complaint(game, claim, symmetries)
    if wrong is not None:
        return Broken(claim, wrong)
    assert isinstance(game, PositionalGame)
    walk = BreakerWalk(game, claim, symmetries, time_limit)
    try:
        for position, entry in within_limits(entries, walk.deadline, memory_limit_mb, BYTES):
            if position in walk.entries:
                return Broken(claim, TWICE)
            walk.entries[position] = entry
        longest = walk.walk()
    except Breach as breach:
        return Broken(claim, breach.told(game, claim), *where(game, walk.line), time.monotonic() - started)
    unused = len(walk.entries) - walk.positions
    seconds = time.monotonic() - started
    return Holds(claim, walk.positions, walk.replies, walk.arguments, longest, unused, seconds)


def complaint(game: Game, claim: Claim, symmetries: Sequence[Permutation]) -> str | None:
    """What is wrong with a mere breaker's strategy whatever its entries are, or None."""
    wrong = unfit(game, claim)
    return invalid_symmetry(game, symmetries) if wrong is None else wrong


def where(game: Game, line: Sequence[int]) -> tuple[tuple[int, ...], Position]:
    """The moves of a line as far as they can be played, and the position there."""
    position, played = game.start, list[int]()
    for move in line:
        if game.is_over(position) or move not in game.legal(position):
            break
        position = game.step(position, move)
        played.append(move)
    return tuple(played), position


class BreakerResidual(NamedTuple):
    """What is left of the opponent's winning sets: his stones in them, their open cells, and these cells of each.

    None of the ``lines`` contains another one.
    """

    stones: int
    open: int
    lines: list[int]


class BreakerResiduals:
    """The residues of a game for one who breaks.

    Parameters
    ----------
    game, claim
        Whose winning sets are to be broken.
    symmetries
        Permutations of the cells that keep the rules.
    """

    def __init__(self, game: PositionalGame, claim: Claim, symmetries: Sequence[Permutation]) -> None:
        self._sets, self._full = game.winning_sets(claim.opponent), game.board.full
        self._black = claim.opponent is Player.BLACK
        self.images = CanonicalPositions(game, symmetries)

    def of(self, stones: int, open_cells: int) -> BreakerResidual | None:
        """The residue of a position with such stones of the opponent; None when he has completed a set.

        His stones count in every set of which one of the lines is left, so that images have images as residues.
        """
        reach = stones | open_cells
        left = [(mask & open_cells, mask & stones) for mask in self._sets if not mask & ~reach]
        lines = list[int]()
        for line in sorted({line for line, _ in left}, key=lambda line: (line.bit_count(), line)):
            if not any(each & line == each for each in lines):
                lines.append(line)
        if lines and not lines[0]:
            return None
        least, his, cells = set(lines), 0, 0
        for line, mine in left:
            if line in least:
                his |= mine
                cells |= line
        return BreakerResidual(his, cells, lines)

    def key(self, residue: BreakerResidual) -> tuple[Position, int]:
        """The position under which a residue stands, and by which symmetry; see :meth:`CanonicalPositions.smallest`."""
        rest = self._full & ~(residue.stones | residue.open)
        black, white = (residue.stones, rest) if self._black else (rest, residue.stones)
        return self.images.smallest(Position(black, white))

    def pairs(self, entry: Entry, turn: int) -> tuple[tuple[int, int], ...]:
        """The pairs of an entry in terms of the residue that was looked up."""
        found: tuple[tuple[int, int], ...] = self.images.back(entry.answer, turn).pairs
        return found


def pairing_carrier(residue: BreakerResidual, pairs: Iterable[tuple[int, int]]) -> int | None:
    """The carrier of a pairing where the opponent moves, or None when it does not hold.

    >>> pairing_carrier(BreakerResidual(0, 0b1111, [0b0011, 0b1100]), [(0, 1)])
    15
    >>> pairing_carrier(BreakerResidual(0, 0b1111, [0b0011, 0b0110]), []) is None  # 1/4 + 1/4, and 1/4 twice
    True
    """
    masks = [1 << one | 1 << two for one, two in pairs]
    paired = carrier = sum(masks)
    total, weights = 0, dict[int, int]()
    for line in residue.lines:
        if any(pair & ~line == 0 for pair in masks):
            continue
        free = line & ~paired
        weight = max(UNIT >> free.bit_count(), 1)
        total += weight
        carrier |= free
        for cell in cells_of(free):
            weights[cell] = weights.get(cell, 0) + weight
    return carrier if total + max(weights.values(), default=0) < UNIT else None


class BreakerWalk:
    """A walk through all residues that a strategy can meet.

    Parameters
    ----------
    game, claim, symmetries
        The checked parts of the certificate. The caller fills ``entries``, keyed as in :class:`BreakerResiduals`.
    time_limit
        Seconds from now on.
    """

    def __init__(
        self,
        game: PositionalGame,
        claim: Claim,
        symmetries: Sequence[Permutation],
        time_limit: float | None = None,
    ) -> None:
        self.game, self.claim = game, claim
        self.entries: dict[Position, Entry] = {}
        self.residues = BreakerResiduals(game, claim, symmetries)
        self.deadline = None if time_limit is None else time.monotonic() + time_limit
        self.line = list[int]()
        """The moves that led to where the walk is."""
        self.positions = self.replies = self.arguments = 0
        self.carriers: dict[Position, tuple[int, int]] = {}
        """Of each entry that was met: the carrier in terms of its position, and the moves of the longest line."""

    def walk(self) -> int:
        """The moves of the longest line from the start; raises :class:`Breach` where the strategy breaks."""
        game, claim = self.game, self.claim
        stones = game.start.stones(claim.opponent)
        open_cells = game.board.full & ~(game.start.black | game.start.white)
        if game.mover(game.start) is claim.opponent:
            return self.visit(stones, open_cells)[1]
        residue = self._residue(stones, open_cells)
        if not residue.lines:
            return 0
        key, turn = self.residues.key(residue)
        entry = self.entries.get(key)
        if entry is None or not isinstance(entry.answer, int):
            raise Breach("first")
        self.positions += 1
        move = self.residues.images.back(entry.answer, turn)
        self._mine(move, residue.open)
        self.line.append(move)
        height = self.visit(residue.stones, residue.open & ~(1 << move))[1] + 1
        self.line.pop()
        return height

    def visit(self, stones: int, open_cells: int) -> tuple[int, int]:
        """The carrier of a position in which the opponent moves, and the moves of the longest line from it."""
        residue = self._residue(stones, open_cells)
        if not residue.lines:
            return 0, 0
        key, turn = self.residues.key(residue)
        images = self.residues.images
        if key in self.carriers:
            carrier, height = self.carriers[key]
            return images.mask_back(carrier, turn), height
        entry = self.entries.get(key)
        if entry is None:
            raise Breach("missing")
        self.tick()
        self.positions += 1
        answer = entry.answer
        if isinstance(answer, Pairing):
            carrier, height = self._pairing(residue, self.residues.pairs(entry, turn)), 0
        elif isinstance(answer, Exchange):
            carrier, height = self._exchange(residue, self.residues.pairs(entry, turn))
        elif isinstance(answer, Answers):
            carrier, height = self._answers(residue, self.residues.pairs(entry, turn))
        else:
            raise Breach("turn")
        self.carriers[key] = images.mask_forth(carrier, turn), height
        return carrier, height

    def tick(self) -> None:
        """Raises LimitError when the time is over."""
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise LimitError("time", "out of time before every reply was played")

    def _residue(self, stones: int, open_cells: int) -> BreakerResidual:
        residue = self.residues.of(stones, open_cells)
        if residue is None:
            raise Breach("lost")
        return residue

    def _mine(self, cell: int, open_cells: int) -> None:
        if not open_cells >> cell & 1:
            raise Breach("closed", cell)

    def _open(self, pairs: Sequence[tuple[int, int]], open_cells: int) -> None:
        """All cells are open, and none stands twice."""
        for pair in pairs:
            for cell in pair:
                self._mine(cell, open_cells)
                open_cells &= ~(1 << cell)

    def _pairing(self, residue: BreakerResidual, pairs: Sequence[tuple[int, int]]) -> int:
        self.arguments += 1
        self._open(pairs, residue.open)
        carrier = pairing_carrier(residue, pairs)
        if carrier is None:
            raise Breach("weight")
        return carrier

    def _exchange(self, residue: BreakerResidual, pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
        if not pairs:
            raise Breach("nothing")
        here = residue
        for his, hers in pairs:
            self._open([(his, hers)], here.open)
            if any(line >> hers & 1 and not line >> his & 1 for line in here.lines):
                raise Breach("exchange", his, hers)
            here = self._residue(here.stones | 1 << his, here.open & ~(1 << his | 1 << hers))
        carrier, height = self.visit(here.stones, here.open)
        return carrier | mask_of(cell for pair in pairs for cell in pair), height

    def _answers(self, residue: BreakerResidual, pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
        must, carrier, longest = residue.open, 0, 0
        for move, reply in pairs:
            self._open([(move, reply)], residue.open)
            self.replies += 1
            self.line += move, reply
            after, height = self.visit(residue.stones | 1 << move, residue.open & ~(1 << move | 1 << reply))
            del self.line[-2:]
            after |= 1 << reply
            must &= after & ~(1 << move)
            carrier |= after
            longest = max(longest, height + 2)
        if must:
            self.line.append((must & -must).bit_length() - 1)
            raise Breach("unanswered", self.line[-1])
        return carrier, longest
