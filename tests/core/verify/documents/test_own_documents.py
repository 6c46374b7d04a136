"""Every document that the writers make is read whole, and reads as the Markdown of its edition does."""

import re

import pytest
from hypothesis import given

from core.editions.certificate import placed_quotes
from core.editions.export.documents.markdown_document import write_markdown_document
from core.enforcement.results import Edition
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.prose.model import Heading, TextRun
from core.prose.render import stands_inside_marks
from core.verify.reading.page import collapse
from core.verify.reading.read_edition import read_edition
from tests.core.verify.documents.conftest import PROOF, WRITERS, read
from tests.core.verify.test_own_files import editions
from tests.properties import examples

_UNWRITABLE = re.compile("[\x00-\x08\x0e-\x1b\ud800-\udfff\ufffd]")


def words(text: str) -> str:
    """Return words without what XML cannot hold."""
    return collapse(_UNWRITABLE.sub("", text))


@pytest.mark.parametrize("form", WRITERS)
@examples(200)
@given(edition=editions())
def test_every_document_is_read_whole(form: str, edition: Edition) -> None:
    """Markup, marks, white space and controls in any field; the same blocks, and a note for each quotation."""
    edition = edition.model_copy(update={"verdict": "verified"})
    data = WRITERS[form](edition, PROOF)
    assert data == WRITERS[form](edition, PROOF)
    file = read(form, data)
    assert file.obstacle is None
    assert file.is_own
    seen = read_edition(write_markdown_document(edition, PROOF).decode(), "markdown")
    assert [(one.kind, words(one.text)) for one in file.blocks] == [(one.kind, words(one.text)) for one in seen]
    placed = [one.quote for number, draft in enumerate(edition.chapters, 1) for one in placed_quotes(draft, number)]
    for note, quote in zip(file.notes, placed, strict=True):
        # What cannot stand in marks is set apart by enforcement; in Markdown nobody can tell where else it begins.
        assert words(note.words) == words(quote.text) or not stands_inside_marks(quote.text)
    assert [(one.start, one.end) for one in file.notes] == [one.raw_span for one in placed]


@pytest.mark.parametrize("form", WRITERS)
def test_an_edition_without_a_title_is_read(form: str, sample: Line) -> None:
    """Also where its first chapter begins with a heading of a title's level, which is not the edition's title."""
    edition = generate_edition(sample, OfflineComposer())
    heading = Heading(level=1, inlines=(TextRun(text="Word"),))
    chapter = edition.chapters[0].model_copy(update={"title": "Word", "text": "# Word", "blocks": (heading,)})
    nameless = edition.model_copy(update={"title": " ", "chapters": (chapter,), "verdict": "verified"})
    assert read(form, WRITERS[form](nameless, PROOF)).obstacle is None
