"""`workbench verify` with a certificate, and with what is no edition."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.editions.comparison import DiscrepancyKind
from tests.workbench.conftest import Outcome, Workbench

SAMPLE = Path(__file__).parents[4] / "sample_data"
TALK, MAP = SAMPLE / "interview.md", SAMPLE / "evidence.json"
FORMS = ["edition.md", "edition.html"]


@pytest.fixture
def edition(workbench: Workbench, tmp_path: Path) -> Path:
    """A folder with one chapter's edition."""
    assert workbench("run", TALK, MAP, "--out", tmp_path, "--chapter", 1).code == 0
    return tmp_path


def changed(path: Path, old: str, new: str) -> Path:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path


def differences(done: Outcome) -> list[tuple[str, str]]:
    data: Any = json.loads(done.out)
    assert set(data["certificate"]) == {"same_bytes", "differences"}
    fields = {"kind", "message", "quote_id", "line", "place", "was", "is"}
    assert all(set(one) == fields for one in data["certificate"]["differences"])
    found = [(one["kind"], one["message"]) for one in data["certificate"]["differences"]]
    # That bytes differ is always said, once, and what differs behind it.
    bytes_differ = [kind for kind, _ in found if kind == DiscrepancyKind.CHANGED_BYTES]
    assert bytes_differ == [DiscrepancyKind.CHANGED_BYTES] * (data["certificate"]["same_bytes"] is False)
    return [one for one in found if one[0] not in bytes_differ]


@pytest.mark.parametrize("transcript", ["the file", "transcript.txt"])
@pytest.mark.parametrize("form", [*FORMS, "edition.json"])
def test_what_run_writes_agrees(workbench: Workbench, edition: Path, form: str, transcript: str) -> None:
    """Both forms, against the original file and against the text beside them."""
    against = TALK if transcript == "the file" else edition / transcript
    done = workbench("verify", edition / form, against, "--certificate", edition / "certificate.json", "--json")
    assert (done.code, done.err, differences(done)) == (0, "", [])
    assert json.loads(done.out)["certificate"]["same_bytes"] is True
    told = workbench("verify", edition / form, against, "--certificate", edition / "certificate.json")
    assert told.out.splitlines()[-1] == "Certificate, edition and transcript agree."


@pytest.mark.parametrize("form", FORMS)
def test_one_character_in_one_quote_is_named_by_both_checks(workbench: Workbench, edition: Path, form: str) -> None:
    """The stranger's check calls it not proven, the certificate edited; each names the words. Exit 1."""
    path = changed(edition / form, "“Dirt is evidence. You", "“Dirt is evidence, You")
    done = workbench("verify", path, TALK, "--certificate", edition / "certificate.json", "--json")
    ((kind, message),) = differences(done)
    assert (done.code, kind) == (1, DiscrepancyKind.EDITED_QUOTE)
    assert "“Dirt is evidence, You had" in message
    assert "“Dirt is evidence. You had" in message
    data = json.loads(done.out)
    assert [one["text"][:22] for one in data["unproven"]] == ["Dirt is evidence, You "]


def test_a_quote_cut_short_is_proven_and_still_not_as_certified(workbench: Workbench, edition: Path) -> None:
    """What remains stands in the transcript, so that only the certificate can tell."""
    path = changed(edition / "edition.md", "“Dirt is evidence. You", "“You")
    assert workbench("verify", path, TALK).code == 0
    done = workbench("verify", path, TALK, "--certificate", edition / "certificate.json", "--json")
    assert done.code == 1
    assert [kind for kind, _ in differences(done)] == [DiscrepancyKind.EDITED_QUOTE]


@pytest.mark.parametrize("form", FORMS)
def test_a_moved_attribution_is_named(workbench: Workbench, edition: Path, form: str) -> None:
    """With whom the edition names and whom the certificate names."""
    path = changed(
        edition / form, "Imke Sorrel, one of the guests, remarks: ", "Casimir Boyle, one of the guests, remarks: "
    )
    done = workbench("verify", path, TALK, "--certificate", edition / "certificate.json")
    assert done.code == 1
    told = " ".join(done.out.replace("│", " ").split())
    assert "moved_attribution" in told
    assert "to Casimir Boyle, the certificate to Imke Sorrel." in told


def test_another_transcript_is_named(workbench: Workbench, edition: Path) -> None:
    """A transcript with one word more is another one, even where every quotation stands in it."""
    other = edition / "other.txt"
    other.write_text((edition / "transcript.txt").read_text(encoding="utf-8") + "\nAnd so on.\n", encoding="utf-8")
    assert workbench("verify", edition / "edition.md", other).code == 0
    done = workbench("verify", edition / "edition.md", other, "--certificate", edition / "certificate.json", "--json")
    assert done.code == 1
    assert [kind for kind, _ in differences(done)] == [DiscrepancyKind.OTHER_TRANSCRIPT]


def test_without_a_certificate_nothing_is_said_of_one(workbench: Workbench, edition: Path) -> None:
    """Neither in JSON nor for people."""
    assert "certificate" not in json.loads(workbench("verify", edition / "edition.md", TALK, "--json").out)
    assert "ertificate" not in workbench("verify", edition / "edition.md", TALK).out


