from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text.canonical import canonicalize
from core.whitelist.difference import STRETCH, DiffOperation, DiffPiece, classify_difference, similarity, word_diff
from core.whitelist.rejection import DifferenceKind

SAME, GONE, NEW = DiffOperation.SAME, DiffOperation.GONE, DiffOperation.NEW

TRANSCRIPT = canonicalize(
    "The lighthouse was sold to a brewery in the spring. Nobody asked the keeper what he thought about it. "
    "He had lived there for thirty years, and the new owners wanted a terrace with a view."
)


@pytest.mark.parametrize(
    ("quote", "passage", "kind"),
    [
        # equal words
        ("well, yes", "well yes", "typography"),
        ("every thing is fine", "everything is fine", "typography"),
        ("we cant say", "we can't say", "typography"),
        ("“yes” (he said)", "yes, he said", "typography"),
        ("a non-stop talk", "a non stop talk", "typography"),
        ("we paid 15000 euros", "we paid 15,000 euros", "typography"),
        ("今天，天气很好", "今天天气很好。", "typography"),
        # negations added, dropped, swapped, moved
        ("we can go", "we can't go", "negation"),
        ("we do go", "we do not go", "negation"),
        ("he never said so", "he said so", "negation"),
        ("he never said so", "he nearly said so", "negation"),
        ("nobody came", "somebody came", "negation"),
        ("there is no reason", "there is a reason", "negation"),
        ("with a licence", "without a licence", "negation"),
        ("we cannot win", "we can win", "negation"),
        ("I hardly knew him", "I really knew him", "negation"),
        ("neither of them", "either of them", "negation"),
        ("it is possible", "it is impossible", "negation"),
        ("an unhappy man", "a happy man", "negation"),
        ("that is legal", "that is illegal", "negation"),
        ("it was useful", "it was useless", "negation"),
        ("I disagree with her", "I agree with her", "negation"),
        ("I never said he did", "I said he never did", "negation"),
        ("not fifteen people", "fifty people", "negation"),
        ("well, it is not, like, true", "well, it is, like, true", "negation"),
        # numbers
        ("we paid 15 euros", "we paid 15,000 euros", "number"),
        ("it is 3.5 percent", "it is 35 percent", "number"),
        ("at -5 degrees", "at 5 degrees", "number"),
        ("fifteen people", "fifty people", "number"),
        ("about 5 of them", "about five of them", "number"),
        ("it fell 5 percent", "it fell 5%", "number"),
        ("it costs $40", "it costs €40", "number"),
        ("in 1987 we left", "we left", "number"),
        ("so, like, thirty years", "so, thirteen years", "number"),
        # fillers
        ("we went home", "so we, um, went home", "filler_dropped"),
        ("it was cold", "it was, you know, sort of cold", "filler_dropped"),
        ("it was cold", "it was, like, really, I mean, basically cold", "filler_dropped"),
        ("we were there", "we we were there", "filler_dropped"),
        ("I think it works", "I think I think it works", "filler_dropped"),
        # other words
        ("it was cold", "it was, um, very cold", "word_changed"),
        ("it was good", "it was probably good", "word_changed"),
        ("I like cats", "I like dogs", "word_changed"),
        ("I do not know", "I don't know", "word_changed"),
        ("a side door", "inside a door", "word_changed"),
        ("we will inform you", "we will form you", "word_changed"),
        ("um, we went home", "we went home", "word_changed"),
        ("हिन्दी में", "हन्दी में", "word_changed"),
        ("今天天气很好", "今天天气不好", "word_changed"),
        # cut out of the middle
        (
            "the lighthouse was sold and nobody asked the keeper what he thought",
            "the lighthouse was sold to a brewery in the spring and nobody asked the keeper what he thought",
            "stitched",
        ),
    ],
)
def test_each_difference_has_its_kind(quote: str, passage: str, kind: str) -> None:
    """A person sees at once what matters about a difference."""
    assert classify_difference(canonicalize(quote), canonicalize(passage)) == DifferenceKind(kind)


