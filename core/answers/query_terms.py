"""The search terms of a question, and where a text has them."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from types import MappingProxyType

from pydantic import Field

from core.answers.word_families import relatives_of
from core.answers.word_tokens import form_of, is_content_word, stem_of, words_of
from core.record import Record
from core.span import Span
from core.text.canonical import canonicalize, fold
from core.text.punctuation import APOSTROPHES, FORMAT_CHARACTERS, HYPHENS, LIGATURES, OTHER_QUOTATION_MARKS
from core.text.segmentation import is_unspaced

MOST_WORDS = 64

_WIDER = 0xFEE0  # how far full-width forms are from the plain ones
_LOOKED_AT = 10_000  # characters of a question
_LONGEST_WORD = 100
_STOP_WORDS = frozenset(
    (
        "a about above after again against all also am an and any are aren't as at be because been before being below "
        "between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each "
        "few for from further had hadn't has hasn't have haven't having he her here hers herself him himself his how "
        "i if in into is isn't it its itself just let me more most my myself no nor not of off on once only or other "
        "our ours ourselves out over own same shall she should shouldn't so some such than that the their theirs them "
        "themselves then there these they this those through to too under until up upon us versus very vs was wasn't "
        "we were weren't what when where whether which while who whom whose why will with won't would wouldn't you "
        "your yours yourself yourselves ll re ve"
    ).split()
)
_DOUBLE_MARKS = frozenset(OTHER_QUOTATION_MARKS) - frozenset("‚‹›′‵″‶❛❜❮❯")
_INSIDE_WORDS = frozenset(APOSTROPHES + HYPHENS + "_")
_INSIDE_NUMBERS = frozenset(".,:")
_LETTER_APOSTROPHES = {ord(char): "'" for char in APOSTROPHES if char.isalpha()}  # an index takes them for letters
_PIECE = re.compile(r"u[um]*|[dl][dlm]*(?:(?:j(?=[dl])|(?<=d)p(?=d))[dlm]+)*")  # over the kinds of characters

_PHRASE = 1.5  # the weight of a phrase in marks against each of its words
_STEM = "~"  # before a stem: a word with the same stem weighs less than the word or an inflection of it

Asked = Mapping[str, float]
"""The weight of each term, 1 for the rarest word; a term is a form, `~` and a stem, or forms with spaces between; 0 if
no passage has it."""


Synonyms = Mapping[str, Sequence[str]]
"""What is looked for in place of a word too: other words, or several in a row."""


class Question(Record):
    """What a question asks for.

    `words` are its searchable words, casefolded, each once, in order, without stop words unless there are no others;
    words of scripts without spaces are runs. `phrases` are the words between double marks, by single spaces; `words`
    has them too. Both hold only letters, digits, marks inside words, and spaces. `synonyms` are looked for in place of
    a word, `background` are words that say little in the passages that are searched.
    """

    words: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()
    synonyms: dict[str, tuple[str, ...]] = Field(default_factory=dict[str, tuple[str, ...]])
    background: frozenset[str] = frozenset()

    def others(self, word: str) -> tuple[str, ...]:
        """Return what is looked for beside a word: its irregular forms, and its synonyms."""
        return (*relatives_of(word, stem_of(word)), *self.synonyms.get(word, ()))


def _kind(char: str) -> str:
    """Return one letter for what a character is in a word: unspaced, digit, letter, mark, joint, point, or none."""
    if is_unspaced(char) and (char.isalnum() or unicodedata.category(char)[0] == "M"):
        return "u"
    if char.isalnum():
        return "d" if char.isdigit() else "l"
    if unicodedata.category(char)[0] == "M":
        return "m"
    return "j" if char in _INSIDE_WORDS else "p" if char in _INSIDE_NUMBERS else " "


def _pieces(text: str) -> Iterator[str]:
    """Yield the words of a text and its runs of scripts without spaces."""
    kinds = "".join(map(_kind, text))
    yield from (text[piece.start() : piece.end()] for piece in _PIECE.finditer(kinds))


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text, cut at apostrophes and without single letters (`l'eau`, `Ann's`)."""
    for piece in _pieces(text):
        word = "".join("'" if char in APOSTROPHES else char for char in piece)
        if word in _STOP_WORDS or "'" not in word:
            yield word
            continue
        parts = [part for part in word.split("'") if part]
        yield from [part for part in parts if len(part) > 1] or parts


def _plain(text: str) -> str:
    """Fold the letters of a text as the canonical form does, and leave its marks as they are, those alone excepted that
    are letters."""
    shown = "".join(
        LIGATURES.get(char) or (chr(ord(char) - _WIDER) if "！" <= char <= "～" else char)
        for char in text
        if char not in FORMAT_CHARACTERS
    )
    folded = unicodedata.normalize("NFC", unicodedata.normalize("NFC", shown).casefold())
    return folded.translate(_LETTER_APOSTROPHES)


def _phrases(text: str) -> Iterator[str]:
    marks = [at for at, char in enumerate(text) if char in _DOUBLE_MARKS]
    for opening, closing in zip(marks[::2], marks[1::2], strict=False):
        yield " ".join(_pieces(text[opening + 1 : closing]))


def _first(words: list[str]) -> tuple[str, ...]:
    """Return the first words, which are searched for; in scripts without spaces characters count."""
    kept: list[str] = []
    room = MOST_WORDS
    for word in dict.fromkeys(words):
        if room <= 0:
            break
        runs = is_unspaced(word[0])
        if runs or len(word) <= _LONGEST_WORD:
            kept.append(word[:room] if runs else word)
            room -= len(kept[-1]) if runs else 1
    return tuple(kept)


