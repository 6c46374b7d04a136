"""Files of every format are read in time in proportion to their length."""

import json
from collections.abc import Callable, Iterator
from functools import partial

from core.transcripts.readers import read_transcript
from tests.benchmarks.registry import Case, growth

NAMES = ("Ann Berg", "Tom Reyes", "Ida Sol")
WORDS = "and then the lamp went out again, as it does"


def _time(number: int, comma: str = ".") -> str:
    minutes, seconds = divmod(number, 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{seconds:02}{comma}000"


def _cues(count: int, begin: str, comma: str, line: Callable[[int], str]) -> str:
    cues = (f"{n + 1}\n{_time(n, comma)} --> {_time(n + 1, comma)}\n{line(n)}\n\n" for n in range(count))
    return begin + "".join(cues)


def _whisper(count: int) -> str:
    words = [{"word": f" {word}", "probability": 0.9} for word in WORDS.split()]
    segments = [{"start": n, "end": n + 1, "text": f" {WORDS}", "words": words} for n in range(count)]
    return json.dumps({"text": "", "segments": segments, "language": "en"})


def _elan(count: int) -> str:
    slots = "".join(f'<TIME_SLOT TIME_SLOT_ID="ts{n}" TIME_VALUE="{n * 1000}"/>' for n in range(count + 1))
    said = "".join(
        f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{n}" TIME_SLOT_REF1="ts{n}" TIME_SLOT_REF2="ts{n + 1}">'
        f"<ANNOTATION_VALUE>{WORDS}</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
        for n in range(count)
    )
    return (
        f'<ANNOTATION_DOCUMENT><TIME_ORDER>{slots}</TIME_ORDER><TIER TIER_ID="Ann">{said}</TIER></ANNOTATION_DOCUMENT>'
    )


FORMATS: dict[str, Callable[[int], str]] = {
    "webvtt": lambda count: _cues(count, "WEBVTT\n\n", ".", lambda n: f"<v {NAMES[n % 3]}>{WORDS}"),
    "webvtt zoom": lambda count: _cues(count, "WEBVTT\n\n", ".", lambda n: f"{NAMES[n % 3]}: {WORDS}"),
    "srt": lambda count: _cues(count, "", ",", lambda n: f"{NAMES[n % 3]}: {WORDS}" if n % 4 else WORDS),
    "json whisper": _whisper,
    "table": lambda count: "start,speaker,text\n" + "".join(f'{n},{NAMES[n % 3]},"{WORDS}"\n' for n in range(count)),
    "elan": _elan,
    "otter": lambda count: "".join(f"{NAMES[n % 3]}  {n // 60}:{n % 60:02}\n{WORDS}\n\n" for n in range(count)),
    "timed lines": lambda count: "".join(f"{_time(n)[:8]} {WORDS}\n" for n in range(count)),
}


@growth("transcripts: ten times the units of a file", 12, floor=0.01)
def units() -> Iterator[Case]:
    """One speaker after the other, a sentence each."""
    for name, written in FORMATS.items():
        few, many = (written(count).encode() for count in (1_500, 15_000))
        assert read_transcript(few).source.reader in (name.split()[0], "text")
        yield Case(name, *(partial(read_transcript, data) for data in (few, many)))
