"""Native search of positional games: maker-breaker, maker-maker, any order of turns, up to 256 cells.

Maker-breaker games of one stone each in turn, without a bound on the depth, are searched depth first over what is left
of the winning sets, with exact reductions, pairing strategies and must-play regions; maker-maker games of this kind by
one that counts the answers to threats apart; all else by a general search. These two ask the first one for help. Their
rules stand, with the reasons, in ``native/search/positional_*.hpp``.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.model import Layout, Player, PositionalGame
from zermelo.model.symmetry import generators
from zermelo.search.budget import Budget
from zermelo.search.checkpoint import kept, remarks
from zermelo.search.progress import Watch, teller
from zermelo.search.result import Found

CELLS = 256
"""The largest board."""


@dataclass(frozen=True)
class Switches:
    """Parts of the search that can be turned off; answers do not depend on them.

    Parameters
    ----------
    symmetry
        Positions are kept in the table in a canonical form.
    table
        There is a table.
    must_play
        Only replies are tried that meet the cells which the opponent's wins against earlier replies need.
    order
        Moves on heavy cells come first: a line with k open cells weighs 2^-k.
    erdos_selfridge
        A small enough weight of all lines is a proof for the breaker.
    twins, exchange, forks, dominated
        Two cells in exactly the same lines; a two-cell line with a cell in no other line; two two-cell lines with a
        common cell; cells whose lines all go through one other cell.
    breaker_first
        The general search asks the maker-breaker search, where there is no bound on the depth.
    test_first
        All replies of the breaker are tested for a leaf before the first one is searched.
    relax
        The general search asks itself about the game without White's winning sets, at the same depth.
    deepen
        Without a bound on the depth, the general search is made with greater and greater bounds, and the race with
        more and more quiet moves of Black.
    race
        Maker-maker without a bound, one stone each in turn, has a search of its own, where forced answers count less.
    pairing
        Tries of a search for a pairing strategy of the breaker, for each open cell in lines; 0 for none.
    repair
        Steps of a repair of the pairs that served last, for each open cell in lines; 0 for none.
    repair_from
        Pairs are repaired, and shares given, where this many open cells are in lines.
    shares
        The breaker's replies are searched in rounds: the first one may take this many positions in the first round, the
        next ones half as many each, and all four times as many in the next round; 0 for one reply after the other.
    """

    symmetry: bool = True
    table: bool = True
    must_play: bool = True
    order: bool = True
    erdos_selfridge: bool = True
    twins: bool = True
    exchange: bool = True
    forks: bool = True
    dominated: bool = True
    breaker_first: bool = True
    test_first: bool = True
    relax: bool = True
    deepen: bool = True
    race: bool = True
    pairing: int = 2
    repair: int = 3
    repair_from: int = 32
    shares: int = 256


def decide(
    game: PositionalGame,
    depth: int | None = None,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
    node_limit: int | None = None,
    switches: Switches = Switches(),
    checkpoint: Path | None = None,
    watch: Watch | None = None,
) -> Found:
    """Whether Black wins a positional game.

    Parameters
    ----------
    depth
        In stones from the start position, whoever opens; None: at all.
    time_limit, memory_limit_mb, node_limit
        Seconds, megabytes of the tables, positions. Tables of any size give the same answers.
    checkpoint
        A file that the search begins with, where it is there, and writes now and then and at the end; it serves all
        questions about the game: see `zermelo.search.checkpoint`.
    watch
        Is told twice a second how far the search is.

    Raises :class:`~zermelo.errors.UnsupportedError` for a board of more than 256 cells, and
    :class:`~zermelo.errors.InputError` for a file that is no checkpoint of this game.

    >>> from zermelo.families import make
    >>> found = decide(make("httt:tippy,board=3x3"))
    >>> found.answer, found.first_move is not None
    (True, True)
    >>> [decide(make("ttt"), depth).answer for depth in (5, 9, None)]
    [False, False, False]
    """
    budget = Budget(time_limit, memory_limit_mb, node_limit)
    if len(game.board) > CELLS:
        raise UnsupportedError(f"at most {CELLS} cells for this search", found=f"{len(game.board)} in {game.name}")
    if not budget.seconds:
        return Found(None, "time", seconds=budget.spent)
    winner = game.winner(game.start)
    if winner is not None or not len(game.board):
        return Found(winner is Player.BLACK, seconds=budget.spent)
    black, white, ply = game.start
    open_cells = game.complete_depth()
    rules = (
        len(game.board),
        [mask & ~black for mask in game.black_sets if not mask & white],
        [mask & ~white for mask in game.white_sets if not mask & black],
        game.board.full & ~(black | white),
        [game.player_at(ply + k) is Player.BLACK for k in range(open_cells + 1)],
    )
    with kept(checkpoint, game.name, rules) as keep:
        reason, answer, move, nodes, memory, warning = _native.positional_decide(
            *rules,
            open_cells if depth is None else max(0, min(depth, open_cells)),
            game.first_moves if ply == 0 else None,
            geometry(game) if switches.symmetry else (0, 0, False, [], [], []),
            asdict(switches),
            budget.seconds,
            budget.bytes,
            budget.nodes,
            keep,
            teller(watch),
        )
    return Found(
        None if reason else answer,
        reason or None,
        move if move >= 0 else None,
        nodes,
        memory,
        budget.spent,
        remarks(warning),
    )


def geometry(game: PositionalGame) -> tuple[int, int, bool, list[int], list[int], list[list[int]]]:
    """Where the cells lie, columns and rows from 0; or generators of the symmetries where they lie nowhere."""
    board = game.board
    if board.layout is Layout.GRAPH:
        return 0, 0, False, [], [], [list(one) for one in generators(game)]
    return (
        board.columns, board.rows, board.torus, [x - 1 for x, _ in board.places], [y - 1 for _, y in board.places], []
    )  # fmt: skip
