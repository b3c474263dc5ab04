"""The command line: one file per command, errors of one line, and fixed exit codes.

Each command is imported when it runs, inside the handler of Ctrl-C.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence

from zermelo import __version__
from zermelo.cli.messages import drop_output, for_programs, say
from zermelo.errors import InputError, LimitError, MissingToolError, UnsupportedError, ZermeloError, is_full_disk
from zermelo.interrupts import heard, listen, settle

_REPORT = "please report it with the command that you ran"


def main() -> None:
    """Run a command; every error that a user can cause ends in one line on standard error."""
    try:
        listen()
        _replace_closed_streams()
        for stream, errors in (
            (sys.stdin, "surrogateescape"),  # what is no text is told by its reader
            (sys.stdout, "backslashreplace"),  # a name that the terminal cannot print must not end the work
            (sys.stderr, "backslashreplace"),
        ):
            if isinstance(stream, io.TextIOWrapper):
                with contextlib.suppress(io.UnsupportedOperation):  # input that has been read from already
                    stream.reconfigure(errors=errors)
        code = run(sys.argv[1:])
        settle(code)
    except KeyboardInterrupt:  # while the end of the work was told
        code = _fail("interrupted", 3)
        settle(code)
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code.

    >>> run(["--version"])
    zermelo ...
    0
    """
    for_programs(False)
    try:
        if list(arguments) == ["--version"]:  # not worth loading the framework
            print(f"zermelo {__version__}")
            code = 0
        else:
            from zermelo.cli.app import invoke

            code = invoke(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except InputError as error:
        code = 3 if is_full_disk(error) else 2
        return _fail(str(error), code, table=error.table if isinstance(error, UnsupportedError) else "")
    except (LimitError, MissingToolError) as error:
        return _fail(str(error), 3)
    except ZermeloError as error:
        return _fail(f"internal error: {error}", 1, _REPORT)
    except KeyboardInterrupt:
        _flush()
        return _fail("interrupted", 3)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        drop_output()
        return 0
    except OSError as error:
        drop_output()
        place = str(error.filename or "standard output")
        place = place if len(place) <= 200 else place[:199] + "…"
        code = 3 if heard() or is_full_disk(error) else 2  # heard: the terminal was closed
        return _fail(f"{place}: {error.strerror or error}", code)
    except MemoryError:
        return _fail("out of memory", 3, "a smaller depth or another encoding needs less")
    except RecursionError:
        return _fail("internal error: the input nests too deeply", 1, _REPORT)
    except Exception as error:  # the last resort: a bug, which users should not meet as a traceback
        if _from_interrupt(error):
            _flush()
            return _fail("interrupted", 3)
        if "ZERMELO_TRACEBACK" in os.environ:
            raise
        advice = f"{_REPORT}, and with what it prints when ZERMELO_TRACEBACK=1 is set"
        return _fail(f"internal error: {type(error).__name__}: {error}", 1, advice)
    return code


def _fail(message: str, code: int, advice: str = "", table: str = "") -> int:
    line = " ".join(message.split())
    with contextlib.suppress(OSError):
        parts = [f"{line}{'; ' + advice if advice else ''}", table]
        say("error", "\n\n".join(filter(None, parts)), code=code)
    return code


def _replace_closed_streams() -> None:
    """A closed standard input is empty, printing to a closed output an error, and messages to a closed error dropped.

    Left closed, the next file that is opened would be taken for the stream.
    """
    while (descriptor := os.open(os.devnull, os.O_RDONLY)) <= 2:
        pass
    os.close(descriptor)
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_RDONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(1, "w")  # open for reading only: writing fails
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def _from_interrupt(error: BaseException | None) -> bool:
    """True for an error that wraps an interrupt, as Python does while a class body runs."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None


def _flush() -> None:
    """Write what was printed, or drop it when the reader has gone."""
    try:
        sys.stdout.flush()
    except OSError:
        drop_output()


__all__ = ["main", "run"]
