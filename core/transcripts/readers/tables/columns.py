"""Which columns of a table hold the words, the speaker and the times, by the names in its first row."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from core.transcripts.annotations import read_time
from core.transcripts.readers.pieces import Piece, Tally
from core.transcripts.units import Place

# The first name of a list is the most certain one.
_NAMES: Mapping[str, Sequence[str]] = {
    "text": (
        "words|transcription|transcript|text|utterance|sentence|content|speech|spoken text|spoken words|caption|"
        "subtitle|dialogue|dialog|transkript|transkription|wortlaut|aussage|inhalt|texte|contenu|texto|contenido|"
        "transcripción|transcrição|testo|tekst"
    ).split("|"),
    "speaker": (
        "speaker|speaker name|speaker label|speaker id|speakers|name of speaker|participant|participant name|voice|"
        "sprecher|sprecherin|sprechende|person|name|who|role|locuteur|intervenant|hablante|orador|interlocutor|spreker"
    ).split("|"),
    "start": (
        "start|start time|starttime|start timestamp|begin|begin time|from|in|in point|timecode in|time in|timestamp|"
        "time stamp|timecode|time code|time|offset|anfang|beginn|von|startzeit|zeit|zeitstempel|début|inicio|tiempo"
    ).split("|"),
    "end": (
        "end|end time|endtime|end timestamp|stop|to|out|out point|timecode out|time out|ende|bis|endzeit|fin|final"
    ).split("|"),
    "duration": "duration|dur|length|dauer|durée|duración".split("|"),
    "timespan": "timespan|time span|time range|timerange|zeitspanne".split("|"),
}
_UNIT = re.compile(r"[\s_]*[(\[]?\b(?P<unit>ms|msec|millis|milliseconds?|s|secs?|seconds?)[)\]]?$")
_THOUSANDTH = ("ms", "msec", "millis", "millisecond", "milliseconds")
_CLOCK = re.compile(r"(?:(?:\d{1,4}:)?\d{1,4}:\d{1,4}|\d{1,12})(?:[.,]\d{1,12})?(?:s|sec)?")
_FRAMES = re.compile(r"(\d{1,2}:\d{2}:\d{2})[:;]\d{2}")
# One writer of such tables prints hundredths of a second without the zero in front.
_HUNDREDTHS = frozenset({"Start", "Dur.", "Speaker", "Transcription"})
_BARE_HUNDREDTH = re.compile(r"(\d+:\d\d:\d\d\.)(\d)")
_RANGE = re.compile(r"\s*(?:-->|[-–—])\s*")


class SpeechColumns(NamedTuple):
    """The numbers of the columns, -1 where there is none; `parts` is how many parts of a time make a second."""

    text: int
    speaker: int = -1
    start: int = -1
    end: int = -1
    duration: int = -1
    timespan: int = -1
    parts: int = 1
    header: tuple[str, ...] = ()

    @property
    def used(self) -> Sequence[int]:
        """The columns that are read, in the order of the table."""
        return sorted(
            one for one in (self.text, self.speaker, self.start, self.end, self.duration, self.timespan) if one >= 0
        )

    def notice(self) -> str:
        """Return the sentence that says what was read."""
        names = ", ".join(f'"{self.header[one]}"' for one in self.used)
        return f"The table was read by its first row: {names}."


def _bare(name: str) -> tuple[str, bool]:
    """Return the name of a column without signs and unit, and whether the unit is a thousandth of a second."""
    name = " ".join(name.replace("_", " ").replace("-", " ").casefold().split()).rstrip(".:")
    unit = _UNIT.search(name)
    if unit and name[: unit.start()].strip():
        return name[: unit.start()].strip(" ."), unit["unit"] in _THOUSANDTH
    return name, False


def find_columns(header: Sequence[str]) -> SpeechColumns | None:
    """Return the columns of a table of speech by its first row; None where the table is none.

    It has a column of words, and one of speakers or of times.
    """
    bare = [_bare(name) for name in header[:200]]
    found: dict[str, int] = {}
    for kind, names in _NAMES.items():
        columns = [(names.index(name), number) for number, (name, _) in enumerate(bare) if name in names]
        if columns:
            found[kind] = min(columns)[1]
    if "text" not in found or not {"speaker", "start", "timespan"} & found.keys():
        return None
    parts = 1000 if any(bare[found[kind]][1] for kind in ("start", "end") if kind in found) else 1
    return SpeechColumns(**found, parts=parts, header=tuple(" ".join(name.split()) for name in header))


def is_quote_table(names: Iterable[str]) -> bool:
    """Tell whether columns are those of an evidence map that was written as a table."""
    return {"evidence_id", "quote"} <= {name.strip().casefold() for name in names}


def seconds_in_cell(text: str) -> float | None:
    """Return the time in a cell in seconds, a clock or a number; None where it is something else."""
    text = text.strip().strip("[]()#").strip()
    frames = _FRAMES.fullmatch(text)
    if frames:
        return read_time(frames[1])  # how long a frame is, nobody knows
    return read_time(text) if _CLOCK.fullmatch(text) else None


def _timespan(text: str) -> tuple[float | None, float | None]:
    """Return where a span of time such as `0:01.5 - 0:02.5` begins and ends; `9203` is 92:03."""
    first, last, *_ = (*_RANGE.split(text.strip().strip("[]"), maxsplit=1), "")

    def seconds(part: str) -> float | None:
        short = part.isdecimal() and 2 < len(part) < 9
        return seconds_in_cell(f"{part[:-2]}:{part[-2:]}" if short else part)

    return seconds(first), seconds(last)


def _times(columns: SpeechColumns, cells: Sequence[str]) -> tuple[float | None, float | None]:
    def time(column: int) -> float | None:
        text = cell_of(cells, column).strip()
        if _HUNDREDTHS.issubset(columns.header):
            text = _BARE_HUNDREDTH.sub(r"\g<1>0\2", text) if _BARE_HUNDREDTH.fullmatch(text) else text
        seconds = seconds_in_cell(text)
        return seconds / columns.parts if seconds is not None and ":" not in text else seconds

    start, end = time(columns.start), time(columns.end)
    if columns.timespan >= 0 and start is None:
        start, end = _timespan(cell_of(cells, columns.timespan))
    duration = time(columns.duration)
    if end is None and start is not None and duration is not None:
        end = start + duration
    return start, end


def cell_of(cells: Sequence[str], column: int) -> str:
    """Return a cell of a row, "" where the row has none."""
    return cells[column] if 0 <= column < len(cells) else ""


def piece_of_row(columns: SpeechColumns, cells: Sequence[str], place: Place | None, left_out: Tally) -> Piece | None:
    """Return what a row says; None where it holds no words."""
    text = cell_of(cells, columns.text)
    if not text.strip():
        left_out.add("rows without words", "nobody says anything in them", int(any(map(str.strip, cells))))
        return None
    start, end = _times(columns, cells)
    noted = cell_of(cells, columns.start if columns.start >= 0 else columns.timespan)
    left_out.add("notes in the column of times", "they are no times", int(start is None and bool(noted.strip())))
    return Piece(text, place, cell_of(cells, columns.speaker) or None, start, end)
