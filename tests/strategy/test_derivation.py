"""Derivations: every fact that a checker accepts is so; both checkers agree; what is forged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from random import Random

import pytest
from tests.encodings.games import KINDS as CELLS
from tests.encodings.games import connection, hex_board
from tests.search.test_connection import late_hex, sparse_graph
from tests.sizes import size
from tests.strategy.claims import Truth
from tests.strategy.facts import is_so

from zermelo.errors import DisagreementError, InputError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.model import ConnectionGame, Player, Position, PositionalGame, Turns
from zermelo.model.symmetry import rule_symmetries
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.positional_session import PositionalSession
from zermelo.search.session import Limits
from zermelo.search.switches import PositionalSwitches
from zermelo.strategy import Broken, Claim, Holds, Strategy, read_strategies, write_strategies
from zermelo.strategy.certify import check_file
from zermelo.strategy.check.derivation import RULES, Derivation, parts_of
from zermelo.strategy.check.derived_fact import InvalidLine, unfit, winning_sets
from zermelo.strategy.check.plain import check
from zermelo.strategy.check.section import checked
from zermelo.strategy.entry import Deduction, numbered
from zermelo.strategy.extract.from_search import strategy_from

DerivedGame = ConnectionGame | PositionalGame
Line = tuple[str, tuple[int, ...]]


def restricted(rng: Random) -> DerivedGame:
    """Alike from several sides but for its first moves: images of what these give are none."""
    game = make(rng.choice(("hex:2x2", "hex:3x2", "httt:domino,board=3x2,mb", "httt:el,board=2x2,mb")))
    assert isinstance(game, ConnectionGame | PositionalGame)
    turns = Turns(rng.choice(list(Player)), rng.choice((1, 1, 2)))
    return replace(game, first_moves=rng.randrange(1, 1 << len(game.board)), turns=turns)


KINDS = (connection, hex_board, late_hex, sparse_graph, restricted, CELLS["maker-breaker"])
BORDERS = ("path", "apart", "and", "pair")
"""Rules of connection games alone."""


def games(
    seeds: range, most: int = 9, kinds: Sequence[Callable[[Random], DerivedGame]] = KINDS
) -> Iterator[tuple[DerivedGame, Random]]:
    """Games with few open cells, and the generator."""
    for seed in seeds:
        rng = Random(seed)
        game = rng.choice(kinds)(rng)
        if 0 < game.complete_depth() <= most:
            yield game, rng


def random_claim(game: DerivedGame, rng: Random) -> Claim:
    """Any claim, true or not."""
    depth = rng.choice((None, rng.randint(0, game.complete_depth() + 1)))
    return Claim(rng.choice(list(Player)), rng.random() < 0.5, depth, derived=True)


def random_line(game: DerivedGame, rng: Random, count: int, turns: int) -> Line:
    """A line that may be right, after so many others."""
    cells = len(game.board)
    borders = isinstance(game, ConnectionGame)
    first = ("path", "apart") if borders else ("set",)
    fit = [
        rule
        for rule in RULES
        if rng.random() < 0.05 or (rule in BORDERS if borders else rule == "set") or rule not in (*BORDERS, "set")
    ]
    rule = rng.choice(fit) if count else rng.choice(first)
    cell, line = (lambda: rng.randrange(cells)), (lambda: rng.randrange(max(0, count - 12), count))
    if rule == "set":
        return rule, (rng.randint(0, len(winning_sets(game, Player.BLACK))),)
    if rule == "path" and isinstance(game, ConnectionGame):
        way = [rng.choice((cells, cells + 1, cell()))]
        around = (*game.neighbours, game.source, game.target)
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            near = [each for each in range(cells + 2) if (around[max(each, way[-1])] >> min(each, way[-1])) & 1]
            way.append(rng.choice([*near, cell()]))
        return rule, tuple(way)
    if rule in ("path", "apart"):
        some = rng.sample(range(cells), rng.randint(0, cells))
        return rule, (rng.randint(0, len(some)), *some)
    if rule == "image":
        return rule, (rng.randrange(turns + 1), line())
    few = [line() for _ in range(rng.choice((1, 2, 2, 2, 3)))]
    return rule, {
        "and": (line(), line()),
        "or": tuple(few),
        "play": (cell(), line()),
        "pair": (cell(), cell(), line(), *[cell() for _ in range(rng.choice((0, 0, 1)))]),
        "play at": (rng.randrange(3), cell(), line()),
        "or at": (rng.randrange(3), *few),
    }[rule]


def both(game: DerivedGame, claim: Claim, turns: tuple[tuple[int, ...], ...], lines: list[Line]) -> bool:
    """True if a derivation holds: both checkers say the same, in the same words."""
    one = check(game, claim, turns, numbered(lines))
    two = checked(game, claim, turns, numbered(lines))
    assert replace(one, seconds=0) == replace(two, seconds=0)
    return isinstance(one, Holds)


def test_every_fact_is_so():
    """Derivations made up at random: what the checkers accept is so by trying all, and what they claim, too."""
    rules, held = Counter[str](), 0
    for game, rng in chain(games(range(size(90, 30)), 7), games(range(size(90, 30)), 7, [restricted])):
        claim = random_claim(game, rng)
        if unfit(game, claim) is not None:
            continue
        turns = rule_symmetries(game)
        derivation, lines, truth = Derivation(game, claim, turns), list[Line](), Truth(game)
        for _ in range(250):
            line = random_line(game, rng, len(lines), len(turns))
            try:
                derivation.add(*line)
            except InvalidLine:
                if rng.random() < 0.02:
                    assert not both(game, claim, turns, [*lines, line])
                continue
            lines.append(line)
            assert is_so(game, claim, derivation.facts[-1]), (game, claim, lines)
            rules[line[0]] += 1
            if derivation.misfit() is None:
                assert truth.holds(claim), (game, claim, lines)
                held += 1
        if lines:
            both(game, claim, turns, lines)
    assert min(rules[rule] for rule in RULES) > 5, rules
    assert held > 30


@pytest.mark.parametrize("begin", ["play at", "or at"])
def test_no_image_of_a_restricted_first_move(begin: str):
    """A fact of the first move holds for the moves that are allowed there, and their images need not be."""
    game = make("httt:domino,board=4x1,mb")
    assert isinstance(game, PositionalGame)
    turns = ((3, 2, 1, 0),)
    if begin == "play at":  # Black must play d1, and has a1; it is b1 that would win
        game = replace(game, first_moves=0b1000, start=Position(0b1, 0b100))
        lines = [("set", (2,)), ("play at", (0, 3, 0)), ("image", (0, 1))]
    else:  # White must play d1, which leaves Black b1 and c1; that of c1 would not
        game = replace(game, first_moves=0b1000, start=Position(0b1, 0), turns=Turns(Player.WHITE))
        lines = [("set", (0,)), ("play", (1, 0)), ("or at", (0, 1)), ("image", (0, 2))]
    derivation = Derivation(game, Claim(Player.BLACK, True, None, derived=True), turns)
    for line in lines[:-1]:
        derivation.add(*line)
    with pytest.raises(InvalidLine, match="time"):
        derivation.add(*lines[-1])
    assert not both(game, Claim(Player.BLACK, True, None, derived=True), turns, lines)
    if begin == "play at":  # without the restriction it is one
        derivation = Derivation(replace(game, first_moves=None), derivation.claim, turns)
        for line in lines:
            derivation.add(*line)


def session_of(game: DerivedGame) -> ConnectionSession | PositionalSession:
    """The search that derives."""
    return ConnectionSession(game) if isinstance(game, ConnectionGame) else PositionalSession(game)


def proofs(seeds: range, most: int = 9) -> Iterator[tuple[DerivedGame, Random, Strategy, Truth]]:
    """Proofs of claims that are true."""
    for game, rng in games(seeds, most):
        truth, session = Truth(game), session_of(game)
        for said in truth.claims(rng):
            if isinstance(game, PositionalGame) and (said.player is Player.WHITE or not truth.wins(Player.BLACK, None)):
                continue  # the breaker's, or Black's while she breaks all sets
            try:
                strategy = strategy_from(session, game, said, Limits())
            except UnsupportedError:
                continue  # how fast White wins on a graph
            assert strategy.claim.derived or not len(strategy)
            yield game, rng, strategy, truth


def lines_of(strategy: Strategy) -> list[Line]:
    """The lines of a derivation."""
    return [tuple(entry.answer) for entry in strategy.entries.values()]


def test_proofs_hold():
    """Derivations by the search are accepted by both checkers; all facts are true, and all lines are needed."""
    rules, kinds = Counter[str](), Counter[object]()
    for game, rng, strategy, _ in proofs(range(1000, 1000 + size(120, 70))):
        claim, lines = strategy.claim, lines_of(strategy)
        if not claim.derived:
            assert isinstance(check(game, claim, (), ()), Holds)  # play is over
            continue
        assert both(game, claim, strategy.symmetries, lines)
        kinds[claim.player, claim.wins, claim.depth is None] += 1
        rules.update(rule for rule, _ in lines)
        derivation = Derivation(game, claim, strategy.symmetries)
        for line in lines:
            derivation.add(*line)
            if rng.random() < 0.1:
                assert is_so(game, claim, derivation.facts[-1])
        assert derivation.counts()[0] == len(lines)
    assert len(kinds) == 8, kinds
    assert min(rules[rule] for rule in RULES if rule not in ("image", "pair")) > 10, rules


def mutated(lines: list[Line], rng: Random, cells: int) -> list[Line]:
    """One line forged, moved, weakened or left out, or a reference bent."""
    at = rng.randrange(len(lines))
    rule, numbers = lines[at]
    roll = rng.random()
    if roll < 0.15:
        return [*lines[:at], *lines[at + 1 :]]
    if roll < 0.3 and at:
        other = rng.randrange(len(lines))
        lines = [*lines]
        lines[at], lines[other] = lines[other], lines[at]
        return lines
    parts = parts_of(rule, numbers)
    if roll < 0.5 and parts:
        bent = rng.choice(parts)
        numbers = tuple(rng.randrange(len(lines)) if each == bent else each for each in numbers)
    elif roll < 0.6:
        rule = rng.choice(list(RULES))
    elif roll < 0.75 and numbers:
        gone = rng.randrange(len(numbers))
        numbers = (*numbers[:gone], *numbers[gone + 1 :])
    elif numbers:
        which = rng.randrange(len(numbers))
        numbers = (
            *numbers[:which],
            rng.choice((rng.randrange(cells + 2), rng.randrange(len(lines)))),
            *numbers[which + 1 :],
        )
    return [*lines[:at], (rule, numbers), *lines[at + 1 :]]


def test_mutants():
    """A changed derivation is refused by both checkers alike, or each of its facts and the claim are still true."""
    counts = Counter[str]()
    for game, rng, strategy, truth in proofs(range(2000, 2080), 7):
        if not strategy.claim.derived:
            continue
        lines = lines_of(strategy)
        for _ in range(6):
            mutant = mutated(lines, rng, len(game.board))
            holds = both(game, strategy.claim, strategy.symmetries, mutant)
            counts["right" if holds else "refused"] += 1
            if holds and mutant != lines:
                derivation = Derivation(game, strategy.claim, strategy.symmetries)
                for line in mutant:
                    derivation.add(*line)
                    assert is_so(game, strategy.claim, derivation.facts[-1])
        # More than was proven, another player, another position.
        said, start = strategy.claim, game.start
        more = [replace(said, player=said.opponent), replace(said, wins=not said.wins)]
        if said.depth is not None:
            more.append(replace(said, depth=max(0, said.depth - 1) if said.wins else said.depth + 1))
        for claim in more:
            holds = both(game, claim, strategy.symmetries, lines)
            assert not holds or truth.holds(claim)
            counts["right" if holds else "claim"] += 1
        cell = 1 << rng.randrange(len(game.board))
        mine = said.player is Player.BLACK
        stones = start._replace(
            black=start.black & ~cell if mine else start.black | cell,
            white=start.white | cell if mine else start.white & ~cell,
        )
        left = game.board.full & ~(stones.black | stones.white)
        first = game.first_moves if game.first_moves is None or game.first_moves & left else game.first_moves | left
        taken = replace(game, start=stones, first_moves=first)
        other = replace(game, turns=Turns(game.turns.player_at(start.ply).other, rng.randint(1, 2), rng.randint(1, 2)))
        for wrong in (taken, other):
            holds = both(wrong, said, strategy.symmetries, lines)
            assert not holds or Truth(wrong).holds(said), (wrong, said, lines)
            counts["right" if holds else "game"] += 1
    assert counts["refused"] > 400, counts
    assert min(counts.values()) > 50, counts


def test_files(tmp_path):
    """Files keep derivations; what is no line of one is told with its place."""
    game = ConnectionGame.hex(4, 4)
    path = tmp_path / "four.strategy.gz"
    strategy = strategy_from(ConnectionSession(game), game, Claim(Player.BLACK, True), Limits())
    write_strategies(path, game, [strategy])
    assert read_strategies(path)[0].entries == strategy.entries
    for pure in (False, True):
        (result,) = check_file(path, game, pure=pure)
        assert isinstance(result, Holds)
        assert result.positions == len(strategy)
    plain = tmp_path / "four.strategy"
    write_strategies(plain, game, [strategy])
    text = plain.read_text()
    for old, new, said in (
        ('["path"', "[7", "the rule of a deduction"),
        ('["and",', '["and",-1,', "a number from 0"),
        ('"derived":true', '"derived":1', "true or false"),
        ('"derived":true', '"derived":true,"breaking":true', "one form"),
    ):
        plain.write_text(text.replace(old, new, 1))
        with pytest.raises(InputError, match=said):
            check_file(plain)
    plain.write_text(text.replace('["and",', '["nand",', 1))
    for pure in (False, True):
        (result,) = check_file(plain, pure=pure)
        assert isinstance(result, Broken)
        assert "no known rule" in result.why


def test_other_forms():
    """A derivation is none of another game, and a plain claim takes no deductions."""
    claim = Claim(Player.WHITE, False, derived=True)
    result = check(make("ttt"), claim, (), ())
    assert isinstance(result, Broken)
    assert "connection games" in result.why
    game = make("hex:2x2")
    for each in (check, checked):
        result = each(game, Claim(Player.BLACK, True), (), numbered([("path", (4, 1))]))
        assert isinstance(result, Broken)
        assert "has no derivation" in result.why
        with pytest.raises(LimitError):
            each(game, replace(claim, player=Player.BLACK), (), numbered([("path", (4, 0))] * 9), memory_limit_mb=0.001)
    assert Deduction("path", (4, 1)) == Deduction(*("path", (4, 1)))


def test_false_claims_are_not_proven():
    """The search refuses to prove what is false."""
    for game, rng in games(range(3000, 3040)):
        truth, session = Truth(game), session_of(game)
        for said in truth.claims(rng):
            false = Claim(said.opponent, not said.wins, said.depth)
            refused: tuple[type[Exception], ...] = (DisagreementError, UnsupportedError)
            early = false.depth is not None and false.depth < (game.complete_depth() or 0)
            if isinstance(game, PositionalGame) and (false.player is Player.WHITE) is false.wins and early:
                refused = (DisagreementError, LimitError)  # how soon White has broken all sets is not searched for
            with pytest.raises(refused):
                strategy_from(session, game, false, Limits())


@pytest.mark.parametrize(
    "name",
    [
        "p5-02,board=6x6,torus",
        "p5-03,board=6x6,torus",
        pytest.param("p5-03,board=7x7,torus", marks=pytest.mark.slow),
        "L,board=7x7",
    ],
)
def test_wins_of_a_maker(name: str):
    """Supports spare most of the positions, and whoever looks for a win by them proves it all the same."""
    game, limits, claim = make(f"httt:{name},mb"), Limits(seconds=120), Claim(Player.BLACK, True)
    assert isinstance(game, PositionalGame)
    session, without = PositionalSession(game), PositionalSession(game, switches=PositionalSwitches(supports=0))
    few, many = (each.decide(Player.BLACK, None, limits).nodes for each in (session, without))
    assert few < many
    assert "torus" not in name or 2 * few < many
    strategies = [strategy_from(each, game, claim, limits) for each in (session, without)]
    for strategy in strategies:
        assert both(game, strategy.claim, strategy.symmetries, lines_of(strategy))
    assert len(strategies[0]) < few
