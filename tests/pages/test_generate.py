import json
import sqlite3
import time
from collections.abc import Callable

import pytest

from core.generation.finish_chapter import excerpts_only_chapter
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.prompt import IDEAS_PROMPT_TEMPLATE
from core.generation.requests import request_of
from core.llm.client import WritingMode
from tests.conftest import SAMPLE
from tests.pages.conftest import PATIENCE, Opened, Opener
from workbench.jobs import runs
from workbench.paths import PAGES
from workbench.providers import PROVIDERS
from workbench.store import ClientChoice, OpenRun, RunPlan, RunState, Session, Store
from workbench.ui.common import cache, page_context
from workbench.ui.generate import actions

HOSTILE = "<img src=x onerror=alert(1)> $x$ :smile: -- **b**"
REPLY = "## A chapter\n\nThe words of it come one by one.\n"
LONG = f"## A chapter\n\n{'Word upon word comes. ' * 500}\n"
PACE = 10  # words per second


@pytest.fixture
def page(open_page: Opener, sample_stored: Session) -> Opened:
    opened = open_page("generate", session=sample_stored.session_id)
    assert opened.failures == []
    return opened


def wait_for(holds: Callable[[], object]) -> None:
    """Wait for the worker; what it does on the way is none of the page's."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "the worker did not come so far"
        time.sleep(0.02)


def press(page: Opened, key: str) -> Opened:
    page.app.button(key=key).click().run()
    assert page.failures == []
    return page


def choose(page: Opened, writer: str) -> None:
    page.app.radio(key="generate-writer-sample").set_value(writer).run()
    assert page.failures == []


def buttons(page: Opened) -> set[str]:
    return {button.key or "" for button in page.app.button}


def begin(
    store: Store, *, owner: str = "another program", seconds: float = 2 * PATIENCE, words: str = REPLY
) -> OpenRun:
    """Begin a run of the sample as another program would."""
    session = store.sessions.get("sample")
    client = ClientChoice(kind="scripted", name="r.json", replies=(words,), every_call=True)
    recipe = RunPlan(material=cache.material(session), client=client, chapters=(0, 1))
    return store.runs.begin("sample", recipe, number=2, owner=owner, seconds=seconds)


def test_the_first_look_has_one_thing_to_press(page: Opened) -> None:
    """The offline composer is chosen, all chapters are, and the button says what it does."""
    primary = [button.label for button in page.app.button if button.proto.type == "primary"]
    assert primary == ["Write the edition"]
    assert page.app.radio(key="generate-writer-sample").value == "offline"
    assert "Run 2: 6 chapters, about 3,281 words, by the offline composer. Earlier runs stay as they are." in page.words
    assert "Run 1" in page.words
    assert "6 chapters, 101 quotations" in page.words


def test_the_button_writes_one_run_and_its_end_is_said(page: Opened, store: Store) -> None:
    """With its verdict; the run before stays as it was."""
    before = store.runs.get(store.runs.list("sample")[0].run_id)
    press(page, "write")
    wait_for(lambda: len(store.runs.list("sample")) == 2)
    page.app.run()
    assert page.failures == []
    assert store.runs.open_run("sample") is None
    assert "✓ Verified" in page.words
    assert "Run 2 is finished: 6 chapters, 101 quotations." in page.words
    assert store.runs.get(before.summary.run_id) == before


def test_two_tabs_begin_one_run(page: Opened, open_page: Opener, store: Store) -> None:
    """The second is told, and told too where the run of the first has ended by then."""
    other = open_page("generate", session="sample")
    press(page, "write")
    press(other, "write")
    assert "nothing was begun twice" in other.words or "was written meanwhile" in other.words
    wait_for(lambda: len(store.runs.list("sample")) == 2)
    assert store.runs.open_run("sample") is None
    assert [run.number for run in store.runs.list("sample")] == [1, 2]


def test_a_run_is_of_what_the_person_saw(page: Opened, store: Store) -> None:
    """What another tab has changed meanwhile is not written without a word."""
    seen = store.sessions.get("sample")
    store.sessions.put_settings(seen, seen.settings.model_copy(update={"strict_narrative": False}))
    page.app.button(key="write").click().run()
    assert "was changed in another tab" in " ".join(page.failures)
    assert store.runs.open_run("sample") is None
    assert len(store.runs.list("sample")) == 1


def test_a_file_that_is_replaced_at_the_last_moment_is_said(
    open_page: Opener, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at the session and the beginning of the run: no run was written meanwhile, and none is said."""
    session = store.sessions.create("An interview")
    session = store.sessions.put_transcript(session, "talk.md", (SAMPLE / "interview.md").read_bytes())
    session = store.sessions.put_evidence(session, "evidence.json", (SAMPLE / "evidence.json").read_bytes())
    page = open_page("generate", session=session.session_id)

    def replacing(*_: object) -> OfflineComposer:
        store.sessions.put_transcript(session, "other.md", b"Ada: So it is.\n")
        return OfflineComposer()

    composer = PROVIDERS["offline"].model_copy(update={"make": replacing})
    monkeypatch.setitem(PROVIDERS, "offline", composer)
    page.app.button(key="write").click().run()
    assert "was replaced in another tab or program" in " ".join(page.failures)
    assert "was written meanwhile" not in page.words
    assert store.runs.open_run(session.session_id) is None


