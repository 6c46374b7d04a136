"""What kind of difference lies between a quote somebody typed and the passage it is most like.

The lists are closed: what is a negation, a number or a filler stands here and nowhere else. Words are compared in
canonical form without the punctuation about them; a number keeps its sign, separators, currency and percent.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from functools import cache
from itertools import groupby
from typing import NamedTuple

from core.record import Record
from core.span import Span
from core.text.canonical import canonicalize_all
from core.text.fuzzy_ends import SPACELESS
from core.text.fuzzy_seeds import WordIndex, index_words, split_words
from core.whitelist.rejection import DifferenceKind

FILLERS = frozenset(
    "um umm uh uhm er erm ah oh hmm mm mhm huh like just really actually basically literally obviously honestly "
    "essentially simply well so and but yeah okay ok anyway you_know i_mean sort_of kind_of kinda sorta".split()
)
"""What can be left out of speech without changing what it claims; `_` joins the words of a phrase.

Doubt is not a filler: who leaves out "probably" or "I think" claims more than was said.
"""
NEGATIONS = frozenset(
    "not never no nobody nothing none neither nor nowhere without hardly scarcely barely rarely seldom unable".split()
)
NUMBER_WORDS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred hundreds thousand thousands "
    "million millions billion billions trillion trillions dozen dozens half halves third thirds quarter quarters "
    "first fourth fifth sixth seventh eighth ninth tenth once twice percent percentage".split()
)
STRETCH = 4  # words in a row taken from one place; fewer stand in a transcript by chance
JUMP = 3  # words left out between two stretches; fewer are words dropped

_PREFIXES = ("un", "non", "dis")
_ADJECTIVE_PREFIXES = ("in", "im", "il", "ir")  # only before what looks like an adjective: `inside` denies nothing
_ADJECTIVE = re.compile(
    r"..(?:ble|ate|ent|ant|al|ive|ect|ous|ite|ile|act|ure|ar|ance|ence|ity|ice|ly|cy)$|^(?:sane|valid|human)$"
)
_NO_NEGATION = frozenset("unless until under union unit discover display discount discuss disease distant".split())
# Numbers keep what belongs to them; of all other words only letters and inner apostrophes count.
_NUMBER = r"(?:(?<![^\s\"(\[{<])-)?[$€£¥]?\d+(?:[.,:/]\d+)*%?|[%$€£¥]"
_PLAIN_TOKEN = re.compile(rf"{_NUMBER}|[^\W\d_]+(?:'[^\W\d_]+)*")
_LAST_PLAIN = "\u02ff"  # beyond it letters may carry marks of their own, or need no spaces
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_PIECE = re.compile(r"\s*(?:--+|[—―⸺]|(?:(?!--|[—―⸺])\S)+)\s*")
_MANY = 5_000  # words beyond which two texts are only compared at their beginnings and ends
_TRIED = 500  # places of a transcript that are tried for one stretch


class DiffOperation(StrEnum):
    """What happened to a stretch of words between a quote and a passage."""

    SAME = "same"
    GONE = "gone"
    NEW = "new"


class DiffPiece(Record):
    """A stretch of words and the white space after them: in both texts, only in the quote, or only in the passage."""

    op: DiffOperation
    text: str


class _Change(NamedTuple):
    """A place where two texts differ: words of the quote, words of the passage, and where these begin and end."""

    gone: list[str]
    new: list[str]
    begin: int
    end: int


@cache
def _any_token() -> re.Pattern[str]:
    """Compile what most transcripts never need: words of any script, whose letters may carry combining marks."""
    letter = rf"[^\s\d!-/:-@\[-`{{-~¡§«¶·»¿\u2010-\u205e\u3000-\u3004\u3008-\u3020\uff00-\uff0f{SPACELESS}]"
    return re.compile(rf"{_NUMBER}|[{SPACELESS}]|{letter}+(?:'{letter}+)*")


def _tokens(text: str) -> list[str]:
    token = _PLAIN_TOKEN if max(text, default="") <= _LAST_PLAIN else _any_token()
    return token.findall(_THOUSANDS.sub("", text))


def _opcodes(first: Sequence[str], second: Sequence[str]) -> list[tuple[bool, slice, slice]]:
    """Return the stretches of two sequences in order: whether they are equal there, and where they stand in each."""
    from rapidfuzz.distance import Indel

    if len(first) > _MANY and len(second) > _MANY:
        same = 0
        while same < min(len(first), len(second)) and first[same] == second[same]:
            same += 1
        return [(True, slice(0, same), slice(0, same)), (False, slice(same, len(first)), slice(same, len(second)))]
    found: list[tuple[bool, slice, slice]] = []
    for equal, codes in groupby(Indel.opcodes(first, second), key=lambda code: code.tag == "equal"):
        stretch = list(codes)
        found.append(
            (
                equal,
                slice(stretch[0].src_start, stretch[-1].src_end),
                slice(stretch[0].dest_start, stretch[-1].dest_end),
            )
        )
    return found


def _changes(own: list[str], other: list[str]) -> list[_Change]:
    return [
        _Change(own[gone], other[new], new.start, new.stop) for equal, gone, new in _opcodes(own, other) if not equal
    ]


def _negations(words: list[str]) -> Counter[str]:
    """Count the negations; `n't` and `cannot` are `not` written together."""
    spelt = ("not" if word.endswith("n't") or word == "cannot" else word for word in words)
    return Counter(word for word in spelt if word in NEGATIONS)


def _denied(word: str) -> Iterator[str]:
    """Yield the words that a word may be the negation of."""
    if word.endswith("less"):
        yield word.removesuffix("less")
        yield word.removesuffix("less") + "ful"
    for prefix in (*_PREFIXES, *_ADJECTIVE_PREFIXES):
        stem = word.removeprefix(prefix)
        if stem != word and (prefix in _PREFIXES or _ADJECTIVE.search(stem)):
            yield stem


def _deny(words: list[str], others: list[str]) -> bool:
    present = set(others)
    return any(stem in present for word in set(words) - _NO_NEGATION for stem in _denied(word))


def _is_negation(change: _Change) -> bool:
    if _negations(change.gone) != _negations(change.new):
        return True
    return _deny(change.gone, change.new) or _deny(change.new, change.gone)


def _is_number(word: str) -> bool:
    return word in NUMBER_WORDS or word in "%$€£¥" or any(char.isnumeric() for char in word)


def _is_filler(change: _Change, passage: list[str]) -> bool:
    """Tell whether only fillers are missing, or words that the speaker says twice in a row."""
    words, length = change.new, len(change.new)
    if change.gone:
        return False
    if passage[change.end : change.end + length] == words or passage[change.begin - length : change.begin] == words:
        return True
    place = 0
    while place < length:
        step = 2 if "_".join(words[place : place + 2]) in FILLERS else 1
        if step == 1 and words[place] not in FILLERS:
            return False
        place += step
    return True


def _is_cut(changes: list[_Change], passage: list[str]) -> bool:
    """Tell whether the quote is long stretches of the passage and lacks several words that stand between them."""
    edges = [0, *(edge for change in changes for edge in (change.begin, change.end)), len(passage)]
    kept = [end - begin for begin, end in zip(edges[::2], edges[1::2], strict=True)]
    jumps = max(len(change.new) for change in changes) >= JUMP and not any(change.gone for change in changes)
    return jumps and min(kept) >= STRETCH


def _longest_stretch(index: WordIndex, words: list[str]) -> Span:
    """Return where most of the first words stand in the transcript in a row; empty if fewer than make a stretch."""
    head = words[:STRETCH]
    places = [index.numbers_of(word) for word in head]
    rarest = min(range(len(head)), key=lambda number: len(places[number]))
    begin, longest = 0, 0
    for place in places[rarest][:_TRIED]:
        first, length = place - rarest, 0
        while length < len(words) and first >= 0 and index.is_word(first + length, words[length]):
            length += 1
        if length > longest:
            begin, longest = first, length
    return Span(begin, begin + longest) if longest >= STRETCH else Span(0, 0)


def find_stretches(quote: str, transcript: str) -> list[Span]:
    """Return the stretches of four words or more of the canonical transcript that a canonical quote is made of and
    nothing else, in its order; [] where it is not. A single one has the same words in a row."""
    index, (words, _) = index_words(transcript), split_words(quote)
    done, found = 0, list[Span]()
    while done < len(words) and STRETCH <= len(words) <= _MANY:
        # The last stretch may share words with the one before, which took as many as it could.
        begin = min(done, len(words) - STRETCH)
        numbers = _longest_stretch(index, words[begin:])
        end = begin + numbers.end - numbers.start
        if end <= done:
            return []
        last = numbers.end - 1
        found.append(Span(index.starts[numbers.start], index.starts[last] + len(words[end - 1])))
        done = end
    return found if len(found) == 1 or len(words) >= 2 * STRETCH else []


def similarity(first: str, second: str) -> float:
    """Return 1 minus the normalised edit distance of two texts, 0 to 1."""
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.normalized_similarity(first, second)


def word_diff(quote: str, passage: str) -> tuple[DiffPiece, ...]:
    """Return what turns a quote into a passage, word by word.

    Words are compared in canonical form and shown as they are written; all pieces but the gone ones, joined, are the
    passage.
    """
    own, other = _PIECE.findall(quote), _PIECE.findall(passage)
    pieces: list[DiffPiece] = []
    for equal, gone, new in _opcodes(canonicalize_all(own), canonicalize_all(other)):
        if equal:
            pieces.append(DiffPiece(op=DiffOperation.SAME, text="".join(other[new])))
            continue
        if own[gone]:
            pieces.append(DiffPiece(op=DiffOperation.GONE, text="".join(own[gone])))
        if other[new]:
            pieces.append(DiffPiece(op=DiffOperation.NEW, text="".join(other[new])))
    return tuple(pieces)


def _kind(changes: list[_Change], passage: list[str]) -> DifferenceKind:
    if any(map(_is_negation, changes)):
        return DifferenceKind.NEGATION
    if any(_is_number(word) for change in changes for word in (*change.gone, *change.new)):
        return DifferenceKind.NUMBER
    if all(_is_filler(change, passage) for change in changes):
        return DifferenceKind.FILLER_DROPPED
    return DifferenceKind.STITCHED if _is_cut(changes, passage) else DifferenceKind.WORD_CHANGED


def classify_difference(quote: str, passage: str, transcript: str = "") -> DifferenceKind | None:
    """Return the kind of difference between two canonical texts, None where they are equal.

    A negation weighs more than a number, a number more than fillers, and these more than other words. With the
    canonical `transcript`, a quote that is not much like the passage is recognised as stitched from several places.
    Source: decisions.md#rejections.
    """
    if quote == passage:
        return None
    own, other = _tokens(quote), _tokens(passage)
    if "".join(own).replace("'", "") == "".join(other).replace("'", ""):
        return DifferenceKind.TYPOGRAPHY
    changes = _changes(own, other)
    changed = max(sum(len(change.gone) for change in changes), sum(len(change.new) for change in changes))
    if 4 * changed > max(len(own), len(other)) and transcript and len(find_stretches(quote, transcript)) > 1:
        return DifferenceKind.STITCHED
    return _kind(changes, other)
