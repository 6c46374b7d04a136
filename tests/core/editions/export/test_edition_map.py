"""An edition as the evidence map of its quotations, and as its edition.json has it."""

from typing import Any

import pytest

from core.editions.certificate import placed_quotes
from core.editions.export.edition_map import map_of_edition
from core.editions.export.json_data import write_json
from core.editions.export.markdown import write_markdown
from core.editions.export.read_data import edition_of_data
from core.enforcement.results import Edition
from core.errors import EditionError
from core.evidence.map_roster import roster_of
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.map_making.tables.quote_table import read_quote_table
from core.map_making.tables.write_table import TableForm, write_map_table
from core.prose.render import unmarked
from core.whitelist.build import prove_quotes

RAIN = "We are on the weir, and it's raining."
ASKED = "Nobody asked &amp; nobody wrote it down."


def shape_of(edition: Edition) -> list[Any]:
    """Return chapters, claims and quotes of the edition's map."""
    return [
        (chapter.title, [(claim.claim, [support.quote for support in claim.support]) for claim in chapter.claims])
        for chapter in map_of_edition(edition).chapters
    ]


def test_the_map_of_an_edition_has_each_quotation_of_a_chapter_once(edition: Edition) -> None:
    """Those of core claims under their claim, the others in reading order under none; a chapter without any stays."""
    first, second, third = shape_of(edition)
    typed = edition.quotes[1].text
    assert first == ("A gauge that answers", [("", [RAIN, typed]), ("Nobody asked", [ASKED])])
    assert second[1] == [("", ["The river took three days — not four hours."])]
    assert third == ("Tobias Marlowe: no words", [])


def test_the_map_names_places_speakers_and_roles(edition: Edition, raw: str) -> None:
    """Each quote means the very place that the edition quotes; ids are given once; nothing but a quote has marks."""
    made = map_of_edition(edition)
    supports = [one for chapter in made.chapters for claim in chapter.claims for one in claim.support]
    assert [one.span.slice(raw) for one in supports if one.span] == [one.quote for one in supports]
    assert supports[0].speaker == "Ines Weir <Calloway>"
    assert len({one.evidence_id for one in supports}) == len(supports)
    assert [(one.speaker_name, one.speaker_role.value) for one in made.speakers][1] == ("Tobias Marlowe", "guest")
    assert made.title == unmarked(edition.title)


@pytest.fixture(scope="module")
def composed(sample: Line) -> Edition:
    """The sample's edition by the offline composer."""
    return generate_edition(sample, OfflineComposer())


def test_every_quotation_of_an_edition_is_proven_again_under_its_id(composed: Edition, sample: Line) -> None:
    """The map of an edition proves exactly the edition's quotes."""
    made = map_of_edition(composed)
    proofs = prove_quotes(made, sample.transcript, roster_of(made, sample.transcript.labels))
    assert proofs.refusals == ()
    assert {one.quote_id for one in proofs.quotes} == {one.quote_id for one in composed.quotes}


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_the_table_of_an_edition_comes_back_as_its_map(composed: Edition, sample: Line, form: TableForm) -> None:
    """The same chapters, claims and quotes, each at the same place."""
    made = map_of_edition(composed)
    data = write_map_table(made, sample.transcript, form, proofs=True).data
    found = read_quote_table(data, f"quotes.{form}", sample.transcript).evidence_map
    assert (found.title, found.chapters) == (made.title, made.chapters)


def test_an_edition_is_read_from_its_data_with_all_its_quotes(edition: Edition) -> None:
    """Titles, persons, claims and the place of each quotation; written again it says the same of them."""
    read = edition_of_data(write_json(edition).encode(), "edition.json")
    assert (read.title, read.verdict) == (edition.title, edition.verdict)
    assert read.notices == tuple(map(unmarked, edition.notices))
    assert (read.quotes, read.speakers) == (edition.quotes, edition.speakers)
    for number, (was, now) in enumerate(zip(edition.chapters, read.chapters, strict=True), start=1):
        assert placed_quotes(now, number) == placed_quotes(was, number)
        assert (now.title, now.core_claims, now.coverage) == (was.title, was.core_claims, was.coverage)
    assert map_of_edition(read) == map_of_edition(edition)


def test_so_is_the_samples_edition(composed: Edition) -> None:
    """Every quotation stands where it stood, in the same words."""
    read = edition_of_data(write_json(composed).encode(), "edition.json")
    for number, (was, now) in enumerate(zip(composed.chapters, read.chapters, strict=True), start=1):
        assert placed_quotes(now, number) == placed_quotes(was, number)
    assert write_markdown(read) == write_markdown(composed)


def test_an_edition_is_read_as_a_reader_sees_it(edition: Edition) -> None:
    """Emphasis, lists in lists and block quotes with marks in them come back."""
    read = edition_of_data(write_json(edition).encode(), "edition.json")
    assert write_markdown(read) == write_markdown(edition)
    (_, running, *_), (_, again, *_) = edition.chapters[0].blocks, read.chapters[0].blocks
    assert again == running


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("“We are on the weir", "“We are on a weir"),
        ("— Tobias Marlowe\\n\\n### Key", "— Ines\\n\\n### Key"),
        ('"section": "key_excerpts"', '"section": "core_claims"'),
        ("### Key Excerpts", "### Excerpts"),
        ("\\u201d", "x"),
    ],
)
def test_a_text_with_other_quotations_than_are_listed_is_said(edition: Edition, was: str, now: str) -> None:
    """The chapter is named."""
    text = write_json(edition).replace("”", "\\u201d")
    assert was in text
    with pytest.raises(EditionError, match="the text of chapter 1 does not hold the quotations that are listed"):
        edition_of_data(text.replace(was, now).encode(), "edition.json")


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"format_version": "1", "chapters": 3}']
)
def test_what_is_no_edition_is_said(data: bytes) -> None:
    """One sentence with the file's name."""
    with pytest.raises(EditionError, match=r"^out/edition\.json: .* Give the folder"):
        edition_of_data(data, "out/edition.json")


def test_an_edition_of_another_format_is_said(edition: Edition) -> None:
    """A newer version of this program wrote it."""
    data = write_json(edition).replace('"format_version": "1"', '"format_version": "99"').encode()
    with pytest.raises(EditionError, match="format 99"):
        edition_of_data(data, "edition.json")
