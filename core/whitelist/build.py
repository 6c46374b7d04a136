"""The whitelist: which quotes are exact slices of the transcript by the named speaker, and why the others are not.

Whatever is not exact is refused with a reason; nothing approximate ever lets a quote in. Raw alone proves.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from typing import Annotated, NamedTuple

from pydantic import AfterValidator

from core.errors import BrokenProof, EvidenceError, Problem
from core.evidence.evidence_map import EvidenceMap
from core.evidence.map_roster import roster_of
from core.record import Record
from core.span import Span
from core.text.canonical import canonicalize_all
from core.transcripts.speakers import Roster, SpeakerRef
from core.transcripts.transcript import TranscriptPair
from core.whitelist.occurrences import (
    Occurrence,
    closing_of,
    find_all_of_many,
    is_by,
    is_in_one_turn,
    label_ids,
    take_in_punctuation,
    whole_occurrence,
)
from core.whitelist.quote import Whitelist, WhitelistList, WhitelistQuote
from core.whitelist.quote_key import quote_id_of, quote_key, resolve_markup, strip_ends, typed_words
from core.whitelist.rejection import QuoteRefusal, RejectionReason

MOST_PLACES = 1_000
"""Places of one quote that are listed, the first ones."""
_ALL_PLACES = 200_000  # places of all quotes that are listed; beyond them a few of each
_FEW_PLACES = 10
_MOST_JUDGED = 2_000_000
_SHORT = 64  # characters of a quote that may stand at very many places, and be named again and again
_TOO_MANY_PLACES = Problem(
    place="the evidence map",
    message=f"its quotes stand at more than {_MOST_JUDGED:,} places of the transcript.",
    remedy="Give longer quotes: such short ones prove nothing.",
)


class QuoteProofs(Record):
    """All quotes of an evidence map, proven or refused."""

    quotes: Annotated[tuple[WhitelistQuote, ...], AfterValidator(Whitelist)]
    refusals: tuple[QuoteRefusal, ...]


class _TypedQuote(NamedTuple):
    """One quote of the evidence map, read."""

    evidence_id: str
    chapter_index: int
    claim_id: str
    quote: str
    speaker: str
    tail: str
    core: str


_ELISION = re.compile(r" ?(?:\[ ?\.{3,} ?\]|\( ?\.{3,} ?\)|\.{3,}) ?")


def _words_of(canonical: str) -> str:
    """Return what is looked up: the words without end punctuation, "" where there is no letter or digit."""
    core = strip_ends(canonical)
    return core if any(map(str.isalnum, core)) else ""


def _as_written(quotes: Sequence[str], speech: str) -> list[str]:
    """Return each quote as it is looked up: as it is typed where the transcript spells it so, else with its markup
    resolved."""
    written = list(map(resolve_markup, quotes))
    spelt = [at for at, quote in enumerate(quotes) if written[at] != quote]
    keys = [quote_key(quotes[at]) for at in spelt]
    for at, key, places in zip(spelt, keys, find_all_of_many(speech, keys), strict=True):
        if key and next(iter(places), None) is not None:
            written[at] = quotes[at]
    return written


def _read_all(evidence_map: EvidenceMap, speech: str) -> list[_TypedQuote]:
    flat = [
        (support, chapter_index, claim.claim_id)
        for chapter_index, chapter in enumerate(evidence_map.chapters)
        for claim in chapter.claims
        for support in claim.support
    ]
    words = list(map(typed_words, _as_written([support.quote for support, _, _ in flat], speech)))
    return [
        _TypedQuote(
            evidence_id=support.evidence_id,
            chapter_index=chapter_index,
            claim_id=claim_id,
            quote=support.quote,
            speaker=support.speaker,
            tail=closing_of(typed),
            core=_words_of(canonical),
        )
        for (support, chapter_index, claim_id), typed, canonical in zip(
            flat, words, canonicalize_all(words), strict=True
        )
    ]


def parts_in_order(canonical: str, core: str) -> bool:
    """Tell whether a text with ellipses inside is made of parts that stand in `canonical` one after the other."""
    parts = [strip_ends(part) for part in _ELISION.split(core)]
    if len(parts) < 2 or not all(parts):
        return False
    place = 0
    for part in parts:
        place = canonical.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return True


def _refuse(typed: _TypedQuote, reason: RejectionReason, found_at: Span | None) -> QuoteRefusal:
    return QuoteRefusal(
        evidence_id=typed.evidence_id,
        chapter_index=typed.chapter_index,
        claim_id=typed.claim_id,
        quote=typed.quote,
        speaker=typed.speaker,
        reason=reason,
        canonical=typed.core,
        found_at=found_at,
    )


def _key_of(core: str, text: str) -> str:
    """Return the key of a slice; without marks or brackets at hand it is the core it was found by."""
    return quote_key(text) if '"' in core or core[0] in "*_[(" or core[-1] in "*_])" else core


class _WhitelistBuilder:
    """The whitelist while it is being built: one entry for each speaker and key."""

    def __init__(self, transcript: TranscriptPair) -> None:
        self._transcript = transcript
        self._entries: dict[tuple[str, str], tuple[SpeakerRef, dict[str, None], set[int], dict[int, Occurrence]]] = {}

    def add(self, typed: _TypedQuote, speaker: SpeakerRef, occurrences: list[Occurrence]) -> None:
        raw = self._transcript.raw
        slices = [Occurrence(found.match, take_in_punctuation(raw, found.raw, typed.tail)) for found in occurrences]
        key = _key_of(typed.core, slices[0].raw.slice(raw))
        _, evidence_ids, chapters, places = self._entries.setdefault(
            (speaker.speaker_id, key), (speaker, {}, set(), {})
        )
        evidence_ids[typed.evidence_id] = None
        chapters.add(typed.chapter_index)
        for found in slices:
            known = places.get(found.match[0])
            if known is None or known.raw.end < found.raw.end:
                places[found.match[0]] = found

    def quotes(self) -> tuple[WhitelistQuote, ...]:
        raw = self._transcript.raw
        made: list[WhitelistQuote] = []
        for (speaker_id, key), (speaker, evidence_ids, chapters, places) in self._entries.items():
            found = [places[start] for start in sorted(places)]
            quote = WhitelistQuote(
                quote_id=quote_id_of(speaker_id, key),
                quote_text=found[0].raw.slice(raw),
                quote_canonical=key,
                speaker=speaker,
                source_evidence_ids=list(evidence_ids),
                chapter_indices=sorted(chapters),
                match_spans=[occurrence.match for occurrence in found],
                raw_spans=[(occurrence.raw.start, occurrence.raw.end) for occurrence in found],
                speaker_verified=self._transcript.names_speakers,
                start_seconds=self._transcript.time_at(found[0].raw.start),
            )
            check_proof(quote, raw)
            made.append(quote)
        made.sort(key=lambda quote: (quote.raw_spans[0], quote.speaker.speaker_id))
        return tuple(made)


def check_proof(quote: WhitelistQuote, raw: str) -> None:
    """Raise BrokenProof unless `quote_text` is the slice of raw that its first span names."""
    if quote.raw_spans and Span(*quote.raw_spans[0]).slice(raw) == quote.quote_text:
        return
    raise BrokenProof(f"quote {quote.quote_id} is not the slice {quote.raw_spans[:1]} of the transcript")


class _Found(NamedTuple):
    """The occurrences of a quote by its speaker; where there are none, why not and the place that shows it."""

    own: list[Occurrence]
    reason: RejectionReason = RejectionReason.NOT_FOUND
    place: Span | None = None


class _QuoteProver:
    """Judges the places where quotes stand, the first `MOST_PLACES` of each and `_ALL_PLACES` of all together."""

    def __init__(self, transcript: TranscriptPair, roster: Roster) -> None:
        self._transcript = transcript
        self._labels = label_ids(transcript, roster)
        self._kept = self._judged = 0
        self._known: dict[tuple[str, str], _Found] = {}

    def prove(self, core: str, matches: Iterable[tuple[int, int]], speaker: SpeakerRef) -> _Found:
        """Return what was found for a quote. Raises EvidenceError where too many places had to be looked at."""
        question = (core, speaker.speaker_id)
        if len(core) > _SHORT:
            return self._prove(core, matches, speaker)
        if question not in self._known:
            self._known[question] = self._prove(core, matches, speaker)
        return self._known[question]

    def _prove(self, core: str, matches: Iterable[tuple[int, int]], speaker: SpeakerRef) -> _Found:
        transcript = self._transcript
        most = min(MOST_PLACES, max(_FEW_PLACES, _ALL_PLACES - self._kept))
        own: list[Occurrence] = []
        best: _Found | None = None
        for match in matches:
            self._judged += 1
            if self._judged > _MOST_JUDGED:
                raise EvidenceError(_TOO_MANY_PLACES)
            whole = whole_occurrence(transcript, match)
            if whole is None:
                if best is None:
                    best = _Found([], RejectionReason.PARTIAL_WORD, transcript.raw_span(*match))
            elif not is_in_one_turn(transcript, whole):
                if best is None or best.reason is RejectionReason.PARTIAL_WORD:
                    best = _Found([], RejectionReason.CROSSES_TURNS, whole.raw)
            elif not is_by(transcript, whole, speaker, self._labels):
                if best is None or best.reason is not RejectionReason.WRONG_SPEAKER:
                    best = _Found([], RejectionReason.WRONG_SPEAKER, whole.raw)
            else:
                own.append(whole)
                if len(own) == most:
                    break
        self._kept += len(own)
        if own:
            return _Found(own)
        if best is None and parts_in_order(transcript.canonical, core):
            return _Found([], RejectionReason.ELIDED)
        return best or _Found([])


def _log_reasons(refusals: Iterable[QuoteRefusal]) -> None:
    """Log id and reason of each refused quote, never its words."""
    if "logging" not in sys.modules:
        return  # nobody can have asked for a log, and to import it would cost each command's start
    import logging

    log = logging.getLogger("core.whitelist")
    if log.isEnabledFor(logging.INFO):
        for refusal in refusals:
            log.info("refused %r: %s", refusal.evidence_id, refusal.reason)


def prove_quotes(evidence_map: EvidenceMap, transcript: TranscriptPair, roster: Roster) -> QuoteProofs:
    """Look every quote of the evidence map up in the transcript and keep those that are exact.

    Quotes come in the order (first raw span, speaker id), refusals in the order of the map. Raises EvidenceError where
    quotes stand at more places than can be looked at. Logs each refusal's id and reason, never its words.
    """
    typed_quotes = _read_all(evidence_map, transcript.canonical)
    matches = find_all_of_many(transcript.canonical, [typed.core for typed in typed_quotes])
    speakers = {name: roster.resolve(name) for name in {typed.speaker for typed in typed_quotes}}
    prover = _QuoteProver(transcript, roster)
    build = _WhitelistBuilder(transcript)
    refusals: list[QuoteRefusal] = []
    for typed, places in zip(typed_quotes, matches, strict=True):
        speaker = speakers[typed.speaker]
        if not typed.core:
            refusals.append(_refuse(typed, RejectionReason.EMPTY, None))
        elif speaker is None:
            refusals.append(_refuse(typed, RejectionReason.UNKNOWN_SPEAKER, None))
        else:
            found = prover.prove(typed.core, places, speaker)
            if found.own:
                build.add(typed, speaker, found.own)
            else:
                refusals.append(_refuse(typed, found.reason, found.place))
    _log_reasons(refusals)
    return QuoteProofs(quotes=build.quotes(), refusals=tuple(refusals))


def build_quote_whitelist(
    evidence_map: EvidenceMap, transcript: TranscriptPair, *, roster: Roster | None = None
) -> list[WhitelistQuote]:
    """Return the quotes of the evidence map that are exact slices of the transcript by the named speaker.

    `examine_evidence` returns the refused ones too. Source: decisions.md#seed-1.
    """
    roster = roster or roster_of(evidence_map, transcript.labels)
    return WhitelistList(prove_quotes(evidence_map, transcript, roster).quotes)
