"""BDDL, the board-game domain definition language: domain and problem files to grid games.

A game is a domain (the actions of both players) and a problem (the board, the stones, the goals, the depth). The
published benchmarks keep many problems beside one ``domain.ig``; a game may also be in one file. So the reader collects
sections from all files and makes a game of them: a section may occur once, and missing ones are errors.

Our extensions, which the language of the paper does not have: ``#stuck loses|draws|wins`` tells what becomes of a
player who cannot move, ``#full draw`` that a full board on which nobody has reached a goal is a draw, ``#misere`` that
who reaches his goal loses. Preconditions may have ``OR(…)`` and ``NOT(OR(…))``; actions a distance ``?d``, and
``BETWEEN(…)`` for all smaller ones (:mod:`~zermelo.language.bddl_schemes`); cells may be ``blocked``. Most games with
them are grid games; misère play, choices and blocked cells make ground games of them
(:mod:`~zermelo.language.bddl_net`).

Three rules that the syntax leaves open:

*Who opens.* ``#blackturn second`` marks games that White opens. Their published depths count one idle step before
White's first move; a depth of ours is the number of moves made from the opening, so it is one less, and a note on the
game says so.

*What the board bounds.* Positions of stones and fixed coordinates of conditions must lie on the board. Coordinates
relative to ``?x`` and ``?y`` may not fit: then the condition holds nowhere (implicit bounds, definition 3.4).

*Snippets.* :func:`read_domain` takes a fragment, such as Black's actions alone; a whole game needs both players'
section keys, be the sections empty.

Source: concise-grid-games, section 3 and appendix B. The syntax is in :mod:`~zermelo.language.bddl_syntax`, writing
in :mod:`~zermelo.language.bddl_writer`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.errors import InputError, SanityError, UnsupportedError
from zermelo.language.bddl_net import ContraryEffectsError, GroundBDDL
from zermelo.language.bddl_schemes import Scheme, schemes
from zermelo.language.bddl_sections import BddlSection, BddlSections, Part, PlacedAction
from zermelo.language.bddl_writer import MOST_CELLS, write_domain, write_grid_game, write_problem
from zermelo.language.source import read_text
from zermelo.model.board import cells_of, mask_of
from zermelo.model.conditions import Action, Colour, Condition
from zermelo.model.game import Player, Position
from zermelo.model.grid import GridGame
from zermelo.model.ground import Stuck
from zermelo.model.net_game import NetGame

_TELLING = re.compile(
    r"^\ufeff?\s*#(?:boardsize|(?:black|white)(?:action|goal)s?)(?![^\s:%(])", re.IGNORECASE | re.MULTILINE
)
_ACTIONS = ("#blackactions", "#whiteactions")
_GOALS = ("#blackgoals", "#whitegoals")


class Domain(NamedTuple):
    """The actions of both players."""

    black_actions: tuple[Action, ...] = ()
    white_actions: tuple[Action, ...] = ()


class Problem(NamedTuple):
    """The board, the stones, the goals, who opens, the depth in moves from the opening (None: not given), the
    ends, and the mask of the blocked cells.
    """

    columns: int
    rows: int
    start: Position = Position()
    depth: int | None = None
    black_goals: tuple[Condition, ...] = ()
    white_goals: tuple[Condition, ...] = ()
    opener: Player = Player.BLACK
    notes: tuple[str, ...] = ()
    stuck: Stuck = Stuck.LOSES
    full_draw: bool = False
    misere: bool = False
    blocked: int = 0


def is_bddl(text: str) -> bool:
    """True if a text has a section that only BDDL has; the suffix of a file does not tell (some are ``.pg``).

    >>> is_bddl("% tic\\n#BoardSize 3 3"), is_bddl("#version 20.13\\n#positions a b")
    (True, False)
    """
    return _TELLING.search(text) is not None


def read_domain(text: str, source: str | None = None) -> Domain:
    """The actions in a text, a whole domain or a fragment of one.

    Parameters
    ----------
    text
        A domain file, a whole game, or a snippet: a player without a section has no actions. Other sections in the
        text are parsed, and left out of the answer.
    source
        The name that errors give the text.

    Raises ``InputError`` with line and column; also for a problem file, which has no actions.

    >>> domain = read_domain('''#blackactions
    ... :action vertical
    ... :parameters (?x, ?y)
    ... :precondition (open(?x,?y) open(?x,?y+1))
    ... :effect (black(?x,?y) black(?x,?y+1))''')
    >>> [action.name for action in domain.black_actions], domain.white_actions
    (['vertical'], ())
    """
    sections = _parsed(text, source)
    if "#boardsize" in sections and not any(key in sections for key in _ACTIONS):
        advice = "this is a problem file, without actions; read its domain file"
        raise sections.missing("#blackactions and #whiteactions", advice)
    return _domain(sections)


def read_problem(text: str, source: str | None = None) -> Problem:
    """The board, stones, goals and depth in a text; actions in the same text are parsed, and left out of the answer.

    Raises ``InputError`` with line and column; also for a text without ``#boardsize``.

    >>> read_problem("#boardsize 5 4 #init (black(1,3)white(2,4)) #depth 5 #blackgoal False")[:4]
    (5, 4, Position(black=1024, white=65536, ply=0), 5)
    """
    return _problem(_parsed(text, source))


def parse_grid_game(
    text: str,
    domain: str | None = None,
    *,
    source: str | None = None,
    domain_source: str | None = None,
    name: str | None = None,
) -> GridGame:
    """The game of one text, or of two texts with the sections of domain and problem in any order.

    Parameters
    ----------
    text, source
        The problem, or the whole game, and the name that errors give it.
    domain, domain_source
        The domain, when it is another text.
    name
        The name of the game; ``source`` when None.

    Raises ``InputError`` with the place, and its kin :class:`~zermelo.errors.SanityError` for a game that breaks the
    sanity conditions (definition 3.9).

    >>> game = parse_grid_game('''
    ... #blackactions
    ... :action occupy :parameters (?x,?y) :precondition open(?x,?y) :effect black(?x,?y)
    ... #whiteactions
    ... #boardsize 3 1
    ... #blackgoals
    ... black(?x,?y) black(?x+2,?y)''', name="corners")
    >>> [game.move_name(move) for move in game.legal(game.start)]
    ['occupy(1,1)', 'occupy(2,1)', 'occupy(3,1)']
    """
    sections = _parsed(text, source)
    if domain is not None:
        sections = _merged(sections, _parsed(domain, domain_source))
    return _grid(_game(sections, name or source or "grid game"))


def read_grid_game(problem_path: str | os.PathLike[str], domain_path: str | os.PathLike[str] | None = None) -> GridGame:
    """The game of a problem file and its domain.

    Parameters
    ----------
    problem_path
        A file that holds the problem, or problem and domain. Without the extension it is the name of the game.
    domain_path
        The domain file; when None, and the problem file has no actions, ``domain.ig``, ``domain.bddl`` or another
        ``domain.*`` in the same folder.

    Raises as :func:`parse_grid_game`, and what :func:`~zermelo.language.source.read_text` raises for the files.
    """
    source = os.fspath(problem_path)
    return _grid(read_grid_text(read_text(source), source, domain_path, name=Path(source).stem))


def read_grid_text(
    text: str, source: str, domain_path: str | os.PathLike[str] | None = None, *, name: str, limit_mb: float = 64
) -> GridGame | NetGame:
    """As :func:`read_grid_game`, of the text of the problem file ``source``, which is not read again.

    With extensions it may be no grid game, but a ground game: see :mod:`~zermelo.language.bddl_net`.
    """
    sections = _parsed(text, source)
    found = _domain_of(sections, source, domain_path)
    if found is None:
        return _game(sections, name)
    sections = _merged(sections, _parsed(read_text(found, limit_mb), os.fspath(found)))
    if domain_path is not None:
        return _game(sections, name)
    return _game(sections, name, (f"the actions are those of {found.name}, found beside {Path(source).name}",))


def domain_file(text: str, source: str, domain_path: str | os.PathLike[str] | None = None) -> Path | None:
    """The domain file that a problem is read with, given or found beside it; None when it needs none.

    Parameters
    ----------
    text
        The text of the problem.
    source
        The path of the problem: a domain is looked for beside it.
    domain_path
        The domain file that was given; None: look for one.

    Raises ``InputError`` for a text that is no BDDL, and where there is not just one file that may be the domain.
    """
    return _domain_of(_parsed(text, source), source, domain_path)


def _grid(game: GridGame | NetGame) -> GridGame:
    if isinstance(game, GridGame):
        return game
    found = "misère play, blocked cells or OR, which make it a ground game"
    raise UnsupportedError("a grid game", found=found, source=game.name)


def _parsed(text: str, source: str | None) -> BddlSections:
    """The sections of a text; imports the parser library on first use."""
    from zermelo.language.bddl_syntax import parse

    return parse(text, source)


def _domain_of(sections: BddlSections, source: str, domain_path: str | os.PathLike[str] | None) -> Path | None:
    if domain_path is not None:
        return Path(domain_path)
    lacking = "#boardsize" in sections and not any(key in sections for key in _ACTIONS)
    return _domain_beside(Path(source), sections) if lacking and Path(source).is_file() else None


def _domain_beside(problem: Path, sections: BddlSections) -> Path:
    preferred = [problem.suffix, ".ig", ".bddl"]
    try:
        names = [path for path in problem.parent.glob("domain.*") if path.name != problem.name and path.is_file()]
    except OSError:
        names = []
    known = sorted((path for path in names if path.suffix in preferred), key=lambda path: preferred.index(path.suffix))
    if known:
        return known[0]
    if len(names) != 1:
        found = "no file domain.*" if not names else f"{len(names)} files domain.*"
        advice = "name a domain file, put domain.ig beside the problem, or put the actions into it"
        raise sections.missing(f"#blackactions and #whiteactions ({found} beside the problem)", advice)
    return names[0]


def _merged(problem: BddlSections, domain: BddlSections) -> BddlSections:
    both = BddlSections(problem.source)
    both.update(problem)
    for key, section in domain.items():
        if key in both:
            from zermelo.language.bddl_syntax import spelled

            where = both.source.name or "the problem"
            line = both.source.place(both[key].at)[0]
            expected = f"each section once ({key} stands already in {where}:{line})"
            raise section.source.error_at(section.at, expected, spelled(section.source.text, section.at))
        both[key] = section
    return both


def _domain(sections: BddlSections) -> Domain:
    return Domain(
        *(tuple(_plain_action(sections[key], placed) for placed in _placed(sections, key)) for key in _ACTIONS)
    )


def _plain_action(section: BddlSection, placed: PlacedAction) -> Action:
    if placed.plain is None:
        expected = "an action of the plain language in a domain by itself (read it with its problem)"
        raise section.source.error_at(placed.at, expected, f"{placed.name}, with an extension")
    return placed.plain


def _placed(sections: BddlSections, key: str) -> list[PlacedAction]:
    found: list[PlacedAction] = sections[key].value if key in sections else []
    return found


def _problem(sections: BddlSections) -> Problem:
    if "#boardsize" not in sections:
        lone = any(key in sections for key in _ACTIONS)
        advice = "this is a domain file; give the problem file" if lone else "a problem says the size of its board"
        raise sections.missing("#boardsize", advice)
    columns, rows = _size(sections["#boardsize"])
    goals = []
    for key in _GOALS:
        placed: list[list[Part]] = sections[key].value if key in sections else []
        for goal in placed:
            _check_fixed(sections[key], goal, columns, rows)
        goals.append(tuple(tuple(part.sub for part in goal) for goal in placed))
    for key in _ACTIONS:
        for action in _placed(sections, key):
            _check_fixed(sections[key], action.parts, columns, rows)
    stones = _start(sections["#init"], columns, rows) if "#init" in sections else {}
    masks = {each: mask_of(cell for cell, colour in stones.items() if colour is each) for each in Colour}
    start = Position(masks[Colour.BLACK], masks[Colour.WHITE])
    second = "#blackturn" in sections and sections["#blackturn"].value == "second"
    depth, notes = _depth(sections["#depth"], second) if "#depth" in sections else (None, ())
    opener = Player.WHITE if second else Player.BLACK
    misere = "#misere" in sections
    stuck = Stuck.WINS if misere else Stuck.LOSES
    return Problem(
        columns,
        rows,
        start,
        depth,
        goals[0],
        goals[1],
        opener,
        notes,
        Stuck(sections["#stuck"].value) if "#stuck" in sections else stuck,
        "#full" in sections,
        misere,
        masks[Colour.BLOCKED],
    )


def _size(section: BddlSection) -> tuple[int, int]:
    columns, rows = section.value
    if columns < 1 or rows < 1:
        raise section.source.error_at(section.value_at, "a board of at least 1 1", f"{columns} {rows}")
    if columns * rows > MOST_CELLS:
        expected = f"a board of at most {MOST_CELLS} cells"
        raise section.source.error_at(section.value_at, expected, f"{columns} {rows}")
    return columns, rows


def _check_fixed(section: BddlSection, parts: Iterable[Part], columns: int, rows: int) -> None:
    """Raise InputError unless coordinates that do not depend on ?x and ?y lie on the board."""
    for part in parts:
        axes = (("x", part.sub.x, part.x_at, columns), ("y", part.sub.y, part.y_at, rows))
        for axis, expression, at, size in axes:
            if expression.base != "parameter" and not 1 <= expression.value(1, size) <= size:
                expected = f"1 to {size} for {axis} on a board of {columns}x{rows} (columns x rows)"
                raise section.source.error_at(at, expected, expression.text(axis))


def _start(section: BddlSection, columns: int, rows: int) -> dict[int, Colour]:
    """The colour of each cell that the section names."""
    parts: list[Part] = section.value
    _check_fixed(section, parts, columns, rows)
    stones: dict[int, Colour] = {}
    for part in parts:
        cell = (part.sub.y.offset - 1) * columns + part.sub.x.offset - 1
        if cell in stones:
            raise section.source.error_at(part.at, "each cell at most once in #init", str(part.sub))
        stones[cell] = part.sub.colour
    return stones


def _depth(section: BddlSection, second: bool) -> tuple[int, tuple[str, ...]]:
    depth: int = section.value
    least = 1 if second else 0
    if depth < least:
        why = " (#blackturn second: one idle step comes first)" if second else ""
        raise section.source.error_at(section.value_at, f"a depth of at least {least}{why}", str(depth))
    if not second:
        return depth, ()
    note = (
        f"White opens (#blackturn second): the file's depth {depth} counts one idle step before the first move, "
        f"so the depth in moves is {depth - 1}"
    )
    return depth - 1, (note,)


def _game(sections: BddlSections, name: str, notes: tuple[str, ...] = ()) -> GridGame | NetGame:
    problem = _problem(sections)
    missing = [key for key in _ACTIONS if key not in sections]
    if missing:
        advice = "give the domain file too" if len(missing) == 2 else "a player without actions needs the key, too"
        raise sections.missing(" and ".join(missing), advice)
    found = {key: schemes(sections[key], problem.columns, problem.rows) for key in _ACTIONS}
    if _needs_net(problem, found):
        return _net_game(sections, problem, found, name, notes)
    actions = {f"{key[1:6]}_actions": tuple(each.plain for each in found[key]) for key in _ACTIONS}
    facts = {**problem._asdict(), **actions, "name": name, "notes": problem.notes + notes}
    del facts["misere"], facts["blocked"]
    try:
        return GridGame(**facts)
    except InputError as error:
        raise _located(error, sections, found, facts) from None


def _needs_net(problem: Problem, found: Mapping[str, list[Scheme]]) -> bool:
    """Tell whether a game is no grid game: by misère play, blocked cells, or choices."""
    every = [scheme for side in found.values() for scheme in side]
    parts = [part for scheme in every for part in (*scheme.needs, *scheme.effect)]
    parts += [part for goal in problem.black_goals + problem.white_goals for part in goal]
    blocked = problem.blocked or any(part.colour is Colour.BLOCKED for part in parts)
    return bool(problem.misere or blocked or any(scheme.choices for scheme in every))


def _net_game(
    sections: BddlSections,
    problem: Problem,
    found: Mapping[str, list[Scheme]],
    name: str,
    notes: tuple[str, ...],
) -> NetGame:
    stones = dict.fromkeys(cells_of(problem.start.black), Colour.BLACK)
    stones |= dict.fromkeys(cells_of(problem.start.white), Colour.WHITE)
    stones |= dict.fromkeys(cells_of(problem.blocked), Colour.BLOCKED)
    rules = GroundBDDL(
        problem.columns,
        problem.rows,
        dict(zip(Player, found.values(), strict=True)),
        {Player.BLACK: problem.black_goals, Player.WHITE: problem.white_goals},
        stones,
        problem.opener,
        problem.stuck,
        problem.full_draw,
        problem.misere,
    )
    try:
        return rules.game(name, problem.depth, problem.notes + notes)
    except ContraryEffectsError as error:
        section = sections[_ACTIONS[error.player is Player.WHITE]]
        raise _told(InputError(error.expected, advice=error.advice), name, section, error.scheme.placed.at) from None
    except InputError as error:
        section = sections.get("#init", sections["#boardsize"])
        raise _told(error, name, section, section.at) from None


def _located(
    error: InputError, sections: BddlSections, found: Mapping[str, list[Scheme]], facts: dict[str, Any]
) -> InputError:
    """An error of the model, with the place of the first action that alone provokes one, else that of #init.

    Of the sanity conditions it says itself which action breaks them.
    """
    if isinstance(error, SanityError) and error.move is not None:
        section = sections[_ACTIONS[error.move.player is Player.WHITE]]
        placed = found[_ACTIONS[error.move.player is Player.WHITE]][error.move.action].placed
        return _told(error, facts["name"], section, placed.at)
    alone = {**facts, "black_actions": (), "white_actions": (), "start": Position()}
    for key in _ACTIONS:
        for scheme in found[key]:
            try:
                GridGame(**{**alone, f"{key[1:6]}_actions": (scheme.plain,)})
            except SanityError:
                continue
            except InputError as own:
                return _told(own, facts["name"], sections[key], scheme.placed.at)
    section = sections.get("#init", sections["#boardsize"])
    return _told(error, facts["name"], section, section.at)


def _told(error: InputError, name: str, section: BddlSection, at: int) -> InputError:
    line, column = section.source.place(at)
    expected = error.expected.removeprefix(f"{name}: ")
    return type(error)(
        expected, found=error.found, source=section.source.name, line=line, column=column, advice=error.advice
    )


__all__ = [
    "Domain",
    "Problem",
    "domain_file",
    "is_bddl",
    "parse_grid_game",
    "read_domain",
    "read_grid_game",
    "read_grid_text",
    "read_problem",
    "write_domain",
    "write_grid_game",
    "write_problem",
]
