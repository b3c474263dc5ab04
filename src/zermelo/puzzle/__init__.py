"""Puzzles: positions with one winning first move, found at random, measured, and printed on sheets.

    family ─ random positions ─→ judged ─→ stones left out ─→ measured ─→ solution ─→ text, JSON, HTML, PDF

``judge`` tells what makes a position a puzzle, or spoils it; ``generate_puzzles`` looks for such positions;
``difficulty`` measures them; ``solution`` tells how they are won; ``puzzle_sheet`` prints them.
"""

from __future__ import annotations

from zermelo.puzzle.difficulty import Difficulty
from zermelo.puzzle.generate_puzzles import Puzzle, WantedPuzzles, puzzles
from zermelo.puzzle.judge import JudgedPosition, judged

__all__ = ["Difficulty", "JudgedPosition", "Puzzle", "WantedPuzzles", "judged", "puzzles"]
