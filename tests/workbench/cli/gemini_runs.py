"""What a service answers to the runs of the tests, in Gemini's form."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.wire import gemini
from tests.wire.server import Request, Script

CANARY = "AIza-canary-7d41f0c29b5e-never-shown"
USED = gemini.usage(1_000, 200, thinking=50, cached=400)
PRICED = "gemini-2.5-flash"  # its price changes with no date
# By hand: 600 tokens at 0.30 USD a million, 400 at 0.03, 250 at 2.50.
COST = "0.000817"
ID = re.compile(r"\b[0-9a-f]{16}\b")

Answer = Callable[[Request], Script]


def prompt_of(request: Request) -> str:
    """Return the words of a request as the service reads them."""
    return "".join(part["text"] for part in request.json["contents"][0]["parts"])


def says(request: Request, text: str, **ending: Any) -> Script:
    """Return a reply in the way it was asked for: in pieces or whole."""
    ending = {"finish": "STOP", "used": USED} | ending
    if "stream" not in request.path:
        return gemini.answered(gemini.chunk(text, **ending))
    half = len(text) // 2
    return gemini.streamed(gemini.chunk(text[:half]), gemini.chunk(text[half:], **ending))


def chapter(request: Request) -> Script:
    """Return a chapter that quotes the first quote of the prompt by its id."""
    ids = [one for one in ID.findall(prompt_of(request)) if one != "0123456789abcdef"]
    return says(request, f"## A chapter\n\nIt was put like this.\n\n[[{ids[0]}]]\n")


def quota(_: Request) -> Script:
    """Return that there is nothing left to spend until tomorrow: nobody waits for that."""
    return gemini.failed(429, f"Quota exceeded for key {CANARY}.", Retry_After="86400")


def from_the(number: int, then: Answer) -> Answer:
    """Answer with chapters, and from so many requests on (from 1) with something else."""
    count = 0

    def answer(request: Request) -> Script:
        nonlocal count
        count += 1
        return then(request) if count >= number else chapter(request)

    return answer


def chapters_of(folder: Path) -> list[dict[str, Any]]:
    """Return the chapters of an edition."""
    found: list[dict[str, Any]] = json.loads((folder / "edition.json").read_bytes())["chapters"]
    return found
