"""The C++ core: rules of grid, positional and connection games, their moves, counts of plays; circuits into clauses.

A set of cells is an int, bit ``i`` for cell ``i``. A position is a pair of such masks, ``black`` and ``white``, and a
``ply``, the number of moves made so far; cells in neither mask are open. Boards have 1 to ``MAX_CELLS`` cells.

Every function raises TypeError for an argument of a wrong type, and ValueError, with a message of one line, for a mask
with a cell outside the board, overlapping ``black`` and ``white``, a negative number, or a list of a wrong length.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

GroundCondition: TypeAlias = tuple[int, int, int, int, int, int]
"""must_black, must_white, must_open, not_black, not_white, not_open"""

ActionMasks: TypeAlias = tuple[int, int, int, int, int, int, int, int, int]
"""The condition's six masks, then set_black, set_white, set_open (disjoint); other cells keep their state."""

StuckName: TypeAlias = Literal["loses", "draws", "wins"]
"""Fate of a player who is to move and cannot."""

PartAction: TypeAlias = tuple[bool | tuple[int, int, int], ...]
"""True for White; for each cell, in increasing order, a mask of the colours it may have, and the one it gets or 0."""

CanonicalOptions: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""The options of Left, and of Right, by the numbers of other canonical forms."""

Keep: TypeAlias = tuple[bytes, bytes, bytes, float, int | None] | None
"""A checkpoint: its path, a fingerprint and the name of the game, seconds between two files, its most bytes or None."""

Tell: TypeAlias = Callable[[dict[str, Any]], None] | None
"""Called twice a second: nodes, seconds, used, room, memory, depth, move (-1: none), left, warning."""

MAX_CELLS: int
"""The largest board."""

def switches(
    search: Literal["positional", "connection", "tree", "gamesat"],
) -> list[tuple[str, bool, str] | tuple[str, int, str]]:
    """The switches of a search: name, default, and a sentence of help for each.

    Answers do not depend on switches. A search takes them as a dict; those that are not named have their defaults.
    ValueError is raised for a name that is not in the table.
    """

class Rules:
    """Rules of a game; build one of the three subclasses."""

    @property
    def cells(self) -> int:
        """Number of cells."""

class GridRules(Rules):
    """A grid game. Black moves at even plies.

    Play ends when a goal of the player who has just moved holds: that player has won. A player to move without a legal
    action loses, unless ``stuck`` says otherwise; with ``full_draw`` a full board ends the play without a winner. At
    ply 0 nobody has moved yet and no goal is looked at.
    """

    def __init__(
        self,
        cells: int,
        black_actions: Sequence[ActionMasks],
        white_actions: Sequence[ActionMasks],
        black_goals: Sequence[GroundCondition],
        white_goals: Sequence[GroundCondition],
        stuck: StuckName = "loses",
        full_draw: bool = False,
    ) -> None: ...

class NetFault(ValueError):
    """A state of a ground game in which its rules make no sense; the one argument is its mask."""

class NetRules(Rules):
    """A ground game by its Boolean network, see :mod:`zermelo.model.net`; a position has its state in ``black``.

    ``order`` has the rules by component: 1 if it depends on itself, else 0; the number of its rules; of each rule the
    head, the number of its literals, and these. ``legal`` and ``scores`` are by role, ``idle`` says of each move, those
    of the first role first, if it means waiting. ``black`` is the role of Black, ``win`` and ``white_win`` the scores
    from which Black, and White, have won. Questions raise NetFault where they meet such a state.
    """

    def __init__(
        self,
        fluents: int,
        order: Sequence[int],
        successors: Sequence[int],
        legal: Sequence[Sequence[int]],
        terminal: int,
        scores: Sequence[Sequence[tuple[int, int]]],
        idle: Sequence[bool],
        black: int,
        win: int,
        white_win: int,
    ) -> None: ...

class PositionalRules(Rules):
    """A positional game: a move puts a stone of the player whose turn it is on an open cell.

    Play ends when a winning set of either player is complete, when ``maker_breaker`` and White has a stone in each of
    Black's sets (White has won), or when the board is full. ``turns[ply]`` is
    True where Black places the stone; it needs an entry for every ply at which play can go on. ``first_moves``
    restricts the cells of ply 0.
    """

    def __init__(
        self,
        cells: int,
        black_sets: Sequence[int],
        white_sets: Sequence[int],
        turns: Sequence[bool],
        first_moves: int | None = None,
        maker_breaker: bool = False,
    ) -> None: ...

class ConnectionRules(Rules):
    """A connection game: Black wins when his stones join a source cell to a target cell, White when they cannot.

    A chain may go on from cell ``i`` to the cells in ``adjacency[i]``; one stone that is both source and target is a
    chain. When ``joined``, the borders touch and Black has won from the start. ``turns`` and ``first_moves`` as in
    PositionalRules.
    """

    def __init__(
        self,
        cells: int,
        adjacency: Sequence[int],
        source: int,
        target: int,
        turns: Sequence[bool],
        first_moves: int | None = None,
        joined: bool = False,
    ) -> None: ...

class ClauseRules(Rules):
    """Game-SAT: for each clause the masks of its variables without and with a sign, which are disjoint.

    Black is MAX; the masks of a position are the variables that are true and those that are false. Move 2v gives the
    variable v the value true, move 2v + 1 false.
    """

    def __init__(self, variables: int, positive: Sequence[int], negative: Sequence[int], black_opens: bool) -> None: ...

def status(rules: Rules, black: int, white: int, ply: int) -> Literal["running", "black", "white", "neither"]:
    """The player who has won; ``"neither"`` when play is over and no goal was reached."""

def legal_moves(rules: Rules, black: int, white: int, ply: int) -> list[int]:
    """Legal moves in increasing order: indices into the mover's ground actions, or cells. Empty when play is over."""

