"""Game graphs: every position is written down, with its moves or its end.

Any engine can write one (``zermelo convert GAME graph.jsonl`` does), and a game of ten nodes shows on paper all that a
solver has to handle: players who move twice in a row, moves that lose, draws, plays that never end.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from zermelo.errors import InputError
from zermelo.model.board import Board
from zermelo.model.game import Player, Position
from zermelo.model.state_game import NO_BOARD, StateGame, name_of_form, whole

MOST_DRAWN = 40
"""Moves of a node that a drawing names."""


class GraphNode(NamedTuple):
    """A position of a game graph.

    Parameters
    ----------
    name
        Unique in its graph.
    mover
        The player to move; None at an end.
    moves
        The name and the target, a number of a node, of each move; none at an end.
    winner
        At an end the player who has won; None for a draw.
    """

    name: str
    mover: Player | None
    moves: tuple[tuple[str, int], ...] = ()
    winner: Player | None = None


@dataclass(frozen=True)
class GameGraph:
    """The nodes of a game graph, with what follows from them, found once.

    Parameters
    ----------
    nodes
        Each has a player and moves, or it is an end. Plays may go round in circles.

    Raises ``InputError`` for nodes that make no graph.

    >>> GameGraph((GraphNode("in", Player.WHITE, (("go", 1),)), GraphNode("out", None))).labels
    ('go',)
    """

    nodes: tuple[GraphNode, ...]

    def __post_init__(self) -> None:
        count = len(self.nodes)
        for node in self.nodes:
            if (node.mover is None) is bool(node.moves) or (node.moves and node.winner is not None):
                raise InputError("a node with a player and moves, or with an end", found=f"node {node.name!r}")
            if len({label for label, _ in node.moves}) < len(node.moves):
                raise InputError("moves of different names", found=f"node {node.name!r} with two of one name")
            if any(not 0 <= target < count for _, target in node.moves):
                raise InputError(f"moves to nodes from 0 to {count - 1}", found=f"another one from node {node.name!r}")
        if len({node.name for node in self.nodes}) < count:
            raise InputError("every node once", found="a name of a node that stands twice")

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self.nodes)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The names of all moves; a move is the number of its name."""
        return tuple(dict.fromkeys(label for node in self.nodes for label, _ in node.moves))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The move of each name."""
        return {label: number for number, label in enumerate(self.labels)}

    @cached_property
    def targets(self) -> tuple[dict[int, int], ...]:
        """For each node the targets of its moves."""
        return tuple({self.numbers[label]: target for label, target in node.moves} for node in self.nodes)

    @cached_property
    def swapped(self) -> GameGraph:
        """The same with the players exchanged."""

        def other(player: Player | None) -> Player | None:
            return None if player is None else player.other

        return GameGraph(
            tuple(node._replace(mover=other(node.mover), winner=other(node.winner)) for node in self.nodes)
        )

    def longest(self, start: int) -> int | None:
        """The length of the longest play from a node, or None where plays can go round in circles."""
        heights: dict[int, int | None] = {start: None}
        """The longest play from each node that was met; None while that node is on the line of play."""
        line = [(start, iter(self.targets[start].values()))]
        while line:
            node, targets = line[-1]
            target = next(targets, None)
            if target is None:
                line.pop()
                after = (heights[each] for each in self.targets[node].values())
                heights[node] = max((1 + height for height in after if height is not None), default=0)
            elif target not in heights:
                heights[target] = None
                line.append((target, iter(self.targets[target].values())))
            elif heights[target] is None:
                return None
        return heights[start]


@dataclass(frozen=True, repr=False)
class GraphGame(StateGame):
    """A game on an explicit graph; a position is the number of a node.

    >>> leave = GraphNode("0", Player.BLACK, (("stay", 0), ("go", 1)))
    >>> game = GraphGame("door", GameGraph((leave, GraphNode("1", None, (), Player.BLACK))))
    >>> game.moves, game.complete_depth(), str(game.winner(Position(1)))
    (['stay', 'go'], None, 'Black')
    """

    name: str
    graph: GameGraph
    start: Position = Position()
    depth: int | None = None
    board: Board = field(default=NO_BOARD, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        black, white, ply = self.start
        count = len(self.graph.nodes)
        if not 0 <= black < count or white or ply < 0:
            raise InputError(f"a start among the nodes from 0 to {count - 1}", found=f"{black}")

    @property
    def kind(self) -> str:
        return "game graph"

    @property
    def size_text(self) -> str:
        nodes, moves = len(self.graph.nodes), sum(map(len, self.graph.targets))
        return f"{nodes} node{'s' * (nodes != 1)} and {moves} move{'s' * (moves != 1)}"

    def mover(self, position: Position) -> Player:
        return self.graph.nodes[position.black].mover or Player.BLACK

    def legal(self, position: Position) -> list[int]:
        return list(self.graph.targets[position.black])

    def winner(self, position: Position) -> Player | None:
        return self.graph.nodes[position.black].winner

    def step(self, position: Position, move: int) -> Position:
        return Position(self.graph.targets[position.black][move], 0, position.ply + 1)

    def move_name(self, move: int) -> str:
        return self.graph.labels[move]

    def parse_move(self, text: str, player: Player) -> int:  # noqa: ARG002 (a name is one move)
        found, labels = self.graph.numbers.get(text), self.graph.labels
        if found is None:
            few = ", ".join(labels[:8]) + (", …" if len(labels) > 8 else "")
            raise InputError(f"a move of the graph ({few or 'it has none'})", found=repr(text[:60]))
        return found

    def swapped(self) -> GraphGame:
        return replace(self, graph=self.graph.swapped)

    @cached_property
    def _longest(self) -> int | None:
        return self.graph.longest(self.start.black)

    def complete_depth(self) -> int | None:
        return self._longest

    def at(self, position: Position) -> GraphGame:
        return replace(self, start=position)

    def with_depth(self, depth: int | None) -> GraphGame:
        return replace(self, depth=depth)

    def draw(self, position: Position | None = None, marks: dict[int, str] | None = None) -> str:  # noqa: ARG002
        """A node with its moves.

        >>> game = GraphGame("door", GameGraph((GraphNode("in", Player.WHITE, (("go", 1),)), GraphNode("out", None))))
        >>> print(game.draw())
        in: White to move
          go -> out
        """
        nodes = self.graph.nodes
        node = nodes[(self.start if position is None else position).black]
        if node.mover is None:
            return f"{node.name}: {'a draw' if node.winner is None else f'{node.winner} has won'}"
        lines = [f"  {label} -> {nodes[target].name}" for label, target in node.moves[:MOST_DRAWN]]
        lines += [f"  and {len(node.moves) - MOST_DRAWN} more"] if len(node.moves) > MOST_DRAWN else []
        return "\n".join([f"{node.name}: {node.mover} to move", *lines])

    def form(self) -> dict[str, Any]:
        nodes = [
            [node.name, node.mover.value, [list(move) for move in node.moves]]
            if node.mover is not None
            else [node.name, "draw" if node.winner is None else node.winner.value]
            for node in self.graph.nodes
        ]
        return {"kind": "graph", "nodes": nodes, "start": [self.start.black, self.start.ply]}

    @classmethod
    def from_form(cls, form: Any, name: str) -> GraphGame:
        """The game of a form; ``InputError`` or ``ValueError``, ``TypeError``, ``KeyError`` for anything else.

        >>> game = GraphGame("door", GameGraph((GraphNode("in", Player.WHITE, (("go", 1),)), GraphNode("out", None))))
        >>> GraphGame.from_form(game.form(), "door") == game
        True
        """
        nodes = []
        for title, who, *rest in form["nodes"]:
            if rest:
                moves = tuple((name_of_form(label), whole(target, "a node")) for label, target in rest[0])
                nodes.append(GraphNode(name_of_form(title), Player(who), moves))
            else:
                nodes.append(GraphNode(name_of_form(title), None, (), None if who == "draw" else Player(who)))
        node, ply = form["start"]
        return cls(name, GameGraph(tuple(nodes)), Position(whole(node, "a node"), 0, whole(ply, "the moves made")))

    def position_of(self, form: Any) -> Position:
        count = len(self.graph.nodes)
        return Position(whole(form, f"a node from 0 to {count - 1}", count))

    def move_of(self, position: Position, form: Any) -> int:  # noqa: ARG002 (legal or not)
        count = len(self.graph.labels)
        return whole(form, f"a move from 0 to {count - 1}", count)
