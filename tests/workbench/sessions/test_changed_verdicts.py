"""What is said of a changed file of an edition whose quotes were listened to: each change of the table, and none."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from core.editions.comparison import EditionText, compare, read_certificate
from core.editions.denied_quotes import with_denials
from core.editions.listener_verdict import ListenerVerdict, ListeningFinding
from core.generation.line import Line
from core.generation.offline_client import OfflineComposer
from core.generation.pipeline import generate_edition
from core.verify import Form, Verdict, Verification, verify_edition
from tests.core.verify.documents.conftest import PROOF, WRITERS, packed, parts_of, verified
from tests.golden import load
from workbench.sessions.edition_files import certificate_of, certified_files

CASES: list[dict[str, Any]] = load("changed_verdicts")["cases"]
NAMES: Mapping[str, tuple[str, Form]] = {
    "markdown": ("edition.md", "markdown"),
    "html": ("edition.html", "html"),
    "json": ("edition.json", "json"),
    "certificate": ("edition.json", "json"),
}
HEARD = (
    ("58d9d88be16ebf75", ListeningFinding.NOT_SO, "ninety, I hear"),
    ("42dfae776e4bf207", ListeningFinding.NOT_SO, ""),
    ("598a8f208e1e25ea", ListeningFinding.SO, ""),
)


@pytest.fixture(scope="module")
def files(sample: Line) -> dict[str, bytes]:
    """The files of the sample's edition and its documents, by name and by form, with three quotes listened to."""
    edition = generate_edition(sample, OfflineComposer())
    verdicts = tuple(
        ListenerVerdict(
            quote_id=quote_id,
            verdict=finding,
            date="2026-11-28",
            name="Ada Byron",
            note=note,
            raw_sha256=edition.raw_sha256,
            recording_sha256="5" * 64,
        )
        for quote_id, finding, note in HEARD
    )
    certificate = certificate_of(edition, sample).model_copy(update={"ear_verdicts": verdicts})
    texts = certified_files(edition, certificate, sample.transcript)
    heard = with_denials(edition, verdicts)
    return {name: text.encode() for name, text in texts.items()} | {
        form: write(heard, PROOF) for form, write in WRITERS.items()
    }


def _agrees(files: Mapping[str, bytes], text: str, found: Verification, sample: Line, form: str) -> bool:
    certificate = read_certificate(files["certificate.json"])
    compared = compare(certificate, found, sample.transcript, EditionText(text, NAMES[form][1]))
    return found.verdict is Verdict.VERIFIED and compared.agrees


def _record_changed(case: Mapping[str, Any], content: bytes) -> bytes:
    data = json.loads(content)
    records = data["ear_verdicts"]
    if case["field"] is None:
        del records[case["record"]]
    else:
        record = records[case["record"]]
        assert case["was"] in (None, record[case["field"]])
        record[case["field"]] = case["now"]
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def _changed(case: Mapping[str, Any], content: bytes) -> bytes:
    if "record" in case:
        return _record_changed(case, content)
    parts = parts_of(content)
    assert case["was"] in parts[case["part"]]
    parts[case["part"]] = parts[case["part"]].replace(case["was"], case["now"], 1)
    return packed(parts)


def _check(found: Verification, case: Mapping[str, Any]) -> None:
    if case["without"] == "verified":
        assert (found.verdict, found.unproven) == (Verdict.VERIFIED, ())
    else:
        assert case["without"] in {one.reason.value for one in found.unproven}


def test_what_was_not_changed_is_verified(files: dict[str, bytes], sample: Line) -> None:
    """Every form, and the certificate agrees with those that it has; none counts more quotations than before."""
    for form in WRITERS:
        found = verified(files[form], sample.transcript)
        assert (form, found.verdict, found.unproven, found.verified) == (form, Verdict.VERIFIED, (), 101)
    for form, (name, kind) in NAMES.items():
        text = files[name].decode()
        found = verify_edition(text, sample.transcript, form=kind)
        assert (form, found.verdict, found.unproven, found.verified) == (form, Verdict.VERIFIED, (), 101)
        assert _agrees(files, text, found, sample, form)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['form']}: {case['why']}" for case in CASES])
def test_a_change_is_noticed(files: dict[str, bytes], sample: Line, case: dict[str, Any]) -> None:
    """Without the certificate as the table says, with it always; of a document the receipt holds the very bytes."""
    form = case["form"]
    if form in WRITERS:
        after = _changed(case, files[form])
        _check(verified(after, sample.transcript), case)
        return
    name, kind = NAMES[form]
    changed = "certificate.json" if form == "certificate" else name
    after = {**files, changed: _changed(case, files[changed])}
    text = after[name].decode()
    found = verify_edition(text, sample.transcript, form=kind)
    _check(found, case)
    assert not _agrees(after, text, found, sample, form)
