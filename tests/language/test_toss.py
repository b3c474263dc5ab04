"""Toss files: known games, formulas against their definition, and what positional games become."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.language.plain_toss import PlainToss
from tests.sizes import draws

from zermelo.errors import InputError, UnsupportedError
from zermelo.families import make
from zermelo.language import read_game, write_game
from zermelo.language.toss import is_toss, read_toss_text
from zermelo.language.toss_writer import write_toss
from zermelo.model import Board, NetGame, Player, Position, PositionalGame, Rule, Turns
from zermelo.model.net import value_of
from zermelo.search import Minimax

SHARED = Path(__file__).parents[2].parent / "shared" / "toss"

WINS = "PAYOFF :(WinP()) - :(WinQ())"
LOSES = "PAYOFF :(WinQ()) - :(WinP())"
PLACE = "RULE {0}: [a | - | -] -> [a | {1} {{a}} | -] emb P, Q pre not {2}\n"
TURNS = f"""
LOC 0 {{ PLAYER 1 {{ {WINS} MOVES [Black -> 1] }} PLAYER 2 {{ {LOSES} }} }}
LOC 1 {{ PLAYER 1 {{ {WINS} }} PLAYER 2 {{ {LOSES} MOVES [White -> 0] }} }}
"""
TIC_TAC_TOE = (
    """PLAYERS 1, 2
REL D(x, y) = ex u (R(x, u) and (C(u, y) or C(y, u)))
REL Line(x, y, z) = (R(x, y) and R(y, z)) or (C(x, y) and C(y, z)) or (D(x, y) and D(y, z) and Straight(x, z))
REL Straight(x, z) = not ex u ((R(x, u) or R(u, x)) and (R(u, z) or R(z, u))) and
                     not ex u ((C(x, u) or C(u, x)) and (C(u, z) or C(z, u)))
REL WinP() = ex x, y, z (P(x) and P(y) and P(z) and Line(x, y, z))
REL WinQ() = ex x, y, z (Q(x) and Q(y) and Q(z) and Line(x, y, z))
"""
    + PLACE.format("Black", "P", "WinQ()")
    + PLACE.format("White", "Q", "WinP()")
    + TURNS
    + """START [ | P:1 {}; Q:1 {} | ] "
* * *
* * *
* * *
"
"""
)
BREAKTHROUGH = """PLAYERS W, B
REL Up(x, y) = ex z (C(x, z) and (R(y, z) or R(z, y)))
RULE WAhead: [a, b | W {a} | - ] -> [a, b | W {b} | - ] emb W, B pre C(a, b) and not Over()
RULE WAside: [a, b | W {a} | - ] -> [a, b | W {b} | - ] emb W, B pre Up(a, b) and not Over()
RULE WTakes: [a, b | W {a}; B {b} | - ] -> [a, b | W {b} | - ] emb W, B pre Up(a, b) and not Over()
RULE BAhead: [a, b | B {a} | - ] -> [a, b | B {b} | - ] emb W, B pre C(b, a) and not Over()
RULE BAside: [a, b | B {a} | - ] -> [a, b | B {b} | - ] emb W, B pre Up(b, a) and not Over()
RULE BTakes: [a, b | B {a}; W {b} | - ] -> [a, b | B {b} | - ] emb W, B pre Up(b, a) and not Over()
REL WWins() = (ex x (W(x) and not ex y C(x, y))) or not ex x B(x)
REL BWins() = (ex x (B(x) and not ex y C(y, x))) or not ex x W(x)
REL Over() = WWins() or BWins()
LOC 0 { PLAYER W { PAYOFF :(WWins()) - :(BWins()) MOVES [WAhead -> 1]; [WAside -> 1]; [WTakes -> 1] }
        PLAYER B { PAYOFF :(BWins()) - :(WWins()) } }
LOC 1 { PLAYER W { PAYOFF :(WWins()) - :(BWins()) }
        PLAYER B { PAYOFF :(BWins()) - :(WWins()) MOVES [BAhead -> 0]; [BAside -> 0]; [BTakes -> 0] } }
