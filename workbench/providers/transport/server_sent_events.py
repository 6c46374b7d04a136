"""Server-sent events, read strictly: what a server sends is bounded in every direction while it is read."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from core.errors import ReplyTruncated

LONGEST_EVENT = 1_048_576  # bytes, its comments included
LONGEST_STREAM = 67_108_864  # bytes: more than 200,000 tokens, which come in about 300 bytes each

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BOM = b"\xef\xbb\xbf"


def too_long(what: str, most: int) -> ReplyTruncated:
    """Return the error for something that is longer than so many bytes: asking again would bring the same."""
    message = f"The service sent {what} of more than {most // 1_048_576} MB, which was not read to its end."
    return ReplyTruncated(f"{message} Check the address, or use another model.")


def bounded(chunks: Iterable[bytes], most: int = LONGEST_STREAM) -> Iterator[bytes]:
    """Yield the chunks of a reply. Raises ReplyTruncated as soon as they are more than `most` bytes together."""
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > most:
            raise too_long("a reply", most)
        yield chunk


def _split(chunks: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield the lines that each chunk ends, without their ends, and at last what follows the last of them."""
    parts: list[bytes] = []
    size = 0
    held = b""  # a \r at the end of a chunk, which may be half of a line end
    for chunk in chunks:
        came = held + chunk
        held = came[-1:] if came.endswith(b"\r") else b""
        first, *others = _LINE_END.split(came[: len(came) - len(held)])
        parts.append(first)
        size += len(first)
        if others:
            yield [b"".join(parts), *others[:-1]]
            parts, size = [others[-1]], len(others[-1])
        if size > LONGEST_EVENT:
            raise too_long("a line", LONGEST_EVENT)
    rest = b"".join(parts)
    if held or rest:
        yield [rest]


def lines_of(chunks: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield the lines of a stream that is cut anywhere, those together that one chunk ends, without line ends and byte
    order mark.

    Raises ReplyTruncated for an event of more than LONGEST_EVENT bytes, and for more than LONGEST_STREAM in all.
    """
    is_first, size = True, 0
    for lines in _split(bounded(chunks)):
        if is_first:
            lines[0] = lines[0].removeprefix(_BOM)
            is_first = False
        for line in lines:
            size = size + len(line) if line else 0
            if size > LONGEST_EVENT:
                raise too_long("an event", LONGEST_EVENT)
        yield lines


def events(chunks: Iterable[bytes]) -> Iterator[str]:
    """Yield the data of each event of a stream of bytes, cut anywhere; an event that does not end is none.

    Comments and fields other than data are passed over; what is not UTF-8 becomes U+FFFD. Raises ReplyTruncated, as
    `lines_of`.
    """
    data: list[bytes] = []
    for line in chain.from_iterable(lines_of(chunks)):
        if line:
            name, _, value = line.partition(b":")
            if name == b"data":
                data.append(value.removeprefix(b" "))
        elif data:
            yield b"\n".join(data).decode("utf-8", "replace")
            data = []
