"""Parts of whitelisted quotes: refused by default, and where they are allowed only as exact slices of one quote."""

from typing import Any

import pytest

from core.enforcement.enforcer import enforce_quote_whitelist
from core.enforcement.matcher import EnforcementPolicy
from core.enforcement.results import DecisionAction, EnforcementResult, QuotationFinding
from core.generation.line import Line
from core.prose.render import one_line
from tests.golden import cases

ALLOWED = EnforcementPolicy(references=False, allow_fragments=True)


def enforced(sample: Line, draft: str, policy: EnforcementPolicy) -> EnforcementResult:
    """Enforce a draft as the sample's first chapter."""
    whitelist = list(sample.merged.whitelist)
    return enforce_quote_whitelist(
        draft, whitelist, 0, transcript=sample.transcript, roster=sample.roster, policy=policy
    )


def drafted(case: Any) -> str:
    """Write the quotation of a case into a sentence that names whom the case names."""
    lead = f"{case['named']} says" if case["named"] else "It was so"
    return f"{lead}: “{case['quotation']}”"


@pytest.mark.parametrize("case", cases("fragments"))
def test_a_part_stands_where_parts_are_allowed(sample: Line, case: Any) -> None:
    """It stands as the transcript's slice, with its own speaker, or not at all."""
    result = enforced(sample, drafted(case), ALLOWED)
    raw = sample.transcript.raw
    for quote in result.replaced:
        assert raw[slice(*quote.raw_spans[0])] == quote.quote_text
    assert [one_line(quote.quote_text) for quote in result.replaced] == ([case["slice"]] if case["allowed"] else [])
    assert [decision.action is DecisionAction.UNQUOTED for decision in result.decisions] == [not case["allowed"]]


@pytest.mark.parametrize("case", cases("fragments"))
def test_a_part_does_not_stand_by_default(sample: Line, case: Any) -> None:
    """Only the whole quote does, and the decision says that the words are part of one."""
    (decision,) = enforced(sample, drafted(case), EnforcementPolicy(references=False)).decisions
    if decision.action is DecisionAction.UNQUOTED:
        parts = (
            QuotationFinding.PART_OF_WHITELISTED,
            QuotationFinding.NOT_IN_TRANSCRIPT,
            QuotationFinding.VERBATIM_NOT_WHITELISTED,
        )
        assert decision.finding in (*parts, QuotationFinding.WRONG_SPEAKER)
    else:
        assert case["id"].startswith("whole-quote")


def test_a_part_carries_no_core_claim(sample: Line) -> None:
    """A claim needs a whole quote, whatever the narrative may hold."""
    draft = "### Core Claims\n\n- The clock was polite: “nothing in my life has ever been so polite to me” (Boyle)\n"
    result = enforced(sample, draft, ALLOWED)
    assert result.replaced == []
    assert [decision.reason for decision in result.decisions] == ["core_claim_refused: part_of_whitelisted"]


def test_parts_stand_a_second_time(sample: Line) -> None:
    """What was written with parts is read with parts and stays."""
    draft = "\n\n".join(drafted(case.values[0]) for case in cases("fragments"))
    once = enforced(sample, draft, ALLOWED).text
    assert enforced(sample, once, ALLOWED).text == once
