"""What the page Generate is made of, without a page: who writes, how far an open run is, the words of the gate."""

import json
import re
from hashlib import sha256
from html import unescape

import pytest

from core.errors import BadInput
from core.generation.finish_chapter import excerpts_only_chapter
from core.generation.line import Line
from core.generation.settings import Settings
from tests.conftest import SAMPLE
from workbench.jobs.runs import RunStatus
from workbench.jobs.runs.progress import (
    ChapterStatus,
    RunSnapshot,
    pulse_of,
    replaced_chapter_notice,
    status_in_words,
    steps_of,
    writer_of,
)
from workbench.labels import RECORDED_NAME
from workbench.providers.choice import choice_of, writers_for
from workbench.providers.fixed_replies import read_replies
from workbench.providers.provider import ProviderChoice
from workbench.providers.recorded import sent_of
from workbench.store import (
    ChapterProgress,
    ClientChoice,
    OpenChapter,
    OpenRun,
    OpenRunProgress,
    RunLease,
    RunPlan,
    RunState,
    Session,
    SessionMaterial,
    SourceFile,
)
from workbench.ui.generate.view_running import lost_by_discarding, words_as_html

HOSTILE = "<img src=x onerror=alert(1)> $x$ :smile: -- **b**"
SCRIPT = ClientChoice(kind="scripted", name="r.json", replies=("a", "b"))


@pytest.mark.parametrize(
    ("data", "replies", "every_call"),
    [
        (b'["one", "two"]', ("one", "two"), False),
        ("\ufeffA chapter.".encode(), ("A chapter.",), True),
        (b"[sic] is how it begins", ("[sic] is how it begins",), True),
    ],
)
def test_replies_are_a_list_or_one_text(data: bytes, replies: tuple[str, ...], every_call: bool) -> None:  # noqa: FBT001 - a column of a table
    """A list has one reply for each call; any other text answers every call."""
    assert read_replies(data, "r.json") == ClientChoice(
        kind="scripted", name="r.json", replies=replies, every_call=every_call
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"  \n", "this is empty"),
        (b"[]", "the list is empty"),
        (b'["one", 2]', "something that is not a text"),
        (b"\xff\xfe\xff", "not UTF-8 text"),
        (b'{"a": 1}', "a JSON object"),
        (b"x" * 200_001, "it has 200,001 characters; a reply may have 200,000"),
    ],
)
def test_replies_that_cannot_be_used_are_refused(data: bytes, said: str) -> None:
    """With the name they came by and what to do."""
    with pytest.raises(BadInput) as refused:
        read_replies(data, "r.json")
    (problem,) = refused.value.problems
    assert said in problem.message
    assert problem.place == "r.json"
    assert problem.remedy


def test_a_reply_that_is_too_long_is_named(sample: Line) -> None:
    """When it is given, and not by a run that has begun: which of the list it is, or which chapter it answers."""
    with pytest.raises(BadInput, match=r"r\.json, reply 2: it has 200,001 characters"):
        read_replies(json.dumps(["short", "x" * 200_001]).encode(), "r.json")
    asked = ProviderChoice(writer="pasted", answers={0: "short", 2: "x" * 200_001})
    with pytest.raises(BadInput, match="the answer for chapter 3: it has 200,001 characters"):
        choice_of(asked, sample, (0, 2, 3))


def session_of(transcript: str, evidence: str) -> Session:
    sources = (SourceFile(name="a", sha256=one, size=1) if one else None for one in (transcript, evidence))
    return Session(
        session_id="s",
        title="t",
        version=1,
        created_at="",
        changed_at="",
        transcript=next(sources),
        evidence=next(sources),
        settings=Settings(),
    )


def test_the_recorded_model_belongs_to_the_sample(sample: Line) -> None:
    """Its replies are about those chapters; elsewhere it would be noise."""
    own = sample.transcript.source.sha256
    evidence = sha256((SAMPLE / "evidence.json").read_bytes()).hexdigest()
    assert "recorded" in writers_for(session_of(own, evidence))
    assert "recorded" not in writers_for(session_of(own, ""))
    assert "recorded" not in writers_for(session_of("", ""))
    assert "recorded" not in writers_for(session_of(own, "0" * 64))


def test_each_chapter_gets_the_reply_that_was_recorded_for_it(sample: Line) -> None:
    """Also where only some are written: chapter 4 of 7 is the fourth reply, chapters 5 and 6 are the fifth."""
    replies = json.loads((SAMPLE / "replies.json").read_text(encoding="utf-8"))
    choice = choice_of(ProviderChoice(writer="recorded"), sample, (3, 4, 6))
    assert choice.replies == (replies[3], replies[4], replies[5])
    assert (choice.kind, choice.name) == ("scripted", RECORDED_NAME)


