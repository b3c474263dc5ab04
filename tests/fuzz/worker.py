"""Cases tried in a process of their own, which a crash may end: one line of JSON in, one line out.

A signal handler raises in what takes longer than ``ALARM``, as Ctrl-C would; what does not end then is an error too.
The process that asks is `Worker`; the one that answers is ``python -m tests.fuzz.worker``.
"""

from __future__ import annotations

import faulthandler
import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

ALARM = 3.0
"""Seconds after which a case is interrupted."""

HEARD = 4.0
"""Seconds of processor time until it must have ended then; the issue's second, and room for sanitizers."""

HANGS = 60.0
"""Seconds after which a case that does not hear the interrupt is ended from outside."""

ROOT = Path(__file__).resolve().parents[2]


class Outcome(NamedTuple):
    """The outcome of a case: "answered", "refused", "open", "stopped" or "wrong"; and what is wrong."""

    kind: str
    told: str = ""


class Overrun(Exception):
    """Raised by the alarm, wherever it rings."""

    def __init__(self) -> None:
        self.spent = time.process_time()


def _ring(*_: object) -> None:
    raise Overrun


def attempt(run: Callable[[dict[str, Any]], str], case: dict[str, Any]) -> Outcome:
    """The outcome of a case, in this process."""
    faulthandler.dump_traceback_later(HANGS, exit=True)
    signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, ALARM)
    try:
        return Outcome(run(case))
    except Overrun as rung:
        spent = time.process_time() - rung.spent
        return Outcome("stopped") if spent < HEARD else Outcome("wrong", f"interrupted, and {spent:.1f} s more")
    except AssertionError as error:
        return Outcome("wrong", str(error))
    except Exception:  # noqa: BLE001 (whatever it is, it should not have been raised)
        return Outcome("wrong", traceback.format_exc(limit=-4))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()


def main() -> None:
    """Answer until nobody asks any more."""
    from tests.fuzz import calls, questions

    answers, sys.stdout = sys.stdout, sys.stderr
    faulthandler.enable()
    if not sanitized():
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, resource.RLIM_INFINITY))
    for line in sys.stdin:
        case = json.loads(line)
        outcome = attempt(calls.run if "call" in case else questions.run, case)
        print(json.dumps(outcome), file=answers, flush=True)


def sanitized() -> bool:
    """True if the address sanitizer is here: it reserves more addresses than any limit allows."""
    return "libasan" in (text := Path("/proc/self/maps").read_text()) or "clang_rt.asan" in text


class Worker:
    """A process that tries cases; a new one after each that it does not survive."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 (closed with the worker)
        self.crashes = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
        self._errors.close()

    def attempt(self, case: dict[str, Any]) -> Outcome:
        """The outcome of a case."""
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            print(json.dumps(case), file=process.stdin, flush=True)
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if line.endswith("\n"):
            return Outcome(*json.loads(line))
        code = process.wait()
        self._process = None
        self.crashes += 1
        self._errors.seek(0)
        said = self._errors.read()[-6000:]
        return Outcome("wrong", f"the process ended with {code}: {said}")

    def _start(self) -> subprocess.Popen[str]:
        self._errors.seek(0)
        self._errors.truncate()
        command = [sys.executable, "-m", "tests.fuzz.worker"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, text=True, cwd=ROOT,
            start_new_session=True,
        )  # fmt: skip
        return self._process


if __name__ == "__main__":
    main()
