"""The public names: ten of them, with their signatures. A change here is a new major version, or a new minor one."""

from __future__ import annotations

import inspect
import io
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import fields
from pathlib import Path
from typing import Any, cast

import pytest
from tests.gdl_sheets import TIC_TAC_TOE

import zermelo
from zermelo.errors import IllegalMoveError, InputError
from zermelo.strategy.check.check_result import Broken

SIGNATURES = {
    "load": "(source, domain=None, *, win=None, board=None, to_move=None)",
    "solve": ("(game, query=None, options=None, *, kind=None, player=None, depth=None, first_moves=False, **settings)"),
    "encode": "(game, depth=None, name=None)",
    "check": "(strategy, game=None)",
    "Game": "()",
    "Player": "BLACK WHITE",
    "Query": "kind player depth first_moves",
    "Options": (
        "encoding solver preprocessor time_limit memory_limit_mb check method jobs cpu_limit verify engine checkpoint "
        "certificate extract proof_limit checkpoint_limit_mb switches"
    ),
    "Verdict": (
        "game query answer outcome excluded depth refuted_depth complete first_move method checked checked_part "
        "restricted reason seconds search_seconds prove_seconds check_seconds stages evidence notes asked_depth "
        "longest held_from won_depth first_moves first_move_outcomes remembered interrupted proof strategies subject"
    ),
    "Strategy": "game claim symmetries entries",
}
"""The names: parameters of functions, fields of classes."""

MEMBERS = {
    "Game": ["name", "depth", "moves", "to_move", "play", "after", "find_move", "move_name", "draw"],
    "Player": ["other"],
    "Query": ["about"],
    "Options": [],
    "Verdict": ["known", "sentence", "strategy", "save", "play", "to_json"],
    "Strategy": ["browse", "save"],
}
"""Attributes and methods that are promised, too."""

HEX = zermelo.load("hex:3x3")
SOLVED = zermelo.solve(HEX)


def signature(name: str) -> str:
    """The parameters or fields of a public name, as the table above has them."""
    found = getattr(zermelo, name)
    if inspect.isfunction(found):
        parameters = [
            each.replace(annotation=inspect.Parameter.empty) for each in inspect.signature(found).parameters.values()
        ]
        return str(inspect.Signature(parameters))
    if name == "Game":
        return "()"
    return " ".join(each.name for each in (found if name == "Player" else fields(found)))


def test_the_list():
    """Ten names, all in dir(zermelo), and nothing else but the version."""
    assert sorted(SIGNATURES) == sorted(zermelo.__all__)
    assert dir(zermelo) == sorted([*SIGNATURES, "__version__"])
    with pytest.raises(AttributeError, match="public are Game, "):
        zermelo.nothing  # noqa: B018


@pytest.mark.parametrize("name", SIGNATURES)
def test_signatures(name):
    """Each name has the parameters that users write, and a docstring with an example."""
    assert signature(name) == SIGNATURES[name]
    found = getattr(zermelo, name)
    assert ">>>" in (found.__doc__ or "")
    for member in MEMBERS.get(name, ()):
        declared = member in vars(found) or member in getattr(found, "__annotations__", {})
        assert declared, member


def test_nothing_is_imported_until_asked_for():
    """To import zermelo imports no other module of it, and nothing that costs time."""
    code = "import sys; before = {*sys.modules}; import zermelo; print(*sorted({*sys.modules} - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert [name for name in done.stdout.split() if name.startswith("zermelo")] == ["zermelo"]
    assert not {"typing", "dataclasses", "importlib.metadata"} & {*done.stdout.split()}
    code = "import sys, zermelo; zermelo.Player; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"zermelo.solving", "zermelo.search", "rich", "lark", "xml.etree.ElementTree"} & {*done.stdout.split()}


load: Any = zermelo.load
solve: Any = zermelo.solve
encode: Any = zermelo.encode
check: Any = zermelo.check