def test_pasted_answers_stand_at_their_chapters(sample: Line) -> None:
    """One for each chapter to write, empty where none was pasted; none at all is refused."""
    asked = ProviderChoice(writer="pasted", answers={0: " first\n", 1: "not asked for", 2: "third"})
    assert choice_of(asked, sample, (0, 2, 3)) == ClientChoice(kind="pasted", replies=("first", "third", ""))
    with pytest.raises(BadInput, match="none yet"):
        choice_of(asked, sample, (3, 6))


def test_a_script_keeps_the_pace_that_was_chosen(sample: Line) -> None:
    """Without a file there is nothing to write from."""
    asked = ProviderChoice(writer="scripted", file=SCRIPT, pace=10)
    assert choice_of(asked, sample, (0,)) == SCRIPT.model_copy(update={"words_per_second": 10})
    with pytest.raises(BadInput, match="none yet"):
        choice_of(ProviderChoice(writer="scripted"), sample, (0,))


def test_chapters_without_a_proven_quote_are_not_sent(sample: Line) -> None:
    """All of the sample's are; without any whitelist none is."""
    assert sent_of(sample, (0, 4, 6)) == (0, 4, 6)
    bare = sample.model_copy(update={"merged": sample.merged.model_copy(update={"whitelist": ()})})
    assert sent_of(bare, (0, 4, 6)) == ()


def open_run(state: RunState, *chapters: OpenChapter, held: bool = False, message: str = "") -> OpenRun:
    nothing = SessionMaterial(transcript=None, evidence=None, casts=(), settings=Settings())
    return OpenRun(
        run_id="r",
        session_id="s",
        number=3,
        started_at="",
        recipe=RunPlan(material=nothing, client=SCRIPT, chapters=tuple(one.chapter_index for one in chapters)),
        state=state,
        message=message,
        owner="somebody" if held else "",
        leased_until=110.0 if held else 0.0,
        stop_requested=False,
        chapters=chapters,
    )


def chapter(position: int, calls: int) -> OpenChapter:
    return OpenChapter(position=position, chapter_index=position, calls=calls, reply=None, draft=None)


@pytest.mark.parametrize(
    ("state", "held", "steps", "said"),
    [
        (RunState.RUNNING, True, (ChapterStatus.WRITING, ChapterStatus.WAITING), "Run 3 is being written."),
        (RunState.RUNNING, False, (ChapterStatus.BROKEN, ChapterStatus.WAITING), "Run 3 was interrupted, because"),
        (
            RunState.STOPPED,
            False,
            (ChapterStatus.BROKEN, ChapterStatus.WAITING),
            "Run 3 was stopped; 0 of 2 chapters are done.",
        ),
        (
            RunState.FAILED,
            False,
            (ChapterStatus.FAILED, ChapterStatus.WAITING),
            "Run 3 could not go on; 0 of 2 chapters are done.",
        ),
    ],
)
def test_an_open_run_says_how_it_stands(
    state: RunState,
    held: bool,  # noqa: FBT001 - a column of a table
    steps: tuple[ChapterStatus, ...],
    said: str,
) -> None:
    """The chapter that was begun, those that wait, and why nobody writes."""
    found = open_run(state, chapter(0, 1), chapter(1, 0), held=held)
    pulse = pulse_of(found, now=100.0)
    assert steps_of(found, pulse) == steps
    assert status_in_words(found, pulse).startswith(said)


def test_a_stop_between_two_chapters_leaves_none_half_written() -> None:
    """A chapter that was never begun waits, and is not called unfinished."""
    found = open_run(RunState.STOPPED, chapter(0, 0), chapter(1, 0))
    assert steps_of(found, pulse_of(found, now=100.0)) == (ChapterStatus.WAITING, ChapterStatus.WAITING)


def test_a_lease_that_ran_out_is_another_pulse() -> None:
    """So a page that waits notices that nobody writes any more, and so it does where a worker could not say it."""
    found = open_run(RunState.RUNNING, chapter(0, 1), held=True)
    seen = pulse_of(found, now=100.0)
    assert seen == RunSnapshot(
        owner="somebody", state=RunState.RUNNING, held=True, stop_requested=False, message="", done=()
    )
    assert pulse_of(found, now=111.0) != seen
    trouble = pulse_of(found, now=100.0, live=live_of("somebody", "the disk is full"))
    assert (trouble.held, trouble.state, trouble.message) == (False, RunState.FAILED, "the disk is full")


def test_a_worker_that_lives_was_not_interrupted() -> None:
    """Its lease may run out while the file cannot be written; it is still its own, and of no other worker."""
    found = open_run(RunState.RUNNING, chapter(0, 1), held=True)
    assert pulse_of(found, now=111.0, live=live_of("somebody", "")).held
    assert not pulse_of(found, now=111.0, live=live_of("somebody else", "")).held


