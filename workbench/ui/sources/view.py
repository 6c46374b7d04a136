"""The two sources of a session: given by upload or paste, recognised or refused, and downloads."""

import json
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import streamlit as st

from core.errors import BadInput
from core.evidence.evidence_map import evidence_schema, read_evidence, write_evidence
from core.text.well_formed import well_formed
from core.transcripts.transcript import TranscriptPair
from workbench.labels import count
from workbench.safe_html import SafeHtml, element
from workbench.sessions import create, recognise_file
from workbench.sessions.recognise_file import (
    AcceptedSource,
    EvidenceFacts,
    RejectedSource,
    SourceKind,
    TranscriptFacts,
    UndecidedSource,
    is_container,
)
from workbench.sessions.stored_transcript import read_stored
from workbench.sessions.table_as_map import TableAsMap, UndecidedTable, notes_of, read_table, take_map
from workbench.store import Session, SourceFile
from workbench.ui.common import cache, page_context, urls
from workbench.ui.common.cache import SessionMaterial
from workbench.ui.common.staged_source import stage, staged_key
from workbench.ui.common.widgets.base import show_html
from workbench.ui.common.widgets.problems import inside_file, problems, refused
from workbench.ui.common.widgets.tier_choice import choose_tiers
from workbench.ui.sources.replacement import ProofCounts
from workbench.ui.sources.view_reading import listed, show_reading, speakers_in_words
from workbench.ui.sources.view_table import choose_columns, said_of_table

_TEMPLATE = Path(__file__).parent / "evidence_template.json"
_UPLOAD_MB = 20
_READ_AS_TEXT = (
    "This file was read as plain text by an earlier version, its times and marks included. It can be read as what it "
    "is; what becomes of the quotes is shown before anything is replaced."
)
_HEADINGS = {SourceKind.TRANSCRIPT: "Transcript", SourceKind.EVIDENCE: "Evidence map"}
_INVITATIONS = {
    SourceKind.TRANSCRIPT: "Who said what: captions (.vtt, .srt), JSON of Whisper and of services, Word, a table, text "
    "or Markdown, at most 20 MB. In a text each turn begins with its speaker: “Name: words”.",
    SourceKind.EVIDENCE: "The chapters, claims and quotes that you want to prove, at most 20 MB: JSON or YAML as in "
    "the template below, a table with a row for each quote (.csv, .tsv, .xlsx), a REFI-QDA file (.qdpx, .qdc), or a "
    "text with a quote in each line.",
}


def _state(what: str, session: Session, kind: SourceKind) -> str:
    return f"sources.{what}.{session.session_id}.{kind}"


def _is_same(present: SourceFile, taken: AcceptedSource) -> bool:
    same_file = (present.sha256, present.name) == (sha256(taken.data).hexdigest(), taken.name)
    same_reading = present.chosen == taken.chosen and (not present.form or not is_container(taken))
    return same_file and (same_reading or taken.kind is SourceKind.EVIDENCE)


def _receive(session: Session, outcome: recognise_file.IntakeResult) -> bool:
    """Store a file, or hold it until confirmed where it would replace another; returns whether it could be used."""
    refused_key = _state("refused", session, outcome.kind)
    if not isinstance(outcome, AcceptedSource):
        st.session_state[refused_key] = outcome
        return isinstance(outcome, UndecidedSource)
    st.session_state.pop(refused_key, None)
    st.session_state.pop(staged_key(session, outcome.kind), None)
    present = create.source_of(session, outcome.kind)
    acts = outcome.kind is SourceKind.EVIDENCE and page_context.store().acts.list(session.session_id)
    if present is None and not acts:
        page_context.change(lambda: create.keep(page_context.store(), session, outcome))
    elif present is not None and _is_same(present, outcome):
        page_context.keep_message(f"{outcome.name} is what the session has already; nothing was changed.")
    else:
        stage(session, outcome)
    return True


def _transcript(session: Session) -> TranscriptPair | None:
    """Return the session's transcript, None where there is none that can be read."""
    material = cache.readable(cache.material(session))
    return cache.transcript_of(material) if material.transcript else None


