"""The negated game: White keeps Black from winning within the depth; false exactly when Black wins.

Idea: a proof that a formula is false speaks of the moves of its universal player, and is small; one that it is true
speaks of every auxiliary variable, and is large. So a win of Black is certified by the falsity of this formula, in
which Black's moves are universal, White's existential, and all else is a consequence of them. The negation of another
encoding would not do: its many definitions are in the way of short proofs. Here they are left out.

The play is that of `zermelo.encodings.boards.corrective_lean` with White as the mover: Black's choice that is no legal
move is a pass, which never helps him. What is stated of the board is only that Black *has* the stones that he chose and
that White has no others than hers: to be wrong the other way can only make White fail. In grid games, where a stone
more may do harm, the board is stated exactly: `zermelo.encodings.ground`; in ground games all is, as the circuit of
`zermelo.encodings.net`.

Source: pairing-encoding, section 5, for the roles; the rest is ours.

Quantifier blocks: those of the play; the variables of the goal innermost.

Clauses: those of the play and, black_v and white_v being the stones at the end,

*   for every winning set e of Black ``⋁ ¬black_v`` over its cells, which is all that a maker-breaker game needs;
*   where White has winning sets, the clock: she stops it only to win, ``time_last ∨ ⋁ win_f``, and ``win_f → white_v``
    for v in f. Black's sets must not be complete by then, which the clauses above say;
*   in connection games, instead of listed paths, a set ``reach`` that is closed: ``black_v → reach_v`` for v at Black's
    first border, ``reach_v ∧ black_w → reach_w`` for neighbours, and ``¬reach_v`` at his second border.

Before encoding: as for COR (`zermelo.encodings.reduction.residual_game`); a graph is pruned as for EN
(`zermelo.encodings.reduction.pruning`).

First move: a restriction holds exactly. Of symmetric first moves one of each orbit is kept; Black's others are passes.

Size: that of the play; a clause for each winning set; ``|W'|`` variables and ``1 + Σ|f|`` clauses for
White's, or η variables and ``|Γs| + |E| + |Γe|`` clauses for a graph (a cell on both borders counts once).
"""

from __future__ import annotations

from functools import partial
from types import MappingProxyType

from zermelo.encodings.base import Asks, Encoded, Encoding, Meanings, Takes, meanings, numbered, require
from zermelo.encodings.boards.corrective_lean import LeanPlay
from zermelo.encodings.cor import COR
from zermelo.encodings.ground import GroundPlay
from zermelo.encodings.lifted import by_the_rules
from zermelo.encodings.net import encoded_net
from zermelo.encodings.reduction.graphs import Graph
from zermelo.encodings.reduction.pruning import prune
from zermelo.encodings.reduction.residual_game import ResidualGame
from zermelo.encodings.reduction.timeline import CellGame
from zermelo.errors import InputError
from zermelo.model import ConnectionGame, Game, GridGame, NetGame, Player, mask_of


class Negated(Encoding):
    """The negated game: see the module.

    >>> from zermelo.model import ConnectionGame
    >>> [Negated().encode(ConnectionGame.hex(3, 3), depth).formula for depth in (5, 7)]
    [<QCNF variables=74 clauses=169 ... universal=12 ...>, <QCNF variables=100 clauses=232 ... universal=16 ...>]
    """

    name = "neg"
    title = "the negated game: White plays so that Black does not win; false when he does"
    source = "pairing-encoding, section 5 (the roles)"
    takes = Takes(grid=True, any_end=True, positional=True, connection=True, net=True, maker_maker=True, any_turns=True)
    asks = Asks.WHITE_LASTS
    paper = MappingProxyType[str, bool]({})

    def encode(self, game: Game, depth: int) -> Encoded:
        """As :meth:`Encoding.encode`."""
        require(self, game, depth)
        if isinstance(game, GridGame):
            return self._encode_grid(game, depth)
        if isinstance(game, NetGame):
            return encoded_net(self, game, depth, Player.WHITE)
        if not isinstance(game, CellGame):
            raise InputError("a game on winning sets, a graph, a grid or a net", found=game.kind)
        residual, graph = self.residual(game, depth)
        if not isinstance(residual, ResidualGame):
            black_wins, why = residual
            return Encoded(self.label, depth, None, not black_wins, why, asks=self.asks)
        play = LeanPlay(residual, Player.WHITE, clock=bool(residual.white_sets))
        cells = [game.board.cells[cell] for cell in residual.cells]
        goal = _write_sets(play) if graph is None else _write_closure(play, graph)
        return Encoded(
            self.label,
            depth,
            play.qcnf,
            first_move=play.first_move(),
            notes=residual.notes,
            meanings=partial(_meanings, play, goal, cells),
            asks=self.asks,
        )

    def _encode_grid(self, game: GridGame, depth: int) -> Encoded:
        known = by_the_rules(game, depth)
        if known is not None:
            black_wins, why = known
            return Encoded(self.label, depth, None, not black_wins, why, asks=self.asks)
        play = GroundPlay(game, depth, Player.WHITE, symmetry=self.symmetry)
        return Encoded(
            self.label, depth, play.qcnf, first_move=play.first_move(), meanings=play.meanings.copy, asks=self.asks
        )

    def residual(self, game: CellGame, depth: int) -> tuple[ResidualGame | tuple[bool, str], Graph | None]:
        """The residual game, or whether Black wins and why; and the graph, where there is one."""
        if not isinstance(game, ConnectionGame):
            return COR(symmetry=self.symmetry).residual(game, depth), None
        pruned = prune(game, depth, self.symmetry)
        if pruned.answer is not None:
            return (pruned.answer, pruned.why), None
        allowed = mask_of(pruned.cells[number] for number in pruned.allowed)
        return ResidualGame(pruned.cells, pruned.players, allowed, allowed, (), (), pruned.notes), pruned.graph


def _write_sets(play: LeanPlay) -> range:
    """No winning set of Black is complete, and the clock stops only for one of White.

    Gives a variable for each set of hers.
    """
    add, residual = play.qcnf.data.extend, play.residual
    black, white = play.stones(Player.BLACK), play.stones(Player.WHITE)
    for cells in residual.black_sets:
        add((*(-black[v] for v in cells), 0))
    wins = play.qcnf.exists(len(residual.white_sets))
    for win, cells in zip(wins, residual.white_sets, strict=True):
        for v in cells:
            add((-win, white[v], 0))
    if wins:
        play.keep_running(len(residual.order), *wins)
    return wins


def _write_closure(play: LeanPlay, graph: Graph) -> range:
    """Some set of cells holds all that Black's stones join to his first border, and no cell of his second."""
    add, black = play.qcnf.data.extend, play.stones(Player.BLACK)
    reach = play.qcnf.exists(len(black))
    source, target = set(graph.source), set(graph.target)
    for v in graph.source:
        if v not in target:
            add((-black[v], reach[v], 0))
    for v, around in enumerate(graph.neighbours):
        add([x for w in around for x in (-reach[v], -black[w], reach[w], 0)])
    for v in graph.target:
        add((-black[v] if v in source else -reach[v], 0))
    return reach


def _meanings(play: LeanPlay, goal: range, cells: list[str]) -> Meanings:
    found = numbered("win", goal) if play.residual.black_sets else meanings("reach", None, goal, cells)
    return play.meanings(cells) | found