def apply(rules: Rules, black: int, white: int, ply: int, move: int) -> tuple[int, int]:
    """The position after a legal move; ValueError when it is not legal."""

def perft(
    rules: Rules, black: int, white: int, ply: int, depth: int, node_limit: int = 10_000_000
) -> tuple[list[int], list[int], bool]:
    """Count the plays from a position, and the positions they reach: ``(plays, positions, complete)``.

    For each ``k`` from 0 to ``depth``, ``plays[k]`` is the number of sequences of exactly ``k`` moves, where different
    ground actions are different moves, and ``positions[k]`` the number of distinct positions after them. Positions in
    which play is over are counted and not continued. When a level has more than ``node_limit`` positions, the count
    stops: both lists end with the level before, and ``complete`` is False. OverflowError when a number of plays exceeds
    128 bits. Runs without the interpreter lock; Ctrl-C interrupts it.
    """

def tseitin(
    nodes: int, gates: Mapping[int, tuple[str, tuple[int, ...]]], variables: Sequence[int], output: int
) -> tuple[int, bytes, bytes]:
    """Translate a circuit into clauses, as `zermelo.formula.tseitin` tells: ``(number of variables, matrix, last)``.

    ``gates`` is a dict in increasing order of nodes, each gate a kind ("and", "xor", "ite") and operands with smaller
    numbers; ``variables`` are the bound ones, numbered 1, 2, … in the clauses. No variable that is not bound may be
    needed. The matrix is flat, literals of 32 bits in the order of the machine, a zero after every clause. ``last`` has
    for each variable of a gate the greatest bound variable that it depends on, also as 32 bits; 0 for none.
    """

def gamesat_decide(
    variables: int,
    clauses: list[tuple[int, ...]],
    max_first: bool,
    line: bool,
    switches: dict[str, bool],
    seconds: float,
    table_bytes: int,
    nodes: int,
) -> tuple[Literal["", "time", "nodes", "memory"], bool, list[int], int]:
    """Search for a win of MAX in a Game-SAT formula: ``(why it is open, answer, line of play, positions)``.

    At most 1024 variables and clauses. The line is empty unless it is asked for; the winner's moves in it keep the win.
    ``seconds`` may be infinite. Runs without the interpreter lock; Ctrl-C interrupts it.
    """

class CheckpointError(ValueError):
    """A checkpoint that is none, is damaged, or is another game's; one line for people."""

def checkpoint_header(path: bytes) -> tuple[bytes, bytes, int, float, int, int]:
    """Engine, title, nodes, seconds, sessions, positions of a checkpoint."""

