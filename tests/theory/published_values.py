"""Published values of positions, typed in from memory, with the sources where they are to be found.

As nobody had the books at hand, none of these tables stands for itself: `test_plain_values` finds each of them again by
a second program that shares no line with the first (`tests.oracles.plain_values`), the two or three boards that take
longer by ``python benchmarks/values.py --plain``. A value that both programs find is that of the game; only the source
may be quoted wrongly.

Boards are columns x rows here, with Left (Black) vertical in Domineering; the literature often has rows first.
"""

from __future__ import annotations

KAYLES = [
    0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7, 2, 1, 8, 6, 7, 4,
]  # fmt: skip
"""Sizes of heaps of rows of 0, 1, ... pins: OEIS A002186; Winning Ways, chapter 4."""

DAWSON = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2]
"""Dawson's chess, octal .137, from 0 on: OEIS A002187. Cram on n cells in a row, octal .07, has the value before."""

DOMINEERING_VALUES = {
    # Conway, On Numbers and Games, chapter 10; Winning Ways, chapter 5; 4x4 ibid. as +-(0, {{2|0}, 2 + tiny 2 | ...})
    "1x1": "0", "1x2": "1", "1x3": "1", "1x4": "2", "1x5": "2", "1x6": "3", "1x7": "3", "1x8": "4", "1x9": "4",
    "2x1": "-1", "3x1": "-1", "4x1": "-2", "5x1": "-2", "6x1": "-3", "7x1": "-3", "8x1": "-4", "9x1": "-4",
    "2x2": "±1", "3x2": "{2|-1/2}", "2x3": "{1/2|-2}", "3x3": "±1", "4x2": "⧿2", "2x4": "⧾2", "4x4":
    "±(0,{2+⧾2,{2|0}|{2|0},⧿2})", "5x2": "1/2", "2x5": "-1/2", "5x5": "0", "5x4": "1", "4x5": "-1",
}  # fmt: skip
"""5x4, 4x5 and 5x5 are found again in `benchmarks/values.py`; all others in the tests."""

DOMINEERING_OUTCOMES = [
    # Rows 1 to 5 of the board, columns 1 to 5: Breuker, Uiterwijk and van den Herik, "Solving 8x8 Domineering",
    # Theoretical Computer Science 230 (2000); Drummond-Cole, "An update on Domineering on rectangular boards", Integers
    # 14 (2014), whose letters V, H, 1, 2 are our L, R, N, P.
    "PRRRR",
    "LNNRL",
    "LNNRR",
    "LLLNL",
    "LRLRP",
]

CLOBBER_ROWS = {
    # the first to move wins on alternating rows of an even length, but for 6. Conjecture of Albert, Grossman,
    # Nowakowski and Wolfe, "An introduction to Clobber", Integers 5 (2005); proven in arXiv:2509.08985 (2025)
    2: "N", 4: "N", 6: "P", 8: "N", 10: "N", 12: "N", 14: "N",
}  # fmt: skip

TOADS_AND_FROGS = {
    # Winning Ways, chapter 1 and chapter 5
    "tftf_": "0", "tff_t": "0", "tf_tf": "0", "tft_f": "*", "t_tff": "↑", "tt_ff": "*", "t_f": "*", "t__f": "0",
    # the tests that come with CGSuite; ↓^2 is written v<2> there
    "ttttt__fffff":
    "±({2|*},{5/2||2|{0||||{0||↓^2|-1},{0||||0||⧿1/32|-2|||-1/2*}|||↓^2|-1/2||-1*}|||0})",
}  # fmt: skip


def toads_and_frogs() -> dict[str, str]:
    """Families of starting positions.

    Erickson, "New Toads and Frogs results" (1996), conjectures 1 to 3, and their proofs: Thanatipanonda, "Further
    hopping with Toads and Frogs", Electronic Journal of Combinatorics 18 (2011).
    """
    found = dict(TOADS_AND_FROGS)
    for a in range(3, 7):
        for b in range(2, a):
            found["t" * a + "__" + "f" * b] = f"{{{{{a - 3}|{a - b}}}|{{*|{3 - b}}}}}"
    for a in range(2, 7):
        found["t" * a + "___ff"] = f"{{{a - 2}|{a - 2}}}"
    for a in (5,):
        found["t" * a + "___fff"] = f"{2 * a - 7}/2"
    return found


CRAM = {
    # even x even: the second player answers symmetrically; even x odd: the first takes the middle, then so.
    # Gardner (1974); Winning Ways, chapter 15
    "2x2": "P", "4x2": "P", "4x4": "P", "6x2": "P", "2x3": "N", "4x3": "N", "2x5": "N", "2x7": "N", "6x3": "N",
}  # fmt: skip
