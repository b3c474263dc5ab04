"""Tools by name: those of the package, and those of the user's configuration file, read when needed.

The file is not read to find a tool of the package: no mistake in it can stop those from working.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, Protocol, TypeVar

from zermelo.errors import UnsupportedError


class Named(Protocol):
    """Something with a name."""

    @property
    def name(self) -> str:
        """The name."""


T = TypeVar("T", bound=Named)


class Registry(Mapping[str, T], Generic[T]):
    """Tools by name, in a fixed order.

    Parameters
    ----------
    kind
        The kind of tool, for messages.
    own
        The tools of the package.
    configured
        A function that returns the tools of the configuration file; it may raise InputError.
    """

    def __init__(self, kind: str, own: tuple[T, ...], configured: Callable[[], Mapping[str, T]]) -> None:
        self.kind, self.own, self._configured = kind, {each.name: each for each in own}, configured

    def named(self, name: str) -> T:
        """The tool of that name; UnsupportedError, with the names that exist, when there is none."""
        try:
            return self[name]
        except KeyError:
            raise UnsupportedError(f"a {self.kind} out of {', '.join(self)}", found=repr(name)) from None

    def __getitem__(self, name: str) -> T:
        return self.own[name] if name in self.own else self._configured()[name]

    def __iter__(self) -> Iterator[str]:
        yield from self.own
        yield from self._configured()

    def __len__(self) -> int:
        return len(self.own) + len(self._configured())
