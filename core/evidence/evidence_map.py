"""The evidence map: chapters, their claims, and the quotes that support them."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from core.errors import EvidenceError
from core.evidence.map_reader import MAX_CHAPTERS, MAX_CLAIMS, MAX_SPEAKERS, MAX_SUPPORTS, Choice, MapReader
from core.evidence.row_marks import (
    MadeBy,
    RowOrigin,
    RowStatus,
    WordsBy,
    read_made_by,
    read_marks,
    read_span,
    read_words_by,
)
from core.record import Record
from core.span import Span
from core.text.documents import join, read_object
from core.text.well_formed import WellFormed
from core.transcripts.speakers import Speaker, SpeakerRole, derive_speaker_id


class Support(Record):
    """One quote that supports a claim, as somebody typed it; `speaker` is a written name, "" where there is none.

    `span` is the place that is meant where the words stand more than once: code points of raw, half-open.
    """

    evidence_id: WellFormed
    quote: WellFormed
    speaker: WellFormed = ""
    span: Span | None = None
    note: WellFormed = ""
    origin: RowOrigin | None = None
    status: RowStatus | None = None
    made_by: MadeBy | None = None


class ClaimEvidence(Record):
    """One claim and its supporting quotes; without words it is not said yet."""

    claim_id: WellFormed
    claim: WellFormed
    support: tuple[Support, ...] = ()
    note: WellFormed = ""
    origin: RowOrigin | None = None
    status: RowStatus | None = None
    words_by: WordsBy | None = None


class ChapterEvidence(Record):
    """One chapter: a title and its claims."""

    title: WellFormed
    claims: tuple[ClaimEvidence, ...] = ()
    note: WellFormed = ""
    origin: RowOrigin | None = None
    status: RowStatus | None = None
    words_by: WordsBy | None = None


class EvidenceMap(Record):
    """What an edition is to say, chapter by chapter, and the quotes it may rest on."""

    title: WellFormed = ""
    speakers: tuple[Speaker, ...] = ()
    chapters: tuple[ChapterEvidence, ...]


class MapReading(NamedTuple):
    """A map as it was read, and the places of the ids that it did not give, or gave twice."""

    evidence_map: EvidenceMap
    missing_ids: tuple[str, ...]


# The documented spelling of each field comes first; the others are understood.
_MAP_TITLE = ("title", "name", "episode_title")
_TITLE = ("title", "chapter_title", "name")
_CLAIM = ("claim", "claim_text", "text")
_CLAIM_ID = ("claim_id", "id")
_SUPPORT = ("support", "supporting_quotes", "quotes", "evidence", "supports")
_QUOTE = ("quote", "quote_text", "text")
_EVIDENCE_ID = ("evidence_id", "id")
_SUPPORT_SPEAKER = ("speaker", "speaker_name", "name", "speaker_id")
_SPEAKER_ID = ("speaker_id", "id")
_SPEAKER_NAME = ("speaker_name", "name")
_SPEAKER_ROLE = ("speaker_role", "role")
_ALIASES = ("aliases", "alias", "labels")
_A_ROLE = Choice(SpeakerRole, "a role")
_REQUIRED = ("chapters", "claim", "quote", "speaker_name")


def _speaker(walk: MapReader, value: object, place: str) -> Speaker | None:
    if isinstance(value, str):
        value = {"speaker_name": value}
    holder = walk.as_object(value, place, 'Write {"speaker_name": "...", "speaker_role": "guest"}.')
    if holder is None:
        return None
    name = walk.needed_text(holder, place, _SPEAKER_NAME).strip()
    speaker_id = (walk.text(holder, place, _SPEAKER_ID, numbers=True) or "").strip() or derive_speaker_id(name)
    if not speaker_id and walk.pick(holder, _SPEAKER_NAME)[1] is not None:
        walk.complain(join(place, "speaker_name"), "holds no letters or digits.", "Write the speaker's name.")
    aliases = [walk.as_text(alias, where) for where, alias in walk.items(holder, place, _ALIASES, one=str)]
    return Speaker(
        speaker_id=speaker_id,
        speaker_name=name,
        speaker_role=walk.choice(holder, place, _SPEAKER_ROLE, _A_ROLE) or SpeakerRole.UNCLEAR,
        aliases=tuple(alias for alias in aliases if alias and alias.strip()),
    )


def _speakers(walk: MapReader, document: Mapping[str, Any]) -> Iterator[Speaker]:
    seen: dict[str, str] = {}
    for place, value in walk.items(document, "", ("speakers",)):
        if not walk.counts("speakers", MAX_SPEAKERS, place):
            break
        speaker = _speaker(walk, value, place)
        if speaker is None or not speaker.speaker_id:
            continue
        if speaker.speaker_id in seen:
            message = f'"{speaker.speaker_id}" is already the speaker_id of {seen[speaker.speaker_id]}.'
            walk.complain(place, message, "Give each speaker an id of their own, or list the other name under aliases.")
            continue
        seen[speaker.speaker_id] = place
        yield speaker


def _support(walk: MapReader, value: object, place: str, derived: str) -> Support | None:
    if isinstance(value, str):
        value = {"quote": value}
    holder = walk.as_object(value, place, 'Write {"quote": "...", "speaker": "..."}.')
    if holder is None:
        return None
    return Support(
        evidence_id=walk.own_id(holder, place, _EVIDENCE_ID, derived),
        quote=walk.needed_text(holder, place, _QUOTE),
        speaker=(walk.text(holder, place, _SUPPORT_SPEAKER) or "").strip(),
        span=read_span(walk, holder, place),
        made_by=read_made_by(walk, holder, place),
        **read_marks(walk, holder, place),
    )


def _claim(walk: MapReader, value: object, place: str, derived: str) -> ClaimEvidence | None:
    if isinstance(value, str):
        value = {"claim": value}
    holder = walk.as_object(value, place, 'Write {"claim": "...", "support": [...]}.')
    if holder is None:
        return None
    claim_id = walk.any_id(holder, place, _CLAIM_ID, derived)
    claim = walk.needed_text(holder, place, _CLAIM)
    items = walk.items(holder, place, _SUPPORT, one=(str, dict))
    within = takewhile(lambda item: walk.counts("supports", MAX_SUPPORTS, item[0]), items)
    support = (_support(walk, item, where, f"{derived}.{n}") for n, (where, item) in enumerate(within, 1))
    return ClaimEvidence(
        claim_id=claim_id,
        claim=claim,
        support=tuple(one for one in support if one is not None),
        words_by=read_words_by(walk, holder, place),
        **read_marks(walk, holder, place),
    )


def _chapters(walk: MapReader, document: Mapping[str, Any]) -> Iterator[ChapterEvidence]:
    for number, (place, value) in enumerate(walk.items(document, "", ("chapters",)), 1):
        holder = walk.as_object(value, place, 'Write {"title": "...", "claims": [...]}.')
        if holder is None:
            continue
        title = (walk.text(holder, place, _TITLE) or "").strip()
        if not walk.counts("chapters", MAX_CHAPTERS, place):
            break
        written = walk.items(holder, place, ("claims",))
        items = takewhile(lambda item: walk.counts("claims", MAX_CLAIMS, item[0]), written)
        claims = (_claim(walk, item, where, f"c{number}.{n}") for n, (where, item) in enumerate(items, 1))
        yield ChapterEvidence(
            title=title or f"Chapter {number}",
            claims=tuple(claim for claim in claims if claim is not None),
            words_by=read_words_by(walk, holder, place),
            **read_marks(walk, holder, place),
        )


def unaccepted_rows(evidence_map: EvidenceMap) -> int:
    """Return how many rows of a map (chapters, claims and quotes) were proposed and accepted by nobody."""
    claims = [claim for chapter in evidence_map.chapters for claim in chapter.claims]
    rows = (*evidence_map.chapters, *claims, *(one for claim in claims for one in claim.support))
    return sum(row.status is RowStatus.PROPOSED for row in rows)


def evidence_schema() -> dict[str, Any]:
    """Return the JSON Schema of the documented shape; ids, titles, speakers and roles may be missing."""
    schema = EvidenceMap.model_json_schema()
    for part in (schema, *schema["$defs"].values()):
        if "properties" in part:
            del part["additionalProperties"]
            part["required"] = [field for field in part.get("required", []) if field in _REQUIRED]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def write_evidence(evidence_map: EvidenceMap) -> str:
    """Return a map as JSON, without the fields that say nothing; `read_evidence` reads the same map from it."""
    return evidence_map.model_dump_json(indent=2, exclude_defaults=True) + "\n"


def _read(document: Mapping[str, Any], name: str) -> MapReading:
    walk = MapReader(name)
    title = walk.text(document, "", _MAP_TITLE) or ""
    speakers = tuple(_speakers(walk, document))
    chapters = tuple(_chapters(walk, document))
    if not chapters and not walk.problems:
        walk.complain("chapters", "there are no chapters.", 'Add "chapters": [{"title": "...", "claims": [...]}].')
    if walk.problems:
        raise EvidenceError(*walk.found_wrong())
    return MapReading(EvidenceMap(title=title, speakers=speakers, chapters=chapters), tuple(walk.missing_ids))


def map_of_document(document: Mapping[str, Any], name: str) -> EvidenceMap:
    """Return the map of a parsed document. Raises EvidenceError as `read_evidence` does."""
    return _read(document, name).evidence_map


def read_map(data: bytes | str, name: str = "") -> MapReading:
    """Read a map as `read_evidence` does, with the places of the ids that its file does not give."""
    return _read(read_object(data, name, what="evidence map", error=EvidenceError), name)


def read_evidence(data: bytes | str, name: str = "") -> EvidenceMap:
    """Read an evidence map from JSON or YAML.

    Usual other spellings of a field are understood, unknown fields ignored, missing ids and titles derived. Raises
    EvidenceError with every problem of the file, each with its place (`chapters[2].claims[0].support[1].speaker`,
    counted from 0). Source: decisions.md#evidence-map.
    """
    return read_map(data, name).evidence_map