WRONG = [
    (lambda: load(7), TypeError, "a path, a text or a family such as 'hex:4x4', not 7"),
    (lambda: load("hexx:3x3"), InputError, "did you mean hex"),
    (lambda: load("nothing.pg"), InputError, "no such file"),
    (lambda: load(Path("nothing.pg")), InputError, "nothing.pg"),
    (lambda: load("a\nb\n"), InputError, "a game in one of the languages"),
    (lambda: load("hex:3x3", "domain.ig"), InputError, "no domain file with a family"),
    (lambda: load("x" * 5000), InputError, "a game file or a family"),
    (lambda: load("\0"), InputError, "a game file or a family"),
    (lambda: solve(None), TypeError, "not None"),
    (lambda: solve(HEX, 7), TypeError, "keywords such as depth=7"),
    (lambda: solve(HEX, options={"jobs": 1}), TypeError, "keywords such as time_limit=10"),
    (lambda: solve(HEX, depth="7"), TypeError, "a whole number as depth"),
    (lambda: solve(HEX, depth=-1), InputError, "a depth of at least 0"),
    (lambda: solve(HEX, player="red"), InputError, "'black' or 'white'"),
    (lambda: solve(HEX, kind="who"), InputError, "winner, within, fastest"),
    (lambda: solve(HEX, kind="within"), InputError, "a depth to ask within"),
    (lambda: solve(HEX, zermelo.Query(), depth=3), TypeError, "a Query or depth, not both"),
    (lambda: solve(HEX, options=zermelo.Options(), jobs=1), TypeError, "Options or jobs, not both"),
    (lambda: solve(HEX, timelimit=3), TypeError, "did you mean 'time_limit'"),
    (lambda: solve(HEX, cache=False), TypeError, "no option 'cache'; Python's solve has no memory of answers"),
    (lambda: solve(HEX, certify="proof.json"), TypeError, "certificate='FILE' writes the proof"),
    (lambda: solve(HEX, fastest=True), TypeError, "write kind='fastest'"),
    (lambda: solve(HEX, time_limit="5"), TypeError, "time_limit is a number, such as time_limit=10, not '5'"),
    (lambda: solve(HEX, time_limit=float("nan")), InputError, "a number of at least 0 for time_limit"),
    (lambda: solve(HEX, memory_limit_mb=-1), InputError, "above 0 and at most 1073741824 for memory_limit_mb"),
    (lambda: solve(HEX, memory_limit_mb=0), InputError, "above 0"),
    (lambda: solve(HEX, first_moves="no"), TypeError, "first_moves as True or False, not 'no'"),
    (lambda: solve(HEX, checkpoint=5), TypeError, "checkpoint is the path of a file, not 5"),
    (lambda: HEX.after(cast("Any", 3)), TypeError, "takes moves, as a text or one by one, not 3"),
    (lambda: SOLVED.save(cast("Any", None)), TypeError, "the path of a file, not None"),
    (lambda: solve(HEX, jobs=1.5), TypeError, "jobs is a number"),
    (lambda: solve(HEX, engine=3), TypeError, "engine is a name, not 3"),
    (lambda: load("hex", board=3), TypeError, "a board as a text"),
    (lambda: solve(HEX, encoding="no"), InputError, "an encoding out of"),
    (lambda: encode(HEX), InputError, r"a depth, such as encode\(game, 7\)"),
    (lambda: encode(HEX, "3"), TypeError, "a whole number as depth"),
    (lambda: encode(HEX, 3, 4), TypeError, "the name of an encoding"),
    (lambda: encode(HEX, 3, "bddl"), InputError, "what fits this game"),
    (lambda: check(HEX), TypeError, "a strategy, the path of its file or a verdict"),
    (lambda: check("nothing.json"), InputError, "cannot read"),
    (lambda: check(SOLVED, "hex:4x4"), InputError, "a strategy for hex:4x4"),
    (lambda: check(solve(HEX, check=False)), InputError, "a verdict with a strategy"),
    (lambda: HEX.play("z9"), InputError, "z9"),
    (lambda: HEX.after("b2 b2"), IllegalMoveError, "a legal move of White"),
    (lambda: SOLVED.play("red"), InputError, "'black' or 'white'"),
    (lambda: SOLVED.strategy.browse().next("a1"), InputError, "the strategy's own move, b2"),
    (lambda: SOLVED.strategy.browse().next().next(), InputError, "a move of White"),
    (lambda: zermelo.Verdict("ttt", zermelo.Query()).save("x"), InputError, "a strategy to save"),
    (lambda: zermelo.Verdict("ttt", zermelo.Query()).play(), InputError, "a verdict with its game"),
]


