"""What a person does with a talk of an archive: a session is started with it, a passage becomes a quote of one."""

import json
from pathlib import PurePath

import streamlit as st

from core.errors import BadInput
from core.map_making.acts.act_base import RowKey
from core.map_making.acts.act_records import ActGroup, AddChapter, AddClaim, AddSupport, RowLevel, SingleAct
from core.map_making.acts.apply_act import looks_of
from core.map_making.acts.map_rows import MapRows, words_of
from core.span import Span
from core.text.safe_html import ended
from core.transcripts.readers.decoding import MAX_BYTES
from workbench.files.read_file import read_bytes
from workbench.search.find_files import path_of
from workbench.sessions import create
from workbench.sessions.recognise_file import AcceptedSource, IntakeResult, SourceKind, UndecidedSource, take_in
from workbench.sessions.titles import UNTITLED
from workbench.store import Session, Store, as_title, free_title
from workbench.ui.common import cache, page_context, urls
from workbench.ui.common.map_acts import add_act
from workbench.ui.explore.state.passages import bytes_of
from workbench.ui.explore.state.talks import ExploredTalk

CHAPTER = "From the archive"
NEW_CLAIM = ""


def _taken(outcome: IntakeResult) -> AcceptedSource:
    """Return what was recognised. Raises BadInput where it cannot be used."""
    if isinstance(outcome, AcceptedSource):
        return outcome
    raise BadInput(*(() if isinstance(outcome, UndecidedSource) else outcome.problems))


def _transcript_of(talk: ExploredTalk) -> AcceptedSource:
    """Recognise the file of a talk as it was indexed: of several tiers those that were read. Raises BadInput."""
    data, wanted = bytes_of(talk.talk), json.loads(talk.talk.tiers)
    outcome = take_in(SourceKind.TRANSCRIPT, talk.talk.name, data)
    if isinstance(outcome, UndecidedSource):
        chosen = tuple(name for name in outcome.names if name in wanted)
        outcome = take_in(SourceKind.TRANSCRIPT, talk.talk.name, data, chosen=chosen)
    return _taken(outcome)


def _map_of(talk: ExploredTalk) -> AcceptedSource | None:
    """Recognise the map beside a talk; where there is one that cannot be used, the next page says why."""
    if not talk.map_file:
        return None
    try:
        data = read_bytes(path_of(talk.map_file), MAX_BYTES, regular=True)
        return _taken(take_in(SourceKind.EVIDENCE, PurePath(talk.map_file).name, data))
    except BadInput as error:
        why = (str(problem) for problem in error.problems)
        page_context.keep_message("The map beside this talk cannot be used.", *why, went_well=False)
        return None


def _begin(store: Store, talk: ExploredTalk) -> Session:
    transcript, evidence = _transcript_of(talk), _map_of(talk)
    taken = (summary.session.title for summary in store.sessions.list())
    session = store.sessions.create(free_title(as_title(talk.title) or UNTITLED, taken))
    session = create.keep(store, session, transcript)
    return create.keep(store, session, evidence) if evidence is not None else session


def start_session(talk: ExploredTalk) -> None:
    """Make a session of a talk, with the map beside it, and open it."""
    made: list[Session] = []
    if page_context.change(lambda: made.append(_begin(page_context.store(), talk))):
        urls.go("whitelist" if made[0].evidence is not None else "sources", made[0].session_id)
    st.rerun()


def rows_of(session: Session) -> MapRows:
    """Return the rows of a session's map, with what a person did to them."""
    return cache.effective_map(cache.readable(cache.material(session))).rows


def claims_of(rows: MapRows) -> dict[str, str]:
    """Return the claims of a map that a quote may support, by their ids, and how each is called."""
    keys = (key for key in rows.rows if key.level is RowLevel.CLAIM)
    return {key.row_id: _called(rows, key) for key in keys}


def _called(rows: MapRows, key: RowKey) -> str:
    chapter = rows.within[key]
    title = words_of(rows.rows[chapter]) if chapter is not None else ""
    return f"{title}: {words_of(rows.rows[key]) or 'not yet said'}"


def _acts(rows: MapRows, claim_id: str, span: Span) -> ActGroup:
    """Return the acts that make a passage a quote of a claim, of a new one in a chapter of its own where none is
    named."""
    acts: list[SingleAct] = []
    if claim_id == NEW_CLAIM:
        there = (
            key.row_id for key, row in rows.rows.items() if key.level is RowLevel.CHAPTER and words_of(row) == CHAPTER
        )
        chapter_id = next(there, "") or rows.free_id(RowLevel.CHAPTER)
        if RowKey(RowLevel.CHAPTER, chapter_id) not in rows.rows:
            acts.append(AddChapter(title=CHAPTER, new_id=chapter_id))
        claim_id = rows.free_id(RowLevel.CLAIM)
        acts.append(AddClaim(chapter_id=chapter_id, new_id=claim_id))
    acts.append(AddSupport(claim_id=claim_id, span=span))
    return ActGroup(acts=tuple(one.model_copy(update={"seen": looks_of(rows, one)}) for one in acts))


def use_as_quote(session: Session, key: str, span: Span) -> None:
    """Make a passage a quote of the claim that the field of this key names; where it is refused, say why."""
    claim_id = str(st.session_state.get(key) or NEW_CLAIM)
    page_context.change(
        lambda: add_act(session, _acts(rows_of(session), claim_id, span)),
        ended(f"The quote is in the map of “{session.title}” now"),
    )
