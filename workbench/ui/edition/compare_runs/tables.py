"""Two runs side by side as HTML: what they were made with, what became of each chapter and quote, and their words."""

from collections.abc import Sequence

from core.enforcement.results import ChapterDraft
from workbench.labels import when
from workbench.providers import client_title
from workbench.safe_html import SafeHtml, diff, element, join_html, table
from workbench.store import FinishedRun
from workbench.ui.common.widgets import verdict_sign
from workbench.ui.edition.compare_runs.compare import (
    ChapterPair,
    QuotationCounts,
    QuotePresence,
    RunComparison,
    numbers_of,
)
from workbench.ui.edition.compare_runs.texts import LineKind, TextLine, compare_texts

_MEASURES = {
    "words": "Words",
    "quotations": "Quotations",
    "kept": "Kept",
    "replaced": "Corrected",
    "unquoted": "Marks taken off",
    "dropped": "Left out",
}
_NO_CHAPTER = "It has no such chapter."
MOST_QUOTES = 500
"""Quotes that a list shows; a page with ten thousand would be slow to read and to draw."""


def run_name(run: FinishedRun) -> str:
    """Return the name of a run."""
    return f"Run {run.summary.number}"


def chapter_name(draft: ChapterDraft | None) -> str:
    """Return the name of a chapter, "" for none."""
    return f"{draft.effective_index + 1}. {draft.title}" if draft else ""


def _runs(found: RunComparison) -> tuple[FinishedRun, FinishedRun]:
    return found.old, found.new


def _writer(run: FinishedRun) -> str:
    return client_title(run.edition.client) + (f", {run.edition.model}" if run.edition.model else "")


def made_as_html(found: RunComparison) -> SafeHtml:
    """Return what the runs were made with and what `verify` said of them; of the settings, those that differ."""
    rows: list[tuple[str, ...]] = [
        ("Verdict", *(verdict_sign(run.edition.verdict) for run in _runs(found))),
        ("Written", *(when(run.summary.finished_at) for run in _runs(found))),
        ("By", *map(_writer, _runs(found))),
    ]
    if not found.same_transcript:
        rows.append(("Transcript", *(run.edition.transcript_name for run in _runs(found))))
    rows += [(setting.name, setting.old, setting.new) for setting in found.settings]
    headings = (("", ""), *((run_name(run), "wide") for run in _runs(found)))
    same = () if found.settings else (element("p", "The settings are the same.", class_="wb-quiet"),)
    made = table(headings, rows, caption="What the runs were made with")
    return element("div", made, *same, class_="wb-compared")


def _measured(own: QuotationCounts | None, other: QuotationCounts | None) -> list[str]:
    """Return the numbers of a chapter; those that differ stand out by their weight."""
    if own is None:
        return ["–"] * len(_MEASURES)
    pairs = ((getattr(own, name), getattr(other or own, name)) for name in _MEASURES)
    return [f"{number:,}" if number == beside else element("b", f"{number:,}") for number, beside in pairs]


def _body(title: Sequence[str], rows: Sequence[tuple[FinishedRun, QuotationCounts | None, str]]) -> SafeHtml:
    """Return a chapter's row of either run, one above the other, so that the numbers can be compared."""
    written: list[SafeHtml] = []
    for (run, own, stands), (_, other, _) in zip(rows, reversed(rows), strict=True):
        head = () if written else (element("th", *title, scope="rowgroup", rowspan="2"),)
        numbers = (element("td", number, class_="number") for number in _measured(own, other))
        written.append(element("tr", *head, element("td", run_name(run)), *numbers, element("td", stands)))
    return element("tbody", *written)


def _title(found: RunComparison, pair: ChapterPair) -> list[str]:
    called = [chapter_name(draft) for draft in (pair.new, pair.old) if draft is not None]
    title: list[str] = [element("p", called[0])]
    if len(set(called)) > 1:
        title.append(element("p", f"In {run_name(found.old)}: {called[1]}", class_="note"))
    if pair.asked_otherwise:
        title.append(element("p", "The prompts differ.", class_="note"))
    return title


