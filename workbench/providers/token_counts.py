"""The tokens of prompts as their service counts them: asked for where a person wants it, and kept in this process's
memory by the model and a hash of the words, so that one prompt is counted once, whatever else is chosen.
"""

from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from threading import Lock
from time import monotonic

from core.errors import ServiceTrouble, TimedOut
from core.generation.line import Line
from core.generation.requests import request_of
from core.llm.client import GenerationRequest
from workbench.providers import keys, provider_of
from workbench.providers.services import service_client, service_of
from workbench.providers.transport.retry import RetryPolicy
from workbench.store import ClientChoice

MOST_CHAPTERS = 60
"""The most chapters whose prompts are counted one after the other while a page waits."""

_PATIENCE = 5.0  # seconds that a page waits for all counts, and less for the last of them
_MOST_KEPT = 1_024


class _Counts:
    """What was counted; `count_changes` counts how often that changed."""

    def __init__(self) -> None:
        self.changes = 0
        self._lock = Lock()
        self._tokens: dict[str, int] = {}

    def of(self, choice: ClientChoice, request: GenerationRequest) -> int | None:
        with self._lock:
            return self._tokens.get(_named(choice, request))

    def put(self, choice: ClientChoice, request: GenerationRequest, tokens: int) -> None:
        with self._lock:
            self._tokens[_named(choice, request)] = tokens
            while len(self._tokens) > _MOST_KEPT:
                del self._tokens[next(iter(self._tokens))]
            self.changes += 1


_counts = _Counts()


def _named(choice: ClientChoice, request: GenerationRequest) -> str:
    words = "\0".join((service_of(choice), choice.model or "", request.system, request.prompt))
    return sha256(words.encode()).hexdigest()


def count_changes() -> int:
    """Return how often what is known changed, so that a page knows when to add up anew."""
    return _counts.changes


def known(choice: ClientChoice, request: GenerationRequest) -> int | None:
    """Return how many tokens a service counted for a request, None where it was not asked."""
    return _counts.of(choice, request)


def can_count(choice: ClientChoice, chapters: Sequence[int]) -> bool:
    """Tell whether a service would count the prompts of these chapters: with a key, for a moderate number."""
    counts = provider_of(choice.kind).counts_tokens and 0 < len(chapters) <= MOST_CHAPTERS
    return counts and keys.source_of(service_of(choice)) != ""


def count_tokens(line: Line, chapters: Sequence[int], choice: ClientChoice) -> None:
    """Let a service count the prompts of chapters, by the evidence map's indices; what is known is not asked again.

    What was counted stays known where the rest could not be. Raises ServiceError, also where time ran out, and BadInput
    for an address that is none.
    """
    requests = [request for index in chapters if (request := request_of(line, index)) is not None]
    unknown = [request for request in requests if known(choice, request) is None]
    patience = RetryPolicy(
        attempts=1, deadline=_PATIENCE / 2, read_seconds=_PATIENCE / 2, connect_seconds=_PATIENCE / 2
    )
    with closing(service_client(choice, patience)) as client:
        client.load()
        ends = monotonic() + _PATIENCE
        for number, request in enumerate(unknown):
            if monotonic() > ends:
                message = f"{number:,} of {len(unknown):,} prompts were counted in {_PATIENCE:g} seconds. "
                message += "Count again for the rest; until then they are estimated."
                raise TimedOut(message)
            tokens = client.count_tokens(request)
            if tokens is None:
                message = "The service did not say how many tokens a prompt has, so they stay estimated."
                raise ServiceTrouble(message)
            _counts.put(choice, request, tokens)
