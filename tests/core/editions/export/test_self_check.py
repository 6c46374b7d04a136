import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from core.editions.certificate import Certificate, certify
from core.editions.export.page_pieces import SUM_DIGITS, sums_of
from core.editions.export.page_script import SCRIPT
from core.editions.export.script_reading import READING
from core.editions.export.self_check import surroundings
from core.editions.export.webpage import write_html
from core.enforcement.results import Edition
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.verify import verify_edition

# What could end a script element or begin a comment in it, and line ends that were once none in JSON.
ENDS = "</script><!--<script>]]>\u2028\u2029\\u003c&lt;\x00\x7f𝄞"


class Scripts(HTMLParser):
    """Reads the script elements of a page as a browser finds their ends, and all text outside them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[dict[str, str | None], str]] = []
        self.policy = ""
        self.outside = ""
        self._in_script = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a script, or note the policy."""
        own = dict(attrs)
        if own.get("http-equiv") == "Content-Security-Policy":
            self.policy = own["content"] or ""
        self._in_script = tag == "script"
        if self._in_script:
            self.found.append((own, ""))

    def handle_endtag(self, tag: str) -> None:
        """End whatever ends."""
        self._in_script = self._in_script and tag != "script"

    def handle_data(self, data: str) -> None:
        """Put text where it belongs."""
        if self._in_script:
            self.found[-1] = (self.found[-1][0], self.found[-1][1] + data)
        else:
            self.outside += data

    def data(self, name: str) -> object:
        """Return what a data element holds."""
        (text,) = (text for own, text in self.found if own.get("id") == name)
        return json.loads(text)


@pytest.fixture
def transcript(raw: str) -> TranscriptPair:
    return read_transcript(raw.encode(), "weir.txt")


@pytest.fixture
def certificate(edition: Edition, transcript: TranscriptPair) -> Certificate:
    certified = certify(edition, transcript, settings={}, prompt_sha256s=("aa",), program_version="0.1.0")
    first, *rest = certified.quotes
    return certified.model_copy(
        update={"title": ENDS, "quotes": (first.model_copy(update={"speaker_name": ENDS}), *rest)}
    )


def test_only_the_pages_own_script_may_run(edition: Edition, certificate: Certificate) -> None:
    """The policy names no source but the sum of the one script; the other three elements are data."""
    page = Scripts(write_html(edition, certificate))
    (script,) = (text for own, text in page.found if "type" not in own)
    assert script == SCRIPT
    named = b64encode(sha256(script.encode()).digest()).decode()
    sources = dict(part.strip().split(" ", 1) for part in page.policy.split(";"))
    assert sources == {
        "default-src": "'none'",
        "style-src": "'unsafe-inline'",
        "img-src": "data:",
        "script-src": f"'sha256-{named}'",
    }
    assert [own.get("type") for own, _ in page.found] == [
        "application/ld+json",
        "application/json",
        "application/json",
        None,
    ]


def test_the_certificate_reads_back_out_of_the_page(edition: Edition, certificate: Certificate) -> None:
    """Whatever its texts hold, nothing ends the element early, and the certificate is the very one."""
    page = Scripts(write_html(edition, certificate))
    assert Certificate.model_validate_json(json.dumps(page.data("certificate"))) == certificate
    assert not any(re.search("[<>&\u2028\u2029]", text) for own, text in page.found if "type" in own)


def test_half_a_character_does_not_keep_a_page_from_being_written(edition: Edition, certificate: Certificate) -> None:
    """A lone surrogate, which no file can hold, is an escape in the data."""
    broken = certificate.model_copy(update={"title": "half \ud83d of it"})
    page = write_html(edition, broken)
    assert page.encode()
    data = Scripts(page).data("certificate")
    assert isinstance(data, dict)
    assert data["title"] == "half \ud83d of it"


def test_the_script_holds_nothing_that_could_end_it() -> None:
    """No end tag, no comment, no carriage return that a browser would change, no address, no markup written."""
    assert not re.search(r"</|<!--|<script|\r|\x00|https?:|innerHTML|outerHTML|insertAdjacent|document\.write", SCRIPT)


