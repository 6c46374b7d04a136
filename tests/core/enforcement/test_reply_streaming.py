"""A reply as a client sends it, watched while it comes: what is shown is the chapter, whatever is around it."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.enforcement.streaming import ReplyGate
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.generation.retries import gate_of
from core.generation.settings import Settings
from core.llm.client import WritingMode
from core.llm.reply import unwrap_reply
from core.llm.unwrap_stream import Unwrapper
from tests.conftest import SAMPLE
from tests.golden import CASES, cases
from tests.properties import few

REPLIES: list[str] = json.loads((SAMPLE / "replies.json").read_text(encoding="utf-8"))
DRAFTS = [path.read_text(encoding="utf-8") for path in sorted((CASES / "drafts").glob("*.md"))]
WRITTEN = [0, 1, 2, 3, 4, 6]
CHAPTERS = [*zip(REPLIES, WRITTEN, strict=True), *((draft, 0) for draft in DRAFTS)]

# Around a chapter: something, and whether the chapter can be shown before the reply ends.
AROUND: dict[str, tuple[Callable[[str], str], bool]] = {
    "nothing": (lambda reply: reply, True),
    "white space": (lambda reply: f"\ufeff\n\n {reply}\n\n  \n", True),
    "a fence": (lambda reply: f"```markdown\n{reply}\n```", True),
    "a fence without a name": (lambda reply: f"~~~\n{reply}\n~~~\n\n", True),
    "a fence with line ends of Windows": (lambda reply: f"```md\r\n{reply}\r\n```\r\n", True),
    "two fences": (lambda reply: f"````\n```\n{reply}\n```\n````", True),
    "chat": (lambda reply: f"Sure! Here it is:\n\n```markdown\n{reply}\n```\n\nShall I go on?", True),
    "chat behind": (lambda reply: f"{reply}\n\nI hope this helps.", True),
    "a thought": (lambda reply: f"<think>\n{reply}\n```\n</think>\n\n{reply}", True),
    "a thought in a fence": (lambda reply: f"```markdown\n<thinking>{'Hm. ' * 2_000}</thinking>\n{reply}\n```", True),
    "JSON": (lambda reply: json.dumps({"chapter": reply}), False),
    "JSON in a fence": (lambda reply: f"```json\n{json.dumps({'text': reply})}\n```", False),
    "a fence in JSON": (lambda reply: json.dumps({"text": f"```\n{reply}\n```"}), False),
}


def watched(gate: ReplyGate, reply: str, size: int) -> list[str]:
    """Feed a reply in pieces of one size; return what was shown after each, and at the end."""
    shown: list[str] = []
    for start in range(0, len(reply), size):
        gate.feed(reply[start : start + size])
        shown.append(gate.text)
        assert gate.received == min(start + size, len(reply))
        assert 0 <= gate.held <= gate.received
    gate.finish()
    return [*shown, gate.text]


@pytest.mark.parametrize(("wrap", "early"), few(4, AROUND.values()), ids=AROUND)
def test_what_is_shown_is_the_narrative(sample: Line, wrap: Callable[[str], str], early: bool) -> None:  # noqa: FBT001
    """To the byte, in the end; before the end it is a beginning of it, and it is there before the end where the
    beginning of a reply tells what is around it."""
    for reply, chapter in CHAPTERS:
        whole = wrap(reply)
        draft = finish_chapter(sample, chapter, whole)
        assert draft.fallback == ""
        for size in (7, 10**6):
            gate = gate_of(sample, chapter)
            shown = watched(gate, whole, size)
            assert shown[-1] == draft.narrative
            assert all(draft.narrative.startswith(one) for one in shown)
            assert (gate.held, gate.decisions) == (0, draft.enforcement.decisions)
            if size == 7:
                assert any(shown[:-1]) == early


@pytest.mark.parametrize("case", cases("wrapped_replies"))
def test_nothing_is_shown_that_is_not_the_chapter(sample: Line, case: dict[str, str]) -> None:
    """Whatever a reply is wrapped in, or where it holds no chapter, for every way of cutting it."""
    draft = finish_chapter(sample, 0, case["reply"])
    for size in (1, 5, 10**6):
        gate = gate_of(sample, 0)
        shown = watched(gate, case["reply"], size)
        if draft.fallback:
            assert set(shown) == {""}
            assert (gate.decisions, gate.proven) == ((), 0)
        else:
            assert shown[-1] in (draft.narrative, "")


@pytest.mark.parametrize("mode", WritingMode)
def test_what_is_shown_goes_by_the_settings(sample: Line, mode: WritingMode) -> None:
    """References count only where they were asked for, block quotes and parts only where a person allows them."""
    for strict, parts in ((False, False), (True, True)):
        line = sample.with_settings(Settings(mode=mode, strict_narrative=strict, allow_fragments=parts))
        for reply, chapter in CHAPTERS[:6]:
            draft = finish_chapter(line, chapter, reply)
            assert draft.fallback == ""
            assert watched(gate_of(line, chapter), reply, 11)[-1] == draft.narrative


PIECES = st.lists(
    st.sampled_from(
        [
            *("```", "````", "~~~", "```markdown", "{", "}", "[", "[[", '"', "\n", "\n\n", "\r\n", " ", "    ", "- "),
            *("<think>", "</think>", "<thinking>", "</thinking>", "<thi"),
            *(
                '{"chapter": "',
                '"}',
                "## Brass",
                "Here it is:",
                "I'm sorry, ",
                "\ufeff",
                "\u200b",
                "\ud800",
                "word " * 90,
            ),
        ]
    ),
    max_size=16,
).map("".join)


@given(PIECES, st.integers(1, 12))
def test_what_is_handed_out_is_the_chapter_or_taken_back(reply: str, size: int) -> None:
    """For any reply: what was handed out and the rest make the chapter, or nothing was the chapter's."""
    unwrapper = Unwrapper()
    given_out = [unwrapper.feed(reply[start : start + size]) for start in range(0, len(reply), size)]
    rest = unwrapper.finish()
    chapter = unwrap_reply(reply).text
    if rest is not None:
        assert chapter is not None
        assert ("".join(given_out) + rest).rstrip() == chapter
    elif not any(given_out):
        assert chapter is None


