"""One table of truths about games, read by many tests. Every entry names its source.

``winner`` is who wins with best play ("draw": neither can force a win), ``depth`` the critical depth: the least number
of moves within which Black, or in a game that Black does not win White, can force a win (None: not stated). Where a
publication tells the winner alone, the depth is that of an exhaustive search.
"""

from __future__ import annotations

from typing import NamedTuple

GRID = "Concise QBF Encodings for Games on a Grid, table 2"
PAIRING = "Quantified Boolean Solving for Achievement Games, section 6"
FOLKLORE = "folklore"
THEORY = "strategy stealing and the Hex theorem"
PLAIN = "the same game in plain Python, tests/oracles/plain_games.py"
SPIEL = "OpenSpiel"
WAYS = "Berlekamp, Conway, Guy, Winning Ways"
MIRROR = "a mirror strategy: the second player answers by symmetry about the centre, or the first does, from there on"
TROMP = "Tromp, John's Connect Four Playground: the table of board sizes"
OURS = "exhaustive minimax by the plain rules, tests/oracles/retrograde.py"
AGREED = "published nowhere: depth-first search and df-pn agree, and their proofs are checked"


class Known(NamedTuple):
    game: str
    winner: str
    depth: int | None
    source: str


KNOWN = [
    Known("ttt", "draw", None, FOLKLORE),
    Known("httt:domino,board=3x3", "black", 3, GRID),
    Known("httt:el,board=3x3", "black", 5, GRID),
    Known("httt:elly,board=3x3", "draw", None, PAIRING),
    Known("httt:fatty,board=3x3", "draw", None, GRID),
    Known("httt:tippy,board=3x3", "black", 9, GRID),
    Known("hex:2x2", "black", 3, THEORY),
    Known("hex:3x3", "black", 5, FOLKLORE),
    Known("hex:2x3", "white", None, "the player with the shorter way wins, even as the second"),
    Known("domineering:2x2", "black", 2, GRID),
    Known("domineering:2x3", "black", 4, GRID),
    Known("domineering:3x2", "black", 2, GRID),
    Known("domineering:3x3", "black", 4, GRID),
    Known("domineering:4x2", "white", None, GRID),
    Known("domineering:3x4", "black", 6, GRID),
    Known("domineering:4x3", "white", None, GRID),
    Known("domineering:4x4", "black", 8, GRID),
    Known("domineering:3x5", "black", 8, GRID),
    Known("connect:2,board=3x3", "black", 3, GRID),
    Known("connect:3,board=3x3", "draw", None, OURS),
    Known("connect:3,board=3x3,rule=paper", "black", 10, OURS),
    Known("connect:3,board=3x4", "draw", None, OURS),
    Known("connect:3,board=4x3", "black", 9, OURS),
    Known("connect:3,board=4x4,rule=paper", "black", 9, GRID),
    Known("connect:3,board=4x4", "black", 9, GRID),
    Known("connect:4,board=4x4", "draw", None, TROMP),
    Known("connect:4,board=4x4,rule=paper", "white", 17, AGREED),
    Known("connect:4,board=4x5", "draw", None, TROMP),
    Known("connect:4,board=5x4", "draw", None, TROMP),
    Known("connect:4,board=5x4,rule=paper", "white", 21, AGREED),
    Known("breakthrough:2x4", "white", 8, GRID),
    Known("breakthrough:2x4,first=white", "black", 8, GRID),
    Known("breakthrough:2x5", "white", 10, GRID),
    Known("breakthrough:2x5,first=white", "black", 10, GRID),
    Known("breakthrough:3x4,first=white", "black", 12, GRID),
    Known("cram:2x2", "white", 3, MIRROR),
    Known("cram:3x3", "white", 5, WAYS),
    Known("cram:4x3", "black", 6, MIRROR),
    Known("cram:4x4", "white", None, MIRROR),
    Known("col:3x3", "white", 7, PLAIN),
    Known("col:4x2", "white", None, MIRROR),
    Known("snort:3x3", "black", 6, MIRROR),
    Known("kayles:7", "black", 6, MIRROR),
    Known("kayles:8", "black", 8, MIRROR),
    Known("toads-and-frogs:t_f", "black", 4, WAYS),
    Known("toads-and-frogs:tt_ff", "black", 6, WAYS),
    Known("clobber:3x3", "black", 6, SPIEL),
    Known("clobber:5x2", "black", 8, SPIEL),
    Known("clobber:4x3", "white", 9, SPIEL),
    Known("konane:4x4", "white", 5, PLAIN),
    Known("dodgem", "black", 21, WAYS),
    Known("cram:2x2,misere", "black", 3, "by hand: any two dominoes fill the board"),
    Known("domineering:2x2,misere", "white", 2, "by hand: Black's domino leaves White no place"),
    Known("amazons:3x2", "white", 5, PLAIN),
    Known("y:3", "black", 5, "by hand: the middle, then either of two ways to each side"),
    Known("y:4", "black", 7, SPIEL),
    Known("havannah:2", "black", 3, SPIEL),
    Known("evader-pursuer:4x4,evader=4-1,pursuer=2-3", "black", 3, GRID),
    Known("evader-pursuer:4x4,evader=4-1,pursuer=1-2", "white", 2, GRID),
    Known("evader-pursuer-dual:4x4,evader=4-1,pursuer=1-2", "black", 2, GRID),
    Known("evader-pursuer:8x8,evader=8-1,pursuer=3-4", "black", 7, GRID),
    Known("evader-pursuer-dual:8x8,evader=8-1,pursuer=2-3", "black", 6, GRID),
]

GROUND = [
    Known("nim:1,2,3", "white", None, "Bouton, Nim, a game with a complete mathematical theory"),
    Known("nim:1,2,4", "black", 7, "Bouton, Nim, a game with a complete mathematical theory"),
    Known("nim:1,1,misere", "black", 2, "Bouton, Nim, a game with a complete mathematical theory"),
    Known("chomp:2x2", "black", 4, "Gale, A curious Nim-type game: the first player wins"),
    Known("chomp:4x3", "black", 8, "Gale, A curious Nim-type game: the first player wins"),
    Known("dots-and-boxes:2x1", "draw", None, PLAIN),
    Known("misere-ttt:3x2,length=2", "white", 5, PLAIN),
    Known("notakto", "black", 6, "Plambeck and Whitehead, The secrets of Notakto"),
    Known("isolation:2x3", "black", 3, PLAIN),
    Known("othello:4x2", "draw", None, PLAIN),
    Known("othello:2x6,by=2", "draw", None, PLAIN),
]
"""Ground games, each by a rule sheet."""

COUNTS = [
    ("ttt", "plays", [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872], FOLKLORE),
    ("connect:4,board=7x6", "plays", [1, 7, 49, 343, 2401, 16807, 117649, 823536], "published perft of Connect-4"),
    ("connect:4,board=7x6", "positions", [1, 7, 49, 238, 1120, 4263, 16422], "OEIS A212693"),
    ("breakthrough:8x8", "plays", [1, 22, 484, 11132, 256036], "published perft of Breakthrough"),
    ("othello:8x8", "plays", [1, 4, 12, 56, 244], "published perft of Othello"),
    ("hex:2x2", "plays", [1, 4, 12, 24, 12], "by hand: two stones join in 3 of 6 ways, so half of the 24 orders end"),
]
"""Counts that others have published (or that a pencil gives), against both move generators."""
