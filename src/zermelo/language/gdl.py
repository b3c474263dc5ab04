"""GDL, the game description language of general game playing: ``.kif`` and ``.gdl`` files to ground games.

A game of two players, perfect information and one choice at a time is read in four steps: the text to rules
(:mod:`~zermelo.language.gdl_syntax`), static checks (:mod:`~zermelo.language.gdl_checks`), rules without variables
(:mod:`~zermelo.language.gdl_ground`), and a Boolean network of what is left when all that never changes is known
(:mod:`~zermelo.language.gdl_constants`, :mod:`~zermelo.language.gdl_simplify`).

The first role is Black. Fluents and moves are in the order of their texts, so that the same rules always give the same
network. ``base`` and ``input`` are hints of the writer: they change nothing, and a note says so if they are wrong.

Comments of the form ``; zermelo: win 50, white-win 100, depth 9`` keep what GDL has no word for, see
:mod:`~zermelo.language.gdl_writer`.

Source: N. Love, T. Hinrichs, D. Haley, E. Schkufza, M. Genesereth, General Game Playing: Game Description Language
Specification, Stanford LG-2006-01 (2008).
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from zermelo.errors import InputError, UnsupportedError
from zermelo.language.gdl_checks import check, check_complete, notes
from zermelo.language.gdl_constants import NetSteps, constants, cycles
from zermelo.language.gdl_ground import USUAL_LIMITS, GroundingLimits, GroundProgram, ground, hinted
from zermelo.language.gdl_simplify import simplify
from zermelo.language.gdl_syntax import GdlRule, is_gdl, parse
from zermelo.language.source import Source, normal, quote, read_text
from zermelo.model.net import Net, NetRule
from zermelo.model.net_game import HIGHEST, NetGame

__all__ = ["GroundingLimits", "is_gdl", "read_gdl", "read_gdl_text"]

LIMIT_MB = 32
_HINT_LIMITS = GroundingLimits(seconds=5, atoms=100_000)
_DIGITS = re.compile(r"(\d+)")
_SCORE = re.compile(r"0|[1-9][0-9]?|100")
_SETTING = re.compile(r"^;[ \t]*zermelo:([^\n]*)$", re.MULTILINE)
_VALUE = re.compile(r"\s*(win|white-win|depth)\s+([0-9]{1,9})\s*")


class GdlSettings(NamedTuple):
    """Settings that the comment of a writer keeps: thresholds, -1 for the highest score, and a depth."""

    win: int = HIGHEST
    white_win: int = HIGHEST
    depth: int | None = None


def read_gdl(path: str | os.PathLike[str], limits: GroundingLimits = USUAL_LIMITS) -> NetGame:
    """The game in a file; its name is that of the file, without folders.

    Parameters
    ----------
    path
        The file; at most 32 MB.
    limits
        The most that it may become when it is grounded.

    Raises as :func:`read_gdl_text`.
    """
    return read_gdl_text(read_text(path, LIMIT_MB), os.fspath(path), limits)


def read_gdl_text(text: str, source: str = "text", limits: GroundingLimits = USUAL_LIMITS) -> NetGame:
    """The game in the text of a file.

    Parameters
    ----------
    text
        All of the file.
    source
        The name that errors give it; its last part becomes the name of the game.
    limits
        The most that it may become when it is grounded.

    Raises ``InputError`` with line and column for a wrong description; ``UnsupportedError`` for one of more or fewer
    than two players, of imperfect information, or beyond the limits.

    >>> game = read_gdl_text('''
    ... (role first) (role second) (init (left 3)) (init (turn first))
    ... (minus 3 1 2) (minus 2 1 1) (minus 1 1 0) (minus 3 2 1) (minus 2 2 0)
    ... (other first second) (other second first)
    ... (<= (legal ?p (take ?k)) (true (turn ?p)) (true (left ?n)) (minus ?n ?k ?m))
    ... (<= (legal ?p noop) (role ?p) (not (true (turn ?p))))
    ... (<= (next (left ?m)) (does ?p (take ?k)) (true (left ?n)) (minus ?n ?k ?m))
    ... (<= (next (turn ?p)) (true (turn ?q)) (other ?p ?q))
    ... (<= terminal (true (left 0)))
    ... (<= (goal ?p 0) (true (turn ?p)))
    ... (<= (goal ?p 100) (role ?p) (not (true (turn ?p))))''', "nim.kif")
    >>> game, game.moves, game.net.fluents[:2]
    (<nim.kif: ground game, first to move>, ['take(1)', 'take(2)'], ('(left 0)', '(left 1)'))
    """
    place = Source(source, normal(text))
    description = parse(place)
    rules = description.rules
    if not rules:
        raise InputError("rules", found="none", source=source)
    check_complete(rules, place)
    suspect = check(rules, place)
    program, roles = ground(rules, place, limits)
    round_about = cycles(list(program.rules))
    if suspect is not None and round_about.negative:
        raise suspect
    net = _Netted(program, rules, place, roles, limits).net(round_about.atoms)
    settings = _settings(place)
    game = NetGame(
        Path(source).name or "text",
        net,
        roles,
        win=settings.win,
        white_win=settings.white_win,
        depth=settings.depth,
    )
    said = [*notes(rules, description.respelled), *_strangers(program, roles), *_wrong_hints(rules, place, program)]
    for role, given, win in zip(roles, settings[:2], (game.win, game.white_win), strict=True):
        if given == HIGHEST and win < 100:
            said.append(f"{role} never gets 100: the highest score, {win}, is the win")
    return NetGame(game.name, net, roles, win=game.win, white_win=game.white_win, depth=game.depth, notes=tuple(said))


def _settings(source: Source) -> GdlSettings:
    """Settings out of the comments of a writer, ``; zermelo: ...``; an unknown one is an error with its place."""
    found: dict[str, int] = {}
    for match in _SETTING.finditer(source.text):
        for part in match[1].split(","):
            value = _VALUE.fullmatch(part)
            if value is None:
                expected = "win, white-win or depth and a number after '; zermelo:'"
                raise source.error_at(match.start(), expected, part.strip())
            if value[1] != "depth" and int(value[2]) > 100:
                raise source.error_at(match.start(), f"a score from 0 to 100 after {value[1]!r}", value[2])
            found[value[1]] = int(value[2])
    return GdlSettings(found.get("win", HIGHEST), found.get("white-win", HIGHEST), found.get("depth"))


def natural(text: str) -> list[tuple[int, int, str]]:
    """A key that sorts numbers in texts by their value.

    >>> sorted(["(cell 10 1)", "(cell 9 1)", "noop"], key=natural)
    ['(cell 9 1)', '(cell 10 1)', 'noop']
    """
    parts = _DIGITS.split(text)
    return [(0, int(part), part) if number % 2 else (1, 0, part) for number, part in enumerate(parts)]


def _strangers(program: GroundProgram, roles: Sequence[str]) -> Iterable[str]:
    """Notes on ``legal`` and ``goal`` of somebody who has no role."""
    for name in ("legal", "goal"):
        strangers = dict.fromkeys(program.terms.text(row[0]) for row in program.of(name, 2))
        for each in strangers:
            if each not in roles:
                yield f"{quote(each)} in {name!r} is no role: not used"


def _wrong_hints(rules: Sequence[GdlRule], source: Source, program: GroundProgram) -> Iterable[str]:
    """Notes on ``base`` and ``input`` that leave out a fluent or a move that may occur."""
    present = {rule.head.relation for rule in rules} & {"base", "input"}
    if not present:
        return
    try:
        hints = hinted(rules, source, _HINT_LIMITS)
    except UnsupportedError:
        return
    for name, arity, of in (("base", 1, "true"), ("input", 2, "does")):
        if name not in present:
            continue
        allowed = {tuple(map(hints.terms.text, row)) for row in hints.of(name, arity)}
        met = [tuple(map(program.terms.text, row)) for row in program.of(of, arity)]
        missing = next((row for row in met if row not in allowed), None)
        if missing is not None:
            yield f"{quote(' '.join(missing))} may occur and {name!r} leaves it out: {name!r} is not used"


class _Netted:
    """Makes the network of a ground program."""

    def __init__(
        self,
        program: GroundProgram,
        rules: Sequence[GdlRule],
        source: Source,
        roles: tuple[str, str],
        limits: GroundingLimits,
    ) -> None:
        self.program, self.rules, self.source, self.roles, self.limits = program, rules, source, roles, limits

    def net(self, cyclic: frozenset[int]) -> Net:
        program, text = self.program, self.program.terms.text
        after, legal = program.of("next", 1), program.of("legal", 2)
        fluents = {atom: after.get(row, 0) for row, atom in program.of("true", 1).items()}
        moves = {atom: legal.get(row, 0) for row, atom in program.of("does", 2).items()}
        rows = program.relations["true", 1].atoms
        start = frozenset(rows[row] for row in program.of("init", 1))
        ground_rules = list(program.rules)
        size = len(program.derived)
        known = constants(size, ground_rules, NetSteps(start, fluents, moves), cyclic)
        named = {atom: text(row[0]) for row, atom in program.of("true", 1).items() if atom not in known}
        names: tuple[dict[int, str], dict[int, str]] = ({}, {})
        for row, atom in program.of("does", 2).items():
            if known.get(atom) is not False:
                names[self.roles.index(text(row[0]))][atom] = text(row[1])
        for found, most, what in (
            (len(named), self.limits.fluents, "fluents"),
            (max(map(len, names)), self.limits.moves, "moves of a player"),
        ):
            if found > most:
                raise UnsupportedError(f"at most {most} {what}", found=str(found), source=self.source.name)
        terminal = next(iter(program.of("terminal", 0).values()), 0)
        scores = self.scores(known)
        asked = [fluents[atom] for atom in named] + [moves[atom] for each in names for atom in each]
        asked += [terminal, *(atom for each in scores for atom in each.values())]
        rules, refs = simplify(ground_rules, known, [atom for atom in asked if atom], [list(each) for each in names])
        refs[0] = -1
        order = sorted(named, key=lambda atom: natural(named[atom]))
        orders = [sorted(each, key=lambda atom, each=each: natural(each[atom])) for each in names]  # type: ignore[misc]
        number = {atom: place for place, atom in enumerate([*order, *orders[0], *orders[1]], 1)}
        for head, _ in rules:
            number.setdefault(head, len(number) + 1)

        def ref(atom: int) -> int:
            found = refs[atom]
            return number[found] if found > 0 else found

        return Net(
            fluents=tuple(named[atom] for atom in order),
            moves=(tuple(names[0][atom] for atom in orders[0]), tuple(names[1][atom] for atom in orders[1])),
            rules=tuple(
                NetRule(number[head], tuple(sorted(number[each] if each > 0 else -number[-each] for each in body)))
                for head, body in rules
            ),
            next=tuple(ref(fluents[atom]) for atom in order),
            legal=(tuple(ref(moves[atom]) for atom in orders[0]), tuple(ref(moves[atom]) for atom in orders[1])),
            terminal=ref(terminal),
            score=(
                tuple((value, ref(atom)) for value, atom in scores[0].items()),
                tuple((value, ref(atom)) for value, atom in scores[1].items()),
            ),
            init=sum(1 << place for place, atom in enumerate(order) if atom in start),
        )

    def scores(self, known: dict[int, bool]) -> tuple[dict[int, int], dict[int, int]]:
        """For each role the atoms of its possible scores, by value."""
        text = self.program.terms.text
        found: tuple[dict[int, int], dict[int, int]] = ({}, {})
        for (role, value), atom in self.program.of("goal", 2).items():
            score, name = text(value), text(role)
            if not _SCORE.fullmatch(score):
                at = next((rule.at for rule in self.rules if rule.head.relation == "goal"), 0)
                raise self.source.error_at(at, "a score from 0 to 100 in 'goal'", score)
            if name in self.roles and known.get(atom) is not False:
                found[self.roles.index(name)][int(score)] = atom
        return dict(sorted(found[0].items())), dict(sorted(found[1].items()))
