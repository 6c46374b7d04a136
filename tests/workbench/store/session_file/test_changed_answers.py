"""Exported answers that somebody changed where a quotation stands in other blocks than one of its own."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from core.errors import BadInput
from tests.workbench.store import making
from workbench.store import Session, Store

Made = dict[str, Any]
WORDS = "We won it."


def forged(answer: Made) -> Made:
    """Return the quotation of an answer with words that its record does not have."""
    return answer["blocks"][2]["quote"] | {"text": WORDS}


def in_a_paragraph(answer: Made) -> None:
    answer["blocks"][1]["inlines"].append(forged(answer))


def in_a_heading(answer: Made) -> None:
    answer["blocks"][0]["inlines"].append(forged(answer))


def in_a_list(answer: Made) -> None:
    items = [[answer["blocks"][1]], [answer["blocks"][2] | {"quote": forged(answer)}]]
    answer["blocks"][1] = {"ordered": False, "items": items}


def not_proven(answer: Made) -> None:
    answer["quotes"][0]["proven"] = False


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (in_a_paragraph, "answers[0].answer.blocks"),
        (in_a_heading, "answers[0].answer.blocks"),
        (in_a_list, "answers[0].answer.blocks"),
        (not_proven, "answers[0].answer.quotes[0]"),
    ],
)
def test_a_quotation_anywhere_in_an_answer_is_one_of_its_quotes(
    store: Store, session: Session, elsewhere: Store, change: Callable[[Made], None], place: str
) -> None:
    """In running text, in a heading, in a list; and what says of itself that it is not proven is none."""
    store.answers.add(session.session_id, "a", making.answer())
    file = json.loads(store.sessions.export(session.session_id))
    change(file["answers"][0]["answer"])
    with pytest.raises(BadInput) as caught:
        elsewhere.sessions.import_file(json.dumps(file).encode(), "session.json")
    assert [problem.place for problem in caught.value.problems] == [f"session.json: {place}"]