def test_the_script_knows_the_same_white_space(edition: Edition) -> None:
    """Page and program must collapse the same characters, or a true quotation could seem changed."""
    found = re.search(r"const SPACE = /(\[.*\])\+/;", READING)
    assert found
    space = re.compile(found[1])
    chars = [chr(code) for code in range(0x110000)]
    assert [char for char in chars if space.fullmatch(char)] == [char for char in chars if char.isspace()]


def test_each_quotation_is_listed_with_what_stands_around_it(edition: Edition, certificate: Certificate) -> None:
    """In reading order; block quotes stand alone, and white space does not count."""
    page = Scripts(write_html(edition, certificate))
    ids = re.findall(r'data-quote-id="(\w+)"', write_html(edition, certificate))
    around = [
        "It begins <em>badly</em> & wet: she says, very calmly.",
        "",
        "",
        "Nobody asked:\n (Tobias  Marlowe)",
        "",
    ]
    standing = page.data("standing")
    assert isinstance(standing, dict)
    assert standing["quotes"] == [list(pair) for pair in zip(ids, map(surroundings, around), strict=True)]


def test_a_piece_is_a_text_where_it_stands_or_an_empty_element() -> None:
    """Its elements and their attributes count, white space does not; what draws and what runs is none."""
    page = "<html><head><title>T</title><style>p {{}}</style></head><body>\n<p{}>It  {}<b></b></p>\n</body></html>"
    sums = sums_of(page.format("", "rains"))
    assert len(sums) == 3 * SUM_DIGITS
    assert sums_of(page.format("", "\nrains ")) == sums
    others = [sums_of(page.format(*one)) for one in ((" hidden", "rains"), ("", "ra\u00edns"), (' class="a"', "rains"))]
    assert all(other[:SUM_DIGITS] == sums[:SUM_DIGITS] != other[SUM_DIGITS:][:SUM_DIGITS] for other in others)
    assert all(other[SUM_DIGITS:][:SUM_DIGITS] != sums[SUM_DIGITS:][:SUM_DIGITS] for other in others)
    assert f"SUM_DIGITS = {SUM_DIGITS};" in SCRIPT


def test_without_a_certificate_nothing_runs(edition: Edition) -> None:
    """There is no panel, no data and no leave to run."""
    page = write_html(edition)
    assert Scripts(page).found == []
    assert "script-src" not in page
    assert "Check these quotes" not in page


def test_the_panel_is_hidden_until_the_script_shows_it(edition: Edition, certificate: Certificate) -> None:
    """Where no script may run, a sentence says so instead."""
    page = write_html(edition, certificate)
    assert re.search(r'<section class="check" [^>]*aria-label="Check these quotes" hidden>', page)
    assert '<button type="button" id="check-choose">Check these quotes</button>' in page
    assert "Where scripts may run, this page looks for its quotations" in " ".join(Scripts(page).outside.split())


def test_what_checks_the_page_changes_nothing_for_a_stranger(
    edition: Edition, certificate: Certificate, transcript: TranscriptPair
) -> None:
    """The independent checker finds the same quotations with the certificate as without it, and no others."""

    def found(page: str) -> tuple[list[tuple[str, object]], list[tuple[str, object]]]:
        outcome = verify_edition(page, transcript, form="html")
        return [(one.text, one.speaker) for one in outcome.proven], [(one.text, one.reason) for one in outcome.unproven]

    proven, unproven = found(write_html(edition))
    assert found(write_html(edition, certificate)) == (proven, unproven)
    assert len(proven) + len(unproven) == 5


def test_the_same_certificate_gives_the_same_bytes(edition: Edition, certificate: Certificate) -> None:
    """A certificate read back from its file makes the same page."""
    again = Certificate.model_validate_json(certificate.model_dump_json())
    assert write_html(edition, again).encode() == write_html(edition, certificate).encode()
