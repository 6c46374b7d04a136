"""Recordings of tones whose seconds are known, and where a page's player stands."""

import math
import struct
import wave
from array import array
from collections.abc import Sequence
from pathlib import Path

RATE = 8_000  # samples a second
BYTES_A_SECOND = 192_000  # of an hour's recording


def tones(path: Path, seconds: float, at: Sequence[tuple[float, float]] = ()) -> Path:
    """Write a WAV file that is silent but for a tone from each start to each end."""
    samples = array("h", bytes(2 * int(seconds * RATE)))
    for start, end in at:
        for index in range(int(start * RATE), int(end * RATE)):
            samples[index] = int(20_000 * math.sin(index * math.tau * 440 / RATE))
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(samples.tobytes())
    return path


def hour(path: Path) -> Path:
    """Write an hour of silence, 691 MB, which take no room on a disk that keeps holes."""
    size, rate = 3_600 * BYTES_A_SECOND, BYTES_A_SECOND // 2
    head = struct.pack(
        "<4sI4s4sIHHIIHH4sI", b"RIFF", size + 36, b"WAVE", b"fmt ", 16, 1, 1, rate, BYTES_A_SECOND, 2, 16, b"data", size
    )
    with path.open("wb") as file:
        file.write(head)
        file.truncate(size + len(head))
    return path


_SILENCE = b"\xf8\xff\xfe"  # 20 ms of it in Opus (RFC 6716)


def _checksum(page: bytes) -> int:
    """Return the checksum of a page of Ogg (RFC 3533): CRC-32 with the usual polynomial, not mirrored, from 0."""
    crc = 0
    for byte in page:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (0x04C11DB7 if crc & 1 << 31 else 0)) & 0xFFFFFFFF
    return crc


def _page(number: int, packets: Sequence[bytes], samples: int, *, kind: int = 0) -> bytes:
    head = struct.pack("<4sBBqIIIB", b"OggS", 0, kind, samples, 1, number, 0, len(packets))
    page = head + bytes(map(len, packets)) + b"".join(packets)
    return page[:22] + struct.pack("<I", _checksum(page)) + page[26:]


def silent_ogg(path: Path, seconds: int) -> Path:
    """Write a silent Ogg file in Opus (RFC 7845), a page for each second."""
    head = struct.pack("<8sBBHIhB", b"OpusHead", 1, 1, 0, 48_000, 0, 0)
    tags = struct.pack("<8sI4sI", b"OpusTags", 4, b"none", 0)
    first = [_page(0, [head], 0, kind=2), _page(1, [tags], 0)]
    rest = (
        _page(second + 1, [_SILENCE] * 50, second * 48_000, kind=4 if second == seconds else 0)
        for second in range(1, seconds + 1)
    )
    path.write_bytes(b"".join((*first, *rest)))
    return path
