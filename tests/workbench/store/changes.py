"""Changes of every kind to one session, each to the store and to a model of it that is a dictionary."""

from collections.abc import Callable
from typing import Any

from core.evidence.speaker_mapping import Cast
from tests.workbench.store import making
from workbench.store import AnswerContents, CallRecord, ClientChoice, Session, Store, before_last_change, changed_to

SESSION = "the-session"
State = dict[str, Any]
Act = Callable[[Store, Session], object]
OWNER, CHAPTERS = "a worker", 2
STEPS = 4  # of a chapter: a call is counted, kept, its reply is chosen, its draft is kept


def _rename(state: State, mark: str) -> Act:
    state["title"] = mark
    return lambda store, session: store.sessions.rename(session, mark)


def _tune(state: State, mark: str) -> Act:
    number = state["settings"] = 3 + int(mark) % 1_000
    return lambda store, session: store.sessions.put_settings(session, making.settings(number))


def _put_transcript(state: State, mark: str) -> Act:
    data = f"Ada: {mark}\n".encode() * (1 + int(mark) % 9_000)
    state["transcript"] = [f"{mark}.md", len(data)]
    return lambda store, session: store.sessions.put_transcript(session, f"{mark}.md", data)


def _put_evidence(state: State, mark: str) -> Act:
    state["evidence"] = [f"{mark}.json", len(mark)]
    return lambda store, session: store.sessions.put_evidence(session, f"{mark}.json", mark.encode())


def _cast(state: State, mark: str) -> Act:
    label = f"Speaker {int(mark) % 5}"
    state["casts"][label] = mark

    def act(store: Store, session: Session) -> None:
        version = {one.cast.label: one.version for one in store.speaker_mappings.list(session.session_id)}.get(label)
        store.speaker_mappings.put(session.session_id, Cast(label=label, person=mark), version=version)

    return act


def _act(state: State, mark: str) -> Act:
    state["acts"].append([mark, False])
    return lambda store, session: store.acts.add(
        session.session_id, making.chapter_act(mark), transcript=session.transcript
    )


def _undo(state: State, mark: str) -> Act:
    number = int(mark) % len(state["acts"]) + 1
    undone = state["acts"][number - 1][1] = not state["acts"][number - 1][1]
    return lambda store, session: (store.acts.undo if undone else store.acts.redo)(session.session_id, number)


def _preset(state: State, mark: str) -> Act:
    name, number = f"preset {int(mark) % 3}", 3 + int(mark) % 1_000
    state["presets"][name] = number

    def act(store: Store, session: Session) -> None:
        version = {one.name: one.version for one in store.presets.list(session.session_id)}.get(name)
        store.presets.put(session.session_id, name, making.thresholds(number), version=version)

    return act


def _text_of(mark: str) -> str:
    return f"{mark}\n" * 3_000


def _call_of(mark: str, position: int) -> CallRecord:
    return making.call(position, text=f"{mark} " * 2_000, prompt=_text_of(mark))


def _run(state: State, mark: str) -> Act:
    state["runs"].append(mark)
    run = making.run(SESSION, mark, text=_text_of(mark), chapters=4)
    calls = [_call_of(mark, position) for position in range(CHAPTERS)]
    return lambda store, session: store.runs.add(session.session_id, run, [f"{mark} " * 2_000, None, mark], calls)


def _write(state: State, mark: str) -> Act:
    """Take the next step of the open run: begin it, then the steps of each chapter, then finish."""
    begun: tuple[str, int] = state["open"] or (mark, 1)
    mark, steps = begun
    if steps == 1:
        state["runs"].append(None)
    if steps < 2 + STEPS * CHAPTERS:
        state["open"] = [mark, steps + 1]
    else:
        state["open"] = None
        state["runs"][state["runs"].index(None)] = mark

    def act(store: Store, session: Session) -> None:
        opened = store.runs.open_run(SESSION)
        position, step = divmod(steps - 2, STEPS)
        if opened is None:
            client = ClientChoice(kind="scripted", name=mark)
            recipe = making.recipe(session, chapters=CHAPTERS).model_copy(update={"client": client})
            store.runs.begin(SESSION, recipe, number=store.runs.next_number(SESSION), owner=OWNER, seconds=60)
        elif position == CHAPTERS:
            run = making.run(SESSION, mark, text=_text_of(mark), chapters=CHAPTERS)
            store.runs.finish(opened.run_id, OWNER, run)
        elif step == 0:
            store.calls.begin(opened.run_id, OWNER, position)
        elif step == 1:
            store.calls.add(opened.run_id, OWNER, _call_of(mark, position))
        elif step == 2:
            store.runs.put_reply(opened.run_id, OWNER, position, f"{mark} " * 2_000)
        else:
            store.runs.put_chapter(opened.run_id, OWNER, position, making.chapter(position, _text_of(mark)))

    return act


def _edit(state: State, mark: str) -> Act:
    state["edits"].append(mark)
    after = len(state["edits"]) - 1
    return lambda store, _: store.edits.add(store.runs.list(SESSION)[0].run_id, 0, _text_of(mark), after=after)


