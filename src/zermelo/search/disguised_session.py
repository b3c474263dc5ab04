"""The search of grid games that are positional games in disguise: a stone per move, goals of own stones only.

They are searched as positional games. Where who cannot move draws, or a full board is a draw, the two games are the
same. Else they differ on a full board alone: who cannot move there has lost the grid game, while the positional game is
a draw. So a question within no more moves than there are open cells has the same
answer, and so has every other one when it is Black who cannot move on the full board. When it is White, Black wins
within more moves than that unless White reaches a goal: the search of grid games answers it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from functools import lru_cache

from zermelo.model import GridGame, GridMove, Player, PositionalGame, Rule, Turns
from zermelo.model.ground import Masks, Stuck, ground_actions, ground_goals
from zermelo.questions import CheckpointFile
from zermelo.search.grid_session import GridSession
from zermelo.search.positional_session import ALL, PositionalSession
from zermelo.search.progress import Watch, renamed
from zermelo.search.session import Limits, Result
from zermelo.search.switches import PositionalSwitches


class DisguisedSession:
    """A session of such a game: the positional search decides, the search of grid games proves.

    Parameters
    ----------
    game
        The grid game.
    hidden
        The positional game that it is, see :func:`as_positional`.
    kept
        Names for each player the file in which the positional search for his wins is kept (None: in none).
    switches
        Of the positional search.

    >>> from zermelo.families.connect import line_goals
    >>> from zermelo.families.grid_parts import BLACK, OPEN, WHITE, at
    >>> from zermelo.model import Action
    >>> occupy = [Action("occupy", (at(OPEN),), (at(colour),)) for colour in (BLACK, WHITE)]
    >>> game = GridGame("three in a row", 3, 3, *[(action,) for action in occupy], line_goals(3), ())
    >>> session = DisguisedSession(game, as_positional(game))
    >>> found = [session.decide(Player.BLACK, depth, Limits()) for depth in (5, 7)]
    >>> [each.answer for each in found], game.move_name(found[1].first_move)
    ([False, True], 'occupy(2,2)')
    """

    label = "positional search"

    def __init__(
        self,
        game: GridGame,
        hidden: PositionalGame,
        kept: Callable[[Player], CheckpointFile | None] = lambda _: None,
        switches: PositionalSwitches = ALL,
    ) -> None:
        self.game = game
        self._stones = hidden.complete_depth()
        self._stuck = None if game.rules.may_draw else game.player_at(game.start.ply + self._stones)
        """The player who cannot move on the full board, and loses; None: nobody does."""
        self._grid = GridSession(game)
        self._positional = PositionalSession(hidden, switches=switches, kept=kept)
        # In a game without White's winning sets "White wins" must not become "White breaks all sets".
        self._maker_maker = PositionalSession(replace(hidden, rule=Rule.MAKER_MAKER), switches=switches, kept=kept)
        self._cells = {
            action.move: action.changes.bit_length() - 1 for player in Player for action in ground_actions(game, player)
        }
        self._moves = {self._cells[move]: move for move in game.legal(game.start)}  # one for each cell
        self.prove = self._grid.prove

    def _session(self, player: Player, depth: int | None) -> PositionalSession | None:
        """The positional search where it answers a question; None where that is for the search of grid games."""
        if self._stuck is player.other and (depth is None or depth > self._stones):
            return None
        return self._positional if player is Player.BLACK else self._maker_maker

    def _told(self, player: Player, result: Result) -> Result:
        """A result of the positional search: "never" is for the stones alone where the full board comes after."""
        never = result.answer is False and result.depth is None
        return replace(result, depth=self._stones) if never and self._stuck is player.other else result

    def decide(self, player: Player, depth: int | None, limits: Limits, watch: Watch | None = None) -> Result:
        """Decide whether a player wins within so many moves of both; None: at all, ever.

        Parameters as in :meth:`Session.decide`.
        """
        session = self._session(player, depth)
        if session is None:
            return self._grid.decide(player, depth, limits, watch)
        result = self._told(player, session.decide(player, depth, limits, renamed(watch, self._moves.__getitem__)))
        return result if result.first_move is None else replace(result, first_move=self._moves[result.first_move])

    def first_moves(
        self,
        player: Player,
        depth: int | None,
        limits: Limits,
        watch: Watch | None = None,
        known: Collection[GridMove] = (),
    ) -> Mapping[GridMove, Result]:
        """Decide the same after each legal first move of whoever opens; the depth counts that move.

        Parameters as in :meth:`Session.first_moves`.
        """
        session = self._session(player, depth)
        legal = self.game.legal(self.game.start)
        wanted = {self._cells[move] for move in legal if move not in known}
        cells = [cell for cell in self._moves if cell not in wanted]
        told = renamed(watch, self._moves.__getitem__)
        found = {} if session is None else session.first_moves(player, depth, limits, told, cells)
        if not found:  # also where White has broken all sets, which ends the positional game alone
            return self._grid.first_moves(player, depth, limits, watch, known)
        moves = {}
        for move in legal:
            if self._cells[move] not in found:
                continue
            result = self._told(player, found[self._cells[move]])
            moves[move] = replace(result, first_move=move if result.first_move is not None else None)
        return moves


@lru_cache(maxsize=64)
def as_positional(game: GridGame) -> PositionalGame | None:
    """The positional game that a grid game is; None when it is none.

    Every move of either player must put a stone of his own on any one open cell and do nothing else, every goal must
    ask for stones of its owner. Then both games have the same moves (a cell stands for the action on it) and
    the same winning sets, and Black wins the one within a depth exactly when he wins the other, up to as many moves as
    there are open cells. Beyond that they differ, unless a full board is a draw: who cannot move there has lost the
    grid game; the positional game is a draw. Games in which he wins are left alone.

    Without goals of White it is maker-breaker.

    >>> from zermelo.families import make
    >>> as_positional(make("domineering:3x3")) is None
    True
    """
    if game.stuck is Stuck.WINS and not game.full_draw:
        return None
    open_cells = game.board.full & ~(game.start.black | game.start.white)
    sets: list[tuple[int, ...]] = []
    for index, player in enumerate(Player):
        placed = 0
        for action in ground_actions(game, player):
            cell = action.sets[index]
            if cell.bit_count() != 1 or action.changes != cell or not _asks_for(action.needs, 2, cell):
                return None
            placed |= cell
        if open_cells & ~placed:
            return None
        goals = ground_goals(game, player)
        if not all(_asks_for(goal, index, goal[index]) for goal in goals):
            return None
        sets.append(tuple(goal[index] for goal in goals))
    if all(game.reached(game.start, player) for player in Player):
        return None  # a position that no play leads to
    return PositionalGame(
        game.name,
        game.board,
        Rule.MAKER_MAKER if sets[1] else Rule.MAKER_BREAKER,
        sets[0],
        sets[1],
        start=game.start,
        turns=Turns(game.opener),
        depth=game.depth,
        notes=game.notes,
    )


def _asks_for(needs: Masks, side: int, cells: int) -> bool:
    """Tell whether a condition asks for one colour of these cells, and for nothing else."""
    own = needs[side] == cells and not needs[3 + side]
    others = [other for other in range(3) if other != side]
    return own and all(not needs[other] and not needs[3 + other] & ~cells for other in others)