@pytest.mark.parametrize(
    ("done", "answered", "said"),
    [
        (0, 0, "Nothing of this run is finished, so nothing that was written is lost."),
        (0, 1, "No chapter is finished; 1 reply of this run will be gone for good."),
        (1, 0, "1 finished chapter of this run will be gone for good."),
        (2, 2, "2 finished chapters and every reply of this run will be gone for good."),
    ],
)
def test_what_is_lost_by_discarding_is_what_there_is(done: int, answered: int, said: str) -> None:
    """No more is said than is true."""
    whole = open_run(RunState.STOPPED, chapter(0, 1), chapter(1, 1))
    chapters = tuple(
        ChapterProgress(
            position=one, chapter_index=one, calls=1, answered=one < answered, done=one < done, fell_back=False
        )
        for one in range(2)
    )
    held = {name: getattr(whole, name) for name in RunLease.model_fields}
    assert lost_by_discarding(OpenRunProgress(**held, chapters=chapters)) == said


def test_the_trouble_of_a_worker_that_lost_the_run_is_nobodys() -> None:
    """Another program writes it by now; what became of it there is said, and not what happened here."""
    trouble = live_of("a worker of this process", "the disk is full")
    for found in (
        open_run(RunState.RUNNING, chapter(0, 1), held=True),
        open_run(RunState.STOPPED, chapter(0, 1), message="It was stopped by hand."),
    ):
        assert pulse_of(found, now=100.0, live=trouble) == pulse_of(found, now=100.0)


def live_of(owner: str, trouble: str) -> RunStatus:
    return RunStatus(
        run_id="r",
        owner=owner,
        position=0,
        text="",
        received=0,
        held=0,
        proven=0,
        decisions=(),
        seconds=0,
        trouble=trouble,
    )


def test_words_that_a_person_saw_come_are_not_replaced_without_a_word(sample: Line) -> None:
    """Where a chapter fell back while somebody watched it: which one, by what, and why."""
    written = [excerpts_only_chapter(sample, index, f"It did not pass, {index}.") for index in (0, 2, 5)]
    kept = written[1].model_copy(update={"fallback": ""})
    said = "The words you saw of chapter 3 were replaced by its key excerpts. It did not pass, 2."
    assert replaced_chapter_notice(written, frozenset({0, 2})) == said
    assert replaced_chapter_notice([written[0], kept], frozenset({2})) == ""
    assert replaced_chapter_notice(written, frozenset()) == ""
    assert replaced_chapter_notice(written, frozenset({3})) == ""
    bare = written[2].model_copy(update={"key_excerpts": []})
    assert "of chapter 6 were replaced by a note. It did" in replaced_chapter_notice([bare], frozenset({5}))


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (ClientChoice(kind="offline"), "the offline composer"),
        (SCRIPT, "replies written beforehand (r.json)"),
        (SCRIPT.model_copy(update={"name": RECORDED_NAME}), RECORDED_NAME),
        (ClientChoice(kind="pasted"), "your own model (copy and paste)"),
        (ClientChoice(kind="gemini", model="flash"), "Gemini (flash)"),
        (
            ClientChoice(kind="openai", model="llama", base_url="http://127.0.0.1:1/v1"),
            "an OpenAI-compatible server (llama)",
        ),
        (ClientChoice(kind="tomorrow"), "tomorrow"),
    ],
)
def test_every_client_has_a_name_for_people(choice: ClientChoice, said: str) -> None:
    """Those that are not there yet too."""
    assert writer_of(choice) == said


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


def test_the_gates_words_are_shown_as_they_are() -> None:
    """Escaped, with its quotations marked and Markdown's escapes resolved; a block quote as one."""
    html = words_as_html(
        f"He said “5 \\< 6, \\*really\\*” and {HOSTILE.replace('**', '')}\n\n> A slice.\n> — Ada\n\n- one\n"
    )
    assert "<mark>“5 &lt; 6, *really*”</mark>" in html
    assert "<img" not in html
    assert text_of(html).startswith("He said “5 < 6, *really*” and ")
    assert "<blockquote><p>A slice." in html
    assert "<ul><li><p>one</p></li></ul>" in html


def test_of_very_long_words_the_end_is_shown() -> None:
    """A page that polls must not draw a book twice a second."""
    html = words_as_html("\n\n".join(f"Paragraph {number} is here." for number in range(3_000)))
    assert len(html) < 60_000
    assert "Paragraph 2999 is here." in html
    assert "Paragraph 0 is here." not in html


def test_one_paragraph_without_end_is_cut_at_a_space() -> None:
    """Also where the only blank line is so late that next to nothing would be left; and where there is no space."""
    words = " ".join(f"word{number}" for number in range(6_000))
    for let_through, last in ((words, "word5999"), (f"{words}\n\nThe end.", "The end.")):
        shown = text_of(words_as_html(let_through))
        assert len(shown) > 15_000
        first = shown.removeprefix("… ").split()[0]
        assert re.fullmatch(r"word[0-9]{4}", first)
        assert shown.startswith("… ")
        assert shown.endswith(last)
        assert words.split()[int(first.removeprefix("word"))] == first
    assert text_of(words_as_html("x" * 30_000)) == "… " + "x" * 20_000
