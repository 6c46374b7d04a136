"""What is said while a reply comes: that it comes, and why nothing does for a while."""

import sys
from collections.abc import Generator
from time import monotonic

from core.llm.client import GenerationRequest, Reply, ReplyRestart, RetryWait, StreamingClient
from core.text.safe_html import counted
from workbench.cli.output import say, visible
from workbench.jobs.calls import make_ready

_BETWEEN = 0.2  # seconds between two changes of the line
_CHARACTERS_A_TOKEN = 4


class StatusLine:
    """One line of a terminal that changes; elsewhere, and where it is not `wanted`, there is none."""

    def __init__(self, *, wanted: bool = True) -> None:
        self._wanted = wanted
        self._length = 0
        self._changed = 0.0

    def show(self, text: str) -> None:
        """Put a text in place of the one before, unless that stands there for a moment only."""
        now = monotonic()
        if self._wanted and sys.stderr.isatty() and now - self._changed >= _BETWEEN:
            text = visible(text)
            sys.stderr.write(f"\r{text:<{self._length}}")
            sys.stderr.flush()
            self._length, self._changed = len(text), now

    def clear(self) -> None:
        """Leave the line as if nothing had been there."""
        if self._length:
            sys.stderr.write(f"\r{'':<{self._length}}\r")
            sys.stderr.flush()
            self._length = 0


class _ReplyRate:
    """How much of a reply has come, and how fast."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._words = 0
        self._characters = 0
        self._in_word = False
        self._began = monotonic()

    def take(self, piece: str) -> str:
        """Return what is to be said after the next characters."""
        if not self._characters:
            self._began = monotonic()
        self._characters += len(piece)
        # A word that goes on over two pieces is one.
        self._words += len(piece.split()) - (self._in_word and not piece[:1].isspace() and piece != "")
        self._in_word = not piece[-1:].isspace() if piece else self._in_word
        seconds = monotonic() - self._began
        tokens = self._characters / _CHARACTERS_A_TOKEN
        pace = f", {tokens / seconds:,.0f} tokens a second" if seconds > _BETWEEN else ""
        return f"{self._where}: {counted(self._words, 'word')}{pace}"


class ProgressClient:
    """A client that says on standard error what happens to its replies; `where` names the chapter.

    With `waits` it says only why nothing comes for a while.
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
        """Return what the client replies; all that can be said of it meanwhile is that it is waited for."""
        self._line.show(f"{self._where}: waiting for the whole reply")
        try:
            return self._client.generate(request)
        finally:
            self._line.clear()

    def _say(self, words: str) -> None:
        self._line.clear()
        say(f"{self._where}: {words}", error=True)

    def stream(self, request: GenerationRequest) -> Generator[str | RetryWait | ReplyRestart | Reply]:
        """Yield what the client yields; each wait is said once."""
        events = self._client.stream(request)
        coming = _ReplyRate(self._where)
        left = 0.0
        try:
            for came in events:
                if isinstance(came, RetryWait) and came.seconds > left:
                    self._say(f"asks again in {came.seconds:.1f} s. {came.why}")
                left = came.seconds if isinstance(came, RetryWait) else 0.0
                if isinstance(came, ReplyRestart):
                    self._say("the reply begins anew; what had come of it is not used.")
                    coming = _ReplyRate(self._where)
                if isinstance(came, str):
                    self._line.show(coming.take(came))
                yield came
        finally:
            self._line.clear()
            close = getattr(events, "close", None)
            if close is not None:
                close()
