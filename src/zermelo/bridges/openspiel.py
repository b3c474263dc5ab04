"""Games as games of OpenSpiel, and bots that play proofs there.

:func:`register` makes every game a game of OpenSpiel, for its algorithms and its other bots:

    import pyspiel
    from zermelo.bridges import openspiel
    openspiel.register()
    game = pyspiel.load_game("zermelo(game=hex:3x3)")

An action is the number of a move among all moves of both players. In OpenSpiel's texts ``,`` and ``=`` separate
parameters, so ``;`` and ``~`` stand for them in an expression: ``zermelo(game=connect:4;board~4x4)``, which is the same
as ``pyspiel.load_game("zermelo", {"game": "connect:4,board=4x4"})``. Player 0 is Black.

:func:`bot` plays a proven strategy, in these games and in OpenSpiel's own. The way in, OpenSpiel's games solved here,
is :mod:`~zermelo.bridges.object_game`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from zermelo.bridges.object_game import (
    PREFIX,
    ObjectGame,
    StateTable,
    is_openspiel,
    load_openspiel,
    pyspiel,
    version,
)
from zermelo.errors import InputError, MissingToolError
from zermelo.loading import load
from zermelo.model import ClauseGame, Game, GraphGame, GridGame, NetGame, PlacementGame, Player, cells_of
from zermelo.model.ground import ground_actions

__all__ = [
    "ObjectGame",
    "ProofBot",
    "StateTable",
    "ZermeloGame",
    "ZermeloState",
    "all_moves",
    "bot",
    "is_openspiel",
    "load_openspiel",
    "register",
    "version",
]

NAME = "zermelo"
"""The name of the game in OpenSpiel."""

LONGEST = 10_000
"""The length of plays that OpenSpiel is told where none is known."""

try:
    _library: Any = pyspiel()
except MissingToolError:
    _library = None  # the classes below can be imported, and not be used
_GameBase: Any = _library.Game if _library else object
_StateBase: Any = _library.State if _library else object
_BotBase: Any = _library.Bot if _library else object


def all_moves(game: Game) -> list[Any]:
    """All moves that either player can have in any position, in a fixed order.

    >>> from zermelo.families import make
    >>> len(all_moves(make("hex:3x3"))), len(all_moves(make("domineering:2x2")))
    (9, 4)
    """
    if isinstance(game, PlacementGame):
        return list(range(len(game.board)))
    if isinstance(game, GridGame):
        return [ground.move for player in Player for ground in ground_actions(game, player)]
    if isinstance(game, ClauseGame):
        return [literal for variable in range(1, game.variables + 1) for literal in (variable, -variable)]
    if isinstance(game, GraphGame):
        return list(range(len(game.graph.labels)))
    if isinstance(game, NetGame):
        return list(range(sum(map(len, game.net.moves))))
    raise InputError("a game that is not one of OpenSpiel already", found=game.name)


def register() -> None:
    """Make ``zermelo`` a game of OpenSpiel; once is enough.

    Raises ``MissingToolError`` where OpenSpiel is not installed.
    """
    library = pyspiel()
    if NAME not in library.registered_names():
        library.register_game(_game_type(library), ZermeloGame)


def _game_type(library: Any) -> Any:
    kinds = library.GameType
    return kinds(
        short_name=NAME,
        long_name="A game of Zermelo",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"game": "ttt"},
    )


class SharedRules:
    """A game with the numbers of its moves, shared by all states: OpenSpiel copies what a state holds.

    Parameters
    ----------
    game
        The game.

    >>> from copy import deepcopy
    >>> from zermelo.families import make
    >>> shared = SharedRules(make("hex:2x2"))
    >>> deepcopy(shared) is shared, shared.actions[3]
    (True, 3)
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.moves: list[Any] = all_moves(game)
        self.actions: dict[Any, int] = {move: number for number, move in enumerate(self.moves)}
        """The action of each move."""
        graph = isinstance(game, GraphGame)
        cells = len(game.graph.nodes) if isinstance(game, GraphGame) else max(1, len(game.board))
        self.planes = (1 if graph else 2, cells)
        """The shape of a tensor: black and white, one number for a cell; of a game graph one for a node."""

    def __deepcopy__(self, memo: Any) -> SharedRules:
        return self


class ZermeloGame(_GameBase):  # type: ignore[misc]
    """A game in OpenSpiel.

    Parameters
    ----------
    params
        OpenSpiel's parameters: ``game``, a family or a file.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        library = pyspiel()
        given = dict(params or {})
        text = str(given.get("game", "ttt"))
        self.rules = SharedRules(load(text.replace(";", ",").replace("~", "=")))
        if "game" in given:  # so that OpenSpiel can read what it writes
            given["game"] = text.replace(",", ";").replace("=", "~")
        longest = self.rules.game.complete_depth()
        info = library.GameInfo(
            num_distinct_actions=max(1, len(self.rules.moves)),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST if longest is None else max(1, longest),
        )
        super().__init__(_game_type(library), info, given)

    def new_initial_state(self, state: Any = None) -> ZermeloState:
        """The start position."""
        if state is not None:
            raise InputError("the start position of the game", found="another state")
        return ZermeloState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An observer: planes of black and of white, or of the state."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlaneObserver(self.rules, params)
        from open_spiel.python.observation import IIGObserverForPublicInfoGame

        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class ZermeloState(_StateBase):  # type: ignore[misc]
    """A position in OpenSpiel. Copies share the rules.

    Parameters
    ----------
    game
        The game.
    """

    def __init__(self, game: ZermeloGame) -> None:
        super().__init__(game)
        self.rules = game.rules
        self.position = game.rules.game.start

    def current_player(self) -> int:
        """0 for Black, 1 for White; OpenSpiel's number for the end where the play is over."""
        if self.is_terminal():
            return int(_library.PlayerId.TERMINAL)
        return 0 if self.rules.game.mover(self.position) is Player.BLACK else 1

    def is_terminal(self) -> bool:
        """True where the play is over; that a player cannot move, too, is its end."""
        return self.rules.game.is_over(self.position)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 (the one who moves)
        return sorted(self.rules.actions[move] for move in self.rules.game.legal(self.position))

    def _apply_action(self, action: int) -> None:
        self.position = self.rules.game.step(self.position, self.rules.moves[action])

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002 (a move has one name)
        return self.rules.game.move_name(self.rules.moves[action])

    def returns(self) -> list[float]:
        """1 for who has won, -1 for the other one; 0 in a draw and before the end."""
        winner = self.rules.game.winner(self.position) if self.is_terminal() else None
        return [0.0, 0.0] if winner is None else [1.0, -1.0] if winner is Player.BLACK else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.rules.game.draw(self.position)


