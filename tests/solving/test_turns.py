"""Questions about both players take turns, as a play may be drawn: a hopeless one keeps nobody waiting."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

import zermelo
from zermelo import Options, Player, Query
from zermelo.families import make
from zermelo.model import Game
from zermelo.search import engines
from zermelo.search.session import Limits, Result
from zermelo.solving.bounds import Bounds
from zermelo.solving.journal import Journal
from zermelo.solving.question import Ask, Question
from zermelo.solving.searching import SHARE, Background, Searching


@dataclass
class Slow:
    """A session that finds so many seconds of search, for each player, before it has an answer; no time passes."""

    game: Game
    needs: dict[Player, float]
    answers: dict[Player, bool]
    spent: dict[Player, float] = field(default_factory=lambda: dict.fromkeys(Player, 0.0))
    reason: str = "time"
    label = "a slow search"

    def _go_on(self, player: Player, limits: Limits) -> tuple[bool, float]:
        seconds = self.needs[player] if limits.seconds is None else limits.seconds
        self.spent[player] += seconds
        assert sum(self.spent.values()) < 1000, "a hopeless question keeps the other one waiting"
        return self.spent[player] >= self.needs[player], seconds

    def decide(self, player: Player, _depth: int | None, limits: Limits, _watch: Any = None) -> Result:
        done, seconds = self._go_on(player, limits)
        if not done:
            return Result(None, reason=self.reason, seconds=seconds)
        return Result(self.answers[player], seconds=seconds)

    def first_moves(
        self, player: Player, _depth: int | None, limits: Limits, _watch: Any = None, _known: Any = ()
    ) -> dict[int, Result]:
        done, seconds = self._go_on(player, limits)
        moves = self.game.legal(self.game.start)
        answer = self.answers[player] if done else None
        return {move: Result(answer, reason=None if done else self.reason, seconds=seconds) for move in moves}


def after_corner() -> Game:
    """White is to move, and may win: there is nothing to steal."""
    return make("httt:tippy,board=5x5").after(["a1"])


@pytest.mark.parametrize("hard", list(Player), ids=str)
@pytest.mark.parametrize("needs", [0.05, 1.0, 7.0])
def test_a_hopeless_question_does_not_keep_the_other_one_waiting(hard: Player, needs: float) -> None:
    game = after_corner()
    slow = Slow(game, {hard: 10_000.0, hard.other: needs}, {hard: False, hard.other: True})
    bounds, searching = Bounds(game), Searching(game, slow, Journal())  # type: ignore[arg-type]
    searching.follow(Question(game, Query("winner")).asks, bounds)
    assert bounds.outcome == str(hard.other).lower()
    assert slow.spent[hard.other] <= 2 * needs + 0.1
    assert slow.spent[hard] <= 2 / SHARE * slow.spent[hard.other] + 0.2
    assert searching.failed is None


def test_it_does_not_beside_formulas_either() -> None:
    game = after_corner()
    slow = Slow(game, {Player.WHITE: 10_000.0, Player.BLACK: 3.0}, {Player.WHITE: False, Player.BLACK: True})
    bounds, searching = Bounds(game), Searching(game, slow, Journal())  # type: ignore[arg-type]
    with Background(searching, Question(game, Query("winner")).asks, bounds) as background:
        while background.running:
            background.wait()
            background.poll()
    assert bounds.outcome == "black"


def test_a_question_that_cannot_go_on_leaves_the_time_to_the_other_one() -> None:
    game = after_corner()
    slow = Slow(game, {Player.WHITE: 10_000.0, Player.BLACK: 5.0}, dict.fromkeys(Player, True), reason="memory")
    bounds, searching = Bounds(game), Searching(game, slow, Journal(), first_turn=6.0)  # type: ignore[arg-type]
    searching.follow(Question(game, Query("winner")).asks, bounds)
    assert bounds.outcome == "black"
    assert set(searching.closed) == {Ask(Player.WHITE, None)}


def test_one_question_takes_no_turns() -> None:
    game = make("httt:tippy,board=5x5")  # White never wins: Black would steal her strategy
    slow = Slow(game, {Player.BLACK: 50.0, Player.WHITE: 0.0}, dict.fromkeys(Player, True))
    bounds, searching = Bounds(game), Searching(game, slow, Journal())  # type: ignore[arg-type]
    searching.follow(Question(game, Query("winner")).asks, bounds)
    assert bounds.outcome == "black"
    assert slow.spent == {Player.BLACK: 50.0, Player.WHITE: 0.0}


def test_first_moves_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    game = after_corner()
    slow = Slow(game, {Player.BLACK: 10_000.0, Player.WHITE: 9.0}, {Player.BLACK: False, Player.WHITE: True})
    monkeypatch.setattr(engines, "session_for", lambda *_: slow)
    options = Options(method="search", check=False)
    verdict = zermelo.solve(game, Query("winner", first_moves=True), options)
    assert verdict.outcome == "white"
    assert verdict.first_move_outcomes is not None
    assert set(verdict.first_move_outcomes.values()) == {"loss"}
    assert slow.spent[Player.BLACK] < 200
