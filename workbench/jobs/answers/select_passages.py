"""The passages that an answer is made from: searched for, and chosen so that they are not all alike."""

from collections import Counter
from collections.abc import Callable, Sequence

from core.answers.diversity import Dropped, DropReason, apply_mmr_diversity, select_diverse
from core.answers.records import Citation
from workbench.jobs.answers.question import QuestionRequest, SearchResult
from workbench.search import SearchIndex
from workbench.store import AnswerSettings, OmittedPassage, PassageDiversity

_RANK = "Others fit the question better, and no more are sent."


def _full(most: int) -> str:
    passages = "one passage" if most == 1 else f"{most} passages"
    return f"The most that may be sent of its file, {passages}, are sent already."


def _why(dropped: Dropped, settings: AnswerSettings) -> str:
    if dropped.reason is DropReason.FILE_FULL:
        return _full(settings.max_per_file)
    if dropped.reason is DropReason.TOO_LIKE and dropped.similarity is not None:
        most_like = f"it is most like {dropped.nearest}, which is sent (likeness {dropped.similarity:.2f})"
        return f"Passages that differ more were preferred: {most_like}."
    return _RANK


def _left_out(citation: Citation, why: str) -> OmittedPassage:
    return OmittedPassage(record_id=citation.record_id, source=citation.document_name or citation.title, why=why)


def _by_courses(citations: Sequence[Citation], settings: AnswerSettings) -> SearchResult:
    kept = apply_mmr_diversity(list(citations), settings.max_per_file, settings.most)
    files = Counter(citation.file for citation in kept)
    left_out = (
        _left_out(one, _full(settings.max_per_file) if files[one.file] >= settings.max_per_file else _RANK)
        for one in citations
        if one not in kept
    )
    return SearchResult(citations=tuple(kept), left_out=tuple(left_out), found=len(citations))


def choose_passages(citations: Sequence[Citation], settings: AnswerSettings) -> SearchResult:
    """Choose among citations, the best first, those that are sent.

    Where all of them are of one file, no limit for a file holds: there is nothing else to be had.
    """
    if len({citation.file for citation in citations}) == 1:
        settings = settings.model_copy(update={"max_per_file": settings.most})
    if settings.diversity is PassageDiversity.COURSES:
        return _by_courses(citations, settings)
    chosen = select_diverse(citations, most=settings.most, lambda_=settings.lambda_, max_per_file=settings.max_per_file)
    left_out = tuple(_left_out(dropped.citation, _why(dropped, settings)) for dropped in chosen.dropped)
    return SearchResult(citations=chosen.kept, left_out=left_out, found=len(citations))


def _as_indexed(citation: Citation) -> Citation:
    return citation


def find_passages(
    library: SearchIndex, asked: QuestionRequest, *, named: Callable[[Citation], Citation] = _as_indexed
) -> SearchResult:
    """Return the passages for a question, chosen so that they are not all alike.

    `named` may give each another id than the index does. Raises IndexTrouble.
    """
    settings = asked.settings
    hits = library.search(
        asked.text,
        sources=asked.sources,
        collections=asked.collections,
        most=settings.candidates,
        search_in=settings.search_in,
    )
    return choose_passages([named(hit.citation) for hit in hits], settings)