def _chapter(run: FinishedRun, draft: ChapterDraft | None) -> tuple[FinishedRun, QuotationCounts | None, str]:
    if draft is None:
        return run, None, _NO_CHAPTER
    return run, numbers_of([draft]), f"Key excerpts only. {draft.fallback}" if draft.fallback else "The text"


def chapters_as_html(found: RunComparison) -> SafeHtml:
    """Return what became of each chapter in either run, and of the whole."""
    bodies = [
        _body(_title(found, pair), [_chapter(found.old, pair.old), _chapter(found.new, pair.new)])
        for pair in found.chapters
    ]
    whole = [(run, numbers_of(run.edition.chapters), "") for run in _runs(found)]
    bodies.append(_body(["The whole edition"], whole))
    head = [
        *(element("th", name, scope="col") for name in ("Chapter", "Run")),
        *(element("th", name, scope="col", class_="number") for name in _MEASURES.values()),
        element("th", "Final text", scope="col"),
    ]
    caption = "What became of each chapter"
    parts = (element("caption", caption), element("thead", element("tr", *head)), *bodies)
    name = "wb-table wb-compared wb-numbers"
    return element("div", element("table", *parts), class_=name, tabindex="0", role="region", aria_label=caption)


def _places(standing: Sequence[int]) -> str:
    return ", ".join(map(str, standing)) or "–"


def _quote(one: QuotePresence) -> tuple[str, ...]:
    name = element("p", one.quote.speaker_name, class_="note")
    return join_html([element("span", one.quote.text, class_="said"), name]), _places(one.old), _places(one.new)


def quotes_as_html(found: RunComparison) -> SafeHtml:
    """Return which quotes stand in one run only, and, folded away, those that stand in both; the first ones of many."""
    old, new = map(run_name, _runs(found))
    kinds = (
        (f"Only in {old}", [one for one in found.quotes if not one.new]),
        (f"Only in {new}", [one for one in found.quotes if not one.old]),
        ("In both", [one for one in found.quotes if one.old and one.new]),
    )
    headings = (("Quote", ""), (f"Chapter in {old}", "narrow"), (f"Chapter in {new}", "narrow"))
    parts: list[SafeHtml] = []
    for text, standing in kinds:
        caption = f"{text}: {len(standing):,}"
        if standing:
            listed = [table(headings, map(_quote, standing[:MOST_QUOTES]), caption=caption)]
            if len(standing) > MOST_QUOTES:
                listed.append(element("p", f"And {len(standing) - MOST_QUOTES:,} more.", class_="wb-quiet"))
            parts.append(element("details", element("summary", caption), *listed))
        else:
            parts.append(element("p", caption))
    return element("div", *parts, class_="wb-compared")


def _line(line: TextLine) -> SafeHtml:
    tag = "h4" if line.kind is LineKind.HEADING else "p"
    return element(tag, diff(line.pieces), class_=f"wb-compared-line {line.kind.value}")


def _column(run: FinishedRun, draft: ChapterDraft | None, lines: Sequence[TextLine]) -> SafeHtml:
    inside = map(_line, lines) if draft else (element("p", _NO_CHAPTER, class_="wb-quiet"),)
    return element("section", element("h3", run_name(run)), *inside)


def texts_as_html(found: RunComparison, pair: ChapterPair) -> SafeHtml:
    """Return a chapter's text in both runs; what only one of them has is marked, where both have the chapter."""
    # Without a counterpart every word would be marked as different.
    old, new = ((own or beside) for own, beside in ((pair.old, pair.new), (pair.new, pair.old)))
    lines = compare_texts(old.blocks if old else (), new.blocks if new else ())
    legend = element(
        "p",
        element("del", f"Struck out: not in {run_name(found.new)}, or different there."),
        " ",
        element("ins", f"Underlined: not in {run_name(found.old)}, or different there."),
        " Differences of typography alone are not marked.",
        class_="wb-quiet",
    )
    columns = (_column(found.old, pair.old, lines[0]), _column(found.new, pair.new, lines[1]))
    text = element("p", "The text is the same in both.", class_="wb-quiet") if pair.same_text else legend
    return element("div", text, element("div", *columns, class_="wb-compared-columns"), class_="wb-compared wb-texts")
