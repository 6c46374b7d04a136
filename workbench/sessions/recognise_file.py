"""Recognise a file that a person gave as transcript or evidence map, or report everything that is wrong with it.

This module returns a value and stores nothing; the caller decides whether to change the session.
"""

import json
import re
import unicodedata
from enum import StrEnum

from core.errors import BadInput, Problem
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.record import Record
from core.transcripts.readers import read_transcript
from core.transcripts.readers.decoding import DECLARED_ENCODINGS, MAX_BYTES
from core.transcripts.transcript import TranscriptPair
from workbench.file_types import name_container
from workbench.labels import count


class SourceKind(StrEnum):
    """The two kinds of sources of a session."""

    TRANSCRIPT = "transcript"
    EVIDENCE = "evidence"


class TranscriptFacts(Record):
    """Facts about a recognised transcript.

    `labels` are in order of appearance; `words` are counted at white space, `characters` are code points of raw; times
    in seconds, None if the transcript has none. `guessed` says that the file does not declare its encoding.
    """

    form: str
    encoding: str
    guessed: bool
    labels: tuple[str, ...]
    turns: int
    words: int
    characters: int
    first_seconds: float | None
    last_seconds: float | None


class EvidenceFacts(Record):
    """Facts about a recognised evidence map; `speakers` are the names it declares."""

    title: str
    chapters: int
    claims: int
    quotes: int
    speakers: tuple[str, ...]


class AcceptedSource(Record):
    """A usable source; `name` is cleaned, `data` are the given bytes, `chosen` is what a person chose in them."""

    kind: SourceKind
    name: str
    data: bytes
    facts: TranscriptFacts | EvidenceFacts
    chosen: tuple[str, ...] = ()


class RejectedSource(Record):
    """A source that cannot be used, with all its problems."""

    kind: SourceKind
    name: str
    problems: tuple[Problem, ...]


IntakeResult = AcceptedSource | RejectedSource

WHAT = {SourceKind.TRANSCRIPT: "transcript", SourceKind.EVIDENCE: "evidence map"}
PASTED = {SourceKind.TRANSCRIPT: "Pasted transcript", SourceKind.EVIDENCE: "Pasted evidence map"}

