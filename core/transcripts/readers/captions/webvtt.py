"""WebVTT: podcasts (`<v Name>`), Zoom (`Name: words`), Teams, YouTube's rolling captions.

Cue blocks and voice spans as the W3C defines them, read leniently where programs write otherwise.
"""

import json
import re
from collections.abc import Sequence

from core.transcripts.readers.captions.cue_columns import CueColumns, SpokenCue
from core.transcripts.readers.captions.cue_lines import CaptionText
from core.transcripts.readers.captions.cues import counts_thousandths, lines_of, read_cues, refuse_too_many
from core.transcripts.readers.captions.speech_of_cues import LabelledCues, pieces_of, roll, without_copies
from core.transcripts.readers.pieces import Given, Reading, Tally, TimedWord
from core.transcripts.readers.refusal import QUOTES_AS_SUBTITLES, refusal, refusal_of_other

SIGN = re.compile(r"\s*WEBVTT(?=[ \t\r\n]|\Z)")
_OWN = re.compile(r"\s*WEBVTT[ \t]*\r?\n\r?\nNOTE Quotes of an (?:edition|evidence map) of Quote Workbench\b")
_KIND = re.compile(r"^kind[ \t]*:[ \t]*(\w+)", re.IGNORECASE | re.MULTILINE)
_TEAMS = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F-]{20,40}/")
_TAG = re.compile(
    r"/?(?:[cibuv]|ruby|rt|lang|font|span)(?:[.\s].*)?|(?:\d+:)?\d+:\d\d[.,]\d{3}", re.IGNORECASE | re.DOTALL
)
_PICTURE = re.compile(r"\S+\.(?:jpe?g|png|gif|webp)(?:[?#]\S*)?", re.IGNORECASE)
_WORD_TIME = re.compile(r"<\d")
_LOOKED_AT = 50  # cues that decide whether they are data


def is_tag(tag: str) -> bool:
    """Tell what stands in pointed brackets in a cue and is no text."""
    return _TAG.fullmatch(tag) is not None


def _is_data(text: str) -> bool:
    if _PICTURE.fullmatch(text):
        return True
    if text[:1] not in ("{", "["):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _refuse_other_tracks(cues: Sequence[SpokenCue], kind: str, given: Given) -> None:
    """Raise TranscriptError where the cues are no captions."""
    texts = [" ".join(line.text for line in lines) for _, lines in cues[:_LOOKED_AT] if lines]
    if kind in ("metadata", "chapters") or (texts and all(map(_is_data, texts))):
        what = "chapter titles" if kind == "chapters" else "metadata"
        message = f"this is a WebVTT track of {what}, not of what was said."
        raise refusal(given.name, message, "Use the track of captions or subtitles.")
    if not texts:
        message = (
            "this WebVTT file has no cue with words." if cues else "this WebVTT file has only a header and no cues."
        )
        raise refusal(given.name, message, "Export the captions again, and use that file.")


def _dialect(cues: CueColumns, *, youtube: bool, voices: bool) -> str:
    if youtube:
        return "youtube"
    if any(map(_TEAMS.match, cues.idents)):
        return "teams"
    return "podcast" if voices and any(line.voiced for _, lines in cues for line in lines) else ""


def _header(text: str) -> tuple[str, int]:
    """Return the header and where the first block begins."""
    stop = re.compile(r"(?:\r\n|\n|\r)[ \t]*(?=[\r\n]|\Z)|[\r\n](?=[^\r\n]*-->)").search(text)
    end = stop.start() if stop else len(text)
    return text[:end], end


def read(given: Given) -> Reading | None:
    """Read a WebVTT file; None where it is none. Raises TranscriptError for one that holds no speech."""
    sign = SIGN.match(given.text)
    if sign is None:
        return None
    if _OWN.match(given.text):
        raise refusal_of_other(given.name, *QUOTES_AS_SUBTITLES)
    refuse_too_many(given.text, given.name)
    header, start = _header(given.text)
    left_out = Tally()
    source = CaptionText(given.text, is_tag)
    read_from = lines_of(given.text, start)
    cues = CueColumns(read_cues(read_from, left_out, counted=counts_thousandths(given.text)), source, given.name)
    kind = _KIND.search(header)
    _refuse_other_tracks(cues, kind[1].lower() if kind else "", given)
    notices: list[str] = []
    spoken: Sequence[SpokenCue] = cues
    rolling = roll(cues)
    # Asking each cue again is dear: only where the text has the sign.
    tagged = bool(_WORD_TIME.search(given.text)) and any(line.words for _, lines in cues for line in lines)
    if rolling:
        spoken = [_with_lone_word(one) if tagged else one for one in without_copies(cues, left_out)]
    dialect = _dialect(cues, youtube=rolling and tagged, voices="<v" in given.text)
    if not dialect:
        numbered = all(map(str.isdigit, cues.idents))
        labelled = LabelledCues(spoken, source, every_cue=numbered)
        dialect = "zoom" if labelled.named and numbered else "plain"
        return Reading("webvtt", dialect, pieces_of(labelled, source), left_out, notices)
    return Reading("webvtt", dialect, pieces_of(spoken, source), left_out, notices)


def _with_lone_word(spoken: SpokenCue) -> SpokenCue:
    """Return a cue with the time of a line of one word, which YouTube writes without a tag."""
    cue, lines = spoken
    timed = [
        line if line.words or " " in line.text else line._replace(words=(TimedWord(line.text, None, cue.start),))
        for line in lines
    ]
    return SpokenCue(cue, timed)
