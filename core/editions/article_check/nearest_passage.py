"""Find the nearest passage to a quotation that is not in a transcript, if one is near enough."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.editions.article_check.article_report import WordingResult
from core.prose.attribution.running_text import is_mention
from core.span import Span
from core.text.punctuation import DASHES, END_PUNCTUATION
from core.text.segmentation import whole_tokens
from core.transcripts.transcript import TranscriptPair
from core.verify.tokens import is_unspaced
from core.whitelist.build import parts_in_order
from core.whitelist.difference import STRETCH, classify_difference, similarity
from core.whitelist.nearest import NEAR_ENOUGH, NearestMatch, find_nearest
from core.whitelist.occurrences import closing_of, take_in_punctuation
from core.whitelist.quote_key import quote_key, strip_ends
from core.whitelist.rejection import DifferenceKind

# How alike a passage must be to a quotation of at most so many words: short ones are alike by chance.
_NEAR_FOR = {2: 0.9, 3: 0.8}
_ALL_OF_IT = 0.75  # below this, a passage is no more than a part of what a quotation with dots inside was made of
_LONGEST_MENTION = 6  # characters, in scripts without spaces
_DOTS = re.compile(r" ?[\[(]? ?\.{3,} ?[\])]? ?")
_NOT_AT_THE_START = f"{END_PUNCTUATION} "
_NOT_AT_THE_END = f"{DASHES} "


class QuotationLocation(NamedTuple):
    """Where a quotation stands or what is nearest to it, and how the two differ."""

    wording: WordingResult
    span: Span | None = None
    score: float = 1.0
    difference: DifferenceKind | None = None


MISSING = QuotationLocation(WordingResult.MISSING, score=0.0)


def is_short(text: str) -> bool:
    """Tell whether a quotation has no more words than a title or scare quote; without spaces, characters count."""
    return is_mention(text) and sum(map(is_unspaced, text)) <= _LONGEST_MENTION


def _longest_part(key: str, canonical: str) -> NearestMatch | None:
    """Return where the longest part stands of a quotation with dots inside whose parts are all in the transcript."""
    part = max(map(strip_ends, _DOTS.split(key)), key=len)
    start = canonical.find(part)
    if start < 0 or len(part.split()) < STRETCH:
        return None
    return NearestMatch(span=Span(start, start + len(part)), score=similarity(key, part))


def _raw_span(text: str, near: NearestMatch, transcript: TranscriptPair) -> Span:
    """Return a passage in raw: whole tokens, no punctuation before them, what closes it where the quotation has it."""
    raw = transcript.raw
    start, end = whole_tokens(transcript.raw_span(*near.span), raw)
    while start < end and raw[start] in _NOT_AT_THE_START:
        start += 1
    while end > start and raw[end - 1] in _NOT_AT_THE_END:
        end -= 1
    return take_in_punctuation(raw, Span(start, end), closing_of(text))


def _whereabouts(text: str, key: str, found: NearestMatch | None, transcript: TranscriptPair) -> QuotationLocation:
    joined = parts_in_order(transcript.canonical, key)
    near = found
    if joined and (found is None or found.score < _ALL_OF_IT):
        near = _longest_part(key, transcript.canonical) or found
    if near is None:
        return MISSING
    span = _raw_span(text, near, transcript)
    passage, score = near.span.slice(transcript.canonical), near.score
    if whole_tokens(transcript.raw_span(*near.span), transcript.raw) != transcript.raw_span(*near.span):
        passage = quote_key(span.slice(transcript.raw))
        score = similarity(key, passage)
    if joined:
        return QuotationLocation(WordingResult.ALTERED, span, score, DifferenceKind.STITCHED)
    least = next((least for words, least in _NEAR_FOR.items() if len(text.split()) <= words), NEAR_ENOUGH)
    if score < least:
        return MISSING
    return QuotationLocation(
        WordingResult.ALTERED, span, score, classify_difference(key, passage, transcript.canonical)
    )


def find_near_passages(texts: Sequence[str], transcript: TranscriptPair) -> dict[str, QuotationLocation]:
    """Return for each text that is not in a transcript the passage that is near it, if any is.

    `score` is 1 minus the normalised edit distance of the two in canonical form. Source: decisions.md#rejections.
    """
    different = list(dict.fromkeys(texts))
    keys = [quote_key(text) for text in different]
    nearest = find_nearest(keys, transcript)
    return {
        text: _whereabouts(text, key, near, transcript)
        for text, key, near in zip(different, keys, nearest, strict=True)
    }
