"""Which calls are the same: those that nothing tells apart for whoever answers."""

from collections.abc import Mapping
from typing import Any

import pytest

from core.evaluation.coherence import Judgement, judge_request
from core.llm.client import Purpose, Sampling
from workbench.experiments.runner.call_key import key_of
from workbench.store import ClientChoice

GEMINI = ClientChoice(kind="gemini", model="m")
SERVER = ClientChoice(kind="openai", model="m", base_url="http://127.0.0.1:1/v1")
SCRIPT = ClientChoice(kind="scripted", name="s.json", replies=("a", "b"))
EVERY = ClientChoice(kind="scripted", name="s.json", replies=("a",), every_call=True)
PASTED = ClientChoice(kind="pasted", replies=("a", "b"))
REQUEST = judge_request("Words.", "A title", Sampling(seed=3, temperature=0.5))


def key(choice: ClientChoice, before: int = 0, **other: Any) -> str:
    """Return what a call is kept under; `other` fields of the request are these."""
    return key_of(choice, REQUEST.model_copy(update=other), before=before)


# What is asked in another way: another call, whoever answers.
OTHERS: Mapping[str, Mapping[str, Any]] = {
    "seed": {"sampling": Sampling(seed=4, temperature=0.5)},
    "temperature": {"sampling": Sampling(seed=3, temperature=0.6)},
    "length": {"sampling": Sampling(seed=3, temperature=0.5, most_tokens=9)},
    "prompt": {"prompt": "Other words."},
    "system": {"system": "You write otherwise."},
    "purpose": {"purpose": Purpose.SECOND},
    "form": {"answer_as": None},
}


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
def test_what_is_asked_otherwise_is_another_call(other: Mapping[str, Any]) -> None:
    """Each of it alone."""
    for choice in (GEMINI, SERVER, SCRIPT, EVERY, PASTED):
        assert key(choice, **other) != key(choice)


def test_who_is_asked_tells_calls_apart() -> None:
    """The kind, the model, the address; of what was written beforehand the words, whatever their file is called."""
    asked = (GEMINI, GEMINI.model_copy(update={"model": "n"}), SERVER, SCRIPT, EVERY, PASTED)
    elsewhere = SERVER.model_copy(update={"base_url": "http://127.0.0.1:2/v1"})
    rewritten = SCRIPT.model_copy(update={"replies": ("a", "c")})
    keys = [key(choice) for choice in (*asked, elsewhere, rewritten)]
    assert len(set(keys)) == len(keys)
    assert key(SCRIPT.model_copy(update={"name": "t.json"})) == key(SCRIPT)


def test_a_place_counts_where_the_place_decides_what_is_answered() -> None:
    """In a list of replies how many came before, in pasted ones the chapter; a model answers the same anywhere."""
    assert key(SCRIPT, before=1) != key(SCRIPT)
    assert key(PASTED, chapter_index=1) != key(PASTED)
    for choice in (GEMINI, SERVER, EVERY):
        assert key(choice, before=1, chapter_index=1) == key(choice)
    assert key(PASTED, before=1) == key(PASTED)


def test_the_form_that_is_asked_for_is_its_schema() -> None:
    """Another name for the same fields is the same; the key is one of a hash's."""

    class Judged(Judgement):
        """What the judge is to answer, with a field more."""

        more: str

    assert key(GEMINI, answer_as=Judged) != key(GEMINI)
    assert key(GEMINI, answer_as=Judgement) == key(GEMINI)
    assert len(key(GEMINI)) == 64
