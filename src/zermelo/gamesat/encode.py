"""Game-SAT as a quantified Boolean formula, in the corrective style.

Idea: in turn t the player to move names a variable, in binary, and a value; MAX's choices are existential, MIN's are
universal. Where the name is none or that of a variable which is assigned already, the formula does not punish: it
assigns the first unassigned variable instead. So every choice is some legal move, and every legal move is a choice; the
quantifiers are the game, and the formula is true if and only if MAX wins. Nobody can cheat, hence nothing is checked.

Blocks: one for each of the n turns, ⌈log₂ n⌉ variables for the name and one for the value; the last turn has no choice
but the value. Gates, for each turn and each variable v: ``hit`` (v is named and unassigned), ``missed`` (no variable is
hit), ``earlier`` (those before v are all assigned); v is picked if it is hit, or if it is unassigned, ``missed`` and
``earlier``. Then its value becomes that of the turn, and else it stays. The output is the CNF on the last values. There
are O(n²) gates, of O(log n) inputs where names are read.

Source: the corrective encoding of pairing-encoding, section 4, taken over from cells to variables and values.
"""

from __future__ import annotations

from zermelo.errors import UnsupportedError
from zermelo.formula import FALSE, TRUE, Circuit
from zermelo.gamesat.players import MAX
from zermelo.gamesat.restrict import restricted
from zermelo.model import ClauseGame

LARGEST = 512
"""Unassigned variables of a formula that is encoded: some twenty clauses for each two of them take a gigabyte."""


def circuit_of(game: ClauseGame) -> Circuit:
    """The quantified formula that is true if and only if MAX wins from the start position.

    Raises ``UnsupportedError`` for more than 512 unassigned variables.

    >>> from zermelo.model import Player
    >>> circuit = circuit_of(ClauseGame("xor", 2, ((1, 2), (-1, -2)), Player.WHITE))
    >>> [(str(block.quantifier.value), len(block.variables)) for block in circuit.prefix.blocks]
    [('a', 2), ('e', 1)]
    """
    circuit = Circuit()
    residual, _ = restricted(game)
    count = residual.variables
    if count > LARGEST:
        raise UnsupportedError(f"at most {LARGEST} variables, to write a formula", found=str(count), source=game.name)
    open_, values = [TRUE] * count, [FALSE] * count
    mover = residual.opener
    for turn in range(count):
        bind = circuit.exists if mover is MAX else circuit.forall
        bits = bind((count - 1).bit_length(), f"name_{turn + 1}") if turn < count - 1 else ()
        (value,) = bind(1, f"value_{turn + 1}")
        picks = _picks(circuit, bits, open_)
        for v, pick in enumerate(picks):
            values[v] = circuit.ite(pick, value, values[v])
            open_[v] = circuit.and_((open_[v], -pick))
        mover = mover.other
    literal = [circuit.or_(values[abs(k) - 1] if k > 0 else -values[abs(k) - 1] for k in c) for c in residual.formula]
    circuit.output = circuit.and_(literal)
    return circuit


def _picks(circuit: Circuit, bits: tuple[int, ...], open_: list[int]) -> list[int]:
    """For each variable, whether the turn assigns it."""
    hits = []
    for v, free in enumerate(open_):
        named = circuit.and_(bit if v >> place & 1 else -bit for place, bit in enumerate(bits)) if bits else FALSE
        hits.append(circuit.and_((named, free)))
    missed = -circuit.or_(hits)
    earlier, picks = TRUE, []  # whether all variables before this one are assigned
    for hit, free in zip(hits, open_, strict=True):
        picks.append(circuit.or_((hit, circuit.and_((missed, earlier, free)))))
        earlier = circuit.and_((earlier, -free))
    return picks
