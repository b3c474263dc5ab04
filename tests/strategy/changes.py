"""Changes of a strategy file: all sorts of entries, arguments, positions, ranks, claims, rules, and the text itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from random import Random
from typing import Any

from tests.strategy.cases import CLAUSES, Case, Part, Text

from zermelo.model import GraphGame, StateGame
from zermelo.strategy.check.derivation import RULES

NAMES = ("pairing", "links", "exchange", "answers", "packing", "sum", "race", "aside")
ODD: tuple[Any, ...] = (None, True, False, -1, 0, 1, 7, 10**30, 0.5, "", "x", "-1", "0x1", "1_0", [], [0], [[None]], {})


class Forger:
    """Changes a file; each change says whether it changed anything."""

    def __init__(self, case: Case, text: Text, rng: Random) -> None:
        self.case, self.text, self.rng = case, text, rng
        self.cells = len(case.game.board)
        """Cells, fluents or nodes: what positions are made of."""
        self.on_states = isinstance(case.game, StateGame)
        if isinstance(case.game, GraphGame):
            self.cells = len(case.game.graph.nodes)

    @property
    def rank_at(self) -> int | None:
        """The place of a rank in the line of an entry; None where there are no ranks."""
        return 1 if self.on_states else 3 if self.text.head["game"]["kind"] == "grid" else None

    def other_state(self, old: Any) -> Any:
        """Another state, as it is written."""
        if isinstance(old, str):
            return f"{int(old, 16) ^ 1 << self.rng.randrange(self.cells):x}"
        return self.rng.randrange(self.cells + 1)

    def any_part(self) -> Part:
        return self.rng.choice(self.text.parts)

    def some(self, fits: Callable[[Part, Any], bool] = lambda *_: True) -> tuple[Part, int] | None:
        """An entry that fits, by its part and its number."""
        found = [(part, at) for part in self.text.parts for at, line in enumerate(part.entries) if fits(part, line)]
        return self.rng.choice(found) if found else None

    def number(self, old: Any) -> int:
        """Another number in place of one; most of the time a near one or a cell."""
        if type(old) is not int:
            return self.rng.randrange(self.cells)
        return self.rng.choice((old + 1, max(0, old - 1), old ^ 1, *[self.rng.randrange(self.cells + 2)] * 4))


Change = Callable[[Forger], Any]


def dropped(forger: Forger) -> bool:
    """Entries less."""
    for _ in range(forger.rng.choice((1, 1, 1, 2, 4))):
        found = forger.some()
        if found is None:
            return False
        del found[0].entries[found[1]]
    return True


def repeated(forger: Forger) -> bool:
    """An entry twice, perhaps with another answer."""
    found = forger.some()
    if found is None:
        return False
    part, at = found
    again = deepcopy(part.entries[at])
    if forger.rng.random() < 0.5 and not part.derived:
        again[-1] = deepcopy(forger.rng.choice(part.entries)[-1])
    part.entries.insert(forger.rng.randint(0, len(part.entries)), again)
    return True


def reordered(forger: Forger) -> bool:
    """Two entries exchanged: the same strategy, but for derivations."""
    found = forger.some(lambda part, _: len(part.entries) > 1)
    if found is None:
        return False
    part, at = found
    other = forger.rng.randrange(len(part.entries))
    part.entries[at], part.entries[other] = part.entries[other], part.entries[at]
    return at != other


def swapped(forger: Forger) -> bool:
    """The answers of two entries exchanged."""
    found = forger.some(lambda part, _: len(part.entries) > 1 and not part.derived)
    if found is None:
        return False
    part, at = found
    other = forger.rng.randrange(len(part.entries))
    one, two = part.entries[at], part.entries[other]
    one[-1], two[-1] = two[-1], one[-1]
    return at != other


def grafted(forger: Forger) -> bool:
    """Entries of another proof of the same game: one, in place of one or besides, or all of them."""
    part, rng = forger.any_part(), forger.rng
    other = rng.choice(rng.choice(forger.case.texts).parts)
    if not other.entries:
        return False
    roll = rng.random()
    if roll < 0.4:
        part.entries.append(deepcopy(rng.choice(other.entries)))
    elif roll < 0.7 and part.entries:
        part.entries[rng.randrange(len(part.entries))] = deepcopy(rng.choice(other.entries))
    elif part.derived or other.derived:
        part.entries = deepcopy(other.entries)
        part.said = {**part.said, "derived": other.derived} if roll < 0.9 else part.said
    else:
        known = {json.dumps(line[:-1]) for line in part.entries}
        part.entries += [line for line in deepcopy(other.entries) if json.dumps(line[:-1]) not in known]
    return True


def moved(forger: Forger) -> bool:
    """Another move, legal or not."""
    found = forger.some(lambda part, line: not part.derived and not isinstance(line[-1], dict))
    if found is None:
        return False
    part, at = found
    line, rng = part.entries[at], forger.rng
    if isinstance(line[-1], list):
        which = rng.randrange(len(line[-1]))
        line[-1][which] = max(0, line[-1][which] + rng.choice((-1, 1)))
    elif forger.text.head["game"]["kind"] == CLAUSES:
        line[-1] = rng.choice((-line[-1], rng.randint(-forger.cells, forger.cells)))
    elif forger.on_states:
        line[-1] = rng.choice((line[-1] + 1, max(0, line[-1] - 1), rng.randrange(9)))
    else:
        line[-1] = rng.randrange(forger.cells)
    return True


def placed(forger: Forger) -> bool:
    """The position of an entry with a stone added, removed, exchanged or moved; or the other player to move."""
    found = forger.some(lambda part, _: not part.derived)
    if found is None:
        return False
    part, at = found
    line, rng = part.entries[at], forger.rng
    if forger.on_states:
        line[0] = forger.other_state(line[0])
        return True
    if len(line) > 3 and rng.random() < 0.2:
        line[2] = "w" if line[2] == "b" else "b"
        return True
    masks, bit = [int(text, 16) for text in line[:2]], 1 << rng.randrange(forger.cells)
    side, roll = rng.randrange(2), rng.random()
    if roll < 0.5:
        masks[side] ^= bit
        masks[1 - side] &= ~bit if rng.random() < 0.8 else -1
    elif roll < 0.7:
        masks.reverse()
    elif roll < 0.85:
        masks = [masks[side], masks[side]]
    else:
        masks = [mask << 1 & (1 << forger.cells) - 1 for mask in masks]
    line[:2] = [f"{mask:x}" for mask in masks]
    return True


def ranked(forger: Forger) -> bool:
    """A rank, or all of them, raised, lowered, or for ever."""
    found, place = forger.some(lambda part, _: not part.derived), forger.rank_at
    if found is None or place is None:
        return False
    part, at = found
    rng = forger.rng
    step, which = rng.choice((-2, -1, 1, 2, None)), part.entries if rng.random() < 0.4 else [part.entries[at]]
    for line in which:
        line[place] = None if step is None else max(0, (line[place] or 0) + step)
    if len(which) > 1 and rng.random() < 0.7:
        part.said["depth"] = None if step is None else max(0, (part.said["depth"] or 0) + step)
    return True


def argued(forger: Forger) -> bool:
    """The numbers of an argument: a pair or a number less, more, changed, turned round, torn; or another argument."""
    found = forger.some(lambda _, line: isinstance(line[-1], dict))
    if found is None:
        return False
    part, at = found
    rng, line = forger.rng, part.entries[at]
    key = rng.choice(list(line[-1]))
    numbers, roll = line[-1][key], rng.random()
    if not isinstance(numbers, list):
        return False
    first = 2 * rng.randrange(max(1, len(numbers) // 2))
    if roll < 0.2:
        del numbers[first : first + 2]
    elif roll < 0.3 and numbers:
        del numbers[rng.randrange(len(numbers))]
    elif roll < 0.45:
        numbers += [forger.number(None), forger.number(None)][: rng.choice((1, 2, 2))]
    elif roll < 0.7 and numbers:
        which = rng.randrange(len(numbers))
        numbers[which] = forger.number(numbers[which])
    elif roll < 0.8 and len(numbers) > 1:
        numbers[first : first + 2] = numbers[first : first + 2][::-1]
    elif roll < 0.9 and len(numbers) > 2:
        one, two = rng.sample(range(len(numbers)), 2)
        numbers[one], numbers[two] = numbers[two], numbers[one]
    else:
        line[-1] = {rng.choice(NAMES): numbers}
    return True


def invented(forger: Forger) -> bool:
    """An argument that nobody has made, in place of an answer; or an entry for the start position with one."""
    rng, kind = forger.rng, forger.text.head["game"]["kind"]
    cells = rng.sample(range(forger.cells), 2 * rng.randint(0, min(4, forger.cells // 2)))
    if kind == "grid":
        some = [rng.randrange(2 * forger.cells + 1) for _ in range(rng.randint(0, 4))]
        made: Any = {"packing": [rng.randint(0, 2), *some]}
        roll = rng.random()
        if roll < 0.3:
            made = {"sum": some}
        elif roll < 0.65:
            made = {"race": [rng.randrange(2 * forger.cells + 1), *([len(some), *some] if some else [])]}
    elif kind == CLAUSES:
        clauses = len(forger.case.texts[0].head["game"]["clauses"])
        some = rng.sample(range(clauses), rng.randint(1, min(3, clauses)))
        made = {"aside": some} | ({"pairs": cells[: 2 * len(some)]} if rng.random() < 0.6 else {})
    else:
        made = {rng.choice(("pairing", "pairing", "links", "exchange", "answers")): cells}
    found = forger.some(lambda part, _: not part.derived)
    if found is None or rng.random() < 0.2:
        part, start = forger.any_part(), forger.text.head["game"]["start"]
        if forger.on_states:
            part.entries.insert(0, [start if isinstance(start, str) else start[0], part.said["depth"], made])
            return True
        more = [rng.choice("bw"), part.said["depth"]][: {"grid": 2, CLAUSES: 1}.get(kind, 0)]
        part.entries.insert(0, [*start[:2], *more, made])
        return True
    found[0].entries[found[1]][-1] = made
    return True


def raced(forger: Forger) -> bool:
    """The plans of a race: one cut short, longer, moved elsewhere, less; another move; or those of another race."""
    found = forger.some(lambda _, line: isinstance(line[-1], dict) and "race" in line[-1])
    if found is None:
        return False
    part, at = found
    rng, numbers = forger.rng, part.entries[at][-1]["race"]
    first, plans, rest = numbers[0], list[list[int]](), numbers[1:]
    while rest:
        plans.append(rest[1 : 1 + rest[0]])
        rest = rest[1 + rest[0] :]
    roll, plan = rng.random(), rng.choice(plans) if plans else []
    if roll < 0.2 and plan:
        del plan[rng.randrange(len(plan))]
    elif roll < 0.4 and plan:
        plan[rng.randrange(len(plan))] = forger.number(rng.choice(plan))
    elif roll < 0.5:
        plan.append(forger.number(first))
    elif roll < 0.6 and plan:
        plans.remove(plan)
    elif roll < 0.7 and plan:
        first, plan[0] = plan[0], first
    elif roll < 0.8:
        part.entries[at][-1] = {"race": [first]}
        return bool(plans)
    else:
        others = [line[-1]["race"] for line in part.entries if isinstance(line[-1], dict) and "race" in line[-1]]
        part.entries[at][-1] = {"race": [first, *rng.choice(others)[1:]]}
        return True
    part.entries[at][-1] = {"race": [first, *(each for plan in plans for each in (len(plan), *plan))]}
    return True


def deduced(forger: Forger) -> bool:
    """A line of a derivation: its rule, a number or a reference changed, less, more, or exchanged; or another line."""
    found = forger.some(lambda part, _: part.derived)
    if found is None:
        return False
    part, at = found
    rng, line = forger.rng, part.entries[at]
    roll, which = rng.random(), rng.randrange(1, max(2, len(line)))
    if roll < 0.15:
        line[0] = rng.choice(list(RULES))
    elif roll < 0.45 and len(line) > 1:
        line[which] = rng.choice((forger.number(line[which]), rng.randrange(len(part.entries) + 1)))
    elif roll < 0.6 and len(line) > 1:
        del line[which]
    elif roll < 0.7:
        line.insert(which, forger.number(None))
    elif roll < 0.8 and len(line) > 2:
        line[1:] = rng.sample(line[1:], len(line) - 1)
    elif roll < 0.9:  # the last line is the one that is held against the start position
        del part.entries[at + 1 :]
    else:
        count = len(part.entries)
        numbers = [rng.randrange(max(forger.cells, count)) for _ in range(rng.randint(1, 3))]
        part.entries.append([rng.choice(list(RULES)), *numbers])
    return True


def turned(forger: Forger) -> bool:
    """Symmetries: one that is none, one turned in two cells, one less or twice, or all that the rules have."""
    part, rng = forger.any_part(), forger.rng
    turns, roll = part.said["symmetries"], rng.random()
    if roll < 0.35:
        turns.append(rng.sample(range(forger.cells), forger.cells))
    elif roll < 0.6 and turns and forger.cells > 1:
        turn, (one, two) = rng.choice(turns), rng.sample(range(forger.cells), 2)
        turn[one], turn[two] = turn[two], turn[one]
    elif roll < 0.75 and turns:
        del turns[rng.randrange(len(turns))]
    elif roll < 0.85 and turns:
        turns.append(list(rng.choice(turns)))
    else:
        part.said["symmetries"] = [list(turn) for turn in forger.case.turns]
    return True


def claimed(forger: Forger) -> bool:
    """Something else is claimed: depth, player, win or hold, the form of the proof; or what another one says."""
    part, rng = forger.any_part(), forger.rng
    said, roll = part.said, rng.random()
    if roll < 0.45:
        depth = said["depth"]
        near = [None, 0, 1, 2, 100] if depth is None else [None, 0, depth - 1, depth - 1, depth + 1, depth + 1]
        said["depth"] = max(0, each) if (each := rng.choice(near)) is not None else None
    elif roll < 0.6:
        said["player"] = "white" if said["player"] == "black" else "black"
    elif roll < 0.7:
        said["wins"] = not said["wins"]
    elif roll < 0.8:
        said["player"] = "white" if said["player"] == "black" else "black"
        said["wins"] = not said["wins"]
    elif roll < 0.9:
        name = rng.choice(("breaking", "derived"))
        said[name] = not said.get(name, False)
    else:
        part.said = {**deepcopy(rng.choice(forger.case.texts).parts[0].said), "symmetries": said["symmetries"]}
    return True


def started(forger: Forger) -> bool:
    """Another start position: a stone more, less or exchanged, a stone moved, or the number of moves made."""
    rng, start = forger.rng, forger.text.head["game"]["start"]
    if forger.on_states:
        if isinstance(start, str):
            forger.text.head["game"]["start"] = forger.other_state(start)
        else:
            start[:] = [forger.other_state(start[0]), start[1] + rng.choice((0, 1))]
        return True
    masks, bit = [int(text, 16) for text in start[:2]], 1 << rng.randrange(forger.cells)
    side, roll = rng.randrange(2), rng.random()
    if roll < 0.2:
        start[2] += rng.choice((1, 2, -1)) if start[2] else rng.choice((1, 2))
        return True
    masks[side] ^= bit
    masks[1 - side] &= ~bit
    if roll < 0.5:
        start[2] = sum(mask.bit_count() for mask in masks)
    if roll > 0.9:
        masks.reverse()
    start[:2] = [f"{mask:x}" for mask in masks]
    return True


def versioned(forger: Forger) -> bool:
    """The other version of strategy files."""
    forger.text.head["version"] = 3 - forger.text.head["version"]
    return True


def _leaves(value: Any) -> Iterator[tuple[Any, Any]]:
    """The places of all values in a piece of JSON: the list or object, and the index or key."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        if isinstance(each, dict | list):
            yield from _leaves(each)
            if isinstance(each, list) and each:
                yield value, key
        else:
            yield value, key


