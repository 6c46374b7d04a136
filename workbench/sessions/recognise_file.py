"""Recognise a file that a person gave as transcript or evidence map, or report everything that is wrong with it.

This module returns a value and stores nothing; the caller decides whether to change the session.
"""

import json
import re
from enum import StrEnum

from core.errors import BadInput, NoTranscript, Problem, TiersToChoose
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.record import Record
from core.transcripts.readers import AS_WORDS, read_transcript
from core.transcripts.readers.binary_kinds import binary_kind_of
from core.transcripts.readers.decoding import DECLARED_ENCODINGS, MAX_BYTES, ZIP
from core.transcripts.transcript import LeftOut, TranscriptPair
from workbench.files.names import clean_name
from workbench.labels import count
from workbench.sessions.spoken_words import finest_times, words_sha256


class SourceKind(StrEnum):
    """The two kinds of sources of a session."""

    TRANSCRIPT = "transcript"
    EVIDENCE = "evidence"


class FirstTurn(Record):
    """A turn as it was read, cut short; the speaker is "" where nobody is named, the time in seconds."""

    speaker: str
    start_seconds: float | None
    words: str


class TranscriptFacts(Record):
    """Facts about a recognised transcript.

    `labels` are in order of appearance; `words` are counted at white space, `characters` are code points of raw; times
    in seconds, None if the transcript has none. `guessed` says that the file does not declare its encoding, `sure`
    that its kind is certain. `units` are its cues, segments or paragraphs; `times_of` and `words_sha256` are as
    `spoken_words` has them.
    """

    form: str
    dialect: str = ""
    sure: bool = True
    encoding: str
    guessed: bool
    units: int = 0
    left_out: tuple[LeftOut, ...] = ()
    notices: tuple[str, ...] = ()
    first_turns: tuple[FirstTurn, ...] = ()
    labels: tuple[str, ...]
    turns: int
    words: int
    characters: int
    first_seconds: float | None
    last_seconds: float | None
    times_of: str = ""
    words_sha256: str = ""


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


class UndecidedSource(Record):
    """A transcript with several tiers, channels, languages or lists, of which a person has to choose."""

    kind: SourceKind
    name: str
    data: bytes
    names: tuple[str, ...]
    why: str


class RejectedSource(Record):
    """A source that cannot be used, with all its problems.

    `is_other` says that it was given as a transcript and is certainly none, `is_map` that it is an evidence map,
    `is_table` that it is one in another form.
    """

    kind: SourceKind
    name: str
    problems: tuple[Problem, ...]
    is_other: bool = False
    is_map: bool = False
    is_table: bool = False


IntakeResult = AcceptedSource | UndecidedSource | RejectedSource

WHAT = {SourceKind.TRANSCRIPT: "transcript", SourceKind.EVIDENCE: "evidence map"}
PASTED = {SourceKind.TRANSCRIPT: "Pasted transcript", SourceKind.EVIDENCE: "Pasted evidence map"}

