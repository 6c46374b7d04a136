"""What a person heard where a quote stands in a recording, as an edition and its certificate have it."""

import re
from enum import StrEnum
from unicodedata import category

from core.prose.render import unmarked
from core.record import Record
from core.span import Span

_NOBODY = "an unnamed listener"
_IN_NAMES = " .-'’"
_LONGEST_NAME = 100
_LONGEST_NOTE = 1_000
_HEARD = re.compile(r"(?:Not so|So) in the recording \(listened to on \d{4}-\d\d-\d\d by [^()\n]+\)\.(?: .*)?")


class ListeningFinding(StrEnum):
    """Whether a recording says what a transcript has."""

    SO = "so"
    NOT_SO = "not_so"


class ListenerVerdict(Record):
    """What a person heard of a quote: whether the recording says it, with the day (`2026-11-28`, UTC), their name and
    note, each on one line.

    It is about the quote of this transcript (`raw_sha256`) in this recording; that one is "" where the edition is under
    pseudonyms.
    """

    quote_id: str
    verdict: ListeningFinding
    date: str
    name: str
    note: str
    raw_sha256: str
    recording_sha256: str


def listener_name(name: str) -> str:
    """Return a name as it stands in editions: letters, digits, full stops, hyphens and apostrophes on one line, so that
    it is no quotation and no label of a script line."""
    kept = (char if category(char)[0] in "LMN" or char in _IN_NAMES else " " for char in name)
    plain = unmarked("".join(kept))[:_LONGEST_NAME].strip(_IN_NAMES)
    return plain or _NOBODY


def listener_note(note: str) -> str:
    """Return a note as it stands in editions: on one line, without quotation marks."""
    return unmarked(note)[:_LONGEST_NOTE].strip()


def heard_line(verdict: ListenerVerdict) -> str:
    """Return what was heard, on one line, as remarks in exported files have it."""
    so = "So" if verdict.verdict is ListeningFinding.SO else "Not so"
    return f"{so} in the recording (listened to on {verdict.date} by {verdict.name}). {verdict.note}".strip()


def without_heard_lines(remark: str) -> str:
    """Return a remark without the lines that `heard_line` wrote: they are found again in a session, or not at all."""
    return "\n".join(line for line in remark.split("\n") if not _HEARD.fullmatch(line.strip()))


def denial_sentence(verdict: ListenerVerdict, span: Span) -> str:
    """Return the sentence behind a quote that is not so in the recording; `span` is its place in raw."""
    place = f"Characters {span.start}–{span.end} of the transcript"
    return f"{place} are not so in the recording (listened to on {verdict.date} by {verdict.name})."
