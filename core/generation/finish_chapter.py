"""Make a chapter of a model's reply: unwrap, enforce, verify, and list what a reader should look at twice."""

from collections.abc import Container, Sequence
from hashlib import sha256

from core.editions.export.markdown import labels_to_declare
from core.enforcement.context_warnings import find_meaning_warnings
from core.enforcement.enforcer import EnforcedChapter, assemble, enforce_chapter
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import ChapterDraft, Decision, DecisionAction, EditionSpeaker, EnforcementResult
from core.enforcement.unmarked import find_unproven_prose
from core.generation.line import Line
from core.generation.settings import Settings
from core.llm.client import WritingMode
from core.llm.reply import unwrap_reply
from core.prose.model import Block, Heading, Paragraph, TextRun
from core.prose.render import one_line, unmarked, write_blocks
from core.span import Span
from core.transcripts.transcript import TranscriptPair
from core.verify import SpeakerDeclaration, UnverifiedReason, Verdict, Verification, verify_part

_PLAINLY = {
    UnverifiedReason.NOT_IN_TRANSCRIPT: "is not in the transcript",
    UnverifiedReason.PARTIAL_WORD: "begins or ends inside a word",
    UnverifiedReason.CROSSES_TURNS: "joins what was said in several turns",
    UnverifiedReason.WRONG_SPEAKER: "is given to somebody who did not say it",
    UnverifiedReason.TYPOGRAPHY: "is in the transcript in other characters",
    UnverifiedReason.NO_SPEAKER_NAMED: "names no speaker",
    UnverifiedReason.UNKNOWN_SPEAKER: "names somebody whom the transcript does not know",
    UnverifiedReason.NOT_READABLE: "cannot be read as a page would show it",
    UnverifiedReason.REDACTED: "has lost a name",
}
# A quotation in a text that is not used is not kept.
_UNUSED_ACTIONS = {DecisionAction.KEPT: DecisionAction.DROPPED, DecisionAction.REPLACED: DecisionAction.DROPPED}
_UNSAID = "The reason stands in its record: here it would read as somebody's words."
_ONLY_EXCERPTS = "This chapter holds its key excerpts only. {}"
_NOTHING = "This chapter holds nothing but this note. {} Its key excerpts do not pass either."
_ATTEMPTS = 4
_OF_THE_SPEAKER = (
    UnverifiedReason.NO_SPEAKER_NAMED,
    UnverifiedReason.WRONG_SPEAKER,
    UnverifiedReason.UNKNOWN_SPEAKER,
)
_ENFORCED = "the last reply that was enforced before its chapter"
MOST_QUOTATIONS = 2_000
"""Quotations in a reply that becomes a chapter; each decision is stored with its sentence, and nobody reads more."""
PASSING = frozenset((Verdict.VERIFIED, Verdict.VERIFIED_TEXT_ONLY, Verdict.NOTHING_TO_VERIFY))


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


def speaker_declarations(line: Line) -> tuple[SpeakerDeclaration, ...]:
    """Return whom the transcript's labels mean, as an edition will say it."""
    return tuple(
        SpeakerDeclaration(name=name, label=label) for name, label in labels_to_declare(edition_speakers(line))
    )


def _verify(blocks: Sequence[Block], line: Line) -> Verification:
    return verify_part(write_blocks(blocks), line.transcript, declared=speaker_declarations(line))


def _note_paragraph(text: str) -> Paragraph:
    # A reason may repeat a service's words; in marks they would be an unproven quotation.
    return Paragraph(inlines=(TextRun(text=unmarked(text)),))


def _failure_reason(verification: Verification) -> str:
    first = verification.unproven[0]
    return (
        "The finished text did not pass verification, for "
        f"{len(verification.unproven)} of {verification.quotations} quotations; the first {_PLAINLY[first.reason]}."
    )


