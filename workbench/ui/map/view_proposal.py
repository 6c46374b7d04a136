"""The map that a model proposes, on the screen: who is asked and what is sent, progress, and what came of it."""

import streamlit as st

from core.map_making.proposal.map_faults import MapRefusal
from workbench.jobs.proposals.what_is_sent import sent_in_words
from workbench.jobs.runs import LEASE_SECONDS
from workbench.jobs.runs.progress import writer_of
from workbench.jobs.usage import sum_in_words, sum_of
from workbench.labels import count
from workbench.providers import provider_of
from workbench.safe_html import element, table
from workbench.store import ProposalPlan, ProposalProgress, ProposalState, Session, UnknownRecord
from workbench.ui.common import page_context
from workbench.ui.common.widgets.base import heading, words
from workbench.ui.map import proposal, proposal_actions
from workbench.ui.map.proposal import ProposalOutcome, ProposalSnapshot, TalkToAsk
from workbench.ui.map.state import ProposedMap
from workbench.ui.model_picker import state, view

_WHAT_IT_IS = (
    "A model reads the transcript and proposes chapters, claims and quotes. It names sentences by their numbers and "
    "types no quote: the words are cut here from the transcript, and proven. Nothing is taken until you take it."
)
_QUICK, _SLOW = 0.5, 3.0  # seconds between two looks, while it is worked on and while it is not
_KEY_WIDTH = 560  # pixels
_MOST_REFUSED = 200
_ELSEWHERE = (
    "Another program is working on this proposal, or was until a moment ago; if none is any more, it can be resumed in "
    f"at most {LEASE_SECONDS:g} seconds."
)
_OTHER_TRANSCRIPT = (
    "This proposal was made of another transcript than the session has now. Discard it, then let a model propose anew."
)
_OTHER_VERSION = (
    "{} of {} cannot be read any more: another version of this program asked for them otherwise. Discard the proposal "
    "to ask anew."
)
_DISCARD = "All replies of this proposal will be gone for good; what you accepted into the map stays."


def _replies(session: Session) -> None:
    """Take replies that were written beforehand."""
    file = state.current_choice((), str(st.session_state[proposal.proposer_key(session)])).file
    if file is None:
        key = f"map-replies-{session.session_id}"
        st.file_uploader(
            "A list of replies in JSON, or one text for all",
            key=key,
            max_upload_size=20,
            on_change=state.take_file,
            args=(key,),
        )
        return
    many = "one text that answers every call" if file.every_call else count(len(file.replies), "reply", "replies")
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        words(f"{file.name}: {many}")
        st.button("Choose others", on_click=state.forget_file, type="tertiary", key="map-forget-replies")


def _who(session: Session) -> str:
    """Ask who proposes, and what a service needs."""
    kinds, key = proposal.proposers(), proposal.proposer_key(session)
    if st.session_state.get(key) not in kinds:
        st.session_state[key] = kinds[0]
    chosen = st.radio(
        "Who proposes",
        kinds,
        format_func=lambda kind: provider_of(kind).on_generate.name,
        key=key,
        persist_state="session",
    )
    if provider_of(chosen).is_service:
        view.service(session, chosen)
    else:
        _replies(session)
    return chosen


def _offer(talk: TalkToAsk) -> None:
    """Ask who proposes, say what is sent to whom and what it costs, and begin once a person agrees to that."""
    heading("Let a model propose a map")
    st.html(element("p", _WHAT_IT_IS, class_="note wb-quiet"))
    chosen = _who(talk.session)
    windows = proposal.windows_of(talk, talk.roles)
    choice = proposal.named_client(talk.session)
    if not windows:
        words("Nothing is said in this transcript, so there is nothing to ask.")
        return
    agreed = True
    if choice is not None and provider_of(chosen).is_service:
        sent = sent_in_words(windows, len(windows), choice)
        st.html(element("p", sent, class_="wb-notice", role="note"))
        # Another model, or another address, is asked about anew.
        asked = f"map-agreed-{talk.session.session_id}-{choice.kind}-{choice.model}-{choice.base_url}"
        agreed = st.checkbox("Yes, send the whole transcript there", key=asked)
    st.button(
        "Let it propose",
        on_click=proposal_actions.begin,
        args=(talk,),
        type="primary",
        key="map-propose",
        disabled=not agreed or choice is None,
    )


def _state_in_words(seen: ProposalSnapshot, windows: int) -> str:
    far = f"{seen.answered} of {count(windows, 'part')} {'is' if 1 in (windows, seen.answered) else 'are'} answered"
    if seen.held:
        return f"The proposal is being stopped; {far}." if seen.stop_requested else f"A model is reading; {far}."
    match seen.state:
        case ProposalState.DONE:
            return "The model has answered."
        case ProposalState.STOPPED:
            return f"The proposal was stopped; {far}."
        case ProposalState.FAILED:
            return f"The proposal could not go on; {far}."
        case ProposalState.RUNNING:
            return f"The proposal was interrupted, because the program ended meanwhile; {far}."