def test_the_ways_of_quoting_are_stored_at_once(page: Opened, store: Store) -> None:
    """Mode and switches, in the session's settings; the page shows what is stored."""
    choose(page, "recorded")
    page.app.radio(key="switch-mode-0").set_value(WritingMode.FREE).run()
    page.app.toggle(key="switch-strict_narrative-0").set_value(False).run()
    page.app.toggle(key="switch-allow_fragments-0").set_value(True).run()
    assert page.failures == []
    settings = store.sessions.get("sample").settings
    assert (settings.mode, settings.strict_narrative, settings.allow_fragments) == (WritingMode.FREE, False, True)


def test_a_switch_never_overwrites_another_tab(page: Opened, store: Store) -> None:
    """The change made elsewhere stands; it is said, and the switch shows what is stored."""
    seen = store.sessions.get("sample")
    store.sessions.put_settings(seen, seen.settings.model_copy(update={"strict_narrative": False}))
    page.app.toggle(key="switch-allow_fragments-0").set_value(True).run()
    assert len(page.failures) == 1
    settings = store.sessions.get("sample").settings
    assert (settings.strict_narrative, settings.allow_fragments) == (False, False)
    assert [toggle.value for toggle in page.app.toggle] == [False, False]


def test_the_composer_quotes_by_reference_whatever_models_are_asked(page: Opened, store: Store) -> None:
    """Its edition would be without quotations otherwise."""
    seen = store.sessions.get("sample")
    store.sessions.put_settings(seen, seen.settings.model_copy(update={"mode": WritingMode.FREE}))
    page.app.run()
    press(page, "write")
    wait_for(lambda: len(store.runs.list("sample")) == 2)
    assert store.runs.list("sample")[1].mode == "reference"
    assert store.runs.list("sample")[1].quotations == 101
    assert store.sessions.get("sample").settings.mode is WritingMode.FREE


def test_what_is_sent_is_shown_to_the_letter(page: Opened, sample: Line) -> None:
    """For every chapter, merged ones once, under the template and the mode that are stored."""
    page.app.session_state["see-prompts"] = True
    page.app.run()
    assert page.failures == []
    for chapter in (0, 1, 2, 3, 4, 6):
        page.app.selectbox(key="generate-prompt-sample").set_value(chapter).run()
        request = request_of(sample, chapter)
        assert request is not None
        assert [code.value for code in page.app.code] == [request.prompt, request.system]


