"""What a server with OpenAI's protocol can do to a call, and what becomes of it: written by thought, before any of it
was run.

A person reads `says` (a part of the message). `requests` is what the server sees, and what the call says that it sent.
"""

import json
from typing import NamedTuple

from core.errors import KeyRefused, ReplyTruncated, ServiceTrouble, TimedOut
from core.llm.client import Outcome, Usage
from tests.wire.openai import DONE, answered, chunk, completed, event, failed, streamed, trouble, usage, used
from tests.wire.server import End, Script, said, whole
from tests.workbench.providers.asking import NOTHING, Ends, Fails

CANARY = "sk-Canary+8Qw2/Zx5Cv7Bn9Mk1Lp3Ok6Ij=="  # the key of these tests, which nobody may ever read
PAGE = "<!doctype html><html><body><h1>Bad Gateway</h1><script>alert(1)</script></body></html>"


class Fault(NamedTuple):
    """What the server does, request by request, the last for all that follow; `attempts` is the client's patience."""

    name: str
    scripts: tuple[Script, ...]
    becomes: Ends | Fails
    attempts: int = 1


PARTS = (
    chunk("", role="assistant"),
    chunk("One ☕ "),
    chunk("two."),
    chunk(finish="stop"),
    used(usage(120, 30)),
)
GOOD = streamed(*PARTS, DONE)
TOOK = Usage(input_tokens=120, output_tokens=30)
TEXT = "One ☕ two."
FINE = Ends(Outcome.COMPLETE, TEXT, "stop", "", TOOK)
UNCOUNTED = FINE._replace(usage=NOTHING)
BODY = b"".join(map(event, PARTS)) + DONE
WITHOUT_END = streamed(*PARTS[:4])
OPEN = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"  # ends where the connection does
SSE = {"Content_Type": "text/event-stream"}
EVERY_WAY = f"Incorrect API key provided: {CANARY} ({CANARY.replace('+', '%2B').replace('/', '%2f')})."
FIRST = chunk("One ")
HALVES = b'{"choices": [{"delta": {"content": "a\\ude00b\\ud83d"}, "finish_reason": "stop"}]}'
HALVED = Ends(Outcome.COMPLETE, "a\ufffdb\ufffd", "stop")


def stopped(reason: str, outcome: Outcome, says: str) -> Fault:
    """Return a reply that ended for another reason than that it was complete."""
    script = streamed(FIRST, chunk(finish=reason), used(usage(120, 30)), DONE)
    return Fault(f"finish reason {reason}", (script,), Ends(outcome, "One ", reason, says, TOOK))


def not_expected(name: str, *pieces: bytes, says: str = "not the protocol") -> Fault:
    """Return a stream that is none of this protocol."""
    return Fault(name, (streamed(FIRST, *pieces, DONE),), Fails(ServiceTrouble, says))


def spelled(name: str, body: bytes, becomes: Ends = FINE) -> Fault:
    """Return a stream whose bytes are other than usual and mean the same."""
    return Fault(name, (said((body,), **SSE),), becomes)


def one_by_one(body: bytes) -> Script:
    """Return a body whose bytes come alone."""
    return said((bytes([byte]) for byte in body), **SSE)


