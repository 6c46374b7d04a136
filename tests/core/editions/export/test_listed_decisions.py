"""What the lists of an edition say of a decision: nothing that transcript or chapter could not deny."""

import pytest

from core.editions.export.decision_labels import listed_decisions
from core.enforcement.results import (
    Decision,
    DecisionAction,
    DecisionPlace,
    EnforcementResult,
    ProseKind,
    QuotationFinding,
    UnprovenProse,
)
from core.span import Span

ID = "1ccb3a124ca258d8"


def result(decision: Decision, *prose: UnprovenProse) -> EnforcementResult:
    return EnforcementResult(text="", replaced=[], dropped=[], decisions=(decision,), unproven=prose)


def lost(words: str, sentence: str, kind: ProseKind = ProseKind.LOST_MARKS) -> UnprovenProse:
    return UnprovenProse(kind=kind, words=words, sentence=sentence, paragraph=0, span=Span(0, 1))


def unquoted(words: str, sentence: str) -> Decision:
    return Decision(
        action=DecisionAction.UNQUOTED,
        place=DecisionPlace.NARRATIVE,
        finding=QuotationFinding.NOT_IN_TRANSCRIPT,
        original=words,
        sentence=sentence,
    )


@pytest.mark.parametrize(
    ("written", "listed"),
    [
        (f"[[{ID}]]", f"[[{ID}]]"),
        (f"[[ {ID.upper()} ]]", f"[[ {ID.upper()} ]]"),
        (f"[[{ID}: the office burned the books]]", f"[[{ID}]]"),
        (f"［［the office burned the books {ID}］］", f"[[{ID}]]"),
        ("[[deadbeef]]", "[[deadbeef]]"),
        (f"The office burned {ID} books.", f"The office burned {ID} books."),
    ],
)
def test_a_reference_is_listed_without_the_words_beside_its_id(written: str, listed: str) -> None:
    """Nobody could say whether they were said; what is no reference stays as it was written."""
    (one,) = listed_decisions(result(unquoted(written, "")))
    assert one.original == listed


@pytest.mark.parametrize(
    ("name", "listed"),
    [
        ("", ""),
        ("the old ferryman", "the old ferryman"),
        ("Dr. María del Carmen van der Berg", "Dr. María del…"),
        ("Dr. Imke Sorrel, M.Sc.", "Dr. Imke Sorrel, M.Sc."),
        ("Maria del Carmen", "Maria del Carmen"),
        ("the voice on the reel", "the voice on…"),
        ("灯台の宮本さん", "灯台の宮本さん"),
        ("港湾局は本物の帳簿を焼いたのだと彼女は皆に言った", "港湾局は本物の帳簿を焼いたのだと彼女は皆…"),
    ],
)
def test_a_long_name_is_cut_where_it_could_be_a_sentence(name: str, listed: str) -> None:
    """One in which every word begins as names do stays whole."""
    decision = unquoted("we lost it", "").model_copy(update={"corrected_name": name})
    (one,) = listed_decisions(result(decision))
    assert one.corrected_name == listed


def test_the_sentence_is_the_one_of_the_finished_chapter() -> None:
    """A sentence that went, or lost more than its marks, is not said to stand."""
    decision = unquoted("we lost it", "“We sold it,” and “we lost it,” she said.")
    assert [one.sentence for one in listed_decisions(result(decision))] == [""]
    now = lost("we lost it", "We lost it, she said.")
    assert [one.sentence for one in listed_decisions(result(decision, now))] == [now.sentence]
    copied = lost("we lost it", "We lost it.", ProseKind.VERBATIM)
    assert [one.sentence for one in listed_decisions(result(decision, copied))] == [""]