def test_a_template_is_refused_without_its_placeholders(page: Opened, store: Store) -> None:
    """All that is missing is named, and what was typed stays in the field; then it is stored, and taken back."""
    field = "generate-template-sample"
    page.app.text_area(key=field).set_value(f"{HOSTILE} {{{{TARGET_WORDS}}}}")
    page.app.button(key="FormSubmitter:template-Use this template").click().run()
    said = " ".join(page.failures)
    assert "{{KEY_EXCERPTS_PLACEHOLDER}}" in said
    assert "{{GENERATION_MODE}}" in said
    assert "{{TARGET_WORDS}}" not in said
    assert page.app.text_area(key=field).value == f"{HOSTILE} {{{{TARGET_WORDS}}}}"
    own = f"{HOSTILE} {{{{TARGET_WORDS}}}} {{{{GENERATION_MODE}}}} {{{{KEY_EXCERPTS_PLACEHOLDER}}}}"
    page.app.text_area(key=field).set_value(own)
    press(page, "FormSubmitter:template-Use this template")
    assert store.sessions.get("sample").settings.prompt_template == own
    assert "This session has a template of its own." in page.words
    press(page, "FormSubmitter:template-Back to the built-in template")
    assert store.sessions.get("sample").settings.prompt_template is None
    assert page.app.text_area(key=field).value == IDEAS_PROMPT_TEMPLATE


def test_some_chapters_can_be_written_alone(page: Opened, store: Store) -> None:
    """In the map's order, whatever order they were chosen in."""
    page.app.multiselect(key="generate-chapters-sample").set_value([4, 1]).run()
    assert "Run 2: 2 chapters" in page.words
    press(page, "write")
    wait_for(lambda: len(store.runs.list("sample")) == 2)
    written = store.runs.get(store.runs.list("sample")[1].run_id).edition.chapters
    assert [draft.chapter_index for draft in written] == [1, 4]


def test_a_pasted_answer_is_a_chapter(page: Opened, store: Store, sample: Line) -> None:
    """Each prompt to the letter beside its box; a chapter without an answer holds its key excerpts and says why."""
    choose(page, "pasted")
    prompts = [request.prompt for chapter in (0, 1, 2, 3, 4, 6) if (request := request_of(sample, chapter))]
    assert [code.value for code in page.app.code] == prompts
    page.app.button(key="write").click().run()
    assert "answers: there are none yet" in " ".join(page.failures)
    quote = next(one for one in sample.merged.whitelist if one.chapter_indices == [1])
    page.app.text_area(key="generate-answer-sample-1").set_value(
        f"## My own\n\nIt was so: “{quote.quote_text}”, and {HOSTILE}.\n"
    ).run()
    assert "1 of 6 answers is pasted." in page.words
    press(page, "write")
    wait_for(lambda: len(store.runs.list("sample")) == 2)
    drafts = store.runs.get(store.runs.list("sample")[1].run_id).edition.chapters
    assert (drafts[1].title, drafts[1].fallback) == ("My own", "")
    assert all(draft.fallback for draft in (drafts[0], *drafts[2:]))


def test_what_was_pasted_outlasts_a_look_at_another_page(page: Opened) -> None:
    """Nobody copies and pastes twelve answers twice."""
    choose(page, "pasted")
    page.app.text_area(key="generate-answer-sample-1").set_value(f"An answer {HOSTILE}").run()
    for name in ("whitelist", "generate"):
        page.app.switch_page(str(PAGES / f"{name}.py")).run()
        assert page.failures == []
    assert page.app.text_area(key="generate-answer-sample-1").value == f"An answer {HOSTILE}"
    assert "1 of 6 answers is pasted." in page.words


