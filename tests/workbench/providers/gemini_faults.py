"""What Gemini's service can do to a call, and what becomes of it: written by thought, before any of it was run.

A person reads `says` (a part of the message). `requests` is what the server sees, and what the call says that it sent.
"""

import gzip
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from core.errors import (
    KeyRefused,
    ModelUnknown,
    NetworkTrouble,
    QuotaExceeded,
    ReplyTruncated,
    RequestRefused,
    ServiceTrouble,
    TimedOut,
)
from core.llm.client import Outcome, Usage
from tests.wire.gemini import (
    answered,
    blocked,
    chunk,
    error_info,
    event,
    failed,
    key_invalid,
    page,
    retry_info,
    streamed,
    trouble,
    usage,
)
from tests.wire.server import End, Script, said, whole
from tests.workbench.providers.asking import NOTHING, Ends, Fails

CANARY = "AIzaCanary-8Qw2Zx5Cv7Bn9Mk1Lp3Ok6Ij"  # the key of these tests, which nobody may ever read
PAGE = "<!doctype html><html><body><h1>Bad Gateway</h1><script>alert(1)</script></body></html>"
# Times of a client's patience, in seconds. Short are those that nothing else can end, whatever the machine does
# meanwhile; where a reply has to come in time, there is room for it.
NO_LIMITS: dict[str, float] = {}
NO_SILENCE = {"read_seconds": 0.15}
LITTLE_SILENCE = {"read_seconds": 0.8}
PAUSE = 0.28  # three of them are longer than that
NO_TIME = {"deadline": 0.5}
SILENT_BUT_FOR_THE_TIME = {"read_seconds": 0.1, **NO_TIME}


class Fault(NamedTuple):
    """What the server does, request by request, the last for all that follow.

    `attempts` and `limits` are the client's patience.
    """

    name: str
    scripts: tuple[Script, ...]
    becomes: Ends | Fails
    attempts: int = 1
    limits: Mapping[str, float] = NO_LIMITS


TWO_WORDS = (chunk("One ", used=usage(120, 1)), chunk("two."), chunk("", finish="STOP", used=usage(120, 30)))
GOOD = streamed(*TWO_WORDS)
TOOK = Usage(input_tokens=120, output_tokens=30)
FINE = Ends(Outcome.COMPLETE, "One two.", "STOP", "", TOOK)
BAD_JSON = b'data: {"candidates": [{"content": \r\n\r\n'
NOT_UTF8 = b'data: {"candidates": [{"content": {"parts": [{"text": "caf\xff"}]}, "finishReason": "STOP"}]}\r\n\r\n'
UNKNOWN_FIELDS = chunk("One two.", finish="STOP", used={**usage(120, 30), "novel": 3}, novel={"deep": [1]})
LATIN = whole("<p>Zugriff verweigert für Sie</p>".encode("latin-1"), "401 Unauthorized", Content_Type="text/html")
DRIP = said((b'data: {"candidates": [', *([0.02, b" "] * 300)), Content_Type="text/event-stream")
DRIPPING_HEAD = Script((b"HTTP/1.1 200 OK\r\nX: ", *([0.02, b"a"] * 300)))
OPEN = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"  # ends where the connection does
EVERY_KEY = f"Request with key {CANARY} was refused.\nSee\x1b[31m here\u202e."
NO_END = Script((OPEN, event(chunk("One two.", finish="STOP"))[6:]), End.HANG)


def stopped(reason: str, says: str) -> Fault:
    """Return a reply that Gemini broke off."""
    script = streamed(chunk("One "), chunk(finish=reason, used=usage(120, 30)))
    return Fault(f"finish reason {reason}", (script,), Ends(Outcome.REFUSED, "One ", reason, says, TOOK))


def not_gemini(name: str, *pieces: bytes) -> Fault:
    """Return a stream that is none of Gemini's."""
    return Fault(name, (streamed(*pieces),), Fails(ServiceTrouble, "does not have Gemini's form"))


