"""Reachability in grid games: the actions that are possible at each time, and the goals.

Idea: a stone walks a step at a time, and a line of four takes four stones. So in the beginning many places and actions
are out of the question, and as long as no goal is possible nobody needs to say whether he has reached one. What is
possible is overestimated. A cell that can have a colour keeps that possibility for ever, and a move may use any colours
that its cells can have, as in the planning graphs of classical planning. A goal needs at least as many moves as it
takes to set the cells that it misses.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from zermelo.model import Condition, GridGame, Player
from zermelo.model.conditions import GridMove, bounds, uses
from zermelo.model.ground import Masks, ground_actions, ground_goals


class BoundedRule(NamedTuple):
    """An action or a goal: its number in the game, its conditions, and its allowed positions.

    Parameters that it does not use have the only value 1.
    """

    number: int
    needs: Condition
    effect: Condition
    xs: range
    ys: range


class ActionLayer(NamedTuple):
    """One move of the play: its time and player, the actions that may be possible, and a mark for goals.

    ``goal`` is true if the player may reach a goal by the move.
    """

    time: int
    player: Player
    rules: list[BoundedRule]
    goal: bool

    @property
    def most_needs(self) -> int:
        """The largest number of preconditions of an action."""
        return max((len(rule.needs) for rule in self.rules), default=0)


@dataclass(frozen=True)
class Reachability:
    """All moves of the play, and the goals that count."""

    game: GridGame
    layers: list[ActionLayer]
    goals: dict[Player, list[BoundedRule]]

    def last_state(self, *, carry: bool) -> int:
        """The last time of which the state matters.

        White's last move is not made: she wins when it could be. So only a state to which others are carried follows.
        """
        last = len(self.layers)
        after = any(self.goals.values()) if carry else self.layers[-1].player is Player.BLACK
        return last + 1 if after else last


def that_fit(game: GridGame, conditions: Iterable[Condition], effects: Iterable[Condition] = ()) -> list[BoundedRule]:
    """The actions or goals that fit somewhere on the board.

    Parameters
    ----------
    game
        The game with its board.
    conditions
        The precondition of each action, or the goals.
    effects
        The effect of each action, as many as conditions; of goals there are none.
    """
    found = []
    conditions = list(conditions)
    for index, (needs, effect) in enumerate(zip(conditions, effects or [()] * len(conditions), strict=True)):
        xs, ys = bounds(needs + effect, game.columns, game.rows)
        if xs and ys:
            uses_x, uses_y = uses(needs + effect)
            once, effect = tuple(dict.fromkeys(needs)), tuple(dict.fromkeys(effect))
            found.append(BoundedRule(index, once, effect, xs if uses_x else xs[:1], ys if uses_y else ys[:1]))
    return found


def actions_that_fit(game: GridGame, player: Player) -> list[BoundedRule]:
    """A player's actions that fit somewhere on the board."""
    actions = game.actions(player)
    return that_fit(game, [action.precondition for action in actions], [action.effect for action in actions])


def reachable_layers(game: GridGame, depth: int, *, reach: bool) -> Reachability:
    """The moves of a play, with the actions that are possible at each time, and the goals that count.

    Parameters
    ----------
    game, depth
        The game, and the number of moves from its start position.
    reach
        False to take all that fits on the board for possible at all times.
    """
    rules = {player: actions_that_fit(game, player) for player in Player}
    goals = {player: that_fit(game, game.goals(player)) for player in Player}
    players = [game.player_at(game.start.ply + time) for time in range(depth)]
    if reach:
        layers = _reachable(game, players, rules)
        aims = {layer.player for layer in layers if layer.goal}
        goals = {player: goals[player] if player in aims else [] for player in Player}
    else:
        layers = [
            ActionLayer(time, player, rules[player], bool(goals[player])) for time, player in enumerate(players, 1)
        ]
    return Reachability(game, layers, goals)


def _reachable(game: GridGame, players: Sequence[Player], rules: dict[Player, list[BoundedRule]]) -> list[ActionLayer]:
    """Each turn with what may be possible at its time."""
    actions = {player: ground_actions(game, player) for player in Player}
    goals = {player: ground_goals(game, player) for player in Player}
    gain = {
        player: [max((action.sets[colour].bit_count() for action in actions[player]), default=0) for colour in range(3)]
        for player in Player
    }
    black, white = game.start.black, game.start.white
    start = [black, white, game.board.full & ~(black | white)]
    colours, stones = start, [0, 0, 0]
    layers = []
    for time, player in enumerate(players, 1):
        possible = [action for action in actions[player] if may_hold(action.needs, colours)]
        for action in possible:
            colours = [mask | new for mask, new in zip(colours, action.sets, strict=True)]
        stones = [count + most for count, most in zip(stones, gain[player], strict=True)]
        goal = any(may_hold(goal, colours) and _affordable(goal, start, stones) for goal in goals[player])
        layers.append(ActionLayer(time, player, _narrowed(rules[player], [action.move for action in possible]), goal))
    return layers


def may_hold(masks: Masks, colours: Sequence[int]) -> bool:
    """Tell whether each cell can have a colour that the condition allows."""
    black, white, opened = colours
    lacking = masks.black & ~black | masks.white & ~white | masks.open & ~opened
    stuck = (
        masks.not_black & ~(white | opened) | masks.not_white & ~(black | opened) | masks.not_open & ~(black | white)
    )
    return not lacking | stuck


def _affordable(goal: Masks, start: Sequence[int], stones: Sequence[int]) -> bool:
    """Tell whether the moves so far could set all the cells that the goal misses in the start position."""
    return all((goal[colour] & ~start[colour]).bit_count() <= stones[colour] for colour in range(3))


def _narrowed(rules: list[BoundedRule], moves: list[GridMove]) -> list[BoundedRule]:
    """The rules that some of the moves are made by, each with the smallest bounds that hold them."""
    places: dict[int, list[GridMove]] = {}
    for move in moves:
        places.setdefault(move.action, []).append(move)
    return [
        rule._replace(
            xs=_span(rule.xs, [move.x for move in places[rule.number]]),
            ys=_span(rule.ys, [move.y for move in places[rule.number]]),
        )
        for rule in rules
        if rule.number in places
    ]


def _span(allowed: range, values: list[int]) -> range:
    """From the least value to the largest; as allowed when the parameter does not occur (0)."""
    return range(min(values), max(values) + 1) if all(values) else allowed
