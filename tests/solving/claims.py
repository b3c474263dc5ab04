"""An oracle for all that a verdict claims, by the plain rules; and random questions on small games."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

from tests.encodings.games import KINDS as CELL_KINDS
from tests.ends import other_ends
from tests.oracles.retrograde import solve_exactly
from tests.solving.states import KINDS as STATE_KINDS

from zermelo.families import make
from zermelo.model import ConnectionGame, Game, GraphGame, GridGame, Player
from zermelo.questions import Options, breaks, depth_in_play
from zermelo.search import Minimax
from zermelo.verdict import Query, Verdict

GRIDS = (
    "domineering:2x2",
    "domineering:2x3",
    "connect:2,board=3x3",
    "evader-pursuer:3x3,evader=3-1,pursuer=1-2",
    "evader-pursuer-dual:3x3,evader=3-1,pursuer=1-2",
)


def grid(rng: Random) -> GridGame:
    """A game of a family, or one with random rules."""
    boards = ("2x2", "3x1", "2x3", "1x4")
    text = f"random-grid:seed={rng.randrange(10_000)},board={rng.choice(boards)},first={rng.choice(['black', 'white'])}"
    game = make(rng.choice(GRIDS) if rng.random() < 0.4 else text)
    assert isinstance(game, GridGame)
    return other_ends(game, text, 0.3)


KINDS: dict[str, Callable[[Random], Game]] = {**CELL_KINDS, "grid": grid, **STATE_KINDS}

SUITE = [kind for kind in KINDS if kind not in ("graph-net", "positional-net")]
"""Kinds for tests of many games; the others take longer, and are for campaigns (``agreement.py asked-again``)."""


def random_game(rng: Random, kind: str) -> Game:
    """A small game, perhaps after a few moves, perhaps with a depth of its own."""
    game = KINDS[kind](rng)
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        moves = game.legal(game.start)
        if moves:
            game = game.after([rng.choice(moves)])
    return game.with_depth(rng.choice((None, rng.randint(0, 5))))


class Truth:
    """The truth about a game, seen by the player who asks: he is Black."""

    def __init__(self, game: Game, player: Player = Player.BLACK) -> None:
        self.game = game if player is Player.BLACK else game.swapped()
        self.exact = solve_exactly(self.game)
        if self.exact.winner is None and breaks(self.game):  # no first move is allowed
            self.exact = self.exact._replace(winner=Player.WHITE)
        self._minimax = Minimax(self.game)

    @property
    def wins(self) -> bool:
        """True if he wins at all."""
        return self.exact.winner is Player.BLACK

    def within(self, depth: int) -> bool:
        """True if he wins within the depth; by both oracles where that is little."""
        answer = self.wins and self.exact.depth is not None and self.exact.depth <= depth
        complete = self.game.complete_depth()
        if 0 <= min(depth, complete or depth) <= 8:
            assert self._minimax.within(self.game.start, min(depth, complete or depth)) is answer, "the oracles differ"
        return answer

    def after(self, move: Any) -> Truth:
        """The same after a first move."""
        return truth_of(self.game.after([move]))


@lru_cache(maxsize=64)
def truth_of(game: Game, player: Player = Player.BLACK) -> Truth:
    """The truth about a game, found once."""
    return Truth(game, player)


def claimed(game: Game, verdict: Verdict) -> None:
    """All claims are so; what is open has a reason, and an answer none."""
    query = verdict.query
    truth = truth_of(game, query.player)
    assert (verdict.known and verdict.complete_moves) == (verdict.reason is None), verdict.reason
    assert verdict.depth is None or (truth.wins and truth.exact.depth == verdict.depth)
    assert verdict.won_depth is None or truth.within(verdict.won_depth)
    assert verdict.refuted_depth is None or not truth.within(verdict.refuted_depth)
    assert verdict.held_from is None or not truth.wins
    assert not verdict.known or verdict.method
    {"winner": _winner, "within": _within, "fastest": _fastest}[query.kind](truth, verdict)
    _first_move(truth, verdict)
    _first_moves(truth, verdict)
    assert verdict.sentence().endswith(".")
    verdict.to_json()


def _winner(truth: Truth, verdict: Verdict) -> None:
    winner = truth.exact.winner
    assert verdict.outcome in (None, "draw" if winner is None else winner.value)
    assert winner is None or winner.value not in verdict.excluded
    assert verdict.complete == verdict.known
    assert verdict.answer is None
    if verdict.known:
        assert list(verdict.excluded) == [each.value for each in Player if each is not winner]


def _within(truth: Truth, verdict: Verdict) -> None:
    assert verdict.query.depth is not None
    depth = depth_in_play(truth.game, verdict.query.depth)
    assert verdict.asked_depth == depth
    assert verdict.answer in (None, truth.within(depth))
    if verdict.answer is False:
        assert verdict.refuted_depth is not None
        assert verdict.refuted_depth >= depth
        assert not verdict.complete or not truth.wins
    assert not verdict.answer or verdict.complete


def _fastest(truth: Truth, verdict: Verdict) -> None:
    bound = verdict.query.depth
    wins = truth.wins if bound is None else truth.within(depth_in_play(truth.game, bound))
    assert verdict.answer in (None, wins)
    if verdict.answer:
        assert verdict.depth == truth.exact.depth
        assert verdict.refuted_depth == (verdict.depth - 1 if verdict.depth else None)
    if verdict.answer is False:
        assert not verdict.complete or not truth.wins


def _first_move(truth: Truth, verdict: Verdict) -> None:
    game = truth.game
    if verdict.first_move is None:
        return
    assert game.mover(game.start) is Player.BLACK
    move = game.parse_move(verdict.first_move, Player.BLACK)
    depth = verdict.asked_depth if verdict.depth is None else verdict.depth
    after = truth.after(move)
    assert after.wins if depth is None else after.within(depth - 1)


def _first_moves(truth: Truth, verdict: Verdict) -> None:
    game = truth.game
    if verdict.first_moves is None:
        return
    asked = verdict.depth if verdict.query.kind == "fastest" and verdict.answer else verdict.asked_depth
    mover = game.mover(game.start)
    moves = [] if game.is_over(game.start) else game.legal(game.start)
    assert set(verdict.first_moves) == {game.move_name(move) for move in moves}
    for name, wins in verdict.first_moves.items():
        after = truth.after(game.parse_move(name, mover))
        assert wins in (None, after.wins if asked is None else after.within(asked - 1)), name


def random_query(rng: Random, game: Game) -> Query:
    """Any question that makes sense."""
    complete = game.complete_depth()
    most = 6 if complete is None else complete + 2
    kind = rng.choice(("winner", "within", "within", "fastest"))
    player = Player.BLACK if kind == "winner" or rng.random() < 0.6 or not may_ask(game) else Player.WHITE
    depth = {"winner": None, "within": rng.randint(0, most)}.get(kind, rng.choice((None, rng.randint(0, most))))
    return Query(kind, player, depth, first_moves=rng.random() < 0.3)


def may_ask(game: Game) -> bool:
    """True if White's wins may be asked for."""
    return game.is_hex if isinstance(game, ConnectionGame) else not breaks(game)


def random_options(rng: Random, game: Game, query: Query) -> Options:
    """Any method that can answer: where plays may never end, a no at every depth is beyond formulas."""
    endless = beyond_formulas(game, query)
    method = rng.choice(("auto", "search") if endless else ("auto", "qbf", "search"))
    return Options(method=method, jobs=1, check=rng.random() < 0.8)


def beyond_formulas(game: Game, query: Query) -> bool:
    """True if formulas need not answer."""
    if isinstance(game, GraphGame):
        return True
    return game.complete_depth() is None and (query.kind != "within" or query.first_moves)


def asked_too(rng: Random, game: Game, options: Options) -> Query:
    """Another question that the same options can answer."""
    query = random_query(rng, game)
    return Query("within", depth=3) if options.method == "qbf" and beyond_formulas(game, query) else query


def asked(seed: int, kind: str) -> tuple[Random, Game, Query, Options]:
    """A game, a question and options, and the generator for more."""
    rng = Random(seed)
    game = random_game(rng, kind)
    query = random_query(rng, game)
    return rng, game, query, random_options(rng, game, query)
