"""Everything in the prose of a chapter that a reader may take for somebody's words, with or without marks."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.enforcement.references import without_references
from core.enforcement.results import Decision, DecisionAction, ProseKind, UnprovenProse
from core.enforcement.unmarked.copied_runs import CopiedWords, find_copied_words
from core.prose.attribution.running_text import ProseParagraph, is_mention, is_title, read_paragraphs
from core.prose.model import Block
from core.prose.quotations import MARKS
from core.prose.render import one_line
from core.span import Span
from core.text.punctuation import END_PUNCTUATION
from core.transcripts.transcript import TranscriptPair

_KEPT = re.compile(rf"[^\s{re.escape(''.join(sorted(MARKS)))}]+")
_BORDER = "\n"  # between paragraphs; white space is nowhere else
_AROUND = 80  # characters of the sentence around a quotation that are read
_CONTEXT = 24  # and how many of them, without marks and white space, are looked for
_NEAR = 1 << 16  # characters in which the next quotation is looked for first
_PATIENCE = 200  # searches of the whole rest that may fail before only what is near is searched


class UnquotedWords(NamedTuple):
    """A quotation that lost its marks: the decision, the paragraph, and where in its text the words stand."""

    decision: Decision
    paragraph: int
    span: Span


class _QuotationContext(NamedTuple):
    """What is looked for: the words of a quotation and what stands around them, all without marks and white space."""

    before: str
    words: str
    behind: str


def _bare(text: str) -> str:
    return "".join(_KEPT.findall(text))


class _BareText:
    """All paragraphs without marks and white space, with the way back."""

    def __init__(self, paragraphs: Sequence[ProseParagraph]) -> None:
        pieces: list[str] = []
        self._starts: list[int] = []  # where a piece begins in the bare text
        self._origins: list[tuple[int, int]] = []  # and where it comes from: paragraph and offset
        length = 0
        for number, paragraph in enumerate(paragraphs):
            for match in _KEPT.finditer(paragraph.text):
                self._starts.append(length)
                self._origins.append((number, match.start()))
                pieces.append(match.group())
                length += match.end() - match.start()
            pieces.append(_BORDER)
            length += 1
        self.text = "".join(pieces)

    def _origin(self, offset: int) -> tuple[int, int]:
        index = bisect_right(self._starts, offset) - 1
        paragraph, start = self._origins[index]
        return paragraph, start + offset - self._starts[index]

    def origin(self, start: int, end: int) -> tuple[int, Span]:
        """Return the paragraph and the stretch of its text that `text[start:end]` came from."""
        paragraph, first = self._origin(start)
        return paragraph, Span(first, self._origin(end - 1)[1] + 1)


class _Sentence:
    """The sentence of the reply that the last decisions stood in, and how far it is read."""

    def __init__(self) -> None:
        self._text = ""
        self._position = 0

    def around(self, decision: Decision) -> tuple[str, str]:
        """Return what stands before and behind a quotation in its sentence."""
        if decision.sentence != self._text:
            self._text, self._position = decision.sentence, 0
        words = decision.original
        start = self._text.find(words, self._position)
        while start > 0 and self._text[start - 1] not in MARKS:
            start = self._text.find(words, start + 1)
        if start < 0:
            start = self._text.find(words, self._position)
        if start < 0:
            return "", ""
        end = start + len(words)
        self._position = end
        return self._text[max(0, start - _AROUND) : start], self._text[end : end + _AROUND]


def _variants(before: str, words: str, behind: str) -> Iterator[_QuotationContext]:
    """Yield what to look for, the most telling first; a single word only with what stands around it."""
    single = len(words.split()) < 2
    before, words, behind = _bare(before)[-_CONTEXT:], _bare(words), _bare(behind)[:_CONTEXT]
    bare = words.strip(END_PUNCTUATION)
    if not bare:
        return
    yield _QuotationContext(before, words, behind)
    if before and behind:
        yield _QuotationContext(before, words, "")
        yield _QuotationContext("", words, behind)
    if not single and (before or behind):
        yield _QuotationContext("", words, "")
    if bare != words:
        yield _QuotationContext(before, bare, "")


def _sought(decision: Decision, sentence: _Sentence) -> list[_QuotationContext]:
    """Return what to look for: the quotation as it stood, then without the references it may have lost."""
    before, behind = sentence.around(decision)
    texts = (before, decision.original, behind)
    found = list(_variants(*texts))
    if any("[" in text for text in texts):
        found += _variants(*map(without_references, texts))
    return found


class _Search:
    """Finds quotations in reading order."""

    def __init__(self, bare: _BareText) -> None:
        self._bare = bare
        self._position = 0
        self._patience = _PATIENCE

    def _find_in(self, sought: _QuotationContext, end: int) -> int:
        before, words, behind = sought
        start = max(0, self._position - len(before))
        found = self._bare.text.find(f"{before}{words}{behind}", start, end)
        return found + len(before) if found >= 0 else -1

    def find(self, wanted: Sequence[_QuotationContext]) -> tuple[int, Span] | None:
        """Return where the first of these that occurs behind the last find stands; None where none does."""
        near = self._position + _NEAR
        for sought in wanted:
            start = self._find_in(sought, near)
            if start < 0 and near < len(self._bare.text) and self._patience:
                start = self._find_in(sought, len(self._bare.text))
                self._patience -= start < 0
            if start >= 0:
                self._position = start + len(sought.words)
                return self._bare.origin(start, self._position)
        return None


def find_unquoted_words(paragraphs: Sequence[ProseParagraph], decisions: Sequence[Decision]) -> list[UnquotedWords]:
    """Return the quotations that lost their marks and where their words stand now, in reading order.

    One whose words are not there any more is left out.
    """
    unquoted = [decision for decision in decisions if decision.action is DecisionAction.UNQUOTED]
    if not unquoted:
        return []
    search, sentence = _Search(_BareText(paragraphs)), _Sentence()
    found: list[UnquotedWords] = []
    for decision in unquoted:
        place = search.find(_sought(decision, sentence))
        if place is not None:
            found.append(UnquotedWords(decision, *place))
    return found


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

    `blocks` are the finished ones of a chapter, `decisions` all of enforcement's decisions about it. Lost marks and
    mentions keep their words as they stood between the marks; `span` is where they stand now, without those inside. Of
    each sentence the longest copied run is listed, outside quotations and what lost its marks; without a transcript
    none. Linear. Source: decisions.md#unproven-prose.
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
