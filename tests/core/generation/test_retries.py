"""How a chapter comes about where a model may be asked again: every next step follows from the answers alone."""

import json
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.editions.export.webpage import write_html
from core.enforcement.results import ChapterDraft, Edition
from core.generation.finish_chapter import PASSING, excerpts_only_chapter, finish_chapter, speaker_declarations
from core.generation.line import Line
from core.generation.pipeline import generate_edition, write_chapter
from core.generation.requests import request_of, simpler_request
from core.generation.retries import Written, gate_of, is_of_one_attempt, next_step
from core.generation.retries.messages import refusal_messages
from core.generation.settings import Settings
from core.llm.client import Answer, GenerationRequest, Outcome, Purpose, Reply, ScriptedClient, WritingMode
from core.llm.continuation import join_continuation
from core.llm.reply import is_refusal_text
from core.verify import verify_part
from core.verify.reading.read_file import read_file
from tests.conftest import SAMPLE
from tests.golden import cases, load
from tests.hostile_replies import ANYTHING, HOSTILE, reply_strategy
from tests.properties import examples

TEXTS: dict[str, str] = load("attempts")["texts"]
REPLIES: list[str] = json.loads((SAMPLE / "replies.json").read_text(encoding="utf-8"))
WRITTEN = [0, 1, 2, 3, 4, 6]
BROKEN_OFF = Outcome.TRUNCATED


def of_first_chapter(line: Line, text: str) -> str:
    """Return a text of the table with the ids of proven quotes."""
    for number, quote in enumerate(line.brief(0).quotes[:3]):
        text = text.replace(f"Q{number}", quote.quote_id)
    return text


def answer(line: Line, purpose: str, outcome: str, text: str, reason: str = "", trouble: str = "") -> Answer:
    """Return an answer of the table."""
    reply = Reply(
        text=of_first_chapter(line, TEXTS[text]), outcome=Outcome(outcome), finish_reason=reason, trouble=trouble
    )
    return Answer(purpose=Purpose(purpose), reply=reply)


def verified(line: Line, draft: ChapterDraft) -> bool:
    """Tell whether a stranger finds every quotation of a chapter again."""
    found = verify_part(draft.text, line.transcript, declared=speaker_declarations(line))
    return found.verdict in PASSING


def hash_of(prompt: str) -> str:
    """Return the hash that a draft has of the prompt it was written by."""
    return sha256(prompt.encode()).hexdigest()


def written(line: Line, answers: Sequence[Answer], *, chapter: int = 0) -> Written:
    """Return the chapter that these answers make, where a client may be asked again."""
    step = next_step(line, chapter, answers, again=True)
    assert isinstance(step, Written)
    return step


def asked(line: Line, answers: Sequence[Answer]) -> GenerationRequest:
    """Return the call that is asked for after these answers."""
    step = next_step(line, 0, answers, again=True)
    assert isinstance(step, GenerationRequest)
    return step


def check_written(line: Line, case: dict[str, Any], step: Written, prompts: dict[Purpose, str]) -> None:
    """Hold a finished chapter against its case."""
    draft = step.draft
    of = case["of"]
    assert step.reply == (None if of is None else of_first_chapter(line, TEXTS[of]))
    assert all(words in draft.attempt for words in case["says"])
    assert bool(draft.attempt) == bool(case["says"])
    assert all(words in draft.fallback for words in case["because"])
    assert bool(draft.fallback) == bool(case["because"]) == (case["stands"] == "none")
    assert verified(line, draft)
    edition = Edition(title="One", chapters=(draft,), quotes=(), speakers=(), verdict="")
    assert read_file(write_html(edition), "html").obstacle is None
    if case["stands"] != "none":
        assert draft.prompt_sha256 == hash_of(prompts[Purpose(case["stands"])])
        assert finish_chapter(line, 0, draft.text).text == draft.text
    else:
        assert draft.key_excerpts == line.excerpts(0)
        assert draft.prompt_sha256 == hash_of(prompts[max(prompts, key=list(Purpose).index)])


