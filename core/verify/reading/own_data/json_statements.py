"""What an edition as data says besides its texts: what became of quotations, where to look twice, people's roles."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from core.text.documents import is_object
from core.verify.reading.own_data.json_document import LocatedText, objects_in, span_in, texts_in
from core.verify.reading.page import collapse
from core.verify.reading.statements import (
    ListedSentence,
    NamedRole,
    OutsideWords,
    ShownLetters,
    Statements,
    can_be_name,
    find_fallen,
    find_torn_roles,
    words_told,
)

# What is found of a quotation that the transcript has.
TOLD = frozenset(
    "whitelisted other_chapter part_of_whitelisted verbatim_not_whitelisted wrong_speaker repeated strict_narrative "
    "not_attributed".split()
)
_STAYS = frozenset(("kept", "replaced"))
COPIED = "verbatim"
_UNSAID = "The reason stands in its record: here it would read as somebody's words."

_Chapter = dict[str, Any]


def _one(holder: dict[str, Any], field: str) -> str:
    return next(texts_in(holder, field), "")


def _decided(chapter: _Chapter) -> Iterator[tuple[str, int]]:
    """Yield the words that a decision finds in the transcript, with their lines."""
    for decision in objects_in(chapter, "decisions"):
        if _one(decision, "action") in _STAYS or _one(decision, "finding") in TOLD:
            yield from ((told, words.line) for words in texts_in(decision, "original") if (told := words_told(words)))


def _torn(chapter: _Chapter, shown: ShownLetters) -> Iterator[tuple[int, str]]:
    """Yield the reasons that are not what was found, what stands for a name and is none, and the sentences that the
    chapter does not have."""
    rows: list[ListedSentence] = []
    for decision in objects_in(chapter, "decisions"):
        for reason in texts_in(decision, "reason"):
            if reason.rpartition(": ")[2] != _one(decision, "finding"):
                yield reason.line, "reason"
        yield from ((name.line, name) for name in texts_in(decision, "corrected_name") if not can_be_name(name))
        now = texts_in(decision, "sentence")
        rows += (ListedSentence(_one(decision, "original"), text, text.line, shown) for text in now)
    yield from find_fallen(rows)


def _not_on_show(shown: ShownLetters, prose: Iterable[dict[str, Any]]) -> Iterator[tuple[int, str]]:
    """Yield what is listed as prose of a chapter and stands nowhere in it; of words references may be gone."""
    for one in prose:
        words = (words for words in texts_in(one, "words") if "[" not in words)
        yield from ((text.line, text) for text in (*texts_in(one, "sentence"), *words) if not shown.hold(text))


def _roles(people: Iterable[dict[str, Any]]) -> Iterator[NamedRole]:
    for person in people:
        for role in texts_in(person, "speaker_role"):
            yield NamedRole(collapse(_one(person, "speaker_name")), role, role.line)


def shown_in(chapter: _Chapter) -> ShownLetters:
    """Return the letters of a chapter's text."""
    return ShownLetters(*texts_in(chapter, "text"))


def unsaid_in(chapters: Iterable[_Chapter]) -> Iterator[LocatedText]:
    """Yield why a model's text was not used, where the chapter neither says it nor says that it does not."""
    for chapter in chapters:
        for why in texts_in(chapter, "fallback"):
            shown = shown_in(chapter)
            if why and not (shown.hold(why) or shown.hold(_UNSAID)):
                yield why


def read_statements(edition: dict[str, Any], chapters: Sequence[_Chapter]) -> Statements:
    """Return what an edition says of words besides its texts."""
    told: list[tuple[str, int]] = []
    outside: list[OutsideWords] = []
    quotes = (quote.get("speaker") for chapter in chapters for quote in objects_in(chapter, "quotes"))
    quoted = _roles(filter(is_object, quotes))
    strays = list(find_torn_roles(_roles(objects_in(edition, "speakers")), quoted))
    for chapter in chapters:
        prose = [*objects_in(chapter, "unproven_prose"), *objects_in(chapter, "mentions")]
        told += _decided(chapter)
        shown = shown_in(chapter)
        copied = (one for one in prose if _one(one, "kind") == COPIED)
        told += ((words, words.line) for one in copied for words in texts_in(one, "words"))
        strays += (*_torn(chapter, shown), *_not_on_show(shown, prose))
        for one in objects_in(chapter, "meaning_warnings"):
            place = span_in(one, "quote_span")
            outside += (OutsideWords(words, words.line, *place) for words in texts_in(one, "words"))
    return Statements(tuple(told), tuple(outside), tuple(strays))
