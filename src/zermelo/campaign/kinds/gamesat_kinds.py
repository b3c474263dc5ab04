"""Kinds of jobs that only the tables and figures of the Game-SAT report need."""

from __future__ import annotations

from zermelo.campaign.kinds.allowance import JobKind

GAMESAT_KINDS: dict[str, JobKind] = {}
