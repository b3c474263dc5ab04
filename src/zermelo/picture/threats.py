"""Threats of a position: moves that win at once, pairs of moves that win; the cells that have won.

For people to look at: long lists are cut off.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from zermelo.model import (
    ClauseGame,
    ConnectionGame,
    Game,
    GridGame,
    PlacementGame,
    Player,
    Position,
    PositionalGame,
    Rule,
    cells_of,
    mask_of,
)
from zermelo.model.ground import Masks, ground_goals

MOST = 12
"""Threats of a kind that are looked for."""


class Threat(NamedTuple):
    """One or two open cells, as a mask, that complete something of a player.

    ``whole`` is the mask of all cells of what they complete; of what stops the other player the missing ones only.
    """

    player: Player
    missing: int
    whole: int


def threats(game: Game, position: Position, missing: int = 1, most: int = MOST) -> list[Threat]:
    """Threats of both players, as if either were to move; none once somebody has won.

    Winning sets without a stone of the other player; cells that join borders; cells by which a breaker stops all that
    is left; goals of grid games that the next move of a player reaches (one move only); clauses of Game-SAT with one or
    two literals left, which MIN can make false. A first stone goes to the cells that are allowed to it.

    Parameters
    ----------
    game, position
        The game, and the stones on the board.
    missing
        The number of moves that a player lacks, 1 or 2.
    most
        The number of threats after which the list of a player ends.

    >>> from zermelo.families import make
    >>> game = make("ttt")
    >>> stones = game.start._replace(black=game.board.mask(["a1", "b2"]), ply=2)
    >>> [(str(each.player), game.board.names(each.missing)) for each in threats(game, stones)]
    [('Black', ['c3'])]
    """
    if game.winner(position) is not None:
        return []
    found: list[Threat] = []
    first = _first_cells(game, position)
    for player in Player:
        if isinstance(game, PositionalGame) and (player is Player.BLACK or game.rule is Rule.MAKER_MAKER):
            lacking = _lacking_sets(game, position, player, missing)
        elif isinstance(game, ConnectionGame) and player is Player.BLACK:
            lacking = _lacking_links(game, position, missing)
        elif isinstance(game, PositionalGame | ConnectionGame):
            lacking = _breaking(game, position, missing)
        elif isinstance(game, ClauseGame):
            lacking = _lacking_literals(game, position, player, missing)
        elif isinstance(game, GridGame) and missing == 1:
            lacking = _reaching(game, position, player)
        else:
            lacking = iter(())
        if first is not None and player is game.mover(position):
            lacking = (each for each in lacking if each.missing & first)
        found += islice(lacking, most)
    return found


def finds_all(game: Game, position: Position) -> bool:
    """Tell whether `threats` finds all wins of one and two moves: where stones are placed, on any cell."""
    return isinstance(game, PlacementGame) and _first_cells(game, position) is None


def _first_cells(game: Game, position: Position) -> int | None:
    """Mask of the cells that the next stone is confined to; None where it is not."""
    return game.first_moves if isinstance(game, PlacementGame) and position.ply == 0 else None


def _lacking_sets(game: PositionalGame, position: Position, player: Player, missing: int) -> Iterator[Threat]:
    mine, theirs = position.stones(player), position.stones(player.other)
    for each in game.winning_sets(player):
        left = each & ~mine
        if not each & theirs and left.bit_count() == missing:
            yield Threat(player, left, each)


def _lacking_literals(game: ClauseGame, position: Position, player: Player, missing: int) -> Iterator[Threat]:
    true, false, _ = position
    for clause in game.clauses if player is Player.WHITE else ():
        left = clause.variables & ~(true | false)
        if not (clause.positive & true or clause.negative & false) and left.bit_count() == missing:
            yield Threat(player, left, clause.variables)


def _lacking_links(game: ConnectionGame, position: Position, missing: int) -> Iterator[Threat]:
    """Cells whose stones join Black's borders; pairs of which neither does so alone."""
    mine = position.black
    free = list(cells_of(game.board.full & ~(position.black | position.white)))
    single = {cell for cell in free if game.connects(mine | 1 << cell)}
    if missing == 1:
        for cell in sorted(single):
            yield Threat(Player.BLACK, 1 << cell, path(game, mine | 1 << cell))
        return
    rest = [cell for cell in free if cell not in single]
    for index, one in enumerate(rest):
        # Only what one stone has joined to a border can be of use.
        more = mine | 1 << one
        if not (game.reach(game.source, more) | game.reach(game.target, more)) >> one & 1:
            continue
        for two in rest[index + 1 :]:
            if game.connects(more | 1 << two):
                yield Threat(Player.BLACK, 1 << one | 1 << two, path(game, more | 1 << two))