@pytest.mark.parametrize("case", cases("attempts"))
def test_what_follows_from_which_answers(sample: Line, case: dict[str, Any]) -> None:
    """The next call, or the chapter with what it is made of, what is said of it and why there is no more."""
    settings = Settings(
        mode=WritingMode(case.get("mode", "reference")), second_attempt=case.get("second_attempt", True)
    )
    line = sample.with_settings(settings)
    answers = [answer(line, *given_answer) for given_answer in case["answers"]]
    again = case.get("again", True)
    prompts: dict[Purpose, str] = {}
    for number, one in enumerate(answers):
        step = next_step(line, 0, answers[:number], again=again)
        assert isinstance(step, GenerationRequest)
        assert step.purpose is one.purpose
        if step.purpose is not Purpose.CONTINUATION:
            prompts[step.purpose] = step.prompt
    step = next_step(line, 0, answers, again=again)
    assert isinstance(step, GenerationRequest) == ("next" in case)
    if isinstance(step, GenerationRequest):
        assert step.purpose == case["next"]
    else:
        check_written(line, case, step, prompts)


@pytest.mark.parametrize(
    ("text", "refuses"),
    [
        ("They voted against the use of the wall.", False),
        ("The harbour was blocked for safety.", False),
        ("Visitors are restricted to the use of one pencil.", False),
        ("Casimir shrugs. I can’t help it, he says.", False),
        ("I can’t help it, he says.", False),
        ("I can’t help thinking of the sea.", False),
        ("The new wall was built against all safety advice. “It was a staircase,” Imke Sorrel says.", False),
        ("Unfortunately the harbour was closed, and nobody could help.", False),
        ("The message was blocked by the mud.", False),
        ("I understand, he says, and I cannot tell why.", False),
        ("Ich kann das nicht beweisen, sagt sie.", False),
        ("This request was blocked by our content policy.", True),
        ("The response was filtered due to the prompt triggering Azure OpenAI's content management policy.", True),
        ("Your prompt was flagged by our safety system.", True),
        ("This content may violate our usage policies.", True),
        ("Thank you for your request. Unfortunately, I can't help with that.", True),
        ("I understand that you want a chapter, but I can’t quote it.", True),
        ("I'm unable to write this chapter.", True),
        ("As an AI language model, I do not do that.", True),
        ("Es tut mir leid, dabei kann ich leider nicht helfen.", True),
        ("Dabei kann ich nicht helfen.", True),
        ("Désolé, je ne peux pas vous aider.", True),
        ("Lo siento, no puedo ayudar con eso.", True),
        ("## The Wall\n\nThis request was blocked by our content policy.", False),
        ("I can’t help with that. " * 40, False),
    ],
)
def test_a_refusal_is_known_by_its_first_words(text: str, refuses: bool) -> None:  # noqa: FBT001
    """By what a model or a service says of itself, never by what a chapter says of anybody."""
    assert is_refusal_text(text) is refuses


def test_the_table_shows_every_way_out() -> None:
    """Each purpose is asked for, each attempt stands somewhere, and none does somewhere."""
    table = load("attempts")["cases"]
    assert {case.get("next") for case in table} >= set(Purpose)
    assert {case.get("stands") for case in table} >= {"first", "second", "simpler", "none"}
    assert max(len(case["answers"]) for case in table) == 4


def test_one_who_is_not_asked_again_writes_as_ever(sample: Line) -> None:
    """To the byte: what a script, a person or the composer wrote is finished as it always was."""
    for reply, chapter in zip(REPLIES, WRITTEN, strict=True):
        request = request_of(sample, chapter)
        assert request is not None
        step = next_step(sample, chapter, [Answer(purpose=Purpose.FIRST, reply=Reply(text=reply))])
        expected = finish_chapter(sample, chapter, reply, prompt=request.prompt)
        assert step == Written(draft=expected, reply=reply)
        assert expected.attempt == ""


@pytest.mark.parametrize("again", [False, True])
def test_a_client_that_has_nothing_is_not_asked_again(sample: Line, again: bool) -> None:  # noqa: FBT001
    """A person who did not paste a chapter did not refuse it."""
    missing = Answer(purpose=Purpose.FIRST, reply=Reply(text="", missing="Nobody wrote it."))
    step = next_step(sample, 0, [missing], again=again)
    assert step == Written(draft=excerpts_only_chapter(sample, 0, "Nobody wrote it."), reply=None)


