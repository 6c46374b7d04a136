"""The report on an article: two verdicts, every quotation with its result, and the report as a file."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from core.editions.article_check import ArticleReport, CheckedQuotation, QuotationResult, SpeakerResult
from workbench.files.names import file_stem
from workbench.labels import NOT_PROMISED, count
from workbench.safe_html import SafeHtml, element
from workbench.ui.common.widgets.base import show_html
from workbench.ui.verify.state import (
    STANDINGS,
    STANDS,
    Article,
    PassageLinks,
    ReferenceTranscript,
    names_verdict,
    obstacle_in_words,
    report_json,
    report_markdown,
    whole_in_words,
    words_verdict,
)
from workbench.ui.verify.view_quotations import rows

_ALL, _SHORT = "all", "short"
_ROWS = 50  # drawn at once; the list goes on by a button
_SHOWN = "verify.shown"
_SIGNS = {"good": "✓", "care": "?", "bad": "✗"}
_OPEN = (SpeakerResult.NOBODY_NAMED, SpeakerResult.UNKNOWN_NAME, SpeakerResult.NO_SPEAKERS)


def _verdict(word: str, tone: str, sentence: str) -> SafeHtml:
    sign = element("span", f"{_SIGNS[tone]} {word}", class_=f"wb-verdict {tone}")
    return element("div", sign, element("p", sentence), class_="wb-verdict-line")


def _tone_of_words(report: ArticleReport) -> str:
    if any(one.wording not in STANDS for one in report.speech):
        return "bad"
    all_found = all(one.wording in STANDS for one in report.quotations)
    return "good" if all_found and report.obstacle is None else "care"


def _tone_of_names(report: ArticleReport) -> str:
    attributions = [one.mouth for one in report.quotations if one.wording in STANDS]
    if SpeakerResult.WRONG in attributions:
        return "bad"
    return "care" if not attributions or any(one in _OPEN for one in attributions) else "good"


def verdict(report: ArticleReport) -> None:
    """Show two verdicts: whether the words are in the transcript, and whether they are attributed to the right
    speakers. No quotation at all is no success."""
    obstacle = obstacle_in_words(report)
    if obstacle:
        st.html(element("p", obstacle, class_="wb-notice", role="note"))
    if not report.quotations:
        text = "There is no quotation in this article, so there was nothing to look for in the transcript."
        st.html(element("div", element("p", text), class_="wb-empty", role="status"))
        return
    st.html(
        element(
            "div",
            _verdict("Words", _tone_of_words(report), words_verdict(report)),
            _verdict("Names", _tone_of_names(report), names_verdict(report)),
            element("p", f"{whole_in_words(report)} {NOT_PROMISED}".strip(), class_="note"),
            class_="wb-two-verdicts",
            role="status",
        )
    )


def _label(option: str, report: ArticleReport) -> str:
    """Return an option of the filter: words of the program and a number."""
    if option == _ALL:
        return f"All {len(report.quotations):,}"
    if option == _SHORT:
        return f"A few words {len(report.short):,}"
    standing = QuotationResult(option)
    label = STANDINGS[standing]
    return f"{label.sign} {label.word} {report.counts[standing]:,}"


def _begin_again() -> None:
    st.session_state.pop(_SHOWN, None)


def choose(report: ArticleReport) -> Sequence[CheckedQuotation]:
    """Ask which quotations to show, all at first; only standings that there are can be chosen."""
    options = [_ALL, *(standing.value for standing in QuotationResult if report.counts[standing])]
    options += [_SHORT] if report.short else []
    chosen = st.pills(
        "Show",
        options,
        default=_ALL,
        required=True,
        format_func=lambda option: _label(option, report),
        key="verify-filter",
        label_visibility="collapsed",
        on_change=_begin_again,
    )
    if chosen == _SHORT:
        return report.short
    return [one for one in report.quotations if chosen in (_ALL, None, one.standing.value)]


def _more() -> None:
    st.session_state[_SHOWN] = st.session_state.get(_SHOWN, _ROWS) + _ROWS


def quotations(chosen: Sequence[CheckedQuotation], article: Article, against: ReferenceTranscript) -> None:
    """Show quotations in reading order, the first ones at once."""
    most = st.session_state.get(_SHOWN, _ROWS)
    show_html(rows(chosen[:most], article.text, against.transcript, PassageLinks(against)))
    rest = len(chosen) - most
    if rest > 0:
        st.html(element("p", f"{count(rest, 'quotation')} more.", class_="note wb-quiet"))
        st.button("Show more", on_click=_more, key="verify-more")


def downloads(report: ArticleReport, article: Article, against: ReferenceTranscript) -> None:
    """Offer the report as a file; it is written when it is asked for."""
    stem = file_stem(article.name.rpartition(".")[0] or article.name)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(element("span", "Download the report", class_="wb-quiet"), width="content")
        st.download_button(
            "Markdown",
            data=partial(report_markdown, report, article, against),
            file_name=f"{stem}-quotations.md",
            mime="text/markdown",
            on_click="ignore",
            key="verify-markdown",
        )
        st.download_button(
            "JSON",
            data=partial(report_json, report, article, against),
            file_name=f"{stem}-quotations.json",
            mime="application/json",
            on_click="ignore",
            key="verify-json",
        )
