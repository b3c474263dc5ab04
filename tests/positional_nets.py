"""Positional games written as ground games, in the ways of many writers, and the same with one rule off."""

from __future__ import annotations

from random import Random

from tests.nets import Builder

from zermelo.model import NetGame, Player, Position, PositionalGame, Rule, Turns, cells_of
from zermelo.model.board import Board


def random_positional(rng: Random) -> PositionalGame:
    """A game on four to six cells, nobody having won; any turns, perhaps stones."""
    while True:
        cells = rng.randint(4, 6)
        sets = [[mask(rng, cells) for _ in range(rng.randint(0, 5))] for _ in range(2)]
        breaker = rng.random() < 0.3
        turns = rng.choice([Turns(), Turns(Player.WHITE), Turns(Player.BLACK, 1, 2), Turns(Player.WHITE, 2, 2)])
        black = 1 << rng.randrange(cells) if rng.random() < 0.3 else 0
        white = 1 << rng.randrange(cells) & ~black if rng.random() < 0.3 else 0
        rule = Rule.MAKER_BREAKER if breaker else Rule.MAKER_MAKER
        start = Position(black, white)
        game = PositionalGame(
            "random", Board.named([f"a{k}" for k in range(cells)]), rule, tuple(sets[0]),
            () if breaker else tuple(sets[1]), start=start, turns=turns,
        )  # fmt: skip
        broken = breaker and all(each & white for each in game.black_sets)
        if game.winner(start) is None or broken:
            return game


def mask(rng: Random, cells: int) -> int:
    """Two or three cells."""
    return sum(1 << cell for cell in rng.sample(range(cells), rng.randint(2, 3)))


FAULTS = (
    "a move that takes a stone", "a cell for one", "a set that ends nothing", "a set that ends a play in a draw",
    "a full board goes on", "no stone", "a second stone", "the other's set", "a choice for both",
    "a player moves again",
)  # fmt: skip


