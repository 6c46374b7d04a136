"""Words that are searched for in place of others, from a file of a person's own."""

from collections.abc import Iterator

from core.answers.query_terms import read_question
from core.answers.word_tokens import form_of
from core.errors import BadInput, Problem
from core.prose.render import one_line
from core.text.documents import is_list, kind_of, read_object

_MOST_WORDS, _MOST_OTHERS, _LONGEST = 2_000, 20, 100
_FORM = "Write one word on each line, and its synonyms in brackets: expensive: [costly, overpriced]."


def _problems_of(word: str, others: object) -> Iterator[tuple[str, str]]:
    """Yield what is wrong with a word and its synonyms, and what to do."""
    searched = read_question(word).words
    if len(searched) != 1 or len(word) > _LONGEST:
        yield "is not a single word.", "Name one word; its synonyms may have several."
    if not is_list(others) or not others:
        yield f"has {kind_of(others)} for its synonyms, not a list of words.", _FORM
        return
    if len(others) > _MOST_OTHERS:
        yield f"has {len(others):,} synonyms; {_MOST_OTHERS} are the most.", "Leave the rarest out."
    for number, other in enumerate(others, start=1):
        if not isinstance(other, str):
            yield f"has {kind_of(other)} as synonym {number}.", "Put it in quotation marks."
        elif len(other) > _LONGEST or not any(map(str.isalnum, other)):
            yield f"has no words as synonym {number}, or too many.", f"Write at most {_LONGEST} characters."


def read_synonyms(data: bytes, name: str) -> dict[str, tuple[str, ...]]:
    """Read a YAML or JSON file with a list of synonyms for each word. Raises BadInput with everything that is wrong."""
    given = read_object(data, name, what="synonyms", error=BadInput)
    problems: list[Problem] = []
    if len(given) > _MOST_WORDS:
        message = f"holds synonyms of {len(given):,} words; {_MOST_WORDS:,} are the most."
        problems.append(Problem(place=name, message=message, remedy="Leave the rarest out."))
    first: dict[str, str] = {}
    for word, others in given.items():
        place = f"{name}: {one_line(str(word))[:_LONGEST]}"
        for message, remedy in _problems_of(str(word), others):
            problems.append(Problem(place=place, message=message, remedy=remedy))
        before = first.setdefault(form_of(str(word).casefold()), str(word))
        if before != str(word):
            message = f"is the same word as {one_line(before)[:_LONGEST]}, which has synonyms already."
            problems.append(Problem(place=place, message=message, remedy="Put them together."))
    if problems:
        raise BadInput(*problems[:_MOST_WORDS])
    return {str(word): tuple(others) for word, others in given.items()}
