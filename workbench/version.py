"""The version of this program."""

from functools import cache
from importlib.metadata import version


@cache
def program_version() -> str:
    """Return the installed version, as certificates name it."""
    return version("quote-workbench")
