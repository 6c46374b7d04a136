"""What a session keeps of its numbers as one value, which is exported, imported and duplicated; and its checks."""

import sqlite3
from collections.abc import Callable, Iterator

from core.errors import BadInput, Problem
from workbench.store.names import MAX_NAME
from workbench.store.numbers import narratives, number_checks
from workbench.store.numbers.number_records import (
    MAX_CHANGES,
    MAX_NARRATIVES,
    NarrativeContents,
    NumberCheck,
    StoredNarrative,
    StoredNumberCheck,
)

_REMEDY = "Export the session again and import that file as it is."
_OF_A_NARRATIVE = tuple(NarrativeContents.model_fields)
_OF_A_CHECK = tuple(NumberCheck.model_fields)


class ExportedNumbers(NumberCheck):
    """The narratives of a session, and what they are checked against."""

    narratives: tuple[NarrativeContents, ...] = ()


def collect(connection: sqlite3.Connection, session_id: str) -> ExportedNumbers:
    """Return the numbers of a session. Raises UnknownSession."""
    check = number_checks.read(connection, session_id)
    kept = narratives.read(connection, session_id)
    return ExportedNumbers(
        **{name: getattr(check, name) for name in _OF_A_CHECK},
        narratives=tuple(NarrativeContents(**{name: getattr(one, name) for name in _OF_A_NARRATIVE}) for one in kept),
    )


def place(connection: sqlite3.Connection, session_id: str, filed: ExportedNumbers, version: int) -> None:
    """Store the numbers of a new session; the bytes of its results are stored already."""
    for number, contents in enumerate(filed.narratives, start=1):
        fields = {name: getattr(contents, name) for name in _OF_A_NARRATIVE}
        narratives.write(connection, session_id, StoredNarrative(**fields, number=number, version=version))
    check = StoredNumberCheck(**{name: getattr(filed, name) for name in _OF_A_CHECK}, version=version)
    number_checks.write(connection, session_id, check)


def _tried(place: str, check: Callable[[], object]) -> Iterator[Problem]:
    """Yield the problems that one of our own checks finds, each with the place in the field."""
    try:
        check()
    except BadInput as error:
        for problem in error.problems:
            yield problem.model_copy(update={"place": ": ".join(filter(None, (place, problem.place)))})


def _of_narrative(place: str, narrative: NarrativeContents) -> Iterator[Problem]:
    """Yield the problems of a narrative; the stretch of each change must stand in the text after it."""
    yield from _tried(place, lambda: narratives.checked(narrative))
    if len(narrative.changes) > MAX_CHANGES:
        message = f"holds {len(narrative.changes):,} changes; {MAX_CHANGES:,} is the most."
        yield Problem(place=f"{place}.changes", message=message, remedy=_REMEDY)
        return
    length = len(narrative.text)
    for index, change in reversed([*enumerate(narrative.changes)]):
        start, end = change.span
        if not 0 <= start <= end <= length:
            message = "is no stretch of the text as it read then."
            yield Problem(place=f"{place}.changes[{index}].span", message=message, remedy=_REMEDY)
            return
        length += len(change.words) - (end - start)


def problems_of(place: str, numbers: ExportedNumbers) -> Iterator[Problem]:
    """Yield the problems of well-formed numbers; `place` is theirs, for messages."""
    from core.numbers.rules_file import read_citation_rules, read_verification_rules

    if len(numbers.narratives) > MAX_NARRATIVES:
        message = f"holds {len(numbers.narratives):,} narratives; {MAX_NARRATIVES} is the most."
        yield Problem(place=f"{place}.narratives", message=message, remedy=_REMEDY)
        return
    for index, narrative in enumerate(numbers.narratives):
        yield from _of_narrative(f"{place}.narratives[{index}]", narrative)
    if len(numbers.table) > MAX_NAME:
        message = f"has {len(numbers.table):,} characters; {MAX_NAME:,} is the most."
        yield Problem(place=f"{place}.table", message=message, remedy=_REMEDY)
    for field, read in (("citation", read_citation_rules), ("verification", read_verification_rules)):
        text: str = getattr(numbers, field)
        if text.strip():
            yield from _tried(f"{place}.{field}", lambda read=read, text=text: read(text, ""))
