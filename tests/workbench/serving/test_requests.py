"""What the app answers, request by request: each is sent in bytes to the app as a person starts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.wire.raw_http import WEBSOCKET
from workbench.serving.request_check import WRONG_HOST, WRONG_ORIGIN

if TYPE_CHECKING:
    from tests.wire.raw_http import Answer, Headers
    from tests.workbench.serving.conftest import ServedApp

OWN = "127.0.0.1:{port}"
PATHS = {  # and what is answered to the app's own name
    "/": 200,
    "/ask?session=sample": 200,
    "/no-such-page": 200,
    "/favicon.png": 200,
    "/static/no-such-file.js": 200,
    "/_stcore/health": 200,
    "/_stcore/host-config": 200,
    "/_stcore/metrics": 200,
    "/_stcore/stream": 200,  # without a handshake the page, as for any path that is not there
    "/_stcore/bidi-components/x/y": 404,
    "/_stcore/agent/openapi.json": 200,
    "/media/no-such-file": 404,
    "/component/x/y": 404,
    "/%2e%2e/%2e%2e/etc/passwd": 400,
    "//evil.example/x": 400,
}
# What is not the app's own address, though some of it leads to this machine.
WRONG_HOSTS = [
    *("evil.example", "evil.example:{port}", "localhost.evil.example:{port}", "127.0.0.1.evil.example:{port}"),
    *("127.0.0.1", "localhost", "[::1]", "127.0.0.1:1", "localhost:80", "localhost:0{port}", "localhost:{port}0"),
    *("localhost.:{port}", "127.0.0.1.:{port}", "127.1:{port}", "2130706433:{port}", "0x7f000001:{port}"),
    *("0.0.0.0:{port}", "127.0.0.2:{port}", "[::]:{port}", "[0:0:0:0:0:0:0:1]:{port}", "[::ffff:127.0.0.1]:{port}"),
    *("::1:{port}", "[::1%25lo]:{port}", "user@127.0.0.1:{port}", "localhost:{port}@evil.example"),
    *("127.0.0.1%3a{port}", "%6cocalhost:{port}", "http://127.0.0.1:{port}", "127.0.0.1:{port}/", "localhost:{port}#"),
    *("localhost:{port},evil.example", "localhost:{port} evil.example", "", "null", "*", "l\xf6calhost:{port}"),
    *("talks.example:{port}", "talks.example.", "more.talks.example", "talks.localhost", "talks.localhost:{port}"),
]
WRONG_ORIGINS = [
    *("http://evil.example", "http://evil.example:{port}", "null", "", "file://", "*"),
    *(
        "http://127.0.0.1",
        "http://127.0.0.1:9999",
        "http://localhost:{port}",
        "http://[::1]:{port}",
        "127.0.0.1:{port}",
    ),
    *("https://127.0.0.1:{port}", "ws://127.0.0.1:{port}", "http://127.0.0.1:{port}/", "http://127.0.0.1:{port}/ask"),
    *("HTTP://127.0.0.1:{port}", "http://127.0.0.1:{port}.", "http://127.0.0.1:{port}@evil.example"),
    *("http://user@127.0.0.1:{port}", "http://127.0.0.1:{port} http://evil.example", "http://127.0.0.1:0{port}"),
    *("http://talks.example", "https://talks.example", "chrome-extension://abcdef"),
]
UPLOAD = "/_stcore/upload_file/session/file"


def assert_secured(answer: Answer) -> None:
    """What every answer says to a browser, and what none says."""
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["x-frame-options"] == "DENY"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert (
        answer.headers["cross-origin-opener-policy"] == answer.headers["cross-origin-resource-policy"] == "same-origin"
    )
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert [name for name in answer.headers if name.startswith("access-control-")] == []


def assert_refused(answer: Answer, why: str) -> None:
    """403, one sentence, nothing else; the answer to HEAD has no body."""
    assert answer.status == 403
    assert answer.body.decode() in {why, ""}
    assert answer.headers["content-length"] == str(len(why))
    assert "set-cookie" not in answer.headers
    assert_secured(answer)


@pytest.mark.parametrize(("path", "status"), PATHS.items())
def test_everything_answers_to_its_own_name_and_to_no_other(served: ServedApp, path: str, status: int) -> None:
    """Pages, files, uploads and what Streamlit brings, by each method; a page of its own may ask too."""
    for host in (OWN, "localhost:{port}", "[::1]:{port}", "LocalHost:{port}", "talks.example"):
        answer = served.ask([("Host", host)], path)
        assert answer.status == status
        assert_secured(answer)
        page = f"http://{host.lower()}"
        assert served.ask([("Host", host), ("Origin", page)], path).status == status
        assert_secured(served.ask([("Host", host), ("Origin", page)], path, "OPTIONS"))
    for method in ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH", "TRACE"):
        wrong = [("Host", "evil.example:{port}"), ("Origin", "http://evil.example:{port}")]
        assert_refused(served.ask(wrong, path, method), WRONG_HOST)


@pytest.mark.parametrize("host", WRONG_HOSTS)
def test_another_name_is_refused(served: ServedApp, host: str) -> None:
    """However it is written, for a page and for the connection that brings its contents; some are no HTTP at all."""
    page = served.ask([("Host", host)])
    if page.status != 400:
        assert_refused(page, WRONG_HOST)
    for origin in (f"http://{host}", "http://127.0.0.1:{port}"):
        handshake = served.ask([("Host", host), ("Origin", origin), *WEBSOCKET], "/_stcore/stream")
        if handshake.status != 400:
            assert_refused(handshake, WRONG_HOST)


@pytest.mark.parametrize("origin", WRONG_ORIGINS)
def test_another_page_is_refused(served: ServedApp, origin: str) -> None:
    """Its websocket, its upload, and even what it only reads: no answer says that it may."""
    headers = [("Host", OWN), ("Origin", origin)]
    assert_refused(served.ask([*headers, *WEBSOCKET], "/_stcore/stream"), WRONG_ORIGIN)
    for method in ("PUT", "DELETE", "POST", "OPTIONS", "GET"):
        assert_refused(served.ask(headers, UPLOAD, method), WRONG_ORIGIN)
    assert_refused(served.ask(headers, "/_stcore/health"), WRONG_ORIGIN)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        (OWN, "http://127.0.0.1:{port}"),
        ("localhost:{port}", "http://localhost:{port}"),
        ("[::1]:{port}", "http://[::1]:{port}"),
        ("talks.example", "https://talks.example"),
        ("talks.example", "http://talks.example"),
        ("talks.localhost:{proxy}", "http://talks.localhost:{proxy}"),
    ],
)
def test_its_own_pages_may_act(served: ServedApp, host: str, origin: str) -> None:
    """The handshake is accepted, an upload comes as far as Streamlit's own checks."""
    headers = [("Host", host), ("Origin", origin)]
    assert served.ask([*headers, *WEBSOCKET], "/_stcore/stream").status == 101
    upload = served.ask(headers, UPLOAD, "PUT")
    assert upload.status in {400, 403}
    assert upload.body.decode() not in {WRONG_HOST, WRONG_ORIGIN}
    assert_secured(upload)


