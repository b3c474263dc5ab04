"""Strategies out of proofs: the functions of the proof of a false formula give every move.

"Black wins within d" makes the negated game false, in which his moves are universal; "White holds for d" makes the
usual formula false, in which hers are. Either proof is checked step by step, and its Herbrand functions are verified
(`zermelo.proofs`). A walk through all replies of the opponent then writes each play down in the variables of the
formula (`zermelo.strategy.extract.formula_plays`) and asks the functions for the move of the owner.

A position is asked about once, however it is reached: what the functions answer depends on the play before, but any
of their answers keeps what is claimed, and so does one for a symmetric position. Where an argument proves the claim (a
pairing, or links) no answer is needed, and nothing that follows is walked. In grid games the number of moves that
are left belongs to an answer: the smaller one wins for a player who wins, the larger one for who holds. Questions
about White's win are asked with the colours exchanged.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NoReturn

from zermelo.encodings import Asks, Encoded, Encoding, default_encoding, encoding
from zermelo.encodings.dys import DYS
from zermelo.encodings.ground import Ground
from zermelo.encodings.lifted import LiftedBDDL
from zermelo.encodings.negated import Negated
from zermelo.encodings.net import NetEncoding
from zermelo.encodings.reduction.timeline import CellGame
from zermelo.errors import DisagreementError, UnsupportedError
from zermelo.model import Game, GridGame, NetGame, Player, Position
from zermelo.model.symmetry import rule_symmetries
from zermelo.proofs import FunctionEvaluator, Prover, certify
from zermelo.strategy.canonical_position import CanonicalPositions
from zermelo.strategy.claim import Claim, ranked
from zermelo.strategy.entry import Entry, Strategy
from zermelo.strategy.extract.find_arguments import TRIES, find_argument
from zermelo.strategy.extract.formula_plays import CellScript, PlayState, Script, TurnScript
from zermelo.strategy.extract.formula_plays_grid import GroundScript, LiftedScript
from zermelo.strategy.extract.formula_plays_net import NetScript
from zermelo.strategy.extract.from_oracle import needed, serves
from zermelo.strategy.extract.oracle import Clock, asked, exchanged, exchanged_position


def extract_from_proof(
    game: Game,
    claim: Claim,
    *,
    time_limit: float | None = None,
    memory_limit_mb: int | None = None,
    arguments: bool = True,
    watch: Callable[[int], None] | None = None,
    by: str | None = None,
    solver: Prover | None = None,
) -> Strategy:
    """The strategy behind a claim that is true, out of the proof of a formula.

    Parameters
    ----------
    game
        A positional, connection, grid or ground game.
    claim
        The claim decided; without a depth only where no play goes on for ever.
    time_limit, memory_limit_mb
        Seconds for all of it, and megabytes for each program that is started.
    arguments
        True to use pairings and links.
    watch
        Called with the number of entries now and then.
    by
        The encoding by which holding is shown, instead of the default one.
    solver
        The solver that writes the proof: by default DepQBF.

    Raises ``DisagreementError`` when the formula does not say what is claimed, ``LimitError`` when it is not proven in
    time, ``UnsupportedError`` for a game or a depth that no formula takes.

    >>> from zermelo.families import make
    >>> from zermelo.model import Player
    >>> strategy = extract_from_proof(make("hex:2x2"), Claim(Player.BLACK, True, 3))
    >>> strategy.entries[Position()]
    Entry(answer=1, rank=None)
    """
    clock, tries = Clock(time_limit), TRIES if arguments else 0
    return _ProofExtraction(game, claim, clock, memory_limit_mb, tries, watch, by, solver).run()


class _ProofExtraction:
    def __init__(
        self,
        game: Game,
        claim: Claim,
        clock: Clock,
        memory_limit_mb: int | None,
        tries: int,
        watch: Callable[[int], None] | None,
        by: str | None,
        solver: Prover | None,
    ) -> None:
        self._game, self._claim, self._clock, self._watch = game, claim, clock, watch
        self._ranked = ranked(game)
        self._tries = 0 if self._ranked else tries
        seen, self._swapped = asked(game, claim)
        bound = claim.bound(game)
        depth = game.complete_depth() if bound is None else bound
        if depth is None:
            raise UnsupportedError("a depth, because a play of this game may go on for ever", found=str(claim))
        self._left = depth if claim.wins else bound
        chosen = encoding_for(seen, claim, by)
        encoded = chosen.encode(seen, depth)
        self._script = _script(seen, claim, chosen, encoded)
        self._values = self._proven(encoded, memory_limit_mb, solver)
        self._script.values = self._values
        turns = rule_symmetries(game)
        self._images = CanonicalPositions(game, turns)
        self._strategy = Strategy(game, claim, turns)

    def _proven(self, encoded: Encoded, memory_limit_mb: int | None, solver: Prover | None) -> FunctionEvaluator | None:
        """The functions of the owner's moves; None when there was nothing to prove."""
        if encoded.answer is not None:
            if encoded.answer:
                self._disagree(encoded.why)
            return None
        found = certify(
            self._script.formula,
            time_limit=self._clock.left,
            memory_limit_mb=memory_limit_mb,
            solver=solver,
            expected=False,
        )
        return FunctionEvaluator(found.functions)

    def run(self) -> Strategy:
        waiting = deque([(self._game.start, self._left, self._script.start)])
        met, count = set[tuple[Position, int | None]](), 0
        game, claim, entries = self._game, self._claim, self._strategy.entries
        while waiting:
            position, left, state = waiting.popleft()  # first those with most moves left
            count += 1
            if count % 256 == 0:
                self._clock.left  # noqa: B018 (raises when there is none)
                if self._watch:
                    self._watch(len(entries))
            moves = self._moves(position, left)
            if not moves:
                continue
            mine = game.mover(position) is claim.player
            if mine and self._wins_next(position, moves):
                continue  # the rules tell it
            key, turn = self._images.smallest(position)
            known = entries.get(key)
            if (known is not None and serves(game, claim, known, left)) or (not mine and (key, left) in met):
                continue
            if not mine:
                met.add((key, left))
            if self._argued(position, left, self._tries):
                continue
            after = None if left is None else left - 1
            if mine:
                argued = (move for move in moves if self._argued(game.step(position, move), after, self._tries // 4))
                move = next(argued, None) if self._tries else None
                if move is not None:
                    entries[key] = Entry(self._images.forth(move, turn))
                    continue
                move, state = self._move(state, position, moves)
                entries[key] = Entry(self._images.forth(move, turn), left if self._ranked else None)
                waiting.append((game.step(position, move), after, state))
            else:
                there = self._there(position)
                for move in moves:
                    replied = self._script.opponent(state, there, self._exchanged(move))
                    waiting.append((game.step(position, move), after, replied))
        if self._ranked:
            self._strategy.entries = dict(needed(self._strategy, self._images))
        return self._strategy

    def _moves(self, position: Position, left: int | None) -> list[Any]:
        """The moves of a position; none when the claim has come true in it."""
        game, claim = self._game, self._claim
        reached = game.goal_winner(position)
        moves = [] if reached is not None or (left is not None and left <= 0) else game.legal(position)
        if not moves:
            winner = game.winner(position) if left is None or left > 0 else reached
            if winner is not claim.player and (claim.wins or winner is claim.opponent):
                self._disagree("the functions of its proof lose a play")
        return moves

    def _wins_next(self, position: Position, moves: list[Any]) -> bool:
        game, player = self._game, self._claim.player
        return any(game.goal_winner(game.step(position, move)) is player for move in moves)

    def _argued(self, position: Position, left: int | None, tries: int) -> bool:
        """Tell whether an argument proves the claim in a position, and store it where the rules alone do not."""
        argument = find_argument(self._game, self._claim, position, left, tries) if tries else None
        if argument is None or left is None:
            return False
        if not self._told(position, left) and not self._told_next(position, left):
            key, turn = self._images.smallest(position)
            self._strategy.entries.setdefault(key, Entry(self._images.forth(argument, turn)))
        return True

    def _told(self, position: Position, left: int) -> bool:
        """Tell whether the rules tell that the claim has come true, or does so by the owner's next move."""
        moves = self._moves(position, left)
        return not moves or (self._game.mover(position) is self._claim.player and self._wins_next(position, moves))

    def _told_next(self, position: Position, left: int) -> bool:
        """The same after every reply of the opponent."""
        game = self._game
        if game.mover(position) is self._claim.player:
            return False
        return all(self._told(game.step(position, reply), left - 1) for reply in game.legal(position))

    def _move(self, state: PlayState, position: Position, moves: list[Any]) -> tuple[Any, PlayState]:
        """The owner's move by the functions, and the play after it."""
        true = state.true
        if self._values is not None:
            state = self._script.before(state, self._there(position))
            true = state.true
            for variable in self._script.asked(state.time):
                true |= self._values(variable, true) << variable
        legal = [self._exchanged(move) for move in moves]
        move, state = self._script.owner(state._replace(true=true), self._there(position), legal)
        return self._exchanged(move), state

    def _there(self, position: Position) -> Position:
        return exchanged_position(self._game, position) if self._swapped else position

    def _exchanged(self, move: Any) -> Any:
        return exchanged(move) if self._swapped else move

    def _disagree(self, why: str) -> NoReturn:
        raise DisagreementError(f"{self._game.name}: no strategy for {self._claim}: {why}")


def encoding_for(game: Game, claim: Claim, by: str | None = None) -> Encoding:
    """The encoding by which a claim is shown.

    Parameters
    ----------
    game, claim
        The game in which Black is the player who wins or is held, and the claim about it.
    by
        The name of an encoding for holding; None for the default. A win is shown by the negated game.

    Raises ``UnsupportedError`` for an unknown encoding, and for one that does not ask whether Black wins.

    >>> from zermelo.families import make
    >>> [encoding_for(make("ttt"), claim).label for claim in (Claim(Player.BLACK, True), Claim(Player.WHITE, False))]
    ['neg', 'cor:symmetry=no']
    """
    chosen: Encoding
    if claim.wins:
        chosen = Negated()
    elif by is not None:
        chosen = encoding(by)
        if chosen.asks is not Asks.BLACK_WINS:
            raise UnsupportedError("an encoding that asks whether Black wins", found=repr(by))
    elif isinstance(game, GridGame):  # short proofs need boards
        chosen = Ground()
    else:
        chosen = NetEncoding() if isinstance(game, NetGame) else default_encoding(game)
    owner = Player.BLACK if claim.wins else Player.WHITE
    if game.mover(game.start) is not owner:  # each of the opponent's first moves is looked at
        chosen = replace(chosen, symmetry=False)
    return chosen


def _script(game: Game, claim: Claim, encoding: Encoding, encoded: Encoded) -> Script:
    """The script of plays in the variables of the formula."""
    if isinstance(game, CellGame):
        kind = TurnScript if isinstance(encoding, DYS) else CellScript
        return kind(game, encoded, Player.BLACK if claim.wins else Player.WHITE)
    if isinstance(game, NetGame):
        assert isinstance(encoding, NetEncoding | Negated)
        return NetScript(game, encoded.depth, encoding)
    assert isinstance(game, GridGame)
    if isinstance(encoding, LiftedBDDL):
        return LiftedScript(game, encoded, encoding)
    assert isinstance(encoding, Ground | Negated)
    return GroundScript(game, encoded, encoding)