def _poll(progress: ProposalProgress, seen: ProposalSnapshot, windows: int) -> None:
    """Draw the progress; where something else changed, the whole page is drawn again."""
    live, changed = proposal.poll(progress, seen)
    if changed:
        st.rerun()
    if not seen.held:
        return
    if live is None:
        st.html(element("p", _ELSEWHERE, class_="wb-words wb-quiet"))
        return
    parts = [f"Part {live.window} of {windows}", f"{live.seconds:.0f} s"]
    if live.received:
        parts.append(f"{count(live.received, 'character')} received")
    st.html(element("p", " · ".join(parts), class_="wb-words", role="status"))
    if live.notice:
        st.html(element("p", live.notice, class_="wb-notice", role="status"))


def _head(progress: ProposalProgress, seen: ProposalSnapshot, plan: ProposalPlan, talk: TalkToAsk) -> None:
    """Say how the proposal stands, and offer what can be done with it."""
    failed = not seen.held and seen.state is ProposalState.FAILED
    made = f"By {writer_of(plan.client)}."
    parts = [element("p", element("b", _state_in_words(seen, plan.windows)), " ", element("span", made, class_="note"))]
    if failed:
        parts.append(element("p", seen.message))
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        look = "wb-failure" if failed else "wb-open-run"
        st.html(element("div", *parts, class_=look, role="status"), width="stretch")
        if seen.held:
            if not seen.stop_requested:
                st.button("Stop", on_click=proposal_actions.stop, args=(progress.proposal_id,), key="map-stop")
            return
        if seen.state is not ProposalState.DONE and proposal.is_of(plan, talk):
            resume = proposal_actions.resume
            st.button("Resume", on_click=resume, args=(progress, talk), type="primary", key="map-resume")
        with st.popover("Discard", key="map-discard"):
            st.html(element("p", _DISCARD, class_="wb-words"))
            discard = proposal_actions.discard
            st.button("Discard this proposal", on_click=discard, args=(progress,), key="map-discard-sure")


def _begun(progress: ProposalProgress, talk: TalkToAsk, plan: ProposalPlan) -> bool:
    """Show how far a proposal is and poll it; tell whether its rows can be shown."""
    state.put_away()
    seen = proposal.snapshot_of(progress)
    heading("What a model proposes")
    _head(progress, seen, plan, talk)
    st.fragment(_poll, run_every=_QUICK if seen.held else _SLOW)(progress, seen, plan.windows)
    if not proposal.is_of(plan, talk):
        st.html(element("p", _OTHER_TRANSCRIPT, class_="wb-notice", role="note"))
        return False
    if not seen.held and seen.state is not ProposalState.DONE and provider_of(plan.client.kind).is_service:
        with st.container(border=True, gap="small", width=_KEY_WIDTH, key="wb-service"):
            view.key(progress.session_id, plan.client)
    return not seen.held


def _where(refusal: MapRefusal) -> str:
    return f"part {refusal.window}, {refusal.place or 'the reply'}"


def _came_of_it(outcome: ProposalOutcome, progress: ProposalProgress) -> None:
    """Say what the calls took, and list what is refused of the replies, each with its reason."""
    if outcome.calls:
        words(f"It took {sum_in_words(sum_of(outcome.calls))}.")
    lost = progress.answered - outcome.replies
    if lost:
        text = _OTHER_VERSION.format(f"{lost:,}", count(progress.answered, "reply", "replies"))
        st.html(element("p", text, class_="wb-notice", role="note"))
    found = outcome.proposal
    if found.evidence_map is None and outcome.replies:
        words(found.reason)
    if found.refusals:
        with st.expander("What is refused of its answers, and why", key="map-refused"):
            rows = [[_where(one), one.message] for one in found.refusals[:_MOST_REFUSED]]
            st.html(table((("Where", "wide"), ("Why", "")), rows, caption="What is refused"))
            rest = len(found.refusals) - _MOST_REFUSED
            if rest > 0:
                words(f"And {rest:,} more.")


def proposed_map(talk: TalkToAsk) -> ProposedMap | None:
    """Show the proposal of a session, or let a person begin one; return its map once its rows can be shown."""
    talk = talk._replace(session=state.sync_switches(talk.session))
    progress = page_context.store().proposals.progress(talk.session.session_id)
    if progress is None:
        _offer(talk)
        return None
    try:
        plan = proposal.stored_plan(progress)
        if not _begun(progress, talk, plan):
            return None
        outcome = proposal.outcome_of(progress, talk, plan)
    except UnknownRecord:  # it was discarded since it was looked up
        st.rerun()
    _came_of_it(outcome, progress)
    made = outcome.proposal.evidence_map
    return None if made is None else ProposedMap(made, progress.proposal_id)