class ConnectionSearch:
    """A search of a connection game that keeps its table from one question to the next; one call at a time.

    Nobody has won in the position. Black joins ``source`` and ``target``; ``dual`` are White's borders on a Hex board;
    ``symmetries`` permutations that keep the graph and the pair of borders. ``turns[i]`` tells whether Black places the
    i-th stone from here, the first of them on a cell of ``first``. ``switches`` turn parts of the search on and off
    by their names.
    """

    def __init__(
        self,
        cells: int,
        neighbours: Sequence[int],
        source: int,
        target: int,
        dual: tuple[int | None, int | None] | None,
        symmetries: Sequence[Sequence[int]],
        black: int,
        white: int,
        turns: Sequence[bool],
        first: int | None,
        table_bytes: int,
        switches: Mapping[str, int],
    ) -> None: ...
    def decide(
        self,
        stones: int | None,
        each: int | None,
        seconds: float,
        nodes: int,
        keep: Keep,
        tell: Tell,
        threads: int = 1,
        patience: int = 0,
    ) -> tuple[bool | None, Literal["", "time", "nodes"], int, list[bool | None], int, int, str]:
        """Decide whether Black wins, with at most so many stones of his; or after each of these first cells.

        The answer, why it is open, a winning first move of Black (-1: none), the answer for each first cell, positions,
        bytes, and why the checkpoint was not written, or "".
        """

    def prove(
        self, black: bool, stones: int | None, memory_bytes: int, seconds: float, nodes: int, tell: Tell
    ) -> tuple[Literal["", "time", "memory", "nodes"], bool, int, bool, Deductions, int]:
        """That Black wins so, or that White keeps him from it: why it is open, whether it is so, how many stones the
        player places at most until that is certain, whether symmetries are used, the derivation, positions looked at.
        The proof and the tables take so many bytes at most.
        """

class Deductions:
    """The lines of a derivation, for `zermelo.strategy.check.derivation`: a sequence of rules and their numbers."""

    def __init__(self) -> None: ...
    def add(self, rule: str, numbers: Sequence[int]) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> tuple[str, tuple[int, ...]]: ...

def check_derivation(
    cells: int,
    neighbours: Sequence[int],
    sets: Sequence[int],
    own: tuple[int, int] | None,
    others: tuple[int, int] | None,
    symmetries: Sequence[Sequence[int]],
    own_turns: Sequence[bool],
    first: int | None,
    lines: Deductions,
    seconds: float,
) -> tuple[bool, str, int, int, int, bool, bool, int, int, int, int, int]:
    """Check a derivation: whether time ran out, what is wrong or "" and with which line, and of the last fact its
    stones, carrier, whether it is about borders or sets, whether it holds at the start, and stones of both players;
    lines that lead to it, lines that these name, and arguments among them.

    ``sets`` are what the player completes, ``own`` and ``others`` his borders and those of the other one,
    ``own_turns[i]`` tells whether he places the i-th stone from the start, the first of all on a cell of ``first``.
    """

def check_race_derivation(
    cells: int,
    sets: Sequence[int],
    others: Sequence[int],
    symmetries: Sequence[Sequence[int]],
    theirs: int,
    moves: bool,
    first: int | None,
    lines: Deductions,
    seconds: float,
) -> tuple[bool, str, int, int, int, bool, bool, int, int, int, int]:
    """Check a derivation in a maker-maker game: whether time ran out, what is wrong or "" and with which line; of the
    last fact its stones, carrier, whether it holds for who moves at the start (``moves``: the player; ``first``: the
    cells for the first stone, where it may not be on any), whether the
    other one (``theirs``: her stones) is further there than it says, and his stones; lines that lead to it, those
    that these name, and sets among them.
    """

class PlayoutTree:
    """Monte-Carlo tree search of one game. For :mod:`zermelo.play.native_opponent`."""

    @staticmethod
    def of_rules(rules: Rules) -> PlayoutTree:
        """A grid game, a ground game or a formula."""

    @staticmethod
    def of_sets(
        cells: int,
        black_sets: Sequence[int],
        white_sets: Sequence[int],
        turns: Sequence[bool],
        first_moves: int | None,
        maker_breaker: bool,
        full: str,
    ) -> PlayoutTree:
        """A positional game; ``full`` is how a full board without a complete set ends: black, white, neither."""

    @staticmethod
    def of_graph(
        cells: int,
        adjacency: Sequence[int],
        source: int,
        target: int,
        dual: Sequence[int] | None,
        turns: Sequence[bool],
        first_moves: int | None,
    ) -> PlayoutTree:
        """A connection game; ``dual`` has White's borders, where joining them is the same as keeping Black's apart."""

    def find(
        self, black: int, white: int, ply: int, playouts: int, seconds: float, seed: int, thorough: bool
    ) -> tuple[list[tuple[int, int, float, str, int]], int]:
        """The moves worth a try in a position that is not over, and the playouts made.

        Of each move: its number, the playouts through it, their mean for the player to move (1: won), how the play ends
        then if that is proven (black, white, neither; else empty), and after how many moves after this one.
        """

