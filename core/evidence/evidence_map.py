"""The evidence map: chapters, their claims, and the quotes that support them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Any

from core.errors import EvidenceError, Problem
from core.record import Record
from core.text.documents import DocumentReader, join, read_object
from core.text.well_formed import WellFormed
from core.transcripts.speakers import Speaker, SpeakerRole, derive_speaker_id


class Support(Record):
    """One quote that supports a claim, as somebody typed it; `speaker` is a written name, "" where there is none."""

    evidence_id: WellFormed
    quote: WellFormed
    speaker: WellFormed = ""


class ClaimEvidence(Record):
    """One claim and its supporting quotes."""

    claim_id: WellFormed
    claim: WellFormed
    support: tuple[Support, ...] = ()


class ChapterEvidence(Record):
    """One chapter: a title and its claims."""

    title: WellFormed
    claims: tuple[ClaimEvidence, ...] = ()


class EvidenceMap(Record):
    """What an edition is to say, chapter by chapter, and the quotes it may rest on."""

    title: WellFormed = ""
    speakers: tuple[Speaker, ...] = ()
    chapters: tuple[ChapterEvidence, ...]


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
_LONG_FIELDS = (*(f".{field}" for field in (*_CLAIM, *_QUOTE)), "]")
_REQUIRED = ("chapters", "claim", "quote", "speaker_name")
_ROLES = ", ".join(role.value for role in SpeakerRole)


MAX_CHAPTERS, MAX_CLAIMS, MAX_SUPPORTS, MAX_SPEAKERS = 1_000, 20_000, 50_000, 5_000
MOST_PROBLEMS = 100
MAX_TEXT = 120_000  # characters of a quote or a claim
MAX_NAME = 1_000  # characters of a name, a title, an id


class _MapReader(DocumentReader):
    """Reads an evidence map; what is too long or too much is a problem like any other."""

    def __init__(self, source: str) -> None:
        super().__init__(source)
        self._name = source
        self._counts: Counter[str] = Counter()

    def complain(self, place: str, message: str, remedy: str = "") -> None:
        """Note one problem; of very many the first ones, and how many more there are."""
        if len(self.problems) < MOST_PROBLEMS:
            super().complain(place, message, remedy)
        else:
            self._counts["problems"] += 1

    def found_wrong(self) -> list[Problem]:
        """Return the problems that were noted."""
        if not (more := self._counts["problems"]):
            return self.problems
        rest = Problem(place=self._name, message=f"there are {more:,} more problems.", remedy="Correct those first.")
        return [*self.problems, rest]

    def as_text(self, value: object, place: str, *, numbers: bool = False) -> str | None:
        """Return `value` if it is text that is not too long."""
        text = super().as_text(value, place, numbers=numbers)
        most = MAX_TEXT if place.endswith(_LONG_FIELDS) else MAX_NAME
        if text is not None and len(text) > most:
            self.complain(place, f"has {len(text):,} characters; {most:,} may be read.", "Give the words that matter.")
            return ""
        return text

    def counts(self, what: str, most: int, place: str) -> bool:
        """Count one more of a kind; tell whether it may still be read."""
        self._counts[what] += 1
        if self._counts[what] == most + 1:
            self.complain(place, f"there are more than {most:,} {what}.", "Split the map into several.")
        return self._counts[what] <= most


class _Ids:
    """Gives each piece of evidence an id of its own: the written one to the first that bears it, else a derived one."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, written: str | None, derived: str) -> str:
        chosen = written if written and written not in self._taken else derived
        again = 2
        while chosen in self._taken:
            chosen, again = f"{derived}-{again}", again + 1
        self._taken.add(chosen)
        return chosen


def _role(walk: _MapReader, holder: Mapping[str, Any], place: str) -> SpeakerRole:
    written = walk.text(holder, place, _SPEAKER_ROLE)
    if not written or not written.strip():
        return SpeakerRole.UNCLEAR
    try:
        return SpeakerRole(written.strip().casefold())
    except ValueError:
        field = join(place, walk.pick(holder, _SPEAKER_ROLE)[0])
        walk.complain(field, f'"{written}" is not a role.', f"Use one of: {_ROLES}.")
        return SpeakerRole.UNCLEAR


