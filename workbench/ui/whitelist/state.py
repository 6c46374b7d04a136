"""The whitelist on its page: what the view is given, and what a person does there with a rejected quote."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st
from pydantic import Field

from core.errors import WorkbenchError
from core.map_making.acts.act_records import MendQuote
from core.map_making.acts.make_act import already_made
from core.record import Record
from core.whitelist.corrections import Mend, mend_to_span, offer_mends
from workbench.labels import claim_in_words
from workbench.sessions.recording import heard_in_words
from workbench.store import FinishedRun, Session, hash_of
from workbench.ui.common import cache, page_context, urls
from workbench.ui.common.stored_widgets import StoredWidgets
from workbench.ui.components import transcript as transcript_view
from workbench.ui.components.transcript import (
    CorrectionRedo,
    CorrectionRow,
    CorrectionUndo,
    OfferChoice,
    RejectionRow,
    TextSelection,
)
from workbench.ui.whitelist import listening

MOST_OFFERS = 2_000
"""Rejected quotes for which corrections are looked for: for each the whole transcript is searched several times."""
_NO_OFFERS = (
    "Corrections are offered for the first {most:,} of {all:,} rejected quotes; those of the others follow when these "
    "are corrected. Words that you select in the transcript can be used for every one."
)


class WhitelistView(Record):
    """What a person sees on the page: the rows beside the text, the ids of the quotes in the last run, None where there
    is none that can be read, and by quote id what somebody heard in the recording."""

    rejected: tuple[RejectionRow, ...]
    mended: tuple[CorrectionRow, ...]
    used: frozenset[str] | None
    heard: dict[str, str] = Field(default_factory=dict[str, str])

    @property
    def note(self) -> str:
        """What is said where not all rejected quotes have corrections on offer, else ""."""
        number = len(self.rejected)
        return _NO_OFFERS.format(most=MOST_OFFERS, all=number) if number > MOST_OFFERS else ""


class _ListeningWidgets(StoredWidgets):
    """How sure the transcript must be of every word of a quote, in percent; whether a denied quote is left out."""

    held_as = "listening"
    prefix = "listen"
    names = ("below", "denied")

    def stored(self, name: str) -> int | bool:
        settings = self.session.settings
        return settings.leave_out_denied if name == "denied" else round(100 * settings.listen_below)

    def store(self, moved: Mapping[str, int | bool]) -> None:
        changed = {"leave_out_denied": bool(moved["denied"])} if "denied" in moved else {}
        below = {"listen_below": moved["below"] / 100} if "below" in moved else {}
        self.put(self.session.settings.model_copy(update={**changed, **below}))


class StaleQuoteAction(WorkbenchError):
    """An action on a quote that has changed since the person saw it."""


@st.cache_resource(max_entries=cache.SESSIONS_KEPT, show_spinner="Looking for the nearest passages")
def _rejected(cache_key: str, most: int, _given: cache.SessionMaterial) -> tuple[RejectionRow, ...]:
    del cache_key
    line = cache.line_of(_given)
    claims = {
        support.evidence_id: claim_in_words(claim.claim)
        for chapter in line.evidence_map.chapters
        for claim in chapter.claims
        for support in claim.support
    }
    return tuple(
        RejectionRow(
            rejection=rejection,
            claim=claims.get(rejection.evidence_id, ""),
            offers=offer_mends(rejection, line.transcript, line.roster) if number < most else (),
        )
        for number, rejection in enumerate(line.rejections)
    )


@st.cache_resource(max_entries=cache.SESSIONS_KEPT, show_spinner=False)
def _payload(
    key: str, shown_key: str, link: str, _given: cache.SessionMaterial, _shown: WhitelistView
) -> dict[str, Any]:
    del key, shown_key
    return transcript_view.payload(
        cache.line_of(_given),
        rejected=_shown.rejected,
        mended=_shown.mended,
        used=_shown.used,
        heard=_shown.heard,
        link=link,
    )


def _used(session: Session) -> frozenset[str] | None:
    runs = page_context.store().runs.list(session.session_id)
    last = cache.read_run(runs[-1]) if runs else None
    return frozenset(quote.quote_id for quote in last.edition.quotes) if isinstance(last, FinishedRun) else None


def sync_listening(session: Session) -> Session:
    """Save what a person moved of how they listen, and return the session as the page is to be drawn from it."""
    return _ListeningWidgets.sync(session)


def listening_key() -> str:
    """Return the key of that slider."""
    return _ListeningWidgets.current().key("below")


def denied_key() -> str:
    """Return the key of the switch that leaves out denied quotes."""
    return _ListeningWidgets.current().key("denied")


def whitelist_view(session: Session, given: cache.SessionMaterial) -> WhitelistView:
    """Return what the page lists beside the transcript."""
    store = page_context.store()
    stale = cache.effective_map(given).stale
    mended = (
        CorrectionRow(
            number=one.number, mend=one.act.mend, undone=one.undone, stale=not one.undone and one.act.mend in stale
        )
        for one in store.acts.list(session.session_id)
        if isinstance(one.act, MendQuote)
    )
    heard = listening.heard_of(session, cache.line_of(given))
    return WhitelistView(
        rejected=_rejected(given.ground, MOST_OFFERS, given),
        mended=tuple(mended),
        used=_used(session),
        heard={quote_id: heard_in_words(verdict) for quote_id, verdict in heard.items()},
    )


def data_of(session: Session, given: cache.SessionMaterial, shown: WhitelistView) -> dict[str, Any]:
    """Return what the transcript view is given."""
    # The rejected rows follow from the material; these do not.
    key = hash_of(json.dumps(shown.model_dump(mode="json", include={"mended", "used", "heard"})))
    return _payload(given.key, key, urls.quote_link(session.session_id), given, shown)


def _correction_of(act: OfferChoice | TextSelection, given: cache.SessionMaterial) -> Mend:
    if isinstance(act, OfferChoice):
        return act.mend
    line = cache.line_of(given)
    return mend_to_span(act.rejection, act.span, line.transcript, line.roster)


def _make(session: Session, correction: Mend, mended: Sequence[CorrectionRow]) -> None:
    """Store a correction; one of the same quote that is out of date is taken back for it."""
    acts = page_context.store().acts
    made = already_made(MendQuote(mend=correction))
    acts.add(session.session_id, made, transcript=session.transcript)
    for row in mended:
        if row.stale and row.mend.evidence_id == correction.evidence_id:
            acts.undo(session.session_id, row.number)


def _carry_out(sent: object) -> None:
    session = page_context.current()
    given = cache.material(session) if session is not None else None
    if session is None or given is None or not given.complete:
        raise StaleQuoteAction("This session was changed or deleted elsewhere, so nothing was done.")
    shown = whitelist_view(session, given)
    # Numbers of offers and places in the text mean what they meant only while all is as it was.
    same = transcript_view.is_current(sent, data_of(session, given, shown))
    transcript = cache.transcript_of(given)
    act = transcript_view.read_act(sent, transcript, rejected=shown.rejected, mended=shown.mended) if same else None
    store = page_context.store()
    match act:
        case None:
            raise StaleQuoteAction(
                "This was changed since you saw it, so nothing was done. You now see its present state."
            )
        case CorrectionUndo(number=number):
            store.acts.undo(session.session_id, number)
        case CorrectionRedo(number=number):
            store.acts.redo(session.session_id, number)
        case _:
            _make(session, _correction_of(act, given), shown.mended)


def take(sent: object) -> None:
    """Do what a person asked for in the view; where that cannot be, the next page says why."""
    page_context.change(lambda: _carry_out(sent))
