"""Within how many moves a player wins from each state: all states, round by round. Slow, and obviously right."""

from __future__ import annotations

from zermelo.model import NetGame, Player, Position


def all_states(game: NetGame) -> dict[int, dict[int, int]]:
    """For each state that can be reached the state after each move."""
    found: dict[int, dict[int, int]] = {}
    left = [game.start.black]
    while left:
        state = left.pop()
        if state in found:
            continue
        here = Position(state)
        found[state] = {move: game.step(here, move).black for move in game.legal(here)}
        left.extend(found[state].values())
    return found


def least_depths(game: NetGame, player: Player) -> dict[int, int]:
    """For each state from which a player forces a win, within how many moves."""
    states = all_states(game)
    won = {state for state in states if game.winner(Position(state)) is player}
    found, depth = dict.fromkeys(won, 0), 0
    while True:
        depth += 1
        new = set()
        for state, moves in states.items():
            if state in found or not moves:
                continue
            after = [each in won for each in moves.values()]
            if any(after) if game.mover(Position(state)) is player else all(after):
                new.add(state)
        if not new:
            return found
        won |= new
        found |= dict.fromkeys(new, depth)
