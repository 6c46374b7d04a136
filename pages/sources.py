"""Sources: the transcript, the evidence map and the recording of a session, what they are, and who speaks."""

from core.evidence.speaker_mapping import describe_labels
from workbench.ui.common import cache, page_context, widgets
from workbench.ui.sessions.title_field import title_field
from workbench.ui.sources import replacement, view, view_claims, view_recording, view_speakers
from workbench.ui.sources import view_replacement as staged

session = page_context.open_session()
material = cache.readable(cache.material(session))
line = cache.line_of(material) if material.complete else None
evidence = cache.effective_map(material) if material.has_map else None

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
    undecided = cache.effective_map(material).rows.as_map()
    view_speakers.table(session, undecided, reports, page_context.store().speaker_mappings.list(session.session_id))
if evidence:
    view_claims.claims(evidence, line, material.acts)
view_recording.recording(session)
view.downloads(material)
