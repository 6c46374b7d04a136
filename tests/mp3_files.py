"""Small mp3 files of silence, frame by frame as ISO 11172-3 has them: constant and changing bitrates, with a table of
places and without."""

import struct

# Bits of a frame's header: version (3 is MPEG 1, 2 is MPEG 2), bitrates in kbit/s by their index, samples a second.
_BITRATES = {
    3: (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320),
    2: (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160),
}
_RATES = {3: 44_100, 2: 22_050}
_MONO = 3


def frame(kbits: int, *, version: int = 3, padding: bool = False, mono: bool = False, tag: bytes = b"") -> bytes:
    """Return a frame; `tag` stands behind its side information, where what says how to seek does."""
    head = bytes(
        (
            0xFF,
            0xE0 | version << 3 | 0b011,
            _BITRATES[version].index(kbits) << 4 | padding << 1,
            _MONO << 6 if mono else 0,
        )
    )
    length = (144 if version == 3 else 72) * kbits * 1_000 // _RATES[version] + padding
    side = (17 if mono else 32) if version == 3 else (9 if mono else 17)
    return (head + bytes(side) + tag).ljust(length, b"\0")[:length]


def frames(*kbits: int, version: int = 3, mono: bool = False) -> bytes:
    """Return frames of these bitrates."""
    return b"".join(frame(one, version=version, mono=mono) for one in kbits)


def xing(name: bytes = b"Xing", *, places: bool = True) -> bytes:
    """Return what an encoder writes into the first frame: how many frames and bytes follow, and a hundred places."""
    return struct.pack(">4sIII", name, 0b0111 if places else 0b0011, 100, 40_000) + (bytes(100) if places else b"")


def vbri() -> bytes:
    """Return Fraunhofer's table; it stands 32 bytes behind the header, whatever the side information."""
    return struct.pack(">4sHHHIIHHHH", b"VBRI", 1, 0, 75, 40_000, 100, 10, 1, 2, 10)


def id3(content: bytes, *, footer: bool = False) -> bytes:
    """Return a tag (ID3v2.4) with a picture or whatever else."""
    size = bytes(len(content) >> shift & 0x7F for shift in (21, 14, 7, 0))
    head = b"\x04\x00" + bytes((0x10 if footer else 0,)) + size
    return b"ID3" + head + content + (b"3DI" + head if footer else b"")


def changing(count: int = 40) -> list[int]:
    """Return bitrates as they change with what is said."""
    return [(64, 128, 96)[number % 3] for number in range(count)]
