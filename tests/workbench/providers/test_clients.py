"""The clients by kind: what each answers, and what none of them does."""

import json
import subprocess
import sys

import pytest

from core.errors import BadInput, OutOfReplies
from core.generation.line import Line
from core.generation.pipeline import write_chapter
from core.generation.requests import request_of
from core.llm.client import GenerationRequest, Reply, StreamingClient
from core.text.well_formed import well_formed
from tests.conftest import SAMPLE
from workbench.providers import PROVIDERS, client_of
from workbench.providers.fixed_replies import script_of
from workbench.providers.registry import clients_in_order
from workbench.store import ClientChoice

SCRIPT = (SAMPLE / "replies.json").read_text(encoding="utf-8")
REPLIES = tuple(json.loads(SCRIPT))


class Clock:
    """Time that passes only while somebody sleeps, or is let pass."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        """Return the time, in seconds."""
        return self.now

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds


@pytest.fixture(scope="module")
def asked(sample: Line) -> GenerationRequest:
    """What is sent for the sample's second chapter."""
    request = request_of(sample, 1)
    assert request is not None
    return request


LOCAL = "http://127.0.0.1:1/v1"


@pytest.mark.parametrize("kind", [provider.kind for provider in clients_in_order()])
def test_a_client_goes_by_its_kind(kind: str) -> None:
    """So a choice, a certificate and a list of runs name it alike; making one asks for nothing."""
    model = "m" if PROVIDERS[kind].is_service else None
    choice = ClientChoice(kind=kind, replies=("",), model=model, base_url=LOCAL)
    client = client_of(choice)
    assert (client.name, client.model) == (kind, choice.model)


def test_gemini_has_a_model_that_nobody_need_choose() -> None:
    """A server of one's own has none that could be guessed."""
    assert client_of(ClientChoice(kind="gemini")).model == "gemini-3.8-flash"
    with pytest.raises(BadInput, match=r"model: none is chosen\."):
        client_of(ClientChoice(kind="openai", base_url=LOCAL))
    with pytest.raises(BadInput):
        client_of(ClientChoice(kind="openai", model="m"))


MAKING = """
import json, sys
from workbench.providers import client_of
from workbench.store import ClientChoice
for choice in (ClientChoice(kind="gemini"), ClientChoice(kind="openai", model="m", base_url="http://127.0.0.1:1/v1")):
    client_of(choice)
print(json.dumps(sorted(sys.modules)))
"""


def test_making_a_client_loads_no_library_of_a_service() -> None:
    """That takes seconds, which a person who uses another one need not wait."""
    done = subprocess.run([sys.executable, "-c", MAKING], capture_output=True, check=True, cwd=SAMPLE.parent)
    loaded = set(json.loads(done.stdout))
    assert {"google.genai", "httpx2", "genai_prices", "streamlit", "asyncio"} & loaded == set()
    assert {"workbench.providers.gemini.gemini_client", "workbench.providers.openai.openai_client"} <= loaded


@pytest.mark.parametrize("kind", ["echo", "recorded"])
def test_a_kind_that_there_is_none_of_is_named(kind: str) -> None:
    """With those there are; the recorded model is a script."""
    there_are = "There are: offline, scripted, pasted, gemini, openai."
    with pytest.raises(BadInput, match=rf"there is no client {kind}\. {there_are}"):
        client_of(ClientChoice(kind=kind))


def test_a_list_goes_on_where_a_run_was(asked: GenerationRequest) -> None:
    """As if the calls that were answered had been made."""
    client = client_of(ClientChoice(kind="scripted", replies=("a", "b", "c"), name="three.json"), answered=2)
    assert client.generate(asked).text == "c"
    with pytest.raises(OutOfReplies, match=r"three\.json: the script has 3 replies, and reply 4"):
        client.generate(asked)


def test_one_text_answers_every_call(asked: GenerationRequest) -> None:
    """However many were answered already."""
    client = client_of(ClientChoice(kind="scripted", replies=("a",), every_call=True), answered=7)
    assert [client.generate(asked).text for _ in range(3)] == ["a"] * 3


@pytest.mark.parametrize("text", [*REPLIES, "", " \n", "one", "  a  b\n\nc ", "word\u2028word\ud800"])
def test_a_pace_changes_nothing_but_the_time(asked: GenerationRequest, text: str) -> None:
    """The words come one by one; together they are the reply."""
    choice = ClientChoice(kind="scripted", replies=(text,), every_call=True, words_per_second=1_000_000)
    client = client_of(choice)
    assert isinstance(client, StreamingClient)
    *pieces, reply = client.stream(asked)
    assert reply == Reply(text=text) == client.generate(asked)
    assert "".join(map(str, pieces)) == well_formed(text)
    assert len(pieces) == max(len(text.split()), 1 if text else 0)
    assert all(len(str(piece).split()) <= 1 for piece in pieces)


