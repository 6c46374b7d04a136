"""The links of an edition's quotations to their seconds of the recording: media fragments (`#t=start,end`)."""

from collections.abc import Iterable, Mapping
from typing import Protocol


class _Timed(Protocol):
    """A quotation with its times in seconds."""

    @property
    def quote_id(self) -> str: ...
    @property
    def start_seconds(self) -> float | None: ...
    @property
    def end_seconds(self) -> float | None: ...


def _told(seconds: float) -> str:
    """Return seconds with their thousandths, never rounded up to a second that has not begun."""
    return f"{min(seconds, int(seconds) + 0.999):.3f}".rstrip("0").rstrip(".")


def _fragment(quote: _Timed) -> str:
    if quote.start_seconds is None:
        return ""
    start, end = _told(quote.start_seconds), _told(quote.end_seconds or 0.0)
    return f"#t={start},{end}" if float(end) > float(start) else f"#t={start}"


def recording_links(recording_url: str, quotes: Iterable[_Timed]) -> Mapping[str, str]:
    """Return the address of each quotation's seconds, by its id: from its start on where no end is known.

    Those without a start are not there, and none is without a recording. The form is that of Media Fragments URI 1.0.
    """
    fragments = ((quote.quote_id, _fragment(quote)) for quote in quotes if recording_url)
    return {quote_id: f"{recording_url}{fragment}" for quote_id, fragment in fragments if fragment}
