"""Check the text of a chapter that a person edited.

An edit is checked like a reply, by `core.generation.finish_chapter` and with the settings of its run, but with
quotations in marks, as people type them, and as often as they do. Chapters are merged as they were when the run was
written, because later decisions may merge them differently.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import count
from typing import Generic, TypeVar

from core.coverage.levels import MergedChapters, score_chapters
from core.enforcement.results import ChapterDraft, Decision, DecisionAction, DecisionPlace
from core.evidence.evidence_map import ChapterEvidence
from core.generation.finish_chapter import MOST_QUOTATIONS
from core.generation.line import Line
from core.llm.client import WritingMode
from core.llm.reply import NoChapterReason, unwrap_reply
from core.prose.model import Block, Heading, QuoteBlock, TextRun
from core.prose.parse import BlockKind, SourceBlock, read_markdown, texts_of
from core.prose.quotations import find_quotations
from core.prose.render import one_line, write_blocks
from core.prose.sections import KEY_EXCERPTS, split_sections
from core.record import Record
from core.whitelist.quote_key import quote_key, resolve_markup
from workbench.sessions.stopping_lines import finish_edit, stopping_lines
from workbench.store import FinishedRun

_Kept = TypeVar("_Kept")
_KEY_EXCERPTS = Heading(level=3, inlines=(TextRun(text=KEY_EXCERPTS),))
NO_TEXT = "There is no text. Write at least one sentence, or take the edit back."
_REFUSED = {
    NoChapterReason.EMPTY: NO_TEXT,
    NoChapterReason.APOLOGY: "It begins like a model’s apology. Begin it with a title (## and its words).",
    NoChapterReason.JSON: "It is JSON without a chapter. Write the chapter as Markdown.",
}
_SAY_OTHERWISE = "(Take names, marks or signs out of it, or write it in other words.)"
_LEFT_OUT_EXCERPTS = "The text under Key Excerpts is left out, because the program writes that section itself."


class IdentityKey(Generic[_Kept]):
    """A cache key that compares a value by identity, because a line is too large to be compared."""

    def __init__(self, value: _Kept) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class EditCheck(Record):
    """The result of checking an edited text.

    `draft` is the finished chapter, in which nothing unproven has quotation marks. `broken` are the decisions about
    quotations that lost their marks or were dropped. `why` says why the text cannot be used at all, "" if it can.
    `left_out` are sentences about other parts that are missing in the chapter.
    """

    draft: ChapterDraft
    broken: tuple[Decision, ...] = ()
    why: str = ""
    left_out: tuple[str, ...] = ()

    @property
    def proven(self) -> bool:
        """Whether every quotation is kept, or written in the transcript's characters."""
        return not (self.broken or self.why)

    @property
    def rewritten(self) -> tuple[Decision, ...]:
        """The decisions about proven quotations whose typed characters were replaced by the transcript's."""
        if self.why:
            return ()
        return tuple(one for one in self.draft.enforcement.decisions if one.action is DecisionAction.REPLACED)


def editable_text(draft: ChapterDraft) -> str:
    """Return title, narrative and core claims of a chapter as Markdown, without the key excerpts, which the program
    writes."""
    kept: list[Block] = []
    skipped = 0
    for block in draft.blocks:
        if block == _KEY_EXCERPTS:
            skipped = len(draft.key_excerpts)
        elif skipped and isinstance(block, QuoteBlock):
            skipped -= 1
        else:
            kept.append(block)
    return write_blocks(kept)


def _likely_parts(draft: ChapterDraft, following: int | None, chapters: Sequence[ChapterEvidence]) -> tuple[int, ...]:
    """Return the likely chapters of the evidence map behind a draft that does not name them; older versions wrote such
    drafts. `following` is the index of the run's next chapter, None if the run does not have it."""
    first, coverage = draft.chapter_index, draft.coverage
    if following is None:
        claims = round(coverage.usable_quotes / coverage.quotes_per_claim) if coverage.quotes_per_claim else 0
        both = [len(chapter.claims) for chapter in chapters[first : first + 2]]
        following = first + (2 if len(both) == 2 and both[1] and claims == sum(both) else 1)
    return tuple(range(first, following))


def _parts_of(run: FinishedRun, chapters: Sequence[ChapterEvidence]) -> dict[int, tuple[int, ...]]:
    """Return the chapters of the evidence map behind each chapter of a run, by the run's effective index."""
    drafts = run.edition.chapters
    first_of = {draft.effective_index: draft.chapter_index for draft in drafts}
    return {
        draft.effective_index: draft.chapter_indices
        or _likely_parts(draft, first_of.get(draft.effective_index + 1), chapters)
        for draft in drafts
    }


def _is_of_this_map(run: FinishedRun, line: Line, parts: Mapping[int, Sequence[int]]) -> bool:
    """Tell whether the map still has most of a run's quotes in the chapters where they were."""
    chapters = line.evidence_map.chapters
    if any(index >= len(chapters) for part in parts.values() for index in part):
        return False
    asked = found = 0
    for draft in run.edition.chapters:
        supports = {
            one.evidence_id: one
            for index in parts[draft.effective_index]
            for claim in chapters[index].claims
            for one in claim.support
        }
        for quote in (*draft.key_excerpts, *draft.enforcement.replaced):
            if draft.effective_index not in quote.chapter_indices:
                continue  # the draft quotes another chapter's quote
            typed = [supports[one].quote for one in quote.source_evidence_ids if one in supports]
            asked += 1
            found += any(quote_key(resolve_markup(words)) == quote.quote_canonical for words in typed)
    return 2 * found >= asked


