from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.resting import choose, rest, wait_until
from tests.pages.test_sources import TALK_MAP
from tests.pages.test_sources_formats import CAPTIONS
from tests.properties import few
from workbench.store import Store

if TYPE_CHECKING:
    from playwright.sync_api import FilePayload

    from tests.browser.running import Opener, Visit

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

SAMPLE = Path(__file__).parents[2] / "sample_data"
WORST = "<img src=x onerror=alert(1)> $x$ :smile: -- **b**"
TALK = b"ANN: Hello there.\n\nBEN: Good day.\n"
# What a file is called, and what it is called here. A browser writes quotes and ends of lines as %22, %0D and %0A.
NAMES = {
    "../../talk.txt": "talk.txt",
    "..\\..\\talk.txt": "talk.txt",
    "/etc/passwd": "passwd",
    "C:\\talks\\talk.txt": "talk.txt",
    "talk/../../x.md": "x.md",
    "%2e%2e%2ftalk.txt": "%2e%2e%2ftalk.txt",
    "a" * 251 + ".txt": "a" * 115 + "….txt",
    "漢" * 255: "漢" * 119 + "…",
    "\u202etxt.exe": "txt.exe",
    "\"a\" 'b'.txt": "%22a%22 'b'.txt",
    "<img src=x onerror=alert(1)>.txt": "<img src=x onerror=alert(1)>.txt",
    "[x](y) **b** $x$ :smile:.txt": "[x](y) **b** $x$ :smile:.txt",
    "a\nb.txt": "a%0Ab.txt",
    "a\r\nX-Header: 1.txt": "a%0D%0AX-Header: 1.txt",
    "a\x00b\x1b[31m.txt": "ab[31m.txt",
    "🎙️ talk.txt": "🎙️ talk.txt",
    "=1+1.txt": "=1+1.txt",
    ".txt": "txt",
    " ": "file without a name",
}
DROP = """
(field, files) => {
  const dataTransfer = new DataTransfer();
  for (const [name, text] of files) dataTransfer.items.add(new File([text], name, { type: "text/plain" }));
  for (const kind of ["dragenter", "dragover", "drop"]) {
    field.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }
}
"""


@pytest.fixture
def visited(app: str, database: Path, visit: Opener) -> Visit:
    """The sources of a session that is new."""
    session = Store(database).sessions.create("Untitled session")
    visited = visit(f"{app}/sources?session={session.session_id}", "light")
    expect(box(visited.page, "transcript")).to_be_visible()
    return visited


@pytest.fixture
def page(visited: Visit) -> Page:
    return visited.page


def box(page: Page, kind: str) -> Locator:
    return page.locator(f".st-key-wb-box-{kind}")


def give(page: Page, kind: str, *files: Path | FilePayload) -> None:
    rest(page)
    if box(page, kind).get_by_text("Replace it").count():
        box(page, kind).get_by_text("Replace it").click()
    expect(box(page, kind).locator('input[type="file"]')).to_have_count(1)
    box(page, kind).locator('input[type="file"]').set_input_files(list(files))  # type: ignore[arg-type]


def give_the_sample(page: Page) -> None:
    give(page, "transcript", SAMPLE / "interview.md")
    expect(box(page, "transcript")).to_contain_text("5: Wanda Prell")
    give(page, "evidence", SAMPLE / "evidence.json")
    expect(page.locator(".st-key-wb-result")).to_contain_text("quotes are proven.")


def test_two_uploads_lead_to_the_whitelist(app: str, visit: Opener) -> None:
    """What was recognised, how many are proven, and the transcript with its quotes."""
    visited = visit(app, "light")
    page = visited.page
    page.get_by_role("button", name="New session").click()
    page.wait_for_url("**/sources?session=*")
    give_the_sample(page)
    expect(box(page, "transcript")).to_contain_text("Markdown, UTF-8")
    expect(box(page, "evidence")).to_contain_text("7")
    expect(page.locator(".wb-open")).to_have_text("The Staircase in the Sea (Slow Instruments)")
    page.get_by_role("link", name="See them in the transcript").click()
    page.wait_for_url("**/whitelist?session=*")
    expect(page.locator("article mark").first).to_be_visible()
    assert visited.outside == []
    assert visited.complaints == []


