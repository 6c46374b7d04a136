"""The HTML edition checks itself, as a reader meets it: a file from a disk, a button, a transcript."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from core.editions.export.script_reading import SHA256
from core.evidence.evidence_map import read_evidence
from core.generation.line import Line, prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.generation.settings import Settings
from core.llm.client import ScriptedClient
from core.transcripts.readers import read_transcript
from core.verify import Verdict, verify_edition
from tests.browser.resting import until_true
from tests.page_checks import PageCase, page_cases
from workbench.files.write_files import write_all
from workbench.paths import SAMPLE_DATA
from workbench.sessions.edition_files import edition_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.running import Contexts, Opener, Visit

pytestmark = [pytest.mark.browser, pytest.mark.thorough]

# It says that it has looked at nothing.
NOT_LOOKED = re.compile(r"This file is (?:empty|not text)|has lost its certificate")
CHANGED = ("“Dirt is evidence. You", "“Dirt is evidence! You")


def a_line(transcript: bytes, name: str, evidence: bytes) -> Line:
    pair = read_transcript(transcript, name)
    return prepare_line(read_evidence(evidence, "evidence.json"), pair, settings=Settings())


@pytest.fixture(scope="module")
def line() -> Line:
    return a_line(
        (SAMPLE_DATA / "interview.md").read_bytes(), "interview.md", (SAMPLE_DATA / "evidence.json").read_bytes()
    )


@pytest.fixture(scope="module")
def edition(line: Line, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of the sample's edition, as `run` writes them."""
    folder = tmp_path_factory.mktemp("edition")
    write_all(folder, edition_files(generate_edition(line, OfflineComposer()), line))
    return folder


class Reader:
    """Somebody who opened an edition and checks it."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.page: Page = visit.page
        # From the beginning, because a browser that learns of it with the key press may open its own window first.
        self.page.on("filechooser", lambda _: None)
        self.outcome: Locator = self.page.get_by_role("status")
        self.listed: Locator = self.page.locator("#check-list li")
        self.marked: Locator = self.page.locator(".doubtful")
        self.labels: Locator = self.page.locator(".finding")

    def choose(self, path: Path) -> Reader:
        """Press the button and choose a file."""
        with self.page.expect_file_chooser() as chooser:
            self.page.get_by_role("button", name="Check these quotes").click()
        chooser.value.set_files(path)
        expect(self.outcome).to_contain_text(re.compile(r"transcript|file|page"))
        return self

    def leave(self) -> None:
        """Nothing was asked of the network and nothing was complained of, a broken policy included."""
        assert self.visit.complaints == []
        assert [url for url in self.visit.requests if not url.startswith(("file:", "data:"))] == []


@pytest.fixture
def reader(visit: Opener, edition: Path) -> Reader:
    return Reader(visit((edition / "edition.html").as_uri(), "light"))


def edited(edition: Path, tmp_path: Path, *changes: tuple[str, str]) -> Path:
    page = (edition / "edition.html").read_text(encoding="utf-8")
    for old, new in changes:
        assert old in page
        page = page.replace(old, new, 1)
    path = tmp_path / "edited.html"
    path.write_text(page, encoding="utf-8")
    return path


def test_every_quotation_is_found_again(reader: Reader, edition: Path) -> None:
    """The page as it was written and its transcript.txt: all of them, nothing marked, nothing asked of anybody."""
    count = reader.page.locator("[data-quote-id]").count()
    assert count > 50
    reader.choose(edition / "transcript.txt")
    expect(reader.outcome).to_have_text(f"{count} of {count} quotations were found again in this transcript.")
    expect(reader.listed).to_have_count(0)
    expect(reader.marked).to_have_count(0)
    reader.leave()


def test_one_character_in_one_quote_is_named_and_marked(
    visit: Opener, edition: Path, tmp_path: Path, line: Line
) -> None:
    """By the page's own check and by the independent one; mending the page mends both."""
    path = edited(edition, tmp_path, CHANGED)
    reader = Reader(visit(path.as_uri(), "dark")).choose(edition / "transcript.txt")
    count = reader.page.locator("[data-quote-id]").count()
    expect(reader.outcome).to_contain_text(f"{count - 1} of {count} quotations were found again")
    expect(reader.listed).to_have_count(1)
    expect(reader.listed).to_contain_text("Dirt is evidence! You had taken")
    expect(reader.listed).to_contain_text("do not stand in the transcript")
    expect(reader.marked).to_have_count(1)
    expect(reader.marked).to_contain_text("Dirt is evidence! You")
    expect(reader.labels).to_have_text("not in the transcript")
    assert reader.marked.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"
    found = verify_edition(path.read_text(encoding="utf-8"), line.transcript, form="html")
    assert (found.verdict, [one.text[:21] for one in found.unproven]) == (Verdict.UNPROVEN, ["Dirt is evidence! You"])
    reader.leave()