class Search:
    """Searches of one game, with a table that they share. For :mod:`zermelo.search.budget`.

    The positions asked about must not be over. ``permutations`` are symmetries of the rules, each the images of the
    cells; ``switches`` turn parts of the searches on and off by their names; ``table_bytes`` limits the table.
    """

    @staticmethod
    def of_grid(
        cells: int,
        black_actions: Sequence[ActionMasks],
        white_actions: Sequence[ActionMasks],
        black_goals: Sequence[GroundCondition],
        white_goals: Sequence[GroundCondition],
        permutations: Sequence[Sequence[int]],
        switches: Mapping[str, int],
        table_bytes: int,
        keep: Keep,
        stuck: StuckName = "loses",
        full_draw: bool = False,
    ) -> Search:
        """A grid game, compiled to shapes. The first five arguments are those of GridRules, whose plies count here too.

        Goals must become true by moves of their owner only.
        """

    @staticmethod
    def of_rules(
        rules: Rules,
        offset: int,
        permutations: Sequence[Sequence[int]],
        switches: Mapping[str, int],
        table_bytes: int,
        keep: Keep = None,
    ) -> Search:
        """Any game, by its rules, with the same condition on goals; of a ground game its table may be kept in a file.

        In games of placing stones the ply of a position is the number of its stones plus ``offset``; ValueError for a
        position that has another.
        """

    def save(self) -> str:
        """Write the checkpoint; why that was not possible, or an empty text."""

    def within(
        self,
        black: int,
        white: int,
        ply: int,
        depth: int | None,
        seconds: float,
        nodes: int,
        tell: Tell,
        threads: int = 1,
        patience: int = 0,
    ) -> tuple[str, bool, int | None, int, int, int]:
        """Search for a win of Black within a depth of at most 65534, depth first; None: at all, when every play ends.

        ``(reason or "", answer, bound, first move or -1, nodes, bytes)``. The bound is the depth for which the answer
        is proven, None for every depth. Runs without the interpreter lock; Ctrl-C interrupts it. With more than one
        thread the others begin when the first has looked at ``patience`` positions.
        """

    def decide(
        self,
        black: int,
        white: int,
        ply: int,
        depth: int | None,
        seconds: float,
        nodes: int,
        tell: Tell,
        threads: int = 1,
        patience: int = 0,
    ) -> tuple[str, bool, int | None, int, int, int]:
        """The same with a first move of whoever is to move, by which he comes off as the answer says, or -1."""

    def order(self, black: int, white: int, ply: int) -> list[int]:
        """All legal moves, the likeliest first."""

    def prove(
        self,
        black: int,
        white: int,
        ply: int,
        depth: int | None,
        best_first: bool,
        memory_bytes: int,
        seconds: float,
        nodes: int,
        tell: Tell,
    ) -> tuple[str, bool, int | None, int, int, int]:
        """The same by proof numbers, with a table or a tree of so many bytes; the bound is the depth."""

    def write(
        self,
        black: int,
        white: int,
        ply: int,
        depth: int | None,
        wins: bool,
        swapped: bool,
        ranked: bool,
        endless: bool,
        arguments: bool,
        permutations: Sequence[Sequence[int]],
        memory_bytes: int,
        seconds: float,
        nodes: int,
        tell: Tell,
    ) -> tuple[str, bool, Notes, list[int], int, int]:
        """The proof that Black wins, or does not (``wins`` false), from the table of `within`.

        ``swapped``: the notes are about the game with the colours exchanged. ``ranked``: they say who moves, and have
        ranks, but for ``endless`` holding. ``arguments``: leaves may be such as the search has used.
        ``permutations``: a group of symmetries without the identity. ``memory_bytes``: for the table and the proof; an
        eighth, and two megabytes, are the proof's in any case.

        Returns why it is open or "", whether it is so, the notes, the numbers of the symmetries that have served,
        positions looked at, bytes.
        """

    def solve(self, black: int, white: int, ply: int, memory_bytes: int, seconds: float, nodes: int) -> dict[str, Any]:
        """Retrograde analysis of all positions that can be reached, in so many bytes: the winner, and how fast.

        Keys: reason ("" when solved), winner (1 Black, -1 White, 0 neither can force a win), depth, move, positions,
        moves, memory, black_wins, white_wins, longest.
        """

