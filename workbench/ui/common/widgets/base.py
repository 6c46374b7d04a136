"""What every page shows: navigation, messages, notices, charts, failures.

Streamlit's Markdown changes text (`--`, `$`, `:word:`), in labels and tabs too. Here words are escaped HTML, or options
of a widget that shows plain text.
"""

import logging
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Literal, NamedTuple

import streamlit as st

from core.errors import BadInput, Problem, WorkbenchError
from core.generation.notices import Notice
from core.record import Record
from workbench.labels import APP_NAME, PROMISE, verdict_in_words
from workbench.paths import STYLES
from workbench.safe_html import SafeHtml, element, join_html
from workbench.store import Session
from workbench.ui.common import urls

if TYPE_CHECKING:
    import plotly.graph_objects as go


class Message(Record):
    """A message about the last act, one paragraph for each of `lines`; `went_well` decides how it looks."""

    went_well: bool
    lines: tuple[str, ...]


@cache
def _styles() -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in STYLES)


def styles() -> None:
    """Load the look of everything that is shown here; the app does it once for all pages."""
    st.html(f"<style>{_styles()}</style>")


def show_html(shown: SafeHtml, *, width: Literal["stretch", "content"] = "stretch") -> None:
    """Show what may hold nothing, which shows nothing: Streamlit refuses HTML that is empty or white space alone."""
    if shown.strip():
        st.html(shown, width=width)


def _help_link(title: str) -> SafeHtml:
    """Return the "?" of a page. It opens a tab of its own, so that whatever is written on the page stays as it is."""
    return element(
        "a",
        "?",
        class_="wb-help-mark",
        href=urls.help_link("pages", title.lower()),
        target="_blank",
        title=f"Help on {title}, in another tab",
        aria_label=f"Help on the page {title}, in another tab",
    )


class PageGroup(NamedTuple):
    """Pages of one kind of work, with their titles; `name` is "" where it needs none."""

    name: str
    titles: Mapping[urls.Page, str]


def bar(groups: Sequence[PageGroup], open_page: str, session: Session | None) -> None:
    """Show the open session with the help on the page titled `open_page`, and below them the pages by the kind of work,
    in its order."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-top"):
        st.html(element("span", APP_NAME, class_="wb-brand"), width="content")
        named = [element("span", session.title, class_="wb-open", title=session.title)] if session is not None else []
        st.html(element("div", *named, _help_link(open_page), class_="wb-bar-end"), width="stretch")
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-bar"):
        for number, (group, titles) in enumerate(groups):
            if number:
                st.html(element("span", group, class_="wb-group"), width="content")
            for page, title in titles.items():
                st.page_link(urls.page_path(page), label=title, query_params=urls.address(), width="content")


def show_messages(messages: Sequence[Message]) -> None:
    """Show what there is to say about the last act."""
    for message in messages:
        lines = [element("p", line) for line in message.lines]
        kind = ("wb-done", "status") if message.went_well else ("wb-failure", "alert")
        st.html(element("div", *lines, class_=kind[0], role=kind[1]))


def incomplete(session: Session) -> None:
    """Say what a session still lacks before its quotes can be proven, and where to bring it or to make it."""
    if session.transcript is not None and session.evidence is None:
        why = "This session has no evidence map yet."
        what = "The page Map proposes chapters and quotes of the transcript, without a model; Sources takes your own."
        st.html(element("div", element("p", why), element("p", what), class_="wb-empty"))
        st.page_link(urls.page_path("map"), label="Make one on the page Map", query_params=urls.address())
        return
    lacking = [
        name
        for name, source in (("a transcript", session.transcript), ("an evidence map", session.evidence))
        if source is None
    ]
    why = f"This session has no {' and no '.join(name.split(' ', 1)[1] for name in lacking)} yet."
    what = f"Bring {' and '.join(lacking)}; then every quote is looked up in the transcript at once."
    st.html(element("div", element("p", why), element("p", what), class_="wb-empty"))
    st.page_link(urls.page_path("sources"), label="Bring them on the page Sources", query_params=urls.address())


def no_session(wanted: str) -> None:
    """Say that no session is open, or that the one of the address is not there, and what to do."""
    why = "No session is open."
    if wanted:
        why = f"There is no session {wanted} in this database. It may have been deleted, or be in another database."
    st.html(element("div", element("p", why), class_="wb-empty"))
    st.page_link(urls.page_path("sessions"), label="Choose or begin a session")


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
        show_html(join_html(element("p", notice.message, class_="wb-notice", role="note") for notice in found))


def left_out(problems: Sequence[Problem]) -> None:
    """Say which of a person's decisions do not fit and are ignored, if any; those with the same remedy share a
    notice."""
    for remedy in dict.fromkeys(problem.remedy for problem in problems):
        alike = " ".join(f"{one.place}: {one.message}" for one in problems if one.remedy == remedy)
        what = f"Some of what you decided does not fit together and is left out. {alike} {remedy}"
        st.html(element("p", what, class_="wb-notice", role="note"))


def chart(figure: "go.Figure", in_words: str) -> None:
    """Show a figure; `in_words` says the same to those who do not see it."""
    st.plotly_chart(figure, config={"displayModeBar": False}, alt=in_words)


def _failure(title: str, texts: Sequence[str]) -> None:
    listed = element("ul", *(element("li", one) for one in texts))
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


def verdict_sign(verdict: str) -> SafeHtml:
    """Return a verdict as a word with its sign, on its colour."""
    label = verdict_in_words(verdict)
    return element("span", f"{label.sign} {label.word}", class_=f"wb-verdict {label.tone}")
