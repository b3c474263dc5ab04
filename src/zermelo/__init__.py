"""Zermelo decides who wins a two-player board game, proves it, and shows it.

>>> import zermelo
>>> verdict = zermelo.solve("hex:3x3")
>>> print(verdict.sentence(), "First move:", verdict.first_move)
Black wins within 5 moves, not within 4. First move: b2
>>> bool(zermelo.check(verdict))  # by the rules alone
True

The public names are these ten, each imported when it is asked for; they keep their meaning within a major version.

    load      a file, the text of a file or a family expression → Game
    solve     a game and a question → Verdict
    encode    a game and a depth → a quantified Boolean formula
    check     a strategy → whether it proves its claim
    Game, Player, Query, Options, Verdict, Strategy     what these take and return

Each stage of the work is a folder: language, families, model, encodings, search, solving, strategy, play, ….
"""

TYPE_CHECKING = False  # as in typing, which takes longer to import than all of this
if TYPE_CHECKING:
    from zermelo.api import check, encode, load, solve
    from zermelo.model import Game, Player
    from zermelo.questions import Options
    from zermelo.strategy.entry import Strategy
    from zermelo.verdict import Query, Verdict

__all__ = ["Game", "Options", "Player", "Query", "Strategy", "Verdict", "check", "encode", "load", "solve"]

__version__ = "0.1.0"  # the only place: the build reads it here, and looking up installed metadata is slow


def __getattr__(name: str) -> object:
    """Import a public name, or the native core, when it is asked for (PEP 562)."""
    if name == "_native":
        return _core()
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; public are {', '.join(__all__)}")
    from zermelo import api

    found: object = getattr(api, name)
    globals()[name] = found  # the next time it is there
    return found


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])


def _core() -> object:
    """The native core, imported with signals put off: an interrupt raised inside its set-up would be lost."""
    from zermelo.interrupts import uninterrupted

    def imported() -> object:
        import zermelo._native as core

        return core

    return uninterrupted(imported)
