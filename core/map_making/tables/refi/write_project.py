"""An evidence map as a REFI-QDA project (.qdpx) or codebook (.qdc): chapters and claims as codes, quotes as selections.

The element order is that of Project.xsd 1.0. QualCoder's import reads no selection without a user and a date, no
project without an origin, and only a part that is called project.qde: so all of them are always there.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.etree.ElementTree import Element, SubElement, tostring

from core.editions.listener_verdict import ListenerVerdict, heard_line
from core.errors import EvidenceError, Problem
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap
from core.map_making.tables.proven_places import ProvenPlaces
from core.prose.render import one_line
from core.span import Span
from core.text.xml_text import writable
from core.text.zip_file import write_zip
from core.transcripts.transcript import TranscriptPair

_PROJECT, _CODEBOOK = "urn:QDA-XML:project:1.0", "urn:QDA-XML:codebook:1.0"
_ORIGIN = "Quote Workbench"
_NO_DATE = "1980-01-01T00:00:00Z"  # as in the zip file, where no date is known: the clock says nothing here
_MADE_UNDER = "Quotes of an edition of Quote Workbench, each an exact slice of its transcript; certificate {}"
_END = re.compile("\r\n")
_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


def _guid(*path: object) -> str:
    """Return the identifier of what stands at a place of the file; the same place has the same one."""
    return str(uuid5(NAMESPACE_URL, "/".join(("urn:quote-workbench:refi", *map(str, path)))))


def _name(text: str) -> str:
    return writable(one_line(text))


def _describe(element: Element, note: str) -> None:
    if note.strip():
        SubElement(element, "Description").text = writable(note.strip().replace("\r\n", "\n").replace("\r", "\n"))


def _code(holder: Element, guid: str, name: str, *, codable: bool) -> Element:
    return SubElement(holder, "Code", guid=guid, name=name, isCodable=str(codable).lower())


def _write_codes(book: Element, evidence_map: EvidenceMap) -> None:
    """Write a code for each chapter, and in it one for each claim with words; quotes of others get the chapter's."""
    if not evidence_map.chapters:
        message = "holds no chapter, and a codebook at least one code."
        raise EvidenceError(Problem(place="the evidence map", message=message, remedy="Make a chapter first."))
    codes = SubElement(book, "Codes")
    for at, chapter in enumerate(evidence_map.chapters):
        bare = any(claim.support for claim in chapter.claims if not claim.claim.strip())
        code = _code(codes, _guid("code", at), _name(chapter.title) or f"Chapter {at + 1}", codable=bare)
        _describe(code, chapter.note)
        for number, claim in enumerate(chapter.claims):
            if claim.claim.strip():
                _describe(_code(code, _guid("code", at, number), _name(claim.claim), codable=True), claim.note)


class WrittenProject(NamedTuple):
    """A project's file, how many quotes it selects, and what of the map it does not keep."""

    data: bytes
    quotes: int
    notices: tuple[str, ...]


class _Selected(NamedTuple):
    """A quote's place in raw, its code, its own identifier, who said it, and what is remarked of it."""

    place: Span
    code: str
    guid: str
    speaker: str
    remark: str


