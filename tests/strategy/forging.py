"""Strategy files that were tampered with, by the hundred thousand: no false claim holds, and both checkers agree.

A *case* is a small random game with the files that prove what is true of it, by the searches, as JSON. A *forgery* is
one of them with one change or a few; each change is drawn from `CHANGES`, or made in the text itself. `judged` says
what the checkers make of it: it is unreadable, it breaks, or it holds and is so by the oracle; all else is a failure.
Everything comes from a kind, a seed and a number, so the same forgeries serve the tests and long campaigns
(``python benchmarks/forged.py``).
"""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.solving.oracle import TooLargeError
from tests.strategy.cases import PATIENCE, Case, is_so
from tests.strategy.changes import ARGUMENTS, CHANGES, Forger, garbled

from zermelo.errors import InputError, LimitError
from zermelo.model import ClauseGame, Game, Player
from zermelo.strategy import Broken, Claim, StrategyFile
from zermelo.strategy.certify import check_file
from zermelo.strategy.check.section import RULES_LINE


class Forgery(NamedTuple):
    """A file with the names of its changes, and of the entries of the proof that it began with."""

    data: bytes
    changes: tuple[str, ...]
    claim: Claim


def random_forgery(case: Case, rng: Random) -> Forgery:
    """A proof of the case, mostly with one change; now and then two proofs in one file."""
    which = rng.randrange(len(case.texts))
    text = deepcopy(case.texts[which])
    if rng.random() < 0.05:
        text.parts += deepcopy(rng.choice(case.texts).parts)
    forger, changes = Forger(case, text, rng), list[str]()
    wanted = rng.choice((0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3))
    for _ in range(20):
        if len(changes) == wanted:
            break
        name = rng.choice((*CHANGES, *ARGUMENTS))
        if name in ("odd", "invented", "ruled") and rng.random() < 0.5:
            continue
        try:
            done = CHANGES[name](forger)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            break  # an earlier change has left nothing to be changed like this
        if done:
            changes.append(name)
    lines = text.lines()
    if not changes:
        return Forgery(garbled(lines, rng), ("garbled",), case.claims[which])
    return Forgery("".join(f"{line}\n" for line in lines).encode(), tuple(changes), case.claims[which])


class Judgement(NamedTuple):
    """``word``: unreadable, broken or holds; or what is wrong, told in ``why``.

    Or a claim holds of a game that is too large to be judged. Or the changed rules are senseless in some state of a
    play, and not all come to it, or not before they find another fault: the native core looks at each move, of the
    strategy or not, and the oracle at every state.
    """

    word: str
    why: str = ""

    @property
    def failed(self) -> bool:
        """True if something is wrong."""
        return self.word not in FINE


FINE = ("unreadable", "broken", "holds", "too large", "senseless")


def judged(path: Path) -> Judgement:
    """The results of both checkers on a file, and whether they are right."""
    said: list[Any] = []
    for pure in (False, True):
        try:
            said.append(check_file(path, pure=pure, time_limit=PATIENCE))
        except InputError as error:
            if error.source != str(path) or error.line is None or "\n" in str(error):
                return Judgement("not located", f"{'plain' if pure else 'native'}: {error}")
            said.append(str(error))
        except LimitError as error:
            return Judgement("slow", f"{'plain' if pure else 'native'}: {error}")
        except Exception as error:  # noqa: BLE001  # nothing else may be raised
            return Judgement("raised", f"{'plain' if pure else 'native'}: {type(error).__name__}: {error}")
    native, plain = said
    if native != plain and any(isinstance(each, str) and each.startswith(f"{path}:{RULES_LINE}: ") for each in said):
        return Judgement("senseless") if _senseless(path) else Judgement("disagree", f"native {native}, plain {plain}")
    if isinstance(native, str) or isinstance(plain, str):
        return Judgement("unreadable") if native == plain else Judgement("disagree", f"native {native}, plain {plain}")
    if [isinstance(each, Broken) for each in native] != [isinstance(each, Broken) for each in plain]:
        return Judgement("disagree", f"native {native}, plain {plain}")
    with StrategyFile(path) as file:
        game = file.game
    for one in (*native, *plain):
        if isinstance(one, Broken):
            problem = _unplayable(game, one)
            if problem:
                return Judgement("line", problem)
    try:
        false = [each.claim for each in native if not isinstance(each, Broken) and not is_so(game, each.claim)]
    except TooLargeError:
        return Judgement("too large")
    except InputError:  # no proof comes to a state in which the changed rules make no sense, but the oracle does
        return Judgement("senseless")
    if false:
        return Judgement("FALSE", f"{', '.join(map(str, false))} is said to hold")
    return Judgement("broken" if any(isinstance(each, Broken) for each in native) else "holds")


def _senseless(path: Path) -> bool:
    """True if a play of the game comes to a state in which the rules make no sense, or has too many states to tell."""
    with StrategyFile(path) as file:
        try:
            is_so(file.game, Claim(Player.BLACK, True))
        except (InputError, TooLargeError):
            return True
    return False


def _unplayable(game: Game, broken: Broken) -> str | None:
    """The mistake in the line of play of a strategy that breaks."""
    if not broken.why or "\n" in broken.why:
        return f"told as {broken.why!r}"
    if isinstance(game, ClauseGame):
        return None  # its lines are moves in what is left
    position = game.start
    for move in broken.line:
        try:
            position = game.apply(position, move)
        except InputError as error:
            return f"{broken.why}, after {broken.line}: {error}"
    return None
