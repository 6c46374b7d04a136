"""Gemini, through Google's own library: one request after the other, each ending in one of a few ways.

The library's own repetitions, continuations and function calls are off: what is sent is counted, and costs. It is
loaded at the first call, because that takes longer than starting the app.
"""

import logging
import os
import re
import warnings
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager, suppress
from itertools import islice
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import urlsplit

from core.errors import BadInput, KeyMissing, ModelUnknown, Problem, ServiceError
from core.llm.client import GenerationRequest, Reply
from workbench.providers.gemini.gemini_errors import service_error_of
from workbench.providers.gemini.gemini_provider import DEFAULT_MODEL
from workbench.providers.gemini.gemini_replies import GeminiReplyReader
from workbench.providers.keys import SecretKey, key_of, scrub
from workbench.providers.service_messages import in_one_line
from workbench.providers.token_fields import count_of
from workbench.providers.transport.addresses import check_base_url, is_loopback
from workbench.providers.transport.environment import setting_up
from workbench.providers.transport.mask_keys import mask_key
from workbench.providers.transport.retry import ReplyEvent, RetryPolicy, with_retries

if TYPE_CHECKING:
    from google.genai import Client as Google
    from google.genai.types import GenerateContentConfig, GenerateContentResponse, HttpOptions, Model

    from workbench.providers.gemini.gemini_transport import GeminiHttpClient

_ADDRESS = "https://generativelanguage.googleapis.com"
_ADDRESS_VARIABLE = "GOOGLE_GEMINI_BASE_URL"
_VERSION = "v1"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(?:/[A-Za-z0-9][A-Za-z0-9._-]*)?")
_WRITES = "generateContent"
_NO_WRITERS = frozenset({"audio", "embedding", "image", "live", "tts"})  # parts of names; they answer with no text
_LONGEST_NAME, _MOST_MODELS, _MOST_PAGES = 200, 1_000, 20
_SECONDS_FOR_NAMES = 20.0

logging.getLogger("google_genai").addHandler(logging.NullHandler())  # its warnings are none of a terminal's


def _silence() -> None:
    """Let values that the library does not know yet pass: it warns of each, and what they mean is ours to say.

    Said before every call, because whoever resets warnings (a test runner does) resets this too.
    """
    warnings.filterwarnings("ignore", r".* is not a valid \w+", UserWarning, r"google\.genai\._common")


def _options(left: float) -> "HttpOptions":
    from google.genai.types import HttpOptions

    return HttpOptions(timeout=max(1, round(left * 1_000)))  # milliseconds; 0 would be none at all


def _config_of(request: GenerationRequest, left: float) -> "GenerateContentConfig":
    from google.genai.types import AutomaticFunctionCallingConfig, GenerateContentConfig

    schema = request.answer_as.model_json_schema() if request.answer_as is not None else None
    return GenerateContentConfig(
        http_options=_options(left),
        system_instruction=request.system or None,
        temperature=request.sampling.temperature,
        seed=request.sampling.seed,
        max_output_tokens=request.sampling.most_tokens,
        response_mime_type=None if schema is None else "application/json",
        # Not `response_schema`: the service answers 400 to the form the library gives a record without other fields.
        response_json_schema=schema,
        automatic_continuation=False,
        automatic_function_calling=AutomaticFunctionCallingConfig(disable=True),
    )


def _checked(address: str) -> str:
    """Return Google's address, or another that a person named for Gemini. Raises BadInput."""
    address = check_base_url(address)
    if urlsplit(address).scheme != "https" and not is_loopback(address):
        message = "the key and the transcript would go to Gemini without encryption."
        raise BadInput(Problem(place="base URL", message=message, remedy=f"Use https, or unset {_ADDRESS_VARIABLE}."))
    return address


def _name_of(model: "Model") -> str:
    """Return the name of a model that can write, "" for any other, and for what is no name of a model."""
    name = (model.name or "").removeprefix("models/")
    is_name = len(name) <= _LONGEST_NAME and _NAME.fullmatch(name) is not None and scrub(name) == name
    can_write = _WRITES in (model.supported_actions or ())
    return name if is_name and can_write and not _NO_WRITERS & set(name.rpartition("/")[2].split("-")) else ""


