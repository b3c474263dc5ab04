"""Workers that stay: their tables help later jobs, other games begin anew, and a job may have a process of its own."""

from __future__ import annotations

from typing import Any

import pytest

from zermelo.attack.leaf_job import JobLimits, leaf_job
from zermelo.campaign.job import Job, JobResult, perform
from zermelo.campaign.local import LocalEngine
from zermelo.families import make
from zermelo.language.json_game import game_to_json
from zermelo.model import Game, Player

SNAKY = make("httt:snaky,board=7x7,mb")


def job(number: int, game: Game = SNAKY, nodes: int | None = None) -> Job:
    """A job at the start of a game."""
    return leaf_job(str(number), game_to_json(game), game.name, Player.BLACK, game.start, nodes, JobLimits())


def said(result: JobResult) -> dict[str, Any]:
    assert result.answer is not None, result.ending
    return result.answer


def test_tables_stay() -> None:
    """The same question again takes no nodes; a budget goes on where it ended; another game comes between."""
    with LocalEngine(1) as engine:

        def done(asked: Job) -> dict[str, Any]:
            engine.submit(asked)
            (result,) = engine.results(60)
            assert result.key == asked.key
            return said(result)

        opened = done(job(1, nodes=50))
        assert (opened["status"], opened["reason"]) == (None, "nodes")
        first = done(job(2))
        (server,) = engine._idle
        again = done(job(3))
        assert (first["status"], again["status"]) == ("holds", "holds")
        assert again["nodes"] < first["nodes"] / 5
        assert done(job(4, make("hex:3x3")))["status"] == "wins"
        assert done(job(5))["nodes"] > again["nodes"]
        assert engine._idle == [server]


@pytest.mark.parametrize("name", ["httt:el,board=3x3", "domineering:3x3"])
def test_a_process_of_its_own(name: str) -> None:
    """The same job without a server, as engines of other machines may do it."""
    assert said(perform(job(1, make(name))))["status"] == "wins"
