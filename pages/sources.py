"""Sources: the transcript and the evidence map of a session, what they were recognised as, and who speaks."""

from core.evidence.speaker_mapping import describe_labels
from workbench import desk, memo, replacing, show
from workbench.show import casting, claims, sources
from workbench.show import replacing as staged
from workbench.show.title import title_field

session = desk.open_session()
material = memo.readable(memo.material(session))
line = memo.line_of(material) if material.complete else None
evidence = memo.understood(material) if material.evidence else None

title_field(session)
sources.boxes(session)
staged.ask(session, material)
if line:
    sources.result(replacing.tally(line))
    show.notices(line.notices)
if evidence and evidence.problems:
    sources.problems("Not everything that you decided about speakers can be applied.", evidence.problems)
if material.transcript:
    transcript = memo.transcript_of(material)
    evidence_map = evidence.evidence_map if evidence else None
    reports = describe_labels(transcript, evidence_map, material.casts)
    casting.table(session, material.evidence, reports, desk.store().casts(session.session_id))
if evidence:
    claims.claims(evidence, line, material.mends)
sources.downloads(material)
