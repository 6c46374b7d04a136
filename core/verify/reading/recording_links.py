"""The links of a file's quotations to a recording: one address, and seconds behind it."""

import re
from collections.abc import Iterable
from html import unescape
from typing import NamedTuple

_SECONDS = r"(?:0|[1-9]\d{0,8})(?:\.\d{0,2}[1-9])?"
_CHAR = r"(?:[A-Za-z0-9%/:?@!$*+,;=~._\[\]-]|&amp;)"
_HOST = r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?"
ADDRESS = rf"https?://{_HOST}(?:[/?]{_CHAR}*+)?#t={_SECONDS}(?:,{_SECONDS})?"
"""The pattern of a link's address as every form writes it."""
_WRITTEN = re.compile(ADDRESS)
_CARD_TIME = re.compile(
    r"(?:(?:at or after|from) (?P<only>[\d:]++)|(?P<start>[\d:]++) to (?P<end>[\d:]++)) in the recording"
)


class RecordingLink(NamedTuple):
    """A quotation's link: its words and line, the address of the recording, from when to when; no `end` means on to
    the end of the recording."""

    words: str
    line: int
    url: str
    start: str
    end: str

    @property
    def address(self) -> str:
        """The whole address."""
        return f"{self.url}#t={self.start}{self.end and f',{self.end}'}"


def read_link(written: str, words: str, line: int) -> RecordingLink | None:
    """Return the link that an address in a file is, None where it has another form."""
    if not _WRITTEN.fullmatch(written):
        return None
    url, _, seconds = unescape(written).partition("#t=")
    start, _, end = seconds.partition(",")
    return RecordingLink(words, line, url, start, end)


def find_other_address(links: Iterable[RecordingLink]) -> tuple[int, str] | None:
    """Return the first link to another recording than the first one's, as its line and its address."""
    url = ""
    for link in links:
        url = url or link.url
        if link.url != url:
            return link.line, link.address
    return None


def _clock(seconds: str) -> str:
    """Return seconds as a card has them, h:mm:ss."""
    whole = int(float(seconds))
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


class CardLinks:
    """Takes the links of a page's quotations, whose seconds are those of their cards; `obstacle` is the first thing
    that is not so: another address than the first link's, or a quotation with a time and no link beside others."""

    def __init__(self) -> None:
        self.links: list[RecordingLink] = []
        self._stray: tuple[int, str] | None = None
        self._unlinked: int | None = None

    def take(self, written: str, words: str, line: int, facts: Iterable[str]) -> None:
        """Take a quotation with the address that it links, "" for none, and what its card says."""
        times = [found for fact in facts if (found := _CARD_TIME.match(fact))]
        link = read_link(written, words, line)
        if link is None:
            self._unlinked = line if times and self._unlinked is None else self._unlinked
            return
        self.links.append(link)
        told = times[0] if len(times) == 1 else None
        starts = told is not None and (told["start"] or told["only"]) == _clock(link.start)
        if not (starts and (not link.end or (told is not None and told["end"] == _clock(link.end)))):
            self._stray = self._stray or (line, link.address)

    @property
    def obstacle(self) -> tuple[int, str] | None:
        """The line, from 1, and what is wrong there."""
        if self.links and self._unlinked is not None:
            return self._unlinked, "a quotation without its link"
        return self._stray or find_other_address(self.links)
