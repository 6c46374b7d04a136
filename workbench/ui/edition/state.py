"""A run as its page opens it: the edition as it reads now, beside the transcript it was made from."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import streamlit as st
from pydantic import Field

from core.editions.export.json_data import write_json
from core.editions.export.markdown import write_markdown
from core.enforcement.results import Edition
from core.errors import BadInput, EditionError
from core.generation.line import Line
from core.record import Record
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import WhitelistQuote
from core.whitelist.quote_key import quote_key, resolve_markup
from workbench.store import Edit, FinishedRun, RunSummary, Session, SessionMaterial, UnknownRecord, hash_of
from workbench.ui.common import cache, page_context, urls
from workbench.ui.common.cache import UnreadableRun
from workbench.ui.edition import edited_edition
from workbench.ui.edition.check_edit import line_as_written, why_not_checkable
from workbench.ui.edition.component import QuotationOrigins, payload

_PLACE = "editions.place"
_GONE = (
    "The transcript that this edition was made from is no longer kept here, so its quotes cannot be shown in their "
    "places. Bring the file {name} again on the page Sources, and they can."
)
_READ_OTHERWISE = (
    "This version of the program reads the file {name} otherwise than the one that made the edition, so the places of "
    "its quotes are not known."
)
_NO_LINE = "The session has no transcript or no evidence map to judge them by."


class OpenedEdition(Record):
    """A run on its page; `edited` is how it reads now, `edits` what a person changed, undone edits too.

    Without `transcript`, `why` says what became of it. `line` is the session's present one with its chapters joined as
    the run has them; None where the run is of another transcript or evidence map, or the session has none.
    """

    run: FinishedRun
    edits: tuple[Edit, ...]
    edited: edited_edition.EditedEdition
    transcript: TranscriptPair | None
    why: str
    present: Line | None
    line: Line | None

    @property
    def edition(self) -> Edition:
        """The edition as it reads now."""
        return self.edited.edition


class EditionFiles(Record):
    """What can be downloaded, by name; `why` says what is not offered, "" where all is."""

    texts: dict[str, str] = Field(default_factory=dict[str, str])
    why: str = ""


def _remembered() -> dict[str, tuple[int, int]]:
    return st.session_state.setdefault(_PLACE, {})


def chosen_run(session: Session, runs: tuple[RunSummary, ...]) -> RunSummary:
    """Return the run of the address, else the one this tab looked at last, else the newest."""
    last = _remembered().get(session.session_id)
    wanted = urls.run_number() or (last[0] if last else None)
    return next((run for run in runs if run.number == wanted), runs[-1])


def chosen_chapter(session: Session, run: RunSummary) -> int:
    """Return the position of the chapter of the address, else of the one this tab looked at last, else of the first."""
    last = _remembered().get(session.session_id)
    wanted = urls.chapter_position()
    if wanted is None and last is not None and last[0] == run.number:
        wanted = last[1]
    return min(wanted or 0, run.chapters - 1)


def turn_to(session: Session, run: RunSummary, position: int) -> None:
    """Note which chapter of which run is looked at: in the address, and for when the page is opened again."""
    at = min(max(position, 0), run.chapters - 1)
    _remembered()[session.session_id] = (run.number, at)
    urls.name_place(run.number, at)


def look_at(session: Session, run: RunSummary) -> None:
    """Note that another run is looked at, from its first chapter."""
    turn_to(session, run, 0)


def _transcript_of(edition: Edition) -> tuple[TranscriptPair | None, str]:
    name = edition.transcript_name
    transcript = cache.kept_transcript(edition)
    if transcript is None:
        return None, _GONE.format(name=name)
    raw_sha256 = sha256(transcript.raw.encode("utf-8", "surrogatepass")).hexdigest()
    return (transcript, "") if raw_sha256 == edition.raw_sha256 else (None, _READ_OTHERWISE.format(name=name))


def _present_line(material: SessionMaterial) -> Line | None:
    try:
        return cache.line_of(material) if material.complete else None
    except (UnknownRecord, BadInput):
        return None  # the edition can be read all the same; the page Sources says what is wrong


def _edited(run: FinishedRun, edits: tuple[Edit, ...], line: Line | None) -> edited_edition.EditedEdition:
    if line is not None:
        return edited_edition.edition_of(run, edits, line)
    return edited_edition.EditedEdition(edition=run.edition, aside="" if all(one.undone for one in edits) else _NO_LINE)


def open_edition(material: SessionMaterial, summary: RunSummary) -> OpenedEdition | UnreadableRun:
    """Return a run as its page shows it, whatever the session has by now."""
    run = cache.read_run(summary)
    if isinstance(run, UnreadableRun):
        return run
    transcript, why = _transcript_of(run.edition)
    present = _present_line(material)
    edits = page_context.store().edits(summary.run_id)
    fits = present is not None and not why_not_checkable(run, present)
    return OpenedEdition(
        run=run,
        edits=edits,
        edited=_edited(run, edits, present),
        transcript=transcript,
        why=why,
        present=present,
        line=line_as_written(run, present) if present is not None and fits else None,
    )


def _whitelisted(opened: OpenedEdition) -> dict[str, WhitelistQuote]:
    """Return every whitelisted quote that may stand in the edition, the run's own before what is whitelisted now."""
    found = {quote.quote_id: quote for quote in (opened.line.merged.whitelist if opened.line else ())}
    for draft in opened.edition.chapters:
        found.update({quote.quote_id: quote for quote in (*draft.key_excerpts, *draft.enforcement.replaced)})
    return found


