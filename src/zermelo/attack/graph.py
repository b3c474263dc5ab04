"""The AND/OR graph of an attack: positions, proof numbers, and which leaf to search next.

The attacker wants to win; where he moves one child suffices, where the other player moves all are needed. As usual the
*proof number* of a position says how much must still be shown for his win, the *disproof number* how much against it
(Allis 1994); both in units of one job. A leaf that was searched for n units without an answer counts 1 + n: what did
not fall to much work will take as much again.

*All moves, single replies.* Where the attacker moves, all moves stand in the graph. Of the other player's replies only
those are opened that the numbers ask for, one after the other: one that holds suffices, and most hold at once or not
for long. An unopened reply counts as much as a position of the attacker with all its moves would, times the replies
that were opened already, because those were thought better.

*Virtual losses.* A leaf that a worker has is not given again. The next one is the most proving leaf if this one went
on without an answer: first under the positions where the refuting side needs all children anyway (no work is lost),
then anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from zermelo.attack.position_form import HOLDS, WINS, PositionForms
from zermelo.errors import DisagreementError
from zermelo.model import ConnectionGame, Position

FAR = 1 << 60
"""The number of what is impossible."""

MOST_WORK = 1 << 58
"""More nodes than anybody searches; what jobs are said to have searched at a leaf stays below, and fits into a file."""


@dataclass(eq=False, slots=True)
class AttackNode:
    """A position of the graph.

    Parameters
    ----------
    number
        Its number, in the order in which positions came.
    key
        The canonical position of all that count as this one.
    position
        The first of them that was met, in whose terms moves are.
    attacks
        True where the attacker moves.
    status
        `WINS`, `HOLDS`, or None while it is open.
    work
        Nodes that jobs have searched at it as a leaf.
    tries
        The number of these jobs.
    busy
        True while a worker has it.
    unopened
        Replies that are not in the graph yet, the likeliest first; None for a leaf.
    children
        Moves with the positions after them.
    parents
        The positions from which moves lead here.
    pn, dn
        Proof number and disproof number.
    """

    number: int
    key: Position
    position: Position
    attacks: bool
    status: str | None = None
    work: int = 0
    tries: int = 0
    busy: bool = False
    unopened: list[Any] | None = None
    children: list[tuple[Any, AttackNode]] = field(default_factory=list)
    parents: list[AttackNode] = field(default_factory=list)
    pn: int = 1
    dn: int = 1

    @property
    def leaf(self) -> bool:
        """True while no move from it is in the graph."""
        return self.unopened is None


class GraphLog:
    """Receiver of all changes of a graph, which drops them; the database has one that writes them down."""

    def added(self, node: AttackNode) -> None:
        """A position has come."""

    def opened(self, node: AttackNode, moves: list[Any]) -> None:
        """A leaf was opened, with these moves."""

    def linked(self, node: AttackNode, move: Any, child: AttackNode) -> None:
        """A move leads to a position of the graph."""

    def changed(self, node: AttackNode) -> None:
        """The status or the work of a position has changed."""


class AttackGraph:
    """The graph of an attack.

    Parameters
    ----------
    forms
        The positions of the game.
    unit
        Nodes of the first job at a leaf.
    patience
        Jobs at a leaf, each with twice the budget of the one before, after which its moves are opened.
    facts
        What is known of canonical positions that are not in the graph.
    log
        Is told of all changes.
    """

    def __init__(
        self, forms: PositionForms, unit: int, patience: int, facts: dict[Position, str], log: GraphLog | None = None
    ) -> None:
        self.forms, self.unit, self.patience, self.facts = forms, unit, patience, facts
        self.log = log or GraphLog()
        self.nodes: list[AttackNode] = []
        self.by_key: dict[Position, AttackNode] = {}
        self.opened = 0
        """The number of positions whose moves are in the graph."""
        self.solved = 0
        """The number of solved positions in the graph."""
        self.links = 0
        """The number of moves in the graph."""

    @property
    def root(self) -> AttackNode:
        """The start position."""
        return self.nodes[0]

    def begin(self) -> None:
        """Put the start position in, unless it is there."""
        if not self.nodes:
            self._node(self.forms.game.start)

    # -- positions --------------------------------------------------------------------------------------------------

    def restore(self, node: AttackNode) -> None:
        """Put in a position that was written down; its moves follow by `link`."""
        assert node.number == len(self.nodes)
        self.nodes.append(node)
        self.by_key[node.key] = node

    def link(self, node: AttackNode, move: Any, child: AttackNode) -> None:
        """Put in a move that leads from one position of the graph to another."""
        node.children.append((move, child))
        self.links += 1
        child.parents.append(node)

    def refresh(self) -> None:
        """Compute all numbers anew, after the graph was restored."""
        self.opened = sum(not node.leaf for node in self.nodes)
        self.solved = sum(node.status is not None for node in self.nodes)
        for node in _bottom_up(self.root):
            self._count(node)

    def _node(self, position: Position) -> AttackNode:
        key, _ = self.forms.key(position)
        node = self.by_key.get(key)
        if node is None:
            node = AttackNode(len(self.nodes), key, position, self.forms.attacks(position))
            node.status = self.forms.ended(position) or self.facts.get(key)
            self.solved += node.status is not None
            self.restore(node)
            self._count(node)
            self.log.added(node)
        return node

    # -- numbers ----------------------------------------------------------------------------------------------------

    def _count(self, node: AttackNode) -> bool:
        """Compute status and numbers of a position from its children; False when nothing has changed."""
        before = node.status, node.pn, node.dn
        if node.status is None and not node.leaf:
            node.status = self._concluded(node)
            if node.status is not None:
                self.solved += 1
                self.log.changed(node)
        if node.status is not None:
            node.pn, node.dn = (0, FAR) if node.status == WINS else (FAR, 0)
        elif node.leaf:
            node.pn = node.dn = 1 + node.work // self.unit
        else:
            children = [child for _, child in node.children]
            if node.attacks:
                node.pn = min(child.pn for child in children)
                node.dn = min(FAR - 1, sum(child.dn for child in children if child.status is None))
            else:
                node.pn = sum(child.pn for child in children if child.status is None) + len(node.unopened or ())
                node.pn = min(FAR - 1, node.pn)
                node.dn = min([child.dn for child in children] + [self.next_reply(node)])
        return before != (node.status, node.pn, node.dn)

    def next_reply(self, node: AttackNode) -> int:
        """The disproof number of the reply that would be opened next."""
        if not node.unopened:
            return FAR
        lost = sum(child.status is not None for _, child in node.children)
        left = len(node.unopened) + len(node.children)
        return 1 + left * (len(node.children) - lost)

    def _concluded(self, node: AttackNode) -> str | None:
        """The status that follows from the children."""
        one, all_of_them = (WINS, HOLDS) if node.attacks else (HOLDS, WINS)
        if any(child.status == one for _, child in node.children):
            return one
        if not node.unopened and all(child.status == all_of_them for _, child in node.children):
            return all_of_them
        return None

    def _rise(self, node: AttackNode) -> None:
        """Bring a position and all above it up to date."""
        waiting = [node]
        while waiting:
            here = waiting.pop()
            if self._count(here):
                waiting.extend(here.parents)

    # -- what jobs say ----------------------------------------------------------------------------------------------

    def settle(self, node: AttackNode, status: str) -> None:
        """Take in that a position is solved; ``DisagreementError`` when the contrary is known."""
        if node.status is not None:
            _agree(self.forms, node.position, node.status, status)
            return
        node.status = status
        self.solved += 1
        self.log.changed(node)
        self._count(node)
        for parent in list(node.parents):
            self._rise(parent)

    def searched(self, node: AttackNode, nodes: int) -> None:
        """Take in that a leaf was searched for so many nodes, and stays open."""
        node.work = min(node.work + nodes, MOST_WORK - 1)
        node.tries += 1
        self.log.changed(node)
        if node.leaf:
            self._rise(node)

    def learn(self, key: Position, status: str) -> bool:
        """Take in a fact about a canonical position; False when it was known."""
        node = self.by_key.get(key)
        if node is not None:
            known = node.status is not None
            self.settle(node, status)
            return not known
        if key in self.facts:
            _agree(self.forms, key, self.facts[key], status)
            return False
        self.facts[key] = status
        return True

    # -- what to search ---------------------------------------------------------------------------------------------

    def budget(self, node: AttackNode) -> int:
        """Nodes of the next job at a leaf: twice those of the one before.

        They grow slowly with the graph, too: leaves that are too hard for any fixed budget would never end.
        """
        return min(self.unit * (1 + self.opened // 50) << min(node.tries, 40), MOST_WORK)

    def select(self) -> AttackNode | None:
        """The leaf to search next, which is busy from now on; None when all that may be searched are busy."""
        for free in (False, True):
            while self.root.status is None:
                links = self.links
                found = self._descend(self.root, set(), free)
                if found is None and self.links > links:
                    continue  # a reply that was opened on the way may have changed what there is to do
                if found is None:
                    break
                if found.tries >= self.patience and self._openable(found):
                    self._open(found)
                    continue
                found.busy = True
                return found
        return None

    def _descend(self, node: AttackNode, tried: set[int], free: bool) -> AttackNode | None:
        """The most proving leaf below a position that is not busy."""
        if node.number in tried:
            return None
        tried.add(node.number)
        while node.status is None:
            if node.leaf:
                return None if node.busy else node
            children = [child for _, child in node.children if child.status is None]
            refutes = self.root.dn <= self.root.pn
            strict = not free and node.attacks is not refutes
            children.sort(key=lambda child: child.pn if node.attacks else child.dn)
            late = not node.attacks and (not children or children[0].dn > self.next_reply(node))
            if not (node.unopened and late):
                for child in children[:1] if strict else children:
                    found = self._descend(child, tried, free)
                    if found is not None:
                        return found
                if strict or not node.unopened:
                    return None
            self._open_reply(node)
        return None

    def _openable(self, node: AttackNode) -> bool:
        """False for a position of a connection game one move from its end: a derivation begins before the end."""
        forms = self.forms
        if not isinstance(forms.game, ConnectionGame):
            return True
        return not any(forms.ended(forms.step(node.position, move)) for move in forms.moves(node.position))

    def _open(self, node: AttackNode) -> None:
        """Put the moves of a leaf into the graph: all where the attacker moves, else the likeliest."""
        node.unopened = self.forms.moves(node.position)
        self.opened += 1
        self.log.opened(node, node.unopened)
        if node.attacks:
            while node.unopened:
                self._link_next(node)
        else:
            self._link_next(node)
        self._rise(node)

    def _open_reply(self, node: AttackNode) -> None:
        self._link_next(node)
        self._rise(node)

    def _link_next(self, node: AttackNode) -> None:
        assert node.unopened
        move = node.unopened.pop(0)
        child = self._node(self.forms.step(node.position, move))
        self.link(node, move, child)
        self.log.linked(node, move, child)

    def wanted(self, node: AttackNode) -> bool:
        """True while the answer of a leaf matters to the start position."""
        seen, waiting = set[int](), [node]
        while waiting:
            here = waiting.pop()
            if here.status is None and here.number not in seen:
                seen.add(here.number)
                if here is self.root:
                    return True
                waiting.extend(here.parents)
        return False


def _agree(forms: PositionForms, position: Position, known: str, said: str) -> None:
    if known != said:
        board = forms.game.draw(position)
        raise DisagreementError(f"{forms.game.name}: one search says {known}, another one {said}, of\n{board}")


def _bottom_up(root: AttackNode) -> Iterator[AttackNode]:
    """All positions below one, each after its children; ``ValueError`` where one is below itself."""
    seen, on_path, path = {root.number}, {root.number}, [(root, iter(root.children))]
    while path:
        node, later = path[-1]
        for _, child in later:
            if child.number in on_path:
                raise ValueError(child.number)
            if child.number not in seen:
                seen.add(child.number)
                on_path.add(child.number)
                path.append((child, iter(child.children)))
                break
        else:
            path.pop()
            on_path.discard(node.number)
            yield node
