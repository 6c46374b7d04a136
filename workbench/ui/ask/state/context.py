"""What stands around the passages of an answer, as the index has them now, and where its question meets them."""

from collections.abc import Sequence

from core.answers.query_terms import read_question
from core.answers.records import CitedAnswer, Passage
from core.span import Span
from workbench.search import SearchIndexError, UnknownIndexEntry
from workbench.search.fts_query import highlights_of
from workbench.ui.common.search_library import library

_MOST_AROUND = 60  # passages whose neighbours are looked up


def passages_with_neighbours(answer: CitedAnswer) -> dict[str, Sequence[Passage]]:
    """Return the passages of an answer as the index has them now, each between its neighbours."""
    index, found = library(), dict[str, Sequence[Passage]]()
    for citation in answer.citations[:_MOST_AROUND]:
        try:
            found[citation.record_id] = index.context(citation.record_id)
        except UnknownIndexEntry:
            found[citation.record_id] = ()
        except SearchIndexError:
            break
    return found


def question_matches(answer: CitedAnswer) -> dict[str, tuple[Span, ...]]:
    """Return where the words of its question stand in the passages of an answer."""
    texts = [citation.text for citation in answer.citations]
    spans = highlights_of(read_question(answer.question), texts)
    return {citation.record_id: found for citation, found in zip(answer.citations, spans, strict=True)}
