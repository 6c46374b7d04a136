"""What rows of one kind are: their fields by usual names, and the errors where a file does not hold them."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from core.errors import BadInput, Problem

Complain = Callable[[str, str, str], None]
"""Takes the place within the file, what is wrong there, and what to do."""

_MOST_PROBLEMS = 100  # that are listed; of the others the number is given
# By its first character a spreadsheet takes a cell for a formula. One with spaces before it stays text.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


class NumberText(str):
    """A number as a file writes it, where the file tells numbers from text."""

    __slots__ = ()


class DuplicateFields(dict[str, Any]):
    """An object of a file with a field that is written twice."""

    __slots__ = ()


class ColumnMapping(NamedTuple):
    """Which field each column is, by the names the columns have.

    `twice` are fields that two columns are called, `missing` needed ones that no column is.
    """

    of_field: Mapping[str, str]
    twice: tuple[str, ...]
    missing: tuple[str, ...]


class RowKind(NamedTuple):
    """What rows of one kind are: `what` names them ("results"), `forms` says in which form they may be given.

    `lists` are the fields of an object that may hold them, `any_list` says that the only list of objects will do too.
    `needed` are the fields that every row has, `others` tell objects of another kind by one of their fields.
    """

    what: str
    forms: str
    lists: tuple[str, ...]
    needed: tuple[str, ...]
    columns_of: Callable[[tuple[str, ...]], ColumnMapping]
    error: type[BadInput]
    any_list: bool = False
    others: tuple[tuple[str, str], ...] = ()


class RowTable(NamedTuple):
    """The rows of a file, each with its place; `header` are the names of a CSV's columns, None for other forms.

    The rows are read lazily; problems of their file's form are reported then.
    """

    header: tuple[str, ...] | None
    rows: Iterator[tuple[str, object]]


def mark_formula(text: str) -> str:
    """Return a text as a cell of a CSV file, in which no spreadsheet takes it for a formula; see `unmark_formula`."""
    return f"'{text}" if _FORMULA.match(text) else text


def unmark_formula(cell: str) -> str:
    """Return the text that `mark_formula` made a cell of."""
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell


def plain_name(name: str) -> str:
    """Return a column's name in the form in which usual names are written here."""
    return re.sub(r"[\s.-]+", "_", name.strip().casefold())


def find_columns(names: Iterable[str], spellings: Mapping[str, Sequence[str]], needed: Sequence[str]) -> ColumnMapping:
    """Return which column is which field, by its usual names; of several the first in the list counts."""
    plain: dict[str, list[str]] = {}
    for name in names:
        plain.setdefault(plain_name(name), []).append(name)
    chosen = {field: next((one for one in usual if one in plain), "") for field, usual in spellings.items()}
    of_field = {field: plain[spelling][0] for field, spelling in chosen.items() if spelling}
    twice = tuple(field for field in of_field if len(plain[chosen[field]]) > 1)
    return ColumnMapping(of_field, twice, tuple(field for field in needed if field not in of_field))


def first_problems(problems: Sequence[Problem], name: str) -> list[Problem]:
    """Return the problems that are listed; of very many the first, and how many more there are."""
    more = len(problems) - _MOST_PROBLEMS
    if more <= 0:
        return list(problems)
    rest = Problem(place=name, message=f"there are {more:,} more problems.", remedy="Correct those first.")
    return [*problems[:_MOST_PROBLEMS], rest]


def up_to(most: int, rows: Iterable[tuple[str, object]], complain: Complain) -> Iterator[tuple[str, object]]:
    """Yield the first `most` rows, and complain where there are more."""
    for number, row in enumerate(rows, start=1):
        if number > most:
            complain("", f"holds more than {most:,} rows.", "Split it into several files.")
            return
        yield row


def refuse(name: str, kind: RowKind, message: str, remedy: str = "") -> NoReturn:
    """Raise the error of the kind for a file as a whole; without `remedy` it names the forms that are read."""
    raise kind.error(Problem(place=name or f"the {kind.what}", message=message, remedy=remedy or kind.forms))


def check_header(header: Sequence[str], name: str, kind: RowKind) -> None:
    """Refuse a header in which a needed column is missing, or a field stands twice."""
    columns = kind.columns_of(tuple(header))
    messages = [f'no column is called "{field}".' for field in columns.missing]
    messages += [f"two columns are called {field}." for field in columns.twice]
    if messages:
        place = f"{name}: the header" if name else "the header"
        raise kind.error(*(Problem(place=place, message=message, remedy=kind.forms) for message in messages))
