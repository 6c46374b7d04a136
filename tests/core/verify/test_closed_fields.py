"""The closed lists of an edition as data are those of the program, and hold nothing else."""

from collections.abc import Iterable
from enum import Enum
from typing import Any

import pytest

from core.coverage.levels import CoverageLevel
from core.editions.certificate import Section
from core.editions.export.decision_labels import FINDINGS, PLACES, UNPROVEN, WARNINGS
from core.editions.listener_verdict import ListeningFinding
from core.enforcement.context_warnings import WarningKind
from core.enforcement.results import Decision, DecisionAction, DecisionPlace, ProseKind, QuotationFinding
from core.llm.client import WritingMode
from core.transcripts.passage_source import TimesOf
from core.transcripts.speakers import SpeakerRole
from core.verify.reading.own_data import json_statements
from core.verify.reading.own_data.json_fields import stray_fields
from core.verify.reading.own_pages import page_lists

CLOSED: list[tuple[type[Enum], str, list[str]]] = [
    (WritingMode, "mode", []),
    (SpeakerRole, "speaker_role", ["speakers"]),
    (TimesOf, "times", ["quotes"]),
    (Section, "section", ["chapters", "quotes"]),
    (CoverageLevel, "level", ["chapters", "coverage"]),
    (DecisionAction, "action", ["chapters", "decisions"]),
    (DecisionPlace, "place", ["chapters", "decisions"]),
    (QuotationFinding, "finding", ["chapters", "decisions"]),
    (ProseKind, "kind", ["chapters", "unproven_prose"]),
    (WarningKind, "kind", ["chapters", "meaning_warnings"]),
    (ListeningFinding, "verdict", ["ear_verdicts"]),
]


def edition(value: object, field: str, holders: Iterable[str]) -> dict[str, Any]:
    """An edition in which nothing stands but one field."""
    made: Any = {field: value}
    for holder in reversed(list(holders)):
        made = {holder: made if holder == "coverage" else [made]}
    return made


@pytest.mark.parametrize(("values", "field", "holders"), CLOSED)
def test_every_value_is_known_and_no_other(values: type[Enum], field: str, holders: list[str]) -> None:
    """Whoever adds one to the program adds it to the checker."""
    assert all(list(stray_fields(edition(one.value, field, holders))) == [] for one in values)
    for wrong in ("Ann Lee: no", "", f"{next(iter(values)).value} so"):
        assert list(stray_fields(edition(wrong, field, holders))) == [field]


@pytest.mark.parametrize("place", DecisionPlace)
@pytest.mark.parametrize("action", DecisionAction)
@pytest.mark.parametrize("finding", QuotationFinding)
def test_every_reason_is_known(action: DecisionAction, place: DecisionPlace, finding: QuotationFinding) -> None:
    """Whatever was decided where."""
    reason = Decision(action=action, place=place, finding=finding, original="").reason
    assert list(stray_fields(edition(reason, "reason", ["chapters", "decisions"]))) == []


def test_the_lists_of_a_page_and_of_data_say_the_same_of_the_transcript() -> None:
    """A page says in words what data say by a name; both know the same findings to be of the transcript."""
    said = {value.value for value, words in FINDINGS.items() if page_lists.is_told("left out", words)}
    assert said == json_statements.TOLD
    assert said == {one.value for one in QuotationFinding} - {
        "not_in_transcript",
        "unknown_reference",
        "not_whitelisted",
    }
    assert UNPROVEN[ProseKind(json_statements.COPIED)] == page_lists.COPIED
    assert set(page_lists.WHERE.split("|")) == set(PLACES.values())
    assert set(page_lists.UNPROVEN.split("|")) == set(UNPROVEN.values())
    assert len(WARNINGS) == len(WarningKind)
