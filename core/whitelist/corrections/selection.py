"""A correction from a stretch of the transcript that a person selected."""

from collections.abc import Iterator

from core.errors import BadInput, Problem
from core.span import Span
from core.text.segmentation import cuts_token, whole_tokens
from core.transcripts.annotations import AnnotationKind
from core.transcripts.speakers import Roster
from core.transcripts.transcript import TranscriptPair
from core.whitelist.corrections.correction import Mend, MendKind
from core.whitelist.corrections.evidence_text import CorrectionContext, as_typed, is_part
from core.whitelist.quote_key import quote_key, resolve_markup
from core.whitelist.rejection import Rejection

_SHOWN = 40  # characters of a word or a name in a message
_PLACE = "selection"


def _problem(message: str, remedy: str) -> Problem:
    return Problem(place=_PLACE, message=message, remedy=remedy)


def _shown(text: str) -> str:
    text = " ".join(text.split())
    return f"“{text if len(text) <= _SHOWN else text[: _SHOWN - 1] + '…'}”"


def _trim(span: Span, raw: str) -> Span:
    """Leave out the white space at both ends. Raises BadInput where nothing is selected."""
    start, end = span
    if not 0 <= start <= end <= len(raw):
        raise BadInput(
            _problem(f"lies outside of the transcript, which has {len(raw)} characters.", "Select words of it.")
        )
    words = raw[start:end].strip()
    start += len(raw[start:end]) - len(raw[start:end].lstrip())
    if not any(map(str.isalnum, quote_key(words))):
        raise BadInput(_problem("holds no words that were said.", "Select the words to quote."))
    return Span(start, start + len(words))


def _problems_at_ends(span: Span, transcript: TranscriptPair) -> Iterator[Problem]:
    for offset, does in ((span.start, "begins"), (span.end, "ends")):
        cut = next((one for one in transcript.unspoken if one.span.start < offset < one.span.end), None)
        if cut is not None and cut.kind is not AnnotationKind.LABEL:
            yield _problem(f"{does} inside {_shown(cut.span.slice(transcript.raw))}.", "Take in all of it, or none.")
        elif cut is None and cuts_token(transcript.raw, offset):
            word = whole_tokens(Span(offset, offset), transcript.raw).slice(transcript.raw)
            yield _problem(f"{does} inside the word {_shown(word)}.", "Take in the whole word, or leave it out.")


def _problems_inside(span: Span, transcript: TranscriptPair) -> Iterator[Problem]:
    if transcript.turns and transcript.turn_of(span) is None:
        yield _problem(
            "does not lie within one turn: words of two turns, or a speaker's label, stand in it.",
            "Select words of one turn, without the label.",
        )
    if transcript.crosses_lost_speech(span):
        lost = next(
            one.span.slice(transcript.raw)
            for one in transcript.unspoken
            if one.kind is AnnotationKind.LOST and span.start <= one.span.start < span.end
        )
        yield _problem(f"runs over {_shown(lost)}, where words were lost.", "Select the words before it or after it.")


def _name(span: Span, context: CorrectionContext, written: str) -> str:
    """Return the name that the corrected quote will have. Raises BadInput where nobody can be named."""
    name = context.name_at(span.start, written)
    if name is not None:
        return name
    if not context.transcript.names_speakers:
        message = f"has no speaker: the transcript names none, and the evidence map knows nobody as {_shown(written)}."
        raise BadInput(_problem(message, "Add the person to the speakers of the evidence map."))
    turn = context.transcript.turn_at(span.start)
    if turn is None or turn.speaker is None:
        raise BadInput(_problem("is in a turn that the transcript gives to nobody.", "Select words of a named person."))
    message = f"is in a turn labelled {_shown(turn.speaker)}, which may mean more than one person, or nobody."
    raise BadInput(_problem(message, "Say who the label means, as an alias of one person."))


def _kind(words: str, was: str) -> MendKind:
    if words == was:
        return MendKind.SPEAKER
    return MendKind.TRIM if is_part(words, was) else MendKind.TRANSCRIPT_WORDS


def mend_to_span(rejection: Rejection, span: Span, transcript: TranscriptPair, roster: Roster) -> Mend:
    """Return the correction by which a refused quote becomes `raw[span]` by the person in whose turn that stands.

    `span` is in code points of raw, half-open; white space at its ends is left out. Nothing else is moved: raises
    BadInput, with every reason and what to do, where that slice cannot be a quote: it begins or ends inside a word,
    lies in two turns, runs over lost speech, or nobody can be named for it. Source: decisions.md#corrections.
    """
    context = CorrectionContext(transcript, roster)
    span = _trim(span, transcript.raw)
    problems = [*_problems_at_ends(span, transcript), *_problems_inside(span, transcript)]
    if problems:
        raise BadInput(*problems)
    speaker = _name(span, context, rejection.speaker)
    quote = as_typed(span.slice(transcript.raw))
    words = quote_key(resolve_markup(quote))
    if not context.proves(words, speaker, span):
        raise BadInput(_problem("cannot be read as one quote.", "Select a word more, or a word less, at its ends."))
    return Mend(
        kind=_kind(words, quote_key(resolve_markup(rejection.quote))),
        evidence_id=rejection.evidence_id,
        was_quote=rejection.quote,
        was_speaker=rejection.speaker,
        quote=quote,
        speaker=speaker,
    )