class PlaneObserver:
    """The observer of :class:`ZermeloGame`: a tensor of planes.

    Parameters
    ----------
    rules
        The game.
    params
        None are known.
    """

    def __init__(self, rules: SharedRules, params: Any = None) -> None:
        import numpy as np

        if params:
            raise InputError("no parameters of the observer", found=repr(params)[:60])
        self._game = rules.game
        self.tensor = np.zeros(rules.planes[0] * rules.planes[1], np.float32)
        self.dict = {"observation": np.reshape(self.tensor, rules.planes)}

    def set_from(self, state: ZermeloState, player: int) -> None:  # noqa: ARG002 (both see everything)
        """Write a position into the tensor."""
        planes, position = self.dict["observation"], state.position
        planes.fill(0)
        if isinstance(self._game, GraphGame):
            planes[0, position.black] = 1
            return
        for number, mask in enumerate((position.black, position.white)):
            for cell in cells_of(mask):
                planes[number, cell] = 1

    def string_from(self, state: ZermeloState, player: int) -> str:  # noqa: ARG002 (both see everything)
        """A position as text."""
        return str(state)


class ProofBot(_BotBase):  # type: ignore[misc]
    """A bot of OpenSpiel that plays proven strategies, and where they say nothing the best move that a search finds.

    Parameters
    ----------
    game
        The game; see :func:`bot`.
    strategies
        Strategies for it.
    actions
        The action of OpenSpiel for each move; None for a game of OpenSpiel's own.
    seconds
        Time of the search for a move.
    """

    def __init__(
        self, game: Game, strategies: Sequence[Any], actions: dict[Any, int] | None = None, seconds: float = 1.0
    ) -> None:
        from zermelo.play.evaluation import Evaluator
        from zermelo.play.follow_formula import follower_for
        from zermelo.play.opponents import SearchOpponent, StrategyOpponent

        super().__init__()
        self.game, self._actions = game, actions
        self._moves = {} if actions is None else {action: move for move, action in actions.items()}
        search = SearchOpponent(Evaluator(game, seconds))
        self._player = StrategyOpponent([follower_for(each) for each in strategies], search)

    def step(self, state: Any) -> int:
        """The action in a state of the game."""
        from zermelo.play.play import Play

        play, game = Play(self.game), self.game
        for action in state.history():
            play.push(self._moves[action] if self._actions is not None else _move_of(game, play.position, action))
        move = self._player.choose(play).move
        if self._actions is not None:
            return self._actions[move]
        assert isinstance(game, ObjectGame)
        return int(game.move_form(play.position, move))

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """The action, and a policy that is sure of it."""
        action = self.step(state)
        return [(action, 1.0)], action

    def restart_at(self, state: Any) -> None:
        """Nothing to do: every step reads the play from its start."""

    def restart(self) -> None:
        """Nothing to do: every step reads the play from its start."""

    def provides_policy(self) -> bool:
        """True."""
        return True


def _move_of(game: Game, position: Any, action: int) -> int:
    assert isinstance(game, ObjectGame)
    return game.move_of(position, action)


def bot(
    game: Any, strategy: str | os.PathLike[str] | None = None, *, seconds: float = 1.0, **settings: Any
) -> ProofBot:
    """A bot that plays a proof.

    Parameters
    ----------
    game
        A ``pyspiel.Game``: a registered ``zermelo``, or one of OpenSpiel's own. Or what names one, as
        ``"openspiel:connect_four(rows=4,columns=4)"``.
    strategy
        A strategy file; None to solve the game first, with ``settings`` as those of :func:`zermelo.solve`.
    seconds
        Time of the search for a move where no strategy says anything.

    Raises ``InputError`` for a file about another game.
    """
    from zermelo.api import solve
    from zermelo.strategy.file import read_strategies, same_game

    actions: dict[Any, int] | None
    if isinstance(game, ZermeloGame):
        rules, actions = game.rules.game, game.rules.actions
    else:
        rules = load(game if isinstance(game, str) else f"{PREFIX}{game}")
        actions = None if isinstance(rules, ObjectGame) else {move: at for at, move in enumerate(all_moves(rules))}
    if strategy is None:
        return ProofBot(rules, solve(rules, **settings).strategies, actions, seconds)
    found = read_strategies(strategy)
    for each in found:
        if not same_game(each.game, rules):
            raise InputError(f"a strategy for {rules.name}", found=f"one for {each.game.name}", source=str(strategy))
    return ProofBot(rules, found, actions, seconds)
