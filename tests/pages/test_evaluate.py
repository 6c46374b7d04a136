import re
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest

from core.answers.records import AnswerMode, CitedAnswer
from core.evaluation.records import Amount, Metric
from core.generation.offline_client import OfflineComposer
from core.generation.settings import Settings
from core.llm.client import WritingMode
from core.transcripts.readers import read_transcript
from tests.pages.conftest import PATIENCE, Opened, Opener
from workbench.experiments import runner
from workbench.experiments.plan_file import experiment_file_of, read_experiment
from workbench.experiments.results.chart_marks import STANDING
from workbench.jobs.runs.write_now import write_run
from workbench.paths import SAMPLE_DATA
from workbench.sample import SAMPLE_ID
from workbench.sessions.session_material import material_of
from workbench.store import (
    AnswerContents,
    AnswerSettings,
    ClientChoice,
    ExperimentPlan,
    ExperimentState,
    PlanSubject,
    PlanVariant,
    Session,
    Store,
)
from workbench.ui.common import cache
from workbench.ui.evaluate.state.form_values import misbehaving_plan
from workbench.ui.evaluate.state.session_runs import MeasuredGroups, measure_runs
from workbench.ui.evaluate.state.tab import key_of

HOSTILE = "<img src=x onerror=alert(1)> $x$ :smile: -- **b**"
RUNS = f"runs-{SAMPLE_ID}"


def settle(page: Opened) -> Opened:
    """Let what is measured in the background come to its end, as the browser does that looks again and again."""
    end = time.monotonic() + PATIENCE
    while bodies(page, "wb-evaluate-measuring"):
        assert time.monotonic() < end, "it was not measured"
        time.sleep(0.02)
        page.app.run()
    return page


@pytest.fixture
def open_page(open_page: Opener) -> Opener:
    """Open a page and let it come to rest."""
    return lambda *name, **address: settle(open_page(*name, **address))


@pytest.fixture
def page(open_page: Opener, sample_stored: Session) -> Opened:
    opened = open_page("evaluate", session=sample_stored.session_id)
    assert opened.failures == []
    return opened


def bodies(page: Opened, class_: str) -> list[str]:
    """Return what stands on the page in boxes of a class, without tags."""
    found = (part.body for part in page.app.html if f'class="{class_}' in part.body)
    return [re.sub(r"<[^>]*>", " ", body) for body in found]


def figures(page: Opened) -> list[str]:
    """Return the five figures as they are read: each a title, a number and what is said below it."""
    body = next(part.body for part in page.app.html if 'class="wb-figures"' in part.body)
    cards = re.findall(r"<section.*?</section>", body)
    return [" ".join(re.sub(r"<[^>]*>", " ", card).split()) for card in cards]