CHANGES = {
    "the name under a block quote": (
        ("— Imke Sorrel</footer>", "— Casimir Boyle</footer>"),
        "The page names Casimir Boyle, the certificate Imke Sorrel.",
        "another name",
    ),
    "the name on a card": (
        ('<span class="who"><b>Imke Sorrel</b>', '<span class="who"><b>Wanda Prell</b>'),
        "The page names Wanda Prell, the certificate Imke Sorrel.",
        "another name",
    ),
    "the name in a sentence": (
        ("early part of the conversation, Imke Sorrel", "early part of the conversation, Casimir Boyle"),
        "The words around it were changed, and may name somebody else.",
        "changed around it",
    ),
    "a quote cut short": (
        ("“Dirt is evidence. You", "“You"),
        "The transcript holds these words, but the certificate has others for this quotation.",
        "other words",
    ),
    "words in marks": (
        ("<h3>Key Excerpts</h3>", "<p>He had “a bad day” then.</p><h3>Key Excerpts</h3>"),
        "It looks like a quotation and was not certified.",
        "not certified",
    ),
    "a block quote": (
        ("<h3>Key Excerpts</h3>", "<blockquote><p>A bad day.</p></blockquote><h3>Key Excerpts</h3>"),
        "It looks like a quotation and was not certified.",
        "not certified",
    ),
}


@pytest.mark.parametrize(("change", "why", "label"), CHANGES.values(), ids=CHANGES.keys())
def test_whatever_else_was_changed_is_named_and_marked(
    visit: Opener, edition: Path, tmp_path: Path, change: tuple[str, str], why: str, label: str
) -> None:
    """A moved attribution, part of a quote, quotations of nobody's: one thing listed, marked, and said in words."""
    path = edited(edition, tmp_path, change)
    reader = Reader(visit(path.as_uri(), "light")).choose(edition / "transcript.txt")
    expect(reader.outcome).to_contain_text("One thing on this page is not as it was certified.")
    expect(reader.listed).to_have_count(1)
    expect(reader.listed).to_contain_text(why)
    expect(reader.labels).to_have_text(label)
    expect(reader.marked).to_have_count(1)
    reader.leave()


def test_a_quotation_that_was_taken_out_is_missed(visit: Opener, edition: Path, tmp_path: Path) -> None:
    """It is listed by its words, though there is nothing to mark."""
    page = (edition / "edition.html").read_text(encoding="utf-8")
    (figure, *_) = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    reader = Reader(visit(edited(edition, tmp_path, (figure, "")).as_uri(), "light")).choose(edition / "transcript.txt")
    expect(reader.listed).to_have_count(1)
    expect(reader.listed).to_contain_text("It was a junk sale in the old net loft")
    expect(reader.listed).to_contain_text("stands here no more")
    expect(reader.marked).to_have_count(0)


def test_the_original_file_is_known_but_proves_no_words(reader: Reader) -> None:
    """The page says what the file is and which file to choose, and does not pretend to have looked."""
    reader.choose(SAMPLE_DATA / "interview.md")
    expect(reader.outcome).to_contain_text("This is the file that the edition was made from.")
    expect(reader.outcome).to_contain_text("choose the transcript.txt")
    assert "found again" not in reader.outcome.inner_text()
    expect(reader.marked).to_have_count(0)
    reader.leave()


