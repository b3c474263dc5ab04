"""The first plies of a strategy as a graph, in the DOT language of Graphviz.

A node is a position after a move of the strategy, an argument that ends a branch, or the end of a play; an edge carries
the replies of the other player that lead to the next node. Positions that are images of each other are one node.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from zermelo.model import Position, cells_of
from zermelo.play.follow import Follower
from zermelo.play.play import Play
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.claim import normal
from zermelo.strategy.entry import Argument, Links, Packing, Strategy, Sum

PLIES = 4
MOST_NODES = 500
MOST_NAMES = 6
"""The largest number of replies that an edge names; it counts the others."""


def dot(strategy: Strategy, plies: int = PLIES) -> str:
    """The first plies of a strategy as DOT text; the graph stops at 500 nodes and says so.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> from zermelo.strategy import Claim
    >>> from zermelo.strategy.extract.from_search import extract
    >>> print(dot(extract(make("hex:3x3"), Claim(Player.BLACK, True, 5))).splitlines()[0])
    digraph strategy {
    """
    return _DotGraph(strategy, plies).text()


class _DotGraph:
    def __init__(self, strategy: Strategy, plies: int) -> None:
        self._strategy, self._game, self._plies = strategy, strategy.game, plies
        self._follower = Follower(strategy)
        self._images = CanonicalPositions(strategy.game, strategy.symmetries)
        self._nodes: dict[Position, int] = {}
        self._lines: list[str] = []
        self._queue: deque[tuple[int, Play]] = deque()

    def text(self) -> str:
        """The whole graph."""
        self._node(Play(self._game))
        while self._queue and len(self._nodes) < MOST_NODES:
            self._expand(*self._queue.popleft())
        if self._queue:
            self._lines.append(f'  more [shape=plaintext, label="and more than {MOST_NODES} positions"];')
        title = _quoted(f"{self._game.name}: {self._strategy.claim}")
        head = [
            "digraph strategy {",
            f"  label={title}; labelloc=t; fontname=Helvetica; rankdir=TB; nodesep=0.3;",
            '  node [shape=box, style="rounded,filled", fillcolor="#f3e3c3", color="#c9b48b", fontname=Courier];',
            '  edge [fontname=Helvetica, fontsize=10, color="#55555f"];',
        ]
        return "\n".join([*head, *self._lines, "}", ""])

    def _node(self, play: Play) -> int:
        """The node of a position after the move of the strategy, if the strategy is to move."""
        key = self._images.smallest(normal(self._game, play.position))[0]
        if key in self._nodes:
            return self._nodes[key]
        number = self._nodes[key] = len(self._nodes)
        label, style, after = self._told(play)
        if after is not None:
            self._queue.append((number, after))
        self._lines.append(f"  n{number} [label={label}{style}];")
        return number

    def _told(self, play: Play) -> tuple[str, str, Play | None]:
        """The label and style of a node, and the play from there where the other player moves."""
        game, player = self._game, self._strategy.claim.player
        made: Any = None
        marks: dict[int, str] = {}
        here = play.position
        ends = Argument | Packing | Sum
        while not game.is_over(here) and not isinstance(stored := self._follower.told(play), ends):
            if game.mover(here) is not player:
                return self._label(here, marks, made), "", play
            win = (each for each in game.legal(here) if game.goal_winner(game.step(here, each)) is player)
            made = next(win, stored)
            if made is None or made not in game.legal(here):
                return self._label(here, marks, "nothing is stored here"), ", color=red", None
            changed = game.move_cells(here, made)
            play = Play(game, [*play.line, made])
            here = play.position
            marks |= dict.fromkeys(cells_of(changed & here.stones(player)), "*")
        if game.is_over(here):
            winner = game.winner(here)
            end = "a draw" if winner is None else f"{winner} has won"
            return self._label(here, marks, made, end), ', fillcolor="#cfe8cf"', None
        if isinstance(stored, Packing):
            sure = " ".join(game.move_name(move) for move in (*(one for one, _ in stored.pairs), *stored.moves))
            return self._label(here, marks, made, f"packing {sure}"), ', fillcolor="#e2d9f3"', None
        if isinstance(stored, Sum):
            without = " ".join(["without", *map(game.move_name, stored.given_up)] if stored.given_up else [])
            return self._label(here, marks, made, f"sum {without}".strip()), ', fillcolor="#e2d9f3"', None
        argument = stored
        names = game.board.cells
        pairs = [f"{names[one]}-{names[two]}" for one, two in argument.pairs]
        shown = " ".join(pairs[:8]) + (" …" if len(pairs) > 8 else "")
        word = "links" if isinstance(argument, Links) else "pairing" if pairs else "too little weight to win"
        return self._label(here, marks, made, f"{word} {shown}".strip()), ', fillcolor="#e2d9f3"', None

    def _label(self, position: Position, marks: dict[int, str], *words: Any) -> str:
        """The board with text below it."""
        lines = self._game.draw(position, marks).splitlines()
        lines += [each if isinstance(each, str) else self._game.move_name(each) for each in words if each is not None]
        return _quoted(*lines)

    def _expand(self, number: int, play: Play) -> None:
        """The replies to a position, as edges."""
        if len(play.line) >= self._plies:
            return
        targets: dict[int, list[str]] = {}
        for move in self._game.legal(play.position):
            target = self._node(Play(self._game, [*play.line, move]))
            targets.setdefault(target, []).append(self._game.move_name(move))
        for target, names in targets.items():
            shown = " ".join(names[:MOST_NAMES])
            rest = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
            self._lines.append(f"  n{number} -> n{target} [label={_quoted(shown + rest, left=False)}];")


def _quoted(*lines: str, left: bool = True) -> str:
    """A DOT string; every line ends flush left."""
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "".join(f"{line}\\l" for line in escaped) + '"' if left else f'"{escaped[0]}"'
