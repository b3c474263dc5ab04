"""Bounded checkpoints: what took the most work, within so many bytes; the same answers, sooner than from nothing."""

from __future__ import annotations

import math
import signal
import struct
import threading
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.search import asking
from tests.search.asking import Decide, kept_in
from tests.search.test_checkpoint import SNAKY, positional_game

import zermelo
from zermelo.errors import InputError
from zermelo.families import make
from zermelo.model import ConnectionGame, Game, Player
from zermelo.questions import CheckpointFile
from zermelo.search import checkpoint
from zermelo.search.checkpoint import read
from zermelo.search.connection_session import ConnectionSession
from zermelo.search.positional_session import PositionalSession
from zermelo.search.progress import Progress
from zermelo.search.session import Limits


class Fact(NamedTuple):
    """An entry of a file: the work that it took, and its bytes."""

    work: int
    entry: bytes


def facts(path: Path, *, exact: bool = True) -> list[Fact]:
    """The entries of a file, whose counts of them must be right, unless threads have changed the tables meanwhile."""
    data = path.read_bytes()
    at, texts = len(b"zermelo checkpoint 1\n") + 4, list[bytes]()
    for _ in range(3):
        (size,) = struct.unpack_from("=I", data, at)
        texts.append(data[at + 4 : at + 4 + size])
        at += 4 + size
    *_, positions = struct.unpack_from("=QdQQ", data, at)
    at, found = at + 32, list[Fact]()
    while at < len(data) - 8:
        size, count = struct.unpack_from("=QQ", data, at)
        at, before = at + 16, len(found)
        while block := struct.unpack_from("=I", data, at)[0]:
            entries = [data[at + 4 + size * i : at + 4 + size * (i + 1)] for i in range(block)]
            found += [Fact(work_of(texts[0].decode().split()[0], each), each) for each in entries]
            at += 4 + size * block
        at += 4
        assert len(found) - before == count or not exact
    assert len(found) == positions or not exact
    return found


def work_of(engine: str, entry: bytes) -> int:
    """The nodes below a position, as the entry of a search has them: at its end, in other words in each."""
    words: list[int] = list(struct.unpack_from("=II", entry, len(entry) - 8))
    if engine == "positional":
        return words[0]
    if engine == "connection":
        return words[1]
    (last,) = struct.unpack_from("=Q", entry, len(entry) - 8)
    return 1 << (last >> 57 & 63 if len(entry) == 16 else last >> 48 & 255)


class Case(NamedTuple):
    """A question to a search, and positions after which it has much to keep, but no answer yet."""

    decide: Decide
    game: Game
    nodes: int | None = None
    depth: int | None = None


