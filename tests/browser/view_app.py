"""The transcript view alone: `?of=sample`, or a stranger's worst words; `test_transcript_view` starts it.

Mends are kept in the browser's session and applied, so that a rerun brings another document. What the browser sent is
shown as text. `?runs=1` says that every second quote is used in the last run.
"""

import json
from pathlib import Path

import streamlit as st

from core.errors import BadInput
from core.evidence.evidence_map import read_evidence
from core.generation.line import prepare_line
from core.transcripts.readers import read_transcript
from core.whitelist.corrections import apply_mends, mend_to_span, offer_mends
from workbench.paths import SAMPLE_DATA
from workbench.ui.common import widgets
from workbench.ui.components.transcript import (
    CorrectionRedo,
    CorrectionRow,
    CorrectionUndo,
    OfferChoice,
    RejectionRow,
    is_current,
    payload,
    read_act,
    show_transcript,
)

WORST = Path(__file__).with_name("worst_words.txt").read_text(encoding="utf-8")
ADA = f"Ada {WORST}"
HOSTILE = (
    f"ADA: Before 😀 it. {WORST} After it.\r\n\nBEN: שלום עולם and e\u0301te\u0301 {WORST} twice.\n\n"
    f"ADA: And {WORST} twice.\n"
)
HOSTILE_MAP = {
    "speakers": [
        {"speaker_id": "ada", "speaker_name": ADA, "speaker_role": "guest", "aliases": ["ADA"]},
        {"speaker_id": "ben", "speaker_name": f"Ben {WORST}", "speaker_role": "host", "aliases": ["BEN"]},
    ],
    "chapters": [
        {
            "title": WORST,
            "claims": [
                {
                    "claim": WORST,
                    "support": [
                        {"evidence_id": WORST, "quote": "After it.", "speaker": "ADA"},
                        {"evidence_id": f"2 {WORST}", "quote": f"Before 😀 this. {WORST} After it.", "speaker": "ADA"},
                        {"evidence_id": f"3 {WORST}", "quote": WORST, "speaker": WORST},
                    ],
                }
            ],
        }
    ],
}

st.set_page_config(page_title="View", layout="wide")
widgets.styles()
widgets.words("The transcript view alone.")

if st.query_params.get("of", "sample") == "sample":
    transcript = read_transcript((SAMPLE_DATA / "interview.md").read_bytes(), "interview.md")
    evidence_map = read_evidence((SAMPLE_DATA / "evidence.json").read_bytes(), "evidence.json")
else:
    transcript = read_transcript(HOSTILE.encode(), f"{WORST}.txt")
    evidence_map = read_evidence(json.dumps(HOSTILE_MAP), "map.json")

mended: list[CorrectionRow] = st.session_state.setdefault("mended", [])
standing = [row.mend for row in mended if not row.undone]
line = prepare_line(apply_mends(evidence_map, standing).evidence_map, transcript)
claims = {
    one.evidence_id: claim.claim
    for chapter in evidence_map.chapters
    for claim in chapter.claims
    for one in claim.support
}
rejected = [
    RejectionRow(
        rejection=rejection,
        claim=claims[rejection.evidence_id],
        offers=offer_mends(rejection, transcript, line.roster),
    )
    for rejection in line.rejections
]


used = frozenset(quote.quote_id for quote in line.whitelist[::2]) if "runs" in st.query_params else None
data = payload(line, rejected=rejected, mended=mended, used=used, link="?session=abc&quote=")


def take(sent: object) -> None:
    """Keep what was sent, and do it where it is on what was shown."""
    act = read_act(sent, transcript, rejected=rejected, mended=mended) if is_current(sent, data) else None
    st.session_state["act"] = repr(act)
    if isinstance(act, CorrectionUndo | CorrectionRedo):
        undone = isinstance(act, CorrectionUndo)
        st.session_state["mended"] = [
            row.model_copy(update={"undone": undone}) if row.number == act.number else row for row in mended
        ]
    elif act is not None:
        chosen = isinstance(act, OfferChoice)
        try:
            mend = act.mend if chosen else mend_to_span(act.rejection, act.span, transcript, line.roster)
        except BadInput as error:
            st.session_state["act"] += f" {error}"
        else:
            mended.append(CorrectionRow(number=len(mended) + 1, mend=mend))


show_transcript(data, key="view", focus=st.query_params.get("quote", ""), on_act=take)
widgets.words(st.session_state.get("act", "Nothing was sent."))
