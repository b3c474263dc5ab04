"""Game graphs written as ground games: long plays, deep wins and circles, which random rules seldom have."""

from __future__ import annotations

from random import Random

from tests.nets import Builder

from zermelo.model import GraphGame, NetGame, Player


def net_of_graph(game: GraphGame, rng: Random) -> NetGame:
    """The same game with a fluent for each node, or with the nodes in binary; a draw gives 50 to both.

    Parameters
    ----------
    game
        Its labels name the moves of both players.
    rng
        Chooses the numbers of the nodes, the names, which of the roles is Black, and who wins a draw, if anybody.
    """
    nodes, labels = game.graph.nodes, game.graph.labels or ("a",)
    width, one_hot = max(1, (len(nodes) - 1).bit_length()), rng.random() < 0.3
    numbers = rng.sample(range(1 << width), len(nodes))
    codes = [
        {number} if one_hot else {k for k in range(width) if numbers[number] >> k & 1} for number in range(len(nodes))
    ]
    fluents = [f"(at {k})" for k in range(len(nodes) if one_hot else width)]
    black = rng.choice((0, 1))
    wait = [rng.choice(("noop", "noop", "sit")) for _ in range(2)]
    moves = [[*(f"(go {label})" for label in labels), name] for name in wait]
    build = Builder(fluents, (moves[0], moves[1]))
    for number, code in enumerate(codes):
        signs = sorted(code) if one_hot else range(width)
        build.rule(f"node {number}", *(fluents[k] if k in code else f"~{fluents[k]}" for k in signs))
    for role in (0, 1):
        build.rule(f"waits {role}", fluents[0], f"~{fluents[0]}")
        for label in labels:
            build.rule(f"legal {role} {label}", fluents[0], f"~{fluents[0]}")
    for k in range(len(fluents)):
        build.rule(f"next {k}", fluents[0], f"~{fluents[0]}")
    for name in ("terminal", "won 0", "won 1"):
        build.rule(name, fluents[0], f"~{fluents[0]}")
    for number, node in enumerate(nodes):
        here = f"node {number}"
        if node.mover is None:
            build.rule("terminal", here)
            if node.winner is not None:
                build.rule(f"won {black if node.winner is Player.BLACK else 1 - black}", here)
            continue
        role = black if node.mover is Player.BLACK else 1 - black
        build.rule(f"waits {1 - role}", here)
        for label, target in node.moves:
            build.rule(f"legal {role} {label}", here)
            for k in codes[target]:
                build.rule(f"next {k}", here, f"{role}:(go {label})")
    build.rule("drawn", "terminal", "~won 0", "~won 1")
    legal = [[*(f"legal {role} {label}" for label in labels), f"waits {role}"] for role in (0, 1)]
    score = [{100: f"won {role}", 50: "drawn", 0: f"won {1 - role}"} for role in (0, 1)]
    net = build.game(
        "graph as net",
        after=[f"next {k}" for k in range(len(fluents))],
        legal=(legal[0], legal[1]),
        terminal="terminal",
        score=(score[0], score[1]),
        init=[fluents[k] for k in codes[game.start.black]],
        black=black,
    )
    thresholds = rng.choice(((100, 100), (100, 100), (50, 100), (100, 50)))
    return net.with_thresholds(*thresholds)
