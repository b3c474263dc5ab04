"""The store: it says what follows from what it was told and nothing else, and it never lets contradictions pass."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import KINDS
from tests.sizes import draws
from tests.store.twins import can_swap, random_grid, twin

from zermelo.errors import DisagreementError, InputError
from zermelo.families import make
from zermelo.model import Game, GridGame, GridMove, Player
from zermelo.search import Minimax
from zermelo.store import Demand, Fact, Origin, Store, canonical, fact

BLACK, WHITE = Player.BLACK, Player.WHITE
BY_SEARCH = Origin(solver="minimax")
COR, ET = Origin("cor", solver="depqbf", solver_version="6.03"), Origin("et", "bloqqer", "1", "caqe", "4.0.1")
ALL: dict[str, Any] = {**KINDS, "grid": random_grid}


def refuse(text: str) -> None:
    raise AssertionError(f"a warning: {text}")


@pytest.fixture
def store(tmp_path) -> Iterator[Store]:
    with Store.open(tmp_path / "answers.sqlite", warn=refuse) as opened:
        yield opened


@pytest.fixture
def hex3() -> Any:
    return make("hex:3x3")


def checked(player: Player, depth: int | None, answer: bool, origin: Origin = COR, **more: Any) -> Fact:
    return Fact(player, depth, answer, origin, checked=True, **more)


class Truth:
    """The facts of a small game, by exhaustive search."""

    def __init__(self, game: Any, most: int) -> None:
        complete = game.complete_depth()
        self.game, self.most = game, most if complete is None else min(most, complete)
        self.complete = complete is not None and complete <= most
        self.players = list(Player) if can_swap(game) else [BLACK]
        self.moves = game.legal(game.start)

    def __call__(self, player: Player, depth: int, after: Any = None) -> bool:
        game = self.game if player is BLACK else self.game.swapped()
        search, start = Minimax(game), game.start
        if after is None:
            return search.within(start, depth)
        move = after._replace(player=after.player.other) if player is WHITE and isinstance(game, GridGame) else after
        return search.within(game.step(start, move), depth - 1)

    def fact(self, rng: Random) -> Fact:
        """A random true fact."""
        player, after = rng.choice(self.players), rng.choice([None, *self.moves])
        depth = rng.randint(1, max(self.most, 1))
        answer = self(player, depth, after)
        ever = self.complete and rng.random() < 0.3 and answer is self(player, self.most, after)
        first = None
        if answer and after is None and self.game.mover(self.game.start) is player:
            first = next((move for move in self.moves if self(player, depth, move)), None)
        return checked(player, None if ever else depth, answer, BY_SEARCH, after=after, first_move=first)


@pytest.mark.parametrize("kind", ALL)
@settings(max_examples=draws(25, 13))
@given(st.integers(0, 2**32))
def test_facts_told_follow_and_are_true(tmp_path_factory, kind, seed):
    """Told some facts of a small game, the store says of its twin what is true, at least all that it was told."""
    rng = Random(seed)
    game: Any = ALL[kind](rng)
    while not game.legal(game.start):
        game = ALL[kind](rng)
    other, moved = twin(game, rng)
    truth = Truth(game, 4)
    role, role_there = canonical(game).role, canonical(other).role
    with Store.open(tmp_path_factory.mktemp("store") / "a", warn=refuse) as store:
        facts = [truth.fact(rng) for _ in range(rng.randint(1, 5))]
        store.add(game, *facts)
        for player in truth.players:
            there = player if role(player) == role_there(player) else player.other
            for depth in range(1, truth.most + 1):
                known = store.lookup(other, there, depth)
                assert known is None or known.answer is truth(player, depth)
                if known and known.first_move is not None:
                    move = next(move for move in truth.moves if known.first_move in both(moved(move)))
                    assert truth(player, depth, move)
                for move, answer in store.first_moves(game, player, depth).items():
                    assert answer is truth(player, depth, move), (facts, player, depth, move)
            win, loss = store.bounds(game, player)
            assert win is None or truth(player, min(win.depth or truth.most, truth.most))
            assert loss is None or loss.depth is None or loss.depth > truth.most or not truth(player, loss.depth)
        for told in facts:
            if told.after is None:
                known = store.lookup(game, told.player, told.depth)
                assert known is not None
                assert known.answer is told.answer
                assert known.first_move is not None or told.first_move is None
            else:
                assert store.first_moves(game, told.player, told.depth)[told.after] is told.answer


def both(move: Any) -> tuple[Any, ...]:
    """A move by either player."""
    return (move, move._replace(player=move.player.other)) if isinstance(move, GridMove) else (move,)


def test_monotony(store, hex3):
    store.add(hex3, checked(BLACK, 5, True), checked(BLACK, 4, False))
    answers = [store.lookup(hex3, BLACK, depth) for depth in (0, 3, 4, 5, 6, 100, None)]
    assert [known and known.answer for known in answers] == [False, False, False, True, True, True, True]
    assert [known.depth for known in store.bounds(hex3, BLACK)] == [5, 4]
    assert store.lookup(hex3, WHITE, None).answer is False
    assert store.outcome(hex3) == "black"


def test_never(store):
    """Not within the length of the longest play is never; depth None is the same."""
    game = make("ttt")
    store.add(game, checked(BLACK, 9, False))
    assert store.lookup(game, BLACK, None).depth is None
    assert (store.outcome(game), store.lookup(game, WHITE, 1)) == (None, None)
    store.add(game, checked(WHITE, None, False))
    assert store.outcome(game) == "draw"
    store.add(make("hex:2x2"), checked(BLACK, None, True))
    assert store.lookup(make("hex:2x2"), BLACK, 4).answer is True
    open_ended = make("breakthrough:3x4")
    store.add(open_ended, checked(WHITE, None, True))
    assert (store.outcome(open_ended), store.lookup(open_ended, WHITE, 3)) == ("white", None)


def test_first_moves(store, hex3):
    cell = hex3.board.cell
    store.add(hex3, checked(BLACK, 5, True, first_move=cell("b2")), checked(BLACK, 5, False, after=cell("a1")))
    found = store.first_moves(hex3, BLACK, 5)
    assert {hex3.board.cells[move]: answer for move, answer in found.items()} == {"b2": True, "a1": False, "c3": False}
    after = {hex3.board.cells[move]: answer for move, answer in store.first_moves(hex3, BLACK, 4).items()}
    assert after == {"a1": False, "c3": False}
    assert store.lookup(hex3, BLACK, 5).first_move == cell("b2")
    store.add(hex3, checked(BLACK, 4, False))
    assert set(store.first_moves(hex3, BLACK, 4).values()) == {False}
    assert len(store.first_moves(hex3, BLACK, 4)) == 9


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (checked(BLACK, 5, True), checked(BLACK, 5, False, ET)),
        (checked(BLACK, 5, True), checked(BLACK, 7, False, ET)),
        (checked(BLACK, 7, False), checked(BLACK, 5, True, ET)),
        (checked(BLACK, None, False), checked(BLACK, 9, True, ET)),
        (checked(BLACK, 5, True), checked(WHITE, 6, True, ET)),
        (checked(BLACK, 5, False), checked(BLACK, 5, True, ET, after=4)),
        (checked(BLACK, 5, True, first_move=4), checked(BLACK, 6, False, ET, after=4)),
        (checked(WHITE, 6, True), checked(WHITE, 6, False, ET, after=4)),
        (checked(WHITE, 6, True), checked(BLACK, 5, True, ET, after=4)),
    ],
)
def test_contradictions(store, hex3, old, new):
    """Named with both records, and neither counts any longer; what others say afterwards does."""
    store.add(hex3, old)
    with pytest.raises(DisagreementError, match=r"hex:3x3: .*et\+bloqqer\+caqe.* contradicts .*cor\+depqbf"):
        store.add(hex3, new)
    assert [store.lookup(hex3, player, depth) for player in Player for depth in (4, 9)] == [None] * 4
    third = Origin("en", solver="qute")
    store.add(hex3, replace(old, origin=third))
    store.add(hex3, old)  # no new evidence: it stays disputed
    records = store._database.records(canonical(hex3).key)
    assert [record.origin for record in records if record.counts] == [third]
    assert len(records) == 3


def test_a_contradiction_keeps_the_other_facts(store, hex3):
    store.add(hex3, checked(BLACK, 5, True))
    with pytest.raises(DisagreementError):
        store.add(hex3, checked(BLACK, 2, False), checked(BLACK, 6, False), checked(WHITE, 1, False))
    assert store.lookup(hex3, BLACK, 2).answer is False
    assert store.lookup(hex3, WHITE, 1).answer is False


@pytest.mark.parametrize("answer", [None, "timeout", 1])
def test_an_open_question_is_no_fact(answer):
    with pytest.raises(InputError, match="no fact"):
        Fact(BLACK, 5, answer, COR)


def test_wrong_facts(store, hex3):
    with pytest.raises(InputError, match="depth"):
        Fact(BLACK, -1, True, COR)
    with pytest.raises(InputError, match="first move"):
        Fact(BLACK, 5, False, COR, first_move=4)
    for wrong in (checked(BLACK, 5, True, first_move=99), checked(WHITE, 6, True, first_move=4)):
        with pytest.raises(InputError, match="first move"):
            store.add(hex3, wrong)


def test_demands(store, hex3):
    """Without one, checked facts; with one, those that meet it."""
    store.add(hex3, Fact(BLACK, 5, True, COR), Fact(BLACK, 5, True, ET), Fact(BLACK, 3, False, BY_SEARCH))

    def known(**demand: Any) -> tuple[Any, ...]:
        found = store.bounds(hex3, BLACK, Demand(**demand))
        return tuple(each and str(each.record.origin) for each in found)

    assert known() == (None, None)
    assert None not in known(unchecked=True)
    assert known(encoding="cor") == ("cor+depqbf", None)
    assert known(encoding="cor", solver="caqe") == (None, None)
    assert known(solver="depqbf", solver_version="6.03") == ("cor+depqbf", None)
    assert known(solver="depqbf", solver_version="7") == (None, None)
    assert known(preprocessor="bloqqer") == ("et+bloqqer+caqe", None)
    assert known(preprocessor="") == ("cor+depqbf", "minimax")
    assert known(method="search") == (None, "minimax")
    assert known(method="qbf")[1] is None
    store.add(hex3, checked(BLACK, 5, True, ET))
    assert known() == ("et+bloqqer+caqe", None)


def test_other_versions_are_ignored(store, hex3, monkeypatch):
    """Neither used nor contradicted."""
    store.add(hex3, checked(BLACK, 5, True))
    monkeypatch.setattr(fact, "EDITION", fact.EDITION + 1)
    assert store.lookup(hex3, BLACK, 5) is None
    monkeypatch.undo()
    monkeypatch.setattr(fact, "__version__", "99.0")
    assert store.lookup(hex3, BLACK, 5) is None
    store.add(hex3, checked(BLACK, 5, False))
    monkeypatch.undo()
    assert store.lookup(hex3, BLACK, 5) is not None


def test_the_same_fact_again(store, hex3):
    """One record; a first move is not lost, and what is not checked does not take the place of what is."""
    for first in (4, None):
        store.add(hex3, checked(BLACK, 5, True, first_move=first, seconds=1.0))
    store.add(hex3, Fact(BLACK, 5, True, COR))
    assert store.lookup(hex3, BLACK, 5).first_move == 4
    assert len(store._database.records(canonical(hex3).key)) == 2


def test_no_store(hex3):
    with Store.open(enabled=False, warn=refuse) as store:
        store.add(hex3, checked(BLACK, 5, True))
        assert store.lookup(hex3, BLACK, 5) is None
        assert store.bounds(hex3, BLACK) == (None, None)
        assert store.outcome(hex3) is None
        assert store.first_moves(hex3, BLACK, 5) == {}


def test_a_finished_play(store):
    game: Game = make("hex:1x1")
    won = game.after([0])
    store.add(won, checked(BLACK, 0, True, BY_SEARCH))
    assert store.outcome(won) == "black"
    assert store.first_moves(won, BLACK, 0) == {}
