"""Server-sent events, read strictly: what a server sends is bounded in every direction, and nothing is guessed."""

import re
from collections.abc import Iterable, Iterator

from core.errors import ServiceTrouble

LONGEST_EVENT = 1_048_576  # bytes, its comments included
LONGEST_STREAM = 67_108_864  # bytes: more than 200,000 tokens, which come in about 300 bytes each

_LINE_END = re.compile(rb"\r\n|\n|\r")
_BOM = b"\xef\xbb\xbf"
_REMEDY = "Try again; if it happens again, use another server or model."


def _too_long(what: str, most: int) -> ServiceTrouble:
    return ServiceTrouble(f"The server sent {what} of more than {most // 1_048_576} MB. {_REMEDY}")


def _bounded(chunks: Iterable[bytes]) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > LONGEST_STREAM:
            raise _too_long("a reply", LONGEST_STREAM)
        yield chunk


def _lines(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of a stream without their ends; what follows the last line end is none."""
    parts: list[bytes] = []
    size = 0
    held = b""  # a \r at the end of a chunk, which may be half of a line end
    for chunk in chunks:
        came = held + chunk
        held = came[-1:] if came.endswith(b"\r") else b""
        first, *others = _LINE_END.split(came[: len(came) - len(held)])
        parts.append(first)
        size += len(first)
        for other in others:
            yield b"".join(parts)
            parts, size = [other], len(other)
        if size > LONGEST_EVENT:
            raise _too_long("a line", LONGEST_EVENT)
    if held:
        yield b"".join(parts)


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        message = f"The server sent bytes that are not valid UTF-8. {_REMEDY}"
        raise ServiceTrouble(message) from error


def events(chunks: Iterable[bytes]) -> Iterator[str]:
    """Yield the data of each event of a stream of bytes, cut anywhere; an event that does not end is none.

    Comments and fields other than data are passed over. Raises ServiceTrouble for what is not UTF-8, for an event of
    more than LONGEST_EVENT bytes, and for more than LONGEST_STREAM in all.
    """
    data: list[bytes] = []
    size = 0
    for number, line in enumerate(_lines(_bounded(chunks))):
        content = line.removeprefix(_BOM) if number == 0 else line
        if content:
            size += len(content)
            name, _, value = content.partition(b":")
            if name == b"data":
                data.append(value.removeprefix(b" "))
            if size > LONGEST_EVENT:
                raise _too_long("an event", LONGEST_EVENT)
        else:
            if data:
                yield _text(b"\n".join(data))
            data, size = [], 0
