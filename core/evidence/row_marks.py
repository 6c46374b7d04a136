"""What a row of an evidence map says of itself: a note, where it comes from, whether a person accepted it."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from core.evidence.map_reader import Choice, MapReader
from core.record import Record
from core.span import Span
from core.text.documents import is_list, join
from core.text.well_formed import WellFormed


class RowOrigin(StrEnum):
    """Where a chapter, a claim or a quote comes from."""

    PERSON = "person"
    MODEL = "model"
    OUTLINE = "outline"
    TABLE = "table"


class RowStatus(StrEnum):
    """What became of a chapter, a claim or a quote that was proposed."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"


class WordsBy(StrEnum):
    """Whose words a title or a claim is in."""

    MODEL = "model"
    PERSON = "person"


class MadeBy(Record):
    """How a model proposed a quote: the digest of the prompt as sent, the number of the window from 1, an ISO date."""

    model: WellFormed = ""
    prompt_sha256: WellFormed = ""
    window: int | None = None
    date: WellFormed = ""


ORIGIN = Choice(RowOrigin, "an origin")
STATUS = Choice(RowStatus, "a status")
WORDS_BY = Choice(WordsBy, "an author")


def read_marks(walk: MapReader, holder: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Return the fields that chapters, claims and quotes share, by their names, where they say something."""
    marks = {
        "note": walk.text(holder, place, ("note",)),
        "origin": walk.choice(holder, place, ("origin",), ORIGIN),
        "status": walk.choice(holder, place, ("status",), STATUS),
    }
    return {field: value for field, value in marks.items() if value}


def read_words_by(walk: MapReader, holder: Mapping[str, Any], place: str) -> WordsBy | None:
    """Return whose words a title or a claim is in."""
    return walk.choice(holder, place, ("words_by",), WORDS_BY)


def read_made_by(walk: MapReader, holder: Mapping[str, Any], place: str) -> MadeBy | None:
    """Return how a model proposed a quote, None where the map does not say."""
    value = holder.get("made_by")
    if value is None:
        return None
    where = join(place, "made_by")
    inside = walk.as_object(value, where, 'Write {"model": "...", "date": "..."}.')
    if inside is None:
        return None
    window = inside.get("window")
    if window is not None and not _is_count(window):
        walk.complain(join(where, "window"), "must be a whole number.", "Write the number of the window, from 1.")
        window = None
    texts = {field: walk.text(inside, where, (field,)) or "" for field in ("model", "prompt_sha256", "date")}
    return MadeBy(window=window, **texts)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def read_span(walk: MapReader, holder: Mapping[str, Any], place: str) -> Span | None:
    """Return the place of a quote in raw, None where the map does not say."""
    value = holder.get("span")
    if value is None:
        return None
    if is_list(value) and len(value) == 2 and all(map(_is_count, value)) and value[0] < value[1]:
        return Span(*value)
    walk.complain(
        join(place, "span"), "must be two whole numbers, start and end.", "Write [start, end], or leave it out."
    )
    return None
