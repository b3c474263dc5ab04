"""Playing by a strategy: stored moves, and the moves that its arguments imply.

An argument covers every continuation, so the play is followed from its start: the first argument that is stored for a
position on the way holds until the play ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.model import Game, GridGame, GridMove, Player, Position, PositionalGame, cells_of, mask_of
from zermelo.play.follow_breaker import BreakerPlayer
from zermelo.play.follow_derivation import DerivationPlayer
from zermelo.play.follow_packing import PackingPlayer
from zermelo.play.follow_race import RacePlayer
from zermelo.play.follow_race_derivation import RaceDerivationPlayer
from zermelo.play.follow_sum import SumPlayer
from zermelo.play.play import Play
from zermelo.play.reasons import any_move
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.check.arguments import complaint
from zermelo.strategy.check.derived_fact import is_race
from zermelo.strategy.entry import Argument, Links, Packing, Pairing, Race, Strategy, Sum


@dataclass(frozen=True)
class Reply:
    """A move, and the reason in a few words."""

    move: Any
    why: str


class Follower:
    """The player of a strategy: its reply in any play of its game.

    >>> from zermelo.families import make
    >>> from zermelo.strategy import Claim
    >>> from zermelo.strategy.extract.from_search import extract
    >>> game = make("hex:3x3")
    >>> follower = Follower(extract(game, Claim(Player.BLACK, True, 5)))
    >>> session = Play(game)
    >>> session.push(follower.reply(session).move)
    >>> session.make("a3")
    2
    >>> follower.reply(session)
    Reply(move=5, why='the derivation says so: Black wins within 5')
    """

    def __init__(self, strategy: Strategy) -> None:
        self.strategy, self.game = strategy, strategy.game
        self.player = strategy.claim.player
        self._images = CanonicalPositions(strategy.game, strategy.symmetries)
        self._held: dict[tuple[Argument, Position], bool] = {}
        self._sums: dict[Sum, SumPlayer] = {}
        self._breaker = BreakerPlayer(strategy) if strategy.claim.breaking else None
        self._deriver = _derivation_player(strategy) if strategy.claim.derived else None

    @property
    def claim(self) -> str:
        return str(self.strategy.claim)

    def stored(self, position: Position) -> Any:
        """The stored move or argument of a position, in terms of that position; None when there is none."""
        if self._deriver is not None:
            return None  # its lines are about no whole position
        return self._entry(position)[0]

    def _entry(self, position: Position) -> tuple[Any, int | None]:
        """The stored answer, in terms of that position, and its rank; None when there is none."""
        key, turn = self._images.smallest(position)
        entry = self.strategy.entries.get(key)
        return (None, None) if entry is None else (self._images.back(entry.answer, turn), entry.rank)

    def _timely(self, position: Position, made: int) -> tuple[Any, int | None]:
        """The same after ``made`` moves of the play; of an entry for another time its claim does not hold any more.

        The play of a strategy never comes to such an entry, but a player who has left it may.
        """
        answer, rank = (None, None) if self._deriver is not None else self._entry(position)
        bound, wins = self.strategy.claim.bound(self.game), self.strategy.claim.wins
        if rank is None or bound is None or (rank <= bound - made if wins else rank >= bound - made):
            return answer, rank
        return None, None

    def told(self, session: Play) -> Any:
        """The move, or the argument that covers all moves from here; None when the other player is to move."""
        if self._deriver is not None:
            thought = self._deriver.planned_move(session) if session.to_move is self.player else None
            return None if thought is None else thought.move
        if self._breaker is None:
            run = self._run(session)
            return self._timely(session.position, len(session.line))[0] if run is None else run
        mind = self._breaker.mind(session)
        if mind is not None and (mind.pairing is not None or not mind.residual.lines):
            return Pairing(mind.pairs)
        reply = self.reply(session)
        return None if reply is None else reply.move

    def argument(self, session: Play) -> Argument | None:
        """The argument that the play has reached; None when there is none.

        None, too, when the player has left the argument: he did not answer within a pair, or a free move of his was
        such that the argument does not hold any more.
        """
        if self._deriver is not None:
            pairs = self._deriver.pairs(session)
            return Links(pairs) if pairs else None
        if self._breaker is not None:
            mind = self._breaker.mind(session)
            return Pairing(mind.pairs) if mind is not None and mind.pairs else None
        found: Argument | None = None
        for at, position in enumerate(session.positions):
            if found is None:
                stored, _ = self._timely(position, at)
                found = stored if isinstance(stored, Argument) else None
            if found is None or self.game.mover(position) is not self.player:
                continue
            half = _half_taken(found, position, self.player)
            made = session.line[at] if at < len(session.line) else None
            if half is not None and made not in (None, half[0]):
                return None
            if half is None and not self._holds(found, position, at):
                return None
        return found

    def _filled(self, session: Play) -> Reply | None:
        """The move of the packing or sum that the play has reached; None without one, or when the player left it."""
        game, found, why = self.game, None, ""
        packer: PackingPlayer | SumPlayer | None = None
        if not isinstance(game, GridGame):
            return None
        for at, position in enumerate(session.positions):
            if packer is None:
                stored, _ = self._timely(position, at)
                if isinstance(stored, Packing):
                    packer = PackingPlayer(game, self.player, stored, position)
                    why = "his own sure moves are enough"
                elif isinstance(stored, Sum):
                    if stored not in self._sums:
                        self._sums[stored] = SumPlayer(game, self.player, stored)
                    packer = self._sums[stored]
                    why = "the values of the parts say so"
            if packer is not None and game.mover(position) is self.player:
                found = packer.move(position, game.legal(position))
                if at < len(session.line) and session.line[at] != found:
                    return None
        return None if found is None else Reply(found, why)

    def _run(self, session: Play) -> GridMove | None:
        """The move of a race that is stored here, or that the play has come to; None without one.

        Moves of the player beside the race are left to the entries.
        """
        game, runner, found = self.game, None, None
        if not isinstance(game, GridGame) or session.to_move is not self.player:
            return None
        for at, position in enumerate(session.positions):
            if game.mover(position) is not self.player:
                continue
            found = None if runner is None else runner.move(position)
            if found is None:
                stored, rank = self._timely(position, at)
                runner = None
                if isinstance(stored, Race):
                    runner = RacePlayer(game, self.strategy.claim, stored, rank)
                    found = runner.move(position)
            if at < len(session.line) and session.line[at] != found:
                runner = None
        return found

    def _holds(self, argument: Argument, position: Position, made: int) -> bool:
        """True if an argument holds with the pairs that are still open, after ``made`` moves of the play."""
        key = (argument, position)
        if key not in self._held:
            bound = self.strategy.claim.bound(self.game)
            taken = position.black | position.white
            rest = type(argument)(tuple(pair for pair in argument.pairs if not mask_of(pair) & taken))
            rank = None if bound is None else bound - made
            self._held[key] = complaint(self.game, self.strategy.claim, position, rest, rank) is None
        return self._held[key]

    def reply(self, session: Play) -> Reply | None:
        """The move of the strategy; None when the strategy does not cover this play."""
        game, position = self.game, session.position
        legal = session.legal
        if not legal or session.to_move is not self.player:
            return None
        for move in legal:
            if game.goal_winner(game.step(position, move)) is self.player:
                return Reply(move, "it wins at once")
        if self._breaker is not None:
            thought = self._breaker.thought(session)
            return None if thought is None else Reply(legal[0] if thought.move is None else thought.move, thought.why)
        if self._deriver is not None:
            plan = self._deriver.planned_move(session)
            if plan is None or plan.move is None:
                return None if plan is None else Reply(legal[0], any_move(self.claim))
            return Reply(plan.move, f"the derivation says so: {self.claim}")
        argument = self.argument(session)
        if argument is not None:
            return self._by(argument, position, legal, len(session.line))
        filled = self._filled(session)
        if filled is not None:
            return filled
        run = self._run(session)
        if run is not None:
            return Reply(run, f"a race that nothing stops, or a threat: {self.claim}")
        stored, _ = self._timely(position, len(session.line))
        if stored is None or isinstance(stored, Argument | Packing | Sum) or stored not in legal:
            return None
        return Reply(stored, f"the strategy stores it: {self.claim}")

    def _by(self, argument: Argument, position: Position, legal: Sequence[Any], made: int) -> Reply:
        """The move of an argument: the other cell of a pair, else a free move."""
        names = self.game.board.cells
        half = _half_taken(argument, position, self.player)
        word = "linked" if isinstance(argument, Links) else "paired"
        if half is not None and half[0] in legal:
            return Reply(half[0], f"{names[half[0]]} is {word} with {names[half[1]]}")
        taken = position.black | position.white
        if isinstance(argument, Links):
            whole = [pair for pair in argument.pairs if not taken & mask_of(pair)]
            for one, two in whole:
                if one in legal:
                    return Reply(one, f"it settles the link {names[one]}-{names[two]}")
        else:
            rank = (self.strategy.claim.bound(self.game) or 0) - made
            heaviest = _heaviest(self.game, argument.pairs, position, self.player, legal, rank)
            if heaviest is not None:
                return Reply(heaviest, "no pair is to be answered: the heaviest cell outside the pairs")
        paired = {cell for pair in argument.pairs for cell in pair}
        free = next((move for move in legal if move not in paired), legal[0])
        return Reply(free, any_move(self.claim))


def _derivation_player(strategy: Strategy) -> DerivationPlayer | RaceDerivationPlayer:
    """The player of a derivation, by the rules for the game."""
    game = strategy.game
    race = isinstance(game, PositionalGame) and is_race(game)
    return RaceDerivationPlayer(strategy) if race else DerivationPlayer(strategy)


def _half_taken(argument: Argument, position: Position, player: Player) -> tuple[int, int] | None:
    """The open cell of a pair of which the opponent has taken the other cell, and that other cell."""
    theirs, taken = position.stones(player.other), position.black | position.white
    for one, two in argument.pairs:
        for open_cell, other in ((one, two), (two, one)):
            if theirs >> other & 1 and not taken >> open_cell & 1:
                return open_cell, other
    return None


def _heaviest(
    game: Game,
    pairs: Sequence[tuple[int, int]],
    position: Position,
    player: Player,
    legal: Sequence[Any],
    rank: int,
) -> int | None:
    """The cell outside the pairs on which the opponent's winning sets weigh most (Erdős and Selfridge).

    Sets with an open pair are left out, as the pair breaks them, and so are sets that need more stones than the
    opponent can place in the remaining moves of the claim (``rank``). When the player is free to choose, every pair is
    open or has a stone of the player. So the sets and weights are those that the argument was verified with, without
    the sets broken since: the bound still holds, and taking the heaviest cell keeps it.
    """
    if not isinstance(game, PositionalGame):
        return None
    mine, theirs = position.stones(player), position.stones(player.other)
    taken, few = mine | theirs, sum(game.player_at(position.ply + k) is player.other for k in range(rank))
    open_pairs = [mask for mask in map(mask_of, pairs) if not mask & taken]
    paired = mask_of(cell for pair in pairs for cell in pair)
    weights = dict.fromkeys((move for move in legal if not paired >> move & 1), 0)
    for each in game.winning_sets(player.other):
        left = each & ~theirs
        if each & mine or left.bit_count() > few or any(pair & ~left == 0 for pair in open_pairs):
            continue
        outside = left & ~paired
        for cell in cells_of(outside):
            if cell in weights:
                weights[cell] += 1 << len(game.board) - outside.bit_count()
    best = max(weights, key=lambda cell: weights[cell], default=None)
    return best if best is not None and weights[best] else None


def pairs_at(followers: Sequence[Follower], session: Play) -> tuple[tuple[int, int], ...]:
    """The pairs of the argument that the play has reached, without those that are filled."""
    if isinstance(session.game, GridGame):
        return ()
    taken = session.position.black | session.position.white
    for follower in followers:
        argument = follower.argument(session)
        if argument is not None:
            return tuple(pair for pair in argument.pairs if mask_of(pair) & ~taken)
    return ()