@pytest.mark.parametrize(
    "opening",
    [
        pytest.param("I'm sorry, this ", id="an apology that becomes a chapter"),
        pytest.param("I'msorry,this", id="a word without end"),
        pytest.param("\n ", id="white space"),
        pytest.param("A line.\n\n`", id="what may become a fence"),
    ],
)
def test_no_opening_is_held_for_ever(opening: str) -> None:
    """A reply that goes on and on as it began passes in the end, where nothing is worth waiting for any more."""
    unwrapper = Unwrapper()
    text = opening * 3_000
    handed_out = "".join(map(unwrapper.feed, text))
    assert len(handed_out.rstrip()) >= len(text.rstrip()) - 4_200
    assert unwrapper.finish() in ("", None)


@pytest.mark.parametrize("size", [1, 6, 1_000])
@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        pytest.param("```python\nA line.\n```\n\nAnother line.\n\nAnd more.", "", id="a line of code and a chapter"),
        pytest.param("```\nA line.\n\nB.\n```\n\nAnother line.\n\nAnd more.", "A line.", id="a fence and a chapter"),
        pytest.param("```\n```\n\nAnother line.\n\nAnd more.", "", id="an empty fence"),
        pytest.param("```\nA line.\n```", "", id="a line in a fence"),
    ],
)
def test_what_stands_behind_a_fence_is_not_shown_as_its_chapter(
    sample: Line, reply: str, shown: str, size: int
) -> None:
    """Before the reply is complete nobody knows what it is; then what is shown is the chapter, or nothing."""
    gate = gate_of(sample, 0)
    seen = watched(gate, reply, size)
    assert set(seen[:-1]) <= {"", shown, f"{shown}\n\nB."}
    assert seen[-1] in ("", finish_chapter(sample, 0, reply).narrative)
    assert gate.held == (0 if seen[-1] else len(reply))
