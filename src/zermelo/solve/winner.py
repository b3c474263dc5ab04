"""Who wins? By retrograde analysis where the game is small, else by a duel of formulas, depth after depth."""

from __future__ import annotations

from zermelo.model import ConnectionGame, Game, GridGame, Player, PositionalGame, Rule
from zermelo.questions import MOST_DEPTH, Options, can_steal
from zermelo.search import Exact
from zermelo.solve import lanes
from zermelo.solve.decide import Decision
from zermelo.solve.duel import Duel, Known
from zermelo.solve.journal import Journal
from zermelo.solve.memory import Memory
from zermelo.solve.whole import Whole
from zermelo.store import Known as Remembered
from zermelo.verdict import Query


class Winner(Whole):
    """The question "who wins?"."""

    def __init__(self, game: Game, query: Query, options: Options, journal: Journal, memory: Memory) -> None:
        super().__init__(game, query, options, journal, memory)
        self._by: dict[Player, Decision] = {}
        """The formula that told what each player can do."""
        self._known = Known()
        """What is known of Black's wins."""

    def answer(self) -> None:
        """Fill the verdict."""
        complete = self.game.complete_depth()
        if self._recalled():
            return
        exact = self.searched(complete)
        if exact is not None:
            self._by_search(exact, complete)
        else:
            self._by_formulas(complete)

    @property
    def draws(self) -> bool:
        """Whether nobody may win: else a breaker holds, or who is stuck has lost."""
        return isinstance(self.game, PositionalGame) and self.game.rule is Rule.MAKER_MAKER

    @property
    def why_white_cannot(self) -> str | None:
        """What shows without any search that White never wins."""
        if not (isinstance(self.game, PositionalGame) and self.draws):
            return None
        if not self.game.white_sets:
            return "White has no winning set"
        return "strategy stealing" if can_steal(self.game) else None

    @property
    def white_may_win(self) -> bool:
        """Whether White's wins can be asked for: a breaker has no winning sets, and on a graph White has no borders."""
        if isinstance(self.game, ConnectionGame):
            return self.game.is_hex
        return isinstance(self.game, GridGame) or (self.draws and not self.why_white_cannot)

    def _recalled(self) -> bool:
        """Whether the store knows the answer."""
        verdict, game = self.verdict, self.game
        black = self.memory.recall(game, None)
        if black is None:
            return False
        if black.answer:
            self._recalled_win(black)
        else:
            unclear = self.draws and not self.why_white_cannot
            white = self.memory.recall(game, None, Player.WHITE) if unclear else None
            if unclear and white is None:
                return False
            self.remembered(black, white)
            verdict.outcome = "white" if not self.draws or (white is not None and white.answer) else "draw"
            verdict.refuted_depth = game.complete_depth()
        verdict.complete = True
        return True

    def _recalled_win(self, black: Remembered) -> None:
        """Black wins: the least depth that is known, with its first move."""
        won, lost = self.memory.bounds(self.game)
        self.recall()
        self.remembered(won or black, lost)
        self.verdict.outcome = "black"

    # -- by formulas -------------------------------------------------------------------------------------------

    def _by_formulas(self, complete: int | None) -> None:
        verdict, why = self.verdict, self.why_white_cannot
        most = MOST_DEPTH if complete is None else complete
        duel = lanes.winner(self.game, most, self.options, draws=self.draws, white_may_win=self.white_may_win)
        black, white = duel.known[Player.BLACK], duel.known[Player.WHITE]
        self._known = black
        if why:
            white.never = True
        try:
            self.follow(duel)
        finally:
            if black.never:
                verdict.excluded.append("black")
                verdict.held_from = black.held_from
                if complete is not None:
                    verdict.refuted_depth = complete
            if white.never and black.won is None:
                verdict.excluded.append("white")
            if black.won is not None:  # known from here on, also when its least depth was not found in time
                self._black_wins(black.won, duel)
        if black.won is not None:
            self._first_move(black.won, duel)
        elif white.won is not None or (black.never and (white.never or not self.draws)):
            self._black_does_not(white.won, duel, why)
        elif white.never and not self.draws:
            verdict.outcome, verdict.complete = "black", True
            self._say(duel, Player.WHITE, "never", f"White cannot win within {complete}, and no play is longer")
            self._finish(Player.BLACK)
        else:
            self.undecided(duel.failure())

    def _say(self, duel: Duel, player: Player, name: str, text: str) -> None:
        """Name what has shown it; ``{route}`` in the text is a search or a formula."""
        decision = duel.known[player].decision(name)
        if decision is not None:
            self._by[player] = decision
            self.verdict.method = decision.method
            self.journal.note(decision.notes)
        route, method = ("", "remembered") if decision is None else (decision.route, decision.method)
        self.verdict.evidence.append(f"{text.format(route=route)} ({method})")

    def _black_wins(self, depth: int, duel: Duel) -> None:
        """Black wins within ``depth``; the critical depth, where it is known, stands in the verdict already."""
        verdict = self.verdict
        verdict.outcome, verdict.complete = "black", True
        refuted = verdict.refuted_depth
        least = "" if refuted is None else f", false at {refuted}"
        self._say(duel, Player.BLACK, "won", f"{{route}} true at depth {depth}{least}")

    def _first_move(self, depth: int, duel: Duel) -> None:
        decision = duel.known[Player.BLACK].decision("won")
        if decision is not None and self.options.check:
            self.first_move(depth, decision)
        self._finish(Player.BLACK)

    def _black_does_not(self, white_depth: int | None, duel: Duel, why: str | None) -> None:
        """Black does not win: White does, or nobody."""
        verdict, black = self.verdict, duel.known[Player.BLACK]
        winner = Player.WHITE if white_depth is not None or not self.draws else None
        verdict.outcome, verdict.complete = "draw" if winner is None else "white", True
        if white_depth is not None:
            self._say(duel, Player.WHITE, "won", f"White wins: {{route}} for White true at depth {white_depth}")
        elif black.held_from is not None:
            self._say(duel, Player.BLACK, "never", f"White holds for ever, blocking from move {black.held_from} on")
        else:
            text = f"no win for Black within {verdict.refuted_depth}, and no play is longer"
            self._say(duel, Player.BLACK, "never", text)
        if why:
            verdict.evidence.append(f"White cannot win ({why})")
        elif winner is None:
            self._say(duel, Player.WHITE, "never", "White cannot win either: no win within the longest play")
        self._finish(winner)

    def _finish(self, winner: Player | None) -> None:
        """Confirm what is small, and remember."""
        try:
            if self.options.check:
                depth = self.verdict.depth
                self.confirm(lambda exact: exact.winner is winner and depth in (None, exact.depth))
            self._ask_the_other_route(winner)
        finally:
            self._remember(winner)

    def _ask_the_other_route(self, winner: Player | None) -> None:
        """Where what it says of Black is all that there is to say."""
        decision = self._by.get(Player.BLACK)
        depth = self.verdict.won_depth if winner is Player.BLACK else self.game.complete_depth()
        if decision is None or depth is None:
            return
        if winner is Player.BLACK:
            self.second_look(depth, decision, self._known)
        elif not self.white_may_win:
            self.second_route(depth, decision)

    def _remember(self, winner: Player | None) -> None:
        """What is known of both players now."""
        alone = next(iter(self._by.values()), Decision(None, method=self.verdict.method))
        depth = self.verdict.won_depth if winner is Player.BLACK else None
        self.remember(depth, winner is Player.BLACK, self._by.get(Player.BLACK, alone), whole=True)
        if self.verdict.depth and not self._by:
            self.remember(self.verdict.depth - 1, False, alone, whole=True)
        game = self.game
        stops = not game.moves(game.start) and game.winner(game.start) is None  # no first move is allowed: none has won
        if winner is not Player.BLACK and (self.draws or (winner is Player.WHITE and not stops)):
            decision = self._by.get(Player.WHITE, alone)
            self.remember(None, winner is Player.WHITE, decision, whole=True, player=Player.WHITE)

    # -- by search ---------------------------------------------------------------------------------------------

    def _by_search(self, exact: Exact, complete: int | None) -> None:
        """The outcome is known; formulas at the depths that tell confirm it."""
        verdict, game = self.verdict, self.game
        verdict.outcome = "draw" if exact.winner is None else exact.winner.value
        self.backwards(exact)
        telling: list[tuple[Game, int, bool]] = []
        if exact.winner is Player.BLACK and exact.depth is not None:
            telling = self.black_wins(exact, exact.depth)
        elif complete is not None:
            verdict.refuted_depth = complete
            telling = [(game, complete, False), *self._telling_of_white(exact, complete)]
        try:
            self.check(exact, telling)
        finally:
            self._remember(exact.winner)

    def _telling_of_white(self, exact: Exact, complete: int) -> list[tuple[Game, int, bool]]:
        """What formulas can say of White where a draw is possible."""
        game = self.game
        if not self.draws:
            return []
        if exact.winner is Player.WHITE and exact.depth is not None:
            return [(game.swapped(), exact.depth, True)]
        return [] if self.why_white_cannot else [(game.swapped(), complete, False)]
