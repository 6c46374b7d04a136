"""What another web site in the same browser gets of the app, and what a proxy before the app leaves of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.resting import rest
from tests.wire.proxy import reverse_proxy
from tests.wire.server import Script, Server
from workbench.serving.request_check import WRONG_HOST

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.browser.running import Opener, Serve

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

PAGE = b"<!doctype html><title>Another site</title><p>Another site"
# What a page tries: to read, to be handed a script or a picture, to act, to listen. Each says what came of it.
ATTEMPTS = """
async (app) => {
  const tried = {};
  const loaded = (tag, address) => new Promise((done) => {
    const made = document.createElement(tag);
    [made.onload, made.onerror] = [() => done("loaded"), () => done("refused")];
    made.src = address;
    document.body.append(made);
  });
  const asked = (address, how) => fetch(address, how).then((answer) => answer.text(), () => "refused");
  tried.read = await asked(`${app}/_stcore/health`);
  tried.upload = await asked(`${app}/_stcore/upload_file/a/b`, { method: "PUT", body: "x" });
  tried.script = await loaded("script", `${app}/static/js/no-such-file.js`);
  tried.picture = await loaded("img", `${app}/favicon.png`);
  tried.websocket = await new Promise((done) => {
    const socket = new WebSocket(`${app.replace("http", "ws")}/_stcore/stream`, ["streamlit"]);
    [socket.onopen, socket.onerror] = [() => done("open"), () => done("refused")];
  });
  return tried;
}
"""


@pytest.fixture
def other_site() -> Iterator[str]:
    """The address of a page of another port, under a name that also leads to this machine."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % len(PAGE)
    with Server(lambda _: Script((head + PAGE,))) as server:
        yield server.url.replace("127.0.0.1", "evil.localhost")


def test_another_site_reads_nothing_and_does_nothing(app: str, other_site: str, visit: Opener) -> None:
    """Not from its own page; the browser keeps it from some, the app from all of it."""
    page = visit(other_site, "light").page
    tried = page.evaluate(ATTEMPTS, app)
    assert tried == dict.fromkeys(("read", "upload", "script", "picture", "websocket"), "refused")


def test_a_name_that_leads_here_shows_one_sentence(app: str, visit: Opener) -> None:
    """As when a web site changes where its name leads: page, address and origin are the site's own."""
    page = visit(app.replace("127.0.0.1", "evil.localhost"), "light").page
    expect(page.locator("body")).to_have_text(WRONG_HOST.strip())
    assert page.evaluate(ATTEMPTS, page.url.rstrip("/")) == {
        "read": WRONG_HOST,
        "upload": WRONG_HOST,
        "script": "refused",
        "picture": "refused",
        "websocket": "refused",
    }


def test_the_app_is_shown_in_no_frame(app: str, other_site: str, visit: Opener) -> None:
    """So nobody is made to press its buttons unseen; the frame stays empty."""
    visited = visit(other_site, "light")
    page = visited.page
    page.evaluate(
        """(app) => new Promise((done) => {
          const frame = document.createElement("iframe");
          frame.onload = done;
          frame.src = app;
          document.body.append(frame);
        })""",
        app,
    )
    frame = page.frames[1]
    frame.wait_for_url("chrome-error://**")
    assert frame.locator("#root").count() == 0
    assert any("frame-ancestors 'none'" in complaint for complaint in visited.forbidden)
    visited.complaints.clear()


@pytest.mark.parametrize("name", ["localhost", "talks.localhost"])
def test_the_app_works_behind_a_proxy(serve: Serve, visit: Opener, name: str) -> None:
    """At `/`, under the name that was allowed: its pages, their connection, an upload."""
    with reverse_proxy() as proxy:
        allowed = f"{name}:{proxy.port}"
        command = ["-m", "workbench", "app", "--port", "{port}", "--no-browser", "--db", "here.db"]
        own = serve([*command, "--allow-host", allowed])
        proxy.serve(int(own.rpartition(":")[2]))
        visited = visit(f"http://{allowed}", "light")
        page = visited.page
        expect(page.locator(".wb-session").first).to_be_visible()
        page.get_by_role("button", name="New session").click()
        page.wait_for_url("**/sources?session=*")
        field = page.locator(".st-key-wb-box-transcript")
        expect(field).to_be_visible()
        rest(page)
        field.locator('input[type="file"]').set_input_files(
            {"name": "talk.txt", "mimeType": "text/plain", "buffer": b"ANN: Hello there.\n\nBEN: Good day.\n"}
        )
        expect(field).to_contain_text("2: ANN, BEN")
        assert [complaint for complaint in visited.complaints if "404" not in complaint] == []
