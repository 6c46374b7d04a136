"""Printing for the commands: tables for people, one JSON object for programs. Text from inputs is never markup.

What is wrong is said in records, whose library takes longer to load than `--help` to print: it is loaded when needed.
"""

import io
import json
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, TextIO

import click

from core.text.safe_html import counted
from workbench.cli.exit_codes import INTERRUPTED

if TYPE_CHECKING:
    from core.errors import Problem

MOST_ROWS = 5_000
"""Of a table for people, which takes a third of a millisecond and 6 KB for each."""
_ROWS_AT_ONCE = 256  # that are printed as JSON
# JSON's own escapes leave out what a terminal also obeys: DEL, the second row of controls, the turning of order.
_OBEYED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """Return text for a terminal; control characters, which could move its cursor, become escapes."""
    return "".join(
        char if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cf", "Cs") else f"\\u{ord(char):04x}"
        for char in text
    )


def output_problem(error: OSError) -> "Problem":
    """Return what to say of standard output that cannot be written, and drop what waits to be written there.

    Python would try to write that once more when it ends.
    """
    from core.errors import Problem

    sys.stdout = io.StringIO()
    message = f"cannot be written: {error.strerror or error}."
    return Problem(place="standard output", message=message, remedy="Make room, or send it elsewhere.")


def put_bytes(data: bytes, *, error: bool = False) -> None:
    """Write bytes on standard output at once, with `error` on standard error; where that is closed, nothing is written.

    Messages that cannot be written on standard error are dropped: the work is worth more. Raises BadInput for standard
    output, BrokenPipeError if nobody reads it any more.
    """
    stream: TextIO | None = sys.stderr if error else sys.stdout
    if stream is None:
        return
    try:
        if hasattr(stream, "buffer"):
            stream.buffer.write(data)
        else:  # a stream in memory
            stream.write(data.decode())
        stream.flush()
    except BrokenPipeError:
        if not error:
            raise
    except OSError as failure:
        if not error:
            from core.errors import BadInput

            raise BadInput(output_problem(failure)) from failure


def _json_of(value: Any) -> str:
    from pydantic_core import PydanticSerializationError, to_json

    try:
        return to_json(value, indent=2).decode()  # ten times as fast as json.dumps, which indents in Python
    except PydanticSerializationError:  # a lone surrogate, which a broken file can hold
        return json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "backslashreplace").decode()


def _without_obeyed(text: str) -> str:
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def print_json(value: Any) -> None:
    """Print one JSON object on standard output and nothing else, the same data in characters that a terminal shows."""
    # No form of it is kept beside the next: an object may have many megabytes.
    put_bytes(_without_obeyed(_json_of(value)).encode())
    put_bytes(b"\n")


def _put_list(rows: Iterable[Any], indent: str = "") -> None:
    left, before = iter(rows), "[\n"
    while group := list(islice(left, _ROWS_AT_ONCE)):
        inside = _without_obeyed(_json_of(group)[2:-2])
        put_bytes((before + indent + inside.replace("\n", f"\n{indent}")).encode())
        before = ",\n"
    put_bytes(b"[]" if before == "[\n" else f"\n{indent}]".encode())


def print_json_rows(rows: Iterable[Any]) -> None:
    """Print what `print_json` prints of a list of rows; they are taken some at a time."""
    _put_list(rows)
    put_bytes(b"\n")


def print_json_with_rows(value: Mapping[str, Any], name: str, rows: Iterable[Any]) -> None:
    """Print what `print_json` prints of an object with fields, the last of them a list of rows with this name; the rows
    are taken some at a time."""
    put_bytes(f'{_without_obeyed(_json_of(value)[:-2])},\n  "{name}": '.encode())
    _put_list(rows, "  ")
    put_bytes(b"\n}\n")


def say(text: str = "", *, error: bool = False) -> None:
    """Print a line for people."""
    put_bytes(visible(text).encode("utf-8", "backslashreplace") + b"\n", error=error)


def put(text: str) -> None:
    """Print a part of a line for people."""
    put_bytes(visible(text).encode("utf-8", "backslashreplace"))


def print_table(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table as wide as the terminal allows; cells wrap, and their text is never markup.

    Of very many rows the first are printed, and how many more there are is said.
    """
    import shutil

    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(pad_edge=False)
    for number, name in enumerate(head):
        table.add_column(Text(name), overflow="fold", ratio=3 if number == len(head) - 1 else None)
    left = iter(rows)
    for row in islice(left, MOST_ROWS):
        table.add_row(*(Text(visible(cell)) for cell in row))
    console = Console(file=io.StringIO(), highlight=False, width=shutil.get_terminal_size().columns)
    with console.capture() as printed:
        console.print(Text(title))  # a table's own title is no wider than its table
        console.print(table)
    say(printed.get().rstrip("\n"))
    more = sum(1 for _ in left)
    if more:
        say(f"The table has {counted(more, 'more row')}. With --json all of them are printed.")


def _end(code: int, *messages: object) -> int:
    for message in messages:
        say(f"workbench: {message}", error=True)
    return code


def _code_of_failure(error: Exception) -> int | None:
    """Say what went wrong; return the exit code, None for what no command may raise."""
    from core.errors import BadInput, OutOfReplies, WorkbenchError

    if isinstance(error, BadInput):
        return _end(2, *error.problems)
    if isinstance(error, WorkbenchError):
        return _end(2 if isinstance(error, OutOfReplies) else 1, error)
    if isinstance(error, OSError) and error.filename is None:
        return _end(2, output_problem(error))  # of help, which click prints; files are opened where errors are said
    return None


def exit_code_of(command: Callable[[], int | None]) -> int:
    """Run a command of click's; return its exit code, once everything that went wrong has been said in a sentence."""
    try:
        code = command() or 0
    except click.ClickException as error:
        code = error.exit_code
        with suppress(OSError):
            error.show()
    except click.Abort:
        code = _end(INTERRUPTED, "it was stopped before it was done.")
    except Exception as error:
        failed = _code_of_failure(error)
        if failed is None:
            raise
        code = failed
    return code
