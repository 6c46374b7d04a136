"""The stored records. Times are ISO 8601 in UTC."""

from core.coverage.levels import CoverageLevel, CoverageThresholds
from core.editions.certificate import placed_quotes
from core.enforcement.results import Edition
from core.evidence.speaker_mapping import Cast
from core.generation.settings import Settings
from core.record import Record
from core.transcripts.readers import AS_WORDS
from core.whitelist.additions import Addition
from core.whitelist.corrections import Mend


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


class Session(Record):
    """A person's saved work, as one tab read it.

    `version` counts the changes of title, sources and settings; a change names the version that it was based on.
    """

    session_id: str
    title: str
    version: int
    created_at: str
    changed_at: str
    transcript: SourceFile | None
    evidence: SourceFile | None
    settings: Settings


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
    """One row of the list of sessions; `of_its_transcript`: the last run was made from the present transcript."""

    session: Session
    glance: LineSummary | None
    last_run: RunSummary | None
    of_its_transcript: bool = True


class StoredSpeakerMapping(Record):
    """A speaker mapping with the version that a change must name."""

    cast: Cast
    version: int


class StoredCorrection(Record):
    """A correction with its number in the session, from 1, and whether it was undone."""

    number: int
    mend: Mend
    made_at: str
    undone: bool


class StoredAddition(Record):
    """An addition with its number in the session, from 1, and whether it was undone."""

    number: int
    promotion: Addition
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
