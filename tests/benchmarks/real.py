"""Benchmarks on real talks: a folder with NAME.md and NAME.evidence.json, for a person to measure by hand."""

from bisect import bisect_right
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from markdown_it import MarkdownIt

from core.enforcement.enforcer import enforce_chapter
from core.evidence.evidence_map import EvidenceMap, read_evidence
from core.generation.line import prepare_line
from core.map_making.outline.talk_sentences import talk_sentences
from core.transcripts.readers import read_transcript
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import build_quote_whitelist
from tests.benchmarks import naive
from tests.benchmarks.bench_maps_growth import TEXTS, against_even
from tests.benchmarks.bench_whitelist import against_a_fold
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Benchmark, Measured, NotMeasured
from tests.benchmarks.replies import make_reply
from tests.joined_talks import PIECES, SENTENCES, JoinedTalk, cut_and_joined

REPLY = (100_000, 300)  # characters and quotations


def against_naive(evidence_map: EvidenceMap, transcript: TranscriptPair) -> Measured:
    """Measure how many times faster a whitelist is built than by seed 1's loops made correct."""

    def ours() -> None:
        build_quote_whitelist(evidence_map, TranscriptPair.from_raw(transcript.raw, turns=transcript.turns))

    return Measured(1 / ratio_of(ours, lambda: naive.build(evidence_map, transcript), most=1 / 3))


def proving(talk: Path, written_map: Path) -> Measured:
    """Measure how many folds of a talk's text it costs to prove the quotes of its map, both read from their files."""
    return Measured(against_a_fold(talk.read_bytes(), written_map.read_bytes(), most=12))


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


def joined_pieces(folder: Path) -> Measured:
    """Measure the boundaries of outlines on pieces of the folder's talks, those in folders of it too."""
    talks: list[list[tuple[str, bool]]] = []
    for path in sorted(folder.rglob("*.md")):
        read = read_transcript(path.read_bytes(), path.name)
        sentences = [(one.text, one.opens) for one in talk_sentences(read)] if read.turns else []
        if len(sentences) >= SENTENCES[1]:
            talks.append(sentences)
    if len(talks) < PIECES[1]:
        raise NotMeasured("there are too few talks")
    return Measured(against_even(cut_and_joined(talks, TEXTS)))


def chapters_of_the_map(evidence_map: EvidenceMap, transcript: TranscriptPair) -> Measured:
    """Measure the boundaries of an outline, as many as the map has: a chapter begins with its first proven quote."""
    sentences = tuple(talk_sentences(transcript))
    begins = [sentence.span.start for sentence in sentences]
    whitelist = build_quote_whitelist(evidence_map, transcript)
    places = (
        [quote.raw_spans[0][0] for quote in whitelist if index in quote.chapter_indices]
        for index in range(len(evidence_map.chapters))
    )
    first = sorted({bisect_right(begins, min(own)) - 1 for own in places if own})
    if len(first) < 2:
        raise NotMeasured("its map has fewer than two chapters with a proven quote")
    return Measured(against_even([JoinedTalk(sentences, tuple(first[1:]))]))


def benchmarks_of(folder: Path) -> Iterator[Benchmark]:
    """Yield the benchmarks of a folder, and of each talk in it in the order of their names."""
    yield Benchmark(
        "real pieces joined: Pk of outlines, in shares of an even split's", 0.75, "most", partial(joined_pieces, folder)
    )
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
            f"real {talk.stem}: whitelist from bytes against one line that folds the text",
            12,
            "most",
            partial(proving, talk, evidence),
        )
        yield Benchmark(
            f"real {talk.stem}: Pk of an outline against its map, in shares of an even split's",
            1,
            "most",
            partial(chapters_of_the_map, evidence_map, transcript),
        )
        yield Benchmark(
            f"real {talk.stem}: enforcement against one parse of the text",
            14,
            "most",
            partial(against_a_parse, evidence_map, transcript),
        )
