"""Small random games of all kinds with files that prove what is true of them, as JSON: for tests that forge them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple

from tests.nets import random_net
from tests.oracles.game_graphs import deep_graph
from tests.search.test_connection import late_hex, sparse_graph
from tests.solving.agreement import KINDS as KINDS_ASKED
from tests.solving.agreement import MOST
from tests.solving.agreement import random_game as random_any
from tests.solving.oracle import TooLargeError, has_breaker, oracle_of
from tests.strategy.breakers import crowded, scribbled
from tests.strategy.test_packings import dominoes

from zermelo.errors import LimitError, UnsupportedError
from zermelo.gamesat.extract_strategy import extract_clauses
from zermelo.model import Board, ClauseGame, ConnectionGame, Game, Player, Position, PositionalGame, cells_of
from zermelo.model.symmetry import rule_symmetries
from zermelo.search.engines import session_for
from zermelo.search.session import Limits
from zermelo.strategy import Claim, Strategy, write_strategies
from zermelo.strategy.check.breaker_certificate import unfit
from zermelo.strategy.claim import strategy_game
from zermelo.strategy.extract.from_oracle import extract_by
from zermelo.strategy.extract.from_search import extract, strategy_from

CLAUSES = "clauses"

PATIENCE = 20.0
"""Seconds in which so small a file must be checked, and its claim proven."""


# ------------------------------------------------------------------------------------------------------------- games


def clauses(rng: Random) -> ClauseGame:
    """A formula of Game-SAT."""
    variables = rng.randint(1, 6)
    some = [rng.sample(range(1, variables + 1), rng.randint(1, min(3, variables))) for _ in range(rng.randint(1, 6))]
    formula = tuple(dict.fromkeys(tuple(sorted(clause)) for clause in some))
    return ClauseGame("formula", variables, formula, opener=rng.choice(list(Player)))


def wide(rng: Random) -> PositionalGame:
    """A small game on a board of two or three machine words, all other cells of which are taken."""
    small, cells = crowded(rng, rng.randint(4, 6)), rng.choice((65, 70, 130))
    where = rng.sample(range(cells), len(small.board))

    def moved(mask: int) -> int:
        return sum(1 << where[cell] for cell in cells_of(mask))

    taken = ((1 << cells) - 1) & ~moved(small.board.full)
    black = taken & rng.getrandbits(cells)
    white = taken & ~black

    def padded(sets: tuple[int, ...], own: int) -> tuple[int, ...]:
        return tuple(moved(mask) | own & rng.getrandbits(cells) & rng.getrandbits(cells) for mask in sets)

    order = sorted(cells_of(taken), key=lambda cell: black >> cell & 1)  # White's first: nobody can complete these
    broken = tuple(sum(1 << cell for cell in order[:count]) for count in range(1, len(order) + 1))
    return replace(
        small,
        board=Board.named([f"a{cell + 1}" for cell in range(cells)]),
        black_sets=(*padded(small.black_sets, black), *broken),  # those keep taken cells from being symmetric
        white_sets=padded(small.white_sets, white),
        start=Position(black | moved(small.start.black), white | moved(small.start.white), small.start.ply),
    )


def wide_hex(rng: Random) -> ConnectionGame:
    """Hex on a board of two machine words with a few open cells, most of them near each other, not yet decided."""
    while True:
        game = ConnectionGame.hex(rng.randint(8, 11), 9)
        cells = len(game.board)
        near = [rng.randrange(cells)]
        for _ in range(rng.randint(3, 6)):
            near.append(
                rng.choice([cell for each in near for cell in cells_of(game.neighbours[each]) if cell not in near])
            )
        taken = game.board.full & ~sum(1 << cell for cell in near)
        black = taken & rng.getrandbits(cells)
        late = replace(game, start=Position(black, taken & ~black, rng.randrange(2)))
        if len({late.winner(full) for full in _filled(late)}) == 2:
            return late


def _filled(game: ConnectionGame) -> list[Position]:
    """The board with all open cells of either player."""
    black, white, ply = game.start
    rest = game.board.full & ~(black | white)
    return [Position(black | rest, white, ply + 2 * rest.bit_count()), Position(black, white | rest, ply)]


def _plain(kind: str) -> Callable[[Random], Game]:
    return lambda rng: random_any(rng, kind)


GAMES: dict[str, Callable[[Random], Game]] = {
    **{kind: _plain(kind) for kind in KINDS_ASKED},
    "late-hex": late_hex,
    "sparse-graph": sparse_graph,
    "crowded": lambda rng: crowded(rng, rng.randint(4, 7)),
    "wide": wide,
    "wide-hex": wide_hex,
    "dominoes": lambda rng: dominoes(rng, 12),
    CLAUSES: clauses,
    "net": random_net,
    "graph": lambda rng: deep_graph(rng, 8),
}
"""Kinds of games: all that are asked about, for mere breakers, on large boards, dominoes, formulas, and on states."""
KINDS = list(GAMES)


def is_so(game: Game, claim: Claim) -> bool:
    """True if a claim is true of a game, by the oracle; raises `TooLargeError`."""
    oracle = oracle_of(strategy_game(game), 4 * MOST)
    return oracle.within(claim.player if claim.wins else claim.opponent, claim.depth) is claim.wins


def true_claims(game: Game, rng: Random) -> Iterator[Claim]:
    """The true claims: of a win the least depth, more, and at all; of holding the most, less, and for ever."""
    oracle = oracle_of(strategy_game(game), MOST)
    for player in Player:
        least = oracle.least(player)
        if isinstance(game, ClauseGame):
            if least is not None:
                yield Claim(player, True)
        elif least is None:
            yield Claim(player.other, False)
            yield Claim(player.other, False, rng.randint(0, (oracle.longest or 6) + 1))
        else:
            yield from (Claim(player, True), Claim(player, True, least), Claim(player, True, least + rng.randint(1, 3)))
            yield from (
                Claim(player.other, False, depth) for depth in {least - 1, rng.randint(0, least)} if 0 <= depth < least
            )


# ------------------------------------------------------------------------------------------------------------- files


@dataclass
class Part:
    """A claim of a file, with its entries, as JSON."""

    said: dict[str, Any]
    entries: list[Any]

    @property
    def derived(self) -> bool:
        """True if its lines are deductions."""
        return self.said.get("derived") is True


@dataclass
class Text:
    """A strategy file as JSON: the header, and its claims."""

    head: dict[str, Any]
    parts: list[Part]

    @classmethod
    def of(cls, lines: list[str]) -> Text:
        """Of a file that is right."""
        head, *rest = map(json.loads, lines)
        parts: list[Part] = []
        for line in rest:
            if isinstance(line, list):
                parts[-1].entries.append(line)
            elif "player" in line:
                parts.append(Part(line, []))
        return cls(head, parts)

    def lines(self) -> list[str]:
        """The lines of the file, counted."""
        found: list[Any] = [{**self.head, "claims": len(self.parts)}]
        for part in self.parts:
            found += [part.said, *part.entries, {"entries": len(part.entries)}]
        return [json.dumps(line, separators=(",", ":")) for line in found]


class Case(NamedTuple):
    """A game, what is proven of it, a file with each proof, and the symmetries of its rules."""

    game: Game
    claims: tuple[Claim, ...]
    texts: tuple[Text, ...]
    turns: tuple[tuple[int, ...], ...]


def random_case(kind: str, seed: int) -> Case:
    """The case of a kind and a seed, with a proof at least; few of those that need no entry."""
    rng = Random(f"forged {kind} {seed}")
    while True:
        game = GAMES[kind](rng)
        claims, texts = [], []
        try:
            for claim in true_claims(game, rng):
                strategy = _proof(game, claim, rng)
                if strategy is not None and (len(strategy) or rng.random() < 0.03):
                    target = io.StringIO()
                    write_strategies(target, game, [strategy])
                    claims.append(strategy.claim)
                    texts.append(Text.of(target.getvalue().splitlines()))
        except TooLargeError:
            continue
        if texts:
            return Case(game, tuple(claims), tuple(texts), _turns(game))


def _proof(game: Game, claim: Claim, rng: Random) -> Strategy | None:
    """The proof that the search writes, or another one of the same; None where nobody makes one."""
    if isinstance(game, ClauseGame):
        return extract_clauses(game, claim.player)
    roll = rng.random()
    try:
        if roll < 0.1 or (roll < 0.4 and isinstance(game, ConnectionGame)):
            return extract_by(lambda *_: Asked(game, claim), game, claim)
        if roll < 0.7 and isinstance(game, PositionalGame) and not unfit(game, breaking := _breaking(claim)):
            return scribbled(game, breaking, rng)
        if roll < 0.8 and (claim.wins is (claim.player is Player.BLACK) or not has_breaker(game)):
            plain: dict[str, Any] = {name: rng.random() < 0.5 for name in ("arguments", "symmetry", "breaking")}
            return extract(game, claim, time_limit=PATIENCE, **plain)
        return strategy_from(session_for(game), game, claim, Limits(PATIENCE))
    except UnsupportedError:  # such as how fast White wins on a graph
        return None
    except LimitError as error:
        if error.reason == "depth":  # or when she has broken all sets
            return None
        raise


def _breaking(claim: Claim) -> Claim:
    return replace(claim, breaking=True)


class Asked:
    """Answers about positions by the plain rules, for strategies by asking."""

    def __init__(self, game: Game, claim: Claim) -> None:
        self._game, self._claim = game, claim

    def _within(self, player: Player, position: Position, rank: int | None) -> int | None:
        """The least number of moves of a win within the rank."""
        least = oracle_of(self._game.at(position), MOST).least(player)
        return least if least is not None and (rank is None or least <= rank) else None

    def win(self, position: Position, rank: int | None) -> tuple[Any, int | None] | None:
        """The first of the fastest moves."""
        game, player = self._game, self._claim.player
        least = self._within(player, position, rank)
        for move in () if least is None else game.legal(position):
            if self._within(player, game.step(position, move), least - 1 if least else None) is not None:
                return move, least
        return None

    def held(self, position: Position, rank: int | None) -> bool:
        """True if the opponent does not win within the rank."""
        return self._within(self._claim.opponent, position, rank) is None

    def hold(self, position: Position, rank: int | None) -> Any:
        """The first move that holds."""
        left = None if rank is None else rank - 1
        return next(
            (move for move in self._game.legal(position) if self.held(self._game.step(position, move), left)), None
        )


def _turns(game: Game) -> tuple[tuple[int, ...], ...]:
    return () if isinstance(game, ClauseGame) else tuple(rule_symmetries(game))[:8]


def entries_of(case: Case) -> Iterator[str]:
    """The sorts of entries of a case: a move, an argument or a rule by its name."""
    for text in case.texts:
        for part in text.parts:
            for line in part.entries:
                answer = line[0] if part.derived else line[-1]
                yield str(answer) if part.derived else next(iter(answer)) if isinstance(answer, dict) else "move"
