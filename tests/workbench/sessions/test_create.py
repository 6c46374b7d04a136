import json
import sqlite3
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from core.editions.comparison import read_certificate
from core.errors import BadInput
from core.map_making.acts.act_records import AddPassage
from core.map_making.acts.make_act import already_made
from core.span import Span
from core.whitelist.additions import Addition
from tests.conftest import SAMPLE
from workbench.sample import sample_session
from workbench.sessions.create import begin, duplicate, import_session, keep, source_of
from workbench.sessions.edition_files import certified_files
from workbench.sessions.recognise_file import AcceptedSource, SourceKind, take_in
from workbench.sessions.titles import UNTITLED
from workbench.store import MAX_TITLE, Store

PROMOTION = Addition(
    evidence_id="promoted-1", chapter_index=0, claim_index=0, quote="Words.", speaker="Ann", raw_span=Span(0, 6)
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "workbench.db")


def taken(kind: SourceKind, name: str) -> AcceptedSource:
    outcome = take_in(kind, name, (SAMPLE / name).read_bytes())
    assert isinstance(outcome, AcceptedSource)
    return outcome


def test_a_new_session_is_empty(store: Store) -> None:
    """And a second one has a title of its own."""
    first, second = begin(store), begin(store)
    assert (first.transcript, first.evidence) == (None, None)
    assert first.title != second.title


def test_a_session_that_nobody_named_takes_the_title_of_its_evidence_map(store: Store) -> None:
    """One that has a name keeps it."""
    evidence = taken(SourceKind.EVIDENCE, "evidence.json")
    assert keep(store, begin(store), evidence).title == "The Staircase in the Sea (Slow Instruments)"
    assert keep(store, store.sessions.create("Mine"), evidence).title == "Mine"
    assert begin(store).title == UNTITLED


@pytest.mark.parametrize(
    ("given", "title"),
    [
        ("x" * 250, "x" * 200),
        ("Tides\u2028and\x07 winds", "Tides and winds"),
        ("\u2029\x00", UNTITLED),
    ],
)
def test_any_title_of_an_evidence_map_can_be_kept(store: Store, given: str, title: str) -> None:
    """What a title cannot hold is left out; with nothing left, the session keeps its own."""
    data = json.dumps({**json.loads((SAMPLE / "evidence.json").read_bytes()), "title": given}).encode()
    outcome = take_in(SourceKind.EVIDENCE, "evidence.json", data)
    assert isinstance(outcome, AcceptedSource)
    kept = keep(store, begin(store), outcome)
    assert kept.title == title
    assert kept == store.sessions.get(kept.session_id)
    assert kept.evidence is not None


def test_a_session_that_cannot_be_renamed_has_its_map(store: Store) -> None:
    """The map is stored then, so no failure is reported."""
    session = begin(store)
    with sqlite3.connect(store.path) as connection:
        connection.execute(
            "CREATE TRIGGER no_rename BEFORE UPDATE OF title ON sessions WHEN old.title <> new.title "
            "BEGIN SELECT abs(-9223372036854775807 - 1); END"  # fails while it runs, as a broken disk would
        )
    connection.close()
    kept = keep(store, session, taken(SourceKind.EVIDENCE, "evidence.json"))
    assert kept == store.sessions.get(session.session_id)
    assert kept.title == UNTITLED
    assert kept.evidence is not None


@pytest.mark.parametrize(
    ("before", "named"),
    [
        (f"{UNTITLED} notes on Ann", False),
        (f"{UNTITLED} 2b", False),
        (f"My {UNTITLED}", False),
        (f"{UNTITLED} 12", True),
    ],
)
def test_a_title_that_a_person_wrote_is_kept(store: Store, before: str, *, named: bool) -> None:
    """Also one that begins as ours do."""
    kept = keep(store, store.sessions.create(before), taken(SourceKind.EVIDENCE, "evidence.json"))
    assert (kept.title != before) is named


def test_what_is_kept_is_what_was_given(store: Store) -> None:
    """Byte for byte, under its name."""
    session = begin(store)
    for kind, name in ((SourceKind.TRANSCRIPT, "interview.md"), (SourceKind.EVIDENCE, "evidence.json")):
        session = keep(store, session, taken(kind, name))
        source = source_of(session, kind)
        assert source is not None
        assert source.name == name
        assert store.sources.get(source.sha256) == (SAMPLE / name).read_bytes()


