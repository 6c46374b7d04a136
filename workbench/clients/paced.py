"""A client that writes no faster than a person could read along."""

import re
import time
from collections.abc import Iterator

from core.errors import BadInput, Problem
from core.llm import Client, GenerationRequest, Reply

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
        return Reply(text="".join(self.stream(request)))

    def stream(self, request: GenerationRequest) -> Iterator[str]:
        """Yield the reply word by word; after a delay what is due comes at once."""
        words = _WORD.findall(self._client.generate(request).text)
        began = time.monotonic()
        for number, word in enumerate(words, start=1):
            # Until a moment, not for a while: a machine that is busy between two words would slow down all of them.
            time.sleep(max(0.0, began + number / self._pace - time.monotonic()))
            yield word