def _ask(state: State, mark: str) -> Act:
    state["answers"].append(mark)
    return lambda store, session: store.answers.add(
        session.session_id, f"of {mark}", making.answer(mark, _text_of(mark))
    )


def _tell(state: State, mark: str) -> Act:
    """Add a narrative, or change the first one."""
    add = len(state["narratives"]) < 3
    if add:
        state["narratives"].append(mark)
    else:
        state["narratives"][0] = mark

    def act(store: Store, session: Session) -> None:
        if add:
            store.narratives.add(SESSION, f"{mark}.md", _text_of(mark))
        else:
            store.narratives.put(SESSION, changed_to(_text_of(mark), store.narratives.list(SESSION)[0]))

    return act


def _check(state: State, mark: str) -> Act:
    state["results"] = [f"{mark}.csv", len(mark)]

    def act(store: Store, session: Session) -> None:
        check = store.number_checks.get(SESSION)
        store.number_checks.put_results(SESSION, check, f"{mark}.csv", mark.encode())

    return act


CHANGES: dict[str, Callable[[State, str], Act]] = {
    "rename": _rename,
    "tune": _tune,
    "transcript": _put_transcript,
    "evidence": _put_evidence,
    "cast": _cast,
    "act": _act,
    "undo": _undo,
    "preset": _preset,
    "run": _run,
    "write": _write,
    "edit": _edit,
    "ask": _ask,
    "tell": _tell,
    "check": _check,
}
# What a change needs to be there; and a run has many steps.
NEEDS: dict[str, Callable[[State], bool]] = {
    "undo": lambda state: bool(state["acts"]),
    "edit": lambda state: any(state["runs"][:1]),
}
WEIGHTS = {"write": 6}


def _steps_of(store: Store) -> list[Any] | None:
    """Return how far the open run is, checking that what is stored of it is whole."""
    opened = store.runs.open_run(SESSION)
    if opened is None:
        return None
    mark, steps = opened.recipe.client.name, 2
    made = store.calls.list(opened.run_id)
    assert made == tuple(_call_of(mark, position) for position in range(len(made)))
    for chapter in opened.chapters:
        assert chapter.reply in (None, f"{mark} " * 2_000)
        assert chapter.draft in (None, making.chapter(chapter.position, _text_of(mark)))
        steps += chapter.calls + len(chapter.answers) + (chapter.reply is not None) + (chapter.draft is not None)
    return [mark, steps]


def read_state(store: Store) -> State:
    """Return what the session holds, checking on the way that each run is whole."""
    session = store.sessions.get(SESSION)
    for source in (session.transcript, session.evidence):
        assert source is None or len(store.sources.get(source.sha256)) == source.size
    runs = [store.runs.get(summary.run_id) for summary in store.runs.list(SESSION)]
    for run in runs:
        mark, replies = run.certificate, store.runs.replies(run.summary.run_id)
        texts = [chapter.text for chapter in run.edition.chapters]
        assert (texts, replies) in (
            ([_text_of(mark)] * 4, (f"{mark} " * 2_000, None, mark)),
            ([_text_of(mark)] * CHAPTERS, (f"{mark} " * 2_000,) * CHAPTERS),
        )
        assert store.calls.list(run.summary.run_id) == tuple(_call_of(mark, position) for position in range(CHAPTERS))
    answers = [store.answers.get(one.answer_id) for one in store.answers.list(SESSION)]
    for one in answers:
        mark = one.answer.question
        assert AnswerContents(**{name: getattr(one, name) for name in AnswerContents.model_fields}) == making.answer(
            mark, _text_of(mark)
        )
    narratives = store.narratives.list(SESSION)
    for one in narratives:
        assert one.text == _text_of(one.text.partition("\n")[0])
        assert not one.changes or before_last_change(one).text.endswith("\n")
    results = store.number_checks.get(SESSION).results
    assert results is None or len(store.sources.get(results.sha256)) == results.size
    by_number = {run.summary.number: run.certificate for run in runs}
    return {
        "title": session.title,
        "settings": session.settings.thresholds.strong_quotes,
        "transcript": session.transcript and [session.transcript.name, session.transcript.size],
        "evidence": session.evidence and [session.evidence.name, session.evidence.size],
        "casts": {one.cast.label: one.cast.person for one in store.speaker_mappings.list(SESSION)},
        "acts": [[getattr(one.act, "title", ""), one.undone] for one in store.acts.list(SESSION)],
        "presets": {one.name: one.thresholds.strong_quotes for one in store.presets.list(SESSION)},
        "runs": [by_number.get(number) for number in range(1, store.runs.next_number(SESSION))],
        "open": _steps_of(store),
        "edits": [one.text.partition("\n")[0] for run in runs[:1] for one in store.edits.list(run.summary.run_id)],
        "answers": [one.answer.question for one in answers],
        "narratives": [one.text.partition("\n")[0] for one in narratives],
        "results": results and [results.name, results.size],
    }
