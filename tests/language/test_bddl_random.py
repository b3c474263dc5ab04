"""BDDL by chance: random games round-trip, random spellings mean the same, random text is refused politely."""

from __future__ import annotations

import re
from contextlib import suppress

from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from tests.sizes import draws

from zermelo.errors import InputError
from zermelo.language.bddl import (
    parse_grid_game,
    read_domain,
    read_grid_game,
    read_problem,
    write_domain,
    write_grid_game,
    write_problem,
)
from zermelo.model.conditions import Action, Colour, Expression, SubCondition
from zermelo.model.game import Player, Position
from zermelo.model.grid import GridGame

GAME = """\
#blackactions
:action push-up
:parameters (?x, ?y)
:precondition (open(?x,?y) NOT(open(?x,?y+1)))
:effect (black(?x,?y))
#whiteactions
#boardsize
3 4
#init
black(1,4)white(2,4)
#depth
5
#blackgoal
black(?x,?y) black(?x+1,?y)
(black(xmin,ymax-1)
 black(xmax,2))
#whitegoal
"""


COLOURS = [Colour.OPEN, Colour.BLACK, Colour.WHITE]


@st.composite
def expressions(draw, *, absolute: bool, size: int):
    base = draw(st.sampled_from(["parameter"] * 4 + ["min", "max"] + ["zero"] * absolute))
    if base == "parameter":
        return Expression(base, draw(st.integers(-2, 2)))
    value = draw(st.integers(1, size))
    return Expression(base, value - {"min": 1, "max": size, "zero": 0}[base])


@st.composite
def grid_games(draw):
    """Random games; those that break the model's conditions are thrown away."""
    columns, rows = draw(st.integers(1, 4)), draw(st.integers(1, 4))

    def part(colours, absolute, negated):
        return SubCondition(
            draw(st.sampled_from(colours)),
            draw(expressions(absolute=absolute, size=columns)),
            draw(expressions(absolute=absolute, size=rows)),
            draw(st.booleans()) if negated else False,
        )

    def actions(own):
        return tuple(
            Action(
                draw(st.sampled_from(["up", "down-2", "NOT", "open", "x_min", "7"])) + f"-{k}",
                tuple(part(COLOURS, False, True) for _ in range(draw(st.integers(0, 3)))),
                tuple(part([own, own, Colour.OPEN], False, False) for _ in range(draw(st.integers(0, 2)))),
            )
            for k in range(draw(st.integers(0, 2)))
        )

    def goals(own):
        return tuple(
            tuple(part([own], True, False) for _ in range(draw(st.integers(1, 3))))
            for _ in range(draw(st.integers(0, 2)))
        )

    stones = [draw(st.sampled_from(COLOURS + [Colour.OPEN] * 6)) for _ in range(columns * rows)]
    masks = [sum(1 << k for k, stone in enumerate(stones) if stone is side) for side in (Colour.BLACK, Colour.WHITE)]
    try:
        return GridGame(
            "random", columns, rows, actions(Colour.BLACK), actions(Colour.WHITE),
            goals(Colour.BLACK), goals(Colour.WHITE), Position(*masks),
            draw(st.sampled_from(list(Player))), draw(st.none() | st.integers(0, 10**30)),
        )  # fmt: skip
    except InputError:
        reject()


PLENTY = settings(max_examples=draws(150, 40), deadline=None, suppress_health_check=list(HealthCheck))


@PLENTY
@given(grid_games())
def test_round_trip(game):
    """Reading what was written gives an equal game, and writing that gives the same text."""
    text = write_grid_game(game)
    again = parse_grid_game(text, name=game.name)
    assert again == game
    assert write_grid_game(again) == text
    assert parse_grid_game(write_problem(game), write_domain(game), name=game.name) == game