def _breaking(game: PositionalGame | ConnectionGame, position: Position, missing: int) -> Iterator[Threat]:
    """Cells of White's that stop all that Black may still complete; pairs of which neither does so alone."""

    def left(cut: int) -> int:
        """Something that Black may still complete after these stones of White's; 0 for nothing."""
        white = position.white | cut
        if isinstance(game, ConnectionGame):
            return path(game, game.board.full & ~white)
        return next((each for each in game.black_sets if not each & white), 0)

    single = mask_of(cell for cell in cells_of(left(0) & ~position.black) if not left(1 << cell))
    held = position.black | single
    # What stops all has a cell in common with anything that is left.
    if missing == 1:
        found = {1 << cell for cell in cells_of(single)}
    else:
        pairs = (1 << one | 1 << two for one in cells_of(left(0) & ~held) for two in cells_of(left(1 << one) & ~held))
        found = {pair for pair in pairs if not left(pair)}
    yield from (Threat(Player.WHITE, each, each) for each in sorted(found, key=lambda each: list(cells_of(each))))


def _reaching(game: GridGame, position: Position, player: Player) -> Iterator[Threat]:
    """Moves by which a player reaches a goal of his, if it is his turn."""
    now = position if game.mover(position) is player else position._replace(ply=position.ply + 1)
    met = set[int]()
    for move in game.legal(now):
        after = game.step(now, move)
        if game.goal_winner(after) is player:
            changed = (now.black ^ after.black) | (now.white ^ after.white)
            mine = changed & after.stones(player)  # where his stones come to lie
            cells = mine or changed
            if cells not in met:
                met.add(cells)
                yield Threat(player, cells, winning_cells(game, after))


def winning_cells(game: Game, position: Position) -> int:
    """Mask of the cells that have won: a winning set, a path, the cells of a goal; 0 for none.

    >>> from zermelo.families import make
    >>> game = make("hex:2x2")
    >>> game.board.names(winning_cells(game, game.start._replace(black=0b0111)))
    ['a1', 'a2']
    """
    winner = game.goal_winner(position)
    if winner is None:
        return 0
    mine = position.stones(winner)
    if isinstance(game, PositionalGame):
        return next((each for each in game.winning_sets(winner) if not each & ~mine), 0)
    if isinstance(game, ConnectionGame):
        if winner is Player.BLACK:
            return path(game, mine)
        return path(game.swapped(), mine) if game.white_source is not None else 0
    if isinstance(game, GridGame):
        for goal in ground_goals(game, winner):
            if _meets(goal, position, game.board.full):
                return goal.black | goal.white | goal.open
    return 0


def _meets(needs: Masks, position: Position, full: int) -> bool:
    black, white, _ = position
    colours = (black, white, full & ~(black | white))
    return all(not needs[side] & ~colours[side] and not needs[3 + side] & colours[side] for side in range(3))


def path(game: ConnectionGame, stones: int) -> int:
    """The cells of a shortest path of these between Black's borders; 0 when there is none.

    >>> game = ConnectionGame.hex(3, 1)
    >>> path(game, 0b110) in (0b10, 0b100)
    True
    """
    return mask_of(steps(game, stones))


def steps(game: ConnectionGame, stones: int) -> list[int]:
    """The cells of :func:`path` in order, from the source to the target."""
    before: dict[int, int | None] = dict.fromkeys(cells_of(game.source & stones))
    queue = deque(before)
    while queue:
        cell = queue.popleft()
        if game.target >> cell & 1:
            found: list[int] = []
            here: int | None = cell
            while here is not None:
                found.append(here)
                here = before[here]
            return found[::-1]
        for other in cells_of(game.neighbours[cell] & stones):
            if other not in before:
                before[other] = cell
                queue.append(other)
    return []
