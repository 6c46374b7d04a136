"""Offsets as a browser counts them, and texts cut where marks begin and end."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from core.span import Span
from workbench.ui.components.transcript import (
    Utf16Offsets,
    split,
)

ASTRAL_TEXT = st.text(st.sampled_from("ab 😀\r\né𝕏—\u200b"), max_size=40)


SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)).map(lambda pair: Span(*sorted(pair))), max_size=8)


class TestUtf16:
    """Offsets on their way to JavaScript, and back."""

    @given(text=ASTRAL_TEXT, offset=st.integers(0, 40))
    def test_counts_units_as_javascript_does(self, text: str, offset: int) -> None:
        """Before a code point stand as many units as its text takes in UTF-16."""
        offset = min(offset, len(text))
        assert Utf16Offsets(text).units(offset) == len(text[:offset].encode("utf-16-le")) // 2

    @given(text=ASTRAL_TEXT)
    def test_every_offset_comes_back(self, text: str) -> None:
        """Units between two code points lead to the offset they came from."""
        utf16 = Utf16Offsets(text)
        assert [utf16.code_points(utf16.units(offset)) for offset in range(len(text) + 1)] == [*range(len(text) + 1)]

    @given(text=ASTRAL_TEXT)
    def test_nothing_else_comes_back(self, text: str) -> None:
        """The middle of a surrogate pair, and what lies beyond the text, are no offsets."""
        utf16 = Utf16Offsets(text)
        length = len(text.encode("utf-16-le")) // 2
        offsets = {utf16.units(offset) for offset in range(len(text) + 1)}
        for units in range(-2, length + 4):
            assert (utf16.code_points(units) is None) == (units not in offsets)

    def test_an_emoji_before_a_match_moves_it_by_one(self) -> None:
        """The measured trap: Python says 2, JavaScript 3."""
        assert Utf16Offsets("😀 tea").units("😀 tea".index("tea")) == 3


class TestSplit:
    """Spans that overlap, as segments that do not."""

    @given(layers=SPANS)
    def test_every_offset_lies_under_exactly_the_layers_that_cover_it(self, layers: list[Span]) -> None:
        """Nested, crossing, equal and empty spans alike."""
        covered: dict[int, tuple[int, ...]] = {}
        for segment in split(layers):
            for offset in range(*segment.span):
                assert offset not in covered
                covered[offset] = segment.layers
        for offset in range(31):
            expected = tuple(number for number, span in enumerate(layers) if span.start <= offset < span.end)
            assert covered.get(offset, ()) == expected

    @given(layers=SPANS)
    def test_segments_come_in_order_and_none_is_empty(self, layers: list[Span]) -> None:
        """The browser builds them one after the other."""
        segments = split(layers)
        assert all(segment.span.start < segment.span.end for segment in segments)
        assert all(a.span.end <= b.span.start for a, b in pairwise(segments))

    def test_crossing_spans_are_cut_at_all_boundaries(self) -> None:
        """Two crossing quotes make three stretches; nested markup could not show them."""
        assert split([Span(0, 5), Span(3, 8)]) == [
            (Span(0, 3), (0,)),
            (Span(3, 5), (0, 1)),
            (Span(5, 8), (1,)),
        ]