def ruled(forger: Forger) -> bool:
    """Another rule of the game: a cell of a set, a neighbour, a border, whose turn it is, a goal, a condition."""
    rng, form = forger.rng, forger.text.head["game"]
    parts = [key for key in form if key not in ("cells", "board", "places", "start")]
    key = rng.choice(parts)
    holder, at = rng.choice([(form, key), *_leaves(form[key])])
    old = holder[at]
    if isinstance(old, bool):
        holder[at] = not old
    elif isinstance(old, int):
        holder[at] = rng.choice((-old, old - 1, old + 1)) if key == "rules" else max(0, old + rng.choice((-1, 1)))
    elif isinstance(old, str) and key in ("sets", "neighbours", "borders", "first_moves"):
        holder[at] = f"{int(old, 16) ^ 1 << rng.randrange(forger.cells):x}"
    elif isinstance(old, str):
        words = ("black", "white", "open", "maker-maker", "maker-breaker", "min", "max", "zero", "parameter")
        holder[at] = rng.choice(words)
    elif isinstance(old, list) and old:
        if rng.random() < 0.6:
            del old[rng.randrange(len(old))]
        else:
            old.append(deepcopy(rng.choice(old)))
    elif old is None:
        holder[at] = f"{rng.getrandbits(forger.cells):x}"
    return True


