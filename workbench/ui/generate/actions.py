"""What a person does with runs: begun, followed, stopped, resumed, kept or discarded."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

import streamlit as st

from core.enforcement.results import ChapterDraft
from core.errors import WorkbenchError
from core.generation.line import Line
from core.generation.pipeline import chapters_to_write
from core.generation.settings import Settings
from core.llm.client import WritingMode
from workbench.jobs import runs as generation
from workbench.jobs.runs.progress import RunSnapshot, pulse_of, replaced_chapter_notice
from workbench.jobs.usage import UsageEstimate, estimate_of
from workbench.providers import choice as writers
from workbench.providers import provider_of, token_counts
from workbench.providers.provider import ProviderChoice
from workbench.store import (
    ClientChoice,
    Conflict,
    FinishedRun,
    LockedDatabase,
    OpenRun,
    OpenRunProgress,
    RunPlan,
    RunSummary,
    SessionMaterial,
    StoreError,
)
from workbench.store.database.clock import seconds
from workbench.ui.common import cache, page_context
from workbench.ui.model_picker import state

_WATCHED, _SEEN = "generating.watched", "generating.seen"


class StaleRunAction(WorkbenchError):
    """An action on a run that has changed since the person saw it."""


class RunPoll(NamedTuple):
    """What a page that polls sees: what this process is writing, whether anything else changed since the page was
    drawn, and whether the run is still being written as it was."""

    live: generation.RunStatus | None
    changed: bool
    goes_on: bool


@st.cache_resource(max_entries=8, show_spinner=False)
def _recipe(path: str, run_id: str) -> RunPlan:
    del path
    return page_context.store().runs.plan(run_id)


@st.cache_resource(max_entries=8, show_spinner=False)
def _draft(path: str, run_id: str, position: int) -> ChapterDraft:
    del path
    return page_context.store().runs.chapter(run_id, position)


def recipe_of(open_run: OpenRunProgress) -> RunPlan:
    """Return what an open run is made of."""
    return _recipe(str(page_context.store().path), open_run.run_id)


def draft_of(open_run: OpenRunProgress, position: int) -> ChapterDraft:
    """Return a chapter of an open run that is done."""
    return _draft(str(page_context.store().path), open_run.run_id, position)


@st.cache_resource(max_entries=64, show_spinner=False)
def _estimate(
    key: str, chapters: tuple[int, ...], choice: str, counts: int, *, _line: Line, _choice: ClientChoice
) -> UsageEstimate:
    del key, choice, counts
    return estimate_of(_line, chapters, _choice, again=True, count=partial(token_counts.known, _choice))


def estimate(given: SessionMaterial, line: Line, chapters: Sequence[int], choice: ClientChoice) -> UsageEstimate:
    """Return what it takes to let a service write these chapters, with what it counted before; nothing is asked, and
    the prompts are built once for each way of asking."""
    asked = given.key, tuple(chapters), choice.model_dump_json(), token_counts.count_changes()
    return _estimate(*asked, _line=line, _choice=choice)


def count_tokens(given: SessionMaterial, chapters: Sequence[int], choice: ClientChoice) -> None:
    """Let a service count the tokens of what would be sent."""
    page_context.change(lambda: token_counts.count_tokens(cache.line_of(given), chapters, choice))


def watch(open_run: OpenRun | OpenRunProgress) -> None:
    """Remember which run the person looks at, so that its end can be said."""
    st.session_state[_WATCHED] = open_run.run_id


def _under(given: SessionMaterial, settings: Settings) -> SessionMaterial:
    """Return the material with other settings; pydantic's copy would keep the hash of the old ones."""
    fields = {name: getattr(given, name) for name in SessionMaterial.model_fields}
    return SessionMaterial.model_validate({**fields, "settings": settings})


def _begin(session_id: str, choice: ProviderChoice, given: SessionMaterial, number: int) -> None:
    store = page_context.store()
    if cache.material_to_write(store.sessions.get(session_id)) != given:
        raise StaleRunAction(
            "This session was changed in another tab or program since you saw it, so no run was begun. You now see "
            "its present state; press the button again if you still want a run."
        )
    if not provider_of(choice.writer).reads_prompt:
        # It quotes by reference and sets apart what is long, whatever a model would be asked to do.
        sets = {"mode": WritingMode.REFERENCE, "strict_narrative": False}
        given = _under(given, given.settings.model_copy(update=sets))
    line = cache.line_of(given)
    chapters = tuple(chapters_to_write(line, choice.chapters or None))
    recipe = RunPlan(material=given, client=writers.choice_of(choice, line, chapters), chapters=chapters)
    try:
        watch(generation.start(store, session_id, line, recipe, number=number))
    except Conflict:
        open_run = store.runs.open_run(session_id)
        if open_run is not None:
            page_context.keep_message(
                f"Run {open_run.number} was begun already, so nothing was begun twice. You see it here."
            )
        elif store.runs.next_number(session_id) == number:
            raise  # no run was written meanwhile: it is a file that was replaced, and the store says which
        else:
            again = "Press the button again if you want one more."
            page_context.keep_message(
                f"Run {number} was written meanwhile, by a second click or in another tab. {again}"
            )