def wait_for(done: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


def subject_of(store: Store, session: Session) -> PlanSubject:
    return PlanSubject(name="The sample", material=material_of(store, session, settings=Settings()))


def interrupted(store: Store, session: Session, title: str = "Interrupted") -> str:
    """Return the id of an experiment of one variant that nobody works on any more."""
    variant = PlanVariant(name="Offline", client=ClientChoice(kind="offline"))
    plan = ExperimentPlan(title=title, variants=(variant,), subjects=(subject_of(store, session),), reference="Offline")
    begun = store.experiments.begin(plan, "a program that ended", 0.01)
    wait_for(lambda: not store.experiments.progress(begun.experiment_id).is_held(time.time()))
    return begun.experiment_id


def test_the_sample_is_measured_at_once(page: Opened) -> None:
    """Five figures, the first with its number before enforcement; what was written beside what is read; a chart."""
    assert len(figures(page)) == 5
    assert figures(page)[0].startswith("Fabricated quotes after enforcement 0 0 before enforcement")
    assert "All 19 Key Excerpts are exact slices" in page.words
    pairs = bodies(page, "wb-evaluate-pairs")[0]
    assert "As the model wrote it" in pairs
    assert "100%" in pairs
    assert "82 of 82" in pairs
    assert "101 of 101" in pairs
    assert "95.5% to 100%" in pairs
    assert len(page.app.get("plotly_chart")) == 1
    assert "No model was asked, so there is no reply to count." in page.words


def test_the_quotations_behind_a_number_are_the_transcripts_words(page: Opened) -> None:
    """What stands is listed unit by unit, each an exact slice, with a link to the chapter it stands in."""
    page.app.selectbox(key=key_of("behind-what", RUNS)).set_value(STANDING).run()
    page.app.selectbox(key=key_of("behind-unit", RUNS)).set_value(("The sample: Slow Instruments", "chapter 1")).run()
    assert page.failures == []
    raw = read_transcript((SAMPLE_DATA / "interview.md").read_bytes(), "interview.md").raw
    said = " ".join(raw.split())
    (listed,) = (part.body for part in page.app.html if 'class="wb-evaluate-behind"' in part.body)
    standing = re.findall(r'<p class="said">(.*?)</p>', listed)
    assert len(standing) > 5
    assert all(" ".join(unescape(words).split()) in said for words in standing)
    assert "Chapter 1: Brass by the Kilo" in page.words


def test_a_measure_of_whole_chapters_lists_the_chapters(page: Opened) -> None:
    """Nothing is quoted for "within target": each chapter with its words and the words that were asked for."""
    page.app.selectbox(key=key_of("behind-what", RUNS)).set_value(Metric.WITHIN_TARGET.value).run()
    assert page.failures == []
    listed = bodies(page, "wb-evaluate-behind")
    assert len(listed) == 6
    assert all("asked for" in one for one in listed)


def test_one_chart_is_drawn_at_a_time(page: Opened) -> None:
    """And where there is nothing to draw, words say why instead of an empty chart."""
    for chart, drawn in (("Measure by measure", 1), ("Cost and accuracy", 0), ("Unit by unit", 1)):
        page.app.button_group(key=key_of("chart", RUNS)).set_value(chart).run()
        assert page.failures == []
        assert len(page.app.get("plotly_chart")) == drawn, chart


def test_every_measure_is_there_where_somebody_looks(page: Opened) -> None:
    """Folded away, it costs nothing; unfolded, it says what each measure counts."""
    assert "Claims with a guest" not in page.words
    page.app.session_state["evaluate-every"] = True
    page.app.run()
    assert page.failures == []
    assert "Claims with a guest" in page.words
    assert "Where in the transcript, tenth by tenth" in page.words


def test_several_runs_stand_side_by_side(open_page: Opener, store: Store, sample_stored: Session) -> None:
    """Each a variant; which are measured can be chosen, and one of them alone has nothing beside it."""
    write_run(store, SAMPLE_ID, cache.line_of(cache.material(sample_stored)), OfflineComposer())
    page = open_page("evaluate", session=SAMPLE_ID)
    assert page.failures == []
    (side,) = bodies(page, "wb-evaluate-side")
    assert "Run 1" in side
    assert "Run 2" in side
    # Only how long it took may differ, and as it may happen in every chapter, for sure.
    told = re.search(r"(No difference is|1 measure differs for) sure; .*?(\d+) show no difference", page.words)
    assert told is not None
    assert int(told[2]) > 10
    page.app.multiselect(key=key_of("runs", SAMPLE_ID)).set_value([2]).run()
    settle(page)
    assert page.failures == []
    assert bodies(page, "wb-evaluate-side") == []


def test_nothing_written_is_said_with_where_to_write(open_page: Opener, store: Store, sample_stored: Session) -> None:
    """No empty table, no zero."""
    copy = store.sessions.duplicate(sample_stored.session_id, "A copy")
    fresh = store.sessions.create("Fresh")
    fresh = store.sessions.put_transcript(fresh, "talk.txt", b"Ann Lee: We built 15 boats.\n")
    fresh = store.sessions.put_evidence(fresh, "map.json", b'{"chapters": []}')
    page = open_page("evaluate", session=fresh.session_id)
    assert page.failures == []
    assert "Nothing was written in this session yet" in page.words
    assert not page.app.get("plotly_chart")
    assert len(figures(open_page("evaluate", session=copy.session_id))) == 5


def test_a_run_of_another_transcript_is_measured_as_far_as_possible(
    open_page: Opener, store: Store, sample_stored: Session
) -> None:
    """Against the transcript it was written from; what only its evidence map knows is left out, and that is said."""
    changed = store.sessions.put_transcript(sample_stored, "other.md", b"Casimir Boyle: Something else entirely.\n")
    page = open_page("evaluate", session=changed.session_id)
    assert page.failures == []
    assert "Run 1: Its transcript is no longer kept here" in page.words or "101 of 101" in page.words
    kept = store.sessions.create("Keeps the transcript")
    store.sessions.put_transcript(kept, "interview.md", (SAMPLE_DATA / "interview.md").read_bytes())
    page = open_page("evaluate", session=changed.session_id)
    assert page.failures == []
    assert "Claims by guests and quotes used are not counted" in page.words
    assert "101 of 101" in page.words
    assert figures(page)[0].startswith("Fabricated quotes after enforcement 0 0 before")


def test_a_model_that_misbehaves_is_one_press_away(page: Opened, store: Store) -> None:
    """What it made up stands before enforcement and not after; the press again finds the same experiment."""
    page.app.button(key="evaluate-misbehave").click().run()
    assert page.failures == []
    (begun,) = store.experiments.list()
    wait_for(lambda: store.experiments.progress(begun.experiment_id).state is not ExperimentState.RUNNING)
    page.app.run()
    assert page.failures == []
    (side,) = bodies(page, "wb-evaluate-side")
    assert re.search(r"A model that misbehaves, quotes by copying .*?23\s+→\s+0", side, re.DOTALL)
    assert figures(page)[0].startswith("Fabricated quotes after enforcement 0 23 before enforcement")
    assert "I would have paid as much for the doorknobs" in page.words
    (kinds,) = bodies(page, "wb-evaluate-kinds")
    assert re.search(r"Wrong speaker .*? 8 +0 .*?Invented .*? 19 +0", kinds)
    assert "Nearest in the source" in page.words
    rates = bodies(page, "wb-evaluate-pairs")[1]
    assert re.search(r"replies written beforehand +12 of 12 +n/a +0 of 12 +0 of 12 +n/a +nothing", rates)
    page.app.button_group(key="of").set_value("This session").run()
    settle(page)
    page.app.button(key="evaluate-misbehave").click().run()
    assert "was made before" in page.words
    assert len(store.experiments.list()) == 1


def test_an_interrupted_experiment_is_resumed_and_deleted(
    open_page: Opener, store: Store, sample_stored: Session
) -> None:
    """It says what happened and what can be done; after the deletion the list is there again."""
    found = interrupted(store, sample_stored, HOSTILE)
    page = open_page("evaluate", session=SAMPLE_ID, of="Experiments")
    assert page.failures == []
    assert HOSTILE in page.words
    assert "<img" not in "".join(part.body for part in page.app.html)
    page.app.button(key=key_of("open", found)).click().run()
    assert "Interrupted, because the program ended" in page.words
    page.app.button(key=key_of("resume", found)).click().run()
    assert page.failures == []
    wait_for(lambda: store.experiments.progress(found).state is ExperimentState.DONE)
    page.app.run()
    assert "Finished: 6 of 6 units." in page.words
    page.app.button(key=key_of("delete-sure", found)).click().run()
    assert page.failures == []
    assert store.experiments.list() == ()
    assert "was deleted" in page.words
    assert "There is no experiment yet." in page.words


def test_what_another_tab_deleted_is_said(open_page: Opener, store: Store, sample_stored: Session) -> None:
    """An address of an experiment that is gone is no failure, and neither is a press on a button of it."""
    found = interrupted(store, sample_stored)
    page = open_page("evaluate", session=SAMPLE_ID, of="Experiments", experiment=found)
    store.experiments.delete(found)
    page.app.button(key=key_of("resume", found)).click().run()
    assert not page.app.exception
    assert "This experiment is not there any more." in page.words
    page.app.button(key="evaluate-all").click().run()
    assert page.failures == []
    assert "There is no experiment yet." in page.words


def test_a_failed_variant_does_not_hide_the_others(open_page: Opener, store: Store, sample_stored: Session) -> None:
    """What is missing is said, and in no number."""
    variants = (
        PlanVariant(name="Offline", client=ClientChoice(kind="offline")),
        PlanVariant(
            name="Silent",
            client=ClientChoice(kind="scripted", name="none.json", replies=("## A\n\nNothing.\n",)),
            settings=Settings(mode=WritingMode.QUOTE),
        ),
    )
    plan = ExperimentPlan(
        title="T", variants=variants, subjects=(subject_of(store, sample_stored),), reference="Offline"
    )
    begun = store.experiments.begin(plan, "me", 60.0)
    runner.run_experiment(store, begun.experiment_id, "me")
    page = open_page("evaluate", session=SAMPLE_ID, of="Experiments", experiment=begun.experiment_id)
    assert page.failures == [part.body for part in page.app.html if "Not finished: 7 of 12 units" in part.body]
    assert "Silent could not go on" in page.words
    assert "5 missing" in page.words
    assert "82 of 82" in page.words


def test_repeats_have_a_mean_and_its_interval(open_page: Opener, store: Store, sample_stored: Session) -> None:
    """Two repeats of the same words differ in nothing, so the interval is a point."""
    subject = subject_of(store, sample_stored).model_copy(update={"chapters": (0,)})
    offline = PlanVariant(name="Offline", client=ClientChoice(kind="offline"))
    begun = store.experiments.begin(
        ExperimentPlan(title="T", variants=(offline,), subjects=(subject,), repeats=2), "me", 60.0
    )
    runner.run_experiment(store, begun.experiment_id, "me")
    page = open_page("evaluate", session=SAMPLE_ID, of="Experiments", experiment=begun.experiment_id)
    page.app.session_state["evaluate-every"] = True
    page.app.run()
    assert page.failures == []
    assert "Means over the repeats" in page.words
    assert "100% (100% to 100%)" in page.words
    assert "2 of 2" in page.words


def test_answers_are_measured_by_the_way_they_were_made(
    open_page: Opener, store: Store, sample_stored: Session
) -> None:
    """Question by question; one that is asked again is another repeat, and what falls back counts as not written."""
    for number, question in enumerate(("How is it?", "How was it?", "How is it?")):
        answer = CitedAnswer(
            question=question, mode=AnswerMode.INLINE, client="scripted", fallback_reason="It had no quotation."
        )
        contents = AnswerContents(asked_at=f"2026-11-22T10:0{number}:00Z", answer=answer, settings=AnswerSettings())
        store.answers.add(sample_stored.session_id, f"answer-{number}", contents)
    page = open_page("evaluate", session=SAMPLE_ID)
    page.app.button_group(key="evaluate-part").set_value("Answers").run()
    settle(page)
    assert page.failures == []
    assert "How was it?" in page.words
    scope = f"answers-{SAMPLE_ID}"
    page.app.selectbox(key=key_of("behind-what", scope)).set_value(Metric.WRITTEN.value).run()
    assert page.failures == []
    assert page.words.count("It was not written: It had no quotation.") == 3
    assert "time 2" in page.words
    page.app.button(key=f"{key_of('listed-0', scope)}-go").click().run()
    assert page.failures == []
    assert "Ask your sources" not in page.words


def field(name: str) -> str:
    return key_of(f"new-{name}", SAMPLE_ID)


def test_the_form_says_what_an_experiment_takes_and_begins_it(
    open_page: Opener, store: Store, sample_stored: Session
) -> None:
    """Variants by name, no call for those that ask nobody; what is begun is what was said."""
    page = open_page("evaluate", session=sample_stored.session_id, of="Experiments")
    assert page.failures == []
    assert "2 variants of 1 session." in page.words
    page.app.multiselect(key=field("modes")).set_value([WritingMode.QUOTE, WritingMode.FREE]).run()
    assert "3 variants of 1 session." in page.words
    assert "18 chapters to write and measure." in page.words
    page.app.number_input(key=field("repeats")).set_value(2).run()
    assert "each written 2 times" in page.words
    page.app.multiselect(key=field("who")).set_value(["offline"]).run()
    page.app.text_input(key=field("title")).set_value(HOSTILE).run()
    page.app.button(key="evaluate-begin").click().run()
    assert page.failures == []
    (begun,) = store.experiments.list()
    plan = store.experiments.plan(begun.experiment_id)
    assert (plan.title, plan.repeats, [one.client.kind for one in plan.variants]) == (HOSTILE, 2, ["offline"])
    wait_for(lambda: store.experiments.progress(begun.experiment_id).state is ExperimentState.DONE)


def test_what_is_missing_is_said_beside_the_button(
    open_page: Opener, sample_stored: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It cannot be pressed until then."""
    for variable in ("GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(variable, raising=False)
    page = open_page("evaluate", session=sample_stored.session_id, of="Experiments")
    missing = {"none is chosen": [], "there is no key for it": ["gemini"], "there are none yet": ["scripted"]}
    for said, who in missing.items():
        page.app.multiselect(key=field("who")).set_value(who).run()
        assert page.failures == []
        assert [one for one in missing if one in page.words] == [said]
        assert page.app.button(key="evaluate-begin").disabled


def test_the_plan_of_the_page_can_be_read_as_a_file(store: Store, sample_stored: Session, tmp_path: Path) -> None:
    """The same plan, so the same experiment, by command or by press."""
    plan = misbehaving_plan(sample_stored)
    text = experiment_file_of(plan, {plan.subjects[0].name: SAMPLE_ID})
    assert read_experiment(text, "page.yml", folder=tmp_path, store=store).plan == plan


def test_a_run_is_measured_once(page: Opened, sample_stored: Session, store: Store) -> None:
    """Whoever asks again is given the very same units."""
    runs = store.runs.list(SAMPLE_ID)
    first, second = (measure_runs(sample_stored, cache.material(sample_stored), runs) for _ in range(2))
    assert isinstance(first, MeasuredGroups)
    assert isinstance(second, MeasuredGroups)
    assert first.groups[0].units[0] is second.groups[0].units[0]
    assert first.groups[0].units[0].amounts[Amount.FOUND] > 0