START [ | | ] "
B B
B B
* *
W W
W W
"
"""


def reachable(game: NetGame) -> set[int]:
    found, left = {game.start.black}, [game.start]
    while left:
        here = left.pop()
        for after in game.steps(here, game.legal(here)) if not game.is_over(here) else ():
            if after.black not in found:
                found.add(after.black)
                left.append(after)
    return found


def verdicts(game, depth):
    """For Black and for White, which depths up to one suffice to win."""
    found = []
    for view in (game, game.swapped()) if getattr(game, "rule", None) is not Rule.MAKER_BREAKER else (game,):
        search = Minimax(view)
        found.append([search.within(view.start, d) for d in range(depth + 1)])
    return found


def test_tic_tac_toe():
    """5478 positions, and neither player wins."""
    game = read_toss_text(TIC_TAC_TOE)
    assert len(reachable(game)) == 5478
    assert verdicts(game, 9) == verdicts(make("ttt"), 9) == [[False] * 10] * 2
    assert game.complete_depth() == 9
    assert game.called(Player.BLACK) == "player1"
    assert game.moves[:3] == ["Black(a1)", "Black(a2)", "Black(a3)"]
    assert game.notes == ()  # an empty board is the same upside down


def test_breakthrough():
    """The states of 2x5, and that White wins in 10, as of the GDL file; a note tells which way columns run."""
    game = read_toss_text(BREAKTHROUGH)
    assert "C(x, y) is taken to mean" in game.notes[0]
    search = Minimax(game.swapped())
    assert [search.within(game.start, depth) for depth in (9, 10)] == [False, True]


@pytest.mark.skipif(not SHARED.exists(), reason="no reconstructed files here")
def test_files_of_the_paper(tmp_path):
    """Figure 1 as it stands; figures 2 to 4, which are parts, put together."""
    whole = read_game(SHARED / "tic-tac-toe.toss")
    assert isinstance(whole, NetGame)
    assert len(reachable(whole)) == 5478
    assert verdicts(whole, 9) == [[False] * 10] * 2
    figure = (SHARED / "tic-tac-toe.toss").read_text()
    torus, turns = (SHARED / name for name in ("elly-and-torus.toss", "gttt21-turns.toss"))
    relations, begin = figure[: figure.index("RULE")], figure[figure.index("START") :].replace("* * *", "* * * *")
    path = tmp_path / "torus.toss"
    path.write_text(relations.replace("PLAYERS 1, 2", "PLAYERS 1, 2\n" + torus.read_text()) + turns.read_text() + begin)
    game = read_game(path)
    assert isinstance(game, NetGame)
    assert len(game.net.moves[0]) == 12 + 12 * 11 // 2 + 1


PAPER = {
    # board: p, q, the last number of turns asked for, and who wins within 3, 4, … of them
    "3x3,torus": (1, 1, 9, "ddddfff"),
    "3x3": (1, 1, 7, "dddddd"),
    "4x4,p=2": (2, 1, 3, "d"),
    "3x3,p=2": (2, 1, 4, "dd"),
    "3x3,p=2,q=2": (2, 2, 4, "dd"),
    "4x4,torus": (1, 1, 5, "ddd"),
}


@pytest.mark.parametrize(
    "board", [pytest.param(each, marks=[pytest.mark.slow] * (each == "4x4,p=2")) for each in PAPER]
)
def test_verdicts_of_the_paper(board):
    """Tables 1 and 2, as far as plain minimax goes: within so many turns the first, the second, or neither wins."""
    p, q, most, told = PAPER[board]
    sizes = board.split(",")
    torus = ["torus"] * ("torus" in sizes)
    tippy: Any = make(f"gttt:tippy,{','.join([f'p={p}', f'q={q}', f'board={sizes[0]}', *torus])}")
    game = read_toss_text(write_game(tippy, "toss") if p == q == 1 else write_toss(tippy, joint=True))
    for turns, said in zip(range(3, most + 1), told, strict=False):
        wins = [Minimax(view).within(view.start, turns) for view in (game, game.swapped())]
        assert wins == [said == "f", False], turns


# Formulas, rules and payoffs against their definition.

VARIABLES = ("x", "y", "z")


def _formulas(arguments):
    atoms = st.sampled_from(
        [f"{name}({', '.join(row)})" for name, arity in (("P", 1), ("E", 2), ("D", 2), ("N", 0))
         for row in ([()] if not arity else [(a,) for a in arguments] if arity == 1
                     else [(a, b) for a in arguments for b in arguments])]
    )  # fmt: skip

    def wider(inner):
        several = st.lists(inner, min_size=2, max_size=3)
        return st.one_of(
            inner.map(lambda f: f"not ({f})"),
            several.map(lambda fs: "(" + " and ".join(f"({f})" for f in fs) + ")"),
            several.map(lambda fs: "(" + " or ".join(f"({f})" for f in fs) + ")"),
            st.tuples(st.sampled_from(["ex", "all"]), st.sampled_from(VARIABLES[:2]), inner).map(
                lambda each: f"{each[0]} {each[1]} ({each[2]})"
            ),
            st.tuples(inner, inner, st.sampled_from("<>="), st.integers(0, 3)).map(
                lambda e: f"(:({e[0]}) * 2 - Sum(z | {e[1]} : 1 + :(P(z)) ^ {e[3]}) {'>' if e[2] == '<' else e[2]} 0)"
            ),
        )

    return st.recursive(atoms, wider, max_leaves=5)


@st.composite
def random_files(draw):
    """A binary relation that stays, a unary one and a flag that change, a definition, rules of one or two elements."""
    elements = ["u", "v", "w"][: draw(st.integers(2, 3))]
    pairs = draw(st.lists(st.tuples(st.sampled_from(elements), st.sampled_from(elements)), max_size=5))
    held = draw(st.lists(st.sampled_from(elements), max_size=3))
    lines = ["PLAYERS I, II"]
    lines.append(f"REL D(x, y) = {draw(_formulas(('x', 'y'))).replace('D(', 'E(')}")
    names = []
    for name in ("A", "B", "C"):
        variables = ["x", "y"][: draw(st.integers(1, 2))]
        left = draw(st.lists(st.sampled_from(variables), unique=True, max_size=2))
        right = draw(st.lists(st.sampled_from(variables), unique=True, max_size=2))
        links = draw(st.booleans())
        sides = []
        for tuples in (left, right):
            parts = [f"P {{{'; '.join(tuples)}}}"] + (["E {(x, y)}"] if links and len(variables) > 1 else [])
            sides.append(f"[{', '.join(variables)} | {'; '.join(parts)} | -]")
        flag = draw(st.booleans())
        after = sides[1].replace(" | -]", "; N:0 {()} | -]") if flag else sides[1]
        pre = draw(_formulas(tuple(variables)))
        lines.append(f"RULE {name}: {sides[0]} -> {after} emb P{', N' * flag} pre {pre}")
        names.append(name)
    moves = st.lists(st.tuples(st.sampled_from(names), st.integers(0, 2)), max_size=3)
    payoff = st.tuples(_formulas(("x",)), st.integers(0, 2)).map(lambda e: f"Sum(x | {e[0]} : 1) - {e[1]}")
    for number in range(3):
        listed = draw(moves)
        arrows = "; ".join(f"[{rule} -> {target}]" for rule, target in listed)
        shares = [draw(payoff), draw(payoff)]
        mover = draw(st.integers(0, 1))
        texts = [
            f"PAYOFF {share}{f' MOVES {arrows}' if listed and k == mover else ''}" for k, share in enumerate(shares)
        ]
        lines.append(f"LOC {number} {{ PLAYER I {{ {texts[0]} }} PLAYER II {{ {texts[1]} }} }}")
    tuples = "; ".join(f"({a}, {b})" for a, b in pairs)
    lines.append(f"START [{', '.join(elements)} | E:2 {{{tuples}}}; P:1 {{{'; '.join(held)}}}; N:0 {{}} | ]")
    return "\n".join(lines)


@settings(max_examples=draws(40, 20), deadline=None)
@given(random_files())
def test_random_files_play_by_definition(text):
    """The net has the moves, ends and winners that trying all elements gives, in step with it from the start."""
    plain, game = PlainToss(text), read_toss_text(text)
    pairs, left = {(plain.start, game.start.black)}, [(plain.start, game.start)]
    while left and len(pairs) < 60:
        state, here = left.pop()
        after = plain.steps(state)
        over = game.is_over(here)
        assert over == (not after)
        if over:
            assert {None: 0, Player.BLACK: 1, Player.WHITE: -1}[game.winner(here)] == plain.result(state)
            continue
        moves = game.legal(here)
        assert len(moves) == 1 or game.mover(here) is tuple(Player)[plain.mover(state)]
        reached = {_state(game, each.black): each for each in game.steps(here, moves)}
        assert set(reached) == {_shown(game, each) for each in after}
        for each in after:
            follower = reached[_shown(game, each)]
            if (each, follower.black) not in pairs:
                pairs.add((each, follower.black))
                left.append((each, follower))


def _state(game, mask):
    return frozenset(name for k, name in enumerate(game.net.fluents) if mask >> k & 1)


def _shown(game, state):
    """The fluents of a plain state, as far as they can change."""
    number, held = state
    words = {f"(location {number})"}
    for name, row in held:
        words.add(f"({name} {' '.join('uvw'[k] for k in row)})" if row else name)
    return frozenset(words & set(game.net.fluents))


# Writing.

BOARDS = st.one_of(
    st.builds(Board.square, st.integers(1, 3), st.integers(1, 2), torus=st.booleans()),
    st.integers(1, 5).map(lambda n: Board(tuple(f"node {k}" for k in range(n)))),
)


@st.composite
def positional_games(draw):
    board = draw(BOARDS)
    masks = st.lists(st.integers(1, board.full), max_size=4)
    if draw(st.booleans()) and board.places:  # a shape in all places
        shape = draw(st.integers(1, board.full))
        steps = [(x, y) for x in range(board.columns) for y in range(board.rows)]
        cells = [board.places[k] for k in range(len(board)) if shape >> k & 1]
        moved = [[(x + dx, y + dy) for x, y in cells] for dx, dy in steps]
        if board.torus:
            moved = [[((x - 1) % board.columns + 1, (y - 1) % board.rows + 1) for x, y in each] for each in moved]
        masks = st.just([sum({1 << board.at[c] for c in each}) for each in moved if all(c in board.at for c in each)])
    rule = draw(st.sampled_from(Rule))
    black, white = draw(masks), draw(masks) if rule is Rule.MAKER_MAKER else []
    turns = draw(
        st.one_of(
            st.builds(Turns, st.sampled_from(Player), st.integers(1, 2), st.integers(1, 2)),
            st.lists(st.sampled_from(Player), min_size=1, max_size=4).map(Turns.of),
        )
    )
    stones = draw(st.lists(st.sampled_from("....bw"), min_size=len(board), max_size=len(board)))
    black_stones, white_stones = (sum(1 << k for k, each in enumerate(stones) if each == c) for c in "bw")
    ply, first = draw(st.integers(0, 3)), draw(st.none() | st.integers(1, board.full))
    limited = first if first and first & ~(black_stones | white_stones) else None
    position = Position(black_stones, white_stones, ply)
    sets = tuple(black), tuple(white)
    try:
        return PositionalGame("random", board, rule, *sets, position, turns, first_moves=limited)
    except InputError:  # both have won at the start
        return PositionalGame("random", board, rule, *sets, turns=turns)


@settings(max_examples=draws(120, 30), deadline=None)
@given(positional_games())
def test_positional_games_come_back(game):
    """At every depth the same verdicts, for stones are moves; and the same text for the same game."""
    text = write_toss(game)
    again = read_toss_text(text)
    depth = len(game.board) + 1
    if game.rule is Rule.MAKER_BREAKER:
        assert verdicts(game, depth) == verdicts(again, depth)[:1]
    else:
        assert verdicts(game, depth) == verdicts(again, depth)
    assert is_toss(text)
    assert write_toss(game) == text


@settings(max_examples=draws(60, 30), deadline=None)
@given(positional_games())
def test_turns_as_moves(game):
    """Written as in the paper, the same moves lead to the same winner, up to the last turn that is not complete."""
    again = read_toss_text(write_toss(game, joint=True))
    here, state = game.start, again.start
    while not again.is_over(state):
        player = game.mover(here)
        while game.mover(here) is player and not game.is_over(here):
            here = game.step(here, game.legal(here)[0])
        placed = {_element(game, k) for k in range(len(game.board)) if (here.black | here.white) >> k & 1}
        fits = [each for each in again.steps(state, again.legal(state)) if placed <= _stones(again, each.black)]
        if not fits:
            break
        state = fits[0]
    else:
        if again.winner(state) is not None:
            assert again.winner(state) is game.winner(here)


def _element(game, cell):
    named = all(name.isalnum() for name in game.board.cells)
    return game.board.cells[cell] if named else f"e{cell + 1}"


def _stones(game, mask):
    """The elements with a stone; those that stones never leave are no fluents."""
    shown = set()
    for k, name in enumerate(game.net.fluents):
        words = name.strip("()").split()
        if mask >> k & 1 and words[0] in {"cell", "P", "Q"}:
            shown.add("".join(words[1:3]) if words[0] == "cell" else words[1])
    return shown


def test_what_cannot_be_written():
    """Other games, empty winning sets and far too many elements are refused, and never changed."""
    board = Board.square(2, 1)
    with pytest.raises(UnsupportedError, match="no empty winning set"):
        write_toss(PositionalGame("x", board, Rule.MAKER_MAKER, (0,)))
    with pytest.raises(UnsupportedError, match="1 to 4096 cells"):
        write_toss(PositionalGame("x", Board.square(100, 50), Rule.MAKER_MAKER, (1,)))
    with pytest.raises(UnsupportedError, match="a game that toss can say"):
        write_game(make("hex:2x2"), "toss")


def test_every_score_is_one():
    """At the end each player has one score, whatever the payoffs; both positive: the greater one; none: a draw."""
    text = "PLAYERS 1, 2 LOC 0 {{ PLAYER 1 {{ PAYOFF {0} }} PLAYER 2 {{ PAYOFF {1} }} }} START [a | | ]"
    for one, other, said in ((2, 1, "Black"), (1, 2, "White"), (3, 3, None), ("0 - 1", 0, None), ("0", "0 - 2", None)):
        game = read_toss_text(text.format(one, other))
        winner = game.winner(game.start)
        assert (winner and str(winner)) == said
        for scores in game.net.score:
            assert sum(value_of(ref, game.net.evaluate(0)) for _, ref in scores) == 1
