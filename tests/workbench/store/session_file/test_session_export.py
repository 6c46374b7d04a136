import base64
import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from core.enforcement.results import Decision, DecisionAction, DecisionPlace, QuotationFinding
from core.errors import BadInput
from core.evidence.speaker_mapping import Cast
from core.generation.settings import Settings
from core.llm.client import WritingMode
from core.map_making.acts.act_records import AddPassage, MendQuote
from tests.workbench.store import making
from workbench.store import RunState, Session, Store
from workbench.store.session_file.read_session_file import MAX_FILE_BYTES

Change = Callable[[dict[str, Any]], object]
NO_NUMBERS: dict[str, Any] = {
    "results": None,
    "table": "",
    "citation": "",
    "verification": "",
    "with_chapters": False,
    "narratives": [],
}


def before_numbers(exported: bytes) -> dict[str, Any]:
    """Return an exported session as it was before sessions had numbers."""
    file = json.loads(exported)
    results = file.pop("numbers")["results"]["sha256"]
    file["sources"] = [source for source in file["sources"] if source["sha256"] != results]
    return file


def test_what_is_exported_and_imported_is_exported_alike(store: Store, full: Session, elsewhere: Store) -> None:
    """To the byte; what only one database knows (ids, versions, the time of the last change) is not in it."""
    data = store.sessions.export(full.session_id)
    imported = elsewhere.sessions.import_file(data, "session.json")
    assert elsewhere.sessions.export(imported.session_id) == data == store.sessions.export(full.session_id)
    assert imported.session_id != full.session_id
    assert (imported.title, imported.created_at, imported.settings) == (full.title, full.created_at, full.settings)
    assert (imported.transcript, imported.evidence) == (full.transcript, full.evidence)
    assert elsewhere.acts.list(imported.session_id) == store.acts.list(full.session_id) != ()
    for never in (full.session_id, full.changed_at, store.runs.list(full.session_id)[0].run_id):
        assert never.encode() not in data


def test_a_certificate_is_imported_to_the_byte(store: Store, full: Session, elsewhere: Store) -> None:
    """Line ends, escapes and all; with the edition and the replies it belongs to."""
    certificate = '{\r\n\t"text": "\\ud800 é 😀\u2028 \\\\"}\n\n'
    replies = ("half \ufffd", None, "\0 </script> 😀")
    added = store.runs.add(full.session_id, making.run(full.session_id, certificate, text="half \ufffd"), replies)
    imported = elsewhere.sessions.import_file(store.sessions.export(full.session_id))
    last = elsewhere.runs.list(imported.session_id)[-1]
    assert elsewhere.runs.get(last.run_id).certificate == certificate
    assert elsewhere.runs.get(last.run_id).edition == store.runs.get(added.run_id).edition
    assert elsewhere.runs.replies(last.run_id) == replies
    assert elsewhere.sessions.export(imported.session_id) == store.sessions.export(full.session_id)


def test_the_file_is_json_that_says_what_it_is(store: Store, full: Session) -> None:
    """UTF-8, sources once each as base64 under their hashes."""
    store.sessions.put_evidence(full, "same.json", store.sources.get(full.transcript.sha256 if full.transcript else ""))
    value = json.loads(store.sessions.export(full.session_id).decode())
    assert (value["format"], value["format_version"]) == ("quote-workbench-session", 17)
    hashes = [sha256(base64.b64decode(source["base64"])).hexdigest() for source in value["sources"]]
    assert hashes == [source["sha256"] for source in value["sources"]]
    assert value["evidence"]["sha256"] == value["transcript"]["sha256"]
    assert sorted({value["transcript"]["sha256"], value["numbers"]["results"]["sha256"]}) == hashes


def test_a_title_that_is_taken_is_marked(store: Store, full: Session) -> None:
    """So that the person finds the imported one; a long title makes room for the mark."""
    long = store.sessions.create("x" * 200)
    for session, marked in ((full, "An interview"), (long, "x" * 189)):
        data = store.sessions.export(session.session_id)
        titles = [store.sessions.import_file(data).title for _ in range(2)]
        assert titles[0] == f"{marked} (imported)"
        assert titles[1].endswith(" (imported 2)")
        assert len(titles[1]) <= 200


def test_an_empty_session_travels_too(store: Store, session: Session, elsewhere: Store) -> None:
    """Nothing in it is nothing wrong with it."""
    data = store.sessions.export(session.session_id)
    assert elsewhere.sessions.export(elsewhere.sessions.import_file(b"\xef\xbb\xbf" + data).session_id) == data


