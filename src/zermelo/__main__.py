"""``python -m zermelo`` and the command ``zermelo``: Ctrl-C is no traceback even while the package is being loaded."""

import sys


def main() -> None:
    """Run the command line."""
    try:
        from zermelo.cli import main as command

        command()
    except KeyboardInterrupt:
        print("zermelo: interrupted", file=sys.stderr)
        sys.exit(3)


if __name__ == "__main__":
    main()