PLAIN = b"".join(event(piece) for piece in TWO_WORDS).replace(b"\r\n", b"\n")
HALVES = b'{"candidates": [{"content": {"parts": [{"text": "a\\ude00b\\ud83d"}]}, "finishReason": "STOP"}]}'
HALVED = Ends(Outcome.COMPLETE, "a\ufffdb\ufffd", "STOP")
APART = ((b"One \\ud83d", b'"index": 0'), (b"\\ude00!", b'"finishReason": "STOP"'))
ENDLESS_WORDS = event(chunk("word " * 20_000))
OVER = GOOD.pieces[:-1]  # all but the end of the answer: the reply itself is whole
# A count that is none is not known, and the reply is what it is.
ODD_COUNTS = {"promptTokenCount": 1.5, "candidatesTokenCount": "many", "thoughtsTokenCount": -3}
ODD_USAGES: tuple[Any, ...] = (
    [],
    "none",
    {**ODD_COUNTS, "promptTokensDetails": [{"tokenCount": 1.5}]},
    dict.fromkeys(ODD_COUNTS, 10**30),
    {"promptTokenCount": True, "candidatesTokenCount": 2**53},
)
EVEN = {**usage(120, 30), "promptTokensDetails": [{"modality": "TEXT", "tokenCount": 120}]}

ANSWERED = (
    Fault("cut after the end of the reply", (GOOD.cut(GOOD.size - 1),), FINE, 4),
    Fault("reset after the end of the reply", (Script((*OVER, 0.05), End.RESET),), FINE, 4),
    Fault("silence after the end of the reply", (Script(OVER, End.HANG),), FINE, 4, limits=NO_SILENCE),
    Fault("nonsense after the end of the reply", (streamed(*TWO_WORDS, b'data: {"candidates": 7}\r\n\r\n'),), FINE, 4),
    *(
        Fault(
            f"usage that is nonsense {number}",
            (streamed(chunk("One ", used=odd), chunk("two.", finish="STOP", used=odd)),),
            FINE._replace(usage=NOTHING),
            4,
        )
        for number, odd in enumerate(ODD_USAGES)
    ),
    Fault("usage in its parts", (streamed(chunk("One two.", finish="STOP", used=EVEN)),), FINE),
    Fault(
        "usage in two lines",
        (
            said(
                (
                    event(chunk("One two.", finish="STOP", used={"promptTokenCount": -3})).replace(
                        b', "f', b',\r\ndata: "f'
                    ),
                )
            ),
        ),
        FINE._replace(usage=NOTHING),
    ),
    Fault(
        "the key",
        (streamed(chunk(f"It is {CANARY[:9]}"), chunk(f"{CANARY[9:]}, and {CANARY}. AI"), chunk("", finish="STOP")),),
        Ends(Outcome.COMPLETE, "It is [key], and [key]. AI", "STOP"),
    ),
    Fault("all is well", (GOOD,), FINE),
    Fault("in many pieces", (said(bytes([byte]) for piece in TWO_WORDS for byte in event(piece)),), FINE),
    Fault("slow", (streamed(*(one for piece in TWO_WORDS for one in (PAUSE, piece))),), FINE, limits=LITTLE_SILENCE),
    Fault("unknown fields", (streamed(UNKNOWN_FIELDS),), FINE),
    Fault(
        "thinking and a cache",
        (streamed(chunk("One two.", finish="STOP", used=usage(120, 30, thinking=9, cached=100))),),
        FINE._replace(usage=Usage(input_tokens=120, output_tokens=30, thinking_tokens=9, cached_tokens=100)),
    ),
    Fault("no usage", (streamed(chunk("One two.", finish="STOP")),), FINE._replace(usage=NOTHING)),
    Fault(
        "thoughts are no words",
        (streamed(chunk(thought="Hm. "), chunk("One ", thought="So. "), chunk("two.", finish="STOP")),),
        FINE._replace(usage=NOTHING),
    ),
    Fault("thoughts only", (streamed(chunk(thought="Hm."), chunk(finish="STOP")),), Ends(Outcome.COMPLETE, "", "STOP")),
    Fault("empty", (streamed(chunk("", finish="STOP")),), Ends(Outcome.COMPLETE, "", "STOP")),
    # Nobody can know that a chunk came twice: the reply is what came, and is checked like any other.
    Fault(
        "chunks come twice",
        (streamed(chunk("One "), chunk("One "), chunk("two.", finish="STOP"), chunk("two.", finish="STOP")),),
        Ends(Outcome.COMPLETE, "One One two.two.", "STOP"),
    ),
    Fault("invalid UTF-8", (streamed(NOT_UTF8),), Ends(Outcome.COMPLETE, "caf\ufffd", "STOP")),
    Fault("half of a character", (streamed(b"data: " + HALVES + b"\r\n\r\n"),), HALVED),
    Fault(
        "one character as two halves apart",
        (said(b'data: {"candidates": [{"content": {"parts": [{"text": "%s"}]}, %s}]}\n\n' % half for half in APART),),
        Ends(Outcome.COMPLETE, "One 😀!", "STOP"),
    ),
    *(
        Fault(
            f"lines that end in {end!r}", (said((b"\xef\xbb\xbf: alive" + 2 * end + PLAIN.replace(b"\n", end),)),), FINE
        )
        for end in (b"\n", b"\r\n", b"\r")
    ),
    Fault("data without a space", (said((PLAIN.replace(b"data: ", b"data:"),)),), FINE),
    Fault(
        "comments and other fields",
        (said((PLAIN.replace(b"data: ", b": x\nid: 1\nevent: a\nretry: 9\ndata: "),)),),
        FINE,
    ),
    Fault(
        "no finish reason",
        (streamed(chunk("One ", used=usage(120, 1))),),
        Ends(
            Outcome.TRUNCATED,
            "One ",
            "no finish reason",
            "without saying that it was complete",
            Usage(input_tokens=120, output_tokens=1),
        ),
    ),
    Fault(
        "MAX_TOKENS",
        (streamed(chunk("One "), chunk(finish="MAX_TOKENS", used=usage(120, 30))),),
        Ends(Outcome.TRUNCATED, "One ", "MAX_TOKENS", "cut off", TOOK),
    ),
    Fault(
        "no tokens left after thinking",
        (streamed(chunk(finish="MAX_TOKENS", used=usage(120, 0, thinking=30))),),
        Ends(
            Outcome.TRUNCATED,
            "",
            "MAX_TOKENS",
            "cut off",
            Usage(input_tokens=120, output_tokens=0, thinking_tokens=30),
        ),
    ),
    # The library would go on by itself; a reply is continued by this program, where that is counted.
    Fault(
        "CONTINUATION",
        (streamed(chunk("One ", finish="CONTINUATION", continuationToken="AAAA", used=usage(120, 30))),),
        Ends(Outcome.TRUNCATED, "One ", "CONTINUATION", "cut off", TOOK),
    ),
)

