"""One talk in several forms, by suffix: the same turns are read from each."""

import json
from collections.abc import Callable, Iterator, Sequence

SaidWords = tuple[str, str]
"""Who speaks, and what."""

_WORDS_OF_A_CUE = 12
_WORDS_A_SECOND = 2.5


def _cues(turns: Sequence[SaidWords]) -> Iterator[tuple[float, float, str, str, bool]]:
    """Yield when each cue begins and ends, who says it, its words, and whether its turn begins with it."""
    at = 0.0
    for label, said in turns:
        words = said.split()
        for first in range(0, len(words), _WORDS_OF_A_CUE):
            cue = words[first : first + _WORDS_OF_A_CUE]
            end = at + len(cue) / _WORDS_A_SECOND
            yield at, end, label, " ".join(cue), first == 0
            at = end


def _clock(seconds: float, mark: str) -> str:
    thousandths = round(seconds * 1000)
    whole = thousandths // 1000
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}{mark}{thousandths % 1000:03}"


def _markdown(turns: Sequence[SaidWords]) -> str:
    return "".join(f"**{label}:** {words}\n\n" for label, words in turns)


def _plain(turns: Sequence[SaidWords]) -> str:
    return "".join(f"{label}: {words}\n\n" for label, words in turns)


def _vtt(turns: Sequence[SaidWords]) -> str:
    cues = (
        f"{_clock(at, '.')} --> {_clock(end, '.')}\n{f'<v {label}>' if begins else ''}{words}\n\n"
        for at, end, label, words, begins in _cues(turns)
    )
    return "WEBVTT\n\n" + "".join(cues)


def _srt(turns: Sequence[SaidWords]) -> str:
    return "".join(
        f"{number}\n{_clock(at, ',')} --> {_clock(end, ',')}\n{f'{label}: ' if begins else ''}{words}\n\n"
        for number, (at, end, label, words, begins) in enumerate(_cues(turns), start=1)
    )


def _whisperx(turns: Sequence[SaidWords]) -> str:
    segments: list[dict[str, object]] = [
        {"start": round(at, 3), "end": round(end, 3), "text": words, "speaker": label, "words": []}
        for at, end, label, words, _ in _cues(turns)
    ]
    return json.dumps({"segments": segments, "word_segments": []}, ensure_ascii=False)


FORMS: dict[str, Callable[[Sequence[SaidWords]], str]] = {
    ".md": _markdown,
    ".txt": _plain,
    ".vtt": _vtt,
    ".srt": _srt,
    ".json": _whisperx,
}
"""What writes a talk, by the suffix of its file."""
