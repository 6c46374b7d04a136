"""Notes and links beside the transcript: whether each says where its words stand, by whom and when."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, islice

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
    told, of_turn = hearing_of(transcript, span), transcript.time_at(span.start)
    known = [int(time) for time in (told.start_seconds, of_turn) if time is not None]
    if note.seconds is None or not known:
        return True
    if not note.is_exact:
        return note.seconds in known
    if told.times is not TimesOf.TURN:
        end = None if told.end_seconds is None else int(told.end_seconds)
        return (note.seconds, note.until) == (known[0], end)
    # The file that the transcript was read from knows more than this one, which still says between which times.
    after = transcript.time_after(span.end, known[0])
    until = note.seconds if note.until is None else note.until
    return known[0] <= note.seconds <= until and (after is None or until <= after)


class EditionPlaces:
    """Where the places that an edition names stand in raw: also where one of both has the line ends of Windows."""

    def __init__(self, raw: str, notes: Sequence[QuotationNote]) -> None:
        self.raw = raw
        self._words = _WordsOfRaw(raw) if notes else None
        self._ends: Sequence[int] = ()  # of lines, as the edition counts
        self._step = 0
        if all(map(self.has_words, notes)):
            return
        lines = list(accumulate(map(len, raw.split("\r\n" if "\r\n" in raw else "\n")[:-1])))
        width = 1 if "\r\n" in raw else 2  # characters of a line end in the edition's transcript
        self._ends = [end + number * width for number, end in enumerate(lines)]
        self._step = 1 if width == 1 else -1
        if not all(map(self.has_words, notes)):
            self._step = 0

    def span(self, start: int, end: int) -> Span:
        """Return a place of the edition as a stretch of raw, at most to its end."""
        moved = (offset + self._step * bisect_left(self._ends, offset) for offset in (start, end))
        first, last = (min(max(offset, 0), len(self.raw)) for offset in moved)
        return Span(first, max(first, last))

    def has_words(self, note: QuotationNote) -> bool:
        """Tell whether the words of a note, and no others, stand at its place."""
        span = self.span(note.start, note.end)
        is_whole = note.start < note.end <= len(self.raw) - self._step * len(self._ends)
        return is_whole and self._words is not None and self._words.are_at(note.words, *span)


def find_false_notes(
    notes: Iterable[QuotationNote], transcript: TranscriptPair, persons: TranscriptPersons, places: EditionPlaces
) -> Iterator[QuotationNote]:
    """Yield the notes whose place does not have the words of their quotation, or in no turn of whom they name, or at
    another time."""
    for note in notes:
        span = places.span(note.start, note.end)
        turn = transcript.turn_of(span)
        labels = persons.resolve(note.name) if transcript.names_speakers else None
        is_anothers = labels is not None and (turn is None or turn.speaker not in labels)
        if not places.has_words(note) or is_anothers or not _is_time_of(note, transcript, span):
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
