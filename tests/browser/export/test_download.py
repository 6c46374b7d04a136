"""*Edition* → Download in a real browser: each format of the sample's edition has the bytes that the command writes."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.resting import rest
from workbench.sample import SAMPLE_ID
from workbench.sessions.exporting.formats import CARDS, FORMATS, SESSION, SUFFIXES, TITLES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.browser.running import Opener

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

WITHOUT_ENDS = ("vtt", "srt", "soundbites")  # which need the ends of times, and the sample has none
OFFERED = [form for form in FORMATS if form not in (SESSION, *WITHOUT_ENDS)]
TRIES = 20


@pytest.fixture(scope="module")
def edition(app: str, visit_once: Opener) -> Page:
    """The sample's edition; which format is chosen there is all that a test changes."""
    return visit_once(f"{app}/edition?session={SAMPLE_ID}", "light").page


def choose_format(page: Page, form: str) -> None:
    """Choose a format in Download, and again where the page drew the field anew under the keys."""
    made = page.get_by_text(re.compile(rf"-Instruments\.{re.escape(SUFFIXES[form])}: "))
    chooser = page.get_by_role("combobox", name="For another program")
    rest(page)
    for _ in range(TRIES):
        if not chooser.is_visible():
            page.get_by_role("button", name="Download", exact=True).click()
        expect(chooser).to_be_visible()
        chooser.fill(TITLES[form])
        page.wait_for_timeout(500)
        if page.get_by_role("option", name=TITLES[form], exact=True).count():
            chooser.press("Enter")
            page.wait_for_timeout(500)
            rest(page)
        if made.count():
            break
    expect(made).to_be_visible()


def downloaded(page: Page, button: str, to: Path) -> bytes:
    """Press a button that downloads, and return what came."""
    with page.expect_download() as waited:
        page.get_by_role("button", name=button, exact=True).click()
    waited.value.save_as(to)
    return to.read_bytes()


@pytest.mark.parametrize("form", OFFERED)
def test_each_format_has_the_bytes_of_the_command(edition: Page, database: Path, tmp_path: Path, form: str) -> None:
    """The receipt beside it, too; of cards all files of the folder are in one."""
    out = tmp_path / "made"
    words = ("export", SAMPLE_ID, "--to", form, "--out", str(out), "--db", str(database))
    subprocess.run([sys.executable, "-m", "workbench", *words], check=True, capture_output=True)
    choose_format(edition, form)
    data = downloaded(edition, "The file", tmp_path / "downloaded")
    if form == CARDS:
        with zipfile.ZipFile(tmp_path / "downloaded") as archive:
            held = {name: archive.read(name) for name in archive.namelist()}
        assert held == {path.name: path.read_bytes() for path in out.iterdir()}
        expect(edition.get_by_role("button", name="Its receipt", exact=True)).to_have_count(0)
    else:
        assert data == out.read_bytes()
        receipt = downloaded(edition, "Its receipt", tmp_path / "receipt")
        assert receipt == (tmp_path / "made.receipt.json").read_bytes()
