"""The check of one claim of a strategy file, natively where the core takes the game."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo import _native
from zermelo.errors import InputError
from zermelo.model import ClauseGame, Game
from zermelo.model.automorphism import Permutation
from zermelo.strategy.check.native import check_native
from zermelo.strategy.check.plain import CheckResult, check
from zermelo.strategy.claim import Claim
from zermelo.strategy.entry import Entries
from zermelo.strategy.file import StrategySection, same_game

RULES_LINE = 1
"""The line of a strategy file with the rules of its game."""


def check_section(
    section: StrategySection,
    game: Game | None = None,
    *,
    pure: bool = False,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
) -> CheckResult:
    """Check one claim of a strategy file.

    Parameters
    ----------
    section
        The claim with its entries.
    game
        The game that the claim must be about; None for the game of the file.
    pure
        Use the plain rules in Python only.
    time_limit, memory_limit_mb
        Seconds, and megabytes for the entries.

    Raises ``InputError`` when the file is about another game, or about one whose rules make no sense in a position that
    the check comes to; ``LimitError`` when a limit ends the check.
    """
    if game is not None and not same_game(game, section.game):
        moved = same_game(game, section.game, start=False)
        raise InputError(
            f"a strategy for {game.name}",
            found="one for another position" if moved else f"one for another game, {section.game.name}",
            advice="the rules, the cells and the start position must be the same",
        )
    walk = check if pure else checked
    about = section.game if game is None else game
    try:
        return walk(
            about,
            section.claim,
            section.symmetries,
            section.entries,
            time_limit=time_limit,
            memory_limit_mb=memory_limit_mb,
        )
    except InputError as error:
        if game is None and section.path is not None and error.source == about.name:
            error.source, error.line = section.path, RULES_LINE
        raise


def checked(
    game: Game,
    claim: Claim,
    symmetries: Sequence[Permutation],
    entries: Entries,
    *,
    time_limit: float | None = None,
    memory_limit_mb: float | None = None,
) -> CheckResult:
    """As :func:`~zermelo.strategy.check.plain.check`, natively where the core takes the game."""
    fits = 0 < len(game.board) <= _native.MAX_CELLS and game.goal_winner(game.start) is None
    fits = fits and not isinstance(game, ClauseGame)  # strategies for formulas are small
    walk = check_native if fits else check  # the core looks only at wins by the last move
    return walk(game, claim, symmetries, entries, time_limit=time_limit, memory_limit_mb=memory_limit_mb)
