"""Every act of a person does to a map what the table says, or is refused in words; and can be taken back."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.evidence.map_roster import roster_of
from core.map_making.acts.act_records import ActGroup, ActRefusal, MapAct, SingleAct, members_of
from core.map_making.acts.act_sentences import act_in_words
from core.map_making.acts.apply_act import looks_of
from core.map_making.acts.make_act import MadeAct, make_act
from core.map_making.acts.map_rows import MapRows, rows_of
from core.map_making.acts.replay import replay
from core.text.documents import is_list, is_object
from core.transcripts.readers import read_transcript
from core.whitelist.corrections.evidence_text import CorrectionContext
from tests.golden import cases, load

TABLE = load("map_acts")
TRANSCRIPT = read_transcript(TABLE["transcript"].encode(), "talk.txt")
MAP = read_evidence(json.dumps(TABLE["map"]))
ROWS = rows_of(MAP)
CONTEXT = CorrectionContext(TRANSCRIPT, roster_of(MAP, TRANSCRIPT.labels))
ACTS: TypeAdapter[SingleAct | ActGroup] = TypeAdapter(MapAct)
_LONG = {"LONG_TITLE": "x" * 1_001, "LONG_CLAIM": "x" * 120_001}


def span_of(words: Any) -> list[int]:
    """Return where in the transcript these words stand, or all from the first to the last of two stretches."""
    if isinstance(words[0], int):
        return words
    first, last = (words, words) if isinstance(words, str) else words
    start = TRANSCRIPT.raw.index(first)
    return [start, TRANSCRIPT.raw.index(last, start) + len(last)]


def chapter_id(title: str) -> str:
    """Return the id of a chapter of the table's map."""
    return next(key.row_id for key in ROWS.inside[None] if getattr(ROWS.rows[key], "title", "") == title)


def written(value: Any, field: str = "") -> Any:
    """Return a part of a case with ids, spans and long words in the place of what stands for them."""
    if field == "span":
        return span_of(value)
    if is_object(value):
        return {name: written(one, name) for name, one in value.items()}
    if is_list(value):
        return [written(one) for one in value]
    if isinstance(value, str) and value.startswith("@"):
        return chapter_id(value[1:])
    return _LONG.get(value, value) if isinstance(value, str) else value


def with_looks(act: SingleAct | ActGroup, rows: MapRows) -> SingleAct | ActGroup:
    """Return an act whose person saw these rows."""
    seen = [one.model_copy(update={"seen": looks_of(rows, one)}) for one in members_of(act)]
    return act.model_copy(update={"acts": tuple(seen)}) if isinstance(act, ActGroup) else seen[0]


def made_of(case: Any) -> tuple[MapRows, MadeAct | ActRefusal]:
    """Return the map before the last act of a case, and what became of that act; all before it are done."""
    before, outcome = ROWS, ActRefusal("no act")
    for given in written(case["acts"] if "acts" in case else [case["act"]]):
        if isinstance(outcome, MadeAct):
            before = outcome.rows
        seen = given.pop("seen", None)
        act = ACTS.validate_python(given)
        shown = ROWS if seen == "at first" else before
        act = act.model_copy(update={"seen": tuple(seen)}) if is_list(seen) else with_looks(act, shown)
        outcome = make_act(before, ACTS.validate_json(act.model_dump_json()), CONTEXT)
    return before, outcome


def shape_of(evidence: EvidenceMap) -> list[str]:
    """Return the outline of a map as the table writes it."""
    return [
        f"{chapter.title}:"
        + "".join(f" {one.claim_id}({' '.join(own.evidence_id for own in one.support)})" for one in chapter.claims)
        for chapter in evidence.chapters
    ]


def fields_of(evidence: EvidenceMap) -> dict[str, dict[str, Any]]:
    """Return what each row of a map says, under its title or id; of a second chapter of one title under title and 2."""
    found: dict[str, dict[str, Any]] = {}
    for chapter in evidence.chapters:
        name = f"{chapter.title} 2" if chapter.title in found else chapter.title
        found[name] = chapter.model_dump(mode="json", exclude={"claims"})
        for claim in chapter.claims:
            found[claim.claim_id] = claim.model_dump(mode="json", exclude={"support"})
            found |= {one.evidence_id: one.model_dump(mode="json") for one in claim.support}
    return found


def expected_fields(case: Any, name: str, now: dict[str, Any], before: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return what the table says of a row; what it does not name is as before, or empty."""
    said = dict(case.get("rows", {}).get(name, {}))
    if said.get("span"):
        said["span"] = span_of(said["span"])
    ids = {field: now[field] for field in ("claim_id", "evidence_id", "title") if field in now}
    empty = {field: None if field not in ("note", "speaker", "claim") else "" for field in now}
    return {**before.get(name, empty), **ids, **said}


@pytest.mark.parametrize("case", cases("map_acts"))
def test_an_act_does_what_the_table_says(case: Any) -> None:
    """The whole map is compared: what the table does not name is as it was."""
    before, outcome = made_of(case)
    if "refused" in case:
        assert isinstance(outcome, ActRefusal)
        assert case["refused"] in outcome.message
        assert outcome.message.endswith(".")
        return
    assert isinstance(outcome, MadeAct), outcome
    now = outcome.rows.as_map()
    assert shape_of(now) == case.get("shape", TABLE["shape"])
    was, fields = fields_of(MAP), fields_of(now)
    renamed = {name: was["The engine"] for name in ("Cold iron",) if name in fields}
    assert set(case.get("rows", ())) <= set(fields)
    assert fields == {name: expected_fields(case, name, row, was | renamed) for name, row in fields.items()}
    if "done" in case:
        assert act_in_words(before, outcome.act) == case["done"]


@pytest.mark.parametrize("case", [case for case in cases("map_acts") if "refused" not in case.values[0]])  # pyright: ignore[reportArgumentType]
def test_a_stored_act_does_the_same_again(case: Any) -> None:
    """Without the transcript, from its JSON; and put over the map that has it already it changes nothing twice."""
    before, outcome = made_of(case)
    assert isinstance(outcome, MadeAct)
    stored = ACTS.validate_json(outcome.act.model_dump_json())
    assert replay(before, [stored]) == (outcome.rows, ())


def test_rows_are_the_map_again() -> None:
    """Nothing of a map is lost in its rows."""
    assert ROWS.as_map() == MAP
