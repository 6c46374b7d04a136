"""The whitelist against seed 1's algorithm made correct, and how it grows."""

from collections.abc import Iterator
from functools import partial

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.span import Span
from core.transcripts.speakers import Speaker, SpeakerRole
from core.transcripts.transcript import TranscriptPair, Turn
from core.whitelist.build import build_quote_whitelist
from tests.benchmarks import naive
from tests.benchmarks.corpus import Corpus, evidence_map, make_corpus
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Case, at_least, growth

LARGE = (300_000, 1_000)
SMALL = (LARGE[0] // 10, LARGE[1] // 10)


def ours(corpus: Corpus, quotes: EvidenceMap) -> int:
    """Fold the transcript and build the whitelist, as from a file."""
    transcript = TranscriptPair.from_raw(corpus.transcript.raw, turns=corpus.transcript.turns)
    return len(build_quote_whitelist(quotes, transcript))


@at_least("whitelist: times faster than the naive algorithm", 3)
def naive_algorithm() -> float:
    """Seed 1's loops made correct."""
    corpus = make_corpus(*LARGE)
    quotes = evidence_map(corpus.quotes)
    return 1 / ratio_of(lambda: ours(corpus, quotes), lambda: naive.build(quotes, corpus.transcript), most=1 / 3)


@growth("whitelist: ten times the text and ten times the quotes", 25)
def text_and_quotes() -> Iterator[Case]:
    """Not their product."""
    works = [
        partial(ours, corpus, evidence_map(corpus.quotes)) for corpus in (make_corpus(*SMALL), make_corpus(*LARGE))
    ]
    yield Case("", *works)


def alike(count: int) -> tuple[Corpus, EvidenceMap]:
    """Return turns and quotes that all share one long beginning."""
    prefix = "and so it goes on and on and so it goes on and on and so it goes on and on until"
    words = [f"{prefix} n{number}" for number in range(count)]
    pieces: list[str] = []
    turns: list[Turn] = []
    place = 0
    for sentence in words:
        label = "Ann: "
        turns.append(
            Turn(
                speaker="Ann",
                label_span=Span(place, place + 4),
                span=Span(place + 5, place + 5 + len(sentence)),
            )
        )
        pieces.append(f"{label}{sentence}\n")
        place += len(pieces[-1])
    transcript = TranscriptPair.from_raw("".join(pieces), turns=tuple(turns))
    support = tuple(
        Support(evidence_id=f"e{number}", quote=sentence, speaker="Ann") for number, sentence in enumerate(words)
    )
    speaker = Speaker(speaker_id="ann", speaker_name="Ann", speaker_role=SpeakerRole.GUEST)
    claim = ClaimEvidence(claim_id="c", claim="C", support=support)
    chapter = ChapterEvidence(title="T", claims=(claim,))
    return Corpus(transcript, ()), EvidenceMap(speakers=(speaker,), chapters=(chapter,))


@growth("whitelist: twice the turns and quotes that all begin alike", 3)
def quotes_that_begin_alike() -> Iterator[Case]:
    """With one long common beginning."""
    small, large = alike(2_000), alike(4_000)
    assert ours(*large) == 4_000
    yield Case("", partial(ours, *small), partial(ours, *large))
