"""What a certificate says of the golden table of changed editions: every change is noticed, and named as what it is."""

import html
import json
import re
import sys
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from core.editions.comparison import Comparison, Discrepancy, EditionText, compare, read_certificate
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.verify import Form, Verdict
from core.verify.edition import EditionVerifier
from core.verify.reading.read_file import read_file
from tests.changed_editions import changed, checked_file
from tests.golden import load
from tests.properties import is_thorough
from workbench.sessions.edition_files import edition_files

FORMS: Mapping[str, Form] = {"edition.md": "markdown", "edition.html": "html", "edition.json": "json"}
# Of all changes, so many are named by their kind, place, old and new words.
FLOOR = 0.95


def plain(text: str | None) -> str:
    """Return words as a reader takes them, without the markup that a table or a file may write around them."""
    words = re.sub(r"^> ?", "", html.unescape(text or "").replace("\u00ad", ""), flags=re.MULTILINE)
    return " ".join(re.sub(r"[*\\]", "", words).replace("“", '"').replace("”", '"').split())


def is_named(wanted: Mapping[str, Any], found: Discrepancy, lines: list[str]) -> bool:
    """Tell whether a difference is the one that the table asks for."""
    place = found.place
    if found.kind not in wanted["kinds"]:
        return False
    if any(
        field in wanted and (place is None or wanted[field] != getattr(place, field))
        for field in ("chapter", "section")
    ):
        return False
    for field, text in (("was", found.was), ("is", found.found)):
        if field in wanted and plain(wanted[field]) not in plain(text) and wanted[field] not in (text or ""):
            return False
    # A text may stand in several lines; any of them is its line.
    text = wanted.get("line_of", "").strip("\n")
    return not text or (found.line is not None and text in lines[found.line - 1])


def unnamed(case: Mapping[str, Any], compared: Comparison, file: str) -> list[Mapping[str, Any]]:
    """Return the differences of a case that are not among those named."""
    lines = file.split("\n")
    wanted: Iterable[Mapping[str, Any]] = case["with"]["differences"]
    return [one for one in wanted if not any(is_named(one, found, lines) for found in compared.differences)]


@pytest.fixture(scope="module")
def files(sample: Line) -> dict[str, bytes]:
    """The files of the sample's edition by the offline composer, by name."""
    edition = generate_edition(sample, OfflineComposer())
    return {name: text.encode() for name, text in edition_files(edition, sample).items()}


@pytest.mark.property
def test_every_change_is_noticed_and_named(files: dict[str, bytes], sample: Line) -> None:
    """The exit code of each is right; of at least 95 in 100 the named difference is, too."""
    verifier = EditionVerifier(sample.transcript)
    missed: list[str] = []
    wrong: list[str] = []
    unread: list[str] = []
    pages = 1 if is_thorough() else 3  # a page takes longest to read
    cases: list[dict[str, Any]] = load("changed_editions")["cases"]
    table = [case for number, case in enumerate(cases) if number % pages == 0 or checked_file(case) != "edition.html"]
    for case in table:
        after, name = changed(case, files), checked_file(case)
        edition = EditionText(after[name].decode(), FORMS[name])
        found = verifier.verify(read_file(edition.text, edition.form))
        compared = compare(read_certificate(after["certificate.json"]), found, sample.transcript, edition)
        agrees = found.verdict is Verdict.VERIFIED and compared.agrees
        if agrees is not (case["with"]["exit"] == 0):
            missed.append(case["id"])
        unread += [f"{case['id']}: {one.message}" for one in compared.differences if "“”" in one.message]
        wrong += [f"{case['id']}: {json.dumps(one)}" for one in unnamed(case, compared, edition.text)[:1]]
    share = 1 - len(wrong) / len(table)
    sys.stdout.write(f"named rightly: {share:.1%} of {len(table)} changes; not: {wrong}\n")
    assert missed == []
    assert unread == []
    assert share >= FLOOR, wrong


@pytest.mark.parametrize(
    ("file", "was", "now", "said"),
    [
        ("edition.md", "for a living, came by", "for a living came by", "Nothing stands where “,” was certified."),
        ("edition.md", "he paid for it", "he paid dearly for it", "“dearly” stands where nothing was certified."),
        (
            "edition.md",
            "\n## Half a Stair\n",
            "\n## “The sea was never read”\n",
            "A quotation stands where “Half a Stair” was certified.",
        ),
        (
            "edition.json",
            '"narrative": "',
            '"narrative": "", "x": "',
            ".narrative has nothing where “Casimir Boyle, who",
        ),
    ],
)
def test_what_is_gone_or_new_is_called_so(
    files: dict[str, bytes], sample: Line, file: str, was: str, now: str, said: str
) -> None:
    """Empty marks would be hard to read: a reader sees that nothing stands there, or stood."""
    text = files[file].decode()
    edition = EditionText(text.replace(was, now, 1), FORMS[file])
    assert edition.text != text
    found = EditionVerifier(sample.transcript).verify(read_file(edition.text, edition.form))
    compared = compare(read_certificate(files["certificate.json"]), found, sample.transcript, edition)
    assert any(said in one.message for one in compared.differences), compared.differences
    assert not any("“”" in one.message for one in compared.differences)
