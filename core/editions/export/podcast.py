"""An edition for a podcast's feed: its quotes as soundbites of the episode, its chapters as those of the recording."""

import json
from collections.abc import Iterator

from core.editions.certificate import placed_quotes
from core.editions.export.subtitles import timed_quotes
from core.editions.quote_list import QuoteSource, called, made_of, vouched_by
from core.enforcement.results import Edition, EditionQuote
from core.errors import EditionError, Problem
from core.prose.render import one_line, unmarked
from core.text.well_formed import well_formed
from core.text.xml_text import xml_text

LONGEST_TITLE = 128
"""Characters of a soundbite's title, behind which programs may cut it."""
SHORTEST_SECONDS, LONGEST_SECONDS = 15, 120
"""How long a soundbite should last."""
_NAMESPACE = "https://podcastindex.org/namespace/1.0"
_VERSION = "1.2.0"
_CHAPTERS = "Chapters of an edition of Quote Workbench, each from the first of its quotes; {}"
_REMEDY = "Begin with a transcript with times, such as WebVTT, or export a table."


def _refusal(source: QuoteSource, message: str) -> EditionError:
    return EditionError(Problem(place=called(source), message=message, remedy=_REMEDY))


def _seconds(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def lasts(quote: EditionQuote) -> float:
    """Return how many seconds a quote of `timed_quotes` lasts."""
    return (quote.end_seconds or 0) - (quote.start_seconds or 0)


def _title(quote: EditionQuote) -> str:
    """Return speaker and words where all of them fit, else the speaker, else nothing: no word is cut."""
    name = unmarked(quote.speaker_name)
    titles = (f"{name}: {one_line(quote.text)}", name)
    return next((title for title in titles if len(title) <= LONGEST_TITLE), "")


def _soundbites(quotes: tuple[EditionQuote, ...], made: str) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<!-- {made} -->"
    yield f'<item xmlns:podcast="{_NAMESPACE}">'
    for quote in quotes:
        times = f'startTime="{_seconds(quote.start_seconds or 0)}" duration="{_seconds(lasts(quote))}"'
        yield f"<podcast:soundbite {times}>{xml_text(_title(quote))}</podcast:soundbite>"
    yield "</item>\n"


def write_soundbites(edition: QuoteSource, *, certificate_sha256: str = "") -> bytes:
    """Return the quotes of an edition or a map as `podcast:soundbite` elements, for the episode's `item` in a feed.

    Their times are seconds. The title is the speaker, without quotation marks, and the words, white space as one space;
    what is longer than `LONGEST_TITLE` gives way to the speaker's name. Quotes without a beginning and
    an end are left out (`timed_quotes` has the others). A comment names the certificate's SHA-256, without one the
    transcript's. Raises EditionError where no quote has both.
    """
    quotes = timed_quotes(edition)
    if not quotes:
        raise _refusal(
            edition, "none of its quotes has a beginning and an end in the recording, which soundbites need."
        )
    return "\n".join(_soundbites(quotes, made_of(edition, certificate_sha256))).encode()


def timed_chapters(edition: Edition) -> tuple[tuple[float, str], ...]:
    """Return the chapters of which a time is known, in the order of the recording: when the first of a chapter's quotes
    begins, in seconds, and the chapter's title without quotation marks."""
    starts = {quote.quote_id: quote.start_seconds for quote in edition.quotes}
    found: list[tuple[float, str]] = []
    for number, chapter in enumerate(edition.chapters, start=1):
        known = (starts.get(one.quote.quote_id) for one in placed_quotes(chapter, number))
        times = [start for start in known if start is not None and start >= 0]
        if times:
            found.append((min(times), unmarked(chapter.title) or f"Chapter {number}"))
    return tuple(sorted(found, key=lambda one: one[0]))


def write_chapters(edition: Edition, *, certificate_sha256: str = "") -> bytes:
    """Return the chapters of an edition as those of its recording (Podcasting 2.0, JSON).

    A chapter begins, in seconds, with the first of its quotes; chapters of which no time is known are left out
    (`timed_chapters` has the others). The description names the certificate's SHA-256, without one the transcript's.
    Raises EditionError where no time is known.
    """
    chapters = timed_chapters(edition)
    if not chapters:
        raise _refusal(edition, "no time in the recording is known of any of its quotes, which chapters need.")
    written = {
        "version": _VERSION,
        "title": unmarked(edition.title),
        "description": _CHAPTERS.format(vouched_by(edition, certificate_sha256)),
        "chapters": [{"startTime": round(start, 3), "title": title} for start, title in chapters],
    }
    return (well_formed(json.dumps(written, ensure_ascii=False, indent=2)) + "\n").encode()
