"""Playing Game-SAT by a strategy: its moves, and the pairs of the clauses that it removes.

The play is followed from its start in the residual formula. Two kinds of moves leave the residual formula as it is, and
each is answered at once: the opponent assigns a variable of a pair, and the player satisfies their clause by the other
variable; or the opponent assigns one of an even number of idle variables, and the player assigns another one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.model import IDLE, ClauseGame, Position, ResidualFormula, cells_of, mask_of
from zermelo.play.follow import Follower, Reply
from zermelo.play.play import Play
from zermelo.play.reasons import any_move
from zermelo.strategy.check import clause_removal
from zermelo.strategy.claim import normal
from zermelo.strategy.entry import ClauseRemoval, Pairing, Strategy

Literals = tuple[int, int]
"""Two literals, either of which satisfies the clause of a pair."""


def follower_for(strategy: Strategy) -> Follower:
    """The player of a strategy, for a game of any kind."""
    return ClauseFollower(strategy) if isinstance(strategy.game, ClauseGame) else Follower(strategy)


@dataclass
class _State:
    """The state of a play.

    ``left`` is the residual formula, ``pairs`` are the pairs without a value, ``half`` is a pair of which the opponent
    has assigned the second variable, and ``echo`` is true after the opponent assigned one of an even number of idle
    variables.
    """

    left: Position
    pairs: list[Literals] = field(default_factory=list)
    half: Literals | None = None
    echo: bool = False

    @property
    def paired(self) -> int:
        """The variables of all pairs."""
        return mask_of(abs(each) - 1 for pair in self.pairs for each in pair)


class ClauseFollower(Follower):
    """The player of a strategy for a formula.

    >>> from zermelo.model import Player
    >>> from zermelo.gamesat.extract_strategy import extract_clauses
    >>> session = Play(ClauseGame("f", 4, ((1, 2), (3, 4)), Player.WHITE), [-3])
    >>> ClauseFollower(extract_clauses(session.game, Player.BLACK)).reply(session)
    Reply(move=4, why='4 is paired with -3: their clause is true')
    """

    def __init__(self, strategy: Strategy) -> None:
        super().__init__(strategy)
        assert isinstance(strategy.game, ClauseGame)
        self._clauses = strategy.game.clauses
        self._rules = ResidualFormula.begin(strategy.game)

    @property
    def claim(self) -> str:
        return self.strategy.claim.told(self.game.called(self.player))

    def stored(self, position: Position) -> Any:
        """The stored answer of a position: a literal, 0 for an idle variable, removed clauses, or None."""
        return self._stored(self._rules.of(position))

    def _stored(self, left: Position) -> Any:
        entry = self.strategy.entries.get(normal(self._rules, left))
        return None if entry is None else entry.answer

    def argument(self, session: Play) -> Pairing | None:
        """The pairs within which the strategy answers here; None when there are none."""
        place = self._follow(session)
        if place is None:
            return None
        pairs = [*place.pairs, *([place.half] if place.half else [])]
        return Pairing(tuple((abs(one) - 1, abs(two) - 1) for one, two in pairs)) if pairs else None

    def reply(self, session: Play) -> Reply | None:
        """The move of the strategy; None when the strategy does not cover this play."""
        if not session.legal or session.to_move is not self.player:
            return None
        place = self._follow(session)
        return None if place is None else self._answer(place, session.position)

    def _answer(self, place: _State, position: Position) -> Reply | None:
        legal = self.game.legal(position)
        for move in legal:
            if self.game.winner(self.game.step(position, move)) is self.player:
                return Reply(move, "it wins at once")
        if place.half is not None:
            answer, other = place.half
            return Reply(answer, f"{answer} is paired with {-other}: their clause is true")
        rules, left = self._rules, place.left
        if rules.winner(left) is self.player:
            if place.pairs:
                return Reply(place.pairs[0][0], "only pairs are left: it makes a clause true")
            return Reply(legal[0], any_move(self.claim))
        if place.echo:
            return self._idle(position, place, "to an idle variable the answer is another one")
        stored = self._stored(left)
        if stored is None:
            wins = (move for move in rules.legal(left) if rules.winner(rules.step(left, move)) is self.player)
            stored, why = next(wins, None), "it decides all clauses but those in pairs"
        else:
            why = f"the strategy stores it: {self.claim}"
        if stored == IDLE:
            return self._idle(position, place, f"an idle variable, to pass the turn: {self.claim}")
        return Reply(stored, why) if stored in legal else None

    def _idle(self, position: Position, place: _State, why: str) -> Reply | None:
        """A move of an idle variable that is in no pair."""
        free = self._free(position, place)
        return Reply(next(cells_of(free)) + 1, why) if free else None

    def _free(self, position: Position, place: _State) -> int:
        """The idle variables that are in no pair."""
        return self.game.board.full & ~(position.black | position.white | place.left.white | place.paired)

    def _keeps(self, place: _State, position: Position, move: int) -> bool:
        """True if a move of the player is as good as the strategy's: the same, or of another idle variable."""
        if self._rules.winner(place.left) is self.player and not place.pairs and place.half is None:
            return True  # any move will do
        told = self._answer(place, position)
        if told is None or told.move == move:
            return told is not None
        free = self._free(position, place)
        return bool(free >> abs(told.move) - 1 & 1 and free >> abs(move) - 1 & 1)

    def _follow(self, session: Play) -> _State | None:
        """The state of the play; None when the player has left the strategy."""
        place = self._settled(_State(self._rules.start))
        for position, move in zip(session.positions, session.line, strict=False):
            mine = self.game.mover(position) is self.player
            if place is None or (mine and not self._keeps(place, position, move)) or not self._move(place, move, mine):
                return None
            if place.half is None and not place.echo:
                place = self._settled(place)
        return place

    def _move(self, place: _State, literal: int, mine: bool) -> bool:
        """Update the state by a move; False when the move leaves the strategy."""
        rules, cell = self._rules, abs(literal) - 1
        if place.half is not None:
            kept, place.half = literal == place.half[0], None
            return kept
        pair = next((pair for pair in place.pairs if literal in pair or -literal in pair), None)
        if pair is not None:
            place.pairs.remove(pair)
            one, two = pair
            if not mine:
                place.half = (two, one) if abs(one) == abs(literal) else pair
                return True
            # Their clause is true, and the other variable is idle, as when this one had been.
            if literal not in pair:
                return False
        elif place.left.white >> cell & 1:
            place.left = rules.step(place.left, literal)
            return not place.echo
        place.echo = not mine and not rules.idle(place.left) and not place.echo
        place.left = rules.step(place.left, IDLE)
        return True

    def _settled(self, place: _State) -> _State | None:
        """The state after the removals that the strategy stores here; None for a removal that is not valid."""
        rules = self._rules
        while rules.winner(place.left) is None:
            stored = self._stored(place.left)
            if not isinstance(stored, ClauseRemoval):
                break
            if clause_removal.complaint(rules, self.strategy.claim, place.left, stored) is not None:
                return None
            for number, pair in zip(stored.clauses, stored.pairs, strict=False):
                one, two = (x for x in self._clauses[number].literals() if abs(x) - 1 in pair)
                place.pairs.append((one, two))
            place.left = clause_removal.remove(rules, place.left, stored)
        return place
