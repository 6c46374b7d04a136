"""The cards of a page's quotations: what each says, held against the page's other words for the same.

A card takes the place of a document's note. What it says of the transcript is compared with that elsewhere.
"""

import re
from collections.abc import Iterator

from core.verify.reading.documents.document_text import QuotationNote
from core.verify.reading.own_pages.linked_data import ShownQuotation
from core.verify.reading.page import collapse
from core.verify.reading.recording_links import CardLinks, read_card_time
from core.verify.reading.statements import NamedRole, OutsideWords, folded_letters

NOT_VERIFIED = "speaker not verified"
_DOUBTS_IN_PRINT = (NOT_VERIFIED, "listen first: ")
_PLACE = re.compile(r"characters (?P<start>\d{1,12})–(?P<end>\d{1,12}) of the transcript")
_MARKED = re.compile("“.*”", re.DOTALL)


class PageCards:
    """Takes what stands in each quotation of a page; `number` is that of the one that is being read."""

    def __init__(self) -> None:
        self.number = ""
        self.links = CardLinks()
        self.notes: list[QuotationNote] = []
        self.shown: list[ShownQuotation] = []
        self.roles: list[NamedRole] = []
        self.outside: list[OutsideWords] = []
        self._warned: set[tuple[str, str]] = set()
        self._in_print: dict[str, str] = {}
        self._said: dict[str, list[str]] = {}
        self._link = ""

    def begin(self, number: str) -> None:
        """Take the next quotation."""
        self.number, self._said, self._link = number, {}, ""

    def take_link(self, address: str) -> None:
        """Take the address that the quotation links."""
        self._link = address

    def take(self, element: str, words: str) -> None:
        """Take the words of an element of the quotation."""
        self._said.setdefault(element, []).append(words)

    def finish(self, line: int) -> str | None:
        """End the quotation, whose words stand in `line`; return what is no quotation or card of ours, else None."""
        said = self._said
        in_marks = "".join((*said.get("a", ()), *said.get("span.quote", ())))
        if "p" not in said and not _MARKED.fullmatch(in_marks):
            return in_marks
        words = "".join((*said["p"], *said.get("a", ()))) if "p" in said else in_marks[1:-1]
        *times, place = said.get("span") or [""]
        found, time = _PLACE.fullmatch(place), read_card_time(times[0]) if times else None
        if found is None or len(times) > 1 or (times and time is None):
            return ", ".join((*times, place))
        self.links.take(self._link, words, line, time)
        name, role = said["b"][0], said["span.who"][0].removeprefix(", ")
        start, end = int(found["start"]), int(found["end"])
        doubts = said.get("span.doubt", [])
        in_print = [place, *times, name, role, *(one for one in doubts if one.startswith(_DOUBTS_IN_PRINT))]
        self._in_print[self.number] = collapse(", ".join(in_print))
        seconds = time.start if time else None
        note = QuotationNote(int(self.number), words, line, name, seconds, start, end, ", ".join([place, *times]))
        self.notes.append(note._replace(until=time.end, is_exact=time.is_exact) if time else note)
        self.roles.append(NamedRole(name, role, line))
        self.shown.append(ShownQuotation(self.number, words, "" if NOT_VERIFIED in doubts else name))
        for doubt in doubts:
            if not doubt.startswith(_DOUBTS_IN_PRINT):
                self._warned.add((doubt, folded_letters(words)))
                self.outside.append(OutsideWords(doubt.partition(", ")[2], line, start, end))
        return None

    def has_warned(self, warning: str, words: str) -> bool:
        """Tell whether a card of the quotation with these words has a warning."""
        return (warning, folded_letters(words)) in self._warned

    def other_in_print(self, places: list[tuple[int, str]]) -> Iterator[tuple[int | None, str]]:
        """Yield the lines of the list in print, which takes the place of the cards on paper, that say otherwise."""
        for number, (line, place) in enumerate(places, start=1):
            if self._in_print.get(str(number), place) != place:
                yield line, place
        if any(int(number) > len(places) for number in self._in_print):
            yield None, "a quotation without its place in print"