def test_replies_of_a_file_run_out_and_the_run_waits(page: Opened, store: Store) -> None:
    """Said beforehand; then why it ended, what is done can be read, and it is kept as it is."""
    choose(page, "scripted")
    name = f"{HOSTILE}.json"
    page.app.file_uploader[0].set_value((name, json.dumps([REPLY, REPLY]).encode(), "application/json")).run()
    assert f"{name}: 2 replies" in page.words
    assert "6 chapters will ask for a reply; the run stops where there is none left." in page.words
    page.app.button(key="write").click().run()
    wait_for(lambda: (run := store.runs.open_run("sample")) and run.state is RunState.FAILED)
    page.app.run()
    assert "Run 2 could not go on; 2 of 6 chapters are done." in page.words
    assert "the script has 2 replies" in page.words
    page.app.session_state["read-done"] = True
    page.app.run()
    assert not page.app.exception
    assert "The words of it come one by one." in page.words
    assert {"resume", "keep"} <= buttons(page)
    page.app.button(key="keep").click().run()
    assert page.failures == []
    assert store.runs.open_run("sample") is None
    assert store.runs.list("sample")[1].chapters == 2
    assert "Run 2 is finished: 2 chapters" in page.words


def test_a_run_is_stopped_resumed_and_discarded(page: Opened, store: Store) -> None:
    """Reruns begin and repeat nothing; nothing blocks; what is discarded is gone, and its number is free again."""
    choose(page, "scripted")
    page.app.text_area(key="generate-paste-sample").set_value(LONG)
    press(page, "FormSubmitter:replies-Use these replies")
    page.app.selectbox(key="generate-pace-sample").set_value(PACE).run()
    press(page, "write")
    found = store.runs.open_run("sample")
    assert found is not None
    assert found.recipe.client.words_per_second == PACE
    assert "write" not in buttons(page)
    for _ in range(20):
        page.app.run()
    again = store.runs.open_run("sample")
    assert again is not None
    assert (again.run_id, [one.calls for one in again.chapters]) == (found.run_id, [1, 0, 0, 0, 0, 0])
    assert "being written" in page.words
    assert "undecided, held back" in page.words
    press(page, "stop")
    page.app.run()
    assert "Run 2 was stopped; 0 of 6 chapters are done." in page.words
    press(page, "resume")
    assert "Run 2 is being written." in page.words
    press(page, "stop")
    page.app.run()
    press(page, "discard-sure")
    assert "Run 2 was discarded." in page.words
    assert store.runs.open_run("sample") is None
    assert "Run 2: 6 chapters" in page.words


def test_words_that_were_seen_and_fell_back_are_announced(page: Opened, store: Store, sample: Line) -> None:
    """While the run is open, and at its end; who saw nothing of that chapter is told nothing."""
    choose(page, "scripted")
    page.app.text_area(key="generate-paste-sample").set_value(LONG)
    press(page, "FormSubmitter:replies-Use these replies")
    page.app.selectbox(key="generate-pace-sample").set_value(4 * PACE).run()
    press(page, "write")
    found = store.runs.open_run("sample")
    assert found is not None
    wait_for(lambda: (live := runs.run_status(found.run_id)) and live.text)
    page.app.run()
    press(page, "stop")
    store.runs.lease(found.run_id, "another", 60)
    store.runs.put_chapter(found.run_id, "another", 0, excerpts_only_chapter(sample, 0, "It did not pass."))
    store.runs.put_chapter(found.run_id, "another", 1, excerpts_only_chapter(sample, 1, "Neither did this."))
    store.runs.release(found.run_id, "another", RunState.STOPPED, "")
    said = "The words you saw of chapter 1 were replaced by its key excerpts. It did not pass."
    for _ in range(2):
        page.app.run()
        assert said in page.words
        assert "Neither did this." not in page.words
    press(page, "keep")
    assert "Run 2 is finished: 2 chapters" in page.words
    assert said in page.words


