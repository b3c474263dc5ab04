"""Positions that an attack takes for one: the images of each other, and those with the same residual game.

Where the attacked player is a mere breaker (players place one stone each in turn, and only the winning sets of the
attacker matter), a position counts by its residual game: his stones and the open cells of the sets that she has not
broken. In all other games positions are the same when a symmetry of the rules maps one to the other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from zermelo import _native
from zermelo.errors import UnsupportedError
from zermelo.model import ConnectionGame, Game, GridGame, Player, Position, PositionalGame, Rule
from zermelo.model.board import cells_of
from zermelo.model.symmetry import most_symmetries, rule_symmetries
from zermelo.strategy.check.breaker_certificate import BreakerResidual, BreakerResiduals, unfit
from zermelo.strategy.claim import Claim
from zermelo.strategy.quick_images import QuickImages

RESIDUALS = 4096
"""Residual games that are kept: those around one position are asked for again and again."""

WINS, HOLDS = "wins", "holds"
"""The statuses of a position that is decided: the attacker wins, or he never does."""


class PositionForms:
    """The positions of a game as an attack sees them.

    Parameters
    ----------
    game
        A positional or connection game, or a grid game whose plays all end.
    attacker
        The player whose win is in question.

    Raises ``UnsupportedError`` for other games, and for White's win in games that she wins by breaking.

    >>> from zermelo.families import make
    >>> forms = PositionForms(make("ttt"), Player.BLACK)
    >>> len({forms.key(forms.step(forms.game.start, move))[0] for move in forms.moves(forms.game.start)})
    3
    """

    def __init__(self, game: Game, attacker: Player) -> None:
        require(game, attacker)
        self.game, self.attacker = game, attacker
        larger, usual = rule_symmetries(game, most_symmetries(len(game.board))), rule_symmetries(game)
        self.symmetries = larger if set(usual) <= set(larger) else usual  # proofs of leaves have the usual ones
        self.exact = QuickImages(game, self.symmetries)
        breaking = Claim(attacker.other, False, breaking=True)
        self._residuals: BreakerResiduals | None = None
        if (
            isinstance(game, PositionalGame)
            and game.rule is Rule.MAKER_BREAKER
            and not game.is_restricted
            and game.alternates
            and unfit(game, breaking) is None
        ):
            self._residuals = BreakerResiduals(game, breaking, self.exact)
            self._residual = lru_cache(maxsize=RESIDUALS)(self._residuals.of)

    @property
    def derives(self) -> bool:
        """True if the attacker's win is proven by a derivation; else by moves and arguments."""
        game = self.game
        if isinstance(game, PositionalGame) and game.rule is Rule.MAKER_MAKER:
            return game.alternating_from() == 0
        return isinstance(game, ConnectionGame) or self._residuals is not None

    @property
    def residuals(self) -> BreakerResiduals | None:
        """The residual games by which positions count; None where positions count as they are."""
        return self._residuals

    def attacks(self, position: Position) -> bool:
        """True where the attacker moves."""
        return self.game.mover(position) is self.attacker

    def residual(self, position: Position) -> BreakerResidual | None:
        """The residual game of a position; None when the attacker has won."""
        assert self._residuals is not None
        return self._residual(position.stones(self.attacker), self._open(position))

    def key(self, position: Position) -> tuple[Position, int]:
        """The canonical position of all that count as this one, and the number of the symmetry that maps to it.

        Its ply tells who moves, and nothing else.
        """
        residual = None if self._residuals is None else self.residual(position)
        if residual is None:
            found, turn = self.exact.smallest(position)
        else:
            assert self._residuals is not None
            found, turn = self._residuals.key(residual)
        return found._replace(ply=int(self.attacks(position))), turn

    def exact_key(self, position: Position) -> Position:
        """The least image of a position as it is, under which its proof is kept; the ply tells who moves."""
        return self.exact.smallest(position)[0]._replace(ply=int(self.attacks(position)))

    def mapped(self, move: Any, here: Position, there: Position) -> Any:
        """The image of a move in a position that counts as the one in which it was made."""
        (one, first), (two, second) = self.key(here), self.key(there)
        assert one == two
        return self.exact.back(self.exact.forth(move, first), second)

    def step(self, position: Position, move: Any) -> Position:
        """The position after a move; where positions count by their residual games, all other cells become hers.

        The check of a breaker certificate goes from one residual game to the next. So the walk has to: of a set whose
        open cells contain those of another one it does not remember his stones, even if both become equal later.
        """
        return self._reduced(self.game.step(self._reduced(position), move))

    def _reduced(self, position: Position) -> Position:
        residual = None if self._residuals is None else self.residual(position)
        if residual is None:
            return position
        rest = self.game.board.full & ~(residual.stones | residual.open)
        black = self.attacker is Player.BLACK
        return Position(*((residual.stones, rest) if black else (rest, residual.stones)), position.ply)

    def ended(self, position: Position) -> str | None:
        """`WINS` or `HOLDS` where no search is needed; None where the play goes on."""
        winner = self.game.winner(position)
        if winner is not None or not self.game.legal(position):
            return WINS if winner is self.attacker else HOLDS
        residual = None if self._residuals is None else self.residual(position)
        return HOLDS if residual is not None and not residual.lines else None

    def moves(self, position: Position) -> list[Any]:
        """The moves to look at, the likeliest first, one of those that lead to positions which count as one.

        A stone outside the residual game is a pass, which never helps.
        """
        moves = self.game.legal(position)
        if self._residuals is not None:
            residual = self.residual(position)
            moves = [] if residual is None else [cell for cell in moves if residual.open >> cell & 1]
        if isinstance(self.game, PositionalGame):
            weights = weights_of(self.game, position)
            moves = sorted(moves, key=lambda cell: -weights[cell])
        found: dict[Position, Any] = {}
        for move in moves:
            found.setdefault(self.key(self.step(position, move))[0], move)
        return list(found.values())

    def _open(self, position: Position) -> int:
        return self.game.board.full & ~(position.black | position.white)


