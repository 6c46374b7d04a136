"""The stretch of a passage that is shown: whole sentences, what is asked for inside, nothing unsaid at its ends."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.excerpts import LONGEST_SENTENCE, MOST_WORDS, best_snippet
from core.answers.passage_transcript import Ground
from core.answers.query_terms import term_weights
from core.answers.records import Citation
from core.answers.word_tokens import length_of
from core.prose.render import one_line
from core.text.segmentation import cuts_token
from core.transcripts.annotations import AnnotationKind, find_annotations
from tests.properties import examples

PIECES = st.sampled_from(
    """The ferry was late. It sank! Why? storm storm, (laughs) [laughter] [inaudible] [00:12] can't "so" “so” 'features'
    15,000 €11.40 10–12 e.g. Mr. Node.js cafe\u0301 日本語。 渡し船が 👍 ... … — - \u200b te\u00adst ( ) [ ] « » „
    3.5 -5 \u202eabc _ * ** \\* &amp; – \u0301 ' ’ ‘ “ ” \ufffd [sic] [t]he % +""".split()
)
BETWEEN = st.sampled_from((" ", " ", " ", "\n", "\n\n", "", "\u00a0", "\t"))
TEXTS = st.lists(st.tuples(PIECES, BETWEEN), max_size=40).map(lambda parts: "".join(map("".join, parts)))
FILLING = "The clerk of the harbour wrote long letters about bread, salt and rope to the miller upstream. "


def shown(text: str, question: str) -> str:
    return best_snippet(text, term_weights(question, [text])).slice(text)


@pytest.mark.parametrize(
    ("text", "question", "stretch"),
    [
        ("", "storm", ""),
        ("👍 …", "storm", ""),
        ("[laughter]", "storm", ""),
        ("It was dark.", "storm", "It was dark."),
        (FILLING * 5 + "Then the storm broke the mast of the old ferry. " + FILLING * 5, "storm", "Then the storm"),
        (
            "(laughs) [00:12] The storm broke the mast of the ferry. [music]",
            "storm",
            "The storm broke the mast of the ferry.",
        ),
        (
            "We saw a storm over the old mill at noon. [inaudible] Storms of the winter came after that.",
            "mill",
            "We saw a storm over the old mill at noon.",
        ),
        ("嵐が来ました。" * 3 + "渡し船は遅れました。", "渡し船", "嵐が来ました。" * 3 + "渡し船は遅れました。"),
    ],
)
def test_what_is_shown(text: str, question: str, stretch: str) -> None:
    """Where the question's words stand, without what nobody said, never across words that were lost."""
    assert stretch in shown(text, question)
    assert bool(stretch) == bool(shown(text, question))


def test_the_word_itself_counts_more_than_its_family() -> None:
    """A passage has the inflected word in one place and a relative of it in another: the word is shown."""
    general = (
        "In general the harbour was quiet and the crew of the ferry slept through the whole of the morning there. "
    )
    generic = "A generic anchor of the cheapest iron held the ferry in its place through two nights of the storm then. "
    text = general + FILLING * 3 + generic + FILLING * 3
    assert "generic anchor" in shown(text, "generics")
    assert "In general" in shown(text, "generality")


def test_a_phrase_counts_more_than_its_words() -> None:
    """Words between double marks are looked for side by side."""
    text = (
        f"The open harbour has a source of light in the tower. {FILLING * 4}It is open source, said the miller there."
    )
    assert "It is open source" in shown(text, 'What is "open source"?')


def test_a_few_words_are_not_left_alone() -> None:
    """One short sentence that has the word is shown with those around it."""
    text = "We waited for the ferry all night. Storm. Nobody slept, and in the morning the mast was gone."
    assert len(shown(text, "storm").split()) > 5


@pytest.mark.parametrize("before", ["... ", "… ", "- ", "— ... ", "?! "])
def test_what_dangles_before_words_in_marks_is_left_out(before: str) -> None:
    """With it the marks would not stand around the whole, and nobody could prove the words."""
    assert shown(f'{before}"So we rowed home."', "rowed") == '"So we rowed home."'


def test_marks_are_not_torn_apart() -> None:
    """A stretch takes in the sentence that closes what it opens."""
    quoted = (
        'She said "the storm is coming. It will not wait for us." Then we rowed home along the wall of the harbour.'
    )
    for text in (quoted, quoted.replace(' "', " “").replace('."', ".”")):
        words = shown(f"{FILLING * 2}{text} {FILLING * 4}", "storm")
        assert words.count('"') % 2 == 0
        assert words.count("“") == words.count("”")


@pytest.mark.parametrize("pause", [", ", "; ", " — ", " "])
def test_a_sentence_that_does_not_end_is_cut(pause: str) -> None:
    """At a pause where it has them, between words in any case; what is shown is still about the question."""
    text = (
        pause.join(f"we rowed past the mill number {number}" for number in range(60)) + f"{pause}until the storm came."
    )
    words = shown(text, "storm")
    assert "until the storm came." in words
    assert length_of(words) <= LONGEST_SENTENCE
    assert words.startswith("we rowed") or pause == " "


@pytest.mark.parametrize(
    ("text", "stretch"),
    {
        "... - 3.5 ": "3.5",
        "'... - 3.5 '": "3.5",
        "It ** —": "It",
        "“so” “": "so",
        "... * The storm broke the mast.": "The storm broke the mast",
        "_The ferry was late._\n\nThen a storm came.": "Then a storm came.",
        "A storm_": "",
    }.items(),
)
def test_what_cannot_be_proven_is_not_shown(text: str, stretch: str) -> None:
    """What stands around its words is left out, else other sentences are shown, else nothing; no word is left out."""
    assert shown(text, "storm") == stretch


@examples(400)
@given(TEXTS, st.sampled_from(("storm", "ferry late", "渡し船", "", "the", '"the ferry"')))
def test_a_stretch_can_be_proven(text: str, question: str) -> None:
    """It is a slice between whole tokens, about as long as it may be, and the proof of quotations finds it."""
    span = best_snippet(text, term_weights(question, [text]))
    words = span.slice(text)
    assert words == words.strip()
    if not words:
        return
    assert not cuts_token(text, span.start)
    assert not cuts_token(text, span.end)
    assert length_of(words) <= max(MOST_WORDS, LONGEST_SENTENCE)
    assert all(found.kind is not AnnotationKind.LOST for found in find_annotations(words))
    proven = Ground([Citation(1, "file", text=text, record_id="r1")]).find(words, "r1", only=True)
    assert proven is not None
    assert one_line(proven.text) in one_line(words) or one_line(words) in one_line(proven.text)
