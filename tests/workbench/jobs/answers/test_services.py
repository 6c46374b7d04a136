"""Questions to services on the loopback: whatever a model writes, only what is proven is quoted."""

import json
import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any, NamedTuple

import pytest

from tests.wire import gemini, openai
from tests.wire.server import Request, Script, Server
from tests.workbench.jobs.answers.records import GOOD, RECORDS, SLICE, Room, check_proven, passage_of
from workbench.store import ClientChoice

PRICED = "gemini-2.5-flash"  # its price changes with no date
# By hand: 600 tokens at 0.30 USD a million, 400 at 0.03, 250 at 2.50.
COST = Decimal("0.000817")


class Service(NamedTuple):
    """A protocol: how a prompt is read and a reply said, who is asked, and whether JSON of a schema is asked for."""

    prompt: Callable[[Request], str]
    says: Callable[[str], Script]
    choice: Callable[[str], ClientChoice]
    wants_json: Callable[[Request], bool]


def _sent_to_gemini(request: Request) -> str:
    return "".join(part["text"] for part in request.json["contents"][0]["parts"])


def _said_by_gemini(text: str) -> Script:
    used = gemini.usage(1_000, 200, thinking=50, cached=400)
    half = len(text) // 2
    return gemini.streamed(gemini.chunk(text[:half]), gemini.chunk(text[half:], finish="STOP", used=used))


def _said_by_openai(text: str) -> Script:
    half = len(text) // 2
    ending = (openai.chunk(finish="stop"), openai.used(openai.usage(900, 300)), openai.DONE)
    return openai.streamed(openai.chunk(text[:half]), openai.chunk(text[half:]), *ending)


def _sent_to_openai(request: Request) -> str:
    return str(request.json["messages"][-1]["content"])


def _gemini_at(url: str) -> ClientChoice:
    del url  # the environment says it
    return ClientChoice(kind="gemini", model=PRICED)


def _openai_at(url: str) -> ClientChoice:
    return ClientChoice(kind="openai", model="llama3.2", base_url=f"{url}/v1")


def _gemini_wants_json(request: Request) -> bool:
    config = request.json["generationConfig"]
    return config["responseMimeType"] == "application/json" and "bridging_intro" in json.dumps(config)


def _openai_wants_json(request: Request) -> bool:
    return "bridging_intro" in json.dumps(request.json["response_format"])


SERVICES = {
    "gemini": Service(_sent_to_gemini, _said_by_gemini, _gemini_at, _gemini_wants_json),
    "openai": Service(_sent_to_openai, _said_by_openai, _openai_at, _openai_wants_json),
}


