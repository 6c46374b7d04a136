"""What the page Poison poisons: a chapter, a draft of it, and a draw; what was poisoned before is remembered."""

from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256

import streamlit as st

from core.evaluation.corruptions import CorruptionClass
from core.evaluation.injection import Poisoning, poison_chapter
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import chapters_to_write
from core.generation.requests import request_of
from core.record import Record
from workbench.store import Session, SessionMaterial
from workbench.ui.common import cache, page_context

DRAW = "poison-draw"


class DraftSource(StrEnum):
    """Where a draft comes from."""

    LAST_RUN = "The last run's reply"
    COMPOSER = "The offline composer"
    PASTED = "A draft of your own"


class ChapterOption(Record):
    """A chapter to poison: its index in the evidence map, from 0, its number for people, and its title."""

    chapter_index: int
    number: int
    title: str

    @property
    def label(self) -> str:
        """The chapter as a person looks for it."""
        return f"{self.number}. {self.title}"


def subjects_of(line: Line) -> tuple[ChapterOption, ...]:
    """Return the chapters of a line in order, merged ones once."""
    return tuple(
        ChapterOption(
            chapter_index=chapter_index,
            number=chapter_index + 1,
            title=line.merged.evidence_map.chapters[line.effective_index(chapter_index)].title,
        )
        for chapter_index in chapters_to_write(line, None)
    )


def _last_reply(session: Session, line: Line, chapter_index: int) -> str:
    """Return what the newest run that wrote this chapter was given for it, "" where there is none that can be read."""
    stored = page_context.store()
    effective = line.effective_index(chapter_index)
    for summary in sorted(stored.runs.list(session.session_id), key=lambda run: run.number, reverse=True):
        run = cache.read_run(summary)
        if isinstance(run, cache.UnreadableRun):
            continue
        for draft, reply in zip(run.edition.chapters, stored.runs.replies(summary.run_id), strict=True):
            if reply and line.merged.index_map.get(draft.chapter_index) == effective:
                return reply
    return ""


@st.cache_resource(max_entries=cache.SESSIONS_KEPT, show_spinner=False)
def _composed(key: str, chapter_index: int, _line: Line) -> str:
    del key
    request = request_of(_line, chapter_index)
    return OfflineComposer().generate(request).text if request else ""


def drafts_of(session: Session, given: SessionMaterial, line: Line, chapter_index: int) -> dict[DraftSource, str]:
    """Return the drafts there are of a chapter, the last run's first; one to be pasted is "" here."""
    reply = _last_reply(session, line, chapter_index)
    found = {DraftSource.LAST_RUN: reply} if reply else {}
    composed = _composed(given.key, chapter_index, line)
    return {**found, DraftSource.COMPOSER: composed, DraftSource.PASTED: ""}


@st.cache_resource(max_entries=cache.SESSIONS_KEPT, show_spinner="Putting false quotations into the draft")
def _poisoned(
    key: str, chapter_index: int, seed: int, classes: tuple[CorruptionClass, ...], _of: tuple[Line, str]
) -> Poisoning:
    del key
    line, reply = _of
    return poison_chapter(line, chapter_index, reply, seed=seed, classes=classes)


def poisoning_of(
    given: SessionMaterial,
    line: Line,
    draft: tuple[ChapterOption, str],
    *,
    draw: int,
    classes: Sequence[CorruptionClass],
) -> Poisoning:
    """Return a draft of a chapter poisoned in the chosen classes, none chosen meaning all; `draw` is from 1.

    Raises UnknownChapter.
    """
    subject, reply = draft
    key = given.key + sha256(reply.encode("utf-8", "surrogatepass")).hexdigest()
    chosen = tuple(classes) or tuple(CorruptionClass)
    return _poisoned(key, subject.chapter_index, draw - 1, chosen, (line, reply))


def names_of(line: Line) -> dict[str, str]:
    """Return who said each quote, by its id."""
    return {quote.quote_id: quote.speaker.speaker_name for quote in line.merged.whitelist}


def again() -> None:
    """Draw other corruptions."""
    st.session_state[DRAW] = st.session_state.get(DRAW, 1) + 1
