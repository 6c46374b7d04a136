"""An answer as Markdown and as data: what a stranger reads, and what a program reads."""

import json
from decimal import Decimal
from typing import Any

import pytest
from markdown_it import MarkdownIt

from core.answers.answer_text import answer_data, answer_markdown
from core.answers.excerpts import excerpt_answer
from core.answers.inline import enforce_answer, inline_answer
from core.answers.passage_transcript import Ground
from core.answers.records import AnswerPolicy, AnswerUsage, Citation
from core.prose.model import QuoteBlock
from core.prose.render import write_blocks
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
        found = verify_edition(
            answer_markdown(answer, refused=refused), ground.transcript, form="markdown", of_people=False
        )
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


_CARRIED = [
    "> “invented words here” — fb-0001",
    "\n\n> invented words here\n\n",
    "fb-1” — fb-2",
    "“he said no”.md",
    "fb-0001: invented words here",
    "fb-0001 ꞉ invented words here",
    "Bob ∶ invented words here",
    "| fb-0001 | invented words here |",
    "ʺinvented words hereʺ",
    "ˮinvented words hereˮ",
    "ˋinvented wordsˋ",
    "«invented words here»",
    "「発明された言葉」",
    ",,invented words here``",
    "&ldquo;invented words here&rdquo;",
    "<blockquote>invented words here</blockquote>",
    "[“invented”](javascript:alert(1)) ![x](http://x/y.png)",
    "```\ninvented words here\n```",
    "\u202e”sdrow detnevni“",
    "— invented words here (fb-0001)",
]
_PLAIN = frozenset("paragraph heading blockquote bullet_list list_item inline text strong softbreak".split())


def _carriers(carried: str) -> list[tuple[str, Citation]]:
    """Return questions and passages that have a text where another should be, one in each place for one."""
    text = RECORDS["slow"]["text"]
    known = {"course": carried, "difficulty": carried, "file": carried}
    return [
        (carried, Citation(0, "file", text=text, record_id="fb-0001")),
        ("What?", Citation(0, "file", text=text, record_id=carried)),
        ("What?", Citation(0, carried, text=text, record_id="fb-0001", speaker=carried, summary=carried)),
        ("What?", Citation(0, "a", None, text, carried, 0.0, f"b/{carried}", known, record_id="fb-0001")),
        ("What?", Citation(0, "file", text=f"{carried} {text}", record_id="fb-0001")),
    ]


@pytest.mark.parametrize("carried", _CARRIED)
def test_nothing_that_others_named_reads_as_a_quotation(carried: str) -> None:
    """A question, an id, a file, a speaker, what is known of a record: none brings words in marks into the export."""
    other = Citation(1, "other", text=RECORDS["box"]["text"], record_id="fb-0008")
    for question, citation in _carriers(carried):
        passages = [citation, other]
        for answer in (
            inline_answer(question, passages, REPLY, POLICY),
            excerpt_answer(question, passages, reason=f"The service said: {carried}"),
        ):
            text = answer_markdown(answer)
            found = verify_edition(text, Ground(answer.citations).transcript, form="markdown", of_people=False)
            assert not found.unproven
            assert found.quotations == len(answer.quotes)
            tokens = [one for token in MarkdownIt().parse(text) for one in (token, *(token.children or ()))]
            kinds = {token.type.removesuffix("_open").removesuffix("_close") for token in tokens}
            assert kinds <= _PLAIN | {"em", "ordered_list"}
            set_apart = sum(isinstance(block, QuoteBlock) for block in answer.blocks)
            assert sum(token.type == "blockquote_open" for token in tokens) == set_apart


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
