"""An export as a browser takes it: one file, and its receipt."""

import io
import json
import zipfile
from hashlib import sha256

import pytest

from core.editions.quote_list import QuoteList
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from workbench.sessions.edition_files import edition_files
from workbench.sessions.exporting.card_name import card_name
from workbench.sessions.exporting.download import download_of
from workbench.sessions.exporting.exported import ExportedEdition, ExportedMap
from workbench.sessions.exporting.exported_quotes import quotes_of
from workbench.sessions.exporting.formats import FORMATS, SESSION, SUFFIXES, TITLES


@pytest.fixture(scope="module")
def given(sample: Line) -> ExportedEdition:
    """The sample's edition with its certificate."""
    edition = generate_edition(sample, OfflineComposer())
    return ExportedEdition(edition, sample.transcript, edition_files(edition, sample)["certificate.json"])


def test_every_format_has_a_title_and_a_suffix() -> None:
    """For whoever chooses one, and for the file that they get."""
    assert set(TITLES) >= set(FORMATS)
    assert set(SUFFIXES) >= set(FORMATS) - {SESSION}
    assert len(set(TITLES.values())) == len(TITLES)


def test_the_receipt_names_the_file_and_the_certificate(given: ExportedEdition) -> None:
    """As beside a file that the command wrote."""
    made = download_of(given, "csv", "talk")
    receipt = json.loads(made.receipt)
    assert (made.name, made.receipt_name) == ("talk.csv", "talk.csv.receipt.json")
    assert receipt["file_sha256"] == sha256(made.data).hexdigest()
    assert receipt["certificate_sha256"] == sha256(given.certificate.encode()).hexdigest()


def test_cards_are_one_zip_with_their_receipt(given: ExportedEdition) -> None:
    """The folder that the command writes."""
    made = download_of(given, "cards", "talk")
    assert (made.name, made.receipt) == ("talk.zip", "")
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        receipt = json.loads(archive.read("receipt.json"))
        files = {name: sha256(archive.read(name)).hexdigest() for name in archive.namelist() if name != "receipt.json"}
    assert receipt["files"] == files
    assert made.data == download_of(given, "cards", "talk").data


def test_a_card_is_called_by_its_quote_and_its_shape() -> None:
    """As in the folder that the command writes; an id that is no name of a file gives a name of its own."""
    assert card_name("q1", "wide") == "q1"
    assert card_name("q1", "square") == "q1.square"
    odd = card_name("../q1", "wide")
    assert odd == sha256(b"../q1").hexdigest()[:16]
    assert card_name("../q1", "square") == f"{odd}.square"


def test_a_map_has_its_proven_quotes_alone(sample: Line) -> None:
    """With the refused ones counted, and no certificate; an edition has its own."""
    of_map = quotes_of(ExportedMap(sample.evidence_map, sample.transcript))
    assert isinstance(of_map.source, QuoteList)
    assert {one.quote_id for one in of_map.source.quotes} == {one.quote_id for one in sample.whitelist}
    assert (of_map.source.refused > 0, of_map.certificate_sha256) == (True, "")


def test_an_edition_has_its_quotes_under_its_certificate(given: ExportedEdition) -> None:
    """The hash that each card names."""
    of_edition = quotes_of(given)
    assert of_edition.source == given.edition
    assert of_edition.certificate_sha256 == given.certificate_sha256
