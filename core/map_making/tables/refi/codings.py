"""The coded selections of a REFI-QDA project: their words, their remarks, and what was left out of them."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.editions.listener_verdict import without_heard_lines
from core.errors import EvidenceError, Problem, TranscriptError
from core.map_making.tables.refi.elements import RefiCode, RefiProject, RefiSelection, RefiText
from core.map_making.tables.refi.words import SelectedWords, TextPlace, selected_words
from core.text.tables import Complain
from core.transcripts.readers.decoding import decode
from core.transcripts.readers.documents.archive import ZipParts

AGAIN = "Export it again from the program that it comes from."
_CORRECT = "Correct or delete it in the program that the project comes from, and export again."
_MOST_TEXT = 40_000_000
_MOST_DIGITS = 12
_UNREADABLE = "no words that can be read (a picture, a recording, a note, or a text that is not in the project)"


def refi_error(name: str, message: str, remedy: str = AGAIN) -> EvidenceError:
    """Return the error for a file as a whole."""
    return EvidenceError(Problem(place=name or "the project", message=message, remedy=remedy))


class RefiParts:
    """The texts of a project by the paths that it writes, each once; together they have a limit."""

    def __init__(self, name: str, parts: ZipParts | None) -> None:
        self._name = name
        self._parts = parts
        self._left = _MOST_TEXT
        self._read: dict[int, str | None] = {}
        by_last_name = sorted(parts.names) if parts else []
        self._named = {part.rpartition("/")[2].casefold(): part for part in by_last_name}

    def spend(self, length: int) -> None:
        """Count a length of text. Raises EvidenceError where there is too much."""
        self._left -= length
        if self._left < 0:
            raise refi_error(self._name, "holds too much text.", "Export fewer of its sources and codes at once.")

    def note_of(self, notes: Iterable[RefiText], description: str) -> str:
        """Return a description and notes as one remark."""
        texts = dict.fromkeys(one.strip() for one in (description, *map(self.text_of, notes)) if one)
        return "\n".join(filter(None, texts))

    def text_of(self, text: RefiText) -> str | None:
        """Return a text, None where it is not in the project or is none."""
        if id(text) not in self._read:
            self._read[id(text)] = self._read_text(text)
        return self._read[id(text)]

    def _read_text(self, text: RefiText) -> str | None:
        if text.content:
            return "".join(text.content)
        part = self._named.get(text.path.rpartition("/")[2].casefold()) if text.path.startswith("internal:") else None
        if part is None or self._parts is None:
            return None
        data = bytearray()
        for chunk in self._parts.chunks(part):
            self.spend(len(chunk))
            data += chunk
        try:
            return decode(bytes(data), part).text
        except TranscriptError:
            return None


def _counted(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


class Coded(NamedTuple):
    """A selection with its place in the file's codes, its words (None where it has none) and its remark."""

    place: str
    selection: RefiSelection
    words: str | None
    note: str