NORMAL = [
    Fault("normal", (GOOD,), FINE),
    Fault("slow", (streamed(*(part for one in PARTS for part in (0.05, one)), DONE),), FINE),
    Fault("byte by byte", (one_by_one(BODY),), FINE),
    spelled("all at once", BODY),
    spelled("CRLF", BODY.replace(b"\n", b"\r\n")),
    Fault("CRLF byte by byte", (one_by_one(BODY.replace(b"\n", b"\r\n")),), FINE),
    spelled("CR", BODY.replace(b"\n", b"\r")),
    spelled("a mark of byte order", b"\xef\xbb\xbf" + BODY),
    spelled("no space after data:", BODY.replace(b"data: ", b"data:")),
    spelled(
        "comments and other fields", BODY.replace(b"data: ", b": alive\nevent: message\nid: 7\nretry: 9\nfoo\ndata: ")
    ),
    spelled("an event of comments", b": PROCESSING\n\n" * 3 + BODY),
    spelled("data in two lines", BODY.replace(b'"choices": ', b'\ndata: "choices": ')),
    spelled("no [DONE]", BODY.removesuffix(DONE)),
    spelled("words after [DONE]", BODY + event(chunk("more"))),
    spelled("no usage", b"".join(map(event, PARTS[:4])) + DONE, FINE._replace(usage=NOTHING)),
    spelled("usage that is null until the end", b"".join(event({"usage": None, **part}) for part in PARTS) + DONE),
    spelled("unknown fields", b"".join(event({**part, "novel": {"deep": [1]}}) for part in PARTS) + DONE),
    Fault(
        "usage in every part, the last counts",
        (streamed(*({**part, "usage": usage(120, n)} for n, part in enumerate(PARTS[:4], 27)), DONE),),
        FINE,
    ),
    Fault(
        "thinking",
        (
            streamed(
                chunk(reasoning_content="Hm."),
                chunk(None, reasoning="Hm."),
                *PARTS[1:4],
                used(usage(120, 30, thinking=20, cached=64)),
                DONE,
            ),
        ),
        FINE._replace(usage=Usage(input_tokens=120, output_tokens=10, thinking_tokens=20, cached_tokens=64)),
    ),
    Fault(
        "usage that is nonsense",
        (
            streamed(
                *PARTS[:4],
                used(
                    {
                        "prompt_tokens": -1,
                        "completion_tokens": "30",
                        "total_tokens": 1e99,
                        "prompt_tokens_details": {"cached_tokens": True},
                    }
                ),
                DONE,
            ),
        ),
        UNCOUNTED,
    ),
    Fault(
        "one character as two halves apart",
        (
            said(
                (
                    b"".join(
                        (
                            event(chunk("One ")),
                            b'data: {"choices":[{"delta":{"content":"\\ud83d"}}]}\n\n',
                            b'data: {"choices":[{"delta":{"content":"\\ude00!"}}]}\n\n',
                            event(chunk(finish="stop")),
                        )
                    ),
                ),
                **SSE,
            ),
        ),
        Ends(Outcome.COMPLETE, "One 😀!", "stop"),
    ),
    Fault("half of a character", (streamed(b"data: " + HALVES + b"\n\n"),), HALVED),
    Fault(
        "invalid UTF-8",
        (streamed(b'data: {"choices":[{"delta":{"content":"caf\xff"},"finish_reason":"stop"}]}\n\n'),),
        Ends(Outcome.COMPLETE, "caf\ufffd", "stop"),
    ),
    Fault(
        "duplicate chunks",
        (streamed(FIRST, FIRST, chunk("two."), chunk(finish="stop"), chunk(finish="stop"), DONE),),
        Ends(Outcome.COMPLETE, "One One two.", "stop"),
    ),
    Fault(
        "empty",
        (streamed(chunk(""), chunk(finish="stop"), used(usage(120, 0)), DONE),),
        Ends(Outcome.COMPLETE, "", "stop", "", Usage(input_tokens=120, output_tokens=0)),
    ),
    Fault(
        "words in parts",
        (
            streamed(
                chunk(
                    content=[{"type": "text", "text": "One ☕ "}, {"type": "thinking", "thinking": [{"text": "Hm."}]}]
                ),
                chunk(content=[{"type": "text", "text": "two."}]),
                chunk(content=[], finish="stop"),
                DONE,
            ),
        ),
        UNCOUNTED,
    ),
    Fault(
        "the key",
        (streamed(chunk(f"It is {CANARY[:9]}"), chunk(f"{CANARY[9:]}, or {CANARY}. sk"), chunk(finish="stop"), DONE),),
        Ends(Outcome.COMPLETE, "It is [key], or [key]. sk", "stop"),
    ),
    Fault("a whole reply though a stream was asked for", (completed(TEXT, counts=usage(120, 30)),), FINE),
    Fault(
        "cut after the end of the reply",
        (WITHOUT_END.cut(WITHOUT_END.size - len(b"0\r\n\r\n")),),
        UNCOUNTED,
    ),
    Fault("broken after the end of the reply", (streamed(*PARTS[:4], b"data: {oops\n\n"),), UNCOUNTED),
]

ENDINGS = [
    stopped("length", Outcome.TRUNCATED, "cut off"),
    stopped("content_filter", Outcome.REFUSED, "content filter"),
    stopped("tool_calls", Outcome.REFUSED, "tool_calls"),
    stopped("novel_reason", Outcome.REFUSED, "not known here: novel_reason"),
    Fault(
        "a filter, and then a stop",
        (streamed(FIRST, chunk(finish="content_filter"), chunk(finish="stop"), DONE),),
        Ends(Outcome.REFUSED, "One ", "content_filter", "content filter"),
    ),
    Fault(
        "a refusal in parts",
        (
            streamed(
                chunk(None, refusal="I cannot "),
                chunk(None, refusal="help."),
                chunk(finish="stop"),
                used(usage(120, 30)),
                DONE,
            ),
        ),
        Ends(Outcome.REFUSED, "", "refusal", "“I cannot help.”", TOOK),
    ),
    Fault(
        "a finish reason with the key in it",
        (streamed(FIRST, chunk(finish=f"bad {CANARY}"), DONE),),
        Ends(Outcome.REFUSED, "One ", "bad [key]", "bad [key]"),
    ),
    Fault(
        "no finish reason",
        (streamed(*PARTS[:3], used(usage(120, 30)), DONE),),
        Ends(Outcome.TRUNCATED, TEXT, "no finish reason", "ended early", TOOK),
    ),
    Fault(
        "no finish reason, and the connection ends",
        (Script((OPEN, *map(event, PARTS[:3]))),),
        Ends(Outcome.TRUNCATED, TEXT, "no finish reason", "ended early"),
    ),
    Fault("nothing and [DONE]", (streamed(DONE),), Fails(ServiceTrouble, "before the first word", 2), 2),
    Fault("nothing at all", (streamed(),), Fails(ServiceTrouble, "before the first word")),
    Fault("no choices", (streamed({"choices": []}, {}, DONE),), Fails(ServiceTrouble, "before the first word")),
]

