"""Map: an evidence map made where the transcript is, what of it the map does not use, and what is wrong with it."""

import streamlit as st

from workbench.ui.common import cache, page_context, urls
from workbench.ui.map import doctor, state, view, view_by_hand, view_doctor, view_proposal, view_rows, view_unused
from workbench.ui.map.proposal import TalkToAsk

session = page_context.open_session()
material = cache.readable(cache.material(session))
if state.waits_on_sources(session):
    urls.go("sources")
if material.transcript is None:
    view.no_transcript()
    st.stop()

transcript = cache.transcript_of(material)
roles = state.roles_of(material)
evidence = cache.effective_map(material).evidence_map if material.has_map else None
view.present(evidence, material.evidence.name if material.evidence else "made here", roles)
part = view.choose_view(has_map=evidence is not None)
match part:
    case "By hand":
        view_by_hand.by_hand(session, material)
        st.stop()
    case "Not used" if evidence:
        view_unused.unused(state.use_of(material), state.empty_places(evidence), evidence, transcript)
        st.stop()
    case "Doctor" if evidence:
        view_doctor.doctor(session, doctor.diagnosis_of(material))
        st.stop()
    case _:
        pass
if transcript.labels and not roles.guests:
    view.no_guest()
    st.stop()

speaker = "" if transcript.labels else view.who_speaks_all(f"map-speaker-{session.session_id}")
voices = state.voices_of(transcript, roles, speaker)
if part == "Let a model propose":
    talk = TalkToAsk(session, material.transcript, transcript, voices)
    view_rows.proposed_rows(session, material, view_proposal.proposed_map(talk))
else:
    view_rows.proposed_rows(session, material, view.outline(state.outline_of(material, voices)))
