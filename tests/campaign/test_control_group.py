"""Control groups, on a machine where this process may make some."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from zermelo.campaign import CampaignCell, CellLimits, LocalEngine, control_group
from zermelo.campaign.control_group import ControlGroup
from zermelo.solvers.process import run

EATER = [sys.executable, "-c", "x = b'x' * 400_000_000; print(len(x))"]


def own() -> Path | None:
    """The folder of the memory group of this process, in the tree of version 1 or 2."""
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, kinds, path = line.split(":", 2)
        if "memory" in kinds.split(","):
            return Path("/sys/fs/cgroup/memory", path.strip("/"))
    folder = Path("/sys/fs/cgroup", path.strip("/"))  # the last line is that of version 2
    try:
        return folder if "memory" in (folder / "cgroup.subtree_control").read_text() else None
    except OSError:
        return None


@pytest.fixture
def parent(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder in which groups can be made."""
    folder = own()
    try:
        if folder is None:
            pytest.skip("control groups do not limit memory here")
        ControlGroup(folder, 100).remove()
    except OSError as error:
        pytest.skip(f"no control group can be made here: {error}")
    monkeypatch.setenv(control_group.VARIABLE, str(folder))
    control_group._parent.cache_clear()
    yield folder
    control_group._parent.cache_clear()
    assert not list(folder.glob("zermelo-*"))


def test_limit(parent):
    """The kernel ends a program at the limit, however fast it is, and no other."""
    group = ControlGroup(parent, 100)
    try:
        assert run(group.command(["/bin/echo", "a b"]), time_limit=60, memory_limit_mb=None).stdout == b"a b\n"
        assert not group.exceeded()
        assert run(group.command(EATER), time_limit=60, memory_limit_mb=None).exit_code != 0
        assert group.exceeded()
        assert not group.exceeded()
    finally:
        group.remove()


def test_cell(parent):
    """A cell tells by what its memory was limited; its groups go with it."""
    with LocalEngine(1) as engine:
        engine.submit(CampaignCell("hex:2x2", "hex:2x2", "", "search", limits=CellLimits(20, 1000)).job())
        (result,) = engine.results(60)
        assert result.answer is not None
        assert ", cgroup v" in result.machine
        assert list(parent.glob("zermelo-*"))


def test_cell_that_eats(parent, monkeypatch):  # noqa: ARG001
    """A cell that the kernel ends for want of memory has no answer, and the reason is memory."""
    monkeypatch.setattr("zermelo.campaign.job_server.SERVER_MB", -130)  # less than the server itself takes
    with LocalEngine(1) as engine:
        engine.submit(CampaignCell("hex:2x2", "hex:2x2", "", "search", limits=CellLimits(20, 1)).job())
        (result,) = engine.results(60)
        assert (result.answer, result.reason, result.killed) == (None, "memory", False)


def test_none(monkeypatch):
    """No group is made in a folder that takes none, and cells run all the same."""
    monkeypatch.setenv(control_group.VARIABLE, "/proc")
    control_group._parent.cache_clear()
    try:
        assert control_group.control_group(100) is None
    finally:
        control_group._parent.cache_clear()