def test_a_chapter_without_a_narrative_says_why(sample: Line) -> None:
    """A title alone, excerpts alone, or nothing that could stand: never an empty chapter."""
    first = "## Brass\n\n> Nobody ever said this at all.\n> — Imke Sorrel\n"
    for text in (first, "## Brass", "### Key Excerpts\n\nNothing.", "### Core Claims\n\n- It is so."):
        answers = [Answer(purpose=Purpose.FIRST, reply=Reply(text=text))]
        assert asked(sample, answers).purpose is Purpose.SECOND
        answers.append(Answer(purpose=Purpose.SECOND, reply=Reply(text="## Brass")))
        draft = written(sample, answers).draft
        assert "has no narrative" in draft.fallback
        assert "has no narrative" in draft.narrative
        assert (draft.attempt, draft.key_excerpts) == ("No attempt stands.", sample.excerpts(0))
    fell = written(sample, [Answer(purpose=Purpose.FIRST, reply=Reply(text=first)), answers[1]]).draft
    assert [one.original for one in fell.enforcement.decisions] == ["Nobody ever said this at all."]


def test_half_a_character_in_a_reply_breaks_no_retry(sample: Line) -> None:
    """The second prompt repeats a refused quotation that holds one, and its chapter is finished all the same."""
    first = Answer(purpose=Purpose.FIRST, reply=Reply(text="## Brass\n\n“Nobody \ud800 ever said this.” It was so."))
    assert "\ufffd" in asked(sample, [first]).prompt
    assert written(sample, [first, answer(sample, "second", "complete", "two fell")]).draft.fallback == ""


@pytest.mark.parametrize("text", ["half \ud800", '{"chapter": "half \\ud800"}', "caf\ufffd"])
def test_what_could_not_be_read_of_a_reply_is_said(sample: Line, text: str) -> None:
    """Beside the chapter, whether it was asked again or not; the chapter is still of one attempt."""
    answers = [Answer(purpose=Purpose.FIRST, reply=Reply(text=text))]
    for again in (False, True):
        done = next_step(sample, 0, answers, again=again)
        assert isinstance(done, Written)
        assert "1 character that could not be read (\ufffd)" in done.draft.attempt
        assert is_of_one_attempt(done.draft)
        done.model_dump_json().encode()
    sound = Answer(purpose=Purpose.FIRST, reply=Reply(text="## Brass\n\nIt was so."))
    assert written(sample, [sound]).draft.attempt == ""


def test_any_chapter_is_better_than_none(sample: Line) -> None:
    """Where the first fell back to its excerpts the second stands, with whatever fell in it."""
    answers = [
        Answer(purpose=Purpose.FIRST, reply=Reply(text="## Brass")),
        answer(sample, "second", "complete", "two fell"),
    ]
    draft = written(sample, answers).draft
    assert draft.attempt.startswith("The second attempt stands")
    assert (draft.fallback, len(draft.enforcement.replaced)) == ("", 2)


def test_what_a_service_says_is_no_quotation(sample: Line) -> None:
    """Names and words of a service stand in a chapter without marks, on one line, and cut."""
    said = 'Blocked: “a fool”, said Imke Sorrel.\n\n> "nobody ever said this at all"\n## No' + " more" * 400
    for name in ("PROHIBITED_CONTENT", "“so” says Imke Sorrel", "<script>", "x" * 500, "\n\n# A"):
        refused = Reply(text="", outcome=Outcome.REFUSED, finish_reason=name, trouble=said)
        draft = written(
            sample, [Answer(purpose=purpose, reply=refused) for purpose in (Purpose.FIRST, Purpose.SIMPLER)]
        ).draft
        assert verified(sample, draft)
        assert draft.key_excerpts
        assert len(draft.fallback) < 1_700
        assert (name in draft.fallback) == (name == "PROHIBITED_CONTENT")
        assert not {"“", '"', "\n"} & set(draft.fallback)


def test_what_a_service_says_is_no_reference(sample: Line) -> None:
    """Brackets that would be one are gone from the note."""
    refused = Reply(text="", outcome=Outcome.REFUSED, trouble="No [[x]] in [[[y]] of [z].")
    answers = [Answer(purpose=purpose, reply=refused) for purpose in (Purpose.FIRST, Purpose.SIMPLER)]
    assert "No x in y of [z]." in written(sample, answers).draft.fallback


