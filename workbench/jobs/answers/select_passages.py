"""The passages that an answer is made from: searched for, and chosen so that they are not all alike."""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING

from core.answers.diversity import Dropped, DropReason, apply_mmr_diversity, select_diverse
from core.answers.records import Citation
from core.answers.synthesis import LEAST_PASSAGES
from workbench.jobs.answers.question import QuestionRequest, SearchResult
from workbench.search import SearchIndex, SearchScope
from workbench.store import AnswerSettings, OmittedPassage, PassageDiversity

if TYPE_CHECKING:
    from workbench.search.vector_search import Embedder

_USUAL = 2  # passages of one file, where nobody set a limit
_LOOSENED = "What was found is of few files, so up to {limit} passages of one file are sent in place of two."
_LIMITED = (
    "the limit for one file ({limit}; --per-file, or “Of one file, at most”) leaves out {hidden:,} of the "
    "{found:,} passages that were found"
)
_RANK = "Others fit the question better, and no more are sent."


def _full(most: int) -> str:
    passages = "one passage" if most == 1 else f"{most} passages"
    return f"The most that may be sent of its file, {passages}, are sent already."


def _why(dropped: Dropped, limit: int) -> str:
    if dropped.reason is DropReason.FILE_FULL:
        return _full(limit)
    if dropped.reason is DropReason.TOO_LIKE and dropped.similarity is not None:
        most_like = f"it is most like {dropped.nearest}, which is sent (likeness {dropped.similarity:.2f})"
        return f"Passages that differ more were preferred: {most_like}."
    return _RANK


def _left_out(citation: Citation, why: str) -> OmittedPassage:
    return OmittedPassage(record_id=citation.record_id, source=citation.document_name or citation.title, why=why)


def _by_courses(citations: Sequence[Citation], most: int, limit: int) -> SearchResult:
    kept = apply_mmr_diversity(list(citations), limit, most)
    files = Counter(citation.file for citation in kept)
    left_out = (
        _left_out(one, _full(limit) if files[one.file] >= limit else _RANK) for one in citations if one not in kept
    )
    return SearchResult(citations=tuple(kept), left_out=tuple(left_out), found=len(citations))


def _limit(citations: Sequence[Citation], settings: AnswerSettings) -> int:
    """Return how many passages of one file may be sent."""
    files = Counter(citation.file for citation in citations)
    if len(files) == 1:
        return settings.most
    if settings.max_per_file is not None:
        return settings.max_per_file
    wanted = min(LEAST_PASSAGES, settings.most, len(citations))
    return next(limit for limit in count(_USUAL) if sum(min(of_one, limit) for of_one in files.values()) >= wanted)


def choose_passages(citations: Sequence[Citation], settings: AnswerSettings) -> SearchResult:
    """Choose among citations, the best first, those that are sent.

    Where all of them are of one file, no limit for a file holds: there is nothing else to be had. Where nobody set a
    limit, it grows until five passages can be sent.
    """
    limit = _limit(citations, settings)
    if settings.diversity is PassageDiversity.COURSES:
        chosen = _by_courses(citations, settings.most, limit)
    else:
        of_all = select_diverse(citations, most=settings.most, lambda_=settings.lambda_, max_per_file=limit)
        left_out = tuple(_left_out(dropped.citation, _why(dropped, limit)) for dropped in of_all.dropped)
        chosen = SearchResult(citations=of_all.kept, left_out=left_out, found=len(citations))
    hidden = sum(one.why == _full(limit) for one in chosen.left_out)
    if settings.max_per_file is not None:
        limited = _LIMITED.format(limit=limit, hidden=hidden, found=chosen.found) if hidden else ""
        return chosen.model_copy(update={"limited": limited})
    loosened = limit > _USUAL and len({citation.file for citation in citations}) > 1
    return chosen.model_copy(update={"notice": _LOOSENED.format(limit=limit) if loosened else ""})


def _as_indexed(citation: Citation) -> Citation:
    return citation


def _search(library: SearchIndex, asked: QuestionRequest, embedder: "Embedder | None") -> tuple[list[Citation], str]:
    """Return what the search finds for a question, and a notice where it did not go as usual."""
    settings = asked.settings
    if embedder is None:
        hits = library.search(
            asked.text,
            sources=asked.sources,
            collections=asked.collections,
            most=settings.candidates,
            search_in=settings.search_in,
            synonyms=asked.synonyms,
        )
        return [hit.citation for hit in hits], ""
    from workbench.search.vector_search import VectorQuery

    query = VectorQuery(
        text=asked.text,
        sources=asked.sources,
        collections=asked.collections,
        most=settings.candidates,
        search_in=SearchScope(settings.search_in),
        synonyms=asked.synonyms,
    )
    found = library.search_with_vectors(query, embedder)
    return [hit.citation for hit in found.hits], found.notice


def find_passages(
    library: SearchIndex,
    asked: QuestionRequest,
    *,
    named: Callable[[Citation], Citation] = _as_indexed,
    embedder: "Embedder | None" = None,
) -> SearchResult:
    """Return the passages for a question, chosen so that they are not all alike.

    `named` may give each another id than the index does. With an `embedder` they are found by vectors too; its failure
    becomes a notice. Raises SearchIndexError.
    """
    citations, notice = _search(library, asked, embedder)
    chosen = choose_passages([named(citation) for citation in citations], asked.settings)
    return chosen.model_copy(update={"notice": " ".join(filter(None, (notice, chosen.notice)))})
