"""A request in OpenAI's format, as one server takes it: some refuse parts of it that others need."""

import re
from typing import Any, cast

from core.llm.client import GenerationRequest
from core.record import Record

# A refusal that is about the part itself, not about its value, which a person chose.
_IS_UNKNOWN = re.compile(r"support|extra|unknown|unrecogni[sz]ed|unexpected|permitted|allowed", re.I)
_LEFT_OUT_WHEN_NAMED = ("stream_options", "response_format")
_LEFT_OUT_WHEN_UNKNOWN = ("temperature", "seed")
_TOKENS, _TOKENS_NOW = "max_tokens", "max_completion_tokens"


def _names(refusal: str, part: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9_]){part}(?![A-Za-z0-9_])", refusal) is not None


def _closed(schema: Any) -> Any:
    """Return a JSON schema as strict servers want it: every property required, none with a default."""
    if isinstance(schema, list):
        return [_closed(part) for part in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    found = {name: _closed(part) for name, part in cast("dict[str, Any]", schema).items() if name != "default"}
    return {**found, "required": list(found["properties"])} if isinstance(found.get("properties"), dict) else found


def _answer_format(answer_as: type[Record]) -> dict[str, Any]:
    schema = _closed(answer_as.model_json_schema())
    return {"type": "json_schema", "json_schema": {"name": answer_as.__name__, "strict": True, "schema": schema}}


class RequestFormat:
    """How a server takes a request for a model: all of it, until it refuses a part of it."""

    def __init__(self, model: str) -> None:
        self._model = model
        self._left_out: frozenset[str] = frozenset()
        self._tokens = _TOKENS

    def body(self, request: GenerationRequest, *, streaming: bool) -> dict[str, Any]:
        """Return the request as a JSON object."""
        system = [{"role": "system", "content": request.system}] if request.system else []
        parts: dict[str, Any] = {
            "model": self._model,
            "messages": [*system, {"role": "user", "content": request.prompt}],
            "temperature": request.sampling.temperature,
            "seed": request.sampling.seed,
            self._tokens: request.sampling.most_tokens,
        }
        if streaming:
            parts |= {"stream": True, "stream_options": {"include_usage": True}}
        if request.answer_as is not None:
            parts["response_format"] = _answer_format(request.answer_as)
        return {name: part for name, part in parts.items() if name not in self._left_out}

    def learn(self, refusal: str, body: dict[str, Any]) -> bool:
        """Take what a server said when it refused a request; tell whether it is to be asked another way.

        Newer models of OpenAI want another name for the longest reply, and none of a temperature or a seed that they do
        not know; local servers may refuse `stream_options`, then there is no usage, and `response_format`, then the
        prompt alone says what the reply is to be. Every part is changed once, and for all later requests.
        """
        if _TOKENS in body and _names(refusal, _TOKENS_NOW):
            self._tokens = _TOKENS_NOW
            return True
        candidates = (*_LEFT_OUT_WHEN_NAMED, *(_LEFT_OUT_WHEN_UNKNOWN if _IS_UNKNOWN.search(refusal) else ()))
        refused = frozenset(part for part in candidates if part in body and _names(refusal, part))
        self._left_out |= refused
        return bool(refused)
