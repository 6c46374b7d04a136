"""Events of a stream: the same however it is cut, and bounded in every direction."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ReplyTruncated
from workbench.providers.transport.server_sent_events import LONGEST_EVENT, events

# bytes, and the data of the events in them
STREAMS: list[tuple[bytes, list[str]]] = [
    (b"", []),
    (b"data: a\n\n", ["a"]),
    (b"data: a", []),
    (b"data: a\n", []),
    (b"data: a\r\n\r\n", ["a"]),
    (b"data: a\r\r", ["a"]),
    (b"data: a\n\r\n", ["a"]),
    (b"data: a\r\n\n", ["a"]),
    (b"\n\n\r\rdata: a\n\n", ["a"]),
    (b"data:a\n\n", ["a"]),
    (b"data:  a \n\n", [" a "]),
    (b"data\n\n", [""]),
    (b"data: a\ndata: b\n\ndata: c\n\n", ["a\nb", "c"]),
    (b": data: a\nDATA: a\n data: a\nevent: data\n\n", []),
    (b"\xef\xbb\xbfdata: a\n\n", ["a"]),
    (b"data: \xef\xbb\xbfa\n\n", ["\ufeffa"]),
    (b"data: a\n\n\xef\xbb\xbfdata: b\n\n", ["a"]),
    (b"data: \xff\n\ndata: b\n\n", ["\ufffd", "b"]),
    (b"data: \xe2\x98\n\n", ["\ufffd"]),
    (b"data: \xc0\x80\n\n", ["\ufffd\ufffd"]),
    (b"data: \xed\xa0\x80\n\n", ["\ufffd\ufffd\ufffd"]),
    ("data: é☕😀\u2028\x85\x0b\n\n".encode(), ["é☕😀\u2028\x85\x0b"]),
]


@pytest.mark.parametrize(("stream", "data"), STREAMS)
def test_a_stream_is_its_events_wherever_it_is_cut(stream: bytes, data: list[str]) -> None:
    """In one piece, byte by byte, and cut once anywhere, with nothing between."""
    assert list(events([stream])) == data
    assert list(events([bytes([byte]) for byte in stream])) == data
    for place in range(len(stream)):
        assert list(events([stream[:place], b"", stream[place:]])) == data


@given(
    st.lists(st.sampled_from([b"data: a", b"data:\xe2\x98\x95", b": x", b"\n", b"\r", b"\r\n", b"id: 1"]), max_size=20),
    st.data(),
)
def test_any_cuts_mean_the_same(parts: list[bytes], data: st.DataObject) -> None:
    """Line ends, characters and fields may be cut in two."""
    stream = b"".join(parts)
    places = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    chunks = [stream[start:end] for start, end in zip([0, *places], [*places, len(stream)], strict=True)]
    assert list(events(chunks)) == list(events([stream]))


def endless(piece: bytes) -> Iterator[bytes]:
    """Yield for ever what a test would not survive if it were kept."""
    while True:
        yield piece


BLOCK = 65_536
TOO_LONG = [
    pytest.param(b"x" * BLOCK, "a line of more than 1 MB", id="a line"),
    pytest.param(b"data: " + b"x" * BLOCK + b"\n", "an event of more than 1 MB", id="an event"),
    pytest.param(b": alive\n" * (BLOCK // 8), "an event of more than 1 MB", id="comments within an event"),
    pytest.param((b": " + b"x" * BLOCK + b"\n\n") * 16, "a reply of more than 64 MB", id="events of comments"),
]


@pytest.mark.parametrize(("piece", "says"), TOO_LONG)
def test_nothing_is_without_end(piece: bytes, says: str) -> None:
    """Not a line, not an event, not the whole."""
    with pytest.raises(ReplyTruncated, match=says):
        list(events(endless(piece)))


def test_what_is_just_short_enough_is_taken() -> None:
    """To the byte."""
    longest = b"data: " + b"x" * (LONGEST_EVENT - 6)
    assert len(next(events([longest, b"\n\n"]))) == LONGEST_EVENT - 6
    with pytest.raises(ReplyTruncated):
        list(events([longest, b"x\n\n"]))
