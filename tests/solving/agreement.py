"""Questions in any order, by any method and engine, with and without a memory: whatever is claimed is so.

A *script* is a small random game with facts that its store begins with, and questions on the game, on the game after a
move or two, and on twins of it, in the order in which they are asked. `failures` asks them and compares everything
that every verdict claims with the oracle; of a script that fails, `least` keeps only the questions that it takes.
Scripts come from a kind and a seed, so that the same ones serve Hypothesis and long campaigns
(``python benchmarks/agreement.py questions``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.encodings.games import KINDS as CELL_KINDS
from tests.ends import other_ends
from tests.search.grid_games import random_game as search_game
from tests.solving.claims import grid
from tests.solving.endless import endless
from tests.solving.oracle import TooLargeError, has_breaker, oracle_of
from tests.solving.states import KINDS as STATE_KINDS
from tests.solving.verdicts import broken_file, unproven, untrue
from tests.store.twins import twin

from zermelo.errors import InputError, ZermeloError
from zermelo.families import make
from zermelo.language import write_game
from zermelo.model import ConnectionGame, Game, GraphGame, GridGame, NetGame, Player
from zermelo.questions import EXTRACTIONS, Options
from zermelo.search.engines import ENGINES, engine_for
from zermelo.solving import solve  # the one place from which the harness has it
from zermelo.store import Fact, Origin, Store
from zermelo.verdict import Query, Verdict

__all__ = ["KINDS", "MOST", "Ask", "Failure", "Script", "failures", "least", "random_script", "shown", "solve"]

MOST = 1500
"""Positions of a game, at most."""

PATIENCE = 20.0
"""Seconds in which a question on so small a game must be answered; else that is a failure, too."""

SHORT = 0.1
"""Seconds for questions that a method or an engine need not be able to answer."""

FILES = ("checkpoint", "certificate")
"""Options that name a file; the folder of a script holds them."""

LIMITS = (0.0, 0.001, 0.003, 0.01, 0.03)
"""Seconds that may be too few for any question."""


class Ask(NamedTuple):
    """A question on a game, with the options by which it is asked; ``must`` it be answered?"""

    game: Game
    query: Query
    options: Options
    must: bool

    def __str__(self) -> str:
        options, start = self.options, self.game.start
        engine = "" if options.engine is None else f" engine={options.engine}"
        off = "" if options.check else " no-check"
        off += " verify" if options.verify else ""
        off += "" if options.extract is None else f" extract={options.extract}"
        off += "".join(f" {name}={getattr(options, name)}" for name in FILES if getattr(options, name))
        most = options.checkpoint_limit_mb
        off += "" if most is None else f" checkpoint_limit_mb={most}"
        off += "" if self.must else f" limit={options.time_limit}"
        where = f"{self.game.name} at {start.black:#b}/{start.white:#b} ply {start.ply}"
        return f"{self.query} method={options.method}{engine}{off} [{where}]"


class Script(NamedTuple):
    """The questions in their order; with facts, or nothing, in the store (``kept``; else there is no store)."""

    game: Game
    kept: bool
    facts: tuple[tuple[Game, Fact], ...]
    asks: tuple[Ask, ...]


# ------------------------------------------------------------------------------------------------------------- games


def _random_grid(rng: Random) -> Game:
    """A game of the family with its default board, or a smaller one."""
    board = rng.choice(("", ",board=2x2", ",board=3x2", ",board=3x1,black=1,white=1", ",board=2x3,black=1,white=1"))
    game = make(f"random-grid:seed={rng.randrange(10**6)}{board},first={rng.choice(('black', 'white'))}")
    assert isinstance(game, GridGame)
    return other_ends(game, game.name)


def _searched(kind: str) -> Callable[[Random], Game]:
    return lambda rng: search_game(kind, rng.getrandbits(40))


KINDS: dict[str, Callable[[Random], Game]] = {
    **CELL_KINDS,
    "grid": grid,
    "endless": endless,
    "random-grid": _random_grid,
    **{kind: _searched(kind) for kind in ("movers", "placers", "racers", "packers", "leapers")},
    **STATE_KINDS,
}
"""Kinds of games: on cells; grid games whose plays all end, may not end, and of all families; games on states."""


def random_game(rng: Random, kind: str) -> Game:
    """A game that the oracle can look at, perhaps after some moves, perhaps with a depth of its own."""
    while True:
        try:
            game = _after(rng, KINDS[kind](rng), rng.choice((0, 0, 0, 1, 2)))
            oracle_of(game, MOST)
            if isinstance(game, GridGame) and all(game.reached(game.start, player) for player in Player):
                continue  # entered where no play can come to
        except (InputError, TooLargeError):  # random rules that are refused; or too large
            continue
        return game.with_depth(rng.choice((None, None, rng.randint(0, 5))))


def _after(rng: Random, game: Game, number: int) -> Game:
    for _ in range(number):
        moves = game.legal(game.start)
        game = game.after([rng.choice(moves)]) if moves else game
    return game


# --------------------------------------------------------------------------------------------------------- questions


def may_ask_white(game: Game) -> bool:
    """True if "does White win within …" has an answer by the rules alone."""
    return not has_breaker(game) or bool(game.legal(game.start)) or game.winner(game.start) is not None


def random_query(rng: Random, game: Game) -> Query:
    """Any question: all depths from 0 to beyond the least one and the longest play, either player."""
    oracle = oracle_of(game, MOST)
    kind = rng.choice(("winner", "winner", "within", "within", "fastest", "fastest"))
    player = rng.choice(list(Player)) if kind != "winner" and may_ask_white(game) else Player.BLACK
    least = oracle.least(player)
    depths = [rng.randint(0, 4), rng.randint(0, (oracle.longest or 6) + 2)]
    depths += [] if least is None else [least, max(0, least - 1), least + rng.randint(1, 3)]
    depth = rng.choice(depths)
    depth_of = {"winner": None, "within": depth}
    return Query(kind, player, depth_of.get(kind, rng.choice((None, depth))), first_moves=rng.random() < 0.35)


def random_options(rng: Random, game: Game, query: Query) -> tuple[Options, bool]:
    """Any method that may answer, and whether it must."""
    engines = [name for name in ENGINES if _fits(game, name)]
    method = rng.choice(("auto", "auto", "search", "engine", "qbf"))
    depth, complete = query.depth, game.complete_depth()
    bounded = complete is not None or (depth is not None and query.kind == "within")
    if method == "qbf" and not _few_clauses(game, query):
        method = "engine"
    must = bounded or method in ("auto", "search")
    if method == "qbf" and query.player is Player.WHITE and has_breaker(game):
        must = False  # no formula asks when a breaker has broken everything
    asked = Options(
        method="search" if method == "engine" else method,
        engine=rng.choice(engines) if method == "engine" and engines else None,
        check=rng.random() < 0.7,
        proof_limit=None if rng.random() < 0.6 else 0.0,
        jobs=1,
        time_limit=PATIENCE if must else SHORT,
    )
    return asked, must


def other_options(rng: Random, ask: Ask, number: int) -> Ask:
    """The same question, perhaps with both routes at once, with little time, or with strategies out of formulas.

    Also with files: of strategies, and of a search that goes on where another question on the same game has left it.
    """
    options, must, roll = ask.options, ask.must, rng.random()
    if roll < 0.15:
        options, must = replace(options, time_limit=rng.choice(LIMITS)), False
    elif roll < 0.3 and options.engine is None and _few_clauses(ask.game, ask.query):
        breaks = ask.query.player is Player.WHITE and has_breaker(ask.game)
        options, must = replace(options, verify=True, method="auto"), must and not breaks
    elif roll < 0.4 and options.method == "qbf" and options.check:
        options = replace(options, extract=rng.choice(EXTRACTIONS))
    if rng.random() < 0.15:
        options = replace(options, certificate=Path(f"proof {number}.json{rng.choice(('', '.gz'))}"))
    if rng.random() < 0.25 and _keeps(ask, options):
        most = rng.choice((None, 0.01))
        options = replace(options, checkpoint=Path("search"), checkpoint_limit_mb=most, method="search")
    return ask._replace(options=options, must=must)


def _keeps(ask: Ask, options: Options) -> bool:
    """True if a search by these options has files to go on from."""
    if options.verify or options.engine is not None or ask.query.first_moves or engine_for(ask.game) is None:
        return False
    return ask.query.depth is not None or ask.game.complete_depth() is not None


def _few_clauses(game: Game, query: Query) -> bool:
    """True if formulas answer the question at once."""
    complete = game.complete_depth()
    if isinstance(game, GraphGame) or (complete is None and (query.depth is None or query.kind != "within")):
        return False
    large = len(game.board) > 6 and not isinstance(game, NetGame)
    return min(query.depth or 99, complete or 99) <= 4 and not large


def _fits(game: Game, name: str) -> bool:
    try:
        return engine_for(game, name) is not None
    except InputError:
        return False


def random_script(seed: int, kind: str) -> Script:
    """The script of a kind and a seed."""
    rng = Random(f"{kind} {seed}")
    game = random_game(rng, kind)
    kept = rng.random() < 0.8
    facts = [random_fact(rng, game) for _ in range(rng.choice((0, 0, 0, 1, 2, 3, 5)) if kept else 0)]
    asks: list[Ask] = []
    for _ in range(rng.randint(2, 6)):
        if asks and rng.random() < 0.3:  # once more, by the same or by other options
            again = rng.choice(asks)
            options = (again.options, again.must) if rng.random() < 0.5 else None
            asks.append(Ask(again.game, again.query, *(options or random_options(rng, again.game, again.query))))
            continue
        about = game
        if rng.random() < 0.2:
            about = _after(rng, game, rng.randint(1, 2))
        if rng.random() < 0.2:
            about = _twin(rng, about)
        query = random_query(rng, about)
        asks.append(Ask(about, query, *random_options(rng, about, query)))
    more = Random(f"more {kind} {seed}")
    return Script(game, kept, tuple(facts), tuple(other_options(more, ask, number) for number, ask in enumerate(asks)))


def _twin(rng: Random, game: Game) -> Game:
    """The same game in another guise, if the model takes it; of a ground game another game with the same rules."""
    try:
        if isinstance(game, NetGame):
            other = game.with_thresholds(rng.choice((50, 100)), rng.choice((50, 100)))
            oracle_of(other, MOST)  # InputError where both have won
            return other.swapped() if rng.random() < 0.5 else other
        if isinstance(game, GraphGame):
            return game.swapped()
        return twin(game, rng)[0]
    except InputError:
        return game


def random_fact(rng: Random, game: Game) -> tuple[Game, Fact]:
    """Something that is so: of either player, of any depth, at the start or after a first move, by anybody."""
    oracle = oracle_of(game, MOST)
    askable = game.is_hex if isinstance(game, ConnectionGame) else not has_breaker(game)
    player = rng.choice(list(Player)) if askable else Player.BLACK
    after = rng.choice(list(oracle.moves)) if oracle.moves and rng.random() < 0.4 else None
    depth = rng.choice((None, rng.randint(0 if after is None else 1, (oracle.longest or 6) + 1)))
    position = game.start if after is None else oracle.moves[after]
    answer = oracle.within(player, depth if depth is None or after is None else depth - 1, position)
    move = None
    opens = bool(oracle.moves) and game.mover(game.start) is player
    if answer and after is None and opens and oracle.least(player) and rng.random() < 0.7:
        left = None if depth is None else depth - 1
        move = rng.choice([move for move, then in oracle.moves.items() if oracle.within(player, left, then)])
    by = ("minimax", "retrograde", *(f"{name} search" for name in ENGINES if _fits(game, name)))
    origin = rng.choice((Origin("cor", solver="depqbf"), Origin("bddl"), *(Origin(solver=name) for name in by)))
    return game, Fact(player, depth, answer, origin, rng.random() < 0.5, move, after, 1.0)


# ------------------------------------------------------------------------------------------------------- asking them


class Failure(NamedTuple):
    """The mistake in one word and in a sentence, and the number of the question (from 0)."""

    number: int
    ask: Ask
    what: str

    @property
    def word(self) -> str:
        """Under which failures are counted."""
        return self.what.split(":")[0]

    def __str__(self) -> str:
        return f"question {self.number}: {self.ask}: {self.what}"


def failures(script: Script) -> list[Failure]:
    """Ask all questions; all that is wrong with the answers."""
    found: list[Failure] = []
    said: list[tuple[Ask, Verdict]] = []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "answers"
        if script.facts:
            with Store.open(path) as store:
                for game, fact in script.facts:
                    store.add(game, fact)
        for number, ask in enumerate(script.asks):
            try:
                options = _in_folder(Path(folder), script, ask)
                if script.kept:
                    with Store.open(path) as store:
                        verdict = solve(ask.game, ask.query, options, store=store)
                else:
                    verdict = solve(ask.game, ask.query, options)
            except Exception as error:  # noqa: BLE001  # whatever breaks is a failure
                found.append(Failure(number, ask, f"{type(error).__name__}: {' '.join(str(error).split())}"))
                continue
            problems = [*untrue(oracle_of(ask.game, MOST), verdict, must=ask.must), *_unsteady(said, ask, verdict)]
            problems += unproven(verdict, alone=not script.kept)
            problems += broken_file(options.certificate, verdict, must=ask.must)
            found += [Failure(number, ask, problem) for problem in problems]
            said.append((ask, verdict))
    return found


def _in_folder(folder: Path, script: Script, ask: Ask) -> Options:
    """The options with the files of a folder; each game has a checkpoint of its own."""
    options, games = ask.options, [each.game for each in script.asks]
    if options.checkpoint is not None:
        options = replace(options, checkpoint=folder / f"{options.checkpoint} {games.index(ask.game)}")
    return options if options.certificate is None else replace(options, certificate=folder / options.certificate)


def _unsteady(said: list[tuple[Ask, Verdict]], ask: Ask, verdict: Verdict) -> Iterator[str]:
    """Of the same question asked before: what was said in so many words, and is not said any more."""
    for old, before in said:
        if (old.game, old.query) != (ask.game, ask.query):
            continue
        same = ask.must and old.options == ask.options  # else the clock decides
        if same and before.known and not verdict.known:
            yield "unsteady: the question was answered before"
        if None not in (before.answer, verdict.answer) and before.answer is not verdict.answer:
            yield f"unsteady: answer {before.answer}, now {verdict.answer}"
        if None not in (before.outcome, verdict.outcome) and before.outcome != verdict.outcome:
            yield f"unsteady: outcome {before.outcome}, now {verdict.outcome}"
        if ask.query.kind == "fastest" and not same and before.depth != verdict.depth:
            continue  # first moves are those that win within the depth, and a limit had ended the search for the least
        for name, wins in (before.first_moves or {}).items():
            now = (verdict.first_moves or {}).get(name)
            if (same and now is None and wins is not None) or (None not in (wins, now) and wins is not now):
                yield f"unsteady: first move {name} {wins}, now {now}"


def least(script: Script) -> Script:
    """The script without the questions and facts that its first kind of failure does not take."""
    words = {failure.word for failure in failures(script)[:1]}

    def fails(shorter: Script) -> bool:
        return any(failure.word in words for failure in failures(shorter))

    changed = bool(words)
    while changed:
        changed = False
        for field in ("asks", "facts"):
            for number in reversed(range(len(getattr(script, field)))):
                rest = getattr(script, field)
                shorter = script._replace(**{field: rest[:number] + rest[number + 1 :]})
                if fails(shorter):
                    script, changed = shorter, True
        if script.kept and not script.facts and fails(script._replace(kept=False)):
            script, changed = script._replace(kept=False), True
    return script


def shown(script: Script) -> str:
    """A script for people: the game, the facts, the questions."""
    lines: list[Any] = [_text(script.game)]
    lines += [f"fact: {fact}" for _, fact in script.facts]
    lines += [f"{number}. {ask}" for number, ask in enumerate(script.asks)]
    return "\n".join(map(str, [*lines, "with a store" if script.kept else "without a store"]))


def _text(game: Game) -> str:
    """The game as Python writes it; its rules as BDDL does, where it is a grid game."""
    fields = ", ".join(f"{name}={value!r}" for name, value in vars(game).items())
    whole = f"{type(game).__name__}({fields})"
    if not isinstance(game, GridGame):
        return whole
    try:
        return write_game(game, "bddl")
    except ZermeloError:  # such as a start that is won already
        return whole