def test_another_transcript_is_called_one(reader: Reader, edition: Path, tmp_path: Path) -> None:
    """The words are looked for all the same; a choice that follows starts anew."""
    other = tmp_path / "other.txt"
    text = (edition / "transcript.txt").read_text(encoding="utf-8")
    other.write_text(text.replace("Dirt is evidence.", "Dirt is everything."), encoding="utf-8")
    reader.choose(other)
    expect(reader.outcome).to_contain_text("This is another transcript than the one that the edition was made from.")
    expect(reader.outcome).to_contain_text("quotations were found in it all the same.")
    expect(reader.marked).to_have_count(2)
    other.write_text("ANNE: Nothing of the kind.\n", encoding="utf-8")
    reader.choose(other)
    expect(reader.outcome).to_contain_text("None of the")
    expect(reader.marked).to_have_count(0)
    expect(reader.labels).to_have_count(0)
    reader.leave()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "This file is empty."),
        (bytes(range(256)), "This file is not text in UTF-8, nor is it the one that the edition was made from."),
        (b"text with a \0 in it", "This file is not text in UTF-8, nor is it"),
    ],
)
def test_what_is_no_transcript_is_said_to_be_none(reader: Reader, tmp_path: Path, data: bytes, said: str) -> None:
    """Empty and binary files have their sentence."""
    path = tmp_path / "file.txt"
    path.write_bytes(data)
    reader.choose(path)
    expect(reader.outcome).to_contain_text(said)
    reader.leave()


def test_a_huge_file_is_refused_unread(reader: Reader, tmp_path: Path) -> None:
    """A hundred megabytes are no transcript."""
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    reader.choose(path)
    expect(reader.outcome).to_have_text("This file is too large to be a transcript: over 50 MB.")


def test_a_file_can_be_dropped_on_the_page(reader: Reader, edition: Path) -> None:
    """Anywhere; a drop of two files asks for one."""
    drop = """([texts, where]) => {
      const data = new DataTransfer();
      texts.forEach((text, at) => data.items.add(new File([text], `transcript-${at}.txt`)));
      for (const type of ["dragover", "drop"]) {
        const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
        document.querySelector(where).dispatchEvent(event);
        if (!event.defaultPrevented) throw new Error(`${type} was left to the browser`);
      }
    }"""
    text = (edition / "transcript.txt").read_bytes().decode()
    reader.page.evaluate(drop, [[text], "main p"])
    expect(reader.outcome).to_contain_text("quotations were found again in this transcript.")
    reader.page.evaluate(drop, [[text, text], "h1"])
    expect(reader.outcome).to_have_text("Choose one file.")
    reader.leave()


def test_the_button_is_reached_and_pressed_with_the_keyboard(reader: Reader, edition: Path) -> None:
    """The first Tab of the page, the Enter key, and the outcome is told to those who do not see it."""
    reader.page.keyboard.press("Tab")
    expect(reader.page.get_by_role("button", name="Check these quotes")).to_be_focused()
    with reader.page.expect_file_chooser() as chooser:
        reader.page.keyboard.press("Enter")
    chooser.value.set_files(edition / "transcript.txt")
    expect(reader.outcome).to_contain_text("found again")
    expect(reader.page.get_by_role("region", name="Check these quotes")).to_be_visible()


def test_without_scripts_a_sentence_stands_in_for_the_panel(contexts: Contexts, edition: Path) -> None:
    """The button that could do nothing is not there."""
    context = contexts("light")
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setScriptExecutionDisabled", {"value": True})
    page.goto((edition / "edition.html").as_uri())
    expect(page.get_by_text("Where scripts may run, this page looks for its quotations")).to_be_visible()
    expect(page.locator("#check")).to_be_hidden()
    page.close()


@pytest.mark.parametrize("width", [320, 1280])
def test_the_panel_and_its_marks_stay_inside_the_window(
    visit: Opener, edition: Path, tmp_path: Path, width: int
) -> None:
    """Nothing has to be pushed sideways, with everything that can be said on the page."""
    path = edited(edition, tmp_path, *(change for change, _, _ in list(CHANGES.values())[:3]), CHANGED)
    reader = Reader(visit(path.as_uri(), "light"))
    reader.page.set_viewport_size({"width": width, "height": 800})
    reader.choose(edition / "transcript.txt")
    expect(reader.listed).to_have_count(4)
    until_true(reader.page, "(width) => innerWidth === width && document.documentElement.scrollWidth <= width", width)


