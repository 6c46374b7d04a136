"""Narratives: texts full of numbers, each changed only on the basis of its last version."""

import sqlite3
from collections.abc import Sequence

from core.errors import BadInput, Problem
from core.span import Span
from core.text.well_formed import well_formed
from workbench.store.database.json_text import as_json, from_json
from workbench.store.errors import Conflict
from workbench.store.names import MAX_NAME, one_line
from workbench.store.numbers.number_records import (
    MAX_CHANGES,
    MAX_NARRATIVE_BYTES,
    MAX_NARRATIVES,
    NarrativeChange,
    NarrativeContents,
    StoredNarrative,
)
from workbench.store.sessions import sessions

_AGAIN = "Nothing was overwritten. Look at what is stored now, then make your change again if it is still wanted."


def checked(contents: NarrativeContents) -> NarrativeContents:
    """Return a narrative with its name on one line and its text well-formed. Raises BadInput where it has no words, is
    too long, or has too many numbers to be checked."""
    from core.numbers.narrative_size import check_narrative_size

    name, text = one_line(contents.name, "the name of the narrative", most=MAX_NAME), well_formed(contents.text)
    size = len(text.encode())
    if not text.strip():
        message, remedy = "there are no words in it.", "Paste a narrative, or choose a file that holds one."
        raise BadInput(Problem(place=name, message=message, remedy=remedy))
    if size > MAX_NARRATIVE_BYTES:
        message = f"this has {size:,} bytes; a narrative may have {MAX_NARRATIVE_BYTES:,} (2 MB)."
        raise BadInput(Problem(place=name, message=message, remedy="Check it in parts."))
    check_narrative_size(text, name)
    return contents.model_copy(update={"name": name, "text": text, "changes": contents.changes[-MAX_CHANGES:]})


def changed_to(text: str, narrative: StoredNarrative) -> StoredNarrative:
    """Return a narrative with another text, and with what undoes the change."""
    before = narrative.text
    most = min(len(before), len(text))
    start = next((at for at in range(most) if before[at] != text[at]), most)
    same_end = next((at for at in range(most - start) if before[-1 - at] != text[-1 - at]), most - start)
    change = NarrativeChange(span=Span(start, len(text) - same_end), words=before[start : len(before) - same_end])
    return narrative.model_copy(update={"text": text, "changes": (*narrative.changes, change)})


def before_last_change(narrative: StoredNarrative) -> StoredNarrative:
    """Return a narrative as it read before the last change, itself where there is none."""
    if not narrative.changes:
        return narrative
    *earlier, last = narrative.changes
    text = narrative.text[: last.span.start] + last.words + narrative.text[last.span.end :]
    return narrative.model_copy(update={"text": text, "changes": tuple(earlier)})


def read(connection: sqlite3.Connection, session_id: str) -> tuple[StoredNarrative, ...]:
    """Return the narratives of a session by number. Raises UnknownSession."""
    sessions.check(connection, session_id)
    query = "SELECT * FROM number_narratives WHERE session_id = ? ORDER BY number"
    found: list[StoredNarrative] = []
    for row in connection.execute(query, (session_id,)):
        contents = from_json(NarrativeContents, row["content"])
        fields = {name: getattr(contents, name) for name in NarrativeContents.model_fields}
        found.append(StoredNarrative(**fields, number=row["number"], version=row["version"]))
    return tuple(found)


def write(connection: sqlite3.Connection, session_id: str, narrative: StoredNarrative) -> StoredNarrative:
    """Store a narrative under its number and version, whatever was stored."""
    contents = NarrativeContents(**{name: getattr(narrative, name) for name in NarrativeContents.model_fields})
    connection.execute(
        "INSERT OR REPLACE INTO number_narratives (session_id, number, version, content) VALUES (?, ?, ?, ?)",
        (session_id, narrative.number, narrative.version, as_json(contents)),
    )
    return narrative


def _free_name(name: str, taken: Sequence[str]) -> str:
    """Return a name that nothing else has: "report.md", "report.md (2)"."""
    names = (name if number == 1 else f"{name} ({number})" for number in range(1, len(taken) + 2))
    return next(one for one in names if one not in taken)


def add(connection: sqlite3.Connection, session_id: str, name: str, text: str) -> StoredNarrative:
    """Store a narrative as the session's last one, under a free name; the same one again is the one that is there.

    Raises UnknownSession, BadInput where there are as many as may be checked together, or as `checked` does.
    """
    contents = checked(NarrativeContents(name=name, text=text))
    here = read(connection, session_id)
    for known in here:
        if (known.name, known.text) == (contents.name, contents.text):
            return known
    if len(here) >= MAX_NARRATIVES:
        message = f"there are {MAX_NARRATIVES} narratives already, which is as many as are checked together."
        raise BadInput(Problem(place=contents.name, message=message, remedy="Remove one first."))
    version = sessions.note_change(connection, session_id)
    name = _free_name(contents.name, [known.name for known in here])
    # The number of a removed one is used again: the version tells them apart.
    number = here[-1].number + 1 if here else 1
    stored = StoredNarrative(name=name, text=contents.text, number=number, version=version)
    return write(connection, session_id, stored)


def _last_seen(connection: sqlite3.Connection, session_id: str, seen: StoredNarrative) -> list[StoredNarrative]:
    """Return the other narratives if `seen` is the last version of this one. Raises Conflict, UnknownSession."""
    here = {known.number: known for known in read(connection, session_id)}
    stored = here.pop(seen.number, None)
    if stored is None or stored.version != seen.version:
        happened = "changed" if stored else "removed"
        raise Conflict(f"“{seen.name}” was {happened} in another tab or program. {_AGAIN}", stored)
    return list(here.values())


def put(connection: sqlite3.Connection, session_id: str, changed: StoredNarrative) -> StoredNarrative:
    """Store another name, text or list of changes over the version that the person saw.

    Raises Conflict, UnknownSession, BadInput for a name that another one has, or as `checked` does.
    """
    contents = checked(changed)
    others = _last_seen(connection, session_id, changed)
    if contents.name in [known.name for known in others]:
        message = "is the name of another narrative of this session."
        raise BadInput(Problem(place=contents.name, message=message, remedy="Give this one another name."))
    version = sessions.note_change(connection, session_id)
    fields = {name: getattr(contents, name) for name in NarrativeContents.model_fields}
    return write(connection, session_id, StoredNarrative(**fields, number=changed.number, version=version))


def delete(connection: sqlite3.Connection, session_id: str, seen: StoredNarrative) -> None:
    """Remove a narrative. Raises Conflict if it is no longer the one that the person saw, UnknownSession."""
    _last_seen(connection, session_id, seen)
    sessions.note_change(connection, session_id)
    query = "DELETE FROM number_narratives WHERE session_id = ? AND number = ?"
    connection.execute(query, (session_id, seen.number))
