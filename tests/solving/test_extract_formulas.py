"""Strategies by formulas: for every kind of game, both outcomes, several encodings and solvers; bad tools; limits."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import pytest
from tests.sizes import size
from tests.strategy.claims import KINDS, Truth, asked_of_formulas, random_game
from tests.strategy.test_extract_proof import accepted

from zermelo.cli import run
from zermelo.encodings import Asks, fitting
from zermelo.errors import DisagreementError, LimitError, MissingToolError, UnsupportedError
from zermelo.families import make
from zermelo.model import Game, GridGame, Player
from zermelo.questions import Options
from zermelo.solvers import Answer, SolverResult, solver
from zermelo.solvers.depqbf import DepQBF
from zermelo.solving.extract_formulas import Calls, FormulaOracle, extract_by_formulas
from zermelo.solving.finding import Finding
from zermelo.solving.run import Run
from zermelo.strategy import Claim, Holds, Strategy
from zermelo.strategy.check.plain import check
from zermelo.strategy.extract.from_oracle import extract_by
from zermelo.strategy.extract.oracle import Clock

BLACK, WHITE = Player
PLAIN = Options(preprocessor="none")
CLAIMS = [
    ("hex:3x3", Claim(BLACK, True, 5)),
    ("hex:3x3", Claim(WHITE, False, 4)),
    ("hex:2x3", Claim(WHITE, False)),
    ("hex:3x3,first=white", Claim(BLACK, False, 4)),
    ("hex:3x3,first=white", Claim(WHITE, True, 5)),
    ("httt:el,board=3x3", Claim(BLACK, True, 5)),
    ("httt:tic,board=3x3", Claim(WHITE, False, 4)),
    ("httt:fatty,board=3x3", Claim(WHITE, False)),
    ("httt:el,board=3x3,first=white", Claim(WHITE, True, 5)),
    ("ttt", Claim(BLACK, False)),
    ("domineering:3x3", Claim(BLACK, True, 4)),
    ("domineering:3x3", Claim(WHITE, False, 3)),
    ("domineering:2x3", Claim(BLACK, True)),
    ("breakthrough:2x4", Claim(BLACK, False, 5)),
    ("connect:2,board=3x3", Claim(BLACK, True, 3)),
    ("evader-pursuer:4x4,evader=4-1,pursuer=2-3", Claim(WHITE, False, 2)),
]


@pytest.fixture(autouse=True)
def _left_behind(clean):
    """No process, no folder, no descriptor."""


@pytest.fixture(autouse=True)
def _no_search(monkeypatch):
    """No native search has a part in it. Loaded before, other modules keep their own, also for later tests."""
    import_module("zermelo.solving.extractors")

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a search was asked")

    monkeypatch.setattr("zermelo.search.engines.session_for", refuse)
    monkeypatch.setattr("zermelo.search.grid_session.grid_search", refuse)


def asked_game(game: Game, claim: Claim) -> Game:
    """The game in which Black is who wins or is held."""
    return game if (claim.player if claim.wins else claim.opponent) is BLACK else game.swapped()


@pytest.mark.parametrize("kind", KINDS)
def test_random(kind):
    """Every claim that is true and has a depth, by some encoding and solver."""
    found = 0
    for seed in range(size(5, 3)):
        game, rng = random_game(kind, 3000 + seed), Random(seed)
        try:
            claims = list(Truth(game, 300).claims(rng))
        except LimitError:
            continue
        for claim in claims:
            if not asked_of_formulas(game, claim) or claim.bound(game) is None or (claim.bound(game) or 0) > 6:
                continue
            fits = [None, *(each.name for each in fitting(asked_game(game, claim)) if each.asks is Asks.BLACK_WINS)]
            options = Options(rng.choice(fits), rng.choice(["depqbf", "caqe", "rareqs"]), "none")
            if isinstance(game, GridGame):
                options = Options(solver=rng.choice(["depqbf", "caqe"]))
            strategy = extract_by_formulas(game, claim, options=options, time_limit=60)
            accepted(game, strategy)
            found += 1
    assert found


@pytest.mark.parametrize(("text", "claim"), CLAIMS, ids=str)
@pytest.mark.parametrize("tool", ["depqbf", "caqe", "rareqs", "qute", None])
def test_solvers(text, claim, tool):
    """With values, with values sometimes, with none; with the whole portfolio."""
    game = make(text)
    options = Options(solver=tool) if tool is None else Options(solver=tool, preprocessor="none")
    accepted(game, extract_by_formulas(game, claim, options=options, time_limit=60))


@pytest.mark.parametrize("place", [0, 1])
def test_encodings(place):
    """Every encoding that takes the game, both outcomes."""
    met = set()
    for text, claim in (CLAIMS[place], CLAIMS[5 + place], CLAIMS[10 + place]):
        game = make(text)
        for each in fitting(asked_game(game, claim)):
            if each.asks is Asks.BLACK_WINS:
                met.add(each.name)
                accepted(game, extract_by_formulas(game, claim, options=Options(each.name, "depqbf", "none")))
    assert {"et", "en", "ea", "cor", "dys", "bddl", "la", "sn"} <= met


def test_pairing():
    """A formula that says that White holds for ever."""
    game = make("hex:2x3")
    strategy = extract_by_formulas(game, Claim(WHITE, False), options=Options("pairing", "depqbf"))
    accepted(game, strategy)


def asked(game: Game, claim: Claim, options: Options, *, arguments: bool = True) -> tuple[Strategy, Calls]:
    """The strategy, and what it took."""
    made: list[FormulaOracle] = []

    def ask(about: Game, claimed: Claim, clock: Clock, memory: int | None) -> FormulaOracle:
        made.append(FormulaOracle(about, claimed, clock, memory, options))
        return made[-1]

    with pytest.MonkeyPatch.context() as patched:
        if not arguments:
            patched.setattr("zermelo.strategy.extract.from_oracle.TRIES", 0)
        return extract_by(ask, game, claim), made[0].calls


def test_few_calls():
    """One formula that needs a solver for each of the winner's moves, at most; transposed positions are met once."""
    for text, claim in (("hex:4x3", Claim(BLACK, True, 5)), ("httt:elly,board=4x4", Claim(BLACK, True, 7))):
        game = make(text)
        strategy, calls = asked(game, claim, Options(solver="depqbf", preprocessor="none"))
        accepted(game, strategy)
        assert calls.tried == 0
        assert 0 < calls.solved <= 1.5 * len(strategy)


