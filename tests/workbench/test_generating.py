"""What the page Generate is made of, without a page: who writes, how far an open run is, the words of the gate."""

import json
import re
from hashlib import sha256
from html import unescape

import pytest

from core.errors import BadInput
from core.line import Line
from core.settings import Settings
from tests.conftest import SAMPLE
from workbench.progress import Pulse, Step, pulse_of, said_of, steps_of, writer_of
from workbench.show.live import words_as_html
from workbench.store import ClientChoice, Material, OpenChapter, OpenRun, Recipe, RunState, Session, Source
from workbench.writers import RECORDED_NAME, Asked, Writer, choice_of, read_replies, sent_of, writers_for

HOSTILE = "<img src=x onerror=alert(1)> $x$ :smile: -- **b**"
SCRIPT = ClientChoice(kind="scripted", name="r.json", replies=("a", "b"))


@pytest.mark.parametrize(
    ("data", "replies", "every_call"),
    [
        (b'["one", "two"]', ("one", "two"), False),
        ("\ufeffA chapter.".encode(), ("A chapter.",), True),
        (b"[sic] is how it begins", ("[sic] is how it begins",), True),
        (b'{"a": 1}', ('{"a": 1}',), True),
    ],
)
def test_replies_are_a_list_or_one_text(data: bytes, replies: tuple[str, ...], every_call: bool) -> None:  # noqa: FBT001 - a column of a table
    """A list has one reply for each call; any other text answers every call, whatever it looks like."""
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


def session_of(transcript: str, evidence: str) -> Session:
    sources = (Source(name="a", sha256=one, size=1) if one else None for one in (transcript, evidence))
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
    assert Writer.RECORDED in writers_for(session_of(own, evidence))
    assert Writer.RECORDED not in writers_for(session_of(own, ""))
    assert Writer.RECORDED not in writers_for(session_of("", ""))
    assert Writer.RECORDED not in writers_for(session_of(own, "0" * 64))


def test_each_chapter_gets_the_reply_that_was_recorded_for_it(sample: Line) -> None:
    """Also where only some are written: chapter 4 of 7 is the fourth reply, chapters 5 and 6 are the fifth."""
    replies = json.loads((SAMPLE / "replies.json").read_text(encoding="utf-8"))
    choice = choice_of(Asked(writer=Writer.RECORDED), sample, (3, 4, 6))
    assert choice.replies == (replies[3], replies[4], replies[5])
    assert (choice.kind, choice.name) == ("scripted", RECORDED_NAME)


def test_pasted_answers_stand_at_their_chapters(sample: Line) -> None:
    """One for each chapter to write, empty where none was pasted; none at all is refused."""
    asked = Asked(writer=Writer.PASTED, answers={0: " first\n", 1: "not asked for", 2: "third"})
    assert choice_of(asked, sample, (0, 2, 3)) == ClientChoice(kind="pasted", replies=("first", "third", ""))
    with pytest.raises(BadInput, match="none yet"):
        choice_of(asked, sample, (3, 6))


def test_a_script_keeps_the_pace_that_was_chosen(sample: Line) -> None:
    """Without a file there is nothing to write from."""
    asked = Asked(writer=Writer.FILE, file=SCRIPT, pace=10)
    assert choice_of(asked, sample, (0,)) == SCRIPT.model_copy(update={"words_per_second": 10})
    with pytest.raises(BadInput, match="none yet"):
        choice_of(Asked(writer=Writer.FILE), sample, (0,))


def test_chapters_without_a_proven_quote_are_not_sent(sample: Line) -> None:
    """All of the sample's are; without any whitelist none is."""
    assert sent_of(sample, (0, 4, 6)) == (0, 4, 6)
    bare = sample.model_copy(update={"merged": sample.merged.model_copy(update={"whitelist": ()})})
    assert sent_of(bare, (0, 4, 6)) == ()


def open_run(state: RunState, *chapters: OpenChapter, held: bool = False, message: str = "") -> OpenRun:
    nothing = Material(transcript=None, evidence=None, casts=(), mends=(), settings=Settings())
    return OpenRun(
        run_id="r",
        session_id="s",
        number=3,
        started_at="",
        recipe=Recipe(material=nothing, client=SCRIPT, chapters=tuple(one.chapter_index for one in chapters)),
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
        (RunState.RUNNING, True, (Step.WRITING, Step.WAITING), "Run 3 is being written."),
        (RunState.RUNNING, False, (Step.BROKEN, Step.WAITING), "Run 3 was interrupted, because"),
        (RunState.STOPPED, False, (Step.BROKEN, Step.WAITING), "Run 3 was stopped; 0 of 2 chapters are done."),
        (RunState.FAILED, False, (Step.FAILED, Step.WAITING), "Run 3 could not go on; 0 of 2 chapters are done."),
    ],
)
def test_an_open_run_says_how_it_stands(state: RunState, held: bool, steps: tuple[Step, ...], said: str) -> None:  # noqa: FBT001 - a column of a table
    """The chapter that was begun, those that wait, and why nobody writes."""
    found = open_run(state, chapter(0, 1), chapter(1, 0), held=held)
    pulse = pulse_of(found, now=100.0)
    assert steps_of(found, pulse) == steps
    assert said_of(found, pulse).startswith(said)


def test_a_stop_between_two_chapters_leaves_none_half_written() -> None:
    """A chapter that was never begun waits, and is not called unfinished."""
    found = open_run(RunState.STOPPED, chapter(0, 0), chapter(1, 0))
    assert steps_of(found, pulse_of(found, now=100.0)) == (Step.WAITING, Step.WAITING)


def test_a_lease_that_ran_out_is_another_pulse() -> None:
    """So a page that waits notices that nobody writes any more, and so it does where a worker could not say it."""
    found = open_run(RunState.RUNNING, chapter(0, 1), held=True)
    seen = pulse_of(found, now=100.0)
    assert seen == Pulse(state=RunState.RUNNING, held=True, stop_requested=False, message="", done=())
    assert pulse_of(found, now=111.0) != seen
    trouble = pulse_of(found, now=100.0, trouble="the disk is full")
    assert (trouble.held, trouble.state, trouble.message) == (False, RunState.FAILED, "the disk is full")


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (ClientChoice(kind="offline"), "the offline composer"),
        (SCRIPT, "replies written beforehand (r.json)"),
        (ClientChoice(kind="pasted"), "your own model, by copy and paste"),
        (ClientChoice(kind="gemini", model="flash"), "gemini flash"),
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
