"""A client that writes no faster than a person could read along."""

import re
import time
from collections.abc import Iterator

from core.errors import BadInput, Problem
from core.llm.client import Client, GenerationRequest, Reply

_WORD = re.compile(r"\s*\S+\s*|\s+")


class PacedClient:
    """Lets the reply of another client come word by word. Raises BadInput where it would never come."""

    def __init__(self, client: Client, words_per_second: int) -> None:
        if words_per_second < 1:
            raise BadInput(
                Problem(place="words per second", message=f"{words_per_second} is no pace.", remedy="1 is the least.")
            )
        self._client = client
        self._pace = words_per_second

    @property
    def name(self) -> str:
        """The other client's name."""
        return self._client.name

    @property
    def model(self) -> str | None:
        """The other client's model."""
        return self._client.model

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the whole reply, at the same pace."""
        reply = self._client.generate(request)
        for _ in self._words_of(reply):
            pass
        return reply

    def stream(self, request: GenerationRequest) -> Iterator[str | Reply]:
        """Yield the reply word by word, and then as a whole; after a delay what is due comes at once."""
        reply = self._client.generate(request)
        yield from self._words_of(reply)
        yield reply

    def _words_of(self, reply: Reply) -> Iterator[str]:
        words = _WORD.findall(reply.text)
        began = time.monotonic()
        for number, word in enumerate(words, start=1):
            # Until a moment, not for a while: a machine that is busy between two words would slow down all of them.
            time.sleep(max(0.0, began + number / self._pace - time.monotonic()))
            yield word
