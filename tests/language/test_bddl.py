"""BDDL files: every dialect reads, what is written reads back, and everything else is refused at its place."""

from __future__ import annotations

import re
import time
from dataclasses import replace
from pathlib import Path

import pytest

from zermelo.errors import InputError, SanityError, UnsupportedError
from zermelo.language.bddl import (
    is_bddl,
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
from zermelo.search import search_within

SHARED = Path(__file__).parents[3] / "shared"
BENCHMARKS = SHARED / "benchmarks" / "bddl"
PAPER = SHARED / "papers" / "concise-grid-games.txt"
FILES = sorted(path for path in BENCHMARKS.glob("*/*") if path.stem != "domain")

DOMAIN = """\
#blackactions
:action push-up
:parameters (?x, ?y)
:precondition (open(?x,?y) NOT(open(?x,?y+1)))
:effect (black(?x,?y))
#whiteactions
"""
PROBLEM = """\
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
GAME = DOMAIN + PROBLEM


def told(text: str, read=parse_grid_game) -> InputError:
    """The error that a text gets."""
    with pytest.raises(InputError) as caught:
        read(text)
    return caught.value


def listings() -> dict[int, str]:
    """The listings of the paper that hold BDDL: up to the next blank line or header."""
    if not PAPER.exists():
        return {}
    found: dict[int, list[str]] = {}
    number = None
    for line in PAPER.read_text(encoding="utf-8").splitlines():
        header = re.match(r"Listing\s(\d+):", line)
        number = int(header[1]) if header else number if line.strip() else None
        if number is not None and not header:
            found.setdefault(number, []).append(line)
    return {number: "\n".join(lines) for number, lines in found.items()}


class TestPaper:
    """Listings 1 to 3 are the grammar; all others are games or parts of games."""

    @pytest.mark.skipif(not PAPER.exists(), reason="the papers are not here")
    def test_all_listings_are_found(self):
        assert sorted(listings()) == list(range(1, 21))

    @pytest.mark.parametrize(
        ("domain", "problem", "size", "depth"),
        [
            (4, 5, (5, 4), 5),
            (11, 12, (7, 6), 9),
            (13, 14, (2, 4), 13),
            (15, 16, (3, 4), 1),
            (17, 18, (8, 8), 11),
            (19, 20, (6, 6), 11),
        ],
    )
    @pytest.mark.skipif(not PAPER.exists(), reason="the papers are not here")
    def test_games(self, domain, problem, size, depth):
        """Domain and problem listings make games, in either order, and round-trip."""
        texts = listings()
        assert is_bddl(texts[domain])
        assert is_bddl(texts[problem])
        game = parse_grid_game(texts[problem], texts[domain])
        assert parse_grid_game(texts[domain], texts[problem]) == game
        assert (game.columns, game.rows) == size
        assert game.depth == depth
        assert game.legal(game.start)
        assert parse_grid_game(write_grid_game(game), name=game.name) == game

    @pytest.mark.parametrize(
        ("domain", "problem", "wins"),
        [(4, 5, True), (13, 14, False), (15, 16, True), (17, 18, False)],
    )
    @pytest.mark.skipif(not PAPER.exists(), reason="the papers are not here")
    def test_verdicts(self, domain, problem, wins):
        """At their own depth, by exhaustive search: table 2b for 13 and 14; two knights jump to row 1 at once in 16."""
        texts = listings()
        game = parse_grid_game(texts[problem], texts[domain])
        assert game.depth is not None
        searched = search_within(game, game.depth, None, None)
        assert searched.answer is wins

    @pytest.mark.skipif(not PAPER.exists(), reason="the papers are not here")
    def test_fragments(self):
        """Snippets read as domains; a player whose section is missing has no actions there."""
        texts = listings()
        black, white = read_domain("#blackactions\n" + texts[6])
        assert [action.name for action in black] == ["occupyOnTop", "occupyBottom"]
        assert black[0].precondition[1].negated
        assert not white
        assert told(texts[6], read_domain).line == 1  # printed without the key that says whose actions they are
        assert [action.name for action in read_domain(texts[7]).black_actions] == ["north-east"]
        assert [action.name for action in read_domain(texts[8]).black_actions] == ["down-two"]
        assert read_domain(texts[9]) == ((), ())
        assert len(read_problem("#boardsize 3 3 " + texts[9]).white_goals) == 1
        assert [action.name for action in read_domain(texts[10]).black_actions] == ["vertical"]


class TestBenchmarks:
    """The published files."""

    @pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
    def test_file(self, path):
        """It reads with the domain beside it, and round-trips."""
        game = read_grid_game(path)
        text = path.read_text()
        assert is_bddl(text)
        assert f"{game.columns} {game.rows}\n" in text
        depths = re.findall(r"#depth\s+(\d+)", text)
        assert [game.depth] == [int(depth) - ("second" in text) for depth in depths]
        assert (game.opener is Player.WHITE) is ("second" in text)
        assert parse_grid_game(write_grid_game(game), name=game.name) == game
        assert parse_grid_game(write_problem(game), write_domain(game), name=game.name) == game

    @pytest.mark.skipif(not FILES, reason="the benchmarks are not here")
    def test_second_player_says_so(self):
        game = read_grid_game(BENCHMARKS / "breakthrough-second-player" / "2x5_10.ig")
        assert game.depth == 10
        assert any("depth 11" in note and "10" in note for note in game.notes)


class TestFiles:
    """The files that make a game."""

    def test_domain_beside(self, tmp_path):
        (tmp_path / "p.ig").write_text(PROBLEM)
        assert "no file domain.*" in str(error := told(str(tmp_path / "p.ig"), read_grid_game))
        assert "put domain.ig beside" in str(error)
        (tmp_path / "domain.txt").write_text(DOMAIN)
        assert read_grid_game(tmp_path / "p.ig").name == "p"
        (tmp_path / "domain.old").write_text("")
        assert "2 files domain.*" in str(told(str(tmp_path / "p.ig"), read_grid_game))
        (tmp_path / "domain.bddl").write_text(DOMAIN)
        game = read_grid_game(tmp_path / "p.ig")
        assert "domain.bddl" in game.notes[0]
        assert game == read_grid_game(tmp_path / "p.ig", tmp_path / "domain.txt")
        assert game == replace(read_grid_game(tmp_path / "domain.txt", tmp_path / "p.ig"), name="p")

    def test_one_file(self, tmp_path):
        (tmp_path / "domain.ig").write_text("garbage")
        (tmp_path / "g.pg").write_text(GAME)
        assert read_grid_game(tmp_path / "g.pg") == parse_grid_game(GAME, name="g")

    def test_domain_alone(self, tmp_path):
        (tmp_path / "domain.ig").write_text(DOMAIN)
        error = told(str(tmp_path / "domain.ig"), read_grid_game)
        assert "give the problem file" in str(error)
        assert error.source == str(tmp_path / "domain.ig")

    def test_twice(self, tmp_path):
        """A section that stands in both files is no choice of the reader's."""
        (tmp_path / "d.ig").write_text(DOMAIN)
        (tmp_path / "g.ig").write_text(GAME)
        with pytest.raises(InputError, match=r"d.ig:1:1: .*stands already in .*g.ig:1"):
            read_grid_game(tmp_path / "g.ig", tmp_path / "d.ig")

    @pytest.mark.parametrize(
        ("data", "line", "said"),
        [
            (b"", None, "empty"),
            (b"\xef\xbb\xbf", None, "empty"),
            (b"% ok\r\n#boardsize\xff 3", 2, "0xff"),
            (b"#boardsize 3 3\n\0", 2, "0x00"),
            ("#boardsize".encode("utf-16"), 1, "UTF-16"),
        ],
    )
    def test_bytes(self, tmp_path, data, line, said):
        (tmp_path / "p.ig").write_bytes(data)
        error = told(str(tmp_path / "p.ig"), read_grid_game)
        assert error.line == line
        assert said in str(error)

    def test_large_file_is_not_read(self, tmp_path):
        with (tmp_path / "p.ig").open("wb") as file:
            file.truncate(10**11)
        began = time.perf_counter()
        assert "64 MB" in str(told(str(tmp_path / "p.ig"), read_grid_game))
        assert time.perf_counter() - began < 1

    def test_missing_and_folder(self, tmp_path):
        assert "no such file" in str(told(str(tmp_path / "p.ig"), read_grid_game))
        assert "a folder" in str(told(str(tmp_path), read_grid_game))

    def test_bom_and_crlf(self, tmp_path):
        """They change neither the game nor the columns of errors."""
        (tmp_path / "g.ig").write_bytes(b"\xef\xbb\xbf" + GAME.replace("\n", "\r\n").encode())
        assert read_grid_game(tmp_path / "g.ig") == parse_grid_game(GAME, name="g")
        assert parse_grid_game("\ufeff" + GAME.replace("\n", "\r"), name="g") == parse_grid_game(GAME, name="g")
        error = told("\ufeff" + GAME.replace("5\n#blackgoal", "x").replace("\n", "\r\n"))
        assert (error.line, error.column) == (12, 1)


ACTION = ":action a :parameters (?x,?y) :precondition () :effect (black(?x,?y))"
X, Y = Expression("parameter"), Expression("parameter")


class TestDialects:
    """One game, many spellings."""

    @pytest.mark.parametrize(
        "text",
        [
            "black( 1 , 3 )white(2,4)",
            "(black(01,03)\n\n  white(2,\n4)) % done",
            "black(1,3) % white(1,1) was here\nwhite(2,4)",
            "((black(1,3)) (white(2,4)) open(1,1))",
            "(black(1,3))\n(white(2,4) open(2,3))",
        ],
    )
    def test_init(self, text):
        assert read_problem(f"#boardsize 5 4 #init {text}\n#depth 5").start == Position(1 << 10, 1 << 16)

    @pytest.mark.parametrize(
        "text",
        [
            "black(?x,?y+1) NOT(open(xmax-1,ymin))",
            "(black( ?x , ?y + 1 )not ( open( xmax - 1,ymin ) ) )",
            "((((black(?x,?y+01))) (NOT(open(xmax-1,ymin)))))",
            "(black(?x,?y+1) % up\n(Not((open(xmax-1,ymin+0)))))",
        ],
    )
    def test_condition(self, text):
        expected = (
            SubCondition(Colour.BLACK, X, Expression("parameter", 1)),
            SubCondition(Colour.OPEN, Expression("max", -1), Expression("min"), negated=True),
        )
        assert read_problem(f"#boardsize 5 4\n#WhiteGoals {text}").white_goals == (expected,)
        action = read_domain(f"#BLACKACTION :Action open:PARAMETER( ?x , ?y ) :precondition {text} :effect ()")
        assert action.black_actions == (Action("open", expected, ()),)

    @pytest.mark.parametrize("text", ["", "False", "(false)", "\n\n% none\n", "FALSE\nFalse"])
    def test_no_goal(self, text):
        assert read_problem(f"#boardsize 2 2\n#blackgoal {text}\n#whitegoal").black_goals == ()

    def test_turns(self):
        text = "#boardsize 2 2\n#depth 7\n#blackturn "
        assert read_problem(text + "second")[3:7:3] == (6, Player.WHITE)
        assert read_problem(text + "First")[3:7:3] == (7, Player.BLACK)
        assert read_problem("#boardsize 2 2").depth is None
        assert read_problem(f"#boardsize 2 2 #depth {10**900}").depth == 10**900

    @pytest.mark.parametrize(
        ("text", "yes"),
        [
            (" \n#boardsize", True),
            ("#BlackActions\n", True),
            ("#whitegoals:", True),
            ("% #boardsize", False),
            ("#version 20.13\n#blackturns\na\n#blackwins\n", False),
            ("#boardsized", False),
            ("", False),
        ],
    )
    def test_is_bddl(self, text, yes):
        assert is_bddl(text) is yes


def changed(old: str, new: str, text: str = GAME) -> str:
    assert old in text
    return text.replace(old, new, 1)


ERRORS = [
    ("twice in the singular", f"{GAME}\n#blackgoal black(1,1)", GAME.count("\n") + 2, 1, "found '#blackgoal', "),
    ("absolute in action", changed("effect (black(?x,", "effect (black(2,"), 5, 16, "'2'"),
    ("absolute in y", changed("effect (black(?x,?y", "effect (black(?x,-2"), 5, 19, "'-2'"),
    ("double init", changed("white(2,4)", "white(1,4)"), 10, 11, "at most once"),
    ("open and black", changed("white(2,4)", "open(1,4)"), 10, 11, "at most once"),
    ("init off the board", changed("white(2,4)", "white(4,4)"), 10, 17, "1 to 3 for x"),
    ("init row 0", changed("white(2,4)", "white(2,0)"), 10, 19, "1 to 4 for y"),
    ("init negative", changed("white(2,4)", "white(-2,4)"), 10, 17, "'-2'"),
    ("init relative", changed("white(2,4)", "white(xmin,4)"), 10, 17, "absolute"),
    ("init negated", changed("white(2,4)", "NOT(white(2,4))"), 10, 11, "NOT(white(2,4))"),
    ("goal off the board", changed("xmin,ymax-1", "xmin,ymax+1"), 15, 13, "'ymax+1'"),
    ("action off the board", changed("effect (black(?x,", "effect (black(xmax-3,"), 5, 16, "'xmax-3'"),
    ("unknown key", changed("#depth", "#deepth"), 11, 1, "'#deepth'"),
    ("unknown clause", changed(":effect", ":affect"), 5, 1, "':affect'"),
    ("section twice", GAME + "#depths 5", 18, 1, "already in line 11"),
    ("action twice", changed("#white", f":action push-up{ACTION[9:]}\n#white"), 6, 9, "'push-up'"),
    ("unknown predicate", changed("black(1,4)", "blak(1,4)"), 10, 1, "'blak'"),
    ("predicate in capitals", changed("black(1,4)", "Black(1,4)"), 10, 1, "'Black'"),
    ("negated effect", changed("effect (black(?x,?y))", "effect (NOT(black(?x,?y)))"), 5, 10, "becomes"),
    ("text before", "tic\n" + GAME, 1, 1, "'tic'"),
    ("number before", "3 #boardsize", 1, 1, "'3'"),
    ("nothing", "% nothing\n", 2, 1, "the end of the text"),
    ("no boardsize", DOMAIN, 7, 1, "give the problem file"),
    ("no domain", PROBLEM, 12, 1, "#blackactions and #whiteactions"),
    ("no white", changed("#whiteactions\n", ""), 17, 1, "#whiteactions"),
    ("large board", changed("3 4", " 64 65"), 8, 2, "at most 4096 cells"),
    ("no column", changed("3 4", "0 4"), 8, 1, "'0 4'"),
    ("negative rows", changed("3 4", "3 -4"), 8, 1, "'3 -4'"),
    ("one size", changed("3 4", "3"), 9, 1, "a number"),
    ("three sizes", changed("3 4", "3 4 5"), 8, 5, "'5'"),
    ("times", changed("3 4", "3x4"), 8, 1, "'3x4'"),
    ("depth negative", changed("#depth\n5", "#depth\n-5"), 12, 1, "at least 0"),
    ("depth no number", changed("#depth\n5", "#depth five"), 11, 8, "'five'"),
    ("depth fraction", changed("#depth\n5", "#depth 5.5"), 11, 9, "'.'"),
    ("depth endless", changed("#depth\n5", "#depth " + "9" * 5000), 11, 8, "999 digits"),
    ("depth of a second player", changed("#depth\n5", "#depth 0 #blackturn second"), 11, 8, "at least 1"),
    ("third player", GAME + "#blackturn third", 18, 12, "first or second"),
    ("name not ASCII", changed("push-up", "pushé"), 2, 9, "ASCII"),
    ("name missing", changed("push-up", ""), 3, 1, "name of an action"),
    ("name with a dot", changed("push-up", "a.b"), 2, 9, "ASCII"),
    ("y first", changed("(?x, ?y)", "(?y, ?x)"), 3, 14, "'?y'"),
    ("z", changed("(?x, ?y)", "(?x, ?z)"), 3, 18, "'?z'"),
    ("y as x", changed("effect (black(?x,", "effect (black(?y,"), 5, 16, "'?y'"),
    ("ymax as x", changed("black(xmax,2)", "black(ymax,2)"), 16, 8, "'ymax'"),
    ("x as y", changed("black(xmax,2)", "black(xmax,?x)"), 16, 13, "'?x'"),
    ("always true", changed("(black(xmin", "()\n(black(xmin"), 15, 1, "'()'"),
    ("two goals on a line", changed("black(?x,?y) black(?x+1,?y)", "(black(1,1)) (black(2,2))"), 14, 1, "one goal"),
    ("inner group", changed("black(?x,?y) black(?x+1,?y)", "(black(1,1) (black(2,2) black(3,3)))"), 14, 13, "inner"),
    ("goal over two lines", changed("black(?x,?y) black(?x+1,?y)", "NOT\n(black(?x,?y))"), 14, 4, "end of the line"),
    ("True", changed("black(?x,?y) black(?x+1,?y)", "True"), 14, 1, "'True'"),
    ("False and more", changed("black(?x,?y) black(?x+1,?y)", "False black(1,1)"), 14, 7, "'black(1,1)'"),
    ("NOT NOT", changed("NOT(open(?x,?y+1))", "NOT(NOT(open(?x,?y+1)))"), 4, 28, "NOT around"),
    ("NOT of two", changed("NOT(open(?x,?y+1))", "NOT(open(?x,?y) open(?x,?y))"), 4, 31, "one sub-condition"),
    ("open parenthesis", changed("?y+1)))", "?y+1))"), 5, 1, "':effect'"),
    ("closed twice", changed("(black(?x,?y))", "(black(?x,?y)))"), 5, 23, "')'"),
    ("goals in parentheses", changed("black(xmax,2))", "black(xmax,2)"), 17, 1, "'#whitegoal'"),
    ("comma between", changed("black(1,4)white", "black(1,4),white"), 10, 11, "','"),
    ("number first", changed("open(?x,?y+1)", "open(?x,1+?y)"), 4, 41, "'+'"),
    ("two offsets", changed("open(?x,?y+1)", "open(?x,?y+1-1)"), 4, 44, "'-'"),
    ("no precondition", changed(":precondition (open(?x,?y) NOT(open(?x,?y+1)))", ":precondition"), 5, 1, "':effect'"),
    ("precondition forgotten", changed(":precondition (open(?x,?y) NOT(open(?x,?y+1)))\n", ""), 4, 1, ":precondition"),
    ("comma forgotten", changed("black(1,4)", "black(1 4)"), 10, 9, "'4'"),
    ("too deep", changed("black(1,4)", "(" * 100_000 + "black(1,4)"), 10, 101, "100 nested"),
    ("contradiction", changed("effect (black(?x,?y)", "effect (black(?x,?y) open(?x,?y)"), 2, 9, "two colours"),
    ("won already", changed("white(2,4)", "black(2,4)"), 9, 1, "already won by Black"),
    ("insane", GAME + "black(?x,?y)\n", 2, 9, "can complete a goal of White"),
]


class TestErrors:
    """Errors have the line and column of the mistake."""

    def test_game_is_right(self):
        """The game that the errors are cut from."""
        game = parse_grid_game(GAME)
        assert len(game.black_goals) == 2
        assert game.depth == 5

    @pytest.mark.parametrize(("text", "line", "column", "said"), [e[1:] for e in ERRORS], ids=[e[0] for e in ERRORS])
    def test_place(self, text, line, column, said):
        with pytest.raises(InputError) as caught:
            parse_grid_game(text, source="demo.ig")
        error = caught.value
        assert (error.source, error.line, error.column) == ("demo.ig", line, column), str(error)
        assert said in str(error)
        assert "\n" not in str(error)
        assert len(str(error)) < 300

    def test_sanity_stays_sanity(self):
        with pytest.raises(SanityError):
            parse_grid_game(changed("white(2,4)", "black(2,4)"))

    def test_problem_as_domain(self):
        assert "problem file" in str(told(PROBLEM, read_domain))

    def test_errors_of_two_texts(self):
        """An error in the domain is told in the domain."""
        with pytest.raises(InputError, match=r"^d.ig:5:16: "):
            parse_grid_game(PROBLEM, changed("(black(?x,", "(black(xmax+1,", DOMAIN), source="p", domain_source="d.ig")

    @pytest.mark.parametrize(
        "start", ["", "#boardsize ", "#depth ", "#blackgoals ", "#init ", "#blackactions :action "]
    )
    @pytest.mark.parametrize("flood", ["a", "9", "(", ")", "#", ":", "é", "black(1,1)", "?x", "-"])
    def test_one_long_line(self, start, flood):
        """A flood on one line gets a short answer, soon."""
        began = time.perf_counter()
        assert len(str(told("#boardsize 2 2 " * (start != "#boardsize ") + start + flood * 20_000))) < 300
        assert time.perf_counter() - began < 3


class TestWriter:
    """One canonical form."""

    def test_text(self):
        assert write_grid_game(parse_grid_game(GAME)) == changed(
            "black(1,4)white", "black(1,4) white", changed("1)\n black(xmax", "1) black(xmax", GAME)
        ).replace("(black(xmin,ymax-1) black(xmax,2))", "black(xmin,ymax-1) black(xmax,2)")

    def test_white_opens(self):
        game = replace(parse_grid_game(GAME, name="g"), opener=Player.WHITE)
        text = write_grid_game(game)
        assert "#depth\n6\n" in text
        assert text.endswith("#blackturn\nsecond\n")
        assert parse_grid_game(text, name="g") == game

    def test_entered_in_the_middle(self):
        """It is written as a new game that the player to move opens."""
        text = changed("#whiteactions\n", f"#whiteactions\n{ACTION.replace('black', 'white')}\n")
        game = parse_grid_game(text, name="g")
        later = game.after(game.legal(game.start)[:1])
        assert later.start.ply == 1
        again = parse_grid_game(write_grid_game(later), name="g")
        assert again == replace(later, opener=Player.WHITE, start=later.start._replace(ply=0))
        assert again.depth == 4
        assert [m[1:] for m in again.legal(again.start)] == [m[1:] for m in later.legal(later.start)]

    def test_absolute_action(self):
        """An action may not name an absolute position; xmin+k says the same."""
        there = (SubCondition(Colour.OPEN, Expression("zero", 3), Expression("zero", 1)),)
        game = GridGame("g", 3, 3, (Action("a", there, ()),), ())
        again = parse_grid_game(write_grid_game(game), name="g")
        assert again.black_actions[0].precondition[0].x == Expression("min", 2)
        assert again.legal(again.start) == game.legal(game.start)

    @pytest.mark.parametrize(
        "game",
        [
            GridGame("g", 3, 3, (Action("a b", (), ()),), ()),
            GridGame("g", 3, 3, (Action("a", (), ()), Action("a", (), ())), ()),
            GridGame("g", 64, 65, (), ()),
            GridGame("g", 1, 1, (), (), ((SubCondition(Colour.BLACK, X, Y),),), start=Position(1, 0, 1)),
        ],
    )
    def test_refused(self, game):
        with pytest.raises(UnsupportedError):
            write_grid_game(game)
