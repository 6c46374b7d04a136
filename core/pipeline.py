"""The whole line: a chapter is written, enforced and verified, and so is the edition made of all of them."""

from collections.abc import Callable, Sequence
from hashlib import sha256

from core.chapter import Action, ChapterDraft, Decision, Edition, EditionQuote, EditionSpeaker, EnforcementResult
from core.composer import OfflineComposer
from core.enforcement import EnforcedChapter, EnforcementPolicy, assemble, enforce_chapter
from core.evidence import EvidenceMap
from core.line import Line, prepare_line
from core.llm import Client, GenerationRequest, WritingMode
from core.prompt import build_prompt
from core.prose import Block, Heading, Paragraph, Words
from core.rendering import unmarked, write_blocks
from core.settings import Settings
from core.span import Span
from core.transcript import TranscriptPair
from core.verify import Verdict, Verification, verify_edition
from core.writers.markdown import declarations, write_markdown

__all__ = [
    "Line",
    "finish_chapter",
    "generate_edition",
    "generate_ideas_edition_chapter",
    "prepare_line",
    "write_chapter",
]

# What stood in a text that is not used does not stand.
_FALLEN = {Action.KEPT: Action.DROPPED, Action.REPLACED: Action.DROPPED}
PASSING = frozenset((Verdict.VERIFIED, Verdict.VERIFIED_TEXT_ONLY, Verdict.NOTHING_TO_VERIFY))


def _verify(blocks: Sequence[Block], line: Line) -> Verification:
    text = write_blocks((*blocks, *declarations(edition_speakers(line))))
    return verify_edition(text, line.transcript, form="markdown")


def _note(text: str) -> Paragraph:
    return Paragraph(inlines=(Words(text=text),))


def _why(verification: Verification) -> str:
    first = verification.unproven[0]
    return (
        "the finished text did not pass verification: "
        f"{len(verification.unproven)} of {verification.quotations} quotations, the first for the reason {first.reason}"
    )


def _draft(line: Line, chapter_index: int, enforced: EnforcedChapter, prompt: str, fallback: str = "") -> ChapterDraft:
    effective = line.effective_index(chapter_index)
    title = enforced.title or unmarked(line.merged.evidence_map.chapters[effective].title)
    heading = enforced.heading or Heading(level=2, inlines=(Words(text=title),))
    blocks = assemble(heading, enforced.narrative, enforced.key_excerpts, enforced.claim_blocks)
    return ChapterDraft(
        chapter_index=chapter_index,
        effective_index=effective,
        title=title,
        narrative=write_blocks(enforced.narrative),
        key_excerpts=list(enforced.key_excerpts),
        core_claims=list(enforced.core_claims),
        coverage=line.merged.coverages[effective],
        enforcement=_result(write_blocks(blocks), enforced),
        blocks=blocks,
        text=write_blocks(blocks),
        fallback=fallback,
        prompt_sha256=sha256(prompt.encode()).hexdigest() if prompt else "",
    )


def _result(text: str, enforced: EnforcedChapter) -> EnforcementResult:
    lost = [decision for decision in enforced.decisions if decision.action in (Action.UNQUOTED, Action.DROPPED)]
    return EnforcementResult(
        text=text,
        replaced=list(enforced.used),
        dropped=[decision.original for decision in lost],
        decisions=enforced.decisions,
    )


def _only(line: Line, chapter_index: int, note: str, decisions: tuple[Decision, ...] = ()) -> EnforcedChapter:
    """Return a chapter that holds its key excerpts and says why there is no more."""
    return EnforcedChapter(
        title="",
        narrative=(_note(note),),
        key_excerpts=tuple(line.excerpts(line.effective_index(chapter_index))),
        core_claims=(),
        claim_blocks=(),
        heading=None,
        decisions=decisions,
        used=(),
    )


def finish_chapter(line: Line, chapter_index: int, reply: str, *, prompt: str = "") -> ChapterDraft:
    """Make a finished chapter of a model's reply: enforced, verified, or its key excerpts alone with the reason.

    `chapter_index` is the evidence map's, from 0. Raises UnknownChapter.
    """
    effective = line.effective_index(chapter_index)
    policy = EnforcementPolicy(
        references=line.settings.mode is WritingMode.REFERENCE, strict_narrative=line.settings.strict_narrative
    )
    why, decisions = "", tuple[Decision, ...]()
    # A sentence may name its speaker in a way a stranger would not read; then every quotation gets its name behind it.
    for attempt in (policy, policy.model_copy(update={"explicit_names": True})):
        enforced = enforce_chapter(
            reply,
            line.merged.whitelist,
            effective,
            transcript=line.transcript,
            roster=line.roster,
            excerpts=line.excerpts(effective),
            policy=attempt,
        )
        draft = _draft(line, chapter_index, enforced, prompt)
        verification = _verify(draft.blocks, line)
        if verification.verdict in PASSING:
            return draft
        why, decisions = _why(verification), enforced.decisions
    note = f"This chapter holds its key excerpts only, because {why}."
    fallen = tuple(
        decision.model_copy(update={"action": _FALLEN.get(decision.action, decision.action)}) for decision in decisions
    )
    only = _only(line, chapter_index, note, fallen)
    draft = _draft(line, chapter_index, only, prompt, fallback=why)
    if _verify(draft.blocks, line).verdict in PASSING:
        return draft
    note = f"This chapter holds nothing but this note, because {why}, and its key excerpts do not pass either."
    bare = only.model_copy(update={"narrative": (_note(note),), "key_excerpts": ()})
    return _draft(line, chapter_index, bare, prompt, fallback=why)


