"""SubRip (.srt): numbered cues, times with a comma, names before a colon where the speaker changes."""

import re
from collections.abc import Sequence

from core.transcripts.readers.captions.cue_columns import CueColumns
from core.transcripts.readers.captions.cue_lines import CaptionText
from core.transcripts.readers.captions.cues import lines_of, read_cues, refuse_too_many, timings_in
from core.transcripts.readers.captions.speech_of_cues import LabelledCues, pieces_of, roll, without_copies
from core.transcripts.readers.pieces import Given, Reading, Tally
from core.transcripts.readers.refusal import refusal

_NUMBER_BEFORE = re.compile(r"(?:\A|[\r\n])[ \t]*\d{1,9}[ \t]*(?:\r\n|\n|\r)\Z")
_LONGEST_NUMBER = 14
_BEGINNING = re.compile(r"\s*\d{1,9}[ \t]*(?:\r\n|\n|\r)[ \t]*\d[\d:.,]*[ \t]*-->")
_TAG = re.compile(r"/?(?:[ibusv]|font|span|c)(?:[.\s].*)?", re.IGNORECASE | re.DOTALL)
_STYLE = re.compile(r"\{\\[^{}]{1,60}\}")


def _is_tag(tag: str) -> bool:
    return _TAG.fullmatch(tag) is not None


def _is_at_the_beginning(text: str, timing: re.Match[str]) -> bool:
    return not text[: timing.start()].strip().strip("0123456789")


def _has_cues(text: str, timings: Sequence[re.Match[str]]) -> bool:
    return len(timings) > 1 or (len(timings) == 1 and _is_at_the_beginning(text, timings[0]))


def _is_webvtt(text: str, first: re.Match[str]) -> bool:
    """Tell captions with the times of WebVTT and no numbers."""
    before = text[max(0, first.start() - _LONGEST_NUMBER) : first.start()]
    return "," not in first.group() and not _NUMBER_BEFORE.search(before)


def read_cues_of(given: Given) -> Reading:
    """Read cues whose times are written as SubRip has them. Raises TranscriptError where they have no words."""
    refuse_too_many(given.text, given.name)
    left_out = Tally()
    # What sets a style in other programs is no word; blank, it moves no place.
    unstyled = _STYLE.sub(lambda style: " " * len(style.group()), given.text)
    source = CaptionText(unstyled, _is_tag)
    cues = CueColumns(read_cues(lines_of(unstyled), left_out, keeps_orphans=True), source, given.name)
    if not any(lines for _, lines in cues):
        raise refusal(given.name, "this SubRip file (.srt) has only times and no words.", "Export the captions again.")
    rolling = roll(cues)
    spoken = list(without_copies(cues, left_out)) if rolling else cues
    notices = ["The captions roll: each line was shown in several cues, and is read once."] if rolling else []
    return Reading("srt", "plain", pieces_of(LabelledCues(spoken, source), source), left_out, notices)


def read(given: Given) -> Reading | None:
    """Read a SubRip file; None where it is none. Raises TranscriptError for one without words, and for WebVTT without
    its first line."""
    timings = timings_in(given.text)
    if _BEGINNING.match(given.text) is None and not _has_cues(given.text, timings):
        return None
    if timings and _is_webvtt(given.text, timings[0]):
        message = 'this is WebVTT without its first line, "WEBVTT".'
        raise refusal(given.name, message, "Write WEBVTT and an empty line in front of it, and use that file.")
    return read_cues_of(given)
