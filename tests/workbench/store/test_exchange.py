import base64
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from core.errors import BadInput
from tests.workbench.store import making
from workbench.store import Session, Store
from workbench.store.session_file import MAX_FILE_BYTES

Change = Callable[[dict[str, Any]], object]


@pytest.fixture
def elsewhere(store: Store) -> Store:
    """A store on another machine."""
    return Store(store.path.with_name("elsewhere.db"))


def test_what_is_exported_and_imported_is_exported_alike(store: Store, full: Session, elsewhere: Store) -> None:
    """To the byte; what only one database knows (ids, versions, the time of the last change) is not in it."""
    data = store.export(full.session_id)
    imported = elsewhere.import_session(data, "session.json")
    assert elsewhere.export(imported.session_id) == data == store.export(full.session_id)
    assert imported.session_id != full.session_id
    assert (imported.title, imported.created_at, imported.settings) == (full.title, full.created_at, full.settings)
    assert (imported.transcript, imported.evidence) == (full.transcript, full.evidence)
    assert elsewhere.mends(imported.session_id) == store.mends(full.session_id)
    for never in (full.session_id, full.changed_at, store.runs(full.session_id)[0].run_id):
        assert never.encode() not in data


def test_a_certificate_is_imported_to_the_byte(store: Store, full: Session, elsewhere: Store) -> None:
    """Line ends, escapes and all; with the edition and the replies it belongs to."""
    certificate = '{\r\n\t"text": "\\ud800 é 😀\u2028 \\\\"}\n\n'
    replies = ("half \ud800", None, "\0 </script> 😀")
    added = store.add_run(full.session_id, making.run(full.session_id, certificate, text="half \udfff"), replies)
    imported = elsewhere.import_session(store.export(full.session_id))
    last = elsewhere.runs(imported.session_id)[-1]
    assert elsewhere.run(last.run_id).certificate == certificate
    assert elsewhere.run(last.run_id).edition == store.run(added.run_id).edition
    assert elsewhere.replies(last.run_id) == replies
    assert elsewhere.export(imported.session_id) == store.export(full.session_id)


def test_the_file_is_json_that_says_what_it_is(store: Store, full: Session) -> None:
    """UTF-8, sources once each as base64 under their hashes."""
    store.put_evidence(full, "same.json", store.source_bytes(full.transcript.sha256 if full.transcript else ""))
    value = json.loads(store.export(full.session_id).decode())
    assert (value["format"], value["format_version"]) == ("quote-workbench-session", 1)
    (source,) = value["sources"]
    assert sha256(base64.b64decode(source["base64"])).hexdigest() == source["sha256"] == value["transcript"]["sha256"]
    assert value["evidence"]["sha256"] == source["sha256"]


def test_a_title_that_is_taken_is_marked(store: Store, full: Session) -> None:
    """So that the person finds the imported one; a long title makes room for the mark."""
    long = store.create("x" * 200)
    for session, marked in ((full, "An interview"), (long, "x" * 189)):
        data = store.export(session.session_id)
        titles = [store.import_session(data).title for _ in range(2)]
        assert titles[0] == f"{marked} (imported)"
        assert titles[1].endswith(" (imported 2)")
        assert len(titles[1]) <= 200


def test_an_empty_session_travels_too(store: Store, session: Session, elsewhere: Store) -> None:
    """Nothing in it is nothing wrong with it."""
    data = store.export(session.session_id)
    assert elsewhere.export(elsewhere.import_session(b"\xef\xbb\xbf" + data).session_id) == data


def source_of(data: bytes) -> dict[str, Any]:
    return {"sha256": sha256(data).hexdigest(), "size": len(data), "base64": base64.b64encode(data).decode()}


