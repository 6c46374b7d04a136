"""Tokens as a service counts them: once for each prompt, for a few seconds at most."""

from collections.abc import Generator
from contextlib import contextmanager

import pytest

from core.errors import KeyMissing, ServiceTrouble, TimedOut
from core.generation.line import Line
from core.generation.requests import request_of
from tests.wire import gemini
from tests.wire.patience import in_time
from tests.wire.server import End, Request, Script, Server
from workbench.providers import keys, token_counts
from workbench.store import ClientChoice

CANARY = "AIzaCanary-77tc-never-to-be-seen"


@pytest.fixture
def choice(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> ClientChoice:
    """Gemini with a key, and a model that no other test has asked."""
    monkeypatch.setenv("GEMINI_API_KEY", CANARY)
    return ClientChoice(kind="gemini", model=f"for-{abs(hash(request.node.name))}")


@contextmanager
def answering(monkeypatch: pytest.MonkeyPatch, *answers: Script) -> Generator[Server]:
    """Let the service answer so, the last one for ever."""

    def answer(_: Request) -> Script:
        return answers[min(len(service.requests), len(answers)) - 1]

    with Server(answer) as service:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", service.url)
        yield service


def known(sample: Line, choice: ClientChoice, *chapters: int) -> list[int | None]:
    requests = [request_of(sample, chapter) for chapter in chapters]
    return [None if request is None else token_counts.known(choice, request) for request in requests]


def test_what_was_counted_is_known_where_the_rest_could_not_be(
    sample: Line, choice: ClientChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is not asked for again; another model counts anew."""
    with answering(monkeypatch, gemini.counted(7), gemini.failed(503, "Later."), gemini.counted(9)) as service:
        with pytest.raises(ServiceTrouble):
            token_counts.count_tokens(sample, (0, 1, 2), choice)
        assert known(sample, choice, 0, 1, 2) == [7, None, None]
        before = token_counts.count_changes()
        token_counts.count_tokens(sample, (0, 1, 2), choice)
        assert known(sample, choice, 0, 1, 2) == [7, 9, 9]
        assert token_counts.count_changes() > before
        assert len(service.requests) == 4
    assert known(sample, choice.model_copy(update={"model": "another"}), 0) == [None]


def test_a_page_does_not_wait_long_for_counts(
    sample: Line, choice: ClientChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither for one that never comes nor for many."""
    with answering(monkeypatch, Script((), End.HANG)) as service, monkeypatch.context() as changed:
        changed.setattr(token_counts, "_PATIENCE", 0.5)
        with pytest.raises(TimedOut):
            in_time(lambda: token_counts.count_tokens(sample, (0, 1), choice))
        assert len(service.requests) == 1
    with answering(monkeypatch, gemini.counted(7)):
        monkeypatch.setattr(token_counts, "monotonic", iter((0.0, 4.9, 5.1)).__next__)
        with pytest.raises(TimedOut, match="1 of 2 prompts were counted in 5 seconds"):
            token_counts.count_tokens(sample, (0, 1), choice)
    assert known(sample, choice, 0, 1) == [7, None]


def test_a_service_that_does_not_say_is_said(
    sample: Line, choice: ClientChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And its silence is no number."""
    with (
        answering(monkeypatch, gemini.answered({})),
        pytest.raises(ServiceTrouble, match="did not say how many tokens"),
    ):
        token_counts.count_tokens(sample, (0,), choice)
    assert known(sample, choice, 0) == [None]


def test_only_a_moderate_number_is_counted_and_only_by_gemini_with_a_key(
    sample: Line, choice: ClientChoice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For the others the estimate stays."""
    assert token_counts.can_count(choice, range(token_counts.MOST_CHAPTERS))
    assert not token_counts.can_count(choice, range(token_counts.MOST_CHAPTERS + 1))
    assert not token_counts.can_count(choice, ())
    local = ClientChoice(kind="openai", model="m", base_url="http://127.0.0.1:11434/v1")
    assert not token_counts.can_count(local, (0,))
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    keys.forget("gemini")
    assert not token_counts.can_count(choice, (0,))
    with pytest.raises(KeyMissing, match="There is no key for Gemini"):
        token_counts.count_tokens(sample, (0,), choice)
