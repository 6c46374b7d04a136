"""The one door to the screen for words: whatever comes from a transcript, a map, a model or a file goes through here.

Streamlit's Markdown changes text (`--`, `$`, `:word:`), in labels and tabs too. Here words are escaped HTML, or options
of a widget that shows plain text.
"""

import logging
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st

from core.chapter import ChapterDraft, Edition
from core.coverage import CoverageThresholds
from core.errors import BadInput, WorkbenchError
from core.line import Line
from core.notices import Notice
from core.rejection import NearestPassage, Rejection
from workbench.chapters import ChapterRow, what_is_missing
from workbench.markup import Markup, element, table, together
from workbench.places import STYLES
from workbench.reading import chapter_as_html, level
from workbench.wording import (
    APP_NAME,
    LEVELS,
    NOT_PROMISED,
    PROMISE,
    count,
    coverage_in_words,
    rejection_in_words,
    verdict_in_words,
    writer,
)

if TYPE_CHECKING:
    import plotly.graph_objects as go

# Streamlit's own ink for charts is too pale on a light ground.
_INK = {"light": "#4b473f", "dark": "#d8d3c9"}


def styles() -> None:
    """Load the look of everything that is shown here; the app does it once for all pages."""
    st.html(STYLES)


def header() -> None:
    """Show the name of the program and its promise."""
    st.html(element("header", element("h1", APP_NAME), element("p", PROMISE), class_="wb-header"))


def words(content: str) -> None:
    """Show a paragraph, exactly these characters."""
    st.html(element("p", content, class_="wb-words"))


def heading(content: str) -> None:
    """Show the heading of a section."""
    st.html(element("h2", content, class_="wb-heading"))


def notices(found: Sequence[Notice]) -> None:
    """Show what a person should know, if anything."""
    if found:
        st.html(together(element("p", notice.message, class_="wb-notice", role="note") for notice in found))


def choose_view(views: Sequence[str]) -> str:
    """Ask which part to look at; the address of the page remembers it."""
    return st.segmented_control(
        "Look at", views, default=views[0], required=True, key="view", bind="query-params", label_visibility="collapsed"
    )


def choose_chapter(rows: Sequence[ChapterRow]) -> int:
    """Ask for one of the chapters and return its index; a select box shows its options as plain text."""

    def title(index: int) -> str:
        return rows[index].label

    return st.selectbox("Chapter", range(len(rows)), format_func=title, key="chapter", width=560)


def chart(figure: "go.Figure", in_words: str) -> None:
    """Show a figure; `in_words` says the same to those who do not see it."""
    ink = _INK.get(st.context.theme.type or "")
    if ink:
        inked = {"tickfont": {"color": ink}, "title": {"font": {"color": ink}}}
        figure.update_layout(font={"color": ink}, hoverlabel={"font": {"color": ink}}).update_xaxes(inked).update_yaxes(
            inked
        )
    st.plotly_chart(figure, config={"displayModeBar": False}, alt=in_words)


def _failure(title: str, said: Sequence[str]) -> None:
    listed = element("ul", *(element("li", one) for one in said))
    st.html(element("div", element("b", title), listed, class_="wb-failure", role="alert"))


@contextmanager
def failures() -> Generator[None]:
    """Show what went wrong instead of a page; the traceback of a bug of ours goes to the terminal."""
    try:
        yield
    except BadInput as error:
        _failure("This cannot be used as it is.", [str(problem) for problem in error.problems])
    except WorkbenchError as error:
        _failure("This did not work.", [str(error)])
    except Exception as error:
        logging.getLogger(__name__).exception("a bug of the workbench")
        where = "The terminal in which the workbench runs has the details."
        _failure("The workbench itself made a mistake.", [f"{type(error).__name__}: {error}", where])


def _tile(name: str, value: str, note: str) -> Markup:
    return element("div", element("dt", name), element("dd", value, class_="value"), element("dd", note, class_="note"))


def _levels(rows: Sequence[ChapterRow]) -> Markup:
    return together((level(row.coverage.level, row.numbers) for row in rows), between=" ")


def _verdict(verdict: str) -> Markup:
    said = verdict_in_words(verdict)
    return element("span", f"{said.sign} {said.word}", class_=f"wb-verdict {said.tone}")


