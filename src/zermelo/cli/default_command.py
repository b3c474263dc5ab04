"""A group of commands one of which is meant where none is named: ``zermelo puzzle hex:5x5`` makes puzzles."""

from __future__ import annotations

import difflib
import re
from pathlib import Path
from typing import Any, ClassVar

from typer.core import TyperGroup

from zermelo.families import is_family


class DefaultCommandGroup(TyperGroup):
    """A group in which a first word that is no command belongs to the default one, unless it looks like a slip."""

    DEFAULT: ClassVar[str]
    """The name of the command that is meant."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] != "--help" and not self._is_slip(args[0]):
            args = [self.DEFAULT, *args]
        return super().parse_args(ctx, args)

    def _is_slip(self, word: str) -> bool:
        """True for a word nearly that of a command, which names no game and no file; what follows says which is meant.

        The framework then says that there is no such command, and which one is near.
        """
        near = re.fullmatch("[a-z][a-z-]*", word) is not None and difflib.get_close_matches(word, self.commands)
        return bool(near) and not is_family(word) and not Path(word).exists()
