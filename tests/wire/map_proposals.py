"""A model that proposes maps, as a server with OpenAI's protocol: it chooses the last sentence that it is shown."""

import json
import re
from typing import Any

from tests.wire import openai
from tests.wire.server import Request, Script

LINE = re.compile(r'^s(\d+) (".*")$', re.MULTILINE)
"""A numbered sentence of a prompt."""


def talk_of(turns: int) -> str:
    """Return a talk of two people; 340 turns take three windows."""
    return "\n\n".join(
        f"{('Ann Lee', 'Bob Marsh')[turn % 2]}: The boat number {turn} came into the harbour late that year, and all "
        f"of its crew went home. Nobody in the harbour had seen the boat {turn} before that winter."
        for turn in range(turns)
    )


def prompt_of(request: Request) -> str:
    """Return the prompt that was sent."""
    return str(request.json["messages"][-1]["content"])


def says(text: str, finish: str = "stop") -> Script:
    """Return a streamed reply."""
    used = openai.used(openai.usage(900, 300))
    return openai.streamed(
        openai.chunk(text[:30]), openai.chunk(text[30:]), openai.chunk(finish=finish), used, openai.DONE
    )


def reply_to(prompt: str, **wrong: Any) -> str:
    """Return a map with the last sentence of a prompt; `wrong` is put in its place of a second quote."""
    number, said = LINE.findall(prompt)[-1]
    words = json.loads(said)
    good = {"ids": [f"s{number}"], "first_words": words, "last_words": words}
    quotes = [good, *([good | wrong] if wrong else [])]
    claim = {"claim": f"Claim of {number}.", "quotes": quotes}
    return json.dumps({"chapters": [{"title": f"Chapter of {number}", "claims": [claim]}]})


def chooses(request: Request) -> Script:
    """Answer with a map."""
    return says(reply_to(prompt_of(request)))
