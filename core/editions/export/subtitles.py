"""The quotes of an edition as subtitles (WebVTT, SubRip): a cue for each, where it was said."""

from collections.abc import Iterator
from html import escape
from typing import Literal

from core.editions.quote_list import QuoteSource, called, made_of
from core.enforcement.results import EditionQuote
from core.errors import EditionError, Problem
from core.prose.render import one_line, unmarked
from core.text.well_formed import well_formed

SubtitleForm = Literal["vtt", "srt"]
_NO_TIMES = "none of its quotes has a beginning and an end in the recording, which subtitles need."
_REMEDY = "Begin with a transcript with times, such as WebVTT, or export a table."


def timed_quotes(edition: QuoteSource) -> tuple[EditionQuote, ...]:
    """Return the quotes of which beginning and end are known, in the order of the recording."""
    timed = [
        (quote.start_seconds, quote.end_seconds, quote)
        for quote in edition.quotes
        if quote.start_seconds is not None and quote.end_seconds is not None
    ]
    whole = [one for one in timed if 0 <= one[0] < one[1]]
    return tuple(quote for _, _, quote in sorted(whole, key=lambda one: one[:2]))


def _clock(seconds: float | None, mark: str) -> str:
    minutes, thousandths = divmod(round((seconds or 0) * 1000), 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{thousandths // 1000:02}{mark}{thousandths % 1000:03}"


def _text(words: str) -> str:
    """Return words on one line that no player takes for a tag, nor a reader for a line of times."""
    return escape(one_line(words), quote=False)


def _vtt(quotes: tuple[EditionQuote, ...], made: str) -> Iterator[str]:
    yield "WEBVTT\n"
    yield f"NOTE {made}\n"
    for quote in quotes:
        times = f"{_clock(quote.start_seconds, '.')} --> {_clock(quote.end_seconds, '.')}"
        yield f"{_text(quote.quote_id)}\n{times}\n<v {_text(unmarked(quote.speaker_name))}>{_text(quote.text)}\n"


def _srt(quotes: tuple[EditionQuote, ...]) -> Iterator[str]:
    for number, quote in enumerate(quotes, start=1):
        times = f"{_clock(quote.start_seconds, ',')} --> {_clock(quote.end_seconds, ',')}"
        yield f"{number}\n{times}\n{_text(unmarked(quote.speaker_name))}: {_text(quote.text)}\n"


def write_subtitles(edition: QuoteSource, form: SubtitleForm = "vtt", *, certificate_sha256: str = "") -> bytes:
    """Return the quotes of an edition or a map as cues at their times.

    White space is one space; `&`, `<` and `>` are escaped; names have no quotation marks. Quotes without a
    beginning and an end are left out (`timed_quotes` has the others). WebVTT names the certificate's SHA-256, without
    one the transcript's; SubRip has no place for it. Raises EditionError where none has both.
    """
    quotes = timed_quotes(edition)
    if not quotes:
        raise EditionError(Problem(place=called(edition), message=_NO_TIMES, remedy=_REMEDY))
    blocks = _vtt(quotes, made_of(edition, certificate_sha256)) if form == "vtt" else _srt(quotes)
    return well_formed("\n".join(blocks)).encode()