def _receive_map(session: Session, name: str, data: bytes, mapping: Mapping[str, str] | None = None) -> bool:
    """Take a map, also one in another form, as `_receive` does; `mapping` says which column of a table is which."""
    transcript = _transcript(session)
    found = take_map(name, data, transcript) if mapping is None else read_table(name, data, transcript, mapping)
    st.session_state.pop(_state("table", session, SourceKind.EVIDENCE), None)
    if isinstance(found, UndecidedTable):
        st.session_state[_state("refused", session, SourceKind.EVIDENCE)] = found
        return True
    if not isinstance(found, TableAsMap):
        return _receive(session, found)
    notes = notes_of(found)
    if notes:
        st.session_state[_state("table", session, SourceKind.EVIDENCE)] = found.source.name, notes
    return _receive(session, found.source)


def _take(session: Session, kind: SourceKind, name: str, data: bytes) -> bool:
    if kind is SourceKind.EVIDENCE:
        return _receive_map(session, name, data)
    return _receive(session, recognise_file.take_in(kind, name, data))


def _again(session: Session, kind: SourceKind) -> None:
    """Begin with empty fields."""
    key = _state("round", session, kind)
    st.session_state[key] = st.session_state.get(key, 0) + 1


def _upload(session: Session, kind: SourceKind, key: str) -> None:
    file = st.session_state[key]
    handled: set[str] = st.session_state.setdefault("sources.handled", set())
    if file.file_id not in handled:
        _take(session, kind, file.name, file.getvalue())
        handled.add(file.file_id)
    _again(session, kind)


def _paste(session: Session, kind: SourceKind, key: str) -> None:
    text = str(st.session_state.get(key) or "")
    if _take(session, kind, recognise_file.PASTED[kind], well_formed(text).encode()):
        _again(session, kind)


def _ask(session: Session, kind: SourceKind) -> str:
    """Show the fields that take a file or a text; return the key of the field that holds a file, "" if none does."""
    number = st.session_state.get(_state("round", session, kind), 0)
    upload, paste = f"upload-{kind}-{number}", f"paste-{kind}-{number}"
    file = st.file_uploader("Drop a file here, or choose one", key=upload, max_upload_size=_UPLOAD_MB)
    with st.form(f"form-{kind}-{number}", border=False):
        st.text_area("Or paste the text", key=paste, height=100)
        st.form_submit_button("Use this text", on_click=_paste, args=(session, kind, paste), key=f"use-{kind}")
    return upload if file else ""


def _evidence(facts: EvidenceFacts) -> Mapping[str, str]:
    quotes = f"{count(facts.claims, 'claim')}, {count(facts.quotes, 'quote')}"
    return {
        "Title": facts.title or "none",
        "Speakers": speakers_in_words(facts.speakers, "it declares none"),
        "Chapters": f"{facts.chapters:,}",
        "Claims and quotes": quotes,
    }


def _listed(name: str, facts: Mapping[str, str]) -> SafeHtml:
    pairs = [element("div", element("dt", term), element("dd", text)) for term, text in facts.items()]
    return element("div", element("p", name, class_="file"), element("dl", *pairs), class_="wb-source")


@st.cache_resource(max_entries=32, show_spinner=False)
def _facts_of(kind: SourceKind, source: SourceFile) -> TranscriptFacts | EvidenceFacts:
    data = page_context.store().sources.get(source.sha256)
    if kind is SourceKind.TRANSCRIPT:
        return recognise_file.transcript_facts(read_stored(data, source))
    return recognise_file.evidence_facts(read_evidence(data, source.name))


def _recognised(kind: SourceKind, source: SourceFile) -> None:
    try:
        facts = _facts_of(kind, source)
    except BadInput as error:
        found = [inside_file(source.name, problem) for problem in error.problems]
        problems(f"{source.name} cannot be read.", found, "Replace it; the rest of the session is as it was.")
        return
    if isinstance(facts, EvidenceFacts):
        show_html(_listed(source.name, _evidence(facts)))
        return
    show_html(_listed(source.name, listed(facts)))
    show_reading(facts)


def _decide(session: Session, undecided: UndecidedSource) -> None:
    chosen = choose_tiers(undecided, f"tiers-{undecided.kind}")
    if chosen:
        _receive(session, recognise_file.take_in(undecided.kind, undecided.name, undecided.data, chosen=chosen))
        st.rerun()


def _decide_columns(session: Session, table: UndecidedTable) -> None:
    mapping = choose_columns(table)
    if mapping is not None:
        _receive_map(session, table.name, table.data, mapping)
        st.rerun()