def test_a_file_of_the_first_version_is_read(store: Store, full: Session, elsewhere: Store) -> None:
    """It had mends, and neither acts nor promotions, edits, calls and answers; what it had is there."""
    file = before_numbers(store.sessions.export(full.session_id))
    before = {"number": 1, "mend": file["acts"][2]["act"]["mend"], "made_at": making.STARTED, "undone": True}
    acts = [before | {"act": file["acts"][2]["act"]}]
    file |= {"mends": [before], "acts": [{name: one[name] for name in one if name != "mend"} for one in acts]}
    acts = file.pop("acts")
    del file["runs"][0]["edits"], file["runs"][0]["calls"], file["answers"]
    file["format_version"] = 1
    imported = elsewhere.sessions.import_file(json.dumps(file).encode())
    (run,) = elsewhere.runs.list(imported.session_id)
    assert elsewhere.edits.list(run.run_id) == ()
    again = json.loads(elsewhere.sessions.export(imported.session_id))
    run = file["runs"][0] | {"edits": [], "calls": []}
    del file["mends"]
    assert again == file | {"format_version": 17, "acts": acts, "runs": [run], "answers": [], "numbers": NO_NUMBERS}


OF_THE_SECOND_VERSION = Path(__file__).with_name("session-2.json")


def test_a_file_of_the_second_version_is_read(store: Store) -> None:
    """It had no calls, and its settings and chapters knew neither sampling nor attempts; all it had is there."""
    data = OF_THE_SECOND_VERSION.read_bytes()
    imported = store.sessions.import_file(data, "session-2.json")
    (run,) = store.runs.list(imported.session_id)
    assert (imported.title, imported.settings.second_attempt) == ("From before", True)
    assert imported.settings == Settings(mode=WritingMode.QUOTE, strict_narrative=False)
    assert store.runs.get(run.run_id).edition.chapters[0].attempt == ""
    assert store.runs.replies(run.run_id) == ("As it was.",)
    assert [edit.text for edit in store.edits.list(run.run_id)] == ["As it is now."]
    assert store.calls.list(run.run_id) == store.calls.of_session(imported.session_id) == ()
    then, now = json.loads(data), json.loads(store.sessions.export(imported.session_id))
    assert (now["format_version"], now["answers"], now["numbers"]) == (17, [], NO_NUMBERS)
    assert now["runs"][0]["calls"] == []
    assert {name: now[name] for name in ("title", "created_at", "sources")} == {
        name: then[name] for name in ("title", "created_at", "sources")
    }
    assert now["transcript"] == then["transcript"] | {"form": "words", "chosen": []}  # read as it was then


def test_a_file_of_the_third_version_is_read(store: Store, full: Session, elsewhere: Store) -> None:
    """It had no answers; all it had is there."""
    file = before_numbers(store.sessions.export(full.session_id))
    del file["answers"]
    file["format_version"] = 3
    imported = elsewhere.sessions.import_file(json.dumps(file).encode())
    assert elsewhere.answers.list(imported.session_id) == ()
    again = json.loads(elsewhere.sessions.export(imported.session_id))
    assert again == file | {"format_version": 17, "answers": [], "numbers": NO_NUMBERS}


def test_a_file_of_the_fourth_version_is_read(store: Store, full: Session, elsewhere: Store) -> None:
    """Its decisions did not say whom words were given to that do not stand; all they had is there."""
    decision = Decision(
        action=DecisionAction.DROPPED,
        place=DecisionPlace.NARRATIVE,
        finding=QuotationFinding.WRONG_SPEAKER,
        original="So.",
    )
    now = decision.model_dump(mode="json")
    then = {name: value for name, value in now.items() if name != "wrong_name"}
    assert then != now
    file = json.loads(store.sessions.export(full.session_id))
    decisions = file["runs"][0]["edition"]["chapters"][0]["enforcement"]["decisions"]
    decisions[:] = [then]
    file["format_version"] = 4
    imported = elsewhere.sessions.import_file(json.dumps(file).encode())
    decisions[:] = [now]
    assert json.loads(elsewhere.sessions.export(imported.session_id)) == file | {"format_version": 17}


def test_a_file_of_the_sixth_version_is_read(store: Store, full: Session, elsewhere: Store) -> None:
    """Its calls did not say how their replies could be used; all they had is there."""
    file = before_numbers(store.sessions.export(full.session_id))
    calls = [call for run in file["runs"] for call in run["calls"]]
    assert calls
    for call in calls:
        del call["reading"]
    imported = elsewhere.sessions.import_file(json.dumps(file | {"format_version": 6}).encode())
    for call in calls:
        call["reading"] = None
    assert json.loads(elsewhere.sessions.export(imported.session_id)) == file | {"numbers": NO_NUMBERS}


