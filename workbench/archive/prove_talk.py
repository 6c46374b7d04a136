"""Quotes against one talk: a function of its file and the quotes alone, so that it may run anywhere."""

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import chain
from typing import NamedTuple

from core.errors import BadInput, Problem
from core.evidence.evidence_map import ChapterEvidence, ClaimEvidence, EvidenceMap, Support
from core.evidence.map_roster import roster_of
from core.map_making.word_places import WordPlaces, find_word_places
from core.record import Record
from core.span import Span
from core.transcripts.readers.decoding import MAX_BYTES
from core.transcripts.speakers import Speaker, derive_speaker_id
from core.transcripts.transcript import TranscriptPair
from core.whitelist.build import prove_quotes
from core.whitelist.quote_key import quote_key
from core.whitelist.rejection import NearestPassage, QuoteRefusal, RejectionReason
from core.whitelist.report import describe_refusals
from workbench.archive.asked_quotes import AskedQuote
from workbench.files.read_file import read_bytes
from workbench.search.find_files import path_of
from workbench.search.read_source import read_chosen

_WITHOUT_WORDS = WordPlaces((), (), RejectionReason.EMPTY, all_seen=True)


class TalkToProve(NamedTuple):
    """A talk's file, the hash of its bytes as the index has it, the tiers to read of it, and the quotes with their
    numbers; with `nearest`, what comes nearest to a refused one is looked for. `persons` speak there, each given by all
    their names, the one that counts first."""

    key: str
    name: str
    sha256: str
    tiers: str
    asked: tuple[tuple[int, AskedQuote], ...]
    nearest: bool
    persons: tuple[tuple[str, ...], ...] = ()


class QuoteInTalk(Record):
    """What one talk says to one quote: proven with its place, or refused.

    `number` is the quote's among those that were asked for. `span` are code points of raw, half-open; `turn` counts
    from 1; `speaker` is who said it, by the name that counts, of a refused one who is said to have. `reason` is None
    where it is proven.
    """

    number: int
    speaker: str
    reason: RejectionReason | None
    span: Span | None = None
    turn: int | None = None
    start_seconds: float | None = None
    nearest: NearestPassage | None = None


class TalkProofs(Record):
    """All quotes against one talk, whose bytes have this hash; a file that cannot be read any more has `problems` and
    nothing else."""

    sha256: str = ""
    found: tuple[QuoteInTalk, ...] = ()
    problems: tuple[Problem, ...] = ()


def _speakers_of(persons: Iterable[tuple[str, ...]]) -> Iterator[Speaker]:
    for name, *spellings in persons:
        if speaker_id := derive_speaker_id(name):
            yield Speaker(speaker_id=speaker_id, speaker_name=name, aliases=tuple(spellings))


def _map_of(asked: Sequence[tuple[int, AskedQuote]], speakers: Sequence[Speaker]) -> EvidenceMap:
    support = tuple(Support(evidence_id=str(number), quote=one.quote, speaker=one.speaker) for number, one in asked)
    claim = ClaimEvidence(claim_id="asked", claim="", support=support)
    return EvidenceMap(speakers=tuple(speakers), chapters=(ChapterEvidence(title="Asked", claims=(claim,)),))


class _TalkProver:
    """One talk, read, and the quotes that are asked of it."""

    def __init__(self, task: TalkToProve, transcript: TranscriptPair) -> None:
        self._transcript = transcript
        self._asked = dict(task.asked)
        self._nearest = task.nearest
        self._speakers = tuple(_speakers_of(task.persons))
        self._starts = [turn.span.start for turn in transcript.turns]

    def _turn_of(self, span: Span) -> int | None:
        return bisect_right(self._starts, span.start) or None

    def _proven(self, number: int, speaker: str, span: Span) -> QuoteInTalk:
        return QuoteInTalk(
            number=number,
            speaker=speaker,
            reason=None,
            span=span,
            turn=self._turn_of(span),
            start_seconds=self._transcript.time_at(span.start),
        )

    def _refused(self, refusals: Sequence[QuoteRefusal]) -> Iterator[QuoteInTalk]:
        near = describe_refusals(refusals, self._transcript) if self._nearest else [None] * len(refusals)
        for refusal, described in zip(refusals, near, strict=True):
            nearest = described.nearest if described is not None else None
            yield QuoteInTalk(
                number=int(refusal.evidence_id),
                speaker=refusal.speaker,
                reason=refusal.reason,
                span=refusal.found_at,
                nearest=nearest,
            )

    def _whoever_said_it(self) -> Iterator[QuoteInTalk | QuoteRefusal]:
        """Yield the quotes that name nobody: by each person who said the words, at the first place of each."""
        nameless = [(number, one) for number, one in self._asked.items() if not one.speaker]
        asked = _map_of(nameless, self._speakers)
        roster = roster_of(asked, self._transcript.labels)
        places = find_word_places(asked, self._transcript, roster, lambda _: True) if nameless else {}
        for number, one in nameless:
            found = places.get(str(number), _WITHOUT_WORDS)
            if found.reason is not None:
                yield self._refusal(number, one, found.reason)
            first = {name: place.raw for name, place in reversed(tuple(zip(found.names, found.places, strict=True)))}
            for name, span in sorted(first.items(), key=lambda entry: entry[1]):
                yield self._proven(number, name, span)

    @staticmethod
    def _refusal(number: int, one: AskedQuote, reason: RejectionReason) -> QuoteRefusal:
        return QuoteRefusal(str(number), 0, "asked", one.quote, "", reason, quote_key(one.quote))

    def _by_whom_they_are_said_to_be(self) -> Iterator[QuoteInTalk | QuoteRefusal]:
        """Yield the quotes that name somebody. Where the talk names nobody, the names in other quotes, which may be
        those of another talk, say nothing about whom a name means."""
        groups: dict[str, list[tuple[int, AskedQuote]]] = defaultdict(list)
        for number, one in self._asked.items():
            if one.speaker:
                groups["" if self._transcript.labels else one.speaker].append((number, one))
        for group in groups.values():
            asked = _map_of(group, self._speakers)
            proofs = prove_quotes(asked, self._transcript, roster_of(asked, self._transcript.labels))
            for quote in proofs.quotes:
                span = Span(*quote.raw_spans[0])
                for evidence_id in quote.source_evidence_ids:
                    yield self._proven(int(evidence_id), quote.speaker.speaker_name, span)
            yield from proofs.refusals

    def prove(self) -> Iterator[QuoteInTalk]:
        """Yield what the talk says to each quote."""
        refused: list[QuoteRefusal] = []
        for found in chain(self._by_whom_they_are_said_to_be(), self._whoever_said_it()):
            if isinstance(found, QuoteInTalk):
                yield found
            else:
                refused.append(found)
        yield from self._refused(refused)


def prove_talk(task: TalkToProve) -> TalkProofs:
    """Look quotes up in one talk; what cannot be read is said in the result and never raised."""
    try:
        data = read_bytes(path_of(task.key), MAX_BYTES, regular=True)
        transcript = read_chosen(data, task.name, json.loads(task.tiers))
        found = sorted(_TalkProver(task, transcript).prove(), key=lambda one: (one.number, one.span or Span(0, 0)))
    except BadInput as error:
        return TalkProofs(problems=error.problems)
    return TalkProofs(sha256=sha256(data).hexdigest(), found=tuple(found))
