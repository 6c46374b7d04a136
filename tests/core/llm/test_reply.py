from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.llm.reply import NoChapterReason, unwrap_reply
from tests.golden import cases

CHAPTER = "## Brass\n\nBoyle bought the clock by weight."
WRAPPINGS = st.lists(
    st.sampled_from(
        [
            *("```", "````", "~~~", "```markdown", "{", "}", "[", "]", '"', "\\n", "\n", "\n\n", "\r\n", " ", ":", "#"),
            *('{"chapter": "', '"}', "## Brass", "Here is the chapter:", "I'm sorry", "\ufeff", "\u200b", "\ud800"),
            *("<think>", "</think>", "<thinking>", "</thinking>", "<thi"),
        ]
    ),
    max_size=14,
).map("".join)


@pytest.mark.parametrize("case", cases("wrapped_replies"))
def test_a_chapter_is_taken_out_of_its_wrapping_or_refused(case: Any) -> None:
    """Fences and JSON go, what is no chapter has its reason, and everything else is text."""
    found = unwrap_reply(case["reply"])
    assert (found.text, found.reason) == (case["chapter"], case["reason"])


@example("\ufeff\n\ufeff```")
@example("~~~\n## Brass\n~~~")
@given(st.one_of(WRAPPINGS, st.text(max_size=60)))
def test_unwrapping_a_chapter_again_changes_nothing(reply: str) -> None:
    """No input raises, and what is left has no wrapping."""
    unwrapped = unwrap_reply(reply)
    if unwrapped.text is None:
        assert isinstance(unwrapped.reason, NoChapterReason)
        assert unwrapped.reason.message
    else:
        assert unwrapped.text == unwrapped.text.strip() != ""
        again = unwrap_reply(unwrapped.text)
        assert (again.text, again.reason) == (unwrapped.text, unwrapped.reason)


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param(f"~~~\n```\n{CHAPTER}\n```\n~~~", id="a fence in a fence"),
        pytest.param(f"```\r\n{CHAPTER}\r\n```\r\n", id="line ends of Windows"),
        pytest.param(
            '```\n{"text": "```markdown\\n## Brass\\n\\nBoyle bought the clock by weight.\\n```"}\n```', id="JSON"
        ),
        pytest.param(f'{{"chapter": "{CHAPTER}"}}', id="JSON with line ends inside its string"),
        pytest.param(f"\ufeff{CHAPTER}", id="a byte order mark"),
    ],
)
def test_wrapping_comes_off_layer_by_layer(reply: str) -> None:
    """However often a chapter is wrapped, all of it comes off."""
    assert unwrap_reply(reply).text == CHAPTER


@pytest.mark.parametrize(
    "reply",
    [
        pytest.param("Boyle paid by weight.\n\n```\n2.04 2.21 2.38\n```", id="a line and a fence with figures"),
        pytest.param("```\n2.04 2.21 2.38\n```\n\nBoyle paid by weight.", id="figures and a line"),
        pytest.param("- Boyle paid:\n\n```markdown\n## Brass\n```", id="a list before a fence"),
        pytest.param('"Dirt is evidence."', id="one line in marks"),
        pytest.param('{"chapter": "brass"} is what the box says.', id="JSON and a sentence"),
        pytest.param("Unfortunately, he could not sell the clock.", id="a sentence about misfortune"),
        pytest.param("I cannot tell you how odd it looked.", id="a story in the first person"),
        pytest.param("I'm sorry. " + "Boyle bought the clock by weight. " * 20, id="a long text that begins so"),
    ],
)
def test_what_may_be_a_chapter_is_left_as_it_stands(reply: str) -> None:
    """Doubt is decided for the text: nothing of it is thrown away."""
    assert unwrap_reply(reply).text == reply.strip()


def test_json_that_was_cut_off_is_refused() -> None:
    """Half a string is not passed on as a chapter."""
    assert unwrap_reply('{"chapter": "## Brass\\n\\nBoyle bought').reason is NoChapterReason.JSON


def test_characters_that_are_not_seen_are_an_empty_reply() -> None:
    """To a reader nothing came."""
    assert unwrap_reply("\ufeff \u200b\n\u00ad").reason is NoChapterReason.EMPTY
