"""The shape of a slice, which decides how it fits into a sentence: how it begins, how it ends, whether it asks."""

import re
from enum import Enum, auto

from core.text.confusables import turns_order
from core.text.punctuation import DASHES, OTHER_QUOTATION_MARKS
from core.transcripts.speakers import SpeakerRole
from core.whitelist.build import WhitelistQuote

LONG_QUOTE = 70  # words; a longer one becomes a block quotation, as editors do

_SENTENCE_ENDS = ".?!…。！？｡؟।"
_QUESTION_ENDS = "?？؟"
_CLOSERS = ")]}'’›*_ "
_SENTENCE_END = re.compile(rf"[{_SENTENCE_ENDS}]+(?=\s|$|(?<=[。！？｡]))")
_BEGINS_LIKE_A_QUESTION = re.compile(
    r"\W*(?:(?:and|but|so|or|well|then|now)\W+)*(?:who|whom|whose|what|why|how|when|where|which|is|isn|are|aren|am|was|wasn"
    r"|were|do|don|does|doesn|did|didn|can|could|would|will|should|shall|may|might|must|have|haven|has|hasn|had)\b"
    r"|[^a-z]*$",  # a script without such words
    re.IGNORECASE,
)
_LEANING_WORDS = "and but so because or nor then which yeah yes no well oh like"
_LEANING = frozenset(_LEANING_WORDS.split())


class SliceEnding(Enum):
    """How a slice ends, which decides what may follow it in a sentence."""

    OPEN = auto()  # in the middle of a sentence
    COMMA = auto()
    CALL = auto()  # a question or exclamation mark: the sentence around it may go on
    STOP = auto()


def count_words(text: str) -> int:
    """Return the number of words, counted at white space as coverage counts them."""
    return len(text.split())


def could_own_attribution(text: str) -> bool:
    """Tell whether a name and a verb right after the slice could read as its attribution, as in `Why?` Ann Lee asks."""
    return ending_of(text) is SliceEnding.CALL or text.rstrip(_CLOSERS).endswith("…")


def ending_of(text: str) -> SliceEnding:
    """Tell how a slice ends; closing brackets and single marks do not decide."""
    last = text.rstrip(_CLOSERS)[-1:]
    if last and last in "?!？！؟":
        return SliceEnding.CALL
    if last and last in _SENTENCE_ENDS:
        return SliceEnding.STOP
    return SliceEnding.COMMA if last and last in ",，、" else SliceEnding.OPEN


def is_cut_off(text: str) -> bool:
    """Tell whether the speaker was interrupted: a dash is the last thing."""
    return text.rstrip()[-1:] in (*DASHES, "-")


def begins_sentence(text: str) -> bool:
    """Tell whether a sentence may begin with the slice: no small letter, no word that refers to earlier words."""
    first = text.strip()[:1]
    if not first or first.islower() or not (first.isalpha() or first.isdigit()):
        return False
    word = re.split(r"[\s,.;:!?-]", text.strip(), maxsplit=1)[0]
    return word.casefold() not in _LEANING


def stands_apart(text: str) -> bool:
    """Tell whether a slice must be a block quotation: it holds double marks of its own, turns the order of characters,
    or is long."""
    marked = any(char in OTHER_QUOTATION_MARKS for char in text)
    return marked or turns_order(text) or count_words(text) > LONG_QUOTE


def asks(quote: WhitelistQuote) -> bool:
    """Tell whether a quotation may be brought in as a question.

    A host's or a caller's is one where it ends in a question mark; anybody else's only where every sentence of it does
    and the first begins like one, because a statement may end in `right?`.
    """
    text = quote.quote_text.rstrip(_CLOSERS)
    if text[-1:] not in tuple(_QUESTION_ENDS):
        return False
    if quote.speaker.speaker_role in (SpeakerRole.HOST, SpeakerRole.CALLER):
        return True
    ends = _SENTENCE_END.findall(text)
    return all(end[-1] in _QUESTION_ENDS for end in ends) and _BEGINS_LIKE_A_QUESTION.match(text) is not None