class Notes:
    """Proof as a search writes it down: a sequence of tuples (black, white, mover, rank, kind, numbers).

    The mover is True for Black, None where the stones tell who moves. Kept packed in the core.
    """

    def __init__(self, cells: int) -> None: ...
    @property
    def cells(self) -> int: ...
    @property
    def bytes(self) -> int: ...
    def add(
        self, black: int, white: int, mover: bool | None, rank: int | None, kind: str, numbers: Sequence[int]
    ) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> tuple[int, int, bool | None, int | None, str, tuple[int, ...]]: ...

class NoteLines:
    """The lines of strategy files for the notes of a game, see :mod:`zermelo.strategy.codec`.

    ``moves``: those of Black and of White of a grid game, each as it stands between the brackets of a line, for the
    strategy of a player; None for a placement game. ``either``: a stone of either colour stands in both masks.
    """

    def __init__(
        self, cells: int, moves: tuple[list[str], list[str]] | None = None, black: bool = True, either: bool = False
    ) -> None: ...
    def write(self, notes: Notes, first: int, end: int) -> str:
        """Lines for some of the notes; ValueError where the game has no such note."""

    def read(self, text: bytes, notes: Notes) -> tuple[int, int]:
        """Add notes of the lines that a text begins with, as far as they are written just as `write` does; the bytes
        and the number of these lines.
        """

class Backward:
    """All positions of a grid game that can be reached, solved backwards. For :mod:`zermelo.search.backward`.

    The first five arguments are those of GridRules; then the start position, in which nobody has won, and whether
    Black moves there. Goals must become true by moves of their owner only. ``packing`` says how positions become keys;
    ValueError where they do not fit. Answers do not depend on it.
    """

    def __init__(
        self,
        cells: int,
        black_actions: Sequence[ActionMasks],
        white_actions: Sequence[ActionMasks],
        black_goals: Sequence[GroundCondition],
        white_goals: Sequence[GroundCondition],
        black: int,
        white: int,
        black_moves: bool,
        packing: Literal["shortest", "cells", "wide cells", "stones"] = "shortest",
        stuck: StuckName = "loses",
        full_draw: bool = False,
    ) -> None: ...
    @staticmethod
    def of_rules(rules: Rules, black: int) -> Backward:
        """The same of a ground game, from a state that is not over."""

    def run(
        self, memory_bytes: int, seconds: float, nodes: int, tell: Tell
    ) -> tuple[Literal["", "time", "memory", "nodes"], int, int]:
        """Go on until all is solved: why it is still open, positions looked at by this call, bytes at most.

        Runs without the interpreter lock; Ctrl-C interrupts it, and what is done stays.
        """

    def solved(self) -> bool: ...
    def value(self, black: int, white: int, black_moves: bool) -> tuple[Literal[1, -1, 0], int] | None:
        """The winner of a position that is not over (0: neither can force a win) and the least depth of the win.

        None for a position that has not been explored: those to which only moves lead that are made in place of one
        that wins at once, and those that cannot be reached.
        """

    def statistics(self) -> dict[str, int]:
        """Keys: positions, moves, black_wins, white_wins, longest (the greatest depth of a win)."""

    def prove(
        self, black: bool, wins: bool, depth: int | None, memory_bytes: int, seconds: float, tell: Tell
    ) -> tuple[Literal["", "time", "memory"], Notes]:
        """That a player wins, or holds for so many moves (None: for ever), which must be so: why it ended or "", notes.

        The depth of a win does not matter; that of holding is less than the number of positions. ``memory_bytes``
        counts the solution, too.
        """

