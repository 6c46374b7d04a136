"""`workbench transcript`: what was read in a file, and what was left out."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from core.errors import BadInput, Problem
from core.transcripts.as_markdown import transcript_as_markdown
from core.transcripts.transcript import TranscriptPair
from core.transcripts.units import SourceUnit
from workbench.cli.inputs.load_inputs import load_transcript
from workbench.cli.output import print_json, print_table, say
from workbench.files.write_files import write_all
from workbench.labels import clock, count

_SHOWN = 12  # turns that are printed for people


def _units(transcript: TranscriptPair, units: Sequence[SourceUnit]) -> list[dict[str, Any]]:
    return [
        {
            "span": list(unit.span),
            "start_seconds": unit.start_seconds,
            "end_seconds": unit.end_seconds,
            "text": unit.span.slice(transcript.raw),
            "confidence": unit.confidence,
        }
        for unit in units
    ]


def _inherited(transcript: TranscriptPair) -> Iterator[bool]:
    """Yield for each turn whether one of its units has its speaker from an earlier one."""
    carried = [unit.span.start for unit in transcript.units if unit.inherited]
    at = 0
    for turn in transcript.turns:
        while at < len(carried) and carried[at] < turn.span.start:
            at += 1
        yield at < len(carried) and carried[at] < turn.span.end


def as_data(transcript: TranscriptPair, *, units: bool = False, words: bool = False) -> dict[str, Any]:
    """Return what was read as plain data; spans in code points of raw, half-open, times in seconds."""
    source = transcript.source
    data: dict[str, Any] = {
        "format": source.reader,
        "dialect": source.dialect,
        "reader_version": source.reader_version,
        "sure": source.sure,
        "sha256": source.sha256,
        "characters": len(transcript.raw),
        "speakers": list(transcript.labels),
        "turns": [
            {
                "speaker": turn.speaker,
                "inherited": inherited,
                "start_seconds": turn.start_seconds,
                "span": list(turn.span),
                "text": turn.span.slice(transcript.raw),
            }
            for turn, inherited in zip(transcript.turns, _inherited(transcript), strict=True)
        ],
        "left_out": [one.model_dump() for one in source.left_out],
        "notices": list(source.notices),
    }
    if units:
        data["units"] = _units(transcript, transcript.units)
    if words:
        data["words"] = _units(transcript, transcript.words)
    return data


def _say(transcript: TranscriptPair) -> None:
    source, labels = transcript.source, transcript.labels
    kind = " ".join(filter(None, (source.reader, source.dialect)))
    say(
        f"Read as {kind}{'' if source.sure else ' (a guess)'}: {count(len(transcript.turns), 'turn')}, "
        f"{count(len(transcript.units), 'unit')}, {count(len(transcript.raw.split()), 'word')}."
    )
    say(f"Speakers: {', '.join(labels)}." if labels else "It names no speakers.")
    for left in source.left_out:
        say(f"Left out: {left.count:,} {left.what}; {left.why}.")
    for notice in source.notices:
        say(f"Note: {notice}")
    turns = transcript.turns[:_SHOWN]
    if turns:
        rows = ((clock(turn.start_seconds), turn.speaker or "-", turn.span.slice(transcript.raw)) for turn in turns)
        print_table("The first turns", ("time", "speaker", "words"), rows)
    else:
        say(transcript.raw[:1000].strip())


def show_transcript(
    path: Path, *, as_json: bool, units: bool = False, words: bool = False, out: Path | None = None
) -> None:
    """Print what was read; with `out`, write it as the Markdown that the product itself reads.

    Raises BadInput where the file holds no speech.
    """
    transcript = load_transcript(path)
    if out is not None:
        if out.suffix.lower() not in (".md", ".markdown"):
            raise BadInput(Problem(place="--out", message="must end in .md.", remedy=f"Write {out.stem}.md."))
        write_all(out.parent, {out.name: transcript_as_markdown(transcript)})
    if as_json:
        print_json(as_data(transcript, units=units, words=words))
    else:
        _say(transcript)
        if out is not None:
            say(f"Written: {out}")
