"""The quotes of an edition as W3C Web Annotations."""

import json
from typing import Any

import pytest

from core.editions.export.annotations import write_annotations
from core.enforcement.results import Edition
from core.prose.render import unmarked
from core.span import Span
from core.transcripts.transcript import TranscriptPair

HASH = "c3" * 32
# The terms that a collection uses, and those that the W3C's vocabulary has for it.
COLLECTION = {"@context", "id", "type", "label", "via", "total", "first"}
ANNOTATION = {"id", "type", "motivation", "body", "target"}


def written(edition: Edition, raw: str) -> dict[str, Any]:
    """Return the annotations, read."""
    return json.loads(write_annotations(edition, TranscriptPair.from_raw(raw), certificate_sha256=HASH))


def test_each_quote_is_one_annotation_in_the_order_of_the_transcript(edition: Edition, raw: str) -> None:
    """The words are raw's own; the place is raw's, in code points."""
    made = written(edition, raw)
    items = made["first"]["items"]
    assert set(made) == COLLECTION
    assert (made["@context"], made["type"], made["total"]) == (
        "http://www.w3.org/ns/anno.jsonld",
        "AnnotationCollection",
        4,
    )
    assert (made["label"], made["via"]) == (unmarked(edition.title), f"urn:sha256:{HASH}")
    assert [set(item) for item in items] == [ANNOTATION] * 4
    quotes = sorted(edition.quotes, key=lambda quote: quote.raw_span)
    for item, quote in zip(items, quotes, strict=True):
        words, place = item["target"]["selector"]
        assert words["exact"] == quote.text == raw[place["start"] : place["end"]]
        assert raw.count(words["prefix"] + words["exact"] + words["suffix"]) == 1
        assert item["target"]["source"] == f"urn:sha256:{edition.raw_sha256}"


def test_bodies_name_the_speaker_and_the_chapters(edition: Edition, raw: str) -> None:
    """As plain text, whatever it holds, without quotation marks: the selector alone quotes."""
    first = written(edition, raw)["first"]["items"][0]
    assert [(body["purpose"], body["value"]) for body in first["body"]] == [
        ("identifying", "Ines Weir <Calloway>"),
        ("tagging", "A gauge that answers"),
    ]
    assert {body["type"] for body in first["body"]} == {"TextualBody"}


@pytest.mark.parametrize("before", ["", "😀漢 "])
def test_places_are_code_points(edition: Edition, raw: str, before: str) -> None:
    """A character beyond the first plane is one."""
    by = len(before)
    moved = tuple(
        quote.model_copy(update={"raw_span": Span(quote.raw_span.start + by, quote.raw_span.end + by)})
        for quote in edition.quotes
    )
    for item in written(edition.model_copy(update={"quotes": moved}), before + raw)["first"]["items"]:
        words, place = item["target"]["selector"]
        assert (before + raw)[place["start"] : place["end"]] == words["exact"]
