"""The whitelist against seed 1's algorithm made correct, against one line that only folds, and how it grows."""

import re
import unicodedata
from collections.abc import Iterator
from functools import partial
from itertools import count

from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support, read_evidence
from core.span import Span
from core.transcripts.readers import read_transcript
from core.transcripts.speakers import Speaker, SpeakerRole
from core.transcripts.transcript import TranscriptPair, Turn
from core.whitelist.build import build_quote_whitelist
from core.whitelist.proof_memo import MEMO
from tests.benchmarks import naive
from tests.benchmarks.corpus import Corpus, evidence_map, make_corpus
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Case, at_least, at_most, growth

LARGE = (300_000, 1_000)
SMALL = (LARGE[0] // 10, LARGE[1] // 10)
TALK = (600_000, 2_000)


def ours(corpus: Corpus, quotes: EvidenceMap) -> int:
    """Fold the transcript and build the whitelist, as from a file."""
    transcript = TranscriptPair.from_raw(corpus.transcript.raw, turns=corpus.transcript.turns)
    return len(build_quote_whitelist(quotes, transcript))


def fold_without_places(raw: str) -> str:
    """Fold a text as anybody would in one line, without a way back to its places."""
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", raw).casefold())


def against_a_fold(talk: bytes, written_map: bytes, *, most: float) -> float:
    """Measure how many times as long it takes to read both files and prove the quotes as to fold the talk's text."""

    def prove() -> None:
        assert build_quote_whitelist(read_evidence(written_map, "map.json"), read_transcript(talk, "talk.md"))

    raw = talk.decode()
    return ratio_of(prove, lambda: fold_without_places(raw), most=most)


@at_most("whitelist: from bytes to proven quotes against one line that folds the text", 7)
def from_bytes() -> float:
    """600 KB and 2,000 quotes: reading, folding, the map, whole tokens, turns and speakers."""
    corpus = make_corpus(*TALK)
    written_map = evidence_map(corpus.quotes).model_dump_json()
    return against_a_fold(corpus.transcript.raw.encode(), written_map.encode(), most=7)


@at_least("whitelist: times faster than the naive algorithm", 8)
def naive_algorithm() -> float:
    """Seed 1's loops made correct."""
    corpus = make_corpus(*LARGE)
    quotes = evidence_map(corpus.quotes)
    return 1 / ratio_of(lambda: ours(corpus, quotes), lambda: naive.build(quotes, corpus.transcript), most=1 / 8)


@at_most("whitelist: a map that differs in one row, beside the whole", 0.6)
def one_row() -> float:
    """600 KB with 2,000 quotes; only what is new is looked for."""
    corpus = make_corpus(2 * LARGE[0], 2 * LARGE[1])
    quotes = evidence_map(corpus.quotes)
    transcript = TranscriptPair.from_raw(corpus.transcript.raw, turns=corpus.transcript.turns)
    build_quote_whitelist(quotes, transcript)
    (chapter,) = quotes.chapters[:1]
    numbers = count()

    def differs() -> int:
        one = corpus.quotes[next(numbers) % len(corpus.quotes)].text.split(" ")
        claim = chapter.claims[0]
        support = Support(evidence_id="new", quote=" ".join(one[1:]), speaker=claim.support[0].speaker)
        changed = claim.model_copy(update={"support": (*claim.support, support)})
        first = chapter.model_copy(update={"claims": (changed, *chapter.claims[1:])})
        other = quotes.model_copy(update={"chapters": (first, *quotes.chapters[1:])})
        return len(build_quote_whitelist(other, transcript))

    def whole() -> int:
        vars(transcript).pop(MEMO, None)
        return len(build_quote_whitelist(quotes, transcript))

    return ratio_of(differs, whole, most=0.6)


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
