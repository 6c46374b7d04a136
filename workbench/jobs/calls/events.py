"""The events of a call to a client, in one form for every client."""

from collections.abc import Generator, Iterator, Sequence

from core.errors import ClientError
from core.llm.client import Client, GenerationRequest, Reply, ReplyRestart, RetryWait, StreamingClient

CallEvent = str | RetryWait | ReplyRestart | Reply


def _ending(reply: Reply, pieces: Sequence[str]) -> Iterator[CallEvent]:
    """Yield a reply, and before it its text where that is not what the pieces were."""
    if "".join(pieces) != reply.text:
        if pieces:
            yield ReplyRestart()
        yield reply.text
    yield reply


def _streamed(stream: Iterator[object]) -> Iterator[CallEvent]:
    pieces: list[str] = []
    for came in stream:
        match came:
            case Reply():
                yield from _ending(came, pieces)
                return
            case str():
                pieces.append(came)
            case ReplyRestart():
                pieces.clear()
            case RetryWait():
                pass
            case _:
                raise ClientError(f"it answered with something that is no text ({type(came).__name__}).")
        yield came
    raise ClientError("the client ended without its reply, which is a mistake of that client.")


def events_of(client: Client, request: GenerationRequest, *, streaming: bool = True) -> Generator[CallEvent]:
    """Make a call and yield what comes: the pieces of the reply, which together are its text, and then the reply.

    One that cannot be watched comes in one piece. Closing the iterator ends the call. Raises ClientError, also where a
    client does not keep to its protocol, and whatever else the client raises.
    """
    if not streaming or not isinstance(client, StreamingClient):
        yield from _ending(client.generate(request), ())
        return
    stream = client.stream(request)
    try:
        yield from _streamed(stream)
    finally:
        close = getattr(stream, "close", None)
        if close is not None:
            close()
