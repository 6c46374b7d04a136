"""The service that makes vectors for `workbench ask`: what a person named, and asking it."""

from collections.abc import Generator
from contextlib import closing, contextmanager

from core.errors import BadInput, Problem
from core.text.safe_html import counted
from workbench.cli.calls.terminal_progress import StatusLine
from workbench.cli.output import say
from workbench.providers import keys
from workbench.providers.client_spec import check_key
from workbench.providers.openai.openai_embeddings import OpenAIEmbeddings, check_embeddings_url
from workbench.search.vector_search import Embedder
from workbench.search.vectors import EmbeddingModel
from workbench.store import ClientChoice

_KIND = "openai"
_PLACE = "--embeddings"


def _bad(message: str, remedy: str, place: str = _PLACE) -> BadInput:
    return BadInput(Problem(place=place, message=message, remedy=remedy))


def embedding_choice(service: str | None, model: str | None, key_variable: str | None) -> ClientChoice:
    """Return the service and the model that are to make vectors, as a person named them (openai:URL); nothing is asked.
    Raises BadInput."""
    model = (model or "").strip()
    if not service or not model:
        raise _bad("it goes with --embedding-model, and neither goes alone.", "Name the service and its model.")
    kind, _, address = service.partition(":")
    if kind != _KIND or not address.strip():
        raise _bad("this is no service that makes vectors.", "Write it like openai:http://127.0.0.1:11434/v1.")
    choice = ClientChoice(kind=_KIND, model=model, base_url=check_embeddings_url(address))
    if key_variable is not None:
        keys.use_variable(choice.base_url, key_variable)
    if keys.scrub(model) != model:
        remedy = "Name a model; a key belongs in a variable."
        raise _bad("this is a key, not the name of a model.", remedy, "--embedding-model")
    return choice


@contextmanager
def embedder_of(choice: ClientChoice) -> Generator[Embedder]:
    """Yield what makes vectors with a service; says on standard error what is sent where. Raises BadInput where its key
    is missing."""
    check_key(choice, place=_PLACE, option="--embedding-key-env")
    line = StatusLine()

    def progress(done: int, total: int) -> None:
        if not done:
            line.clear()
            say(f"Vectors: the question and {counted(total - 1, 'passage')} are sent to {choice.base_url}.", error=True)
        line.show(f"Vectors: {done:,} of {counted(total, 'text')}")

    with closing(OpenAIEmbeddings(choice.base_url, choice.model or "")) as client:
        try:
            yield Embedder(EmbeddingModel(client.base_url, client.model), client.embed, progress)
        finally:
            line.clear()
