"""An answer as Markdown and as data: what a stranger reads, and what a program reads."""

import json
from decimal import Decimal
from typing import Any

import pytest

from core.answers.answer_text import answer_data, answer_markdown
from core.answers.inline import enforce_answer, inline_answer
from core.answers.records import AnswerPolicy, AnswerUsage
from core.rendering import write_blocks
from core.verify import verify_edition
from tests.core.answers.inline_cases import RECORDS, ground_of, policy_of
from tests.golden import cases

EXACT = RECORDS["slow"]["text"].split(". ")[0] + "."
POLICY = AnswerPolicy(by_reference=False)
REPLY = f"""It starts *slowly*.

> “{EXACT}” — fb-0002
> “{RECORDS["features"]["text"]}” — fb-0002
> “It never starts “at all”, ever: not once | for me” — fb-0001

- One “{EXACT}” (fb-0001)
- Two
"""


@pytest.mark.parametrize("case", cases("answer_verdicts"))
def test_a_stranger_proves_every_quotation_of_the_export(case: dict[str, Any]) -> None:
    """With and without what was refused: nothing else reads as a quotation."""
    ground = ground_of(case["records"])
    answer = inline_answer("What “is” it?", ground.citations, case["reply"], policy_of(case))
    for refused in (True, False):
        found = verify_edition(answer_markdown(answer, refused=refused), ground.transcript, form="markdown")
        assert not found.unproven
        assert found.quotations == len(answer.quotes)


def test_the_export_is_the_form_of_seed_4() -> None:
    """One quotation on each line with its id; one that marks would make ambiguous stands without them."""
    ground = ground_of(["slow", "features"])
    text = answer_markdown(inline_answer("What is “slow”?", ground.citations, REPLY, POLICY))
    assert (
        text
        == f"""# What is slow?

It starts *slowly*.

> “{EXACT}” — fb-0001

> {RECORDS["features"]["text"]}
> — fb-0002

- One “{EXACT}” (fb-0001)
- Two

## Sources

- fb-0001 — feedback.csv
- fb-0002 — feedback.csv

## Refused

- not in records, given to fb-0001 — No record has these words. Written was It never starts at all, ever not once for me
"""
    )
    assert "Refused" not in answer_markdown(inline_answer("What?", ground.citations, REPLY, POLICY), refused=False)


def test_the_export_enforced_again_is_the_same_answer() -> None:
    """What stands in it is what a model could have written: nothing changes."""
    ground = ground_of(["slow", "features"])
    answer = inline_answer("What?", ground.citations, REPLY, POLICY)
    again = enforce_answer(answer_data(answer)["answer"], ground, POLICY)
    assert write_blocks(again.blocks) == write_blocks(answer.blocks)


def test_the_data_is_json_and_holds_what_the_issue_asks_for() -> None:
    """Quotes with their spans, what was rejected and why, what it took."""
    ground = ground_of(["slow", "features"])
    answer = inline_answer("What?", ground.citations, REPLY, POLICY)
    usage = AnswerUsage(calls=1, input_tokens=10, cost_usd=Decimal("0.0012"), seconds_to_first=0.5)
    data = json.loads(json.dumps(answer_data(answer.model_copy(update={"usage": usage}))))
    assert data["quotes"][0] | {"source": "", "speaker": ""} == {
        "text": EXACT,
        "record_id": "fb-0001",
        "span": [3, 3 + len(EXACT)],
        "proven": True,
        "source": "",
        "speaker": "",
    }
    assert [one["reason"] for one in data["rejected"]] == ["not_in_records"]
    assert data["corrections"][0]["named"] == "fb-0002"
    assert data["usage"]["cost_usd"] == "0.0012"
    assert data["fallback_reason"] == ""
    assert data["claims"][0]["claim_text"] == "It starts slowly."
