"""Which of the places where a quote's words stand count: whole tokens, one turn, the named speaker."""

from collections.abc import Iterable
from typing import NamedTuple

from core.errors import EvidenceError, Problem
from core.span import Span
from core.transcripts.speakers import Roster, SpeakerRef
from core.transcripts.transcript import TranscriptPair
from core.whitelist.occurrences import Occurrence, is_by, is_in_one_turn, label_ids, whole_occurrence
from core.whitelist.proof_memo import BoundedMemo, memo_of
from core.whitelist.rejection import RejectionReason

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


class FoundPlaces(NamedTuple):
    """The occurrences of a quote by its speaker; where there are none, why not and the place that shows it."""

    own: list[Occurrence]
    reason: RejectionReason = RejectionReason.NOT_FOUND
    place: Span | None = None


class KnownPlaces(NamedTuple):
    """What was found for a quote that stands at few places, and how many were looked at."""

    found: FoundPlaces
    judged: int


class PlaceJudge:
    """Judges the places where quotes stand, the first `MOST_PLACES` of each and `_ALL_PLACES` of all together."""

    def __init__(self, transcript: TranscriptPair, roster: Roster) -> None:
        self._transcript = transcript
        self._labels = label_ids(transcript, roster)
        self._kept = self._judged = 0
        self._short: dict[tuple[str, str], FoundPlaces] = {}
        self._memo: BoundedMemo[tuple[str, str], KnownPlaces] = memo_of(transcript).found_by(self._labels)

    def known(self, core: str, speaker: SpeakerRef) -> KnownPlaces | None:
        """Return what was found for a quote before."""
        return self._memo.get((core, speaker.speaker_id))

    def _count(self, places: int) -> None:
        self._judged += places
        if self._judged > _MOST_JUDGED:
            raise EvidenceError(_TOO_MANY_PLACES)

    def prove(
        self, core: str, matches: Iterable[tuple[int, int]], speaker: SpeakerRef, known: KnownPlaces | None
    ) -> FoundPlaces:
        """Return what was found for a quote, now or before (`known`).

        Raises EvidenceError where too many places had to be looked at, as it does without what is known.
        """
        question = (core, speaker.speaker_id)
        if question in self._short:
            return self._short[question]
        before = self._judged
        if known is None:
            found = self._prove(matches, speaker)
        else:
            found = known.found
            self._count(known.judged)
            self._kept += len(found.own)
        if (judged := self._judged - before) < _FEW_PLACES:  # none was left out for want of room
            self._memo.keep(question, KnownPlaces(found, judged))
        if len(core) <= _SHORT:
            self._short[question] = found
        return found

    def _prove(self, matches: Iterable[tuple[int, int]], speaker: SpeakerRef) -> FoundPlaces:
        transcript = self._transcript
        most = min(MOST_PLACES, max(_FEW_PLACES, _ALL_PLACES - self._kept))
        own: list[Occurrence] = []
        best: FoundPlaces | None = None
        for match in matches:
            self._count(1)
            whole = whole_occurrence(transcript, match)
            if whole is None:
                if best is None:
                    best = FoundPlaces([], RejectionReason.PARTIAL_WORD, transcript.raw_span(*match))
            elif not is_in_one_turn(transcript, whole):
                if best is None or best.reason is RejectionReason.PARTIAL_WORD:
                    best = FoundPlaces([], RejectionReason.CROSSES_TURNS, whole.raw)
            elif not is_by(transcript, whole, speaker, self._labels):
                if best is None or best.reason is not RejectionReason.WRONG_SPEAKER:
                    best = FoundPlaces([], RejectionReason.WRONG_SPEAKER, whole.raw)
            else:
                own.append(whole)
                if len(own) == most:
                    break
        self._kept += len(own)
        return FoundPlaces(own) if own else best or FoundPlaces([])
