"""Pictures of positions as SVG: any board, with threats, pairings, winning paths, values of moves.

Everything is drawn with plain attributes, so that a picture looks the same in a browser, a notebook and a paper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree as ET

from zermelo.model import Board, ConnectionGame, Game, GridMove, Layout, Player, Position, StateGame, cells_of
from zermelo.picture.geometry import BoardPlan, Point, hexagon, plan
from zermelo.picture.state import state_drawing
from zermelo.picture.threats import Threat, steps, winning_cells

UNIT = 44.0
"""Pixels between two neighbours."""

INK, PAPER, BOARD, LINE, PALE = "#2b2b33", "#ffffff", "#f3e3c3", "#c9b48b", "#8a8172"
VALUES = {"winning": "#3f9b57", "losing": "#cf4a41", "draw": "#d9a320", "open": "#9aa0a8"}
"""The colour of a move by its value for the player to move."""
SIGNS = {"winning": "+", "losing": "\u2212", "draw": "=", "open": "?"}
STONES = {Player.BLACK: ("#4a4a55", "#0d0d12", "#000000"), Player.WHITE: ("#ffffff", "#d5d7dd", "#6f7480")}
"""Of each player the light, the shade and the rim of a stone."""
SIDES = {Player.BLACK: "#22222a", Player.WHITE: "#ffffff"}
PAIRS = ("#7a4fb5", "#1f7fb8", "#b8527e", "#2f8f83", "#a86b1d", "#5a6fd0")


@dataclass(frozen=True)
class Picture:
    """The contents of a picture.

    Parameters
    ----------
    game, position
        The board and the stones; None for the start position.
    values
        Moves with their values for the player to move: a key of `VALUES`.
    threats
        Cells that complete something; see `zermelo.picture.threats`.
    pairs
        Pairs of cells: take one, and the other is taken.
    last
        Mask of the cells that the last move changed.
    title
        A line below the board.
    """

    game: Game
    position: Position | None = None
    values: Mapping[Any, str] = field(default_factory=dict)
    threats: Sequence[Threat] = ()
    pairs: Sequence[tuple[int, int]] = ()
    last: int = 0
    title: str = ""


def svg(*pictures: Picture, columns: int = 3) -> str:
    """One picture, or several as a sequence of boards, so many in a row.

    >>> from zermelo.families import make
    >>> text = svg(Picture(make("hex:3x3")))
    >>> text[:4], text.count("<polygon")
    ('<svg', 9)
    """
    drawn = [
        _drawn_state(picture) if isinstance(picture.game, StateGame) else _Drawing(picture, number).finish()
        for number, picture in enumerate(pictures)
    ]
    wide, high = max(each[1] for each in drawn), max(each[2] for each in drawn)
    across = min(columns, len(drawn))
    down = -(-len(drawn) // across)
    root = ET.Element(
        "svg",
        xmlns="http://www.w3.org/2000/svg",
        width=_n(wide * across),
        height=_n(high * down),
        viewBox=f"0 0 {_n(wide * across)} {_n(high * down)}",
    )
    root.set("font-family", "Helvetica, Arial, sans-serif")
    ET.SubElement(root, "rect", width="100%", height="100%", fill=PAPER)
    for number, (element, own, _) in enumerate(drawn):
        x, y = number % across * wide + (wide - own) / 2, number // across * high
        element.set("transform", f"translate({_n(x)},{_n(y)})")
        root.append(element)
    ET.indent(root, " ")
    return ET.tostring(root, encoding="unicode") + "\n"


def _drawn_state(picture: Picture) -> tuple[ET.Element, float, float]:
    position = picture.game.start if picture.position is None else picture.position
    colours = {"ink": INK, "board": BOARD, "line": LINE, "pale": PALE}
    return state_drawing(picture.game, position, picture.title, colours)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


class _Drawing:
    """One board; lengths are in units until they are written."""

    def __init__(self, picture: Picture, number: int) -> None:
        self.picture, self.game = picture, picture.game
        self.board: Board = self.game.board
        self.position = self.game.start if picture.position is None else picture.position
        self.plan: BoardPlan = plan(self.game)
        self.id = f"z{number}"
        self.group = ET.Element("g")
        points = [point for outline in self.plan.outlines for point in outline]
        points += [*self.plan.centres, *self.plan.ends] or [(0.0, 0.0)]
        self.graph = self.board.layout is Layout.GRAPH or not self.board.places
        margin = 0.9 if self.graph else 0.75
        right = 0.9 if self.graph else 0.45
        self.left, self.top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
        self.width = max(x for x, _ in points) + right - self.left
        self.height = max(y for _, y in points) + right - self.top

    def finish(self) -> tuple[ET.Element, float, float]:
        """The drawing, its width and its height in pixels."""
        self._shades()
        self._ground()
        self._titles()
        self._values(behind=True)
        self._stones()
        self._winners()
        self._threats()
        self._values(behind=False)
        self._pairs()
        high, wide = self.height, self.width
        if self.picture.title:
            high += 0.55
            wide = max(wide, len(self.picture.title) * 0.155 + 0.4)
            self.left -= (wide - self.width) / 2
            for each in list(self.group):
                if wide > self.width:
                    each.set("transform", f"translate({_n((wide - self.width) / 2 * UNIT)},0)")
            x = self.left + wide / 2
            self._text((x, self.top + self.height + 0.1), self.picture.title, 0.3, INK)
        return self.group, wide * UNIT, high * UNIT

    def _at(self, point: Point) -> tuple[float, float]:
        return (point[0] - self.left) * UNIT, (point[1] - self.top) * UNIT

    def _add(self, tag: str, **attributes: str) -> ET.Element:
        return ET.SubElement(self.group, tag, {key.replace("_", "-"): value for key, value in attributes.items()})

    def _circle(self, point: Point, radius: float, **style: str) -> None:
        x, y = self._at(point)
        self._add("circle", cx=_n(x), cy=_n(y), r=_n(radius * UNIT), **style)

    def _line(self, points: Sequence[Point], colour: str, width: float, **style: str) -> None:
        joined = " ".join(f"{_n(x)},{_n(y)}" for x, y in map(self._at, points))
        style = {"stroke_linecap": "round", "stroke_linejoin": "round", **style}
        self._add("polyline", points=joined, fill="none", stroke=colour, stroke_width=_n(width * UNIT), **style)

    def _polygon(self, points: Sequence[Point], **style: str) -> None:
        self._add("polygon", points=" ".join(f"{_n(x)},{_n(y)}" for x, y in map(self._at, points)), **style)

    def _text(self, point: Point, text: str, size: float, colour: str, **style: str) -> None:
        x, y = self._at((point[0], point[1] + size * 0.36))
        style = {"text_anchor": "middle", **style}
        written = self._add("text", x=_n(x), y=_n(y), font_size=_n(size * UNIT), fill=colour, **style)
        written.text = text

    def _shades(self) -> None:
        """Gradients of light on the stones."""
        defs = self._add("defs")
        for player, (light, shade, _) in STONES.items():
            gradient = ET.SubElement(
                defs, "radialGradient", id=f"{self.id}{player.value}", cx="0.36", cy="0.32", r="0.75"
            )
            ET.SubElement(gradient, "stop", {"offset": "0", "stop-color": light})
            ET.SubElement(gradient, "stop", {"offset": "1", "stop-color": shade})

    def _ground(self) -> None:
        """The cells, and the borders of the players."""
        if self.graph:
            for one, two in self.plan.edges:
                self._line([one, two], LINE, 0.05)
            for centre in self.plan.centres:
                self._circle(centre, 0.36, fill=BOARD, stroke=LINE, stroke_width="1.5")
            for end in self.plan.ends:
                x, y = self._at((end[0] - 0.25, end[1] - 0.25))
                side = _n(0.5 * UNIT)
                self._add("rect", x=_n(x), y=_n(y), width=side, height=side, rx="4", fill=SIDES[Player.BLACK])
            return
        if isinstance(self.game, ConnectionGame) and self.board.layout is Layout.HEX:
            self._borders(self.game)
        for outline in self.plan.outlines:
            self._polygon(outline, fill=BOARD, stroke=LINE, stroke_width="1.2")
        if self.board.torus:
            self._glued()

    def _borders(self, game: ConnectionGame) -> None:
        """Thick lines along the sides that a player joins; the sides of White have a rim, to be seen on paper."""
        board = self.board
        owners = {Player.BLACK: (game.source, game.target), Player.WHITE: (game.white_source, game.white_target)}
        runs = {"first": (5, 0, 1), "last": (4, 3, 2), "left": (0, 5, 4), "right": (1, 2, 3)}
        for side, (one, two, three) in runs.items():
            mask = board.side(side)
            owner = next((player for player, borders in owners.items() if mask and mask in borders), None)
            if owner is None:
                continue
            cells = sorted(cells_of(mask), key=lambda cell: board.places[cell])
            line = list[Point]()
            for index, cell in enumerate(cells):
                corners = hexagon(self.plan.centres[cell])
                line += [corners[one], corners[two], corners[three]]
                # At the sharp corners of the rhombus an edge belongs to the first and the last row.
                if (side == "left" and index == len(cells) - 1) or (side == "right" and index == 0):
                    line.remove(corners[three if side == "left" else one])
            if owner is Player.WHITE:
                self._line(line, "#9097a3", 0.34, stroke_linecap="butt")
            self._line(line, SIDES[owner], 0.28 if owner is Player.WHITE else 0.32, stroke_linecap="butt")

    def _glued(self) -> None:
        """A torus: opposite edges carry the same arrows, as in textbooks."""
        wide, high = self.board.columns, self.board.rows
        for x in (-0.5, wide - 0.5):
            self._line([(x, -0.5), (x, high - 0.5)], PALE, 0.05, stroke_dasharray="5 4")
            self._arrow((x, high / 2 - 0.5), up=True)
        for y in (-0.5, high - 0.5):
            self._line([(-0.5, y), (wide - 0.5, y)], PALE, 0.05, stroke_dasharray="5 4")
            for shift in (-0.09, 0.09):
                self._arrow((wide / 2 - 0.5 + shift, y), up=False)

    def _arrow(self, point: Point, *, up: bool) -> None:
        x, y = point
        size = 0.14
        if up:
            self._line([(x - size, y + size), (x, y), (x + size, y + size)], PALE, 0.06)
        else:
            self._line([(x - size, y - size), (x, y), (x - size, y + size)], PALE, 0.06)

    def _titles(self) -> None:
        for point, title in self.plan.titles:
            self._text(point, title, 0.28, PALE)
        if self.graph:
            for cell, centre in enumerate(self.plan.centres):
                taken = (self.position.black | self.position.white) >> cell & 1 or self.picture.values
                name = self.board.cells[cell]
                size = min(0.26, 1.0 / max(1, len(name)))
                if taken:
                    self._text((centre[0], centre[1] + 0.52), name, min(size, 0.22), PALE)
                else:
                    self._text(centre, name, size, PALE)

    def _stones(self) -> None:
        for player in Player:
            for cell in cells_of(self.position.stones(player)):
                self._circle(
                    self.plan.centres[cell],
                    0.36,
                    fill=f"url(#{self.id}{player.value})",
                    stroke=STONES[player][2],
                    stroke_width="1",
                )
        for cell in cells_of(self.picture.last):
            if (self.position.black | self.position.white) >> cell & 1:
                colour = "#f2c14e" if self.position.black >> cell & 1 else "#b3402f"
                self._circle(self.plan.centres[cell], 0.1, fill=colour)
            elif not self.graph:  # a cell that was left
                dashed = {"stroke": PALE, "stroke_width": "1.5", "stroke_dasharray": "3 3"}
                self._circle(self.plan.centres[cell], 0.3, fill="none", **dashed)

    def _winners(self) -> None:
        """The cells that have won: a path, or rings around the stones of a set."""
        game, position = self.game, self.position
        won = winning_cells(game, position)
        if not won:
            return
        gold = "#f2c14e"
        winner = game.goal_winner(position)
        if isinstance(game, ConnectionGame) and winner is not None:
            seen = game if winner is Player.BLACK else game.swapped()
            line = [self.plan.centres[cell] for cell in steps(seen, won)]
            if self.graph and len(self.plan.ends) == 2:
                line = [self.plan.ends[0], *line, self.plan.ends[1]]
            if len(line) > 1:
                self._line(line, gold, 0.13)
        for cell in cells_of(won):
            self._circle(self.plan.centres[cell], 0.38, fill="none", stroke=gold, stroke_width="3.5")

    def _threats(self) -> None:
        """A dashed ring around each missing cell: dark for Black, red for White."""
        for index, player in enumerate(Player):
            cells = {cell for each in self.picture.threats if each.player is player for cell in cells_of(each.missing)}
            for cell in sorted(cells):
                x, y = self.plan.centres[cell]
                colour = "#22222a" if player is Player.BLACK else "#c2453b"
                self._circle(
                    (x, y), 0.4 - 0.07 * index, fill="none", stroke=colour, stroke_width="2", stroke_dasharray="4 3"
                )

    def _pairs(self) -> None:
        """A line between the cells of each pair, and a dot in the same colour on both."""
        for number, pair in enumerate(self.picture.pairs):
            colour = PAIRS[number % len(PAIRS)]
            aside = 0.2 if self.picture.values else 0.0  # next to the value of the cell
            one, two = ((x + aside, y - aside) for x, y in (self.plan.centres[cell] for cell in pair))
            self._line([one, two], colour, 0.07, stroke_opacity="0.55")
            for point in (one, two):
                self._circle(point, 0.17 - aside / 4, fill=colour)
                self._text(point, str(number + 1), 0.2 - aside / 5, "#ffffff", font_weight="bold")

    def _values(self, *, behind: bool) -> None:
        """Colours of moves: cells below the stones, arrows and strips above them."""
        order = list(VALUES)
        best: dict[int, str] = {}
        for move, value in sorted(self.picture.values.items(), key=lambda each: -order.index(each[1])):
            cells = list(cells_of(self.game.move_cells(self.position, move)))
            taken = self.position.black | self.position.white
            left = [cell for cell in cells if taken >> cell & 1 and isinstance(move, GridMove)]
            reached = [cell for cell in cells if cell not in left] or left
            if len(cells) == 1:
                best[cells[0]] = value
            elif not behind and left and reached != left:
                self._move(self.plan.centres[left[0]], self.plan.centres[reached[-1]], VALUES[value])
            elif not behind and cells:
                line = [self.plan.centres[cell] for cell in cells]
                self._line(line, VALUES[value], 0.12, stroke_opacity="0.8")
        if not behind:
            for cell, value in best.items():
                self._text(self.plan.centres[cell], SIGNS[value], 0.34, "#ffffff", font_weight="bold")
            return
        for cell, value in best.items():
            self._circle(self.plan.centres[cell], 0.3, fill=VALUES[value], fill_opacity="0.88")

    def _move(self, start: Point, end: Point, colour: str) -> None:
        """An arrow from where a stone is to where it goes."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
        ux, uy = dx / length, dy / length
        tip = (end[0] - 0.12 * ux, end[1] - 0.12 * uy)
        self._line([(start[0] + 0.3 * ux, start[1] + 0.3 * uy), tip], colour, 0.09)
        for side in (-1, 1):
            wing = (tip[0] - 0.2 * ux + side * 0.13 * uy, tip[1] - 0.2 * uy - side * 0.13 * ux)
            self._line([wing, tip], colour, 0.09)
