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

__version__ = "0.1.0"  # the only place: the build reads it here, and looking up installed metadata is slow


def __getattr__(name: str) -> object:
    """The native core is imported with signals put off: an interrupt raised inside its set-up would be lost."""
    if name != "_native":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    from zermelo.interrupts import put_off

    with put_off():
        return import_module("zermelo._native")