class GeminiClient:
    """Asks Gemini. Making one asks for nothing; the key is looked up at each call.

    `base_url` is Google's where it is None, or that of GOOGLE_GEMINI_BASE_URL. Every call raises the errors of
    core.errors below ServiceError. Raises BadInput for an address that is none.
    """

    name = "gemini"

    def __init__(self, model: str, *, base_url: str | None = None, patience: RetryPolicy | None = None) -> None:
        self.model = model.removeprefix("models/")
        self._address = _checked(base_url or os.environ.get(_ADDRESS_VARIABLE) or _ADDRESS)
        self._patience = patience or RetryPolicy()
        self._making = Lock()
        self._is_closed = False
        self._google: Google | None = None
        self._wire: GeminiHttpClient | None = None
        self._secret: SecretKey | None = None

    def _client(self) -> "Google":
        """Return the library's client for the key of now. It is held: the library closes one that nobody holds."""
        secret = key_of(self.name)
        if secret is None:
            message = "There is no key for Gemini. Set GEMINI_API_KEY, or give one in another way."
            raise KeyMissing(message)
        _silence()
        with self._making:
            if self._is_closed:
                message = "The client is closed."
                raise ServiceError(message)
            if self._google is None or self._secret is None or self._secret.reveal() != secret.reveal():
                self._google = self._made(secret)
                self._secret = secret
            return self._google

    def _made(self, secret: SecretKey) -> "Google":
        try:
            from google.genai import Client
            from google.genai.types import HttpOptions

            from workbench.providers.gemini.gemini_transport import GeminiHttpClient

            with setting_up():
                self._wire = self._wire or GeminiHttpClient(self._address, self._patience)
            options = HttpOptions(
                base_url=self._address,
                api_version=_VERSION,
                httpx_client=self._wire,
                client_args={"verify": self._wire.trust},
                # Made and never used: it would look for proxies and certificates.
                async_client_args={"verify": self._wire.trust, "ssl": self._wire.trust, "trust_env": False},
            )
            return Client(vertexai=False, api_key=secret.reveal(), http_options=options)
        except ServiceError:
            raise
        except Exception as error:  # noqa: BLE001 - it reads many settings of the environment that are not ours
            message = f"Google's library cannot be used: {in_one_line(str(error))} Correct that, or use another model."
            raise ServiceError(message) from None

    @contextmanager
    def _in_words(self, model: str) -> Generator[None]:
        """Turn whatever the library raises into an error for people; its own may hold what nobody is to see."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - what a service sends can break the library anywhere
            host = urlsplit(self._address).netloc
            raise service_error_of(error, model=model, host=host) from None

    def _check_model(self) -> None:
        if not _NAME.fullmatch(self.model):
            message = "This is no name of a model. Choose one of those that Gemini lists."
            raise ModelUnknown(message)

    def _one(self, request: GenerationRequest, left: float, *, streams: bool) -> Generator[str | Reply]:
        """Make one request: yield its pieces as they come, and the reply."""
        models = self._client().models
        reading = GeminiReplyReader()
        asked: dict[str, Any] = {"model": self.model, "contents": request.prompt, "config": _config_of(request, left)}
        if not streams:
            with self._in_words(self.model):
                whole = models.generate_content(**asked)
            yield reading.take(whole)
        else:
            stream = cast("Generator[GenerateContentResponse]", models.generate_content_stream(**asked))
            with closing(stream) as chunks:
                while True:
                    try:
                        with self._in_words(self.model):
                            chunk = next(chunks, None)
                    except ServiceError:
                        if not reading.is_over:
                            raise
                        # What broke after the end is at most the usage, and asking again would be paid again.
                        chunk = None
                    if chunk is None:
                        break
                    yield reading.take(chunk)  # also where it is empty: whoever waits sees that it thinks
        yield reading.reply()

    def _events(self, request: GenerationRequest, *, streams: bool) -> Generator[ReplyEvent]:
        self._check_model()

        def one(left: float) -> Generator[str | Reply]:
            yield from mask_key(self._one(request, left, streams=streams), key_of(self.name))

        return with_retries(one, self._patience)

    def load(self) -> None:
        """Load what a call needs, which takes longer than many calls do; nothing is asked, and where there is no key or
        it cannot be loaded, the call says so."""
        with suppress(ServiceError):
            self._client()

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the whole reply, which comes in one piece."""
        for event in self._events(request, streams=False):
            if isinstance(event, Reply):
                return event
        raise AssertionError("a call ends with its reply or an error")

    def stream(self, request: GenerationRequest) -> Generator[ReplyEvent]:
        """Yield the reply as it comes, and the reply itself at the end; closing the iterator closes the connection."""
        yield from self._events(request, streams=True)

    def models(self) -> tuple[str, ...]:
        """Return the models that can write, as the service lists them, the default first where it is there.

        Every page of the list is asked for once, and not again, and all of them within 20 seconds.
        """
        ends = monotonic() + min(_SECONDS_FOR_NAMES, self._patience.deadline)
        with self._in_words(""):
            found = [_name_of(model) for model in islice(self._listed(ends), _MOST_MODELS)]
        names = dict.fromkeys(name for name in found if name)
        return tuple(sorted(names, key=lambda name: name != DEFAULT_MODEL))

    def _listed(self, ends: float) -> "Iterator[Model]":
        models = self._client().models
        config: dict[str, Any] = {"page_token": None}
        for _ in range(_MOST_PAGES):
            asked: Any = {"page_token": config["page_token"], "http_options": _options(ends - monotonic())}
            pager = models.list(config=asked)
            yield from pager.page
            config = pager.config
            if not config["page_token"]:
                return

    def count_tokens(self, request: GenerationRequest) -> int | None:
        """Return the tokens that a request would send, None where the service does not say. It is asked once."""
        self._check_model()
        contents: list[Any] = [text for text in (request.system, request.prompt) if text]
        with self._in_words(self.model):
            models = self._client().models
            config: Any = {"http_options": _options(self._patience.deadline)}
            return count_of(models.count_tokens(model=self.model, contents=contents, config=config).total_tokens)

    def close(self) -> None:
        """End the calls that are under way, and make no other; another thread may do so."""
        with self._making:
            self._is_closed = True
            wire, self._wire, self._google, self._secret = self._wire, None, None, None
        if wire is not None:
            wire.close()
