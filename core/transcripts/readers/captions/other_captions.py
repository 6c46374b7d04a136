"""Captions of other kinds, which are refused by name: SBV, ASS and SSA, LRC, MicroDVD."""

import re
from itertools import islice

from core.transcripts.readers.pieces import Given, Reading
from core.transcripts.readers.refusal import refusal

_CLOCK = r"[0-9]{1,3}:[0-9]{2}:[0-9]{2}\.[0-9]{1,3}"
_SBV = re.compile(rf"^[ \t]*{_CLOCK},{_CLOCK}[ \t]*\r?$", re.MULTILINE)
_ASS = re.compile(
    r"^[ \t]*(?:\[(?:Script Info|V4\+? Styles|Events)\][ \t]*\r?$|Dialogue:[^,\r\n]{1,20},)", re.MULTILINE
)
_LRC_TAG = re.compile(r"^[ \t]*\[(?:ti|ar|al|au|by|la|re|ve|offset|length):[^\]\r\n]{0,200}\][ \t]*\r?$", re.MULTILINE)
_LRC = re.compile(r"^[ \t]*\[[0-9]{1,3}:[0-9]{2}\.[0-9]{2,3}\](?=[^ \t\r\n\[-])", re.MULTILINE)
_MICRODVD = re.compile(r"^[ \t]*\{[0-9]{1,9}\}\{[0-9]{0,9}\}", re.MULTILINE)
_ENOUGH = 2
_REMEDY = "Convert it to WebVTT or SubRip (a program for subtitles can), and use that file."


def _stands(sign: re.Pattern[str], text: str, count: int = _ENOUGH) -> bool:
    return len(list(islice(sign.finditer(text), count))) == count


def _kind(text: str) -> str | None:
    if _stands(_SBV, text):
        return "captions in SBV, YouTube's older form"
    if _stands(_ASS, text):
        return "subtitles in ASS or SSA"
    if _stands(_LRC, text) or (_stands(_LRC_TAG, text, 1) and _stands(_LRC, text, 1)):
        return "the words of a song in LRC"
    return "subtitles in MicroDVD" if _stands(_MICRODVD, text) else None


def read(given: Given) -> Reading | None:
    """Refuse captions of these kinds: raises TranscriptError for them, returns None for any other file."""
    kind = _kind(given.text)
    if kind is not None:
        raise refusal(given.name, f"this file holds {kind}, which cannot be read here.", _REMEDY)
    return None
