"""The answer without a model: what the passages themselves say, by theme and file, word for word."""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from core.answers.excerpt_blocks import Excerpt, group_blocks, opening_blocks, short_blocks
from core.answers.passage_transcript.record_labels import labels_of, with_own_ids
from core.answers.question_weights import content_words_of_question, term_weights
from core.answers.records import AnswerMode, AnswerQuote, Citation, CitedAnswer
from core.answers.snippets import QUESTION_ENDS, best_snippet, length_of
from core.answers.stemming import form_of
from core.answers.stopwords import is_content_word
from core.answers.themes import find_themes
from core.span import Span
from core.text.canonical import canonicalize
from core.text.tokens import is_unspaced
from core.whitelist.difference import FILLERS
from core.whitelist.quote_key import strip_ends

FEWEST_WORDS = 4  # of a passage that is quoted; what is shorter is counted


def _quote(citation: Citation, within: Span) -> AnswerQuote:
    return AnswerQuote(
        text=within.slice(citation.text),
        record_id=citation.record_id,
        source=citation.file,
        within=within,
        span=Span(citation.offset + within.start, citation.offset + within.end),
        speaker=citation.speaker,
    )


def _known(citation: Citation) -> str:
    """Return all that is known of a passage in words: a search may have found it by its summary."""
    return f"{citation.text}\n{citation.summary}"


def _is_a_word(word: str) -> bool:
    """Tell whether a reader would call it a word: two characters of a script without spaces may be none."""
    return is_content_word(word) and not is_unspaced(word[0])


def _wording(text: str) -> tuple[str, ...]:
    """Return what two excerpts must share to be shown once: all words but fillers, signs of numbers, and whether they
    ask."""
    words = [strip_ends(word) for word in canonicalize(text).split()]
    asks = "?" if text.endswith(QUESTION_ENDS) else ""
    return (*(word for word in words if word and word not in FILLERS), asks)


def _once(excerpts: Iterable[Excerpt]) -> list[Excerpt]:
    """Return ranked excerpts, each wording once and with the records of all that have it."""
    first: dict[tuple[str, ...], Excerpt] = {}
    same: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for excerpt in excerpts:
        wording = _wording(excerpt.quote.text)
        if first.setdefault(wording, excerpt) is not excerpt:
            same[wording].append(excerpt.label)
    return [excerpt._replace(same=tuple(same[wording])) for wording, excerpt in first.items()]


def _by_file(excerpts: Sequence[Excerpt]) -> list[Excerpt]:
    """Order ranked excerpts by file, the best file first, and inside a file as it is read."""
    files: dict[str, int] = {}
    for excerpt in excerpts:
        files.setdefault(excerpt.citation.shown_file, len(files))
    return sorted(excerpts, key=lambda excerpt: (files[excerpt.citation.shown_file], excerpt.citation.offset))


def _groups(excerpts: Sequence[Excerpt], wanted: frozenset[str]) -> list[tuple[str, list[Excerpt]]]:
    """Return the excerpts by theme, each under its heading; what shares nothing comes last."""
    texts = [f"{excerpt.quote.text}\n{excerpt.citation.summary}" for excerpt in excerpts]
    files = [excerpt.citation.file for excerpt in excerpts]
    themes = find_themes(texts, files, wanted)
    groups = [(", ".join(theme.terms), [excerpts[place] for place in theme.places]) for theme in themes]
    themed = {place for theme in themes for place in theme.places}
    others = [excerpt for place, excerpt in enumerate(excerpts) if place not in themed]
    if others:
        groups.append(("Other passages" if themes else "", others))
    return [(heading, _by_file(members)) for heading, members in groups]


def excerpt_answer(question: str, citations: Sequence[Citation], *, reason: str = "") -> CitedAnswer:
    """Return the answer that needs no model: labelled excerpts of the passages, grouped by theme and file.

    Each excerpt is an exact slice of its passage, of whole sentences around what the question asks for; what several
    passages say in the same words stands once. `citations` are ranked, the best first. `reason` says why there is no
    model's answer. Linear in the passages. Source: decisions.md#seed-2.
    """
    named = with_own_ids(citations)
    labels = labels_of([citation.record_id for citation in named])
    asked = term_weights(question, [_known(citation) for citation in named])
    excerpts = [
        Excerpt(citation, label, _quote(citation, best_snippet(citation.text, asked)))
        for citation, label in zip(named, labels, strict=True)
    ]
    long = [excerpt for excerpt in excerpts if length_of(excerpt.quote.text) >= FEWEST_WORDS]
    short = [excerpt for excerpt in excerpts if length_of(excerpt.quote.text) < FEWEST_WORDS]
    words = content_words_of_question(question)
    groups = _groups(_once(long), frozenset(map(form_of, words)))
    blocks = opening_blocks(named, [word for word in words if not asked[form_of(word)] and _is_a_word(word)])
    for heading, members in groups:
        blocks += group_blocks(heading, members)
    blocks += short_blocks(short)
    return CitedAnswer(
        question=question,
        mode=AnswerMode.EXCERPTS,
        blocks=tuple(blocks),
        quotes=tuple(excerpt.quote for _, members in groups for excerpt in members),
        citations=named,
        fallback_reason=reason,
    )
