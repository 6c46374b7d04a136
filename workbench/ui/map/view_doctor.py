"""What is wrong with the session's map, on the screen, each with what would help."""

from collections.abc import Sequence
from urllib.parse import quote

import streamlit as st

from core.evidence.evidence_map import EvidenceMap
from core.map_making.doctor.findings import FindingKind, MapFinding
from workbench.labels import count
from workbench.safe_html import SafeHtml, element, join_html, table
from workbench.store import Session
from workbench.ui.common import urls
from workbench.ui.common.widgets.base import heading, words
from workbench.ui.map import actions
from workbench.ui.map.doctor import KINDS, SessionDiagnosis
from workbench.ui.map.places import sentence, support_at, what_stands_at

_MOST = 200
_WHAT_IT_IS = (
    "Nothing is changed by looking. What is certain changes neither words nor persons: doubled quotes are joined, "
    "marks around the words go, a name is spelled as the transcript spells it, an id is made, and a speaker is "
    "named where one person alone said the words. Everything else is yours to decide."
)
_SOUND = "Nothing is wrong with this map."
_ON_WHITELIST = frozenset(
    {
        FindingKind.NOT_FOUND,
        FindingKind.ELIDED,
        FindingKind.PARTIAL_WORD,
        FindingKind.CROSSES_TURNS,
        FindingKind.WRONG_SPEAKER,
        FindingKind.UNKNOWN_SPEAKER,
        FindingKind.MISSING_SPEAKER,
    }
)
_OF_ROLES = "Say on Sources, under who speaks, who is a guest and who a host."
_ROLES = frozenset({FindingKind.NO_GUEST, FindingKind.MISSING_ROLE})


def _link(session: Session, finding: MapFinding, evidence: EvidenceMap) -> SafeHtml:
    """Lead to the quote on Whitelist where corrections are offered there, in another tab."""
    support = support_at(evidence, finding.place) if finding.kind in _ON_WHITELIST else None
    if support is None:
        return SafeHtml()
    address = f"whitelist{urls.quote_link(session.session_id)}{quote(support.evidence_id)}"
    return element("p", element("a", "See it on Whitelist", href=address, target="_blank"), class_="note")


def _row(session: Session, finding: MapFinding, evidence: EvidenceMap) -> list[str]:
    where, what = what_stands_at(evidence, finding.place)
    certain = element("p", "certain", class_="note") if finding.certain else SafeHtml()
    stands = element("p", what, class_="said") if what else SafeHtml()
    helps = _OF_ROLES if finding.kind in _ROLES else finding.fix
    return [
        join_html([KINDS[finding.kind], certain]),
        join_html([where, stands]),
        sentence(finding.message),
        join_html([helps, _link(session, finding, evidence)]),
    ]


def _listing(session: Session, findings: Sequence[MapFinding], evidence: EvidenceMap) -> None:
    headings = (("What", "narrow"), ("Where", "wide"), ("What is wrong", ""), ("What would help", ""))
    rows = (_row(session, one, evidence) for one in findings[:_MOST])
    st.html(table(headings, rows, caption="What is wrong with the map"))
    if len(findings) > _MOST:
        words(f"And {len(findings) - _MOST:,} more, which follow when these are mended.")


def doctor(session: Session, found: SessionDiagnosis) -> None:
    """Show all that is wrong with the map, and offer to mend what is certain."""
    findings = found.diagnosis.findings
    certain = sum(one.certain for one in findings)
    heading("What is wrong with the map")
    st.html(element("p", _WHAT_IT_IS, class_="note wb-quiet"))
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-map-doctor"):
        st.button(
            "Mend what is certain",
            key="map-mend",
            type="primary",
            disabled=not certain,
            on_click=actions.mend,
            args=(session, found.mended),
        )
        words(f"{count(len(findings), 'finding')}, {certain:,} of them certain." if findings else _SOUND)
    if findings:
        _listing(session, findings, found.looked_at)