def _draft(line: Line, chapter_index: int, enforced: EnforcedChapter, prompt: str, fallback: str = "") -> ChapterDraft:
    effective = line.effective_index(chapter_index)
    title = enforced.title or unmarked(line.merged.evidence_map.chapters[effective].title)
    heading = enforced.heading or Heading(level=2, inlines=(TextRun(text=title),))
    blocks = assemble(heading, enforced.narrative, enforced.key_excerpts, enforced.claim_blocks)
    return ChapterDraft(
        chapter_index=chapter_index,
        effective_index=effective,
        title=title,
        narrative=write_blocks(enforced.narrative),
        key_excerpts=list(enforced.key_excerpts),
        core_claims=list(enforced.core_claims),
        coverage=line.merged.coverages[effective],
        enforcement=_result(blocks, enforced, line.transcript),
        blocks=blocks,
        text=write_blocks(blocks),
        fallback=fallback,
        prompt_sha256=sha256(prompt.encode("utf-8", "surrogatepass")).hexdigest() if prompt else "",
        chapter_indices=tuple(old for old, new in sorted(line.merged.index_map.items()) if new == effective),
    )


def _result(blocks: Sequence[Block], enforced: EnforcedChapter, transcript: TranscriptPair) -> EnforcementResult:
    lost = [
        decision
        for decision in enforced.decisions
        if decision.action in (DecisionAction.UNQUOTED, DecisionAction.DROPPED)
    ]
    standing = {Span(*quote.raw_spans[0]) for quote in (*enforced.used, *enforced.key_excerpts) if quote.raw_spans}
    return EnforcementResult(
        text=write_blocks(blocks),
        replaced=list(enforced.used),
        dropped=[decision.original for decision in lost],
        decisions=enforced.decisions,
        unproven=find_unproven_prose(blocks, enforced.decisions, transcript),
        warnings=tuple(warning for span in sorted(standing) for warning in find_meaning_warnings(transcript, span)),
    )


def _excerpts_only(line: Line, chapter_index: int, note: str, decisions: tuple[Decision, ...] = ()) -> EnforcedChapter:
    """Return a chapter that holds its key excerpts and says why there is no more."""
    return EnforcedChapter(
        title="",
        narrative=(_note_paragraph(note),),
        key_excerpts=tuple(line.excerpts(line.effective_index(chapter_index))),
        core_claims=(),
        claim_blocks=(),
        heading=None,
        decisions=decisions,
        used=(),
    )


def unwritten_chapter(line: Line, chapter_index: int, note: str) -> ChapterDraft:
    """Return a chapter that was not written: its key excerpts, if it has any, and a note with the reason."""
    return _draft(line, chapter_index, _excerpts_only(line, chapter_index, note), "")


def _fall_back(line: Line, chapter_index: int, why: str, decisions: tuple[Decision, ...], prompt: str) -> ChapterDraft:
    """Return the chapter without the model's text: its key excerpts and why there is no more.

    A reason may repeat what a service sent; where that reads as somebody's words, the text does not say it.
    """
    unused = tuple(
        decision.model_copy(update={"action": _UNUSED_ACTIONS.get(decision.action, decision.action)})
        for decision in decisions
    )
    only = _excerpts_only(line, chapter_index, "", unused)
    bare = only.model_copy(update={"key_excerpts": ()})

    def draft(kept: EnforcedChapter, note: str) -> ChapterDraft:
        text = kept.model_copy(update={"narrative": (_note_paragraph(note),)})
        return _draft(line, chapter_index, text, prompt, fallback=why)

    for kept, note in ((only, _ONLY_EXCERPTS), (bare, _NOTHING)):
        for said in (why, _UNSAID):
            found = draft(kept, note.format(said))
            if _verify(found.blocks, line).verdict in PASSING:
                return found
    return draft(bare, _NOTHING.format(_UNSAID))


def _refuse_as_endless(line: Line, chapter_index: int, decisions: tuple[Decision, ...], prompt: str) -> ChapterDraft:
    """Return the chapter without a text of too many quotations; its record keeps the first decisions only."""
    why = f"The reply has {len(decisions):,} quotations; a chapter may have {MOST_QUOTATIONS:,}."
    kept = tuple(decision.model_copy(update={"sentence": ""}) for decision in decisions[:MOST_QUOTATIONS])
    return _fall_back(line, chapter_index, why, kept, prompt)


def excerpts_only_chapter(
    line: Line, chapter_index: int, why: str, *, prompt: str = "", decisions: tuple[Decision, ...] = ()
) -> ChapterDraft:
    """Return a chapter that a client had nothing for: its key excerpts, where they pass, and why there is no more.

    `prompt` is the last one that was sent, "" if none was; `decisions` are those about quotations that are not used.
    """
    return _fall_back(line, chapter_index, why, decisions, prompt)


