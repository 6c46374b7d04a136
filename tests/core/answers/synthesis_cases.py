"""Passages, replies by claims, and clients that say them, for the tests of answers by claims."""

import json
from collections.abc import Sequence
from typing import Any

from core.answers.records import Citation
from core.llm.client import GenerationRequest, Reply

TEXTS = (
    "The morning ferry was late three times last week, and nobody told the people on the pier why it did not come.",
    "I can't find the \"features\" menu on my phone; it moved after the update and I don't know where it went.",
    "We paid 15,000 dollars for the repair. It was not worth it, and the engine makes the same noise every evening.",
    "Sorting my photos by place is the best thing about it [laughter] and I show it to everybody who visits us.",
    "The app crashes whenever I open the map. I have told support, and they said that it would be fixed soon. I wait.",
    "Die Karte ist schön — aber ohne Netz fehlt sie. Ich möchte sie vor der Reise laden können.",
)
QUESTION = "What do people complain about?"
LATE = ("The ferry is unreliable.", "0", "nobody told the people on the pier why it did not come")
MENU = ("A menu cannot be found.", "1", "I can’t find the 'features' menu on my phone")
REPAIR = ("The repair was no success.", "2", "the engine makes the same noise every evening")
WRONG = ("The ferry is on time.", "0", "everybody told the people on the pier when it would come")


def citations(texts: Sequence[str] = TEXTS, **more: Any) -> list[Citation]:
    """Return texts as passages of a feedback file, each with a record id."""
    return [
        Citation(number, "feedback.csv", text=text, record_id=f"r{number}", offset=2, **more)
        for number, text in enumerate(texts)
    ]


def reply(*claims: tuple[str, str, str], intro: str | None = None, conclusion: str | None = None) -> str:
    """Return claims (text, passage id, quote) as a model writes them."""
    said = [
        {"claim_text": text, "citation": {"file_id": "feedback.csv", "passage_id": passage_id, "quote": quote}}
        for text, passage_id, quote in claims
    ]
    return json.dumps({"claims": said, "bridging_intro": intro, "bridging_conclusion": conclusion}, ensure_ascii=False)


class Says:
    """A client that says these replies one after the other, or raises; keeps what it was asked."""

    name = "says"
    model = "says-1"

    def __init__(self, *replies: Reply | str | BaseException) -> None:
        self._replies = list(replies)
        self.asked: list[GenerationRequest] = []

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the next reply."""
        self.asked.append(request)
        said = self._replies.pop(0)
        if isinstance(said, BaseException):
            raise said
        return Reply(text=said) if isinstance(said, str) else said
