import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.generation.line import Line
from core.whitelist.quote_key import quote_key, resolve_markup, strip_ends, typed_words, unwrap_marks
from tests.properties import examples


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("&quot;So&quot; &amp; &#39;so&#39;", "\"So\" & 'so'"),
        ("&ldquo;So&rdquo;", "“So”"),
        (r"\[04:10\] \*so\*", "[04:10] *so*"),
        (r"a\b", r"a\b"),
        ("AT&T", "AT&T"),
        ("&amp;quot;", "&quot;"),
        ("plain", "plain"),
    ],
)
def test_entities_and_escapes_are_resolved_once(typed: str, text: str) -> None:
    """What a reader would see, and what has been resolved is not resolved again."""
    assert resolve_markup(typed) == text


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        pytest.param("“So it is.”", "So it is.", id="curly"),
        pytest.param('"So it is."', "So it is.", id="straight"),
        pytest.param("'So it is.'", "So it is.", id="single"),
        pytest.param("“‘So it is.’”", "So it is.", id="two pairs"),
        pytest.param("«So it is»", "So it is", id="guillemets"),
        pytest.param("„So it is“", "So it is", id="German"),
        pytest.param("»So it is«", "So it is", id="German guillemets"),
        pytest.param("”So it is”", "So it is", id="Swedish"),
        pytest.param("「海」", "海", id="corner brackets"),
        pytest.param("“So it is”.", "So it is.", id="stop outside"),
        pytest.param("  “So”  ", "So", id="spaces outside"),
        pytest.param("“So” it “is”", "“So” it “is”", id="two pairs side by side"),
        pytest.param("“So it is", "“So it is", id="unclosed"),
        pytest.param("So it is”", "So it is”", id="unopened"),
        pytest.param("’90s music’s", "’90s music’s", id="apostrophes"),
        pytest.param("“don’t”", "don’t", id="apostrophe inside"),
        pytest.param("“He said ‘no’”", "He said ‘no’", id="nested at the end"),
        pytest.param("“”", "", id="nothing inside"),
        pytest.param('"', '"', id="one mark"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_marks_come_off_only_as_a_pair_around_the_whole(typed: str, words: str) -> None:
    """Marks that belong to a part, and single ones, stay."""
    assert unwrap_marks(typed) == words


@pytest.mark.parametrize(
    "typed",
    [
        "So it is, you know",
        "So it is, you know.",
        "so it is, you know!?",
        "“So it is, you know”",
        '"So it is, you know."',
        "*So it is, you know.*",
        "**“So it is, you know”**.",
        "... So it is, you know ...",
        "[...] So it is, you know […]",
        "… so it is, you know…",
        "So it is, [laughter] you know",
        "[00:03] So it is, you know [applause]",
        "So  it\nis, you know",
        "So it is, you\u00a0know —",
        "ＳＯ it is, you know",
        "So it is, you kn\u200bow",
    ],
)
def test_one_key_for_the_same_words(typed: str) -> None:
    """Punctuation, marks and emphasis at the ends, annotations, and the folds make no other quote."""
    assert quote_key(typed) == "so it is, you know"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("So it is you know", "So it is, you know"),
        ("I did say", "I did [not] say"),
        ("we can", "we can't"),
        ("it was 5", "it was -5"),
        ("10²", "102"),
        ("resume", "résumé"),
        ("So it is. You know", "So it is, you know"),
        ("a “b” c", "a b c"),
    ],
)
def test_other_words_have_another_key(one: str, other: str) -> None:
    """Punctuation inside, signs, accents, brackets that are text: all differences."""
    assert quote_key(one) != quote_key(other)


@pytest.mark.parametrize("typed", ["", " ", "...", "“”", "—", "[laughter]", "**", "“…”", "?!"])
def test_what_holds_no_words_has_no_key(typed: str) -> None:
    """Nothing but marks, punctuation and annotations is no quote."""
    assert quote_key(typed) == ""


@pytest.mark.parametrize(
    ("canonical", "stripped"),
    [
        ("- 5 -", "5"),
        ("-5 degrees", "-5 degrees"),
        ("-€5.", "-€5"),
        ("... no!", "no"),
        ('he said "no."', 'he said "no'),
        ('"no" he said', '"no" he said'),
        ("-so", "so"),
        ("", ""),
    ],
)
def test_ends_are_bared_but_a_sign_stays(canonical: str, stripped: str) -> None:
    """Punctuation and dashes at the ends go, an opening mark and the sign of a number stay."""
    assert strip_ends(canonical) == stripped


def test_the_words_of_a_quote_lose_what_was_not_said() -> None:
    """Annotations become white space before the marks come off."""
    assert typed_words("“So it is.” [laughter]") == "So it is."


@examples(200)
@given(st.text(alphabet="aB1 .,-—'’\"“”…?é", max_size=24))
def test_a_key_is_its_own_key(typed: str) -> None:
    """Making the key of a key changes nothing, or the whitelist and enforcement would not meet."""
    key = quote_key(typed)
    assert quote_key(key) == key


def test_every_quote_of_the_sample_has_its_slices_key(sample: Line) -> None:
    """The key in the whitelist is what enforcement makes of the quote's own text, with or without marks."""
    for quote in sample.whitelist:
        for written in (quote.quote_text, f"“{quote.quote_text}”", quote.quote_text.upper(), f"*{quote.quote_text}*"):
            assert quote_key(written) == quote.quote_canonical
