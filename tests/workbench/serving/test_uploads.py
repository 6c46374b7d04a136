"""Uploads and the connection of a page as Streamlit's own page makes them, directly and through a proxy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import InvalidStatus

from tests.properties import few
from tests.wire.raw_http import ask
from tests.wire.streamlit_page import messages, open_page
from workbench.serving.request_check import WRONG_HOST, WRONG_ORIGIN

if TYPE_CHECKING:
    from tests.wire.raw_http import Answer
    from tests.workbench.serving.conftest import ServedApp


def put(port: int, host: str, origin: str, session_id: str) -> Answer:
    """Send a file as Streamlit's page does: with the token that a cookie and a header repeat."""
    token = ask(port, [("Host", host)], "/_stcore/health").headers["set-cookie"].partition(";")[0].partition("=")[2]
    body = (
        b'--cut\r\nContent-Disposition: form-data; name="talk.txt"; filename="talk.txt"\r\n'
        b"Content-Type: text/plain\r\n\r\nANN: Hello.\n\r\n--cut--\r\n"
    )
    headers = [
        ("Host", host),
        ("Origin", origin),
        ("Cookie", f"_streamlit_xsrf={token}"),
        ("X-Xsrftoken", token),
        ("Content-Type", "multipart/form-data; boundary=cut"),
    ]
    return ask(port, headers, f"/_stcore/upload_file/{session_id}/file", "PUT", body=body)


@pytest.mark.parametrize("way", few(1, ["own", "behind a proxy", "behind a proxy with TLS"]))
def test_a_page_is_shown_and_takes_a_file(served: ServedApp, way: str) -> None:
    """A proxy at `/` hands the name on; where it speaks TLS, the page's origin begins with https."""
    port, host, origin = {
        "own": (served.port, served.host, f"http://{served.host}"),
        "behind a proxy": (served.proxy_port, f"talks.localhost:{served.proxy_port}", ""),
        "behind a proxy with TLS": (served.proxy_port, "talks.example", "https://talks.example"),
    }[way]
    origin = origin or f"http://{host}"
    with open_page(port, host, origin) as connection:
        came = messages(connection)
        assert any("Slow Instruments" in str(message) for message in came)
        session_id = next(
            message.new_session.initialize.session_id for message in came if message.WhichOneof("type") == "new_session"
        )
        assert put(port, host, origin, session_id).status == 204
        # The same upload, with the same token, from another page.
        other = put(port, host, "http://evil.example", session_id)
        assert (other.status, other.body.decode()) == (403, WRONG_ORIGIN)


def test_another_site_gets_nothing_of_a_session(served: ServedApp) -> None:
    """Neither under its own name, which leads here, nor from a page of another port, nor past the proxy."""
    evil = f"evil.example:{served.port}"
    for port, host, origin, why in [
        (served.port, evil, f"http://{evil}", WRONG_HOST),
        (served.port, served.host, "http://127.0.0.1:9999", WRONG_ORIGIN),
        (served.port, served.host, f"http://localhost:{served.port}", WRONG_ORIGIN),
        (served.proxy_port, evil, f"http://{evil}", WRONG_HOST),
        (served.proxy_port, f"127.0.0.1:{served.proxy_port}", f"http://127.0.0.1:{served.proxy_port}", WRONG_HOST),
        (served.proxy_port, "talks.example", "https://evil.example", WRONG_ORIGIN),
    ]:
        with pytest.raises(InvalidStatus) as refused, open_page(port, host, origin):
            pass
        assert refused.value.response.status_code == 403
        assert (refused.value.response.body or b"").decode() == why