@pytest.mark.parametrize("said", ["- Wanda Prell: No such thing here.", "It fell. Wanda Prell: We never met at all."])
def test_a_reason_that_reads_as_speech_stands_in_the_record_alone(sample: Line, said: str) -> None:
    """A service may send any words for a reason; a chapter that fell back verifies all the same."""
    draft = excerpts_only_chapter(sample, 0, said)
    assert verified(sample, draft)
    assert draft.fallback == said
    assert said not in draft.text
    assert draft.key_excerpts


def test_the_second_prompt_says_first_why_nothing_stood(sample: Line) -> None:
    """Of a chapter that fell back: the reason, and not what was proven in it."""
    said = "Nothing could stand."
    text = of_first_chapter(sample, TEXTS["one fell"])
    draft = finish_chapter(sample, 0, text)
    assert [words for words, _ in refusal_messages(draft)] == ["nobody ever said this at all"]
    fell = refusal_messages(excerpts_only_chapter(sample, 0, said, decisions=draft.enforcement.decisions))
    assert fell == [
        ("The chapter as a whole", said),
        ("nobody ever said this at all", "not in the transcript (in the narrative)"),
    ]


@pytest.mark.parametrize("purpose", [Purpose.FIRST, Purpose.SECOND, Purpose.SIMPLER])
def test_a_continuation_is_asked_with_the_prompt_of_its_attempt(sample: Line, purpose: Purpose) -> None:
    """And with all that came; of JSON the rest is asked for as text."""
    before = {
        Purpose.FIRST: [],
        Purpose.SECOND: [answer(sample, "first", "complete", "one fell")],
        Purpose.SIMPLER: [answer(sample, "first", "refused", "nothing")],
    }[purpose]
    begun = asked(sample, before)
    assert begun.purpose is purpose
    came = of_first_chapter(sample, TEXTS["simple begun" if purpose is Purpose.SIMPLER else "begun"])
    rest = asked(sample, [*before, Answer(purpose=purpose, reply=Reply(text=came, outcome=BROKEN_OFF))])
    assert rest.prompt.startswith(begun.prompt)
    assert rest.prompt.rstrip().endswith(f"\n{came}\n========")
    assert (rest.purpose, rest.answer_as) == (Purpose.CONTINUATION, None)
    assert (rest.system, rest.sampling, rest.brief) == (begun.system, begun.sampling, begun.brief)


def test_the_second_prompt_says_what_fell_and_why(sample: Line) -> None:
    """Each quotation in the model's own words with the reason in plain ones, and the whole first version."""
    version = (
        "## Brass\n\nIt was weighed. [[deadbeefdeadbeef]] One said “nobody ever said this at all” of it. [[Q0]]\n\n"
        "### Key Excerpts\n\n[[Q1]]\n\n> these words are quite another matter\n"
    )
    version = of_first_chapter(sample, version)
    request = asked(sample, [Answer(purpose=Purpose.FIRST, reply=Reply(text=version))])
    first = request_of(sample, 0)
    assert first is not None
    assert request.prompt.startswith(first.prompt)
    assert request.prompt.rstrip().endswith(version.rstrip())
    listed = request.prompt.removeprefix(first.prompt).split("Your first version")[0]
    assert "1. deadbeefdeadbeef: " in listed.replace("[[", "").replace("]]", "")
    assert "2. nobody ever said this at all: not in the transcript (in the narrative)" in listed
    assert "3. these words are quite another matter: not in the transcript (in excerpts of its own)" in listed
    assert "4." not in listed


def loop(line: Line, replies: Sequence[Reply], *, chapter: int = 0) -> tuple[list[Answer], Written]:
    """Answer with one reply after the other until the chapter is written."""
    answers: list[Answer] = []
    while True:
        step = next_step(line, chapter, answers, again=True)
        assert step == next_step(line, chapter, tuple(answers), again=True)
        if isinstance(step, Written):
            return answers, step
        assert len(answers) < 4
        answers.append(Answer(purpose=step.purpose, reply=replies[len(answers)]))


