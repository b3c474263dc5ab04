"""Preprocessors: a formula in, a simpler one with the same truth value out, or the original.

>>> list(PREPROCESSORS)
['bloqqer', 'none']
>>> from zermelo.formula import QCNF
>>> preprocessor("none").preprocess(QCNF()).detail
'no preprocessing'
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from zermelo.errors import UnsupportedError
from zermelo.preprocess.base import NoPreprocessor, Preprocessed, Preprocessor
from zermelo.preprocess.bloqqer import Bloqqer

PREPROCESSORS: Mapping[str, Preprocessor] = MappingProxyType(
    {each.name: each for each in (Bloqqer(), NoPreprocessor())}
)
"""All preprocessors by name, sorted."""


def preprocessor(name: str) -> Preprocessor:
    """The preprocessor of that name; UnsupportedError, with the names that exist, when there is none."""
    try:
        return PREPROCESSORS[name]
    except KeyError:
        raise UnsupportedError(f"a preprocessor out of {', '.join(PREPROCESSORS)}", found=repr(name)) from None


__all__ = ["PREPROCESSORS", "Preprocessed", "Preprocessor", "preprocessor"]
