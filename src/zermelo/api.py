"""The functions of the package's front: load, solve, encode and check take what people type.

    "hex:4x4", a path, the text of a file ─ load ─→ Game ─┬─ solve ──→ Verdict ─→ check
                                                          └─ encode ─→ formula

Everything below takes a ``Game`` and a ``Query``. Importing this module also ties together what no layer below may
import: games draw themselves in notebooks, strategies open for browsing, and
verdicts for playing. Each of these classes has an attribute for the function, which is set at the end of this file.
"""

from __future__ import annotations

import difflib
import os
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from zermelo.errors import InputError
from zermelo.loading import load
from zermelo.model import Game, Player
from zermelo.picture import notebook
from zermelo.questions import Options, depth_in_play
from zermelo.strategy.entry import Strategy
from zermelo.verdict import Query, Verdict, as_player
from zermelo.wording import counted

if TYPE_CHECKING:
    from zermelo.encodings import Encoded
    from zermelo.play.browse import ReachedPosition
    from zermelo.strategy.check.check_result import Broken, CheckResult

__all__ = ["CheckReport", "check", "encode", "load", "solve"]

_QUESTION = ("kind", "player", "depth", "first_moves")
_OPTIONS = tuple(each.name for each in fields(Options))

_SAID_OTHERWISE = {
    "cache": "Python's solve has no memory of answers",
    "certify": "certificate='FILE' writes the proof, or verdict.save('FILE') the one that was found",
    "who": "write kind='winner'",
    "fastest": "write kind='fastest'",
    "within": "write depth=7",
    "after": "write solve(load(game).after('b2'))",
}
"""Options of the command line that are something else in Python."""


def _shown(value: object) -> str:
    """A value in an error: short."""
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def solve(
    game: str | os.PathLike[str] | Game,
    query: Query | None = None,
    options: Options | None = None,
    *,
    kind: str | None = None,
    player: Player | str | None = None,
    depth: int | None = None,
    first_moves: bool = False,
    **settings: Any,
) -> Verdict:
    """Answer a question on a game, prove the answer, and check the proof.

    Parameters
    ----------
    game
        A game, or what ``load`` takes.
    query
        The question; None to put it together from the next four.
    options
        Tools and limits; None to put them together from ``settings``.
    kind
        ``"winner"``, ``"within"`` or ``"fastest"``. None: within the depth, if one is given or the file has one; else
        who wins.
    player
        The player who is to win, ``"black"`` (None) or ``"white"``.
    depth
        The number of moves of both players together.
    first_moves
        True to decide every first move, too.
    **settings
        Fields of ``Options``, such as ``time_limit=10`` or ``method="qbf"``.

    Returns
    -------
    Verdict
        Also when a limit ended the work: then ``verdict.known`` is False, and the verdict tells what is known.

    Raises
    ------
    InputError
        For a game or question that makes no sense, or tools that do not fit the game.
    TypeError
        For arguments of the wrong kind, or names that do not exist.

    Examples
    --------
    >>> print(solve("hex:4x4").sentence())
    Black wins within 9 moves, not within 8.
    >>> solve("hex:3x3", depth=3).answer, solve("ttt", first_moves=True).first_move_outcomes["b2"]
    (False, 'draw')
    >>> solve("hex:3x3", tme_limit=3)
    Traceback (most recent call last):
      ...
    TypeError: solve() has no option 'tme_limit'; did you mean 'time_limit'?
    """
    about = load(game)
    parts = {"kind": kind, "player": player, "depth": depth, "first_moves": first_moves or None}
    given = [name for name, value in parts.items() if value is not None]
    if not isinstance(first_moves, bool):
        raise TypeError(f"solve() takes first_moves as True or False, not {_shown(first_moves)}")
    if query is None:
        if depth is not None and type(depth) is not int:
            raise TypeError(f"solve() takes a whole number as depth, such as depth=7, not {_shown(depth)}")
        query = Query.about(about, kind, player, depth, first_moves=first_moves)
    elif not isinstance(query, Query):
        raise TypeError(f"solve() takes a Query, or keywords such as depth=7 or kind='fastest', not {_shown(query)}")
    elif given:
        raise TypeError(f"solve() takes a Query or {', '.join(given)}, not both")
    if options is None:
        options = _options(settings)
    elif not isinstance(options, Options):
        raise TypeError(f"solve() takes Options, or keywords such as time_limit=10, not {_shown(options)}")
    elif settings:
        raise TypeError(f"solve() takes Options or {', '.join(settings)}, not both")
    from zermelo.solving import solve as answer

    return answer(about, query, options)


def _options(settings: dict[str, Any]) -> Options:
    for name in settings:
        if name not in _OPTIONS:
            names = [*_QUESTION, *_OPTIONS]
            near = difflib.get_close_matches(name, names, n=1)
            other = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"
            hint = _SAID_OTHERWISE.get(name, other)
            raise TypeError(f"solve() has no option {name!r}; {hint}")
    return Options(**settings)


