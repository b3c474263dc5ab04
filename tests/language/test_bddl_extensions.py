"""The extensions of BDDL: other ends, misère play, slides, choices and blocked cells, against a plain interpreter."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.ends import other_ends
from tests.oracles.retrograde import solve_exactly
from tests.search.grid_games import KINDS, random_game
from tests.sizes import draws

from zermelo.errors import InputError, UnsupportedError
from zermelo.language import read_game_text, write_game
from zermelo.language.bddl import parse_grid_game, read_domain
from zermelo.language.bddl_net import GroundBDDL
from zermelo.language.bddl_schemes import Scheme
from zermelo.language.bddl_sections import PlacedAction
from zermelo.language.json_game import game_from_json, game_to_json
from zermelo.model import Colour, GridGame, NetGame, Player, Stuck, cells_of
from zermelo.store.canonical import canonical

LINE = "#blackactions\n:action mark :parameters (?x,?y) :precondition open(?x,?y) :effect {own}(?x,?y)\n"


def of_grid(game: GridGame, without: Collection[Player] = ()) -> GroundBDDL:
    """The same rules as for a ground game, perhaps without the goals of some players."""
    stones = dict.fromkeys(cells_of(game.start.black), Colour.BLACK)
    stones |= dict.fromkeys(cells_of(game.start.white), Colour.WHITE)
    actions = {
        player: [
            Scheme(PlacedAction(each.name, 0, [], []), each.name, each.precondition, (), each.effect)
            for each in game.actions(player)
        ]
        for player in Player
    }
    goals = {player: [] if player in without else game.goals(player) for player in Player}
    mover = game.mover(game.start)
    return GroundBDDL(game.columns, game.rows, actions, goals, stones, mover, game.stuck, game.full_draw)


@settings(max_examples=draws(40, 20))
@given(st.sampled_from(list(KINDS)), st.integers(0, 10**9))
def test_grid_games_are_the_same_as_ground_games(kind: str, seed: int) -> None:
    """The same moves and ends in every position of some plays, and the same winner."""
    game = other_ends(random_game(kind, seed), seed)
    if any(game.reached(game.start, player) for player in Player):
        return
    ground, rng = of_grid(game).game("ground"), Random(seed)
    for _ in range(3):
        here, there = game.start, ground.start
        for _ in range(8):
            moves = {game.move_name(move): move for move in game.legal(here)}
            mover = ground.mover(there)
            others = {name_of(game, mover, ground.move_name(move)): move for move in ground.legal(there)}
            assert moves.keys() == others.keys()
            assert game.winner(here) is ground.winner(there)
            if not moves:
                break
            assert mover is game.mover(here)
            name = rng.choice(sorted(moves))
            here, there = game.step(here, moves[name]), ground.step(there, others[name])


@settings(max_examples=draws(60, 30))
@given(st.sampled_from(list(KINDS)), st.integers(0, 10**9), st.sets(st.sampled_from(list(Player)), min_size=1))
def test_players_without_a_goal(kind: str, seed: int, without: set[Player]) -> None:
    """A goal that nobody has holds in no state; plays of all kinds keep to the bound that is proven for them."""
    game = other_ends(random_game(kind, seed), seed)
    if any(game.reached(game.start, player) for player in Player):
        return
    ground, rng = of_grid(game, without).game("ground"), Random(seed)
    longest = ground.complete_depth()
    for _ in range(5):
        here, plies = ground.start, 0
        while plies < 40 and (moves := ground.legal(here)):
            here, plies = ground.step(here, rng.choice(moves)), plies + 1
        assert longest is None or plies <= longest


def name_of(game: GridGame, player: Player, move: str) -> str:
    """The name of a player's move as the grid game has it, with ``_`` for a parameter that the action does not use."""
    name, _, rest = move.partition("(")
    given = iter(rest.rstrip(")").split(",") if rest else [])
    uses = next(action.uses for action in game.actions(player) if action.name == name)
    return f"{name}({','.join(next(given) if used else '_' for used in uses)})"


