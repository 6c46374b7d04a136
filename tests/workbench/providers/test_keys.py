"""Keys: where they come from, and that they show nowhere."""

import copy
import html
import json
import logging
import pickle
import traceback
from collections.abc import Callable, Generator
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from pydantic import BaseModel, ConfigDict, PydanticSchemaGenerationError, TypeAdapter

from core.errors import BadInput, KeyMissing
from core.record import Record
from workbench.providers.keys import TYPED, SecretKey, forget, hold, key_of, scrub, source_of, use_variable

CANARY = "sk-canary+7/Zq\"w'=&<b>\\e~end"
LOCAL = "http://127.0.0.1:11434/v1"
OPENAI = "https://api.openai.com/v1"
VARIABLES = ("GEMINI_API_KEY", "GOOGLE_API_KEY", "OPENAI_API_KEY")


@pytest.fixture(autouse=True)
def no_keys(monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """No key in the environment, and none left behind."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    yield
    for service in ("gemini", LOCAL, OPENAI):
        forget(service)


def revealed(service: str) -> str | None:
    """Return the key of a service as text."""
    key = key_of(service)
    return None if key is None else key.reveal()


class Holder(Record):
    """A record that somebody put a key into."""

    model_config = ConfigDict(arbitrary_types_allowed=True)
    key: SecretKey


def error_text(act: Callable[[], Any]) -> str:
    """Return all that a terminal shows of what an act raises."""
    try:
        act()
    except Exception:  # noqa: BLE001 - whatever it is, it must not show the key
        return traceback.format_exc()
    pytest.fail("nothing was raised")


def fail_with(key: SecretKey) -> None:
    """Raise an error that carries the key."""
    raise ValueError(key, f"{key}")


SHOWN: dict[str, Callable[[SecretKey], str]] = {
    "repr": repr,
    "str": str,
    "format": lambda key: f"{key} {key!r} {key!s} {key:>40}",
    "percent": lambda key: "%s %r %a" % (key, key, key),  # noqa: UP031 - the very thing that is tested
    "in a list": lambda key: str([key, {"key": key}]),
    "json": lambda key: error_text(lambda: json.dumps({"key": key})),
    "json with str": lambda key: json.dumps({"key": key}, default=str),
    "traceback": lambda key: error_text(lambda: fail_with(key)),
    "attributes": lambda key: error_text(lambda: vars(key)),
    "record": lambda key: repr(Holder(key=key)),
    "dump": lambda key: str(Holder(key=key).model_dump()),
    "dump as json": lambda key: error_text(Holder(key=key).model_dump_json),
    "wrong type": lambda key: error_text(lambda: TypeAdapter(int).validate_python(key)),
    "log": lambda key: logging.LogRecord("n", 10, "p", 1, "it is %s", (key,), None).getMessage(),
}


@pytest.mark.parametrize("way", SHOWN)
def test_a_secret_never_shows(way: str) -> None:
    """However it is printed, written or raised; only asking for it by name gives it."""
    secret = SecretKey(CANARY)
    shown = SHOWN[way](secret)
    assert "canary" not in shown
    assert secret.reveal() == CANARY


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_secret_is_not_written_down(protocol: int) -> None:
    """Neither pickled nor copied, which goes the same way; the error is as silent as it is."""
    for act in (lambda: pickle.dumps(SecretKey(CANARY), protocol), lambda: copy.deepcopy([SecretKey(CANARY)])):
        with pytest.raises(TypeError, match="never written down") as caught:
            act()
        assert "canary" not in str(caught.value)


def test_a_record_takes_no_secret_by_mistake() -> None:
    """A field for one has to be asked for; and so nothing stored can have one."""
    with pytest.raises(PydanticSchemaGenerationError):
        type("Stored", (BaseModel,), {"__annotations__": {"key": SecretKey}})


SOURCES = [
    pytest.param({}, "gemini", "", None, id="none"),
    pytest.param({"GEMINI_API_KEY": "g1"}, "gemini", "GEMINI_API_KEY", "g1", id="its own variable"),
    pytest.param({"GOOGLE_API_KEY": "g2"}, "gemini", "GOOGLE_API_KEY", "g2", id="the other variable"),
    pytest.param({"GEMINI_API_KEY": "g1", "GOOGLE_API_KEY": "g2"}, "gemini", "GEMINI_API_KEY", "g1", id="both"),
    pytest.param({"GEMINI_API_KEY": "  ", "GOOGLE_API_KEY": " g2\n"}, "gemini", "GOOGLE_API_KEY", "g2", id="blank"),
    pytest.param({"OPENAI_API_KEY": "o"}, "gemini", "", None, id="another's"),
    pytest.param({"OPENAI_API_KEY": "o"}, OPENAI, "OPENAI_API_KEY", "o", id="OpenAI"),
    pytest.param({"OPENAI_API_KEY": "o"}, "https://API.openai.com:443/v1/", "OPENAI_API_KEY", "o", id="written so"),
    pytest.param({"OPENAI_API_KEY": "o"}, LOCAL, "", None, id="a local server gets no one else's key"),
    pytest.param({"OPENAI_API_KEY": "o"}, "http://api.openai.com/v1", "", None, id="not without encryption"),
    pytest.param({"OPENAI_API_KEY": "o"}, "https://api.openai.com.evil.example/v1", "", None, id="a longer name"),
    pytest.param({"OPENAI_API_KEY": "o"}, "https://api.openai.com@evil.example/v1", "", None, id="a user name"),
    pytest.param({"OPENAI_API_KEY": "o"}, "https://evil.example/api.openai.com", "", None, id="a path"),
    pytest.param({"OPENAI_API_KEY": "o"}, "api.openai.com", "", None, id="no scheme"),
    pytest.param({"OPENAI_API_KEY": "o"}, "https://api.openai.com:8443/v1", "", None, id="another port"),
    pytest.param({"OPENAI_API_KEY": "o"}, "https://api.openai.com:x/v1", "", None, id="no port at all"),
]


@pytest.mark.parametrize(("environment", "service", "source", "key"), SOURCES)
def test_a_key_comes_from_the_environment(
    environment: dict[str, str], service: str, source: str, key: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each service from its own variables, and no other server from OpenAI's."""
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert (source_of(service), revealed(service)) == (source, key)


def test_a_typed_key_goes_first_until_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in the environment is there again afterwards; a new one replaces the old one."""
    monkeypatch.setenv("GEMINI_API_KEY", "from-environment")
    hold("gemini", "  typed-key-1\n")
    assert (source_of("gemini"), revealed("gemini")) == (TYPED, "typed-key-1")
    hold("gemini", "typed-key-2")
    assert revealed("gemini") == "typed-key-2"
    forget("gemini")
    assert (source_of("gemini"), revealed("gemini")) == ("GEMINI_API_KEY", "from-environment")
    forget("gemini")


def test_a_typed_key_is_one_servers() -> None:
    """A server gets no key that was typed for another; however its address is written, it is the same server."""
    hold(LOCAL, "local-key-1")
    for same in (LOCAL + "/", "http://127.0.0.1:11434", " HTTP://127.0.0.1:11434/v1/models "):
        assert revealed(same) == "local-key-1"
    for other in ("http://127.0.0.1:8080/v1", "https://127.0.0.1:11434/v1", "http://127.0.0.1/v1", "gemini", ""):
        assert revealed(other) is None


@pytest.mark.parametrize(
    "text", ["", "  ", "two words", "line\nbreak", "schlüssel-ü", "tab\tbed", "k" * 4_097, "nul\0"]
)
def test_what_is_no_key_is_not_kept(text: str) -> None:
    """It could not be sent; the words that say so do not repeat it."""
    with pytest.raises(BadInput) as caught:
        hold("gemini", text)
    assert source_of("gemini") == ""
    assert not text.strip() or text.strip() not in str(caught.value)


def test_what_is_no_key_in_the_environment_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """By its variable, at the call, as an error that says what to do."""
    monkeypatch.setenv("GEMINI_API_KEY", "canary two")
    assert source_of("gemini") == "GEMINI_API_KEY"
    with pytest.raises(KeyMissing, match="GEMINI_API_KEY") as caught:
        key_of("gemini")
    assert "canary" not in str(caught.value)


def test_a_named_variable_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of that service; and where it is emptied later, no other comes in its place."""
    monkeypatch.setenv("OPENAI_API_KEY", "openai-key")
    monkeypatch.setenv("MY_KEY", "my-key")
    service = "https://models.example/v1"
    use_variable(service, "MY_KEY")
    assert (source_of(service), revealed(service), revealed(OPENAI)) == ("MY_KEY", "my-key", "openai-key")
    assert scrub("it is my-key now") == "it is [key] now"
    monkeypatch.setenv("MY_KEY", "")
    assert revealed(service) is None


@pytest.mark.parametrize("name", ["NO_SUCH_VARIABLE", "sk-canary-typed-here", "", "A=B", "nul\0"])
def test_a_variable_that_is_not_set_is_said(name: str) -> None:
    """Its name is not repeated: somebody may have typed the key."""
    with pytest.raises(BadInput) as caught:
        use_variable("gemini", name)
    assert not name or name not in str(caught.value)
    assert source_of("gemini") == ""


def hexed(prefix: str, width: int) -> Callable[[str], str]:
    """Return a way to write every character by its code."""
    return lambda text: "".join(f"{prefix}{ord(character):0{width}X}" for character in text)


WRITTEN: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "in a URL": lambda text: quote(text, safe=""),
    "in a URL's path": quote,
    "in small letters": lambda text: quote(text, safe="").replace("%2B", "%2b").replace("%3D", "%3d"),
    "in a form": quote_plus,
    "in a URL in a URL": lambda text: quote(quote(text, safe=""), safe=""),
    "wholly in a URL": hexed("%", 2),
    "in JSON": lambda text: json.dumps(text)[1:-1],
    "in JSON with slashes": lambda text: json.dumps(text)[1:-1].replace("/", "\\/"),
    "in JSON in JSON": lambda text: json.dumps(json.dumps(text)[1:-1])[1:-1],
    "wholly in JSON": hexed("\\u", 4),
    "in HTML": html.escape,
    "in HTML without quotes": lambda text: html.escape(text, quote=False),
    "wholly in HTML": lambda text: "".join(f"&#{ord(character)};" for character in text),
    "hexadecimal in HTML": lambda text: "".join(f"&#x{ord(character):x};" for character in text),
    "in Python": lambda text: repr(text)[1:-1],
    "as bytes in Python": hexed("\\x", 2),
}


