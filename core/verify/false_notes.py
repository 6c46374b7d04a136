"""Notes and links beside the transcript: whether each says where its words stand, by whom and when."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from core.span import Span
from core.transcripts.passage_source import TimesOf, hearing_of
from core.transcripts.transcript import TranscriptPair
from core.verify.naming.known_speakers import TranscriptPersons
from core.verify.reading.documents.document_text import QuotationNote
from core.verify.reading.page import collapse
from core.verify.reading.recording_links import RecordingLink

_MOST_PLACES = 100  # of the same words that are looked at


class _WordsOfRaw:
    """Raw without its white space: so to compare words costs no more than they are long, whatever stands between."""

    def __init__(self, raw: str) -> None:
        self._words = "".join(raw.split())
        self._spaces = [offset for offset, char in enumerate(raw) if char.isspace()]

    def are_at(self, words: str, start: int, end: int) -> bool:
        """Tell whether these words, and no others, stand from `start` to `end`."""
        told = "".join(words.split())
        first = start - bisect_left(self._spaces, start)
        last = end - bisect_left(self._spaces, end)
        return last - first == len(told) and self._words[first:last] == told


def _is_time_of(note: QuotationNote, transcript: TranscriptPair, span: Span) -> bool:
    """Tell whether the transcript has this time for a passage; one without times cannot tell."""
    times = (hearing_of(transcript, span).start_seconds, transcript.time_at(span.start))
    known = [int(time) for time in times if time is not None]
    return note.seconds is None or not known or note.seconds in known


def find_false_notes(
    notes: Iterable[QuotationNote], transcript: TranscriptPair, persons: TranscriptPersons
) -> Iterator[QuotationNote]:
    """Yield the notes whose place does not have the words of their quotation, or in no turn of whom they name, or at
    another time."""
    words: _WordsOfRaw | None = None
    for note in notes:
        words = words or _WordsOfRaw(transcript.raw)
        span = Span(note.start, min(note.end, len(transcript.raw)))
        if not (span.start < span.end == note.end and words.are_at(note.words, span.start, span.end)):
            yield note
            continue
        turn = transcript.turn_of(span)
        labels = persons.resolve(note.name) if transcript.names_speakers else None
        if (labels and (turn is None or turn.speaker not in labels)) or not _is_time_of(note, transcript, span):
            yield note


def _written(seconds: float | None) -> str:
    """Return seconds as a link has them: thousandths that have begun."""
    return "" if seconds is None else f"{min(seconds, int(seconds) + 0.999):.3f}".rstrip("0").rstrip(".")


def _fits(link: RecordingLink, transcript: TranscriptPair, span: Span) -> bool:
    """Tell whether a link leads to a passage, as far as the transcript has times for it."""
    told = hearing_of(transcript, span)
    if told.start_seconds is None or (told.times is TimesOf.TURN and link.end):
        return True
    is_stretch = told.end_seconds is not None and told.end_seconds > told.start_seconds
    end = _written(told.end_seconds) if is_stretch else ""
    start = _written(told.start_seconds)
    return (link.start, link.end) == (start, end if end != start else "")


def find_false_link(
    links: Sequence[RecordingLink], transcript: TranscriptPair, places_of: Callable[[str], Iterable[Span]]
) -> RecordingLink | None:
    """Return the first link that leads to other seconds than its words were said at, wherever they stand in raw
    (`places_of`); of words that stand nowhere nobody can tell."""
    for link in dict.fromkeys(link._replace(line=0) for link in links):
        places = list(islice(places_of(collapse(link.words)), _MOST_PLACES))
        if places and not any(_fits(link, transcript, span) for span in places):
            return next(one for one in links if one._replace(line=0) == link)
    return None
