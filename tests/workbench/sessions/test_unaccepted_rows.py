"""An edition of a map with rows that nobody accepted says so, in every form, and cannot be made to be silent."""

import json
from collections.abc import Callable

import pytest

from core.editions.comparison import EditionText, compare
from core.editions.comparison.read_certificate import read_certificate
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.generation.line import prepare_line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.transcripts.readers import read_transcript
from core.verify import Form, verify_edition
from workbench.sessions.edition_files import edition_files

WORDS = ("We counted the boats twice and nobody believed us", "Nobody had believed the first count either, you see")
TALK = read_transcript(f"Bo Ray: And then?\n\nAnn Lee: {WORDS[0]}. {WORDS[1]}.".encode(), "talk.txt")
FORMS: dict[str, Form] = {"edition.md": "markdown", "edition.html": "html", "edition.json": "json"}
SENTENCE = "2 rows of the evidence map (chapters, claims and quotes) were proposed, and nobody accepted them."


def a_map(*statuses: str) -> EvidenceMap:
    """Return a map of two quotes and one claim, each with a status."""
    first, second, claim = statuses
    supports = [
        {"quote": words, "speaker": "Ann Lee", "status": status}
        for words, status in zip(WORDS, (first, second), strict=True)
    ]
    chapter = {"title": "Boats", "claims": [{"claim": "They counted twice.", "status": claim, "support": supports}]}
    speakers = [{"speaker_name": "Ann Lee", "speaker_role": "guest"}]
    return read_evidence(json.dumps({"title": "Boats", "speakers": speakers, "chapters": [chapter]}))


def files_of(evidence_map: EvidenceMap) -> dict[str, str]:
    """Return the files of the edition of a map."""
    line = prepare_line(evidence_map, TALK)
    return edition_files(generate_edition(line, OfflineComposer()), line)


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    """The files of an edition of a map with two rows that nobody accepted."""
    return files_of(a_map("proposed", "accepted", "proposed"))


def test_every_form_says_it(files: dict[str, str]) -> None:
    """A field for programs in the data and the certificate, a sentence for people in the others."""
    assert json.loads(files["edition.json"])["unaccepted_rows"] == 2
    assert json.loads(files["certificate.json"])["unaccepted_rows"] == 2
    assert SENTENCE in files["edition.md"].partition("## About this edition")[2].replace("\\", "")
    assert SENTENCE in files["edition.html"]


def test_an_edition_of_accepted_rows_has_no_such_sentence() -> None:
    """Rows that somebody accepted, and rows of a map without the field, are nothing to be told."""
    made = files_of(a_map("accepted", "", "accepted"))
    assert json.loads(made["edition.json"])["unaccepted_rows"] == 0
    assert "nobody accepted" not in made["edition.md"] + made["edition.html"]


def test_one_row_is_one() -> None:
    """The sentence counts as people do."""
    sentence = "One row of the evidence map (a chapter, a claim or a quote) was proposed, and nobody accepted it."
    assert sentence in files_of(a_map("proposed", "", ""))["edition.html"]


def compared(files: dict[str, str], name: str, change: Callable[[str], str]) -> list[str]:
    """Return what is said of a file after a change, beside its verdict."""
    edition = EditionText(change(files[name]), FORMS[name])
    found = verify_edition(edition.text, TALK, form=FORMS[name])
    told = compare(read_certificate(files["certificate.json"]), found, TALK, edition)
    return [found.verdict.value, *(one.kind.value for one in told.differences)]


@pytest.mark.parametrize("name", ["edition.md", "edition.html", "edition.json"])
def test_the_edition_is_verified(files: dict[str, str], name: str) -> None:
    """The sentence stands in the closed grammar."""
    assert compared(files, name, str) == ["verified"]


@pytest.mark.parametrize("name", ["edition.md", "edition.html"])
def test_a_sentence_that_is_gone_is_noticed(files: dict[str, str], name: str) -> None:
    """Whoever takes it out, or changes its number, is found out by the certificate."""
    sentence = next(line for line in files[name].split("\n") if "nobody accepted" in line)
    assert len(compared(files, name, lambda text: text.replace(sentence, ""))) > 1
    assert len(compared(files, name, lambda text: text.replace(sentence, sentence.replace("2 rows", "1 rows")))) > 1


@pytest.mark.parametrize("number", ["0", "1", "null"])
def test_a_number_that_is_changed_is_noticed(files: dict[str, str], number: str) -> None:
    """So is another number in the data, and none."""
    field = '"unaccepted_rows": 2'
    told = compared(files, "edition.json", lambda text: text.replace(field, field.replace("2", number)))
    assert "changed_text" in told
    assert "changed_text" in compared(files, "edition.json", lambda text: text.replace(f"{field},", ""))
