"""The sentences of passages: all words, in order, and no token cut."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.segmentation import cuts_token, paragraph_spans, sentence_spans

SENTENCES: dict[str, list[str]] = {
    "": [],
    " \n\n ": [],
    "great": ["great"],
    "It works. It is slow!  Is it?": ["It works.", "It is slow!", "Is it?"],
    "We met Dr. Sorrel at 3.5 p.m. and left.": ["We met Dr. Sorrel at 3.5 p.m. and left."],
    "no stop here\n\nnor here": ["no stop here", "nor here"],
    "one line\nof a sentence. Then.": ["one line\nof a sentence.", "Then."],
    "It works.\r\n\r\nIt is slow.": ["It works.", "It is slow."],
    "这是一句。还有一句！好吗？": ["这是一句。", "还有一句！", "好吗？"],
    "यह चलता है। यह धीमा है।": ["यह चलता है।", "यह धीमा है।"],
    "I use Node.js daily. Good": ["I use Node.js daily.", "Good"],
    "We went there.Then we left. Good": ["We went there.Then we left.", "Good"],
    "He said “It is slow.” Then he left.": ["He said “It is slow.”", "Then he left."],
    # A word of four small letters or more is no abbreviation, but for a few that are known.
    "All of its crew went ashore. Nobody in the harbour had seen it.": [
        "All of its crew went ashore.",
        "Nobody in the harbour had seen it.",
    ],
    "He asked the bank. Nobody answered.": ["He asked the bank.", "Nobody answered."],
    "She read the book. Bergen was far away.": ["She read the book.", "Bergen was far away."],
    "It was cold.\nNobody moved.": ["It was cold.", "Nobody moved."],
    "He said “it was cold.” Nobody moved.": ["He said “it was cold.”", "Nobody moved."],
    "(It was cold.) Nobody moved.": ["(It was cold.)", "Nobody moved."],
    "It was cold. “Nobody moved,” he said.": ["It was cold.", "“Nobody moved,” he said."],
    "es war dunkel. Niemand kam. Good": ["es war dunkel.", "Niemand kam.", "Good"],
    "Il faisait froid. Personne ne vint.": ["Il faisait froid.", "Personne ne vint."],
    "We need approx. Forty of them.": ["We need approx. Forty of them."],
    "The dept. Head was there.": ["The dept. Head was there."],
    "The univ. Library is old.": ["The univ. Library is old."],
    "Er kommt evtl. Montag.": ["Er kommt evtl. Montag."],
    "We met capt. Lee there.": ["We met capt. Lee there."],
    "We met Capt. Lee there.": ["We met Capt. Lee there."],
    "Ask prof. Sorrel about it.": ["Ask prof. Sorrel about it."],
    "I use node.js. Nobody else does.": ["I use node.js.", "Nobody else does."],
}


@pytest.mark.parametrize(("text", "sentences"), SENTENCES.items())
def test_sentences_are_found(text: str, sentences: list[str]) -> None:
    """Each a slice without white space at its ends."""
    assert [span.slice(text) for span in sentence_spans(text)] == sentences


PIECES = st.sampled_from(
    [
        *"a Bc. d! 'e?' U.S. 3.5 x.Y “q.” [laughs] 好。 ।".split(),
        " ",
        "  ",
        "\n",
        "\r\n",
        "\n\n",
        "\r\r",
        "\t",
        "\u2028",
        "x\u200b",
        "e\u0301",
    ]
)


@given(st.lists(PIECES, max_size=30).map("".join))
def test_sentences_hold_all_but_white_space(text: str) -> None:
    """In order, none empty, no token in two of them, none across paragraphs."""
    spans = sentence_spans(text)
    assert all(span.slice(text).strip() == span.slice(text) != "" for span in spans)
    assert all(before.end <= after.start for before, after in pairwise(spans))
    held = {at for span in spans for at in range(*span)}
    assert all(text[at].isspace() for at in range(len(text)) if at not in held)
    assert not any(cuts_token(text, at) for span in spans for at in span)
    paragraphs = tuple(paragraph_spans(text))
    assert all(any(paragraph.contains(span) for paragraph in paragraphs) for span in spans)
