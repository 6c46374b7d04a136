"""The whitelist: which quotes are exact slices of the transcript by the named speaker, and why the others are not.

Whatever is not exact is refused with a reason; nothing approximate ever lets a quote in. Raw alone proves.
"""

import re
import sys
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Annotated

from pydantic import AfterValidator

from core.errors import BrokenProof
from core.evidence.evidence_map import EvidenceMap
from core.evidence.map_roster import roster_of
from core.record import Record, making_many
from core.span import Span
from core.transcripts.passage_source import hearing_of
from core.transcripts.speakers import Roster, SpeakerRef
from core.transcripts.transcript import TranscriptPair
from core.whitelist.judge_places import PlaceJudge
from core.whitelist.occurrences import (
    Occurrence,
    find_all_of_many,
    standing_in,
    take_in_punctuation,
)
from core.whitelist.proof_memo import memo_of
from core.whitelist.quote import Whitelist, WhitelistList, WhitelistQuote
from core.whitelist.quote_key import quote_id_of, quote_key, strip_ends
from core.whitelist.rejection import QuoteRefusal, RejectionReason
from core.whitelist.typed_quotes import TypedQuote, meant_place, read_typed_quotes


class QuoteProofs(Record):
    """All quotes of an evidence map, proven or refused."""

    quotes: Annotated[tuple[WhitelistQuote, ...], AfterValidator(Whitelist)]
    refusals: tuple[QuoteRefusal, ...]


_ELISION = re.compile(r" ?(?:\[ ?\.{3,} ?\]|\( ?\.{3,} ?\)|\.{3,}) ?")


def elided_parts(core: str) -> list[str]:
    """Return the parts of a text between the ellipses inside it, none where it is no such text."""
    if "..." not in core:
        return []
    parts = [strip_ends(part) for part in _ELISION.split(core)]
    return parts if len(parts) > 1 and all(parts) else []


def parts_in_order(canonical: str, core: str) -> bool:
    """Tell whether a text with ellipses inside is made of parts that stand in `canonical` one after the other."""
    parts = elided_parts(core)
    place = 0
    for part in parts:
        place = canonical.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return bool(parts)


def _with_elided(refusals: Sequence[QuoteRefusal], canonical: str) -> tuple[QuoteRefusal, ...]:
    """Return the refusals; of those that stand nowhere, the ones whose parts stand in order have that reason.

    The parts of all are looked for at once: to look for each by itself takes the text times the quotes.
    """
    nowhere = dict.fromkeys(one.canonical for one in refusals if one.reason is RejectionReason.NOT_FOUND)
    parts_of = {core: own for core in nowhere if (own := elided_parts(core))}
    standing = standing_in(canonical, list(dict.fromkeys(chain.from_iterable(parts_of.values()))))
    elided = {core for core, own in parts_of.items() if standing.issuperset(own) and parts_in_order(canonical, core)}
    return tuple(
        one._replace(reason=RejectionReason.ELIDED)
        if one.reason is RejectionReason.NOT_FOUND and one.canonical in elided
        else one
        for one in refusals
    )


def _refuse(typed: TypedQuote, reason: RejectionReason, found_at: Span | None) -> QuoteRefusal:
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


def _with_punctuation(raw: str, found: Occurrence, typed_tail: str) -> Occurrence:
    span = take_in_punctuation(raw, found.raw, typed_tail)
    return found if span is found.raw else Occurrence(found.match, span)


