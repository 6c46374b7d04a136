"""Exported sessions that somebody changed."""

import base64
import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import pytest

from core.errors import BadInput
from tests.workbench.store import making
from tests.workbench.store.conftest import filled
from workbench.store import Session, Store

Change = Callable[[dict[str, Any]], object]


def source_of(data: bytes) -> dict[str, Any]:
    return {"sha256": sha256(data).hexdigest(), "size": len(data), "base64": base64.b64encode(data).decode()}


CHANGES: dict[str, tuple[Change, str, str]] = {
    "unknown field": (lambda file: file.update(api_key="x"), "api_key", "no field"),
    "unknown field deep": (lambda file: file["settings"]["thresholds"].update(x=1), "settings.thresholds.x", "no fi"),
    "missing": (lambda file: file.pop("acts"), "acts", "is missing"),
    "number for text": (lambda file: file.update(title=3), "title", "must be a valid string"),
    "text for number": (lambda file: file["acts"][0].update(number="1"), "acts[0].number", "must be a valid int"),
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
    "no time of an act": (lambda file: file["acts"][1].update(made_at=""), "acts[1].made_at", "no date"),
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
        "sources[3].sha256",
        "second time",
    ),
    "too big a source": (
        lambda file: file["sources"].append(source_of(bytes(20_000_001))),
        "sources[3]",
        "20,000,001 bytes",
    ),
    "path of a recording": (lambda file: file["recording"].update(path="a\0"), "recording.path", "cannot be seen"),
    "hash of a recording": (lambda file: file["recording"].update(sha256="x"), "recording.sha256", "no SHA-256"),
    "size of a recording": (lambda file: file["recording"].update(size=0), "recording.size", "at least 1"),
    "kind of a recording": (lambda file: file["recording"].update(kind="exe"), "recording.kind", "must be 'mp3'"),
    "link that is a script": (lambda file: file.update(recording_url="javascript:x"), "recording_url", "no address"),
    "nobody heard it": (lambda file: file["ear_verdicts"][0].update(name=" "), "ear_verdicts[0]", "is empty"),
    "heard of no talk": (
        lambda one: one["ear_verdicts"][0].update(raw_sha256="1"),
        "ear_verdicts[0].raw_sha256",
        "SHA",
    ),
    "heard at no time": (
        lambda file: file["ear_verdicts"][0].update(heard_at=""),
        "ear_verdicts[0].heard_at",
        "no date",
    ),
    "heard twice": (lambda one: one.update(ear_verdicts=one["ear_verdicts"] * 2), "ear_verdicts[1]", "second time"),
    "label twice": (lambda file: file["casts"].append(file["casts"][0]), "casts[1].label", "second time"),
    "preset twice": (lambda file: file["presets"].append(file["presets"][0]), "presets[1].name", "second time"),
    "acts out of order": (lambda file: file["acts"].reverse(), "acts[0].number", "must be 1"),
    "huge number": (lambda file: file["acts"][1].update(number=10**30), "acts[1].number", ""),
    "a run without a number": (lambda file: file["runs"][0].update(number=0), "runs[0].number", "or equal to 1"),
    "a run of any number": (lambda file: file["runs"][0].update(number=10**30), "runs[0].number", "less than"),
    "runs out of order": (lambda file: file["runs"].append(file["runs"][0]), "runs[1].number", "must be more than 1"),
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
    "acts that do not count": (lambda file: file["acts"][1].update(number=3), "acts[1].number", "must be 2"),
    "an act of no kind": (lambda file: file["acts"][0]["act"].update(kind="sing"), "acts[0].act", "sing"),
    "an act in a group of no kind": (
        lambda file: file["acts"][0]["act"]["acts"][0].update(kind="group"),
        "acts[0].act.group.acts[0]",
        "group",
    ),
    "a quote of nothing": (
        lambda file: file["acts"][0].update(act={"kind": "span", "row_id": "e1", "span": [7, 7]}),
        "acts[0].act.span",
        "end after it begins",
    ),
    "an addition of nothing": (
        lambda file: file["acts"][1]["act"]["addition"].update(raw_span=[7, 7]),
        "acts[1].act.addition.raw_span",
        "end after it begins",
    ),
    "an addition of half a place": (
        lambda file: file["acts"][1]["act"]["addition"].update(raw_span=[7]),
        "acts[1].act.addition.addition.raw_span[1]",
        "",
    ),
    "an addition before the first claim": (
        lambda file: file["acts"][1]["act"]["addition"].update(claim_index=-1),
        "acts[1].act.addition.claim_index",
        "below 0",
    ),
    "an act with an idea of its own": (
        lambda file: file["acts"][1]["act"].update(proven=True),
        "acts[1].act.addition.proven",
        "no field",
    ),
    "answers that do not count": (
        lambda file: file["answers"][0].update(number=0),
        "answers[0].number",
        "greater than",
    ),
    "an answer at no time": (lambda file: file["answers"][0].update(asked_at="once"), "answers[0].asked_at", "no date"),
    "an answer with other words in a quote": (
        lambda file: file["answers"][0]["answer"]["quotes"][0].update(text="We lost it never."),
        "answers[0].answer.quotes[0]",
        "not what its passage holds",
    ),
    "an answer with a quote from elsewhere": (
        lambda file: file["answers"][0]["answer"]["quotes"][0].update(span=[41, 58]),
        "answers[0].answer.quotes[0]",
        "not what its passage holds",
    ),
    "an answer that shows a quote it has not": (
        lambda file: file["answers"][0]["answer"]["blocks"][2]["quote"].update(text="We won it."),
        "answers[0].answer.blocks",
        "not among the answer's quotes",
    ),
    "an answer that claims with a quote it has not": (
        lambda file: file["answers"][0]["answer"]["claims"][0]["quote"].update(record_id="talk#4"),
        "answers[0].answer.claims",
        "not among the answer's quotes",
    ),
    "an answer that claims with a quote of another place": (
        lambda file: file["answers"][0]["answer"]["claims"][0]["quote"].update(span=[0, 17]),
        "answers[0].answer.claims",
        "not among the answer's quotes",
    ),
    "an answer that shows a quote under another name": (
        lambda file: file["answers"][0]["answer"]["blocks"][2]["quote"]["speaker"].update(speaker_name="talk#9"),
        "answers[0].answer.blocks",
        "name another record",
    ),
    "an answer with words in marks that nobody said": (
        lambda file: file["answers"][0]["answer"]["blocks"][1]["inlines"][0].update(
            text="It was “never lost at all, not even once”."
        ),
        "answers[0].answer.blocks",
        "that no passage has",
    ),
    "an answer with a heading without end": (
        lambda file: file["answers"][0]["answer"]["blocks"][0].update(level=10**12),
        "answers[0].answer.blocks[0].Heading.level",
        "less than or equal to 6",
    ),
    "an answer whose quote is another person's": (
        lambda file: file["answers"][0]["answer"]["quotes"][0].update(speaker="Nobody"),
        "answers[0].answer.quotes[0]",
        "is not what its passage holds",
    ),
    "an answer with a correction to a quote it has not": (
        lambda file: file["answers"][0]["answer"].update(
            corrections=[
                {
                    "written": "we won it",
                    "quote": {**file["answers"][0]["answer"]["quotes"][0], "text": "We won it."},
                }
            ]
        ),
        "answers[0].answer.corrections",
        "not among the answer's quotes",
    ),
    "an edit of no chapter": (
        lambda file: file["runs"][0]["edits"][1].update(position=3),
        "runs[0].edits[1].position",
        "no chapter of the edition, which has 3",
    ),
    "an edit before the first chapter": (
        lambda file: file["runs"][0]["edits"][1].update(position=-1, after=0),
        "runs[0].edits[1].position",
        "no chapter",
    ),
    "edits that do not count": (
        lambda file: file["runs"][0]["edits"].reverse(),
        "runs[0].edits[0].number",
        "must be 1",
    ),
    "an edit after none": (
        lambda file: file["runs"][0]["edits"][0].update(after=1),
        "runs[0].edits[0].after",
        "must be 0: that stood",
    ),
    "an edit after one that was taken back": (
        lambda file: [
            file["runs"][0]["edits"][0].update(undone=True),
            file["runs"][0]["edits"][1].update(undone=False),
        ],
        "runs[0].edits[1].after",
        "must be 0: that stood",
    ),
    "an edit after itself": (
        lambda file: file["runs"][0]["edits"][1].update(after=2),
        "runs[0].edits[1].after",
        "an earlier edit of the same chapter",
    ),
    "an edit after another chapter's": (
        lambda file: file["runs"][0]["edits"][1].update(position=0),
        "runs[0].edits[1].after",
        "an earlier edit of the same chapter",
    ),
    "an edit that is a book": (
        lambda file: file["runs"][0]["edits"][0].update(text="x" * 1_000_001),
        "runs[0].edits[0].text",
        "1,000,001 characters; 1,000,000",
    ),
    "an edit at no time": (
        lambda file: file["runs"][0]["edits"][0].update(made_at="2026-13-01T00:00:00Z"),
        "runs[0].edits[0].made_at",
        "no date",
    ),
    "an edit that is none": (
        lambda file: file["runs"][0].update(edits=[None]),
        "runs[0].edits[0]",
        "must be an object",
    ),
    "no edits at all": (lambda file: file["runs"][0].pop("edits"), "runs[0].edits", "is missing"),
    "no calls at all": (lambda file: file["runs"][0].pop("calls"), "runs[0].calls", "is missing"),
    "a call without its number": (
        lambda file: file["runs"][0]["calls"][1].update(number=3),
        "runs[0].calls[1].number",
        "must be 2",
    ),
    "a call made twice": (
        lambda file: file["runs"][0]["calls"].append(file["runs"][0]["calls"][2]),
        "runs[0].calls[3].number",
        "must be 2",
    ),
    "a call for another chapter": (
        lambda file: file["runs"][0]["calls"][2].update(chapter_index=1),
        "runs[0].calls[2].chapter_index",
        "must be 2",
    ),
    "a call at no time": (
        lambda file: file["runs"][0]["calls"][0].update(started_at="now"),
        "runs[0].calls[0].started_at",
        "no date",
    ),
    "a call before the first chapter": (
        lambda file: file["runs"][0]["calls"][0].update(position=-1),
        "runs[0].calls[0].position",
        "greater than or equal to 0",
    ),
    "a call that ended otherwise": (
        lambda file: file["runs"][0]["calls"][0].update(outcome="great"),
        "runs[0].calls[0].outcome",
        "must be 'complete'",
    ),
    "a call that took less than no time": (
        lambda file: file["runs"][0]["calls"][0].update(seconds=-1),
        "runs[0].calls[0].seconds",
        "greater than or equal to 0",
    ),
    "a call that cost words": (
        lambda file: file["runs"][0]["calls"][0].update(cost="much"),
        "runs[0].calls[0].cost",
        "decimal number",
    ),
    "a call that cost a million digits": (
        lambda file: file["runs"][0]["calls"][0].update(cost="1e-999999"),
        "runs[0].calls[0].cost",
        "decimal number",
    ),
    "a call with a key": (
        lambda file: file["runs"][0]["calls"][0].update(api_key="x"),
        "runs[0].calls[0].api_key",
        "no field",
    ),
    "a call without its prompt": (
        lambda file: file["runs"][0]["calls"][0].pop("prompt"),
        "runs[0].calls[0].prompt",
        "is missing",
    ),
    "a narrative twice": (
        lambda file: file["numbers"]["narratives"].append(file["numbers"]["narratives"][0]),
        "numbers.narratives[2].name",
        "second time",
    ),
    "a narrative without words": (
        lambda file: file["numbers"]["narratives"][0].update(text=" "),
        "numbers.narratives[0]: report.md",
        "no words in it",
    ),
    "a narrative that is a library": (
        lambda file: file["numbers"]["narratives"][0].update(text="x" * 2_000_001, changes=[]),
        "numbers.narratives[0]: report.md",
        "may have 2,000,000",
    ),
    "a narrative of numbers alone": (
        lambda file: file["numbers"]["narratives"][0].update(text="7 " * 40_001, changes=[]),
        "numbers.narratives[0]: report.md",
        "more than 40,000 numbers",
    ),
    "a narrative without a name": (
        lambda file: file["numbers"]["narratives"][1].update(name="a\nb"),
        "numbers.narratives[1]: the name of the narrative",
        "line break",
    ),
    "more narratives than are checked together": (
        lambda file: file["numbers"].update(
            narratives=[{"name": str(number), "text": "7", "changes": []} for number in range(51)]
        ),
        "numbers.narratives",
        "holds 51 narratives; 50",
    ),
    "a change that cannot be undone": (
        lambda file: file["numbers"]["narratives"][0]["changes"][0].update(span=[5, 99]),
        "numbers.narratives[0].changes[0].span",
        "no stretch of the text",
    ),
    "a change that runs backwards": (
        lambda file: file["numbers"]["narratives"][0]["changes"][1].update(span=[5, 2]),
        "numbers.narratives[0].changes[1].span",
        "no stretch of the text",
    ),
    "more changes than are kept": (
        lambda file: file["numbers"]["narratives"][1].update(changes=[{"span": [0, 0], "words": ""}] * 1_001),
        "numbers.narratives[1].changes",
        "holds 1,001 changes; 1,000",
    ),
    "results that are not there": (
        lambda file: file["numbers"]["results"].update(sha256="0" * 64),
        "numbers.results.sha256",
        "not among the sources",
    ),
    "rules that are none": (
        lambda file: file["numbers"].update(citation="allowed: []\n"),
        "numbers.citation: line 1: allowed",
        "",
    ),
    "rules in another language": (
        lambda file: file["numbers"].update(verification="{{{"),
        "numbers.verification: the verification rules",
        "",
    ),
    "a table with a book for a name": (
        lambda file: file["numbers"].update(table="x" * 1_001),
        "numbers.table",
        "1,001 characters",
    ),
    "a huge count": (lambda file: file["runs"][0].update(quotations=10**19), "runs[0].quotations", "less than"),
}


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a session that holds something of every kind."""
    store = Store(tmp_path_factory.mktemp("exported") / "workbench.db")
    return store.sessions.export(filled(store, store.sessions.create("An interview")).session_id)


@pytest.mark.parametrize(("change", "place", "message"), CHANGES.values(), ids=CHANGES)
def test_a_file_that_was_changed_is_refused(
    exported: bytes, elsewhere: Store, change: Change, place: str, message: str
) -> None:
    """The place, what is wrong there, what to do; nothing is stored."""
    file = json.loads(exported)
    change(file)
    with pytest.raises(BadInput) as caught:
        elsewhere.sessions.import_file(json.dumps(file).encode(), "session.json")
    first = caught.value.problems[0]
    assert first.place == f"session.json: {place}"
    assert message in first.message
    assert first.remedy
    assert elsewhere.sessions.list() == elsewhere.sessions.list(deleted=True) == ()


def test_all_problems_of_a_file_are_said_at_once(store: Store, full: Session, elsewhere: Store) -> None:
    """Of a very wrong one the first fifty, and how many more."""
    file = json.loads(store.sessions.export(full.session_id))
    for change, _, _ in (CHANGES[name] for name in ("wrong hash", "no time", "label twice", "empty title")):
        change(file)
    with pytest.raises(BadInput) as caught:
        elsewhere.sessions.import_file(json.dumps(file).encode())
    assert [problem.place for problem in caught.value.problems] == [
        "title",
        "created_at",
        "sources[1].base64",
        "casts[1].label",
    ]
    file["casts"] = [{"x": 1}] * 100
    with pytest.raises(BadInput) as caught:
        elsewhere.sessions.import_file(json.dumps(file).encode())
    assert len(caught.value.problems) == 51
    assert caught.value.problems[-1].message == "There are more problems like these."


def test_all_that_is_wrong_with_edits_and_acts_is_said_at_once(store: Store, full: Session, elsewhere: Store) -> None:
    """Each with its own place; nothing is stored."""
    file = json.loads(store.sessions.export(full.session_id))
    file["acts"][0] |= {"number": 9, "made_at": ""}
    file["acts"][1]["act"]["addition"] |= {"raw_span": [-1, 4], "chapter_index": -2}
    file["runs"][0]["edits"] = [
        {"number": 0, "position": 10**30, "text": "a", "made_at": "now", "undone": False, "after": 0},
        {"number": 2, "position": 0, "text": "x" * 1_000_001, "made_at": making.STARTED, "undone": True, "after": -1},
        {"number": 3, "position": 1, "text": "", "made_at": making.STARTED, "undone": False, "after": 0},
        {"number": 4, "position": 1, "text": "b", "made_at": making.STARTED, "undone": False, "after": 0},
    ]
    with pytest.raises(BadInput) as caught:
        elsewhere.sessions.import_file(json.dumps(file).encode())
    assert {problem.place for problem in caught.value.problems} == {
        "acts[0].number",
        "acts[0].made_at",
        "acts[1].act.addition.raw_span",
        "acts[1].act.addition.chapter_index",
        "runs[0].edits[0].number",
        "runs[0].edits[0].position",
        "runs[0].edits[0].made_at",
        "runs[0].edits[1].text",
        "runs[0].edits[1].after",
        "runs[0].edits[3].after",
    }
    assert elsewhere.sessions.list() == ()


def test_sources_that_nobody_uses_are_not_kept(store: Store, full: Session, elsewhere: Store) -> None:
    """A file may bring some along."""
    file = json.loads(store.sessions.export(full.session_id))
    file["sources"].append(source_of(b"a stowaway"))
    imported = elsewhere.sessions.import_file(json.dumps(file).encode())
    assert elsewhere.sessions.export(imported.session_id) == store.sessions.export(full.session_id)
    assert b"a stowaway" not in elsewhere.path.read_bytes()


def test_half_a_character_in_a_file_could_not_be_read(store: Store, full: Session, elsewhere: Store) -> None:
    """An older version may have exported one; the session is imported with U+FFFD in its place."""
    file = json.loads(store.sessions.export(full.session_id))
    file["casts"][0]["label"] = "half \ud800"
    file["runs"][0]["edits"][0]["text"] = "half \udfff"
    imported = elsewhere.sessions.import_file(json.dumps(file).encode())
    assert "half \ufffd" in {one.cast.label for one in elsewhere.speaker_mappings.list(imported.session_id)}
    again = json.loads(elsewhere.sessions.export(imported.session_id))
    assert again["runs"][0]["edits"][0]["text"] == "half \ufffd"
