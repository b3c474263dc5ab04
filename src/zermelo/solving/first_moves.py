"""Every first move: what each player can force when the play begins with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from zermelo.model import Game, Player, first_move_orbits
from zermelo.search.session import Result
from zermelo.solving.bounds import Bounds
from zermelo.solving.finding import Finding
from zermelo.solving.question import Ask
from zermelo.verdict import Outcome


class FirstMoves:
    """Bounds after each first move; symmetric ones share theirs.

    Parameters
    ----------
    game
        The game; a play that is over has no first moves.

    >>> from zermelo.families import make
    >>> moves = FirstMoves(make("ttt"))
    >>> len(moves.orbits), len(moves.open(Ask(Player.BLACK, None)))
    (3, 3)
    """

    def __init__(self, game: Game) -> None:
        self.game, self.mover = game, game.mover(game.start)
        self.orbits = [] if game.is_over(game.start) else first_move_orbits(game)
        self.after = {orbit[0]: Bounds(game.after([orbit[0]])) for orbit in self.orbits}
        """For one move of each orbit."""
        self.first = {move: orbit[0] for orbit in self.orbits for move in orbit}
        """For each move the one of its orbit that stands for all."""

    @property
    def shared(self) -> dict[Any, Bounds]:
        """The bounds after every move."""
        return {move: self.after[first] for move, first in self.first.items()}

    def open(self, asked: Ask) -> list[Any]:
        """Moves, one of each orbit, of which it is not known."""
        return [move for move in self.after if self.wins(move, asked) is None]

    def known(self, asked: Ask) -> list[Any]:
        """All moves of which it is known."""
        left = set(self.open(asked))
        return [move for move, first in self.first.items() if first not in left]

    def wins(self, move: Any, asked: Ask) -> bool | None:
        """Tell if the player wins so when the play begins with this move; None while that is open."""
        player, depth = asked
        if depth is not None and depth < 1:  # the first move does not count any more
            return False
        return self.after[self.first[move]].within(player, None if depth is None else depth - 1)

    def outcome(self, move: Any, player: Player) -> Outcome | None:
        """The outcome for a player after this move: win, draw or loss; None while it is open."""
        bounds = self.after[self.first[move]]
        if bounds.within(player):
            return "win"
        if bounds.outcome is None:
            return None
        return "draw" if bounds.outcome == "draw" else "loss"

    def told_by(self, bounds: Bounds, asked: Ask) -> None:
        """Take in what the game's own bounds tell: a move that wins; where his best does not win, that none does."""
        player, depth = asked
        known = bounds.settled(player, depth)
        if known is None:
            return
        moves = self.open(asked)
        if player is self.mover and known.answer:
            sure = known.checked or known.route == "search"  # what a program of others says of moves is not
            moves = [move for move in moves if sure and self.first.get(known.first_move) == move]
        elif player is not self.mover and not known.answer:
            return
        for move in moves:
            at = None if known.depth is None else known.depth - 1
            if at is None or at >= 0:
                self.after[move].learn(replace(known, depth=at, first_move=None, hint=None, derived=True))

    def learn(self, player: Player, results: Mapping[Any, Result], method: str) -> str | None:
        """Take in the results of a search; the reason why some moves are open, None where it gives none.

        Parameters
        ----------
        player
            The player whose win the search was asked about.
        results
            By first move, with depths that count it; moves may be missing.
        method
            The name of the search.
        """
        reason = None
        for move in self.after:
            result = results.get(move)
            if result is None or result.answer is None:
                reason = reason or (None if result is None else result.reason)
                continue
            if result.depth is not None and result.depth < 1:  # within no move: nothing about positions after one
                continue
            depth = None if result.depth is None else result.depth - 1
            self.after[move].learn(Finding(result.answer, depth=depth, player=player, method=method, route="search"))
        return reason

    def tell(self, bounds: Bounds, asked: Ask) -> None:
        """Tell the game's bounds what follows from its moves: the mover needs one that wins, the other player all."""
        player, depth = asked
        if depth is not None and depth < 1:  # nobody wins so by a move
            return
        answers = [self.wins(move, asked) for move in self.after]
        mine = player is self.mover
        if not answers or (mine not in answers and None in answers):
            return
        wins = (True in answers) if mine else (False not in answers)
        found = [
            (move, sharpest)
            for move, after in self.after.items()
            if self.wins(move, asked) is wins
            and (sharpest := after.won(player) if wins else after.lost(player)) is not None
        ]
        sign = 1 if wins else -1  # of wins the fastest counts, else who holds for longest
        if mine is wins:  # one tells all
            move, best = min(found, key=lambda each: sign * _reach(each[1]))
        else:
            move, best = max(found, key=lambda each: sign * _reach(each[1]))
            by = next((each for _, each in found if each.route != "rules"), best)  # the rules alone, if they tell all
            best = replace(best, method=by.method, route=by.route, run=by.run, record=by.record)
        bounds.learn(
            replace(
                best,
                depth=None if best.depth is None else best.depth + 1,
                first_move=move if wins and mine else None,
                hint=None,
                held_from=None,
                checked=False,
                derived=True,
            )
        )


def _reach(finding: Finding) -> float:
    return float("inf") if finding.depth is None else finding.depth