def test_a_pace_is_kept(asked: GenerationRequest) -> None:
    """Ten words at fifty a second take a fifth of a second, and a stream that is closed writes no more."""
    choice = ClientChoice(kind="scripted", replies=("word " * 10,), words_per_second=50)
    client = client_of(choice)
    assert isinstance(client, StreamingClient)
    pieces = client.stream(asked)
    assert next(pieces) == "word "
    assert list(pieces) == ["word "] * 9 + [Reply(text="word " * 10)]
    with pytest.raises(OutOfReplies):
        next(client.stream(asked))


def test_a_delay_is_caught_up(asked: GenerationRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each word has its moment since the call began; a busy machine does not slow down those after it."""
    clock = Clock()
    monkeypatch.setattr("workbench.providers.fixed_replies.time", clock)
    client = client_of(ClientChoice(kind="scripted", replies=("word " * 6,), words_per_second=10))
    assert isinstance(client, StreamingClient)
    came: list[float] = []
    for delay, _ in zip((0.02, 0.0, 0.25, 0.0, 0.0, 0.0), client.stream(asked), strict=False):
        came.append(round(clock.now, 6))
        clock.now += delay
    assert came == [0.1, 0.2, 0.3, 0.55, 0.55, 0.6]


def test_no_pace_is_refused() -> None:
    """It would never come."""
    with pytest.raises(BadInput, match=r"words per second: 0 is not a valid pace\. 1 is the least\."):
        client_of(ClientChoice(kind="scripted", replies=("a",), words_per_second=0))


def test_what_was_pasted_answers_for_its_chapter(sample: Line) -> None:
    """In whatever order, and as often as it is asked; a chapter without any says so."""
    client = client_of(ClientChoice(kind="pasted", replies=("a", "", "c")), chapters=(0, 2, 5))
    for _ in range(2):
        for chapter, text in ((6, "c"), (0, "a"), (2, ""), (1, "")):
            request = request_of(sample, chapter)
            assert request is not None
            missing = "" if text else "No reply was pasted for this chapter."
            assert client.generate(request) == Reply(text=text, missing=missing)


def test_a_chapter_without_a_pasted_reply_is_its_excerpts(sample: Line) -> None:
    """They are proven as ever; the chapter says why there is no more."""
    draft = write_chapter(sample, client_of(ClientChoice(kind="pasted")), 1)
    assert draft.fallback == "No reply was pasted for this chapter."
    assert draft.narrative == f"This chapter holds its key excerpts only. {draft.fallback}\n"
    assert draft.key_excerpts == sample.excerpts(1)


@pytest.mark.parametrize(
    ("text", "replies", "every_call"),
    [
        (SCRIPT, REPLIES, False),
        ("[]", (), False),
        ('\n ["a"]', ("a",), False),
        ("## Brass\n", ("## Brass\n",), True),
        ("[Note] This is a text.", ("[Note] This is a text.",), True),
        ("[[6b1b7cb4b66c3363]] stands first.", ("[[6b1b7cb4b66c3363]] stands first.",), True),
        ("{Laughs} It is so.", ("{Laughs} It is so.",), True),
        ("[" * 100_000, ("[" * 100_000,), True),
        ("", ("",), True),
    ],
)
def test_a_script_is_a_list_or_one_text(text: str, replies: tuple[str, ...], every_call: bool) -> None:  # noqa: FBT001
    """One reply for each call, or one for all."""
    choice = ClientChoice(kind="scripted", name="a.json", replies=replies, every_call=every_call)
    assert script_of(text, "a.json") == choice


@pytest.mark.parametrize("text", ['["a", 1]', "[null]", '[["a"]]', '[{"text": "a"}]'])
def test_a_list_of_something_else_is_refused(text: str) -> None:
    """Nobody can guess what is meant."""
    with pytest.raises(BadInput, match=r"a\.json: the list holds something that is not a text"):
        script_of(text, "a.json")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"chapter 1": "a"}', "this is a JSON object; a list of texts is expected"),
        (" {}", "this is a JSON object"),
        ('["a",\n "b"', r"cannot be read as JSON \(line 2\)"),
        ("['a', 'b']", r"begins like JSON and cannot be read as JSON \(line 1\)"),
        ('{"replies": ["a"', "begins like JSON and cannot be read as JSON"),
    ],
)
def test_what_was_meant_to_be_json_is_not_taken_for_a_text(text: str, said: str) -> None:
    """What it is, and what is expected."""
    with pytest.raises(BadInput, match=said) as refused:
        script_of(text, "a.json")
    assert refused.value.problems[0].remedy.startswith("Write a JSON list with one text for each call, or one text")
