"""BDDL games that are no grid games, as ground games: misère play, blocked cells, choices in preconditions.

The state has a fluent ``(cell x y colour)`` for each black, white and blocked cell, and one for the player to move. In
each step he makes a move, and the other one ``noop``. What BDDL leaves to who cannot move is an end with scores here:
100 for the winner, 0 for the loser, 50 each for a draw. So there is no move that cannot be made, and a win for want of
moves comes one move earlier in the depth than in a grid game.

*Ends.* The play is over when a goal of either player holds. It counts for its owner, and where goals of both hold at
once for the player who has just moved: he wins, or in misère play loses. Else it is over when the board is full, if
that is a draw, and when the player to move cannot: then ``#stuck`` tells what becomes of him. In misère play he wins,
unless it says otherwise.

*Choices.* An alternative of ``OR(…)`` with a cell off the board does not hold; so ``NOT(OR(…))`` says that none of
the cells that are on the board is so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.errors import InputError
from zermelo.language.bddl_schemes import ChoiceRule, Scheme
from zermelo.model.conditions import Colour, Condition, SubCondition, places
from zermelo.model.game import Player
from zermelo.model.ground import Stuck
from zermelo.model.net import Net, NetRule, Ref
from zermelo.model.net_game import NetGame

_STONES = (Colour.BLACK, Colour.WHITE, Colour.BLOCKED)


@dataclass(frozen=True)
class GroundBDDL:
    """All of a BDDL game with our extensions.

    Parameters
    ----------
    columns, rows
        The board.
    actions, goals
        Those of each player.
    start
        The colour of each cell that is not open, by its index.
    opener
        The player who makes the first move.
    stuck, full_draw
        As of a grid game.
    misere
        True if who reaches a goal of his loses.
    """

    columns: int
    rows: int
    actions: Mapping[Player, Sequence[Scheme]]
    goals: Mapping[Player, Sequence[Condition]]
    start: Mapping[int, Colour] = field(default_factory=dict)
    opener: Player = Player.BLACK
    stuck: Stuck = Stuck.LOSES
    full_draw: bool = False
    misere: bool = False

    def game(self, name: str, depth: int | None = None, notes: tuple[str, ...] = ()) -> NetGame:
        """The ground game.

        Raises ``InputError`` for a start at which a goal holds, and for an action that gives a cell two colours.
        """
        return NetGame(name, _BddlNetWriter(self, name).net(), depth=depth, notes=notes)


class ContraryEffectsError(InputError):
    """An action of a player that gives a cell two colours."""

    def __init__(self, expected: str, player: Player, scheme: Scheme) -> None:
        super().__init__(expected, advice="the effects of an action must not contradict each other")
        self.player, self.scheme = player, scheme


class _BddlNetWriter:
    """Writes the network of a game."""

    def __init__(self, rules: GroundBDDL, name: str) -> None:
        self.rules, self.name = rules, name
        used = {part.colour for side in rules.actions.values() for scheme in side for part in scheme.effect}
        self.colours = [each for each in _STONES if each in used or each in rules.start.values()]
        cells = [(x, y) for y in range(1, rules.rows + 1) for x in range(1, rules.columns + 1)]
        self.cells = {cell: index for index, cell in enumerate(cells)}
        names = [f"(cell {x} {y} {colour.value})" for x, y in cells for colour in self.colours]
        self.fluents = (*names, *(f"(control {player.value})" for player in Player))
        found = {player: self._ground(player) for player in Player}
        self.names = {player: [*(name for name, _, _, _ in found[player]), "noop"] for player in Player}
        self.atoms = len(self.fluents) + sum(map(len, self.names.values()))
        self.net_rules: list[NetRule] = []
        self._occupied = [self._or([(atom,) for atom in self._stones(cell)]) for cell in self.cells.values()]
        self.moves = found

    # ---------------------------------------------------------------------------------------------------- atoms

    def _stones(self, cell: int) -> list[int]:
        """The fluents of a cell."""
        first = cell * len(self.colours) + 1
        return list(range(first, first + len(self.colours)))

    def _control(self, player: Player) -> int:
        return len(self.fluents) - (player is Player.BLACK)

    def _move(self, player: Player, number: int) -> int:
        before = 0 if player is Player.BLACK else len(self.names[Player.BLACK])
        return len(self.fluents) + before + number + 1

    def _or(self, bodies: Iterable[Sequence[int]]) -> int:
        """A new atom that holds if one of the bodies does."""
        self.atoms += 1
        self.net_rules += (NetRule(self.atoms, tuple(dict.fromkeys(body))) for body in bodies)
        return self.atoms

    def _part(self, part: SubCondition, x: int, y: int) -> int | None:
        """The literal of a sub-condition at a place; 0: it always holds. None: it is off the board, or never holds."""
        columns, rows = self.rules.columns, self.rules.rows
        cell = self.cells.get((part.x.value(x, columns), part.y.value(y, rows)))
        if cell is None:
            return None
        if part.colour is Colour.OPEN:
            return self._occupied[cell] if part.negated else -self._occupied[cell]
        if part.colour not in self.colours:
            return 0 if part.negated else None
        literal = self._stones(cell)[self.colours.index(part.colour)]
        return -literal if part.negated else literal

    def _all(self, parts: Iterable[SubCondition | ChoiceRule], x: int, y: int) -> list[int] | None:
        """The literals of a conjunction; None: it never holds."""
        literals = []
        for part in parts:
            literal = self._choice(part, x, y) if isinstance(part, ChoiceRule) else self._part(part, x, y)
            if literal is None:
                return None
            if literal:
                literals.append(literal)
        return None if any(-literal in literals for literal in literals) else literals

    def _choice(self, choice: ChoiceRule, x: int, y: int) -> int:
        found = [body for option in choice.options if (body := self._all(option, x, y)) is not None]
        atom = self._or(found)
        return -atom if choice.negated else atom

    # ---------------------------------------------------------------------------------------------------- rules

    def _ground(self, player: Player) -> list[tuple[str, Scheme, int, int]]:
        """The moves of a player that may ever be legal: their names, each with its scheme and place."""
        found = []
        for scheme in self.rules.actions[player]:
            fixed = (*scheme.needs, *scheme.effect)
            chosen = tuple(part for choice in scheme.choices for part in choice.parts())
            for x, y in places(fixed, self.rules.columns, self.rules.rows, chosen):
                if not self._possible(scheme, x, y):
                    continue
                arguments = "".join(f" {value}" for value in (x, y) if value)
                found.append((f"({scheme.name}{arguments})" if arguments else scheme.name, scheme, x, y))
        return found

    def _possible(self, scheme: Scheme, x: int, y: int) -> bool:
        """Tell whether what a move asks for can hold: no cell is of two colours."""
        left: dict[tuple[int, int], set[Colour]] = {}
        for part in scheme.needs:
            place = part.x.value(x, self.rules.columns), part.y.value(y, self.rules.rows)
            colours = left.setdefault(place, {Colour.OPEN, *_STONES})
            colours -= {colour for colour in colours if (colour is part.colour) is part.negated}
        return all(left.values())

    def _changes(self, player: Player, scheme: Scheme, x: int, y: int) -> dict[int, Colour]:
        """The colour that a move gives to each cell."""
        found: dict[int, Colour] = {}
        for part in scheme.effect:
            place = part.x.value(x, self.rules.columns), part.y.value(y, self.rules.rows)
            if found.setdefault(self.cells[place], part.colour) is not part.colour:
                told = f"{scheme.name}({x},{y}) of {player} gives two colours to the cell ({place[0]},{place[1]})"
                raise ContraryEffectsError(f"{self.name}: {told}", player, scheme)
        return found

    def net(self) -> Net:
        """The network."""
        rules = self.rules
        legal, can = self._legal()
        next_ = self._next()
        reached = {player: self._reached(player) for player in Player}
        goal = self._or([(reached[player],) for player in Player])
        wins: dict[Player, list[tuple[int, ...]]] = {player: [] for player in Player}
        for player in Player:  # the goal of one alone, or of him who has just moved
            to = player.other if rules.misere else player
            wins[to] += [
                (reached[player], -reached[player.other]),
                (reached[player], self._control(player.other)),
            ]
        ends: list[tuple[int, ...]] = [(goal,)]
        going = [-goal]
        if rules.full_draw:
            full = self._or([tuple(self._occupied)])
            ends.append((full,))
            going.append(-full)
        for player in Player:
            stuck = (self._control(player), -can[player])
            ends.append(stuck)
            winner = rules.stuck.winner(player)
            if winner is not None:
                wins[winner].append((*stuck, *going))
        terminal = self._or(ends)
        won = {player: self._or(wins[player]) for player in Player}
        drawn = self._or([(terminal, *(-won[player] for player in Player))])
        scores = tuple(((100, won[player]), (50, drawn), (0, won[player.other])) for player in Player)
        moves = tuple(self.names[Player.BLACK]), tuple(self.names[Player.WHITE])
        net = Net(
            self.fluents, moves, tuple(self.net_rules), next_, legal, terminal, (scores[0], scores[1]), self._start()
        )
        if net.evaluate(net.init)[goal]:
            raise InputError(f"{self.name}: a goal holds in the start position", advice="begin before it is reached")
        return net

    def _legal(self) -> tuple[tuple[tuple[Ref, ...], tuple[Ref, ...]], dict[Player, int]]:
        """The rules by which each move is legal, and the player able to move."""
        legal: dict[Player, tuple[Ref, ...]] = {}
        can = {}
        for player in Player:
            bodies = []
            for _, scheme, x, y in self.moves[player]:
                needs = self._all((*scheme.needs, *scheme.choices), x, y)
                bodies.append([] if needs is None else [(self._control(player), *needs)])
            atoms = [self._or(body) for body in bodies]
            legal[player] = (*atoms, self._control(player.other))
            can[player] = self._or([(atom,) for atom in atoms])
        return (legal[Player.BLACK], legal[Player.WHITE]), can

    def _next(self) -> tuple[Ref, ...]:
        """The rules of each fluent: a move makes it so, or it was so and no move touches the cell."""
        makes: dict[tuple[int, Colour], list[tuple[int]]] = {}
        touches: dict[int, list[tuple[int]]] = {}
        for player in Player:
            for number, (_, scheme, x, y) in enumerate(self.moves[player]):
                for cell, colour in self._changes(player, scheme, x, y).items():
                    makes.setdefault((cell, colour), []).append((self._move(player, number),))
                    touches.setdefault(cell, []).append((self._move(player, number),))
        found = []
        for cell in self.cells.values():
            touched = self._or(touches.get(cell, []))
            for colour, fluent in zip(self.colours, self._stones(cell), strict=True):
                found.append(self._or([*makes.get((cell, colour), []), (fluent, -touched)]))
        return (*found, self._control(Player.WHITE), self._control(Player.BLACK))

    def _reached(self, player: Player) -> int:
        """An atom that tells whether a goal of a player holds."""
        bodies = []
        for goal in self.rules.goals[player]:
            for x, y in places(goal, self.rules.columns, self.rules.rows):
                body = self._all(goal, x, y)
                if body is not None:
                    bodies.append(body)
        return self._or(bodies)

    def _start(self) -> int:
        mask = 1 << self._control(self.rules.opener) - 1
        for cell, colour in self.rules.start.items():
            mask |= 1 << self._stones(cell)[self.colours.index(colour)] - 1
        return mask