@pytest.mark.parametrize(("wrong", "error", "said"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_wrong_arguments(wrong, error, said):
    """A wrong argument raises an error of one line that says what to pass."""
    with pytest.raises(error, match=said) as raised:
        wrong()
    assert "\n" not in str(raised.value)


class TestLoad:
    def test_what_it_takes(self, tmp_path, monkeypatch):
        """A family, a text, a path as text or as a Path, and a game all give the same game."""
        text = "3x3\n"
        (tmp_path / "empty.hex").write_text(text)
        (tmp_path / "hex:2x2").write_text("3x3")
        monkeypatch.chdir(tmp_path)
        loaded = [zermelo.load(each) for each in ("hex:3x3", text, "3x3 ", Path("empty.hex"), "empty.hex", "hex:2x2")]
        assert {(game.moves[0], len(game.moves), game.start) for game in loaded} == {("a1", 9, HEX.start)}
        assert zermelo.load(HEX) is HEX

    def test_domain(self, tmp_path):
        """A BDDL problem takes its actions from the domain that is named."""
        problem, domain = tmp_path / "problem.ig", tmp_path / "other.ig"
        problem.write_text("#boardsize 2 2\n#init ()\n#depth 1\n#blackgoals\n(black(?x,?y))\n#whitegoals\n")
        domain.write_text(DOMAIN)
        game = zermelo.load(problem, domain)
        assert (game.depth, len(game.moves)) == (1, 4)


DOMAIN = """#blackactions
:action put
:parameters (?x, ?y)
:precondition (open(?x, ?y))
:effect (black(?x, ?y))
#whiteactions
:action put
:parameters (?x, ?y)
:precondition (open(?x, ?y))
:effect (white(?x, ?y))
"""


class TestGame:
    def test_moves(self):
        """Names and values of moves mean the same; a game stays as it is."""
        later = HEX.after("b2 C1")
        assert later == HEX.after(["b2", "c1"]) == HEX.play("b2").play("c1")
        assert later == HEX.after([HEX.find_move("b2"), HEX.find_move("c1")])
        assert later.to_move is zermelo.Player.BLACK
        assert len(later.moves) == 7
        assert len(HEX.moves) == 9
        assert HEX.after("") == HEX.after([]) == HEX

    def test_depth_shrinks(self):
        """After a move the depth is one less."""
        assert HEX.with_depth(5).play("b2").depth == 4

    def test_over(self):
        """A play that is over has no moves."""
        assert zermelo.load("hex:2x2").after("a2 a1 b1").moves == []

    @pytest.mark.parametrize("name", ["hex:3x3", "ttt", "domineering:3x3", "connect:4,board=7x6"])
    def test_one_line(self, name):
        """A game is told in one line, whatever its size, and drawn in a notebook."""
        game = zermelo.load(name)
        assert repr(game).startswith(f"<{name.split(',')[0]}")
        assert len(repr(game)) < 120
        assert "\n" not in repr(game)
        assert ET.fromstring(game._repr_svg_() or "").tag.endswith("svg")


class TestSolve:
    def test_keywords(self):
        """Keywords mean the same as a Query and Options."""
        query = zermelo.Query("within", zermelo.Player.WHITE, 4)
        one = zermelo.solve("hex:3x3", query, zermelo.Options(method="search", jobs=1))
        two = zermelo.solve(HEX, player="white", depth=4, method="search", jobs=1)
        assert one.query == two.query == query
        assert one.sentence() == two.sentence()

    def test_defaults(self):
        """Without a depth White's question is how fast she wins; a depth of the game's own is taken."""
        assert zermelo.solve(HEX, player="white").query.kind == "fastest"
        assert zermelo.solve(HEX.with_depth(5)).query == zermelo.Query("within", depth=5)
        assert zermelo.solve(HEX.with_depth(5), kind="winner").query == zermelo.Query()
        assert zermelo.solve(HEX.with_depth(5), kind="within").query == zermelo.Query("within", depth=5)


class TestVerdict:
    def test_short(self):
        """A verdict is told in one line."""
        assert repr(SOLVED) == "<Verdict on hex:3x3: Black wins within 5 moves, not within 4.>"

    def test_notebook(self):
        """The sentence and the board are shown, the evidence is folded."""
        page = ET.fromstring(SOLVED._repr_html_())
        assert page[0].findtext("b") == SOLVED.sentence()
        assert page[1].tag.endswith("svg")
        assert "+" in [each.text for each in page[1].iter() if each.tag.endswith("text")]  # the winning move
        folded = {each[0].text: [line.text for line in each[1]] for each in page.iter("details")}
        assert folded["Evidence"] == list(SOLVED.evidence)

    def test_roles(self):
        """A rule sheet's own names of the players are told."""
        verdict = zermelo.solve(TIC_TAC_TOE, check=False)
        assert verdict.to_json()["roles"] == {"black": "xplayer", "white": "oplayer"}
        assert "Black is the role xplayer, White the role oplayer" in verdict._repr_html_()
        assert SOLVED.to_json()["roles"] is None

    def test_open_question(self):
        """An undecided verdict is shown as well, without a move."""
        verdict = zermelo.solve("hex:9x9", time_limit=0)
        assert not verdict.known
        assert verdict.strategy is None
        assert "Not decided" in repr(verdict)
        assert "First move" not in verdict._repr_html_()

    def test_saved(self, tmp_path):
        """Saved strategies are checked out of the file, compressed or not."""
        for name in ("proof.json", "proof.json.gz"):
            SOLVED.save(tmp_path / name)
            report = zermelo.check(tmp_path / name, HEX)
            assert report
            assert str(report) == str(zermelo.check(SOLVED))
        assert zermelo.check(SOLVED.strategy)

    def test_broken(self):
        """A strategy that does not hold is told with the line of play."""
        wrong = zermelo.Strategy(HEX, SOLVED.strategy.claim.__class__(zermelo.Player.BLACK, wins=True, depth=5))
        report = zermelo.check(wrong)
        assert not report
        assert isinstance(report.broken, Broken)
        assert str(report).startswith("Black wins within 5: BROKEN.")

    @pytest.mark.parametrize(("side", "name"), [(None, "White"), ("black", "Black"), (zermelo.Player.WHITE, "White")])
    def test_played(self, side, name, monkeypatch, capsys):
        """The strategy moves in the terminal, and somebody can leave."""
        monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
        SOLVED.play(side)
        printed = capsys.readouterr().out
        assert f"You are {name}." in printed
        assert ("Black (strategy): b2" in printed) is (name == "White")


class TestStrategy:
    @pytest.mark.parametrize("name", ["hex:3x3", "ttt", "domineering:3x3", "httt:tippy,board=4x4"])
    def test_browsed(self, name):
        """Every play that is browsed ends as the claim says: browsing shows all replies, and answers each."""
        verdict = zermelo.solve(name)
        for strategy in verdict.strategies:
            start = strategy.browse()
            waiting, seen = [start], 0
            while waiting and seen < 60:
                place = waiting.pop()
                seen += 1
                mine = place.to_move is strategy.claim.player
                assert len(place.moves) <= 1 or not mine
                assert place.position == strategy.game.after(place.line).start
                if not place.moves:
                    assert "has won" in place.told or "draw" in place.told or mine or strategy.claim.depth is not None
                bound = strategy.claim.depth
                if bound is None or len(place.line) < bound:
                    waiting += place
            assert ET.fromstring(start._repr_svg_()).tag.endswith("svg")
            page = ET.fromstring(strategy._repr_html_())
            assert page[0].findtext("b", "").startswith(strategy.told)
            assert repr(strategy).startswith(f"<Strategy for {strategy.game.name}: ")

    def test_iterating(self):
        """A strategy gives its stored positions."""
        positions = [position for position, _ in SOLVED.strategy]
        assert len(positions) == len(SOLVED.strategy)
