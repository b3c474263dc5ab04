"""Harary's Tic-Tac-Toe and GTTT(p,q): the first to achieve a polyomino wins.

The players place stones on a board of squares; who first owns a translated copy of any rotation or reflection of the
polyomino has won (generalized-tic-tac-toe, section 2; pairing-encoding, section 3). In GTTT(p,q) the opening move is q
stones and every later one p stones; HTTT is GTTT(1,1). On a torus the shape may wrap over the edges.

With ``bddl``, HTTT is a grid game with a goal for each orientation (concise-grid-games, section 3.2), as in the
published files. BDDL knows no draw: who cannot move, also on a full board, has lost.
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Family, Option, flag
from zermelo.families.grid_parts import BLACK, OPEN, at
from zermelo.families.options import BOARD, FIRST, KIND, TORUS, P, Q, achievement_game, show_size
from zermelo.families.polyomino import Polyomino, shape
from zermelo.model import Action, Board, GridGame, PositionalGame, Rule
from zermelo.model.conditions import swapped
from zermelo.wording import counted


def _shown(poly: Polyomino) -> str:
    """The name of the shape; a single P would be read as the option p=N."""
    return "P5" if poly.name == "P" else poly.name


SHAPE: Option[Polyomino] = Option(
    "shape", shape, "SHAPE", "a polyomino: a name such as tippy or W, or cells such as 00101121", show=_shown
)
BDDL = flag("bddl", "a grid game, as BDDL says it")
_OCCUPY = Action("occupy", (at(OPEN),), (at(BLACK),))


def _build_httt(args: Arguments) -> PositionalGame | GridGame:
    game = _build(args)
    if not args[BDDL]:
        return game
    if args[TORUS]:
        raise args.error(TORUS, "no torus, since BDDL has none", found="torus with bddl")
    columns, rows = args[BOARD]
    goals = tuple(tuple(at(BLACK, x, y) for x, y in cells) for cells in args[SHAPE].orientations())
    return GridGame(
        args.name,
        columns,
        rows,
        (_OCCUPY,),
        (_OCCUPY.swapped(),),
        goals,
        () if args[KIND] is Rule.MAKER_BREAKER else tuple(swapped(goal) for goal in goals),
        opener=args[FIRST],
        notes=("no draw: who cannot move, also on a full board, has lost", game.notes[1]),
    )


def _build(args: Arguments) -> PositionalGame:
    poly, (columns, rows), torus = args[SHAPE], args[BOARD], args[TORUS]
    masks = poly.placements(columns, rows, torus=torus)
    if not masks:
        wide, high = poly.box
        where = f"a {show_size((columns, rows))} {'torus' if torus else 'board'}"
        raise args.error(SHAPE, f"a shape that fits on {where}", found=f"{poly.name}, which spans {wide}x{high} cells")
    note = f"{poly.name}: {counted(len(masks), 'placements')}"
    return achievement_game(args, Board.square(columns, rows, torus=torus), masks, note=note)


HTTT = Family(
    "httt",
    "Harary's Tic-Tac-Toe: achieve a polyomino in any orientation",
    (
        "httt:tippy,board=3x3",
        "httt:el,board=3x3,torus,depth=5",
        "httt:00101120,board=4x3,mb",
        "httt:el,board=3x2,swap",
        "httt:tic,board=3x2,bddl,depth=5",
    ),
    _build_httt,
    (SHAPE,),
    (BOARD, TORUS, KIND, FIRST, BDDL),
)
GTTT = Family(
    "gttt",
    "generalized Tic-Tac-Toe GTTT(p,q): p stones per move, q stones in the opening move",
    ("gttt:tippy,p=2,q=1,board=3x3", "gttt:tic,board=3x3,torus,p=2,q=2,first=white"),
    _build,
    (SHAPE,),
    (BOARD, TORUS, P, Q, KIND, FIRST),
)
