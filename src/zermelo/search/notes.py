"""Notes of a proof as the native searches write them: packed in the core, read as tuples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from zermelo import _native
from zermelo.model import Player
from zermelo.model.automorphism import Permutation
from zermelo.model.symmetry import group_of
from zermelo.search.session import Note


class PackedNotes:
    """The notes of a proof as a sequence; the checker of the core takes ``native`` as it is.

    >>> native = _native.Notes(9)
    >>> native.add(0b1, 0b10, None, None, "move", [4])
    >>> list(PackedNotes(native))
    [Note(black=1, white=2, mover=None, rank=None, kind='move', numbers=(4,))]
    """

    def __init__(self, native: _native.Notes) -> None:
        self.native = native

    def __len__(self) -> int:
        return len(self.native)

    def __getitem__(self, index: int) -> Note:
        black, white, mover, rank, kind, numbers = self.native[index]
        player = None if mover is None else Player.BLACK if mover else Player.WHITE
        return Note(black, white, player, rank, kind, numbers)

    def __iter__(self) -> Iterator[Note]:
        return (self[index] for index in range(len(self)))


class DerivedNotes:
    """The lines of a derivation as notes: their indices stand in place of Black's stones."""

    def __init__(self, native: _native.Deductions) -> None:
        self.native = native

    def __len__(self) -> int:
        return len(self.native)

    def __iter__(self) -> Iterator[Note]:
        for number in range(len(self.native)):
            rule, numbers = self.native[number]
            yield Note(number, 0, None, None, rule, numbers)


def used_symmetries(offered: Sequence[Permutation], used: Sequence[int]) -> tuple[Permutation, ...]:
    """The group, without the identity, that those of the offered permutations generate which a proof has used.

    Each position that can be met is the least of its images or has one under a symmetry that was used.

    >>> used_symmetries([(1, 2, 0), (2, 0, 1)], [0])
    ((1, 2, 0), (2, 0, 1))
    """
    return group_of([offered[number] for number in used], len(offered)) or ()