class Scribe:
    """Writes a game token by token, in a random dialect with random blanks: new lines only where they mean nothing."""

    def __init__(self, draw):
        self.draw, self.text, self.depth, self.one_line = draw, "", 0, False

    def pick(self, *choices):
        return self.draw(st.sampled_from(choices))

    def put(self, *tokens):
        for token in tokens:
            blanks = ["", "", " ", "\t ", " "]
            if not self.one_line or self.depth:
                blanks += ["\n", "\r\n", " % (open: #depth\n", "\r\n\r\n  "]
            blank = self.pick(*blanks)
            if not blank and self.text and re.match(r"\w.*\w", self.text[-1] + token[0]):
                blank = " "
            self.text += blank + token
            self.depth += (token == "(") - (token == ")")

    def key(self, key):
        self.one_line = False
        if key.startswith("#"):
            self.text += self.pick("\n", "\r\n", " \n% a comment\n")
        spelled = key.removesuffix("s") + self.pick("", "s") if key.endswith("s") else key
        self.put(self.pick(spelled, spelled.upper()))

    def number(self, number):
        self.put(self.pick("", "0") + str(number))

    def coordinate(self, axis, expression):
        if expression.base == "zero":
            self.number(expression.offset)
            return
        self.put(f"?{axis}" if expression.base == "parameter" else axis + expression.base)
        if expression.offset or not self.pick(0, 1, 2, 3):
            self.put(
                "-" if expression.offset < 0 else self.pick("+", "+") if expression.offset else self.pick("+", "-")
            )
            self.number(abs(expression.offset))

    def condition(self, parts, *, wrap, nest=True):
        wrap = wrap or self.pick(True, False)
        self.put(*["("] * wrap)
        for part in parts:
            outer = self.pick(0, 0, 1, 2) if nest else 0
            self.put(*["("] * outer)
            if part.negated:
                self.put(self.pick("NOT", "not", "Not"), "(")
            if self.one_line or self.pick(True, False):  # closed up, as most files have it
                self.put(str(part._replace(negated=False)))
            else:
                self.put(part.colour.value, "(")
                self.coordinate("x", part.x)
                self.put(",")
                self.coordinate("y", part.y)
                self.put(")")
            self.put(*[")"] * (part.negated + outer))
        self.put(*[")"] * wrap)

    def section(self, key, game):
        self.key(key)
        player = Player.BLACK if "black" in key else Player.WHITE
        if key == "#boardsize":
            self.number(game.columns)
            self.number(game.rows)
        elif key == "#depth":
            self.number(game.depth + (game.opener is Player.WHITE))
        elif key == "#blackturn":
            self.put("second" if game.opener is Player.WHITE else "first")
        elif key == "#init":
            cells = enumerate(game.board.places)
            stones = [
                SubCondition(colour, Expression("zero", x), Expression("zero", y))
                for cell, (x, y) in cells
                for colour, mask in ((Colour.BLACK, game.start.black), (Colour.WHITE, game.start.white))
                if mask >> cell & 1
            ]
            self.condition(stones, wrap=False)
        elif key.endswith("goals"):
            self.one_line = True
            for goal in game.goals(player):
                self.text += self.pick("\n", "\r\n", " % and\n\n")
                self.condition(goal, wrap=False, nest=False)
        else:
            for action in game.actions(player):
                self.key(":action")
                self.put(action.name)
                self.key(":parameters")
                self.put("(", "?x", ",", "?y", ")")
                for clause, parts in ((":precondition", action.precondition), (":effect", action.effect)):
                    self.key(clause)
                    self.condition(parts, wrap=not parts)


@settings(PLENTY, max_examples=draws(80, 24))
@given(grid_games(), st.data())
def test_spacing(game, data):
    """Blanks, line ends, comments, parentheses, the order of sections and the case of keys mean nothing."""
    scribe = Scribe(data.draw)
    keys = ["#boardsize", "#init", "#blackactions", "#whiteactions", "#blackgoals", "#whitegoals", "#blackturn"]
    for key in data.draw(st.permutations(keys + ["#depth"] * (game.depth is not None))):
        scribe.section(key, game)
    assert parse_grid_game(scribe.text, name=game.name) == game


class TestHostile:
    """Any text gives a game or an InputError."""

    def attempt(self, text):
        for read in (parse_grid_game, read_domain, read_problem):
            with suppress(InputError):
                read(text)

    def test_truncated(self):
        """A text cut anywhere."""
        for length in range(len(GAME)):
            self.attempt(GAME[:length])

    @PLENTY
    @given(st.data())
    def test_mutated(self, data):
        """Pieces removed, doubled, swapped, replaced."""
        text = GAME
        piece = st.sampled_from(
            [*"()%#:?,+-0129xy \n\r\t\0é\u2028", "NOT", "#init", "black(1,1)", "open", "xmax", "9" * 50]
        )
        for _ in range(data.draw(st.integers(1, 4))):
            a, b = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
            middle = data.draw(piece | st.just("") | st.just(text[a:b] * 2))
            text = text[:a] + middle + text[min(b, a + 9) :]
        self.attempt(text)

    @PLENTY
    @given(
        st.text() | st.text("#:()?xy,+-1 \nblackopeninit%", max_size=60).map("#boardsize 3 3\n#blackgoals\n".__add__)
    )
    def test_random_text(self, text):
        self.attempt(text)

    @settings(PLENTY, max_examples=draws(80, 40))
    @given(st.binary() | st.binary().map(GAME.encode().__add__))
    def test_random_bytes(self, tmp_path, data):
        path = tmp_path / "random.ig"
        path.write_bytes(data)
        with suppress(InputError):
            read_grid_game(path)
