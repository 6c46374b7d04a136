"""What kind of difference lies between a quote somebody typed and the passage it is most like."""

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache

from core.record import Record
from core.rejection import Difference

FILLERS = frozenset(
    "um uh er ah oh hmm like just really actually basically literally well so and but yeah okay right then anyway "
    "you know i mean sort kind of maybe perhaps probably quite very pretty".split()
)
NEGATIONS = frozenset(
    "not no never nobody nothing none neither nor nowhere without cannot hardly scarcely barely unable".split()
)
NUMBER_WORDS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion "
    "first second third fourth fifth sixth seventh eighth ninth tenth half quarter third thirds dozen twice once "
    "percent".split()
)
_NEGATIVE_PREFIXES = ("un", "in", "im", "il", "ir", "non-", "dis", "non")
_WORD = re.compile(r"[^\W_]+(?:['.,:\-][^\W_]+)*|[%€$£¥]")
_LONG_ENOUGH = 3  # words of a stretch that stands for itself in a stitched quote
_FEW_CHANGES = 3  # words up to which a quote is one passage with slips, not two put together


class Op(StrEnum):
    """What happened to a stretch of words between a quote and a passage."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


class DiffPiece(Record):
    """A stretch of words: in both, only in the quote (gone), or only in the passage (new)."""

    op: Op
    text: str


def _words(text: str) -> list[str]:
    return _WORD.findall(text)


def _opcodes(first: Sequence[str], second: Sequence[str]) -> list[tuple[str, list[str], list[str]]]:
    from rapidfuzz.distance import Indel

    codes = Indel.opcodes(first, second)
    return [
        (code.tag, list(first[code.src_start : code.src_end]), list(second[code.dest_start : code.dest_end]))
        for code in codes
    ]


def _is_number(word: str) -> bool:
    return (
        word in "%€$£¥"
        or any(char.isdigit() for char in word)
        or all(part in NUMBER_WORDS for part in re.split(r"[-,]", word))
    )


def _negates(word: str) -> bool:
    return word in NEGATIONS or word.endswith("n't")


def _flips(gone: list[str], new: list[str]) -> bool:
    """Tell whether a word and its negation stand against each other (possible, impossible; can, can't)."""
    pairs = [(one, other) for one in gone for other in new]
    return any(
        longer == prefix + shorter
        for one, other in pairs
        for longer, shorter in ((one, other), (other, one))
        for prefix in _NEGATIVE_PREFIXES
    )


@lru_cache(maxsize=1)
def _spoken(transcript: str) -> str:
    """Return a transcript's words alone; all quotes of a map are compared with the same transcript."""
    return " ".join(_words(transcript))


def _is_stitched(quote: list[str], transcript: str) -> bool:
    """Tell whether the quote is made of two or more long stretches that the transcript has, but not together."""
    transcript = _spoken(transcript)
    start, stretches = 0, 0
    while start < len(quote):
        end = start
        while end < len(quote) and " ".join(quote[start : end + 1]) in transcript:
            end += 1
        if end - start < _LONG_ENOUGH:
            return False
        start, stretches = end, stretches + 1
    return stretches > 1


def similarity(first: str, second: str) -> float:
    """Return 1 minus the normalised edit distance of two texts, 0 to 1."""
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.normalized_similarity(first, second)


def _kind_of_changes(gone: list[str], new: list[str]) -> Difference:
    if any(map(_negates, (*gone, *new))) or _flips(gone, new):
        return Difference.NEGATION
    if any(map(_is_number, (*gone, *new))):
        return Difference.NUMBER
    if not gone and all(word in FILLERS for word in new):
        return Difference.FILLER_DROPPED
    return Difference.WORD_CHANGED


def classify_difference(quote: str, passage: str, transcript: str = "") -> Difference | None:
    """Return the kind of difference between two canonical texts, None where they are equal.

    With the canonical `transcript` a quote stitched of several places is recognised, where more than a few words
    differ.
    Negations and numbers weigh more than fillers, and these more than other words. Source: design, "Whitelist".
    """
    if quote == passage:
        return None
    own, other = _words(quote), _words(passage)
    if own == other:
        return Difference.TYPOGRAPHY
    changes = [(gone, new) for tag, gone, new in _opcodes(own, other) if tag != "equal"]
    gone = [word for words, _ in changes for word in words]
    new = [word for _, words in changes for word in words]
    if len(gone) + len(new) > _FEW_CHANGES and transcript and _is_stitched(own, transcript):
        return Difference.STITCHED
    return _kind_of_changes(gone, new)


def word_diff(quote: str, passage: str) -> tuple[DiffPiece, ...]:
    """Return what turns a quote into a passage, word by word, in order; words are parted at white space."""
    pieces: list[DiffPiece] = []
    for tag, gone, new in _opcodes(quote.split(), passage.split()):
        if tag == "equal":
            pieces.append(DiffPiece(op=Op.SAME, text=" ".join(gone)))
            continue
        if gone:
            pieces.append(DiffPiece(op=Op.GONE, text=" ".join(gone)))
        if new:
            pieces.append(DiffPiece(op=Op.NEW, text=" ".join(new)))
    return tuple(pieces)