class StrategyWalk:
    """The walk of the strategy checker, for :mod:`zermelo.strategy.check.native`.

    ``black``: whether it is Black's strategy; ``wins``: whether it wins, else holds; ``ranked``: whether entries have
    ranks; ``bound`` in moves, None for any number; ``turns``: for each symmetry the images of the cells, and for each
    move of Black and of White in the image the move that it is the image of.
    """

    def __init__(
        self, rules: Rules, black: bool, wins: bool, ranked: bool, bound: int | None, turns: list[list[list[int]]]
    ) -> None: ...
    def add(self, black: int, white: int, black_moves: bool, answer: int, rank: int | None) -> bool:
        """Add an entry; False when its position is there already. A negative answer -1 - k is the argument k."""

    def add_packing(self, black: int, white: int, black_moves: bool, numbers: Sequence[int], rank: int | None) -> bool:
        """Add a packing: the number of its pairs, their moves, the other moves; False when its position is there."""

    def add_sum(self, black: int, white: int, black_moves: bool, numbers: Sequence[int], rank: int | None) -> bool:
        """Add a sum: the moves that it gives up; False when its position is there already."""

    def add_race(self, black: int, white: int, black_moves: bool, numbers: Sequence[int], rank: int | None) -> bool:
        """Add a race: its move, and of each plan the length and the moves; False when its position is there."""

    def add_notes(self, notes: Notes) -> bool:
        """Add all notes; False when a position is there already. The number of an argument is that of its note.

        Of pairings ``verify`` is asked only about those that the core does not take.
        """

    def walk(
        self,
        black: int,
        white: int,
        ply: int,
        verify: Callable[[int, int, int, int, int, int | None], str],
        seconds: float,
    ) -> tuple[Literal["holds", "broken", "time"], str, int, int, list[int], int, int, int, int]:
        """Play every reply: the end, what is wrong, two numbers for it, the line of play, positions, replies,
        arguments, the longest line (-1: plays may go on for ever). ``verify`` is called with a position, its ply, the
        numbers of an argument and of the symmetry that takes it back, and the moves left; it says what is
        wrong, or "".
        """

class SmallestImage:
    """Permutations of the cells at work."""

    def __init__(self, cells: int, permutations: Sequence[Sequence[int]]) -> None: ...
    def find(self, black: int, white: int) -> tuple[int, int, int]:
        """The smallest image, Black's mask first, and the number of its permutation from 1, or 0 for the identity."""

class PositionalSearch:
    """The searches of a positional game on at most 512 cells, from Black's point of view; nobody has won at the start.

    ``turns[k]``: whether Black places the stone after k more; ``first_moves``: of the next stone. Each call takes
    ``seconds``, ``table_bytes`` of all tables together and ``nodes``; says first why it is open, or "".
    """

    def __init__(
        self,
        cells: int,
        black_sets: Sequence[int],
        white_sets: Sequence[int],
        black: int,
        white: int,
        turns: list[bool],
        first_moves: int | None,
        breaker_wins: bool,
        geometry: tuple[int, int, bool, list[int], list[int], list[list[int]]],
        pairs: Sequence[tuple[int, int]],
        switches: dict[str, int],
    ) -> None: ...
    def share(self, other: PositionalSearch, table_bytes: int) -> bool:
        """Take the tables of another search of the same game, from an earlier position; True if they serve.

        From then on both are for questions without a bound.
        """
    def decide(
        self,
        depth: int,
        seconds: float,
        table_bytes: int,
        nodes: int,
        keep: Keep,
        tell: Tell,
        threads: int = 1,
        patience: int = 0,
    ) -> tuple[str, bool, int, int, int, int, str]:
        """``(reason, Black wins, within how many stones, move of who succeeds so or -1, nodes, bytes, warning)``."""
    def first_moves(
        self,
        depth: int,
        known: int,
        seconds: float,
        table_bytes: int,
        nodes: int,
        tell: Tell,
        threads: int = 1,
        patience: int = 0,
    ) -> tuple[list[tuple[int, str, bool, int]], int, int]:
        """For each legal first move why it is open, whether Black wins, within how many stones; nodes, bytes.

        Moves that are known need no search.
        """
    def prove(
        self,
        wins: bool,
        depth: int,
        until: bool,
        breaking: bool,
        tries: int,
        permutations: Sequence[Sequence[int]],
        exchanged: bool,
        seconds: float,
        table_bytes: int,
        nodes: int,
        tell: Tell,
        outline: Notes | None = None,
        alternating: int | None = None,
        memory_bytes: int = ...,
    ) -> tuple[str, bool, bool, Notes, Deductions, list[int]]:
        """Proof that Black wins, or White holds: why it is open, True if it is not so, True if it is a mere
        breaker's, its notes, with the colours ``exchanged`` or not, its deductions, and the numbers of the permutations
        that served, from 1. Of a mere breaker an ``outline`` may be completed, under the same permutations. Black's win
        is derived where it is said from which ply on turns are ``alternating``, else noted. The proof and the tables
        take so many bytes at most.
        """

