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
_CLOCK = r"(?:0|[1-9]\d{0,8}):[0-5]\d:[0-5]\d"
CARD_TIME = rf"(?:(?:at or after|from) {_CLOCK}|{_CLOCK} to {_CLOCK}) in the recording"
"""The pattern of a time as a card has it."""
_CARD_TIME = re.compile(
    rf"(?:(?P<of>at or after|from) (?P<only>{_CLOCK})|(?P<start>{_CLOCK}) to (?P<end>{_CLOCK})) in the recording"
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


class CardTime(NamedTuple):
    """When a card says that its quotation was said, in seconds; `is_exact` where it says the very beginning."""

    start: int
    end: int | None
    is_exact: bool


def _seconds(clock: str) -> int:
    hours, minutes, seconds = map(int, clock.split(":"))
    return hours * 3600 + minutes * 60 + seconds


def read_card_time(fact: str) -> CardTime | None:
    """Return the time that a card has, None for anything else."""
    found = _CARD_TIME.fullmatch(fact)
    if found is None:
        return None
    end = _seconds(found["end"]) if found["end"] else None
    return CardTime(_seconds(found["only"] or found["start"]), end, found["of"] != "at or after")


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


class CardLinks:
    """Takes the links of a page's quotations, whose seconds are those of their cards; `obstacle` is the first thing
    that is not so: another address than the first link's, or a quotation with a time and no link beside others."""

    def __init__(self) -> None:
        self.links: list[RecordingLink] = []
        self._stray: tuple[int, str] | None = None
        self._unlinked: int | None = None

    def take(self, written: str, words: str, line: int, told: CardTime | None) -> None:
        """Take a quotation with the address that it links, "" for none, and the time of its card."""
        link = read_link(written, words, line)
        if link is None:
            self._unlinked = line if told and self._unlinked is None else self._unlinked
            return
        self.links.append(link)
        starts = told is not None and told.start == int(float(link.start))
        if not (starts and (not link.end or (told is not None and told.end == int(float(link.end))))):
            self._stray = self._stray or (line, link.address)

    @property
    def obstacle(self) -> tuple[int, str] | None:
        """The line, from 1, and what is wrong there."""
        if self.links and self._unlinked is not None:
            return self._unlinked, "a quotation without its link"
        return self._stray or find_other_address(self.links)