def write_chapter(line: Line, client: Client, chapter_index: int) -> ChapterDraft:
    """Write one chapter with a client and finish it; one without any proven quote is not sent, and its draft says so.

    `chapter_index` is the evidence map's, from 0. Raises UnknownChapter, ClientError.
    """
    effective = line.effective_index(chapter_index)
    brief = line.brief(effective)
    if not brief.quotes:
        note = "No quote of this chapter could be proven against the transcript, so nothing was written."
        return _draft(line, chapter_index, _only(line, chapter_index, note), "")
    prompt = build_prompt(brief, line.settings.prompt_template)
    reply = client.generate(GenerationRequest(chapter_index=effective, brief=brief, prompt=prompt))
    return finish_chapter(line, chapter_index, reply.text, prompt=prompt)


def edition_speakers(line: Line) -> tuple[EditionSpeaker, ...]:
    """Return the persons of the evidence map and the transcript, each with the labels the transcript has for them."""
    labels: dict[str, list[str]] = {}
    for label in line.transcript.labels:
        ref = line.roster.resolve(label)
        if ref is not None:
            labels.setdefault(ref.speaker_id, []).append(label)
    return tuple(
        EditionSpeaker(
            speaker_id=speaker.speaker_id,
            speaker_name=speaker.speaker_name,
            speaker_role=speaker.speaker_role.value,
            labels=tuple(labels.get(speaker.speaker_id, ())),
        )
        for speaker in line.roster.speakers
    )


def _edition_quotes(line: Line, chapters: Sequence[ChapterDraft]) -> tuple[EditionQuote, ...]:
    standing = {
        quote.quote_id for chapter in chapters for quote in (*chapter.key_excerpts, *chapter.enforcement.replaced)
    }
    return tuple(
        EditionQuote(
            quote_id=quote.quote_id,
            text=quote.quote_text,
            raw_span=Span(*quote.raw_spans[0]),
            speaker_id=quote.speaker.speaker_id,
            speaker_name=quote.speaker.speaker_name,
            speaker_verified=quote.speaker_verified,
            start_seconds=quote.start_seconds,
        )
        for quote in line.merged.whitelist
        if quote.quote_id in standing
    )


def chapters_to_write(line: Line, chapters: Sequence[int] | None) -> list[int]:
    """Return the chapters to write, merged ones once, by the evidence map's index; None means all. Raises
    UnknownChapter."""
    wanted = range(len(line.evidence_map.chapters)) if chapters is None else chapters
    first: dict[int, int] = {}
    for index in wanted:
        first.setdefault(line.effective_index(index), index)
    return [first[effective] for effective in sorted(first)]


def generate_edition(
    line: Line,
    client: Client,
    *,
    chapters: Sequence[int] | None = None,
    on_chapter: Callable[[int, int, ChapterDraft], None] | None = None,
) -> Edition:
    """Write the edition: every chapter, or those named, and the verdict of `verify` on the whole.

    `chapters` count from 0 as in the evidence map; `on_chapter(number, total, draft)` is called after each. Raises
    UnknownChapter, ClientError.
    """
    drafts: list[ChapterDraft] = []
    to_write = chapters_to_write(line, chapters)
    for number, chapter_index in enumerate(to_write, start=1):
        drafts.append(write_chapter(line, client, chapter_index))
        if on_chapter is not None:
            on_chapter(number, len(to_write), drafts[-1])
    edition = Edition(
        title=line.evidence_map.title or "An edition",
        chapters=tuple(drafts),
        quotes=_edition_quotes(line, drafts),
        speakers=edition_speakers(line),
        notices=tuple(notice.message for notice in line.notices),
        transcript_name=line.transcript.source.name,
        transcript_sha256=line.transcript.source.sha256,
        raw_sha256=sha256(line.transcript.raw.encode("utf-8", "surrogatepass")).hexdigest(),
        client=client.name,
        model=client.model,
        mode=line.settings.mode.value,
    )
    verdict = verify_edition(write_markdown(edition), line.transcript, form="markdown").verdict
    return edition.model_copy(update={"verdict": verdict.value})


async def generate_ideas_edition_chapter(
    chapter_index: int,
    evidence_map: EvidenceMap,
    transcript: TranscriptPair,
    *,
    client: Client | None = None,
    settings: Settings | None = None,
) -> ChapterDraft:
    """Run the whole line for one chapter; without a client the offline composer writes.

    `chapter_index` is the evidence map's, from 0; a merged chapter is found under either old number. Raises
    UnknownChapter, ClientError.
    Source: seed 1 (`generate_ideas_edition_chapter`).
    """
    import asyncio

    line = prepare_line(evidence_map, transcript, settings=settings)
    return await asyncio.to_thread(write_chapter, line, client or OfflineComposer(), chapter_index)
