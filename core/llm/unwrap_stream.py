"""Take the wrapping off a chapter while its reply arrives."""

import re
from enum import StrEnum

from core.llm.reply import (
    BEFORE,
    FENCE,
    JSON_START,
    LONGEST_CHAT,
    THOUGHT_TAGS,
    apologises,
    is_chat_line,
    unwrap_reply,
    without_thoughts,
)

_LONGEST_OPENING = 4_096  # characters after which a streamed reply is no longer held back as possible wrapping


class _State(StrEnum):
    OPENING = "opening"  # what was received may still be wrapping
    THINKING = "thinking"  # what is received is no part of the chapter
    PASSING = "passing"  # what is received is the chapter
    WAITING = "waiting"  # only the whole reply says what is the chapter


class Unwrapper:
    """Takes the wrapping off a chapter while its reply arrives.

    What `feed` returns is the beginning of what `unwrap_reply` makes of the whole reply; `finish` says whether it was.
    """

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._given: list[str] = []
        self._state = _State.OPENING
        self._pending: str = ""  # received and not returned yet, while the reply opens or a line may close its fence
        self._thought_tag: str = ""  # the tag that opened the model's thoughts
        self._fence: str = ""
        self._line_begins = True

    def feed(self, piece: str) -> str:
        """Take the next characters of the reply; return those that certainly belong to the chapter."""
        self._pieces.append(piece)
        if self._state is not _State.WAITING:
            self._pending += piece
        if self._state is _State.THINKING:
            self._think()
        if self._state is _State.OPENING:
            self._open()
        given = self._pass() if self._state is _State.PASSING else ""
        self._given.append(given)
        return given

    def finish(self) -> str | None:
        """Return the rest of the chapter; None if the reply holds none, or another one than was returned so far."""
        chapter, given = unwrap_reply("".join(self._pieces)).text, "".join(self._given)
        if chapter is None or not (chapter + given[len(chapter) :]).startswith(given):
            return None
        # White space at the end of the reply may be returned already.
        return None if given[len(chapter) :].strip() else chapter[len(given) :]

    @property
    def _closing(self) -> re.Pattern[str]:
        return re.compile(rf" {{0,3}}{self._fence[0]}{{{len(self._fence)},}}[ \t]*\r?")

    def _think(self) -> None:
        """Skip a thought; of an unfinished one, keep what may be the beginning of its end tag."""
        ending = f"</{self._thought_tag[1:]}"
        _, ended, rest = self._pending.partition(ending)
        self._pending = rest if ended else self._pending[-len(ending) :]
        self._state = _State.OPENING if ended else _State.THINKING

    def _open(self) -> None:
        """Skip fences around the whole; pass text on, or wait, as soon as it is clear what follows."""
        while True:
            self._pending = text = without_thoughts(BEFORE.sub("", self._pending, count=1))
            self._thought_tag = next((tag for tag in THOUGHT_TAGS if text.startswith(tag)), "")
            if self._thought_tag:
                self._pending = text[len(self._thought_tag) :]
                self._think()
                return
            if text and any(tag.startswith(text) for tag in THOUGHT_TAGS):
                return
            if JSON_START.match(text):
                self._state = _State.WAITING
                return
            line, ended, rest = text.partition("\n")
            if not ended and len(line) <= LONGEST_CHAT:
                break
            if not FENCE.match(line) and is_chat_line(line):
                # What looks like a line of chat is one if a fence follows it.
                behind = rest.lstrip()
                line, ended, rest = behind.partition("\n")
                if not behind or (not ended and behind[0] in "`~"):
                    break
            if self._fence and self._closing.fullmatch(line):
                self._state = _State.WAITING
                return
            opening = FENCE.match(line)
            if opening is None and not apologises(text):
                self._state, self._pending = _State.PASSING, text
            if opening is None:
                break
            self._fence, self._pending = opening["fence"], rest
        if len(self._pending) > _LONGEST_OPENING:
            self._state, self._pending = _State.PASSING, BEFORE.sub("", self._pending, count=1)

    def _pass(self) -> str:
        pending, self._pending = self._pending, ""
        if not self._fence:
            return pending
        given = 0
        *lines, last = pending.split("\n")
        for line in lines:
            if self._line_begins and self._closing.fullmatch(line):
                self._state = _State.WAITING
                return pending[:given]
            given += len(line) + 1
            self._line_begins = True
        # The last line may become the one that closes the fence.
        if self._line_begins and re.fullmatch(rf" {{0,3}}{self._fence[0]}{{0,80}}[ \t]{{0,80}}\r?", last):
            self._pending = last
            return pending[:given]
        self._line_begins = False
        return pending
