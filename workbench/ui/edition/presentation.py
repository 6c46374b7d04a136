"""The quotations of an edition as slides, in reading order."""

from collections.abc import Iterator

from core.editions.certificate import placed_quotes
from core.editions.export.decision_labels import WARNINGS
from core.enforcement.results import ChapterDraft, EditionQuote
from core.prose.model import Quote
from core.prose.render import one_line
from workbench.labels import clock
from workbench.sessions.recording import heard_in_words
from workbench.store import Session
from workbench.ui.common import page_context, widgets
from workbench.ui.components.player import play_of
from workbench.ui.components.transcript import blocks_of
from workbench.ui.edition.pseudonyms import EditionAsRead
from workbench.ui.presentation import Slide, place_of, present


class _Slides:
    """Makes the slides of an opened edition; each quotation has one, where it stands first."""

    def __init__(self, read: EditionAsRead) -> None:
        opened, self._heard = read
        self._transcript = opened.transcript
        self._blocks = blocks_of(opened.transcript) if opened.transcript else []
        self._listed = {quote.quote_id: quote for quote in opened.edition.quotes}
        self._shown: set[tuple[str, str]] = set()

    def of_chapter(self, draft: ChapterDraft, number: int) -> Iterator[Slide]:
        """Yield the slides of a chapter's quotations that none before it has."""
        for placed in placed_quotes(draft, number):
            quote = placed.quote
            key = (quote.quote_id, quote.speaker.speaker_id)
            if key not in self._shown:
                self._shown.add(key)
                yield self._slide(draft, quote)

    def _slide(self, draft: ChapterDraft, quote: Quote) -> Slide:
        listed = self._listed.get(quote.quote_id)
        raw = self._transcript.raw if self._transcript else ""
        proven = quote.raw_span.slice(raw) == quote.text
        start, end = quote.raw_span
        return Slide(
            heading=f"{draft.effective_index + 1}. {draft.title}",
            pieces=[("same", f"“{one_line(quote.text)}”")],
            name=quote.speaker.speaker_name,
            role=quote.speaker.speaker_role.value,
            time=clock(listed.start_seconds) if listed else "",
            place=place_of(raw, self._blocks, quote.raw_span) if proven else None,
            sign=f"✓ Word for word in the transcript, characters {start:,} to {end:,}" if proven else "",
            tone="good",
            notes=[*self._listened(quote), *_doubts(listed), *_warnings(draft, quote)],
            play=play_of(self._transcript, quote.raw_span) if proven else "",
        )

    def _listened(self, quote: Quote) -> list[str]:
        verdict = self._heard.get(quote.quote_id)
        return [heard_in_words(verdict)] if verdict else []


def _doubts(listed: EditionQuote | None) -> list[str]:
    if listed is None or listed.least_certain is None or not listed.listen_first:
        return []
    return [f"Listen first: the transcript is {listed.least_certain.in_words}."]


def _warnings(draft: ChapterDraft, quote: Quote) -> list[str]:
    warnings = (one for one in draft.enforcement.warnings if one.quote_span == quote.raw_span)
    return [f"Check by hand: {WARNINGS[one.kind]}" for one in warnings]


def present_edition(session: Session, read: EditionAsRead, position: int) -> None:
    """Show the quotations of an edition one at a time, from the first of the chapter at `position`, from 0."""
    makes, slides, start, opened = _Slides(read), list[Slide](), 0, read.opened
    for number, draft in enumerate(opened.edition.chapters, start=1):
        if number == position + 1:
            start = len(slides)
        slides += makes.of_chapter(draft, number)
    if slides:
        key = page_context.key_of("presentation", f"{opened.run.summary.run_id}-{position}")
        present(slides, key=key, heard=opened.can_be_heard(session), start=min(start, len(slides) - 1))
    else:
        widgets.words("No quotation stands in this edition, so there is nothing to present.")
