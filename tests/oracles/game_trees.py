"""Game trees, as slow and as plain as the definitions: pairs of tuples of trees, nothing simplified.

Yardstick of ``zermelo.theory``, of which nothing is used here.
"""

from __future__ import annotations

from typing import Any

from zermelo.model import Game, Player

Tree = tuple[tuple[Any, ...], tuple[Any, ...]]
"""The options of Left, and those of Right."""


def tree_sum(first: Tree, second: Tree) -> Tree:
    """The sum: a move in one of both."""
    return tuple(
        tuple(
            [tree_sum(option, second) for option in first[side]] + [tree_sum(first, option) for option in second[side]]
        )
        for side in (0, 1)
    )  # type: ignore[return-value]


def tree_negative(tree: Tree) -> Tree:
    """The players exchanged."""
    return tuple(map(tree_negative, tree[1])), tuple(map(tree_negative, tree[0]))


def moves_first_and_wins(tree: Tree, side: int) -> bool:
    """Tell whether a player (0: Left) who moves first wins; who cannot move loses."""
    return any(not moves_first_and_wins(option, 1 - side) for option in tree[side])


def tree_outcome(tree: Tree) -> str:
    """The outcome class, by playing it out."""
    left, right = moves_first_and_wins(tree, 0), moves_first_and_wins(tree, 1)
    return {(True, True): "N", (False, False): "P", (True, False): "L", (False, True): "R"}[left, right]


def tree_at_most(first: Tree, second: Tree) -> bool:
    """First <= second: Left, who moves first, does not win first - second."""
    return not moves_first_and_wins(tree_sum(first, tree_negative(second)), 0)


def tree_of(game: Game) -> Tree:
    """The tree of a game by its plain rules, with either player to move in every position."""
    known: dict[tuple[int, int], Tree] = {}

    def find(at: Game) -> Tree:
        key = at.start.black, at.start.white
        if key not in known:
            sides = []
            for player in Player:
                there = at.with_mover(player)
                sides.append(tuple(find(there.play(move)) for move in there.legal(there.start)))
            known[key] = sides[0], sides[1]
        return known[key]

    return find(game)


def tree_size(tree: Tree) -> int:
    """The number of nodes."""
    return 1 + sum(tree_size(option) for side in tree for option in side)
