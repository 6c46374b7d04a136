"""The door: everything in the prose of a chapter that a reader may take for somebody's words."""

from collections.abc import Sequence

from core.enforcement.results import Decision, ProseKind, UnprovenProse
from core.enforcement.unmarked.copied_runs import CopiedWords, find_copied_words
from core.enforcement.unmarked.running_words import ProseParagraph, read_paragraphs
from core.enforcement.unmarked.unquoted import UnquotedWords, find_unquoted_words
from core.prose.model import Block
from core.prose.render import one_line
from core.prose.titles import is_mention, is_title
from core.transcripts.transcript import TranscriptPair


def _lost_prose(lost: UnquotedWords, paragraph: ProseParagraph) -> UnprovenProse:
    words = lost.decision.original
    mention = is_mention(words)
    return UnprovenProse(
        kind=ProseKind.MENTION if mention else ProseKind.LOST_MARKS,
        words=words,
        sentence=paragraph.sentence_around(lost.span),
        paragraph=lost.paragraph,
        span=lost.span,
        title=mention and is_title(paragraph.text, lost.span),
    )


def _copied_prose(copied: CopiedWords, paragraph: ProseParagraph) -> UnprovenProse:
    return UnprovenProse(
        kind=ProseKind.VERBATIM,
        words=one_line(copied.span.slice(paragraph.text)),
        sentence=paragraph.sentence_around(copied.span),
        paragraph=copied.paragraph,
        span=copied.span,
    )


def find_unproven_prose(
    blocks: Sequence[Block], decisions: Sequence[Decision], transcript: TranscriptPair | None
) -> tuple[UnprovenProse, ...]:
    """Return the quotations that lost their marks, and the words copied without marks, in reading order.

    `blocks` are the finished ones of a chapter, `decisions` all that enforcement took about it. Lost marks and mentions
    keep their words as they stood between the marks; `span` is where they stand now, without those inside. Of each
    sentence the longest copied run is listed, outside quotations and what lost its marks; without a transcript none.
    Linear. Source: decisions.md#unproven-prose.
    """
    paragraphs = read_paragraphs(blocks)
    lost = find_unquoted_words(paragraphs, decisions)
    found = [_lost_prose(one, paragraphs[one.paragraph]) for one in lost]
    if transcript is not None:
        # A mention inside a copied sentence does not hide it.
        lost_marks = [(prose.paragraph, prose.span) for prose in found if prose.kind is ProseKind.LOST_MARKS]
        found += [
            _copied_prose(one, paragraphs[one.paragraph])
            for one in find_copied_words(paragraphs, transcript, lost_marks)
        ]
    return tuple(sorted(found, key=lambda prose: (prose.paragraph, prose.span)))
