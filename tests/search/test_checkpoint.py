"""Checkpoints: many short searches find what one long search finds, and no file leads to a wrong answer."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.encodings.games import hex_board
from tests.search import asking
from tests.search.asking import Decide
from tests.search.grid_games import KINDS, random_game
from tests.search.test_connection import NAMES, late_hex, sparse_graph
from tests.search.test_grid import switches as grid_switches
from tests.search.test_positional import board_game, random_switches
from tests.sizes import draws, size
from tests.waiting import until

from zermelo.errors import InputError, LimitError, UnsupportedError
from zermelo.families import make
from zermelo.model import ConnectionGame, Game, Player, PositionalGame
from zermelo.questions import CheckpointFile, Options
from zermelo.search import Minimax, checkpoint
from zermelo.search.checkpoint import read
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.engines import session_for
from zermelo.search.positional_session import PositionalSession
from zermelo.search.progress import Progress
from zermelo.search.session import Result
from zermelo.search.switches import ConnectionSwitches, PositionalSwitches
from zermelo.solving import solve

POSITIONAL: Decide = asking.positional
GRID: Decide = asking.grid
CONNECTION: Decide = asking.connection


def connection_switches(rng: Random) -> ConnectionSwitches:
    return ConnectionSwitches(**{name: rng.random() < 0.7 for name in NAMES})


def random_grid(kind: str, rng: Random) -> Game:
    return random_game(kind, rng.getrandbits(30))


KIND: dict[str, tuple[Callable[[Random], Game], Decide, Callable[[Random], Any]]] = {
    "squares": (board_game, POSITIONAL, random_switches),
    "hex": (hex_board, CONNECTION, connection_switches),
    "late hex": (late_hex, CONNECTION, connection_switches),
    "graph": (sparse_graph, CONNECTION, connection_switches),
    **{f"grid {kind}": (partial(random_grid, kind), GRID, grid_switches) for kind in KINDS},
}


@contextmanager
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def bit_by_bit(
    rng: Random, game: Game, depth: int | None, decide: Decide, options: Callable[[Random], Any], path: Path
) -> Result:
    """The answer of searches of a few positions each, which go on from each other, by any switches, in any room."""
    nodes = rng.randint(1, 30)
    while True:
        found = decide(
            game,
            depth,
            node_limit=nodes,
            memory_limit_mb=rng.choice([None, None, 1, 0]),
            switches=options(rng),
            checkpoint=CheckpointFile(path, rng.choice([None, None, 0.01, 0.001])),
        )
        if found.answer is not None:
            return found
        assert found.reason == "nodes"
        nodes += rng.randint(0, nodes)


def check(seed: int, kind: str, path: Path) -> int:
    """All depths in any order, with one file; the number of sessions."""
    rng = Random(seed)
    build, decide, options = KIND[kind]
    game = build(rng)
    oracle, longest = Minimax(game, 8_000), game.complete_depth()
    depths: list[int | None] = [None] if longest is not None else []
    depths += range(min(8, 8 if longest is None else longest + 1))
    rng.shuffle(depths)
    for depth in depths:
        bound = longest if depth is None else depth
        assert bound is not None
        try:
            expected = oracle.within(game.start, bound)
        except LimitError:
            continue
        found = bit_by_bit(rng, game, depth, decide, options, path)
        assert found.answer is expected, (kind, seed, depth)
        opens = game.mover(game.start) is Player.BLACK and game.winner(game.start) is None
        if expected and opens and bound:
            assert oracle.within(game.apply(game.start, found.first_move), bound - 1)
    return read(path).sessions if path.exists() else 0


@settings(max_examples=draws(40, 20), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from(sorted(KIND)))
def test_many_short_searches_find_what_is_true(seed, kind) -> None:
    with folder() as place:
        check(seed, kind, place / "file")


def positional_game(expression: str) -> PositionalGame:
    game = make(expression)
    assert isinstance(game, PositionalGame)
    return game


SNAKY = positional_game("httt:snaky,board=7x9")  # 4,000 positions and more
HEX = ConnectionGame.hex(5, 5)


def begun(path: Path, nodes: int = 1000) -> bytes:
    """A checkpoint of a search that was not finished."""
    assert POSITIONAL(SNAKY, node_limit=nodes, checkpoint=path).reason == "nodes"
    return path.read_bytes()


def refused(path: Path, decide: Decide = POSITIONAL, game: Game = SNAKY, **options: Any) -> str:
    """The error on a file that is refused, and left as it is."""
    before = path.read_bytes()
    with pytest.raises(InputError) as error:
        decide(game, checkpoint=path, node_limit=10, **options)
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    return str(error.value)


def checksum(data: bytes) -> bytes:
    """The last eight bytes of a checkpoint of the others."""

    def mix(value: int) -> int:
        value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        value = (value ^ value >> 27) * 0x94D049BB133111EB % 2**64
        return value ^ value >> 31

    value = 0
    for at in range(0, len(data), 8):
        value = (mix(value ^ int.from_bytes(data[at : at + 8], "little")) + 0x9E3779B97F4A7C15) % 2**64
    return mix(value ^ len(data)).to_bytes(8, "little")


def test_finished_work_is_not_repeated(tmp_path) -> None:
    path = tmp_path / "file"
    whole = POSITIONAL(SNAKY).nodes
    sessions, nodes = 0, 0
    while True:
        found = POSITIONAL(SNAKY, node_limit=700, checkpoint=path)
        sessions, nodes = sessions + 1, nodes + found.nodes
        assert sessions < 100
        if found.answer is not None:
            break
    assert found.answer is False
    assert sessions > 5  # a limit that one search alone does not reach
    assert nodes < 2 * whole  # a position under search is begun again
    saved = read(path)
    assert (saved.engine, saved.title) == ("positional 2", "httt:snaky,board=7x9")
    assert saved.nodes == nodes
    assert saved.sessions == sessions
    assert saved.seconds > 0
    assert POSITIONAL(SNAKY, checkpoint=path).nodes < whole / 100
    assert read(path) == saved  # hardly anything is new


@pytest.mark.parametrize(("shares", "most"), [(0, 0.22), (256, 0.3)])
def test_an_interrupt_loses_little_where_both_build(tmp_path, shares, most) -> None:
    """Of deepening alone most positions are those of the search without White's lines: the file has these, too."""
    game, path = positional_game("httt:p4-01,board=6x6,mm"), tmp_path / "file"
    ask = partial(POSITIONAL, game, switches=PositionalSwitches(shares=shares))
    whole = ask()
    assert ask(node_limit=4 * whole.nodes // 5, checkpoint=path).reason == "nodes"
    rest = ask(checkpoint=path)
    assert rest.answer is whole.answer is False
    assert rest.nodes < most * whole.nodes


def test_a_file_from_before_a_table(tmp_path) -> None:
    """The last table of a file may be missing; the others serve, if the checksum is right."""
    path = tmp_path / "file"
    good = begun(path, 3_500)
    # The last table: the size of an entry, no entries (nobody asked without White's lines), no blocks.
    table, kept = good[-28:-8], good[:-28]
    assert table[8:] == bytes(12)
    path.write_bytes(kept + good[-8:])
    assert "checksum" in refused(path)
    path.write_bytes(kept + checksum(kept))
    rest = POSITIONAL(SNAKY, checkpoint=path)
    assert rest.answer is False
    assert rest.nodes < 2 * POSITIONAL(SNAKY).nodes // 3


def test_a_table_of_another_size(tmp_path) -> None:
    """A file that does not fit loses what took the least work; the answer stays."""
    path = tmp_path / "file"
    begun(path, 3_500)
    positions = read(path).positions
    assert POSITIONAL(SNAKY, checkpoint=path, memory_limit_mb=0.01).answer is False
    assert read(path).positions < positions
    assert POSITIONAL(SNAKY, checkpoint=path, memory_limit_mb=100).answer is False


def test_damaged_files_are_refused(tmp_path) -> None:
    path, rng = tmp_path / "file", Random(5)
    good = begun(path)
    spots = [*range(150), *(rng.randrange(len(good)) for _ in range(size(150, 50))), *range(len(good) - 20, len(good))]
    for spot in spots:
        path.write_bytes(good[:spot] + bytes([good[spot] ^ 1 << rng.randrange(8)]) + good[spot + 1 :])
        refused(path)
    for length in [
        *range(0, 150, size(1, 3)),
        *(rng.randrange(len(good)) for _ in range(size(50, 20))),
        *range(len(good) - 20, len(good)),
    ]:
        path.write_bytes(good[:length])
        refused(path)
    path.write_bytes(good + b"\0")
    refused(path)
    for length in (1, 100, 3_000_000):
        path.write_bytes(rng.randbytes(length))
        assert "not a checkpoint" in refused(path)


@pytest.mark.parametrize("session", [PositionalSession, ConnectionSession])
def test_nothing_of_a_damaged_file_stays(tmp_path, session) -> None:
    """A session that has refused a file goes on as one that never saw it."""
    path, game = tmp_path / "file", SNAKY if session is PositionalSession else HEX
    asking.black(session(game, kept=asking.kept_in(path)))
    good = path.read_bytes()
    middle = len(good) // 2
    path.write_bytes(good[:middle] + bytes([good[middle] ^ 1]) + good[middle + 1 :])
    asked = session(game, kept=asking.kept_in(path))
    with pytest.raises(InputError, match="damaged"):
        asking.black(asked)
    path.unlink()
    again, fresh = asking.black(asked), asking.black(session(game))
    assert (again.answer, again.nodes) == (fresh.answer, fresh.nodes)


def test_the_files_of_others_are_refused(tmp_path) -> None:
    path = tmp_path / "file"
    begun(path)
    assert 'of "httt:snaky,board=7x9" (positional 2), not of "httt:snaky,board=7x8"' in refused(
        path, game=make("httt:snaky,board=7x8")
    )
    assert "positional 2" in refused(path, CONNECTION, HEX)
    assert "positional 2" in refused(path, GRID, make("domineering:6x6"))
    first = SNAKY.legal(SNAKY.start)[0]
    assert "another start" in refused(path, game=replace(SNAKY.after([first]), name=SNAKY.name))
    path.write_text("a b c")
    assert "not a checkpoint" in refused(path)


def test_places_that_are_no_files(tmp_path) -> None:
    for path, told in (
        (tmp_path, "found a folder"),
        (Path("/dev/full"), "found something else"),
        (tmp_path / "no" / "file", "No such file"),
    ):
        with pytest.raises(InputError, match=told):
            POSITIONAL(SNAKY, node_limit=10, checkpoint=path)


def test_a_link_stays_one(tmp_path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    begun(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert read(tmp_path / "file").sessions == 1


def test_one_search_at_a_time(tmp_path) -> None:
    path = tmp_path / "file"
    with checkpoint.kept_in(CheckpointFile(path), "a game"), pytest.raises(InputError, match="another search is using"):
        POSITIONAL(SNAKY, node_limit=10, checkpoint=path)
    begun(path)


def test_files_of_others_beside_it(tmp_path) -> None:
    """A file with the name of the lock or of the next file that is not ours is refused and left as it is."""
    path, lock, half = tmp_path / "file", tmp_path / "file.lock", tmp_path / "file.tmp"
    begun(other := tmp_path / "other")
    precious = other.read_bytes()
    for beside in (lock, half):
        for link in (False, True):
            beside.symlink_to(other) if link else other.rename(beside)
            for _ in range(2):
                with pytest.raises(InputError, match="move it away, or name another checkpoint"):
                    POSITIONAL(SNAKY, node_limit=10, checkpoint=path)
                assert beside.read_bytes() == precious
                assert {each.name for each in tmp_path.iterdir()} <= {beside.name, "other"}
            beside.unlink() if link else beside.rename(other)


def test_what_a_killed_search_leaves(tmp_path) -> None:
    """Its lock and its half of a file are no hindrance for the same game, and are gone in the end."""
    path, lock, half = tmp_path / "file", tmp_path / "file.lock", tmp_path / "file.tmp"
    whole = begun(path)
    for text in ("", "123\n"):
        for part in (b"", whole[:1000], whole):
            lock.write_text(text)
            half.write_bytes(part)
            assert POSITIONAL(SNAKY, node_limit=10, checkpoint=path).reason == "nodes"
            assert [each.name for each in tmp_path.iterdir()] == ["file"]
    path.unlink()
    lock.touch()
    half.write_bytes(whole)
    with pytest.raises(InputError, match="file of another origin"):
        POSITIONAL(make("httt:snaky,board=7x8"), node_limit=10, checkpoint=path)
    assert half.read_bytes() == whole
    begun(path)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_a_file_that_nobody_may_write(tmp_path, monkeypatch) -> None:
    """It is refused, though one in the same folder could take its place; so is a folder that is closed."""
    path, allowed = tmp_path / "file", os.access
    before = begun(path)
    for closed in (path, tmp_path):
        monkeypatch.setattr(os, "access", lambda each, mode, closed=closed: each != closed and allowed(each, mode))
        assert "no checkpoint can be written there: Permission denied" in refused(path)
        with pytest.raises(InputError, match="Permission denied"):
            checkpoint.require(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_no_time_and_no_file(tmp_path) -> None:
    for decide, game in ((POSITIONAL, SNAKY), (CONNECTION, HEX), (GRID, make("domineering:6x6"))):
        found = decide(game, time_limit=0, checkpoint=tmp_path / "file")
        assert (found.answer, found.reason) == (None, "time")
        (tmp_path / "file").unlink(missing_ok=True)


def test_a_search_without_tables_refuses_a_checkpoint(tmp_path) -> None:
    game = make("evader-pursuer:4x4,evader=4-1,pursuer=2-3")
    with pytest.raises(InputError, match="a depth"):
        solve(game, options=Options(checkpoint=tmp_path / "file"))
    with pytest.raises(UnsupportedError, match="generic"):
        session_for(game, "depth-first", asking.kept_in(tmp_path / "file"))


# -- the ends of a search ------------------------------------------------------------------------------------------


def test_a_full_disk(tmp_path) -> None:
    """A file that cannot be written is told of, and the former one stays."""
    path = tmp_path / "file"
    good = begun(path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(good), limits[1]))
    try:
        found = POSITIONAL(SNAKY, node_limit=1_000, checkpoint=path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert found.reason == "nodes"
    assert found.notes == ("checkpoint not written: writing: File too large; the one before it, if any, is kept",)
    assert path.read_bytes() == good
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(("decide", "game", "depth"), [
    (POSITIONAL, make("httt:snaky,board=8x9"), None),
    (CONNECTION, ConnectionGame.hex(8, 8), None),
    (GRID, make("domineering:9x9"), None),
])  # fmt: skip
def test_ctrl_c_keeps_what_is_known(tmp_path, decide, game, depth) -> None:
    path = tmp_path / "file"
    for seconds in (0.7, 7):  # sanitizers, on a busy machine, may have proven nothing in the first
        threading.Timer(seconds, signal.raise_signal, [signal.SIGINT]).start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            decide(game, depth, checkpoint=path)
        assert time.monotonic() - began < seconds + 10
        saved = read(path)
        if saved.positions > 0:
            break
    assert saved.nodes > 0
    assert saved.positions > 0
    assert decide(game, depth, checkpoint=path, node_limit=10).reason == "nodes"
    for seconds in (0.2, 2, 20):  # the first may pass before it begins
        assert decide(game, depth, checkpoint=path, time_limit=seconds).reason == "time"
        if read(path).nodes > saved.nodes:
            break
    assert read(path).nodes > saved.nodes


@pytest.mark.parametrize(("decide", "game"), [
    (POSITIONAL, make("httt:snaky,board=8x9")),
    (CONNECTION, ConnectionGame.hex(9, 9)),
    (GRID, make("domineering:9x9")),
])  # fmt: skip
def test_progress(tmp_path, decide, game) -> None:
    told: list[Progress] = []
    for seconds in (1.2, 6, 30):  # on a busy machine it takes longer to begin
        assert decide(game, time_limit=seconds, watch=told.append, checkpoint=tmp_path / "file").reason == "time"
        if told:
            break
    assert told
    assert [each.nodes for each in told] == sorted({each.nodes for each in told})
    for each in told:
        assert 0 < each.used <= each.room
        assert each.memory > 0
        assert each.speed > 0
        assert each.move in each.left
        legal = game.legal(game.start)
        assert all(move in legal for move in each.left)
        assert not each.warning


def test_whoever_is_told_may_end_it(tmp_path) -> None:
    def stop(_: Progress) -> None:
        raise RuntimeError("enough")

    path = tmp_path / "file"
    with pytest.raises(RuntimeError, match="enough"):
        POSITIONAL(make("httt:snaky,board=8x9"), watch=stop, checkpoint=path)
    assert read(path).nodes > 0


CHILD = """
    from pathlib import Path
    from zermelo.families import make
    from zermelo.model import Player
    from zermelo.questions import CheckpointFile
    from zermelo.search import checkpoint
    from zermelo.search.positional_session import PositionalSession
    from zermelo.search.session import Limits
    checkpoint.EVERY = 0.0
    session = PositionalSession(make("httt:snaky,board=8x9"), kept=lambda _: CheckpointFile(Path({path!r}), {limit}))
    session.decide(Player.BLACK, None, Limits())
"""


def written(path: Path) -> int:
    """Time at which a file was written, in nanoseconds; 0 while there is none."""
    return path.stat().st_mtime_ns if path.exists() else 0


def changed(path: Path, before: int) -> bool:
    """Tell whether a file was written again."""
    return written(path) != before


def test_kill_at_any_moment(tmp_path) -> None:
    """A search that does hardly anything but write, killed in the middle of it: the last whole file is there."""
    path, rng, last = tmp_path / "file", Random(3), 0
    for limit in (*[None] * size(3, 1), 0.02, 0.005, None):
        child = subprocess.Popen([sys.executable, "-c", textwrap.dedent(CHILD.format(path=str(path), limit=limit))])
        before = written(path)
        until(partial(changed, path, before), "a file")
        assert child.poll() is None
        time.sleep(0.3 * rng.random())
        child.kill()
        child.wait()
        saved = read(path)
        assert saved.nodes > last
        assert limit is None or path.stat().st_size <= 1e6 * limit
        last = saved.nodes
        assert POSITIONAL(make("httt:snaky,board=8x9"), node_limit=1, checkpoint=path).reason == "nodes"