CASES = {
    "race": Case(asking.positional, SNAKY, 3_000),
    "breaker": Case(asking.positional, make("httt:snaky,board=8x8,mb"), 500),
    "general": Case(asking.positional, make("httt:skinny,board=7x7"), 3_000, 13),
    "connection": Case(asking.connection, ConnectionGame.hex(7, 7).after([9]), 2_500),
    "grid": Case(asking.grid, make("domineering:8x8"), 20_000),
    "wide grid": Case(asking.grid, make("connect:4,board=7x7"), 40_000, 17),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_dearest_facts_are_kept(tmp_path, case) -> None:
    """Each of smaller and smaller files is full, and has what took the most work of the one before it."""
    path = tmp_path / "file"
    assert case.decide(case.game, case.depth, node_limit=case.nodes, checkpoint=path).reason == "nodes"
    before, size = facts(path), path.stat().st_size
    assert len(before) > 100
    for limit in (size // 2, size // 5, 3_000):
        file = CheckpointFile(path, limit / 1e6)
        assert case.decide(case.game, case.depth, node_limit=1, checkpoint=file).reason == "nodes"
        kept = facts(path)
        assert limit - 600 < path.stat().st_size <= limit
        # All but those that buckets of the table had no room for, and the position of this session.
        old = Counter(before)
        assert sum((Counter(kept) - old).values()) <= 1
        dropped = old - Counter(kept)
        least = min(fact.work for fact in kept)
        dear = sum(count for fact, count in dropped.items() if fact.work > least * 33 / 32)
        assert dear <= 1 + len(kept) // 200
        before = kept


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_what_is_kept_can_be_read(tmp_path, case) -> None:
    """Nearly all entries of a file find a place in the next table, also where most of them took as little as others."""
    path = tmp_path / "file"
    assert case.decide(case.game, case.depth, node_limit=case.nodes, checkpoint=path).reason == "nodes"
    size = path.stat().st_size
    for limit in (0.5 * size, 0.49 * size, 0.1 * size, 0.098 * size):
        case.decide(case.game, case.depth, node_limit=1, checkpoint=CheckpointFile(path, limit / 1e6))
        assert limit - 600 < path.stat().st_size <= limit


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_sessions_do_not_lose_what_is_dear(tmp_path, case) -> None:
    """Facts that the first session has found are still there after ten others, in which cheaper ones are found."""
    path = tmp_path / "file"
    assert case.decide(case.game, case.depth, node_limit=case.nodes, checkpoint=path).reason == "nodes"
    dearest = [fact for fact in facts(path) if fact.work > 60]
    dearest = sorted(dearest, key=lambda fact: -fact.work)[:20]
    file = CheckpointFile(path, path.stat().st_size / 4e6)
    for _ in range(10):
        case.decide(case.game, case.depth, node_limit=20, checkpoint=file)
        assert path.stat().st_size <= file.most_bytes
    works = Counter(fact.entry[:-8] for fact in facts(path))
    assert all(works[fact.entry[:-8]] for fact in dearest)


# -- going on ------------------------------------------------------------------------------------------------------

WHOLE = {
    "race": Case(asking.positional, SNAKY),
    "breaker": Case(asking.positional, make("httt:snaky,board=8x8,mb")),
    "general": Case(asking.positional, make("httt:skinny,board=7x7"), depth=13),
    "connection": Case(asking.connection, ConnectionGame.hex(7, 7).after([0, 24])),
    "grid": Case(asking.grid, make("domineering:8x6")),
    "wide grid": Case(asking.grid, make("connect:4,board=7x7"), depth=17),
}
"""Questions that are searched to the end."""


@pytest.mark.parametrize("case", WHOLE.values(), ids=WHOLE)
def test_a_tenth_of_the_facts_is_soon_the_whole(tmp_path, case) -> None:
    """From a tenth of the file a search of which most was done goes on in few nodes, to the same answer."""
    path = tmp_path / "file"
    whole = case.decide(case.game, case.depth)
    most = math.ceil(0.85 * whole.nodes)
    assert case.decide(case.game, case.depth, node_limit=most, checkpoint=path).reason == "nodes"
    file = CheckpointFile(path, path.stat().st_size / 1e7)
    assert case.decide(case.game, case.depth, node_limit=1, checkpoint=file).reason == "nodes"
    rest = case.decide(case.game, case.depth, checkpoint=file)
    assert rest.answer is whole.answer
    assert rest.nodes < 0.6 * whole.nodes
    again = case.decide(case.game, case.depth, checkpoint=file)
    assert again.answer is whole.answer
    assert again.nodes < 0.01 * whole.nodes  # what it took is in the file
    assert path.stat().st_size <= file.most_bytes


def test_a_larger_file_is_made_smaller_where_nothing_is_new(tmp_path) -> None:
    path = tmp_path / "file"
    assert asking.positional(SNAKY, checkpoint=path).answer is False
    size = path.stat().st_size
    assert asking.positional(SNAKY, checkpoint=CheckpointFile(path, 1)).nodes == 2
    assert (path.stat().st_size, read(path).sessions) == (size, 1)  # it is small enough, and hardly anything is new
    assert asking.positional(SNAKY, checkpoint=CheckpointFile(path, 0.01)).nodes == 2
    assert 9_000 < path.stat().st_size <= 10_000
    assert asking.positional(SNAKY, checkpoint=path).nodes == 2
    assert path.stat().st_size <= 10_000


def test_a_limit_that_holds_nothing(tmp_path) -> None:
    """Then nothing is written, which is told, and what is there stays."""
    path = tmp_path / "file"
    for limit in (1e-9, 0.0001):
        found = asking.positional(SNAKY, node_limit=500, checkpoint=CheckpointFile(path, limit))
        told = f"checkpoint not written: not even one position goes into {1e6 * limit:.0f} bytes"
        assert found.notes == (f"{told}; the one before it, if any, is kept",)
        assert not path.exists()
    asking.positional(SNAKY, node_limit=500, checkpoint=path)
    before = path.read_bytes()
    assert asking.positional(SNAKY, node_limit=500, checkpoint=CheckpointFile(path, 0.0001)).notes
    assert path.read_bytes() == before


@pytest.mark.parametrize("limit", [0, -1, -0.5, math.nan])
def test_limits_that_are_none(tmp_path, limit) -> None:
    with pytest.raises(InputError, match="a limit of more than 0 megabytes for the checkpoint"):
        CheckpointFile(tmp_path / "file", limit)
    with pytest.raises(InputError, match="a limit of more than 0 megabytes for the checkpoint"):
        zermelo.solve("hex:3x3", checkpoint=tmp_path / "file", checkpoint_limit_mb=limit)


def test_a_limit_needs_a_file() -> None:
    with pytest.raises(InputError, match="found --checkpoint-limit 2 alone, expected a file for the checkpoint"):
        zermelo.solve("hex:3x3", checkpoint_limit_mb=2)


def test_several_questions_keep_each_fact_once(tmp_path) -> None:
    """Each question begins with the file, whose facts the tables may have already."""
    path = tmp_path / "file"
    for session in (
        PositionalSession(SNAKY, kept=kept_in(path)),
        ConnectionSession(ConnectionGame.hex(7, 7).after([9]), kept=kept_in(path)),
    ):
        path.unlink(missing_ok=True)
        for _ in range(3):
            assert session.decide(Player.BLACK, None, Limits(nodes=500)).reason == "nodes"
        found = Counter(fact.entry[:-8] for fact in facts(path))
        assert set(found.values()) == {1}


# -- the ends of a search ------------------------------------------------------------------------------------------


def test_a_limit_holds_while_threads_search(tmp_path, monkeypatch) -> None:
    """Every file that is ever there, of which there are many, is whole and no larger."""
    monkeypatch.setattr(checkpoint, "EVERY", 0.0)
    path, sizes = tmp_path / "file", list[int]()
    session = PositionalSession(positional_game("httt:snaky,board=8x9"), kept=kept_in(CheckpointFile(path, 0.02)))

    def look(_: object) -> None:
        assert facts(path, exact=False)
        sizes.append(path.stat().st_size)

    assert session.decide(Player.BLACK, None, Limits(3, threads=3), look).reason == "time"
    assert len(sizes) > 1
    assert max(sizes) <= 20_000
    assert 19_000 < path.stat().st_size <= 20_000
    assert facts(path)


@pytest.mark.parametrize(("decide", "game"), [
    (asking.positional, make("httt:snaky,board=8x9")),
    (asking.connection, ConnectionGame.hex(8, 8)),
    (asking.grid, make("domineering:9x9")),
])  # fmt: skip
def test_ctrl_c_keeps_no_more(tmp_path, decide, game) -> None:
    file = CheckpointFile(tmp_path / "file", 0.002)
    for sessions in (1, 2):
        timers = list[threading.Timer]()

        def interrupt_soon(far: Progress, timers: list[threading.Timer] = timers) -> None:
            if far.nodes >= 2_000 and far.used and not timers:
                timers.append(threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]))
                timers[0].start()

        with pytest.raises(KeyboardInterrupt):
            decide(game, checkpoint=file, watch=interrupt_soon)
        assert file.path.stat().st_size <= 2_000
        saved = read(file.path)
        assert saved.sessions == sessions
        assert saved.positions == len(facts(file.path)) > 0


