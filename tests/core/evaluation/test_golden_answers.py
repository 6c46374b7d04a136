"""The table of answers: what a model replied about some records, and every number of it, computed by hand."""

import re
from typing import Any

import pytest

from core.answers.excerpts import excerpt_answer
from core.answers.inline import inline_answer
from core.answers.records import AnswerMode, AnswerPolicy, Citation, CitedAnswer
from core.answers.synthesis import next_step
from core.evaluation.measure_answer import measure_answer
from core.evaluation.records import Unit
from core.llm.client import Answer, Purpose, Reply
from tests.core.evaluation.golden_unit import assert_sums_hold, judged_of, numbers_that_differ, tampered
from tests.golden import cases, load

TABLE: dict[str, Any] = load("evaluation_answers")
QUESTION = "What do people say about the app?"
_FILLED = re.compile(r"\{([a-z]+)([12]?)\}")


def _text_of(name: str) -> str:
    """Return the text of a record: its sentences, one after the other."""
    return " ".join(TABLE["records"][name]["sentences"])


def _filled(reply: str, *, as_json: bool) -> str:
    """Return a reply with the words of records that it asks for."""

    def words(found: re.Match[str]) -> str:
        text = TABLE["records"][found[1]]["sentences"][int(found[2]) - 1] if found[2] else _text_of(found[1])
        return text.replace('"', '\\"') if as_json else text

    return _FILLED.sub(words, reply)


def _citations_of(case: dict[str, Any]) -> list[Citation]:
    """Return the records of a case as passages that were found."""
    records = [(name, TABLE["records"][name]) for name in case["records"]]
    return [
        Citation(index, record["file"], text=_text_of(name), record_id=record["id"], summary=record["summary"])
        for index, (name, record) in enumerate(records)
    ]


def _policy_of(case: dict[str, Any]) -> AnswerPolicy:
    return AnswerPolicy.model_validate(TABLE["policy"] | case.get("policy", {}))


def _synthesis(case: dict[str, Any], citations: list[Citation], policy: AnswerPolicy) -> CitedAnswer:
    answers: list[Answer] = []
    replies = iter(case["replies"])
    step = next_step(QUESTION, citations, answers, policy)
    while not isinstance(step, CitedAnswer):
        reply = Reply(text=_filled(next(replies), as_json=True))
        answers.append(Answer(purpose=(Purpose.FIRST, Purpose.SECOND)[len(answers)], reply=reply))
        step = next_step(QUESTION, citations, answers, policy)
    return step


def _written(case: dict[str, Any]) -> CitedAnswer:
    """Return the answer of a case by the door that its mode names."""
    citations, policy, mode = _citations_of(case), _policy_of(case), AnswerMode(case["mode"])
    match mode:
        case AnswerMode.SYNTHESIS:
            return _synthesis(case, citations, policy)
        case AnswerMode.EXCERPTS:
            return excerpt_answer(QUESTION, citations)
        case AnswerMode.INLINE | AnswerMode.BASELINE:
            return inline_answer(QUESTION, citations, _filled(case["replies"][0], as_json=False), policy, mode=mode)


def _answer_of(case: dict[str, Any]) -> CitedAnswer:
    """Return the answer of a case as it is read."""
    return tampered(_written(case), ("blocks",), case)


def _statements_of(unit: Unit, written: list[list[Any]]) -> list[list[Any]]:
    """Return the statements of a unit as the table writes them; of a text the part that is written, where it holds."""
    return [
        [text if text in one.text else one.text, [*one.citations]]
        for one, (text, *_) in zip(unit.statements, written, strict=True)
    ]


@pytest.mark.parametrize("case", cases("evaluation_answers"))
def test_an_answer_measures_what_was_computed_by_hand(case: dict[str, Any]) -> None:
    """Every share, amount and judgement that the table names is the one that was worked out by hand."""
    unit = measure_answer(_answer_of(case), subject="records", policy=_policy_of(case))
    assert numbers_that_differ(case, unit) == {}
    if "judged" in case:
        assert judged_of(unit, case["judged"]) == case["judged"]
    if "statements" in case:
        wanted = [[text, [*map(_text_of, cited)]] for text, cited in case["statements"]]
        assert _statements_of(unit, wanted) == wanted
    if "words_by" in case:
        assert {name: words for name, words in unit.words_by.items() if words} == case["words_by"]
    assert bool(unit.trouble) is case.get("trouble", bool(unit.trouble))


@pytest.mark.parametrize("case", cases("evaluation_answers"))
def test_the_numbers_of_an_answer_are_sums_over_its_quotations(case: dict[str, Any]) -> None:
    """What the quotations of a unit say one by one is what its shares say together; it is known by its question."""
    unit = measure_answer(_answer_of(case), subject="records", policy=_policy_of(case))
    assert_sums_hold(unit)
    assert (unit.subject, unit.key) == ("records", QUESTION)
