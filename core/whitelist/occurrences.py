"""Where a quote stands, and which of these places count: whole tokens, one turn, the named speaker."""

from typing import NamedTuple

from core.span import Span
from core.text.tokens import cuts_token
from core.transcripts.speakers import Roster, SpeakerRef
from core.transcripts.transcript import TranscriptPair


class Occurrence(NamedTuple):
    """One place where a quote stands: in the canonical transcript and in raw."""

    match: tuple[int, int]
    raw: Span


def whole_token_occurrences(transcript: TranscriptPair, matches: list[tuple[int, int]]) -> list[Occurrence]:
    """Keep the matches that begin and end between whole tokens of raw."""
    folding, raw = transcript.speech.folding, transcript.raw
    kept: list[Occurrence] = []
    for start, end in matches:
        if not (folding.is_edge(start) and folding.is_edge(end)):
            continue
        span = transcript.raw_span(start, end)
        if not (cuts_token(raw, span.start) or cuts_token(raw, span.end)):
            kept.append(Occurrence((start, end), span))
    return kept


def one_turn_occurrences(transcript: TranscriptPair, occurrences: list[Occurrence]) -> list[Occurrence]:
    """Keep the occurrences that lie within one turn and run over no lost speech."""
    return [
        occurrence
        for occurrence in occurrences
        if (not transcript.turns or transcript.turn_of(occurrence.raw) is not None)
        and not transcript.crosses_lost_speech(occurrence.raw)
    ]


def speaker_occurrences(
    transcript: TranscriptPair, occurrences: list[Occurrence], speaker: SpeakerRef, labels: dict[str, str | None]
) -> list[Occurrence]:
    """Keep the occurrences in turns of `speaker`; `labels` leads from transcript labels to speaker ids."""
    if not transcript.names_speakers:
        return occurrences
    kept: list[Occurrence] = []
    for occurrence in occurrences:
        turn = transcript.turn_of(occurrence.raw)
        if turn is not None and turn.speaker is not None and labels.get(turn.speaker) == speaker.speaker_id:
            kept.append(occurrence)
    return kept


def label_ids(transcript: TranscriptPair, roster: Roster) -> dict[str, str | None]:
    """Return the speaker id of each label of the transcript, None where the roster does not know who is meant."""
    refs = {label: roster.resolve(label) for label in transcript.labels}
    return {label: ref.speaker_id if ref else None for label, ref in refs.items()}
