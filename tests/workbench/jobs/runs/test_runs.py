from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from core.coverage.levels import CoverageThresholds
from core.enforcement.results import Edition
from core.errors import BadInput, UnknownChapter
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.generation.line import Line, prepare_line
from core.generation.pipeline import generate_edition
from core.generation.settings import Settings
from core.llm.client import WritingMode
from core.transcripts.readers import read_transcript
from tests.properties import examples
from tests.workbench.jobs.runs.acting import Work, calls, work_on
from tests.workbench.jobs.runs.conftest import REPLIES
from workbench.jobs import runs
from workbench.providers import client_of
from workbench.sessions.edition_files import certificate_of, certificate_text
from workbench.store import ClientChoice, Conflict, FinishedRun, Store

SCRIPTED = ClientChoice(kind="scripted", replies=REPLIES)
CHOICES = {
    "offline": ClientChoice(kind="offline"),
    "a script": SCRIPTED,
    "one text": ClientChoice(kind="scripted", replies=("Somebody said “nothing of the kind”.",), every_call=True),
    "word by word": SCRIPTED.model_copy(update={"words_per_second": 100_000}),
    "pasted": ClientChoice(kind="pasted", replies=REPLIES),
}


def written(work: Work) -> FinishedRun:
    """Write a run in the background and return it as it is stored."""
    number = work.store.runs.next_number(work.session_id)
    run = runs.start(work.store, work.session_id, work.line, work.recipe, number=number)
    work.wait()
    return work.store.runs.get(run.run_id)


def in_one_go(work: Work) -> Edition:
    """Write the same edition without any store."""
    chapters = [work.line.effective_index(index) for index in work.recipe.chapters]
    client = client_of(work.recipe.client, chapters=chapters)
    return generate_edition(work.line, client, chapters=work.recipe.chapters)


@pytest.mark.parametrize("choice", CHOICES.values(), ids=CHOICES)
def test_a_run_is_the_edition_that_the_line_makes(tmp_path: Path, sample: Line, choice: ClientChoice) -> None:
    """Text, reports, verdict and certificate, whoever writes; the sample's merged chapters are one of the run's."""
    work = work_on(Store(tmp_path / "workbench.db"), sample, None, choice)
    run = written(work)
    edition = in_one_go(work)
    assert [draft.chapter_index for draft in edition.chapters] == [0, 1, 2, 3, 4, 6]
    assert run.edition == edition
    assert run.certificate == certificate_text(certificate_of(edition, sample))
    assert (run.summary.verdict, run.summary.number, run.settings) == ("verified", 1, sample.settings)
    assert runs.run_status(run.summary.run_id) is None
    if choice.replies == REPLIES:
        assert work.store.runs.replies(run.summary.run_id) == REPLIES


@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=3, unique=True),
    st.sampled_from(WritingMode),
    st.lists(
        st.sampled_from([*REPLIES, "", "I'm sorry, I cannot write this.", "```\n> Brass\n"]), min_size=7, max_size=7
    ),
)
@examples(12, suppress=(HealthCheck.function_scoped_fixture,))
def test_a_run_is_the_edition_of_any_replies(
    sample: Line, chapters: list[int], mode: WritingMode, replies: list[str]
) -> None:
    """For any chapters, mode and replies, fallbacks included: the same text, the same verdict."""
    line = sample.with_settings(Settings(mode=mode))
    with TemporaryDirectory() as folder:
        work = work_on(Store(Path(folder) / "workbench.db"), line, chapters, CHOICES["a script"])
        work = work.with_client(kind="scripted", replies=tuple(replies))
        assert written(work).edition == in_one_go(work)


def supported(quote: str) -> ChapterEvidence:
    """Return a chapter of one claim that rests on one quote."""
    support = (Support(evidence_id=quote, quote=quote, speaker="Ann"),)
    return ChapterEvidence(title=quote, claims=(ClaimEvidence(claim_id=quote, claim="It is", support=support),))


def test_a_chapter_without_a_proven_quote_is_never_sent(work: Work, notes: Path) -> None:
    """No call is made for it, no reply used up, and its draft says why."""
    thresholds = CoverageThresholds(min_usable_words=1, medium_quotes=1, medium_words_per_claim=1)
    evidence_map = EvidenceMap(chapters=tuple(map(supported, ("So it is", "So it will be", "so it was"))))
    transcript = read_transcript(b"Ann: So it is, and so it was.\n", "talk.txt")
    line = prepare_line(evidence_map, transcript, settings=Settings(thresholds=thresholds))
    run = written(work_on(work.store, line, None, work.recipe.client))
    assert "No quote of this chapter could be proven" in run.edition.chapters[1].text
    assert work.store.runs.replies(run.summary.run_id) == (REPLIES[0], None, REPLIES[1])
    assert calls(notes) == [0, 2]


def test_a_chapter_without_a_pasted_reply_holds_its_excerpts_and_says_why(tmp_path: Path, sample: Line) -> None:
    """The others are made of theirs; it still counts as written."""
    choice = ClientChoice(kind="pasted", replies=(REPLIES[0], " \n", REPLIES[2]))
    work = work_on(Store(tmp_path / "workbench.db"), sample, (0, 1, 2), choice)
    run = written(work)
    first, second, third = run.edition.chapters
    assert (first.fallback, third.fallback) == ("", "")
    assert second.fallback == "No reply was pasted for this chapter."
    assert second.fallback in second.text
    assert second.key_excerpts == sample.excerpts(1)
    assert work.store.runs.replies(run.summary.run_id) == (REPLIES[0], None, REPLIES[2])
    assert run.summary.verdict == "verified"


def test_two_tabs_that_start_at_once_have_one_run(work: Work, notes: Path) -> None:
    """The second is told; no chapter is asked for twice."""
    runs.start(work.store, work.session_id, work.line, work.recipe, number=1)
    with pytest.raises(Conflict):
        runs.start(work.store, work.session_id, work.line, work.recipe, number=1)
    work.wait()
    with pytest.raises(Conflict):
        runs.start(work.store, work.session_id, work.line, work.recipe, number=1)
    assert calls(notes) == [0, 1, 2]
    assert len(work.store.runs.list(work.session_id)) == 1


def test_again_is_a_new_run(work: Work) -> None:
    """Nothing is overwritten."""
    first, second = written(work), written(work)
    assert [one.number for one in work.store.runs.list(work.session_id)] == [1, 2]
    assert work.store.runs.get(first.summary.run_id) == first
    assert first.edition == second.edition


@pytest.mark.parametrize(
    ("chapters", "client", "error", "says"),
    [
        ((), "noted", BadInput, "chapters: none is chosen"),
        ((2, 0), "noted", BadInput, "not in the map's order"),
        ((4, 5), "noted", BadInput, "one is named twice"),
        ((0, 99), "noted", UnknownChapter, "chapter 100: the evidence map has 7 chapters"),
        ((0,), "oracle", BadInput, "client: there is no client oracle. There are: offline, scripted, pasted"),
    ],
)
def test_what_cannot_be_written_is_not_begun(
    work: Work, chapters: tuple[int, ...], client: str, error: type[BadInput], says: str
) -> None:
    """The message says what and where, and the session has no open run."""
    recipe = work.recipe.model_copy(update={"chapters": chapters, "client": ClientChoice(kind=client)})
    with pytest.raises(error, match=says):
        runs.start(work.store, work.session_id, work.line, recipe, number=1)
    assert work.store.runs.open_run(work.session_id) is None
