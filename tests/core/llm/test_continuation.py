"""A continuation put behind what it continues: what it repeats stands once, whichever way it is cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.llm.continuation import ContinuationJoiner, continuation_context, join_continuation
from tests.hostile_replies import ANYTHING
from tests.properties import examples

SEA = "It was weighed before it was melted, and the sea"


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        pytest.param(SEA, " went on.", f"{SEA} went on.", id="nothing is repeated"),
        pytest.param(SEA, "melted, and the sea went on.", f"{SEA} went on.", id="the last words are repeated"),
        pytest.param(SEA, f"{SEA} went on.", f"{SEA} went on.", id="all of it is repeated"),
        pytest.param(SEA, SEA, SEA, id="it is repeated and nothing is added"),
        pytest.param(SEA, "", SEA, id="nothing comes"),
        pytest.param("", SEA, SEA, id="nothing came before"),
        pytest.param(SEA, "and the sea went on.", f"{SEA}and the sea went on.", id="too little is repeated"),
        pytest.param(SEA, "d and the sea went on", f"{SEA}d and the sea went on", id="what is repeated is changed"),
        pytest.param(f"{SEA}side", "and the seaside went on.", f"{SEA}side went on.", id="it ended inside a word"),
        pytest.param(f"{SEA}s", f"{SEA} went on.", f"{SEA}s{SEA} went on.", id="another end than the one repeated"),
        pytest.param(f"{SEA} ", "melted, and the sea went on.", f"{SEA} went on.", id="a space at the end"),
        pytest.param(f"{SEA}.\n\n", f"{SEA}.\nOn.", f"{SEA}.\nOn.", id="another line end behind the repetition"),
        pytest.param(SEA, "\n\n melted, and the sea went on.", f"{SEA} went on.", id="white space before it"),
        pytest.param(f"{SEA} ", "\n went on.", f"{SEA} \n went on.", id="white space where nothing is repeated"),
        pytest.param("ha " * 8, "ha " * 9 + "!", "ha " * 9 + "!", id="of several repetitions the longest"),
        pytest.param("  \n", "x", "  \nx", id="white space alone"),
        pytest.param("abcdefghijkl", "abcdefghijkl!", "abcdefghijkl!", id="as little as counts"),
        pytest.param("xabcdefghijk", "abcdefghijk!", "xabcdefghijkabcdefghijk!", id="one character less"),
        pytest.param("Done.", "Done.", "Done.", id="all there is, and short"),
        pytest.param(f"{SEA}.\n\nThen he", f"{SEA}.\nThen he says.", f"{SEA}.\n\nThen he says.", id="over lines"),
        pytest.param(f"{SEA}.\n\nThen he", "Then he says.", f"{SEA}.\n\nThen he says.", id="a short last line"),
        pytest.param(f"{SEA}.\n\nDone.", "Done.", f"{SEA}.\n\nDone.", id="a short last line and nothing else"),
        pytest.param(f"{SEA}.\n\n- The", "- The clock", f"{SEA}.\n\n- The clock", id="a list item that began"),
        pytest.param(f"{SEA}. [[3322", "[[332209]] so", f"{SEA}. [[332209]] so", id="a reference that was cut off"),
        pytest.param(f"{SEA}. [[33]]", "[[33]] so", f"{SEA}. [[33]][[33]] so", id="a reference that was not"),
        pytest.param(f"{SEA}.\n\nThen he", " they", f"{SEA}.\n\nThen he they", id="other words than the last line"),
        pytest.param(SEA, "before it was melted, and\nthe sea rose", f"{SEA} rose", id="another white space within"),
    ],
)
def test_what_is_repeated_stands_once(first: str, second: str, whole: str) -> None:
    """Twelve characters or more, or the last line; white space does not hide a repetition."""
    assert join_continuation(first, second) == whole


CUT = f"{SEA}. And the clo"
REST = "the sea. And the clock stopped: so.\n"
WHOLE = f"{SEA}. And the clock stopped: so.\n"
FENCED = f"```markdown\n{CUT}"


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        pytest.param(CUT, f"```markdown\n{REST}```\n", WHOLE, id="a fence"),
        pytest.param(CUT, f"```\n{REST}```", WHOLE, id="a fence of no language"),
        pytest.param(CUT, f"~~~md\n{REST}~~~", WHOLE, id="a fence of tildes"),
        pytest.param(CUT, f"```\n{REST}", WHOLE, id="a fence that is not closed"),
        pytest.param(CUT, "```markdown\nck stopped: so.\n```\n", WHOLE, id="a fence and no repetition"),
        pytest.param(CUT, f"```markdown\n{REST}```\nTell me if you want more!", WHOLE, id="chat behind the fence"),
        pytest.param(CUT, f"```\n{REST}```\n\nOne.\n\nTwo.", f"{WHOLE}\nOne.\n\nTwo.", id="text behind the fence"),
        pytest.param(CUT, f"Here is the rest:\n\n{REST}", WHOLE, id="a line of chat"),
        pytest.param(CUT, f"Here is the rest:\n\n```md\n{REST}```\nSo it is.", WHOLE, id="chat and a fence"),
        pytest.param(CUT, f"...{REST}", WHOLE, id="dots"),
        pytest.param(CUT, f"Sure.\n\n… {REST}", WHOLE, id="chat and an ellipsis"),
        pytest.param(CUT, "...ck stopped: so.\n", f"{CUT}...ck stopped: so.\n", id="dots and no repetition"),
        pytest.param(CUT, "ck stopped.\n\nIt is so.\n", f"{CUT}ck stopped.\n\nIt is so.\n", id="a line that is text"),
        pytest.param(FENCED, f"```markdown\n{REST}```", f"```markdown\n{WHOLE}```", id="a fence around both"),
        pytest.param(
            FENCED, "ck stopped: so.\n```\nBye!", f"```markdown\n{WHOLE}```\nBye!", id="the first one's fence"
        ),
        pytest.param(f"{FENCED}ck", "\n```\nBye!", f"{FENCED}ck\n```\nBye!", id="the end of the first one's fence"),
        pytest.param("Done.", "```\nDone.\n```", "Done.\n", id="a fence around all there is"),
    ],
)
def test_what_is_wrapped_around_it_comes_off(first: str, second: str, whole: str) -> None:
    """As of a whole reply; chat and dots only where a repetition behind them leaves no doubt. Cut anywhere."""
    assert join_continuation(first, second) == whole
    seam = ContinuationJoiner(first)
    assert seam.so_far + "".join(map(seam.feed, second)) + seam.finish() == whole


@pytest.mark.parametrize(
    ("text", "tail"),
    [
        pytest.param("One line.\nThe sea went on", "The sea went on", id="the last line"),
        pytest.param("The sea went on.\n\n", "The sea went on.", id="no white space"),
        pytest.param("One.\n\nTwo.\n\nThree.\n", "Two.\n\nThree.", id="a short line and the one before it"),
        pytest.param("x" * 200, "x" * 80, id="one word"),
        pytest.param("word " * 40, " ".join(["word"] * 16), id="whole words"),
        pytest.param("a" * 100 + "\n\nb", "a" * 77 + "\n\nb", id="a long line before a short one"),
        pytest.param(" Done.", "Done.", id="all there is"),
        pytest.param(" \n", "", id="nothing"),
    ],
)
def test_the_last_words_are_long_enough_to_be_found(text: str, tail: str) -> None:
    """Twelve characters where there are as many, eighty at most; what begins with them is joined there."""
    assert continuation_context(text) == tail
    assert join_continuation(text, f"{tail} So.") == f"{text.rstrip()} So." or not tail


FEW_LETTERS = st.text("ab \n", max_size=60)


WRAPPED = st.sampled_from(
    ["{}", "{}", "{}", "```md\n{}\n```", "```\n{}\n```\nBye!", "Here:\n\n{}", "So:\n~~~md\n{}\n~~~\n\nA\n\nB", "...{}"]
)


@examples(900)
@given(
    st.one_of(FEW_LETTERS, ANYTHING), st.one_of(FEW_LETTERS, ANYTHING), st.integers(0, 40), st.integers(1, 20), WRAPPED
)
def test_every_way_of_cutting_gives_the_same_whole(
    first: str, rest: str, repeated: int, size: int, wrapped: str
) -> None:
    """Whatever is repeated and wrapped around it; nothing is invented, and nothing of the text before is lost."""
    second = wrapped.replace("{}", first[max(0, len(first) - repeated) :] + rest)
    seam = ContinuationJoiner(first)
    pieces = [seam.feed(second[start : start + size]) for start in range(0, len(second), size)]
    whole = seam.so_far + "".join(pieces) + seam.finish()
    assert whole == join_continuation(first, second)
    assert whole.startswith(first.rstrip())
    added = whole[len(first.rstrip()) :]
    assert whole == first + second or second.endswith(added) or "`" in second or "~" in second
    assert len(whole) <= len(first + second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param("a" * 100_000, "a" * 99_999 + "b", id="one letter"),
        pytest.param("ab" * 50_000, "ab" * 49_999 + "ac", id="two letters"),
        pytest.param("word " * 20_000, "word " * 20_000, id="words"),
    ],
)
def test_a_long_repetition_is_found_while_it_comes(first: str, second: str) -> None:
    """Letter by letter, without looking at everything again for each."""
    seam = ContinuationJoiner(first)
    pieces = [seam.feed(char) for char in second]
    assert seam.so_far + "".join(pieces) + seam.finish() == join_continuation(first, second)
