"""Licences of the solvers and preprocessors that are run as programs, and where they were read.

The statements hold for the versions that pyqbf 1.1.1.3 builds.  Zermelo contains none of this software.
"""

from __future__ import annotations

from typing import NamedTuple


class Licence(NamedTuple):
    """Terms of use of a tool.

    Attributes
    ----------
    terms
        An SPDX expression, or plain words where none fits; ``unknown`` where nothing could be verified.
    source
        The text in which the terms were read.

    >>> print(Licence("MIT", "its file LICENSE"))
    MIT (read in its file LICENSE)
    """

    terms: str
    source: str = ""

    def __str__(self) -> str:
        return f"{self.terms} (read in {self.source})" if self.source else self.terms


UNKNOWN_LICENCE = Licence("unknown")
"""The licence of a tool of the configuration file that does not state one."""

PACKAGE_LICENCES = {
    "pyqbf": Licence(
        "MIT by its metadata, GPL-3.0 by its file LICENSE; it contains programs under the GPL and Bloqqer",
        "METADATA and LICENSE of pyqbf 1.1.1.3",
    ),
    "python-sat": Licence("MIT", "its file LICENSE.txt, of version 1.9.dev17"),
}
"""The licences of the packages that bring the tools, by the names of the packages."""
