"""The status line while a reply arrives: how much has arrived, and why nothing arrives for a while."""

import sys
from collections.abc import Generator
from time import monotonic

from core.llm.client import GenerationRequest, Reply, ReplyRestart, RetryWait, StreamingClient
from core.text.safe_html import counted
from workbench.cli.output import put_bytes, say, visible
from workbench.jobs.calls import make_ready

_BETWEEN = 0.2  # seconds between two changes of the line
_CHARACTERS_A_TOKEN = 4


def _at_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()  # None: it was closed before the program began


class StatusLine:
    """One line of a terminal that is overwritten; not shown outside a terminal or if it is not `wanted`."""

    def __init__(self, *, wanted: bool = True) -> None:
        self._wanted = wanted
        self._length = 0
        self._changed = 0.0

    def show(self, text: str) -> None:
        """Replace the text of the line, unless the last change was less than 0.2 s ago."""
        now = monotonic()
        if self._wanted and _at_terminal() and now - self._changed >= _BETWEEN:
            text = visible(text)
            put_bytes(f"\r{text:<{self._length}}".encode("utf-8", "backslashreplace"), error=True)
            self._length, self._changed = len(text), now

    def clear(self) -> None:
        """Erase the line."""
        if self._length:
            put_bytes(f"\r{'':<{self._length}}\r".encode(), error=True)
            self._length = 0


class _ReplyRate:
    """How much of a reply has arrived, and how fast."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._words = 0
        self._characters = 0
        self._in_word = False
        self._began = monotonic()

    def take(self, piece: str) -> str:
        """Return the status text after the next characters."""
        if not self._characters:
            self._began = monotonic()
        self._characters += len(piece)
        # A word that is split over two pieces counts once.
        self._words += len(piece.split()) - (self._in_word and not piece[:1].isspace() and piece != "")
        self._in_word = not piece[-1:].isspace() if piece else self._in_word
        seconds = monotonic() - self._began
        tokens = self._characters / _CHARACTERS_A_TOKEN
        pace = f", {tokens / seconds:,.0f} tokens a second" if seconds > _BETWEEN else ""
        return f"{self._where}: {counted(self._words, 'word')}{pace}"


class ProgressClient:
    """A client that prints the progress of its replies on standard error; `where` names the chapter.

    With `waits` it prints only why nothing arrives for a while.
    """

    def __init__(self, client: StreamingClient, where: str, *, waits: bool = False) -> None:
        self._client = client
        self._where = where
        self._line = StatusLine(wanted=not waits)
        self.name = client.name
        self.model = client.model

    def load(self) -> None:
        """Let the client load what its calls need."""
        make_ready(self._client)

    def generate(self, request: GenerationRequest) -> Reply:
        """Return the client's reply. It arrives in one piece, so the status line says only that it waits."""
        self._line.show(f"{self._where}: waiting for the whole reply")
        try:
            return self._client.generate(request)
        finally:
            self._line.clear()

    def _say(self, words: str) -> None:
        self._line.clear()
        say(f"{self._where}: {words}", error=True)

    def stream(self, request: GenerationRequest) -> Generator[str | RetryWait | ReplyRestart | Reply]:
        """Yield what the client yields; each wait is printed once."""
        events = self._client.stream(request)
        coming = _ReplyRate(self._where)
        left = 0.0
        try:
            for came in events:
                if isinstance(came, RetryWait) and came.seconds > left:
                    self._say(f"asks again in {came.seconds:.1f} s. {came.why}")
                left = came.seconds if isinstance(came, RetryWait) else 0.0
                if isinstance(came, ReplyRestart):
                    self._say("the reply begins again; the part that had arrived is not used.")
                    coming = _ReplyRate(self._where)
                if isinstance(came, str):
                    self._line.show(coming.take(came))
                yield came
        finally:
            self._line.clear()
            close = getattr(events, "close", None)
            if close is not None:
                close()
