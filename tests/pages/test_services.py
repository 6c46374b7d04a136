"""Models that are asked over a network, on the page Generate: key, address, connection, plan, switches."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from html import escape

import pytest
from streamlit.testing.v1 import AppTest

from core.llm.client import WritingMode
from tests.pages.conftest import PATIENCE, Opened, Opener
from tests.wire import gemini
from tests.wire.server import Request, Script, Server, nobody, whole
from workbench.paths import APP, PAGES
from workbench.providers import PROVIDERS, keys
from workbench.store import ClientChoice, RunPlan, RunState, Session, Store
from workbench.ui.common import cache
from workbench.ui.model_picker import connection

CANARY = "AIzaCanary-5kd8-never-to-be-seen"
HOSTILE = "<img src=x onerror=alert(1)> $x$ :smile: -- **b** `c`"
VARIABLES = ("GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY")


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without keys and without memories of services."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    yield
    connection.forget_key("gemini")


@pytest.fixture
def page(open_page: Opener, sample_stored: Session) -> Opened:
    opened = open_page("generate", session=sample_stored.session_id)
    assert opened.failures == []
    return opened


def choose(page: Opened, writer: str) -> None:
    page.app.radio(key="generate-writer-sample").set_value(writer).run()
    assert page.failures == []


def type_key(page: Opened, key: str) -> None:
    page.app.text_input(key="generate-key-sample").set_value(key)
    page.app.button(key="FormSubmitter:service-key-Use this key").click().run()


def buttons(page: Opened) -> set[str]:
    return {button.key or "" for button in page.app.button}


def wait_for(holds: Callable[[], object]) -> None:
    """Wait for the worker."""
    end = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < end, "the worker did not come so far"
        time.sleep(0.02)


def all_of(app: AppTest) -> str:
    """Everything that was sent to the browser, and everything the tab's state holds."""
    return repr(app.main) + repr(app.session_state)


def caption_of(page: Opened, writer: str) -> str:
    radio = page.app.radio(key="generate-writer-sample")
    return radio.proto.captions[list(PROVIDERS).index(writer)]


def test_a_fresh_machine_says_what_gemini_needs(page: Opened, open_page: Opener) -> None:
    """Before it is chosen; once it is, or has its key, that is said in its box."""
    assert "set GEMINI_API_KEY before you start the app" in caption_of(page, "gemini")
    choose(page, "gemini")
    assert "GEMINI_API_KEY" not in caption_of(page, "gemini")
    type_key(page, CANARY)
    assert page.app.radio(key="generate-writer-sample").value == "gemini"
    assert "GEMINI_API_KEY" not in caption_of(open_page("generate", session="sample"), "gemini")


def test_without_a_key_one_line_says_what_to_do(page: Opened, store: Store) -> None:
    """And nothing is begun; the composer stays the default."""
    assert page.app.radio(key="generate-writer-sample").value == "offline"
    choose(page, "gemini")
    assert "Set GEMINI_API_KEY before you start the app, or type a key below" in page.words
    assert page.app.selectbox(key="generate-model-gemini-sample").value == "gemini-3.8-flash"
    page.app.button(key="write").click().run()
    assert "there is no key for it. Set GEMINI_API_KEY" in " ".join(page.failures)
    assert store.runs.open_run("sample") is None


def test_a_typed_key_is_held_and_never_shown(page: Opened) -> None:
    """The page says that there is one, and lets go of it; what cannot be a key is refused without repeating it."""
    choose(page, "gemini")
    type_key(page, f"{CANARY} {CANARY}")
    assert "this is no key" in " ".join(page.failures)
    assert CANARY not in all_of(page.app)
    type_key(page, CANARY)
    assert page.failures == []
    assert "A key was typed; it is held in memory until the program ends." in page.words
    held = keys.key_of("gemini")
    assert held is not None
    assert held.reveal() == CANARY
    assert CANARY not in all_of(page.app)
    page.app.button(key="forget-key").click().run()
    assert keys.key_of("gemini") is None
    assert "Set GEMINI_API_KEY" in page.words