def _joined(line: Line, parts: Mapping[int, tuple[int, ...]]) -> MergedChapters:
    """Return the chapters merged as in `parts`, at these indices; all others stay single, at the free indices."""
    chapters = line.evidence_map.chapters
    groups = dict(parts)
    taken = {index for part in parts.values() for index in part}
    free = (index for index in count() if index not in parts)
    groups.update((next(free), (index,)) for index in range(len(chapters)) if index not in taken)
    ordered = [groups[index] for index in sorted(groups)]
    index_map = {old: new for new, part in enumerate(ordered) for old in part}
    whitelist = [
        quote.model_copy(update={"chapter_indices": sorted({index_map[old] for old in quote.chapter_indices})})
        for quote in line.whitelist
    ]
    joined = tuple(
        ChapterEvidence(
            title=" / ".join(chapters[old].title for old in part),
            claims=tuple(claim for old in part for claim in chapters[old].claims),
        )
        for part in ordered
    )
    return MergedChapters(
        coverages=tuple(score_chapters(joined, whitelist, thresholds=line.settings.thresholds)),
        evidence_map=line.evidence_map.model_copy(update={"chapters": joined}),
        whitelist=tuple(whitelist),
        index_map=index_map,
    )


@lru_cache(maxsize=8)
def _line_as_written(run: IdentityKey[FinishedRun], line: IdentityKey[Line]) -> Line:
    settled = line.value.with_settings(run.value.settings)
    parts = _parts_of(run.value, settled.evidence_map.chapters)
    merged = settled.merged.index_map
    if all(tuple(old for old in merged if merged[old] == new) == part for new, part in parts.items()):
        return settled
    return settled.model_copy(update={"merged": _joined(settled, parts)})


@lru_cache(maxsize=8)
def _line_for_edits(run: IdentityKey[FinishedRun], line: IdentityKey[Line]) -> Line:
    bound = _line_as_written(run, line)
    settings = bound.settings.model_copy(update={"mode": WritingMode.QUOTE})
    return bound.model_copy(update={"settings": settings})


def line_as_written(run: FinishedRun, line: Line) -> Line:
    """Return the session's present line with the run's settings and merged chapters."""
    return _line_as_written(IdentityKey(run), IdentityKey(line))


@lru_cache(maxsize=8)
def _why_not(run: IdentityKey[FinishedRun], line: IdentityKey[Line]) -> str:
    edition, present = run.value.edition, line.value
    if edition.transcript_sha256 != present.transcript.source.sha256:
        return (
            f"This run was written from another transcript ({edition.transcript_name}) than the session has now, so "
            "edits of it cannot be proven. Bring that transcript back on the page Sources, or write a new run."
        )
    if not _is_of_this_map(run.value, present, _parts_of(run.value, present.evidence_map.chapters)):
        return (
            "The evidence map was replaced since this run was written and no longer has most of its quotes, so edits "
            "of the run cannot be proven. Bring that map back on the page Sources, or write a new run."
        )
    return ""


def why_not_checkable(run: FinishedRun, line: Line) -> str:
    """Return why the text of a run cannot be checked against the session's present line, "" if it can."""
    return _why_not(IdentityKey(run), IdentityKey(line))


def _holds_block_quote(block: SourceBlock) -> bool:
    return block.kind is BlockKind.QUOTE or any(map(_holds_block_quote, block.blocks))


def _left_out(text: str) -> tuple[str, ...]:
    """Return sentences about parts that are left out without any decision about a quotation: the text's own excerpts,
    and claims without a quotation."""
    sections = split_sections(read_markdown(text))
    claims = (" ".join(texts_of(item)) for item in sections.core_claims if not _holds_block_quote(item))
    bare = [one_line(claim) for claim in claims if claim.strip() and not find_quotations(claim)]
    return (
        *((_LEFT_OUT_EXCERPTS,) if sections.own_excerpts else ()),
        *(f"A core claim is left out, because it has no quotation: {claim}" for claim in bare),
    )


def _why(line: Line, finished: ChapterDraft, text: str) -> str:
    """Return why a text cannot be used, with the line that stops it, "" if it can."""
    refused = unwrap_reply(text).reason
    if refused or not finished.fallback:
        return _REFUSED[refused] if refused else ""
    if len(finished.enforcement.decisions) >= MOST_QUOTATIONS:
        return finished.fallback
    return f"{stopping_lines(line, finished.chapter_index, text)} {_SAY_OTHERWISE} {finished.fallback}"


@lru_cache(maxsize=64)
def _check_text(line: IdentityKey[Line], written: IdentityKey[ChapterDraft], text: str) -> EditCheck:
    draft = written.value
    if text == editable_text(draft):
        return EditCheck(draft=draft)
    finished = finish_edit(line.value, draft.chapter_index, text)
    finished = finished.model_copy(update={"prompt_sha256": draft.prompt_sha256})
    broken = (
        one for one in finished.enforcement.decisions if one.action in (DecisionAction.UNQUOTED, DecisionAction.DROPPED)
    )
    if finished.fallback:
        # The text is not used, but its proven quotations are still proven.
        broken = (one for one in broken if one.quote_id is None or one.place is DecisionPlace.OWN_EXCERPTS)
    return EditCheck(
        draft=finished,
        broken=tuple(broken),
        why=_why(line.value, finished, text),
        left_out=() if unwrap_reply(text).reason else _left_out(text),
    )


def check_edit(run: FinishedRun, line: Line, position: int, text: str) -> EditCheck:
    """Check a text as a chapter of a run; `position` counts from 0 in its edition.

    An unchanged text returns the chapter as the run wrote it, even if it could not be proven now. The last results are
    cached.
    """
    return _check_text(
        IdentityKey(_line_for_edits(IdentityKey(run), IdentityKey(line))),
        IdentityKey(run.edition.chapters[position]),
        text,
    )