def require(game: Game, attacker: Player) -> None:
    """Raise ``UnsupportedError`` where there is no attack, as `PositionForms` does."""
    fits = isinstance(game, PositionalGame | ConnectionGame) or (
        isinstance(game, GridGame) and game.complete_depth() is not None
    )
    if not fits:
        more = ", of which no bound of its plays is known" if isinstance(game, GridGame) else ""
        raise UnsupportedError(
            "a positional game, a connection game, or a grid game whose plays end",
            found=f"a {game.kind}{more}", source=game.name,
        )  # fmt: skip
    if len(game.board) > _native.MAX_CELLS:
        most = f"a board of at most {_native.MAX_CELLS} cells"
        raise UnsupportedError(most, found=f"{len(game.board)}", source=game.name)
    breaks = isinstance(game, PositionalGame) and game.rule is Rule.MAKER_BREAKER
    if attacker is Player.WHITE and (breaks or isinstance(game, ConnectionGame)):
        raise UnsupportedError(
            "black as --for: here White wins exactly when he does not",
            found="white", source=game.name,
        )  # fmt: skip
    if isinstance(game, ConnectionGame) and not game.alternates:
        raise UnsupportedError("a connection game of one stone each in turn", found="other turns", source=game.name)


def weights_of(game: PositionalGame, position: Position) -> list[float]:
    """For each cell the weight of the winning sets through it: 2^-k for k open cells (Erdős and Selfridge)."""
    found = [0.0] * len(game.board)
    for player in Player:
        own, other = position.stones(player), position.stones(player.other)
        for mask in game.winning_sets(player):
            if not mask & other:
                free = mask & ~own
                weight = 0.5 ** free.bit_count()
                for cell in cells_of(free):
                    found[cell] += weight
    return found
