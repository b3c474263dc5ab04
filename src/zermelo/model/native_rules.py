"""The rules of a game for the native core: the very masks of the model, nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.model.clause_game import ClauseGame
from zermelo.model.connection import ConnectionGame
from zermelo.model.game import Game, Player, Position
from zermelo.model.grid import GridGame
from zermelo.model.ground import ground_actions, ground_goals
from zermelo.model.net_game import NetGame, is_idle
from zermelo.model.positional import PositionalGame, Rule
from zermelo.model.state_game import StateGame


def has_native_rules(game: Game) -> bool:
    """Tell whether the core can be given the rules: of games on states those by a network with fluents alone.

    >>> from zermelo.model.connection import ConnectionGame
    >>> has_native_rules(ConnectionGame.hex(2, 2))
    True
    """
    return not isinstance(game, StateGame) or (isinstance(game, NetGame) and len(game.board) > 0)


def native_rules(game: Game) -> _native.Rules:
    """The rules of a game as the native core takes them."""
    if isinstance(game, NetGame):
        return _net_rules(game)
    if isinstance(game, StateGame):
        raise UnsupportedError("a game on a board for the native core", found=game.kind, source=game.name)
    cells = len(game.board)
    if cells > _native.MAX_CELLS or cells == 0:
        raise UnsupportedError(f"1 to {_native.MAX_CELLS} cells for the native core", found=f"{cells} in {game.name}")
    if isinstance(game, GridGame):
        black, white = ([(*g.needs, *g.sets) for g in ground_actions(game, player)] for player in Player)
        black_goals, white_goals = (ground_goals(game, player) for player in Player)
        return _native.GridRules(cells, black, white, black_goals, white_goals, game.stuck.value, game.full_draw)
    if isinstance(game, ClauseGame):
        if len(game.clauses) > _native.MAX_CELLS:
            most = f"at most {_native.MAX_CELLS} clauses for the native core"
            raise UnsupportedError(most, found=f"{len(game.clauses)} in {game.name}")
        positive, negative = ([clause[sign] for clause in game.clauses] for sign in (0, 1))
        return _native.ClauseRules(cells, positive, negative, game.player_at(0) is Player.BLACK)
    turns = [game.player_at(ply) is Player.BLACK for ply in range(game.start.ply + cells + 1)]
    if isinstance(game, ConnectionGame):
        return _native.ConnectionRules(
            cells, game.neighbours, game.source, game.target, turns, game.first_moves, game.joined
        )
    assert isinstance(game, PositionalGame)
    return _native.PositionalRules(
        cells, game.black_sets, game.white_sets, turns, game.first_moves, game.rule is Rule.MAKER_BREAKER
    )


def _net_rules(game: NetGame) -> _native.NetRules:
    net = game.net
    if len(net.fluents) > _native.MAX_CELLS:
        most = f"at most {_native.MAX_CELLS} fluents for the native core"
        raise UnsupportedError(most, found=f"{len(net.fluents)} in {game.name}")
    order: list[int] = []
    for component in net.order:
        order += (component.cyclic, len(component.rules))
        for head, body in component.rules:
            order += (head, len(body), *body)
    idle = [is_idle(term) for terms in net.moves for term in terms]
    return _native.NetRules(
        len(net.fluents), order, net.next, net.legal, net.terminal, net.score, idle,
        game.black, game.win, game.white_win,
    )  # fmt: skip


@contextmanager
def faults_told(game: Game) -> Iterator[None]:
    """Tell a state of a ground game in which its rules make no sense as the rules do, with the line of play.

    Raises ``InputError`` or ``UnsupportedError`` as :meth:`NetGame.state`.
    """
    try:
        yield
    except _native.NetFault as fault:
        if isinstance(game, NetGame):
            game.state(Position(fault.args[0]))
        raise


def native_ply(game: Game, position: Position) -> int:
    """The ply of a position as the native core counts it: Black moves at the even plies of a grid game."""
    return position.ply + (isinstance(game, GridGame) and game.player_at(0) is not Player.BLACK)