def test_preprocessed(monkeypatch):
    """Values of a preprocessed formula name no move: moves are tried, and asked about."""
    monkeypatch.setattr(FormulaOracle, "_told", lambda *_, **__: None)
    for text, claim in (("domineering:3x3", Claim(BLACK, True, 4)), ("hex:3x3", Claim(BLACK, True, 5))):
        game = make(text)
        strategy, calls = asked(game, claim, Options(solver="depqbf", preprocessor="bloqqer"), arguments=False)
        accepted(game, strategy)
        assert calls.tried > 0


@dataclass(frozen=True)
class Misleading(DepQBF):
    """Right answers with wrong values."""

    name = "depqbf"

    def solve(self, formula: Any, **limits: Any) -> SolverResult:
        found = super().solve(formula, **limits)
        if found.assignment is None:
            return found
        wrong = {variable: not value for variable, value in found.assignment.items()}
        return SolverResult(found.answer, assignment=wrong)


@dataclass(frozen=True)
class Stranger(Misleading):
    """The same by a tool of the user's own."""

    name = "stranger"


@pytest.mark.parametrize(("text", "claim"), [CLAIMS[0], CLAIMS[8], CLAIMS[9], CLAIMS[10]])
def test_wrong_values(text, claim, monkeypatch):
    """Those of an untested tool are confirmed, and do no harm; with those of a tested one it may end in an error."""
    game = make(text)
    for tool in (Stranger(), Misleading()):
        monkeypatch.setattr("zermelo.solving.combination.solver", lambda _, tool=tool: tool)
        try:
            strategy, _ = asked(game, claim, PLAIN, arguments=False)
        except DisagreementError:
            assert tool.name == "depqbf"
        else:
            result = check(game, claim, strategy.symmetries, strategy)
            assert isinstance(result, Holds) or tool.name == "depqbf"


@pytest.mark.parametrize("answer", [Answer.TRUE, Answer.FALSE])
def test_lies(answer, fake):
    """A solver that always says the same proves nothing that is not so."""
    fake(SolverResult(answer))
    for text, claim in (("hex:3x3", Claim(BLACK, True, 4)), ("hex:3x3", Claim(WHITE, False, 6)), CLAIMS[0], CLAIMS[1]):
        game = make(text)
        try:
            strategy = extract_by_formulas(game, claim, options=PLAIN)
        except DisagreementError as error:
            assert "hex:3x3" in str(error)  # noqa: PT017  # it need not be raised
        else:
            right = Truth(game).holds(claim)
            assert isinstance(check(game, claim, strategy.symmetries, strategy), Holds) <= right


