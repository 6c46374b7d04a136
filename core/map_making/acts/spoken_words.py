"""The words of a stretch of the transcript that a person selected, as they may be quoted."""

from bisect import bisect_left
from typing import NamedTuple

from core.evidence.map_reader import MAX_TEXT
from core.map_making.acts.act_records import ActRefusal
from core.span import Span
from core.text.segmentation import whole_tokens
from core.transcripts.annotations import AnnotationKind
from core.transcripts.transcript import TranscriptPair
from core.whitelist.additions import only_speaker
from core.whitelist.corrections.evidence_text import CorrectionContext
from core.whitelist.quote_key import quote_key


class SpokenWords(NamedTuple):
    """A slice of one turn, `quote == raw[span]`, and the name of who says it, "" where nobody can be named."""

    span: Span
    quote: str
    speaker: str


def _said(span: Span, transcript: TranscriptPair) -> Span:
    """Leave out what was not said at both ends, and take in the words that the rest begins and ends inside."""
    words = transcript.speech.slice(span)
    start = span.start + len(words) - len(words.lstrip())
    said = Span(start, max(start, span.start + len(words.rstrip())))
    return whole_tokens(said, transcript.raw) if said.start < said.end else said


def _never_inside(span: Span, transcript: TranscriptPair) -> str:
    """Return what a stretch runs over and no quote may, "" for nothing; a sound is no such thing."""
    unspoken = transcript.unspoken
    inside = range(bisect_left(unspoken.starts, span.start), bisect_left(unspoken.starts, span.end))
    found = (unspoken[index] for index in inside)
    return next((one.span.slice(transcript.raw) for one in found if one.kind is not AnnotationKind.ANNOTATION), "")


def _name_of(span: Span, written: str, context: CorrectionContext) -> str:
    """Return the name of who speaks; a written one counts only where the transcript names nobody."""
    if not context.transcript.names_speakers:
        return context.name_at(span.start, written) or only_speaker(context.roster)
    turn = context.transcript.turn_at(span.start)
    return context.name_at(span.start, "") or (turn.speaker if turn is not None else None) or ""


def spoken_words(span: Span, written: str, context: CorrectionContext) -> SpokenWords | ActRefusal:
    """Return the whole words of one turn that a stretch of raw holds, in code points, half-open, or why it has none.

    White space, sounds, times and labels at its ends are left out. `written` is the speaker as the person says, which
    counts where the transcript names nobody.
    """
    transcript = context.transcript
    if not 0 <= span.start <= span.end <= len(transcript.raw):
        return ActRefusal(
            f"The selection lies outside of the transcript, which has {len(transcript.raw):,} characters."
        )
    said = _said(span, transcript)
    quote = said.slice(transcript.raw)
    if not any(map(str.isalnum, quote_key(quote))):
        return ActRefusal("The selection holds no words that were said. Select the words to quote.")
    if transcript.turns and transcript.turn_of(said) is None:
        return ActRefusal("The selection does not lie within one turn. Select words that one person says in one go.")
    if over := _never_inside(said, transcript):
        return ActRefusal(f"The selection runs over {over}. Select the words before it or behind it.")
    if len(quote) > MAX_TEXT:
        return ActRefusal(f"The selection has {len(quote):,} characters; {MAX_TEXT:,} may be quoted. Select fewer.")
    return SpokenWords(said, quote, _name_of(said, written, context))
