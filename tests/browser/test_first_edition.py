"""A first-time user: captions alone, or two files of their own, and a minute later an edition that anyone can check."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.editions.comparison import compare, read_certificate
from core.transcripts.readers import read_transcript
from core.verify import Verdict, verify_edition
from tests.browser.resting import rest
from tests.conftest import SAMPLE

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from core.verify import Form
    from tests.browser.running import Opener

pytestmark = pytest.mark.browser

FILES = ("Markdown", "Web page", "JSON", "Certificate", "Transcript")


def give(page: Page, kind: str, file: Path) -> None:
    """Drop a file on its box."""
    rest(page)
    page.locator(f".st-key-wb-box-{kind}").locator('input[type="file"]').set_input_files(file)


def downloaded(page: Page, label: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name=label, exact=True).click()
    return Path(download.value.path()).read_bytes()


def test_two_files_become_an_edition_that_anyone_can_check(app: str, visit: Opener) -> None:
    """From the list of sessions through Sources and Generate to the Edition, by what the pages offer alone."""
    visited = visit(app, "light")
    page = visited.page
    page.get_by_role("button", name="New session").click()
    page.wait_for_url("**/sources?session=*")
    give(page, "transcript", SAMPLE / "interview.md")
    expect(page.locator(".st-key-wb-box-transcript")).to_contain_text("5: Wanda Prell")
    give(page, "evidence", SAMPLE / "evidence.json")
    expect(page.locator(".st-key-wb-result")).to_contain_text("quotes are proven.")

    page.get_by_role("link", name="Generate").click()
    expect(page.get_by_role("button", name="Write the edition")).to_be_visible()
    rest(page)
    page.get_by_role("button", name="Write the edition").click()
    expect(page.locator(".st-key-wb-finished")).to_contain_text("Run 1 is finished: 6 chapters")
    page.get_by_role("link", name="Read the edition").click()
    expect(page.locator(".wb-verdict-line")).to_contain_text("Verified")
    expect(page.locator(".wb-reading h2").first).to_be_visible()

    rest(page)
    page.get_by_role("button", name="Download").click()
    text, webpage, data, certificate, transcript = (downloaded(page, label) for label in FILES)
    assert data.startswith(b"{")
    proof = read_certificate(certificate)
    forms: tuple[tuple[bytes, Form], ...] = ((text, "markdown"), (webpage, "html"))
    for edition, form in forms:
        # As a stranger would: by the file that was brought, and by the one that was given out with the edition.
        for source in ((SAMPLE / "interview.md").read_bytes(), transcript):
            read = read_transcript(source, "interview.md")
            seen = verify_edition(edition.decode(), read, form=form)
            assert (seen.verdict, seen.unproven) == (Verdict.VERIFIED, ())
            assert compare(proof, seen, read).differences == ()
    assert visited.outside == []
    assert visited.complaints == []


def test_captions_become_a_proven_edition_in_eight_acts(app: str, visit: Opener) -> None:
    """New session, drop, accept roles, Map, accept, write, Edition: by what the pages offer alone."""
    visited = visit(app, "light")
    page = visited.page
    acts = 0

    def press(name: str, role: str = "button") -> None:
        nonlocal acts
        rest(page)
        found = page.get_by_role("link", name=name) if role == "link" else page.get_by_role("button", name=name)
        found.first.click()
        acts += 1

    press("New session")
    page.wait_for_url("**/sources?session=*")
    rest(page)
    box = page.locator(".st-key-wb-box-transcript")
    box.locator('input[type="file"]').set_input_files(SAMPLE / "interview.vtt")
    acts += 1
    expect(box).to_contain_text("WebVTT captions")
    press("Accept all suggestions")
    expect(page.get_by_role("button", name="Accept all suggestions")).to_have_count(0)
    press("Map", "link")
    expect(page.locator(".wb-proposed").first).to_be_visible()
    press("Accept all on screen")
    expect(page.locator(".wb-proposed.accepted").first).to_be_visible()
    press("Write the edition", "link")
    press("Write the edition")
    expect(page.locator(".st-key-wb-finished")).to_contain_text("Run 1 is finished")
    press("Read the edition", "link")
    expect(page.locator(".wb-verdict-line")).to_contain_text("Verified")
    assert acts == 8
    assert visited.outside == []
    assert visited.complaints == []
