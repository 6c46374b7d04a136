"""Whether a sentence can stand alone as a quote: what a reader would miss who has not heard the rest."""

import re
from enum import StrEnum

from core.answers.word_tokens import is_content_word, length_of, words_of
from core.map_making.outline.opening_words import NO_OPENINGS, OPENINGS, OpeningWords
from core.map_making.outline.talk_sentences import FEWEST_WORDS, MOST_WORDS
from core.text.punctuation import APOSTROPHES, OTHER_QUOTATION_MARKS
from core.transcripts.annotations import AnnotationKind, find_annotations

_LEAST_CONTENT = 2  # different words
_OPENING = 120  # characters
_MARKS = re.escape("".join(sorted({*APOSTROPHES, *OTHER_QUOTATION_MARKS})))
_ASKS = re.compile(rf"[?？؟][!！?？؟{_MARKS})\]]*$")
_ENDS = re.compile(rf"[.!。！｡।॥۔][{_MARKS})\]]*$")
_TRAILS = re.compile(rf"(?:\.\.\.?|…|[—―–-])[{_MARKS})\]]*$")
_BEFORE_WORDS = re.compile(r"[^\w']+")
_PAIRS = ("“”", "«»", "()", "[]", "「」")


class LeaningReason(StrEnum):
    """Why a sentence cannot stand alone."""

    LOST = "lost"
    QUESTION = "question"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    COURTESY = "courtesy"
    ANSWER = "answer"
    CONNECTIVE = "connective"
    PRONOUN = "pronoun"
    REFERS_BACK = "refers_back"
    UNFINISHED = "unfinished"
    SAYS_LITTLE = "says_little"


def _opening_of(plain: str, openings: OpeningWords) -> str:
    """Return the beginning of a sentence without marks and fillers."""
    opening = plain[:_OPENING]
    while True:
        opening = opening[found.end() :] if (found := _BEFORE_WORDS.match(opening)) else opening
        filler = openings.filler.match(opening)
        if filler is None:
            return opening
        opening = opening[filler.end() :]


def _in_order(text: str) -> bool:
    """Tell whether its straight quotation marks open and close in turn."""
    marks = [at for at, char in enumerate(text) if char == '"']
    opening = all(at == 0 or not text[at - 1].isalnum() for at in marks[::2])
    return opening and len(marks) % 2 == 0 and all(not text[at - 1].isspace() for at in marks[1::2])


def _is_unfinished(text: str) -> bool:
    """Tell whether a sentence of a text that marks its ends has no beginning, no end, or half of a pair of marks."""
    first = next((char for char in text if char.isalnum()), "")
    unpaired = not _in_order(text) or any(text.count(opens) != text.count(closes) for opens, closes in _PAIRS)
    return bool(first.islower() or unpaired or _TRAILS.search(text) or not _ENDS.search(text))


def _by_opening(plain: str, openings: OpeningWords) -> LeaningReason | None:
    opening = _opening_of(plain, openings)
    if openings.question.match(opening):
        return LeaningReason.QUESTION
    if openings.courtesy.match(opening):
        return LeaningReason.COURTESY
    if openings.answer.match(opening):
        return LeaningReason.ANSWER
    if openings.connective.match(opening):
        return LeaningReason.CONNECTIVE
    if openings.pronoun.match(opening):
        return LeaningReason.PRONOUN
    return LeaningReason.REFERS_BACK if openings.elsewhere.search(plain) else None


def why_not_alone(text: str, language: str, *, whole: bool = True) -> LeaningReason | None:
    """Return why a sentence cannot stand alone, None where it can.

    `language` is one of `OPENINGS`, "" where no list fits; `whole` is False where the text does not mark where
    sentences end.
    """
    text = text.strip()
    length = length_of(text)
    if any(found.kind is AnnotationKind.LOST for found in find_annotations(text)):
        return LeaningReason.LOST
    if _ASKS.search(text):
        return LeaningReason.QUESTION
    if length < FEWEST_WORDS or length > MOST_WORDS:
        return LeaningReason.TOO_SHORT if length < FEWEST_WORDS else LeaningReason.TOO_LONG
    plain = re.sub(f"[{re.escape(APOSTROPHES)}]", "'", text.casefold())
    leaning = _by_opening(plain, OPENINGS.get(language, NO_OPENINGS))
    if leaning is not None:
        return leaning
    if whole and _is_unfinished(text):
        return LeaningReason.UNFINISHED
    content = {word for word in words_of(text) if is_content_word(word)}
    return LeaningReason.SAYS_LITTLE if len(content) < _LEAST_CONTENT else None