CHANGES: dict[str, tuple[Change, str, str]] = {
    "unknown field": (lambda file: file.update(api_key="x"), "api_key", "no field"),
    "unknown field deep": (lambda file: file["settings"]["thresholds"].update(x=1), "settings.thresholds.x", "no fi"),
    "missing": (lambda file: file.pop("mends"), "mends", "is missing"),
    "number for text": (lambda file: file.update(title=3), "title", "must be a valid string"),
    "text for number": (lambda file: file["mends"][0].update(number="1"), "mends[0].number", "must be a valid int"),
    "object for list": (lambda file: file.update(runs={}), "runs", "must be a valid array"),
    "impossible level": (
        lambda file: file["runs"][0]["edition"]["chapters"][1]["coverage"].update(level="great"),
        "runs[0].edition.chapters[1].coverage.level",
        "must be 'strong', 'medium' or 'weak'",
    ),
    "impossible thresholds": (
        lambda file: file["presets"][0]["thresholds"].update(strong_quotes=1),
        "presets[0].thresholds",
        "STRONG must not begin below MEDIUM",
    ),
    "impossible settings": (
        lambda file: file["settings"].update(prompt_template="no places"),
        "settings.prompt_template",
        "KEY_EXCERPTS",
    ),
    "title of two lines": (lambda file: file.update(title="a\nb"), "title", "line break"),
    "empty title": (lambda file: file.update(title=""), "title", "is empty"),
    "name of a file": (lambda file: file["transcript"].update(name="\0"), "transcript.name", "cannot be seen"),
    "person": (lambda file: file["casts"][0].update(person="x" * 201), "casts[0].person", "201 characters"),
    "preset name": (lambda file: file["presets"][0].update(name=" "), "presets[0].name", "is empty"),
    "no time": (lambda file: file.update(created_at="<b>now</b>"), "created_at", "no date"),
    "no time of a mend": (lambda file: file["mends"][1].update(made_at=""), "mends[1].made_at", "no date"),
    "no time of a run": (lambda file: file["runs"][0].update(started_at="1"), "runs[0].started_at", "no date"),
    "not base64": (lambda file: file["sources"][0].update(base64="&&&"), "sources[0].base64", "not base64"),
    "wrong hash": (
        lambda file: file["sources"][1].update(base64=base64.b64encode(b"other").decode()),
        "sources[1].base64",
        "the size and the sha256",
    ),
    "wrong size": (lambda file: file["sources"][0].update(size=1), "sources[0].base64", "the size and the sha256"),
    "source that is not there": (
        lambda file: file["transcript"].update(sha256="0" * 64),
        "transcript.sha256",
        "not among the sources",
    ),
    "source of another size": (lambda file: file["evidence"].update(size=3), "evidence.sha256", "another size"),
    "source twice": (
        lambda file: file["sources"].append(file["sources"][0]),
        "sources[2].sha256",
        "second time",
    ),
    "too big a source": (
        lambda file: file["sources"].append(source_of(bytes(20_000_001))),
        "sources[2]",
        "20,000,001 bytes",
    ),
    "label twice": (lambda file: file["casts"].append(file["casts"][0]), "casts[1].label", "second time"),
    "preset twice": (lambda file: file["presets"].append(file["presets"][0]), "presets[1].name", "second time"),
    "two mends stand": (
        lambda file: file["mends"].append(file["mends"][1] | {"number": 3}),
        "mends[2].mend.evidence_id",
        "second time",
    ),
    "mends out of order": (lambda file: file["mends"].reverse(), "mends[0].number", "must be 1"),
    "huge number": (lambda file: file["mends"][1].update(number=10**30), "mends[1].number", ""),
    "runs that do not count": (lambda file: file["runs"][0].update(number=7), "runs[0].number", "must be 1"),
    "chapters that do not count": (lambda file: file["runs"][0].update(chapters=2), "runs[0].chapters", "must be 3"),
    "far too many": (lambda file: file.update(casts=[1] * 1_000_001), "", "more than 1,000,000 values"),
    "far too many in a run": (
        lambda file: file["runs"][0]["edition"].update(quotes=[[]] * 1_000_001),
        "runs[0]",
        "more than 1,000,000 values",
    ),
    "a run that is none": (lambda file: file["runs"].append(3), "runs[1]", "must be an object"),
    "negative": (lambda file: file["runs"][0].update(fallbacks=-1), "runs[0].fallbacks", "greater than or equal to 0"),
    "a time that no clock shows": (
        lambda file: file["runs"][0].update(finished_at="0001-01-01T00:00:00+14:00"),
        "runs[0].finished_at",
        "no date",
    ),
    "no number": (lambda file: file["settings"]["thresholds"].update(strong_words_per_claim=float("nan")), "", "none"),
    "a number without end": (lambda file: file["runs"][0].update(quotations=float("inf")), "runs[0]", "no end"),
    "too deep": (
        lambda file: file["runs"][0].update(replies=[json.loads("[" * 150 + "]" * 150)]),
        "runs[0]",
        "nested more than 150 deep",
    ),
    "a huge count": (lambda file: file["runs"][0].update(quotations=10**19), "runs[0].quotations", "less than"),
}