def test_captions_lead_to_proven_quotes(page: Page, tmp_path: Path) -> None:
    """Dropped, seen as turns with their speakers, and a quote over two cues is proven; what is refused changes
    nothing."""
    rest(page)
    field = box(page, "transcript").locator('[data-testid="stFileUploaderDropzone"]')
    field.evaluate(DROP, [["talk.vtt", CAPTIONS.decode()]])
    expect(box(page, "transcript")).to_contain_text("WebVTT captions (podcast)")
    box(page, "transcript").get_by_text("The first turns, as they were read").click()
    expect(box(page, "transcript").get_by_role("row")).to_have_count(3)
    (tmp_path / "map.json").write_bytes(TALK_MAP)
    give(page, "evidence", tmp_path / "map.json")
    expect(page.locator(".st-key-wb-result")).to_contain_text("1 of 2 quotes are proven.")
    (tmp_path / "cut.txt").write_bytes(CAPTIONS.removeprefix(b"WEBVTT\n\n"))
    give(page, "transcript", tmp_path / "cut.txt")
    expect(box(page, "transcript")).to_contain_text("WebVTT without its first line")
    expect(page.locator(".st-key-wb-result")).to_contain_text("1 of 2 quotes are proven.")


def test_the_limit_is_said_before_the_upload(page: Page) -> None:
    """In our words and by the field itself."""
    for kind in ("transcript", "evidence"):
        expect(box(page, kind)).to_contain_text("at most 20 MB")
        assert "200" not in (box(page, kind).text_content() or "")


def test_a_file_that_is_too_big_is_refused_in_the_browser(page: Page, tmp_path: Path) -> None:
    """It is never sent, and nothing else happens."""
    big = tmp_path / "big.txt"
    big.write_bytes(b"a" * 22_000_000)
    give(page, "transcript", big)
    expect(box(page, "transcript")).to_contain_text("File must be 20.0MB or smaller")
    expect(page.locator(".wb-source")).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        (f"{WORST}.pdf", b"%PDF-1.7 and so on", "This is a PDF, not a text."),
        *few(
            0,
            [
                ("talk.txt", b"MZ\x90\0\x03\0\0", "This is a program, not a text."),
                ("talk.docx", b"PK\x03\x04..word/document.xml..", "zip"),
                (
                    "evidence.json",
                    (SAMPLE / "evidence.json").read_bytes(),
                    "This is an evidence map, not a transcript.",
                ),
            ],
        ),
    ],
    ids=["hostile name", "program", "Word", "wrong box"],
)
def test_what_cannot_be_used_says_what_it_is_and_what_to_do(visited: Visit, name: str, data: bytes, told: str) -> None:
    """The name as it is, nothing of it runs, and the field is ready for the next file."""
    page = visited.page
    give(page, "transcript", {"name": name, "mimeType": "application/octet-stream", "buffer": data})
    alert = box(page, "transcript").get_by_role("alert").filter(has_text="cannot be used")
    expect(alert).to_contain_text(f"{name} cannot be used.")
    expect(alert).to_contain_text(told)
    assert page.locator("img[src=x]").count() == 0
    assert visited.outside == []
    give(page, "transcript", SAMPLE / "interview.md")
    expect(box(page, "transcript")).to_contain_text("5: Wanda Prell")
    expect(alert).to_have_count(0)


def test_text_can_be_pasted(page: Page) -> None:
    """With no file at all."""
    rest(page)
    box(page, "transcript").get_by_label("Or paste the text").fill("Ann: Hello there.\n\nBob: And to you.\n")
    box(page, "transcript").get_by_role("button", name="Use this text").click()
    expect(box(page, "transcript")).to_contain_text("Pasted transcript")
    expect(box(page, "transcript")).to_contain_text("2: Ann, Bob")


