"""What the page Edition is given: the view of an opened run, and its files."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
from pydantic import Field

from core.editions.export.json_data import write_json
from core.editions.export.markdown import write_markdown
from core.enforcement.results import Edition
from core.errors import EditionError
from core.record import Record
from core.whitelist.build import WhitelistQuote
from core.whitelist.quote_key import quote_key, resolve_markup
from workbench.labels import claim_in_words
from workbench.sessions import edited_edition
from workbench.sessions.recording import verdicts_on
from workbench.store import EarVerdict, Session, SessionMaterial, hash_of
from workbench.ui.common import cache, page_context
from workbench.ui.common.opened_edition import OpenedEdition
from workbench.ui.edition.component import QuotationOrigins, payload


class EditionFiles(Record):
    """What can be downloaded, by name; `why` says what is not offered, "" where all is."""

    texts: dict[str, str] = Field(default_factory=dict[str, str])
    why: str = ""


def _whitelisted(opened: OpenedEdition) -> dict[str, WhitelistQuote]:
    """Return every whitelisted quote that may stand in the edition, the run's own before what is whitelisted now."""
    found = {quote.quote_id: quote for quote in (opened.line.merged.whitelist if opened.line else ())}
    for draft in opened.edition.chapters:
        found.update({quote.quote_id: quote for quote in (*draft.key_excerpts, *draft.enforcement.replaced)})
    return found


def _origins(opened: OpenedEdition, heard: Mapping[str, EarVerdict]) -> QuotationOrigins:
    """Return the claims of the present evidence map too, where it still has the words of a quote under its ids."""
    quotes = _whitelisted(opened)
    canonical = {one: quote.quote_canonical for quote in quotes.values() for one in quote.source_evidence_ids}
    claims = {
        support.evidence_id: claim_in_words(claim.claim)
        for chapter in (opened.present.evidence_map.chapters if opened.present else ())
        for claim in chapter.claims
        for support in claim.support
        if support.evidence_id in canonical
        and quote_key(resolve_markup(support.quote)) == canonical[support.evidence_id]
    }
    return QuotationOrigins(quotes=quotes, claims=claims, heard=heard)


def _notes(opened: OpenedEdition) -> Mapping[int, str]:
    """Return what to say above a chapter that reads otherwise than it was written."""
    notes = dict.fromkeys(opened.edited.edited, "This chapter reads as you edited it.")
    for position in opened.edited.broken:
        notes[position] = (
            "This chapter reads as you edited it, and the edit is not proven: what is not in the transcript is shown "
            "here without quotation marks. The view Edit shows the text as you typed it."
        )
    return notes


@st.cache_resource(max_entries=8, show_spinner=False)
def _data(key: str, _opened: OpenedEdition, _heard: Mapping[str, EarVerdict]) -> dict[str, Any]:
    del key
    return payload(
        _opened.edition, _opened.transcript, _origins(_opened, _heard), why=_opened.why, notes=_notes(_opened)
    )


def heard_of(session: Session, opened: OpenedEdition) -> Mapping[str, EarVerdict]:
    """Return what was heard of an edition's quotes in the session's recording, by quote id."""
    if opened.transcript is None:
        return {}
    verdicts = page_context.store().ear_verdicts.list(session.session_id)
    return verdicts_on(session, opened.transcript.raw, verdicts)


def data_of(material: SessionMaterial, opened: OpenedEdition, heard: Mapping[str, EarVerdict]) -> dict[str, Any]:
    """Return what the view of the edition is given, with what was heard of its quotations."""
    edits = "".join(one.model_dump_json() for one in opened.edits)
    told = "".join(one.model_dump_json() for one in heard.values())
    # `why` too: a transcript that was lost may be brought again.
    edition, path = opened.edition, str(page_context.store().path)
    known = (path, opened.run.summary.run_id, edition.raw_sha256, material.key, edits, opened.why, told)
    key = hash_of("\0".join(known))
    return _data(key, opened, heard)


def _without_certificate(edition: Edition) -> EditionFiles:
    why = (
        "The certificate of this run was made by another version of this program, so it and the files that depend on "
        "it are not offered."
    )
    return EditionFiles(texts={"edition.md": write_markdown(edition), "edition.json": write_json(edition)}, why=why)


def files_of(opened: OpenedEdition) -> EditionFiles:
    """Return the files of an edition as it reads now. Raises BrokenProof."""
    run, edited = opened.run, opened.edited
    if edited.edited and opened.present is not None:
        texts = edited_edition.files_of(run, opened.edits, edited, opened.present)
        why = "" if "certificate.json" in texts else "An edit is not proven, so the edition is offered only as a draft."
        return EditionFiles(texts=texts, why=why)
    try:
        return EditionFiles(texts=cache.files_of(run.summary.run_id))
    except EditionError:
        return _without_certificate(run.edition)


def written_text(opened: OpenedEdition, position: int) -> str | None:
    """Return what a chapter was made from: the reply as it came, or what a person typed since; None where nothing
    was written."""
    if position in opened.edited.edited:
        return edited_edition.text_of(opened.run, opened.edits, position)
    replies = page_context.store().runs.replies(opened.run.summary.run_id)
    return replies[position] if position < len(replies) else None