class _WhitelistBuilder:
    """The whitelist while it is being built: one entry for each speaker and key."""

    def __init__(self, transcript: TranscriptPair) -> None:
        self._transcript = transcript
        self._entries: dict[tuple[str, str], tuple[SpeakerRef, dict[str, None], set[int], dict[int, Occurrence]]] = {}
        self._chosen: dict[tuple[str, str], int] = {}  # the place that the map means, which comes first

    def add(self, typed: TypedQuote, speaker: SpeakerRef, occurrences: list[Occurrence]) -> None:
        raw = self._transcript.raw
        slices = [_with_punctuation(raw, found, typed.tail) for found in occurrences]
        key = _key_of(typed.core, slices[0].raw.slice(raw))
        _, evidence_ids, chapters, places = self._entries.setdefault(
            (speaker.speaker_id, key), (speaker, {}, set(), {})
        )
        meant = meant_place(typed.span, slices)
        if meant is not None:
            self._chosen.setdefault((speaker.speaker_id, key), meant.match[0])
        evidence_ids[typed.evidence_id] = None
        chapters.add(typed.chapter_index)
        for found in slices:
            known = places.get(found.match[0])
            if known is None or known.raw.end < found.raw.end:
                places[found.match[0]] = found

    def _made_of(
        self, speaker: SpeakerRef, key: str, found: list[Occurrence], ids: list[str], chapters: list[int]
    ) -> WhitelistQuote:
        heard = hearing_of(self._transcript, found[0].raw)
        return WhitelistQuote(
            quote_id=quote_id_of(speaker.speaker_id, key),
            quote_text=found[0].raw.slice(self._transcript.raw),
            quote_canonical=key,
            speaker=speaker,
            source_evidence_ids=ids,
            chapter_indices=chapters,
            match_spans=[occurrence.match for occurrence in found],
            raw_spans=[(start, end) for _, (start, end) in found],
            speaker_verified=self._transcript.names_speakers,
            start_seconds=heard.start_seconds,
            end_seconds=heard.end_seconds,
            times=heard.times,
            least_certain=heard.least_certain,
        )

    def quotes(self) -> tuple[WhitelistQuote, ...]:
        known = memo_of(self._transcript).quotes
        made: list[WhitelistQuote] = []
        for entry, (speaker, evidence_ids, chapters, places) in self._entries.items():
            chosen = self._chosen.get(entry)
            found = [places[start] for start in sorted(places, key=lambda start: (start != chosen, start))]
            parts = (speaker, entry[1], found, list(evidence_ids), sorted(chapters))
            before, quote = known.get(entry, (None, None))
            if before != parts or quote is None:
                _, quote = known.keep(entry, (parts, self._made_of(*parts)))
            check_proof(quote, self._transcript.raw)
            made.append(quote)
        made.sort(key=lambda quote: (quote.raw_spans[0], quote.speaker.speaker_id))
        return tuple(made)


def check_proof(quote: WhitelistQuote, raw: str) -> None:
    """Raise BrokenProof unless `quote_text` is the slice of raw that its first span names."""
    if quote.raw_spans and Span(*quote.raw_spans[0]).slice(raw) == quote.quote_text:
        return
    raise BrokenProof(f"quote {quote.quote_id} is not the slice {quote.raw_spans[:1]} of the transcript")


def _log_reasons(refusals: Iterable[QuoteRefusal]) -> None:
    """Log id and reason of each refused quote, never its words."""
    if "logging" not in sys.modules:
        return  # nobody can have asked for a log, and to import it would cost each command's start
    import logging

    log = logging.getLogger("core.whitelist")
    if log.isEnabledFor(logging.INFO):
        for refusal in refusals:
            log.info("refused %r: %s", refusal.evidence_id, refusal.reason)


@making_many()
def prove_quotes(evidence_map: EvidenceMap, transcript: TranscriptPair, roster: Roster) -> QuoteProofs:
    """Look every quote of the evidence map up in the transcript and keep those that are exact.

    Quotes come in the order (first raw span, speaker id), refusals in the order of the map. Raises EvidenceError where
    quotes stand at more places than can be looked at. Logs each refusal's id and reason, never its words.
    """
    typed_quotes = read_typed_quotes(evidence_map, transcript.canonical, memo_of(transcript).words)
    speakers = {name: roster.resolve(name) for name in {typed.speaker for typed in typed_quotes}}
    judge = PlaceJudge(transcript, roster)
    named = [speakers[typed.speaker] for typed in typed_quotes]
    before = [who and judge.known(typed.core, who) for typed, who in zip(typed_quotes, named, strict=True)]
    new = [typed.core for typed, known in zip(typed_quotes, before, strict=True) if known is None]
    matches = iter(find_all_of_many(transcript.canonical, new))
    build = _WhitelistBuilder(transcript)
    refusals: list[QuoteRefusal] = []
    for typed, speaker, known in zip(typed_quotes, named, before, strict=True):
        places = next(matches) if known is None else ()
        if not typed.core:
            refusals.append(_refuse(typed, RejectionReason.EMPTY, None))
        elif speaker is None:
            refusals.append(_refuse(typed, RejectionReason.UNKNOWN_SPEAKER, None))
        else:
            found = judge.prove(typed.core, places, speaker, known)
            if found.own:
                build.add(typed, speaker, found.own)
            else:
                refusals.append(_refuse(typed, found.reason, found.place))
    said = _with_elided(refusals, transcript.canonical)
    _log_reasons(said)
    return QuoteProofs(quotes=build.quotes(), refusals=said)


def build_quote_whitelist(
    evidence_map: EvidenceMap, transcript: TranscriptPair, *, roster: Roster | None = None
) -> list[WhitelistQuote]:
    """Return the quotes of the evidence map that are exact slices of the transcript by the named speaker.

    `examine_evidence` returns the refused ones too. Source: decisions.md#seed-1.
    """
    roster = roster or roster_of(evidence_map, transcript.labels)
    return WhitelistList(prove_quotes(evidence_map, transcript, roster).quotes)
