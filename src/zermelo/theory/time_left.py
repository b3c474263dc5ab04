"""Times of the monotonic clock after which work with values ends."""

from __future__ import annotations

import math
from time import monotonic

from zermelo.errors import LimitError


def check_time(until: float | None) -> None:
    """Raise ``LimitError`` after a time of the monotonic clock."""
    if not seconds_until(until):
        raise out_of_time()


def seconds_until(until: float | None) -> float:
    """The seconds that are left; without end where there is no limit."""
    return math.inf if until is None else max(0.0, until - monotonic())


def out_of_time() -> LimitError:
    """The error of work that took too long."""
    return LimitError("time", "out of time")