def _next_attempt(policy: EnforcementPolicy, enforced: EnforcedChapter, seen: Verification) -> EnforcementPolicy:
    """Return the policy of the next attempt: names behind the quotations whose speaker `verify` did not read; those
    that it still refuses are left out, and from then on each that it refuses at once; else names behind all."""

    def ids(reasons: Container[UnverifiedReason]) -> frozenset[str]:
        missed = {one.text for one in seen.unproven if one.reason in reasons}
        return frozenset(quote.quote_id for quote in enforced.used if one_line(quote.quote_text) in missed)

    refused = ids(_OF_THE_SPEAKER)
    unnamed = refused - policy.named_quotes
    if unnamed and not policy.refused_quotes:  # beside one that has gone a name would stand as it did there
        return policy.model_copy(update={"named_quotes": policy.named_quotes | unnamed})
    if refused:
        return policy.model_copy(update={"refused_quotes": policy.refused_quotes | refused})
    return policy.model_copy(update={"explicit_names": True})


def policy_of(settings: Settings) -> EnforcementPolicy:
    """Return what a person chose about enforcement."""
    return EnforcementPolicy(
        references=settings.mode is WritingMode.REFERENCE,
        strict_narrative=settings.strict_narrative,
        allow_fragments=settings.allow_fragments,
    )


def policy_for(line: Line, effective_index: int, policy: EnforcementPolicy) -> EnforcementPolicy:
    """Return the policy of a chapter, whose index is the one after merging: where none of its claims has words, nobody
    said one, and its text states none."""
    claims = line.merged.evidence_map.chapters[effective_index].claims
    unsaid = bool(claims) and not any(claim.claim.strip() for claim in claims)
    return policy.model_copy(update={"takes_claims": False}) if unsaid else policy


def _enforce(line: Line, effective_index: int, text: str, policy: EnforcementPolicy) -> EnforcedChapter:
    return enforce_chapter(
        text,
        line.merged.whitelist,
        effective_index,
        transcript=line.transcript,
        roster=line.roster,
        excerpts=line.excerpts(effective_index),
        policy=policy,
        index=line.quote_index,
    )


def enforce_before(line: Line, effective_index: int, text: str, policy: EnforcementPolicy) -> EnforcedChapter:
    """Enforce the text of a reply for whoever looks at it before its chapter is finished.

    The line keeps it until then, so that it is not enforced again.
    """
    enforced = _enforce(line, effective_index, text, policy)
    vars(line)[_ENFORCED] = (text, effective_index, policy, line.settings, line.quote_index), enforced
    return enforced


def _enforced(line: Line, effective_index: int, text: str, policy: EnforcementPolicy) -> EnforcedChapter:
    """Enforce the text of a reply, where that was not just done."""
    asked, enforced = vars(line).pop(_ENFORCED, (None, None))
    if asked == (text, effective_index, policy, line.settings, line.quote_index):
        return enforced
    return _enforce(line, effective_index, text, policy)


def finish_chapter(
    line: Line, chapter_index: int, reply: str, *, prompt: str = "", policy: EnforcementPolicy | None = None
) -> ChapterDraft:
    """Make a finished chapter of a model's reply: enforced, verified, or its key excerpts alone with the reason.

    `chapter_index` is the evidence map's, from 0. Without a policy, that of the line's settings. Raises UnknownChapter.
    """
    effective = line.effective_index(chapter_index)
    unwrapped = unwrap_reply(reply)
    if unwrapped.text is None:
        return _fall_back(line, chapter_index, unwrapped.reason.message if unwrapped.reason else "", (), prompt)
    policy = policy_for(line, effective, policy or policy_of(line.settings))
    why, decisions = "", tuple[Decision, ...]()
    # `verify` may not understand how a sentence names its speaker. Then the quotation gets the name behind it, and
    # where that is not enough it goes: a bad attribution costs its quotation, never the chapter.
    for _ in range(_ATTEMPTS):
        enforced = _enforced(line, effective, unwrapped.text, policy)
        if len(enforced.decisions) > MOST_QUOTATIONS:
            return _refuse_as_endless(line, chapter_index, enforced.decisions, prompt)
        draft = _draft(line, chapter_index, enforced, prompt)
        verification = _verify(draft.blocks, line)
        if verification.verdict in PASSING:
            return draft
        why, decisions = _failure_reason(verification), enforced.decisions
        policy = _next_attempt(policy, enforced, verification)
    return _fall_back(line, chapter_index, why, decisions, prompt)
