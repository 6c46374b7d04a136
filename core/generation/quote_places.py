"""Where a quote stands in the transcript, and whose question it answers."""

from core.llm.client import QuoteOccasion
from core.span import Span
from core.transcripts.speakers import Roster, SpeakerRef
from core.transcripts.transcript import TranscriptPair
from core.whitelist.quote import WhitelistQuote

_ANSWERS_BEGIN = 200  # code points of a turn: what begins later need not answer the question before the turn
_BETWEEN_TURNS = 300  # code points, at most, of a label with its time and of what is not speech
_QUESTION_ENDS = ("?", "？", "؟")
_CLOSERS = ")]}'\"’”›»*_ \n"


def _asker(turn_start: int, transcript: TranscriptPair, roster: Roster) -> SpeakerRef | None:
    """Return who ends the turn before the one that starts here with a question, None where nobody does."""
    gap = transcript.raw[max(0, turn_start - _BETWEEN_TURNS) : turn_start]
    for back in range(1, len(gap) + 1):
        turn = transcript.turn_at(turn_start - back)
        if turn is not None:
            ends = Span(max(turn.span.start, turn.span.end - _BETWEEN_TURNS), turn.span.end).slice(transcript.raw)
            return roster.resolve(turn.speaker) if ends.rstrip(_CLOSERS).endswith(_QUESTION_ENDS) else None
    return None


def place_of(quote: WhitelistQuote, transcript: TranscriptPair, roster: Roster) -> QuoteOccasion:
    """Return where the first occurrence of a quote stands."""
    start = quote.raw_spans[0][0] if quote.raw_spans else 0
    turn = transcript.turn_at(start)
    asker = None
    if turn is not None and start - turn.span.start <= _ANSWERS_BEGIN:
        asker = _asker(turn.span.start, transcript, roster)
    if asker is not None and asker.speaker_id == quote.speaker.speaker_id:
        asker = None
    return QuoteOccasion(share=start / max(len(transcript.raw), 1), answers=asker)
