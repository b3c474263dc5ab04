"""Ground games for tests: random ones of every shape, and a few known ones, put together rule by rule."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from zermelo.model import Net, NetGame, NetRule


@dataclass
class Builder:
    """Rules by names instead of numbers; ``~name`` negates."""

    fluents: list[str]
    moves: tuple[list[str], list[str]]
    rules: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)

    def rule(self, head: str, *body: str) -> str:
        self.rules.append((head, body))
        return head

    def game(
        self,
        name: str,
        *,
        after: Iterable[str],
        legal: tuple[Iterable[str], Iterable[str]],
        terminal: str,
        score: tuple[dict[int, str], dict[int, str]],
        init: Iterable[str],
        roles: tuple[str, str] = ("black", "white"),
        **options: Any,
    ) -> NetGame:
        numbers = {"true": 0, "false": -1}
        atoms = [*self.fluents, *(f"0:{m}" for m in self.moves[0]), *(f"1:{m}" for m in self.moves[1])]
        for atom in (*atoms, *(head for head, _ in self.rules)):
            numbers.setdefault(atom, len(numbers) - 1)

        def literal(text: str) -> int:
            return -numbers[text[1:]] if text.startswith("~") else numbers[text]

        rules = tuple(NetRule(numbers[head], tuple(map(literal, body))) for head, body in self.rules)
        first, second = (tuple(numbers[each] for each in one) for one in legal)
        scores = tuple(tuple((value, numbers[atom]) for value, atom in one.items()) for one in score)
        net = Net(
            tuple(self.fluents),
            (tuple(self.moves[0]), tuple(self.moves[1])),
            rules,
            tuple(numbers[each] for each in after),
            (first, second),
            numbers[terminal],
            (scores[0], scores[1]),
            sum(1 << self.fluents.index(fluent) for fluent in init),
        )
        return NetGame(name, net, roles, **options)


LINES = [{(x, y) for x in range(1, 4)} for y in range(1, 4)] + [{(x, y) for y in range(1, 4)} for x in range(1, 4)]
LINES += [{(k, k) for k in range(1, 4)}, {(k, 4 - k) for k in range(1, 4)}]


def tic_tac_toe(*, misere: bool = False) -> NetGame:
    """Noughts and crosses in the usual rules of GDL; *misère*: who completes a line loses."""
    cells = list(product(range(1, 4), repeat=2))
    marks = [f"(mark {x} {y})" for x, y in cells]
    fluents = [f"(cell {x} {y} {v})" for x, y in cells for v in "xo"] + ["(control x)", "(control o)"]
    build = Builder(fluents, ([*marks, "noop"], [*marks, "noop"]))
    for x, y in cells:
        here = [f"(cell {x} {y} {v})" for v in "xo"]
        for role, v in enumerate("xo"):
            build.rule(f"legal {v} {x} {y}", f"(control {v})", f"~{here[0]}", f"~{here[1]}")
            build.rule(f"next {x} {y} {v}", here[role])
            build.rule(f"next {x} {y} {v}", f"{role}:(mark {x} {y})")
    for v in "xo":
        for line in LINES:
            build.rule(f"line {v}", *(f"(cell {x} {y} {v})" for x, y in sorted(line)))
        build.rule("terminal", f"line {v}")
    for x, y in cells:
        build.rule("open", f"~(cell {x} {y} x)", f"~(cell {x} {y} o)")
    build.rule("terminal", "~open")
    build.rule("drawn", "~open", "~line x", "~line o")
    wins = ("line o", "line x") if misere else ("line x", "line o")
    return build.game(
        "misere" if misere else "noughts",
        after=[f"next {x} {y} {v}" for x, y in cells for v in "xo"] + ["(control o)", "(control x)"],
        legal=(
            [*(f"legal x {x} {y}" for x, y in cells), "(control o)"],
            [*(f"legal o {x} {y}" for x, y in cells), "(control x)"],
        ),
        terminal="terminal",
        score=({100: wins[0], 50: "drawn", 0: wins[1]}, {100: wins[1], 50: "drawn", 0: wins[0]}),
        init=["(control x)"],
        roles=("x", "o"),
    )


def net_games(*, ends: bool | None = None, most_fluents: int = 4) -> st.SearchStrategy[NetGame]:
    """Random ground games as `random_net` makes them."""
    return st.randoms(use_true_random=False).map(lambda rng: random_net(rng, ends=ends, most_fluents=most_fluents))


def random_net(rng: Random, *, ends: bool | None = None, most_fluents: int = 4) -> NetGame:
    """A random ground game, playable by construction: one player chooses, the other waits.

    Owners, ends and moves depend on the state in any way; steps may be forced; a move may make the other player win;
    derived atoms may rest on each other in positive cycles.

    Parameters
    ----------
    rng
        The source.
    ends
        True for a step counter that ends every play, False for none; by default either.
    most_fluents
        Of the state beside the counter.
    """

    def coin() -> bool:
        return rng.choice((False, True))

    state = [f"(f {k})" for k in range(rng.randint(1, most_fluents))]
    counted = coin() if ends is None else ends
    steps = [f"(step {k})" for k in range(rng.randint(2, 6))] if counted else []
    real = [[f"(go {k})" for k in range(rng.randint(0, 3))] for _ in range(2)]
    build = Builder([*state, *steps], ([*real[0], "rest", "noop"], [*real[1], "rest", rng.choice(["noop", "sit"])]))

    def bodies(head: str, atoms: list[str], least: int = 0, most: int = 3) -> str:
        """An atom with random rules over some atoms; without a rule it is false."""
        for _ in range(rng.randint(least, most)):
            body = rng.sample(atoms, rng.randint(1, min(2, len(atoms))))
            build.rule(head, *(("~" if coin() else "") + atom for atom in body))
        if all(head != each for each, _ in build.rules):
            build.rule(head, "~" + atoms[0], atoms[0])
        return head

    low = list(state)
    for k in range(rng.randint(0, 3)):
        low.append(bodies(f"d{k}", low, 1))
    if coin():  # two atoms that rest on each other
        bodies("loop0", low, 0, 1)
        bodies("loop1", low, 0, 1)
        build.rule("loop0", "loop1", rng.choice(low))
        build.rule("loop1", "loop0")
        low += ["loop0", "loop1"]
    owner = bodies("owner", low, 1)
    build.rule("other", "~owner")
    legal: tuple[list[str], list[str]] = ([], [])
    for role, has in enumerate((owner, "other")):
        can = [bodies(f"can {role} {k}", low) for k in range(len(real[role]))]
        for k, condition in enumerate(can):
            legal[role].append(build.rule(f"legal {role} {k}", has, condition))
        build.rule(f"rest {role}", has, *(f"~{condition}" for condition in can))
        legal[role].extend([f"rest {role}", "other" if role == 0 else owner])
    high = [*low, *(f"{role}:{move}" for role in (0, 1) for move in (*real[role], "rest"))]
    for k in range(rng.randint(0, 2)):
        high.append(bodies(f"e{k}", high, 1))
    after = [bodies(f"next {k}", high, 1, 3) for k in range(len(state))]
    after += ["false", *steps[:-1]] if steps else []
    terminal = bodies("terminal", low, 0, 2)
    if steps:
        build.rule(terminal, steps[-1])
    first, second = bodies("first", low, 1), bodies("second", low, 1)
    build.rule("black 100", first)
    build.rule("black 50", "~first", second)
    build.rule("black 0", "~first", "~second")
    zero_sum = coin()
    build.rule("white 100", "~first", "~second" if zero_sum else second)
    build.rule("white 0", first)
    build.rule("white 50", "~first", second if zero_sum else "~second")
    game = build.game(
        "random",
        after=after,
        legal=legal,
        terminal=terminal,
        score=(
            {100: "black 100", 50: "black 50", 0: "black 0"},
            {100: "white 100", 50: "white 50", 0: "white 0"},
        ),
        init=[*rng.sample(state, rng.randint(0, len(state))), *steps[:1]],
        win=rng.choice([100, 100, 50]),
    )
    return game.with_thresholds(white_win=100) if game.win == 100 or zero_sum else game.with_thresholds(win=100)
