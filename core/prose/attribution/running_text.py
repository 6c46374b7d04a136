"""Text as a reader sees it: without invisible characters, in sentences of which a quotation is one word.

A finished chapter is read paragraph by paragraph, those of lists included; block quotes are left out.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from core.prose.attribution.names import NAME, VERB_AFTER
from core.prose.model import Block, Heading, Inline, ListBlock, Paragraph, Quote
from core.prose.quotations import MARKS, Quotation
from core.prose.render import one_line
from core.prose.speech_verbs import SPEECH_VERBS
from core.span import Span
from core.text.confusables import is_everyday
from core.text.punctuation import FORMAT_CHARACTERS, OPENING_BRACKETS
from core.text.segmentation import punkt_spans

_BLANK = re.compile(r"[^\S\n ]")

_LONGEST_SENTENCE = 1_000  # characters that are kept whole
_AROUND = 150  # characters on either side that are kept of a longer one

_LONGEST = 3  # words
_WORD = re.compile(r"[^\W_][^\s—–/]*")
# Words that a title may write small, and those whose capital says nothing.
_SMALL = frozenset(
    (
        "a about after an and as at before but by for from in into nor of off on onto or over per so than that the "
        "through to under up via vs with yet i i'm i'd i'll i've"
    ).split()
)
_ENDS_A_SENTENCE = frozenset(".!?…。！？")
# A full stop behind these ends no sentence.
SHORTENED = frozenset("dr mr mrs ms prof st no nr vol fig vs etc cf ca approx jr sr rev hon capt sen gov".split())
_WORD_BEFORE_STOP = re.compile(r"([^\W\d_]+)\.\Z")
_BEFORE_A_SENTENCE = MARKS | frozenset(OPENING_BRACKETS)
_SEEN_BEFORE = 16  # characters before a stop that may hold an abbreviation


class VisibleText:
    """A text and its quotations as a reader sees them, and the way back to the places of the text itself."""

    def __init__(self, text: str, quotations: Sequence[Quotation]) -> None:
        self._length = len(text)
        self._kept: list[int] | None = None  # where each character seen stands in the text; None: all are seen
        self.quotations = quotations
        if not is_everyday(text) and not FORMAT_CHARACTERS.isdisjoint(text):
            self._kept = [index for index, char in enumerate(text) if char not in FORMAT_CHARACTERS]
            text = "".join(text[index] for index in self._kept)
            self.quotations = [Quotation(self._to(one.outer), self._to(one.inner)) for one in quotations]
        self.text = text if text.isprintable() else _BLANK.sub(" ", text)

    @property
    def is_whole(self) -> bool:
        """Whether every character is seen, so that places are the same in both."""
        return self._kept is None

    def _to(self, span: Span) -> Span:
        return Span(self.place(span.start), self.place(span.end))

    def place(self, offset: int) -> int:
        """Return where a place of the text is in what is seen."""
        return offset if self._kept is None else bisect_left(self._kept, offset)

    def back(self, span: Span) -> Span:
        """Return the stretch of the text that a stretch of what is seen stands for."""
        if self._kept is None:
            return span
        start = self._kept[span.start] if span.start < len(self._kept) else self._length
        end = self._kept[span.end - 1] + 1 if span.end > span.start else start
        return Span(start, end)


def mask_quotations(text: str, quotations: Sequence[Quotation]) -> str:
    """Return `text` with each quotation as one word of the same length, ending its sentence where its words do."""
    pieces: list[str] = []
    done = 0
    for quotation in quotations:
        length = quotation.outer.end - quotation.outer.start
        word = ("be" * (length // 2 + 1))[:length]  # a word that no segmenter takes for an abbreviation
        if length > 1 and ends_sentence(text, quotation, quotation.inner.slice(text)):
            word = word[:-1] + "."
        pieces += (text[done : quotation.outer.start], word)
        done = quotation.outer.end
    pieces.append(text[done:])
    return "".join(pieces)


def ends_sentence(text: str, quotation: Quotation, words: str) -> bool:
    """Tell whether a quotation of these words, where it stands in `text`, ends the sentence that it is in."""
    inner = words.rstrip()
    if not inner.endswith((".", "!", "?", "…")):
        return False
    following = text[quotation.outer.end : quotation.outer.end + 60].lstrip()
    if not following[:1].isupper():
        return False
    introduced = text[max(0, quotation.outer.start - 8) : quotation.outer.start].rstrip().endswith((":", ","))
    return introduced or not _is_followed_by_tag(following, inner[-1])


def _is_followed_by_tag(following: str, ending: str) -> bool:
    """Tell whether what follows a quotation still belongs to its sentence: `“Why?” Ann asks`, `“So.” Ann says, and`."""
    if following.split(maxsplit=1)[0].rstrip(".,").casefold() in SPEECH_VERBS:
        return ending in "!?…"
    name = NAME.match(following)
    verb = VERB_AFTER.match(following, name.end()) if name else None
    if verb is None:
        return False
    return ending in "!?…" or following[verb.end() : verb.end() + 1] in (".", ",", ";", ":", "")


def sentence_spans(masked: str) -> list[Span]:
    """Return the sentences of a text; code points, half-open, without gaps."""
    return punkt_spans(masked)


class ProseParagraph:
    """A paragraph or heading as read, and where its proven quotations stand in it, marks included."""

    def __init__(self, inlines: Sequence[Inline]) -> None:
        pieces: list[str] = []
        self.quotes: list[Span] = []
        length = 0
        for inline in inlines:
            text = f"“{one_line(inline.text)}”" if isinstance(inline, Quote) else inline.text
            if isinstance(inline, Quote):
                self.quotes.append(Span(length, length + len(text)))
            pieces.append(text)
            length += len(text)
        self.text = "".join(pieces)

    @cached_property
    def sentences(self) -> list[Span]:
        """The sentences, without gaps; a quotation is a part of the sentence around it."""
        quotations = [Quotation(span, Span(span.start + 1, span.end - 1)) for span in self.quotes]
        return sentence_spans(mask_quotations(self.text, quotations))

    def sentence_around(self, span: Span) -> str:
        """Return the sentence that a stretch begins in, on one line; of a very long one what stands around it.

        A text without full stops is one sentence, and may hold thousands of entries.
        """
        index = bisect_right(self.sentences, span.start, key=lambda sentence: sentence.start) - 1
        sentence = self.sentences[index] if index >= 0 else Span(0, len(self.text))
        if sentence.end - sentence.start <= _LONGEST_SENTENCE:
            return one_line(sentence.slice(self.text))
        first = max(sentence.start, span.start - _AROUND)
        last = min(sentence.end, first + _LONGEST_SENTENCE, span.end + _AROUND)
        before, behind = "…" if first > sentence.start else "", "…" if last < sentence.end else ""
        return f"{before}{one_line(self.text[first:last])}{behind}"


def _inlines_of(blocks: Iterable[Block]) -> Iterator[Sequence[Inline]]:
    for block in blocks:
        match block:
            case Paragraph() | Heading():
                yield block.inlines
            case ListBlock():
                for item in block.items:
                    yield from _inlines_of(item)
            case _:
                pass


def read_paragraphs(blocks: Iterable[Block]) -> list[ProseParagraph]:
    """Return the paragraphs and headings of a chapter in reading order, those of lists included; block quotes not.

    The text of one is what its inlines read, one after the other: words as they are, a quotation on one line in “ ”.
    """
    return [ProseParagraph(inlines) for inlines in _inlines_of(blocks)]


def _is_shortened(before: str) -> bool:
    """Tell whether a text that ends in a full stop ends in an abbreviation or an initial."""
    word = _WORD_BEFORE_STOP.search(before)
    return word is not None and (len(word[1]) == 1 or word[1].casefold() in SHORTENED)


def _begins_sentence(text: str, start: int) -> bool:
    # No text has more marks and white space in a row than this, so the search stops here.
    farthest = max(0, start - _SEEN_BEFORE)
    while start > farthest and (text[start - 1].isspace() or text[start - 1] in _BEFORE_A_SENTENCE):
        start -= 1
    if start == farthest:
        return True
    return text[start - 1] in _ENDS_A_SENTENCE and not _is_shortened(text[max(0, start - _SEEN_BEFORE) : start])


def is_mention(words: str) -> bool:
    """Tell whether quoted words are a title or a scare quote rather than speech: three words or fewer.

    Words are counted between white space. Source: decisions.md#what-a-quotation-is.
    """
    return len(words.split()) <= _LONGEST


def is_title(text: str, span: Span) -> bool:
    """Tell whether the words at `span` of `text` are written as a title: every content word begins with a capital.

    Words that begin their sentence never count as one, because their capital may be the sentence's. `span` in code
    points, half-open; quotation marks may still stand around it or be gone. `is_mention` checks how many words a title
    may have.
    """
    if _begins_sentence(text, span.start):
        return False
    words = [match.group() for match in _WORD.finditer(span.slice(text))]
    content = [word for word in words if word.casefold().replace("’", "'").rstrip(".,;:!?…") not in _SMALL]
    return any(word[0].isalpha() for word in content) and not any(
        word[0].isalpha() and not (word[0].isupper() or word[0].istitle()) for word in content
    )
