"""What is wrapped around a chapter, taken off while the reply comes."""

import re
from enum import StrEnum

from core.llm.reply import (
    BEFORE,
    FENCE,
    JSON_START,
    LONGEST_CHAT,
    THINKS,
    apologises,
    is_chat_line,
    unwrap_reply,
    without_thoughts,
)

_LONGEST_OPENING = 4_096  # characters after which a reply that comes is no longer held back for what may be around it


class _State(StrEnum):
    OPENING = "opening"  # what has come may still be taken off
    THINKING = "thinking"  # what comes is no part of the chapter
    PASSING = "passing"  # what comes is the chapter
    WAITING = "waiting"  # only the whole reply says what is the chapter


class Unwrapper:
    """Takes off what is wrapped around a chapter while its reply comes.

    What `feed` hands out begins the text that `unwrap_reply` makes of the whole reply; `finish` says whether it did.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._given: list[str] = []
        self._state = _State.OPENING
        self._coming: str = ""  # came and is not handed out, while the reply opens or a line may close its fence
        self._thinks: str = ""  # how the model began to think
        self._fence: str = ""
        self._line_begins = True

    def feed(self, piece: str) -> str:
        """Take the next characters of the reply; return those of the chapter that are certain by now."""
        self._pieces.append(piece)
        if self._state is not _State.WAITING:
            self._coming += piece
        if self._state is _State.THINKING:
            self._think()
        if self._state is _State.OPENING:
            self._open()
        given = self._pass() if self._state is _State.PASSING else ""
        self._given.append(given)
        return given

    def finish(self) -> str | None:
        """Return the rest of the chapter; None where the reply holds none, or another than was handed out."""
        chapter, given = unwrap_reply("".join(self._pieces)).text, "".join(self._given)
        if chapter is None or not (chapter + given[len(chapter) :]).startswith(given):
            return None
        # White space at the end of the reply may be out already.
        return None if given[len(chapter) :].strip() else chapter[len(given) :]

    @property
    def _closing(self) -> re.Pattern[str]:
        return re.compile(rf" {{0,3}}{self._fence[0]}{{{len(self._fence)},}}[ \t]*\r?")

    def _think(self) -> None:
        """Go over a thought; of one that goes on, keep what may be the beginning of its end."""
        ending = f"</{self._thinks[1:]}"
        _, ended, rest = self._coming.partition(ending)
        self._coming = rest if ended else self._coming[-len(ending) :]
        self._state = _State.OPENING if ended else _State.THINKING

    def _open(self) -> None:
        """Go over fences that stand around everything; pass on, or wait, as soon as it is clear what follows."""
        while True:
            self._coming = text = without_thoughts(BEFORE.sub("", self._coming, count=1))
            self._thinks = next((tag for tag in THINKS if text.startswith(tag)), "")
            if self._thinks:
                self._coming = text[len(self._thinks) :]
                self._think()
                return
            if text and any(tag.startswith(text) for tag in THINKS):
                return
            if JSON_START.match(text):
                self._state = _State.WAITING
                return
            line, ended, rest = text.partition("\n")
            if not ended and len(line) <= LONGEST_CHAT:
                break
            if not FENCE.match(line) and is_chat_line(line):
                # What looks like a line of chat is one where a fence follows it.
                behind = rest.lstrip()
                line, ended, rest = behind.partition("\n")
                if not behind or (not ended and behind[0] in "`~"):
                    break
            if self._fence and self._closing.fullmatch(line):
                self._state = _State.WAITING
                return
            opening = FENCE.match(line)
            if opening is None and not apologises(text):
                self._state, self._coming = _State.PASSING, text
            if opening is None:
                break
            self._fence, self._coming = opening["fence"], rest
        if len(self._coming) > _LONGEST_OPENING:
            self._state, self._coming = _State.PASSING, BEFORE.sub("", self._coming, count=1)

    def _pass(self) -> str:
        coming, self._coming = self._coming, ""
        if not self._fence:
            return coming
        given = 0
        *lines, last = coming.split("\n")
        for line in lines:
            if self._line_begins and self._closing.fullmatch(line):
                self._state = _State.WAITING
                return coming[:given]
            given += len(line) + 1
            self._line_begins = True
        # The last line may become the one that closes the fence.
        if self._line_begins and re.fullmatch(rf" {{0,3}}{self._fence[0]}{{0,80}}[ \t]{{0,80}}\r?", last):
            self._coming = last
            return coming[:given]
        self._line_begins = False
        return coming
