"""A fence around a continuation, or around the text that it continues."""

import re

from core.llm.reply import FENCE, LONGEST_CHAT, is_chat_line

LONGEST_OPENING = 4_096
"""Characters within which the wrapping of a continuation opens, and within which a line of chat behind it ends."""


class FenceStripper:
    """Takes off what closes the fence around a continuation, and one line of chat behind it."""

    def __init__(self, fence: str, *, line_begins: bool) -> None:
        self._closing = re.compile(rf" {{0,3}}{fence[0]}{{{len(fence)},80}}[ \t]{{0,80}}\r?")
        self._may_close = re.compile(rf" {{0,3}}{fence[0]}{{0,80}}[ \t]{{0,80}}\r?")
        self._line_begins = line_begins
        self._pending = ""
        self._behind: list[str] = []
        self._is_closed = False
        self._passes = False

    def feed(self, piece: str) -> str:
        """Take the next characters; return those that are certainly inside the fence, or certainly more than chat."""
        if self._passes:
            return piece
        if self._is_closed:
            return self._hold(piece)
        *lines, last = (self._pending + piece).split("\n")
        given: list[str] = []
        for number, line in enumerate(lines):
            if self._line_begins and self._closing.fullmatch(line):
                self._is_closed, self._pending = True, ""
                return "".join(given) + self._hold("\n".join([*lines[number + 1 :], last]))
            given.append(line + "\n")
            self._line_begins = True
        if self._line_begins and self._may_close.fullmatch(last):
            self._pending = last
            return "".join(given)
        self._pending, self._line_begins = "", not last and self._line_begins
        return "".join([*given, last])

    def _hold(self, piece: str) -> str:
        self._behind.append(piece)
        behind = "".join(self._behind)
        self._behind = [behind]
        self._passes = len(behind) > LONGEST_OPENING or "\n" in behind.strip() or len(behind.strip()) > LONGEST_CHAT
        return behind if self._passes else ""

    def finish(self) -> str:
        """Say that the continuation is complete; return the rest."""
        if self._passes:
            return ""
        if self._is_closed:
            behind = "".join(self._behind)
            return "" if is_chat_line(behind) else behind
        return "" if self._closing.fullmatch(self._pending) else self._pending


def open_fence(text: str) -> str:
    """Return the fence around a text that is not closed in it, "" for none."""
    opening = FENCE.search(text)
    if opening is None or not is_chat_line(text[: opening.start()]):
        return ""
    fence = opening["fence"]
    closing = re.compile(rf"^ {{0,3}}{fence[0]}{{{len(fence)},}}[ \t]*\r?$", re.MULTILINE)
    return "" if closing.search(text, opening.end()) else fence