def encode(game: str | os.PathLike[str] | Game, depth: int | None = None, name: str | None = None) -> Encoded:
    """The quantified Boolean formula of a game and a depth.

    Parameters
    ----------
    game
        A game, or what ``load`` takes.
    depth
        The number of moves of both players together; None for the depth of the game's file.
    name
        The encoding, such as ``"cor"`` or ``"cor:faithful"`` (``zermelo encodings`` lists them); None for the best.

    Notes
    -----
    Raises ``InputError`` when there is no depth, no such encoding, or the encoding does not take the game.

    Examples
    --------
    >>> formula = encode("hex:3x3", 5)
    >>> formula.encoding, formula.formula
    ('et', <QCNF variables=83 clauses=193 literals=555 blocks=5 universal=8 existential=75>)
    """
    about = load(game)
    asked = about.depth if depth is None else depth
    if asked is None:
        raise InputError("a depth, such as encode(game, 7)", found="none, and the game has none", source=about.name)
    if type(asked) is not int:
        raise TypeError(f"encode() takes a whole number as depth, not {_shown(depth)}")
    if name is not None and not isinstance(name, str):
        raise TypeError(f"encode() takes the name of an encoding, such as 'cor', not {_shown(name)}")
    from zermelo.encodings import encode as formula

    return formula(about, depth_in_play(about, asked), name)


@dataclass(frozen=True)
class CheckReport:
    """The results of checking strategies of one game; true when all of them hold.

    Parameters
    ----------
    game
        The game that they are about.
    results
        The result of each check, in order; it stops at the first strategy that is broken.
    """

    game: Game
    results: tuple[CheckResult, ...]

    def __bool__(self) -> bool:
        return self.broken is None

    @property
    def broken(self) -> Broken | None:
        """The result that shows a strategy to be wrong, with the line of play; None when all hold."""
        from zermelo.strategy.check.check_result import Broken

        return next((each for each in self.results if isinstance(each, Broken)), None)

    def __str__(self) -> str:
        broken, lines = self.broken, list[str]()
        for each in self.results:
            claim = each.claim.told(self.game.called(each.claim.player))
            if each is broken:
                names = " ".join(map(self.game.move_name, broken.line)) or "none"
                lines.append(f"{claim}: BROKEN. {broken.why}. Line of play: {names}")
            else:
                facts = vars(each)
                counts = f"{counted(facts['positions'], 'positions')}, {counted(facts['replies'], 'replies')}"
                lines.append(f"{claim}: holds. {counts}")
        return "\n".join(lines)


def check(
    strategy: str | os.PathLike[str] | Strategy | Verdict, game: str | os.PathLike[str] | Game | None = None
) -> CheckReport:
    """Check strategies by the rules of the game alone: every reply is played, every argument verified.

    Parameters
    ----------
    strategy
        A strategy, a strategy file, or a verdict with its strategies.
    game
        The game that they must be about, or what ``load`` takes; None for the strategy's own.

    Notes
    -----
    Raises ``InputError`` for a file that is none, a verdict without a strategy, or a strategy for another game.

    Examples
    --------
    >>> report = check(solve("hex:3x3"))
    >>> bool(report)
    True
    >>> print(report)
    Black wins within 5: holds. 20 positions, 19 replies
    White holds for 4: holds. 1 position, 0 replies
    """
    from zermelo.strategy.check.check_result import Broken
    from zermelo.strategy.check.section import check_section
    from zermelo.strategy.file import StrategyFile, StrategySection

    wanted = None if game is None else load(game)
    results: list[CheckResult] = []

    def hold(section: StrategySection) -> bool:
        results.append(check_section(section, wanted))
        return not isinstance(results[-1], Broken)

    if isinstance(strategy, str | os.PathLike):
        with StrategyFile(strategy) as file:
            about = file.game
            all(map(hold, file.sections()))
    elif isinstance(strategy, Strategy | Verdict):
        found = strategy.strategies if isinstance(strategy, Verdict) else (strategy,)
        if not found:
            raise InputError("a verdict with a strategy to check", found=f"none in {strategy!r}")
        about = found[0].game
        all(hold(StrategySection(each.game, each.claim, each.symmetries, each)) for each in found)
    else:
        raise TypeError(f"check() takes a strategy, the path of its file or a verdict, not {_shown(strategy)}")
    return CheckReport(about if wanted is None else wanted, tuple(results))


def _browse(strategy: Strategy) -> ReachedPosition:
    """Open a strategy for browsing."""
    from zermelo.play.browse import ReachedPosition

    return ReachedPosition(strategy)


def _play(verdict: Verdict, side: Player | str | None, *, think: float, seed: int) -> None:
    """Play against a verdict in the terminal."""
    from rich.console import Console

    from zermelo.play.evaluation import Evaluator
    from zermelo.play.follow_formula import follower_for
    from zermelo.play.opponents import SearchOpponent, StrategyOpponent
    from zermelo.play.play import Play
    from zermelo.play.terminal import Terminal

    game, strategies = verdict.subject, verdict.strategies
    assert game is not None
    evaluator = Evaluator(game, think)
    solver = SearchOpponent(evaluator, seed)
    strategist = StrategyOpponent([follower_for(each) for each in strategies], solver) if strategies else None
    person = strategies[0].claim.opponent if strategies else game.to_move
    person = person if side is None else as_player(side)
    console = Console(highlight=False, emoji=False)
    terminal = Terminal(Play(game), {person.other: strategist or solver, person: None}, evaluator, strategist, console)
    terminal.say(f"{verdict.sentence()} You are {game.called(person)}. Type a move, or 'help'.")
    terminal.run()


notebook.register()
Strategy.browser = _browse
Verdict.player = _play
