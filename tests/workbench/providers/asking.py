"""What the tests ask of every client, what they hear, and how a table says that a call ends."""

from typing import NamedTuple

from core.errors import ServiceError
from core.llm.client import (
    ChapterBrief,
    GenerationRequest,
    Outcome,
    Reply,
    ReplyRestart,
    RetryWait,
    StreamingClient,
    Usage,
    WritingMode,
)

NOTHING = Usage()
BRIEF = ChapterBrief(
    title="Brass",
    claims=(),
    quotes=(),
    excerpts=(),
    target_words=600,
    generation_mode="full",
    mode=WritingMode.REFERENCE,
)
ASKED = GenerationRequest(chapter_index=0, brief=BRIEF, prompt="Write about brass.")


class Ends(NamedTuple):
    """How a call ends that was answered."""

    outcome: Outcome
    text: str
    finish: str
    says: str = ""
    usage: Usage = NOTHING
    requests: int = 1
    restarts: int = 0


class Fails(NamedTuple):
    """How a call ends that was not."""

    kind: type[ServiceError]
    says: str
    requests: int = 1


def heard(client: StreamingClient, *, streams: bool) -> tuple[Reply, int]:
    """Return a reply and how often it began anew; its text is that of the pieces since."""
    if not streams:
        return client.generate(ASKED), 0
    pieces: list[str] = []
    restarts = 0
    *events, reply = client.stream(ASKED)
    for came in events:
        if isinstance(came, str):
            pieces.append(came)
        elif isinstance(came, ReplyRestart):
            restarts += 1
            pieces.clear()
        else:
            assert isinstance(came, RetryWait)
            assert came.why
    assert isinstance(reply, Reply)
    assert reply.text == "".join(pieces)
    return reply, restarts


def ends_of(client: StreamingClient, *, streams: bool = True) -> Reply | ServiceError:
    """Return how a call ends."""
    try:
        return heard(client, streams=streams)[0]
    except ServiceError as error:
        return error
