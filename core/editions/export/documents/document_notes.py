"""The notes of a document: for each quotation who said it, when, and where raw has it."""

from typing import NamedTuple

from core.editions.export.decision_labels import clock
from core.editions.recording_link import recording_links
from core.enforcement.results import Edition
from core.prose.model import Quote
from core.prose.render import unmarked


class DocumentNote(NamedTuple):
    """The note of one quotation: its number from 1, the name, the time as h:mm:ss, "" where it is not known, all of it
    in words, and the address of its seconds in the recording, "" where it has none."""

    number: int
    name: str
    time: str
    words: str
    link: str = ""

    @property
    def signature(self) -> str:
        """What stands below a quotation that is set apart."""
        return ", ".join(filter(None, (f"— {self.name}", self.time)))


class NoteWriter:
    """Gives the quotations of an edition their notes, in reading order."""

    def __init__(self, edition: Edition, recording_url: str = "") -> None:
        self._links = recording_links(recording_url, edition.quotes)
        self._seconds = {quote.quote_id: quote.start_seconds for quote in edition.quotes}
        self.notes: list[DocumentNote] = []

    def note(self, quote: Quote) -> DocumentNote:
        """Return the note of the next quotation: `Name, 0:12:03, raw 120–180`."""
        name = unmarked(quote.speaker.speaker_name)
        seconds = self._seconds.get(quote.quote_id)
        time = "" if seconds is None else clock(seconds)
        place = f"raw {quote.raw_span.start}–{quote.raw_span.end}"
        words, link = ", ".join(filter(None, (name, time, place))), self._links.get(quote.quote_id, "")
        note = DocumentNote(len(self.notes) + 1, name, time, words, link)
        self.notes.append(note)
        return note
