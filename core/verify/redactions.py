"""What an edition out of which names were taken says of itself, and which of its quotations prove nothing then."""

from collections.abc import Iterator, Sequence

from core.verify.reading.page import collapse
from core.verify.reading.read_file import EditionFile
from core.verify.result import (
    NAME_TAKEN_OUT,
    REDACTED_NOTICE,
    TranscriptPassage,
    UnverifiedQuotation,
    UnverifiedReason,
    VerifiedQuotation,
)


def with_redactions(
    file: EditionFile, outcomes: Sequence[VerifiedQuotation | UnverifiedQuotation]
) -> Iterator[VerifiedQuotation | UnverifiedQuotation]:
    """Yield the outcomes; in a file out of which names were taken, a quotation that held one proves nothing."""
    told = (one for one in file.blocks if file.is_own and "Names" in one.text)  # its first word, soon found
    notice = next((one for one in told if collapse(one.text) == REDACTED_NOTICE), None)
    for outcome in outcomes:
        if notice is None or isinstance(outcome, UnverifiedQuotation) or NAME_TAKEN_OUT not in outcome.text:
            yield outcome
        else:
            yield UnverifiedQuotation(
                text=outcome.text,
                line=outcome.line,
                reason=UnverifiedReason.REDACTED,
                named=outcome.speaker,
                nearest=TranscriptPassage(text=outcome.text, raw_span=outcome.raw_span, speaker=outcome.speaker),
            )
    if notice is not None:
        yield UnverifiedQuotation(text=REDACTED_NOTICE, line=notice.line_at(0), reason=UnverifiedReason.REDACTED)
