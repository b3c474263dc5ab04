"""Zermelo decides who wins a two-player board game, proves it, and shows it.

    text or family → model → encoding → formula → preprocess → solver ┐
                       └──────────────→ search ───────────────────────┴→ verdict

Each stage is a folder; the ends of the way are a few names:

>>> from zermelo.families import make          # or: from zermelo.language import read_game
>>> from zermelo.solving import solve
>>> from zermelo.verdict import Query
>>> verdict = solve(make("hex:3x3"), Query("within", depth=5))
>>> verdict.sentence(), verdict.first_move
('Black wins within 5 moves.', 'b2')
"""

__version__: str


def __getattr__(name: str) -> str:
    """``__version__``, looked up when asked for: that imports much, and Ctrl-C meanwhile should be no traceback."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version

    return version("zermelo")
