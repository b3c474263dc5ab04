"""Strategies for Game-SAT: extracted, written, checked, followed; and found out when they are wrong."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.gamesat.minimax import winner
from tests.model.test_clauses import formulas

from zermelo.errors import DisagreementError, InputError, LimitError
from zermelo.gamesat import MAX, MIN, decide, name_of
from zermelo.gamesat.certify_strategy import certify_clauses
from zermelo.gamesat.extract_strategy import extract_clauses
from zermelo.gamesat.generate import formulas as random_formulas
from zermelo.model import IDLE, ClauseGame, Player, Position, ResidualFormula, cells_of, mask_of
from zermelo.model.automorphism import Permutation
from zermelo.play.follow_formula import ClauseFollower
from zermelo.play.play import Play
from zermelo.strategy import Broken, Claim, Entry, Holds, Strategy, read_strategies, write_strategies
from zermelo.strategy.certify import check_file
from zermelo.strategy.check import clause_removal as asides
from zermelo.strategy.check.plain import check
from zermelo.strategy.claim import normal
from zermelo.strategy.entry import ClauseRemoval, Entries


def game_and_winner(formula: ClauseGame, first: Player) -> tuple[ClauseGame, Player]:
    return formula.opened_by(first), winner(formula.opened_by(first))


def winner_found(formula: ClauseGame, first: Player) -> Player:
    found = decide(formula.opened_by(first)).winner
    assert found is not None
    return found


def broken(game: ClauseGame, claim: Claim, entries: Entries, symmetries: Sequence[Permutation] = ()) -> Broken:
    """The way in which a strategy breaks."""
    result = check(game, claim, symmetries, entries)
    assert isinstance(result, Broken)
    return result


def wins_every_play(strategy: Strategy, reasons: Counter[str]) -> bool:
    """True if nobody can beat the follower of a strategy, by the rules of the formula."""
    follower = ClauseFollower(strategy)

    def from_here(session: Play) -> bool:
        if session.is_over:
            return session.winner is follower.player
        moves = session.legal
        if session.to_move is follower.player:
            reply = follower.reply(session)
            if reply is None or reply.move not in moves:
                return False
            reasons[reply.why.split(":")[0]] += 1
            moves = [reply.move]
        for move in moves:
            session.push(move)
            wins = from_here(session)
            session.undo()
            if not wins:
                return False
        return True

    return from_here(Play(strategy.game))


def test_extracted():
    """An extracted strategy holds, has no entry too many, and wins every play."""
    reasons, draw = Counter[str](), random.Random(11)
    for formula in formulas(6, 11):
        for first in (MAX, MIN):
            game, player = game_and_winner(formula, first)
            strategy = extract_clauses(game, player)
            result = check(game, strategy.claim, (), strategy)
            assert isinstance(result, Holds), (formula, first, result)
            assert (result.unused, result.positions) == (0, len(strategy))
            if formula.variables <= 6 and draw.random() < 0.6:
                assert wins_every_play(strategy, reasons), (formula, first)
    assert all(sum(count for why, count in reasons.items() if word in why) >= 3 for word in WHYS), reasons


WHYS = ("at once", "stores it", "paired", "only pairs", "another one", "to pass the turn", "but those in pairs")


def test_loser():
    """There is no strategy for who does not win: none is extracted, and whatever is stored for her does not hold."""
    draw = random.Random(12)
    kinds = Counter[bool]()
    for formula in formulas(5, 12):
        for first in (MAX, MIN):
            game, player = game_and_winner(formula, first)
            if game.winner(game.start) is not None:
                continue
            with pytest.raises(DisagreementError, match=f"no strategy by which {name_of(player.other)} wins"):
                extract_clauses(game, player.other)
            for wins in (True, False):
                strategy = anything(game, Claim(player.other, wins), draw)
                result = check(game, strategy.claim, (), strategy)
                assert isinstance(result, Broken), (formula, first, strategy)
                kinds["pair" in result.why] += 1
    assert min(kinds[True], kinds[False]) > 100, kinds


def anything(game: ClauseGame, claim: Claim, draw: random.Random) -> Strategy:
    """For whatever can be left a move or clause removals: by chance, but not at once in a way that loses."""
    left, strategy = ResidualFormula.begin(game), Strategy(game, claim)
    waiting, met = [left.start], set[Position]()
    while waiting:
        position = waiting.pop()
        key = normal(left, position)
        moves = left.legal(position)
        if key in met or not moves:
            continue
        met.add(key)
        mine = left.mover(position) is claim.player
        after = [left.step(position, move) for move in moves]
        put = some_aside(left, claim, position, draw) if draw.random() < 0.4 else None
        if put is not None:
            strategy.entries[key] = Entry(put)
            waiting.append(asides.remove(left, position, put))
        elif mine:
            good = [move for move, each in zip(moves, after, strict=True) if left.winner(each) is not claim.opponent]
            strategy.entries[key] = Entry(draw.choice(good or moves))
        waiting += after
    return strategy


def some_aside(left: ResidualFormula, claim: Claim, position: Position, draw: random.Random) -> ClauseRemoval | None:
    """Some clauses, with pairs out of them for MAX."""
    numbers = list(cells_of(position.black))
    clauses = tuple(draw.sample(numbers, draw.randint(1, len(numbers))))
    if claim.player is Player.WHITE:
        return ClauseRemoval(clauses)
    pairs = []
    for clause in clauses:
        live = list(cells_of(position.white & left.variables(1 << clause)))
        if len(live) < 2:
            return None
        pairs.append(tuple(draw.sample(live, 2)))
    return ClauseRemoval(clauses, tuple(pairs))  # type: ignore[arg-type]


def test_asides():
    """The checker accepts clause removals only where who wins without them wins with them; and some of each."""
    draw = random.Random(13)
    said = Counter[str | None]()
    for formula in formulas(6, 13):
        for first in (MAX, MIN):
            left = ResidualFormula.begin(formula.opened_by(first))
            if left.winner(left.start) is not None:
                continue
            for player in Player:
                claim = Claim(player, True)
                put = some_aside(left, claim, left.start, draw)
                wrong = None if put is None else asides.complaint(left, claim, left.start, put)
                said[wrong and wrong.strip("x0123456789").split(" ")[-3]] += put is not None
                if put is None or wrong is not None:
                    continue
                rest = [clause for k, clause in enumerate(left.whole.clauses) if k not in put.clauses]
                without = ClauseGame("f", formula.variables, tuple(tuple(clause.literals()) for clause in rest))
                if winner(without.opened_by(first)) is player:
                    assert winner(formula.opened_by(first)) is player, (formula, first, put)
    assert said[None] > 100
    assert len(said) >= 3, said


@pytest.mark.parametrize(
    ("player", "put", "said"),
    [
        (Player.BLACK, ClauseRemoval(()), "no clause is removed"),
        (Player.WHITE, ClauseRemoval(()), "no clause is removed"),
        (Player.WHITE, ClauseRemoval((0, 0)), "removed twice"),
        (Player.BLACK, ClauseRemoval((0,), ()), "1 clauses are removed with 0 pairs"),
        (Player.BLACK, ClauseRemoval((0,), ((0, 0),)), "occurs twice in the pairs"),
        (Player.BLACK, ClauseRemoval((0, 1), ((0, 1), (1, 2))), "occurs twice in the pairs"),
        (Player.BLACK, ClauseRemoval((0,), ((0, 3),)), "clause 1 does not contain its pair"),
        (Player.BLACK, ClauseRemoval((0,), ((0, 1),)), "variable 2 of a pair occurs in a clause that remains"),
        (Player.WHITE, ClauseRemoval((0,), ((0, 1),)), "a removal by MIN has no pairs"),
    ],
)
def test_wrong_asides(player, put, said):
    """Each rule of putting aside, broken alone."""
    game = ClauseGame("f", 5, ((1, 2), (2, 3), (3, 4, 5)))
    left = ResidualFormula.begin(game)
    assert said in str(asides.complaint(left, Claim(player, True), left.start, put))
    result = check(game, Claim(player, True), (), [(normal(left, left.start), Entry(put))])
    assert isinstance(result, Broken)
    assert said in result.why


def test_refused():
    """No depths, no symmetries, no move that is none, no entry twice."""
    game = ClauseGame("f", 2, ((1, 2), (-1, -2)))
    strategy = extract_clauses(game, Player.WHITE)
    assert isinstance(check(game, strategy.claim, (), strategy), Holds)
    assert broken(game, Claim(Player.WHITE, True, 2), strategy).why == "a claim about a formula has no depth"
    assert "permutation 1" in broken(game, strategy.claim, strategy, [(1, 0)]).why
    left = ResidualFormula.begin(ClauseGame("f", 3, ((1, 2), (-1, -2))))
    for move in (3, -3, 4):
        entries = [(normal(left, left.start), Entry(move))]
        assert "is not legal here" in broken(left.whole, Claim(Player.BLACK, True), entries).why
    entries = [(normal(left, left.start), Entry(1))]
    assert "occurs twice in the strategy" in broken(left.whole, Claim(Player.BLACK, True), entries * 2).why
    assert "in which MAX moves" in broken(left.whole, Claim(Player.WHITE, True), entries).why


def test_broken_line():
    """The line on which a strategy breaks is told in moves of the formula, idle variables among them."""
    game = ClauseGame("f", 3, ((1, 2), (-1, -2)))
    left = ResidualFormula.begin(game)
    held = check(game, Claim(Player.BLACK, True), (), [(normal(left, left.start), Entry(IDLE))])
    assert isinstance(held, Holds)  # the second player wins these two clauses, and the third variable passes the turn
    result = broken(game, Claim(Player.BLACK, True), [(normal(left, left.start), Entry(1))])
    assert (result.line, result.why) == ((1, 2), "MIN has won")
    assert result.position == Position(0b11, 0, 2)
    pairs = ClauseGame("f", 6, ((1, 2), (3, 4), (-3, -4)))
    start = normal(ResidualFormula.begin(pairs), ResidualFormula.begin(pairs).start)
    entries = [(start, Entry(ClauseRemoval((0,), ((0, 1),))))]
    result = broken(pairs, Claim(Player.BLACK, True), entries)
    assert "no move of MAX is stored" in result.why
    assert result.position == pairs.start


def test_files(tmp_path):
    """A strategy survives its file, packed or not; the file alone is enough; damage is located."""
    for number, formula in enumerate(random_formulas(16, 9, 3, 12, seed=3)):
        for first in (MAX, MIN):
            game = formula.opened_by(first)
            player = winner_found(formula, first)
            path = tmp_path / f"strategy-{number}.json{'.gz' if number % 2 else ''}"
            held = certify_clauses(game, player, path)
            (again,) = read_strategies(path)
            assert (again.game, again.claim, len(again)) == (game, Claim(player, True), held.positions)
            assert isinstance(check_file(path)[0], Holds)
            opened = gzip.open if number % 2 else open
            with opened(path, "rt") as file:
                lines = file.read().splitlines()
            if len(lines) > 4:
                damaged = tmp_path / "damaged"
                damaged.write_text("\n".join([*lines[:2], *lines[3:]]) + "\n")
                with pytest.raises(InputError, match=r"damaged:\d+: .*the count of the"):
                    check_file(damaged)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["1", "3", "b", 4], "a number from 0 to 3"),
        (["1", "3", "b", -4], "a number from 0 to 3"),
        (["1", "3", "b", True], "a number from 0 to 3"),
        (["1", "3", "b", "1"], "a number from 0 to 3"),
        (["4", "3", "b", 1], "clauses and variables of the formula"),
        (["1", "8", "b", 1], "clauses and variables of the formula"),
        (["1", "z!", "b", 1], "a mask in hexadecimal digits"),
        (["1", "3", "x", 1], "a damaged one"),
        (["1", "3", "b", {"aside": [2]}], "a number from 0 to 1"),
        (["1", "3", "b", {"aside": [0], "pairs": [0]}], "pairs of cells"),
        (["1", "3", "b", {"pairs": []}], "a damaged one"),
    ],
)
def test_bad_lines(tmp_path, line, said):
    """An impossible entry is an error with file and line."""
    path = tmp_path / "bad"
    game = ClauseGame("f", 3, ((1, 2), (-1, -2)))
    write_strategies(path, game, [Strategy(game, Claim(Player.BLACK, True))])
    head, claim, _ = path.read_text().splitlines()
    path.write_text("\n".join([head, claim, json.dumps(line), '{"entries": 1}']) + "\n")
    with pytest.raises(InputError) as caught:
        check_file(path)
    assert said in str(caught.value)
    assert f"{path}:3" in str(caught.value)


def test_bad_games(tmp_path):
    """A formula that cannot be is none."""
    game = ClauseGame("f", 3, ((1, 2),))
    path = tmp_path / "bad"
    for found, wanted in (("[1,2]", "[1,7]"), ('"variables":3', '"variables":99999'), ('"black"', '"red"')):
        write_strategies(path, game, [Strategy(game, Claim(Player.WHITE, True))])
        text = path.read_text()
        assert found in text
        path.write_text(text.replace(found, wanted))
        with pytest.raises(InputError, match=f"{path}:1"):
            read_strategies(path)


def test_limits():
    """Out of time is said, and memory for the check is bounded."""
    (formula,) = random_formulas(40, 20, 3, 1, seed=1)
    game, player = formula.opened_by(MIN), winner_found(formula, MIN)
    with pytest.raises(LimitError, match="out of time"):
        extract_clauses(game, player, time_limit=0.0)
    strategy = extract_clauses(game, player)
    assert len(strategy) > 10
    with pytest.raises(LimitError, match="memory-limit"):
        check(game, strategy.claim, (), strategy, memory_limit_mb=0.001)


def test_mutated():
    """After any change of a strategy that holds, one that still holds claims the truth."""
    draw = random.Random(14)
    outcomes = Counter[bool]()
    for formula in formulas(6, 14):
        for first in (MAX, MIN):
            game, player = game_and_winner(formula, first)
            strategy = extract_clauses(game, player)
            if not strategy.entries:
                continue
            at = draw.choice(list(strategy.entries))
            answer = strategy.entries[at].answer
            if isinstance(answer, ClauseRemoval) and answer.pairs:
                cells = [cell for pair in answer.pairs for cell in pair]
                cells[draw.randrange(len(cells))] = draw.randrange(formula.variables)
                answer = ClauseRemoval(answer.clauses, tuple(zip(cells[::2], cells[1::2], strict=True)))
            elif isinstance(answer, ClauseRemoval):
                more = at.black & ~mask_of(answer.clauses)
                answer = ClauseRemoval((*answer.clauses, *list(cells_of(more))[:1]))
            else:
                answer = draw.choice([*ResidualFormula.begin(game).legal(at), -answer])
            changed = Strategy(game, strategy.claim, (), {**strategy.entries, at: Entry(answer)})
            holds = isinstance(check(game, strategy.claim, (), changed), Holds)
            outcomes[holds] += 1
            if holds and formula.variables <= 5:
                assert wins_every_play(changed, Counter()), (formula, first, at, answer)
    assert min(outcomes.values()) > 20, outcomes


def test_names(tmp_path):
    """Two formulas are the same game when they have the same clauses in the same order, whatever they are called."""
    path = Path(tmp_path / "f")
    game = ClauseGame("one", 2, ((1, 2), (-1, -2)))
    certify_clauses(game, Player.WHITE, path)
    assert isinstance(check_file(path, ClauseGame("two", 2, ((1, 2), (-1, -2))))[0], Holds)
    with pytest.raises(InputError, match="one for another game"):
        check_file(path, ClauseGame("one", 2, ((-1, -2), (1, 2))))
    with pytest.raises(InputError, match="one for another position"):  # where the other one opens
        check_file(path, ClauseGame("one", 2, ((1, 2), (-1, -2)), Player.WHITE))
