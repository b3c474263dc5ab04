"""Thirty positions drawn as they were when somebody looked at them; ``ZERMELO_REFRESH_PICTURES=1`` draws them anew."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

import zermelo
from zermelo.errors import InputError
from zermelo.model import Game, Player
from zermelo.picture.output import SUFFIXES, check_suffix, write_picture
from zermelo.picture.svg import Picture, svg
from zermelo.picture.threats import threats
from zermelo.play.evaluation import Evaluator
from zermelo.play.play import Play

GOLDEN = Path(__file__).parent / "golden_pictures.svg.gz"

POSITIONS = [
    ("ttt", "b2 a1"),
    ("httt:tippy,board=4x4", "b2 c3 b3"),
    ("httt:elly,board=3x4,torus", "a1"),
    ("gttt:tippy,p=2,q=1,board=3x3", "b2"),
    ("gttt:tippy,p=2,q=2,board=4x4", ""),
    ("hex:4x4", "b3 c2"),
    ("hex:3x5", ""),
    ("hex:1x1", "a1"),
    ("y:3", "a1"),
    ("havannah:2", ""),
    ("random-hex:seed=3,cells=7", ""),
    ("random-positional:seed=1,cells=6,sets=5,size=2-3", ""),
    ("connect:3,board=4x4", "occupy-bottom(2,_)"),
    ("domineering:3x4", ""),
    ("cram:3x3", ""),
    ("breakthrough:2x4", ""),
    ("konane:4x4", ""),
    ("clobber:3x2", ""),
    ("dodgem", ""),
    ("toads-and-frogs:tt_ff", ""),
    ("amazons:3x2", ""),
    ("isolation:2x3", ""),
    ("othello:4x2", ""),
    ("misere-ttt", ""),
    ("notakto", ""),
    ("chomp:3x2", ""),
    ("nim:1,2", ""),
    ("dots-and-boxes:1x1", ""),
    ("col:3x3", ""),
    ("evader-pursuer:4x4,evader=4-1,pursuer=2-3", ""),
]


def drawn(name: str, line: str) -> str:
    """The position after some moves, with values, threats and the last move."""
    play = Play(zermelo.load(name))
    for move in line.split():
        play.make(move)
    game: Game = play.game
    player = play.to_move if not play.is_over else Player.BLACK
    found = {} if play.is_over else Evaluator(game).after(play.position, 60)
    values = {move: each.word(player) for move, each in found.items()}
    last = (play.positions[-2], play.line[-1]) if play.line else None
    missing = threats(game, play.position)
    return svg(Picture(game, play.position, values, missing, last=last, title=f"{name} {line}".strip()))


def test_positions() -> None:
    """Each picture is the one that was looked at."""
    found = {f"{name} {line}".strip(): drawn(name, line) for name, line in POSITIONS}
    assert len(found) == 30
    text = "".join(f"<!-- {name} -->\n{picture}" for name, picture in found.items())
    if os.environ.get("ZERMELO_REFRESH_PICTURES"):
        GOLDEN.write_bytes(gzip.compress(text.encode(), mtime=0))
    golden = dict(part.split(" -->\n", 1) for part in gzip.decompress(GOLDEN.read_bytes()).decode().split("<!-- ")[1:])
    assert [name for name in found if found[name] != golden.get(name)] == []


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_files(tmp_path: Path, suffix: str) -> None:
    """The same picture twice is the same file."""
    heads = {".svg": b"<svg", ".png": b"\x89PNG", ".pdf": b"%PDF"}
    if suffix != ".svg":
        pytest.importorskip("typst")
    for name in ("a", "b"):
        write_picture(tmp_path / f"{name}{suffix}", svg(Picture(zermelo.load("hex:3x3"))))
    first, second = ((tmp_path / f"{name}{suffix}").read_bytes() for name in ("a", "b"))
    assert first.startswith(heads[suffix])
    assert first == second


@pytest.mark.parametrize("name", ["a.jpg", "a", "svg", "a.png.gz"])
def test_other_suffixes_are_refused(zermelo, name: str) -> None:
    with pytest.raises(InputError, match=r"\.svg, \.png or \.pdf"):
        check_suffix(Path(name))
    ran = zermelo("show", "ttt", "--picture", name)
    assert (ran.code, "ends in .svg, .png or .pdf" in ran.err) == (2, True)
