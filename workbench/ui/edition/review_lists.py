"""The two lists beside a chapter: unproven prose, context warnings and doubtful words; unused quotes.

Each row leads to its place in the view above.
"""

from collections.abc import Iterator, Sequence

from core.editions.certificate import placed_quotes
from core.editions.export.decision_labels import UNPROVEN, WARNINGS
from core.enforcement.results import ChapterDraft, Edition
from core.generation.line import Line
from core.prose.render import one_line
from core.record import Record
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote
from workbench.labels import ROLES, clock, count
from workbench.safe_html import SafeHtml, element, escape_text, join_html, table
from workbench.ui.components.transcript import Utf16Offsets

_EXPLAINED = (
    "Only a reader can judge these: words that look like a quotation and are not proven, and quotes whose sentence "
    "goes on outside them."
)
_LISTEN = " Listen to a quote first where the transcript is unsure of one of its words."


class UnusedQuote(Record):
    """A proven quote of a chapter that is not used in it; `elsewhere` are the chapters that use it, from 1."""

    quote: WhitelistQuote
    elsewhere: tuple[int, ...]


def _show(asked: str) -> SafeHtml:
    return element("button", "Show", type="button", class_="wb-show", data_wb_show=asked)


def _prose_rows(draft: ChapterDraft) -> Iterator[tuple[str, ...]]:
    for number, prose in enumerate(draft.enforcement.unproven):
        kind = UNPROVEN[prose.kind]
        words = element("span", prose.words, class_="said")
        yield f"{kind[0].upper()}{kind[1:]}", words, escape_text(prose.sentence), _show(f"u {number}")


def _listen_rows(draft: ChapterDraft, edition: Edition) -> Iterator[tuple[str, ...]]:
    doubted = {quote.quote_id: quote.least_certain for quote in edition.quotes if quote.listen_first}
    for place, standing in enumerate(placed_quotes(draft, 1)):
        word = doubted.pop(standing.quote.quote_id, None)  # once, where it stands first
        if word is not None:
            unsure = element("span", word.in_words, class_="said")
            yield "Listen first", unsure, escape_text(f"“{one_line(standing.quote.text)}”"), _show(f"q {place}")


def _warning_rows(draft: ChapterDraft) -> Iterator[tuple[str, ...]]:
    places: dict[tuple[int, int], tuple[int, str]] = {}
    for place, standing in enumerate(placed_quotes(draft, 1)):
        places.setdefault(standing.quote.raw_span, (place, one_line(standing.quote.text)))
    for warning in draft.enforcement.warnings:
        place, quote = places.get(warning.quote_span, (None, ""))
        kind = WARNINGS[warning.kind]
        words = element("span", one_line(warning.words), class_="said")
        show = SafeHtml() if place is None else _show(f"q {place}")
        yield f"{kind[0].upper()}{kind[1:]}", words, escape_text(f"“{quote}”" if quote else ""), show


def review_lists_as_html(draft: ChapterDraft, edition: Edition) -> SafeHtml:
    """Return the unproven prose and the context warnings of a chapter, and which of its quotes to listen to first."""
    doubted = list(_listen_rows(draft, edition))
    rows = [*_prose_rows(draft), *_warning_rows(draft), *doubted]
    if not rows:
        return element(
            "p", "There is no unproven prose in this chapter, and no quote with a warning.", class_="wb-quiet"
        )
    headings = (("What", ""), ("The words", "wide"), ("The sentence or quote beside them", "wide"), ("", "narrow"))
    return element(
        "div",
        element("p", _EXPLAINED + (_LISTEN if doubted else ""), class_="wb-quiet"),
        table(headings, rows, caption="Where to check by hand"),
        class_="wb-twice",
    )


def unused_quotes(draft: ChapterDraft, edition: Edition, line: Line) -> tuple[UnusedQuote, ...]:
    """Return the proven quotes of a chapter, long enough to count, that it does not use, in order of the transcript.

    `line` has its chapters joined as the edition.
    """
    shortest = line.settings.thresholds.min_usable_words
    standing: dict[str, set[int]] = {}
    for number, chapter in enumerate(edition.chapters, start=1):
        for one in placed_quotes(chapter, number):
            standing.setdefault(one.quote.quote_id, set()).add(chapter.effective_index)
    return tuple(
        UnusedQuote(quote=quote, elsewhere=tuple(sorted(index + 1 for index in standing.get(quote.quote_id, ()))))
        for quote in line.merged.whitelist
        if draft.effective_index in quote.chapter_indices
        and draft.effective_index not in standing.get(quote.quote_id, ())
        and len(quote.quote_text.split()) >= shortest
    )


def unused_as_html(unused: Sequence[UnusedQuote], transcript: TranscriptPair) -> SafeHtml:
    """Return the proven quotes that a chapter leaves out, with speaker and time."""
    if not unused:
        return element("p", "Every proven quote of this chapter that is long enough is used in it.", class_="wb-quiet")
    units = Utf16Offsets(transcript.raw).units
    rows: list[tuple[str, ...]] = []
    for one in unused:
        quote = one.quote
        speaker, (start, end) = quote.speaker, quote.raw_spans[0]
        parts = [ROLES[speaker.speaker_role], clock(quote.start_seconds), count(len(quote.quote_text.split()), "word")]
        if one.elsewhere:
            parts.append(f"used in chapter {', '.join(map(str, one.elsewhere))}")
        who = [element("b", speaker.speaker_name), element("p", " · ".join(filter(None, parts)), class_="note")]
        words = element("span", one_line(quote.quote_text), class_="said")
        rows.append((words, join_html(who), _show(f"t {units(start)} {units(end)}")))
    headings = (("Proven, and not in this chapter", ""), ("Speaker", ""), ("", "narrow"))
    return element("div", table(headings, rows, caption="Unused quotes"), class_="wb-unused")
