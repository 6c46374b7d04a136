"""The edition on the screen: its runs, its verdict, its chapters, its files."""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from core.chapter import ChapterDraft, Edition
from core.whitelist import WhitelistQuote
from workbench.markup import element
from workbench.reading import chapter_as_html
from workbench.show import verdict_sign, words
from workbench.store import RunSummary, Session
from workbench.wording import NOT_PROMISED, count, verdict_in_words, when, writer

_MEDIA = {"md": "text/markdown", "html": "text/html", "json": "application/json", "txt": "text/plain"}
_LABELS = {
    "edition.html": "Web page",
    "edition.md": "Markdown",
    "edition.json": "JSON",
    "certificate.json": "Certificate",
    "transcript.txt": "Transcript",
}


def nothing_written(write: Callable[[], None]) -> None:
    """Say that there is no edition yet, and offer to write one."""
    words(
        "No edition was written yet. The offline composer writes one from the claims and the proven quotes, without a "
        "model, a key or the network; it takes a moment."
    )
    st.button("Write the edition", on_click=write, type="primary", key="write")


def _run_label(run: RunSummary) -> str:
    said = verdict_in_words(run.verdict)
    return f"Run {run.number}: {said.sign} {said.word}, {writer(run.client)}, {when(run.finished_at)}"


def choose_run(runs: Sequence[RunSummary]) -> RunSummary:
    """Ask for one of the runs, the last one first; a select box shows its options as plain text."""
    newest = sorted(runs, key=lambda run: run.number, reverse=True)
    if len(newest) == 1:
        return newest[0]
    return st.selectbox("Run", newest, format_func=_run_label, key="run", width=560)


def verdict(edition: Edition, run: RunSummary) -> None:
    """Show what `verify` said of the edition, what that does not say, and where the edition comes from."""
    said = verdict_in_words(edition.verdict)
    made = f"Run {run.number}, {when(run.finished_at)}, by {writer(run.client)}; {count(run.quotations, 'quotation')}."
    sentence = element("p", said.sentence, " ", NOT_PROMISED, " ", element("span", made, class_="note"))
    st.html(element("div", verdict_sign(edition.verdict), sentence, class_="wb-verdict-line", role="status"))


def since(edition: Edition, session: Session, whitelist: Sequence[WhitelistQuote]) -> None:
    """Say what was changed since the edition was written and bears on it; its verdict is about what it was made of."""
    if session.transcript is None or edition.transcript_sha256 != session.transcript.sha256:
        said = (
            f"This edition is of another transcript ({edition.transcript_name}) than the session has now, and its "
            "verdict is about that one."
        )
    else:
        listed = {quote.quote_id for quote in whitelist}
        gone = sum(quote.quote_id not in listed for quote in edition.quotes)
        said = f"{count(gone, 'quote')} of this edition left the whitelist since by what you changed." if gone else ""
    if said:
        st.html(element("p", f"{said} Write it again to follow.", class_="wb-notice", role="note"))


def choose_chapter(edition: Edition) -> ChapterDraft:
    """Ask for one of the chapters; a select box shows its options as plain text."""
    chapters = edition.chapters

    def title(index: int) -> str:
        return f"{chapters[index].effective_index + 1}. {chapters[index].title}"

    return chapters[st.selectbox("Chapter", range(len(chapters)), format_func=title, key="chapter", width=560)]


def chapter(draft: ChapterDraft, edition: Edition) -> None:
    """Show a finished chapter as it is read."""
    st.html(chapter_as_html(draft, edition.quotes))


def files_and_again(files: Mapping[str, str], stem: str, write: Callable[[], None]) -> None:
    """Offer the files of an edition, whose download draws nothing again, and to write another."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.html(element("span", "Download", class_="wb-quiet"), width="content")
        for name, text in files.items():
            st.download_button(
                _LABELS[name],
                text.encode("utf-8", "replace"),
                file_name=f"{stem}-{name}",
                mime=_MEDIA[name.rsplit(".", 1)[1]],
                on_click="ignore",
                key=f"download-{name}",
            )
        st.button("Write it again", on_click=write, type="tertiary", key="write")