AWKWARD = (
    "JO: I saw 🌊🌊 and a \U0001d11e there, two of them.\r\n\r\n"
    "JO: They said\u00a0\u2003“no”,\r\nand\ufeff </script> <!-- & so on.\r\n"
)
TYPED = """{"speakers": [{"speaker_name": "Jo", "speaker_role": "guest"}], "chapters": [{"title": "Sea", "claims": [
  {"claim": "Seen.", "support": [{"quote": "a \U0001d11e there, two of them.", "speaker": "Jo"},
                                 {"quote": "and </script> <!-- & so on.", "speaker": "Jo"}]}]}]}"""


def test_awkward_characters_are_counted_as_the_certificate_counts_them(visit: Opener, tmp_path: Path) -> None:
    """Characters of two code units before a quotation, Windows line ends, invisible ones and markup inside it."""
    line = a_line(AWKWARD.encode(), "sea.txt", TYPED.encode())
    assert len(line.whitelist) == 2
    reply = "\n\n".join(f"Jo says: [[{quote.quote_id}]]" for quote in line.whitelist)
    files = edition_files(generate_edition(line, ScriptedClient(reply)), line)
    write_all(tmp_path, files)
    reader = Reader(visit((tmp_path / "edition.html").as_uri(), "light")).choose(tmp_path / "transcript.txt")
    count = reader.page.locator("[data-quote-id]").count()
    assert count >= 2
    expect(reader.outcome).to_have_text(f"{count} of {count} quotations were found again in this transcript.")
    reader.leave()


def test_the_pages_own_sums_are_right(visit: Opener) -> None:
    """SHA-256 of every length around a block, and of a long text, against the standard library's."""
    lengths = [*range(130), 1_000, 1_000_003]
    bytes_of = "(n) => Uint8Array.from({ length: n }, (_, i) => (i * 7) % 251)"
    code = f"(lengths) => {{ {SHA256} return lengths.map({bytes_of}).map(sha256); }}"
    sums = visit("about:blank", "light").page.evaluate(code, lengths)
    assert sums == [hashlib.sha256(bytes(i * 7 % 251 for i in range(n))).hexdigest() for n in lengths]


@pytest.fixture(scope="module")
def page(contexts: Contexts) -> Iterator[Page]:
    """One page for all cases of the table; what was put into some of them tries what the policy forbids."""
    opened = contexts("light").new_page()
    yield opened
    opened.close()


def said_by(page: Page, transcript: Path) -> str:
    """Return what a page says of itself and a transcript, in the words of the table."""
    panel, outcome = page.locator("#check"), page.locator("#check-outcome")
    if not panel.is_visible():
        expect(page.locator("#check-unscripted")).to_be_visible()
        return "unchecked"
    page.locator("#check-input").set_input_files(transcript)
    expect(outcome).to_have_text(re.compile(r"^(?!Reading\.$).+", re.DOTALL))
    tone = panel.get_attribute("class") or ""
    if NOT_LOOKED.search(outcome.inner_text()) or not {"open", "good"} & set(tone.split()):
        return "unchecked"
    return "verified" if "good" in tone.split() else "wanting"


@pytest.mark.parametrize("case", [pytest.param(one, id=one.case["id"]) for one in page_cases()])
def test_the_page_says_what_verify_says(case: PageCase, page: Page, edition: Path, tmp_path: Path) -> None:
    """Of every case of the shared table, or what the table has a reason for."""
    changed, name, data = case.files({path.name: path.read_bytes() for path in edition.iterdir()})
    (tmp_path / "edition.html").write_bytes(changed)
    (tmp_path / name).write_bytes(data)
    page.goto((tmp_path / "edition.html").as_uri())
    assert said_by(page, tmp_path / name) == case.page
