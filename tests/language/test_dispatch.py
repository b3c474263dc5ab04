"""One entry point for all languages: content decides before the name does."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from zermelo.errors import InputError, UnsupportedError
from zermelo.language import FORMATS, format_of, read_game, sources, write_game
from zermelo.model import Board, ConnectionGame, GraphGame, GridGame, NetGame, PositionalGame, Rule

SHARED = Path(__file__).parents[2].parent / "shared" / "benchmarks"
FILES = sorted(path for path in SHARED.rglob("*.*") if path.is_file() and path.name != "domain.ig")
TEXTS = {
    "bddl": "#blackactions\n:action put :parameters (?x,?y) :precondition open(?x,?y) :effect black(?x,?y)\n"
    "#whiteactions\n#boardsize 2 1\n#blackgoals black(?x,?y) black(?x+1,?y)\n",
    "pg": "#positions a1 a2\n#blackwins a1 a2\n",
    "hex": "% hex\n2x2 b[a1]\n",
    "toss": "// one stone\nPLAYERS 1, 2\nRULE Put: [a | | ] -> [a | P {a} | ] emb P\n"
    "LOC 0 { PLAYER 1 { PAYOFF 1 MOVES [Put -> 0] } PLAYER 2 { PAYOFF 0 } }\nSTART [a, b | P {b} | ]\n",
    "graph": '{"n": 0, "to": "white", "moves": {"a": 0, "b": "x"}}\n{"n": "x", "end": "white"}\n',
    "gdl": "; one step\n(role x) (role y) (legal x go) (legal y noop) (next done) (<= terminal (true done))\n"
    "(goal x 100) (goal y 0)\n",
}
KINDS: dict[str, type] = {
    "bddl": GridGame,
    "pg": PositionalGame,
    "hex": ConnectionGame,
    "toss": NetGame,
    "graph": GraphGame,
    "gdl": NetGame,
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_published_file(path):
    """All of them read, by content: the BDDL problems that are called ``.pg`` too; and all write in their language."""
    game = read_game(path)
    assert game.name == path.name
    if "bddl" in path.parts:
        assert isinstance(game, GridGame)
        assert "#boardsize" in write_game(game, "bddl")
    else:
        form = "hex" if path.suffix == ".hex" else "pg"
        assert format_of(path.read_text()) == form
        assert write_game(game, path) == write_game(game, form)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("suffix", [".pg", ".hex", ".ig", ".txt", ""])
def test_content_goes_before_the_name(tmp_path, form, suffix):
    """Under any name a file is read by its content, and comes back from its own language."""
    path = tmp_path / f"game{suffix}"
    path.write_text(TEXTS[form])
    game = read_game(path)
    assert isinstance(game, KINDS[form])
    assert game.name == path.name
    if form not in {"toss", "gdl"}:  # these write a game with other names, see their own tests
        path.write_text(write_game(game, form))
        assert read_game(path) == game


def test_suffix_decides_where_content_does_not(tmp_path):
    """A broken text gets the errors of the language that its suffix names."""
    for suffix, said in ((".pg", "a key such as #positions"), (".HEX", "a size such as 5")):
        path = tmp_path / f"broken{suffix}"
        path.write_text("nothing of use")
        with pytest.raises(InputError, match=f"{path.name}:1:1.*{said}"):
            read_game(path)
    path = tmp_path / "broken.txt"
    path.write_text("nothing of use")
    with pytest.raises(InputError, match=r"broken\.txt: found none of them, expected .*bddl.*pg.*hex"):
        read_game(path)


def test_domain_goes_with_bddl_only(tmp_path):
    """A domain in another file is used for a problem, and is an error for anything else."""
    actions, problem = TEXTS["bddl"].split("#boardsize")
    (tmp_path / "rules.txt").write_text(actions)
    (tmp_path / "game.ig").write_text("#boardsize" + problem)
    (tmp_path / "game.pg").write_text(TEXTS["pg"])
    assert isinstance(read_game(tmp_path / "game.ig", tmp_path / "rules.txt"), GridGame)
    with pytest.raises(InputError):
        read_game(tmp_path / "game.ig")
    with pytest.raises(InputError, match="a BDDL problem to go with the domain"):
        read_game(tmp_path / "game.pg", tmp_path / "rules.txt")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
@pytest.mark.parametrize("form", FORMATS)
def test_pipes(tmp_path, form):
    """A pipe can be read once, which is enough."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_text(TEXTS[form]))
    writer.start()
    assert isinstance(read_game(pipe), KINDS[form])
    writer.join()


def test_files_that_cannot_be_read(tmp_path):
    """Missing, a folder, empty, too large: one line that names the file."""
    large = tmp_path / "large.pg"
    with large.open("wb") as file:
        file.truncate(100_000_000)
    (tmp_path / "empty.pg").touch()
    for path in (tmp_path / "missing.pg", tmp_path, large, tmp_path / "empty.pg"):
        with pytest.raises(InputError, match=path.name) as caught:
            read_game(path)
        assert "\n" not in str(caught.value)


@pytest.mark.timeout(30)
@pytest.mark.parametrize("filler", ["\n", " ", "%\n", "% x #\n\t", "3 "])
def test_long_fillers_cost_linear_time(tmp_path, filler):
    """Megabytes of nothing are passed over, and what is missing at their end is told."""
    path = tmp_path / "filler.pg"
    path.write_text(filler * (1_000_000 // len(filler)))
    with pytest.raises(InputError, match=r"filler\.pg:"):
        read_game(path)
    path.write_text(filler * 1000 + "\n" + TEXTS["pg"])
    if filler != "3 ":
        assert isinstance(read_game(path), PositionalGame)


def test_writing_what_does_not_fit():
    """The message says which language would do; an unknown one is an ``InputError``."""
    sets = PositionalGame("sets", Board.square(2, 1), Rule.MAKER_BREAKER, (3,))
    with pytest.raises(UnsupportedError, match=r"sets: .*bddl can say.*; pg or toss fits"):
        write_game(sets, "bddl")
    with pytest.raises(UnsupportedError, match="pg or hex fits"):
        write_game(ConnectionGame.hex(2, 2), "out.ig")
    with pytest.raises(UnsupportedError):
        write_game(sets, "hex")
    for wrong in ("sgf", "out.txt", "", "-"):
        with pytest.raises(InputError, match=r"one of the languages bddl"):
            write_game(sets, wrong)


def test_sources(tmp_path):
    """The files that are read include the domain, given or found; a pipe is left alone."""
    actions, problem = TEXTS["bddl"].split("#boardsize")
    game, beside, other = tmp_path / "game.ig", tmp_path / "domain.ig", tmp_path / "rules.txt"
    game.write_text("#boardsize" + problem)
    for path in (beside, other):
        path.write_text(actions)
    assert sources(game) == [game, beside]
    assert sources(game, other) == [game, other]
    game.write_text(TEXTS["bddl"])
    assert sources(game) == [game]
    game.write_text(TEXTS["pg"])
    assert sources(game) == [game]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert sources(tmp_path / "pipe") == [tmp_path / "pipe"]


def test_one_limit_for_problem_and_domain(tmp_path):
    """A domain beside the problem may be as large as the problem, and no larger."""
    (tmp_path / "game.ig").write_text("#boardsize" + TEXTS["bddl"].split("#boardsize")[1])
    with (tmp_path / "domain.ig").open("wb") as file:
        file.truncate(40_000_000)
    with pytest.raises(InputError, match=r"domain\.ig: found a larger file, expected at most 32 MB"):
        read_game(tmp_path / "game.ig")
