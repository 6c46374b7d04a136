"""The map by hand alone, on the sample's transcript; the tests beside it start it.

`?of=sample` begins with the sample's map, `?of=proposed` with the same as a proposal, `?of=large` with 600 KB and 2,000
quotes, else there is none. Acts are kept in the browser's session.
"""

from itertools import islice
from typing import Any

import streamlit as st

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support, read_evidence
from core.evidence.row_marks import RowStatus
from core.generation.line import prepare_line
from core.map_making.acts.act_records import ActRefusal
from core.map_making.acts.act_sentences import act_in_words
from core.map_making.acts.make_act import make_act
from core.map_making.acts.map_rows import MapRows, rows_of
from core.map_making.outline.talk_sentences import talk_sentences
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.whitelist.corrections.evidence_text import CorrectionContext
from workbench.paths import SAMPLE_DATA
from workbench.ui.common import widgets
from workbench.ui.components.packing import KnownLines
from workbench.ui.components.transcript import KnownTranscript, words_part
from workbench.ui.map.by_hand.component import show_map
from workbench.ui.map.by_hand.payload import MapHistory, describe_map, map_payload
from workbench.ui.map.by_hand.selecting import describe_selectable
from workbench.ui.map.by_hand.sent import SentAct, read_sent

CLAIMS = 20
SUPPORTS = 100

st.set_page_config(page_title="Map", layout="wide")
widgets.styles()
of = st.query_params.get("of", "")
given = (SAMPLE_DATA / "interview.md").read_bytes()


@st.cache_resource
def talk(large: str) -> TranscriptPair:
    return read_transcript(given * (600_000 // len(given) if large else 1), "interview.md")


@st.cache_resource
def selectable_of(large: str) -> dict[str, Any]:
    return describe_selectable(talk(large))


def many_quotes(transcript: TranscriptPair) -> EvidenceMap:
    """Return a map of the first sentences, each once."""
    words = dict.fromkeys(sentence.span.slice(transcript.raw) for sentence in talk_sentences(transcript))
    said = iter(words)
    speakers = {sentence.text: sentence.speaker or "" for sentence in talk_sentences(transcript)}
    claims = tuple(
        ClaimEvidence(
            claim_id=f"k{claim}",
            claim=f"Claim {claim}",
            support=tuple(
                Support(evidence_id=f"e{claim}.{at}", quote=quote, speaker=speakers.get(quote, ""))
                for at, quote in enumerate(islice(said, SUPPORTS))
            ),
        )
        for claim in range(CLAIMS)
    )
    return EvidenceMap(chapters=(ChapterEvidence(title="All", claims=claims),))


def as_proposed(given: EvidenceMap) -> EvidenceMap:
    """Return the map with every row of it proposed."""
    stated: dict[str, Any] = given.model_dump()
    for chapter in stated["chapters"]:
        inside = [*chapter["claims"], *(one for claim in chapter["claims"] for one in claim["support"])]
        for row in (chapter, *inside):
            row["status"] = RowStatus.PROPOSED
    return EvidenceMap.model_validate(stated)


def first_map() -> EvidenceMap:
    sample = read_evidence((SAMPLE_DATA / "evidence.json").read_bytes(), "evidence.json")
    if of == "large":
        return many_quotes(transcript).model_copy(update={"speakers": sample.speakers})
    if of == "proposed":
        return as_proposed(sample)
    return sample if of == "sample" else sample.model_copy(update={"chapters": ()})


large = of if of == "large" else ""
transcript = talk(large)
if "history" not in st.session_state:
    st.session_state["history"] = [(rows_of(first_map()), "")]
    st.session_state["taken"] = []
history: list[tuple[MapRows, str]] = st.session_state["history"]
taken: list[tuple[MapRows, str]] = st.session_state["taken"]
rows = history[-1][0]
line = prepare_line(rows.as_map(), transcript)


def carry_out(sent: SentAct) -> str:
    """Do it; return what is to be said."""
    if sent.do == "undo" and len(history) > 1:
        taken.append(history.pop())
        return f"Taken back: {taken[-1][1]}."
    if sent.do == "redo" and taken:
        history.append(taken.pop())
        return f"Done again: {history[-1][1]}."
    if sent.act is None:
        return "Nothing to do."
    made = make_act(rows, sent.act, CorrectionContext(transcript, line.roster))
    if isinstance(made, ActRefusal):
        return made.message
    taken.clear()
    history.append((made.rows, act_in_words(rows, made.act)))
    return f"Done: {history[-1][1]}."


def take(value: object) -> None:
    sent = read_sent(value, transcript.raw)
    st.session_state["said"] = carry_out(sent) if sent is not None else "Nothing was understood."
    st.session_state["arrived"] = sent.turn if sent is not None else 0


where = MapHistory(len(history) - 1, history[-1][1], taken[-1][1] if taken else "")
widgets.words(st.session_state.get("said", "Nothing was sent."))
words = words_part(transcript, line.roster, {"selectable": selectable_of(large)})
data = map_payload(line, describe_map(rows, line, where), KnownTranscript(words, KnownLines()), "?quote=")
show_map(data, key="map", arrived=st.session_state.get("arrived", 0), on_act=take)