def test_a_replacement_is_asked_for(page: Page) -> None:
    """What gets lost is named before the answer."""
    give_the_sample(page)
    text = (SAMPLE / "interview.md").read_text(encoding="utf-8").replace("sea", "lake")
    give(page, "transcript", {"name": "lake.md", "mimeType": "text/markdown", "buffer": text.encode()})
    staged = page.locator(".st-key-wb-staged-transcript")
    expect(staged).to_contain_text("Replace the transcript interview.md by lake.md?")
    expect(staged.get_by_role("table", name="What happens to the quotes")).to_contain_text("Lost")
    staged.get_by_role("button", name="Keep the old one").click()
    expect(staged).to_have_count(0)
    expect(box(page, "transcript")).to_contain_text("interview.md")


def test_a_role_is_stored_at_once(page: Page) -> None:
    """It is there after the page is loaded again."""
    give_the_sample(page)
    person = page.locator(".st-key-wb-casting").get_by_label("Person").first
    rest(page)
    person.fill("Somebody Else")
    person.press("Enter")
    expect(page.get_by_role("button", name="The evidence map with your changes")).to_be_visible()
    page.reload()
    expect(page.locator(".st-key-wb-casting").get_by_label("Person").first).to_have_value("Somebody Else")


def test_what_somebody_types_is_not_taken_away(page: Page, database: Path) -> None:
    """The next field may be filled while the quotes are proven again; both names are stored, and both are shown."""
    give_the_sample(page)
    names = page.locator(".st-key-wb-casting").get_by_label("Person")
    rest(page)
    names.nth(0).fill("Somebody Else")
    names.nth(0).press("Tab")
    names.nth(1).click()
    names.nth(1).press("ControlOrMeta+a")
    names.nth(1).press_sequentially("Third", delay=20)
    expect(page.get_by_role("button", name="The evidence map with your changes")).to_be_visible()
    rest(page)
    expect(names.nth(1)).to_have_value("Third")
    names.nth(1).press_sequentially(" Person", delay=20)
    names.nth(1).press("Enter")
    casts, session_id = Store(database).speaker_mappings, page.url.partition("session=")[2].partition("&")[0]
    wait_until(page, lambda: "Third Person" in {one.cast.person for one in casts.list(session_id)})
    page.reload()
    expect(names.nth(0)).to_have_value("Somebody Else")
    expect(names.nth(1)).to_have_value("Third Person")


def test_the_evidence_map_is_a_table(page: Page) -> None:
    """One chapter at a time, with the state of every quote."""
    give_the_sample(page)
    table = page.get_by_role("table", name="Claims and quotes of this chapter")
    expect(table).to_contain_text("✓ Proven")
    before = table.text_content()
    chooser = page.get_by_role("combobox", name="Chapter")
    chooser.scroll_into_view_if_needed()
    rest(page)
    choose(page, chooser)
    page.get_by_role("option").nth(1).click()
    expect(table).not_to_have_text(before or "")


