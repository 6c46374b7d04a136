"""The queue of quotes to listen to first: which are waiting, and what a person heard."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from core.generation.line import Line
from core.record import Record
from core.whitelist.build import WhitelistQuote
from workbench.sessions.recording import verdicts_on
from workbench.store import EarVerdict, Session, hash_of
from workbench.ui.common import page_context

_NAME = "listening.name"


class ListeningQueue(Record):
    """The quotes that nobody has listened to yet, in the order of the transcript, and what was heard of others, by
    quote id. `at` is the one of the queue that is shown."""

    waiting: tuple[WhitelistQuote, ...]
    heard: Mapping[str, EarVerdict]
    at: int = 0

    @property
    def shown(self) -> WhitelistQuote | None:
        """The quote that is to be heard now."""
        return self.waiting[self.at] if self.waiting else None


def heard_of(session: Session, line: Line) -> dict[str, EarVerdict]:
    """Return what was heard of the line's quotes in the session's recording, by quote id."""
    return verdicts_on(session, line.transcript.raw, page_context.store().ear_verdicts.list(session.session_id))


def denied_of(heard: Mapping[str, EarVerdict], line: Line) -> int:
    """Return how many quotes of the line somebody denied."""
    known = {quote.quote_id for quote in line.whitelist}
    return sum(not verdict.says_so for quote_id, verdict in heard.items() if quote_id in known)


def _place(session: Session) -> str:
    return f"listening.at.{session.session_id}"


def queue_of(session: Session, line: Line, heard: Mapping[str, EarVerdict]) -> ListeningQueue:
    """Return the quotes that are marked to be listened to first, without those that were."""
    marked = (one for one in line.whitelist if one.is_below(session.settings.listen_below))
    waiting = sorted((one for one in marked if one.quote_id not in heard), key=lambda one: one.raw_spans[0])
    at = st.session_state.get(_place(session), 0)
    return ListeningQueue(waiting=tuple(waiting), heard=heard, at=at % len(waiting) if waiting else 0)


def turn_on(session: Session, queue: ListeningQueue) -> None:
    """Go to the next quote of the queue, and from the last to the first."""
    st.session_state[_place(session)] = queue.at + 1


def name_known(session: Session) -> str:
    """Return the name of who listens: as typed in this tab, else of who listened last in this session."""
    told = page_context.store().ear_verdicts.list(session.session_id)
    return st.session_state.get(_NAME) or (told[-1].name if told else "")


class Listener(Record):
    """Who listens to which quote: what a press on a verdict stores. `name` and `note` are the keys of the fields."""

    session: Session
    quote: WhitelistQuote
    raw: str
    name: str
    note: str

    def says(self, *, so: bool) -> None:
        """Store the verdict; the next quote of the queue takes this one's place."""
        session, recording = self.session, self.session.recording
        if recording is None:
            return
        verdict = EarVerdict(
            quote_id=self.quote.quote_id,
            raw_sha256=hash_of(self.raw),
            recording_sha256=recording.sha256,
            says_so=so,
            note=str(st.session_state.get(self.note) or ""),
            name=str(st.session_state.get(self.name) or ""),
        )
        if page_context.change(partial(page_context.store().ear_verdicts.put, session.session_id, verdict)):
            st.session_state[_NAME] = verdict.name
            st.session_state[self.note] = ""


def take_back(session: Session, verdict: EarVerdict) -> None:
    """Forget a verdict: the quote waits again."""
    page_context.change(lambda: page_context.store().ear_verdicts.delete(session.session_id, verdict))
