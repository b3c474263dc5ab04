"""Bounds: everything that is known of who wins a game, and within how many moves.

A question is a predicate on bounds (:mod:`~zermelo.solving.question`). For each player they hold findings: wins within
a depth, no win within a depth, never a win. They stay sharp and consistent by four rules, each true of every game here:

1. Who wins within a depth wins within every larger one; who does not, not within a smaller one either.
2. A win of one player means that the other one never wins.
3. Where a play cannot end without a winner (:func:`can_draw`), who never wins has lost: the other one wins. In a grid
   game that rests on the depth of the longest play, which no checker looks at: a strategy that holds for ever does not
   show that plays end. So the win that follows is not checked, however well the holding is; it has a proof of its own.
4. In games of stones that stay, a new win of a player appears only with a stone of his own; so a depth at which the
   other one moves adds nothing. A depth that no play exceeds is "at all", and "not within it" is "never"; in a grid
   game that, too, is not checked where only one of the two was.

"Black never wins" and "White never wins" are two findings; a draw needs both. No limit of ours is a finding.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zermelo.model import ConnectionGame, Game, GridGame, Player, PositionalGame, Rule, StateGame
from zermelo.questions import can_steal, tells
from zermelo.solving.contradictions import contradicted
from zermelo.solving.finding import Finding
from zermelo.verdict import Outcome

RULES, STEALING, NO_SETS = TOLD = ("the rules", "strategy stealing", "White has no winning set")
"""Methods of what the rules tell at once, whatever tools are named."""


def can_draw(game: Game) -> bool:
    """Tell if a play may end, or go on for ever, without a winner.

    A mere breaker wins by holding; in grid games who cannot move has lost, unless the rules say that it is a draw, or
    that a full board is one. Else only an endless play has no winner.

    >>> from zermelo.families import make
    >>> [can_draw(make(text)) for text in ("ttt", "hex:3x3", "domineering:3x3")]
    [True, False, False]
    """
    if isinstance(game, PositionalGame):
        return game.rule is Rule.MAKER_MAKER
    if isinstance(game, GridGame):
        return game.rules.may_draw or game.complete_depth() is None
    return not isinstance(game, ConnectionGame)


class Bounds:
    """The findings about a game from its start position on.

    Parameters
    ----------
    game
        The game; what its rules tell at once is known from the beginning.

    >>> from zermelo.families import make
    >>> bounds = Bounds(make("hex:3x3"))
    >>> bounds.learn(Finding(True, depth=6, method="a search"))
    >>> bounds.learn(Finding(False, depth=3, method="a search"))
    >>> bounds.won(Player.BLACK).depth, bounds.least(Player.BLACK), bounds.within(Player.WHITE), bounds.outcome
    (5, 5, False, 'black')
    """

    def __init__(self, game: Game) -> None:
        self.game, self.longest, self.can_draw = game, game.complete_depth(), can_draw(game)
        self._findings: dict[Player, list[Finding]] = {player: [] for player in Player}
        self.over = game.is_over(game.start)
        for finding in self._told_by_the_rules():
            self.learn(finding)

    def _told_by_the_rules(self) -> Iterator[Finding]:
        game = self.game
        if self.over:
            winner = game.winner(game.start)
            if winner is None:  # a full board: nobody completes anything any more
                yield from (Finding(False, player=player, method=RULES, route="rules") for player in Player)
            else:
                yield Finding(True, depth=self.left, player=winner, method=RULES, route="rules")
                if self.left:
                    yield Finding(False, depth=0, player=winner, method=RULES, route="rules")
            return
        for player in Player:
            yield Finding(False, depth=0, player=player, method=RULES, route="rules")
        if isinstance(game, PositionalGame) and game.rule is Rule.MAKER_MAKER:
            if not game.white_sets:
                yield Finding(False, player=Player.WHITE, method=NO_SETS, route="rules")
            elif can_steal(game):
                yield Finding(False, player=Player.WHITE, method=STEALING, route="rules")

    @property
    def left(self) -> int | None:
        """The moves that play may still take; a move of which somebody finds out that he cannot make it is one."""
        start = self.game.start
        return self.longest if not self.over else int(self.game.winner(start) is not self.game.goal_winner(start))

    # -- what is added ---------------------------------------------------------------------------------------------

    def learn(self, finding: Finding) -> None:
        """Take in a finding and what follows from it; what is open is passed over.

        Raises :class:`~zermelo.errors.DisagreementError` when it contradicts another one.
        """
        if finding.answer is None:
            return
        given, finding = finding, self._sharpened(finding)
        mine = self._findings[finding.player]
        for other in mine:
            if finding.contradicts(other):
                contradicted(self.game, other, finding)
        by_longest_play = given.depth != finding.depth and isinstance(self.game, GridGame | StateGame)
        if given.checked and by_longest_play:
            mine.append(given)
            finding = replace(finding, checked=False, derived=True)
        mine.append(finding)
        if finding.answer:
            self._follow(finding, answer=False, checked=finding.checked)
        elif finding.depth is None and not self.can_draw and not self.over:
            self._follow(finding, answer=True, checked=finding.checked and not isinstance(self.game, GridGame))

    def _follow(self, finding: Finding, *, answer: bool, checked: bool) -> None:
        """Learn what follows for the other player, at all; unless as much is known as well."""
        conclusion = self._sharpened(
            replace(finding, answer=answer, checked=checked, depth=None, player=finding.player.other, first_move=None,
                    hint=None, held_from=None, derived=True)
        )  # fmt: skip
        known = self._findings[conclusion.player]
        for other in known:
            if conclusion.contradicts(other):
                contradicted(self.game, other, finding)
        if not any(
            each.answer is conclusion.answer and each.settles(conclusion.depth) and each.checked >= conclusion.checked
            for each in known
        ):
            known.append(conclusion)

    def _sharpened(self, finding: Finding) -> Finding:
        """The same for the depth that says most."""
        player, depth, longest = finding.player, finding.depth, self.longest
        if finding.answer:
            depth = longest if depth is None else depth if longest is None else min(depth, longest)
            while depth and not self.tells(player, depth):
                depth -= 1
        elif depth is not None and longest is not None:
            while depth < longest and not self.tells(player, depth + 1):
                depth += 1
            depth = None if depth >= longest else depth
        return finding if depth == finding.depth else replace(finding, depth=depth)

    def tells(self, player: Player, depth: int) -> bool:
        """As :func:`zermelo.questions.tells`."""
        return tells(self.game, player, depth)

    # -- what is known ---------------------------------------------------------------------------------------------

    def __iter__(self) -> Iterator[Finding]:
        """All findings that were learnt, without what only follows from them."""
        return (each for found in self._findings.values() for each in found if not each.derived)

    def settled(self, player: Player, depth: int | None = None) -> Finding | None:
        """The finding that best answers "does he win within the depth?": checked, with a first move, far-reaching."""

        def worth(each: Finding) -> tuple[bool, bool, bool, float]:
            reach = float("inf") if each.depth is None else each.depth
            return not each.checked, each.first_move is None, each.derived, reach if each.answer else -reach

        return min((each for each in self._findings[player] if each.settles(depth)), key=worth, default=None)

    def within(self, player: Player, depth: int | None = None) -> bool | None:
        """Tell if a player wins within a depth (None: at all); None where that is open."""
        found = self.settled(player, depth)
        return None if found is None else found.answer

    def won(self, player: Player) -> Finding | None:
        """The win within the least depth that is known, checked and with a first move where there is a choice."""

        def worth(each: Finding) -> tuple[float, bool, bool, bool]:
            depth = float("inf") if each.depth is None else each.depth
            return depth, each.first_move is None, not each.checked, each.derived

        return min((each for each in self._findings[player] if each.answer), key=worth, default=None)

    def lost(self, player: Player) -> Finding | None:
        """The largest depth within which a player does not win; None: never."""

        def worth(each: Finding) -> tuple[float, bool, bool, bool]:
            depth = float("inf") if each.depth is None else each.depth
            return -depth, not each.checked, each.held_from is None, each.derived

        return min((each for each in self._findings[player] if each.answer is False), key=worth, default=None)

    def least(self, player: Player) -> int | None:
        """The least depth within which he wins, where a win within it is known and none within less is possible."""
        won = self.won(player)
        if won is None or won.depth is None:
            return None
        return won.depth if won.depth == 0 or self.within(player, won.depth - 1) is False else None

    @property
    def outcome(self) -> Outcome | None:
        """The winner, or ``"draw"`` if neither can force a win; None while that is open."""
        for player, name in ((Player.BLACK, "black"), (Player.WHITE, "white")):
            if self.within(player):
                return name  # type: ignore[return-value]
        black, white = (self.within(player) is False for player in Player)
        if not self.can_draw:
            return "white" if black else None  # over, and nobody has completed anything: the breaker has held
        return "draw" if black and white else None