@pytest.mark.parametrize(("change", "place", "message"), CHANGES.values(), ids=CHANGES)
def test_a_file_that_was_changed_is_refused(
    store: Store, full: Session, elsewhere: Store, change: Change, place: str, message: str
) -> None:
    """The place, what is wrong there, what to do; nothing is stored."""
    file = json.loads(store.export(full.session_id))
    change(file)
    with pytest.raises(BadInput) as caught:
        elsewhere.import_session(json.dumps(file).encode(), "session.json")
    first = caught.value.problems[0]
    assert first.place == f"session.json: {place}"
    assert message in first.message
    assert first.remedy
    assert elsewhere.sessions() == elsewhere.deleted() == ()


def test_all_problems_of_a_file_are_said_at_once(store: Store, full: Session, elsewhere: Store) -> None:
    """Of a very wrong one the first fifty, and how many more."""
    file = json.loads(store.export(full.session_id))
    for change, _, _ in (CHANGES[name] for name in ("wrong hash", "no time", "label twice", "empty title")):
        change(file)
    with pytest.raises(BadInput) as caught:
        elsewhere.import_session(json.dumps(file).encode())
    assert [problem.place for problem in caught.value.problems] == [
        "title",
        "created_at",
        "sources[1].base64",
        "casts[1].label",
    ]
    file["casts"] = [{"x": 1}] * 100
    with pytest.raises(BadInput) as caught:
        elsewhere.import_session(json.dumps(file).encode())
    assert len(caught.value.problems) == 51
    assert caught.value.problems[-1].message == "There are more problems like these."


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON, or was cut short"),
        (b"PK\x03\x04" + bytes(100), "not JSON"),
        (b"MZ\x90\x00\xff\xfe", "not JSON"),
        (b"\xff\xfe{\x00", "not JSON"),
        (b'"\xe9"', "not JSON in UTF-8"),
        (b"[" * 1_000_000, "nested too deeply"),
        (b'{"a":' * 1_000_000, "nested too deeply"),
        (b"[]", "no exported session"),
        (b"3", "no exported session"),
        (b"{}", "no exported session"),
        (b'{"format": "something-else", "format_version": 1}', "no exported session"),
        (b'{"format": "quote-workbench-session", "format_version": 2}', "newer version"),
        (b'{"format": "quote-workbench-session", "format_version": 9, "title": 3}', "format 9; 1 is known"),
        (b'{"format": "quote-workbench-session", "format_version": "1"}', "must be 1"),
        (b'{"format": "quote-workbench-session", "format_version": 1, "x": ' + b"[" * 900 + b"]" * 900 + b"}", ""),
        (b'{"format": "quote-workbench-session", "n": ' + b"9" * 5_000 + b"}", "no exported session"),
        (b" " * (MAX_FILE_BYTES + 1), "100,000,001 bytes; an exported session has at most 100,000,000"),
    ],
    ids=lambda value: repr(value[:40]),
)
def test_what_is_no_exported_session_is_refused(store: Store, data: bytes, message: str) -> None:
    """Whatever a person may choose by mistake, and whatever somebody may send them."""
    with pytest.raises(BadInput) as caught:
        store.import_session(data, "chosen.bin")
    assert message in str(caught.value)
    for problem in caught.value.problems:
        assert problem.place.startswith("chosen.bin")
        assert problem.remedy
    assert store.sessions() == ()


def test_a_file_that_was_cut_short_is_refused(store: Store, full: Session, elsewhere: Store) -> None:
    """At any place."""
    data = store.export(full.session_id)
    for end in (1, 100, len(data) // 3, len(data) // 2, len(data) - 3):
        with pytest.raises(BadInput, match="cut short"):
            elsewhere.import_session(data[:end])
    assert elsewhere.sessions() == ()


def test_sources_that_nobody_uses_are_not_kept(store: Store, full: Session, elsewhere: Store) -> None:
    """A file may bring some along."""
    file = json.loads(store.export(full.session_id))
    file["sources"].append(source_of(b"a stowaway"))
    imported = elsewhere.import_session(json.dumps(file).encode())
    assert elsewhere.export(imported.session_id) == store.export(full.session_id)
    assert b"a stowaway" not in elsewhere.path.read_bytes()


def test_an_import_that_cannot_be_stored_leaves_nothing(store: Store, full: Session, elsewhere: Store) -> None:
    """Found only while storing: a label with half a character."""
    file = json.loads(store.export(full.session_id))
    file["casts"][0]["label"] = "half \ud800"
    with pytest.raises(BadInput, match="half a character"):
        elsewhere.import_session(json.dumps(file).encode())
    assert elsewhere.sessions() == ()
    assert b"Ada: So it is." not in elsewhere.path.read_bytes()
