"""What a REFI-QDA file holds: codes in codes, and which stretches of which texts were given them."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from core.transcripts.readers.xml_events import XmlTrouble, local, value_of

NAMESPACES = "urn:QDA-XML:"
"""How the namespaces begin by which these files are known."""
_MOST_ELEMENTS = 500_000
_MOST_TEXT = 50_000_000
_WORDS = ("Description", "PlainTextContent")
_TEXTS = ("TextSource", "Representation", "Transcript")


@dataclass(slots=True)
class RefiCode:
    """A code; `parent` is the one that holds it."""

    guid: str
    name: str
    parent: "RefiCode | None"
    description: str = ""
    notes: list[str] = field(default_factory=list[str])
    holds_codes: bool = False


@dataclass(slots=True)
class RefiText:
    """A text: in the project itself, else in the part of the zip file that `path` names."""

    path: str
    content: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class RefiSelection:
    """A stretch of a text, or of what is no text (`text` is None); `says` is its own name, mostly its words.

    The ends are as they are written: positions in the text, or identifiers of points of it.
    """

    document: str
    text: RefiText | None
    says: str
    start: str
    end: str
    guid: str = ""
    codes: list[str] = field(default_factory=list[str])
    coders: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    description: str = ""


@dataclass(slots=True)
class RefiCase:
    """A person, or whatever else is a case; `holds` are the identifiers of its selections."""

    name: str
    holds: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class RefiProject:
    """All of a file, in its order; identifiers are in one case."""

    name: str = ""
    codes: list[RefiCode] = field(default_factory=list[RefiCode])
    selections: list[RefiSelection] = field(default_factory=list[RefiSelection])
    points: dict[str, str] = field(default_factory=dict[str, str])
    notes: dict[str, RefiText] = field(default_factory=dict[str, RefiText])
    cases: list[RefiCase] = field(default_factory=list[RefiCase])
    coders: dict[str, str] = field(default_factory=dict[str, str])
    whole_sources: Counter[str] = field(default_factory=Counter[str])


def _guid(attributes: Mapping[str, str], name: str = "guid") -> str:
    return (value_of(attributes, name) or "").strip().casefold()


class RefiReader:
    """Takes the tags of a file; `project` is what they say."""

    def __init__(self) -> None:
        self.project = RefiProject()
        self._size = 0
        self._length = 0
        self._open: list[tuple[str, object]] = []  # each tag with what it began, from the outermost
        self._gathered: list[str] | None = None
        self._document = ""
        self._begin: Mapping[str, Callable[[str, Mapping[str, str]], object]] = {
            "Code": self._code,
            "User": self._user,
            "Case": self._case,
            "SelectionRef": self._selection_ref,
            "Note": self._note,
            "SyncPoint": self._point,
            "Coding": self._coding,
            "CodeRef": self._code_ref,
            "NoteRef": self._note_ref,
        }

    def _nearest(self, kind: type) -> object:
        return next((one for _, one in reversed(self._open) if isinstance(one, kind)), None)

    def _code(self, _tag: str, attributes: Mapping[str, str]) -> RefiCode:
        parent = self._nearest(RefiCode)
        holder = parent if isinstance(parent, RefiCode) else None
        code = RefiCode(_guid(attributes), " ".join((value_of(attributes, "name") or "").split()), holder)
        if holder is not None:
            holder.holds_codes = True
        self.project.codes.append(code)
        return code

    def _user(self, _tag: str, attributes: Mapping[str, str]) -> None:
        self.project.coders[_guid(attributes)] = " ".join((value_of(attributes, "name") or "").split())

    def _case(self, _tag: str, attributes: Mapping[str, str]) -> RefiCase:
        case = RefiCase(" ".join((value_of(attributes, "name") or "").split()))
        self.project.cases.append(case)
        return case

    def _selection_ref(self, _tag: str, attributes: Mapping[str, str]) -> None:
        case = self._nearest(RefiCase)
        if isinstance(case, RefiCase):
            case.holds.append(_guid(attributes, "targetGUID"))

    def _text_of(self, attributes: Mapping[str, str]) -> RefiText:
        return RefiText(value_of(attributes, "plainTextPath") or "")

    def _note(self, _tag: str, attributes: Mapping[str, str]) -> RefiText:
        note = self.project.notes[_guid(attributes)] = self._text_of(attributes)
        return note

    def _point(self, _tag: str, attributes: Mapping[str, str]) -> None:
        self.project.points[_guid(attributes)] = value_of(attributes, "position") or ""

    def _selection(self, tag: str, attributes: Mapping[str, str]) -> RefiSelection:
        ends = ("fromSyncPoint", "toSyncPoint") if tag == "TranscriptSelection" else ("startPosition", "endPosition")
        text = self._nearest(RefiText) if tag in ("PlainTextSelection", "TranscriptSelection") else None
        of_note = any(name == "Note" for name, _ in self._open)
        selection = RefiSelection(
            document=self._document,
            text=text if isinstance(text, RefiText) and not of_note else None,
            says=value_of(attributes, "name") or "",
            start=value_of(attributes, ends[0]) or "",
            end=value_of(attributes, ends[1]) or "",
            guid=_guid(attributes),
        )
        self.project.selections.append(selection)
        return selection

    def _coding(self, _tag: str, attributes: Mapping[str, str]) -> None:
        selection = self._nearest(RefiSelection)
        if isinstance(selection, RefiSelection):
            selection.coders.append(_guid(attributes, "creatingUser"))
        elif self._document:
            self.project.whole_sources[self._document] += 1

    def _code_ref(self, _tag: str, attributes: Mapping[str, str]) -> None:
        selection = self._nearest(RefiSelection)
        if isinstance(selection, RefiSelection):
            selection.codes.append(_guid(attributes, "targetGUID"))

    def _note_ref(self, _tag: str, attributes: Mapping[str, str]) -> None:
        holder = self._nearest(RefiSelection) or self._nearest(RefiCode)
        if isinstance(holder, RefiCode | RefiSelection):
            holder.notes.append(_guid(attributes, "targetGUID"))

    def _begun(self, tag: str, attributes: Mapping[str, str]) -> object:
        """Return what a tag begins, None where it begins nothing that is kept."""
        if tag in self._begin:
            return self._begin[tag](tag, attributes)
        if tag.endswith("Source"):
            self._document = value_of(attributes, "name") or _guid(attributes)
        if tag in _TEXTS:
            return self._text_of(attributes)
        return self._selection(tag, attributes) if tag.endswith("Selection") else None

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take a start tag."""
        tag = local(name)
        if not self._open:
            if not name.startswith(NAMESPACES) or tag not in ("Project", "CodeBook"):
                raise XmlTrouble("holds no project and no codebook")
            self.project.name = (value_of(attributes, "name") or "").strip() if tag == "Project" else ""
        self._size += 1
        if self._size > _MOST_ELEMENTS:
            raise XmlTrouble(f"holds more than {_MOST_ELEMENTS:,} elements")
        if tag in _WORDS:
            self._gathered = []
        self._open.append((tag, self._begun(tag, attributes)))

    def text(self, text: str) -> None:
        """Take a stretch of text."""
        if self._gathered is None:
            return
        self._length += len(text)
        if self._length > _MOST_TEXT:
            raise XmlTrouble("holds too much text")
        self._gathered.append(text)

    def end(self, name: str) -> None:
        """Take an end tag."""
        tag, _ = self._open.pop()
        holder = self._open[-1][1] if self._open else None
        if tag.endswith("Source"):
            self._document = ""
        if tag not in _WORDS:
            return
        gathered, self._gathered = self._gathered or [], None
        if tag == "PlainTextContent" and isinstance(holder, RefiText):
            holder.content = gathered
        elif tag == "Description" and isinstance(holder, RefiCode | RefiSelection):
            holder.description = "".join(gathered).strip()
