"""Pictures of positions as SVG: any board, with threats, pairings, winning paths, values of moves."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree as ET

from zermelo.model import ConnectionGame, Game, Layout, NetGame, Player, Position, StateGame, cells_of
from zermelo.picture.canvas import WIDE, Canvas, number
from zermelo.picture.dots_picture import dots_canvas, has_segments, move_segment, undrawn
from zermelo.picture.geometry import Point, hexagon
from zermelo.picture.move_shape import VALUES, MoveGroup, MoveShape, grouped, legend, shape_of, straight
from zermelo.picture.piles_picture import has_piles, piles_canvas
from zermelo.picture.scene import BLACK, CLOSED_CELL, OPEN, WHITE, Scene, has_cells, scene
from zermelo.picture.text_picture import MOST_LETTERS, text_canvas
from zermelo.picture.threats import Threat, steps, winning_cells

INK, PAPER, BOARD, LINE, PALE = "#2b2b33", "#ffffff", "#f3e3c3", "#c9b48b", "#6f6759"
STONES = {BLACK: ("#4a4a55", "#0d0d12", "#000000"), WHITE: ("#ffffff", "#d5d7dd", "#6f7480")}
"""Of each player the light, the shade and the rim of a stone."""
SIDES = {Player.BLACK: "#22222a", Player.WHITE: "#ffffff"}
PAIRS = ("#7a4fb5", "#1f7fb8", "#b8527e", "#2f8f83", "#a86b1d", "#5a6fd0")

MOST_SCATTERED = 12
"""Moves of several stones apart from each other that are drawn one by one."""


@dataclass(frozen=True)
class Picture:
    """The contents of a picture.

    Parameters
    ----------
    game, position
        The board and the stones; None for the start position.
    values
        Moves with their values for the player to move: a key of `~zermelo.picture.move_shape.VALUES`.
    threats
        Cells that complete something; see `zermelo.picture.threats`.
    pairs
        Pairs of cells: take one, and the other is taken.
    last
        The position before the last move, and that move.
    title
        A line below the board.
    depths
        Moves of `values` with the number of moves to the end, where it is known.
    """

    game: Game
    position: Position | None = None
    values: Mapping[Any, str] = field(default_factory=dict)
    threats: Sequence[Threat] = ()
    pairs: Sequence[tuple[int, int]] = ()
    last: tuple[Position, Any] | None = None
    title: str = ""
    depths: Mapping[Any, int] = field(default_factory=dict)


def svg(*pictures: Picture, columns: int = 3) -> str:
    """One picture, or several as a sequence of boards, so many in a row.

    >>> from zermelo.families import make
    >>> text = svg(Picture(make("hex:3x3")))
    >>> text[:4], text.count("<polygon")
    ('<svg', 9)
    """
    drawn = [_canvas(picture, at) for at, picture in enumerate(pictures)]
    across = min(columns, len(drawn))
    wide, high = max(each.size[0] for each in drawn), max(each.size[1] for each in drawn)
    down = -(-len(drawn) // across)
    width, height = number(wide * across), number(high * down)
    root = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", width=width, height=height)
    root.set("viewBox", f"0 0 {width} {height}")
    root.set("font-family", "Helvetica, Arial, 'DejaVu Sans', sans-serif")
    ET.SubElement(root, "rect", {"class": "paper"}, width="100%", height="100%", fill=PAPER)
    for at, canvas in enumerate(drawn):
        x, y = at % across * wide + (wide - canvas.size[0]) / 2, at // across * high
        canvas.group.set("transform", f"translate({number(x)},{number(y)})")
        root.append(canvas.group)
    ET.indent(root, " ")
    return ET.tostring(root, encoding="unicode") + "\n"


def cell_outlines(picture: Picture) -> list[list[Point]]:
    """The corners of each cell in the picture that `svg` draws of one board, in its units, for what lies on top of it.

    Of a node of a graph a square around it; no cells where a game has no board.

    >>> from zermelo.families import make
    >>> cell_outlines(Picture(make("ttt")))[0]
    [(33.0, 127.6), (77.0, 127.6), (77.0, 171.6), (33.0, 171.6)]
    """
    if not has_cells(picture.game):
        return []
    drawing = _BoardDrawing(picture, picture.game.start if picture.position is None else picture.position, "")
    half = 0.45
    return [
        [
            (round(x, 2), round(y, 2))
            for x, y in map(
                drawing.canvas.at,
                outline or [(u - half, v - half), (u + half, v - half), (u + half, v + half), (u - half, v + half)],
            )
        ]
        for outline, (u, v) in zip(drawing.plan.outlines, drawing.plan.centres, strict=True)
    ]


def _canvas(picture: Picture, at: int) -> Canvas:
    """A picture drawn, with its title and its legend."""
    game = picture.game
    position = game.start if picture.position is None else picture.position
    title = [(picture.title, INK)] if picture.title else []
    if isinstance(game, NetGame) and has_segments(game):
        groups = grouped(
            picture.values, lambda move: move_segment(game, position, move), game.move_name, picture.depths
        )
        canvas = dots_canvas(game, position, groups)
        lines = [(each, PALE) for each in undrawn(game, position)] + [(line, INK) for line in legend(groups)]
    elif has_piles(game) or not has_cells(game):
        groups = grouped(picture.values, lambda _: MoveShape(), game.move_name, picture.depths)
        canvas = piles_canvas(game, position) if has_piles(game) else text_canvas(game, position)
        lines = [(line, INK) for line in legend(groups)]
    else:
        drawing = _BoardDrawing(picture, position, f"z{at}")
        canvas = drawing.finish()
        lines = [(drawing.scene.rest, PALE)] if drawing.scene.rest else []
        lines += [(line, INK) for line in drawing.legend]
    most = max(MOST_LETTERS, int(canvas.width / (0.28 * WIDE)))
    canvas.below([(part, ink) for line, ink in [*title, *lines] for part in textwrap.wrap(line, most)])
    return canvas


class _BoardDrawing:
    """One board; lengths are in units until they are written."""

    def __init__(self, picture: Picture, position: Position, prefix: str) -> None:
        self.picture, self.game, self.position, self.id = picture, picture.game, position, prefix
        self.scene = self._scene(position)
        self.plan = self.scene.plan
        self.graph = not isinstance(self.game, StateGame) and not any(self.plan.outlines)
        points = [point for outline in self.plan.outlines for point in outline]
        points += [*self.plan.centres, *self.plan.ends] or [(0.0, 0.0)]
        margin = 0.9 if self.graph else 0.75
        right = 0.9 if self.graph else 0.45
        left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin - 0.15 * (not self.graph)
        width, height = max(x for x, _ in points) + right - left, max(y for _, y in points) + right - top
        self.canvas = Canvas(left, top, width, height)
        self.legend: list[str] = []

    def _scene(self, position: Position) -> Scene:
        return scene(self.game, position)

    def finish(self) -> Canvas:
        """The drawing."""
        groups = self._groups()
        self._shades()
        self._ground()
        self._titles()
        self._discs(groups, signs=False)
        self._contents()
        self._last()
        if not isinstance(self.game, StateGame):
            self._winners()
            self._threats()
        self._moves(groups)
        self._discs(groups, signs=True)
        self._pairs()
        return self.canvas

    def _shades(self) -> None:
        """Gradients of light on the stones."""
        defs = self.canvas.add("defs")
        for player, (light, shade, _) in STONES.items():
            gradient = ET.SubElement(defs, "radialGradient", id=f"{self.id}{player}", cx="0.36", cy="0.32", r="0.75")
            ET.SubElement(gradient, "stop", {"offset": "0", "stop-color": light})
            ET.SubElement(gradient, "stop", {"offset": "1", "stop-color": shade})

    # The board.

    def _ground(self) -> None:
        """The cells, and the borders of the players."""
        canvas, board = self.canvas, self.game.board
        if self.graph:
            for one, two in self.plan.edges:
                canvas.line([one, two], LINE, 0.05)
            for centre in self.plan.centres:
                canvas.circle(centre, 0.36, fill=BOARD, stroke=LINE, stroke_width="1.5")
            for end in self.plan.ends:
                canvas.square(end, 0.5, rx="4", fill=SIDES[Player.BLACK])
            return
        if isinstance(self.game, ConnectionGame) and board.layout is Layout.HEX:
            self._borders(self.game)
        for outline in self.plan.outlines:
            canvas.polygon(outline, fill=BOARD, stroke=LINE, stroke_width="1.2")
        if board.torus:
            self._glued()

    def _borders(self, game: ConnectionGame) -> None:
        """Thick lines along the sides that a player joins; the sides of White have a rim, to be seen on paper."""
        board = self.game.board
        owners = {Player.BLACK: (game.source, game.target), Player.WHITE: (game.white_source, game.white_target)}
        runs = {"first": (5, 0, 1), "last": (4, 3, 2), "left": (5, 4, 3), "right": (0, 1, 2)}
        for side, (one, two, three) in runs.items():
            mask = board.side(side)
            mine = [player for player, borders in owners.items() if mask and mask in borders]
            if not mine:
                continue
            owner = mine[-1 if side in ("left", "right") else 0]  # of a single cell all sides are the same
            cells = sorted(cells_of(mask), key=lambda cell: board.places[cell])
            line = list[Point]()
            for index, cell in enumerate(cells):
                corners = hexagon(self.plan.centres[cell])
                line += [corners[one], corners[two], corners[three]]
                # At the sharp corners of the rhombus an edge belongs to the first and the last row.
                if (side == "left" and index == len(cells) - 1) or (side == "right" and index == 0):
                    line.remove(corners[three if side == "left" else one])
            if owner is Player.WHITE:
                self.canvas.line(line, "#9097a3", 0.34, stroke_linecap="butt")
            self.canvas.line(line, SIDES[owner], 0.28 if owner is Player.WHITE else 0.32, stroke_linecap="butt")

    def _glued(self) -> None:
        """A torus: opposite edges carry the same arrows, as in textbooks."""
        wide, high = self.game.board.columns, self.game.board.rows
        for x in (-0.5, wide - 0.5):
            self.canvas.line([(x, -0.5), (x, high - 0.5)], PALE, 0.05, stroke_dasharray="5 4")
            self._chevron((x, high / 2 - 0.5), up=True)
        for y in (-0.5, high - 0.5):
            self.canvas.line([(-0.5, y), (wide - 0.5, y)], PALE, 0.05, stroke_dasharray="5 4")
            for shift in (-0.09, 0.09):
                self._chevron((wide / 2 - 0.5 + shift, y), up=False)

    def _chevron(self, point: Point, *, up: bool) -> None:
        x, y = point
        size = 0.14
        if up:
            self.canvas.line([(x - size, y + size), (x, y), (x + size, y + size)], PALE, 0.06)
        else:
            self.canvas.line([(x - size, y - size), (x, y), (x - size, y + size)], PALE, 0.06)

    def _titles(self) -> None:
        for point, title in self.plan.titles:
            self.canvas.text(point, title, min(0.34, 1.6 / max(1, len(title))), PALE)
        if self.graph:
            for cell, centre in enumerate(self.plan.centres):
                name = self.game.board.cells[cell]
                size = min(0.26, 1.0 / max(1, len(name)))
                if self.scene.contents[cell] != OPEN or self.picture.values:
                    self.canvas.text((centre[0], centre[1] + 0.52), name, min(size, 0.22), PALE)
                else:
                    self.canvas.text(centre, name, size, PALE)

    # The things on the board.

    def _contents(self) -> None:
        for centre, content in zip(self.plan.centres, self.scene.contents, strict=True):
            if content in STONES:
                fill, rim = f"url(#{self.id}{content})", STONES[content][2]
                self.canvas.circle(centre, 0.36, fill=fill, stroke=rim, stroke_width="1")
            elif content == CLOSED_CELL:
                self.canvas.square(centre, 0.84, fill="#5b5446", rx="3")
            elif content != OPEN:
                self.canvas.text(centre, content, min(0.4, 1.5 / len(content)), INK)

    def _last(self) -> None:
        """The last move: dots on new stones, dashed rings on cells that were left, crosses where stones vanished."""
        if self.picture.last is None:
            return
        before, move = self.picture.last
        mover = self.game.mover(before).value
        shape = shape_of(self._scene(before), self._scene(self.game.step(before, move)), mover)
        centres = self.plan.centres
        if shape.arrow is not None:
            self.canvas.arrow(centres[shape.arrow[0]], centres[shape.arrow[1]], PALE, 0.05, gap=0.34)
        for cell in shape.left:
            dashed = {"stroke": PALE, "stroke_width": "1.5", "stroke_dasharray": "3 3"}
            self.canvas.circle(centres[cell], 0.3, fill="none", **dashed)
        for cell in shape.removed:
            self.canvas.cross(centres[cell], 0.16, PALE, 0.05)
        for cell in (*shape.placed, *shape.taken, *shape.marked):
            if self.scene.contents[cell] != OPEN:
                colour = "#b3402f" if self.scene.contents[cell] == WHITE else "#f2c14e"
                if self.scene.contents[cell] in (BLACK, WHITE):
                    self.canvas.circle(centres[cell], 0.1, fill=colour)
                else:  # a letter, to be read still
                    self.canvas.circle(centres[cell], 0.4, fill="none", stroke=colour, stroke_width="2.5")

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
                self.canvas.line(line, gold, 0.13)
        for cell in cells_of(won):
            self.canvas.circle(self.plan.centres[cell], 0.38, fill="none", stroke=gold, stroke_width="3.5")

    def _threats(self) -> None:
        """A dashed ring around each missing cell: dark for Black, red for White."""
        for index, player in enumerate(Player):
            cells = {cell for each in self.picture.threats if each.player is player for cell in cells_of(each.missing)}
            dashed = {"stroke": "#22222a" if player is Player.BLACK else "#c2453b", "stroke_dasharray": "4 3"}
            for cell in sorted(cells):
                centre = self.plan.centres[cell]
                self.canvas.circle(centre, 0.4 - 0.07 * index, fill="none", stroke_width="2", **dashed)

    def _pairs(self) -> None:
        """A line between the cells of each pair, and a dot in the same colour on both."""
        for at, pair in enumerate(self.picture.pairs):
            colour = PAIRS[at % len(PAIRS)]
            aside = 0.2 if self.picture.values else 0.0  # next to the value of the cell
            one, two = ((x + aside, y - aside) for x, y in (self.plan.centres[cell] for cell in pair))
            self.canvas.line([one, two], colour, 0.07, stroke_opacity="0.55")
            for point in (one, two):
                self.canvas.circle(point, 0.17 - aside / 4, fill=colour)
                self.canvas.text(point, str(at + 1), 0.2 - aside / 5, "#ffffff", font_weight="bold")

    # The values of moves.

    def _groups(self) -> list[MoveGroup]:
        """The moves with values as they are drawn; a crowd of moves of several stones is drawn by its cells."""
        mover = self.game.mover(self.position).value

        def shape(move: Any) -> MoveShape:
            return shape_of(self.scene, self._scene(self.game.step(self.position, move)), mover)

        groups = grouped(self.picture.values, shape, self.game.move_name, self.picture.depths)
        crowd = [each for each in groups if self._scattered(each)]
        self.legend = legend(groups)
        if len(crowd) <= MOST_SCATTERED:
            return groups
        merged = MoveGroup(crowd[0].shape._replace(placed=()), crowd[0].value)
        best: dict[int, MoveGroup] = {}
        for group in crowd:
            for value, names in group.moves.items():
                merged.moves.setdefault(value, []).extend(names)
            for cell in group.shape.placed:
                best.setdefault(cell, MoveGroup(group.shape._replace(placed=(cell,)), group.value))
        self.legend += merged.legend().split("; ")
        return [*(each for each in groups if each not in crowd), *best.values()]

    def _scattered(self, group: MoveGroup) -> bool:
        main = group.shape.main
        return group.shape.arrow is None and len(main) > 1 and not straight([self.plan.centres[cell] for cell in main])

    def _discs(self, groups: Sequence[MoveGroup], *, signs: bool) -> None:
        """Moves that show on one cell: a disc below everything, or its sign above everything."""
        for group in groups:
            if group.shape.arrow is None and len(group.shape.main) == 1:
                centre = self.plan.centres[group.shape.main[0]]
                if self.scene.contents[group.shape.main[0]] != OPEN:
                    if signs:
                        self._badge(centre, group)
                elif signs:
                    self._sign(centre, group)
                else:
                    self.canvas.circle(centre, 0.3, fill=VALUES[group.value], fill_opacity="0.92")

    def _sign(self, point: Point, group: MoveGroup) -> None:
        size = 0.34 if len(group.sign) < 3 else 0.26
        self.canvas.text(point, group.sign, size, "#ffffff", font_weight="bold")
        if group.number:
            self._number((point[0] + 0.3, point[1] - 0.3), group.number)

    def _number(self, point: Point, number: int) -> None:
        """The number of a move in the legend, to be read on any ground."""
        self.canvas.circle(point, 0.14, fill="#ffffff", fill_opacity="0.85")
        self.canvas.text(point, str(number), 0.2, INK, font_weight="bold")

    def _moves(self, groups: Sequence[MoveGroup]) -> None:
        """Moves that show on several cells, the best on top: arrows, strips, and what else changes."""
        for group in reversed(groups):
            shape, colour = group.shape, VALUES[group.value]
            points = [self.plan.centres[cell] for cell in shape.main]
            alone = not group.number
            if shape.arrow is not None:
                start, end = points
                self.canvas.arrow(start, end, colour)
                dx, dy = end[0] - start[0], end[1] - start[1]
                part = max(0.5, 1 - 0.46 / max((dx * dx + dy * dy) ** 0.5, 1e-9))  # behind the head
                self._badge((start[0] + part * dx, start[1] + part * dy), group)
            elif len(points) > 1:
                (x, y), (u, v) = points[0], points[-1]
                line = points
                if straight(points):  # a little shorter, so that strips behind one another stay apart
                    length = max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 1e-9)
                    dx, dy = 0.1 * (u - x) / length, 0.1 * (v - y) / length
                    line = [(x + dx, y + dy), *points[1:-1], (u - dx, v - dy)]
                self.canvas.line(line, colour, 0.12, stroke_opacity="0.85")
                self._badge(((x + u) / 2, (y + v) / 2), group)
            for cell in shape.removed if alone else ():
                self.canvas.cross(self.plan.centres[cell], 0.2, colour)
            for cell in shape.marked if alone and shape.main != shape.cells else ():
                self.canvas.square(self.plan.centres[cell], 0.3, fill="none", stroke=colour, stroke_width="2.5")
            for cell in shape.taken if alone and shape.arrow is None and shape.main != shape.cells else ():
                self.canvas.circle(self.plan.centres[cell], 0.2, fill="none", stroke=colour, stroke_width="3")

    def _badge(self, point: Point, group: MoveGroup) -> None:
        """A small disc with the sign of a value, and the number in the legend beside it."""
        self.canvas.badge(point, group.sign, VALUES[group.value])
        if group.number:
            self._number((point[0] + 0.24, point[1] - 0.16), group.number)
