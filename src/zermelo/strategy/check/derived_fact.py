"""Facts of a derivation (`derivation`); comparison of the last with a claim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from zermelo.model import ConnectionGame, Game, Player, PositionalGame, Rule
from zermelo.strategy.check.check_result import Holds
from zermelo.strategy.claim import Claim

LARGEST = 512
"""The largest number of cells."""

UNLIMITED = 1 << 20
"""Any number of stones."""

ANY_TIME, SECOND, FIRST = -3, -2, -1
"""The times at which a fact holds, besides plies from 0."""

SAID = {
    "rule": "is of no known rule",
    "numbers": "has numbers that do not fit its rule",
    "later": "builds on a line that is not above it",
    "step": "steps to a cell that is no neighbour",
    "goal": "is about borders or sets that the player does not have",
    "near": "keeps nothing apart",
    "share": "builds on facts that do not share one end",
    "time": "builds on facts for another time",
    "meet": "builds on facts with carriers that meet",
    "ends": "builds on facts with different ends",
    "common": "leaves a cell that lies in all carriers",
    "useless": "has a pair of which one cell matters beside the other",
    "symmetry": "uses a symmetry that does not keep the borders",
    "legal": "plays a cell that is no legal first move",
    "theirs": "takes cells for the other player's that cannot all be",
    "reply": "names a reply on a cell that is not open there",
    "further": "builds on a fact that takes fewer stones of the other player into account",
    "open": "leaves a move of the other player that no fact answers",
}
"""Messages by reason."""


class InvalidLine(Exception):
    """Raised for an invalid line: its number, counted from 0, and the reason."""


class DerivedFact(NamedTuple):
    """The fact of a line of a derivation.

    ``ends`` are cells, or borders (numbers from the count of cells on); None for borders that are kept apart, and for
    a complete winning set.
    """

    stones: int
    carrier: int
    ends: tuple[int, int] | None
    own: int = 0
    theirs: int = UNLIMITED
    turn: int = ANY_TIME


@dataclass(frozen=True)
class Borders:
    """The two borders of a player, as masks of their cells."""

    source: int
    target: int


def unfit(game: Game, claim: Claim) -> str | None:
    """The reason why no derivation can prove a claim; None when one can."""
    if not isinstance(game, ConnectionGame | PositionalGame) or not _is_for(game, claim):
        return "a derivation is for connection games, the maker of maker-breaker games, and wins in maker-maker games"
    if not 0 < len(game.board) <= LARGEST:
        return f"a derivation is for 1 to {LARGEST} cells"
    if is_race(game) and game.winner(game.start) is claim.opponent:
        return f"{claim.opponent} has won already"
    if is_race(game) and not game.alternates:
        return "a derivation of a maker-maker game is for one stone each in turn"
    if isinstance(game, ConnectionGame) and game.joined:
        return "a derivation of connections is for borders that do not touch"
    if claim.wins and game.winner(game.start) is None and not game.legal(game.start):
        return "no first move is allowed, and nobody has won"
    return None


def _is_for(game: ConnectionGame | PositionalGame, claim: Claim) -> bool:
    """True but for players who have no sets, and for holding where both have some."""
    if is_race(game):
        return claim.wins
    return isinstance(game, ConnectionGame) or claim.player is Player.BLACK


def is_race(game: ConnectionGame | PositionalGame) -> bool:
    """True if the first player to complete a set wins."""
    return isinstance(game, PositionalGame) and game.rule is Rule.MAKER_MAKER


def winning_sets(game: ConnectionGame | PositionalGame, player: Player) -> tuple[int, ...]:
    """The sets that a player completes, none in a connection game."""
    return game.winning_sets(player) if isinstance(game, PositionalGame) else ()


def own_borders(game: ConnectionGame | PositionalGame, player: Player) -> Borders | None:
    """The borders that a player joins; None for a player without borders."""
    if isinstance(game, PositionalGame):
        return None
    if player is Player.BLACK:
        return Borders(game.source, game.target)
    if not game.is_hex:
        return None
    assert game.white_source is not None
    assert game.white_target is not None
    return Borders(game.white_source, game.white_target)


def misfit(
    game: ConnectionGame | PositionalGame,
    claim: Claim,
    lines: int,
    fact: DerivedFact | None,
    whole: bool,
    fits: bool,
) -> str | None:
    """The reason why the last fact of a derivation does not prove a claim; None when it does.

    Parameters
    ----------
    game, claim
        The game, and the claim about it.
    lines
        The number of lines.
    fact
        The fact of the last line; None when there is no line.
    whole
        True if the fact joins the borders of the player, keeps those of the other player apart, or completes a set.
    fits
        True if the fact holds at the ply of the start position.
    """
    if fact is None:
        return "there is no line"
    start, names, bound = game.start, game.board.names, claim.bound(game)
    assert bound is not None
    why = f"line {lines}, the last one, does not fit the start position: "
    missing, taken = fact.stones & ~start.stones(claim.player), fact.carrier & start.stones(claim.opponent)
    if not whole:
        return why + "it does not join borders"
    if missing:
        return why + f"{claim.player} does not have {names(missing)[0]}"
    if taken:
        return why + f"{names(taken)[0]} is taken"
    if not fits:
        return why + "it is about another player to move"
    players = [game.player_at(start.ply + ply) for ply in range(bound)]
    if claim.wins and bound < game.complete_depth():
        most = players.count(claim.player)
        return None if fact.own <= most else f"the goal takes up to {fact.own} stones, and {most} are left"
    many = players.count(claim.opponent)
    return None if fact.theirs >= many else f"it holds for {fact.theirs} stones of the other player, who has {many}"


def too_far(claim: Claim, lines: int) -> str:
    """The message for a last line that fits the start position but for the other player's stones."""
    return f"line {lines}, the last one, does not fit the start position: {claim.opponent} has more on a set"


def told(number: int, why: str) -> str:
    """The message for an invalid line."""
    return f"line {number + 1} {SAID[why]}"


def holds(
    game: ConnectionGame | PositionalGame, claim: Claim, own: int, lines: int, used: int, parts: int, arguments: int
) -> Holds:
    """The result of a valid derivation.

    Parameters
    ----------
    game, claim
        The game, and the proven claim.
    own
        The greatest number of stones that the player places until the goal is certain.
    lines, used
        The number of lines, and of those that lead to the last one.
    parts
        The number of earlier lines that the used ones name, each as often as it is named.
    arguments
        The number of sets, paths, separations and pairs among the used lines.
    """
    stones, longest = own, 0
    while stones > 0 and longest < game.complete_depth():
        stones -= game.player_at(game.start.ply + longest) is claim.player
        longest += 1
    return Holds(claim, used, parts, arguments, longest, lines - used, derived=True)
