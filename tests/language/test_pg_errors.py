"""Wrong ``.pg`` texts: each mistake is told at its line and column, and nothing but ``InputError`` comes out."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from zermelo.errors import InputError
from zermelo.language import pg_dialects, pg_scan
from zermelo.language.pg import read_pg, read_pg_text

SHARED = Path(__file__).parents[2].parent / "shared" / "benchmarks"
SETS = "#positions\na1 a2 b1\n#blackwins\na1 a2\n"
RAW = "#positions a b c\n#neighbours\na b\nb a c\nc b\n#startboarder a\n#endboarder c\n"
EDGES = "#positions a b\n#edges\na b\ns a\nb t\n#source s\n#target t\n"
IMPLICIT = "#positions a1 a2 b1\n#neighbours\na1 a2 b1\na2 na na\nb1 na na\n#blackgoal\nup(p0,p1)\n"

WRONG = [
    # the outer layer
    ("a1 a2\n#positions", 1, 1, "a key such as #positions before any value"),
    (SETS + " #blackwin a1", 5, 2, "did you mean #blackwins"),
    (SETS + "#rules", 5, 1, "a key of a .pg file"),
    (SETS + "#blackwins", 5, 1, "every section once"),
    (SETS + "b1 #times", 5, 4, "a key at the beginning of a line"),
    ("% nothing", 1, 10, "found the end of the text, expected a section #positions"),
    ("#blackwins\na1\n", 3, 1, "a section #positions"),
    # cells
    ("#positions\n\n#blackwins\n", 1, 1, "at least one cell"),
    ("#positions a1 % a1\n b1  a1", 2, 6, "every cell once in #positions"),
    (SETS + "a1 c9", 5, 4, "found 'c9', expected a cell of #positions (a1, a2, b1)"),
    (SETS + "  a1 a2 a1", 5, 9, "every cell once in this line"),
    (SETS + "#whitewins\na1 x", 6, 4, "a cell of #positions"),
    # stones
    (SETS + "#blackinitials\nz9", 6, 1, "a cell of #positions"),
    (SETS + "#blackinitials\na1\na1", 7, 1, "every stone once"),
    (SETS + "#blackinitials a1\n#whiteinitials b1 a1", 6, 19, "stones of one colour on a cell"),
    (SETS + "#whitewins b1\n#whiteinitials b1\n#blackinitials a1 a2", 7, 1, "winning sets of one player at most"),
    # times and turns
    (SETS + "#times t1 t3\n#blackturns", 5, 11, "t2: the times follow one another"),
    (SETS + "#times t1 t1\n#blackturns", 5, 11, "t2: the times follow one another"),
    (SETS + "#times t2 t1\n#blackturns", 5, 11, "t3: the times follow one another"),
    (SETS + "#times\n1", 6, 1, "a time such as t1"),
    (SETS + "#times t01", 5, 8, "a time such as t1"),
    (SETS + "#times t1\n#blackturns t1 t2", 6, 16, "one of the #times (t1 to t1)"),
    (SETS + "#blackturns t1", 5, 13, "one of the #times (there is none)"),
    (SETS + "#times t4 t5\n#blackturns t4 t4", 6, 16, "every time once"),
    (SETS + "#times t4 t5", 5, 13, "a section #blackturns"),
    (SETS + "#times\n" + "\n".join(f"t{k}" for k in range(10_000)) + "\n#blackturns", 10_005, 1, "at most 9999 times"),
    # first moves
    (SETS + "#firstmoves a1 q", 5, 16, "a cell of #positions"),
    (SETS + "#firstmoves a1 a1", 5, 16, "every cell once in #firstmoves"),
    (SETS + "#blackinitials a1\n#firstmoves a1", 6, 1, "an open cell among the first moves"),
    # version
    (SETS + "#version one", 5, 10, "a version number"),
    (SETS + "#version 1.0\nzermelo rule=misere", 6, 9, "rule=maker-maker"),
    (SETS + "#version zermelo rule=maker-maker rule=maker-maker", 5, 35, "rule= only once"),
    (SETS + "#version zermelo turns=black:0:1", 5, 18, "turns=black:1:2"),
    (SETS + "#version 1.0\nzermelo ply=3", 6, 9, "found 'ply=3', expected turns= together with ply="),
    (SETS + "#version\n1.0\nzermelo rule=maker-breaker board=grid", 7, 28, "found 'board=grid', expected cells that"),
    (SETS + "#whitewins b1\n#version zermelo rule=maker-breaker", 5, 12, "rule=maker-breaker"),
    (SETS + "#times t1\n#blackturns t1\n#version zermelo turns=white:1:1", 6, 1, "agree with turns="),
    (RAW + "#version zermelo rule=maker-maker", 8, 1, "no rule= for a connection game"),
    # dialects
    ("#positions a1", 1, 14, "a winning set below #blackwins"),
    ("#positions a1\n#blackwins\n#whitewins", 2, 1, "a winning set below #blackwins"),
    (RAW + "#blackwins a", 8, 1, "sections of one dialect: #blackwins does not go with #endboarder"),
    (SETS + "#neighbours\na1 a2", 5, 1, "#neighbours does not go with #blackwins"),
    (SETS + "#edges\na1 a2", 5, 1, "#edges does not go with #blackwins"),
    (EDGES + "#endboarder a", 8, 1, "#endboarder does not go with #target"),
    (RAW + "#blackgoal up(p,q)", 8, 1, "#blackgoal does not go with #endboarder"),
    (IMPLICIT + "#whitewins a1", 8, 1, "#whitewins does not go with #blackgoal"),
    ("#positions a b\n#neighbours\na b\nb a", 4, 4, "#startboarder and #endboarder (a raw board) or #blackgoal"),
    # raw boards
    (RAW.replace("\nb a c", "\nb a c c"), 4, 7, "every neighbour once"),
    (RAW.replace("\nb a c", "\nb a c b"), 4, 7, "neighbours of b that are other cells"),
    (RAW.replace("\na b\n", "\na b c\n"), 3, 5, "mutual neighbours: the line of c (line 5) to name a too"),
    (RAW.replace("\na b\n", "\n"), 2, 1, "a line for every cell; a has none"),
    (RAW.replace("\na b\n", "\na b\na b\n"), 4, 1, "one line per cell"),
    (RAW.replace("\na b\n", "\na d\n"), 3, 3, "a cell of #positions"),
    (RAW.replace("boarder a", "boarder a a"), 6, 17, "every cell once in #startboarder"),
    (RAW.replace("boarder a", "boarder"), 6, 1, "the cells of a border below #startboarder"),
    (RAW.replace("#endboarder c\n", ""), 7, 1, "the cells of a border below #endboarder"),
    # contracted graphs
    (EDGES.replace("a b\ns", "a c\ns"), 3, 3, "a cell of #positions (s, t, a, b)"),
    (EDGES.replace("a b\ns", "a a\ns"), 3, 3, "an edge to another cell"),
    (EDGES.replace("a b\ns", "a\ns"), 3, 2, "found the end of the line, expected an edge of two names"),
    (EDGES.replace("a b\ns", "a b t\ns"), 3, 5, "an edge of two names"),
    (EDGES.replace("#source s", "#source s s"), 6, 11, "one name below #source"),
    (EDGES.replace("#source s", "#source a"), 6, 9, "a name below #source that is no cell"),
    (EDGES.replace("#source s", "#source"), 6, 1, "the name of a node below #source"),
    (EDGES.replace("#source s\n", ""), 7, 1, "the name of a node below #source"),
    (EDGES.replace("#target t", "#target s"), 7, 9, "a target other than the source"),
    ("#positions a\n#source s\n#target t", 3, 10, "a section #edges"),
    (EDGES + "#distances\na 1 2\nq 1", 10, 1, "a cell of #positions"),
    (EDGES + "#distances\na 1 x", 9, 5, "a distance, a number"),
    (EDGES + "#distances\na", 9, 2, "the distance from the target"),
    (EDGES + "#distances\na 1\na 1", 10, 1, "one line of distances per cell"),
    (EDGES + "#unreachablepairs\na b\na", 10, 2, "a pair of two cells"),
    (EDGES + "#unreachablepairs\na s", 9, 3, "a cell of #positions"),
    # polyominoes
    (IMPLICIT.replace("up(p0,p1)", "up(p0;p1)"), 7, 1, "a relation such as up(p0,p1)"),
    (IMPLICIT.replace("up(p0,p1)", "up(p0,p1) down(p1,p2)"), 7, 11, "a relation such as up(p0,p1)"),
    (IMPLICIT.replace("up(p0,p1)", "up(p0,p0)"), 7, 1, "two different points"),
    (IMPLICIT.replace("up(p0,p1)", "up(p0,p1) up(p2,p3)"), 7, 1, "a connected shape"),
    (IMPLICIT.replace("up(p0,p1)\n", ""), 6, 1, "a shape below #blackgoal"),
    (IMPLICIT.replace("\na2 na na", "\na2 na"), 4, 6, "a line 'cell up right'"),
    (IMPLICIT.replace("\na2 na na", "\na2 na a1 na"), 4, 10, "a line 'cell up right'"),
    (IMPLICIT.replace("\na2 na na", "\na2 na a2"), 4, 7, "a right neighbour that is another cell"),
    (IMPLICIT.replace("\na2 na na", "\na2 na b1"), 4, 7, "the right neighbour of one cell only"),
    (IMPLICIT.replace("\na2 na na", "\na1 na na"), 4, 1, "one line per cell"),
    (IMPLICIT.replace("\na2 na na", ""), 2, 1, "a line for every cell; a2 has none"),
    (IMPLICIT.replace("b1\n#n", "b1 na\n#n"), 2, 1, "no cell named na"),
    ("#positions a1\n#blackgoal up(p,q)", 2, 19, "a section #neighbours"),
    (IMPLICIT + "#version zermelo rule=maker-maker", 8, 1, "White has no shapes in this dialect"),
]


@pytest.mark.parametrize(
    ("text", "line", "column", "said"), WRONG, ids=[f"{n}-{w[3][:30]}" for n, w in enumerate(WRONG)]
)
def test_mistake_is_told_at_its_place(text, line, column, said):
    """One line, with file, line and column, and what was expected."""
    with pytest.raises(InputError) as caught:
        read_pg_text(text, "demo.pg")
    assert said in str(caught.value)
    assert str(caught.value).startswith(f"demo.pg:{line}:{column}: ")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", [SETS, RAW, EDGES, IMPLICIT])
def test_the_texts_that_are_spoiled_are_right(text):
    """Otherwise the table above would prove little."""
    read_pg_text(text)


def test_hostile_names_are_escaped_and_shortened():
    """A message is short and prints nothing that drives a terminal."""
    with pytest.raises(InputError) as caught:
        read_pg_text(f"#positions {'x' * 5000} y\n#blackwins \x1b[2J{'z' * 5000}")
    assert len(str(caught.value)) < 300
    assert str(caught.value).isprintable()


def test_limits(monkeypatch):
    """Cells, their names, rows, long lines and winning sets are bounded."""
    for name in ("z" * 200_000 + "1", "a" + "1" * 5000):
        with pytest.raises(InputError, match=r"1:12: .* names of at most 100 characters"):
            read_pg_text(f"#positions {name}\n#blackwins {name}", "long")
    with pytest.raises(InputError, match="at most 4096 cells"):
        read_pg_text("#positions " + " ".join(f"c{k}" for k in range(5000)) + "\n#blackwins c1")
    with pytest.raises(InputError, match="a line of at most"):
        read_pg_text("#positions " + "x" * 2_000_000)
    monkeypatch.setattr(pg_dialects, "MAX_SET_BITS", 100)
    with pytest.raises(InputError, match="at most 33 winning sets on 3 cells"):
        read_pg_text(SETS + "a1 a2\n" * 33)
    monkeypatch.setattr(pg_scan, "MAX_ROWS", 1000)
    with pytest.raises(InputError, match="lines of values"):
        read_pg_text(SETS + "a1\n" * 1000)


def test_too_many_relations():
    """Work on shapes is bounded before it is begun."""
    with pytest.raises(InputError, match="at most 1000 relations"):
        read_pg_text(IMPLICIT + "up(p0,p1)\n" * 1000)
    with pytest.raises(InputError, match="at most 1000 relations"):
        read_pg_text(IMPLICIT + "up(p0,p1) " * 1001)


@pytest.mark.parametrize("content", [b"", b"\x00\x01#positions", b"\xff\xfe\x00", b"#positions \xc3\x28"])
def test_files_that_are_no_text(tmp_path, content):
    """Empty, binary and wrongly encoded files are refused with their name."""
    path = tmp_path / "bad.pg"
    path.write_bytes(content)
    with pytest.raises(InputError, match=r"bad\.pg"):
        read_pg(path)


def complaint(text):
    try:
        read_pg_text(text, "demo.pg")
    except InputError as error:
        return error
    return None


def parses_or_says_so(text):
    error = complaint(text)
    if error is not None:
        assert str(error).startswith("demo.pg:")
        assert "\n" not in str(error)
        assert error.line is not None


@pytest.mark.parametrize("text", [SETS, RAW, EDGES, IMPLICIT])
def test_truncated_at_every_character(text):
    """A cut text is read, or refused with its place; never anything else."""
    whole = text + "#times t1 t2\n#blackturns t1\n#firstmoves " + text.split()[1] + "\n#version\nzermelo board=graph\n"
    read_pg_text(whole)
    for end in range(len(whole)):
        parses_or_says_so(whole[:end])


SAMPLES = ["hein_04_3x3-03.pg", "gttt_2_1_0010_3x3_torus_w.pg", "test_5_5_el.pg", "depth_9_2291873_move_182.pg"]


@pytest.mark.parametrize("name", SAMPLES)
def test_mutations_of_published_files(name):
    """Words and characters exchanged, dropped or doubled at random: a game or an ``InputError``."""
    path = next(iter(sorted(SHARED.rglob(name))), None)
    if path is None:
        pytest.skip("the published files are not here")
    text, rng = path.read_text(), random.Random(name)
    words = text.split(" ")
    for _ in range(150):
        cut = rng.randrange(len(text))
        parses_or_says_so(text[:cut] + rng.choice("#%\n a1t(),\x0b\u2028é") + text[cut + rng.randrange(3) :])
        mixed = words.copy()
        mixed[rng.randrange(len(words))] = rng.choice(words)
        parses_or_says_so(" ".join(mixed))
