"""Nim: take things from one heap; who takes the last thing of all wins, or loses.

Source: Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901). The player to move
loses if the numbers of things add up to 0 without carry in the binary system; in the misère game also where an odd
number of heaps is left that have one thing each, and not where that number is even.
"""

from __future__ import annotations

from zermelo.families.expression import Arguments, Option, flag, integer
from zermelo.families.options import FIRST
from zermelo.families.sheet import ALTERNATING, facts, opening, sheet_family

_MOST_THINGS = 60
_size = integer(1, _MOST_THINGS)
HEAPS: Option[tuple[int, ...]] = Option(
    "heaps", lambda text: (_size(text),), "N,N,…", "how many things lie in each heap",
    show=lambda sizes: ",".join(map(str, sizes)), many=True,
)  # fmt: skip
MOST = Option("most", integer(1, _MOST_THINGS), "N", "the most that may be taken at once", default=_MOST_THINGS)
MISERE = flag("misere", "who takes the last thing loses")


def _sheet(args: Arguments) -> str:
    heaps, most = args[HEAPS], args[MOST]
    if len(heaps) > _MOST_THINGS:
        raise args.error(HEAPS, f"at most {_MOST_THINGS} heaps", found=str(len(heaps)))
    left = [(n, k, n - k) for n in range(1, max(heaps) + 1) for k in range(1, min(n, most) + 1)]
    winner, loser = ("?p", "?q") if args[MISERE] else ("?q", "?p")
    return f"""\
; Nim: (heap H N) means that heap H has N things, N > 0.
{ALTERNATING}{opening(args)}
{facts("init", ((f"(heap {number} {size})",) for number, size in enumerate(heaps, 1)))}
(<= (legal ?p (take ?h ?k)) (true (control ?p)) (true (heap ?h ?n)) (minus ?n ?k ?rest))
(<= (taken ?h) (does ?p (take ?h ?k)))
(<= (next (heap ?h ?n)) (true (heap ?h ?n)) (not (taken ?h)))
(<= (next (heap ?h ?rest)) (does ?p (take ?h ?k)) (true (heap ?h ?n)) (minus ?n ?k ?rest) (distinct ?rest 0))
(<= something (true (heap ?h ?n)))
(<= terminal (not something))
; The one to move finds nothing: the other has taken the last thing.
(<= (goal {loser} 0) (true (control ?p)) (opponent ?p ?q))
(<= (goal {winner} 100) (true (control ?p)) (opponent ?p ?q))
{facts("minus", left)}
"""


def _note(args: Arguments) -> str:
    rule = "loses" if args[MISERE] else "wins"
    return f"who takes the last thing {rule}; nothing more is counted; take(H,K) takes K from heap H"


NIM = sheet_family(
    "nim",
    "Nim: take things from one heap, who takes the last of all wins, or loses (misere)",
    ("nim:1,3,5,7", "nim:1,2,3,misere", "nim:7,most=3,first=white", "nim:2,2,depth=4"),
    _sheet,
    _note,
    (HEAPS,),
    (MOST, MISERE, FIRST),
)
