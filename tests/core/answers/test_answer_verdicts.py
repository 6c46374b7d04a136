"""The table of verdicts: what a model wrote about some records, and what of it stands."""

import re
from typing import Any

import pytest

from core.answers.inline import enforce_answer, quotes_in
from core.answers.passage_transcript import Ground
from core.answers.records import AnswerPolicy, CitationRef, Claim, Refused, SynthesisOutput
from core.answers.synthesis.check_claims import check_claims
from core.prose.render import one_line
from tests.core.answers.inline_cases import enforced, ground_of, prose_of, read_of
from tests.golden import cases

_REFERENCE = re.compile(r"\{(\d+\.\d+(?:-\d+)?)\}")


def _is_refused(written: list[Any], one: Refused) -> bool:
    words, reasons, near = [*written, ""][:3]
    admissible = [reasons] if isinstance(reasons, str) else reasons
    return words in one_line(one.words) and one.reason.value in admissible and (near or "") in one.nearest


@pytest.mark.parametrize("case", cases("answer_verdicts"))
def test_what_a_model_wrote_becomes_what_the_table_says(case: dict[str, Any]) -> None:
    """Quotations, ids, corrections and reasons are those that were written down before there was any code."""
    case = case | {"reply": _REFERENCE.sub(r"[[\1]]", case["reply"])}
    ground, answer = enforced(case)
    assert [one.text for one in quotes_in(answer.blocks)] == [one.text for one in answer.quotes]
    if "quotes" in case:
        assert [[one_line(one.text), one.record_id] for one in answer.quotes] == [
            [one_line(text), record_id] for text, record_id in case["quotes"]
        ]
    if "corrections" in case:
        assert [[one_line(one.quote.text), one.named] for one in answer.corrections] == [
            [one_line(text), named] for text, named in case["corrections"]
        ]
    if "refused" in case:
        seen = [(one.words, one.reason.value, one.nearest) for one in answer.refused]
        assert len(seen) == len(case["refused"]), seen
        assert all(map(_is_refused, case["refused"], answer.refused)), seen
    for words in case.get("not_quoted", ()):
        assert not any(words in one_line(one.text) for one in answer.quotes)
    read, prose = read_of(answer.blocks), "\n".join(prose_of(answer.blocks))
    for words in case.get("gone", ()):
        assert words not in read
    for words in case.get("prose", ()):
        assert one_line(words) in prose
    for quote in answer.quotes:
        text = next(one.text for one in ground.citations if one.record_id == quote.record_id)
        assert quote.within.slice(text) == quote.text


def _synthesised(case: dict[str, Any], ground: Ground, policy: AnswerPolicy) -> tuple[int, list[str]]:
    claim = Claim(claim_text=case["claim"], citation=CitationRef(passage_id="0", quote=case["quote"]))
    checked = check_claims(SynthesisOutput(claims=[claim]), ground, policy)
    return len(checked.claims), [one.reason.value for one in checked.refused]


@pytest.mark.parametrize("case", cases("answer_lengths"))
def test_a_short_quotation_says_more_than_its_claim(case: dict[str, Any]) -> None:
    """In both kinds of answers; a long one is refused in a synthesis alone."""
    ground = ground_of([{"id": "r1", "text": case["record"]}])
    policy = AnswerPolicy(least_words=case.get("least_words", 8), by_reference=False)
    answer = enforce_answer(f"{case['claim']}\n\n> “{case['quote']}” — r1\n", ground, policy)
    inline, synthesis = case["inline"], case["synthesis"]
    refused = [one.reason.value for one in answer.refused]
    assert (len(answer.quotes), refused) == ((1, []) if inline == "stands" else (0, [inline]))
    found = _synthesised(case, ground, policy)
    assert found == ((1, []) if synthesis == "stands" else (0, [synthesis]))
