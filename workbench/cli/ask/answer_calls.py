"""The calls for one answer in the foreground: proven text is printed while the reply arrives."""

import sys
from collections.abc import Generator
from contextlib import contextmanager

from core.enforcement.results import Decision
from core.llm.client import Client, GenerationRequest, StreamingClient
from workbench.cli.calls.terminal_progress import ProgressClient
from workbench.cli.output import put
from workbench.cli.plain_text import plain_text_of
from workbench.jobs.answers import AskQuestionCall
from workbench.jobs.calls import CallPosition, MakeGate, ReplyObserver, in_words, make_call
from workbench.jobs.watched_call import CallError
from workbench.providers import client_of
from workbench.store import CallRecord, ClientChoice

_WHERE = "The answer"


class Terminal:
    """Prints the text that enforcement has released, if standard output is a terminal.

    `shown` is the part of the last reply that is on the screen, as plain text.
    """

    def __init__(self, *, wanted: bool) -> None:
        self.shown = ""
        self.is_watched = wanted and sys.stdout.isatty()

    def begin(self) -> None:
        """Begin with another reply. The caller says that the text on the screen no longer counts."""
        if self.shown:
            put("\n\n")
        self.shown = ""

    def leave(self) -> None:
        """End the unfinished line on the screen."""
        if self.shown:
            put("\n")

    def show(self, text: str) -> None:
        """Show the part of `text` that is not on the screen yet."""
        plain = plain_text_of(text)
        if plain.startswith(self.shown):
            put(plain[len(self.shown) :])
            self.shown = plain


class _PrintingGate:
    """A reply observer that also prints the released text at a terminal."""

    def __init__(self, gate: ReplyObserver, terminal: Terminal) -> None:
        self._gate = gate
        self._terminal = terminal
        terminal.begin()

    @property
    def text(self) -> str:
        """The Markdown that was released so far."""
        return self._gate.text

    @property
    def received(self) -> int:
        """How many characters of the reply have arrived."""
        return self._gate.received

    @property
    def held(self) -> int:
        """How many characters have arrived and are not decided yet."""
        return self._gate.held

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Every decision so far, in reading order."""
        return self._gate.decisions

    @property
    def proven(self) -> int:
        """How many proven quotations were released so far."""
        return self._gate.proven

    def feed(self, piece: str) -> None:
        """Take the next characters of the reply, and show the text that they release."""
        self._gate.feed(piece)
        self._terminal.show(self._gate.text)

    def finish(self) -> None:
        """Note that the reply is complete, and show its end."""
        self._gate.finish()
        self._terminal.show(self._gate.text)


def _shown(gate: MakeGate | None, terminal: Terminal) -> MakeGate | None:
    if gate is None or not terminal.is_watched:
        return gate
    return lambda: _PrintingGate(gate(), terminal)


def _ask(client: Client, choice: ClientChoice, terminal: Terminal, *, streaming: bool) -> AskQuestionCall:
    telling = client
    if isinstance(client, StreamingClient):
        telling = ProgressClient(client, _WHERE, waits=terminal.is_watched)

    def ask(request: GenerationRequest, place: CallPosition, gate: MakeGate | None) -> CallRecord:
        failed: list[CallRecord] = []
        try:
            return make_call(
                telling,
                request,
                place,
                choice,
                gate=_shown(gate, terminal),
                streaming=streaming,
                failed=failed.append,
            )
        except Exception as error:
            if not failed:
                raise
            raise CallError(in_words(error), failed[-1]) from error

    return ask


@contextmanager
def answer_calls(choice: ClientChoice, terminal: Terminal, *, streaming: bool) -> Generator[AskQuestionCall]:
    """Yield the function that makes the calls of one answer; the client is closed at the end. Raises BadInput."""
    client = client_of(choice)
    try:
        yield _ask(client, choice, terminal, streaming=streaming)
    finally:
        getattr(client, "close", lambda: None)()
