"""Random propositional programs: as text through the reader, against the net itself and against clingo."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.nets import net_games
from tests.oracles.gdl_clingo import ClingoSheet, term_of
from tests.sizes import draws

from zermelo.errors import InputError
from zermelo.language.gdl import read_gdl_text
from zermelo.language.gdl_constants import cycles
from zermelo.language.gdl_simplify import simplify
from zermelo.language.gdl_writer import write_gdl
from zermelo.model import Net, NetGame
from zermelo.model.net import FALSE, TRUE, value_of
from zermelo.model.net_game import HIGHEST

Seen = tuple[object, ...]


def seen(net: Net, state: int) -> tuple[Seen, list[tuple[tuple[str, str], int]]]:
    """All that a net says of a state, by names, and the joint moves with the states that follow."""
    values = net.evaluate(state)
    legal = [
        [k for k in range(len(moves)) if value_of(net.legal[role][k], values)] for role, moves in enumerate(net.moves)
    ]
    names = tuple(frozenset(net.moves[role][k] for k in legal[role]) for role in (0, 1))
    scores = tuple(frozenset(value for value, ref in net.score[role] if value_of(ref, values)) for role in (0, 1))
    over = bool(value_of(net.terminal, values))
    joint = [] if over else [(one, other) for one in legal[0] for other in legal[1]]
    named = [(net.moves[0][one], net.moves[1][other]) for one, other in joint]
    return (over, names, scores), list(zip(named, net.successors(values, joint), strict=True))


def same(net: Net, other: Net, most: int = 60) -> None:
    """Follow the same joint moves in two nets from their starts; all that is seen is the same."""
    pairs = {(net.init, other.init)}
    left = list(pairs)
    while left and len(pairs) < most:
        one, two = left.pop()
        (first, after), (second, then) = seen(net, one), seen(other, two)
        assert first == second
        following = dict(then)
        for joint, state in after:
            pair = (state, following[joint])
            if pair not in pairs:
                pairs.add(pair)
                left.append(pair)


@settings(max_examples=draws(120, 30), deadline=None)
@given(net_games())
def test_written_nets_come_back(game: NetGame) -> None:
    """Reading what was written gives a net that says the same of all states that are reached."""
    again = read_gdl_text(write_gdl(game))
    same(game.net, again.net)


@st.composite
def shrinking(draw: st.DrawFn) -> NetGame:
    """Games of which reading leaves less: atoms that never change, scores that nobody reaches, no end."""
    game = draw(net_games())
    net, constant = game.net, st.sampled_from([FALSE, TRUE])
    after = [draw(constant | st.just(ref)) if draw(st.booleans()) else ref for ref in net.next]
    terminal = draw(st.sampled_from([net.terminal, net.terminal, FALSE]))
    score = tuple(
        tuple((min(value, highest), draw(constant) if draw(st.booleans()) else ref) for value, ref in of_role)
        for of_role, highest in zip(net.score, (draw(st.sampled_from([70, 100])), 100), strict=True)
    )
    net = replace(net, next=tuple(after), terminal=terminal, score=(score[0], score[1]))
    win, white_win = draw(st.sampled_from([HIGHEST, 40, 50])), draw(st.sampled_from([HIGHEST, 50, 100]))
    return NetGame(game.name, net, game.roles, win=win, white_win=white_win, depth=draw(st.sampled_from([None, 3])))


@settings(max_examples=draws(200, 25), deadline=None)
@given(shrinking())
def test_thresholds_come_back(game: NetGame) -> None:
    """A smaller network has no other highest score; what nobody reaches is still there."""
    again = read_gdl_text(write_gdl(game))
    assert (again.win, again.white_win, again.depth) == (game.win, game.white_win, game.depth)
    same(game.net, again.net)


def test_an_end_that_never_comes() -> None:
    """A game without an end can be written, and read."""
    text = "(role a) (role b) (init s) (legal a x) (legal b y) (<= (next s) (true s)) (<= terminal (true t)) (goal a 9)"
    again = read_gdl_text(write_gdl(read_gdl_text(text)))
    assert again.net.terminal == FALSE
    assert (again.win, again.white_win) == (9, 100)


def test_strangers() -> None:
    """A note names whoever has moves or scores and no role; thresholds beyond 100 have their place."""
    text = (
        "(role a) (role b) (init s) (legal a x) (legal b y) (<= (legal c x) (true s)) (<= terminal (true s)) (goal d 1)"
    )
    notes = read_gdl_text(f"{text} (goal a 0) (goal b 0) (goal d 1)").notes
    assert "'c' in 'legal' is no role: not used" in notes
    assert "'d' in 'goal' is no role: not used" in notes
    with pytest.raises(InputError, match=r"1:1: found '101', expected a score from 0 to 100 after 'white-win'"):
        read_gdl_text("; zermelo: win 100, white-win 101\n" + text + "(goal a 0)")


@settings(max_examples=draws(40, 20), deadline=None)
@given(net_games())
def test_written_nets_by_clingo(game: NetGame) -> None:
    """The net says of the start what clingo finds in the text about it."""
    sheet, net = ClingoSheet(write_gdl(game)), game.net
    facts = [("true", (term_of(name),)) for k, name in enumerate(net.fluents) if net.init >> k & 1]
    model = sheet.model(facts)
    (over, legal, scores), after = seen(net, net.init)
    assert over == ("terminal" in model)
    for role, name in enumerate(game.roles):
        assert legal[role] == {row[1] for row in model.get("legal", ()) if row[0] == name}  # type: ignore[index]
        assert scores[role] == {int(row[1]) for row in model.get("goal", ()) if row[0] == name}  # type: ignore[index]
    for joint, state in after[:3]:
        made = [("does", (game.roles[role], term_of(joint[role]))) for role in (0, 1)]
        after_it = {row[0] for row in sheet.model([*facts, *made]).get("next", ())}
        assert after_it == {name for k, name in enumerate(net.fluents) if state >> k & 1}


@st.composite
def programs(draw: st.DrawFn) -> list[tuple[int, tuple[int, ...]]]:
    """Stratified programs over inputs 1 to 4: atoms 5 to 12, of which a rule negates lower ones only."""
    rules = []
    for _ in range(draw(st.integers(1, 18))):
        head = draw(st.integers(5, 12))
        stratum = (head - 5) // 3
        positive = draw(st.lists(st.integers(1, min(12, 7 + 3 * stratum)), max_size=3))
        negative = draw(st.lists(st.integers(1, 4 + 3 * stratum), max_size=2))
        rules.append((head, tuple(sorted({*positive, *(-each for each in negative)}))))
    return list(dict.fromkeys(rules))


def least(rules: list[tuple[int, tuple[int, ...]]], true: set[int]) -> set[int]:
    """The least model, stratum by stratum: an atom lies above all that it negates, and not below what it uses."""
    strata = dict.fromkeys((head for head, _ in rules), 0)
    for _ in rules:
        for head, body in rules:
            strata[head] = max([strata[head], *(strata.get(abs(x), -1) + (x < 0) for x in body)])
    assert all(strata.get(abs(x), -1) + (x < 0) <= strata[head] for head, body in rules for x in body)
    holds = set(true)
    for stratum in range(len(rules) + 1):
        grown = True
        while grown:
            new = {h for h, b in rules if strata[h] == stratum and all((abs(x) in holds) == (x > 0) for x in b)} - holds
            holds |= new
            grown = bool(new)
    return holds


@settings(max_examples=draws(200, 50), deadline=None)
@given(programs(), st.booleans(), st.sets(st.integers(5, 12)))
@example([(8, (-3, -1)), (5, ()), (7, (2, 6)), (6, (-3, -1))], False, set())  # 7 comes to use 8, which stands above it
@example([(5, (1,)), (5, (6, 2)), (6, (3, 7)), (7, (4, 5))], False, {6, 7})  # 6 goes into 5 before 7 into 6
def test_simplification_keeps_the_least_model(
    rules: list[tuple[int, tuple[int, ...]]], exclusive: bool, left: set[int]
) -> None:
    """For all inputs; with 3 and 4 as moves of which one holds, for all such inputs. Atoms that are `left` may go."""
    assert not cycles(rules).negative
    asked = [atom for atom in range(5, 13) if atom not in left and any(head == atom for head, _ in rules)]
    small, refs = simplify(rules, {}, asked, [[3, 4]] if exclusive else [])
    assert len(small) <= len(rules) + len(asked)
    gone = {head for head, _ in rules} - {head for head, _ in small}
    assert not any(abs(literal) in gone for _, body in small for literal in body)
    for mask in range(16):
        true = {atom for atom in range(1, 5) if mask >> atom - 1 & 1}
        if exclusive and len(true & {3, 4}) != 1:
            continue
        full, part = least(rules, true), least(small, true)
        for atom in asked:
            assert (atom in full) == (refs[atom] == 0 or refs[atom] in part)