class TestWhateverAModelAnswers:
    """Four scripted answers of any outcome: good and bad chapters, apologies, JSON, hostile text, or nothing."""

    @pytest.mark.property
    def test_the_loop_ends_with_a_chapter_or_a_reason(self, sample: Line) -> None:
        """After four calls at most; what stands verifies, finishing it again changes nothing, and where nothing stands
        the chapter says why."""
        lines = [sample.with_settings(Settings(mode=mode)) for mode in WritingMode]
        known = st.sampled_from([of_first_chapter(sample, text) for text in TEXTS.values()])
        hostile = st.one_of(reply_strategy(sample), reply_strategy(sample), ANYTHING)
        ids = st.sampled_from([*(one.quote_id for one in sample.brief(0).quotes), "x", "]] “a” [[", "", 7, None])
        simple = st.fixed_dictionaries(
            {
                "title": st.one_of(hostile, st.none()),
                "paragraphs": st.lists(
                    st.one_of(
                        st.fixed_dictionaries({"text": hostile, "quote_ids": st.lists(ids, max_size=4)}),
                        hostile,
                        st.none(),
                    ),
                    max_size=3,
                ),
            }
        ).map(json.dumps)
        replies = st.builds(
            Reply,
            text=st.one_of(known, known, hostile, simple),
            outcome=st.sampled_from([Outcome.COMPLETE, Outcome.COMPLETE, Outcome.TRUNCATED, Outcome.REFUSED]),
            finish_reason=st.sampled_from(["", "STOP", "MAX_TOKENS", "RECITATION", *HOSTILE]),
            trouble=st.one_of(st.just(""), hostile),
        )

        @examples(220)
        @given(st.sampled_from(lines), st.lists(replies, min_size=4, max_size=4))
        def holds(line: Line, scripted: list[Reply]) -> None:
            answers, step = loop(line, scripted)
            draft = step.draft
            assert verified(line, draft)
            assert draft.fallback or draft.narrative.strip()
            assert finish_chapter(line, 0, draft.text).text == draft.text or draft.fallback
            if len(answers) == 1 and draft.fallback == "":
                assert draft.attempt == ""
            if all(one.reply.outcome is not Outcome.COMPLETE for one in answers):
                assert draft.fallback

        holds()


def test_a_client_is_asked_until_the_chapter_is_written(sample: Line) -> None:
    """By the line itself as by whoever goes over the steps; without being told so it asks once."""
    texts = [of_first_chapter(sample, TEXTS[name]) for name in ("one fell", "proven")]
    client = ScriptedClient(texts)
    draft = write_chapter(sample, client, 0, again=True)
    assert draft.attempt.startswith("The second attempt stands")
    assert draft == loop(sample, [Reply(text=text) for text in texts])[1].draft
    assert write_chapter(sample, ScriptedClient(texts[:1]), 0).attempt == ""
    edition = generate_edition(sample, ScriptedClient(texts), chapters=[0], again=True)
    assert edition.chapters == (draft,)
    assert edition.verdict == "verified"


SHORT = "## Brass\n\nSo [[Q0]]. Then “nobody said this” fell.\n\n- It is “[[Q1]]”\n\n### Core Claims\n\n- A: [[Q2]]\n"


def streamed(line: Line, chapter: int, answers: Sequence[Answer], rest: str, size: int = 7) -> str:
    """Return what the gate of the next call shows at the end of its reply."""
    gate = gate_of(line, chapter, answers)
    begun = gate.text
    for start in range(0, len(rest), size):
        gate.feed(rest[start : start + size])
        assert gate.text.startswith(begun)
        assert 0 <= gate.held <= gate.received
    gate.finish()
    return gate.text


@pytest.mark.parametrize(
    ("wrapped", "repeated", "step", "around"),
    [
        pytest.param(False, 0, 1, "{}", id="plain", marks=pytest.mark.thorough),
        pytest.param(False, 20, 2, "{}", id="repeated", marks=pytest.mark.thorough),
        pytest.param(True, 13, 5, "{}", id="wrapped"),
        pytest.param(False, 20, 7, "```markdown\n{}\n```\nThere it is.", id="the continuation is wrapped"),
        pytest.param(True, 20, 11, "Here is the rest:\n\n```markdown\n{}\n```", id="both are wrapped"),
    ],
)
def test_a_continuation_is_shown_behind_what_came_before(
    sample: Line, *, wrapped: bool, repeated: int, step: int, around: str
) -> None:
    """For every cut of a reply: the text before is there at once, and the end is the narrative of the whole."""
    whole = of_first_chapter(sample, SHORT)
    whole = f"```markdown\n{whole}```\n" if wrapped else whole
    for cut in range(1, len(whole), step):
        begun, rest = whole[:cut], around.replace("{}", whole[max(0, cut - repeated) :])
        before = gate_of(sample, 0)
        before.feed(begun.rstrip())
        answers = [Answer(purpose=Purpose.FIRST, reply=Reply(text=begun, outcome=BROKEN_OFF))]
        assert gate_of(sample, 0, answers).text == (before.text if begun.strip() else "")
        expected = finish_chapter(sample, 0, join_continuation(begun, rest)).narrative
        assert streamed(sample, 0, answers, rest) == expected


