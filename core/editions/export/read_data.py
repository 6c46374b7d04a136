"""An edition read from its edition.json: its text, and everything that says what is quoted where."""

from pydantic import ConfigDict, ValidationError

from core.coverage.levels import ChapterCoverage
from core.editions.certificate import Section, placed_quotes
from core.editions.export.json_data import EDITION_VERSION
from core.editions.export.read_blocks import blocks_of_text
from core.enforcement.results import ChapterDraft, CoreClaim, Edition, EditionQuote, EditionSpeaker, EnforcementResult
from core.errors import EditionError, Problem
from core.prose.model import Quote
from core.record import Record
from core.span import Span
from core.transcripts.speakers import SpeakerRef

_GIVE = "Give the folder that workbench run wrote, as it wrote it."


class _Written(Record):
    """A part of the file, of which only some fields are read."""

    model_config = ConfigDict(extra="ignore")


class _WrittenVersion(_Written):
    format_version: str


class _WrittenQuote(_Written):
    quote_id: str
    text: str
    raw_span: Span
    speaker: SpeakerRef
    section: Section


class _WrittenChapter(_Written):
    number: int
    chapter_index: int
    effective_index: int
    title: str
    coverage: ChapterCoverage
    fallback: str
    attempt: str
    text: str
    narrative: str
    quotes: tuple[_WrittenQuote, ...]
    core_claims: list[CoreClaim]


class _WrittenEdition(_Written):
    title: str
    verdict: str
    transcript_name: str
    transcript_sha256: str
    raw_sha256: str
    client: str
    model: str | None
    mode: str
    unaccepted_rows: int
    notices: tuple[str, ...]
    speakers: tuple[EditionSpeaker, ...]
    quotes: tuple[EditionQuote, ...]
    chapters: tuple[_WrittenChapter, ...]


def _draft(chapter: _WrittenChapter, name: str) -> ChapterDraft:
    """Return a chapter as it was written. Raises EditionError where its text has other quotations than it lists."""
    quotes = [
        Quote(text=one.text, quote_id=one.quote_id, raw_span=one.raw_span, speaker=one.speaker)
        for one in chapter.quotes
    ]
    blocks = blocks_of_text(chapter.text, quotes)
    draft = ChapterDraft(
        **{field: value for field, value in chapter if field not in ("quotes", "number")},
        key_excerpts=[],
        enforcement=EnforcementResult(text=chapter.narrative, replaced=[], dropped=[]),
        blocks=blocks or (),
    )
    sections = [one.place.section for one in placed_quotes(draft, chapter.number)]
    if blocks is None or sections != [one.section for one in chapter.quotes]:
        raise _problem(name, f"the text of chapter {chapter.number} does not hold the quotations that are listed.")
    return draft


def _problem(name: str, what: str) -> EditionError:
    return EditionError(Problem(place=name, message=what, remedy=_GIVE))


def edition_of_data(data: bytes, name: str) -> Edition:
    """Return the edition of an edition.json, called `name` in messages.

    Its chapters hold their blocks, titles, claims and texts, but not the decisions. Nothing is proven by reading it.
    Raises EditionError.
    """
    try:
        version = _WrittenVersion.model_validate_json(data).format_version
        if version != EDITION_VERSION:
            raise _problem(name, f"it is an edition of format {version}; this version reads format {EDITION_VERSION}.")
        written = _WrittenEdition.model_validate_json(data)
    except ValidationError as error:
        where = ".".join(map(str, error.errors(include_input=False)[0]["loc"]))
        raise _problem(name, f"this is no edition as data{f' ({where})' if where else ''}.") from error
    fields = {field: value for field, value in written if field != "chapters"}
    return Edition(**fields, chapters=tuple(_draft(one, name) for one in written.chapters))
