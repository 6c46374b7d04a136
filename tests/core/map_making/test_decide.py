"""What a person decides about proposed quotes is done as the table says, and what is accepted says whose it is."""

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from core.evidence.evidence_map import EvidenceMap, read_evidence, unaccepted_rows
from core.evidence.row_marks import RowOrigin, RowStatus, WordsBy
from core.map_making.acts.act_records import ActGroup, ActRefusal, MapAct, SingleAct
from core.map_making.acts.act_sentences import act_in_words
from core.map_making.acts.apply_act import apply_act, looks_of
from core.map_making.acts.map_rows import MapRows, rows_of
from core.map_making.decide import DecidedRows, RowState, decide, supports_of
from tests.golden import cases, load

TABLE = load("map_decisions")
PROPOSED = read_evidence(json.dumps(TABLE["proposed"]))
NOTHING = rows_of(EvidenceMap(chapters=()))
GIVEN = rows_of(read_evidence(json.dumps(TABLE["given"])))
ACTS: TypeAdapter[SingleAct | ActGroup] = TypeAdapter(MapAct)
EVERY = tuple(one.evidence_id for one in supports_of(PROPOSED))


def act_of(step: Any, rows: MapRows) -> SingleAct | ActGroup | None:
    """Return the act of a step, as it is read again from where it was stored."""
    if "act" in step:
        act = ACTS.validate_python(step["act"])
        return act.model_copy(update={"seen": looks_of(rows, act)}) if not isinstance(act, ActGroup) else act
    made = decide(DecidedRows(rows), PROPOSED, step["ids"], RowState(step["decide"]))
    return ACTS.validate_json(made.model_dump_json()) if made is not None else None


def after(rows: MapRows, act: SingleAct | ActGroup | None) -> MapRows:
    assert act is not None
    outcome = apply_act(rows, act)
    assert isinstance(outcome, MapRows), outcome
    return outcome


def shape_of(evidence: EvidenceMap) -> list[str]:
    return [
        f"{chapter.title}:"
        + "".join(f" {one.claim_id}({' '.join(own.evidence_id for own in one.support)})" for one in chapter.claims)
        for chapter in evidence.chapters
    ]


@pytest.mark.parametrize("case", cases("map_decisions"))
def test_a_decision_does_what_the_table_says(case: Any) -> None:
    """The map, what is remembered as rejected, the state of each quote, and the sentence."""
    first = rows = GIVEN if case.get("given") else NOTHING
    *before, last = case["steps"]
    for step in before:
        rows = after(rows, act_of(step, rows))
    act = act_of(last, first if last.get("seen") else rows)
    if case.get("nothing"):
        assert act is None
        return
    assert act is not None
    if "refused" in case:
        refused = apply_act(rows, act)
        assert isinstance(refused, ActRefusal)
        assert case["refused"] in refused.message
        return
    now = after(rows, act)
    assert shape_of(now.as_map()) == case["shape"]
    decided = DecidedRows(now)
    states = {one.evidence_id: decided.state_of(one) for one in supports_of(PROPOSED)}
    assert [own for own, state in states.items() if state is RowState.REJECTED] == case.get("rejected", [])
    if "done" in case:
        assert act_in_words(rows, act) == case["done"]


def test_what_is_accepted_says_whose_it_is() -> None:
    """The model's words and quotes stay the model's, the outline's the outline's; that a person accepted them is said
    of each row, and who may be quoted is declared."""
    made = after(NOTHING, decide(DecidedRows(NOTHING), PROPOSED, EVERY, RowState.ACCEPTED)).as_map()
    accepted = json.loads(PROPOSED.model_dump_json().replace('"proposed"', '"accepted"'))
    assert made.model_dump(mode="json") == accepted
    assert unaccepted_rows(made) == 0


def test_a_claim_that_the_outline_left_unsaid_is_the_person_s() -> None:
    """Its quotes stay the outline's."""
    rows = after(NOTHING, decide(DecidedRows(NOTHING), PROPOSED, ["q1"], RowState.ACCEPTED))
    rows = after(rows, act_of({"act": {"kind": "write", "row": "claim", "row_id": "p1", "words": "Late"}}, rows))
    (claim,) = rows.as_map().chapters[0].claims
    assert (claim.claim, claim.origin, claim.words_by) == ("Late", RowOrigin.PERSON, WordsBy.PERSON)
    assert [(one.origin, one.status) for one in claim.support] == [(RowOrigin.OUTLINE, RowStatus.ACCEPTED)]