_FIRST_TURNS = 5
_LONGEST_TURN = 200  # characters of it that are shown
_MAP_IN_JSON = re.compile(r'\s*\{.{0,200000}?"chapters"\s*:\s*\[', re.DOTALL)
_CHAPTERS_IN_YAML = re.compile(r"^chapters:[ \t\r]*$", re.MULTILINE)
_CLAIMS_IN_YAML = re.compile(r"^[ \t]*-?[ \t]*claims?:", re.MULTILINE)
_CLAIMS_WITHIN = 20_000  # characters behind the chapters
_WEB_PAGE = re.compile(r"\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_PASTE_IT = "Open it in a browser, copy the words and paste them here."
_IS_A_MAP = "this is an evidence map, not a transcript"
_OTHER_BOX = 'Put it into the box "Evidence map".'
_AS_TEXT = 'Save the words as plain text, each turn as "Name: words", and use that file.'
_MAP_FIELDS = frozenset(
    "title chapter chapters claim claims support quote quotes speaker speakers name role id".split()
)
_ENOUGH_TURNS = 2
_MAP_TEMPLATE = "An evidence map is JSON or YAML: the template on this page shows how one looks."


def _first_turns(transcript: TranscriptPair) -> tuple[FirstTurn, ...]:
    if not transcript.turns:
        return (FirstTurn(speaker="", start_seconds=None, words=_cut_short(transcript.raw[:_LONGEST_TURN])),)
    return tuple(
        FirstTurn(
            speaker=turn.speaker or "",
            start_seconds=turn.start_seconds,
            words=_cut_short(turn.span.slice(transcript.raw)),
        )
        for turn in transcript.turns[:_FIRST_TURNS]
    )


def _cut_short(words: str) -> str:
    words = " ".join(words[: 2 * _LONGEST_TURN].split())
    return words if len(words) <= _LONGEST_TURN else words[: _LONGEST_TURN - 1].rstrip() + "…"


def is_container(taken: AcceptedSource) -> bool:
    """Tell whether a transcript is read by another reader than that of text or Markdown."""
    return isinstance(taken.facts, TranscriptFacts) and taken.facts.form not in ("text", "markdown")


def transcript_facts(transcript: TranscriptPair) -> TranscriptFacts:
    """Return the facts about a transcript."""
    raw = transcript.raw
    starts = [turn.start_seconds for turn in transcript.turns if turn.start_seconds is not None]
    last = transcript.time_at(len(raw))
    return TranscriptFacts(
        form=transcript.source.reader,
        dialect=transcript.source.dialect,
        sure=transcript.source.sure,
        units=len(transcript.units),
        left_out=transcript.source.left_out,
        notices=transcript.source.notices,
        first_turns=_first_turns(transcript),
        encoding=transcript.source.encoding,
        guessed=transcript.source.encoding not in (*DECLARED_ENCODINGS, "zip"),
        labels=transcript.labels,
        turns=sum(turn.speaker is not None for turn in transcript.turns),
        words=len(raw.split()),
        characters=len(raw),
        first_seconds=min(starts, default=last),
        last_seconds=last,
        times_of=finest_times(transcript),
        words_sha256=words_sha256(transcript),
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
        return f"{_IS_A_MAP}.", _OTHER_BOX
    if _WEB_PAGE.match(text):
        return "this is a web page, not a transcript.", _PASTE_IT
    if _is_json(text):
        return "this is JSON, not a transcript as text.", _AS_TEXT
    return None


def transcript_in(data: bytes, name: str) -> TranscriptFacts | None:
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
    container = binary_kind_of(data)
    if container is not None and not (kind is SourceKind.TRANSCRIPT and data.startswith(ZIP)):
        remedy = container.remedy if kind is SourceKind.TRANSCRIPT else _MAP_TEMPLATE
        refused = BadInput if container.has_text else NoTranscript
        raise refused(Problem(place=name, message=f"this is {container.what}, not a text.", remedy=remedy))


def _read_transcript(data: bytes, name: str, chosen: tuple[str, ...]) -> TranscriptFacts:
    transcript = read_transcript(data, name, chosen=chosen)
    plain = transcript.source.reader in ("text", "markdown")
    other = _no_transcript(data.decode("utf-8-sig", "replace")) if plain else None
    if other is not None:
        problem = Problem(place=name, message=other[0], remedy=other[1])
        raise NoTranscript(problem, is_map=True) if problem.remedy == _OTHER_BOX else BadInput(problem)
    return transcript_facts(transcript)


def was_taken_before(data: bytes, name: str) -> bool:
    """Tell whether an earlier version took a transcript that may be refused today: it read captions as text."""
    try:
        _refuse_binary(SourceKind.TRANSCRIPT, data, name)
        read_transcript(data, name, form=AS_WORDS)
    except BadInput:
        return False
    return _no_transcript(data.decode("utf-8-sig", "replace")) is None


def _read_evidence(data: bytes, name: str) -> EvidenceFacts:
    try:
        return evidence_facts(read_evidence(data, name))
    except BadInput as error:
        transcript = transcript_in(data, name)
        if transcript is None:
            raise
        found = f"{count(len(transcript.labels), 'speaker')}, {count(transcript.turns, 'turn')}"
        message = f"this reads as a transcript ({found}), not as an evidence map."
        raise BadInput(Problem(place=name, message=message, remedy='Put it into the box "Transcript".')) from error


def take_in(kind: SourceKind, name: str, data: bytes, *, chosen: tuple[str, ...] = ()) -> IntakeResult:
    """Recognise a file as transcript or evidence map, or return all that is wrong with it.

    `name` is the file name as the browser sent it, not yet cleaned; `chosen` are the tiers of a transcript to read.
    """
    cleaned = clean_name(name)
    try:
        _refuse_binary(kind, data, cleaned)
        is_transcript = kind is SourceKind.TRANSCRIPT
        facts = _read_transcript(data, cleaned, chosen) if is_transcript else _read_evidence(data, cleaned)
    except TiersToChoose as error:
        why = error.problems[0].message
        return UndecidedSource(kind=kind, name=cleaned, data=data, names=error.names, why=why)
    except NoTranscript as error:
        is_a_map = error.is_map or error.is_table
        found = (one.model_copy(update={"remedy": _OTHER_BOX}) if is_a_map else one for one in error.problems)
        says = {"is_other": True, "is_map": error.is_map, "is_table": error.is_table}
        return RejectedSource(kind=kind, name=cleaned, problems=tuple(found), **says)
    except BadInput as error:
        return RejectedSource(kind=kind, name=cleaned, problems=error.problems)
    return AcceptedSource(kind=kind, name=cleaned, data=data, facts=facts, chosen=chosen)
