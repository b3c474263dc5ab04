"""Encodings: a game and a depth become a formula.

The files of this folder are the encodings, by their names; each opens with its idea, source, quantifier blocks and
size. They are put together from ``goals/`` on ``boards/`` of a game that ``reduction/`` has prepared, and from
``grid/``. All of them stand in :mod:`~zermelo.encodings.registry`.

>>> from zermelo.model import ConnectionGame
>>> [each.name for each in fitting(ConnectionGame.hex(3, 3))][:3]
['et', 'en', 'ea']
"""

from zermelo.encodings.base import Asks, Assignment, Encoded, Encoding
from zermelo.encodings.registry import ENCODINGS, default_encoding, encode, encoding, fit_table, fitting

__all__ = [
    "ENCODINGS",
    "Asks",
    "Assignment",
    "Encoded",
    "Encoding",
    "default_encoding",
    "encode",
    "encoding",
    "fit_table",
    "fitting",
]
