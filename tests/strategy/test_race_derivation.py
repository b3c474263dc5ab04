"""Derivations of maker-maker games: every fact is true, both checkers agree, and the search writes what they accept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from tests.sizes import size

from zermelo.errors import InputError, LimitError
from zermelo.families import make
from zermelo.model import Board, Player, Position, PositionalGame, Rule, Turns, cells_of, mask_of
from zermelo.model.symmetry import rule_symmetries
from zermelo.play.follow import Follower
from zermelo.play.play import Play
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits
from zermelo.strategy.check.check_result import Broken, Holds
from zermelo.strategy.check.derived_fact import FIRST, SECOND, InvalidLine
from zermelo.strategy.check.native import check_native
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.race_derivation import AT_START, RaceDerivation, RaceFact
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Strategy, numbered
from zermelo.strategy.extract.from_search import strategy_of

Line = tuple[str, tuple[int, ...]]
WINS = Claim(Player.BLACK, True, derived=True)


def random_sets(rng: Random, cells: int, most: int) -> set[int]:
    drawn = (rng.sample(range(cells), rng.choice((2, 2, 3, 3, 4))) for _ in range(rng.randint(1, most)))
    return {sum(1 << cell for cell in each) for each in drawn}


def random_game(rng: Random, cells: int, most: int = 6) -> PositionalGame:
    """A game in which both players have sets, and perhaps some stones, of which none completes a set.

    Either player may open, and the first stone may be restricted.
    """
    board = Board.named([f"c{cell}" for cell in range(cells)])
    while True:
        black, white = random_sets(rng, cells, most), random_sets(rng, cells, most)
        if rng.random() < 0.4:  # the board may be turned round
            black, white = ({*sets, *(int(f"{each:0{cells}b}"[::-1], 2) for each in sets)} for sets in (black, white))
        stones = rng.sample(range(cells), rng.choice((0, 0, 1, 2, 3)))
        half = len(stones) // 2 + len(stones) % 2
        start = Position(
            sum(1 << cell for cell in stones[:half]), sum(1 << cell for cell in stones[half:]), len(stones)
        )
        rules = Turns(first=rng.choice((Player.BLACK, Player.BLACK, Player.WHITE)))
        first = rng.randrange(1, 1 << cells) if not stones and rng.random() < 0.6 else None
        try:
            game = PositionalGame(
                "random",
                board,
                Rule.MAKER_MAKER,
                tuple(black),
                tuple(white),
                start=start,
                turns=rules,
                first_moves=first,
            )
        except InputError:
            continue
        if game.winner(game.start) is None:
            return game


class Truth:
    """The player who completes a set first, by the rules alone, whoever has which stones."""

    def __init__(self, game: PositionalGame) -> None:
        full, own, others = game.board.full, game.black_sets, game.white_sets

        @cache
        def wins(mine: int, theirs: int, moves: bool) -> bool:
            free = [1 << cell for cell in cells_of(full & ~(mine | theirs))]
            if moves:
                after = (mine | cell for cell in free)
                return any(any(not each & ~now for each in own) or wins(now, theirs, False) for now in after)
            after = (theirs | cell for cell in free)
            return bool(free) and all(
                not any(not each & ~now for each in others) and wins(mine, now, True) for now in after
            )

        self.wins = wins

    def wins_start(self, game: PositionalGame) -> bool:
        """True if Black wins a game from its start, where the moves may be restricted."""
        black, white, _ = game.start
        if game.mover(game.start) is Player.BLACK:
            after = [black | 1 << cell for cell in game.legal(game.start)]
            return any(
                any(not each & ~now for each in game.black_sets) or self.wins(now, white, False) for now in after
            )
        after = [white | 1 << cell for cell in game.legal(game.start)]
        return bool(after) and all(
            not any(not each & ~now for each in game.white_sets) and self.wins(black, now, True) for now in after
        )


def random_lines(rng: Random, race: RaceDerivation, count: int) -> Counter[str]:
    """Lines of the search, where Black wins, and changed ones after them; how many of these hold, by their rules."""
    seen = Counter[str]()
    for number in range(len(race.game.black_sets)):
        race.add("set", (number,))
    found = written(race.game, Player.BLACK, None, symmetry=False)
    for rule, numbers in [] if found is None else lines_of(found[1]):
        race.add(rule, tuple(moved(rule, numbers, len(race.game.black_sets))))
    for _ in range(count):
        rule, line = random_line(rng, race)
        try:
            race.add(rule, line)
        except InvalidLine:
            continue
        seen[rule] += 1
    return seen


def moved(rule: str, numbers: tuple[int, ...], by: int) -> Iterator[int]:
    """The numbers of a line, where the lines that it names stand further down."""
    named = named_places(rule, numbers)
    return (number + by * (place in named) for place, number in enumerate(numbers))


def named_places(rule: str, numbers: tuple[int, ...]) -> range:
    """The places of the numbers by which a line names others."""
    if rule == "against":
        at = 1 + numbers[0]
        return range(at + numbers[at] + 3, len(numbers), 2)
    return range(0) if rule == "set" else range(1, 2)


def random_line(rng: Random, race: RaceDerivation) -> Line:
    """A line out of facts that there are, or one of the lines with something changed."""
    cells = len(race.game.board)
    rule = rng.choice(("play", "play", "against", "against", "against", "image"))
    number = rng.randrange(len(race.facts))
    if rule == "play":
        number = rng.choice([at for at, fact in enumerate(race.facts) if fact.turn not in (FIRST, AT_START)])
        return rule, (rng.choice([*cells_of(race.facts[number].stones), rng.randrange(cells)]), number)
    if rule == "image":
        return rule, (rng.randrange(len(race._turns) + 1), number)
    known = [numbers for rule, numbers in race.lines if rule == "against"]
    if known and rng.random() < 0.7:
        theirs_of, stones_of, forced, replies = race.replies(rng.choice(known))
        theirs, stones = list(cells_of(theirs_of)), list(cells_of(stones_of))
    else:
        theirs, stones, forced, replies = [], [], rng.choice((0, 0, 1)), []
    for part in theirs, stones:
        if part and rng.random() < 0.3:
            part.remove(rng.choice(part))
        elif rng.random() < 0.3:
            part.append(rng.randrange(cells))
    usable = [at for at, fact in enumerate(race.facts) if fact.turn not in (SECOND, AT_START)]
    for _ in range(rng.choice((0, 1, 1, 2)) if replies else rng.randint(1, 4)):
        at = rng.choice(usable)
        outside = cells_of(race.game.board.full & ~(race.facts[at].carrier | race.facts[at].stones))
        replies.append((rng.choice([*outside, *cells_of(race.facts[at].theirs), cells]), at))
    for _ in range(rng.choice((0, 0, 1, 2))):
        place = rng.randrange(len(replies))
        cell, at = replies[place]
        replies[place] = rng.choice([(cells, at), (rng.randrange(cells), at), (cell, rng.choice(usable))])
    if len(replies) > 1 and rng.random() < 0.3:
        replies.pop(rng.randrange(len(replies)))
    forced = min(rng.choice((forced, forced, 0, 1)), len(replies) - 1)
    flat = [number for reply in replies for number in reply]
    return rule, (len(theirs), *theirs, len(stones), *stones, forced, *flat)


def positions(race: RaceDerivation, fact: RaceFact) -> Iterator[tuple[int, int]]:
    """The positions that a fact speaks of: his stones and hers, none of her sets complete."""
    full = race.game.board.full
    for mine in submasks(full & ~fact.stones):
        stones = mine | fact.stones
        for theirs in submasks(full & ~stones & ~fact.carrier):
            complete = any(not each & ~theirs for each in race.game.white_sets)
            alive = [each for each in race.game.white_sets if not each & stones]
            if not complete and not further(race, fact, theirs, alive):
                yield stones, theirs


def further(race: RaceDerivation, fact: RaceFact, theirs: int, alive: list[int]) -> bool:
    """By the words of the definition."""
    for each in alive:
        left = each & ~theirs
        near = left.bit_count() <= fact.all and (left & ~fact.forced).bit_count() <= fact.free
        if near and not any(other & ~fact.theirs & ~left == 0 for other in race.game.white_sets):
            return True
    return False


def submasks(mask: int) -> Iterator[int]:
    part = mask
    while True:
        yield part
        if not part:
            return
        part = (part - 1) & mask


def test_every_fact_is_so():
    """Random valid lines are true of every position that they speak of, whoever has which other stones."""
    rng, seen, asked, restricted = Random(5), Counter[str](), 0, 0
    for _ in range(size(2000, 200)):
        game = random_game(rng, rng.choice((4, 5, 6, 6)))
        race, truth = RaceDerivation(game, WINS, rule_symmetries(game)), Truth(game)
        seen += random_lines(rng, race, 120)
        for (rule, _), fact in zip(race.lines, race.facts, strict=True):
            if rule == "set":
                continue
            if fact.turn == AT_START:
                restricted += 1
                about = game.start[:2] in positions(race, fact) and game.mover(game.start) is Player.WHITE
                assert not about or truth.wins_start(game), (game, race.lines, fact)
                continue
            for mine, theirs in positions(race, fact):
                if any(not each & ~mine for each in game.black_sets):
                    continue  # he has won
                asked += 1
                if fact.turn != SECOND:
                    assert truth.wins(mine, theirs, True), (game, race.lines, rule, fact, mine, theirs)
                if fact.turn == SECOND:
                    assert truth.wins(mine, theirs, False), (game, race.lines, rule, fact, mine, theirs)
    assert min(seen[rule] for rule in ("play", "against", "image")) > 100, seen
    assert asked > 50_000
    assert restricted > 100


def both(game: PositionalGame, claim: Claim, symmetries: Any, lines: list[Line]) -> Any:
    """The result of the two checkers, which agree."""
    plain, native = (each(game, claim, symmetries, numbered(lines)) for each in (check, check_native))
    assert told(plain) == told(native)
    return plain


def told(result: Any) -> tuple[Any, ...]:
    if isinstance(result, Holds):
        return result.positions, result.replies, result.arguments, result.longest, result.unused
    return (result.why,)


def lines_of(strategy: Strategy) -> list[Line]:
    return [(entry.answer.rule, entry.answer.numbers) for _, entry in strategy]


def written(
    game: PositionalGame, player: Player, depth: int | None, *, symmetry: bool = True
) -> tuple[Claim, Strategy] | None:
    session = PositionalSession(game)
    if not session.decide(player, depth, Limits()).answer:
        return None
    claim = Claim(player, True, depth)
    return claim, strategy_of(game, claim, session.prove(player, depth, Limits(), wins=True, symmetry=symmetry))


def test_the_search_writes_what_both_accept():
    """Wins of either player from any position, within a depth or at all; the play by it wins against every reply."""
    rng, wins = Random(11), Counter[str]()
    for _ in range(size(900, 300)):
        game = random_game(rng, rng.choice((5, 6, 7, 8, 9)), 9)
        player = rng.choice(list(Player))
        depth = rng.choice((None, None, rng.randint(1, 7)))
        found = written(game, player, depth)
        if found is None:
            continue
        claim, strategy = found
        assert strategy.claim.derived
        lines = lines_of(strategy)
        result = both(game, strategy.claim, strategy.symmetries, lines)
        assert isinstance(result, Holds), result
        assert depth is None or (result.longest or 0) <= depth
        wins[claim.player.value] += 1
        if len(game.board) < 8:
            plays_out(Play(game), Follower(strategy))
    assert min(wins.values()) > 5, wins


def plays_out(play: Play, follower: Follower) -> None:
    """The strategy wins against every reply."""
    if play.is_over:
        assert play.winner is follower.player
        return
    if play.to_move is follower.player:
        reply = follower.reply(play)
        assert reply is not None
        plays_out(Play(play.game, [*play.line, reply.move]), follower)
        return
    for move in play.legal:
        plays_out(Play(play.game, [*play.line, move]), follower)


def changed(rng: Random, lines: list[Line]) -> list[Line]:
    """A line, or a number of one, is another one."""
    lines = list(lines)
    at = rng.randrange(len(lines))
    rule, numbers = lines[at]
    kind = rng.randrange(5)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines[at] = rng.choice(lines)
    elif kind == 2:
        lines[at] = (rng.choice(("set", "play", "against", "image", "or")), numbers)
    else:
        place = rng.randrange(len(numbers))
        value = rng.choice((numbers[place] + 1, max(0, numbers[place] - 1), 0, rng.randrange(12), rng.choice(numbers)))
        cut = place + (kind == 3)
        lines[at] = (rule, (*numbers[:place], value, *numbers[cut:]))
    return lines


def test_mutants():
    """Both checkers say the same of changed lines; what they accept is true."""
    rng, refused = Random(3), Counter[str]()
    for _ in range(size(400, 60)):
        game = random_game(rng, rng.choice((5, 6)))
        found = written(game, Player.BLACK, None)
        if found is None:
            continue
        _, strategy = found
        truth = Truth(game)
        for _ in range(60):
            lines = lines_of(strategy)
            for _ in range(rng.choice((1, 1, 2))):
                lines = changed(rng, lines) if lines else lines
            board = game
            if rng.random() < 0.3:  # the same lines about another position
                board = random_game(rng, len(game.board))
                board = game.at(board.start)
                if board.winner(board.start) is not None:
                    continue
            result = both(board, strategy.claim, strategy.symmetries, lines)
            if isinstance(result, Holds):
                assert truth.wins_start(board)
            else:
                refused[result.why.partition(" ")[2].partition(" ")[2]] += 1
    assert len(refused) > 8, refused


@pytest.mark.parametrize(
    "name",
    [
        "Y,board=8x8",
        "I4,board=8x8",
        "p5-03,board=6x6,torus",
        pytest.param("L,board=7x7,torus", marks=pytest.mark.slow),
        "tippy,board=19x19",
    ],
)
def test_large(name: str):
    """Wins whose plays nobody could write down, position by position; either checker."""
    game = make(f"httt:{name}")
    assert isinstance(game, PositionalGame)
    found = written(game, Player.BLACK, None)
    assert found is not None
    _, strategy = found
    assert isinstance(check_native(game, strategy.claim, strategy.symmetries, strategy), Holds)
    assert len(strategy) < 20_000


def test_what_is_not_for_them():
    """Nobody derives that he holds, turns of two stones, or a win against somebody who has won."""
    game, slower = make("httt:el,board=3x3"), make("gttt:el,p=2,q=1,board=3x3")
    assert isinstance(game, PositionalGame)
    assert isinstance(slower, PositionalGame)
    for other, claim in [
        (game, Claim(Player.WHITE, False, derived=True)),
        (slower, WINS),
        (game.at(Position(0, game.white_sets[0], 3)), WINS),
    ]:
        assert "last" not in str(both(other, claim, [], [("set", (0,))]))


@pytest.mark.parametrize("checker", [check, check_native])
def test_a_line_with_many_replies_keeps_the_time(checker):
    """Each reply of a line is looked at against all sets of the other player; the limit holds within it, too."""
    rare, live = range(54, 64), range(6, 54)
    sets = [mask_of(cells) for cells in (*combinations(live, 3), *((one, two) for one in rare for two in live))]
    start = Position(mask_of(rare), 0)
    game = PositionalGame(
        "wide", Board.square(8, 8), Rule.MAKER_MAKER, tuple(1 << cell for cell in range(6)), tuple(sets), start
    )
    stones = (len(rare), *rare)
    lines: list[Line] = [("set", (number,)) for number in range(6)]
    lines += [("play", (number, number)) for number in range(6)]
    lines += [("against", (0, *stones, 0, 64, 6, 64, 7)), ("against", (0, *stones, 0, 64, 8, 64, 9))]
    lines += [("play", (4, 12)), ("play", (5, 13)), ("against", (0, *stones, 0, 64, 14, 64, 15)), ("play", (6, 16))]
    assert isinstance(checker(game, WINS, (), numbered(lines)), Holds)
    with pytest.raises(LimitError, match="out of time before every line was checked"):
        checker(game, WINS, (), numbered([*lines, ("against", (0, *stones, 0, *(64, 17) * 20_000))]), time_limit=0.3)


@pytest.mark.parametrize("count", range(1, 70))
def test_a_check_that_is_late_says_so(count):
    """A limit that is over before the check has begun is told as one wherever the check looks at the clock."""
    game = make("httt:I2,board=3x1")
    with suppress(LimitError):
        assert isinstance(check_native(game, WINS, (), numbered([("set", (0,))] * count), time_limit=1e-9), Broken)
