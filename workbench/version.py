"""Which program this is."""

from importlib.metadata import version


def program_version() -> str:
    """Return the installed version, as certificates name it."""
    return version("quote-workbench")
