"""What a person does with runs: begun, followed, stopped, resumed, kept or discarded."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import streamlit as st

from core.errors import WorkbenchError
from core.llm import WritingMode
from core.pipeline import chapters_to_write
from core.settings import Settings
from workbench import choosing, desk, generation, memo, writers
from workbench.progress import Pulse, pulse_of
from workbench.store import Conflict, Material, OpenRun, Recipe, RunSummary, StoreError
from workbench.store.clock import seconds
from workbench.writers import Asked, Writer

_WATCHED = "generating.watched"


class StaleAct(WorkbenchError):
    """An act on something that is no longer as the person saw it."""


def watch(open_run: OpenRun) -> None:
    """Remember which run the person looks at, so that its end can be said."""
    st.session_state[_WATCHED] = open_run.run_id


def _under(given: Material, settings: Settings) -> Material:
    """Return the material with other settings; a copy by pydantic would keep the hash of the old ones."""
    fields = {name: getattr(given, name) for name in Material.model_fields}
    return Material.model_validate({**fields, "settings": settings})


def _begin(session_id: str, wish: Asked, given: Material, number: int) -> None:
    store = desk.store()
    if memo.material(store.session(session_id)) != given:
        raise StaleAct(
            "This session was changed in another tab or program since you saw it, so no run was begun. You see now how "
            "it is; press the button again if it is still wanted."
        )
    if wish.writer is Writer.OFFLINE:  # the composer quotes by reference, whatever a model would be asked to do
        given = _under(given, given.settings.model_copy(update={"mode": WritingMode.REFERENCE}))
    line = memo.line_of(given)
    chapters = tuple(chapters_to_write(line, wish.chapters or None))
    recipe = Recipe(material=given, client=writers.choice_of(wish, line, chapters), chapters=chapters)
    try:
        watch(generation.start(store, session_id, line, recipe, number=number))
    except Conflict:
        open_run = store.open_run(session_id)
        if open_run is not None:
            desk.say(f"Run {open_run.number} is open already, so nothing was begun twice. You see it here.")
        else:
            again = "Press the button again if you want one more."
            desk.say(f"Run {number} was written meanwhile, by a second click or in another tab. {again}")


def begin(given: Material, number: int, chapters: Sequence[int]) -> None:
    """Begin a run, of the material and under the number that the person saw, with what they chose since."""
    wish = choosing.asked(chapters)

    def act() -> None:
        session, moved = choosing.save_moved()
        _begin(session.session_id, wish, _under(given, moved) if moved else given, number)

    desk.change(act)


def stop(run_id: str) -> None:
    """Stop a run; what is done of it stays."""
    desk.change(lambda: generation.stop(desk.store(), run_id))


def resume(open_run: OpenRun) -> None:
    """Go on with a run where it ended."""
    line = partial(memo.line_of, open_run.recipe.material)
    desk.change(lambda: generation.resume(desk.store(), open_run, line()))


def keep(open_run: OpenRun) -> None:
    """Finish a run with the chapters that are done."""
    line = partial(memo.line_of, open_run.recipe.material)
    desk.change(lambda: generation.keep(desk.store(), open_run, line()))


def discard(open_run: OpenRun) -> None:
    """Remove an open run with all that was written of it."""
    desk.change(
        lambda: desk.store().discard_run(open_run.run_id, open_run.session_id), f"Run {open_run.number} was discarded."
    )


def ended(runs: Sequence[RunSummary]) -> RunSummary | None:
    """Return the run that ended since this tab looked at it, where no other came after it."""
    return runs[-1] if runs and runs[-1].run_id == st.session_state.get(_WATCHED) else None


def pulse(open_run: OpenRun) -> Pulse:
    """Return how an open run stands now."""
    live = generation.live(open_run.run_id)
    return pulse_of(open_run, seconds(), trouble=live.trouble if live else "")


def look(open_run: OpenRun, seen: Pulse) -> tuple[generation.Live | None, bool]:
    """Return what this process is writing of a run now, and whether anything else changed since the page was drawn.

    The store is asked only where the worker of this process does not say that it is where it was.
    """
    live = generation.live(open_run.run_id)
    here = next((chapter.position for chapter in open_run.chapters if chapter.draft is None), None)
    if live is not None and live.position == here and seen.held and not live.trouble:
        return live, False
    with suppress(StoreError):  # another program keeps the file for a moment: the next look is soon
        stored = desk.store().open_run(open_run.session_id)
        return live, stored is None or stored.run_id != open_run.run_id or pulse(stored) != seen
    return live, False
