"""Tools by name: those of the package, those that it describes only, and those of the user's configuration file.

The file is read when needed, and not to find a tool of the package: no mistake in it can stop those from working.  A
tool that the package describes only may be described by the user as well, and his description counts.
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
    known
        A function that returns the tools that the package describes and does not bring.
    """

    def __init__(
        self,
        kind: str,
        own: tuple[T, ...],
        configured: Callable[[], Mapping[str, T]],
        known: Callable[[], Mapping[str, T]],
    ) -> None:
        self.kind, self.own = kind, {each.name: each for each in own}
        self._configured, self._known = configured, known

    def described(self) -> dict[str, T]:
        """All tools but those of the configuration file, in which there may be a mistake."""
        return {**self.own, **self._known()}

    def named(self, name: str) -> T:
        """The tool of that name; UnsupportedError, with the names that exist, when there is none."""
        try:
            return self[name]
        except KeyError:
            raise UnsupportedError(f"a {self.kind} out of {', '.join(self)}", found=repr(name)) from None

    def __getitem__(self, name: str) -> T:
        if name in self.own:
            return self.own[name]
        configured = self._configured()
        return configured[name] if name in configured else self._known()[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**self.described(), **self._configured()})

    def __len__(self) -> int:
        return len({**self.described(), **self._configured()})
