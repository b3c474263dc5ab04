"""``python -m zermelo`` and the command ``zermelo``: Ctrl-C is no traceback even while the package is being loaded.

Only before the first line of `main`, while the interpreter starts, it is: so nothing is imported before.
"""

import sys


def main() -> None:
    """Run the command line."""
    try:
        from zermelo.interrupts import listen

        listen()
        from zermelo.cli import main as command

        command()
    except KeyboardInterrupt:
        from contextlib import suppress

        from zermelo.interrupts import settle

        settle(3)
        with suppress(OSError):  # the terminal was closed
            print("zermelo: interrupted", file=sys.stderr)
        sys.exit(3)
    finally:
        exec("")  # Ctrl-C inside an earlier exec, as in dataclasses, would end ``python -m`` by a signal all the same


if __name__ == "__main__":
    main()