def test_a_run_of_another_program_is_followed_and_can_be_stopped(page: Opened, store: Store) -> None:
    """What it has stored is shown; it is asked to stop, and nothing is taken from it."""
    found = begin(store)
    page.app.run()
    assert page.failures == []
    assert "Another program is writing this run, or was until a moment ago." in page.words
    assert "it can be resumed in at most 10 seconds" in page.words
    assert {"resume", "keep", "discard-sure", "write"}.isdisjoint(buttons(page))
    press(page, "stop")
    stored = store.runs.open_run("sample")
    assert stored is not None
    assert (stored.stop_requested, stored.owner) == (True, found.owner)
    assert "Run 2 is being stopped" in page.words


def test_a_run_that_a_crash_left_is_resumed(page: Opened, store: Store) -> None:
    """The page says why it is unfinished; its chapters are written, and the end is said."""
    begin(store, seconds=0)
    page.app.run()
    assert page.failures == []
    assert "Run 2 was interrupted, because the program ended while it was written" in page.words
    press(page, "resume")
    wait_for(lambda: len(store.runs.list("sample")) == 2)
    page.app.run()
    assert "Run 2 is finished: 2 chapters" in page.words
    assert store.runs.list("sample")[1].fallbacks == 0


@pytest.mark.parametrize("state", [RunState.RUNNING, RunState.STOPPED])
def test_a_run_that_ended_goes_on_without_a_chapter(page: Opened, store: Store, state: RunState) -> None:
    """Not only one that failed: also one that was interrupted or stopped."""
    run = begin(store, seconds=0 if state is RunState.RUNNING else 2 * PATIENCE)
    if state is not RunState.RUNNING:
        store.runs.release(run.run_id, run.owner, state, "")
    page.app.run()
    press(page, "go-on-without")
    wait_for(lambda: len(store.runs.list("sample")) == 2)
    first, second = store.runs.get(store.runs.list("sample")[1].run_id).edition.chapters
    assert "The run went on without it." in first.fallback
    assert (second.title, second.fallback) == ("A chapter", "")


def test_a_run_that_is_gone_is_no_failure(page: Opened, store: Store) -> None:
    """Discarded in another tab while this one offers to resume it."""
    found = begin(store, seconds=0)
    page.app.run()
    store.runs.discard(found.run_id, "sample")
    page.app.button(key="resume").click().run()
    assert not page.app.exception
    assert len(page.failures) == 1
    assert "write" in buttons(page)
    assert runs.run_status(found.run_id) is None


def test_a_run_says_which_settings_were_not_the_defaults(page: Opened, store: Store) -> None:
    """In the list, beside what came of it."""
    seen = store.sessions.get("sample")
    thresholds = seen.settings.thresholds.model_copy(update={"min_usable_words": 9})
    store.sessions.put_settings(
        seen, seen.settings.model_copy(update={"thresholds": thresholds, "allow_fragments": True})
    )
    page.app.run()
    press(page, "write")
    wait_for(lambda: len(store.runs.list("sample")) == 2)
    page.app.run()
    assert "Words of a usable quote: 9 instead of 8, parts of quotes allowed" in page.words
    assert "default settings" in page.words


def test_the_recorded_model_is_offered_with_the_sample_alone(page: Opened, open_page: Opener, store: Store) -> None:
    """A session with other files has no use for its replies."""
    assert len(page.app.radio(key="generate-writer-sample").options) == 6
    session = store.sessions.create("Other files")
    session = store.sessions.put_transcript(session, "talk.md", b"**Ada:** I said so, and I meant every word of it.\n")
    session = store.sessions.put_evidence(session, "evidence.json", (SAMPLE / "evidence.json").read_bytes())
    other = open_page("generate", session=session.session_id)
    assert other.failures == []
    assert len(other.app.radio(key=f"generate-writer-{session.session_id}").options) == 5
    assert "No quote of these chapters is proven, so there is nothing to write." in other.words
    assert other.app.button(key="write").disabled
    other.app.radio(key=f"generate-writer-{session.session_id}").set_value("pasted").run()
    assert "Copy, ask, paste" not in other.words


