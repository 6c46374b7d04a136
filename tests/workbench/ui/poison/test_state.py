from pathlib import Path
from typing import Any, cast

import plotly.graph_objects as go
import pytest

from core.enforcement.results import Decision, DecisionAction, DecisionPlace, QuotationFinding
from core.evaluation.corruptions import CorruptionClass
from core.evaluation.injection import Ending, Injected, InjectionOutcome, Poisoning, poison_chapter
from core.evidence.evidence_map import EvidenceMap
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.requests import request_of
from core.whitelist.rejection import percent_alike
from workbench.sample import sample_session
from workbench.store import SessionMaterial, Store
from workbench.ui.common import cache
from workbench.ui.poison.chart import let_through_figure
from workbench.ui.poison.state import (
    CLASSES,
    DraftSource,
    board_in_words,
    drafts_of,
    ending_in_words,
    endings_in_words,
    poisoning_of,
    subjects_of,
    typography_in_words,
)


@pytest.fixture(scope="module")
def found(sample: Line) -> Poisoning:
    """The first chapter of the sample as the composer writes it, poisoned in every way."""
    request = request_of(sample, 0)
    assert request is not None
    return poison_chapter(sample, 0, OfflineComposer().generate(request).text)


def injected(found: Poisoning, ending: Ending, decision: Decision | None) -> Injected:
    """Return something injected that ended otherwise."""
    return found.false[0].model_copy(update={"outcome": InjectionOutcome(ending=ending, decision=decision)})


def decision(finding: QuotationFinding, place: DecisionPlace = DecisionPlace.NARRATIVE) -> Decision:
    return Decision(action=DecisionAction.DROPPED, place=place, finding=finding, original="Any words.")


def drawn(figure: go.Figure) -> dict[str, Any]:
    return cast("dict[str, Any]", figure.to_dict())


# What is poisoned.


def test_subjects_are_the_chapters_that_are_written(sample: Line) -> None:
    """Merged ones once, under the number of the first."""
    labels = [subject.label for subject in subjects_of(sample)]
    assert labels[0] == "1. Brass by the Kilo"
    assert labels[4:] == ["5. The Voice on the Reel / A Call from Veldrey", "7. Half a Stair"]


def test_a_line_without_chapters_has_no_subject(sample: Line) -> None:
    """Nothing is written, so nothing can be poisoned."""
    assert subjects_of(prepare_line(EvidenceMap(chapters=()), sample.transcript)) == ()


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A fresh database."""
    path = tmp_path / "workbench.db"
    monkeypatch.setenv("WORKBENCH_DB", str(path))
    return Store(path)


def test_the_last_reply_comes_first(store: Store, sample: Line) -> None:
    """The sample session has a run; another session, which has none, has the composer's draft first."""
    session = sample_session(store)
    given = cache.material(session)
    with_run = drafts_of(session, given, sample, 6)
    last = max(store.runs.list(session.session_id), key=lambda run: run.number)
    assert list(with_run) == [DraftSource.LAST_RUN, DraftSource.COMPOSER, DraftSource.PASTED]
    assert with_run[DraftSource.LAST_RUN] == store.runs.replies(last.run_id)[-1]
    without = drafts_of(store.sessions.create("Another"), given, sample, 6)
    assert list(without) == [DraftSource.COMPOSER, DraftSource.PASTED]
    assert without[DraftSource.COMPOSER].startswith("## Half a Stair")


def test_no_way_chosen_is_every_way(sample: Line, found: Poisoning) -> None:
    """And draws count from 1, as people count."""
    request = request_of(sample, 0)
    assert request is not None
    material = SessionMaterial(transcript=None, evidence=None, casts=(), settings=sample.settings)
    draft = subjects_of(sample)[0], OfflineComposer().generate(request).text
    assert poisoning_of(material, sample, draft, draw=1, classes=()) == found
    again = poisoning_of(material, sample, draft, draw=2, classes=(CorruptionClass.CUT,))
    assert again == poison_chapter(sample, 0, draft[1], seed=1, classes=(CorruptionClass.CUT,))


# What is said of it.


def test_every_class_has_a_name() -> None:
    """Each its own."""
    assert set(CLASSES) == set(CorruptionClass)
    assert len(set(CLASSES.values())) == len(CLASSES)


