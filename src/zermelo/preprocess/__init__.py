"""Preprocessors: a formula in, a simpler one with the same truth value out, or the original.

>>> list(PREPROCESSORS)[:2]
['bloqqer', 'none']
>>> from zermelo.formula import QCNF
>>> preprocessor("none").preprocess(QCNF()).detail
'no preprocessing'
"""

from __future__ import annotations

from zermelo.preprocess.base import NoPreprocessor, Preprocessed, Preprocessor
from zermelo.preprocess.bloqqer import Bloqqer
from zermelo.preprocess.configured import configured_preprocessors, known_preprocessors
from zermelo.solvers.registry import Registry

PREPROCESSORS: Registry[Preprocessor] = Registry(
    "preprocessor", (Bloqqer(), NoPreprocessor()), configured_preprocessors, known_preprocessors
)
"""All preprocessors by name: those of the package, those it describes only, those of the configuration file."""


def preprocessor(name: str) -> Preprocessor:
    """The preprocessor of that name; UnsupportedError, with the names that exist, when there is none."""
    return PREPROCESSORS.named(name)


__all__ = ["PREPROCESSORS", "Preprocessed", "Preprocessor", "preprocessor"]