_MAX_NAME = 120
_NAMELESS = "file without a name"
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_MAP_IN_JSON = re.compile(r'\s*\{.{0,200000}?"chapters"\s*:\s*\[', re.DOTALL)
_CHAPTERS_IN_YAML = re.compile(r"^chapters:[ \t\r]*$", re.MULTILINE)
_CLAIMS_IN_YAML = re.compile(r"^[ \t]*-?[ \t]*claims?:", re.MULTILINE)
_CLAIMS_WITHIN = 20_000  # characters behind the chapters
_WEB_PAGE = re.compile(r"\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_PASTE_IT = "Open it in a browser, copy the words and paste them here."
_AS_TEXT = 'Save the words as plain text, each turn as "Name: words", and use that file.'
_MAP_FIELDS = frozenset(
    "title chapter chapters claim claims support quote quotes speaker speakers name role id".split()
)
_ENOUGH_TURNS = 2
_MAP_TEMPLATE = "An evidence map is JSON or YAML: the template on this page shows how one looks."


def clean_name(name: str) -> str:
    """Return a file's name without folders and invisible characters, at most 120 characters."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    seen = "".join(char for char in last if unicodedata.category(char) not in _UNSEEN)
    cleaned = " ".join(seen.split()).strip(" .")
    if len(cleaned) > _MAX_NAME:
        stem, dot, extension = cleaned.rpartition(".")
        ending = f"…{dot}{extension}" if dot and len(extension) <= 10 else "…"
        cleaned = (stem if dot else cleaned)[: _MAX_NAME - len(ending)] + ending
    return cleaned or _NAMELESS


def transcript_facts(transcript: TranscriptPair) -> TranscriptFacts:
    """Return the facts about a transcript."""
    raw = transcript.raw
    starts = [turn.start_seconds for turn in transcript.turns if turn.start_seconds is not None]
    last = transcript.time_at(len(raw))
    return TranscriptFacts(
        form=transcript.source.reader,
        encoding=transcript.source.encoding,
        guessed=transcript.source.encoding not in DECLARED_ENCODINGS,
        labels=transcript.labels,
        turns=sum(turn.speaker is not None for turn in transcript.turns),
        words=len(raw.split()),
        characters=len(raw),
        first_seconds=min(starts, default=last),
        last_seconds=last,
    )


def evidence_facts(evidence_map: EvidenceMap) -> EvidenceFacts:
    """Return the facts about an evidence map."""
    claims = [claim for chapter in evidence_map.chapters for claim in chapter.claims]
    return EvidenceFacts(
        title=evidence_map.title,
        chapters=len(evidence_map.chapters),
        claims=len(claims),
        quotes=sum(len(claim.support) for claim in claims),
        speakers=tuple(speaker.speaker_name for speaker in evidence_map.speakers),
    )


def _is_json(text: str) -> bool:
    if text.lstrip()[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _is_map_in_yaml(text: str) -> bool:
    chapters = _CHAPTERS_IN_YAML.search(text)
    return bool(chapters and _CLAIMS_IN_YAML.search(text, chapters.end(), chapters.end() + _CLAIMS_WITHIN))


def _no_transcript(text: str) -> tuple[str, str] | None:
    """Return what a text is if it is not a transcript, and what to do; None if it may be one."""
    if _MAP_IN_JSON.match(text) or _is_map_in_yaml(text):
        return "this is an evidence map, not a transcript.", 'Put it into the box "Evidence map".'
    if _WEB_PAGE.match(text):
        return "this is a web page, not a transcript.", _PASTE_IT
    if _is_json(text):
        return "this is JSON, not a transcript as text.", _AS_TEXT
    return None


def _transcript_in(data: bytes, name: str) -> TranscriptFacts | None:
    """Return the facts of a transcript that was given as evidence map, None if it does not look like a transcript."""
    try:
        facts = transcript_facts(read_transcript(data, name))
    except BadInput:
        return None
    labels = {label.casefold() for label in facts.labels}
    return facts if facts.turns >= _ENOUGH_TURNS and labels.isdisjoint(_MAP_FIELDS) else None


def _refuse_binary(kind: SourceKind, data: bytes, name: str) -> None:
    if not data:
        remedy = f"Choose a file that holds the {WHAT[kind]}."
        raise BadInput(Problem(place=name, message="this file is empty.", remedy=remedy))
    if len(data) > MAX_BYTES:
        message = f"this has {len(data):,} bytes; {MAX_BYTES:,} (20 MB) may be read."
        raise BadInput(Problem(place=name, message=message, remedy="Split it into one file for each recording."))
    container = name_container(data)
    if container is not None:
        remedy = container.remedy if kind is SourceKind.TRANSCRIPT else _MAP_TEMPLATE
        raise BadInput(Problem(place=name, message=f"this is {container.what}, not a text.", remedy=remedy))


def _read_transcript(data: bytes, name: str) -> TranscriptFacts:
    transcript = read_transcript(data, name)
    other = _no_transcript(data.decode("utf-8-sig", "replace"))
    if other is not None:
        raise BadInput(Problem(place=name, message=other[0], remedy=other[1]))
    return transcript_facts(transcript)


def _read_evidence(data: bytes, name: str) -> EvidenceFacts:
    try:
        return evidence_facts(read_evidence(data, name))
    except BadInput as error:
        transcript = _transcript_in(data, name)
        if transcript is None:
            raise
        found = f"{count(len(transcript.labels), 'speaker')}, {count(transcript.turns, 'turn')}"
        message = f"this reads as a transcript ({found}), not as an evidence map."
        raise BadInput(Problem(place=name, message=message, remedy='Put it into the box "Transcript".')) from error


def take_in(kind: SourceKind, name: str, data: bytes) -> IntakeResult:
    """Recognise a file as transcript or evidence map, or return all that is wrong with it.

    `name` is the file name as the browser sent it, not yet cleaned.
    """
    cleaned = clean_name(name)
    try:
        _refuse_binary(kind, data, cleaned)
        facts = _read_transcript(data, cleaned) if kind is SourceKind.TRANSCRIPT else _read_evidence(data, cleaned)
    except BadInput as error:
        return RejectedSource(kind=kind, name=cleaned, problems=error.problems)
    return AcceptedSource(kind=kind, name=cleaned, data=data, facts=facts)
