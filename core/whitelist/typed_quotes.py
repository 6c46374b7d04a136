"""The quotes of an evidence map as they are looked up: their words, and the place that the map means."""

from collections.abc import Sequence
from typing import NamedTuple

from core.evidence.evidence_map import EvidenceMap
from core.span import Span
from core.text.canonical import canonicalize_all
from core.whitelist.occurrences import Occurrence, closing_of, find_all_of_many
from core.whitelist.proof_memo import BoundedMemo, ReadWords
from core.whitelist.quote_key import quote_key, resolve_markup, strip_ends, typed_words


class TypedQuote(NamedTuple):
    """One quote of the evidence map, read."""

    evidence_id: str
    chapter_index: int
    claim_id: str
    quote: str
    speaker: str
    span: Span | None
    tail: str
    core: str


def _words_of(canonical: str) -> str:
    """Return what is looked up: the words without end punctuation, "" where there is no letter or digit."""
    core = strip_ends(canonical)
    return core if any(map(str.isalnum, core)) else ""


def _as_written(quotes: Sequence[str], speech: str) -> list[str]:
    """Return each quote as it is looked up: as it is typed where the transcript spells it so, else with its markup
    resolved."""
    written = list(map(resolve_markup, quotes))
    spelt = [at for at, quote in enumerate(quotes) if written[at] != quote]
    keys = [quote_key(quotes[at]) for at in spelt]
    for at, key, places in zip(spelt, keys, find_all_of_many(speech, keys), strict=True):
        if key and next(iter(places), None) is not None:
            written[at] = quotes[at]
    return written


def possible_words(quotes: Sequence[str]) -> list[tuple[str, ...]]:
    """Return what each quote may be looked up as: with its markup resolved, and as it is typed where a transcript
    spells it so. A reading without words is left out."""
    readings = [tuple(dict.fromkeys((resolve_markup(quote), quote))) for quote in quotes]
    texts = list(dict.fromkeys(text for own in readings for text in own))
    words = dict(zip(texts, map(_words_of, canonicalize_all(list(map(typed_words, texts)))), strict=True))
    return [tuple(core for text in own if (core := words[text])) for own in readings]


def meant_place(span: Span | None, found: Sequence[Occurrence]) -> Occurrence | None:
    """Return the place that the map means, None where it names none, or one where the words do not stand."""
    here = [one for one in found if one.raw.overlaps(span)] if span else []
    return min(here, key=lambda one: abs(one.raw.start - span.start), default=None) if span else None


def read_typed_quotes(
    evidence_map: EvidenceMap, speech: str, known: BoundedMemo[str, ReadWords] | None = None
) -> list[TypedQuote]:
    """Return all quotes of a map in its order; `speech` is the canonical transcript, `known` what was read of it."""
    flat = [
        (support, chapter_index, claim.claim_id)
        for chapter_index, chapter in enumerate(evidence_map.chapters)
        for claim in chapter.claims
        for support in claim.support
    ]
    known = BoundedMemo() if known is None else known
    read = {support.quote: known.get(support.quote) for support, _, _ in flat}
    new = [quote for quote, words in read.items() if words is None]
    typed = list(map(typed_words, _as_written(new, speech)))
    for quote, words, canonical in zip(new, typed, canonicalize_all(typed), strict=True):
        read[quote] = known.keep(quote, ReadWords(closing_of(words), _words_of(canonical)))
    return [
        TypedQuote(
            evidence_id=support.evidence_id,
            chapter_index=chapter_index,
            claim_id=claim_id,
            quote=support.quote,
            speaker=support.speaker,
            span=support.span,
            tail=words.tail,
            core=words.core,
        )
        for support, chapter_index, claim_id in flat
        if (words := read[support.quote]) is not None
    ]
