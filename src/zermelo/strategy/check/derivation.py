"""Proofs of connection games and of a maker's wins as derivations: facts with carriers, one deduction a line.

Each line shows a *fact* about the player whose claim it is: if he has the *stones* M of the fact, and every cell of its
*carrier* C is open or his, then he reaches its *goal*, even if the other player has all other cells. A fact speaks of
no whole position, so it serves wherever it fits, and a line names earlier ones by their numbers. The last fact must fit
the start position. Goals are

- *joined*: two ends, cells that he has or his borders, are joined by stones of his;
- *apart*: the other player cannot join his borders;
- *complete*: he has all of one of his winning sets, as the maker of a maker-breaker game.

In connection games facts are virtual connections. White has borders on Hex boards only; there, joining hers keeps
Black's apart (the Hex theorem), and so it counts. A maker-breaker game has no borders, and no fact but complete ones.

A fact holds with him moving *second* or *first* in turns of one stone each, at any time, or at one *ply*, counted from
the start, where turns are others or the first move is restricted. ``own`` is how many stones he places at most until
his goal is certain. A fact of keeping apart may hold only while the other player places at most ``theirs`` stones.

==========  ====================  ===========================================================================
rule        numbers               fact
==========  ====================  ===========================================================================
set         k                     his winning set k, from 0, is complete: its cells are the stones
path        cells                 neighbours one after the other join the first and the last one
apart       k, k stones, cells    the stones keep borders so many of the cells apart
and         i, j                  the facts i and j, with carriers that do not meet, share an end
or          i, j, …               after any move of the other player, one of the facts is left
play        m, i                  he takes the cell m, then fact i
pair        a, b, i, stones       fact i, with either cell of the pair in place of both
image       s, i                  fact i under symmetry s (from 0); none of a first move that is restricted
play at     t, m, i               as *play*, at the ply t
or at       t, i, j, …            as *or*, at the ply t
==========  ====================  ===========================================================================

*Proofs.* More stones and more open cells never harm the player, and a stone of the other player outside C is a pass.

- *and*: the common end z is his stone. To a stone in one carrier he replies there; the ends are joined through z. What
  is in one carrier and a stone of the other fact, is a stone. The numbers of his stones add up.
- *or*: wherever the other player moves, some fact has no such open cell in its carrier, because no cell is in all of
  them but stones; he moves first in it. It is one more stone of the other player.
- *play*: m becomes a stone of the fact; so it may have been one of the carrier, or none.
- *pair*: let the player have M without a and b, the other player all cells outside M, C, a and b. If with b his the
  cell a is *useless*, and b with a his, then he goes by fact i, and when the other player takes one of the pair, he
  takes the other. In the end he has one of them at least; the other one does not matter. That costs one stone.
  Useless is a cell whose neighbours, in a player's graph, all touch each other: open cells and borders, where stones of
  this player are bridges and those of the other one are gone. A shortest way through it could leave it out. It stays so
  whatever else is decided: cells that are taken out leave fewer neighbours, stones join those that touch them. On a
  Hex board either player's graph will do: exactly one of them is joined in the end, whoever has the useless cell.
- *own* is never more than the stones he places until C is full: he takes passes for moves on any cell of C (but for a
  first move that is restricted: the other player may not be allowed any of them).

These are the rules of H-search (V. Anshelevich, A hierarchical approach to computer Hex, Artificial Intelligence 134,
2002), with must-play (R. Hayward et al., Solving 7×7 Hex, 2003) as an *or* over whole facts. The proofs of *or*,
*play* and *own* say nothing of borders, and that of *image* nothing but that symmetries keep the goal and the moves.
They need not keep a restriction of the first one, so a fact that holds at its ply alone has no images.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NoReturn

from zermelo.model import ConnectionGame, Game, Player, PositionalGame, cells_of
from zermelo.model.automorphism import Permutation
from zermelo.strategy.canonical_position import CellPermutation
from zermelo.strategy.check.check_result import Holds
from zermelo.strategy.check.derived_fact import (
    ANY_TIME,
    FIRST,
    SECOND,
    UNLIMITED,
    Borders,
    DerivedFact,
    InvalidLine,
    holds,
    is_race,
    misfit,
    own_borders,
    told,
    unfit,
    winning_sets,
)
from zermelo.strategy.check.driver import NO_LIMITS, Break, CheckLimits
from zermelo.strategy.check.race_derivation import RaceDerivation
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Deduction, Entries

BYTES = 500
"""Memory for a line, about."""


def verify(game: Game, claim: Claim, symmetries: Sequence[Permutation], entries: Entries, limits: CheckLimits) -> Holds:
    """The checker of derivations.

    Parameters and errors as of :class:`.driver.Checker`.

    >>> from zermelo.strategy.entry import numbered
    >>> game, claim = ConnectionGame.hex(2, 2), Claim(Player.BLACK, True, 3, derived=True)
    >>> lines = [("path", (4, 2, 1, 5)), ("path", (4, 2, 3, 5)), ("play", (1, 0)), ("play", (3, 1)), ("or", (2, 3)),
    ...          ("play", (2, 4))]  # b1 is at the first border, and joined with a2 or b2 to the other one
    >>> verify(game, claim, [], numbered(lines), CheckLimits()).positions
    6
    >>> verify(game, claim, [], numbered(lines[:-1]), CheckLimits())
    Traceback (most recent call last):
    zermelo.strategy.check.driver.Break: line 5, the last one, does not fit the start position: Black does not have b1
    """
    wrong = unfit(game, claim)
    if wrong is not None:
        raise Break(wrong)
    assert isinstance(game, ConnectionGame | PositionalGame)
    derivation = derivation_for(game, claim, symmetries, limits)
    for number, (position, entry) in enumerate(limits.entries(entries, BYTES)):
        if position.black != number or not isinstance(entry.answer, Deduction):
            raise Break(f"line {number + 1} is no deduction")
        limits.keep_time("every line was checked")
        try:
            derivation.add(*entry.answer)
        except InvalidLine as invalid:
            raise Break(told(*invalid.args)) from None
    wrong = derivation.misfit()
    if wrong is not None:
        raise Break(wrong)
    return holds(game, claim, derivation.facts[-1].own, len(derivation.facts), *derivation.counts())


def derivation_for(
    game: ConnectionGame | PositionalGame,
    claim: Claim,
    symmetries: Sequence[Permutation],
    limits: CheckLimits = NO_LIMITS,
) -> Derivation | RaceDerivation:
    """The check of a derivation, by the rules for the game; the parameters are those of `RaceDerivation`."""
    if is_race(game):
        assert isinstance(game, PositionalGame)
        return RaceDerivation(game, claim, symmetries, limits)
    return Derivation(game, claim, symmetries)


class Derivation:
    """A derivation that is being checked.

    Parameters
    ----------
    game, claim, symmetries
        The game, the claim (see `unfit`), and symmetries of the game.
    """

    def __init__(self, game: ConnectionGame | PositionalGame, claim: Claim, symmetries: Sequence[Permutation]) -> None:
        self.game, self.claim = game, claim
        self.facts = list[DerivedFact]()
        self.lines = list[tuple[str, tuple[int, ...]]]()
        self._cells, self._full = len(game.board), game.board.full
        self._own, self._others = own_borders(game, claim.player), own_borders(game, claim.opponent)
        self._sets = winning_sets(game, claim.player)
        self._turns = [CellPermutation(turn) for turn in symmetries]
        start = game.start
        self._players = [game.player_at(start.ply + ply) for ply in range(self._cells + 1)]
        self._restricted = game.is_restricted
        self._alternating = game.alternating_from()

    def add(self, rule: str, numbers: tuple[int, ...]) -> None:
        """Check a line; raises :class:`InvalidLine`."""
        if rule not in RULES:
            self._wrong("rule")
        if min(numbers, default=0) < 0:
            self._wrong("numbers")
        fact = RULES[rule](self, numbers)
        if fact.own < UNLIMITED and not (self._restricted and fact.turn == 0):
            fact = fact._replace(own=min(fact.own, self._most(fact)))
        self.facts.append(fact)
        self.lines.append((rule, numbers))

    def misfit(self) -> str | None:
        """The reason why the last fact does not prove the claim; None when it does."""
        if not self.facts:
            return misfit(self.game, self.claim, 0, None, whole=False, fits=False)
        fact = self.facts[-1]
        whole = fact.ends is None or self._is_whole(fact)
        return misfit(self.game, self.claim, len(self.facts), fact, whole, self._serves(fact, 0))

    def counts(self) -> tuple[int, int, int]:
        """Lines that lead to the last one, those that they name, and sets, paths, separations and pairs among them."""
        used, parts, arguments = {len(self.facts) - 1}, 0, 0
        for number in reversed(range(len(self.facts))):
            if number in used:
                named = parts_of(*self.lines[number])
                used.update(named)
                parts += len(named)
                arguments += self.lines[number][0] in ("set", "path", "apart", "pair")
        return len(used), parts, arguments

    # The rules.

    def _set(self, numbers: tuple[int, ...]) -> DerivedFact:
        if len(numbers) != 1:
            self._wrong("numbers")
        if numbers[0] >= len(self._sets):
            self._wrong("goal")
        return DerivedFact(self._sets[numbers[0]], 0, None)

    def _path(self, numbers: tuple[int, ...]) -> DerivedFact:
        own = self._own
        if len(numbers) < 2 or max(numbers) >= self._cells + 2 or numbers[0] == numbers[-1]:
            self._wrong("numbers")
        if own is None:
            self._wrong("goal")
        around = (*self._graph.neighbours, own.source, own.target)
        for one, two in pairwise(numbers):
            low, high = sorted((one, two))
            if low >= self._cells or not around[high] >> low & 1:
                self._wrong("step")
        inner = numbers[1:-1]
        if any(cell >= self._cells for cell in inner):
            self._wrong("step")
        return self._trimmed(sum({1 << cell for cell in inner}), 0, (numbers[0], numbers[-1]))

    def _apart(self, numbers: tuple[int, ...]) -> DerivedFact:
        others = self._others
        if not numbers or numbers[0] >= len(numbers) or max(numbers[1:], default=0) >= self._cells:
            self._wrong("numbers")
        if others is None:
            self._wrong("goal")
        walls, carrier = (
            sum({1 << cell for cell in part}) for part in (numbers[1 : numbers[0] + 1], numbers[numbers[0] + 1 :])
        )
        if walls & carrier:
            self._wrong("numbers")
        distance = self._distance(others, walls, carrier)
        if distance == 0:
            self._wrong("near")
        if distance is None:
            return DerivedFact(walls, carrier, None)
        return DerivedFact(walls, carrier, None, UNLIMITED, distance - 1)

    def _distance(self, borders: Borders, walls: int, carrier: int) -> int | None:
        """The least number of carrier cells on a path between the borders; None where the walls cut all paths."""
        reached, spent, free = 0, 0, self._full & ~walls & ~carrier
        around = borders.source
        while True:
            reached |= self._graph.reach(around & free, free)
            if reached & borders.target:
                return spent
            around |= self._around(reached)
            more = around & carrier & ~reached
            if not more:
                return None
            reached |= more
            spent += 1
            if reached & borders.target:
                return spent
            around |= self._around(more)

    def _around(self, cells: int) -> int:
        result = 0
        for cell in cells_of(cells):
            result |= self._graph.neighbours[cell]
        return result

    def _and(self, numbers: tuple[int, ...]) -> DerivedFact:
        if len(numbers) != 2:
            self._wrong("numbers")
        one, two = self._parts(numbers)
        if one.ends is None or two.ends is None:
            self._wrong("share")
        common = set(one.ends) & set(two.ends)
        if len(common) != 1 or min(common) >= self._cells:
            self._wrong("share")
        if not (one.turn in (ANY_TIME, SECOND) and two.turn in (ANY_TIME, SECOND)):
            self._wrong("time")
        left, right = sorted({*one.ends, *two.ends} - common)
        stones = one.stones | two.stones | 1 << min(common)
        fact = self._trimmed(stones, one.carrier | two.carrier, (left, right))
        if one.carrier & two.carrier & fact.carrier:
            self._wrong("meet")
        return fact._replace(own=one.own + two.own, turn=max(one.turn, two.turn))

    def _or(self, numbers: tuple[int, ...]) -> DerivedFact:
        facts = self._parts(numbers)
        if any(fact.turn not in (ANY_TIME, SECOND, FIRST) for fact in facts):
            self._wrong("time")
        return self._either(facts, self._full)._replace(turn=SECOND)

    def _or_at(self, numbers: tuple[int, ...]) -> DerivedFact:
        ply, facts = self._at(numbers, self.claim.opponent), self._parts(numbers[1:])
        if not all(self._serves(fact, ply + 1) for fact in facts):
            self._wrong("time")
        return self._either(facts, self._allowed(ply))._replace(turn=ply)

    def _either(self, facts: Sequence[DerivedFact], allowed: int) -> DerivedFact:
        """``allowed``: cells on which the other player may move."""
        if not facts:
            self._wrong("numbers")
        ends = {fact.ends for fact in facts}
        if len(ends) > 1 and not all(fact.ends is None or self._is_whole(fact) for fact in facts):
            self._wrong("ends")
        stones, carrier, common = 0, 0, self._full
        for fact in facts:
            stones, carrier, common = stones | fact.stones, carrier | fact.carrier, common & fact.carrier
        if common & ~stones & allowed:
            self._wrong("common")
        fact = self._trimmed(stones, carrier, ends.pop() if len(ends) == 1 else None)
        own, theirs = max(fact.own for fact in facts), min(fact.theirs for fact in facts)
        return fact._replace(own=own, theirs=min(UNLIMITED, theirs + 1))

    def _play(self, numbers: tuple[int, ...]) -> DerivedFact:
        if len(numbers) != 2:
            self._wrong("numbers")
        (fact,) = self._parts(numbers[1:])
        if fact.turn not in (ANY_TIME, SECOND):
            self._wrong("time")
        return self._played(fact, numbers[0])._replace(turn=FIRST)

    def _play_at(self, numbers: tuple[int, ...]) -> DerivedFact:
        if len(numbers) != 3:
            self._wrong("numbers")
        ply, (fact,) = self._at(numbers, self.claim.player), self._parts(numbers[2:])
        if not self._serves(fact, ply + 1):
            self._wrong("time")
        after = self._played(fact, numbers[1])
        if not self._allowed(ply) >> numbers[1] & 1:
            self._wrong("legal")
        return after._replace(turn=ply)

    def _played(self, fact: DerivedFact, cell: int) -> DerivedFact:
        if cell >= self._cells or (fact.ends is not None and cell in fact.ends):
            self._wrong("numbers")
        own = min(UNLIMITED, fact.own + 1)
        return fact._replace(stones=fact.stones & ~(1 << cell), carrier=fact.carrier | 1 << cell, own=own)

    def _pair(self, numbers: tuple[int, ...]) -> DerivedFact:
        if len(numbers) < 3 or max(numbers[:2] + numbers[3:]) >= self._cells or numbers[0] == numbers[1]:
            self._wrong("numbers")
        (fact,) = self._parts(numbers[2:3])
        if fact.ends is not None and not self._is_whole(fact):
            self._wrong("ends")
        if fact.turn not in (ANY_TIME, SECOND, FIRST):
            self._wrong("time")
        one, two = 1 << numbers[0], 1 << numbers[1]
        stones = (fact.stones | sum({1 << cell for cell in numbers[3:]})) & ~(one | two)
        carrier = (fact.carrier | one | two) & ~stones
        if not self._owned(one, two, stones, carrier & ~(one | two)):
            self._wrong("useless")
        own = min(UNLIMITED, fact.own + 1)
        return fact._replace(stones=stones, carrier=carrier, own=own, turn=max(fact.turn, SECOND))

    def _owned(self, one: int, two: int, stones: int, free: int) -> bool:
        """True if each cell of a pair is useless once the player has the other one."""
        rest = self._full & ~(stones | free | one | two)
        if self._own is not None and all(
            self._is_useless(self._own, cell, stones | other, free) for cell, other in ((one, two), (two, one))
        ):
            return True
        return self._others is not None and all(self._is_useless(self._others, cell, rest, free) for cell in (one, two))

    def _is_useless(self, borders: Borders, cell: int, stones: int, free: int) -> bool:
        """True if all neighbours of a cell are neighbours of each other, for the owner of borders and stones."""

        def touched(cell: int) -> tuple[int, bool, bool]:
            """The open cells that a cell touches, over stones as well; True for each border that it touches so."""
            group = cell | self._graph.reach(self._around(cell), stones)
            return self._around(group) & free & ~cell, bool(group & borders.source), bool(group & borders.target)

        near, first, last = touched(cell)
        if first and last:
            return bool(self._graph.reach(borders.source, stones) & borders.target)
        for number in cells_of(near):
            other, source, target = touched(1 << number)
            if (first and not source) or (last and not target):
                return False
            for third in cells_of(near & ~other & ~(1 << number)):
                _, too, also = touched(1 << third)
                if not (source and too) and not (target and also):
                    return False
        return True

    def _image(self, numbers: tuple[int, ...]) -> DerivedFact:
        if len(numbers) != 2 or numbers[0] >= len(self._turns):
            self._wrong("numbers")
        turn, (fact,) = self._turns[numbers[0]], self._parts(numbers[1:])
        if self._restricted and fact.turn == 0:
            self._wrong("time")
        ends = fact.ends
        turned = False
        for borders in (self._own, self._others):
            if borders is None:
                continue
            images = turn.image(borders.source), turn.image(borders.target)
            if images not in ((borders.source, borders.target), (borders.target, borders.source)):
                self._wrong("symmetry")
            if borders is self._own:
                turned = images[0] != borders.source
        if ends is not None:
            one, two = (
                turn.permutation[end] if end < self._cells else 2 * self._cells + 1 - end if turned else end
                for end in ends
            )
            ends = min(one, two), max(one, two)
        return fact._replace(stones=turn.image(fact.stones), carrier=turn.image(fact.carrier), ends=ends)

    # Common parts of the rules.

    @property
    def _graph(self) -> ConnectionGame:
        """The game of rules that speak of borders."""
        assert isinstance(self.game, ConnectionGame)
        return self.game

    def _wrong(self, why: str) -> NoReturn:
        raise InvalidLine(len(self.facts), why)

    def _parts(self, numbers: Sequence[int]) -> list[DerivedFact]:
        if any(number >= len(self.facts) for number in numbers):
            self._wrong("later")
        return [self.facts[number] for number in numbers]

    def _trimmed(self, stones: int, carrier: int, ends: tuple[int, int] | None) -> DerivedFact:
        """A fact with its ends, which are given, taken for stones."""
        if ends is not None:
            ends = min(ends), max(ends)
            given = sum(1 << end for end in ends if end < self._cells)
            return DerivedFact(stones & ~given, carrier & ~stones & ~given, ends)
        return DerivedFact(stones, carrier & ~stones, None)

    def _is_whole(self, fact: DerivedFact) -> bool:
        return fact.ends == (self._cells, self._cells + 1)

    def _at(self, numbers: tuple[int, ...], mover: Player) -> int:
        """The ply of a rule at a ply, at which this player moves."""
        if not numbers or numbers[0] >= self._cells:
            self._wrong("numbers")
        if self._players[numbers[0]] is not mover:
            self._wrong("time")
        return numbers[0]

    def _allowed(self, ply: int) -> int:
        """The cells on which a stone may be placed at a ply, as far as the rules restrict them."""
        if ply or not self._restricted:
            return self._full
        return sum(1 << cell for cell in self.game.legal(self.game.start))

    def _serves(self, fact: DerivedFact, ply: int) -> bool:
        """True if a fact holds at a ply."""
        if fact.turn in (ANY_TIME, ply):
            return True
        if fact.turn >= 0 or ply < self._alternating:
            return False
        second = ply >= len(self._players) or self._players[ply] is self.claim.opponent
        return fact.turn == SECOND or not second

    def _most(self, fact: DerivedFact) -> int:
        """The stones that the player places while the carrier is being filled."""
        cells = fact.carrier.bit_count()
        if fact.turn < 0:
            return (cells + (fact.turn == FIRST)) // 2
        plies = range(fact.turn, fact.turn + cells)
        return sum(ply >= len(self._players) or self._players[ply] is self.claim.player for ply in plies)


RULES = {
    "set": Derivation._set,
    "path": Derivation._path,
    "apart": Derivation._apart,
    "and": Derivation._and,
    "or": Derivation._or,
    "play": Derivation._play,
    "pair": Derivation._pair,
    "image": Derivation._image,
    "play at": Derivation._play_at,
    "or at": Derivation._or_at,
}


def parts_of(rule: str, numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The lines that a line names."""
    if rule in ("set", "path", "apart"):
        return ()
    if rule == "pair":
        return numbers[2:3]
    return numbers[{"and": 0, "or": 0, "play at": 2}.get(rule, 1) :]
