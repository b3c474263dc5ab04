"""A canvas: shapes and texts as SVG, in units of the distance between two neighbours.

Everything is drawn with plain attributes, so that a picture looks the same in a browser, a notebook and a paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from zermelo.picture.geometry import Point

UNIT = 44.0
"""Pixels between two neighbours."""

WIDE = 0.56
"""The width of a letter, as a part of the size of its font, on the safe side."""


class Canvas:
    """A group of SVG with a frame.

    Parameters
    ----------
    left, top, width, height
        The frame, in units; it may grow to the right and below.

    >>> canvas = Canvas(0, 0, 2, 1)
    >>> canvas.circle((1, 0.5), 0.25, fill="red")
    >>> ET.tostring(canvas.group[0], encoding="unicode")
    '<circle cx="44" cy="22" r="11" fill="red" />'
    """

    def __init__(self, left: float, top: float, width: float, height: float) -> None:
        self.group = ET.Element("g")
        self.left, self.top, self.width, self.height = left, top, width, height

    @property
    def size(self) -> tuple[float, float]:
        """The width and the height in pixels."""
        return self.width * UNIT, self.height * UNIT

    def at(self, point: Point) -> tuple[float, float]:
        """A point in pixels."""
        return (point[0] - self.left) * UNIT, (point[1] - self.top) * UNIT

    def add(self, tag: str, **attributes: str) -> ET.Element:
        """An element; underscores in names of attributes stand for hyphens."""
        return ET.SubElement(self.group, tag, {key.replace("_", "-"): value for key, value in attributes.items()})

    def circle(self, point: Point, radius: float, **style: str) -> None:
        """A circle."""
        x, y = self.at(point)
        self.add("circle", cx=number(x), cy=number(y), r=number(radius * UNIT), **style)

    def square(self, point: Point, side: float, **style: str) -> None:
        """A square, by its centre."""
        x, y = self.at((point[0] - side / 2, point[1] - side / 2))
        self.add("rect", x=number(x), y=number(y), width=number(side * UNIT), height=number(side * UNIT), **style)

    def line(self, points: Sequence[Point], colour: str, width: float, **style: str) -> None:
        """A line through some points."""
        joined = " ".join(f"{number(x)},{number(y)}" for x, y in map(self.at, points))
        style = {"stroke_linecap": "round", "stroke_linejoin": "round", **style}
        self.add("polyline", points=joined, fill="none", stroke=colour, stroke_width=number(width * UNIT), **style)

    def polygon(self, points: Sequence[Point], **style: str) -> None:
        """A closed line."""
        self.add("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in map(self.at, points)), **style)

    def text(self, point: Point, text: str, size: float, colour: str, **style: str) -> None:
        """A text, with its centre at a point, or its start (``text_anchor="start"``)."""
        x, y = self.at((point[0], point[1] + size * 0.36))
        style = {"text_anchor": "middle", **style}
        written = self.add("text", x=number(x), y=number(y), font_size=number(size * UNIT), fill=colour, **style)
        written.text = text

    def arrow(self, start: Point, end: Point, colour: str, width: float = 0.09, gap: float = 0.3) -> None:
        """An arrow, from a little behind its start to its end.

        Parameters
        ----------
        start, end
            The points.
        colour, width
            Of the line.
        gap
            The part left out at the start.
        """
        dx, dy = end[0] - start[0], end[1] - start[1]
        length = max((dx * dx + dy * dy) ** 0.5, 1e-9)
        ux, uy = dx / length, dy / length
        tip = (end[0] - 0.12 * ux, end[1] - 0.12 * uy)
        self.line([(start[0] + gap * ux, start[1] + gap * uy), tip], colour, width)
        for side in (-1, 1):
            wing = (tip[0] - 0.2 * ux + side * 0.13 * uy, tip[1] - 0.2 * uy - side * 0.13 * ux)
            self.line([wing, tip], colour, width)

    def cross(self, point: Point, size: float, colour: str, width: float = 0.07) -> None:
        """A saltire."""
        x, y = point
        for sign in (-1, 1):
            self.line([(x - size, y - sign * size), (x + size, y + sign * size)], colour, width)

    def badge(self, point: Point, sign: str, colour: str) -> None:
        """A small disc with a sign."""
        self.circle(point, 0.15 if len(sign) < 2 else 0.2, fill=colour, stroke="#ffffff", stroke_width="1")
        self.text(point, sign, 0.24 if len(sign) < 3 else 0.18, "#ffffff", font_weight="bold")

    def below(self, lines: Sequence[tuple[str, str]], size: float = 0.28) -> None:
        """Lines of text below all the rest, which make the frame larger.

        Parameters
        ----------
        lines
            Texts with their colours.
        size
            Of the font.
        """
        for text, colour in lines:
            self.height += size * 1.4
            self.width = max(self.width, len(text) * size * WIDE + 0.4)
            self.text((self.left + 0.2, self.top + self.height - size * 0.7), text, size, colour, text_anchor="start")
        if lines:
            self.height += 0.2


def number(value: float) -> str:
    """A length, short.

    >>> number(2.50)
    '2.5'
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")