def test_a_key_of_the_environment_is_named_by_its_variable(page: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by its letters; one that is typed goes before it."""
    monkeypatch.setenv("GOOGLE_API_KEY", CANARY)
    choose(page, "gemini")
    assert "The key comes from GOOGLE_API_KEY." in page.words
    type_key(page, f"{CANARY}-typed")
    assert "A key was typed" in page.words
    assert CANARY not in all_of(page.app)


def test_the_connection_is_tested_and_brings_the_models(page: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one line; another key forgets what was found, and a name of one's own stays."""

    def listed(request: Request) -> Script:
        assert request.method == "GET"
        return gemini.models({"gemini-3.8-pro": ["generateContent"], "gemini-3.8-flash": ["generateContent"]})

    with Server(listed) as service:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", service.url)
        page.app.session_state["generate-model-gemini-sample"] = "gemini-of-my-own"
        choose(page, "gemini")
        type_key(page, CANARY)
        page.app.button(key="test-connection").click().run()
    assert page.failures == []
    assert ": 2 models. gemini-of-my-own is not among them." in page.words
    model = page.app.selectbox(key="generate-model-gemini-sample")
    assert model.options == ["gemini-3.8-flash", "gemini-3.8-pro", "gemini-of-my-own"]
    assert model.value == "gemini-of-my-own"
    page.app.button(key="forget-key").click().run()
    assert "2 models" not in page.words


def test_a_server_of_ones_own_is_asked_for_its_models(page: Opened) -> None:
    """By its address, without a key; the first one is chosen."""
    listed = whole(
        json.dumps({"data": [{"id": "llama3.2"}, {"id": "qwen3"}]}).encode(), Content_Type="application/json"
    )
    with Server(lambda _: listed) as service:
        choose(page, "openai")
        assert page.app.text_input(key="generate-url-sample").value == "http://127.0.0.1:11434/v1"
        page.app.text_input(key="generate-url-sample").set_value(f"{service.url}/v1").run()
        page.app.button(key="test-connection").click().run()
        assert [request.path for request in service.requests] == ["/v1/models"]
    assert page.failures == []
    assert ": 2 models." in page.words
    assert page.app.selectbox(key="generate-model-openai-sample").value in {"llama3.2", "qwen3"}


def test_a_server_that_is_not_there_is_said_in_one_line(page: Opened, store: Store) -> None:
    """And an address that is none, too; a run without a model is not begun."""
    choose(page, "openai")
    with nobody() as url:
        page.app.text_input(key="generate-url-sample").set_value(f"{url}/v1").run()
        page.app.button(key="test-connection").click().run()
    assert page.failures == []
    found = connection.last_test(f"{url}/v1")
    assert found is not None
    assert found.trouble
    assert found.trouble in page.words
    page.app.button(key="write").click().run()
    assert "model: none is chosen." in " ".join(page.failures)
    for address in ("file:///etc/passwd", "http://[", "http://ada:secret@127.0.0.1/v1", ""):
        page.app.text_input(key="generate-url-sample").set_value(address).run()
        page.app.button(key="test-connection").click().run()
        assert "this is no address of a service" in page.words
        assert "secret" not in page.words
    assert store.runs.open_run("sample") is None


def test_how_a_model_is_asked_is_stored_at_once(page: Opened, store: Store) -> None:
    """As the other switches are."""
    choose(page, "gemini")
    page.app.number_input(key="switch-temperature-0").set_value(0.5).run()
    page.app.number_input(key="switch-seed-0").set_value(11).run()
    page.app.number_input(key="switch-most_tokens-0").set_value(2_048).run()
    page.app.toggle(key="switch-second_attempt-0").set_value(False).run()
    assert page.failures == []
    settings = store.sessions.get("sample").settings
    assert settings.sampling.model_dump() == {"temperature": 0.5, "seed": 11, "most_tokens": 2_048}
    assert not settings.second_attempt


def test_the_button_says_what_it_will_cost(page: Opened) -> None:
    """About, before anything is sent: calls, tokens, and the price where it is known."""
    choose(page, "gemini")
    assert "by Gemini (gemini-3.8-flash)" in page.words
    assert "About " in page.words
    assert " out in 6 calls, for about $" in page.words
    assert " in 12 calls" in page.words
    page.app.session_state["generate-model-openai-sample"] = "llama3.2"
    choose(page, "openai")
    assert " out in 6 calls, at no cost; " in page.words
    page.app.text_input(key="generate-url-sample").set_value("https://models.example.org/v1").run()
    assert "at a price that is not known" in page.words


def test_free_writing_is_promised_no_second_attempt(page: Opened, store: Store) -> None:
    """Nor is a run that is not to have one."""
    choose(page, "gemini")
    assert "with second attempts up to" in page.words
    page.app.toggle(key="switch-second_attempt-0").set_value(False).run()
    assert "second attempts" not in page.words
    page.app.toggle(key="switch-second_attempt-0").set_value(True).run()
    assert "with second attempts up to" in page.words
    page.app.radio(key="switch-mode-0").set_value(WritingMode.FREE).run()
    assert store.sessions.get("sample").settings.mode is WritingMode.FREE
    assert "with second attempts" not in page.words


def test_the_service_counts_what_would_be_sent(page: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each prompt, whatever is chosen next; another model or another prompt is another count."""
    choose(page, "gemini")
    assert "count" not in buttons(page)
    type_key(page, CANARY)
    with Server(lambda _: gemini.counted(1_234)) as service:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", service.url)
        page.app.multiselect(key="generate-chapters-sample").set_value([0, 1]).run()
        page.app.button(key="count").click().run()
        assert page.failures == []
        assert "2,468 tokens in and about " in page.words
        assert "count" not in buttons(page)
        page.app.multiselect(key="generate-chapters-sample").set_value([1, 2]).run()
        assert "About " in page.words
        page.app.button(key="count").click().run()
        assert "2,468 tokens in and about " in page.words
        assert [request.path.rpartition(":")[2] for request in service.requests] == ["countTokens"] * 3
    page.app.radio(key="switch-mode-0").set_value(WritingMode.FREE).run()
    assert "2,468" not in page.words
    assert "count" in buttons(page)


def test_a_count_that_fails_is_said_in_one_line(page: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the estimate stays."""
    monkeypatch.setenv("GEMINI_API_KEY", CANARY)
    choose(page, "gemini")
    with Server(lambda _: gemini.failed(403, f"{CANARY} {HOSTILE}")) as service:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", service.url)
        page.app.button(key="count").click().run()
    assert len(service.requests) == 1
    (said,) = page.failures
    assert "Gemini does not accept the key, or not for this request (403)." in said
    assert CANARY not in all_of(page.app)
    assert "About " in page.words
    assert "count" in buttons(page)


def test_a_failed_call_is_said_as_it_ended(page: Opened, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happened and what to do, above the run and beside its call; what the service says is words and no more."""
    monkeypatch.setenv("GEMINI_API_KEY", CANARY)
    with Server(lambda _: gemini.failed(400, f"{CANARY} {HOSTILE}")) as service:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", service.url)
        choose(page, "gemini")
        page.app.multiselect(key="generate-chapters-sample").set_value([0]).run()
        page.app.button(key="write").click().run()
        wait_for(lambda: (run := store.runs.open_run("sample")) and run.state is RunState.FAILED)
    page.app.session_state["see-calls"] = True
    page.app.run()
    assert not page.app.exception
    (failure,) = page.failures
    said = (
        f"Gemini does not accept this request (400). It says: “[key] {HOSTILE}” "
        "Choose another model, or give it less to read."
    )
    assert f"<p>Chapter 1: {escape(said)}</p>" in failure
    assert "Run 2 could not go on; 0 of 1 chapter is done." in page.words
    assert f"1. The whole chapter failed {said}" in " ".join(page.words.split())
    assert "No reply came." in page.words
    assert {"resume", "go-on-without", "discard-sure"} <= buttons(page)
    assert CANARY not in all_of(page.app)
    assert "<img" not in "".join(part.body for part in page.app.html)


REPLY = f"## A chapter\n\nHere: {HOSTILE}\r\n\n    indented  \n"


def wait_for_run(page: Opened, store: Store, runs: int) -> None:
    """Wait until there are so many finished runs, and look at the page again."""
    assert page.failures == []
    wait_for(lambda: len(store.runs.list("sample")) == runs)
    page.app.run()


def write_one_chapter(page: Opened, store: Store) -> None:
    """Let Gemini write the first chapter, and wait for the end of the run."""
    runs = len(store.runs.list("sample"))
    page.app.button(key="write").click().run()
    wait_for_run(page, store, runs + 1)


def test_what_was_asked_and_answered_is_shown_to_the_letter(
    page: Opened, store: Store, open_page: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the page Edition; what it took on the page Generate, and free writing beside the other."""
    reply = gemini.streamed(gemini.chunk(REPLY, finish="STOP", used=gemini.usage(1_000, 100)))
    with Server(lambda _: reply) as service:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", service.url)
        monkeypatch.setenv("GEMINI_API_KEY", CANARY)
        choose(page, "gemini")
        page.app.multiselect(key="generate-chapters-sample").set_value([0]).run()
        write_one_chapter(page, store)
        (mode,) = (radio for radio in page.app.radio if "switch-mode" in (radio.key or ""))
        mode.set_value(WritingMode.FREE).run()
        write_one_chapter(page, store)
    page.app.session_state["see-usage"] = True
    page.app.run()
    assert page.failures == []
    assert "Run 2 gemini-3.8-flash quotes by reference" in " ".join(page.words.split())
    assert "Free, compared with whitelisted: gemini-3.8-flash" in page.words
    edition = open_page("edition", session="sample", run="2")
    edition.app.session_state["edition.calls"] = True
    edition.app.run()
    assert edition.failures == []
    (call,) = store.calls.list(store.runs.list("sample")[1].run_id, 0)
    assert call.reply == REPLY
    assert [code.value for code in edition.app.code] == [call.prompt, call.reply, call.system]
    assert "1,000 in, 100 out" in edition.words


def test_a_run_that_lacks_its_key_is_given_one_where_it_waits(
    page: Opened, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A typed key is gone with the program; the run is resumed, and what was done is not asked for again."""
    reply = gemini.streamed(gemini.chunk(REPLY, finish="STOP", used=gemini.usage(1_000, 100)))
    with Server(lambda _: reply) as service:
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", service.url)
        choose(page, "gemini")
        page.app.multiselect(key="generate-chapters-sample").set_value([0]).run()
        type_key(page, CANARY)
        keys.forget("gemini")  # as in a program that was started again
        session = store.sessions.get("sample")
        choice = ClientChoice(kind="gemini", model="gemini-3.8-flash")
        recipe = RunPlan(material=cache.material(session), client=choice, chapters=(0,))
        run = store.runs.begin("sample", recipe, number=2, owner="gone", seconds=60)
        store.runs.release(run.run_id, "gone", RunState.FAILED, "There is no key for Gemini.")
        page.app.run()
        assert {"resume", "go-on-without", "FormSubmitter:service-key-Use this key"} <= buttons(page)
        type_key(page, CANARY)
        assert "A key was typed" in page.words
        page.app.button(key="resume").click().run()
        wait_for_run(page, store, 2)
    assert len(service.requests) == 1
    assert CANARY not in all_of(page.app)
    assert store.runs.list("sample")[1].fallbacks == 0


def test_the_page_needs_no_library_of_a_service(sample_stored: Session) -> None:
    """It is loaded when something is asked; with Gemini chosen there is the list of prices, which brings httpx2."""
    assert sample_stored.session_id == "sample"  # in the database that the process is told of
    script = f"""
import sys
from streamlit.testing.v1 import AppTest
app = AppTest.from_file({str(APP)!r}, default_timeout={PATIENCE})
app.query_params["session"] = "sample"
app.switch_page({str(PAGES / "generate.py")!r})
app.run()
of_services = ("google.genai", "httpx2", "genai_prices", "sqlite_utils")
print("loaded:", *(name for name in of_services if name in sys.modules))
app.radio(key="generate-writer-sample").set_value("gemini").run()
assert not app.exception and app.selectbox(key="generate-model-gemini-sample").value
print("loaded:", *(name for name in of_services if name in sys.modules))
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[-2:] == ["loaded:", "loaded: httpx2 genai_prices"]
