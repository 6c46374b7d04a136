"""Rev.ai: monologues of elements, whose spaces are elements, too."""

import re
from collections.abc import Iterator, Sequence

from core.transcripts.readers.pieces import Piece, Reading, Tally, TimedWord
from core.transcripts.readers.services.parts.json_fields import (
    JsonObject,
    Listed,
    ParsedJson,
    confidence_of,
    fields_of,
    label_of_number,
    objects_of,
    place_of,
    pointer_to,
    seconds_of,
    text_of,
)

_LOST = re.compile(r"<([^<>\[\]]{1,60})>")


def _speaker(monologue: JsonObject) -> str | None:
    name = text_of(fields_of(monologue.get("speaker_info")).get("display_name")).strip()
    return name or label_of_number(monologue.get("speaker"))


def _pieces(monologues: Sequence[Listed]) -> Iterator[Piece]:
    # A transcript without punctuation has no spaces either.
    elements = (one for _, monologue in monologues for one in objects_of(monologue.get("elements")))
    parted = "" if any(one.fields.get("type") == "punct" for one in elements) else " "
    for pointer, monologue in monologues:
        speaker = _speaker(monologue)
        gap = " "  # between two monologues of one person
        for place, element in objects_of(monologue.get("elements"), pointer + "/elements"):
            value = text_of(element.get("value"))
            if not value.strip():
                gap += value
                continue
            lost = _LOST.fullmatch(value.strip()) if element.get("type") == "unknown" else None
            at = None if lost else place_of(place, "value")
            value = f"[{lost[1]}]" if lost else value
            told = seconds_of(element.get("ts")), seconds_of(element.get("end_ts"))
            sure = confidence_of(element.get("confidence"))
            words = (TimedWord(value, at, *told, sure),) if element.get("type") == "text" else ()
            yield Piece(gap + value, at, speaker, *told, sure, words, joined=True)
            gap = parted


def read(file: ParsedJson) -> Reading | None:
    """Read the monologues of Rev.ai; None for any other file."""
    listed = objects_of(file.top.get("monologues"), pointer_to("monologues"))
    monologues = [one for one in listed if "elements" in one.fields]
    return Reading("json", "rev", _pieces(monologues), Tally()) if monologues else None
