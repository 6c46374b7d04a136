"""The cache key of a call: the client, the request and the sampling."""

import json
from functools import cache
from typing import Any

from core.llm.client import GenerationRequest
from core.record import Record
from workbench.providers import provider_of
from workbench.store import ClientChoice, hash_of


@cache
def _schema_of(answer_as: type[Record] | None) -> Any:
    return None if answer_as is None else answer_as.model_json_schema()


@cache
def _digest_of(replies: tuple[str, ...]) -> str:
    return hash_of(json.dumps(replies))


def key_of(choice: ClientChoice, request: GenerationRequest, *, before: int) -> str:
    """Return a hash of everything that decides the reply; `before` counts only for a client with a list of replies."""
    asked = [
        choice.kind,
        choice.model,
        choice.base_url,
        request.system,
        request.prompt,
        request.sampling.model_dump(mode="json"),
        request.purpose.value,
        _schema_of(request.answer_as),
    ]
    provider = provider_of(choice.kind)
    if provider.is_fixed:
        asked.append(_digest_of(choice.replies))
        asked.append(choice.every_call or (before if provider.replies_for == "call" else request.chapter_index))
    return hash_of(json.dumps(asked))