class Breaking:
    """The check of a mere breaker's strategy, for :mod:`zermelo.strategy.check.breaker_certificate_native`.

    ``sets``: what the maker may complete; ``maker_first``: whether the maker's mask comes first in the order of images.
    """

    def __init__(
        self, cells: int, sets: Sequence[int], permutations: Sequence[Sequence[int]], maker_first: bool
    ) -> None: ...
    def add(self, maker: int, breaker: int, kind: str, pairs: Sequence[tuple[int, int]]) -> bool:
        """Add an entry: a "move", twice as a pair, a "pairing", an "exchange", "answers", or what is "other".

        False when its position is there already.
        """

    def add_notes(self, notes: Notes, black: bool) -> bool:
        """Add all notes, ``black``: the maker is Black; False when a position is there already."""

    def walk(
        self, maker: int, free: int, maker_moves: bool, seconds: float
    ) -> tuple[Literal["holds", "broken", "time"], str, int, int, list[int], int, int, int, int]:
        """Check all: the end, what is wrong, two cells for it or -1, the line of play, how many positions, answers and
        pairings there are, and the moves of the longest line.
        """

    def carrier(self, maker: int, breaker: int) -> int:
        """The cells that the breaker needs in a position of an entry that the walk has met."""

class PairingFinder:
    """Searches for pairings that hold against some winning sets, on at most 512 cells."""

    def __init__(self, cells: int, sets: Sequence[int]) -> None: ...
    def find(self, mine: int, theirs: int, few: int, moves: bool, tries: int) -> list[tuple[int, int]] | None:
        """Pairs for the player with stones ``mine``, against sets that need at most ``few`` stones more; ``moves``: it
        is her turn. None when none are found in so many tries.
        """

class IdleError(Exception):
    """A legal move changes nothing."""

class PositionParts:
    """The parts of positions of a grid game, for both players at any time. Parts are numbers.

    Colours are 1 for black, 2 for white, 4 for open, and masks of these. ``IdleError`` is raised where a move that may
    become legal changes nothing. Boards may have up to 4096 columns and rows.
    """

    def __init__(self, columns: int, rows: int, actions: list[PartAction]) -> None: ...
    def start(self, colours: bytes) -> tuple[int, ...]:
        """The parts of a position, by the colour of each cell."""

    def options(self, part: int, white: bool, seconds: float) -> list[tuple[int, ...]] | None:
        """The parts that are left of a part after each move of White, or of Black; None when the time was too short."""

    def key(self, part: int) -> tuple[bytes, bool]:
        """A description of a part that is the same for all its images; True if the colours are exchanged in it."""

def nimber(
    cells: int,
    moves: Sequence[int],
    open_cells: int,
    permutations: Sequence[Sequence[int]],
    memory_bytes: int,
    seconds: float,
) -> tuple[Literal["", "time", "nodes", "memory"], int]:
    """The nimber of open cells, where both players have the same moves, which fill cells.

    The result is ``(why it is unknown, nimber)``. The permutations of the cells map the moves onto themselves. A table
    takes so many bytes at most, and a megabyte.
    """

class PartValues:
    """Values of parts, each worked out once, for any number of games. Left is Black."""

    def __init__(self) -> None: ...
    def of(
        self, parts: PositionParts, start: Sequence[int], memory_bytes: int, seconds: float, nodes: int
    ) -> tuple[
        Literal["", "time", "memory", "nodes", "endless", "deep"], list[tuple[tuple[int, ...], tuple[int, ...]]]
    ]:
        """The value of a sum of parts: ``(why it is unknown, canonical forms)``.

        Of each form the numbers of earlier ones that are Left's options, and Right's; the last one is the value. What
        was found is kept, also where a limit ends the work: so many bytes are kept at most, and so many sums and
        positions looked at.
        """
