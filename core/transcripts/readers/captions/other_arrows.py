"""Captions whose times are joined by another sign than `-->`: as word processors, web pages and people leave them."""

import re
from itertools import islice

from core.transcripts.readers.captions import named_cues, subrip
from core.transcripts.readers.pieces import Given, Reading
from core.transcripts.readers.refusal import refusal

_TIME = r"(?:\d{1,3}:\d{1,2}:\d{1,2}(?:[.,;:]\d{1,3})?|\d{1,3}:\d{1,2}[.,;]\d{1,3})"
_SIGN = r"(?:[^\w\r\n]{1,12}|[ \t]*-{1,2}&gt;[ \t]*|[ \t]+[^\W\d_]{1,9}[ \t]+)"
_RANGE = re.compile(
    rf"(?<![^\r\n])(?P<indent>[ \t]*)(?P<start>{_TIME})(?P<sign>{_SIGN})(?P<end>{_TIME})[ \t]*(?=[\r\n]|\Z)"
)
_FRAME = re.compile(r"(?<=:\d\d:\d\d):\d{1,3}\Z")
_NUMBER_LINE = re.compile(r"(?m)^[ \t]*\d{1,9}[ \t]*\r?$")
_ARROW = "-->"
_ENOUGH = 2
_MOST_ABOVE = 3  # lines of a title above the first time


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _written_anew(match: re.Match[str]) -> str:
    """Return a line of times as SubRip has it, as long as it was: every place in the file stays."""

    def time(name: str) -> str:
        return _FRAME.sub(_blank, match[name]).replace(".", ",").replace(";", ",")

    line = match["indent"] + time("start") + _ARROW.ljust(len(match["sign"])) + time("end")
    return line.ljust(len(match.group()))


def _is_arrow(sign: str) -> bool:
    """Tell whether a sign between two times can become an arrow: it is as long, and no word."""
    return len(sign) >= len(_ARROW) and bool(sign.strip()) and not sign.strip().isalpha()


def read(given: Given) -> Reading | None:
    """Read captions of this kind as SubRip, or with names below their times; None where a text is none.

    Raises TranscriptError where nothing that can be read joins the times.
    """
    found = list(islice(_RANGE.finditer(given.text), _ENOUGH))
    if len(found) < _ENOUGH:
        return None
    above = _NUMBER_LINE.sub("", given.text[: found[0].start()])
    if sum(1 for line in above.splitlines() if line.strip()) > _MOST_ABOVE:
        return None
    line = found[0].group().strip()
    if not all(_is_arrow(one["sign"]) for one in found):
        message = f'these are captions whose times are not joined by an arrow (such as "{line}").'
        raise refusal(given.name, message, f"Write {_ARROW} between the two times of each cue, and use that file.")
    same = given._replace(text=_RANGE.sub(_written_anew, given.text))
    reading = named_cues.read(same) or subrip.read_cues_of(same)
    notice = f'The times are written otherwise than in captions (such as "{line}"); they were read all the same.'
    return reading._replace(notices=[*reading.notices, notice])
