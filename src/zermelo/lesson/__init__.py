"""Lessons: a page or a notebook on a game, with its rules, a position to think about, hints, proofs and theorems."""

from __future__ import annotations

from zermelo.lesson.lesson_page import as_lesson_html, as_notebook
from zermelo.lesson.sections import SECONDS, LessonSection, sections

__all__ = ["SECONDS", "LessonSection", "as_lesson_html", "as_notebook", "sections"]
