"""Ask whatever writes: a client, or a plain function from a prompt to text, either of them perhaps async."""

from collections.abc import Awaitable, Callable
from inspect import isawaitable, iscoroutine
from typing import TypeAlias, cast

from core.errors import ClientError
from core.llm.client import Client, GenerationRequest, Reply
from core.llm.read_call import read_call

Writes: TypeAlias = Callable[[str], "str | Reply | Awaitable[str | Reply]"]


def client_name(client: Client | Writes) -> str:
    """Return the name of a client, or of the function that stands in for one."""
    return str(getattr(client, "name", None) or getattr(client, "__name__", type(client).__name__))


def client_model(client: Client | Writes) -> str | None:
    """Return the name of a client's model, None where there is none."""
    return getattr(client, "model", None)


def _call(client: Client | Writes, request: GenerationRequest) -> object:
    """Call a client with the request, a function with its prompt."""
    generate = cast("Callable[[GenerationRequest], object] | None", getattr(client, "generate", None))
    if generate is not None:
        return generate(request)
    if callable(client):
        return client(request.prompt)
    raise ClientError(
        f"{client_name(client)} cannot write: a client is a function from a prompt to text, or has "
        "generate(request), which returns a Reply or text."
    )


def _as_reply(written: object, client: Client | Writes, request: GenerationRequest) -> Reply:
    if isinstance(written, str):
        written = Reply(text=written)
    if isinstance(written, Reply):
        read_call(request, written)  # logs what is wrong with it
        return written
    raise ClientError(f"{client_name(client)} returned a {type(written).__name__}; a client returns a Reply or text.")


def ask_client(client: Client | Writes, request: GenerationRequest) -> Reply:
    """Return what a client writes, text made a reply.

    Raises ClientError where it returns anything else, or must be awaited.
    """
    written = _call(client, request)
    if isawaitable(written):
        if iscoroutine(written):
            written.close()
        raise ClientError(
            f"{client_name(client)} is async, and nothing awaits it here: use it with "
            "`await generate_ideas_edition_chapter(...)`, or give a client that returns its text."
        )
    return _as_reply(written, client, request)


async def await_client(client: Client | Writes, request: GenerationRequest) -> Reply:
    """Return what a client writes, awaited where it is async; one that is not runs in a thread of its own.

    Raises ClientError where it returns neither a reply nor text.
    """
    import asyncio

    written = await asyncio.to_thread(_call, client, request)
    return _as_reply(await written if isawaitable(written) else written, client, request)