def test_a_copy_is_called_one(store: Store) -> None:
    """With a number where that is taken."""
    session = store.sessions.create("Talk")
    assert [duplicate(store, session).title for _ in range(2)] == ["Talk (copy)", "Talk (copy) 2"]


def test_a_session_with_the_longest_title_is_copied(store: Store) -> None:
    """Its title makes room."""
    session = store.sessions.create("x" * MAX_TITLE)
    titles = [duplicate(store, session).title for _ in range(2)]
    assert titles == ["x" * (MAX_TITLE - 7) + " (copy)", "x" * (MAX_TITLE - 9) + " (copy) 2"]


def test_a_session_travels_with_the_same_bytes(store: Store, tmp_path: Path) -> None:
    """Quotes, certificates and what a person did are the same elsewhere; the import is exported as the file was."""
    sample = sample_session(store)
    (run,) = store.runs.list(sample.session_id)
    store.edits.add(run.run_id, 0, "> A text that proves nothing.", after=0)
    made = already_made(AddPassage(addition=PROMOTION))
    store.acts.add(sample.session_id, made, transcript=sample.transcript)
    data = store.sessions.export(sample.session_id)
    elsewhere = Store(tmp_path / "elsewhere.db")
    imported = import_session(elsewhere, data, "sample.session.json")
    assert elsewhere.sessions.export(imported.session_id) == data
    (there,) = elsewhere.runs.list(imported.session_id)
    assert elsewhere.edits.list(there.run_id) == store.edits.list(run.run_id)
    assert elsewhere.acts.list(imported.session_id) == store.acts.list(sample.session_id)
    before, after = (
        one.runs.get(one.runs.list(session.session_id)[0].run_id)
        for one, session in ((store, sample), (elsewhere, imported))
    )
    assert (after.certificate, after.edition) == (before.certificate, before.edition)
    assert after.edition.verdict == "verified"


def forged(file: dict[str, Any]) -> None:
    """Change one word of a quotation wherever it stands in the edition, verdict and certificate included."""
    edition = json.dumps(file["runs"][0])
    assert "fish scale" not in edition
    assert "a diving helmet" in edition
    file["runs"][0] = json.loads(edition.replace("a diving helmet", "a gold crown"))


def without_its_transcript(file: dict[str, Any]) -> None:
    wanted = file["transcript"]["sha256"]
    file["transcript"] = None
    file["sources"] = [source for source in file["sources"] if source["sha256"] != wanted]


@pytest.mark.parametrize("spoil", [forged, without_its_transcript])
def test_an_imported_edition_is_verified_anew(
    store: Store, tmp_path: Path, spoil: Callable[[dict[str, Any]], None]
) -> None:
    """A file that calls itself verified is nobody's word for it."""
    file: dict[str, Any] = json.loads(store.sessions.export(sample_session(store).session_id))
    assert file["runs"][0]["verdict"] == file["runs"][0]["edition"]["verdict"] == "verified"
    spoil(file)
    elsewhere = Store(tmp_path / "elsewhere.db")
    imported = import_session(elsewhere, json.dumps(file).encode(), "forged.session.json")
    (run,) = elsewhere.runs.list(imported.session_id)
    assert run.verdict == elsewhere.runs.get(run.run_id).edition.verdict == "unproven"


def with_source(file: dict[str, Any], what: str, data: bytes) -> None:
    """Put other bytes into a session file, with the hashes and sizes that belong to them."""
    source = {"sha256": sha256(data).hexdigest(), "size": len(data)}
    holder = file["numbers"] if what == "results" else file
    before = holder[what] or {"name": what, "sha256": ""}
    file["sources"] = [one for one in file["sources"] if one["sha256"] != before["sha256"]]
    file["sources"] += [{**source, "base64": b64encode(data).decode()}]
    holder[what] = before | source


