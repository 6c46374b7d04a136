"""What of a transcript may be quoted as one piece, and under whose name: the check for every correction."""

from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from core.span import Span
from core.text.segmentation import cuts_token
from core.transcripts.annotations import AnnotationKind
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.occurrences import (
    Occurrence,
    find_all_occurrences,
    label_ids,
    one_turn_occurrences,
    speaker_occurrences,
    take_in_punctuation,
    whole_token_occurrences,
)
from core.whitelist.quote_key import quote_key, resolve_markup


def as_typed(words: str) -> str:
    """Return how a stretch of raw is written in an evidence map, where entities and escapes are resolved."""
    return words if resolve_markup(words) == words else words.replace("\\", "\\\\").replace("&", "&amp;")


def is_part(words: str, typed: str) -> bool:
    """Tell whether words stand in others as whole words; "he was able" is no part of "she was able"."""
    places = find_all_occurrences(typed, words)
    return any(not cuts_token(typed, start) and not cuts_token(typed, end) for start, end in places)


class CorrectedQuote(NamedTuple):
    """A proven quote as it is written in an evidence map, its speaker's name, and its key."""

    quote: str
    speaker: str
    words: str


class CorrectionContext:
    """A transcript and its roster, to check corrections. Offsets are code points of raw unless stated otherwise."""

    def __init__(self, transcript: TranscriptPair, roster: Roster) -> None:
        self.transcript = transcript
        self.roster = roster

    @cached_property
    def _labels(self) -> dict[str, str | None]:
        return label_ids(self.transcript, self.roster)

    @cached_property
    def _lost(self) -> list[int]:
        """Where in canonical words were lost."""
        starts = self.transcript.speech.unspoken.starts_of(AnnotationKind.LOST)
        return list(map(self.transcript.speech.folding.canonical, starts))

    def between_lost_speech(self, start: int) -> Span:
        """Return the stretch of canonical about an offset in which no words were lost."""
        index = bisect_right(self._lost, start)
        last = self._lost[index] if index < len(self._lost) else len(self.transcript.canonical)
        return Span(self._lost[index - 1] if index else 0, last)

    def speaker_id_at(self, offset: int) -> str | None:
        """Return the id of the person in whose turn an offset lies, None where the transcript does not say."""
        turn = self.transcript.turn_at(offset)
        return self._labels.get(turn.speaker) if turn is not None and turn.speaker is not None else None

    def name_at(self, offset: int, written: str) -> str | None:
        """Return the name that means the person in whose turn an offset lies: the written one where it does already.

        Where the transcript names nobody, the written name if it means somebody; None where no name will do.
        """
        if not self.transcript.names_speakers:
            return written if self.roster.resolve(written) else None
        speaker_id, turn = self.speaker_id_at(offset), self.transcript.turn_at(offset)
        if speaker_id is None or turn is None or turn.speaker is None:
            return None
        names = (written, *(one.speaker_name for one in self.roster.speakers if one.speaker_id == speaker_id))
        for name in (*names, turn.speaker, speaker_id):
            person = self.roster.resolve(name)
            if person is not None and person.speaker_id == speaker_id:
                return name
        return None

    def in_one_turn(self, matches: list[tuple[int, int]]) -> list[Occurrence]:
        """Keep the stretches of canonical that are whole tokens, in one turn, and over no lost speech."""
        return one_turn_occurrences(self.transcript, whole_token_occurrences(self.transcript, matches))

    def proves(self, words: str, speaker: str, span: Span) -> bool:
        """Tell whether a quote with the key `words` by a written name is proven by what stands at `span`."""
        person = self.roster.resolve(speaker)
        if person is None or not any(map(str.isalnum, words)):
            return False
        folding, canonical = self.transcript.speech.folding, self.transcript.canonical
        start = canonical.find(words, folding.canonical(span.start), folding.canonical(span.end) + 1)
        found = self.in_one_turn([(start, start + len(words))]) if start >= 0 else []
        return bool(speaker_occurrences(self.transcript, found, person, self._labels))

    def quote(self, span: Span, tail: str, written: str) -> CorrectedQuote | None:
        """Return the slice at `span` as a proven quote, None where it is none.

        `tail` is the punctuation of the typed quote, which the slice takes in where it has it too.
        """
        speaker = self.name_at(span.start, written)
        quote = as_typed(take_in_punctuation(self.transcript.raw, span, tail).slice(self.transcript.raw))
        words = quote_key(resolve_markup(quote))
        return (
            CorrectedQuote(quote, speaker, words) if speaker is not None and self.proves(words, speaker, span) else None
        )