def summary(name: str, line: Line, rows: Sequence[ChapterRow], edition: Edition) -> None:
    """Show the whole session at a glance: transcript, quotes, coverage, verdict."""
    transcript, rejected = line.transcript, line.rejections
    said = "It names no speakers"
    if transcript.names_speakers:
        said = f"{count(len(transcript.labels), 'speaker')}, {count(len(transcript.turns), 'turn')}"
    refused = f"{len(rejected):,} rejected, each with its reason" if rejected else "none was rejected"
    tiles = (
        _tile(name, edition.title, said),
        _tile("Quotes proven", f"{len(line.whitelist):,}", refused),
        _tile("Coverage by chapter", _levels(rows), f"{count(len(rows), 'chapter')} after merging"),
        _tile(
            "Edition",
            _verdict(edition.verdict),
            f"{count(len(edition.quotes), 'quote')} in it, written by {writer(edition.client)}",
        ),
    )
    st.html(element("dl", *tiles, class_="wb-summary"))


def verdict(edition: Edition) -> None:
    """Show what `verify` said of the edition, and what that does not say."""
    said = verdict_in_words(edition.verdict)
    sentence = element("p", said.sentence, " ", NOT_PROMISED)
    st.html(element("div", _verdict(edition.verdict), sentence, class_="wb-verdict-line", role="status"))


def chapter(draft: ChapterDraft, edition: Edition) -> None:
    """Show a finished chapter as it is read."""
    st.html(chapter_as_html(draft, edition.quotes))


def _coverage_row(row: ChapterRow, thresholds: CoverageThresholds) -> list[str]:
    coverage = row.coverage
    parts = Markup()
    if len(row.parts) > 1:
        alone = (
            f"Chapter {part.number} alone: {LEVELS[part.coverage.level].lower()}, {coverage_in_words(part.coverage)}."
            for part in row.parts
        )
        parts = element("p", " ".join(["Joined because both were weak.", *alone]), class_="note")
    return [
        row.numbers,
        together([row.title, parts]),
        level(coverage.level),
        str(coverage.usable_quotes),
        f"{coverage.quote_words_per_claim:.1f}",
        f"{coverage.target_words} words, {coverage.generation_mode.replace('_', ' ')}",
        what_is_missing(coverage, thresholds) or "–",
    ]


def coverage(rows: Sequence[ChapterRow], thresholds: CoverageThresholds) -> None:
    """Show the facts of the coverage chart as a table, with what each chapter lacks."""
    names = ("No.", "Chapter", "Level", "Usable quotes", "Words per claim", "To be written", "Lacks")
    headings = zip(names, ("narrow", "wide", "narrow", "", "", "", ""), strict=True)
    st.html(table(headings, (_coverage_row(row, thresholds) for row in rows), caption="Coverage of each chapter"))


def _nearest(nearest: NearestPassage | None) -> str:
    if nearest is None:
        return element("span", "There is no near passage.", class_="note")
    likeness = f"{nearest.speaker or 'Nobody named'}, {nearest.score:.0%} alike"
    return together([element("span", nearest.quote_text, class_="said"), element("p", likeness, class_="note")])


def _rejection_row(rejection: Rejection) -> list[str]:
    reason, difference = rejection_in_words(rejection)
    quote = element("span", rejection.quote or "(nothing)", class_="said" if rejection.quote else "note")
    typed = together([quote, element("p", rejection.speaker or "No speaker named", class_="note")])
    why = together([element("b", reason), element("p", difference, class_="note")])
    where = together([str(rejection.chapter_index + 1), element("p", rejection.evidence_id, class_="note")])
    return [where, typed, why, _nearest(rejection.nearest)]


def rejections(rejected: Sequence[Rejection]) -> None:
    """Show every quote that was not let in, why, and the passage it is most like."""
    if not rejected:
        words("Every quote of the evidence map is in the transcript, spoken by the person it names.")
        return
    names = ("Chapter", "As the evidence map has it", "Why it was refused", "Nearest passage in the transcript")
    headings = zip(names, ("narrow", "wide", "", "wide"), strict=True)
    st.html(table(headings, (_rejection_row(one) for one in rejected), caption="Rejected quotes"))
