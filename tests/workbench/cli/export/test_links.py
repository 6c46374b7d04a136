"""Links to a recording by the command: `run`, `export` of a folder and of a session, and what `verify` says of them."""

import json
from pathlib import Path

import pytest

from tests.workbench.cli.commands import MAP, TALK
from tests.workbench.cli.export.test_documents import document_text
from tests.workbench.conftest import Workbench
from workbench.store import Store

URL = "https://talks.example/tides%20(1).mp3?a=1&b=2"
WRITTEN = "https://talks.example/tides%20%281%29.mp3?a=1&b=2"
ESCAPED = WRITTEN.replace("&", "&amp;")
LINKING = {"docx": "docx", "epub": "epub", "markdown": "md"}


@pytest.fixture
def linked(workbench: Workbench, tmp_path: Path) -> Path:
    """A folder whose edition links its recording."""
    out = tmp_path / "linked"
    assert workbench("run", TALK, MAP, "--recording-url", URL, "--out", out).code == 0
    return out


def test_run_links_each_quotation(workbench: Workbench, linked: Path) -> None:
    """In the page and the Markdown, and nowhere else; with and without the certificate they are verified."""
    assert json.loads((linked / "certificate.json").read_text(encoding="utf-8"))["recording_url"] == WRITTEN
    for name in ("edition.html", "edition.md"):
        assert (linked / name).read_text(encoding="utf-8").count(f"{ESCAPED}#t=") == 101
        assert workbench("verify", linked / name, TALK).code == 0
        assert workbench("verify", linked / name, TALK, "--certificate", linked / "certificate.json").code == 0
    assert "talks.example" not in (linked / "edition.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("form", LINKING)
def test_the_documents_of_a_folder_link_what_its_certificate_names(
    workbench: Workbench, linked: Path, tmp_path: Path, form: str
) -> None:
    """A session's do, whose link is the same; the option stands before the session's own."""
    out = tmp_path / f"one.{LINKING[form]}"
    assert workbench("export", linked, "--to", form, "--out", out).code == 0
    assert document_text(out).count(f"{ESCAPED}#t=") == 101
    assert workbench("verify", out, TALK).code == 0
    done = workbench("export", linked, "--to", form, "--out", out, "--recording-url", URL)
    assert (done.code, "a folder's certificate names its own" in done.err) == (2, True)


@pytest.mark.parametrize("form", LINKING)
def test_the_documents_of_a_session_link_its_recording(
    workbench: Workbench, database: Path, tmp_path: Path, form: str
) -> None:
    """Or the one that is named for this export."""
    store = Store(database)
    store.sessions.put_recording_url(store.sessions.get("sample"), URL)
    for number, (address, options) in enumerate(
        {ESCAPED: (), "https://other.example/a.mp3": ("--recording-url", "https://other.example/a.mp3")}.items()
    ):
        out = tmp_path / f"{number}.{LINKING[form]}"
        assert workbench("export", "sample", "--to", form, "--out", out, "--db", database, *options).code == 0
        assert document_text(out).count(f"{address}#t=") == 101
        assert workbench("verify", out, TALK).code == 0


@pytest.mark.parametrize("form", [*LINKING, "obsidian"])
def test_under_pseudonyms_no_recording_is_named(workbench: Workbench, renamed: Path, tmp_path: Path, form: str) -> None:
    """A voice would give them away."""
    store = Store(renamed)
    store.sessions.put_recording_url(store.sessions.get("sample"), URL)
    out = tmp_path / "one"
    assert workbench("export", "sample", "--to", form, "--out", out, "--db", renamed).code == 0
    assert "talks.example" not in document_text(out)
    if form in LINKING:
        done = workbench("export", "sample", "--to", form, "--out", out, "--db", renamed, "--recording-url", URL)
        assert (done.code, "under pseudonyms no recording is named" in done.err) == (2, True)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "//talks.example/a.mp3",
        "https://me:secret@talks.example/a.mp3",
        "https://talks.example/a.mp3#t=1",
        "https://talks.example/a b.mp3",
        "https://talks.example/a.mp3\nb",
        f"https://talks.example/{'a' * 3_000}",
        f"https://talks.example/{'ä' * 400}",
    ],
)
def test_what_is_no_address_is_refused(workbench: Workbench, tmp_path: Path, address: str) -> None:
    """With one message; nothing is written."""
    out = tmp_path / "out"
    done = workbench("run", TALK, MAP, "--recording-url", address, "--out", out)
    assert (done.code, done.out, out.exists()) == (2, "", False)
    assert "--recording-url" in done.err


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ('"><script>', "%22%3E%3Cscript%3E"),
        ("a|b`c'd\\e^f{g}", "a%7Cb%60c%27d%5Ce%5Ef%7Bg%7D"),
        ("\u202eabc\u200b", "%E2%80%AEabc%E2%80%8B"),
        ("(a)[b]*_c_*~~", "%28a%29[b]*_c_*~~"),
    ],
)
def test_what_an_address_holds_ends_no_link(workbench: Workbench, tmp_path: Path, typed: str, written: str) -> None:
    """Every character that could is percent-encoded; each form is read whole."""
    out = tmp_path / "out"
    address = f"https://talks.example/{typed}"
    assert workbench("run", TALK, MAP, "--chapter", 1, "--recording-url", address, "--out", out).code == 0
    for name in ("edition.html", "edition.md"):
        assert f"https://talks.example/{written}#t=" in (out / name).read_text(encoding="utf-8")
        assert workbench("verify", out / name, TALK).code == 0
    for form, suffix in LINKING.items():
        document = tmp_path / f"one.{suffix}"
        assert workbench("export", out, "--to", form, "--out", document).code == 0
        assert workbench("verify", document, TALK).code == 0


def test_a_format_without_links_takes_no_address(workbench: Workbench, database: Path, tmp_path: Path) -> None:
    """The formats that have some are named."""
    done = workbench(
        "export", "sample", "--to", "csv", "--out", tmp_path / "a.csv", "--db", database, "--recording-url", URL
    )
    assert (done.code, "These have some: docx, epub, markdown" in done.err) == (2, True)
