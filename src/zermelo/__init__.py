"""Zermelo decides who wins a two-player board game, proves it, and lets you play against the proof."""

from __future__ import annotations

from importlib.metadata import version

__version__ = version("zermelo")
