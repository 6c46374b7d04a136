"""Enforce a finished text a second time, like a reply.

Nothing from the first time is reused: the text is enforced as it is read.
"""

from collections.abc import Sequence

from core.answers.excerpts import excerpt_answer
from core.answers.inline import enforce_answer
from core.answers.passage_transcript import Ground
from core.answers.records import AnswerMode, AnswerPolicy, CitationRef, CitedAnswer, Claim, SynthesisOutput
from core.answers.synthesis.check_claims import blocks_of, check_claims
from core.enforcement.enforcer import enforce_chapter
from core.enforcement.results import ChapterDraft
from core.generation.finish_chapter import policy_of
from core.generation.line import Line
from core.prose.model import Block, Paragraph, QuoteBlock
from core.prose.render import write_blocks

# Without the policy the person's least length is unknown, so any length counts.
_ANY_LENGTH = AnswerPolicy(least_words=0)


def chapter_again(line: Line, draft: ChapterDraft) -> str:
    """Return the Markdown of a chapter after its finished text was enforced again, by the settings of its line.

    Key excerpts are written again if the whitelist has them: one that was added otherwise is not. Names that the first
    enforcement added must stay without its help.
    """
    known = line.quote_index.by_id
    enforced = enforce_chapter(
        draft.text,
        line.merged.whitelist,
        line.effective_index(draft.chapter_index),
        transcript=line.transcript,
        roster=line.roster,
        excerpts=[
            quote
            for quote in draft.key_excerpts
            if quote.quote_id in known and known[quote.quote_id].quote_text == quote.quote_text
        ],
        policy=policy_of(line.settings),
        index=line.quote_index,
    )
    return write_blocks(enforced.blocks)


def _text(block: Block | None) -> str:
    return write_blocks((block,)).strip() if block is not None else ""


def _as_reply(blocks: Sequence[Block], ground: Ground) -> SynthesisOutput:
    """Return finished blocks as a reply: each quotation with the paragraph above it is a claim.

    Such a reply has other text only at its beginning and end.
    """
    places = {citation.record_id: str(index) for index, citation in enumerate(ground.citations)}
    claims: list[Claim] = []
    loose: list[Block | None] = [None]  # the sentence before the claims, then paragraphs that no quotation follows
    above: Block | None = None
    for block in blocks:
        if isinstance(block, QuoteBlock):
            passage = places.get(block.quote.speaker.speaker_id, "")
            cited = CitationRef(passage_id=passage, quote=block.quote.text)
            claims.append(Claim(claim_text=_text(above), citation=cited))
            above = None
            continue
        if above is not None:
            loose = [above] if not claims else [*loose, above]
        above = block if isinstance(block, Paragraph) else None
    return SynthesisOutput(
        claims=claims, bridging_intro=_text(loose[0]) or None, bridging_conclusion=_text(above) or None
    )


def answer_again(answer: CitedAnswer, ground: Ground, policy: AnswerPolicy | None) -> str:
    """Return the Markdown of an answer after its finished text was enforced again, in its own mode.

    `policy` is the one that it was written with, None if unknown.
    """
    policy = policy or _ANY_LENGTH
    if answer.mode is AnswerMode.SYNTHESIS:
        # References are written out by now, and a record's text may look like one.
        written_out = policy.model_copy(update={"by_reference": False})
        return write_blocks(blocks_of(check_claims(_as_reply(answer.blocks, ground), ground, written_out)))
    if answer.mode is AnswerMode.EXCERPTS:
        # The program chose these from the passages, so it chooses again.
        return write_blocks(excerpt_answer(answer.question, answer.citations).blocks)
    return write_blocks(enforce_answer(write_blocks(answer.blocks), ground, policy).blocks)