def pairs_of(run: str) -> tuple[str, ...]:
    """Return the search terms of a run of a script without spaces: each two neighbouring characters."""
    return (run,) if len(run) < 3 else tuple(dict.fromkeys(run[at : at + 2] for at in range(len(run) - 1)))


@lru_cache(maxsize=4096)
def _is_folded(char: str) -> bool:
    """Tell whether an index that folds only case and accents would index a character differently."""
    return _plain(char) != char.lower()


@lru_cache(maxsize=256)
def _with(chars: frozenset[str]) -> re.Pattern[str]:
    """Return the pattern of words that have any of these characters."""
    some = re.escape("".join(sorted(chars)))
    return re.compile(rf"(?<![\w{some}])\w*[{some}][\w{some}]*")


def _parted(text: str, runs: frozenset[str]) -> list[str]:
    some = re.escape("".join(sorted(runs)))
    return re.findall(rf"[{some}]|(?<=[{some}])[^\W{some}]+|[^\W{some}]+(?=[{some}])", text)


def with_spaced_pairs(text: str) -> str:
    """Return the extra words that an index needs to find all words of `text`: "" for nearly every text.

    These are each character of scripts without spaces with the words that touch them, and the folded form of words that
    folding changes (`Straße`, full-width letters, ligatures, invisible characters), all separated by spaces.
    """
    if text.isascii():
        return ""
    text = unicodedata.normalize("NFC", text)
    present = set(text)
    runs = frozenset(filter(is_unspaced, present))
    folded = frozenset(filter(_is_folded, present - runs))
    found = _parted(text, runs) if runs else []
    if folded:
        found += filter(None, map(_plain, _with(folded).findall(text)))
    return " ".join(found)


def _joined(spans: Iterator[Span]) -> Iterator[Span]:
    """Yield spans in order of their starts, touching ones joined."""
    last: Span | None = None
    for span in spans:
        if last is not None and span.start <= last.end:
            last = Span(last.start, max(last.end, span.end))
            continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last


def matches(question: Question, text: str) -> tuple[Span, ...]:
    """Return where `text` has words of the question, in order; code points, half-open, never overlapping.

    Whole words in canonical form, no inflections; in runs of scripts without spaces each two neighbouring characters.
    Touching hits are one. Linear in the text.
    """
    runs = [pair for word in question.words if is_unspaced(word[0]) for pair in pairs_of(word)]
    words = [word for word in question.words if not is_unspaced(word[0])]
    if not (runs or words):
        return ()
    folding = fold(text)
    around = re.escape("".join(sorted(filter(is_unspaced, set(folding.text)))))
    sought = [rf"(?<![^\W_{around}]){re.escape(canonicalize(word))}(?![^\W_{around}])" for word in words]
    # A look-ahead, so that a pair is found inside the one before it.
    hits = re.finditer(f"(?=({'|'.join((*sought, *map(re.escape, runs)))}))", folding.text)
    return tuple(_joined(folding.original(*hit.span(1)) for hit in hits))


def read_question(question: str, synonyms: Synonyms = MappingProxyType({})) -> Question:
    """Return the search terms of a question; any text is one, and only the beginning of a very long one counts. Never
    raises. `synonyms` (word: other words) are found for every inflection of their word.

    Source: decisions.md#seed-2, decisions.md#seed-4.
    """
    text = _plain(question[:_LOOKED_AT])
    words = list(_words(text))
    telling = [word for word in words if word not in _STOP_WORDS]
    phrases = dict.fromkeys(phrase for phrase in _phrases(text) if phrase)
    first = _first(telling or words)
    known = {
        form_of(_plain(word)): tuple(" ".join(_pieces(_plain(one))) for one in others)
        for word, others in synonyms.items()
    }
    of_words = {word: known[form_of(word)] for word in first if form_of(word) in known}
    return Question(words=first, phrases=tuple(phrases)[:MOST_WORDS], synonyms=of_words)


def _has(term: str, keys: frozenset[str], line: str) -> bool:
    return f" {term} " in line if " " in term else term in keys


def _keys(words: Sequence[str]) -> tuple[frozenset[str], str]:
    """Return where terms are looked up: the forms and stems of words, and the forms in a row."""
    forms = list(map(form_of, words))
    return frozenset((*forms, *(_STEM + stem_of(word) for word in words))), f" {' '.join(forms)} "


def matching_terms(words: Sequence[str], asked: Asked) -> frozenset[str]:
    """Return the terms that a row of words has."""
    keys, line = _keys(words)
    return frozenset(term for term in asked if _has(term, keys, line))


def content_words_of_question(question: str) -> tuple[str, ...]:
    """Return the content words of a question; if it has none, all that are searched for."""
    searched = words_of(" ".join(read_question(question).words))
    return tuple(dict.fromkeys(word for word in searched if is_content_word(word))) or tuple(dict.fromkeys(searched))


def term_weights(question: str, texts: Sequence[str]) -> dict[str, float]:
    """Return the weight of each term of a question among the passages: the more of them have it, the less."""
    words = content_words_of_question(question)
    phrases = [" ".join(map(form_of, words_of(phrase))) for phrase in read_question(question).phrases]
    shares = {form_of(word): 0.5 for word in words} | {_STEM + stem_of(word): 0.5 for word in words}
    shares |= {phrase: _PHRASE for phrase in phrases if " " in phrase}
    found = [matching_terms(words_of(text), shares) for text in texts]
    size = len(texts)
    worth: dict[str, float] = {}
    for term, share in shares.items():
        holders = sum(term in each for each in found)
        worth[term] = share * log(1 + size / holders) / log(1 + size) if holders else 0.0
    return worth