FAULTS = [*NORMAL, *ENDINGS]

WHOLE = [
    Fault("whole: normal", (completed(TEXT, counts=usage(120, 30)),), FINE),
    Fault("whole: in parts", (completed(None, content=[{"type": "text", "text": TEXT}]),), UNCOUNTED),
    Fault("whole: the key", (completed(f"It is {CANARY}."),), Ends(Outcome.COMPLETE, "It is [key].", "stop")),
    Fault("whole: without usage", (completed(TEXT),), UNCOUNTED),
    Fault(
        "whole: of another kind",
        (
            whole(
                json.dumps({"choices": [{"message": {"content": TEXT}, "finish_reason": "stop"}]}).encode(),
                Content_Type="text/plain",
            ),
        ),
        UNCOUNTED,
    ),
    Fault(
        "whole: thinking apart",
        (completed(TEXT, counts={**usage(120, 30, thinking=50), "total_tokens": 200}),),
        FINE._replace(usage=Usage(input_tokens=120, output_tokens=30, thinking_tokens=50)),
    ),
    Fault(
        "whole: thinking of nothing",
        (completed(TEXT, counts=usage(120, 30, thinking=0)),),
        FINE._replace(usage=Usage(input_tokens=120, output_tokens=30, thinking_tokens=0)),
    ),
    Fault(
        "whole: length",
        (completed("One", "length", counts=usage(120, 30)),),
        Ends(Outcome.TRUNCATED, "One", "length", "cut off", TOOK),
    ),
    Fault(
        "whole: content_filter",
        (completed(None, "content_filter"),),
        Ends(Outcome.REFUSED, "", "content_filter", "content filter"),
    ),
    Fault(
        "whole: refusal", (completed(None, refusal="No, sorry."),), Ends(Outcome.REFUSED, "", "refusal", "“No, sorry.”")
    ),
    Fault("whole: empty", (completed(""),), Ends(Outcome.COMPLETE, "", "stop")),
    Fault(
        "whole: no finish reason",
        (completed(TEXT, None),),
        Ends(Outcome.TRUNCATED, TEXT, "no finish reason", "ended early"),
    ),
    Fault("whole: nothing", (answered({"choices": []}),), Fails(ServiceTrouble, "before the first word")),
    Fault("whole: invalid JSON", (answered(b'{"choices": ['),), Fails(ServiceTrouble, "no JSON object")),
    Fault(
        "whole: invalid UTF-8",
        (answered(b'\xef\xbb\xbf{"choices": [{"message": {"content": "caf\xff"}, "finish_reason": "stop"}]}'),),
        Ends(Outcome.COMPLETE, "caf\ufffd", "stop"),
    ),
    Fault("whole: half of a character", (answered(HALVES.replace(b"delta", b"message")),), HALVED),
    Fault("whole: a web page", (whole(PAGE.encode(), Content_Type="text/html"),), Fails(ServiceTrouble, "a web page")),
    Fault("whole: an error", (answered(trouble("Overloaded.", code=503)),), Fails(ServiceTrouble, "failed (503)")),
    Fault("whole: cut", (completed(TEXT).cut(200), completed(TEXT)), UNCOUNTED._replace(requests=2), 2),
    Fault(
        "whole: longer in the making than a stream may be silent",
        (Script((0.5, *completed(TEXT).pieces)),),
        UNCOUNTED,
    ),
    Fault("whole: hanging while the deadline drips away", (Script((), End.HANG),), Fails(TimedOut, "too long")),
    Fault("whole: 401", (failed(401, trouble("Wrong key.")),), Fails(KeyRefused, "“Wrong key.”"), 4),
    Fault("whole: 503 and a reply", (failed(503, PAGE), completed(TEXT)), UNCOUNTED._replace(requests=2), 4),
    Fault(
        "whole: too much",
        (said((b" " * 1_000_000,) * 18, Content_Type="application/json"),),
        Fails(ReplyTruncated, "more than 8 MB"),
        4,
    ),
]