# -- proofs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("megabytes", [0.0008, 0.003])
@pytest.mark.parametrize(
    "game",
    [
        "httt:snaky,board=7x8,mb",
        pytest.param("httt:snaky,board=8x8,mb", marks=pytest.mark.slow),
        "httt:snaky,board=7x7",
        "httt:tippy,board=5x5",
        "domineering:5x6",
        "breakthrough:3x5",
        "connect:4,board=5x4,rule=paper",
        pytest.param("hex:6x6", marks=pytest.mark.slow),
        "hex:7x7",
    ],
)
def test_proofs_from_a_bounded_file(tmp_path, game, megabytes) -> None:
    """A search that begins with a few facts answers at once; what its proof needs beside them it searches again."""
    file = CheckpointFile(tmp_path / "file", megabytes)
    options = {"checkpoint": file.path, "checkpoint_limit_mb": megabytes}
    first = zermelo.solve(game, kind="winner", check=False, **options)
    assert first.outcome is not None
    assert all(each.stat().st_size <= file.most_bytes for each in tmp_path.iterdir())
    verdict = zermelo.solve(game, kind="winner", certificate=tmp_path / "proof", **options)
    assert verdict.outcome is first.outcome
    assert verdict.checked
    assert verdict.proof is not None
    assert verdict.proof.file is not None
    assert zermelo.check(tmp_path / "proof")