REFUSED = (
    Fault(
        "blocked prompt",
        (streamed(blocked("PROHIBITED_CONTENT", used=usage(120, 0))),),
        Ends(
            Outcome.REFUSED,
            "",
            "PROHIBITED_CONTENT",
            "did not let the prompt through (PROHIBITED_CONTENT)",
            Usage(input_tokens=120, output_tokens=0),
        ),
    ),
    Fault(
        "blocked for a new reason",
        (streamed(blocked("NOVEL", message=EVERY_KEY)),),
        Ends(Outcome.REFUSED, "", "NOVEL", "It says: “Request with key [key] was refused. See[31m here.”"),
    ),
    stopped("SAFETY", "safety filter stopped the reply"),
    stopped("RECITATION", "too close to a published text"),
    stopped("PROHIBITED_CONTENT", "judged the content to be prohibited"),
    stopped("BLOCKLIST", "a term on a blocklist"),
    stopped("SPII", "sensitive personal data"),
    stopped("LANGUAGE", "does not support its language"),
    stopped("OTHER", "names a reason of its own: OTHER"),
    stopped("MALFORMED_RESPONSE", "names a reason of its own: MALFORMED_RESPONSE"),
    stopped("FINISH_REASON_UNSPECIFIED", "names a reason of its own"),
    stopped("A_NEW_REASON", "names a reason of its own: A_NEW_REASON"),
    Fault(
        "stopped, and then not",
        (streamed(chunk("One ", finish="SAFETY"), chunk("two.", finish="STOP")),),
        Ends(Outcome.REFUSED, "One two.", "SAFETY", "safety filter stopped the reply"),
    ),
)

