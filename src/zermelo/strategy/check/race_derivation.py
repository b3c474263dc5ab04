"""Proofs that a player wins a maker-maker game, as derivations: facts with carriers, and counts of the other's stones.

As in :mod:`~zermelo.strategy.check.derivation` each line shows a fact, and the last one must fit the start position.
Here the other player wins if she completes a set first, so a fact says more. If the player has the *stones* M, every
cell of the *carrier* C is open or his, and she is *no further* than with the stones W, then he completes one of his
sets before she completes one of hers. Until then she places ``all`` stones at most, ``free`` of them outside the
cells F, those that she is *forced* to take. What she needs for a set of hers, its cells without her stones, is *in
reach* if it has at most ``all`` cells, and at most ``free`` outside F. She is no further with R than with W if what
she needs with R for a set without stones of his is not in reach, or contains all that she needs with W for some set.

=======  ==============================  =======================================================================
rule     numbers                         fact
=======  ==============================  =======================================================================
set      k                               his winning set k, from 0, is complete
play     m, i                            he takes the cell m, then fact i
against  w, w cells, s, s stones,        after any move of hers one of the facts holds; W are the w cells, the s
         f, f replies, replies           stones come to those of the facts; a reply is a cell and a fact, the first
                                         f are forced; the number of cells for a cell: no move in particular
image    s, i                            fact i under symmetry s (from 0)
=======  ==============================  =======================================================================

*Proof.* He plays the lines in a game that he imagines, in which she has the stones I: W of the line that he is at, and
the replies that it names. In the real game she has R, and he keeps her no further with R than with I. A set through a
stone of his is none, nor is one through the cell that he takes next.

- *play*: nothing of hers changes. The cell m is open or his: it is in C, where she has nothing (see *against*).
- *against*, where she takes a cell that is named: it is imagined as well, and she needs a cell less in both games.
  The next fact counts one stone less (for a forced one, a cell of F less), so what was not in reach stays out of it.
  That she is no further with W and the reply than with the stones of that fact, the checker sees.
- *against*, where she takes another cell r: he goes by a fact whose reply is not forced and whose carrier is without
  r. What was not in reach stays out of it, as ``all`` and ``free`` fall. What contained all that she needed with I
  for some set A still does, unless r is part of that; and then the checker sees that the rest of it is not in reach,
  or contains all that she needs for some set with I and the reply that he imagines.
- Carriers only shrink, and she has no cell of the one that he goes on with. So the cells that he takes are open or his;
  in that case he takes any other one.
- She never completes a set: she would need nothing for it, which is in reach, so she would need nothing with I for
  some set. But no W holds a set, nor does one with a reply: with those she would be further than with the W of the
  next fact.

Where the rules say where the first stone may be, and he opens, the last line plays such a cell. Where she opens, an
*against* need not answer the cells that are not among these; then it holds for the start alone, and no line builds on
it.

The counts are those of the search (``native/search/positional/race.hpp``), whose rule of must-play this is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from zermelo.model import PositionalGame, cells_of
from zermelo.model.automorphism import Permutation
from zermelo.strategy.canonical_position import CellPermutation
from zermelo.strategy.check.derived_fact import (
    ANY_TIME,
    FIRST,
    SECOND,
    DerivedFact,
    InvalidLine,
    misfit,
    told,
    too_far,
)
from zermelo.strategy.check.driver import NO_LIMITS, CheckLimits
from zermelo.strategy.claim import Claim

AT_START = 0
"""The time of a fact that holds at the start alone, where her moves are restricted."""


class RaceFact(NamedTuple):
    """The fact of a line: masks of cells, and counts of stones.

    ``theirs`` is W; ``dead`` are the stones, and the cell that he takes next. ``own``: the stones that he places at
    most.
    """

    stones: int
    carrier: int = 0
    forced: int = 0
    theirs: int = 0
    dead: int = 0
    own: int = 0
    free: int = 0
    all: int = 0
    turn: int = ANY_TIME

    def reaches(self, left: int) -> bool:
        """True if these cells, which she needs for a set, are in reach."""
        return left.bit_count() <= self.all and (left & ~self.forced).bit_count() <= self.free


class RaceDerivation:
    """A derivation that is being checked.

    Parameters
    ----------
    game, claim, symmetries
        A maker-maker game, the claim that a player wins it (see `unfit`), and symmetries of the game.
    limits
        Their deadline is kept within a line, too: ``LimitError``.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> game = make("httt:I2,board=3x1")
    >>> race = RaceDerivation(game, Claim(Player.BLACK, True, derived=True), [])
    >>> for line in [("set", (0,)), ("set", (1,)), ("play", (0, 0)), ("play", (2, 1)),
    ...              ("against", (0, 0, 0, 3, 2, 3, 3)), ("play", (1, 4))]:
    ...     race.add(*line)
    >>> race.misfit() is None, race.facts[-1].own
    (True, 2)
    """

    def __init__(
        self,
        game: PositionalGame,
        claim: Claim,
        symmetries: Sequence[Permutation],
        limits: CheckLimits = NO_LIMITS,
    ) -> None:
        self.game, self.claim, self._limits = game, claim, limits
        self.facts = list[RaceFact]()
        self.lines = list[tuple[str, tuple[int, ...]]]()
        self._cells, self._full = len(game.board), game.board.full
        self._sets, self._others = game.winning_sets(claim.player), game.winning_sets(claim.opponent)
        self._turns = [CellPermutation(turn) for turn in symmetries]
        self._first = sum(1 << cell for cell in game.legal(game.start)) if game.is_restricted else None

    def add(self, rule: str, numbers: tuple[int, ...]) -> None:
        """Check a line; raises `InvalidLine`."""
        if rule not in RACE_RULES:
            self._wrong("rule")
        if min(numbers, default=0) < 0:
            self._wrong("numbers")
        self.facts.append(RACE_RULES[rule](self, numbers))
        self.lines.append((rule, numbers))

    def misfit(self) -> str | None:
        """The reason why the last fact does not prove the claim; None when it does."""
        if not self.facts:
            return misfit(self.game, self.claim, 0, None, whole=False, fits=False)
        fact, start = self.facts[-1], self.game.start
        mover = self.game.mover(start) is self.claim.player
        fits = fact.turn in ((ANY_TIME, FIRST) if mover else (ANY_TIME, SECOND, AT_START))
        if mover and self._first is not None and fact.turn == FIRST:
            rule, numbers = self.lines[-1]
            if rule != "play" or not self._first >> numbers[0] & 1:
                return told(len(self.lines) - 1, "legal")
        shown = DerivedFact(fact.stones, fact.carrier, None, fact.own)
        wrong = misfit(self.game, self.claim, len(self.facts), shown, whole=True, fits=fits)
        if wrong is None and self.further(fact, start.stones(self.claim.opponent)):
            return too_far(self.claim, len(self.facts))
        return wrong

    def counts(self) -> tuple[int, int, int]:
        """Lines that lead to the last one, those that they name, and sets among them."""
        used, parts, arguments = {len(self.facts) - 1}, 0, 0
        for number in reversed(range(len(self.facts))):
            if number in used:
                named = race_parts_of(*self.lines[number])
                used.update(named)
                parts += len(named)
                arguments += self.lines[number][0] == "set"
        return len(used), parts, arguments

    def further(self, fact: RaceFact, stones: int, dead: int = 0) -> bool:
        """True if the other player is further with these stones than the fact says.

        ``dead``: cells through which there are no sets of hers.
        """
        self._limits.keep_time("every line was checked")  # a line may have any number of replies
        none = fact.dead | dead
        more = (each for each in self._others if each & stones & ~fact.theirs and not each & none)
        needs = filter(fact.reaches, (each & ~stones for each in more))
        return any(not _needs_within(self._others, left, fact.theirs) for left in needs)

    def unanswered(self, fact: RaceFact, theirs: int, reply: int, dead: int) -> int:
        """The cells on which a move of hers is not answered by the fact after a reply, where she has ``theirs``.

        ``dead``: cells through which there are no sets of hers.
        """
        self._limits.keep_time("every line was checked")
        found, none, stones = fact.carrier, fact.dead | dead, theirs | reply
        most = min(fact.all, max(((each & ~theirs).bit_count() - 1 for each in self._others), default=0))
        near = [each for each in self._others if (each & ~stones).bit_count() <= most]  # for no other may that suffice
        for each in self._others:
            left = each & ~theirs
            if each & none or left.bit_count() > fact.all + 1:
                continue
            for cell in cells_of(left & ~found):
                rest = left & ~(1 << cell)
                if fact.reaches(rest) and not _needs_within(near, rest, stones):
                    found |= 1 << cell
        return found

    def answer(self, numbers: tuple[int, ...], move: int) -> int:
        """The number of a line that answers a move of the other player at an *against* with these numbers."""
        theirs, stones, forced, replies = self.replies(numbers)
        named = next((number for cell, number in replies if cell == move), None)
        if named is not None:
            return named
        for _, number in replies:
            stones |= self.facts[number].stones
        return next(
            number
            for cell, number in replies[forced:]
            if not self.unanswered(self.facts[number], theirs, 1 << cell & self._full, stones) >> move & 1
        )

    def replies(self, numbers: tuple[int, ...]) -> tuple[int, int, int, list[tuple[int, int]]]:
        """The numbers of an *against*: W, the stones that are added, how many replies are forced, and all replies."""
        masks, at = [], 0
        for _ in range(2):
            if at >= len(numbers) or at + 1 + numbers[at] > len(numbers):
                self._wrong("numbers")
            cells = numbers[at + 1 : at + 1 + numbers[at]]
            if len(set(cells)) < len(cells) or max(cells, default=0) >= self._cells:
                self._wrong("numbers")
            masks.append(sum(1 << cell for cell in cells))
            at += 1 + numbers[at]
        rest = numbers[at + 1 :]
        if at >= len(numbers) or not rest or len(rest) % 2 or numbers[at] >= len(rest) // 2:
            self._wrong("numbers")
        return masks[0], masks[1], numbers[at], list(zip(rest[::2], rest[1::2], strict=True))

    # The rules.

    def _set(self, numbers: tuple[int, ...]) -> RaceFact:
        if len(numbers) != 1:
            self._wrong("numbers")
        if numbers[0] >= len(self._sets):
            self._wrong("goal")
        return RaceFact(self._sets[numbers[0]], dead=self._sets[numbers[0]])

    def _play(self, numbers: tuple[int, ...]) -> RaceFact:
        if len(numbers) != 2 or numbers[0] >= self._cells:
            self._wrong("numbers")
        fact, cell = self._part(numbers[1]), 1 << numbers[0]
        if fact.turn not in (ANY_TIME, SECOND):
            self._wrong("time")
        if fact.theirs & cell:
            self._wrong("theirs")
        return fact._replace(
            stones=fact.stones & ~cell, carrier=fact.carrier | cell, dead=fact.dead | cell, own=fact.own + 1, turn=FIRST
        )

    def _against(self, numbers: tuple[int, ...]) -> RaceFact:
        theirs, stones, forced, replies = self.replies(numbers)
        facts = [self._part(number) for _, number in replies]
        if any(fact.turn not in (ANY_TIME, FIRST) for fact in facts):
            self._wrong("time")
        carrier, cells = 0, 0
        for fact in facts:
            stones, carrier, cells = stones | fact.stones, carrier | fact.carrier, cells | fact.forced
        carrier &= ~stones
        if theirs & (stones | carrier) or any(not each & ~theirs for each in self._others):
            self._wrong("theirs")
        named = 0
        for number, ((cell, _), fact) in enumerate(zip(replies, facts, strict=True)):
            if cell > self._cells or (cell == self._cells and number < forced):
                self._wrong("numbers")
            reply = 1 << cell & self._full
            if reply & (theirs | stones | fact.carrier):
                self._wrong("reply")
            if self.further(fact, theirs | reply, stones):
                self._wrong("further")
            named |= reply
            cells |= reply if number < forced else 0
        left = self._full & ~stones & ~named
        turn = SECOND
        for (cell, _), fact in list(zip(replies, facts, strict=True))[forced:]:
            left &= self.unanswered(fact, theirs, 1 << cell & self._full, stones)
        if left:
            if self._first is None or left & self._first:
                self._wrong("open")
            turn = AT_START
        own, most = max(fact.own for fact in facts), 1 + max(fact.all for fact in facts)
        free = max(fact.free + (number >= forced) for number, fact in enumerate(facts))
        return RaceFact(stones, carrier, cells, theirs, stones, own, free, most, turn)

    def _image(self, numbers: tuple[int, ...]) -> RaceFact:
        if len(numbers) != 2 or numbers[0] >= len(self._turns):
            self._wrong("numbers")
        image, fact = self._turns[numbers[0]].image, self._part(numbers[1])
        if fact.turn == AT_START:
            self._wrong("time")
        return fact._replace(
            stones=image(fact.stones), carrier=image(fact.carrier), forced=image(fact.forced),
            theirs=image(fact.theirs), dead=image(fact.dead),
        )  # fmt: skip

    def _part(self, number: int) -> RaceFact:
        if number >= len(self.facts):
            self._wrong("later")
        return self.facts[number]

    def _wrong(self, why: str) -> NoReturn:
        raise InvalidLine(len(self.facts), why)


def _needs_within(sets: Sequence[int], cells: int, stones: int) -> bool:
    """True if the other player, with some stones, needs for one of some sets no more than these cells."""
    both = cells | stones
    return any(not each & ~both for each in sets)


RACE_RULES = {
    "set": RaceDerivation._set,
    "play": RaceDerivation._play,
    "against": RaceDerivation._against,
    "image": RaceDerivation._image,
}


def race_parts_of(rule: str, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The lines that a line names."""
    if rule == "against":
        at = 1 + numbers[0]
        return numbers[at + numbers[at] + 3 :: 2]
    return () if rule == "set" else numbers[1:]