class _Selections:
    """The proven quotes of a map, each under its claim's code; `refused` counts the others."""

    def __init__(
        self, evidence_map: EvidenceMap, transcript: TranscriptPair, verdicts: Iterable[ListenerVerdict]
    ) -> None:
        self._heard = {verdict.quote_id: heard_line(verdict) for verdict in verdicts}
        self._proven = ProvenPlaces(evidence_map, transcript)
        self.refused = 0
        self.found = [
            one
            for at, chapter in enumerate(evidence_map.chapters)
            for number in range(len(chapter.claims))
            for one in self._of_claim(chapter, at, number)
        ]

    def _of_claim(self, chapter: ChapterEvidence, at: int, number: int) -> Iterator[_Selected]:
        claim: ClaimEvidence = chapter.claims[number]
        code = _guid("code", at, number) if claim.claim.strip() else _guid("code", at)
        for which, support in enumerate(claim.support):
            place = self._proven.place_of(support)
            if place is None:
                self.refused += 1
                continue
            quote = self._proven.quotes[support.evidence_id]
            remarks = (support.note.strip(), self._heard.get(quote.quote_id, ""))
            remark = "\n".join(filter(None, remarks))
            yield _Selected(place, code, _guid("selection", at, number, which), quote.speaker.speaker_name, remark)

    def write_cases(self, project: Element) -> None:
        """Write a case for each person, which holds the selections of the person's words."""
        by_speaker: dict[str, list[str]] = {}
        for one in self.found:
            by_speaker.setdefault(one.speaker, []).append(one.guid)
        cases = SubElement(project, "Cases") if by_speaker else project
        for speaker, guids in by_speaker.items():
            case = SubElement(cases, "Case", guid=_guid("case", speaker), name=_name(speaker))
            for guid in guids:
                SubElement(case, "SelectionRef", targetGUID=guid)

    def write_source(self, project: Element, transcript: TranscriptPair) -> None:
        """Write the transcript as a source, each selection in code points of its text, a line's end one."""
        made = {"creatingUser": _guid("user"), "creationDateTime": project.attrib["creationDateTime"]}
        guid = _guid("source")
        name = _name(transcript.source.name) or "transcript.txt"
        path = f"internal://{guid}.txt"
        sources = SubElement(project, "Sources")
        source = SubElement(sources, "TextSource", {"guid": guid, "name": name, "plainTextPath": path, **made})
        ends = [found.start() for found in _END.finditer(transcript.raw)]
        for one in self.found:
            start, end = (str(at - bisect_left(ends, at)) for at in one.place)
            places = {"startPosition": start, "endPosition": end}
            words = {"guid": one.guid, "name": _name(one.place.slice(transcript.raw))}
            selection = SubElement(source, "PlainTextSelection", {**words, **places, **made})
            _describe(selection, one.remark)
            coding = SubElement(selection, "Coding", {"guid": _guid("coding", one.guid), **made})
            SubElement(coding, "CodeRef", targetGUID=one.code)


def _file(root: Element) -> bytes:
    return f'<?xml version="1.0" encoding="utf-8"?>\n{tostring(root, encoding="unicode")}\n'.encode()


def write_map_codebook(evidence_map: EvidenceMap) -> bytes:
    """Return the chapters and claims of a map as a REFI-QDA codebook. Raises EvidenceError where there is none."""
    book = Element("CodeBook", xmlns=_CODEBOOK)
    _write_codes(book, evidence_map)
    return _file(book)


def write_map_project(
    evidence_map: EvidenceMap,
    transcript: TranscriptPair,
    certificate_sha256: str = "",
    made_at: str = "",
    *,
    verdicts: Iterable[ListenerVerdict] = (),
) -> WrittenProject:
    """Return a map with its transcript as a REFI-QDA project, of which `read_quote_table` makes the same map.

    `made_at` is when it was made, in UTC (ISO 8601), "" where that is not known. What was heard of a quote
    (`verdicts`) is a line below its remark, which the reader leaves out. Positions are code points of the
    transcript's text, whose lines end in one character, half-open. Only proven quotes are selections, for nothing in a
    project says of one that it is refused; of the others it is said how many there are. Raises EvidenceError where
    there is no chapter.
    """
    project = Element("Project", xmlns=_PROJECT, name=_name(evidence_map.title) or _ORIGIN, origin=_ORIGIN)
    project.set("creatingUserGUID", _guid("user"))
    date = _DATE.match(made_at)
    project.set("creationDateTime", f"{date[0]}Z" if date else _NO_DATE)
    SubElement(SubElement(project, "Users"), "User", guid=_guid("user"), name=_ORIGIN)
    _write_codes(SubElement(project, "CodeBook"), evidence_map)
    selections = _Selections(evidence_map, transcript, verdicts)
    selections.write_cases(project)
    selections.write_source(project, transcript)
    _describe(project, certificate_sha256 and _MADE_UNDER.format(certificate_sha256))
    text = transcript.raw.replace("\r\n", "\n").replace("\r", "\n")
    parts = (("project.qde", _file(project)), (f"sources/{_guid('source')}.txt", text.encode()))
    refused = selections.refused
    number = f"{refused:,} quote{'s' if refused != 1 else ''}"
    said = (f"Left out, because they are not proven: {number}.",) if refused else ()
    return WrittenProject(write_zip(parts), len(selections.found), said)