def test_the_template_can_be_given_back(page: Page, tmp_path: Path) -> None:
    """It is an evidence map itself."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Template of an evidence map").click()
    path = tmp_path / "template.json"
    download.value.save_as(path)
    give(page, "evidence", path)
    expect(box(page, "evidence")).to_contain_text("2: Ada Example, Ben Example")


@pytest.fixture(scope="module")
def tab(visit_once: Opener) -> Page:
    """One tab, in which one new session is opened after the other."""
    return visit_once("about:blank", "light").page


def open_new(tab: Page, app: str, store: Store) -> str:
    """Open the sources of a new session; returns its id."""
    session_id = store.sessions.create("Uploads").session_id
    tab.goto(f"{app}/sources?session={session_id}")
    for kind in ("transcript", "evidence"):
        expect(box(tab, kind).locator('input[type="file"]')).to_have_count(1)
    rest(tab)  # before its first run has ended a page may still put another field in the place of one
    return session_id


@pytest.mark.parametrize("name", NAMES, ids=lambda name: ascii(name)[1:40])
def test_a_name_is_a_name(app: str, database: Path, tab: Page, name: str) -> None:
    """No path, no markup, no header, not longer than can be read; the same after the page is loaded anew."""
    open_new(tab, app, Store(database))
    box(tab, "transcript").locator('input[type="file"]').set_input_files(
        {"name": name, "mimeType": "text/plain", "buffer": TALK}
    )
    expect(box(tab, "transcript")).to_contain_text("2: ANN, BEN")
    expect(box(tab, "transcript").locator(".wb-source .file")).to_have_text(NAMES[name])
    tab.reload()
    expect(box(tab, "transcript").locator(".wb-source .file")).to_have_text(NAMES[name])
    assert tab.locator("img[src=x]").count() == 0


def test_one_byte_too_many_is_refused_in_words(app: str, database: Path, tab: Page, tmp_path: Path) -> None:
    """In the browser, before anything of it is sent; a smaller file is taken afterwards."""
    store = Store(database)
    session_id = open_new(tab, app, store)
    big = tmp_path / "big.txt"
    big.write_bytes(b"a" * 20_000_001)
    field = box(tab, "transcript").locator('input[type="file"]')
    sent: list[str] = []
    tab.on("request", lambda request: sent.append(request.method) if request.method == "PUT" else None)
    field.set_input_files(big)
    expect(box(tab, "transcript")).to_contain_text("File must be 20.0MB or smaller")
    assert sent == []
    assert store.sessions.get(session_id).transcript is None
    field.set_input_files({"name": "talk.txt", "mimeType": "text/plain", "buffer": TALK})
    expect(box(tab, "transcript")).to_contain_text("2: ANN, BEN")


@pytest.mark.parametrize("_round", range(3))
def test_both_boxes_are_filled_at_once(app: str, database: Path, tab: Page, _round: int) -> None:
    """While the first file is still on its way, and the page runs; none is lost, and nobody else is blamed.

    Both are held until both were sent. The server tells a browser where to send a file to; Streamlit (1.67) throws that
    answer away where a run begins within the 10 ms in which it waits to be sent, and such a file is never sent at all.
    """
    store = Store(database)
    session_id = open_new(tab, app, store)
    held: list[Route] = []

    def hold(upload: Route) -> None:
        held.append(upload)

    tab.route("**/_stcore/upload_file/**", hold, times=2)
    for kind, name in (("transcript", "interview.md"), ("evidence", "evidence.json")):
        box(tab, kind).locator('input[type="file"]').set_input_files(SAMPLE / name)
    wait_until(tab, lambda: len(held) == 2)
    for upload in held:
        upload.continue_()
    expect(tab.locator(".st-key-wb-result")).to_contain_text("57 of 75 quotes are proven.")
    assert "another tab" not in tab.locator('[data-testid="stMain"]').inner_text()
    stored = store.sessions.get(session_id)
    assert [source.name for source in (stored.transcript, stored.evidence) if source] == [
        "interview.md",
        "evidence.json",
    ]


def test_two_tabs_upload_at_once(app: str, database: Path, visit: Opener) -> None:
    """Each its own file of some megabytes, into a session of its own."""
    store = Store(database)
    tabs = [visit("about:blank", "light").page for _ in range(2)]
    sessions = [open_new(tab, app, store) for tab in tabs]
    for number, tab in enumerate(tabs):
        talk = b"".join(b"ANN%d: This is turn %d.\n\n" % (number, turn) for turn in range(10_000))
        box(tab, "transcript").locator('input[type="file"]').set_input_files(
            {"name": f"talk-{number}.txt", "mimeType": "text/plain", "buffer": talk}
        )
    for number, (tab, session_id) in enumerate(zip(tabs, sessions, strict=True)):
        expect(box(tab, "transcript")).to_contain_text(f"1: ANN{number}")
        transcript = store.sessions.get(session_id).transcript
        assert transcript is not None
        assert transcript.name == f"talk-{number}.txt"


def test_two_files_dropped_on_one_box_are_one(app: str, database: Path, tab: Page) -> None:
    """A session has one transcript: the first of them."""
    store = Store(database)
    session_id = open_new(tab, app, store)
    field = box(tab, "transcript").get_by_test_id("stFileUploaderDropzone")
    field.evaluate(DROP, [["a.txt", "ANN: One.\n"], ["b.txt", "BEN: Two.\n"]])
    wait_until(tab, lambda: store.sessions.get(session_id).transcript)
    expect(box(tab, "transcript")).to_contain_text("1: ANN")
