"""What an edition as data says besides its texts: what became of quotations, where to look twice, people's roles."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from core.text.documents import is_object
from core.verify.reading.own_data.json_document import LocatedText, objects_in, span_in, texts_in
from core.verify.reading.page import collapse
from core.verify.reading.statements import (
    NamedRole,
    OutsideWords,
    ShownLetters,
    Statements,
    find_torn_roles,
    is_reference,
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


def _decided(chapter: _Chapter) -> Iterator[LocatedText]:
    """Yield the words that a decision finds in the transcript."""
    for decision in objects_in(chapter, "decisions"):
        if _one(decision, "action") in _STAYS or _one(decision, "finding") in TOLD:
            yield from (words for words in texts_in(decision, "original") if not is_reference(words))


def _torn(chapter: _Chapter) -> Iterator[tuple[int, str]]:
    """Yield the reasons that are not what was found."""
    for decision in objects_in(chapter, "decisions"):
        for reason in texts_in(decision, "reason"):
            if reason.rpartition(": ")[2] != _one(decision, "finding"):
                yield reason.line, "reason"


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
    told: list[LocatedText] = []
    outside: list[OutsideWords] = []
    quotes = (quote.get("speaker") for chapter in chapters for quote in objects_in(chapter, "quotes"))
    quoted = _roles(filter(is_object, quotes))
    strays = list(find_torn_roles(_roles(objects_in(edition, "speakers")), quoted))
    for chapter in chapters:
        prose = [*objects_in(chapter, "unproven_prose"), *objects_in(chapter, "mentions")]
        told += _decided(chapter)
        told += (words for one in prose if _one(one, "kind") == COPIED for words in texts_in(one, "words"))
        strays += (*_torn(chapter), *_not_on_show(shown_in(chapter), prose))
        for one in objects_in(chapter, "meaning_warnings"):
            place = span_in(one, "quote_span")
            outside += (OutsideWords(words, words.line, *place) for words in texts_in(one, "words"))
    return Statements(tuple((words, words.line) for words in told), tuple(outside), tuple(strays))
