"""A command line run in this process, as in the tests of the command line."""

from tests.cli.conftest import zermelo

__all__ = ["zermelo"]