def test_equal_texts_do_not_differ() -> None:
    """Where nothing differs there is no kind of difference."""
    assert classify_difference("we went home", "we went home") is None
    assert classify_difference("", "") is None


@pytest.mark.parametrize(
    ("quote", "stitched"),
    [
        ("the lighthouse was sold to the new owners wanted a terrace with a view", True),
        ("nobody asked the keeper what he thought the lighthouse was sold to a brewery", True),
        ("he had lived there for nobody asked the keeper what the new owners wanted a terrace", True),
        ("the lighthouse was sold because the new owners wanted a terrace", False),
        ("nobody asked the keeper about it", False),
        ("he had lived there for forty years and the owners wanted a terrace with a garden", False),
    ],
)
def test_a_quote_of_several_places_is_stitched(quote: str, stitched: bool) -> None:  # noqa: FBT001 - a table's column
    """Only what is made of long stretches of the transcript and nothing else is called stitched."""
    found = classify_difference(quote, "the lighthouse was sold to a brewery in the spring", TRANSCRIPT)
    assert (found is DifferenceKind.STITCHED) == stitched


def test_a_slip_in_one_passage_is_not_stitching() -> None:
    """A changed negation stays one though the words around it stand in the transcript too."""
    passage = "nobody asked the keeper what he thought about it"
    assert classify_difference(f"{passage} not", passage, TRANSCRIPT) is DifferenceKind.NEGATION


def test_a_stretch_takes_several_words() -> None:
    """Fewer words than make a stretch prove nothing: common phrases stand everywhere."""
    words = TRANSCRIPT.split(" ")
    pieces = [words[first : first + STRETCH - 1] for first in (20, 3, 12, 30)]
    quote = " ".join(word for piece in pieces for word in piece)
    assert classify_difference(quote, "the lighthouse", TRANSCRIPT) is not DifferenceKind.STITCHED


@pytest.mark.parametrize(
    ("quote", "passage", "pieces"),
    [
        ("we go", "we go", [(SAME, "we go")]),
        ("we go home", "we went home", [(SAME, "we "), (GONE, "go "), (NEW, "went "), (SAME, "home")]),
        ("go home", "we go", [(NEW, "we "), (SAME, "go"), (GONE, "home")]),
        ("we don't", "We don’t", [(SAME, "We don’t")]),
        ("done -- you know", "done—you know", [(SAME, "done—you know")]),
        ('"features"', "‘features’", [(SAME, "‘features’")]),
        ("well yes", "Well, yes", [(GONE, "well "), (NEW, "Well, "), (SAME, "yes")]),
        ("", "we go", [(NEW, "we go")]),
        ("we go", "", [(GONE, "we go")]),
        ("", "", []),
    ],
)
def test_words_are_told_apart(quote: str, passage: str, pieces: list[tuple[DiffOperation, str]]) -> None:
    """What folds to the same is the same, shown as the passage has it."""
    assert word_diff(quote, passage) == tuple(DiffPiece(op=op, text=text) for op, text in pieces)


TEXTS = st.text(alphabet="ab ,-—'’1%$\n不", max_size=40)


@given(quote=TEXTS, passage=TEXTS)
def test_a_diff_can_be_read_back(quote: str, passage: str) -> None:
    """What is not gone is the passage, character for character; no two neighbours have the same kind."""
    pieces = word_diff(quote, passage)
    if passage.strip():
        assert "".join(piece.text for piece in pieces if piece.op is not GONE) == passage
    assert all(one.op is not other.op for one, other in pairwise(pieces))


@given(quote=TEXTS, passage=TEXTS, transcript=TEXTS)
def test_every_pair_of_texts_has_an_answer(quote: str, passage: str, transcript: str) -> None:
    """Equal texts have no kind, all others have one, and nothing is raised."""
    texts = [canonicalize(text) for text in (quote, passage, transcript)]
    kind = classify_difference(*texts)
    assert (kind is None) == (texts[0] == texts[1])
    assert kind is not DifferenceKind.WRONG_SPEAKER
    assert similarity(texts[0], texts[1]) <= 1
