"""The record of a kind of client: whatever depends on the kind asks its record."""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

from core.generation.line import Line
from core.llm.client import Client, GenerationRequest, StreamingClient
from core.record import Record
from workbench.providers.transport.retry import RetryPolicy
from workbench.store import ClientChoice, Session


class ServiceClient(StreamingClient, Protocol):
    """A client that asks a model over a network."""

    def load(self) -> None:
        """Load what a call needs; nothing is asked."""
        ...

    def models(self) -> tuple[str, ...]:
        """Return the models that can write, which tests the connection as well. Raises ServiceError."""
        ...

    def count_tokens(self, request: GenerationRequest) -> int | None:
        """Return the tokens that a request would send, None where the service does not say. Raises ServiceError."""
        ...

    def close(self) -> None:
        """End what is under way, also from another thread."""
        ...


class ProviderChoice(Record):
    """What a person asked for: a provider, the chapters (none named means all), and where its replies come from.

    Chapters are the evidence map's, from 0; `answers` are pasted ones by chapter. `pace` is in words per second, None
    for at once. `model` and `base_url` are those of a service; None is the provider's own address.
    """

    writer: str
    chapters: tuple[int, ...] = ()
    answers: Mapping[int, str] = {}
    file: ClientChoice | None = None
    pace: int | None = None
    model: str = ""
    base_url: str | None = None


class PickerEntry(Record):
    """How a page offers a provider; `without_key` is the caption while a key that it needs is missing."""

    name: str = ""
    caption: str = ""
    without_key: str = ""


ClientFactory = Callable[[ClientChoice, int, Sequence[int]], Client]
"""Makes a client of a choice, the number of calls that are answered already, and the chapters to write in order, by
their indices after merging."""
ServiceFactory = Callable[[ClientChoice, RetryPolicy | None], ServiceClient]
"""Makes the client of a service, with the client's own patience where none is given; nothing is asked or loaded."""


class Provider(Record):
    """A kind of client. One without `make` and `connect` is offered to people, and its choices are of another kind.

    `kind` is stored and exported. `title` stands in sentences. `spec` is what the command calls it, "" where it cannot:
    KIND, KIND:PATH with a file for `from_file` (its text and name), KIND:URL for a service with an address. A page
    offers it where it has an entry there (on Evaluate, a name); `fits` tells for which sessions, None means all.

    Of what is no service: `make` makes the client, `choose` the choice for chapters from what a person asked for;
    `replies_for` says what replies that were given beforehand are for: the next call, or a chapter.

    Of a service: `connect` makes the client. Its key comes from the first of `key_variables` that is set, and belongs
    to `key_address` alone where that is not "". `check_address` returns an address as it is asked, and raises BadInput.
    `price_list` is its id in the list of prices, "" where the address finds it.
    """

    kind: str
    title: str
    spec: str = ""
    on_generate: PickerEntry = PickerEntry()
    on_ask: PickerEntry = PickerEntry()
    on_evaluate: str = ""
    fits: Callable[[Session], bool] | None = None

    make: ClientFactory | None = None
    choose: Callable[[ProviderChoice, Line, Sequence[int]], ClientChoice] | None = None
    from_file: Callable[[str, str], ClientChoice] | None = None
    replies_for: Literal["", "call", "chapter"] = ""
    reads_prompt: bool = True

    connect: ServiceFactory | None = None
    key_variables: tuple[str, ...] = ()
    key_address: str = ""
    needs_key: bool = False
    default_model: str = ""
    default_address: str = ""
    check_address: Callable[[str], str] | None = None
    counts_tokens: bool = False
    price_list: str = ""

    @property
    def is_service(self) -> bool:
        """Whether it is asked over a network, and can be asked again."""
        return self.connect is not None

    @property
    def is_fixed(self) -> bool:
        """Whether its replies were given beforehand: a run meets the same ones whenever it is resumed."""
        return self.replies_for != ""

    @property
    def can_answer(self) -> bool:
        """Whether it answers any prompt, such as a question or a judge's."""
        return self.reads_prompt and self.replies_for != "chapter"

    @property
    def can_judge(self) -> bool:
        """Whether it can judge texts in every session."""
        return self.can_answer and self.fits is None

    @property
    def to_give_key(self) -> str:
        """What a person does where the key is missing that it needs."""
        variable = self.key_variables[0]
        return f"Set {variable} before you start the app, or type a key below; it stays in this program's memory."

    def spec_of(self, choice: ClientChoice) -> str:
        """Return what the command calls a service with the address of a choice."""
        return f"{self.kind}:{choice.base_url}" if self.check_address else self.kind