FAILED = (
    Fault("400", (failed(400, "Request contains an invalid argument."),), Fails(RequestRefused, "an invalid argument")),
    Fault(
        "400 about the place",
        (failed(400, "User location is not supported for the API use.", status="FAILED_PRECONDITION"),),
        Fails(RequestRefused, "“User location is not supported for the API use.”"),
    ),
    Fault("400 with the key in it", (failed(400, EVERY_KEY),), Fails(RequestRefused, "Request with key [key] was")),
    Fault("400 of a key nobody gave out", (key_invalid(),), Fails(KeyRefused, "Copy it again from Google AI Studio")),
    Fault(
        "400 by its reason alone",
        (failed(400, "Nein.", error_info("API_KEY_INVALID")),),
        Fails(KeyRefused, "does not accept the key"),
    ),
    Fault(
        "400 of an old key", (failed(400, "API key expired. Please renew the API key."),), Fails(KeyRefused, "expired")
    ),
    Fault("401", (failed(401, "Request had invalid credentials."),), Fails(KeyRefused, "does not accept the key"), 4),
    Fault("401 in another encoding", (LATIN,), Fails(KeyRefused, "does not accept the key"), 4),
    Fault("403", (failed(403, "Permission denied."),), Fails(KeyRefused, "or not for this request (403)"), 4),
    Fault("404", (failed(404, "models/m is not found."),), Fails(ModelUnknown, "no model gemini-3.8-flash"), 4),
    Fault("404 as HTML", (page(404, PAGE),), Fails(ModelUnknown, "Choose one of those it lists"), 4),
    Fault("408", (failed(408, "Late.", status="X"),), Fails(TimedOut, "did not finish in time (408)")),
    Fault("504", (failed(504, "Deadline exceeded."),), Fails(TimedOut, "did not finish in time (504)", 2), 2),
    Fault("500 as HTML", (page(500, PAGE),), Fails(ServiceTrouble, "Gemini failed (500). Try again", 2), 2),
    Fault("503 twice", (page(503, PAGE), failed(503, "Overloaded."), GOOD), FINE._replace(requests=3), 4),
    Fault("204", (Script((b"HTTP/1.1 204 No Content\r\n\r\n",)),), Fails(ServiceTrouble, "Gemini failed (204)")),
    Fault(
        "a cut error",
        (failed(401, "Request had invalid credentials.").cut(150),),
        Fails(KeyRefused, "does not accept the key"),
        4,
    ),
)

LIMITED = (
    Fault("429 for a moment", (failed(429, "Slow down.", Retry_After="0.05"), GOOD), FINE._replace(requests=2), 2),
    Fault("429 for an hour", (failed(429, "Slow down.", Retry_After="3600"),), Fails(QuotaExceeded, "60 minutes"), 4),
    Fault("429 for junk", (failed(429, "Slow down.", Retry_After="soon"), GOOD), FINE._replace(requests=2), 2),
    Fault(
        "429 for an hour, in its body",
        (failed(429, "Slow down.", retry_info(3_600)),),
        Fails(QuotaExceeded, "the quota of this key is used up. It says: “Slow down.”"),
        4,
    ),
    Fault(
        "429 for a moment, in its body",
        (failed(429, "Slow down.", retry_info(0.031_4)), GOOD),
        FINE._replace(requests=2),
        2,
    ),
    Fault("429 again and again", (failed(429, "Slow down."),), Fails(QuotaExceeded, "asked 3 times", 3), 3),
)