def as_net(game: PositionalGame, rng: Random, fault: str = "") -> NetGame:
    """The game as a ground game; in a maker-breaker game a full board is White's win.

    Parameters
    ----------
    game
        On cells of any names.
    rng
        Chooses among ways to write it: fluents of open cells or none, names of moves, a counter of steps or of turns.
    fault
        One of `FAULTS`, by which it may become another game.
    """
    count, breaker = len(game.board), game.rule is Rule.MAKER_BREAKER
    open_cells = [cell for cell in range(count) if not (game.start.black | game.start.white) >> cell & 1]
    steps = len(open_cells)
    blanks, alternate = rng.random() < 0.5, game.turns.alternating and rng.random() < 0.5
    place = (lambda k: f"{k % 3 + 1} {k // 3 + 1}") if rng.random() < 0.5 else (lambda k: f"{k}")
    own = {(c, p): f"(cell {place(c)} {'xo'[p]})" for c in range(count) for p in (0, 1)}
    fluents = [*own.values(), *(f"(cell {place(c)} b)" for c in range(count) if blanks)]
    times = ["(control x)", "(control o)"] if alternate else [f"(step {k})" for k in range(steps + 1)]
    rng.shuffle(fluents)
    fluents += times
    order = list(range(count))
    rng.shuffle(order)
    names = [[f"(put {order[c] if p and rng.random() < 0.5 else c})" for c in range(count)] for p in (0, 1)]
    names[1] = [f"(set {order[c]})" for c in range(count)] if rng.random() < 0.5 else names[0]
    build = Builder(fluents, ([*names[0], "noop"], [*names[1], rng.choice(["noop", "rest"])]))
    players = [0 if game.player_at(game.start.ply + k) is Player.BLACK else 1 for k in range(steps)]
    victim = rng.randrange(count)
    turn = []
    for p in (0, 1):
        mine = [k for k in range(steps) if players[k] == p]
        head = f"turn {p}"
        turn.append(head)
        if alternate:
            build.rule(head, times[p])
        for k in mine if not alternate else ():
            build.rule(head, times[k])
        if not mine and not alternate:
            build.rule(head, times[0], "~" + times[0])
    legal: tuple[list[str], list[str]] = ([], [])
    for p in (0, 1):
        for c in range(count):
            free = [f"(cell {place(c)} b)"] if blanks else [f"~{own[c, 0]}", f"~{own[c, 1]}"]
            if fault == "a cell for one" and c == victim and p == 0:
                free.append(f"~{own[(c + 1) % count, 1]}")
            legal[p].append(build.rule(f"legal {p} {c}", turn[p], *free))
        build.rule(f"wait {p}", f"~{turn[p]}")
        if fault == "a choice for both" and p == 0:
            build.rule(f"legal 0 {victim}", turn[1], own[victim, 1], own[(victim + 1) % count, 1])
        legal[p].append(f"wait {p}")
    for c in range(count):
        for p in (0, 1):
            others = [f"~{own[(c + 1) % count, 1 - p]}"] if fault == "no stone" and c == victim and p == 0 else []
            build.rule(f"next {c} {p}", f"{p}:{names[p][c]}", *others)
            kept = own[c, p]
            if fault == "a move that takes a stone" and c == victim:
                build.rule(f"next {c} {p}", kept, f"~{1 - p}:{names[1 - p][(c + 1) % count]}")
            else:
                build.rule(f"next {c} {p}", kept)
            if fault == "a second stone" and c == victim and p == 0:
                build.rule(f"next {c} {p}", f"0:{names[0][(c + 1) % count]}", own[(c + 2) % count, 0], f"~{own[c, 1]}")
        if blanks:
            build.rule(f"blank {c}", f"~next {c} 0", f"~next {c} 1")
    after = {own[c, p]: f"next {c} {p}" for c in range(count) for p in (0, 1)}
    after |= {f"(cell {place(c)} b)": f"blank {c}" for c in range(count) if blanks}
    if alternate:
        after |= {"(control x)": "(control o)", "(control o)": "(control x)"}
        if fault == "a player moves again":
            build.rule("again x", "(control o)")
            build.rule("again o", "(control x)")
            build.rule("again x", "(control x)", own[victim, 0], own[(victim + 1) % count, 1])
            after |= {"(control x)": "again x", "(control o)": "then o"}
            build.rule("then o", "~again x")
    else:
        after |= {times[0]: "false"} | {times[k + 1]: times[k] for k in range(steps)}
    for p, player in enumerate(Player):
        lines = [*game.winning_sets(player)]
        if fault == "the other's set" and p == 0 and game.winning_sets(Player.WHITE):
            lines.append(game.winning_sets(Player.WHITE)[0])
        for line in lines:
            build.rule(f"line {p}", *(own[c, p] for c in cells_of(line)))
        if not lines:
            build.rule(f"line {p}", own[0, 0], "~" + own[0, 0])
        ends = lines[1:] if fault == "a set that ends nothing" and p == 0 else lines
        for line in ends:
            build.rule("terminal", *(own[c, p] for c in cells_of(line)))
    for c in range(count):
        free = [f"(cell {place(c)} b)"] if blanks else [f"~{own[c, 0]}", f"~{own[c, 1]}"]
        if fault != "a full board goes on" or c != victim:
            build.rule("open", *free)
    build.rule("terminal", "~open")
    first = ["line 0"]
    if fault == "a set that ends a play in a draw" and count > 2:
        first.append(f"~{own[victim, 1]}")
    build.rule("first", *first)
    if breaker:
        build.rule("second", "~line 0")
    else:
        build.rule("second", "line 1")
    build.rule("both", "first", "second")
    build.rule("white 100", "second", "~both")
    build.rule("white 0", "~second")
    build.rule("white 0", "both")
    build.rule("black 100", "first")
    build.rule("black 0", "~first")
    init = [own[c, 0] for c in cells_of(game.start.black)] + [own[c, 1] for c in cells_of(game.start.white)]
    init += [f"(cell {place(c)} b)" for c in open_cells if blanks]
    init += [times[players[0] if alternate and players else 0]]
    return build.game(
        "as net",
        after=[after[fluent] for fluent in fluents],
        legal=legal,
        terminal="terminal",
        score=({100: "black 100", 0: "black 0"}, {100: "white 100", 0: "white 0"}),
        init=init,
        roles=("x", "o"),
    )
