"""Zermelo decides who wins a two-player board game, proves it, and shows it.

    text or family → model → encoding → formula → preprocess → solver ┐
                       └──────────────→ search ───────────────────────┴→ verdict

The public names are few; everything else is found in the folder of its stage.

>>> import zermelo
>>> game = zermelo.make("hex:3x3")
>>> verdict = zermelo.solve(game, zermelo.Query("within", depth=5))
>>> verdict.sentence(), verdict.first_move
('Black wins within 5 moves.', 'b2')
"""

from importlib.metadata import version

from zermelo.families import make
from zermelo.language import read_game, write_game
from zermelo.solve import Options, solve
from zermelo.verdict import Query, Verdict

__version__ = version("zermelo")

__all__ = ["Options", "Query", "Verdict", "__version__", "make", "read_game", "solve", "write_game"]
