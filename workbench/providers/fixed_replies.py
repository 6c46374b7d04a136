"""Replies that were given beforehand: a script for the calls in order, or one for each chapter that a person pasted."""

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from core.errors import BadInput, Problem
from core.generation.line import Line
from core.llm.client import Client, GenerationRequest, Reply, ScriptedClient
from core.text.well_formed import well_formed, well_formed_values
from workbench.providers.provider import PickerEntry, Provider, ProviderChoice
from workbench.store import ClientChoice

LONGEST_REPLY = 200_000
"""Characters that a reply may have, whoever wrote it."""

_MISSING = "No reply was pasted for this chapter."
_WORD = re.compile(r"\s*\S+\s*|\s+")
# How JSON begins, and no sentence does: “[Note] ...” and “[[...]]” may be a reply's first words.
_LIKE_JSON = re.compile(r"""\s*(?:\[\s*["'“]|\{\s*["'“}])""")
_EXPECTED = "Write a JSON list with one text for each call, or one text that answers every call."


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


class PacedClient:
    """Lets the reply of another client come word by word. Raises BadInput where it would never come."""

    def __init__(self, client: Client, words_per_second: int) -> None:
        if words_per_second < 1:
            message = f"{words_per_second} is not a valid pace."
            raise BadInput(Problem(place="words per second", message=message, remedy="1 is the least."))
        self._client = client
        self._pace = words_per_second
        self.name = client.name
        self.model = client.model

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
            # Wait until a point in time, not for a duration: a delay between two words would slow down all later ones.
            time.sleep(max(0.0, began + number / self._pace - time.monotonic()))
            yield word


def _bad(place: str, message: str, remedy: str) -> BadInput:
    return BadInput(Problem(place=place, message=message, remedy=remedy))


def _value_of(text: str, name: str) -> Any:
    """Return what stands in a file, well-formed: a JSON value if it begins like a list or an object, else its text."""
    text = well_formed(text)
    if not text.lstrip().startswith(("[", "{")):
        return text
    try:
        return well_formed_values(json.loads(text))
    except (ValueError, RecursionError) as error:
        if not _LIKE_JSON.match(text):
            return text
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise _bad(name, f"this begins like JSON and cannot be read as JSON{where}.", _EXPECTED) from error


def script_of(text: str, name: str) -> ClientChoice:
    """Return the choice of a scripted client with the replies of a file: a JSON list, one for each call, or a text that
    answers every call. Raises BadInput for other JSON, and for what begins like JSON and is none."""
    replies = _value_of(text, name)
    if isinstance(replies, str):
        return ClientChoice(kind="scripted", name=name, replies=(replies,), every_call=True)
    if not isinstance(replies, list):
        raise _bad(name, "this is a JSON object; a list of texts is expected.", _EXPECTED)
    found = cast("list[object]", replies)
    texts = [reply for reply in found if isinstance(reply, str)]
    if len(texts) != len(found):
        raise _bad(name, "the list holds something that is not a text.", "Write one text for each call.")
    return ClientChoice(kind="scripted", name=name, replies=tuple(texts))


def _check_length(reply: str, place: str) -> None:
    if len(reply) > LONGEST_REPLY:
        message = f"it has {len(reply):,} characters; a reply may have {LONGEST_REPLY:,}."
        raise _bad(place, message, "Give a shorter one.")


def read_replies(data: bytes, name: str) -> ClientChoice:
    """Read replies: a JSON list, one for each call in order, or a text that answers every call.

    Raises BadInput, also for a reply that is longer than any may be.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _bad(name, f"this is not UTF-8 text (byte {error.start}).", "Save it as text in UTF-8.") from error
    if not text.strip():
        raise _bad(name, "this is empty.", "Write one reply for each chapter.")
    choice = script_of(text, name)
    if not choice.replies:
        raise _bad(name, "the list is empty.", "Write one text for each call.")
    for number, reply in enumerate(choice.replies, start=1):
        _check_length(reply, name if choice.every_call else f"{name}, reply {number}")
    return choice


def _scripted(choice: ClientChoice, answered: int, _chapters: Sequence[int]) -> Client:
    replies = choice.replies[0] if choice.every_call and choice.replies else choice.replies
    client = ScriptedClient(replies, choice.name or "the script", answered=answered)
    return client if choice.words_per_second is None else PacedClient(client, choice.words_per_second)


def _from_script(asked: ProviderChoice, _line: Line, _chapters: Sequence[int]) -> ClientChoice:
    if asked.file is None:
        raise _bad("replies", "there are none yet.", "Choose a file, or paste them.")
    return asked.file.model_copy(update={"words_per_second": asked.pace})


def _pasted(choice: ClientChoice, _answered: int, chapters: Sequence[int]) -> Client:
    return PastedClient(dict(zip(chapters, choice.replies, strict=False)))


def _from_answers(asked: ProviderChoice, _line: Line, chapters: Sequence[int]) -> ClientChoice:
    replies = tuple(asked.answers.get(chapter, "").strip() for chapter in chapters)
    for chapter, reply in zip(chapters, replies, strict=True):
        _check_length(reply, f"the answer for chapter {chapter + 1}")
    if not any(replies):
        raise _bad("answers", "there are none yet.", "Copy a prompt, ask your model, and paste what it answers.")
    return ClientChoice(kind="pasted", replies=replies)


_FROM_A_FILE = "Replies from a file"

SCRIPTED = Provider(
    kind="scripted",
    title="replies written beforehand",
    spec="scripted:PATH",
    on_generate=PickerEntry(
        name="Replies written beforehand",
        caption="From a file or pasted: a list with one reply for each chapter, or one text for all.",
    ),
    on_ask=PickerEntry(name=_FROM_A_FILE, caption="Written beforehand, for a demonstration: one reply for each call."),
    on_evaluate=_FROM_A_FILE,
    make=_scripted,
    choose=_from_script,
    from_file=script_of,
    replies_for="call",
)

PASTED = Provider(
    kind="pasted",
    title="your own model (copy and paste)",
    on_generate=PickerEntry(
        name="Your own model (copy and paste)",
        caption="You copy a prompt for each chapter, ask any model you like, and paste what it answers.",
    ),
    make=_pasted,
    choose=_from_answers,
    replies_for="chapter",
)
