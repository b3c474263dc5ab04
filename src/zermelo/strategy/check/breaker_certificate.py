"""The check of breaker certificates: the breaker keeps the opponent from completing a winning set.

Her own winning sets do not count. Where the players place one stone each in turn and she holds for ever, a position
matters only by its *residual game*: the opponent's winning sets without a stone of hers, reduced to their open cells,
and without sets that contain another one. It is stored as a position: his stones in these sets are his; every cell that
is neither such a stone nor an open cell of these sets is hers. Entries are needed only where he moves:

- ``Pairing``: pairs of cells for the rest of the play. The sets without a pair must weigh less than 1 outside the pairs
  even after his best stone (a set with k open cells there weighs 2^-k): then greedy play there holds (Erdős and
  Selfridge).
- ``Exchange``: he gets the first cell of each pair and she the second, at once. Every set through her cell must go
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

More stones of his own never harm a player, so a move of his elsewhere, outside the sets of the residual game, needs no
answer: she plays as if he had made any other move. All this is about the sets that he completes, so it stays true where
sets of her own end the play earlier. No play goes round in circles: each entry leads to fewer open cells.

The search that writes these certificates: ``native/search/positional/breaker.hpp`` (must-play regions).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from zermelo.model import Game, Player, Position, PositionalGame, Rule, cells_of, mask_of
from zermelo.model.automorphism import Permutation
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check.check_result import Holds
from zermelo.strategy.check.driver import TWICE, Break, CheckLimits
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Answers, Entries, Entry, Exchange, Pairing

UNIT = 1 << 40
"""The weight of a set without open cells; a set with more than 40 open cells weighs 1."""

LARGEST = 512
"""The largest number of cells."""

BYTES = 700
"""Estimated memory of an entry."""


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
"""Messages by reason."""


class Breach(Exception):
    """Raised where a certificate breaks: the reason, and up to two cells."""

    def __init__(self, why: str, one: int = -1, two: int = -1) -> None:
        super().__init__(why, one, two)
        self.why, self.one, self.two = why, one, two

    def told(self, game: Game, claim: Claim) -> str:
        """The message."""
        names = ["" if cell < 0 else game.board.cells[cell] for cell in (self.one, self.two)]
        return SAID[self.why].format(opponent=claim.opponent, player=claim.player, one=names[0], two=names[1])


def unfit(game: Game, claim: Claim) -> str | None:
    """The reason why no breaker certificate can prove a claim; None when one can.

    >>> from zermelo.families import make
    >>> unfit(make("ttt"), Claim(Player.WHITE, False)) is None
    True
    >>> unfit(make("ttt"), Claim(Player.WHITE, False, 5))
    'a breaker certificate proves holding for ever, not for a number of moves'
    """
    if claim.wins or not isinstance(game, PositionalGame):
        return "a breaker certificate proves that the other player completes no winning set, which is not the claim"
    if claim.bound(game) != game.complete_depth():
        return "a breaker certificate proves holding for ever, not for a number of moves"
    if game.rule is Rule.MAKER_BREAKER and claim.opponent is Player.WHITE:
        return "White has no winning sets in a maker-breaker game, so a breaker certificate proves nothing"
    if not takes_turns(game, game.start):
        return "a breaker certificate is for players who place one stone each in turn"
    if game.is_restricted and game.mover(game.start) is claim.player:
        return "a breaker certificate is for a first move that is not restricted"
    if len(game.board) > LARGEST:
        return f"a breaker certificate is for at most {LARGEST} cells"
    return None


def takes_turns(game: Game, position: Position) -> bool:
    """True if the players place one stone each in turn from a position to the end of the longest play."""
    left = range(len(game.board) - (position.black | position.white).bit_count())
    return all(game.player_at(position.ply + k) is not game.player_at(position.ply + k + 1) for k in left)


def verify(game: Game, claim: Claim, symmetries: Sequence[Permutation], entries: Entries, limits: CheckLimits) -> Holds:
    """The checker of breaker certificates.

    Parameters and errors as of :class:`.driver.Checker`.

    >>> from zermelo.families import make
    >>> game, claim = make("httt:fatty,board=3x3"), Claim(Player.WHITE, False, breaking=True)
    >>> verify(game, claim, [], [(Position(0, 0), Entry(Pairing(((0, 1), (3, 4)))))], CheckLimits()).positions
    1
    >>> verify(game, claim, [], [], CheckLimits())
    Traceback (most recent call last):
    zermelo.strategy.check.driver.Break: no answer to the moves of Black is stored for this position
    """
    wrong = unfit(game, claim)
    if wrong is not None:
        raise Break(wrong)
    assert isinstance(game, PositionalGame)
    walk = BreakerWalk(game, claim, symmetries, limits)
    for position, entry in limits.entries(entries, BYTES):
        if position in walk.entries:
            raise Break(TWICE)
        walk.entries[position] = entry
    try:
        longest = walk.walk()
    except Breach as breach:
        raise Break(breach.told(game, claim), *where(game, walk.line)) from None
    return Holds(claim, walk.positions, walk.replies, walk.arguments, longest, len(walk.entries) - walk.positions)


def where(game: Game, line: Sequence[int]) -> tuple[tuple[int, ...], Position]:
    """The moves of a line as far as they are legal, and the position after them."""
    position, played = game.start, list[int]()
    for move in line:
        if game.is_over(position) or move not in game.legal(position):
            break
        position = game.step(position, move)
        played.append(move)
    return tuple(played), position


class BreakerResidual(NamedTuple):
    """The residual game of a breaker: the opponent's stones in unbroken sets, their open cells, each set.

    ``lines`` are the open cells of each set; none of them contains another one.
    """

    stones: int
    open: int
    lines: list[int]


class BreakerResiduals:
    """The residual games of a game, for the breaker of a claim.

    Parameters
    ----------
    game, claim
        The game and the claim; the breaker is the claim's player.
    images
        The canonical positions under permutations of the cells that keep the rules.
    """

    def __init__(self, game: PositionalGame, claim: Claim, images: CanonicalPositions) -> None:
        self._sets, self._full = game.winning_sets(claim.opponent), game.board.full
        self._black = claim.opponent is Player.BLACK
        self.images = images

    def of(self, stones: int, open_cells: int) -> BreakerResidual | None:
        """The residual game of a position with these stones of the opponent; None when he has completed a set.

        His stones count in every set whose open cells are one of the lines, so that symmetric positions have symmetric
        residual games.
        """
        reach = stones | open_cells
        left = [(mask & open_cells, mask & stones) for mask in self._sets if not mask & ~reach]
        lines, smaller, cells = list[int](), list[int](), 0
        for line in sorted({line for line, _ in left}, key=lambda line: (line.bit_count(), line)):
            if line.bit_count() > cells:  # a line contains none of its own size but itself
                smaller, cells = lines[:], line.bit_count()
            if not any(each & line == each for each in smaller):
                lines.append(line)
        if lines and not lines[0]:
            return None
        least, his, cells = set(lines), 0, 0
        for line, mine in left:
            if line in least:
                his |= mine
                cells |= line
        return BreakerResidual(his, cells, lines)

    def key(self, residual: BreakerResidual) -> tuple[Position, int]:
        """The canonical position of a residual game, and the symmetry to it; see :class:`CanonicalPositions`."""
        rest = self._full & ~(residual.stones | residual.open)
        black, white = (residual.stones, rest) if self._black else (rest, residual.stones)
        return self.images.smallest(Position(black, white))

    def pairs(self, entry: Entry, turn: int) -> tuple[tuple[int, int], ...]:
        """The pairs of an entry, mapped to the residual game that was looked up."""
        found: tuple[tuple[int, int], ...] = self.images.back(entry.answer, turn).pairs
        return found


def pairing_carrier(residual: BreakerResidual, pairs: Iterable[tuple[int, int]]) -> int | None:
    """The carrier of a pairing where the opponent moves; None when the pairing does not hold.

    >>> pairing_carrier(BreakerResidual(0, 0b1111, [0b0011, 0b1100]), [(0, 1)])
    15
    >>> pairing_carrier(BreakerResidual(0, 0b1111, [0b0011, 0b0110]), []) is None  # 1/4 + 1/4, and 1/4 twice
    True
    """
    masks = [1 << one | 1 << two for one, two in pairs]
    paired = carrier = sum(masks)
    total, weights = 0, dict[int, int]()
    for line in residual.lines:
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
    """A walk through all residual games that a certificate can meet.

    Parameters
    ----------
    game, claim, symmetries
        The checked parts of the certificate. The caller fills ``entries``, keyed as in :class:`BreakerResiduals`.
    limits
        The limits of the check.
    """

    def __init__(
        self, game: PositionalGame, claim: Claim, symmetries: Sequence[Permutation], limits: CheckLimits
    ) -> None:
        self.game, self.claim, self._limits = game, claim, limits
        self.entries: dict[Position, Entry] = {}
        self.residuals = BreakerResiduals(game, claim, CanonicalPositions(game, symmetries))
        self.line = list[int]()
        """The moves of the current line of play."""
        self.positions = self.replies = self.arguments = 0
        self.carriers: dict[Position, tuple[int, int]] = {}
        """For each entry met: the carrier in terms of its canonical position, and the length of the longest line."""

    def walk(self) -> int:
        """The length of the longest line from the start; raises :class:`Breach` where the certificate breaks."""
        game, claim = self.game, self.claim
        stones = game.start.stones(claim.opponent)
        open_cells = game.board.full & ~(game.start.black | game.start.white)
        if game.mover(game.start) is claim.opponent:
            return self.visit(stones, open_cells)[1]
        residual = self._residual(stones, open_cells)
        if not residual.lines:
            return 0
        key, turn = self.residuals.key(residual)
        entry = self.entries.get(key)
        if entry is None or not isinstance(entry.answer, int):
            raise Breach("first")
        self.positions += 1
        move = self.residuals.images.back(entry.answer, turn)
        self._mine(move, residual.open)
        self.line.append(move)
        height = self.visit(residual.stones, residual.open & ~(1 << move))[1] + 1
        self.line.pop()
        return height

    def visit(self, stones: int, open_cells: int) -> tuple[int, int]:
        """The carrier of a position in which the opponent moves, and the length of the longest line from it."""
        residual = self._residual(stones, open_cells)
        if not residual.lines:
            return 0, 0
        key, turn = self.residuals.key(residual)
        images = self.residuals.images
        if key in self.carriers:
            carrier, height = self.carriers[key]
            return images.mask_back(carrier, turn), height
        entry = self.entries.get(key)
        if entry is None:
            raise Breach("missing")
        self._limits.keep_time()
        self.positions += 1
        answer = entry.answer
        if isinstance(answer, Pairing):
            carrier, height = self._pairing(residual, self.residuals.pairs(entry, turn)), 0
        elif isinstance(answer, Exchange):
            carrier, height = self._exchange(residual, self.residuals.pairs(entry, turn))
        elif isinstance(answer, Answers):
            carrier, height = self._answers(residual, self.residuals.pairs(entry, turn))
        else:
            raise Breach("turn")
        self.carriers[key] = images.mask_forth(carrier, turn), height
        return carrier, height

    def _residual(self, stones: int, open_cells: int) -> BreakerResidual:
        residual = self.residuals.of(stones, open_cells)
        if residual is None:
            raise Breach("lost")
        return residual

    def _mine(self, cell: int, open_cells: int) -> None:
        if not open_cells >> cell & 1:
            raise Breach("closed", cell)

    def _open(self, pairs: Sequence[tuple[int, int]], open_cells: int) -> None:
        """Raise :class:`Breach` unless the cells are open and distinct."""
        for pair in pairs:
            for cell in pair:
                self._mine(cell, open_cells)
                open_cells &= ~(1 << cell)

    def _pairing(self, residual: BreakerResidual, pairs: Sequence[tuple[int, int]]) -> int:
        self.arguments += 1
        self._open(pairs, residual.open)
        carrier = pairing_carrier(residual, pairs)
        if carrier is None:
            raise Breach("weight")
        return carrier

    def _exchange(self, residual: BreakerResidual, pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
        if not pairs:
            raise Breach("nothing")
        here = residual
        for his, hers in pairs:
            self._open([(his, hers)], here.open)
            if any(line >> hers & 1 and not line >> his & 1 for line in here.lines):
                raise Breach("exchange", his, hers)
            here = self._residual(here.stones | 1 << his, here.open & ~(1 << his | 1 << hers))
        carrier, height = self.visit(here.stones, here.open)
        return carrier | mask_of(cell for pair in pairs for cell in pair), height

    def _answers(self, residual: BreakerResidual, pairs: Sequence[tuple[int, int]]) -> tuple[int, int]:
        must, carrier, longest = residual.open, 0, 0
        for move, reply in pairs:
            self._open([(move, reply)], residual.open)
            self.replies += 1
            self.line += move, reply
            after, height = self.visit(residual.stones | 1 << move, residual.open & ~(1 << move | 1 << reply))
            del self.line[-2:]
            after |= 1 << reply
            must &= after & ~(1 << move)
            carrier |= after
            longest = max(longest, height + 2)
        if must:
            self.line.append((must & -must).bit_length() - 1)
            raise Breach("unanswered", self.line[-1])
        return carrier, longest