def _speaker(walk: _MapReader, value: object, place: str) -> Speaker | None:
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
        speaker_role=_role(walk, holder, place),
        aliases=tuple(alias for alias in aliases if alias and alias.strip()),
    )


def _speakers(walk: _MapReader, document: Mapping[str, Any]) -> Iterator[Speaker]:
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


def _support(walk: _MapReader, value: object, place: str) -> tuple[str | None, str, str] | None:
    """Read one quote: its written id, its words, its speaker."""
    if isinstance(value, str):
        value = {"quote": value}
    holder = walk.as_object(value, place, 'Write {"quote": "...", "speaker": "..."}.')
    if holder is None:
        return None
    return (
        walk.text(holder, place, _EVIDENCE_ID, numbers=True),
        walk.needed_text(holder, place, _QUOTE),
        (walk.text(holder, place, _SUPPORT_SPEAKER) or "").strip(),
    )


def _claim(walk: _MapReader, value: object, place: str, derived: str, ids: _Ids) -> ClaimEvidence | None:
    if isinstance(value, str):
        value = {"claim": value}
    holder = walk.as_object(value, place, 'Write {"claim": "...", "support": [...]}.')
    if holder is None:
        return None
    claim_id = walk.text(holder, place, _CLAIM_ID, numbers=True)
    claim = walk.needed_text(holder, place, _CLAIM)
    support: list[Support] = []
    items = walk.items(holder, place, _SUPPORT, one=(str, dict))
    within = takewhile(lambda item: walk.counts("supports", MAX_SUPPORTS, item[0]), items)
    for n, read in enumerate((_support(walk, item, where) for where, item in within), 1):
        if read is not None:
            written, quote, speaker = read
            support.append(Support(evidence_id=ids.take(written, f"{derived}.{n}"), quote=quote, speaker=speaker))
    return ClaimEvidence(claim_id=claim_id or derived, claim=claim, support=tuple(support))


def _chapters(walk: _MapReader, document: Mapping[str, Any]) -> Iterator[ChapterEvidence]:
    ids = _Ids()
    for number, (place, value) in enumerate(walk.items(document, "", ("chapters",)), 1):
        holder = walk.as_object(value, place, 'Write {"title": "...", "claims": [...]}.')
        if holder is None:
            continue
        title = (walk.text(holder, place, _TITLE) or "").strip()
        if not walk.counts("chapters", MAX_CHAPTERS, place):
            break
        written = walk.items(holder, place, ("claims",))
        items = takewhile(lambda item: walk.counts("claims", MAX_CLAIMS, item[0]), written)
        claims = (_claim(walk, item, where, f"c{number}.{n}", ids) for n, (where, item) in enumerate(items, 1))
        found = tuple(claim for claim in claims if claim is not None)
        yield ChapterEvidence(title=title or f"Chapter {number}", claims=found)


def evidence_schema() -> dict[str, Any]:
    """Return the JSON Schema of the documented shape; ids, titles, speakers and roles may be missing."""
    schema = EvidenceMap.model_json_schema()
    for part in (schema, *schema["$defs"].values()):
        if "properties" in part:
            del part["additionalProperties"]
            part["required"] = [field for field in part.get("required", []) if field in _REQUIRED]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}


def read_evidence(data: bytes | str, name: str = "") -> EvidenceMap:
    """Read an evidence map from JSON or YAML.

    Usual other spellings of a field are understood, unknown fields ignored, missing ids and titles derived. Raises
    EvidenceError with every problem of the file, each with its place (`chapters[2].claims[0].support[1].speaker`,
    counted from 0). Source: decisions.md#evidence-map.
    """
    document = read_object(data, name, what="evidence map", error=EvidenceError)
    walk = _MapReader(name)
    title = walk.text(document, "", _MAP_TITLE) or ""
    speakers = tuple(_speakers(walk, document))
    chapters = tuple(_chapters(walk, document))
    if not chapters and not walk.problems:
        walk.complain("chapters", "there are no chapters.", 'Add "chapters": [{"title": "...", "claims": [...]}].')
    if walk.problems:
        raise EvidenceError(*walk.found_wrong())
    return EvidenceMap(title=title, speakers=speakers, chapters=chapters)