def begin(given: SessionMaterial, number: int, chapters: Sequence[int]) -> None:
    """Begin a run, of the material and under the number that the person saw, with what they chose since."""
    choice = state.current_choice(chapters)

    def act() -> None:
        session, moved = state.save_moved()
        _begin(session.session_id, choice, _under(given, moved) if moved else given, number)

    page_context.change(act)


def stop(run_id: str) -> None:
    """Stop a run; what is done of it stays."""
    page_context.change(lambda: generation.stop(page_context.store(), run_id))


def _whole(open_run: OpenRunProgress) -> tuple[OpenRun, Line]:
    stored = page_context.store().runs.open_run(open_run.session_id)
    if stored is None or stored.run_id != open_run.run_id:
        raise StaleRunAction(
            f"Run {open_run.number} is not open any more: it was finished or removed, perhaps in another tab or "
            "program."
        )
    return stored, cache.line_of(stored.recipe.material)


def resume(open_run: OpenRunProgress) -> None:
    """Go on with a run where it ended."""
    page_context.change(lambda: generation.resume(page_context.store(), *_whole(open_run)))


def resume_without_chapter(open_run: OpenRunProgress) -> None:
    """Let the chapter that a run ended at, as the person saw it, hold its key excerpts only, and go on with the
    next."""
    seen = next((chapter.position for chapter in open_run.chapters if not chapter.done), None)
    page_context.change(
        lambda: generation.resume_without_chapter(page_context.store(), *_whole(open_run), position=seen)
    )


def keep(open_run: OpenRunProgress) -> None:
    """Finish a run with the chapters that are done."""
    page_context.change(lambda: generation.keep(page_context.store(), *_whole(open_run)))


def discard(open_run: OpenRunProgress) -> None:
    """Remove an open run with all that was written of it."""
    page_context.change(
        lambda: generation.discard(page_context.store(), open_run), f"Run {open_run.number} was discarded."
    )


def note_words_seen(open_run: OpenRunProgress, live: generation.RunStatus) -> None:
    """Remember that the person saw words of a chapter while it was written, so that they learn of a replacement."""
    if live.text:
        chapter = open_run.chapters[live.position].chapter_index
        st.session_state[_SEEN] = open_run.run_id, _seen(open_run.run_id) | {chapter}


def _seen(run_id: str) -> frozenset[int]:
    of, chapters = st.session_state.get(_SEEN, ("", frozenset()))
    return chapters if of == run_id else frozenset()


def replaced_words_notice(run: OpenRunProgress | RunSummary) -> str:
    """Say which chapter, seen while it was written, was replaced by a fallback; "" for none."""
    watched = _seen(run.run_id)
    if isinstance(run, OpenRunProgress):
        replaced = [one.position for one in run.chapters if one.fell_back and one.chapter_index in watched]
        return replaced_chapter_notice([draft_of(run, position) for position in replaced[-1:]], watched)
    finished = cache.read_run(run) if watched and run.fallbacks else None
    return replaced_chapter_notice(finished.edition.chapters, watched) if isinstance(finished, FinishedRun) else ""


def ended(runs: Sequence[RunSummary]) -> RunSummary | None:
    """Return the run that ended since this tab looked at it, where no other came after it."""
    return runs[-1] if runs and runs[-1].run_id == st.session_state.get(_WATCHED) else None


def run_snapshot(open_run: OpenRunProgress) -> RunSnapshot:
    """Return the present state of an open run."""
    return pulse_of(open_run, seconds(), live=generation.run_status(open_run.run_id))


def poll_run(open_run: OpenRunProgress, seen: RunSnapshot) -> RunPoll:
    """Return what can be seen of a run now, beside what the page was drawn with.

    The store is asked only where the worker of this process does not say that it is where it was.
    """
    live = generation.run_status(open_run.run_id)
    if live is not None and live.owner != open_run.owner:
        live = None  # it lost the run or took it over since; the page is drawn again then
    here = next((chapter.position for chapter in open_run.chapters if not chapter.done), None)
    unchanged = RunPoll(live, changed=False, goes_on=True)
    if live is not None and live.position == here and seen.held and not live.trouble:
        return unchanged
    try:
        stored = page_context.store().runs.progress(open_run.session_id)
    except LockedDatabase:  # another program has locked the file for a moment; the next poll is soon
        return unchanged
    except StoreError:  # the session or the file is gone or was replaced; the redrawn page says which
        return RunPoll(live, changed=True, goes_on=False)
    if stored is None or stored.run_id != open_run.run_id:
        return RunPoll(live, changed=True, goes_on=False)
    now = run_snapshot(stored)
    return RunPoll(live, changed=now != seen, goes_on=now.held and seen.held)
