"""How a server with OpenAI's protocol fails, and what becomes of the call: written by thought, before any of it ran."""

import json

from core.errors import (
    KeyRefused,
    NetworkTrouble,
    QuotaExceeded,
    ReplyTruncated,
    RequestRefused,
    ServiceTrouble,
    TimedOut,
)
from tests.wire.openai import answered, chunk, event, failed, streamed, trouble
from tests.wire.server import End, Script, said, whole
from tests.workbench.providers.asking import Fails
from tests.workbench.providers.openai_faults import (
    BODY,
    CANARY,
    EVERY_WAY,
    FINE,
    FIRST,
    GOOD,
    OPEN,
    PAGE,
    SSE,
    Fault,
    not_expected,
)

BROKEN = [
    not_expected("invalid JSON", b'data: {"choices": [\n\n', says="no JSON object"),
    not_expected("JSON that is no object", b"data: [1, 2]\n\n", says="no JSON object"),
    not_expected("words that are no text", event(chunk(content=["a"])), says="content is no text"),
    not_expected(
        "a finish reason with words that are no text",
        event(chunk(content=["a"], finish="stop")),
        says="content is no text",
    ),
    not_expected("a finish reason that is no text", event(chunk(finish=7)), says="finish_reason is no text"),  # type: ignore[arg-type]
    not_expected("JSON of great depth", b"data: " + b"[" * 200_000 + b"\n\n", says="no JSON object"),
    # What is too long is not asked for again: the same would come.
    Fault("an endless line", (streamed(b"data: " + b"x" * 1_200_000),), Fails(ReplyTruncated, "a line of more"), 4),
    Fault(
        "an endless event",
        (streamed(b"data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n" * 20_000),),
        Fails(ReplyTruncated, "an event of more than 1 MB"),
        4,
    ),
    Fault(
        "a reply without end",
        (streamed(*[chunk("word " * 150_000)] * 6, chunk(finish="stop")),),
        Fails(ReplyTruncated, "longer than 4,000,000 characters"),
        4,
    ),
    Fault("a web page", (whole(PAGE.encode(), Content_Type="text/html"),), Fails(ServiceTrouble, "a web page")),
    Fault("another status", (whole(b"", "204 No Content"),), Fails(ServiceTrouble, "failed (204)")),
    Fault("compressed", (said((BODY,), Content_Encoding="gzip", **SSE),), Fails(ServiceTrouble, "compressed")),
    Fault("no HTTP", (Script((b"SSH-2.0-OpenSSH_9.6\r\n",)),), Fails(NetworkTrouble, "broke")),
    Fault(
        "endless headers",
        (Script((b"HTTP/1.1 200 OK\r\n", *([b"X-A: " + b"a" * 1_000 + b"\r\n"] * 300))),),
        Fails(NetworkTrouble, "broke"),
    ),
    Fault(
        "an error in the middle",
        (streamed(FIRST, trouble("Overloaded.", kind="server_error")),),
        Fails(ServiceTrouble, "broke off"),
    ),
    Fault(
        "an error in the middle with its code",
        (streamed(FIRST, trouble("Slow down.", code=429)),),
        Fails(QuotaExceeded, "“Slow down.”"),
    ),
    Fault(
        "an error in words", (streamed(FIRST, {"error": "out of memory"}),), Fails(ServiceTrouble, "“out of memory”")
    ),
    Fault(
        "an error as a whole answer",
        (answered({"error": "Unexpected endpoint."}),),
        Fails(ServiceTrouble, "“Unexpected endpoint.”"),
    ),
    Fault(
        "an error in the middle, then a reply",
        (streamed(FIRST, trouble("Overloaded.", kind="server_error")), GOOD),
        FINE._replace(requests=2, restarts=1),
        2,
    ),
    Fault("hanging before the answer", (Script((), End.HANG),), Fails(TimedOut, "sent nothing for 0.2 seconds")),
    Fault("hanging after the headers", (Script((OPEN,), End.HANG),), Fails(TimedOut, "sent nothing")),
    Fault("hanging in the middle", (Script((OPEN, event(FIRST)), End.HANG),), Fails(TimedOut, "sent nothing")),
    Fault(
        "hanging, then a reply",
        (Script((OPEN, event(FIRST)), End.HANG), GOOD),
        FINE._replace(requests=2, restarts=1),
        2,
    ),
    Fault("reset in the middle", (Script((OPEN, event(FIRST), 0.05), End.RESET),), Fails(NetworkTrouble, "broke")),
    Fault(
        "reset, then a reply",
        (Script((OPEN, event(FIRST), 0.05), End.RESET), GOOD),
        FINE._replace(requests=2, restarts=1),
        2,
    ),
    Fault("closed without an answer", (Script(()),), Fails(NetworkTrouble, "broke", 3), 3),
    Fault(
        "a body that drips without end",
        (said((event(FIRST), *([0.02, b": \n"] * 200)), **SSE),),
        Fails(TimedOut, "took too long"),
    ),
    Fault(
        "headers that drip without end",
        (Script((b"HTTP/1.1 200 OK\r\n", *([0.02, b"X"] * 200))),),
        Fails(TimedOut, "took too long"),
    ),
]

UNKNOWN_MODEL = trouble("The model 'm' does not exist.", code="model_not_found")
MOVED = ("307 Temporary Redirect", "301 Moved Permanently")