def test_a_template_is_not_lost_to_another_tabs(page: Opened, store: Store) -> None:
    """What was typed stays in the field, and is stored at the next press, now that the person knows."""
    field = "generate-template-sample"
    seen = store.sessions.get("sample")
    theirs = f"Theirs: {IDEAS_PROMPT_TEMPLATE}"
    store.sessions.put_settings(seen, seen.settings.model_copy(update={"prompt_template": theirs}))
    typed = f"Mine: {HOSTILE} {IDEAS_PROMPT_TEMPLATE}"
    page.app.text_area(key=field).set_value(typed)
    page.app.button(key="FormSubmitter:template-Use this template").click().run()
    assert "changed" in " ".join(page.failures)
    assert store.sessions.get("sample").settings.prompt_template == theirs
    page.app.run()
    assert page.app.text_area(key=field).value == typed
    press(page, "FormSubmitter:template-Use this template")
    assert store.sessions.get("sample").settings.prompt_template == typed
    assert page.app.text_area(key=field).value == typed


def newer(store: Store) -> None:
    """Let a newer program have changed the file."""
    with sqlite3.connect(store.path) as connection:
        connection.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) "
            "SELECT migration_set, 'of tomorrow', applied_at FROM _sqlite_migrations LIMIT 1"
        )
    connection.close()


GONE: dict[str, tuple[Callable[[Store], object], str]] = {
    "deleted": (lambda store: store.sessions.delete(store.sessions.get("sample")), "deleted"),
    "another file": (
        lambda store: (store.path.unlink(), Store(store.path).sessions.create("Another")),
        "another database is in the place of the one that this program was using",
    ),
    "a newer file": (newer, "newer"),
    "no database": (lambda store: store.path.write_bytes(b"no database" * 1_000), "not a database of this program"),
}


@pytest.mark.parametrize(("lose", "said"), GONE.values(), ids=GONE)
def test_a_page_that_follows_a_run_says_what_became_of_its_file(
    page: Opened, store: Store, lose: Callable[[Store], object], said: str
) -> None:
    """The look of a page that polls draws it again, and does not wait for ever for something that is gone."""
    begin(store)
    found = store.runs.progress("sample")
    assert found is not None
    seen = actions.run_snapshot(found)
    assert not actions.poll_run(found, seen).changed
    lose(store)
    look = actions.poll_run(found, seen)
    assert (look.changed, look.goes_on) == (True, False)
    page.app.run()
    assert said in page.words + " ".join(page.failures)


def test_what_was_said_of_a_run_is_over_once_it_has_ended(page: Opened, store: Store, sample: Line) -> None:
    """It stays while the run goes on with its next chapter; above a run that was stopped it would be wrong."""
    run = begin(store)
    found = store.runs.progress("sample")
    assert found is not None
    seen = actions.run_snapshot(found)
    store.runs.put_chapter(run.run_id, run.owner, 0, excerpts_only_chapter(sample, 0, ""))
    look = actions.poll_run(found, seen)
    assert (look.changed, look.goes_on) == (True, True)
    store.runs.release(run.run_id, run.owner, RunState.STOPPED, "")
    look = actions.poll_run(found, seen)
    assert (look.changed, look.goes_on) == (True, False)
    assert page.failures == []


def test_a_file_that_is_kept_for_a_moment_changes_nothing(
    page: Opened, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next look is soon."""
    monkeypatch.setattr(page_context, "PATIENCE", 0.05)
    begin(store)
    found = store.runs.progress("sample")
    assert found is not None
    lock = sqlite3.connect(store.path, isolation_level=None)
    lock.execute("BEGIN EXCLUSIVE")
    try:
        assert not actions.poll_run(found, actions.run_snapshot(found)).changed
    finally:
        lock.close()
    assert page.failures == []