def _read_it_anew(session: Session, outcome: AcceptedSource) -> None:
    _receive(session, outcome)


def _offer_to_read_anew(session: Session, source: SourceFile) -> None:
    """Say where an older session has captions that were read as text, and offer to read them as what they are."""
    if not source.form:
        return
    outcome = _read_anew(source)
    if not isinstance(outcome, AcceptedSource) or not is_container(outcome):
        return
    st.html(element("p", _READ_AS_TEXT, class_="wb-notice", role="note"))
    st.button("Read it anew", key="read-anew", on_click=_read_it_anew, args=(session, outcome))


@st.cache_resource(max_entries=8, show_spinner=False)
def _read_anew(source: SourceFile) -> recognise_file.IntakeResult:
    return recognise_file.take_in(SourceKind.TRANSCRIPT, source.name, page_context.store().sources.get(source.sha256))


def _box(session: Session, kind: SourceKind) -> str:
    with st.container(border=True, height="stretch", key=f"wb-box-{kind}"):
        st.html(element("h2", _HEADINGS[kind], class_="wb-heading"))
        present = create.source_of(session, kind)
        if present is None:
            st.html(element("p", _INVITATIONS[kind], class_="note wb-quiet"))
        else:
            _recognised(kind, present)
            if kind is SourceKind.TRANSCRIPT:
                _offer_to_read_anew(session, present)
        unusable = st.session_state.get(_state("refused", session, kind))
        if isinstance(unusable, RejectedSource):
            refused(unusable.name, unusable.problems, "The session is as it was.")
        if isinstance(unusable, UndecidedSource):
            _decide(session, unusable)
        if isinstance(unusable, UndecidedTable):
            _decide_columns(session, unusable)
        if table := st.session_state.get(_state("table", session, kind)):
            said_of_table(*table)
        if present is None:
            return _ask(session, kind)
        with st.expander("Replace it", expanded=isinstance(unusable, RejectedSource)):
            return _ask(session, kind)


def boxes(session: Session) -> None:
    """Show what the session has and take what it lacks: the transcript on the left, the evidence map on the right."""
    given: dict[SourceKind, str] = {}
    for column, kind in zip(st.columns(2, gap="medium"), SourceKind, strict=True):
        with column:
            given[kind] = _box(session, kind)
    # Not by a callback, which Streamlit breaks off and never calls again where the other box is filled at once; not
    # before both boxes are there: a file that is still on its way to one that is not shown is lost; and one at a time:
    # the next run sees the session as the first file left it.
    kind, key = next(((kind, key) for kind, key in given.items() if key), (None, ""))
    if kind is not None:
        _upload(session, kind, key)
        st.rerun()


def result(tally: ProofCounts) -> None:
    """Say how many quotes are proven, and lead on to them."""
    text = f"{tally.proven:,} of {count(tally.typed, 'quote')} {'is' if tally.typed == 1 else 'are'} proven."
    if tally.different != tally.proven:
        text += f" They are {count(tally.different, 'different quote')}; the others repeat words."
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="wb-result"):
        st.html(element("p", text, role="status"), width="content")
        st.page_link(
            urls.page_path("whitelist"),
            label="See them in the transcript",
            query_params=urls.address(),
            width="content",
        )


@lru_cache(maxsize=1)
def _schema() -> str:
    return json.dumps(evidence_schema(), indent=2, ensure_ascii=False)


def downloads(material: SessionMaterial) -> None:
    """Offer what a person may want on their own disk."""
    st.html(element("h2", "Downloads", class_="wb-heading"))
    with st.container(horizontal=True, gap="small"):
        template = _TEMPLATE.read_bytes()
        st.download_button("Template of an evidence map", template, "evidence-template.json", "application/json")
        st.download_button(
            "JSON Schema of an evidence map", _schema(), "evidence.schema.json", "application/schema+json"
        )
        if material.has_map and (material.acts or material.casts):
            mended = write_evidence(cache.effective_map(material).evidence_map)
            st.download_button("The evidence map with your changes", mended, "evidence-mended.json", "application/json")
        if material.transcript:
            raw = cache.transcript_of(material).raw.encode()
            st.download_button("The transcript's text", raw, "transcript.txt", "text/plain")