BAD = {
    "a missing file": (None, "cannot be read"),
    "an empty file": (b"", "is empty"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00", "not UTF-8"),
    "a Markdown file": (b"# An edition\n\nWords.\n", "neither JSON"),
    "half a file": (b'{"format_version": "1",', "not JSON"),
    "a list": (b"[1, 2]", "a list, not an object"),
}


@pytest.mark.parametrize(("data", "said"), BAD.values(), ids=BAD.keys())
def test_what_is_no_certificate_is_bad_input(
    workbench: Workbench, edition: Path, data: bytes | None, said: str
) -> None:
    """Exit 2 with one line that names the file and what is wrong with it."""
    path = edition / "other.json"
    if data is not None:
        path.write_bytes(data)
    done = workbench("verify", edition / "edition.md", TALK, "--certificate", path)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert f"{path}: " in done.err
    assert said in done.err


def test_every_wrong_field_of_a_certificate_is_named(workbench: Workbench, edition: Path) -> None:
    """One line for each, with the field."""
    data = json.loads((edition / "certificate.json").read_bytes())
    del data["raw_sha256"]
    data["quotes"][0]["raw_span"] = "here"
    path = edition / "wrong.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    done = workbench("verify", edition / "edition.md", TALK, "--certificate", path)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 2)
    assert "raw_sha256: is missing." in done.err
    assert "quotes[0].raw_span" in done.err


@pytest.mark.parametrize("name", ["certificate.json", "edition.md"])
def test_other_json_is_no_edition(workbench: Workbench, edition: Path, name: str) -> None:
    """It is never read as Markdown, whatever it is called: exit 2, and the message says which files to give."""
    path = edition / name
    if name == "edition.md":
        path.write_bytes((edition / "certificate.json").read_bytes())
    done = workbench("verify", path, TALK)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert "edition.md, edition.html or edition.json" in done.err


@pytest.mark.parametrize("name", ["edition.json", "edition.txt"])
def test_an_edition_as_data_has_the_same_verdict(workbench: Workbench, edition: Path, name: str) -> None:
    """As many quotations as its Markdown has, whatever the file is called."""
    path = edition / name
    path.write_bytes((edition / "edition.json").read_bytes())
    found, expected = (
        json.loads(workbench("verify", one, TALK, "--json").out) for one in (path, edition / "edition.md")
    )
    assert found == expected
    assert found["verdict"] == "verified"


@pytest.mark.parametrize("form", [*FORMS, "edition.json"])
@pytest.mark.parametrize(
    ("old", "new"), [(b"\n", b"\r\n"), (b"\n", b" \t\n"), (b"\n", b"\r")], ids=["CRLF", "spaces", "CR"]
)
def test_other_line_ends_are_said_and_no_change(
    workbench: Workbench, edition: Path, form: str, old: bytes, new: bytes
) -> None:
    """The bytes are not the same, which is said in words; exit 0, since nothing else differs."""
    if form == "edition.html" and new != b"\r\n":
        pytest.skip("a page with a style or script of other bytes is not read at all")
    path = edition / form
    path.write_bytes(path.read_bytes().replace(old, new).rstrip() + new + new)
    done = workbench("verify", path, TALK, "--certificate", edition / "certificate.json", "--json")
    assert (done.code, differences(done), json.loads(done.out)["certificate"]["same_bytes"]) == (0, [], False)
    told = workbench("verify", path, TALK, "--certificate", edition / "certificate.json").out
    assert "Only line ends" in " ".join(told.replace("│", " ").split())


def test_the_first_format_of_a_certificate_is_read_as_before(workbench: Workbench, edition: Path) -> None:
    """It has no digests: the quotations are compared, the bytes are not, and both is said."""
    data = json.loads((edition / "certificate.json").read_bytes())
    for field in ("files", "text", "page", "lines"):
        del data[field]
    for quote in data["quotes"]:
        for place in quote["places"]:
            del place["order"]
    old = edition / "old.json"
    old.write_text(json.dumps(data | {"format_version": "1"}), encoding="utf-8")
    done = workbench("verify", edition / "edition.md", TALK, "--certificate", old, "--json")
    assert (done.code, differences(done), json.loads(done.out)["certificate"]["same_bytes"]) == (0, [], None)
    told = workbench("verify", edition / "edition.md", TALK, "--certificate", old).out
    assert "no SHA-256 of this file" in told
    path = changed(edition / "edition.md", "“Dirt is evidence. You", "“You")
    done = workbench("verify", path, TALK, "--certificate", old, "--json")
    assert (done.code, [kind for kind, _ in differences(done)]) == (1, [DiscrepancyKind.EDITED_QUOTE])


@pytest.mark.parametrize(
    ("text", "verdict"),
    [("", "nothing_to_verify"), ("{curly} but no data\n", "nothing_to_verify"), ("<html></html>", "nothing_to_verify")],
)
def test_what_holds_no_quotation_is_not_proven(workbench: Workbench, tmp_path: Path, text: str, verdict: str) -> None:
    """An empty file and one without quotations have an outcome, and it is not success."""
    path = tmp_path / "edition.md"
    path.write_text(text, encoding="utf-8")
    done = workbench("verify", path, TALK, "--json")
    assert (done.code, json.loads(done.out)["verdict"]) == (1, verdict)
