"""Benchmarks on real talks: a folder with NAME.md and NAME.evidence.json, for a person to measure by hand."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from markdown_it import MarkdownIt

from core.enforcement import enforce_chapter
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.generation.line import prepare_line
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import build_quote_whitelist
from tests.benchmarks import naive
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Benchmark, Measured, NotMeasured
from tests.benchmarks.replies import make_reply

REPLY = (100_000, 300)  # characters and quotations


def against_naive(evidence_map: EvidenceMap, transcript: TranscriptPair) -> Measured:
    """Measure how many times faster a whitelist is built than by seed 1's loops made correct."""

    def ours() -> None:
        build_quote_whitelist(evidence_map, TranscriptPair.from_raw(transcript.raw, turns=transcript.turns))

    return Measured(1 / ratio_of(ours, lambda: naive.build(evidence_map, transcript), most=1 / 3))


def against_a_parse(evidence_map: EvidenceMap, transcript: TranscriptPair) -> Measured:
    """Measure how many parses of a long reply enforcing it costs."""
    line = prepare_line(evidence_map, transcript)
    if not line.whitelist:
        raise NotMeasured("no quote of its map is proven")
    reply = make_reply(line.whitelist, *REPLY)
    parser = MarkdownIt("commonmark")

    def ours() -> None:
        enforce_chapter(reply, line.whitelist, 0, transcript=transcript, roster=line.roster)

    return Measured(ratio_of(ours, lambda: parser.parse(reply), most=14))


def benchmarks_of(folder: Path) -> Iterator[Benchmark]:
    """Yield the benchmarks of each talk in a folder, in the order of their names."""
    for talk in sorted(folder.glob("*.md")):
        evidence = talk.with_suffix(".evidence.json")
        if not evidence.exists():
            continue
        transcript = read_transcript(talk.read_bytes(), talk.name)
        evidence_map = read_evidence(evidence.read_bytes(), evidence.name)
        yield Benchmark(
            f"real {talk.stem}: whitelist, times faster than the naive algorithm",
            3,
            "least",
            partial(against_naive, evidence_map, transcript),
        )
        yield Benchmark(
            f"real {talk.stem}: enforcement against one parse of the text",
            14,
            "most",
            partial(against_a_parse, evidence_map, transcript),
        )
