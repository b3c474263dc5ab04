"""The languages of games: text to model, and model to text.

``bddl``  grid games: actions and goals relative to a cell (Breakthrough, Domineering …). Files ``.ig``, ``.bddl``;
          domain and problem may be two files. Module :mod:`~zermelo.language.bddl`.
``pg``    positional games as winning sets or polyominoes, Hex boards, and connection games on any graph. Files
          ``.pg``. Module :mod:`~zermelo.language.pg`.
``toss``  games on structures that rules rewrite, as the program Toss reads them. Files ``.toss``. Module
          :mod:`~zermelo.language.toss`.
``hex``   Hex positions as diagrams, a size and stones. Files ``.hex``. Module :mod:`~zermelo.language.hexdiagram`.
``gdl``   ground games in the game description language of general game playing (KIF). Files ``.kif``, ``.gdl``. Module
          :mod:`~zermelo.language.gdl`.
``graph`` every position of a game with its moves, as JSON lines. Files ``.jsonl``. Module
          :mod:`~zermelo.language.game_graph`.

Formulas of Game-SAT have a reader of their own, :func:`zermelo.gamesat.read_cnf`.

:func:`read_game` tells the language by the content of a file first, and by its suffix second: published BDDL problems
are called ``.pg``, too. :func:`write_game` gives the text of a game in one of the :data:`FORMATS`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.language.game_files import (
        FORMATS,
        GameLanguage,
        format_of,
        read_game,
        read_game_text,
        sources,
        write_game,
    )

__all__ = ["FORMATS", "GameLanguage", "format_of", "read_game", "read_game_text", "sources", "write_game"]


def __getattr__(name: str) -> object:
    """Import a name of this package when it is asked for: a game by its family does not wait for parsers."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from zermelo.language import game_files

    return getattr(game_files, name)
