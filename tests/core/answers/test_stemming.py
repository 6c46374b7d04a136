"""Words as they are compared: the index's own stems, inflections, accents, and scripts without spaces."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.answers.word_families import relatives_of
from core.answers.word_tokens import form_of, spellings_of, stem_of, words_of
from core.generation.line import Line

PORTER = """caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping
tanned falling hissing fizzed failing filing happy sky relational conditional rational valenci hesitanci digitizer
conformabli radicalli differentli vileli analogousli vietnamization predication operator feudalism decisiveness
hopefulness callousness formaliti sensitiviti sensibiliti triplicate formative formalize electriciti electrical hopeful
goodness revival allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment dependent
adoption homologou communism activate angulariti homologous effective bowdlerize probate rate cease controll roll yes
boycott syzygy employ employer employment enjoyable age aging used useful eye toy toys yellow by dying skies""".split()


def stems_of_the_index(words: list[str]) -> dict[str, str]:
    """Return how SQLite's own Porter tokenizer stems each word."""
    with sqlite3.connect(":memory:") as index:
        index.execute("create virtual table words using fts5(word, tokenize='porter unicode61 remove_diacritics 2')")
        index.execute("create virtual table stems using fts5vocab(words, 'instance')")
        index.executemany("insert into words(rowid, word) values (?, ?)", list(enumerate(words)))
        rows: list[tuple[str, int]] = index.execute("select term, doc from stems").fetchall()
    index.close()
    return {words[row]: stem for stem, row in rows}


def test_stems_are_those_of_the_index(sample: Line) -> None:
    """What SQLite's index takes for one word is one word here: Porter's own examples, and all words of the sample."""
    words = {word for word in words_of(sample.transcript.raw) if word.isascii() and word.isalpha()}
    for word, stem in stems_of_the_index(sorted(words | set(PORTER))).items():
        assert (word, stem_of(word)) == (word, stem)


@given(
    st.text(st.sampled_from("aeiouybdglmnrstvwxz"), min_size=1, max_size=9),
    st.sampled_from(("", "ed", "ing", "ement", "ational", "ize", "y", "s", "eed", "ness", "ll")),
)
def test_stems_of_words_that_nobody_wrote(start: str, ending: str) -> None:
    """Whatever the letters, the index and we agree."""
    word = start + ending
    assert stem_of(word) == stems_of_the_index([word])[word]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("test", "testing", True),
        ("story", "stories", True),
        ("make", "making", True),
        ("run", "running", True),
        ("ferryman", "ferryman's", True),
        ("compile", "compiled", True),
        ("complain", "complaints", True),
        ("complaint", "complained", True),
        ("restrained", "restraint", True),
        ("drew", "drawings", True),
        ("drew", "draws", True),
        ("frozen", "freezing", True),
        ("children's", "child", True),
        ("paint", "pain", False),
        ("saint", "saints", True),
        ("left", "leave", False),
        ("generics", "general", False),
        ("generics", "generate", False),
        ("organ", "organization", False),
        ("university", "universe", False),
    ],
)
def test_a_form_is_a_word_without_its_inflection(one: str, other: str, *, same: bool) -> None:
    """Plurals and tenses are one word; what only shares a root is another."""
    assert (form_of(one) == form_of(other)) is same


def test_every_form_of_a_family_is_looked_for() -> None:
    """Beside the word itself, whatever form is asked for; the index finds regular endings by itself."""
    assert set(relatives_of("drew", "drew")) == {"draw", "drawn"}
    assert set(relatives_of("drawing", "draw")) == {"drew", "drawn"}
    for word in ("complain", "complains", "complaining"):
        assert relatives_of(word, stem_of(word)) == ("complaint",)
    for word in ("complaint", "complaints"):
        assert relatives_of(word, stem_of(word)) == ("complain",)
    for word in ("paint", "pain", "saint", "train", "zebra", "", "価格"):
        assert relatives_of(word, stem_of(word)) == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("  …—!?  ", []),
        ("Don’t STOP", ["don't", "stop"]),
        ("'quoted' words'", ["quoted", "words"]),
        ("cafe\u0301 CAFÉ café", ["cafe", "cafe", "cafe"]),
        ("Straße", ["strasse"]),
        ("te\u00adst te\u200bst", ["test", "test"]),
        ("snake_case x2 3.5", ["snake_case", "x2", "3", "5"]),
        ("日本語です", ["日本", "本語", "語で", "です"]),
        ("橋", ["橋"]),
        ("使うAPIは", ["使う", "api", "は"]),
        ("한국어 말", ["한국어", "말"]),
        ("हिन्दी में", ["हिन्दी", "में"]),
        ("ต้นไม้", ["ต้", "้น", "นไ", "ไม", "ม้"]),
    ],
)
def test_the_words_of_a_text(text: str, words: list[str]) -> None:
    """In small letters, without accents and marks; where nobody writes spaces, each two characters."""
    assert words_of(text) == words


def test_a_term_is_spelled_as_most_texts_write_it() -> None:
    """A heading is in the words of the texts, not in stems; small letters win a draw, then the shorter."""
    texts = ["Ferries sail. The ferry and the Ferry.", "ferries, FERRIES", "Van Gogh and van Gogh", "Gogh"]
    assert spellings_of(["ferri", "gogh", "van gogh", "sail", "nowhere"], texts) == [
        "ferry",
        "Gogh",
        "van Gogh",
        "sail",
        "nowhere",
    ]


@given(st.text())
def test_every_text_has_words(text: str) -> None:
    """Whatever it holds, reading a text ends, and its words are words again on their own."""
    for word in words_of(text):
        assert not word.isspace()
        assert stem_of(word)
        assert form_of(word)