def test_a_file_of_the_seventh_version_is_read(store: Store, full: Session, elsewhere: Store) -> None:
    """It had no numbers; all it had is there."""
    file = before_numbers(store.sessions.export(full.session_id))
    file["format_version"] = 7
    imported = elsewhere.sessions.import_file(json.dumps(file).encode())
    assert elsewhere.narratives.list(imported.session_id) == ()
    assert elsewhere.number_checks.get(imported.session_id).results is None
    again = json.loads(elsewhere.sessions.export(imported.session_id))
    assert again == file | {"format_version": 17, "numbers": NO_NUMBERS}


def test_a_file_of_the_eleventh_version_is_read(store: Store, full: Session, elsewhere: Store) -> None:
    """It had no pseudonyms; all it had is there."""
    file = json.loads(store.sessions.export(full.session_id))
    casts = [{name: cast[name] for name in ("label", "person", "role")} for cast in file["casts"]]
    then = {name: value for name, value in file.items() if name != "under_pseudonyms"}
    assert casts
    imported = elsewhere.sessions.import_file(json.dumps(then | {"format_version": 11, "casts": casts}).encode())
    assert json.loads(elsewhere.sessions.export(imported.session_id)) == file
    assert not imported.under_pseudonyms


def test_pseudonyms_travel(store: Store, full: Session, elsewhere: Store) -> None:
    """To another program as to a duplicate, with the switch that shows them."""
    seen = store.sessions.get(full.session_id)
    store.sessions.put_under_pseudonyms(seen, on=True)
    store.speaker_mappings.put(full.session_id, Cast(label="A label", pseudonym="P07"), version=None)
    imported = elsewhere.sessions.import_file(store.sessions.export(full.session_id))
    for place, session in ((elsewhere, imported), (store, store.sessions.duplicate(full.session_id, "Again"))):
        assert session.under_pseudonyms
        assert "P07" in {one.cast.pseudonym for one in place.speaker_mappings.list(session.session_id)}


def test_calls_travel_with_their_runs(store: Store, full: Session, elsewhere: Store) -> None:
    """Facts and texts, to another program as to a duplicate; what is made there is the copy's own."""
    odd = making.call(1, text="half \ufffd \0 😀", system="\ufffd", prompt="\\ud800 </script>", cost=None, model=None)
    added = store.runs.add(full.session_id, making.run(full.session_id), [], [odd])
    imported = elsewhere.sessions.import_file(store.sessions.export(full.session_id))
    copy = store.sessions.duplicate(full.session_id, "A copy")
    made = [store.calls.list(run.run_id) for run in store.runs.list(full.session_id)]
    assert [len(calls) for calls in made] == [3, 1]
    for other, session in ((elsewhere, imported), (store, copy)):
        assert [other.calls.list(run.run_id) for run in other.runs.list(session.session_id)] == made
        facts = [entry.facts for entry in other.calls.of_session(session.session_id)]
        assert facts == [call.facts for calls in made for call in calls]
        assert {entry.run_id for entry in other.calls.of_session(session.session_id)} == {
            run.run_id for run in other.runs.list(session.session_id)
        }
    assert store.calls.list(added.run_id) == (odd,)


def test_a_file_of_the_time_before_acts_is_read(store: Store, session: Session, elsewhere: Store) -> None:
    """Its mends and promotions are one history, in the order in which they were made."""
    file = json.loads(store.sessions.export(session.session_id))
    del file["acts"]
    times = [f"2026-01-0{day}T00:00:00+00:00" for day in (1, 2, 3, 4)]
    mends = [making.mend(one).model_dump(mode="json") for one in ("a", "b")]
    promotions = [making.promotion(one).model_dump(mode="json") for one in ("c", "d")]
    file["mends"] = [
        {"number": 1, "mend": mends[0], "made_at": times[0], "undone": True},
        {"number": 2, "mend": mends[1], "made_at": times[2], "undone": False},
    ]
    file["promotions"] = [
        {"number": 1, "promotion": promotions[0], "made_at": times[1], "undone": False},
        {"number": 2, "promotion": promotions[1], "made_at": times[3], "undone": False},
    ]
    imported = elsewhere.sessions.import_file(json.dumps(file | {"format_version": 14}).encode())
    acts = elsewhere.acts.list(imported.session_id)
    assert [(one.number, one.act.kind, one.made_at, one.undone) for one in acts] == [
        (1, "mend", times[0], True),
        (2, "addition", times[1], False),
        (3, "mend", times[2], False),
        (4, "addition", times[3], False),
    ]
    assert [one.act for one in acts[:2]] == [
        MendQuote(mend=making.mend("a")),
        AddPassage(addition=making.promotion("c")),
    ]
    file["mends"][0] = "mended"
    with pytest.raises(BadInput, match="must be"):
        elsewhere.sessions.import_file(json.dumps(file | {"format_version": 14}).encode())


