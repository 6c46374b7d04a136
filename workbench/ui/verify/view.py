"""The report on an article: two verdicts, every quotation with its result, and the report as a file."""

from collections.abc import Iterable, Sequence
from functools import partial

import streamlit as st

from core.editions.article_check import ArticleReport, CheckedQuotation, QuotationResult, SpeakerResult
from workbench.files.names import file_stem
from workbench.labels import NOT_PROMISED, count
from workbench.safe_html import SafeHtml, element, table
from workbench.sessions.exporting.vouching import Vouched
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
    stray_in_words,
    strays_in_words,
    whole_in_words,
    words_verdict,
)
from workbench.ui.verify.view_quotations import rows

_ALL, _SHORT = "all", "short"
_ROWS = 50  # drawn at once; the list goes on by a button
_SHOWN = "verify.shown"
_SIGNS = {"good": "✓", "care": "?", "bad": "✗"}
_SAME = "The file is the exported one, to the byte."
_NOT_THE_SAME = "The file is not the one that was exported."
_AGREES = "Certificate, edition and transcript agree."
_NO_HASH = "It holds no SHA-256 of this file, so only its quotations were compared."
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


def _wrong(title: str, what: tuple[str, str], places: Iterable[tuple[int | None, str, str]]) -> SafeHtml:
    """Return a table of what is wrong, each with its line where it has one, and in which way; `what` heads the second
    column."""
    headings = (("Line", "narrow"), what, (title, ""))
    rows = (("" if line is None else f"{line:,}", text, how) for line, text, how in places)
    return table(headings, rows, caption=title)


def strays(report: ArticleReport) -> None:
    """Show what an edition of ours holds besides its quotations and is not proven, if anything."""
    said = strays_in_words(report)
    if said:
        st.html(element("div", _verdict("Edition", "bad", said), class_="wb-two-verdicts", role="status"))
        places = ((one.line, one.text, stray_in_words(one)) for one in report.strays)
        show_html(_wrong("What is wrong", ("What it is", "half"), places))


def vouched(found: Vouched) -> None:
    """Show what a receipt or a certificate says of the file."""
    if found.receipt is not None:
        tone, said = ("good", _SAME) if found.same_bytes else ("bad", _NOT_THE_SAME)
        st.html(element("div", _verdict("Receipt", tone, said), class_="wb-two-verdicts", role="status"))
    compared = found.compared
    if compared is None:
        return
    differences = compared.differences
    said = f"{count(len(differences), 'difference')} from the certificate." if differences else _AGREES
    said = said if compared.same_bytes is not None else f"{said} {_NO_HASH}"
    tone = "bad" if not compared.agrees else "care" if compared.same_bytes is None else "good"
    st.html(element("div", _verdict("Certificate", tone, said), class_="wb-two-verdicts", role="status"))
    if differences:
        places = ((one.line, one.kind.value.replace("_", " ").capitalize(), one.message) for one in differences)
        show_html(_wrong("What differs", ("Difference", ""), places))


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
