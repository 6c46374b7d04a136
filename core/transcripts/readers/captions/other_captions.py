"""Captions of other kinds, which are refused by name: SBV, ASS and SSA, LRC, MicroDVD, MPL2, SCC."""

import re
from itertools import islice

from core.transcripts.readers.pieces import Given, Reading
from core.transcripts.readers.refusal import refusal

_CLOCK = r"[0-9]{1,3}:[0-9]{2}:[0-9]{2}\.[0-9]{1,3}"
# Each begins with the end of the line before, which the engine finds at once.
_SBV = re.compile(rf"\n[ \t]*{_CLOCK},{_CLOCK}[ \t]*\r?$", re.MULTILINE)
_ASS = re.compile(
    r"\n[ \t]*(?:\[(?:Script Info|V4\+? Styles|Events)\][ \t]*\r?$|Dialogue:[^,\r\n]{1,20},)", re.MULTILINE
)
_LRC_TAG = re.compile(r"\n[ \t]*\[(?:ti|ar|al|au|by|la|re|ve|offset|length):[^\]\r\n]{0,200}\][ \t]*\r?$", re.MULTILINE)
_LRC = re.compile(r"\n[ \t]*\[[0-9]{1,3}:[0-9]{2}\.[0-9]{2,3}\](?=[^ \t\r\n\[-])")
_MICRODVD = re.compile(r"\n[ \t]*\{[0-9]{1,9}\}\{[0-9]{0,9}\}")
_MPL2 = re.compile(r"\n[ \t]*\[[0-9]{1,9}\]\[[0-9]{1,9}\]")
_SCC = re.compile(r"\n\s*Scenarist_SCC V")
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
    if _stands(_MPL2, text):
        return "subtitles in MPL2"
    if _SCC.match(text):
        return "captions of television (SCC)"
    return "subtitles in MicroDVD" if _stands(_MICRODVD, text) else None


def read(given: Given) -> Reading | None:
    """Refuse captions of these kinds: raises TranscriptError for them, returns None for any other file."""
    kind = _kind(f"\n{given.text}")
    if kind is not None:
        raise refusal(given.name, f"this file holds {kind}, which cannot be read here.", _REMEDY)
    return None
