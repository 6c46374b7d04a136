"""The sample's interview in other formats, written with code that shares nothing with the readers."""

import html
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.conftest import SAMPLE

_WORDS_OF_A_CUE = 9
_LINK = re.compile(r"(?<!\\)\[([^\]]*)\]\([^)]*\)")
_TIME = re.compile(r"\\\[(\d\d):(\d\d)\\\] ?")


class SaidTurn(NamedTuple):
    """What one person says: the name, the words, the cues they are cut into."""

    name: str
    words: str
    cues: tuple[str, ...]


def _turns() -> Iterator[SaidTurn]:
    name, parts = "", list[str]()
    paragraphs = (SAMPLE / "interview.md").read_text(encoding="utf-8").split("\n\n")
    for paragraph in [*paragraphs, "**:** "]:
        match = re.match(r"\*\*([^*]*):\*\* ", paragraph)
        if match is None:
            parts.append(paragraph)
            continue
        if name:
            linked = _LINK.sub(r"\1", _TIME.sub("", " ".join(parts)))
            text = html.unescape(re.sub(r"\\(?=[\[\]*_])", "", re.sub(r"(?<!\\)\*", "", linked)))
            words = text.split()
            cues = tuple(" ".join(words[n : n + _WORDS_OF_A_CUE]) for n in range(0, len(words), _WORDS_OF_A_CUE))
            yield SaidTurn(name, " ".join(words), cues)
        name, parts = match[1], [paragraph[match.end() :]]


TALK = tuple(_turns())


def _cues() -> Iterator[tuple[float, str, str, bool]]:
    """Yield when each cue begins, who says it, its words, and whether its speaker has just begun."""
    at = 0.0
    for turn in TALK:
        for number, cue in enumerate(turn.cues):
            yield at, turn.name, cue, number == 0
            at += 2.5


def _clock(seconds: float, mark: str) -> str:
    whole = int(seconds)
    return f"{whole // 3600:02}:{whole // 60 % 60:02}:{whole % 60:02}{mark}{round(seconds % 1 * 1000):03}"


def _vtt() -> bytes:
    lines = ["WEBVTT", ""]
    for at, name, cue, begins in _cues():
        written = cue.replace("&", "&amp;").replace("<", "&lt;")
        lines += [f"{_clock(at, '.')} --> {_clock(at + 2.5, '.')}", f"<v {name}>{written}" if begins else written, ""]
    return "\n".join(lines).encode()


def _srt() -> bytes:
    blocks: list[str] = []
    for number, (at, name, cue, begins) in enumerate(_cues(), start=1):
        said = f"{name}: {cue}" if begins else cue
        blocks.append(f"{number}\r\n{_clock(at, ',')} --> {_clock(at + 2.5, ',')}\r\n{said}\r\n\r\n")
    return "".join(blocks).encode()


def _whisperx() -> bytes:
    segments: list[dict[str, object]] = [
        {"start": at, "end": at + 2.5, "text": cue, "speaker": name, "words": []} for at, name, cue, _ in _cues()
    ]
    return json.dumps({"segments": segments, "word_segments": []}, ensure_ascii=False).encode()


def _whisper() -> bytes:
    segments = [{"start": at, "end": at + 2.5, "text": f" {cue}"} for at, _, cue, _ in _cues()]
    whole = "".join(f" {cue}" for _, _, cue, _ in _cues())
    return json.dumps({"text": whole, "segments": segments, "language": "en"}).encode()


def _docx() -> bytes:
    def run(text: str, *, bold: bool = False) -> str:
        style = "<w:rPr><w:b/></w:rPr>" if bold else ""
        return f'<w:r>{style}<w:t xml:space="preserve">{html.escape(text, quote=False)}</w:t></w:r>'

    said = "".join(f"<w:p>{run(f'{turn.name}:', bold=True)}{run(f' {turn.words}')}</w:p>" for turn in TALK)
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive:
        archive.writestr("word/document.xml", f'<w:document xmlns:w="{space}"><w:body>{said}</w:body></w:document>')
    return written.getvalue()


def _text() -> bytes:
    return "\n\n".join(f"{turn.name}: {turn.words}" for turn in TALK).encode()


WRITTEN: dict[str, Callable[[], bytes]] = {
    "vtt": _vtt,
    "srt": _srt,
    "whisperx": _whisperx,
    "docx": _docx,
    "text": _text,
}
"""The formats that name speakers."""
UNNAMED: dict[str, Callable[[], bytes]] = {"whisper": _whisper}