@pytest.mark.parametrize("way", WRITTEN)
@pytest.mark.parametrize("key", [CANARY, "sk-proj-Ab_1", "AIzaSyA-canary_0123456789", "aGk+/w=="])
def test_a_key_is_taken_out_however_it_is_written(key: str, way: str) -> None:
    """Once, twice, at the edges and in the middle; what stands around it stays."""
    hold(LOCAL, key)
    written = WRITTEN[way](key)
    assert scrub(f"{written} is wrong: Bearer_{written}.\n{written}") == "[key] is wrong: Bearer_[key].\n[key]"


@pytest.mark.parametrize("key", [CANARY, "AIzaSyA-canary_0123456789"])
def test_a_form_that_was_read_has_spaces(key: str) -> None:
    """A `+` of a key may come back as one."""
    hold(LOCAL, key)
    assert scrub("no: " + key.replace("+", " ")) == "no: [key]"


@pytest.mark.parametrize(
    ("key", "text", "left"),
    [
        ("x", "x is no index: x", "[key] is no index: [key]"),
        ("ollama", "ollama (ollamas) is not ollama2", "[key] (ollamas) is not ollama2"),
        ("hunter22", "thehunter22s", "the[key]s"),
        ("a.c-e(g)", "abc-e(g) a.c-e(g)", "abc-e(g) [key]"),
    ],
)
def test_a_short_key_is_taken_out_where_it_stands_alone(key: str, text: str, left: str) -> None:
    """Local servers take “x” for a key; words are not taken apart for it. What a pattern means is not meant."""
    hold(LOCAL, key)
    assert scrub(text) == left


def test_every_known_key_is_taken_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typed ones of all services and those in the environment, a longer one before one that it begins with."""
    hold("gemini", "secret-key-1")
    hold(LOCAL, "secret-key-1-longer")
    monkeypatch.setenv("OPENAI_API_KEY", " of-environment ")
    assert scrub("secret-key-1-longer, secret-key-1, of-environment") == "[key], [key], [key]"
    assert scrub("nothing of that") == "nothing of that"


def test_a_forgotten_key_is_known_while_it_is_used() -> None:
    """A request under way may still be answered with it; after that nobody knows it."""
    hold("gemini", "secret-key-1")
    carried = key_of("gemini")
    forget("gemini")
    assert carried is not None
    assert scrub("secret-key-1") == "[key]"
    del carried
    assert scrub("secret-key-1") == "secret-key-1"