def _origins(opened: OpenedEdition) -> QuotationOrigins:
    """Return the claims of the present evidence map too, where it still has the words of a quote under its ids."""
    quotes = _whitelisted(opened)
    canonical = {one: quote.quote_canonical for quote in quotes.values() for one in quote.source_evidence_ids}
    claims = {
        support.evidence_id: claim.claim
        for chapter in (opened.present.evidence_map.chapters if opened.present else ())
        for claim in chapter.claims
        for support in claim.support
        if support.evidence_id in canonical
        and quote_key(resolve_markup(support.quote)) == canonical[support.evidence_id]
    }
    return QuotationOrigins(quotes=quotes, claims=claims)


def _notes(opened: OpenedEdition) -> Mapping[int, str]:
    """Return what to say above a chapter that reads otherwise than it was written."""
    notes = dict.fromkeys(opened.edited.edited, "This chapter reads as you edited it.")
    for position in opened.edited.broken:
        notes[position] = (
            "This chapter reads as you edited it, and the edit is not proven: what is not in the transcript stands "
            "here without its marks. The view Edit shows the text as you typed it."
        )
    return notes


@st.cache_resource(max_entries=8, show_spinner=False)
def _data(key: str, _opened: OpenedEdition) -> dict[str, Any]:
    del key
    return payload(_opened.edition, _opened.transcript, _origins(_opened), why=_opened.why, notes=_notes(_opened))


def data_of(material: SessionMaterial, opened: OpenedEdition) -> dict[str, Any]:
    """Return what the view of the edition is given."""
    edits = "".join(one.model_dump_json() for one in opened.edits)
    # `why` too: a transcript that was lost may be brought again.
    key = hash_of(
        "\0".join((str(page_context.store().path), opened.run.summary.run_id, material.key, edits, opened.why))
    )
    return _data(key, opened)


def _without_certificate(edition: Edition) -> EditionFiles:
    why = (
        "The certificate of this run was made by another version of this program, so it and the files that rest on it "
        "are not offered."
    )
    return EditionFiles(texts={"edition.md": write_markdown(edition), "edition.json": write_json(edition)}, why=why)


def files_of(opened: OpenedEdition) -> EditionFiles:
    """Return the files of an edition as it reads now. Raises BrokenProof."""
    run, edited = opened.run, opened.edited
    if edited.edited and opened.present is not None:
        texts = edited_edition.files_of(run, opened.edits, edited, opened.present)
        why = "" if "certificate.json" in texts else "An edit is not proven, so nothing of it is offered as proven."
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
    replies = page_context.store().replies(opened.run.summary.run_id)
    return replies[position] if position < len(replies) else None
