"""Who may write a run, and from which replies: what a person chose, made into a client's choice."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cache
from hashlib import sha256

from core.errors import BadInput, Problem
from core.generation.line import Line
from core.record import Record
from workbench.labels import RECORDED_NAME, TO_USE_GEMINI
from workbench.paths import SAMPLE_DATA
from workbench.providers import keys, script_of
from workbench.store import ClientChoice, Session

LONGEST_REPLY = 200_000
"""Characters that a reply may have, whoever wrote it."""
LOCAL_SERVER = "http://127.0.0.1:11434/v1"  # where Ollama answers
RECORDED_PACE = 40  # words per second: slow enough to watch, fast enough for a talk
# Which of the recorded replies is for the chapter that begins with this one of the sample's map.
_RECORDED_FOR = {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 5}


class ProviderKind(StrEnum):
    """Who writes, as a person chooses it; the values are those of `workbench.labels.WRITERS`."""

    OFFLINE = "offline"
    GEMINI = "gemini"
    OPENAI = "openai"
    PASTED = "pasted"
    FILE = "scripted"
    RECORDED = "recorded"


class ProviderChoice(Record):
    """What a person asked for: the writer, the chapters (none named means all), and where its replies come from.

    Chapters are the evidence map's, from 0; `answers` are pasted ones by chapter. `pace` is in words per second, None
    for at once. `model` and `base_url` are those of a service.
    """

    writer: ProviderKind
    chapters: tuple[int, ...] = ()
    answers: Mapping[int, str] = {}
    file: ClientChoice | None = None
    pace: int | None = None
    model: str = ""
    base_url: str = LOCAL_SERVER


SERVICES = (ProviderKind.GEMINI, ProviderKind.OPENAI)
"""Those that ask a model over a network, on this machine or elsewhere."""


@cache
def _sample_hashes() -> tuple[str, str]:
    transcript, evidence = (
        sha256((SAMPLE_DATA / name).read_bytes()).hexdigest() for name in ("interview.md", "evidence.json")
    )
    return transcript, evidence


def writers_for(session: Session) -> tuple[ProviderKind, ...]:
    """Return who can write in a session; the recorded model answered for the sample's chapters only."""
    has = (session.transcript and session.transcript.sha256, session.evidence and session.evidence.sha256)
    return tuple(writer for writer in ProviderKind if writer is not ProviderKind.RECORDED or has == _sample_hashes())


def _check_length(reply: str, place: str) -> None:
    if len(reply) > LONGEST_REPLY:
        message = f"it has {len(reply):,} characters; a reply may have {LONGEST_REPLY:,}."
        raise BadInput(Problem(place=place, message=message, remedy="Give a shorter one."))


def read_replies(data: bytes, name: str) -> ClientChoice:
    """Read replies: a JSON list, one for each call in order, or a text that answers every call.

    Raises BadInput, also for a reply that is longer than any may be.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = f"this is not UTF-8 text (byte {error.start})."
        raise BadInput(Problem(place=name, message=message, remedy="Save it as text in UTF-8.")) from error
    if not text.strip():
        raise BadInput(Problem(place=name, message="this is empty.", remedy="Write one reply for each chapter."))
    choice = script_of(text, name)
    if not choice.replies:
        raise BadInput(Problem(place=name, message="the list is empty.", remedy="Write one text for each call."))
    for number, reply in enumerate(choice.replies, start=1):
        _check_length(reply, name if choice.every_call else f"{name}, reply {number}")
    return choice


def sent_of(line: Line, chapters: Sequence[int]) -> tuple[int, ...]:
    """Return those chapters that are sent to a client: the others have no proven quote."""
    quoted = {index for quote in line.merged.whitelist for index in quote.chapter_indices}
    return tuple(chapter for chapter in chapters if line.effective_index(chapter) in quoted)


def named_service(asked: ProviderChoice) -> ClientChoice:
    """Return the service and the model that a person named: nothing is asked, and an address that is none stays as it
    was typed."""
    model = asked.model.strip()
    if asked.writer is ProviderKind.GEMINI:
        from workbench.providers.gemini.gemini_client import DEFAULT_MODEL

        return ClientChoice(kind="gemini", model=model or DEFAULT_MODEL)
    from workbench.providers.openai.openai_client import check_base_url

    base_url = asked.base_url
    with suppress(BadInput):
        base_url = check_base_url(base_url)
    return ClientChoice(kind="openai", model=model or None, base_url=base_url)


def checked_service(asked: ProviderChoice) -> ClientChoice:
    """Return the service and the model that a person named. Raises BadInput where something is missing for a call."""
    choice = named_service(asked)
    if choice.kind == "openai":
        from workbench.providers.openai.openai_client import check_base_url

        check_base_url(choice.base_url)
        if choice.model is None:
            remedy = "Test the connection and choose one, or type its name."
            raise BadInput(Problem(place="model", message="none is chosen.", remedy=remedy))
    elif keys.key_of("gemini") is None:
        raise BadInput(Problem(place="Gemini", message="there is no key for it.", remedy=TO_USE_GEMINI))
    return choice


def _recorded(line: Line, chapters: Sequence[int]) -> ClientChoice:
    replies = json.loads((SAMPLE_DATA / "replies.json").read_text(encoding="utf-8"))
    chosen = tuple(str(replies[_RECORDED_FOR[chapter]]) for chapter in sent_of(line, chapters))
    return ClientChoice(kind="scripted", name=RECORDED_NAME, replies=chosen, words_per_second=RECORDED_PACE)


def choice_of(asked: ProviderChoice, line: Line, chapters: Sequence[int]) -> ClientChoice:
    """Return the client that a person chose, for the chapters that are to be written. Raises BadInput."""
    match asked.writer:
        case ProviderKind.OFFLINE:
            return ClientChoice(kind="offline")
        case ProviderKind.GEMINI | ProviderKind.OPENAI:
            return checked_service(asked)
        case ProviderKind.RECORDED:
            return _recorded(line, chapters)
        case ProviderKind.FILE:
            if asked.file is None:
                remedy = "Choose a file, or paste them."
                raise BadInput(Problem(place="replies", message="there are none yet.", remedy=remedy))
            return asked.file.model_copy(update={"words_per_second": asked.pace})
        case ProviderKind.PASTED:
            replies = tuple(asked.answers.get(chapter, "").strip() for chapter in chapters)
            for chapter, reply in zip(chapters, replies, strict=True):
                _check_length(reply, f"the answer for chapter {chapter + 1}")
            if not any(replies):
                remedy = "Copy a prompt, ask your model, and paste what it answers."
                raise BadInput(Problem(place="answers", message="there are none yet.", remedy=remedy))
            return ClientChoice(kind="pasted", replies=replies)
