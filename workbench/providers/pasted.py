"""Replies that a person fetched from a model elsewhere and pasted, one for each chapter."""

from collections.abc import Mapping

from core.llm.client import GenerationRequest, Reply

_MISSING = "No reply was pasted for this chapter."


class PastedClient:
    """Answers with what was pasted for a chapter; `replies` are by the chapters' indices after merging."""

    name = "pasted"
    model = None

    def __init__(self, replies: Mapping[int, str]) -> None:
        self._replies = replies

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the reply for the chapter, or say that there is none."""
        text = self._replies.get(request.chapter_index, "")
        return Reply(text=text) if text.strip() else Reply(text="", missing=_MISSING)