@pytest.fixture(params=SERVICES)
def service(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Service:
    """A service, with a key for it."""
    for name in ("GOOGLE_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("GEMINI_API_KEY", "a-key-for-tests")
    return SERVICES[request.param]


def choose(service: Service, server: Server, monkeypatch: pytest.MonkeyPatch) -> ClientChoice:
    """Return the choice of a service that stands on a server of ours."""
    monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
    return service.choice(server.url)


# What a model writes below its paragraph; what stands of it; why the rest does not; which wrong ids were put right.
FEATURES = 'The "features" page froze twice while I was exporting my notes'
VERDICTS: dict[str, tuple[str, list[tuple[str, str]], list[str], list[str]]] = {
    "exact": (f"> “{SLICE}” — f-3", [(SLICE, "f-3")], [], []),
    "straight marks": (f'> "{SLICE}" -- f-3', [(SLICE, "f-3")], [], []),
    "misquoted": ("> “it loses every third column of the spreadsheet” — f-3", [], ["not_in_records"], []),
    "wrong id": (f"> “{SLICE}” — f-1", [(SLICE, "f-3")], [], ["f-1"]),
    "other marks inside": (f"> “{FEATURES.replace(chr(34), chr(39))}” — f-1", [(FEATURES, "f-1")], [], []),
    "shortened": (
        "> “My team gave up on the export button ... every second column of the spreadsheet.” — f-3",
        [],
        ["elided"],
        [],
    ),
}


@pytest.mark.parametrize(("line", "quotes", "refused", "named"), VERDICTS.values(), ids=VERDICTS)
def test_only_what_is_proven_is_quoted(
    room: Room,
    service: Service,
    monkeypatch: pytest.MonkeyPatch,
    line: str,
    quotes: list[tuple[str, str]],
    refused: list[str],
    named: list[str],
) -> None:
    """The verdict on each thing that models do, with the record's own characters and the right id."""
    reply = f"People cannot rely on it.\n\n{line}\n"
    with Server(lambda _: service.says(reply)) as server:
        stored = room.ask(choose(service, server, monkeypatch), mode="inline", by_reference=False)
    answer = stored.answer
    check_proven(answer)
    assert [(quote.text, quote.record_id) for quote in answer.quotes] == quotes
    assert [one.reason for one in answer.refused] == refused
    assert [one.named for one in answer.corrections if one.named] == named
    assert (answer.mode, answer.fallback_reason) == ("inline", "")
    assert len(server.requests) == 1
    prompt = service.prompt(server.requests[0])
    assert [json.dumps(text) in prompt for text in RECORDS.values()] == [True] * 6 + [False]


def test_what_an_answer_took(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens, cost and times of its calls together; the calls are kept with what was sent and came."""
    monkeypatch.setenv("GEMINI_API_KEY", "a-key-for-tests")
    service = SERVICES["gemini"]
    with Server(lambda _: service.says(GOOD)) as server:
        stored = room.ask(choose(service, server, monkeypatch), by_reference=False)
    usage = stored.answer.usage
    assert (usage.calls, usage.requests, usage.cost_usd) == (1, 1, COST)
    assert (usage.input_tokens, usage.output_tokens, usage.thinking_tokens, usage.cached_tokens) == (
        1_000,
        200,
        50,
        400,
    )
    assert usage.seconds is not None
    assert usage.seconds_to_first is not None
    assert 0 < usage.seconds_to_first <= usage.seconds
    assert (stored.answer.client, stored.answer.model) == ("gemini", PRICED)
    (call,) = stored.calls
    assert (call.reply, call.prompt) == (GOOD, service.prompt(server.requests[0]))
    assert "a-key-for-tests" not in room.store.sessions.export(room.session_id).decode()


def claims(*quoted: tuple[str, str], prompt: str) -> str:
    """Return an answer by claims, each with a quote and the record that it is said to be of."""
    made = [
        {
            "claim_text": f"Claim {'abc'[number]} of the answer.",
            "citation": {"file_id": "", "passage_id": passage_of(record, prompt), "quote": words},
        }
        for number, (record, words) in enumerate(quoted)
    ]
    return json.dumps({"claims": made, "bridging_intro": None, "bridging_conclusion": None})


EXACT = ("f-3", SLICE)
OTHER_MARKS = ("f-1", FEATURES.replace('"', "'"))
CHANGED = ("f-3", "it loses every third column of the spreadsheet")
ELSEWHERE = ("f-5", SLICE)
SHORTENED = ("f-3", "My team gave up ... every second column of the spreadsheet.")
# What is said at first and again; how many quotes stand; how often was asked.
ATTEMPTS: dict[str, tuple[list[tuple[str, str]], list[tuple[str, str]], dict[str, Any], int, int]] = {
    "good": ([EXACT, OTHER_MARKS], [], {}, 2, 1),
    "mended": ([EXACT, CHANGED], [EXACT], {}, 1, 2),
    "misquoted twice": ([CHANGED], [SHORTENED], {}, 0, 2),
    "wrong passage twice": ([ELSEWHERE], [ELSEWHERE], {}, 0, 2),
    "partly right, kept": ([EXACT, CHANGED], [EXACT, SHORTENED], {"keep_valid": True}, 1, 2),
    "partly right": ([EXACT, CHANGED], [EXACT, SHORTENED], {}, 0, 2),
}


@pytest.mark.parametrize(("first", "second", "settings", "standing", "asked"), ATTEMPTS.values(), ids=ATTEMPTS)
def test_claims_stand_on_their_quotes(
    room: Room,
    service: Service,
    monkeypatch: pytest.MonkeyPatch,
    first: list[tuple[str, str]],
    second: list[tuple[str, str]],
    settings: dict[str, Any],
    standing: int,
    asked: int,
) -> None:
    """Asked once more with the errors; what does not stand then is refused, or the passages stand alone, with the
    reason."""
    attempts = [first, second]

    def answer(request: Request) -> Script:
        return service.says(claims(*attempts.pop(0), prompt=service.prompt(request)))

    with Server(answer) as server:
        choice = choose(service, server, monkeypatch)
        stored = room.ask(choice, mode="synthesis", by_reference=False, **settings)
    made = stored.answer
    check_proven(made)
    assert len(server.requests) == made.usage.calls == asked
    assert len(made.claims) == standing
    assert (made.mode == "excerpts") is (made.fallback_reason != "") is (standing == 0)
    assert ("second time" in stored.notice) is (asked == 2)
    assert all(service.wants_json(request) for request in server.requests)
    if asked == 2:
        assert "PREVIOUS ATTEMPT HAD CITATION ERRORS" in service.prompt(server.requests[1])
    if standing == 0:
        assert made.quotes  # labelled excerpts


def test_sentences_are_named_by_reference(room: Room, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model writes an id, the program the words: nothing can be invented so."""

    def answer(request: Request) -> Script:
        (sentence,) = re.findall(r'(\d+\.\d+) "My team gave up', service.prompt(request))
        return service.says(f"It happens.\n\n[[{sentence}]]\n\n[[99.1]]\n")

    with Server(answer) as server:
        stored = room.ask(choose(service, server, monkeypatch), mode="inline")
    check_proven(stored.answer)
    assert [(quote.text, quote.record_id) for quote in stored.answer.quotes] == [(RECORDS["f-3"], "f-3")]
    assert [one.reason for one in stored.answer.refused] == ["unknown_reference"]


def test_a_service_that_fails_leaves_the_passages(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Labelled excerpts with the reason; the failed call is kept, without the key."""
    monkeypatch.setenv("GEMINI_API_KEY", "a-key-for-tests")
    service = SERVICES["gemini"]
    with Server(lambda _: gemini.failed(429, "Quota for a-key-for-tests.", Retry_After="86400")) as server:
        stored = room.ask(choose(service, server, monkeypatch))
    check_proven(stored.answer)
    assert stored.answer.mode == "excerpts"
    assert stored.answer.quotes
    assert stored.answer.fallback_reason.startswith("Gemini")
    assert "a-key-for-tests" not in stored.model_dump_json()
    (call,) = stored.calls
    assert (call.outcome, call.requests, stored.answer.usage.cost_usd) == ("transient", 1, None)


def test_where_no_model_is_wanted_none_is_asked(room: Room, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Excerpts are nobody's answer; too few passages for claims are said, and nothing is sent either."""
    with Server(lambda _: service.says("never")) as server:
        choice = choose(service, server, monkeypatch)
        excerpts = room.ask(choice, mode="excerpts").answer
        few = room.ask(choice, mode="synthesis", most=4).answer
        assert server.requests == []
    assert (excerpts.client, excerpts.model, excerpts.fallback_reason) == ("offline", None, "")
    assert (few.client, few.model, few.fallback_reason) == (
        choice.kind,
        choice.model,
        "Insufficient sources for synthesis",
    )
    assert excerpts.usage.tokens_saved == few.usage.calls == 0
    check_proven(few)


def test_what_summaries_save_is_told(room: Room, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of records beyond the first only the summary is sent, where they have one; the baseline sends nothing else."""
    prompts: list[str] = []

    def answer(request: Request) -> Script:
        prompts.append(service.prompt(request))
        return service.says("Nothing is certain.\n")

    with Server(answer) as server:
        choice = choose(service, server, monkeypatch)
        saved = [
            room.ask(choice, **settings).answer.usage.tokens_saved
            for settings in ({"by_reference": False}, {"by_reference": False, "raw_records": 0}, {"mode": "baseline"})
        ]
    whole, hybrid, baseline = prompts
    assert saved[0] == 0
    assert abs(saved[1] - (len(whole) - len(hybrid)) / 4) <= 1
    assert saved[2] > 0
    assert (SLICE in whole, SLICE in hybrid, SLICE in baseline) == (True, False, False)
    assert json.dumps(RECORDS["f-2"]) in hybrid  # it has no summary
