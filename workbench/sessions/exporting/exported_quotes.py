"""The single quotes of what is exported."""

from typing import NamedTuple

from core.editions.listener_verdict import ListenerVerdict, ListeningFinding
from core.editions.quote_list import QuoteSource, quotes_of_map
from core.transcripts.transcript import TranscriptPair
from workbench.sessions.exporting.exported import ExportedEdition, ExportedMap


class ExportedQuotes(NamedTuple):
    """What the formats of single quotes are written from; of a map `certificate_sha256` is ""."""

    source: QuoteSource
    certificate_sha256: str
    transcript: TranscriptPair
    verdicts: tuple[ListenerVerdict, ...]

    @property
    def without_denied(self) -> "ExportedQuotes":
        """The same for a format that has no place to say what was heard: without the quotes that somebody heard to be
        not so in the recording."""
        denied = {one.quote_id for one in self.verdicts if one.verdict is ListeningFinding.NOT_SO}
        kept = tuple(quote for quote in self.source.quotes if quote.quote_id not in denied)
        return self._replace(source=self.source.model_copy(update={"quotes": kept}))


def quotes_of(given: ExportedEdition | ExportedMap) -> ExportedQuotes:
    """Return all quotes of an edition, or those of a map that are proven."""
    if isinstance(given, ExportedEdition):
        return ExportedQuotes(given.edition, given.certificate_sha256, given.transcript, given.verdicts)
    listed = quotes_of_map(given.evidence_map, given.transcript)
    return ExportedQuotes(listed, "", given.transcript, given.verdicts)