BROKEN = (
    not_gemini("invalid JSON", BAD_JSON),
    not_gemini("invalid JSON after words", event(chunk("One ")), BAD_JSON),
    not_gemini("HTML with 200", PAGE.encode()),
    not_gemini("a word", b'data: "candidates"\r\n\r\n'),
    not_gemini("a number as the words", event({"candidates": [{"content": {"parts": [{"text": 3}]}}]})),
    not_gemini("a number as the reason", event({"candidates": [{"finishReason": 3}]})),
    not_gemini("an error without a code", event({"error": {"message": EVERY_KEY}})),
    not_gemini("an error that is a word", event({"error": "no"})),
    not_gemini("deep", b'data: {"candidates": ' + b"[" * 50_000 + b"\r\n\r\n"),
    Fault("nothing", (streamed(),), Fails(ServiceTrouble, "before the first word", 2), 2),
    Fault(
        "an event with nothing in it", (streamed(b"data: []\r\n\r\n"),), Fails(ServiceTrouble, "before the first word")
    ),
    Fault("nothing, then words", (streamed(), GOOD), FINE._replace(requests=2), 2),
    Fault(
        "an unfinished event",
        (Script((OPEN, event(chunk("One "))[:40])),),
        Fails(ServiceTrouble, "does not have Gemini's form"),
    ),
    Fault(
        "an error in mid-stream",
        (streamed(chunk("One "), event(trouble(503, "Overloaded."))), GOOD),
        FINE._replace(requests=2, restarts=1),
        2,
    ),
    Fault(
        "an error in mid-stream that stays",
        (streamed(chunk("One "), event(trouble(400, "Too long."))),),
        Fails(RequestRefused, "It says: “Too long.”"),
        4,
    ),
    Fault(
        "cut in mid-stream",
        (GOOD.cut(GOOD.size // 2), GOOD.cut(GOOD.size // 2 + 1), GOOD),
        FINE._replace(requests=3, restarts=2),
        4,
    ),
    Fault("reset", (GOOD.cut(GOOD.size // 2, End.RESET),), Fails(NetworkTrouble, "broke. Check the network", 2), 2),
    Fault("no answer", (Script(),), Fails(NetworkTrouble, "The connection to 127.0.0.1:")),
    Fault("not HTTP", (Script((b"220 mail.example.org ESMTP\r\n",)),), Fails(NetworkTrouble, "broke")),
    Fault("silence before", (Script(end=End.HANG),), Fails(TimedOut, "silent for too long"), limits=NO_SILENCE),
    Fault(
        "silence in mid-body",
        (GOOD.cut(GOOD.size // 2, End.HANG), GOOD),
        FINE._replace(requests=2, restarts=1),
        2,
        limits=LITTLE_SILENCE,
    ),
    # What is too long is not asked for again: the same would come.
    Fault("an endless line", (said((b"data: ", *([b"x" * 65_536] * 20))),), Fails(ReplyTruncated, "a line of more"), 4),
    Fault(
        "an endless event", (said([b"data: " + b"x" * 65_536 + b"\n"] * 20),), Fails(ReplyTruncated, "an event of"), 4
    ),
    Fault("a reply without end", (said([ENDLESS_WORDS] * 50),), Fails(ReplyTruncated, "longer than 4,000,000 char"), 4),
    Fault("a drip", (DRIP,), Fails(TimedOut, "took longer than is waited for"), 4, NO_TIME),
    Fault("a drip before the body", (DRIPPING_HEAD,), Fails(TimedOut, "took longer"), 4, NO_TIME),
)

FAULTS = (*ANSWERED, *REFUSED, *FAILED, *LIMITED, *BROKEN)


# Without a stream.
WHOLE = (
    Fault("all is well", (answered(chunk("One two.", finish="STOP", used=usage(120, 30))),), FINE),
    Fault(
        "no finish reason",
        (answered(chunk("One ", used=usage(120, 30))),),
        Ends(Outcome.TRUNCATED, "One ", "no finish reason", "without saying that it was complete", TOOK),
    ),
    Fault(
        "MAX_TOKENS",
        (answered(chunk("One ", finish="MAX_TOKENS", used=usage(120, 30))),),
        Ends(Outcome.TRUNCATED, "One ", "MAX_TOKENS", "cut off", TOOK),
    ),
    Fault(
        "CONTINUATION",
        (answered(chunk("One ", finish="CONTINUATION", continuationToken="AAAA", used=usage(120, 30))),),
        Ends(Outcome.TRUNCATED, "One ", "CONTINUATION", "cut off", TOOK),
    ),
    Fault(
        "SAFETY",
        (answered(chunk(finish="SAFETY", used=usage(120, 0))),),
        Ends(Outcome.REFUSED, "", "SAFETY", "safety filter", Usage(input_tokens=120, output_tokens=0)),
    ),
    Fault(
        "blocked prompt",
        (answered(blocked("PROHIBITED_CONTENT")),),
        Ends(Outcome.REFUSED, "", "PROHIBITED_CONTENT", "did not let the prompt through"),
    ),
    *(
        Fault(
            f"usage that is nonsense {number}",
            (answered(chunk("One two.", finish="STOP", used=odd)),),
            FINE._replace(usage=NOTHING),
            4,
        )
        for number, odd in enumerate(ODD_USAGES)
    ),
    Fault(
        "in lines",
        (answered(json.dumps(chunk("One two.", finish="STOP", used=usage(120, 30)), indent=1).encode()),),
        FINE,
    ),
    Fault(
        "the key", (answered(chunk(f"It is {CANARY}.", finish="STOP")),), Ends(Outcome.COMPLETE, "It is [key].", "STOP")
    ),
    Fault(
        "compressed",
        (whole(gzip.compress(json.dumps(chunk("One two.", finish="STOP")).encode()), Content_Encoding="gzip"),),
        Fails(ServiceTrouble, "compressed"),
    ),
    Fault(
        "a compressed error",
        (whole(gzip.compress(b"{}"), "401 Unauthorized", Content_Encoding="gzip"),),
        Fails(KeyRefused, "does not accept the key"),
    ),
    Fault("invalid UTF-8", (answered(NOT_UTF8[6:]),), Ends(Outcome.COMPLETE, "caf\ufffd", "STOP")),
    Fault("half of a character", (answered(HALVES),), HALVED),
    Fault("too much", (said([b" " * 1_000_000] * 18),), Fails(ReplyTruncated, "more than 8 MB"), 4),
    Fault(
        "many other things",
        (answered(chunk("One two.", finish="STOP", used=usage(120, 30), groundingMetadata={"x": ["y" * 9] * 9_000})),),
        FINE,
    ),
    Fault(
        "too many parts",
        (answered({"candidates": [{"content": {"parts": [{"text": "a"}] * 10_001}, "finishReason": "STOP"}]}),),
        Fails(ReplyTruncated, "more than 10,000 parts"),
        4,
    ),
    Fault("too many words", (answered(chunk("word " * 800_001)),), Fails(ReplyTruncated, "longer than 4,000,000"), 4),
    Fault("empty body", (answered(b""),), Fails(ServiceTrouble, "before the first word")),
    Fault("invalid JSON", (answered(b'{"candidates": ['),), Fails(ServiceTrouble, "does not have Gemini's form")),
    Fault("HTML with 200", (answered(PAGE.encode()),), Fails(ServiceTrouble, "does not have Gemini's form")),
    Fault("a key nobody gave out", (key_invalid(),), Fails(KeyRefused, "Copy it again"), 4),
    Fault(
        "503 twice",
        (page(503, PAGE), page(503, PAGE), answered(chunk("One two.", finish="STOP", used=usage(120, 30)))),
        FINE._replace(requests=3),
        4,
    ),
    # What comes in one piece is silent until it is written: only the time of the whole call ends that.
    Fault(
        "silence",
        (Script(end=End.HANG),),
        Fails(TimedOut, "took longer than is waited for"),
        4,
        SILENT_BUT_FOR_THE_TIME,
    ),
    Fault("a drip", (DRIP,), Fails(TimedOut, "took longer than is waited for"), 4, NO_TIME),
    # Only the connection's end would end this, and that is ours: it must not be taken for the end of the reply.
    Fault("silence without a length", (NO_END,), Fails(TimedOut, "took longer"), 4, SILENT_BUT_FOR_THE_TIME),
)
