"""Google's own client, or any object with the same call, as a client of `core.llm`.

Its library is not imported here: a request is plain values, and missing fields of a response are allowed.
"""

from typing import Any, Protocol

from core.llm.client import GenerationRequest, Outcome, Reply, Usage
from core.record import Record
from core.text.documents import is_list

_STOPS = ("", "STOP", "FINISH_REASON_UNSPECIFIED")
_TOO_LONG = "MAX_TOKENS"
_COUNTS = {
    "input_tokens": "prompt_token_count",
    "output_tokens": "candidates_token_count",
    "thinking_tokens": "thoughts_token_count",
    "cached_tokens": "cached_content_token_count",
}
_MOST_TOKENS = 2**53


class _Models(Protocol):
    def generate_content(self, *, model: str, contents: Any, config: Any) -> Any: ...


class GenaiClient(Protocol):
    """A client with `models.generate_content`, such as `google.genai.Client`. Source: decisions.md#seed-2."""

    @property
    def models(self) -> _Models:
        """The object that makes the calls."""
        ...


def _config(request: GenerationRequest) -> dict[str, Any]:
    config: dict[str, Any] = {
        "system_instruction": request.system,
        "temperature": request.sampling.temperature,
        "seed": request.sampling.seed,
        "max_output_tokens": request.sampling.most_tokens,
    }
    if request.answer_as is not None:
        config |= {"response_mime_type": "application/json", "response_schema": request.answer_as}
    return config


def _finish_reason(response: Any) -> str:
    """Return the name of the reason why a response ended, or why its prompt was blocked."""
    candidates: Any = getattr(response, "candidates", None)
    if is_list(candidates) and candidates:
        reason: Any = getattr(candidates[0], "finish_reason", None)
    else:
        reason = getattr(getattr(response, "prompt_feedback", None), "block_reason", None)
    name = getattr(reason, "name", reason)
    return name if isinstance(name, str) else ""


def _usage(response: Any) -> Usage:
    usage = getattr(response, "usage_metadata", None)
    counts = {ours: getattr(usage, theirs, None) for ours, theirs in _COUNTS.items()}
    return Usage(**{name: count for name, count in counts.items() if type(count) is int and 0 <= count < _MOST_TOKENS})


class GoogleWriter:
    """Calls a client that the caller made and closes. Raises whatever that raises."""

    name = "gemini"

    def __init__(self, client: GenaiClient, model: str) -> None:
        self.model = model
        self._client = client  # kept referenced: Google's client closes itself when it is garbage-collected

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the whole reply."""
        response = self._client.models.generate_content(
            model=self.model, contents=request.prompt, config=_config(request)
        )
        text, parsed = getattr(response, "text", None), getattr(response, "parsed", None)
        if not isinstance(text, str) and isinstance(parsed, Record):
            text = parsed.model_dump_json()
        finish = _finish_reason(response)
        outcome = Outcome.COMPLETE
        if finish == _TOO_LONG:
            outcome = Outcome.TRUNCATED
        elif finish not in _STOPS:
            outcome = Outcome.REFUSED
        return Reply(
            text=text if isinstance(text, str) else "",
            outcome=outcome,
            finish_reason=finish,
            usage=_usage(response),
            requests=1,
        )
