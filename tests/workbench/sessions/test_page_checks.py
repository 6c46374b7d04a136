"""`verify` says of every case of the shared table what the page's own check is held to, too."""

import pytest

from core.editions.comparison import EditionText, compare, read_certificate
from core.errors import WorkbenchError
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.transcripts.readers import read_transcript
from core.verify import UnverifiedReason, Verdict, Verification, verify_edition
from tests.golden import load
from tests.page_checks import PageCase, page_cases
from workbench.sessions.edition_files import edition_files

CASES = [pytest.param(one, id=one.case["id"]) for one in page_cases() if one.alone is not None]


@pytest.fixture(scope="module")
def files(sample: Line) -> dict[str, bytes]:
    """The files of the sample's edition by the offline composer, by name."""
    edition = generate_edition(sample, OfflineComposer())
    return {name: text.encode() for name, text in edition_files(edition, sample).items()}


def said_of(found: Verification, *, agrees: bool) -> str:
    """Return what is said, in the words of the table."""
    if any(one.reason is UnverifiedReason.NOT_READABLE for one in found.unproven):
        return "not_readable"
    return "verified" if found.verdict is Verdict.VERIFIED and agrees else "wanting"


@pytest.mark.parametrize("case", CASES)
def test_what_verify_says(case: PageCase, files: dict[str, bytes]) -> None:
    """With the page's certificate, and without it; no other certificate but the written one counts."""
    page, name, data = case.files(files)
    try:
        transcript = read_transcript(data, name)
    except WorkbenchError:
        assert case.says == "not_readable"
        return
    text = page.decode()
    found = verify_edition(text, transcript, form="html")
    certificate = read_certificate(files["certificate.json"])
    compared = compare(certificate, found, transcript, EditionText(text, "html"))
    assert said_of(found, agrees=True) == case.alone
    assert said_of(found, agrees=compared.agrees) == case.says


def test_where_the_page_says_something_else_the_table_says_why() -> None:
    """There is a reason in every such row, and in no other."""
    table = load("page_checks")
    assert all(one["why"] for one in table["of_changed_editions"].values())
    assert all(("page" in case) == bool(case.get("why")) for case in table["cases"])
