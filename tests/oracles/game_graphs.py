"""Game graphs: random ones, and the definition of "wins within a depth", without any short cut."""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from zermelo.model import GameGraph, GraphGame, GraphNode, Player, Position


@st.composite
def graphs(draw: st.DrawFn, most: int = 8) -> GraphGame:
    """Graphs with any owners, cycles, ends of all three kinds, and nodes that cannot be reached."""
    count = draw(st.integers(1, most))
    nodes = []
    for number in range(count):
        targets = draw(st.lists(st.integers(0, count - 1), max_size=4))
        if targets:
            mover = draw(st.sampled_from(Player))
            moves = tuple(("abcd"[at], target) for at, target in enumerate(targets))
            nodes.append(GraphNode(str(number), mover, moves))
        else:
            nodes.append(GraphNode(str(number), None, (), draw(st.sampled_from([None, *Player]))))
    return GraphGame("random", GameGraph(tuple(nodes)), Position(draw(st.integers(0, count - 1))))


def deep_graph(rng: Random, most: int = 40) -> GraphGame:
    """A graph by a generator of numbers, larger than `graphs` draws them; most begin where a win takes long."""
    if rng.random() < 0.2:
        game = _graph(rng, most)
        return game.at(Position(rng.randrange(len(game.graph.nodes))))
    found = list[tuple[int, int, GraphGame]]()
    for _ in range(8):
        game = _graph(rng, most)
        depths = least(game, rng.choice(list(Player)))
        at = max(range(len(depths)), key=lambda number: depths[number] or 0)
        found.append((depths[at] or 0, len(found), game.at(Position(at))))
    return max(found)[2]


def _graph(rng: Random, most: int) -> GraphGame:
    """Nodes of which most lead to later ones, the last ones ends."""
    count, ends, back = rng.randint(1, most), rng.choice((0, 0.05, 0.2)), rng.choice((0, 1, 3))
    nodes = []
    for number in range(count):
        if number >= count - 2 or rng.random() < ends:
            winner = rng.choice([None, *Player, *Player])
            nodes.append(GraphNode(str(number), None, (), winner))
            continue
        degree = rng.choice((1, 2, 2, 3, 4))
        targets = [min(count - 1, max(0, number + rng.randint(-back, 4) or number + 1)) for _ in range(degree)]
        nodes.append(GraphNode(str(number), rng.choice(list(Player)), tuple(zip("abcd", targets, strict=False))))
    return GraphGame("random", GameGraph(tuple(nodes)), Position())


def wins_by_depth(game: GraphGame, player: Player, most: int) -> list[list[bool]]:
    """For each depth up to ``most``, and each node: True if the player forces a win within the depth.

    He has won within 0 moves where the play has ended so. Within d + 1 he wins if he has won, if he moves and some move
    leads where he wins within d, or if the other player moves and every move leads there.
    """
    nodes = game.graph.nodes
    rows = [[node.mover is None and node.winner is player for node in nodes]]
    for _ in range(most):
        row = []
        for node in nodes:
            after = [rows[-1][target] for _, target in node.moves]
            if node.mover is None:
                row.append(node.winner is player)
            else:
                row.append(any(after) if node.mover is player else all(after))
        rows.append(row)
    return rows


def least(game: GraphGame, player: Player) -> list[int | None]:
    """For each node the least depth within which the player wins; None: never.

    No node enters after as many steps as there are nodes: a step at which none enters is the last one.
    """
    rows = wins_by_depth(game, player, len(game.graph.nodes))
    return [next((depth for depth, row in enumerate(rows) if row[number]), None) for number in range(len(rows[0]))]
