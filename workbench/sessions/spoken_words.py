"""What two transcripts of one talk have in common, and what one of them keeps that the other has lost."""

import math
import re
from hashlib import sha256

from core.transcripts.transcript import TranscriptPair
from core.transcripts.units import UnitColumns

_CHUNK = 1 << 20
# Marks that stand alone (`-`, `>>`) are no words, and captions break lines where a script without spaces has none.
_NO_WORDS = re.compile(r"(?<!\S)[^\w\s]++(?!\S)|\s++")


def words_sha256(transcript: TranscriptPair) -> str:
    """Return a hash of the words that are spoken, folded, whoever speaks them and when; "" where there are none."""
    canonical = transcript.canonical
    digest, start, any_words = sha256(), 0, False
    while start < len(canonical):
        end = canonical.find(" ", start + _CHUNK)
        end = end if end >= 0 else len(canonical)
        words = _NO_WORDS.sub("", canonical[start:end])
        digest.update(words.encode("utf-8", "surrogatepass"))
        any_words = any_words or bool(words)
        start = end
    return digest.hexdigest() if any_words else ""


def finest_times(transcript: TranscriptPair) -> str:
    """Return of what the transcript gives times: "words", "units", "turns", "" for nothing."""
    for of, units in (("words", transcript.words), ("units", transcript.units)):
        begins = units.begins if isinstance(units, UnitColumns) else [unit.start_seconds for unit in units]
        if any(begin is not None and not math.isnan(begin) for begin in begins):  # in columns an unknown time is NaN
            return of
    return "turns" if transcript.time_at(len(transcript.raw)) is not None else ""
