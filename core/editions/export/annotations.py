"""The quotes of an edition as W3C Web Annotations (JSON-LD) of its transcript's text."""

import json
from collections.abc import Iterable
from hashlib import sha256

from core.editions.listener_verdict import ListenerVerdict, heard_line
from core.editions.quote_list import QuoteSource, chapters_of
from core.enforcement.results import EditionQuote
from core.errors import BrokenProof
from core.prose.render import unmarked
from core.text.well_formed import well_formed
from core.transcripts.transcript import TranscriptPair

CONTEXT = "http://www.w3.org/ns/anno.jsonld"
_CONTEXT_LENGTH = 32  # characters before and behind the words, which tell places of the same words apart


def _around(quote: EditionQuote, transcript: TranscriptPair) -> dict[str, str]:
    raw, (start, end) = transcript.raw, quote.raw_span
    if quote.raw_span.slice(raw) != quote.text:
        raise BrokenProof(f"quote {quote.quote_id} is not the slice {start}:{end} of the transcript.")
    return {"prefix": raw[max(0, start - _CONTEXT_LENGTH) : start], "suffix": raw[end : end + _CONTEXT_LENGTH]}


def _target(quote: EditionQuote, transcript: TranscriptPair | None, source: str) -> dict[str, object]:
    return {
        "source": source,
        "selector": [
            {
                "type": "TextQuoteSelector",
                "exact": quote.text,
                **(_around(quote, transcript) if transcript else {}),
            },
            {"type": "TextPositionSelector", "start": quote.raw_span.start, "end": quote.raw_span.end},
        ],
    }


def _assessed(verdict: ListenerVerdict | None) -> list[dict[str, object]]:
    """Return the body that says what was heard of a quote."""
    if verdict is None:
        return []
    return [{"type": "TextualBody", "purpose": "assessing", "value": heard_line(verdict)}]


def _names(certificate_sha256: str, items: object) -> tuple[str, dict[str, str]]:
    """Return the name of a collection, and what it was made by; one without a certificate is named by what is in it."""
    if certificate_sha256:
        return f"urn:edition:{certificate_sha256}", {"via": f"urn:sha256:{certificate_sha256}"}
    return f"urn:quotes:{sha256(well_formed(json.dumps(items)).encode()).hexdigest()}", {}


def write_annotations(
    edition: QuoteSource,
    transcript: TranscriptPair | None = None,
    *,
    certificate_sha256: str = "",
    verdicts: Iterable[ListenerVerdict] = (),
) -> bytes:
    """Return a collection of annotations, one for each quote of the edition or map in the order of the transcript.

    The target is raw, named by its SHA-256 (`urn:sha256:`): the words exactly as raw has them, with 32 characters
    around them where the transcript is given, and their place in code points, half-open. Bodies name the speaker, tag
    the chapters and, where somebody listened to the quote (`verdicts`), say what they heard, all without quotation
    marks. The certificate is the collection's `via`. Raises BrokenProof where a quote is not its slice of the
    transcript.
    """
    source = f"urn:sha256:{edition.raw_sha256}"
    chapters = chapters_of(edition)
    heard = {verdict.quote_id: verdict for verdict in verdicts}
    items = [
        {
            "id": f"urn:quote:{edition.raw_sha256}:{quote.quote_id}",
            "type": "Annotation",
            "motivation": "highlighting",
            "body": [
                {"type": "TextualBody", "purpose": "identifying", "value": unmarked(quote.speaker_name)},
                *(
                    {"type": "TextualBody", "purpose": "tagging", "value": unmarked(title)}
                    for title in chapters.get(quote.quote_id, ())
                ),
                *_assessed(heard.get(quote.quote_id)),
            ],
            "target": _target(quote, transcript, source),
        }
        for quote in sorted(edition.quotes, key=lambda one: (one.raw_span, one.quote_id))
    ]
    name, via = _names(certificate_sha256, items)
    collection = {
        "@context": CONTEXT,
        "id": name,
        "type": "AnnotationCollection",
        "label": unmarked(edition.title),
        **via,
        "total": len(items),
        "first": {
            "id": f"{name}:1",
            "type": "AnnotationPage",
            "startIndex": 0,
            "items": items,
        },
    }
    return (well_formed(json.dumps(collection, ensure_ascii=False, indent=2)) + "\n").encode()