# ------------------------------------------------------------------------------------ texts, by a plain interpreter

Cells = tuple[str, ...]


class Plain:
    """A random game on a small board, as text and by an interpreter of its own: it knows dictionaries of colours only.

    One action for each player: on an open cell he puts a stone, if none (or some) of the cells around is of a colour,
    and perhaps blocks one of them; or he slides a stone and leaves the cell blocked.
    """

    def __init__(self, seed: int) -> None:
        rng = Random(seed)
        self.size = rng.choice([(3, 1), (2, 2), (3, 2), (2, 3), (4, 1)])
        self.misere, self.full = rng.random() < 0.5, rng.random() < 0.5
        self.stuck = rng.choice([None, *(each.value for each in Stuck)])
        near = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1)]
        self.around = {side: rng.sample(near, rng.randint(1, 3)) for side in ("black", "white")}
        self.watched = {side: rng.choice(["black", "white", "blocked"]) for side in self.around}
        self.negated = {side: rng.random() < 0.6 for side in self.around}
        self.slides = {side: rng.choice([None, (1, 0), (0, 1), (-1, 0)]) for side in self.around}
        self.pairs = {side: rng.choice([None, (1, 0), (0, 1)]) for side in self.around}
        cells = self.size[0] * self.size[1]
        self.start = tuple(rng.choice(["open"] * 4 + ["black", "white", "blocked"]) for _ in range(cells))
        self.first = rng.choice(["black", "white"])

    def text(self) -> str:
        """The game in BDDL with extensions."""
        parts = []
        for side in ("black", "white"):
            around = " ".join(
                f"{self.watched[side]}({_term('x', dx)},{_term('y', dy)})" for dx, dy in self.around[side]
            )
            choice = f"NOT(OR({around}))" if self.negated[side] else f"OR({around} (open(?x,?y) {side}(xmin,ymin)))"
            parts.append(
                f"#{side}actions\n:action put :parameters (?x,?y) :precondition (open(?x,?y) {choice}) "
                f":effect ({side}(?x,?y))"
            )
            if (slide := self.slides[side]) is not None:
                x, y = (f"?{axis}{'+-'[by < 0]}?d" if by else f"?{axis}" for axis, by in zip("xy", slide, strict=True))
                parts.append(
                    f":action slide :parameters (?x,?y) :precondition ({side}(?x,?y) BETWEEN(open({x},{y})) "
                    f"open({x},{y})) :effect (blocked(?x,?y) {side}({x},{y}))"
                )
        for side, pair in self.pairs.items():
            parts.append(f"#{side}goals")
            if pair is not None:
                parts.append(f"{side}(?x,?y) {side}({_term('x', pair[0])},{_term('y', pair[1])})")
        columns = self.size[0]
        stones = " ".join(
            f"{colour}({cell % columns + 1},{cell // columns + 1})" for cell, colour in enumerate(self.start)
        )
        parts += [f"#boardsize {self.size[0]} {self.size[1]}", f"#init {stones}"]
        parts += ["#blackturn second"] * (self.first == "white") + ["#misere"] * self.misere
        parts += ["#full draw"] * self.full + [f"#stuck {self.stuck}"] * (self.stuck is not None)
        return "\n".join(parts)

    def at(self, cells: Cells, x: int, y: int) -> str | None:
        columns, rows = self.size
        return cells[y * columns + x] if 0 <= x < columns and 0 <= y < rows else None

    def moves(self, cells: Cells, side: str) -> Iterator[Cells]:
        columns, rows = self.size
        for y in range(rows):
            for x in range(columns):
                here = self.at(cells, x, y)
                near = [self.at(cells, x + dx, y + dy) for dx, dy in self.around[side]]
                some = self.watched[side] in near
                fits = not some if self.negated[side] else some or self.at(cells, 0, 0) == side
                if here == "open" and fits:
                    yield self.put(cells, {(x, y): side})
                slide = self.slides[side]
                if here == side and slide is not None:
                    to = x + slide[0], y + slide[1]
                    while self.at(cells, *to) == "open":
                        yield self.put(cells, {(x, y): "blocked", to: side})
                        to = to[0] + slide[0], to[1] + slide[1]

    def put(self, cells: Cells, changes: dict[tuple[int, int], str]) -> Cells:
        columns = self.size[0]
        return tuple(changes.get((k % columns, k // columns), colour) for k, colour in enumerate(cells))

    def reached(self, cells: Cells, side: str) -> bool:
        pair, (columns, rows) = self.pairs[side], self.size
        return pair is not None and any(
            self.at(cells, x, y) == side and self.at(cells, x + pair[0], y + pair[1]) == side
            for x in range(columns)
            for y in range(rows)
        )

    def outcome(self) -> str:
        """The winner by force, or "draw": ends are looked at in every position, plays all end."""
        other = {"black": "white", "white": "black"}
        fate = self.stuck or ("wins" if self.misere else "loses")

        @cache
        def winner(cells: Cells, side: str) -> str:
            for owner in (other[side], side):  # his goal first who has just moved
                if self.reached(cells, owner):
                    return other[owner] if self.misere else owner
            if self.full and "open" not in cells:
                return "draw"
            found = {winner(after, other[side]) for after in self.moves(cells, side)}
            if not found:
                return {"loses": other[side], "wins": side, "draws": "draw"}[fate]
            return side if side in found else "draw" if "draw" in found else other[side]

        return winner(self.start, self.first)


def _term(axis: str, by: int) -> str:
    return f"?{axis}{by:+d}" if by else f"?{axis}"


@settings(max_examples=draws(120, 30))
@given(st.integers(0, 10**9))
def test_texts_mean_what_they_say(seed: int) -> None:
    """The winner by a plain interpreter is that of the game that is read; and the number of first moves."""
    plain = Plain(seed)
    if any(plain.reached(plain.start, side) for side in ("black", "white")):
        with pytest.raises(InputError, match="holds in the start"):
            read_game_text(plain.text())
        return
    game = read_game_text(plain.text())
    assert isinstance(game, NetGame)
    exact = solve_exactly(game)
    assert (exact.winner.value if exact.winner else "draw") == plain.outcome()
    over = plain.full and "open" not in plain.start
    assert len(game.moves) == (0 if over else len(list(plain.moves(plain.start, plain.first))))


# ------------------------------------------------------------------------------------------------------- the syntax


def row(more: str = "", effect: str = "black(?x,?y)", needs: str = "open(?x,?y)") -> str:
    return (
        f"#blackactions\n:action mark :parameters (?x,?y) :precondition ({needs}) :effect ({effect})\n#whiteactions\n"
        f"#boardsize 3 1\n#blackgoals\nblack(?x,?y) black(?x+2,?y)\n{more}"
    )


def test_ends_are_read_and_written() -> None:
    game = parse_grid_game(row("#stuck wins #full draw"), name="ends")
    assert (game.stuck, game.full_draw) == (Stuck.WINS, True)
    assert write_game(game, "bddl").endswith("#stuck\nwins\n#full\ndraw\n")
    assert parse_grid_game(write_game(game, "bddl"), name="ends") == game


def test_ends_are_part_of_what_is_stored() -> None:
    """Games that differ in their ends only have different keys, and forms that give them back."""
    games = [parse_grid_game(row(more), name="ends") for more in ("", "#stuck draws", "#stuck wins", "#full draw")]
    assert len({canonical(game).key for game in games}) == len(games)
    assert [game_from_json(game_to_json(game), "ends") for game in games] == games


@pytest.mark.parametrize(("more", "told"), [("#stuck wins", "#stuck wins"), ("#full draw", "#full draw")])
def test_faithful_refuses_other_ends(more: str, told: str) -> None:
    with pytest.raises(UnsupportedError, match=told):
        write_game(read_game_text(row(more)), "bddl", faithful=True)


def test_slides_are_plain_actions_with_the_distance_in_their_names() -> None:
    text = row("#init black(1,1)", "open(?x,?y) black(?x+?d,?y)", "black(?x,?y) BETWEEN(open(?x+?d,?y)) open(?x+?d,?y)")
    game = read_game_text(text)
    assert isinstance(game, GridGame)
    assert game.moves == ["mark-1(1,1)", "mark-2(1,1)"]
    assert [str(part) for part in game.black_actions[1].precondition] == [
        "black(?x,?y)", "open(?x+1,?y)", "open(?x+2,?y)",
    ]  # fmt: skip
    assert read_game_text(write_game(game, "bddl", faithful=True)) == game


def on_board(text: str, columns: int, rows: int) -> str:
    """A text of `row` on a board of another size, without its goal."""
    return text.replace("#boardsize 3 1", f"#boardsize {columns} {rows}").replace(
        "black(?x,?y) black(?x+2,?y)", "False"
    )


@given(st.integers(1, 4), st.integers(1, 3), st.sampled_from("+-"), st.integers(-9, 9), st.booleans())
def test_distances_are_those_at_which_an_action_fits(
    columns: int, rows: int, sign: str, offset: int, between: bool
) -> None:
    """Also with an offset beside the distance: by trying the place and each distance."""
    there = f"?x{sign}?d{offset:+d}" if offset else f"?x{sign}?d"
    needs = f"open(?x,?y) BETWEEN(open({there},?y))" if between else f"open(?x,?y) NOT(black({there},?y))"
    text = row(f"#init black({columns},{rows})", needs=needs, effect="black(?x,?y)")
    text = on_board(text, columns, rows)
    game = read_game_text(text)
    assert isinstance(game, GridGame)

    def is_legal(x: int, y: int, distance: int) -> bool:
        steps = range(1, distance) if between else [distance]
        cells = [(x + step * (1 if sign == "+" else -1) + offset, y) for step in steps]
        return (x, y) != (columns, rows) and all(1 <= to <= columns and (to, y) != (columns, rows) for to, y in cells)

    wanted = {
        f"mark-{distance}({x},{y})"
        for distance in range(1, 40)
        for x in range(1, columns + 1)
        for y in range(1, rows + 1)
        if is_legal(x, y, distance)
    }
    assert set(game.moves) == wanted


@given(st.integers(0, 10**9), st.booleans(), st.booleans())
def test_a_parameter_may_stand_in_choices_alone(seed: int, negated: bool, by_distance: bool) -> None:
    """It runs over the board, and with a distance over all at which one of the cells is on the board."""
    rng = Random(seed)
    columns, rows = rng.choice([(1, 1), (3, 1), (3, 2), (2, 3)])
    cells = [(x, y) for y in range(1, rows + 1) for x in range(1, columns + 1)]
    stones = {cell: rng.choice(["open", "open", "black", "white"]) for cell in cells}
    by, colour = rng.randint(-2, 2), rng.choice(["open", "black", "white"])
    term = f"?x{'-?d' * by_distance}" + (f"{by:+d}" if by else "")
    choice = f"OR({colour}({term},?y))"
    plain = row(
        "#init " + " ".join(f"{colour}({x},{y})" for (x, y), colour in stones.items()),
        needs=f"open(xmax,?y) {f'NOT({choice})' if negated else choice}",
        effect="white(xmax,?y)",
    )
    text = on_board(plain, columns, rows)
    wanted = []
    for distance in range(1, 12) if by_distance else [0]:
        there = [x - distance + by for x in range(1, columns + 1)]
        if by_distance and not any(1 <= x <= columns for x in there):
            continue
        for x, y in cells:
            held = stones.get((x - distance + by, y)) == colour
            if stones[columns, y] == "open" and held != negated:
                wanted.append(f"mark{f'-{distance}' * by_distance}({x},{y})")
    game = read_game_text(text)
    assert sorted(game.moves) == sorted(wanted)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (row("#stuck sometimes"), "expected loses, draws or wins"),
        (row("#full win"), "expected draw"),
        (row("#stuck wins #stuck wins"), "each section once"),
        (row(needs="OR()"), "expected"),
        (row(effect="OR(black(?x,?y))"), "OR in preconditions only, not in effects"),
        (row("#whitegoals OR(white(?x,?y))"), "OR in preconditions only, not in goals"),
        (row("#init OR(white(1,1))"), "OR in preconditions only, not in #init"),
        (row("#whitegoals white(?x+?d,?y)"), "distance"),
        (row(needs="BETWEEN(open(?x,?y))"), "BETWEEN around one cell at the distance"),
        (row(needs="NOT(BETWEEN(open(?x+?d,?y)))"), "NOT within BETWEEN"),
        (row(needs="open(?x+?d+,?y)"), "a number"),
        (row(needs="open(?d,?y)"), "found '\\?d'"),
        (row("#misere", effect="black(?x,?y) blocked(?x,?y)"), "gives two colours"),
        (row("#misere #init black(1,1) black(3,1)"), "a goal holds in the start position"),
    ],
)
def test_errors_have_places(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint) as told:
        read_game_text(text)
    assert told.value.line is not None
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("end", ["", "#init blocked(1,1)\n"])
def test_contrary_effects_stand_at_their_action(end: str) -> None:
    """The player's action is named, not the board or the start."""
    actions = ":action {} :parameters (?x,?y) :precondition (open(?x,?y)) :effect (black(?x,?y){})\n"
    text = f"#blackactions\n{actions.format('put', '')}#whiteactions\n{actions.format('put', '')}"
    text += f"{actions.format('bad', ' blocked(?x,?y)')}#boardsize 2 2\n{end}"
    with pytest.raises(InputError, match=r"bad\(1,1\) of White gives two colours") as told:
        read_game_text(text)
    assert (told.value.line, told.value.column) == (5, 9)


def test_distances_on_a_long_board_are_counted_before_they_are_made() -> None:
    """A slide over a board of 4096 cells asks for eight million cells; one over 99 cells is read."""
    slide = row(needs="open(?x,?y) BETWEEN(open(?x+?d,?y)) open(?x+?d,?y)").replace(
        "#blackgoals\nblack(?x,?y) black(?x+2,?y)", ""
    )
    assert len(read_game_text(slide.replace("3 1", "99 1")).moves) == 98 * 99 / 2
    with pytest.raises(InputError, match="at most 100000 cells in the conditions of all distances") as told:
        read_game_text(slide.replace("3 1", "4096 1"))
    assert (told.value.line, told.value.column) == (2, 9)


def test_what_is_no_grid_game_is_refused_as_one() -> None:
    with pytest.raises(UnsupportedError, match="misère play, blocked cells or OR"):
        parse_grid_game(row("#misere"))
    with pytest.raises(InputError, match="plain language"):
        read_domain(row(needs="OR(open(?x,?y))"))


def test_misere_tic_tac_toe() -> None:
    """Three in a row loses, a full board is a draw (folklore: by symmetry the opener holds from the centre)."""
    lines = "\n".join(
        f"{{own}}(?x,?y) {{own}}({_term('x', dx)},{_term('y', dy)}) {{own}}({_term('x', 2 * dx)},{_term('y', 2 * dy)})"
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )
    sides = [(LINE.replace("black", side) + f"#{side}goals\n{lines}\n").format(own=side) for side in ("black", "white")]
    game = read_game_text("".join(sides) + "#boardsize 3 3 #misere #full draw")
    assert isinstance(game, NetGame)
    assert solve_exactly(game).winner is None
