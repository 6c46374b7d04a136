"""Printing for the commands: tables for people, one JSON object for programs. Text from inputs is never markup."""

import io
import json
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Any


def visible(text: str) -> str:
    """Return text for a terminal; control characters, which could move its cursor, become escapes."""
    return "".join(
        char if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf", "Cs") else f"\\u{ord(char):04x}"
        for char in text
    )


def print_json(value: Any) -> None:
    """Print one JSON object on standard output and nothing else."""
    from pydantic_core import PydanticSerializationError, to_json

    try:
        data = to_json(value, indent=2)  # ten times as fast as json.dumps, which indents in Python
    except PydanticSerializationError:  # a lone surrogate, which a broken file can hold
        data = json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace")
    sys.stdout.buffer.write(data + b"\n")
    sys.stdout.buffer.flush()


def say(text: str = "", *, error: bool = False) -> None:
    """Print a line for people."""
    stream = sys.stderr if error else sys.stdout
    stream.buffer.write(visible(text).encode("utf-8", "backslashreplace") + b"\n")
    stream.buffer.flush()


def put(text: str) -> None:
    """Print a part of a line for people."""
    sys.stdout.buffer.write(visible(text).encode("utf-8", "backslashreplace"))
    sys.stdout.buffer.flush()


def print_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table as wide as the terminal allows; cells wrap, and their text is never markup."""
    import shutil

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(title=Text(title), title_justify="left", title_style="bold", pad_edge=False)
    for number, name in enumerate(head):
        table.add_column(Text(name), overflow="fold", ratio=3 if number == len(head) - 1 else None)
    for row in rows:
        table.add_row(*(Text(visible(cell)) for cell in row))
    console = Console(file=io.StringIO(), highlight=False, width=shutil.get_terminal_size().columns)
    with console.capture() as printed:
        console.print(table)
    say(printed.get().rstrip("\n"))