@pytest.mark.parametrize(
    ("what", "data", "problem"),
    [
        ("transcript", b"\x89PNG\r\n\x1a\n", "odd.json: transcript: this is a picture, not a text."),
        ("evidence", b'{"chapters": [{"claims": [{"support": [3]}]}]}', "odd.json: evidence: chapters[0].claims[0]"),
        (
            "evidence",
            b"Ann: Hello.\n\nBob: Hello to you.\n\nAnn: So.\n",
            "odd.json: evidence: this reads as a transcript",
        ),
        ("results", b"query_id,data_source,value\nlmis_a_00001,LMIS,many\n", "odd.json: results: line 2: value"),
    ],
)
def test_a_session_whose_sources_nobody_could_give_is_refused(
    store: Store, tmp_path: Path, what: str, data: bytes, problem: str
) -> None:
    """With all that is wrong with them; nothing is stored."""
    file: dict[str, Any] = json.loads(store.sessions.export(sample_session(store).session_id))
    with_source(file, what, data)
    elsewhere = Store(tmp_path / "elsewhere.db")
    with pytest.raises(BadInput) as caught:
        import_session(elsewhere, json.dumps(file).encode(), "odd.json")
    assert str(caught.value.problems[0]).startswith(problem)
    assert elsewhere.sessions.list() == ()


def with_another_list(run: dict[str, Any]) -> None:
    run["certificate"] = json.dumps({**json.loads(run["certificate"]), "quotes": []})


def with_other_places(run: dict[str, Any]) -> None:
    for quote in run["edition"]["quotes"]:
        quote["raw_span"] = [span + 1 for span in quote["raw_span"]]


def with_other_times(run: dict[str, Any]) -> None:
    for quote in run["edition"]["quotes"]:
        quote["start_seconds"] = 1.5


@pytest.mark.parametrize("spoil", [with_another_list, with_other_places, with_other_times])
def test_an_edition_that_is_not_what_its_certificate_says_is_unproven(
    store: Store, tmp_path: Path, spoil: Callable[[dict[str, Any]], None]
) -> None:
    """Though every word in it may stand in the transcript; its files go without that certificate."""
    file: dict[str, Any] = json.loads(store.sessions.export(sample_session(store).session_id))
    spoil(file["runs"][0])
    elsewhere = Store(tmp_path / "elsewhere.db")
    imported = import_session(elsewhere, json.dumps(file).encode(), "forged.session.json")
    (summary,) = elsewhere.runs.list(imported.session_id)
    run = elsewhere.runs.get(summary.run_id)
    assert summary.verdict == run.edition.verdict == "unproven"
    files = certified_files(run.edition, read_certificate(run.certificate), None)
    assert set(files) == {"edition.md", "edition.html", "edition.json"}


def test_what_an_imported_run_counts_is_counted_anew(store: Store, tmp_path: Path) -> None:
    """The list shows what is in the edition, not what the file says of it."""
    file: dict[str, Any] = json.loads(store.sessions.export(sample_session(store).session_id))
    quotations = file["runs"][0]["quotations"]
    file["runs"][0] |= {"quotations": 999_999, "fallbacks": 7, "client": "a great model"}
    elsewhere = Store(tmp_path / "elsewhere.db")
    imported = import_session(elsewhere, json.dumps(file).encode(), "forged.session.json")
    (run,) = elsewhere.runs.list(imported.session_id)
    assert (run.quotations, run.fallbacks, run.client) == (quotations, 0, "offline")


def without_chapters(run: dict[str, Any]) -> None:
    run["edition"]["chapters"] = []
    run["chapters"] = 0


def with_no_certificate(run: dict[str, Any]) -> None:
    run["certificate"] = "garbage"


def with_a_deep_list(run: dict[str, Any]) -> None:
    blocks = run["edition"]["chapters"][0]["blocks"]
    for _ in range(200):
        blocks[0] = {"ordered": False, "items": [[blocks[0]]]}


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (without_chapters, "runs[0].edition"),
        (with_no_certificate, "runs[0].certificate"),
        (with_a_deep_list, "runs[0]"),
    ],
)
def test_an_edition_that_no_page_could_show_is_refused(
    store: Store, tmp_path: Path, spoil: Callable[[dict[str, Any]], None], place: str
) -> None:
    """With its place in the file; nothing is stored."""
    file: dict[str, Any] = json.loads(store.sessions.export(sample_session(store).session_id))
    spoil(file["runs"][0])
    elsewhere = Store(tmp_path / "elsewhere.db")
    with pytest.raises(BadInput) as caught:
        import_session(elsewhere, json.dumps(file).encode(), "odd.json")
    assert caught.value.problems[0].place.startswith(f"odd.json: {place}")
    assert elsewhere.sessions.list() == ()
