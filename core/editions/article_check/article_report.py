"""The result of an article: one for each quotation, made of two verdicts that are never mixed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from functools import cached_property
from typing import Literal

from core.record import Record
from core.span import Span
from core.verify import Form, UnverifiedQuotation, Verdict
from core.whitelist.difference import DiffOperation, DiffPiece, word_diff
from core.whitelist.rejection import DifferenceKind

_MANY = 400  # words beyond which it is not shown which differ in typography only


class WordingResult(StrEnum):
    """How the words of a quotation compare with the transcript, whoever is named as their speaker.

    `typography`: they are there, in other characters or with other punctuation at the ends. `altered`: they are not
    there, and a passage is near. `crosses_turns` also covers words on both sides of lost speech.
    """

    FOUND = "found"
    TYPOGRAPHY = "typography"
    ALTERED = "altered"
    PARTIAL_WORD = "partial_word"
    CROSSES_TURNS = "crosses_turns"
    MISSING = "missing"


class SpeakerResult(StrEnum):
    """Whether the article names the speaker of the passage that was found.

    `no_speakers`: the transcript names none, so nobody can say. `not_known`: there is no passage in one turn.
    """

    RIGHT = "right"
    WRONG = "wrong"
    NOBODY_NAMED = "nobody_named"
    UNKNOWN_NAME = "unknown_name"
    NO_SPEAKERS = "no_speakers"
    NOT_KNOWN = "not_known"


class QuotationResult(StrEnum):
    """Both verdicts in one: the wording counts first, then the speaker."""

    FOUND = "found"
    TYPOGRAPHY = "typography"
    NOBODY_NAMED = "nobody_named"
    UNKNOWN_NAME = "unknown_name"
    WRONG_MOUTH = "wrong_mouth"
    ALTERED = "altered"
    PARTIAL_WORD = "partial_word"
    CROSSES_TURNS = "crosses_turns"
    MISSING = "missing"


_BY_SPEAKER = {
    SpeakerResult.WRONG: QuotationResult.WRONG_MOUTH,
    SpeakerResult.NOBODY_NAMED: QuotationResult.NOBODY_NAMED,
    SpeakerResult.UNKNOWN_NAME: QuotationResult.UNKNOWN_NAME,
}


class TimedPassage(Record):
    """A stretch of the transcript: `text == raw[raw_span]`; code points, half-open.

    `turn` counts the turns from 0 and is None where the passage lies in none, or in more than one; `speaker` is that
    turn's label. `start_seconds` is the last time that the transcript gives before the passage.
    """

    text: str
    raw_span: Span
    turn: int | None = None
    speaker: str | None = None
    start_seconds: float | None = None


def _typographic_diff(quote: str, passage: str) -> Iterator[DiffPiece]:
    """Yield the difference between a quotation and a passage with the same words in other typography."""
    own, other = quote.split(), passage.split()
    if max(len(own), len(other)) > _MANY:
        return
    for tag, first, last, begin, end in SequenceMatcher(None, own, other, autojunk=False).get_opcodes():
        if tag == "equal":
            yield DiffPiece(op=DiffOperation.SAME, text=" ".join(other[begin:end]) + " ")
            continue
        for op, words in ((DiffOperation.GONE, own[first:last]), (DiffOperation.NEW, other[begin:end])):
            if words:
                yield DiffPiece(op=op, text=" ".join(words) + " ")


class CheckedQuotation(Record):
    """One quotation of an article, white space collapsed, with the line it begins in, counted from 1.

    `short` marks a mention: a title or scare quote of three words or fewer that is near no passage. `named` is the name
    next to it in the article. `passage` is where the words stand, or the nearest passage; `score` is how alike the two
    are, 0 to 1 (1 minus the normalised edit distance of the canonical texts).
    """

    text: str
    line: int
    short: bool
    wording: WordingResult
    mouth: SpeakerResult
    named: str | None = None
    passage: TimedPassage | None = None
    score: float = 0.0
    difference: DifferenceKind | None = None

    @cached_property
    def diff(self) -> tuple[DiffPiece, ...]:
        """The difference between the quotation and the passage, word by word; empty if no word differs."""
        if self.passage is None:
            return ()
        if self.wording in (WordingResult.ALTERED, WordingResult.PARTIAL_WORD):
            return word_diff(self.text, self.passage.text)
        return (
            tuple(_typographic_diff(self.text, self.passage.text)) if self.wording is WordingResult.TYPOGRAPHY else ()
        )

    @property
    def standing(self) -> QuotationResult:
        """The one result that both verdicts make together."""
        if self.wording is WordingResult.FOUND:
            return _BY_SPEAKER.get(self.mouth, QuotationResult.FOUND)
        if self.wording is WordingResult.TYPOGRAPHY and self.mouth is SpeakerResult.WRONG:
            return QuotationResult.WRONG_MOUTH
        return QuotationResult(self.wording.value)


ArticleForm = Form | Literal["document"]
"""How an article is read: as text of a form, or as a Word document or an EPUB."""

ORDER_CONTROL = "a control that turns the order of characters"


class Obstacle(Record):
    """Why nobody can say what a browser shows of an article: the line, and the element or control."""

    line: int
    what: str


class ArticleReport(Record):
    """Every quotation of an article in reading order.

    `verdict` is that of `verify_edition`: `quotations_found` at best, if the article is not an edition of this program.
    With an `obstacle` only the text was read, and a browser may show more or less than that: then it is `unproven` at
    best. `strays` are what an edition of this program holds besides its quotations and nobody can prove: what a note or
    a card says, a link, or that names were taken out.
    """

    form: ArticleForm
    verdict: Verdict
    names_speakers: bool
    quotations: tuple[CheckedQuotation, ...] = ()
    obstacle: Obstacle | None = None
    strays: tuple[UnverifiedQuotation, ...] = ()

    @property
    def speech(self) -> Sequence[CheckedQuotation]:
        """The quotations that are not short."""
        return [quotation for quotation in self.quotations if not quotation.short]

    @property
    def short(self) -> Sequence[CheckedQuotation]:
        """The mentions: titles, scare quotes, a few words."""
        return [quotation for quotation in self.quotations if quotation.short]

    @property
    def counts(self) -> Counter[QuotationResult]:
        """How many quotations have each result, short ones included."""
        return Counter(quotation.standing for quotation in self.quotations)