def test_contradictions(monkeypatch):
    """Answers of one position that contradict each other are never mended."""
    oracle = FormulaOracle(make("hex:3x3"), CLAIMS[0][1], Clock(None), None, PLAIN)
    assert oracle.held(oracle.game.start, 4)
    monkeypatch.setattr(Run, "attempt", lambda *_: Finding(True, method="liar"))
    with pytest.raises(DisagreementError, match="liar says True at depth 3 of a position of which a formula"):
        oracle._decide(oracle.game.start, oracle.game, 3)


def test_limits(monkeypatch):
    """Time, memory, a missing tool, a claim without a depth: each its own error."""
    game, claim = make("hex:4x4"), Claim(BLACK, True, 9)
    with pytest.raises(LimitError, match="out of time"):
        extract_by_formulas(game, claim, time_limit=0)
    with pytest.raises(LimitError) as caught:
        extract_by_formulas(make("hex:6x6"), Claim(BLACK, True, 17), options=Options(solver="depqbf"), time_limit=0.3)
    assert caught.value.reason == "time"
    with pytest.raises(LimitError) as caught:
        extract_by_formulas(make("hex:6x6"), Claim(BLACK, True, 17), options=Options(solver="caqe"), memory_limit_mb=1)
    assert caught.value.reason == "memory"
    with pytest.raises(UnsupportedError, match="a claim with a depth, for formulas; --extract search can do without"):
        extract_by_formulas(make("evader-pursuer:4x4,evader=4-1,pursuer=2-3"), Claim(WHITE, False))
    monkeypatch.setattr(type(solver("depqbf")), "executable", lambda _: None)
    with pytest.raises(MissingToolError, match=r"depqbf is not installed; get it by: pip install 'zermelo\[qbf\]'"):
        extract_by_formulas(game, claim, options=Options(solver="depqbf"))


class TestCommand:
    """``zermelo solve --certify FILE --method qbf``."""

    @pytest.mark.parametrize(
        "words",
        [
            ["hex:3x3", "--method", "qbf"],
            ["hex:3x3", "--within", "4", "--encoding", "en", "--solver", "depqbf"],
            ["domineering:3x3", "--who", "--preprocessor", "bloqqer"],
            ["hex:3x3", "--method", "qbf", "--extract", "formulas", "--after", "b2"],
        ],
        ids=" ".join,
    )
    def test_certified(self, words, tmp_path, capsys):
        path = tmp_path / "a.gz"
        assert run(["solve", *words, "--no-cache", "--json", "--certify", str(path)]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert answer["checked"]
        assert run(["check", str(path)]) == 0

    def test_left_open(self, tmp_path, capsys, monkeypatch):
        """The answer stands without its strategy, and the exit code tells."""
        path = tmp_path / "a.gz"
        words = ["solve", "hex:3x3", "--within", "5", "--no-cache", "--method", "qbf", "--certify", str(path)]
        for error, said in (
            (KeyboardInterrupt(), "was not written: interrupted"),
            (LimitError("time", "too slow"), "was not written: too slow"),
            (MissingToolError("depqbf is not installed"), "was not written: depqbf is not installed"),
        ):

            def fail(*_: object, error: BaseException = error, **__: object) -> None:
                raise error

            monkeypatch.setattr(FormulaOracle, "win", fail)
            assert run(words) == 3
            out = " ".join(capsys.readouterr().out.split())
            assert "Black wins within 5 moves." in out
            assert said in out
            assert list(tmp_path.glob("*.gz*")) == []

    def test_one_interrupt_ends_it(self, tmp_path, capsys, monkeypatch):
        """Ctrl-C while a first move is confirmed is not swallowed: no strategy is looked for after it."""

        def tired(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr("zermelo.solving.formula_route.Moves", tired)
        path = tmp_path / "a"
        words = ["solve", "hex:3x3", "--within", "5", "--no-cache", "--method", "qbf", "--certify", str(path)]
        assert run(words) == 3
        out = " ".join(capsys.readouterr().out.split())
        assert "Black wins within 5 moves." in out
        assert "was not written: interrupted" in out
        assert not path.exists()

    def test_usage(self, tmp_path, capsys):
        """A way that does not exist; a way to nothing."""
        assert run(["solve", "hex:3x3", "--certify", str(tmp_path / "a"), "--extract", "magic"]) == 2
        assert "'magic', expected a way to extract among search, formulas" in capsys.readouterr().err
        assert run(["solve", "hex:3x3", "--extract", "formulas"]) == 2
        assert "expected a file for the strategy, --certify FILE" in capsys.readouterr().err
