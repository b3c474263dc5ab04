"""Figures of proofs too large for the repository: they name all that had to be proven."""

from __future__ import annotations

import json
import re
from pathlib import Path

from zermelo.families import make

KEPT = Path(__file__).resolve().parents[2] / "proofs" / "domineering-9x9"


def test_every_reply_has_a_proof():
    told = json.loads((KEPT / "replies.json").read_text())
    game = make(told["game"]).after(told["after"])
    replies = {each["move"]: each for each in told["replies"]}
    assert sorted(replies) == sorted(game.move_name(move) for move in game.legal(game.start))
    assert all(each["holds"] for each in replies.values())
    entries = f"{sum(each['entries'] for each in replies.values()):,}"
    page = (KEPT / "README.md").read_text(encoding="utf-8")
    assert entries in page
    table = {
        (int(column), int(row)): value
        for row, values in re.findall(r"^\| row (\d) \|(.*)\|$", page, re.MULTILINE)
        for column, value in enumerate(values.split("|"), start=1)
    }
    assert len(table) == 4 * 8
    for (column, row), value in table.items():
        reply = replies.get(f"horizontal({column},{row})")
        assert value.strip() == ("–" if reply is None else f"{reply['entries'] / 1e6:.1f}")
    assert {each["entries"] for move, each in replies.items() if move[-2] not in "2468"} == {1}
