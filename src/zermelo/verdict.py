"""The verdict: what is claimed about a game, for which question, and on what evidence.

What was claimed and how it was established are separate fields. "Proven impossible", "not within this depth" and "ran
out" are three different things: the first is ``complete``, the second has a ``refuted_depth``, the third a ``reason``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from zermelo.errors import InputError
from zermelo.model import Game, Player
from zermelo.picture.notebook import board, page
from zermelo.wording import counted

Outcome = Literal["black", "white", "draw", "win", "loss"]
"""The end of a game: the winner, or that neither can force a win; after a first move, for the player asked about."""


@dataclass(frozen=True)
class Query:
    """A question.

    Parameters
    ----------
    kind
        ``"within"``: does ``player`` win within ``depth`` moves? ``"winner"``: who wins? ``"fastest"``: what is the
        least number of moves within which ``player`` wins (and of at most ``depth``, if that is given)?
    player
        The player who is to win; of ``"winner"`` always Black, since it asks about both.
    depth
        The number of moves of both players together.
    first_moves
        True to decide every first move, too.

    Examples
    --------
    >>> print(Query("fastest", Player.WHITE, 8, first_moves=True))
    how fast does White win, within 8 moves at most? Which first moves win?
    """

    kind: str = "winner"
    player: Player = Player.BLACK
    depth: int | None = None
    first_moves: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "player", as_player(self.player))

    @classmethod
    def about(
        cls,
        game: Game,
        kind: str | None = None,
        player: Player | str | None = None,
        depth: int | None = None,
        *,
        first_moves: bool = False,
    ) -> Query:
        """The question on a game, of which some parts are given.

        Parameters
        ----------
        game
            The game: a depth of its own asks for a win within it.
        kind, player, depth, first_moves
            As the fields. Without a kind a depth means ``"within"``; White without a depth means ``"fastest"``.

        Examples
        --------
        >>> from zermelo.model import ConnectionGame
        >>> game = ConnectionGame.hex(3, 3)
        >>> for query in (Query.about(game), Query.about(game, depth=7), Query.about(game, player="white")):
        ...     print(query)
        who wins?
        does Black win within 7 moves?
        how fast does White win?
        """
        asked = Player.BLACK if player is None else as_player(player)
        if kind is None:
            depth = game.depth if depth is None else depth
            alone = "winner" if asked is Player.BLACK else "fastest"
            return cls(alone if depth is None else "within", asked, depth, first_moves)
        if kind == "within" and depth is None:
            depth = game.depth
        return cls(kind, asked, depth, first_moves)

    def __str__(self) -> str:
        most = moves(self.depth or 0)
        bound = "" if self.depth is None else f", within {most} at most"
        said = {"winner": "who wins?", "fastest": f"how fast does {self.player} win{bound}?"}
        also = " Which first moves win?" if self.first_moves else ""
        return said.get(self.kind, f"does {self.player} win within {most}?") + also


@dataclass(frozen=True)
class Stage:
    """One step of the work: its name, its seconds, and its figures (variables, clauses, …)."""

    name: str
    seconds: float
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Proof:
    """The size of a proof: positions in the strategies, replies played, and the file, if there is one.

    ``size`` is that of the file, in bytes. Where all strategies are derivations (``derived``), positions are facts, and
    replies are references among them.
    """

    positions: int
    replies: int
    file: str | None = None
    size: int | None = None
    derived: bool = False


@dataclass(frozen=True, repr=False)
class Verdict:
    """An answer with its evidence; the fields of ``to_json`` in the order of the document.

    >>> import zermelo
    >>> verdict = zermelo.solve("hex:3x3")
    >>> verdict
    <Verdict on hex:3x3: Black wins within 5 moves, not within 4.>
    >>> verdict.outcome, verdict.first_move, verdict.checked, verdict.strategy
    ('black', 'b2', True, <Strategy for hex:3x3: Black wins within 5, 20 entries>)

    Parameters
    ----------
    game, query
        The name of the game, and the question.
    answer
        To "within", and to "fastest" whether there is such a depth: True or False; None when unknown, and for "winner".
    outcome
        To "winner": ``"black"``, ``"white"`` or ``"draw"``; None when unknown.
    excluded
        The players that are proven not to win, where no outcome is known.
    depth, refuted_depth
        The critical depth where it is known, and the largest depth for which a win was excluded.
    won_depth
        The least depth within which a win is proven, critical or not.
    asked_depth
        The depth of the question that decides it: never more than the longest play.
    longest
        The depth that no play exceeds, where one is known.
    held_from
        When a proof that Black (or who was asked for) never wins is known to need no free moves of the other player
        after so many moves: from then on she answers within pairs of cells.
    complete
        True if the claim holds for the whole game and not only for the depth.
    first_move
        A winning first move of who was asked for, named as in the file.
    first_moves
        When asked for: whether the player who was asked for wins when the play begins so, to "fastest" within the least
        depth; None where that is open.
    method
        Encoding, preprocessor and solver, joined by "+".
    first_move_outcomes
        When first moves are asked for in a game that can be drawn, without a depth: ``"win"``, ``"draw"`` or
        ``"loss"`` for the player who was asked for; None where that is open.
    checked
        True if a strategy behind the claim was checked by the rules, every reply played. Of a claim with two halves, as
        "within 7 moves, not within 6", both.
    checked_part
        The part of the claim that is checked, when another one is not.
    restricted
        True if the game restricts the first stone, and not by symmetry only: the claim holds under that restriction.
    remembered
        True if the answer is one from before, out of the store.
    reason
        The reason why the answer, or that about some first move, is unknown: time, memory, interrupted, crash,
        missing, ….
    interrupted
        True if Ctrl-C ended the work; the answer may have been known by then.
    proof
        The size of the checked strategies; None where nothing was checked.
    strategies
        The strategies themselves (``Strategy``), as far as they were found.
    subject
        The game itself, for pictures and for playing; ``game`` is its name.
    seconds, search_seconds, prove_seconds, check_seconds
        Wall-clock time: all of it, in native searches, in finding strategies, in checking them.
    """

    game: str
    query: Query
    answer: bool | None = None
    outcome: Outcome | None = None
    excluded: tuple[str, ...] = ()
    depth: int | None = None
    refuted_depth: int | None = None
    complete: bool = False
    first_move: str | None = None
    method: str = ""
    checked: bool = False
    checked_part: str | None = None
    restricted: bool = False
    reason: str | None = None
    seconds: float = 0.0
    search_seconds: float = 0.0
    prove_seconds: float = 0.0
    check_seconds: float = 0.0
    stages: tuple[Stage, ...] = ()
    evidence: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    asked_depth: int | None = None
    longest: int | None = None
    held_from: int | None = None
    won_depth: int | None = None
    first_moves: dict[str, bool | None] | None = None
    first_move_outcomes: dict[str, Outcome | None] | None = None
    remembered: bool = False
    interrupted: bool = False
    proof: Proof | None = None
    strategies: tuple[Any, ...] = field(default=(), compare=False)
    subject: Game | None = field(default=None, compare=False)

    player: ClassVar[Callable[..., None] | None] = None
    """Plays against a verdict. Playing lies above verdicts and sets it, see :mod:`zermelo.api`."""

    def __repr__(self) -> str:
        return f"<Verdict on {self.game}: {self.sentence()}>"

    @property
    def strategy(self) -> Any:
        """The strategy that proves the first part of the claim; None where none was found."""
        return self.strategies[0] if self.strategies else None

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write all strategies to a file, which ``check`` reads; ``.gz`` compresses.

        Raises ``InputError`` when there is no strategy, and when the file cannot be written.

        >>> Verdict("ttt", Query(), reason="time").save("proof.json")
        Traceback (most recent call last):
          ...
        zermelo.errors.InputError: ttt: found none, expected a strategy to save; solve with check=True and more time
        """
        if not self.strategies:
            advice = "solve with check=True and more time"
            raise InputError("a strategy to save", found="none", source=self.game, advice=advice)
        first, *others = self.strategies
        first.save(path, *others)

    def play(self, side: Player | str | None = None, *, think: float = 2.0, seed: int = 0) -> None:
        """Play the game in the terminal, against the strategies and, where they say nothing, the search.

        Parameters
        ----------
        side
            The player to be, ``"black"`` or ``"white"``; None for the one that the first strategy plays against.
        think
            Seconds of the search for a move.
        seed
            For moves that are equally good.

        Notes
        -----
        Raises ``InputError`` for a verdict without its game: play those that ``solve`` returns.
        """
        play = type(self).player
        if play is None or self.subject is None:
            raise InputError("a verdict with its game, from zermelo.solve", found="one without", source=self.game)
        play(self, side, think=think, seed=seed)

    def _repr_html_(self) -> str:
        """The sentence, the board with a winning move, and the evidence folded, for notebooks."""
        game, picture = self.subject, ""
        if game is not None:
            move = None if self.first_move is None else game.find_move(self.first_move)
            picture = board(game, move=move)
        told = [] if game is None or not game.roles_text else [game.roles_text]
        told += [] if self.first_move is None else [f"First move: {self.first_move}"]
        told += [f"Checked: {'yes' if self.checked else self.checked_part or 'no'}"]
        stages = [f"{each.name}: {each.seconds:.3f} s" for each in self.stages]
        return page(self.sentence(), picture, {"Evidence": self.evidence, "Notes": self.notes, "Stages": stages}, told)

    @property
    def known(self) -> bool:
        """True if the question is answered."""
        return self.outcome is not None if self.query.kind == "winner" else self.answer is not None

    @property
    def complete_moves(self) -> bool:
        """True unless it is open whether some first move wins, and that was asked."""
        outcomes = self.first_move_outcomes if self.query.kind == "winner" else None
        return None not in (outcomes or self.first_moves or {}).values()

    @property
    def moves_depth(self) -> int | None:
        """The depth within which first moves win or do not; None when they are asked who wins at all."""
        if self.query.kind == "winner":
            return None
        return self.depth if self.query.kind == "fastest" and self.answer else self.asked_depth

    def to_json(self) -> dict[str, Any]:
        """The one JSON object of an answer."""
        query = {"kind": self.query.kind, "player": self.query.player.value, "depth": self.query.depth}
        roles = None if self.subject is None else self.subject.role_names
        return {
            "game": self.game,
            "roles": None if roles is None else {"black": roles[0], "white": roles[1]},
            "query": query,
            "answer": self.answer,
            "outcome": self.outcome,
            "excluded": list(self.excluded),
            "depth": self.depth,
            "refuted_depth": self.refuted_depth,
            "won_depth": self.won_depth,
            "complete": self.complete,
            "held_from": self.held_from,
            "first_move": self.first_move,
            "first_moves": self.first_moves,
            "first_move_outcomes": self.first_move_outcomes,
            "method": self.method,
            "checked": self.checked,
            "checked_part": self.checked_part,
            "restricted": self.restricted,
            "remembered": self.remembered,
            "proof": None
            if self.proof is None
            else {"positions": self.proof.positions, "bytes": self.proof.size, "file": self.proof.file},
            "reason": self.reason,
            "seconds": round(self.seconds, 4),
            "search_seconds": round(self.search_seconds, 4),
            "prove_seconds": round(self.prove_seconds, 4),
            "check_seconds": round(self.check_seconds, 4),
            "stages": [
                {"name": stage.name, "seconds": round(stage.seconds, 4), **stage.facts} for stage in self.stages
            ],
            "evidence": list(self.evidence),
            "notes": list(self.notes),
        }

    def sentence(self) -> str:
        """The claim in one sentence; of an open question, why it is open and what is known all the same.

        >>> Verdict("ttt", Query("within", depth=5), answer=False, refuted_depth=5).sentence()
        'Black cannot force a win within 5 moves; deeper is not decided.'
        >>> Verdict("ttt", Query(), reason="time", refuted_depth=3).sentence()
        'Not decided: out of time. Black cannot force a win within 3 moves; deeper is open.'
        """
        said = {"within": self._within, "winner": self._winner, "fastest": self._fastest}[self.query.kind]()
        return said + (
            " This holds with the first stone on a cell that the file allows." if self.restricted and self.known else ""
        )

    def _winner(self) -> str:
        if self.outcome is None:
            known = "".join(f" {name.capitalize()} cannot force a win at all." for name in self.excluded)
            if "black" not in self.excluded:
                known += self._excluded(Player.BLACK)
            return f"Not decided: {self.why_open}.{known}"
        if self.outcome == "black" and self.won_depth is not None:
            return self._win(Player.BLACK)
        if self.outcome == "white" and self.longest == 0:
            return f"{Player.WHITE} has won in this position."
        if self.held_from is not None:
            bound = f"; Black is held for ever, {self._held}"
        else:
            bound = "" if self.longest is None else f"; {self._to_the_end}"
        if self.outcome == "draw":
            return f"Draw: neither player can force a win (complete{bound})."
        return f"{self.outcome.capitalize()} wins (complete{bound})."

    def _fastest(self) -> str:
        player = self.query.player
        if self.answer:
            return self._win(player)
        if self.answer is False:
            return self._within()
        if self.won_depth is not None:
            return f"Not decided: {self.why_open}. {self._win(player)}"
        return f"Not decided: {self.why_open}.{self._excluded(player)}"

    def _excluded(self, player: Player) -> str:
        """Up to where a win is excluded."""
        if self.refuted_depth is None:
            return ""
        return f" {player} cannot force a win within {moves(self.refuted_depth)}; deeper is open."

    def _win(self, player: Player) -> str:
        """A win, and what is known of faster ones."""
        if not self.won_depth:
            return f"{player} has won in this position."
        if self.depth is not None:
            less = f", not within {self.depth - 1}" if self.depth > 1 else ""
            return f"{player} wins within {moves(self.depth)}{less}."
        less = f", not within {self.refuted_depth}" if self.refuted_depth else ""
        return f"{player} wins within {moves(self.won_depth)}{less}; whether faster is open."

    def _within(self) -> str:
        player = self.query.player
        if self.answer is None:
            asked = moves(self.query.depth or 0)
            known = "" if self.refuted_depth is None else f"; within {self.refuted_depth} {player} does not"
            return f"Not decided: {self.why_open}. Whether {player} wins within {asked} is open{known}."
        if self.answer:
            depth = self.query.depth if self.asked_depth is None else self.asked_depth
            if not depth:
                return f"{player} has won in this position."
            faster = "" if self.won_depth in (None, depth) else f"; indeed within {self.won_depth}"
            return f"{player} wins within {moves(depth)}{faster}."
        depth = self.query.depth if self.refuted_depth is None else self.refuted_depth
        if self.held_from is not None:
            return f"{player} cannot force a win at all: {player.other} holds for ever, {self._held}."
        if self.complete:
            all_of_it = self.longest is not None and self.longest in (0, depth)
            bound = f": {self._to_the_end}" if all_of_it else ""
            return f"{player} cannot force a win at all{bound} (complete)."
        if not depth:
            return f"{player} has not won in this position; deeper is not decided."
        return f"{player} cannot force a win within {moves(depth)}; deeper is not decided."

    @property
    def _to_the_end(self) -> str:
        return f"no play is longer than {moves(self.longest)}" if self.longest else "the play is over"

    @property
    def _held(self) -> str:
        return f"by a pairing after {moves(self.held_from)}" if self.held_from else "by a pairing from the start"

    @property
    def why_open(self) -> str:
        """The reason in words."""
        return _WHY.get(self.reason or "", self.reason or "no reason known")


_WHY = {
    "time": "out of time",
    "memory": "out of memory",
    "size": "too many positions",
    "depth": "deeper than the tools at hand can ask",
    "interrupted": "interrupted",
    "crash": "the solver crashed",
    "killed": "the solver was killed, perhaps by the system for want of memory",
    "unparsable": "the solver gave no clear answer",
    "missing": "the solver is not installed",
    "output": "the solver printed too much",
    "gave up": "the solver gave up",
    "disk": "the solver wrote too much",
    "nothing to try": "no encoding takes this question",
    "silent": "the formula is false, and a false formula of this encoding says nothing at this depth",
}


def as_player(player: Player | str) -> Player:
    """A player, or the one of that name.

    >>> as_player("White")
    <Player.WHITE: 'white'>
    """
    found = {each.value: each for each in Player}.get(str(player).lower())
    if found is None:
        raise InputError("a player, 'black' or 'white'", found=repr(player))
    return found


def moves(number: int) -> str:
    """A number of moves in words: ``counted(number, "moves")``."""
    return counted(number, "moves")
