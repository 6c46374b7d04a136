"""Editions under pseudonyms: what their files hold, what is listed, and what `verify` says of them."""

import json
import re
from typing import Any

import pytest

from core import (
    Certificate,
    Edition,
    Line,
    ScriptedClient,
    TranscriptPair,
    certify,
    generate_edition,
    make_pseudonyms,
    prepare_line,
    pseudonymise_edition,
    pseudonymise_transcript,
    read_evidence,
    read_transcript,
    verify_edition,
    write_html,
    write_json,
    write_markdown,
)
from core.editions.bind_files import bind_files
from core.editions.comparison import EditionText, compare
from core.editions.export.self_check import data_text
from core.editions.pseudonyms.pseudonymise import PseudonymisedEdition
from core.editions.written_bytes import PAGE, with_certificate
from core.transcripts.pseudonyms.transcript import labels_of
from core.verify import Form, UnverifiedReason
from tests.golden import load

CASES: list[dict[str, Any]] = load("pseudonyms")["editions"]
FORMS: tuple[Form, ...] = ("markdown", "html", "json")
TALK = """\
Maya Okafor: The horn is old and loud.

Host: How old is it?

Maya Okafor: I was called Maya by them all.

Host: Thank you.
"""
QUOTES = ("The horn is old and loud.", "I was called Maya by them all.")


def _line(case: dict[str, Any]) -> Line:
    transcript = read_transcript(TALK.encode(), case.get("transcript_name", "talk.txt"))
    support = [
        {"evidence_id": f"e{number}", "quote": quote, "speaker": "Maya Okafor"}
        for number, quote in enumerate(QUOTES)
        if quote.rstrip(".") in case["reply"]
    ]
    claim = {"claim_id": "c1", "claim": case.get("claim", "The horn can be heard."), "support": support}
    evidence: dict[str, Any] = {
        "title": case.get("title", "A day by the sea"),
        "speakers": [{"speaker_id": "maya", "speaker_name": "Maya Okafor", "speaker_role": "guest"}],
        "chapters": [{"title": "The horn", "claims": [claim]}],
    }
    return prepare_line(read_evidence(json.dumps(evidence).encode()), transcript)


def _made(case: dict[str, Any]) -> tuple[Edition, TranscriptPair, PseudonymisedEdition]:
    line = _line(case)
    edition = generate_edition(line, ScriptedClient([case["reply"]]))
    names = make_pseudonyms([(case.get("pseudonym", "P07"), "Maya Okafor")], labels_of(line.transcript))
    made = pseudonymise_edition(edition, line.transcript, names, redact=case.get("redact", False))
    return edition, line.transcript, made


def _certificate(made: PseudonymisedEdition) -> Certificate:
    return certify(made.edition, made.transcript, settings={}, prompt_sha256s=(), program_version="1")


def _files(made: PseudonymisedEdition) -> dict[Form, str]:
    certificate = _certificate(made)
    return {
        "markdown": write_markdown(made.edition),
        "html": write_html(made.edition, certificate),
        "json": write_json(made.edition),
    }


def _plain(markdown: str) -> str:
    return re.sub(r"\\(.)", r"\1", markdown)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"][:40])
def test_what_an_edition_holds(case: dict[str, Any]) -> None:
    """Names that say who speaks are pseudonyms; others are listed."""
    edition, _, made = _made(case)
    assert edition.verdict == "verified", "the case itself must be sound"
    text = _plain(write_markdown(made.edition))
    for wanted in case["has"]:
        assert wanted in text, case["why"]
    places = [(place.where, place.name) for place in made.places]
    for where, name in case["places"]:
        assert any(one.startswith(where) and found == name for one, found in places), (where, name, places)
    assert {name for where, name in places if where != "transcript, line 5"} <= {name for _, name in case["places"]}
    files = json.dumps(_files(made), ensure_ascii=False) + _certificate(made).model_dump_json()
    for name in case["lacks"]:
        assert name not in files, case["why"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"][:40])
def test_it_verifies_by_itself(case: dict[str, Any], form: Form) -> None:
    """Each file against the transcript.txt that is exported with it; a redacted one is unproven and says why."""
    _, _, made = _made(case)
    text = read_transcript(made.transcript.raw.encode(), "transcript.txt")
    found = verify_edition(_files(made)[form], text, form=form)
    if case.get("redact"):
        assert (found.verdict, made.edition.verdict) == ("unproven", case["verdict"])
        assert {one.reason for one in found.unproven} == {UnverifiedReason.REDACTED}
    else:
        assert (found.verdict, made.edition.verdict) == ("verified", "verified"), found.unproven


@pytest.mark.parametrize("form", FORMS)
def test_the_original_proves_it_with_the_names(form: Form) -> None:
    """Under the same names the original gives the same text, to the byte, so its certificate agrees, too."""
    _, original, made = _made(CASES[0])
    names = make_pseudonyms([("P07", "Maya Okafor")], labels_of(original))
    again = pseudonymise_transcript(original, names).transcript
    files = _files(made)
    texts = {"edition.md": files["markdown"], PAGE: files["html"], "edition.json": files["json"]}
    bound = bind_files(_certificate(made), made.edition, texts)
    files["html"] = with_certificate(files["html"], data_text(bound.model_dump(mode="json")))
    found = verify_edition(files[form], again, form=form)
    assert found.verdict == "verified"
    assert verify_edition(files[form], original, form=form).verdict == "unproven"
    differences = compare(bound, found, again, EditionText(files[form], form)).differences
    assert differences == ()


def test_nothing_names_the_original() -> None:
    """Neither its file, nor its hash, nor the ids that are made of names, nor the prompts."""
    edition, original, made = _made(CASES[0])
    written = json.dumps(_files(made)) + _certificate(made).model_dump_json()
    told = {original.source.sha256, edition.raw_sha256, "talk.txt", "maya", *(one.quote_id for one in edition.quotes)}
    told |= {one.prompt_sha256 for one in edition.chapters}
    assert [one for one in told if one and one in written] == []
    assert {one.speaker_id for one in made.edition.quotes} == {"p07"}
