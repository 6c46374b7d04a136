"""Whether a player can find a place in an mp3 file: from its bitrate where that is constant, else from a table of
places at its beginning.

Frames are those of ISO 11172-3 (2.4.1) and 13818-3; the tables are Xing's, which LAME and ffmpeg write, and
Fraunhofer's (VBRI).
"""

from collections.abc import Iterator
from io import SEEK_END, BufferedIOBase
from typing import NamedTuple

MOST_READ = 1_048_576
"""Bytes that are read of a file behind its tags."""
_AT_FIRST = MOST_READ // 2  # half a minute of speech
_PIECES = 32  # of the rest, evenly, the last one at its end
_PIECE = (MOST_READ - _AT_FIRST) // _PIECES  # a second of speech
_LONGEST = 2_048  # more bytes than a frame has
_SURE = 4  # frames that follow each other; fewer may be other bytes that look so
_MOST_TAGS = 8
_TAG_HEAD = 10
_HEAD = 4
_SEARCHED = 65_536  # bytes behind the tags in which the first frame begins
_MPEG_1, _RESERVED, _LAYER_3 = 3, 1, 1
_BITRATES = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_LOWER_BITRATES = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
_RATES = (44_100, 48_000, 32_000)
_SHARES = {3: 1, 2: 2, 0: 4}  # of these rates, by version: MPEG 1, MPEG 2, MPEG 2.5
_MONO = 3
_HAS_PLACES = 0b100
_VBRI_AT = 36


class _Frame(NamedTuple):
    """A frame's first byte in the bytes read, its length, its bitrate in kbit/s, what all frames of a file have in
    common, and where Xing's table stands in it."""

    start: int
    length: int
    bitrate: int
    kind: tuple[int, int]
    table_at: int


def _frame_at(data: bytes, start: int) -> _Frame | None:
    """Return the frame of layer III whose header stands there, None where there is none."""
    head = data[start : start + _HEAD]
    if len(head) < _HEAD or head[0] != 0xFF or head[1] & 0xE0 != 0xE0:
        return None
    version, layer, unprotected = head[1] >> 3 & 3, head[1] >> 1 & 3, head[1] & 1
    bitrate, rate = head[2] >> 4, head[2] >> 2 & 3
    if version == _RESERVED or layer != _LAYER_3 or bitrate in {0, len(_BITRATES)} or rate == len(_RATES):
        return None
    is_first = version == _MPEG_1
    kbits = (_BITRATES if is_first else _LOWER_BITRATES)[bitrate]
    samples = _RATES[rate] // _SHARES[version]
    length = (144 if is_first else 72) * kbits * 1_000 // samples + (head[2] >> 1 & 1)
    is_mono = head[3] >> 6 == _MONO
    side = (17 if is_mono else 32) if is_first else (9 if is_mono else 17)
    return _Frame(start, length, kbits, (version, rate), start + _HEAD + side + (0 if unprotected else 2))


def _goes_on(data: bytes, frame: _Frame) -> bool:
    after = _frame_at(data, frame.start + frame.length)
    return after is not None and after.kind == frame.kind


def _first_frame(data: bytes, searched: int) -> _Frame | None:
    start = data.find(b"\xff", 0, searched)
    while start >= 0:
        frame = _frame_at(data, start)
        if frame is not None and _goes_on(data, frame):
            return frame
        start = data.find(b"\xff", start + 1, searched)
    return None


def _frames(data: bytes, searched: int = _SEARCHED) -> Iterator[_Frame]:
    """Yield frames that follow each other, each with one of its kind behind it: any bytes may look like a header."""
    frame = _first_frame(data, searched)
    while frame is not None and _goes_on(data, frame):
        yield frame
        frame = _frame_at(data, frame.start + frame.length)


def _behind_tags(file: BufferedIOBase) -> None:
    """Go to where the sound begins; tags (ID3v2), which may hold pictures, are not read."""
    for _ in range(_MOST_TAGS):
        start = file.tell()
        head = file.read(_TAG_HEAD)
        if len(head) < _TAG_HEAD or not head.startswith(b"ID3"):
            file.seek(start)
            return
        size = sum((byte & 0x7F) << shift for byte, shift in zip(head[6:], (21, 14, 7, 0), strict=True))
        file.seek(start + _TAG_HEAD + size + (_TAG_HEAD if head[5] & 0x10 else 0))


def _later_bitrates(file: BufferedIOBase, kind: tuple[int, int]) -> Iterator[int]:
    """Yield the bitrates of frames of a kind in pieces of the rest of a file."""
    start = file.tell()
    room = max(0, file.seek(0, SEEK_END) - start - _PIECE)
    for at in sorted({start + room * number // (_PIECES - 1) for number in range(_PIECES)}):
        file.seek(at)
        frames = [frame for frame in _frames(file.read(_PIECE), _LONGEST) if frame.kind == kind]
        if len(frames) >= _SURE:
            yield from (frame.bitrate for frame in frames)


def hides_its_places(file: BufferedIOBase) -> bool:
    """Tell whether an mp3 file, open at its beginning, has a changing bitrate and no table of places.

    A player then guesses where a second stands from the bitrate of the first frames. At most `MOST_READ` bytes are
    read behind its tags: its beginning, and pieces of the rest; what changes between these alone is not noticed.
    """
    _behind_tags(file)
    data = file.read(_AT_FIRST)
    frames = _frames(data)
    first = next(frames, None)
    if first is None:
        return False
    table = data[first.table_at : first.table_at + 8]
    is_header = table[:4] in {b"Xing", b"Info"}
    has_places = is_header and bool(table[-1] & _HAS_PLACES)
    if has_places or data.startswith(b"VBRI", first.start + _VBRI_AT):
        return False
    bitrates = {frame.bitrate for frame in frames}
    if not is_header:
        bitrates.add(first.bitrate)
    return len(bitrates) > 1 or len(bitrates.union(_later_bitrates(file, first.kind))) > 1
