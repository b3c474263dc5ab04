"""Bloqqer itself, in a process of its own: read a file, simplify, write a file.

Run as ``python -I -S _bloqqer_child.py <pyqbf_cpp library> <in.qdimacs> <out.qdimacs>``; it needs nothing but the
standard library, so it starts in 10 ms.  The library that pyqbf builds exports Bloqqer's own C interface
(``bloqqer.h``) next to the Python binding, and this file calls it: the binding's way of reading the result is broken
(see ``bloqqer.py``), while ``bloqqer_print`` is the printer of the original program.

Standard output gets one line, ``answer 10`` (true), ``answer 20`` (false) or ``answer 0`` (see the out file), and the
exit code is 10, 20 or 30.  Bloqqer's own failures are exit code 1 and a line on standard error.

Bloqqer keeps its state in global variables and does not reset all of them: one formula per process.
"""

from __future__ import annotations

import ctypes
import os
import sys

EXIT = {10: 10, 20: 20, 0: 30}


def simplify(library: str, source: str, target: str) -> int:
    """Bloqqer on a file: 10 true, 20 false, 0 when the simpler formula was written.

    Parameters
    ----------
    library
        The path of pyqbf's extension library.
    source, target
        The paths of the formula, in canonical QDIMACS, and of the result.

    Raises OSError when the target cannot be written.
    """
    bloqqer, libc = ctypes.CDLL(library), ctypes.CDLL(None)
    bloqqer.bloqqer_reset()
    bloqqer.bloqqer_parse(os.fsencode(source))
    result = int(bloqqer.bloqqer_preprocess())
    if result == 0:
        # It prints to the C library's stdout; for that moment descriptor 1 is the target.
        libc.fflush(None)
        saved = os.dup(1)
        file = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(file, 1)
        os.close(file)
        try:
            bloqqer.bloqqer_print()
            if libc.fflush(None) != 0:
                raise OSError(f"cannot write {target}")
        finally:
            os.dup2(saved, 1)
            os.close(saved)
    return result


if __name__ == "__main__":
    outcome = simplify(*sys.argv[1:4])
    print("answer", outcome, flush=True)
    os._exit(EXIT.get(outcome, 1))
