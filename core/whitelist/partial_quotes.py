"""Parts of whitelisted quotes, for whoever allows them: cut at the wrong place a part can say the opposite."""

import re
from collections.abc import Iterable, Sequence

from core.span import Span
from core.transcripts.passage_source import hearing_of
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote
from core.whitelist.occurrences import Occurrence, closing_of, take_in_punctuation
from core.whitelist.quote_key import quote_id_of, quote_key, typed_words

LEAST_WORDS = 4
_WORD = re.compile(r"\S*\w\S*")


def long_enough(words: str) -> bool:
    """Tell whether quoted words are enough to be a part of a quote: four, counted between white space."""
    return len(_WORD.findall(typed_words(words))) >= LEAST_WORDS


def parts_of(
    occurrences: Iterable[Occurrence], words: str, quotes: Sequence[WhitelistQuote], transcript: TranscriptPair
) -> list[WhitelistQuote]:
    """Return quoted words as quotes of their own, one for each whitelisted quote that they are a part of.

    `occurrences` are those of the words, on whole tokens and within one turn. A part has its quote's speaker and
    chapters and an id made of its own words. Source: decisions.md#parts-of-quotes.
    """
    places = list(occurrences)
    made: list[WhitelistQuote] = []
    for quote in quotes:
        spans = [Span(*span) for span in quote.raw_spans]
        inside = [place for place in places if any(span.contains(place.raw) for span in spans)]
        if not inside:
            continue
        slices = [take_in_punctuation(transcript.raw, place.raw, closing_of(typed_words(words))) for place in inside]
        text = slices[0].slice(transcript.raw)
        key = quote_key(text)
        made.append(
            quote.model_copy(
                update={
                    "quote_id": quote_id_of(quote.speaker.speaker_id, key),
                    "quote_text": text,
                    "quote_canonical": key,
                    "match_spans": [place.match for place in inside],
                    "raw_spans": [(span.start, span.end) for span in slices],
                    **hearing_of(transcript, slices[0])._asdict(),
                }
            )
        )
    return made
