"""Sources: the transcript and the evidence map of a session, what they were recognised as, and who speaks."""

from core.evidence.speaker_mapping import describe_labels
from workbench.ui.common import cache, page_context, widgets
from workbench.ui.sessions.title_field import title_field
from workbench.ui.sources import replacement, view, view_claims, view_speakers
from workbench.ui.sources import view_replacement as staged

session = page_context.open_session()
material = cache.readable(cache.material(session))
line = cache.line_of(material) if material.complete else None
evidence = cache.effective_map(material) if material.evidence else None

title_field(session)
view.boxes(session)
staged.ask(session, material)
if line:
    view.result(replacement.tally(line))
    widgets.notices(line.notices)
if evidence and evidence.problems:
    view.problems("Not everything that you decided about speakers can be applied.", evidence.problems)
if material.transcript:
    transcript = cache.transcript_of(material)
    evidence_map = evidence.evidence_map if evidence else None
    reports = describe_labels(transcript, evidence_map, material.casts)
    view_speakers.table(
        session, material.evidence, reports, page_context.store().speaker_mappings.list(session.session_id)
    )
if evidence:
    view_claims.claims(evidence, line, material.mends)
view.downloads(material)
