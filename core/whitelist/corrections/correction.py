"""What a person decided about one quote of the evidence map, and the map after such decisions."""

from enum import StrEnum

from core.evidence.evidence_map import EvidenceMap
from core.record import Record


class MendKind(StrEnum):
    """What a correction mainly does: take the transcript's words, correct the speaker, or keep a part."""

    TRANSCRIPT_WORDS = "transcript_words"
    SPEAKER = "speaker"
    TRIM = "trim"


class Mend(Record):
    """A person's act on one quote of the evidence map.

    `was_quote` and `was_speaker` are what the map said when the person decided: the correction applies only while it
    still says so. `quote` and `speaker` are what it says instead; both may change, `kind` names the main act.
    Source: decisions.md#corrections.
    """

    kind: MendKind
    evidence_id: str
    was_quote: str
    was_speaker: str
    quote: str
    speaker: str


class MendedMap(Record):
    """An evidence map with corrections in place; `applied` and `stale` are in the order they were given.

    A correction is stale where the map has no such evidence id, or no longer says what it said.
    """

    evidence_map: EvidenceMap
    applied: tuple[Mend, ...]
    stale: tuple[Mend, ...]