NOT_THERE = decision(QuotationFinding.NOT_IN_TRANSCRIPT)
IN_A_CLAIM = decision(QuotationFinding.NOT_IN_TRANSCRIPT, DecisionPlace.CORE_CLAIM)
PART = decision(QuotationFinding.PART_OF_WHITELISTED)


@pytest.mark.parametrize(
    ("ending", "made", "said"),
    [
        (Ending.UNQUOTED, NOT_THERE,
         "These words are not in the transcript. They stay as plain prose and are listed as unproven."),
        (Ending.DROPPED, NOT_THERE, "These words are not in the transcript."),
        (Ending.DROPPED, IN_A_CLAIM,
         "These words are not in the transcript. The claim that rested on them is gone too."),
        (Ending.DROPPED, PART, "Part of a proven quote, not the whole of it."),
        (Ending.DROPPED, None, "They were taken out with the words around them."),
        (Ending.HELD_BACK, None, "The whole chapter was held back, and its key excerpts stand alone."),
        (Ending.PUT_RIGHT, None, "The name of the person who said it was written in its place."),
        (Ending.ACCEPTED, None, "It is the same quotation; the transcript's own characters were written."),
        (Ending.LET_THROUGH, NOT_THERE,
         "This must not happen: please report it with the transcript, the draft and the random draw."),
    ],
)  # fmt: skip
def test_every_ending_is_said_in_plain_words(
    found: Poisoning, ending: Ending, made: Decision | None, said: str
) -> None:
    """What became of it, and why."""
    assert ending_in_words(injected(found, ending, made)) == said


@pytest.mark.parametrize(
    ("score", "percent"), [(1, 100), (0.99999999, 99), (0.919999, 91), (0.92, 92), (0.29, 29), (0.9677, 96), (0, 0)]
)
def test_a_likeness_is_rounded_down(score: float, percent: int) -> None:
    """What fails by a hair does not read as passed."""
    assert percent_alike(score) == percent


def test_all_that_became_of_it_is_said(found: Poisoning) -> None:
    """The numbers add up, and what got through would be said first."""
    numbers = [int(word) for word in endings_in_words(found).split() if word.isdigit()]
    assert sum(numbers) == len(found.false)
    assert "got through" not in endings_in_words(found)
    assert typography_in_words(found).endswith("all were accepted and written as the transcript has them.")


def guilty(found: Poisoning) -> Poisoning:
    """Return a poisoning in which the first false words got through, as they never must."""
    first = found.drafts[0]
    bad = [one.model_copy(update={"outcome": InjectionOutcome(ending=Ending.LET_THROUGH)}) if one.is_false else one
           for one in first.injected]  # fmt: skip
    drafts = (first.model_copy(update={"injected": tuple(bad)}), *found.drafts[1:])
    return Poisoning(seed=found.seed, classes=found.classes, quotations=found.quotations, drafts=drafts)


def test_what_gets_through_is_never_hidden(found: Poisoning) -> None:
    """It is counted, said and drawn."""
    bad = guilty(found)
    through = len(bad.let_through)
    assert through > 0
    assert f"{through} got through." in endings_in_words(bad)
    assert f"{bad.tallies[1].let_through} of {bad.tallies[1].injected} got through here" in board_in_words(bad)
    here = drawn(let_through_figure(bad))["data"][0]
    assert sum(int(text.strip("\u00a0").split(" of ")[0]) for text in here["text"]) == through


def test_the_chart_draws_what_the_tallies_say(found: Poisoning) -> None:
    """Both shares of every class but typography; Plotly takes it as it is."""
    figure = drawn(let_through_figure(found))
    go.Figure(figure)
    here, likeness = figure["data"]
    tallies = [tally for tally in found.tallies if tally.corruption_class is not CorruptionClass.TYPOGRAPHY]
    assert list(figure["layout"]["yaxis"]["ticktext"]) == [CLASSES[tally.corruption_class] for tally in tallies]
    assert list(here["x"]) == [0] * len(tallies)
    assert list(likeness["x"]) == [100 * tally.naive / tally.injected for tally in tallies]
    assert list(likeness["text"]) == [f"\u00a0{tally.naive} of {tally.injected}" for tally in tallies]
    assert likeness["marker"]["pattern"]["shape"] == "/"
