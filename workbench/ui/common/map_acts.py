"""An act on the map of a session, made of the transcript as the store has it: what every page does that adds quotes."""

from functools import partial

from core.evidence.map_roster import roster_of
from core.map_making.acts.act_records import ActGroup, SingleAct
from core.map_making.acts.make_act import make_act
from core.whitelist.corrections.evidence_text import CorrectionContext
from workbench.store import Session
from workbench.ui.common import cache, page_context


def add_act(session: Session, asked: SingleAct | ActGroup) -> None:
    """Do an act that a person asks for; the words of its quotes are those of the transcript at their spans.

    Raises Conflict where it is refused, StoreError.
    """
    material = cache.material(session)
    transcript = cache.transcript_of(material)
    context = CorrectionContext(transcript, roster_of(cache.effective_map(material).evidence_map, transcript.labels))
    made = partial(make_act, act=asked, context=context)
    page_context.store().acts.add(session.session_id, made, transcript=session.transcript)
