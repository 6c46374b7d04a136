"""The whole line: a chapter is written, enforced and verified, and so is the edition made of all of them."""

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

from core.editions.export.markdown import write_markdown
from core.enforcement.results import ChapterDraft, Edition, EditionQuote
from core.evidence.evidence_map import EvidenceMap, unaccepted_rows
from core.generation.finish_chapter import edition_speakers
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.retries import next_step
from core.generation.settings import Settings
from core.llm.ask_client import Writes, ask_client, await_client, client_model, client_name
from core.llm.client import Answer, Client, GenerationRequest
from core.text.safe_html import counted
from core.transcripts.transcript import TranscriptPair
from core.verify import verify_edition


def as_written_by(client: str, line: Line) -> Line:
    """Return the line as a client of this name writes it: the offline composer is no model, so what it sets apart
    stays."""
    if client != OfflineComposer.name or not line.settings.strict_narrative:
        return line
    return line.model_copy(update={"settings": line.settings.model_copy(update={"strict_narrative": False})})


def write_chapter(line: Line, client: Client | Writes, chapter_index: int, *, again: bool = False) -> ChapterDraft:
    """Write one chapter with a client and finish it; one without any proven quote is not sent, and its draft says so.

    With `again` the client is also asked to continue a cut reply and for a second attempt: four calls at most.
    `chapter_index` is the evidence map's, from 0. Raises UnknownChapter, ClientError.
    """
    line = as_written_by(client_name(client), line)
    answers: list[Answer] = []
    step = next_step(line, chapter_index, answers, again=again)
    while isinstance(step, GenerationRequest):
        answers.append(Answer(purpose=step.purpose, reply=ask_client(client, step)))
        step = next_step(line, chapter_index, answers, again=again)
    return step.draft


def edition_quotes(chapters: Sequence[ChapterDraft], settings: Settings) -> tuple[EditionQuote, ...]:
    """Return every quote that stands in a chapter once, allowed parts of quotes included, in the whitelist's order."""
    standing = {
        quote.quote_id: quote
        for chapter in chapters
        for quote in (*chapter.key_excerpts, *chapter.enforcement.replaced)
    }
    return tuple(
        EditionQuote.of(quote, settings.listen_below)
        for quote in sorted(standing.values(), key=lambda quote: (quote.raw_spans[0], quote.speaker.speaker_id))
    )


def _listen_first(quotes: Sequence[EditionQuote]) -> Iterator[str]:
    """Yield a sentence where the transcript is unsure of a word in some quotations."""
    marked = sum(quote.listen_first for quote in quotes)
    if marked:
        yield (
            f"Listen first: the transcript is unsure of a word in {marked} of {counted(len(quotes), 'quotation')}. "
            "Their cards on the page, and edition.json, name the word."
        )


def chapters_to_write(line: Line, chapters: Sequence[int] | None) -> list[int]:
    """Return the chapters to write, merged ones once, by the evidence map's index; None means all. Raises
    UnknownChapter."""
    wanted = range(len(line.evidence_map.chapters)) if chapters is None else chapters
    first: dict[int, int] = {}
    for index in wanted:
        first.setdefault(line.effective_index(index), index)
    return [first[effective] for effective in sorted(first)]


def bind_edition(line: Line, client_name: str, model: str | None, drafts: Sequence[ChapterDraft]) -> Edition:
    """Make an edition of finished chapters, with the verdict of `verify` on the whole."""
    quotes = edition_quotes(drafts, line.settings)
    edition = Edition(
        title=line.evidence_map.title or "An edition",
        chapters=tuple(drafts),
        quotes=quotes,
        speakers=edition_speakers(line),
        notices=(*(notice.message for notice in line.notices), *_listen_first(quotes)),
        transcript_name=line.transcript.source.name,
        transcript_sha256=line.transcript.source.sha256,
        transcript_chosen=line.transcript.source.chosen,
        raw_sha256=sha256(line.transcript.raw.encode()).hexdigest(),
        client=client_name,
        model=model,
        mode=line.settings.mode.value,
        unaccepted_rows=unaccepted_rows(line.evidence_map),
    )
    verdict = verify_edition(write_markdown(edition), line.transcript, form="markdown").verdict
    return edition.model_copy(update={"verdict": verdict.value})


def generate_edition(
    line: Line,
    client: Client | Writes,
    *,
    chapters: Sequence[int] | None = None,
    on_chapter: Callable[[int, int, ChapterDraft], None] | None = None,
    again: bool = False,
) -> Edition:
    """Write the edition: every chapter, or those named, and the verdict of `verify` on the whole.

    `chapters` count from 0 as in the evidence map; `on_chapter(number, total, draft)` is called after each; `again`
    allows retries, as in `write_chapter`. Raises UnknownChapter, ClientError.
    """
    drafts: list[ChapterDraft] = []
    to_write = chapters_to_write(line, chapters)
    for number, chapter_index in enumerate(to_write, start=1):
        drafts.append(write_chapter(line, client, chapter_index, again=again))
        if on_chapter is not None:
            on_chapter(number, len(to_write), drafts[-1])
    return bind_edition(line, client_name(client), client_model(client), drafts)


async def generate_ideas_edition_chapter(
    chapter_index: int,
    evidence_map: EvidenceMap,
    transcript: TranscriptPair,
    *,
    client: Client | Writes | None = None,
    settings: Settings | None = None,
) -> ChapterDraft:
    """Run the whole line for one chapter; without a client the offline composer writes, and an async one is awaited.

    `chapter_index` is the evidence map's, from 0; a merged chapter is found under either old number. Raises
    UnknownChapter, ClientError.
    Source: decisions.md#seed-1.
    """
    writer = client or OfflineComposer()
    line = as_written_by(client_name(writer), prepare_line(evidence_map, transcript, settings=settings))
    answers: list[Answer] = []
    step = next_step(line, chapter_index, answers)
    while isinstance(step, GenerationRequest):
        answers.append(Answer(purpose=step.purpose, reply=await await_client(writer, step)))
        step = next_step(line, chapter_index, answers)
    return step.draft
