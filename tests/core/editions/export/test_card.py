"""A quote as a picture: all of its words, and nothing that does anything."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.editions.export.card import SHAPES, CardShape, write_card
from core.enforcement.results import Edition, EditionQuote
from core.errors import EditionError, TranscriptError
from core.span import Span
from core.transcripts.passage_source import TimesOf
from core.transcripts.readers import read_transcript
from tests.properties import examples

HASH = "c3" * 32
SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {
    "svg": {"width", "height", "viewBox"},
    "title": set[str](),
    "rect": {"width", "height", "fill", "x", "y"},
    "text": {"x", "y", "font-size", "font-family", "fill", "text-anchor", "direction", "textLength", "lengthAdjust"},
}
LONG = "We are on the weir, and it is raining, and nobody knows for how long it will. "


def talk(words: str, *, name: str = "Ines Calloway", title: str = "Slow water", **times: Any) -> Edition:
    """Return an edition of one quote."""
    quote = EditionQuote(
        quote_id="q1",
        text=words,
        raw_span=Span(0, len(words)),
        speaker_id="ines",
        speaker_name=name,
        speaker_verified=True,
    ).model_copy(update=times)
    return Edition(title=title, chapters=(), quotes=(quote,), speakers=(), verdict="verified")


def card(edition: Edition, shape: CardShape = "wide") -> ET.Element:
    """Return a card as an element."""
    return ET.fromstring(write_card(edition, "q1", shape, certificate_sha256=HASH))  # noqa: S314


def lines_of(element: ET.Element) -> list[tuple[float, str]]:
    """Return the lines of a card with the size of their letters."""
    return [(float(one.attrib["font-size"]), one.text or "") for one in element.iter(f"{SVG}text")]


def words_of(element: ET.Element) -> str:
    """Return the words of the quote: its lines are the first ones, all of a size."""
    lines = lines_of(element)
    size = lines[0][0]
    return " ".join(text for each, text in lines if each == size)


@pytest.mark.parametrize("shape", list(SHAPES))
def test_a_card_says_who_said_what_where_and_when(shape: CardShape) -> None:
    """Words, name, talk, time and the certificate's whole hash, as text."""
    times: dict[str, Any] = {"start_seconds": 723.0, "end_seconds": 735.4, "times": TimesOf.UNITS}
    made = card(talk("We are on the weir,\n  and it's raining.", **times), shape)
    said = " ".join(text for _, text in lines_of(made))
    assert words_of(made) == "We are on the weir, and it's raining."
    for part in ("Ines Calloway", "Slow water", "0:12:03", HASH):
        assert part in said
    width, height = SHAPES[shape]
    assert (made.attrib["width"], made.attrib["height"]) == (str(width), str(height))
    assert (SHAPES["wide"], width == height) == ((1200, 675), shape == "square")


def test_a_turns_time_is_said_as_such() -> None:
    """As near as the transcript tells it; without a time nothing is said of one."""
    near = card(talk("So.", start_seconds=5.0, times=TimesOf.TURN))
    assert any("at or after 0:00:05" in text for _, text in lines_of(near))
    assert not any("0:00" in text for _, text in lines_of(card(talk("So."))))


def test_long_quotes_are_set_smaller_and_then_refused() -> None:
    """Never cut."""
    sizes = [lines_of(card(talk((LONG * times).strip())))[0][0] for times in (1, 3, 6)]
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) > 1
    assert words_of(card(talk((LONG * 6).strip()))) == (LONG * 6).strip()
    with pytest.raises(EditionError, match=r"q1.*has too many words for a card"):
        write_card(talk(LONG * 60), "q1", "wide", certificate_sha256=HASH)


@pytest.mark.parametrize("field", ["name", "title"])
def test_who_cannot_be_named_has_no_card(field: str) -> None:
    """A name or a title that does not fit is refused as well."""
    with pytest.raises(EditionError, match="too long for a card"):
        write_card(talk("So.", **{field: LONG * 9}), "q1", "wide", certificate_sha256=HASH)


def test_a_quote_that_is_not_in_the_edition_has_no_card() -> None:
    """Said by its id."""
    with pytest.raises(EditionError, match="q2"):
        write_card(talk("So."), "q2", "wide", certificate_sha256=HASH)


WORD = st.text(st.sampled_from("aiWm.,é’—漢字،مرحباШщ😀<&\"'x0)"), min_size=1, max_size=14)


@examples(300)
@example(["</text><script>alert(1)</script>"], "wide")
@example(["<image", 'href="https://example.org/x.png"', "onload=alert(1)"], "square")
@example(["\x00\x0b\ufffe", "]]>", "&amp;"], "wide")
@given(st.lists(WORD, min_size=1, max_size=60), st.sampled_from(list(SHAPES)))
def test_a_card_holds_every_word_and_nothing_active(words: list[str], shape: CardShape) -> None:
    """Whatever the words, the name and the title are: known elements and attributes alone, no address; or no card."""
    text = " ".join(words)
    try:
        data = write_card(talk(text, name=words[0], title=words[-1]), "q1", shape, certificate_sha256=HASH)
    except EditionError:
        return
    made = ET.fromstring(data)  # noqa: S314
    for element in made.iter():
        tag = element.tag.removeprefix(SVG)
        assert set(element.attrib) <= ALLOWED[tag]
        assert not any(re.search(r"url\(|:/|javascript", value) for value in element.attrib.values())
    assert not any("://" in tag for tag in re.findall(r"<[^>]*>", data.decode())[1:])
    shown = re.sub("[\x00-\x08\x0b-\x1f\ufffe\uffff]", "\ufffd", "".join(text.split()))
    assert "".join(words_of(made).split()) == shown


def test_a_card_is_no_transcript() -> None:
    """A picture."""
    for name in ("q1.svg", "q1.txt"):
        with pytest.raises(TranscriptError, match="picture"):
            read_transcript(write_card(talk("So it was."), "q1", "wide", certificate_sha256=HASH), name)