def odd(forger: Forger) -> bool:
    """Anything in place of anything."""
    text, rng = forger.text, forger.rng
    where = rng.choice(([text.head], [part.said for part in text.parts], [part.entries for part in text.parts]))
    places = list(_leaves(where))
    if not places:
        return False
    holder, at = rng.choice(places)
    holder[at] = deepcopy(rng.choice(ODD))
    return True


CHANGES: dict[str, Change] = {
    each.__name__: each
    for each in (
        dropped, repeated, reordered, swapped, grafted, moved, placed, ranked, argued, invented, raced, deduced, turned,
        claimed, started, versioned, ruled, odd,
    )
}  # fmt: skip


ARGUMENTS = (*("argued", "raced", "deduced") * 3, "ranked", "moved", "placed")
"""Changes that are drawn more often."""


def garbled(lines: list[str], rng: Random) -> bytes:
    """The text cut off, a line twice, less or elsewhere, a line of another place, or bytes changed."""
    roll = rng.random()
    if roll < 0.7:
        lines, at, to = list(lines), rng.randrange(len(lines)), rng.randrange(len(lines))
        if roll < 0.15:
            del lines[at]
        elif roll < 0.3:
            lines.insert(to, lines[at])
        elif roll < 0.45:
            lines.insert(to, lines.pop(at))
        elif roll < 0.55:
            lines[at] = lines[to]
        else:
            lines = lines[:at]
    data = bytearray("".join(f"{line}\n" for line in lines).encode())
    if 0.7 <= roll < 0.8:
        return bytes(data[: rng.randrange(len(data))])
    if roll >= 0.8:
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(data))
            data[at : at + 1] = rng.choice(
                (b"", bytes([rng.randrange(256)]), bytes([rng.choice(b'0123456789abf",[]{}')]))
            )
    return bytes(data)