class RefiCodings:
    """Reads the coded selections of a project; what is wrong with them is noted."""

    def __init__(self, project: RefiProject, parts: RefiParts, complain: Complain) -> None:
        self._project = project
        self._parts = parts
        self._complain = complain
        self._wordless: Counter[str] = Counter()
        self._doubled = 0
        self._known = self._codes_by_guid()
        self.of_code: dict[str, list[Coded]] = {}
        self._read()

    def _codes_by_guid(self) -> dict[str, RefiCode]:
        known: dict[str, RefiCode] = {}
        numbers: dict[str, int] = {}
        for number, code in enumerate(self._project.codes, start=1):
            if not code.name:
                self._complain(f"code {number}", "has no name.", _CORRECT)
            if code.guid in known:
                message = f"has the same identifier as code {numbers[code.guid]}."
                self._complain(f"code {number}", message, AGAIN)
            known.setdefault(code.guid, code)
            numbers.setdefault(code.guid, number)
        return known

    def _places(self) -> dict[int, list[str]]:
        """Return where each coded selection is, for messages: one place for each of its codes that is known."""
        numbers: Counter[str] = Counter()
        places: dict[int, list[str]] = {}
        for selection in self._project.selections:
            for code in selection.codes:
                if code in self._known:
                    numbers[code] += 1
                    place = f'code "{self._known[code].name[:80]}", selection {numbers[code]}'
                    places.setdefault(id(selection), []).append(place)
                else:
                    place = f"a coding of {selection.document or 'a note'}"
                    self._complain(place, "names a code that is not in the codebook.", AGAIN)
        return places

    def _place_in_text(self, selection: RefiSelection) -> TextPlace | None:
        """Return where a selection stands, None where it does not say so in numbers."""
        points = self._project.points
        ends = [points.get(end.strip().casefold(), end).strip() for end in (selection.start, selection.end)]
        if not all(end.isascii() and end.isdecimal() and len(end) <= _MOST_DIGITS for end in ends):
            return None
        start, end = map(int, ends)
        return TextPlace(start, end, selection.says) if start < end else None

    def _words(self, selections: list[RefiSelection], text: RefiText) -> list[SelectedWords]:
        """Return the words of the selections of one text."""
        whole = self._parts.text_of(text)
        if whole is None:
            return [SelectedWords(" ".join(one.says.split()).rstrip("…")) for one in selections]
        placed = [self._place_in_text(one) for one in selections]
        known = [one for one in placed if one is not None]
        for one in known:
            self._parts.spend(min(one.end, len(whole)) - min(one.start, len(whole)))
        found = iter(selected_words(whole, known))
        wrong = SelectedWords("", "its positions are not two numbers, the start before the end.")
        return [wrong if one is None else next(found) for one in placed]

    def note_of(self, holder: RefiCode | RefiSelection) -> str:
        """Return what a code or a selection is remarked with: its description, and the notes that it names. What
        somebody heard of a quote is no remark of a map."""
        notes = self._project.notes
        description = holder.description
        if isinstance(holder, RefiSelection):
            description = without_heard_lines(description)
        return self._parts.note_of((notes[one] for one in holder.notes if one in notes), description)

    def _read(self) -> None:
        places = self._places()
        coded = [one for one in self._project.selections if id(one) in places]
        by_text: dict[int, list[RefiSelection]] = {}
        for one in coded:
            by_text.setdefault(id(one.text), []).append(one)
        words: dict[int, SelectedWords] = {}
        for alike in by_text.values():
            text = alike[0].text
            found = self._words(alike, text) if text else [SelectedWords("")] * len(alike)
            words |= zip(map(id, alike), found, strict=True)
        seen: set[tuple[object, ...]] = set()
        for one in coded:
            self._take(one, words[id(one)], places[id(one)], seen)

    def _take(self, one: RefiSelection, found: SelectedWords, places: list[str], seen: set[tuple[object, ...]]) -> None:
        """Keep a selection under each of its codes, or say why not."""
        note = self.note_of(one)
        codes = [code for code in one.codes if code in self._known]
        if not found.trouble and not found.words.strip():
            self._wordless[one.document or "a note"] += 1
            return
        for code, place in zip(codes, places, strict=True):
            alike = (code, id(one.text), one.start, one.end, note)
            if found.trouble:
                self._complain(place, found.trouble, _CORRECT)
            elif alike in seen:
                self._doubled += 1
            else:
                seen.add(alike)
                self.of_code.setdefault(code, []).append(Coded(place, one, found.words.strip(), note))

    def notices(self) -> Iterator[str]:
        """Yield what was left out, and who coded."""
        for document, number in self._wordless.items():
            says = _counted(number, "coded selection holds", "coded selections hold")
            yield f"{document}: {says} {_UNREADABLE}; left out."
        for document, number in self._project.whole_sources.items():
            yield f"{document}: {_counted(number, 'coding', 'codings')} of the whole source chose no words; left out."
        if self._doubled:
            says = _counted(self._doubled, "coding", "codings")
            yield f"{says} of the same words with the same code as another one; left out."
        used = {self._project.coders.get(one, "") for each in self._project.selections for one in each.coders}
        if names := ", ".join(sorted(used - {""})):
            yield f"Coded by {names}; who coded what is not kept."
