"""Titles and scare quotes: a few words in marks that a reader takes for a name, or for irony, and not for speech."""

import re

from core.prose.quotations import MARKS
from core.span import Span
from core.text.canonical import OPENING_BRACKETS

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
_SHORTENED = frozenset("dr mr mrs ms prof st no nr vol fig vs etc cf ca approx jr sr rev hon capt sen gov".split())
_WORD_BEFORE_STOP = re.compile(r"([^\W\d_]+)\.\Z")
_BEFORE_A_SENTENCE = MARKS | frozenset(OPENING_BRACKETS)
_SEEN_BEFORE = 16  # characters before a stop that may hold an abbreviation


def _is_shortened(before: str) -> bool:
    """Tell whether a text that ends in a full stop ends in an abbreviation or an initial."""
    word = _WORD_BEFORE_STOP.search(before)
    return word is not None and (len(word[1]) == 1 or word[1].casefold() in _SHORTENED)


def _begins_sentence(text: str, start: int) -> bool:
    # Behind more marks and white space than any text has in a row, nobody can say what went before.
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

    Words that begin their sentence are never told to be one, because their capital may be the sentence's. `span` in
    code points, half-open; quotation marks may still stand around it or be gone. How many words a title may have is not
    asked here (`is_mention`).
    """
    if _begins_sentence(text, span.start):
        return False
    words = [match.group() for match in _WORD.finditer(span.slice(text))]
    content = [word for word in words if word.casefold().replace("’", "'").rstrip(".,;:!?…") not in _SMALL]
    return any(word[0].isalpha() for word in content) and not any(
        word[0].isalpha() and not (word[0].isupper() or word[0].istitle()) for word in content
    )
