"""Differences and corrections of rejected quotes: what they cost beside the search, and how they grow."""

from collections.abc import Callable, Iterator
from functools import partial

from core.evidence.evidence_map import Support
from core.transcripts.speakers import Roster, Speaker
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import prove_quotes
from core.whitelist.corrections import offer_mends
from core.whitelist.difference import classify_difference, word_diff
from core.whitelist.report import describe_refusals
from tests.benchmarks.bench_enforcement_growth import sample
from tests.benchmarks.measure import ratio_of
from tests.benchmarks.registry import Case, at_most, growth
from tests.core.whitelist.test_corrections import map_of, rejection_of


def hostile(count: int) -> tuple[TranscriptPair, str]:
    """Return a transcript and a quote in which every four words stand in many places."""
    return TranscriptPair.from_raw("na " * 20 * count), ("na " * 50 + "hey ") * (count // 50)


def one_long_quote(count: int) -> tuple[TranscriptPair, str]:
    """Return a transcript and a quote that takes every second sentence of it."""
    sentences = [f"and so it went on until day n{number} of that year." for number in range(count)]
    return TranscriptPair.from_raw(" ".join(sentences)), " ".join(sentences[::2])


MAKERS: tuple[Callable[[int], tuple[TranscriptPair, str]], ...] = (hostile, one_long_quote)


@growth("whitelist: corrections of four times a hostile quote", 10, floor=0.02)
def hostile_quotes() -> Iterator[Case]:
    """From some length on they cost nothing at all."""
    roster = Roster.of((Speaker(speaker_id="ada", speaker_name="Ada"),))

    def offer(make: Callable[[int], tuple[TranscriptPair, str]], count: int) -> None:
        transcript, quote = make(count)
        offer_mends(rejection_of(quote, "Ada"), transcript, roster)

    for make in MAKERS:
        yield Case(make.__name__, partial(offer, make, 500), partial(offer, make, 2_000))


@at_most("whitelist: corrections against finding the nearest passages", 5)
def corrections() -> float:
    """Offers for many rejections are no second search."""
    line = sample()
    changed = [
        Support(evidence_id=f"e{number}", quote=quote.quote_text.replace(" the ", " a ", 1) + " then", speaker=name)
        for number, quote in enumerate(line.whitelist)
        for name in [quote.speaker.speaker_name]
    ]
    evidence_map = map_of(*changed, speakers=line.evidence_map.speakers)
    refusals = prove_quotes(evidence_map, line.transcript, line.roster).refusals
    rejections = describe_refusals(refusals, line.transcript)
    assert len(rejections) > 20

    def offers() -> None:
        for rejection in rejections:
            offer_mends(rejection, line.transcript, line.roster)

    return ratio_of(offers, partial(describe_refusals, refusals, line.transcript), most=5)


@growth("whitelist: the difference of ten times two texts that share nothing", 20)
def differences() -> Iterator[Case]:
    """Somebody may paste a whole transcript as a quote."""

    def compare(count: int) -> None:
        word_diff("we went " * count, "they came " * count)
        classify_difference("we went " * count, "they came " * count, "we went " * count)

    yield Case("", partial(compare, 2_000), partial(compare, 20_000))
