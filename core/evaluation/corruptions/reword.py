"""Corruptions with other words in the same place: a negation, a filler, a word, a letter, a number."""

import re
from collections.abc import Callable, Iterable, Iterator
from string import ascii_lowercase, digits

from core.evaluation.corruptions.corruption import CorruptionClass, CorruptionMethod, CorruptionVariant
from core.evaluation.corruptions.corruption_material import CorruptionSource, content_words
from core.evaluation.corruptions.seeded_choice import SeededChoice
from core.whitelist.difference import FILLERS

_TRIES = 8  # variants of one quote where there would be hundreds

_DENIED = {
    "cannot": "can",
    "never": "always",
    "nobody": "somebody",
    "nothing": "something",
    "none": "all",
    "nowhere": "everywhere",
    "without": "with",
    "neither": "either",
    "no": "some",
    "not": "",
}
_CONTRACTED = {"can't": "can", "won't": "will", "shan't": "shall", "ain't": "am"}
_DENIAL = re.compile(
    rf"(?<![\w'’-])(?:(?P<contracted>[a-z]+n['’]t)|(?P<word>{'|'.join(_DENIED)}))(?![\w'’-])(?P<space> ?)",
    re.IGNORECASE,
)
_PRONOUNS = frozenset("i you he she it we they".split())
_AFFIRMED = re.compile(
    r"(?<![\w'’-])(?:is|was|are|were|can|could|will|would|should|must|do|does|did|has|have|had)"
    r"(?= (?!not\b|never\b|no\b)[a-z])"
    r"|(?<![\w'’-])(?:I|[Yy]ou|[Hh]e|[Ss]he|[Ii]t|[Ww]e|[Tt]hey)(?= (?!never\b|not\b)[a-z])"
)
_HEDGES = (
    "probably|maybe|perhaps|possibly|almost|nearly|about|roughly|quite|rather|fairly|somewhat|usually|generally|mostly|"
    "often|sometimes|apparently|supposedly|seemingly|i think|i guess|i believe|i suppose|i feel like|it seems|"
    "a bit|a little|more or less|give or take|as far as we know|to my knowledge"
)
_FAMILIES = (
    "one two three four five six seven eight nine ten",
    "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
    "twenty thirty forty fifty sixty seventy eighty ninety",
    "hundred thousand million billion trillion",
    "first second third fourth fifth sixth seventh eighth ninth tenth",
    "once twice",
    "half quarter",
)
_FAMILY_OF = {word: family.split() for family in _FAMILIES for word in family.split()}
_NUMBER_WORD = re.compile(rf"(?<![^\W_])(?:{'|'.join(_FAMILY_OF)})(?![^\W_])", re.IGNORECASE)
_LETTER = re.compile(r"(?<=[^\W\d_])[a-z]|[a-z](?=[^\W\d_])")


def _with_case_of(model: str, word: str) -> str:
    return word[:1].upper() + word[1:] if model[:1].isupper() and model != "I" else word


def _edited(
    text: str, places: Iterable[re.Match[str]], draw: SeededChoice, edit: Callable[[re.Match[str]], str]
) -> Iterator[CorruptionVariant]:
    """Yield the text with one place edited, for a few places in a drawn order."""
    for match in draw.shuffled(places)[:_TRIES]:
        words = text[: match.start()] + edit(match) + text[match.end() :]
        # If the first word went, the next one begins with a capital letter.
        yield CorruptionVariant(_with_case_of(text, words.strip()))


def _affirmed(match: re.Match[str]) -> str:
    space = match["space"]
    if match["contracted"]:
        typed = match["contracted"].replace("’", "'")
        return _with_case_of(typed, _CONTRACTED.get(typed.lower(), typed[:-3])) + space
    word = _DENIED[match["word"].lower()]
    return _with_case_of(match["word"], word) + space if word else ""


def _negation_dropped(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    yield from _edited(source.speech, _DENIAL.finditer(source.speech), draw, _affirmed)


def _negation_added(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    def denied(match: re.Match[str]) -> str:
        return f"{match.group()} {'never' if match.group().lower() in _PRONOUNS else 'not'}"

    yield from _edited(source.speech, _AFFIRMED.finditer(source.speech), draw, denied)


def _without(phrases: str) -> Callable[[CorruptionSource, SeededChoice], Iterator[CorruptionVariant]]:
    pattern = re.compile(rf"(?<![\w'’-])(?:{phrases})(?![\w'’-]),?\s*", re.IGNORECASE)

    def vary(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
        yield from _edited(source.speech, pattern.finditer(source.speech), draw, lambda _: "")

    return vary


def _word(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    others = source.material.vocabulary
    if len(others) > 1:
        yield from _edited(source.speech, content_words(source.speech), draw, lambda _: draw.pick(others))


def _letter(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    def changed(match: re.Match[str]) -> str:
        return draw.pick(ascii_lowercase.replace(match.group(), ""))

    yield from _edited(source.speech, _LETTER.finditer(source.speech), draw, changed)


def _digit(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    def changed(match: re.Match[str]) -> str:
        return draw.pick(digits.replace(match.group(), ""))

    yield from _edited(source.speech, re.finditer("[0-9]", source.speech), draw, changed)


def _number_word(source: CorruptionSource, draw: SeededChoice) -> Iterator[CorruptionVariant]:
    def changed(match: re.Match[str]) -> str:
        typed = match.group().lower()
        return _with_case_of(match.group(), draw.pick([word for word in _FAMILY_OF[typed] if word != typed]))

    yield from _edited(source.speech, _NUMBER_WORD.finditer(source.speech), draw, changed)


WORDING = (
    CorruptionMethod(CorruptionClass.NEGATION, "dropped", _negation_dropped),
    CorruptionMethod(CorruptionClass.NEGATION, "added", _negation_added),
    CorruptionMethod(CorruptionClass.FILLER, "filler", _without("|".join(sorted(FILLERS)).replace("_", " "))),
    CorruptionMethod(CorruptionClass.FILLER, "hedge", _without(_HEDGES)),
    CorruptionMethod(CorruptionClass.WORD, "word", _word),
    CorruptionMethod(CorruptionClass.LETTER, "letter", _letter),
    CorruptionMethod(CorruptionClass.NUMBER, "digit", _digit),
    CorruptionMethod(CorruptionClass.NUMBER, "number word", _number_word),
)