@pytest.mark.parametrize(("reply", "chapter"), [*zip(REPLIES, WRITTEN, strict=True)], ids=WRITTEN)
def test_long_replies_are_continued_as_if_they_were_one(sample: Line, reply: str, chapter: int) -> None:
    """Cut at some places; the end shown is the narrative of the whole, and the draft is the whole's."""
    expected = finish_chapter(sample, chapter, reply)
    once = sample.with_settings(Settings(second_attempt=False))
    for cut in range(len(reply) // 7, len(reply), len(reply) // 3):
        begun = Answer(purpose=Purpose.FIRST, reply=Reply(text=reply[:cut], outcome=BROKEN_OFF))
        rest = Answer(purpose=Purpose.CONTINUATION, reply=Reply(text=reply[max(0, cut - 30) :]))
        assert streamed(sample, chapter, [begun], rest.reply.text, 40) == expected.narrative
        assert written(once, [begun, rest], chapter=chapter).draft.text == expected.text


@pytest.mark.parametrize("size", [3, 10_000])
@pytest.mark.parametrize("mode", WritingMode)
def test_a_simpler_chapter_is_shown_when_it_is_there(sample: Line, mode: WritingMode, size: int) -> None:
    """Its JSON says nothing before its end; its references count, whatever the run's way of writing."""
    line = sample.with_settings(Settings(mode=mode))
    refused = answer(line, "first", "refused", "nothing")
    whole, begun, rest = (of_first_chapter(line, TEXTS[name]) for name in ("simple", "simple begun", "simple rest"))
    draft = written(line, [refused, Answer(purpose=Purpose.SIMPLER, reply=Reply(text=whole))]).draft
    assert len(draft.enforcement.replaced) == 2
    assert streamed(line, 0, [refused], whole, size) == draft.narrative
    broken = Answer(purpose=Purpose.SIMPLER, reply=Reply(text=begun, outcome=BROKEN_OFF))
    continued = written(line, [refused, broken, Answer(purpose=Purpose.CONTINUATION, reply=Reply(text=rest))]).draft
    assert len(continued.enforcement.replaced) == 1
    assert streamed(line, 0, [refused, broken], rest, size) == continued.narrative


@pytest.mark.parametrize("name", [name for name in TEXTS if name.startswith("simple") and "Markdown" not in name])
def test_a_simpler_reply_is_shown_as_far_as_it_is_a_chapter(sample: Line, name: str) -> None:
    """What of it is none is never shown."""
    refused = answer(sample, "first", "refused", "nothing")
    reply = of_first_chapter(sample, TEXTS[name])
    draft = written(sample, [refused, Answer(purpose=Purpose.SIMPLER, reply=Reply(text=reply))]).draft
    assert streamed(sample, 0, [refused], reply) == ("" if draft.fallback else draft.narrative)
    assert "quote_ids" not in draft.text


def test_a_gate_without_answers_is_that_of_the_first_reply(sample: Line) -> None:
    """And a second attempt begins with nothing."""
    for answers in ([], [answer(sample, "first", "complete", "one fell")]):
        text = of_first_chapter(sample, TEXTS["proven"])
        assert gate_of(sample, 0, answers).text == ""
        assert streamed(sample, 0, answers, text) == finish_chapter(sample, 0, text).narrative


def test_the_simpler_request_asks_for_its_record(sample: Line) -> None:
    """And for it once: whatever came of it, nothing is asked for after it but its rest."""
    request = asked(sample, [answer(sample, "first", "refused", "nothing")])
    first = request_of(sample, 0)
    assert first is not None
    assert request == simpler_request(first, sample.transcript)
