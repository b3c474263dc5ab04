"""One finding: what a run, a search, the memory or the rules say of a player's win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from zermelo.model import Player

if TYPE_CHECKING:
    from zermelo.solving.run import Run
    from zermelo.store import StoredFact


@dataclass(frozen=True)
class Finding:
    """A statement "this player wins", true or false, with the depth for which it holds and what has shown it.

    Parameters
    ----------
    answer
        True: he wins within ``depth``. False: he does not. None: open, for a reason.
    reason, detail
        The reason why it is open, as in a verdict, and in words for people.
    depth
        In moves of both players. Of a win None says that no number is known; of no win, that he never wins.
    player
        The player whose win it is about.
    method
        The way in which it was shown, as in a verdict: ``"grid search"``, ``"et+caqe"``, ``"strategy stealing"``.
    route
        ``"rules"``, ``"memory"``, ``"search"`` or ``"formula"``.
    first_move
        A first move of the player that wins within the depth; None when none is known, or he does not open.
    hint
        A first move that a formula's values name, which nobody has confirmed.
    checked
        True if a strategy for it has been checked by the rules.
    held_from
        Of "never", by a formula: after how many moves the other player holds within pairs of cells.
    silent
        True if a formula was decided, and says nothing about the game.
    plain
        True if no preprocessor stood between the formula and its answer.
    derived
        True if it follows from another finding.
    notes
        Sentences for the user on simplifications.
    run
        The run of a formula; None where there was none.
    record
        The fact in the store from which it comes; None where it does not come from there.
    """

    answer: bool | None
    reason: str | None = None
    detail: str = ""
    depth: int | None = None
    player: Player = Player.BLACK
    method: str = ""
    route: str = "formula"
    first_move: Any = None
    hint: Any = None
    checked: bool = False
    held_from: int | None = None
    silent: bool = False
    plain: bool = True
    derived: bool = False
    notes: tuple[str, ...] = ()
    run: Run | None = None
    record: StoredFact | None = None

    def settles(self, depth: int | None) -> bool:
        """True if it answers "does he win within the depth?" (None: at all).

        >>> [Finding(True, depth=5).settles(depth) for depth in (4, 5, None)]
        [False, True, True]
        >>> [Finding(False, depth=5).settles(depth) for depth in (4, 6, None)], Finding(False).settles(None)
        ([True, False, False], True)
        """
        if self.answer is None:
            return False
        if self.answer:
            return depth is None or (self.depth is not None and self.depth <= depth)
        return self.depth is None or (depth is not None and depth <= self.depth)

    def contradicts(self, other: Finding) -> bool:
        """True if both cannot hold, of the same player in the same game."""
        if None in (self.answer, other.answer) or self.answer is other.answer or self.player is not other.player:
            return False
        win, loss = (self, other) if self.answer else (other, self)
        return loss.depth is None or (win.depth is not None and win.depth <= loss.depth)

    def __str__(self) -> str:
        if self.answer is None:
            return f"{self.method or self.route}: open ({self.reason})"
        bound = "" if self.depth is None else f" within {self.depth}"
        return f"{self.player} {'wins' if self.answer else 'does not win' if bound else 'never wins'}{bound}"


NOTHING = Finding(None, "nothing to try", "no combination of tools takes this question")
"""The finding where no way to answer fits."""
