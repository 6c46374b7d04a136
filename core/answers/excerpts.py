"""The answer without a model: the passages themselves, by theme and file, word for word.

Of each passage, whole sentences around the words of the question are shown.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from heapq import nlargest
from typing import NamedTuple

from core.answers.excerpt_groups import Excerpt, find_themes, group_blocks, opening_blocks, short_blocks
from core.answers.passage_transcript import Ground
from core.answers.query_terms import Asked, content_words_of_question, matching_terms, term_weights
from core.answers.record_ids import with_own_ids
from core.answers.records import AnswerMode, AnswerQuote, Citation, CitedAnswer
from core.answers.word_tokens import form_of, is_content_word, length_of, words_of
from core.prose.render import write_blocks
from core.span import Span
from core.text.canonical import canonicalize
from core.text.punctuation import QUOTATION_MARKS, UNREADABLE
from core.text.segmentation import cuts_token, is_unspaced, sentence_spans, trimmed
from core.transcripts.annotations import AnnotationKind, blank_annotations, find_annotations
from core.verify.edition import EditionVerifier
from core.verify.reading.read_file import read_part
from core.whitelist.difference import FILLERS
from core.whitelist.quote_key import strip_ends

MOST_WORDS = 60  # of a snippet; a single sentence may be longer
LONGEST_SENTENCE = 120  # words; a longer one is cut where it pauses
_ENOUGH = 20  # content words; more make a snippet no better
_FILLING = 0.5  # the weight of those together; the rarest word of the question has weight 1
_LENGTH = 0.002  # the cost of each word: filler is not worth reading
_FEW = 8  # words; a snippet with fewer is hard to understand ...
_TOO_SHORT = 1.0  # ... and this is the cost of having none
_ASKS = 0.1  # the cost of ending in a question: an answer is a statement
QUESTION_ENDS = ("?", "？", "؟")
_TORN = 0.25  # the cost of a mark without its other half
_PAUSE = re.compile(r"[,;:，、；：]+(?:\s+|(?<=[，、；：]))|\s+[—–-]+\s+")
_PAIRS = ("“”", "「」", "『』", "()")
# What nobody would quote, and what keeps the marks behind it from being those around the whole.
_MARK = f"[{re.escape(''.join(sorted(QUOTATION_MARKS)))}]"
_MOST_TRIED = 20  # windows, where the best one cannot be proven
_BEFORE_A_MARK = re.compile(rf"(?:[.…,;:!?—–-]+\s+)+(?={_MARK})")

FEWEST_WORDS = 4  # of a passage that is quoted; what is shorter is counted


class _Part(NamedTuple):
    """A sentence, or a part of a long one: its words, its content words (both counted), and its terms of the
    question."""

    span: Span
    words: int
    telling: int
    found: frozenset[str]


def _without_unspoken(span: Span, text: str) -> Span:
    """Return a span without the timestamps and annotations at its ends."""
    start, end = span
    unspoken = [
        Span(span.start + found.start, span.start + found.end) for found, _ in find_annotations(span.slice(text))
    ]
    for found in unspoken:
        start = start if text[start : found.start].strip() else found.end
    for found in reversed(unspoken):
        end = end if text[found.end : end].strip() else found.start
    return trimmed(Span(start, max(start, end)), text)


def _runs(text: str) -> list[Span]:
    """Return the stretches between lost speech and sentences that could not be read: nothing is quoted across them."""
    lost = [found.span for found in find_annotations(text) if found.kind is AnnotationKind.LOST]
    if UNREADABLE in text:
        lost = sorted([*lost, *(span for span in sentence_spans(text) if UNREADABLE in span.slice(text))])
    starts = (0, *(span.end for span in lost))
    ends = (*(span.start for span in lost), len(text))
    return [Span(start, end) for start, end in zip(starts, ends, strict=True)]


def _place_to_cut(text: str, start: int, longest: int) -> int:
    """Return where a part ends that begins at `start`: at a pause, else at white space, else between tokens."""
    last = start + longest
    window = range(last, start + longest // 2, -1)
    pauses = [found.end() for found in _PAUSE.finditer(text, window.stop, last)]
    spaces = (at for at in window if text[at - 1].isspace())
    between = (at for at in window if not cuts_token(text, at))
    beyond = (at for at in range(last, len(text)) if not cuts_token(text, at))
    return next((at for places in (reversed(pauses), spaces, between, beyond) for at in places), len(text))


def _cut(sentence: Span, text: str) -> Iterator[Span]:
    """Yield a sentence, in parts where it is too long."""
    words = length_of(sentence.slice(text))
    start, end = sentence
    longest = end - start if words <= LONGEST_SENTENCE else (end - start) * MOST_WORDS // words
    while end - start > longest:
        cut = min(end, _place_to_cut(text, start, longest))
        yield Span(start, cut)
        start = cut
    yield Span(start, end)


def _read(span: Span, text: str, asked: Asked) -> _Part:
    words_shown = span.slice(text)
    words = words_of(words_shown)
    return _Part(span, length_of(words_shown), sum(map(is_content_word, words)), matching_terms(words, asked))


def _parts(run: Span, text: str, asked: Asked) -> list[_Part]:
    inside = run.slice(text)
    cut = (part for sentence in sentence_spans(inside) for part in _cut(sentence, inside))
    spans = (_without_unspoken(Span(run.start + start, run.start + end), text) for start, end in cut)
    return [_read(span, text, asked) for span in spans if any(map(str.isalnum, blank_annotations(span.slice(text))))]


def _is_torn(words: str) -> bool:
    """Tell whether a snippet has only one half of a pair of marks."""
    return words.count('"') % 2 == 1 or any(words.count(opens) != words.count(closes) for opens, closes in _PAIRS)


class _Window(NamedTuple):
    """A row of parts that is short enough, or one part alone, and its weight before the cost of split marks."""

    span: Span
    worth: float


def _windows(parts: Sequence[_Part], asked: Asked) -> Iterator[_Window]:
    for first, opening in enumerate(parts):
        words, telling = 0, 0
        found, answers = frozenset[str](), 0.0
        for part in parts[first : first + MOST_WORDS]:
            words, telling = words + part.words, telling + part.telling
            if words > MOST_WORDS and part is not opening:
                break
            if not part.found <= found:
                found |= part.found
                answers = sum(asked[term] for term in found)
            filled = _FILLING * min(1, telling / _ENOUGH) - _TOO_SHORT * max(0, 1 - words / _FEW)
            yield _Window(Span(opening.span.start, part.span.end), answers + filled - _LENGTH * words)


def _best_window(windows: Iterable[_Window], text: str) -> Span:
    best, most = Span(0, 0), float("-inf")
    for window in windows:
        if window.worth > most:  # only then do the characters matter
            words_shown = window.span.slice(text)
            worth = window.worth - _TORN * _is_torn(words_shown) - _ASKS * words_shown.endswith(QUESTION_ENDS)
            best, most = (window.span, worth) if worth > most else (best, most)
    return best


def _without_dangling(span: Span, text: str) -> Span:
    dangling = _BEFORE_A_MARK.match(text, *span)
    return Span(dangling.end(), span.end) if dangling else span


def best_snippet(text: str, asked: Asked) -> Span:
    """Return the whole sentences of a passage that fit the question best, about `MOST_WORDS` at most.

    Offsets are code points of `text`, half-open. No annotation stands at the ends, no lost speech inside. The proof of
    quotations finds it. The span is empty if no word was said, or none can be proven.
    """
    windows = [window for run in _runs(text) for window in _windows(_parts(run, text, asked), asked)]
    if not windows:
        return Span(0, 0)
    ground = Ground((Citation(1, "", text=text, record_id="1"),))
    others = (window.span for window in nlargest(_MOST_TRIED, windows, key=lambda window: window.worth))
    for span in (_best_window(windows, text), *others):
        proven = ground.provable(0, _without_dangling(span, text))
        if proven is not None:
            return proven
    return Span(0, 0)


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
    """Return all searchable text of a passage: a search may have found it by its summary."""
    return f"{citation.text}\n{citation.summary}"


def _is_a_word(word: str) -> bool:
    """Tell whether a reader would call it a word: a pair of characters of a script without spaces may be none."""
    return is_content_word(word) and not is_unspaced(word[0])


def _wording(text: str) -> tuple[str, ...]:
    """Return what equal excerpts share: all words but fillers, signs of numbers, and whether they are questions."""
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
    """Order ranked excerpts by file, the best file first, and inside a file by position."""
    files: dict[str, int] = {}
    for excerpt in excerpts:
        files.setdefault(excerpt.citation.shown_file, len(files))
    return sorted(excerpts, key=lambda excerpt: (files[excerpt.citation.shown_file], excerpt.citation.offset))


def _groups(excerpts: Sequence[Excerpt], wanted: frozenset[str]) -> list[tuple[str, list[Excerpt]]]:
    """Return the excerpts by theme, each under its heading; excerpts without a theme come last."""
    texts = [f"{excerpt.quote.text}\n{excerpt.citation.summary}" for excerpt in excerpts]
    files = [excerpt.citation.file for excerpt in excerpts]
    themes = find_themes(texts, files, wanted)
    groups = [(", ".join(theme.terms), [excerpts[place] for place in theme.places]) for theme in themes]
    themed = {place for theme in themes for place in theme.places}
    others = [excerpt for place, excerpt in enumerate(excerpts) if place not in themed]
    if others:
        groups.append(("Other passages" if themes else "", others))
    return [(heading, _by_file(members)) for heading, members in groups]


def _excerpts(citations: Sequence[Citation], asked: Asked) -> Iterator[Excerpt]:
    """Yield the excerpt of each passage, empty where it is not found again as it will be written."""
    ground = Ground(citations)
    verifier = EditionVerifier(ground.transcript, of_people=False)
    for citation, speaker in zip(ground.citations, ground.roster.speakers, strict=True):
        quote = _quote(citation, best_snippet(citation.text, asked))
        excerpt = Excerpt(citation, speaker.speaker_name, quote)
        written = write_blocks(group_blocks("", [excerpt])) if quote.text else ""
        if verifier.verify(read_part(written)).unproven:
            excerpt = excerpt._replace(quote=_quote(citation, Span(0, 0)))
        yield excerpt


def excerpt_answer(question: str, citations: Sequence[Citation], *, reason: str = "") -> CitedAnswer:
    """Return the answer that needs no model: labelled excerpts of the passages, grouped by theme and file.

    Each excerpt is an exact slice of its passage, of whole sentences around what the question asks for; what several
    passages say in the same words stands once; what is not found again as it is written is left out. `citations` are
    ranked, the best first. `reason` says why there is no model's answer. Linear in the passages.
    Source: decisions.md#seed-2.
    """
    named = with_own_ids(citations)
    asked = term_weights(question, [_known(citation) for citation in named])
    excerpts = list(_excerpts(named, asked))
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
