"""Kinds of jobs that only the tables of the implicit and grid papers need."""

from __future__ import annotations

from zermelo.campaign.kinds.allowance import JobKind

IMPLICIT_KINDS: dict[str, JobKind] = {}
