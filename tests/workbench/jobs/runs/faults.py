"""What two services can do to the calls for one chapter, and what becomes of a run: written by thought, before any of
it was run.

The wire formats are those of `tests.wire`; clients ask three times, and twice where the service hangs.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from core.llm.client import Outcome, Purpose
from tests.wire import gemini, openai
from tests.wire.server import End, Script

FIRST, SIMPLER, REST = Purpose.FIRST, Purpose.SIMPLER, Purpose.CONTINUATION
COMPLETE, TRUNCATED, REFUSED = Outcome.COMPLETE, Outcome.TRUNCATED, Outcome.REFUSED
TRANSIENT, FATAL = Outcome.TRANSIENT, Outcome.FATAL

PAGE = "<!doctype html><html><body><h1>Bad Gateway</h1></body></html>"
CUT_AFTER = 40  # characters of a reply

Asked = tuple[Purpose, Outcome, int]
"""A call: what for, how it ended, and the requests that were sent for it."""


class Ends(NamedTuple):
    """What becomes of a chapter: the calls for it, and why it is its key excerpts only, "" where it is written."""

    calls: tuple[Asked, ...]
    fallback: str = ""


class Fails(NamedTuple):
    """How the first call for a chapter fails, with what the run says then."""

    call: Asked
    says: str


WELL = Ends(((FIRST, COMPLETE, 1),))
REFUSES = ((FIRST, REFUSED, 1), (SIMPLER, REFUSED, 1))
CUT_OFF = ((FIRST, TRUNCATED, 1), (REST, TRUNCATED, 1))
UNREACHABLE, SILENT, CUT = "connection refused", "hanging before", "cut"
HANGING = "hanging in mid-body"
AWAY = frozenset({UNREACHABLE})  # nobody is there for the calls that this strikes
IMPATIENT = frozenset({SILENT, HANGING})  # a client waits for a moment only

BOTH: dict[str, Ends | Fails] = {
    "normal": WELL,
    "slow": WELL,
    "duplicate chunks": WELL,
    # What can be read is read; the words around it are checked like any other.
    "invalid UTF-8": WELL,
    "half a character": WELL,
    "503 twice": Ends(((FIRST, COMPLETE, 3),)),
    "429 for a moment": Ends(((FIRST, COMPLETE, 2),)),
    "no finish reason": Ends(CUT_OFF, "without saying that it was complete"),
    "no tokens left": Ends(CUT_OFF, "The reply was cut off"),
    "empty": Ends(((FIRST, COMPLETE, 1), (SIMPLER, COMPLETE, 1)), "A simpler prompt did not help"),
    "content filter": Ends(REFUSES, "A simpler prompt did not help"),
    "unknown reason": Ends(REFUSES, "A_NEW_REASON"),
    "429 for an hour": Fails((FIRST, TRANSIENT, 1), "60 minutes"),
    "429 for junk": Fails((FIRST, TRANSIENT, 3), "It was asked 3 times."),
    "500 as HTML": Fails((FIRST, TRANSIENT, 3), "500"),
    "400": Fails((FIRST, FATAL, 1), "Too odd."),
    "401": Fails((FIRST, FATAL, 1), "Who is that?"),
    "invalid JSON": Fails((FIRST, TRANSIENT, 3), "It was asked 3 times."),
    CUT: Fails((FIRST, TRANSIENT, 3), "broke"),
    UNREACHABLE: Fails((FIRST, TRANSIENT, 3), "127.0.0.1:"),
    SILENT: Fails((FIRST, TRANSIENT, 2), "It was asked 2 times."),
    HANGING: Fails((FIRST, TRANSIENT, 2), "It was asked 2 times."),
}
OF_GEMINI: dict[str, Ends | Fails] = {
    **BOTH,
    "blocked prompt": Ends(REFUSES, "did not let the prompt through (PROHIBITED_CONTENT)"),
    "RECITATION": Ends(REFUSES, "too close to a published text"),
}
OF_OPENAI: dict[str, Ends | Fails] = BOTH

Play = Callable[[str, int], Script]
"""What a request is answered, by the reply that there would be, and its number among those for the chapter."""


def _gemini(text: str) -> Script:
    return gemini.streamed(
        gemini.chunk(text[:CUT_AFTER], used=gemini.usage(120, 1)),
        gemini.chunk(text[CUT_AFTER:], finish="STOP", used=gemini.usage(120, 30)),
    )


def _gemini_ends(text: str, reason: str) -> Script:
    return gemini.streamed(gemini.chunk(text[:CUT_AFTER]), gemini.chunk(finish=reason, used=gemini.usage(120, 30)))


def _of_times(times: int, before: Script, after: Callable[[str], Script]) -> Play:
    return lambda text, number: before if number <= times else after(text)


def _always(script: Script) -> Play:
    return lambda _text, _number: script


GEMINI: Mapping[str, Play] = {
    "normal": lambda text, _: _gemini(text),
    "slow": lambda text, _: gemini.streamed(
        gemini.chunk(text[:CUT_AFTER]), 0.05, gemini.chunk(text[CUT_AFTER:]), 0.05, gemini.chunk(finish="STOP")
    ),
    "duplicate chunks": lambda text, _: gemini.streamed(
        gemini.chunk(text), gemini.chunk(text[CUT_AFTER:]), gemini.chunk(text[CUT_AFTER:], finish="STOP")
    ),
    "503 twice": _of_times(2, gemini.page(503, PAGE), _gemini),
    "429 for a moment": _of_times(1, gemini.failed(429, "Slow down.", Retry_After="0.05"), _gemini),
    "no finish reason": lambda text, _: gemini.streamed(gemini.chunk(text[:CUT_AFTER])),
    "no tokens left": lambda text, _: _gemini_ends(text, "MAX_TOKENS"),
    "empty": _always(gemini.streamed(gemini.chunk("", finish="STOP"))),
    "content filter": lambda text, _: _gemini_ends(text, "SAFETY"),
    "unknown reason": lambda text, _: _gemini_ends(text, "A_NEW_REASON"),
    "429 for an hour": _always(gemini.failed(429, "Slow down.", Retry_After="3600")),
    "429 for junk": _always(gemini.failed(429, "Slow down.", Retry_After="soon")),
    "500 as HTML": _always(gemini.page(500, PAGE)),
    "400": _always(gemini.failed(400, "Too odd.")),
    "401": _always(gemini.failed(401, "Who is that?")),
    "invalid JSON": _always(gemini.streamed(b'data: {"candidates": [{"content": \r\n\r\n')),
    CUT: lambda text, _: _gemini(text).cut(300),
    UNREACHABLE: lambda text, _: _gemini(text),
    SILENT: _always(Script(end=End.HANG)),
    HANGING: lambda text, _: _gemini(text).cut(300, End.HANG),
    "blocked prompt": _always(gemini.streamed(gemini.blocked("PROHIBITED_CONTENT"))),
    "RECITATION": lambda text, _: _gemini_ends(text, "RECITATION"),
    "half a character": lambda text, _: gemini.streamed(
        gemini.chunk(text),
        b'data: {"candidates": [{"content": {"parts": [{"text": "\\ud800"}]}}]}\n\n',
        gemini.chunk(finish="STOP"),
    ),
    "invalid UTF-8": lambda text, _: gemini.streamed(
        gemini.chunk(text), gemini.event(gemini.chunk("A caf~.", finish="STOP")).replace(b"~", b"\xff")
    ),
}


def _openai(text: str) -> Script:
    return openai.streamed(
        openai.chunk(text[:CUT_AFTER]),
        openai.chunk(text[CUT_AFTER:]),
        openai.chunk(finish="stop"),
        openai.used(openai.usage(120, 30)),
        openai.DONE,
    )


def _openai_ends(text: str, reason: str) -> Script:
    return openai.streamed(openai.chunk(text[:CUT_AFTER]), openai.chunk(finish=reason), openai.DONE)


OPENAI: Mapping[str, Play] = {
    "normal": lambda text, _: _openai(text),
    "slow": lambda text, _: openai.streamed(
        openai.chunk(text[:CUT_AFTER]), 0.05, openai.chunk(text[CUT_AFTER:]), 0.05, openai.chunk(finish="stop")
    ),
    "duplicate chunks": lambda text, _: openai.streamed(
        openai.chunk(text), openai.chunk(text[CUT_AFTER:]), openai.chunk(text[CUT_AFTER:]), openai.chunk(finish="stop")
    ),
    "503 twice": _of_times(2, openai.failed(503, PAGE), _openai),
    "429 for a moment": _of_times(1, openai.failed(429, openai.trouble("Slow down."), Retry_After="0.05"), _openai),
    "no finish reason": lambda text, _: openai.streamed(openai.chunk(text[:CUT_AFTER])),
    "no tokens left": lambda text, _: _openai_ends(text, "length"),
    "empty": _always(openai.streamed(openai.chunk(""), openai.chunk(finish="stop"), openai.DONE)),
    "content filter": lambda text, _: _openai_ends(text, "content_filter"),
    "unknown reason": lambda text, _: _openai_ends(text, "A_NEW_REASON"),
    "429 for an hour": _always(openai.failed(429, openai.trouble("Slow down."), Retry_After="3600")),
    "429 for junk": _always(openai.failed(429, openai.trouble("Slow down."), Retry_After="soon")),
    "500 as HTML": _always(openai.failed(500, PAGE)),
    "400": _always(openai.failed(400, openai.trouble("Too odd."))),
    "401": _always(openai.failed(401, openai.trouble("Who is that?"))),
    "invalid JSON": _always(openai.streamed(b'data: {"choices": [\n\n')),
    CUT: lambda text, _: _openai(text).cut(300),
    UNREACHABLE: lambda text, _: _openai(text),
    SILENT: _always(Script(end=End.HANG)),
    HANGING: lambda text, _: _openai(text).cut(300, End.HANG),
    "half a character": lambda text, _: openai.streamed(
        openai.chunk(text), b'data: {"choices": [{"delta": {"content": "\\ud800"}}]}\n\n', openai.chunk(finish="stop")
    ),
    "invalid UTF-8": lambda text, _: openai.streamed(
        openai.chunk(text), openai.event(openai.chunk("A caf~.")).replace(b"~", b"\xff"), openai.chunk(finish="stop")
    ),
}
