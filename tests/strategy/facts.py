"""An oracle for the facts of a derivation, which tries everything: slow, and obviously right."""

from __future__ import annotations

from functools import cache

from zermelo.model import ConnectionGame, PositionalGame, cells_of
from zermelo.strategy import Claim
from zermelo.strategy.check.derived_fact import FIRST, UNLIMITED, Borders, DerivedFact, own_borders


def is_so(game: ConnectionGame | PositionalGame, claim: Claim, fact: DerivedFact) -> bool:
    """True if a player reaches the goal of a fact within its stones, all cells outside the fact being the other's.

    The other player may pass, which is a stone of his elsewhere. A fact that holds at any time is tried with her to
    move second.
    """
    cells, full = len(game.board), game.board.full
    own, others = own_borders(game, claim.player), own_borders(game, claim.opponent)
    plies = [game.player_at(game.start.ply + ply) is claim.player for ply in range(4 * cells + 4)]
    begin = max(fact.turn, 0)
    mine_at = (lambda ply: plies[ply]) if fact.turn >= 0 else (lambda ply: (ply % 2 == 0) is (fact.turn == FIRST))
    allowed = sum(1 << cell for cell in game.legal(game.start))

    def cells_at(ply: int, free: int) -> list[int]:
        """The cells that may be taken, the first stone of all perhaps among some only."""
        restricted = fact.turn == ply == game.start.ply == 0 and game.first_moves is not None
        return [1 << cell for cell in cells_of(free & allowed if restricted else free)]

    given = sum(1 << end for end in fact.ends or () if end < cells)

    def joins(borders: Borders, ends: tuple[int, int], stones: int) -> bool:
        assert isinstance(game, ConnectionGame)
        cell_of_end = {cells: borders.source, cells + 1: borders.target}
        one, two = (cell_of_end.get(end, 1 << end) for end in ends)
        return bool(game.reach(one, stones) & two)

    @cache
    def reaches(stones: int, free: int, ply: int, left: int) -> bool:
        """The goal for good, with so many stones left to place."""
        if isinstance(game, PositionalGame):
            done = any(each & ~stones == 0 for each in game.winning_sets(claim.player))
        elif fact.ends is not None:
            assert own is not None
            done = joins(own, fact.ends, stones)
        else:
            assert others is not None
            done = not joins(others, (cells, cells + 1), full & ~stones)
        if done or not left:
            return done
        if mine_at(ply):
            return any(reaches(stones | cell, free & ~cell, ply + 1, left - 1) for cell in cells_at(ply, free))
        return all(reaches(stones, free & ~rest, ply + 1, left) for rest in (0, *cells_at(ply, free)))

    @cache
    def keeps(stones: int, free: int, ply: int, left: int) -> bool:
        """Not joined with so many stones of the other player to come."""
        assert others is not None
        if joins(others, (cells, cells + 1), full & ~stones & ~free):
            return False
        if not left:
            return True
        if mine_at(ply):
            return any(keeps(stones | mine, free & ~mine, ply + 1, left) for mine in (0, *cells_at(ply, free)))
        return all(keeps(stones, free & ~rest, ply + 1, left - 1) for rest in (0, *cells_at(ply, free)))

    stones, free = fact.stones | given, fact.carrier
    if fact.own < UNLIMITED and not reaches(stones, free, begin, fact.own):
        return False
    if fact.ends is None and isinstance(game, ConnectionGame):
        return keeps(stones, free, begin, min(fact.theirs, free.bit_count() + 1))
    return True
