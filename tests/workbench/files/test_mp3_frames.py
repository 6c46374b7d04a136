"""Which mp3 files a browser cannot find places in: those whose bitrate changes and that have no table of places."""

import io
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.mp3_files import changing, frame, frames, id3, vbri, xing
from tests.properties import examples
from workbench.files.mp3_frames import MOST_READ, hides_its_places

CBR = frames(*[128] * 60)
VBR = frames(*changing())
LONG = frames(*[128] * 12_000)  # five minutes, 5 MB
TAG = b"TAG" + bytes(125)
NOISE = Random(24).randbytes(2_000_000)
# Cut inside a word, as a stream that was recorded from its middle on begins.
LOST = frame(128)[100:]
HIDES = {
    "a changing bitrate": VBR,
    "it changes after a second of one bitrate": frames(*[64] * 40, *changing()),
    "a tag before it": id3(b"TIT2" + bytes(300)) + VBR,
    "two tags, one with a footer": id3(bytes(50), footer=True) + id3(bytes(70)) + VBR,
    "a picture, which is not read": id3(bytes(3_000_000)) + VBR,
    "zeros behind the tag": id3(bytes(50)) + bytes(2_000) + VBR,
    "what looks like a frame in a tag": id3(frame(128, tag=xing())) + VBR,
    "it begins in a frame": LOST + VBR,
    "it changes behind the first minutes": LONG + frames(*changing(3_000)),
    "it changes in the middle alone": LONG + frames(*changing(3_000)) + LONG,
    "it changes at the end, before a tag": LONG * 3 + frames(*changing(1_500)) + TAG,
    "another bitrate from the middle on": LONG + frames(*[64] * 12_000),
    "a long tag, and it changes in the middle": id3(bytes(3_000_000)) + LONG + frames(*changing(3_000)) + LONG,
    "a header without places, and it changes in the middle": frame(64, tag=xing(places=False)) + LONG + VBR * 80 + LONG,
    "MPEG 2, mono": frames(*[16, 32, 24] * 20, version=2, mono=True),
    "a header with the count of frames, without places": frame(64, tag=xing(places=False)) + VBR,
}
SHOWS = {
    "a constant bitrate": CBR,
    "a constant one with padding": b"".join(frame(128, padding=number % 2 == 0) for number in range(60)),
    "a constant one of MPEG 2": frames(*[32] * 60, version=2),
    "a constant one with its own header": frame(64, tag=xing(b"Info")) + CBR,
    "a constant one with a header without places": frame(64, tag=xing(b"Info", places=False)) + CBR,
    "a table of places": frame(64, tag=xing()) + VBR,
    "a table of places, mono": frame(64, mono=True, tag=xing()) + frames(*changing(), mono=True),
    "a table of places, MPEG 2, mono": frame(64, version=2, mono=True, tag=xing())
    + frames(*[16, 32, 24] * 20, version=2, mono=True),
    "a table of places behind a tag": id3(bytes(500)) + frame(64, tag=xing()) + VBR,
    "Fraunhofer's table": frame(64, tag=vbri()) + VBR,
    "a constant one, then what is no sound": CBR + b"TAG" + bytes(125),
    "a constant one with a broken frame": frames(*[128] * 5) + b"\xff\xfb\x50\x00" + bytes(80) + frames(*[128] * 5),
    "a long constant one": LONG,
    "a long constant one with padding": b"".join(frame(128, padding=number % 2 == 0) for number in range(9_000)),
    "a long constant one with its own header and a tag": frame(64, tag=xing(b"Info")) + LONG + TAG,
    "a long constant one with what is no sound in it": LONG + NOISE + LONG,
    "a long constant one with frames of another kind in it": LONG + frames(*[32] * 9_000, version=2) + LONG,
    "a table of places before a long one": frame(64, tag=xing()) + LONG + VBR * 80,
    "one frame": frame(128),
    "nothing": b"",
    "no frame": bytes(5_000),
    "a tag alone": id3(bytes(300)),
    "a tag that is longer than the file": id3(bytes(300))[:100],
}


@pytest.mark.parametrize("data", HIDES.values(), ids=HIDES.keys())
def test_a_changing_bitrate_without_a_table_is_found(data: bytes) -> None:
    """Wherever its first frame stands."""
    assert hides_its_places(io.BytesIO(data))


@pytest.mark.parametrize("data", SHOWS.values(), ids=SHOWS.keys())
def test_there_is_no_false_alarm(data: bytes) -> None:
    """A constant bitrate, a table of places, and what cannot be read as frames."""
    assert not hides_its_places(io.BytesIO(data))


def test_a_golden_header() -> None:
    """FF FB 90 00: MPEG 1, layer III, 128 kbit/s, 44,100 Hz, 417 bytes; the next of 64 kbit/s has 208."""
    one, other = b"\xff\xfb\x90\x00" + bytes(413), b"\xff\xfb\x50\x00" + bytes(204)
    assert (frame(128), frame(64)) == (one, other)
    assert hides_its_places(io.BytesIO(one * 3 + other * 3))
    assert not hides_its_places(io.BytesIO(one * 6))


class Counted(io.BytesIO):
    """A file that counts what is read of it."""

    taken = 0

    def read(self, size: int | None = -1, /) -> bytes:
        """Return the next bytes."""
        data = super().read(size)
        self.taken += len(data)
        return data


@pytest.mark.parametrize(
    "data",
    [
        CBR * 300,
        LONG + b"\xff" * 4_000_000,
        LONG + VBR * 80,
        id3(bytes(200_000)) * 40,
        bytes(9_000_000),
        b"\xff" * 9_000_000,
    ],
)
def test_little_is_read(data: bytes) -> None:
    """However long the file is."""
    file = Counted(data)
    hides_its_places(file)
    assert file.taken <= MOST_READ + 1_000


@examples(200)
@given(
    st.lists(st.sampled_from([frame(128), frame(64), b"\xff", b"ID3", b"\xff\xfb\x90", xing(), b"\0"]) | st.binary())
)
def test_no_bytes_are_an_error(parts: list[bytes]) -> None:
    """Whatever a file holds."""
    assert hides_its_places(io.BytesIO(b"".join(parts))) in (True, False)
