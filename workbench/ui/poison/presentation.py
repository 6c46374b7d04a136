"""What was put into a draft as slides: each falsified quotation beside what was said, and what became of it."""

from collections.abc import Mapping

from core.evaluation.corruptions import CorruptionClass
from core.evaluation.injection import Injected, Poisoning
from core.generation.line import Line
from core.span import Span
from core.whitelist.rejection import percent_alike
from workbench.labels import clock
from workbench.store import Session
from workbench.ui.common import heard_recording, page_context
from workbench.ui.common.heard_words import heard_of_quotes
from workbench.ui.components.player import play_of
from workbench.ui.components.transcript import blocks_of
from workbench.ui.poison.state import CLASSES, SIGNS, TONES, difference_of, ending_in_words
from workbench.ui.presentation import Slide, place_of, present


def _likeness(one: Injected) -> str:
    passes = "passes" if one.naive_lets_through else "does not pass"
    return f"It is {percent_alike(one.naive_score / 100)}% like the transcript: it {passes} a check by likeness."


def _notes(one: Injected, true_name: str, heard: str) -> list[str]:
    notes = [ending_in_words(one), _likeness(one), *([heard] if heard else [])]
    if one.corruption.corruption_class is CorruptionClass.WRONG_SPEAKER and true_name:
        notes.insert(0, f"It was said by {true_name}.")
    return notes


class _Slides:
    """Makes the slides of what was put into a draft."""

    def __init__(self, line: Line, heard: Mapping[str, str]) -> None:
        self._heard = heard
        self._transcript = line.transcript
        self._blocks = blocks_of(line.transcript)
        self._quotes = {quote.quote_id: quote for quote in line.merged.whitelist}

    def slide(self, one: Injected) -> Slide:
        """Return the slide of falsified words; beside them stands what was said."""
        named = one.corruption.speaker
        quote = self._quotes.get(one.corruption.quote_id)
        span = Span(*quote.raw_spans[0]) if quote else None
        return Slide(
            heading=CLASSES[one.corruption.corruption_class],
            pieces=[(piece.op.value, piece.text) for piece in difference_of(one)],
            name=named.speaker_name,
            role=named.speaker_role.value,
            time=clock(quote.start_seconds) if quote else "",
            place=place_of(self._transcript.raw, self._blocks, span) if span else None,
            sign=SIGNS[one.ending],
            tone=TONES.get(one.ending, "good"),
            notes=_notes(
                one, quote.speaker.speaker_name if quote else "", self._heard.get(one.corruption.quote_id, "")
            ),
            play=play_of(self._transcript, span) if span else "",
        )


def present_poisoning(session: Session, found: Poisoning, line: Line) -> None:
    """Show what was put into a draft one at a time, each beside what was said."""
    makes = _Slides(line, heard_of_quotes(session, line))
    slides = [makes.slide(one) for one in found.injected]
    key = page_context.key_of("presentation-poison", session.session_id)
    present(slides, key=key, heard=bool(heard_recording.address_in(session)))