def test_who_acts_without_an_origin_is_refused(served: ServedApp) -> None:
    """Browsers always send one with a websocket, and with whatever changes something."""
    assert_refused(served.ask([("Host", OWN), *WEBSOCKET], "/_stcore/stream"), WRONG_ORIGIN)
    assert_refused(served.ask([("Host", OWN), *WEBSOCKET], "/"), WRONG_ORIGIN)
    for method in ("PUT", "DELETE", "POST", "PATCH", "TRACE", "PROPFIND", "get"):
        assert_refused(served.ask([("Host", OWN)], UPLOAD, method), WRONG_ORIGIN)


@pytest.mark.parametrize(
    ("headers", "version"),
    [
        ([], "1.1"),
        ([], "1.0"),
        ([("Host", OWN), ("Host", "evil.example")], "1.1"),
        ([("Host", OWN), ("Host", OWN)], "1.1"),
        ([("Host", OWN), ("Host", OWN)], "1.0"),
        ([("X-Forwarded-Host", OWN), ("Host", "evil.example")], "1.1"),
        ([("X-Forwarded-Host", OWN), ("Forwarded", "host=127.0.0.1:{port}")], "1.0"),
        ([("Host ", OWN)], "1.1"),
    ],
)
def test_one_host_is_named(served: ServedApp, headers: Headers, version: str) -> None:
    """None or several is no answer, and no other header says what the host is."""
    answer = served.ask(headers, version=version)
    assert answer.status == 400 or answer.body.decode() == WRONG_HOST
    assert answer.status in {400, 403}


@pytest.mark.parametrize(
    "target",
    ["http://evil.example/", "http://127.0.0.1:{port}/", "evil.example:80", "*", "?x", "@evil.example/", "\\x", "x"],
)
def test_a_target_names_no_host(served: ServedApp, target: str) -> None:
    """It would count for more than the header; only proxies are asked in this way."""
    answer = served.ask([("Host", OWN)], served.filled(target))
    assert answer.status == 400 or answer.body.decode() == WRONG_HOST


def test_two_origins_are_none(served: ServedApp) -> None:
    """Though the first of them would do; a handshake with two is refused before it is looked at."""
    headers = [("Host", OWN), ("Origin", "http://127.0.0.1:{port}"), ("Origin", "http://evil.example")]
    assert_refused(served.ask(headers, "/_stcore/health"), WRONG_ORIGIN)
    assert served.ask([*headers, *WEBSOCKET], "/_stcore/stream").status == 400
