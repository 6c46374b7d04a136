"""What becomes of replies that are no whole answer, and of clients that fail in ways of their own."""

from collections.abc import Callable, Generator
from contextlib import contextmanager

import pytest

from core.errors import ClientError, NetworkTrouble
from core.llm.client import GenerationRequest, Outcome, Reply, Usage
from tests.workbench.jobs.answers.records import GOOD, SLICE, Room, check_proven
from tests.workbench.jobs.runs.acting import registered
from workbench.store import ClientChoice

SAYING = ClientChoice(kind="saying")
Say = Callable[[], Reply]


class Saying:
    """A client that says one thing, whole or not, or raises it."""

    name, model = "saying", None

    def __init__(self, *said: Reply | Exception) -> None:
        self._said = list(said)

    def generate(self, request: GenerationRequest) -> Reply:
        """Say it."""
        del request
        said = self._said.pop(0)
        if isinstance(said, Exception):
            raise said
        return said


@contextmanager
def saying(*said: Reply | Exception) -> Generator[None]:
    """Let there be a client that says this."""
    with registered("saying", lambda _client: Saying(*said)):
        yield


def cut(text: str) -> Reply:
    """Return a reply that ended too early."""
    return Reply(text=text, outcome=Outcome.TRUNCATED, finish_reason="length", trouble="No “tokens” were left.")


REFUSED = Reply(text="", outcome=Outcome.REFUSED, finish_reason="SAFETY", trouble="A filter stopped it.")
NO_ANSWERS: dict[str, tuple[Reply | Exception, str]] = {
    "refused": (REFUSED, "The model, or the service it runs on, would not answer. A filter stopped it."),
    "empty": (Reply(text=" \n"), "The reply was empty."),
    "cut before a word": (
        cut(""),
        "The reply ended too early, before anything of it could be used. No tokens were left.",
    ),
    "nothing to say": (
        Reply(text="", missing="It has no words for this."),
        "The reply was empty. It has no words for this.",
    ),
    "trouble": (NetworkTrouble("It cannot be “reached”.", requests=3), "It cannot be reached."),
    "its own bug": (KeyError("x"), "the client failed (KeyError: x). Ask again, or choose another client."),
}


@pytest.mark.parametrize(("said", "reason"), NO_ANSWERS.values(), ids=NO_ANSWERS)
def test_what_is_no_answer_leaves_the_passages(room: Room, said: Reply | Exception, reason: str) -> None:
    """With the reason in words, and nothing in marks that a service said."""
    with saying(said):
        stored = room.ask(SAYING)
    check_proven(stored.answer)
    assert (stored.answer.mode, stored.answer.fallback_reason) == ("excerpts", reason)
    assert stored.answer.quotes
    assert len(stored.calls) == stored.answer.usage.calls == 1


def test_an_apology_is_no_answer(room: Room) -> None:
    """Whoever would not write it said so in words."""
    with saying(Reply(text="I'm sorry, but I can't help with that.")):
        stored = room.ask(SAYING)
    assert stored.answer.mode == "excerpts"
    assert stored.answer.fallback_reason


def test_what_came_of_a_reply_that_ended_too_early_stands(room: Room) -> None:
    """What is proven of it; that its end may be missing is said."""
    with saying(cut(f"{GOOD}\nAnd there is more.\n\n> “My team gave up on the exp")):
        stored = room.ask(SAYING, by_reference=False)
    check_proven(stored.answer)
    assert [quote.text for quote in stored.answer.quotes] == [SLICE]
    assert stored.notice == "The reply ended too early, so the answer may lack its end. No tokens were left."
    assert stored.answer.fallback_reason == ""


def test_what_could_not_be_read_of_a_reply_is_said(room: Room) -> None:
    """The answer stands, without a quotation that holds it."""
    with saying(Reply(text=f"{GOOD}\nAnd half \ud800 of it: “My team \udfff gave up on the export” — fb-0001\n")):
        stored = room.ask(SAYING, by_reference=False)
    check_proven(stored.answer)
    assert [quote.text for quote in stored.answer.quotes] == [SLICE]
    assert "The reply holds 2 characters that could not be read (\ufffd)" in stored.notice


def test_what_stood_at_first_stands_where_the_second_call_fails(room: Room) -> None:
    """Where a person wants the claims that hold; else the passages, with the reason of the failure."""
    for keep_valid in (True, False):
        first = Reply(text=_claims(), usage=Usage(input_tokens=10, output_tokens=5))
        with saying(first, ClientError("It broke.")):
            stored = room.ask(SAYING, mode="synthesis", by_reference=False, keep_valid=keep_valid)
        check_proven(stored.answer)
        assert len(stored.answer.claims) == (1 if keep_valid else 0)
        assert (stored.answer.fallback_reason == "") is keep_valid
        assert [call.outcome for call in stored.calls] == ["complete", "fatal"]
        assert stored.answer.usage.input_tokens == 10


def _claims() -> str:
    """Return two claims, of which one is proven in whatever passage it is looked for."""
    ids = range(6)
    right = ", ".join(
        f'{{"claim_text": "It loses columns.", "citation": {{"passage_id": "{number}", "quote": "{SLICE}"}}}}'
        for number in ids
    )
    return f'{{"claims": [{right}]}}'


def test_a_client_that_has_to_load_may_fail_at_that(room: Room) -> None:
    """Before anything is asked: the passages, and the reason."""

    class Unloadable(Saying):
        def load(self) -> None:
            raise ClientError("Its library is missing.")

    with registered("saying", lambda _client: Unloadable()):
        stored = room.ask(SAYING)
    check_proven(stored.answer)
    assert (stored.calls, stored.answer.fallback_reason) == ((), "Its library is missing.")