def test_edits_and_acts_travel(store: Store, full: Session, elsewhere: Store) -> None:
    """With those taken back, which can be made again there."""
    imported = elsewhere.sessions.import_file(store.sessions.export(full.session_id))
    (run,), (there,) = store.runs.list(full.session_id), elsewhere.runs.list(imported.session_id)
    assert elsewhere.edits.list(there.run_id) == store.edits.list(run.run_id)
    assert elsewhere.acts.list(imported.session_id) == store.acts.list(full.session_id)
    assert not elsewhere.edits.redo(there.run_id, 2).undone
    assert elsewhere.acts.redo_next(imported.session_id).sentence == "the quote “So it was.” was corrected"
    assert [edit.undone for edit in store.edits.list(run.run_id)] == [False, True]


def test_a_run_that_is_not_finished_stays_where_it_is(store: Store, full: Session, elsewhere: Store) -> None:
    """It is neither exported nor duplicated; numbers with a gap that it left travel as they are."""
    before = store.sessions.export(full.session_id)
    opened = store.runs.begin(full.session_id, making.recipe(full), number=2, owner="a", seconds=60)
    assert store.sessions.export(full.session_id) == before
    copy = store.sessions.duplicate(full.session_id, "A copy")
    imported = elsewhere.sessions.import_file(before)
    assert store.runs.open_run(copy.session_id) is elsewhere.runs.open_run(imported.session_id) is None
    assert store.runs.next_number(copy.session_id) == 2
    assert store.runs.add(full.session_id, making.run(full.session_id), []).number == 3
    store.runs.release(opened.run_id, "a", RunState.STOPPED, "")
    store.runs.discard(opened.run_id, full.session_id)
    gap = elsewhere.sessions.import_file(store.sessions.export(full.session_id))
    assert [run.number for run in elsewhere.runs.list(gap.session_id)] == [1, 3]
    assert elsewhere.runs.next_number(gap.session_id) == 4


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
        (b'{"format": "quote-workbench-session", "format_version": 18}', "newer version"),
        (b'{"format": "quote-workbench-session", "format_version": 18, "title": 3}', "format 18; 17 is known"),
        (b'{"format": "quote-workbench-session", "format_version": "1"}', "must be 17"),
        (b'{"format": "quote-workbench-session", "format_version": 0}', "must be 17"),
        (b'{"format": "quote-workbench-session", "format_version": true}', "must be 17"),
        (b'{"format": "quote-workbench-session", "format_version": 1, "runs": 3}', "must be a valid array"),
        (b'{"format": "quote-workbench-session", "format_version": 1, "x": ' + b"[" * 900 + b"]" * 900 + b"}", ""),
        (b'{"format": "quote-workbench-session", "n": ' + b"9" * 5_000 + b"}", "no exported session"),
        (b" " * (MAX_FILE_BYTES + 1), "100,000,001 bytes; an exported session has at most 100,000,000"),
    ],
    ids=lambda value: repr(value[:40]),
)
def test_what_is_no_exported_session_is_refused(store: Store, data: bytes, message: str) -> None:
    """Whatever a person may choose by mistake, and whatever somebody may send them."""
    with pytest.raises(BadInput) as caught:
        store.sessions.import_file(data, "chosen.bin")
    assert message in str(caught.value)
    for problem in caught.value.problems:
        assert problem.place.startswith("chosen.bin")
        assert problem.remedy
    assert store.sessions.list() == ()


def test_a_file_that_was_cut_short_is_refused(store: Store, full: Session, elsewhere: Store) -> None:
    """At any place."""
    data = store.sessions.export(full.session_id)
    for end in (1, 100, len(data) // 3, len(data) // 2, len(data) - 3):
        with pytest.raises(BadInput, match="cut short"):
            elsewhere.sessions.import_file(data[:end])
    assert elsewhere.sessions.list() == ()
