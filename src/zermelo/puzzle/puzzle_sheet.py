"""Sheets of puzzles: one page after another with the boards, the answers at the end; HTML, and PDF by Typst.

Both are made of the same sheet: a title, the rules in a sentence or two, and for each puzzle a picture, a task, a
picture of the answer and its words. The HTML needs no other file and no script; printed, its answers begin on a new
page.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from zermelo.errors import MissingToolError
from zermelo.model import Game, GridGame
from zermelo.picture.svg import Picture, svg
from zermelo.puzzle.generate_puzzles import Puzzle
from zermelo.puzzle.solution import MOST_TRAPS

_STYLE = """
body { font: 16px/1.4 system-ui, sans-serif; color: #22222a; background: #fff; max-width: 60em; margin: 2em auto;
  padding: 0 1em }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(15em, 1fr)); gap: 1.5em }
figure { margin: 0; break-inside: avoid }
figure svg { width: 100%; height: auto; max-height: 18em }
figcaption p { margin: .15em 0 }
.soft { color: #6a6a75 }
#answers { break-before: page; margin-top: 3em; border-top: 2px solid #22222a }
@media print { body { margin: 0; max-width: none; font-size: 11px } .grid { grid-template-columns: repeat(3, 1fr) } }
"""

_PAGE = """#let data = json(bytes(sys.inputs.data))
#set document(title: data.title, date: none)
#set page(paper: "a4", margin: (x: 16mm, top: 16mm, bottom: 18mm), numbering: "1 / 1")
#set text(size: 10pt)
#let board(picture, tall) = align(center, block(height: tall, image(bytes(picture), format: "svg", height: 100%,
  fit: "contain")))
#align(center, text(18pt, weight: "bold", data.title))
#for line in data.lead { align(center, text(fill: luma(90), line)) }
#v(4mm)
#grid(columns: (1fr, 1fr, 1fr), column-gutter: 7mm, row-gutter: 8mm,
  ..data.puzzles.map(each => block(breakable: false, width: 100%)[
    #board(each.board, 48mm)
    #strong(each.number + ".") #each.task \\
    #text(fill: luma(90), each.difficulty)
  ]))
#pagebreak()
#align(center, text(14pt, weight: "bold", "Answers"))
#v(3mm)
#grid(columns: (1fr, 1fr), column-gutter: 8mm, row-gutter: 6mm,
  ..data.puzzles.map(each => block(breakable: false, width: 100%, grid(columns: (34mm, 1fr), column-gutter: 3mm,
    board(each.answer, 32mm),
    text(9pt)[#strong(each.number + ".") #for (at, line) in each.words.enumerate() {
      if at > 0 { linebreak() }
      line
    }]
  ))))
"""


CELLS = "Columns are a, b, … from the left: b3 is the cell in column 2 and row 3."
"""Told where the picture has numbers at its columns."""


@dataclass(frozen=True)
class SheetEntry:
    """A puzzle on a sheet: its number, its pictures as SVG, and its texts."""

    number: str
    board: str
    task: str
    difficulty: str
    answer: str
    words: list[str]


@dataclass(frozen=True)
class PuzzleSheet:
    """A sheet: its title, the lines below it, and the puzzles.

    >>> from zermelo.families import make
    >>> from zermelo.puzzle import WantedPuzzles, puzzles
    >>> sheet = sheet_of(make("hex:3x3"), [next(puzzles(make("hex:3x3"), WantedPuzzles(seed=1)))])
    >>> sheet.title, sheet.puzzles[0].number
    ('Puzzles: hex:3x3', '1')
    """

    title: str
    lead: list[str]
    puzzles: list[SheetEntry]


def sheet_of(game: Game, found: Sequence[Puzzle]) -> PuzzleSheet:
    """The sheet of some puzzles of a game."""
    lead = [*getattr(game, "notes", ()), "One first move wins; all moves of both players count."]
    if any(len(puzzle.position.winning) > 1 for puzzle in found):
        lead[-1] = "The number of moves counts those of both players."
    if cells_named(game, found):
        lead.append(CELLS)
    entries = []
    for number, puzzle in enumerate(found, 1):
        level = f"{puzzle.difficulty.level} ({puzzle.difficulty.value:.2f})"
        board, answer = svg(Picture(puzzle.game)), svg(answer_picture(puzzle))
        entries.append(SheetEntry(str(number), board, f"{puzzle.task}.", level, answer, puzzle.solution.words()))
    return PuzzleSheet(f"Puzzles: {game.name}", lead, entries)


def cells_named(game: Game, found: Sequence[Puzzle]) -> bool:
    """Tell whether moves are written with the letters of columns, and the picture has numbers there."""
    lines = (move for puzzle in found for move in puzzle.solution.line)
    return isinstance(game, GridGame) and any(re.fullmatch(r"[a-z]+\d.*", move) for move in lines)


def answer_picture(puzzle: Puzzle) -> Picture:
    """The board with the moves that win, and some that fail."""
    game = puzzle.game
    traps = [move for move, _ in puzzle.difficulty.traps[:MOST_TRAPS]]
    values = dict.fromkeys(puzzle.position.winning, "winning") | dict.fromkeys(traps, "losing")
    return Picture(game, values=values)


def as_html(sheet: PuzzleSheet) -> str:
    """The sheet as one HTML file."""
    lead = "".join(f'<p class="soft">{html.escape(line)}</p>\n' for line in sheet.lead)
    boards = [
        f'<figure id="puzzle-{each.number}">{each.board}<figcaption><p><b>{each.number}.</b> {html.escape(each.task)}'
        f'</p><p class="soft">{html.escape(each.difficulty)} · <a href="#answer-{each.number}">answer</a></p>'
        "</figcaption></figure>"
        for each in sheet.puzzles
    ]
    answers = [
        f'<figure id="answer-{each.number}">{each.answer}<figcaption><p><b><a href="#puzzle-{each.number}">'
        f"{each.number}.</a></b></p>"
        + "".join(f"<p>{html.escape(line)}</p>" for line in each.words)
        + "</figcaption></figure>"
        for each in sheet.puzzles
    ]
    title = html.escape(sheet.title)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{lead}"
        f'<div class="grid">\n{"".join(boards)}\n</div>\n<section id="answers">\n<h2>Answers</h2>\n'
        f'<div class="grid">\n{"".join(answers)}\n</div>\n</section>\n</body>\n</html>\n'
    )


def as_pdf(sheet: PuzzleSheet) -> bytes:
    """The sheet as PDF; ``MissingToolError`` where Typst is not installed."""
    try:
        import typst
    except ImportError:
        how = "get it by: pip install 'zermelo[pictures]'; the HTML can be printed, too"
        raise MissingToolError(f"typst, which writes PDF, is not installed; {how}") from None
    return typst.compile(_PAGE.encode(), format="pdf", sys_inputs={"data": json.dumps(asdict(sheet))}, timestamp=0)
