"""The queue of quotes to listen to first on the screen: one at a time, with its sound and the two verdicts."""

from functools import partial

import streamlit as st

from core.generation.line import Line
from core.span import Span
from core.whitelist.build import WhitelistQuote
from workbench.labels import clock, count
from workbench.safe_html import element
from workbench.sessions.recording import heard_in_words
from workbench.store import MAX_NOTE, MAX_TITLE, Session
from workbench.ui.common.heard_recording import play_button
from workbench.ui.whitelist import listening
from workbench.ui.whitelist.listening import Listener, ListeningQueue

_MOST_HEARD = 50  # verdicts on the screen
_MEANS = (
    "What you hear is shown beside the quote here and on Edition, with your name, and stands in the files of the "
    "edition. It changes no words: a quote that is not so in the recording stays proven as text, and new runs leave it "
    "out."
)


def _quote(quote: WhitelistQuote, line: Line) -> None:
    unsure = f"the transcript is {quote.least_certain.in_words}" if quote.least_certain else ""
    about = ", ".join(filter(None, (quote.speaker.speaker_name, clock(quote.start_seconds), unsure)))
    play = play_button(line.transcript, Span(*quote.raw_spans[0]))
    words = element("p", play, " ", element("span", quote.quote_text, class_="said"))
    st.html(element("div", words, element("p", about, class_="note"), class_="wb-proposed"))


def _to_hear(session: Session, queue: ListeningQueue, quote: WhitelistQuote, line: Line) -> None:
    name, note = (f"listening-{field}-{session.session_id}" for field in ("name", "note"))
    st.session_state.setdefault(name, listening.name_known(session))
    listener = Listener(session=session, quote=quote, raw=line.transcript.raw, name=name, note=note)
    _quote(quote, line)
    who, what = st.columns((1, 2), gap="small")
    who.text_input("Your name", key=name, max_chars=MAX_TITLE)
    what.text_input("A note, if you like", key=note, max_chars=MAX_NOTE)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        key = session.session_id
        st.button("It says so", key=f"listening-so-{key}", on_click=partial(listener.says, so=True))
        st.button("It does not", key=f"listening-not-{key}", on_click=partial(listener.says, so=False))
        more = len(queue.waiting) > 1
        st.button(
            "Next", key=f"listening-next-{key}", on_click=listening.turn_on, args=(session, queue), disabled=not more
        )
        st.html(element("span", f"{count(len(queue.waiting), 'quote')} to listen to.", class_="wb-quiet"))


def _heard(session: Session, queue: ListeningQueue, line: Line) -> None:
    words = {quote.quote_id: quote.quote_text for quote in line.whitelist}
    here = [one for one in queue.heard.values() if one.quote_id in words]
    if not here:
        return
    with st.expander("What was heard"):
        for verdict in here[-_MOST_HEARD:]:
            said, act = st.columns((9, 2), gap="small", vertical_alignment="center")
            quote = element("p", words[verdict.quote_id], class_="said")
            said.html(element("div", quote, element("p", heard_in_words(verdict), class_="note"), class_="wb-proposed"))
            key = f"listening-back-{verdict.quote_id}-{session.session_id}"
            act.button("Take back", key=key, on_click=listening.take_back, args=(session, verdict))


def queue(session: Session, waiting: ListeningQueue, line: Line) -> None:
    """Show the quote to be heard now with its verdicts, and what was heard; nothing where neither is."""
    if not waiting.waiting and not waiting.heard:
        return
    with st.container(border=True, key="wb-listening"):
        st.html(element("p", _MEANS, class_="note wb-quiet"))
        if waiting.shown is not None:
            _to_hear(session, waiting, waiting.shown, line)
        _heard(session, waiting, line)
