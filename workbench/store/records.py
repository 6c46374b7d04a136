"""The stored records. Times are ISO 8601 in UTC."""

from enum import StrEnum

from core.coverage.levels import CoverageLevel, CoverageThresholds
from core.editions.certificate import placed_quotes
from core.enforcement.results import Edition
from core.evidence.speaker_mapping import Cast
from core.generation.settings import Settings
from core.map_making.acts.act_records import MapAct
from core.record import Record
from core.transcripts.readers import AS_WORDS


class SourceFile(Record):
    """A source file of a session; its bytes are stored once, under their hash. `size` is in bytes.

    A transcript's `form` is how it was read while there were no readers of containers, "" where its content decides;
    `chosen` are the tiers, channels or lists that a person chose in it.
    """

    name: str
    sha256: str
    size: int
    form: str = AS_WORDS
    chosen: tuple[str, ...] = ()


class RecordingKind(StrEnum):
    """The recordings that a browser plays."""

    MP3 = "mp3"
    M4A = "m4a"
    WAV = "wav"
    OGG = "ogg"
    WEBM = "webm"


class Recording(Record):
    """A recording on this machine: its path, and the hash and the size in bytes of what stood there when it was named.

    Its bytes are stored nowhere else.
    """

    path: str
    sha256: str
    size: int
    kind: RecordingKind


class EarVerdict(Record):
    """What a person heard where a quote stands in a recording: whether it `says_so`, with their name and the time.

    It is about these words of this transcript (`raw_sha256`) in this recording, and about no other.
    """

    quote_id: str
    raw_sha256: str
    recording_sha256: str
    says_so: bool
    note: str
    name: str
    heard_at: str = ""

    @property
    def key(self) -> tuple[str, str, str]:
        """What it is about."""
        return self.quote_id, self.raw_sha256, self.recording_sha256


class Session(Record):
    """A person's saved work, as one tab read it.

    `version` counts the changes of title, sources and settings; a change names the version that it was based on.
    `under_pseudonyms`: its speakers are shown and exported under the pseudonyms of their labels. `recording_confirmed`:
    a person named the recording here; one that came with an imported session is not opened until they do.
    `recording_url` is a link to the recording on the web, "" where there is none.
    """

    session_id: str
    title: str
    version: int
    created_at: str
    changed_at: str
    transcript: SourceFile | None
    evidence: SourceFile | None
    settings: Settings
    under_pseudonyms: bool = False
    recording: Recording | None = None
    recording_confirmed: bool = False
    recording_url: str = ""


class LineSummary(Record):
    """What the list of sessions shows of the line, as last computed; `key` identifies its input.

    `levels` are the chapters' after merging.
    """

    key: str
    quotes: int
    rejected: int
    levels: tuple[CoverageLevel, ...]


class RunSummary(Record):
    """One row of the list of runs; `number` counts from 1 in its session."""

    run_id: str
    session_id: str
    number: int
    started_at: str
    finished_at: str
    client: str
    model: str | None
    mode: str
    chapters: int
    quotations: int
    verdict: str
    fallbacks: int


class SessionSummary(Record):
    """One row of the list of sessions; `of_its_transcript`: the last run was made from the present transcript.

    `acts` is how many acts of a person its map is made of, or was changed by.
    """

    session: Session
    glance: LineSummary | None
    last_run: RunSummary | None
    of_its_transcript: bool = True
    acts: int = 0

    @property
    def complete(self) -> bool:
        """Whether there is enough for a line, as `SessionMaterial.complete` says it."""
        return self.session.transcript is not None and (self.session.evidence is not None or self.acts > 0)


class StoredSpeakerMapping(Record):
    """A speaker mapping with the version that a change must name."""

    cast: Cast
    version: int


class StoredAct(Record):
    """A person's act on the evidence map, with its number in the session, from 1, and whether it was undone."""

    number: int
    act: MapAct
    made_at: str
    undone: bool


class Edit(Record):
    """A person's change to the text of one chapter of a run, numbered from 1 in its run; `text` is all of the chapter.

    `position` is the chapter's in the edition, from 0. `after` is the edit of that chapter that it replaced, 0 for the
    chapter as written.
    """

    number: int
    position: int
    text: str
    made_at: str
    undone: bool
    after: int = 0


class Preset(Record):
    """Thresholds under a name, with the version that a change must name."""

    name: str
    thresholds: CoverageThresholds
    version: int


class FinishedRun(Record):
    """A finished run: its settings, its edition, and `certificate`, the exact text of certificate.json."""

    summary: RunSummary
    settings: Settings
    edition: Edition
    certificate: str

    @classmethod
    def of(
        cls,
        session_id: str,
        edition: Edition,
        *,
        settings: Settings,
        certificate: str,
        started_at: str,
        finished_at: str,
    ) -> "FinishedRun":
        """Return a run that is not stored yet: it gets its id and its number then."""
        numbered = enumerate(edition.chapters, start=1)
        summary = RunSummary(
            run_id="",
            session_id=session_id,
            number=0,
            started_at=started_at,
            finished_at=finished_at,
            client=edition.client,
            model=edition.model,
            mode=edition.mode,
            chapters=len(edition.chapters),
            quotations=sum(len(placed_quotes(chapter, number)) for number, chapter in numbered),
            verdict=edition.verdict,
            fallbacks=sum(bool(chapter.fallback) for chapter in edition.chapters),
        )
        return cls(summary=summary, settings=settings, edition=edition, certificate=certificate)
