"""Encodings: their interface, their options, and the formulas that they return.

An encoding turns *game + depth* into a closed QBF that answers one query about the start position: whether Black wins
within that many moves, whether White keeps him from it, or (the Pairing family) whether she holds for ever. White's
questions are Black's questions on the game with the colours exchanged. What could be decided while encoding (a position
already won, no winning set left) is answered without a formula.

An encoding is a frozen dataclass whose fields are its options. ``faithful()`` is its twin with every option as in the
paper it comes from, so that comparisons with the literature stay honest.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, ClassVar, NamedTuple, Self

from zermelo.errors import InputError, UnsupportedError
from zermelo.files import Target
from zermelo.formula import QCNF, Circuit, and_of_ors, tseitin, write_qcir, write_qdimacs
from zermelo.model import ConnectionGame, Game, GridGame, NetGame, PositionalGame, Rule

Assignment = Mapping[int, bool]


class Asks(Enum):
    """The query that a formula answers."""

    BLACK_WINS = "Black wins within the depth"
    WHITE_HOLDS = "White holds for ever, by blocking after at most depth moves"
    WHITE_LASTS = "White keeps Black from winning within the depth"


class Meaning(NamedTuple):
    """The meaning of a variable of a formula; the printed name derives from it.

    Parameters
    ----------
    word
        The kind of the variable, such as ``move`` or ``black``.
    number
        The time of the move, or the number of the winning set; None where there is neither.
    part
        The number of the cell among those of the formula, or the place of the bit; None where there is neither.
    label
        The part as it is printed, with what separates it from the number.

    >>> Meaning("black", 3, 7, ".b2").name, Meaning("race").name
    ('black3.b2', 'race')
    """

    word: str
    number: int | None = None
    part: int | None = None
    label: str = ""

    @property
    def name(self) -> str:
        """The printed name."""
        return f"{self.word}{'' if self.number is None else self.number}{self.label}"


Meanings = dict[int, Meaning]
"""The meanings of variables."""


def meanings(word: str, number: int | None, variables: Iterable[int], labels: Iterable[str] | None = None) -> Meanings:
    """The meanings of variables that differ in their part: the number of a cell, or the place of a bit.

    Parameters
    ----------
    word, number
        As in `Meaning`.
    variables
        The variables, in the order of their parts 0, 1, …
    labels
        The printed name of each part, as many as variables; by default the number of the part.

    >>> [each.name for each in meanings("move", 1, [5, 6]).values()]
    ['move1.0', 'move1.1']
    """
    if labels is None:
        return {variable: Meaning(word, number, place, f".{place}") for place, variable in enumerate(variables)}
    named = enumerate(zip(variables, labels, strict=True))
    return {variable: Meaning(word, number, part, f".{label}") for part, (variable, label) in named}


def numbered(word: str, variables: Iterable[int]) -> Meanings:
    """The meanings of variables that are numbered from 0.

    >>> [each.name for each in numbered("win", [5, 6]).values()]
    ['win0', 'win1']
    """
    return {variable: Meaning(word, number) for number, variable in enumerate(variables)}


def no_first_move(values: Assignment) -> None:
    """The way back of a formula whose outermost block holds no move."""


@dataclass(frozen=True)
class Encoded:
    """A formula with the way back to the game.

    Parameters
    ----------
    encoding, depth
        The label of the encoding, and the depth asked.
    formula
        Clauses or a circuit; None when ``answer`` is known already.
    answer, why
        The truth value found while encoding, and how; None when a solver is needed.
    first_move
        Reads the move of the player who opens off the values of the outermost block (variables of ``formula``); None
        where they name no legal move.
    notes
        Simplifications made before encoding, in words for people.
    meanings
        Builds the meaning of each variable.
    asks
        The query.
    exact
        True if a false formula proves the contrary of the query. Only of `Asks.WHITE_HOLDS` it may not.
    """

    encoding: str
    depth: int
    formula: QCNF | Circuit | None
    answer: bool | None = None
    why: str = ""
    first_move: Callable[[Assignment], Any] = no_first_move
    notes: tuple[str, ...] = ()
    meanings: Callable[[], Meanings] = field(default=dict)
    asks: Asks = Asks.BLACK_WINS
    exact: bool = True

    def black_wins(self, truth: bool) -> bool | None:
        """Translate a truth value of the formula into a win of Black within the depth.

        None where it says nothing. Of `Asks.WHITE_HOLDS` a true formula says that Black does not win at any depth, of
        `Asks.WHITE_LASTS` within it.

        >>> held = Encoded("pairing", 4, None, asks=Asks.WHITE_HOLDS, exact=False)
        >>> held.black_wins(True), held.black_wins(False)
        (False, None)
        """
        if self.asks is Asks.BLACK_WINS:
            return truth
        return False if truth else (True if self.exact else None)

    def names(self) -> dict[int, str]:
        """The printed name of each variable."""
        return {variable: meaning.name for variable, meaning in self.meanings().items()}

    def write(self, path: Target) -> None:
        """Write the formula as QDIMACS, or as QCIR where the name ends in ``.qcir``.

        A further ``.gz`` compresses.

        >>> import sys, zermelo
        >>> zermelo.encode("hex:1x1", 0).write(sys.stdout)
        p cnf 0 1
        0
        """
        if ".qcir" in str(path):
            write_qcir(self.circuit()[0], path)
        else:
            write_qdimacs(self.clauses()[0], path)

    def circuit(self) -> tuple[Circuit, dict[int, int]]:
        """The formula as a circuit, and for each variable its number there; clauses become an AND of ORs."""
        if isinstance(self.formula, Circuit):
            return self.formula, {variable: variable for variable in self.formula.prefix}
        return and_of_ors(self.clauses()[0])

    def clauses(self) -> tuple[QCNF, dict[int, int]]:
        """The formula as clauses, and for each variable that may be read back its number in them.

        What was answered while encoding becomes the empty matrix (true) or the empty clause (false).
        """
        if isinstance(self.formula, Circuit):
            return tseitin(self.formula)
        if self.formula is not None:
            return self.formula, {variable: variable for variable in self.formula.prefix.variables}
        qcnf = QCNF()
        if not self.answer:
            qcnf.add()
        return qcnf, {}


@dataclass(frozen=True)
class Takes:
    """The games that an encoding accepts; `Encoding.lacks` checks it, the table of encodings shows it.

    Parameters
    ----------
    grid, positional, connection, net
        The kinds of games; the last are ground games.
    maker_maker, maker_breaker
        True if White may have winning sets of her own, and if she may have none (of positional games).
    any_end
        True if of who cannot move, and of a full board, grid games may say something else than that he loses.
    any_turns
        True if players may place several stones in a row, as in GTTT(p,q); otherwise they alternate.
    """

    grid: bool = False
    any_end: bool = False
    positional: bool = False
    connection: bool = False
    net: bool = False
    maker_maker: bool = False
    maker_breaker: bool = True
    any_turns: bool = False

    @property
    def kinds(self) -> str:
        """The kinds in words."""
        kinds = {
            "grid games (BDDL)": self.grid,
            "positional games": self.positional,
            "connection games": self.connection,
            "ground games": self.net,
        }
        return " and ".join(kind for kind, taken in kinds.items() if taken)

    def lacks(self, game: Game) -> str | None:
        """The reason why a game is not accepted, in a few words; None when it is."""
        kinds = {
            GridGame: self.grid,
            PositionalGame: self.positional,
            ConnectionGame: self.connection,
            NetGame: self.net,
        }
        if not any(taken and isinstance(game, kind) for kind, taken in kinds.items()):
            return f"takes {self.kinds} only"
        if isinstance(game, GridGame) and not game.rules.plain and not self.any_end:
            which = "a full board (#full draw)" if game.full_draw else f"who cannot move (#stuck {game.stuck.value})"
            return f"takes no rule of its own about {which}: 'ground' and 'neg' do"
        if isinstance(game, PositionalGame) and game.rule is Rule.MAKER_MAKER and not self.maker_maker:
            return "takes maker-breaker games only; here White has winning sets, too"
        if isinstance(game, PositionalGame) and game.rule is Rule.MAKER_BREAKER and not self.maker_breaker:
            return "takes maker-maker games only; in maker-breaker games 'pairing' says the same"
        if isinstance(game, PositionalGame | ConnectionGame) and not self.any_turns and not alternates(game):
            return "takes alternating turns only, one stone each"
        return None


def alternates(game: PositionalGame | ConnectionGame) -> bool:
    """Tell whether the players place one stone each in turn as long as there are open cells."""
    left = (game.board.full & ~(game.start.black | game.start.white)).bit_count()
    times = range(game.start.ply, game.start.ply + left - 1)
    return all(game.player_at(time) is not game.player_at(time + 1) for time in times)


def option(default: Any, about: str, choices: Sequence[str] = ()) -> Any:
    """A field of an encoding that is an option.

    Parameters
    ----------
    default
        True or False, a number, or a word.
    about
        One line of help.
    choices
        The words that it takes, where it is a word.
    """
    return field(default=default, metadata={"about": about, "choices": tuple(choices)})


@dataclass(frozen=True)
class Encoding(ABC):
    """An encoding: its name, the games that it takes, its query, its options, and its formula.

    Parameters
    ----------
    symmetry
        True to keep only one of the first moves that symmetries of the game map to each other.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    source: ClassVar[str]
    takes: ClassVar[Takes]
    needs: ClassVar[str] = ""
    """Further conditions on a game, in a few words."""
    asks: ClassVar[Asks] = Asks.BLACK_WINS
    paper: ClassVar[Mapping[str, Any]] = {"symmetry": False}
    """The options as the paper has them, where the default differs."""

    symmetry: bool = option(True, "of the first moves that symmetries exchange, keep one")

    @property
    def label(self) -> str:
        """The name with the options that are not as by default.

        >>> from zermelo.encodings import encoding
        >>> encoding("cor").label, encoding("et").faithful().label
        ('cor', 'et:symmetry=no')
        """
        changed = [
            (each.name, getattr(self, each.name)) for each in fields(self) if getattr(self, each.name) != each.default
        ]
        return self.name + "".join(
            f"{':' if not i else ','}{key}={shown(value)}" for i, (key, value) in enumerate(changed)
        )

    @classmethod
    def options(cls) -> dict[str, str]:
        """The effect of each option, by its name."""
        return {each.name: each.metadata["about"] for each in fields(cls)}

    @classmethod
    def choices(cls, name: str) -> tuple[str, ...]:
        """The words that an option takes; none where its values are no words."""
        return next(each.metadata["choices"] for each in fields(cls) if each.name == name)

    def faithful(self) -> Self:
        """The twin as the paper has it."""
        return replace(self, **self.paper)

    def with_options(self, text: str) -> Self:
        """The same with other options: ``faithful``, or ``option=value`` parts, separated by commas.

        Raises UnsupportedError for an option that the encoding has not, for one given twice, and for a value that the
        option does not take.

        >>> from zermelo.encodings import encoding
        >>> encoding("bddl").with_options("faithful,symmetry=yes").label
        'bddl:origin=1,carry=yes,reach=no'
        """
        chosen, seen = self, set[str]()
        for part in text.split(","):
            name, given, value = part.strip().partition("=")
            if name in seen:
                raise UnsupportedError("every option once", found=f"{name!r} twice")
            seen.add(name)
            if not given and name == "faithful":
                chosen = chosen.faithful()
            else:
                chosen = replace(chosen, **{name: self._value(name, value.strip())})
        return chosen

    def _value(self, name: str, text: str) -> Any:
        if name not in self.options():
            names = ", ".join([*self.options(), "faithful"])
            raise UnsupportedError(f"an option of {self.name!r} out of {names}", found=repr(name))
        if isinstance(getattr(self, name), bool):
            if text not in ("yes", "no"):
                raise UnsupportedError(f"{name}=yes or {name}=no", found=repr(f"{name}={text}" if text else name))
            return text == "yes"
        choices = self.choices(name)
        if choices:
            if text not in choices:
                wanted = " or ".join(f"{name}={choice}" for choice in choices)
                raise UnsupportedError(wanted, found=repr(f"{name}={text}" if text else name))
            return text
        if not text.isdecimal():
            raise UnsupportedError(f"a number for {name}", found=repr(text))
        return int(text)

    def lacks(self, game: Game) -> str | None:
        """The reason why this encoding cannot take a game, in a few words; None when it can."""
        return self.takes.lacks(game)

    @abstractmethod
    def encode(self, game: Game, depth: int) -> Encoded:
        """The formula for the query.

        Parameters
        ----------
        game
            A game that :meth:`lacks` nothing.
        depth
            The number of moves, 0 or more.

        Raises UnsupportedError when the encoding lacks something for the game or has to list too much, InputError when
        the depth is negative.
        """


def shown(value: Any) -> str:
    """The value of an option as it is written: yes, no, a number, a word."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def require(encoding: Encoding, game: Game, depth: int) -> None:
    """Make sure that an encoding takes a question.

    Parameters
    ----------
    encoding, game
        The encoding, and the game for it.
    depth
        The number of moves.

    Raises UnsupportedError when the encoding lacks something for this game, and InputError when depth < 0.
    """
    lacks = encoding.lacks(game)
    if lacks is not None:
        raise UnsupportedError(f"encoding {encoding.name!r} {lacks}")
    if depth < 0:
        raise InputError("a depth of 0 or more", found=str(depth))