STATUSES = [
    Fault("500 as a web page", (failed(500, PAGE),), Fails(ServiceTrouble, "failed (500)")),
    Fault(
        "500 in words",
        (whole(b"out of memory", "500 Internal Server Error"),),
        Fails(ServiceTrouble, "“out of memory”"),
    ),
    Fault(
        "503 twice and then a reply",
        (failed(503, PAGE), failed(503, trouble("busy")), GOOD),
        FINE._replace(requests=3),
        4,
    ),
    Fault("503 without end", (failed(503, PAGE),), Fails(ServiceTrouble, "It was asked 4 times.", 4), 4),
    Fault("529", (whole(b"{}", "529 Site is overloaded"),), Fails(ServiceTrouble, "failed (529)")),
    Fault("429 and a reply", (failed(429, trouble("slow"), Retry_After="0.05"), GOOD), FINE._replace(requests=2), 4),
    Fault(
        "429 with junk and a reply",
        (failed(429, trouble("slow"), Retry_After="soon"), GOOD),
        FINE._replace(requests=2),
        4,
    ),
    Fault(
        "429 with an hour",
        (failed(429, trouble("slow"), Retry_After="3600"),),
        Fails(QuotaExceeded, "It asks to wait 60 minutes"),
        4,
    ),
    Fault(
        "429 without end",
        (failed(429, trouble("slow")),),
        Fails(QuotaExceeded, "too many requests (429). Try again later, or use another key or model.", 3),
        3,
    ),
    Fault(
        "429 with a time beyond measure",
        (failed(429, trouble("slow"), Retry_After="9" * 30),),
        Fails(QuotaExceeded, "It asks to wait 3,650 days"),
        4,
    ),
    Fault(
        "429 for want of money",
        (failed(429, trouble("You exceeded", code="insufficient_quota")),),
        Fails(QuotaExceeded, "is used up"),
    ),
    Fault("402", (failed(402, trouble("Insufficient credits")),), Fails(QuotaExceeded, "is used up")),
    Fault("408", (failed(408, PAGE),), Fails(TimedOut, "took too long (408)", 2), 2),
    Fault("504", (failed(504, PAGE), GOOD), FINE._replace(requests=2), 2),
    Fault("400", (failed(400, trouble("Bad thing.")),), Fails(RequestRefused, "“Bad thing.”"), 4),
    Fault("400 in words", (whole(b"no such thing", "400 Bad Request"),), Fails(RequestRefused, "“no such thing”"), 4),
    Fault(
        "400 for its length",
        (failed(400, trouble("Too long.", code="context_length_exceeded")),),
        Fails(RequestRefused, "too long for m"),
        4,
    ),
    Fault("413", (failed(413, PAGE),), Fails(RequestRefused, "too long for m"), 4),
    Fault(
        "422",
        (failed(422, {"detail": [{"loc": ["body", "n"], "msg": "Field required"}]}),),
        Fails(RequestRefused, "Field required"),
        4,
    ),
    Fault("401", (failed(401, trouble("Wrong key.", code="invalid_api_key")),), Fails(KeyRefused, "“Wrong key.”"), 4),
    Fault(
        "401 as a web page",
        (whole("<p>Nicht für Sie</p>".encode("latin-1"), "401 Unauthorized"),),
        Fails(KeyRefused, "does not accept the key"),
        4,
    ),
    Fault("401 with a wait", (failed(401, trouble("no"), Retry_After="1"),), Fails(KeyRefused, "“no”"), 4),
    Fault(
        "401 that breaks off",
        (failed(401, trouble("Wrong key.")).cut(150),),
        Fails(KeyRefused, "not accept the key"),
        4,
    ),
    Fault(
        "401 with the key",
        (failed(401, trouble(EVERY_WAY)),),
        Fails(KeyRefused, "“Incorrect API key provided: [key] ([key]).”"),
        4,
    ),
    Fault("401 with the key in words", (whole(EVERY_WAY.encode(), "401 Unauthorized"),), Fails(KeyRefused, "[key]"), 4),
    Fault(
        "500 with the key escaped",
        (
            whole(
                b'{"error": "key ' + CANARY.replace("/", "\\/").replace("+", "\\u002b").encode() + b'"}',
                "500 Internal Server Error",
            ),
        ),
        Fails(ServiceTrouble, "“key [key]”"),
    ),
    Fault(
        "500 with the key escaped twice",
        (failed(500, trouble(json.dumps(EVERY_WAY).replace("/", "\\/"))),),
        Fails(ServiceTrouble, "[key]"),
    ),
    Fault(
        "500 with half of the key",
        (Script((b"HTTP/1.1 500 Oh\r\nContent-Length: 999\r\n\r\nkey " + CANARY[:20].encode(),)),),
        Fails(ServiceTrouble, "failed (500)"),
    ),
    Fault(
        "an error with the key in the middle",
        (streamed(FIRST, trouble(EVERY_WAY, kind="server_error")),),
        Fails(ServiceTrouble, "[key]"),
    ),
    Fault("403", (failed(403, trouble("Not allowed.")),), Fails(KeyRefused, "does not let this key"), 4),
    Fault("404 as a web page", (failed(404, PAGE),), Fails(RequestRefused, "offers no chat completions"), 4),
    Fault("405", (failed(405, PAGE),), Fails(RequestRefused, "ends in /v1"), 4),
    *(
        Fault(
            moved,
            (whole(b"", moved, Location="http://127.0.0.1:9/steal"),),
            Fails(RequestRefused, "redirects to http://127.0.0.1:9/steal"),
            4,
        )
        for moved in MOVED
    ),
    Fault(
        "a redirection with the key",
        (whole(b"", MOVED[0], Location=f"http://evil.example/?k={CANARY}"),),
        Fails(RequestRefused, "http://evil.example/?k=[key]"),
        4,
    ),
]

FAILURES = [*BROKEN, *STATUSES]
