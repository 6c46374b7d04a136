"""A proven quote, and how a whitelist of them shows itself."""

from collections.abc import Sequence

from pydantic import Field

from core.record import Record
from core.text.safe_html import MOST_ROWS, NotebookDisplay, NotebookTable, counted, display_html
from core.transcripts.passage_source import TimesOf, UncertainWord
from core.transcripts.speakers import SpeakerRef

LISTEN_BELOW = 0.3
"""How sure a transcript must be of every word of a quote, unless a person says otherwise: below it one listens first.

Source: decisions.md#doubt-about-the-transcript.
"""


class WhitelistQuote(Record):
    """A quote that is proven: `quote_text == raw[raw_spans[0]]`.

    The fields up to `match_spans` are seed 1's. `match_spans` index the canonical transcript, `raw_spans` raw; code
    points, half-open, one for each occurrence by this speaker: first the place that the map means, if it means one,
    the others sorted. `chapter_indices` count from 0. `times` says what `start_seconds` and `end_seconds` are of: its
    words, the units of the file that hold it, or its turn, of which only the beginning is known. `least_certain` is the
    word that the file is least sure of.
    """

    quote_id: str
    quote_text: str
    quote_canonical: str
    speaker: SpeakerRef
    source_evidence_ids: list[str]
    chapter_indices: list[int]
    match_spans: list[tuple[int, int]]
    raw_spans: list[tuple[int, int]] = Field(default_factory=list[tuple[int, int]])
    speaker_verified: bool = False
    start_seconds: float | None = None
    end_seconds: float | None = None
    times: TimesOf | None = None
    least_certain: UncertainWord | None = None

    def is_below(self, confidence: float) -> bool:
        """Tell whether the file is less sure of a word than so; False where it gives no confidence for its words."""
        return self.least_certain is not None and self.least_certain.is_below(confidence)

    def _repr_html_(self) -> str:
        return display_html(Whitelist((self,)).table().as_html())


def _speaker(quote: WhitelistQuote) -> str:
    doubt = "" if quote.speaker_verified else ", not verified"
    return f"{quote.speaker.speaker_name} ({quote.speaker.speaker_role.value}{doubt})"


def _place(quote: WhitelistQuote) -> str:
    """Return where a quote stands in raw, and how often besides."""
    if not quote.raw_spans:
        return ""
    start, end = quote.raw_spans[0]
    again = f", and {len(quote.raw_spans) - 1:,} more" if len(quote.raw_spans) > 1 else ""
    return f"{start:,}–{end:,}{again}"


def _table(quotes: Sequence[WhitelistQuote]) -> NotebookTable:
    rows = [
        (
            _speaker(quote),
            quote.quote_text,
            _place(quote),
            ", ".join(str(index + 1) for index in quote.chapter_indices),
            quote.quote_id,
        )
        for quote in quotes[:MOST_ROWS]
    ]
    return NotebookTable(
        caption=counted(len(quotes), "proven quote"),
        headings=("Speaker", "The transcript’s words", "Characters", "Chapters", "Id"),
        rows=rows,
        lines=[f"{speaker}, {place}: {words}" for speaker, words, place, _, _ in rows],
        left_out=len(quotes) - MOST_ROWS,
    )


class Whitelist(NotebookDisplay, tuple[WhitelistQuote, ...]):
    """Proven quotes; a notebook shows them as a table."""

    __slots__ = ()

    def table(self) -> NotebookTable:
        """Return who said what where."""
        return _table(self)


class WhitelistList(NotebookDisplay, list[WhitelistQuote]):
    """The same as the list that seed 1 asks for."""

    __slots__ = ()

    def table(self) -> NotebookTable:
        """Return who said what where."""
        return _table(self)
