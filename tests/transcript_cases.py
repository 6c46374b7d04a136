"""Golden cases of transcript files: the file that a case describes, and how a reading differs from what is right."""

import base64
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import core
from core import TranscriptPair
from core.span import Span
from core.transcripts.speech import Turn
from core.transcripts.units import SourceUnit

FOLDER = Path(__file__).parent / "cases" / "transcripts"
Case = Mapping[str, Any]


def cases_of(name: str) -> list[Case]:
    """Return the cases of one file."""
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def _zip(parts: Mapping[str, Sequence[str]]) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, lines in parts.items():
            archive.writestr(zipfile.ZipInfo(name), "\n".join(lines))
    return written.getvalue()


def file_of(case: Case) -> bytes:
    """Return the bytes of the file that a case describes."""
    if "base64" in case:
        return base64.b64decode(case["base64"])
    if "zip" in case:
        return _zip(case["zip"])
    newline = case.get("newline", "\n")
    if "json" in case:
        text = json.dumps(case["json"], ensure_ascii=False, indent=1)
    else:
        text = newline.join(case["lines"]) + case.get("end", newline)
    return ("\ufeff" * bool(case.get("bom")) + text).encode(case.get("encoding", "utf-8"))


def _seconds(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _turns(pair: TranscriptPair) -> list[list[object]]:
    return [[turn.speaker, _seconds(turn.start_seconds), turn.span.slice(pair.raw)] for turn in pair.turns]


def _units(pair: TranscriptPair, units: Sequence[SourceUnit]) -> list[list[object]]:
    return [[_seconds(one.start_seconds), _seconds(one.end_seconds), one.span.slice(pair.raw)] for one in units]


def _lines(text: str) -> str:
    """Return a text with one space for each run of white space: where a person wrote it, raw is the file itself."""
    return " ".join(text.split())


def _paragraphs(pair: TranscriptPair) -> list[list[object]]:
    """Return what stands for units where a person wrote the text: its paragraphs, the first of a turn with its time."""
    turns = [(turn.start_seconds, turn.span.slice(pair.raw)) for turn in pair.turns] or [(None, pair.raw)]
    return [
        [None if number else _seconds(start), None, _lines(part)]
        for start, said in turns
        for number, part in enumerate(re.split(r"\r?\n\s*\n", said.strip()))
    ]


def _label_differences(case: Case, pair: TranscriptPair) -> Iterator[str]:
    """Yield how a text of labels, which has no units of a machine, differs from what is right."""
    turns = [[who, at, _lines(str(said))] for who, at, said in _turns(pair)]
    read = (pair.source.reader, list(pair.labels), turns, _paragraphs(pair), _lines(pair.raw))
    right = (case["format"], case["speakers"], case["turns"], case["units"], case.get("text", read[-1]))
    yield from (f"{got!r} is not {wanted!r}" for got, wanted in zip(read, right, strict=True) if got != wanted)
    yield from _quote_differences(case, pair)


def _quote_differences(case: Case, pair: TranscriptPair) -> Iterator[str]:
    spoken = pair.speech.text
    yield from (f"counts as speech: {text!r}" for text in case.get("unspoken", ()) if text in spoken)
    for speaker, quote in case.get("proven", ()):
        if not _found(pair, speaker, quote):
            yield f"not proven: {speaker}: {quote}"
    for speaker, quote in case.get("not_proven", ()):
        if _found(pair, speaker, quote):
            yield f"proven: {speaker}: {quote}"


def _found(pair: TranscriptPair, speaker: str | None, quote: str) -> bool:
    """Tell whether a quote is proven by a turn of a speaker, from the product's own whitelist."""
    evidence = {
        "chapters": [
            {
                "title": "One",
                "claims": [{"claim": "It.", "support": [{"quote": quote, "speaker": speaker or "Somebody"}]}],
            }
        ]
    }
    evidence_map = core.read_evidence(json.dumps(evidence).encode())
    return bool(core.build_quote_whitelist(evidence_map, pair))


def _as_text(pair: TranscriptPair) -> Iterator[str]:
    """Yield where the plain-text reader sees something else in raw than the reader of the file."""
    again = core.read_transcript(pair.raw.encode(), "transcript.txt", form="text")

    def bare(turns: Sequence[Turn]) -> list[tuple[str | None, Span, Span | None]]:
        return [(turn.speaker, turn.span, turn.label_span) for turn in turns]

    if again.raw != pair.raw or bare(again.turns) != bare(pair.turns) or again.canonical != pair.canonical:
        yield f"as text: {_turns(again)}"


def differences(case: Case, pair: TranscriptPair) -> list[str]:
    """Return how what was read differs from what is right."""
    if case["dialect"] == "labels" and case["format"] in ("text", "markdown"):
        return list(_label_differences(case, pair))
    found: list[str] = []

    def compare(what: str, got: object, right: object) -> None:
        if got != right:
            found.append(f"{what}: {got!r} is not {right!r}")

    compare("format", [pair.source.reader, pair.source.dialect], [case["format"], case["dialect"]])
    for name, got in (("speakers", list(pair.labels)), ("turns", _turns(pair)), ("text", pair.raw.strip())):
        if name in case:
            compare(
                name,
                got,
                [[who, _seconds(at), said] for who, at, said in case[name]] if name == "turns" else case[name],
            )
    if "units" in case:
        compare("units", _units(pair, pair.units), [[_seconds(a), _seconds(b), text] for a, b, text in case["units"]])
        inherited = [number for number, unit in enumerate(pair.units) if unit.inherited]
        compare("inherited", inherited, case.get("inherited", []))
    if "words" in case:
        got = [[*row, word.confidence] for row, word in zip(_units(pair, pair.words), pair.words, strict=True)]
        compare("words", got, [[_seconds(a), _seconds(b), text, sure] for a, b, text, sure in case["words"]])
    return [*found, *_quote_differences(case, pair), *_as_text(pair)]
