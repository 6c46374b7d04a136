"""What the browser is given of a map: its rows, how each looks and stands, and what can be taken back."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from core.coverage.levels import ChapterCoverage
from core.evidence.evidence_map import Support
from core.evidence.row_marks import RowStatus
from core.generation.line import Line
from core.map_making.acts.act_records import RowKey
from core.map_making.acts.map_rows import MapRows, words_of
from core.transcripts.speakers import SpeakerRole
from core.whitelist.build import WhitelistQuote
from workbench.labels import LEVELS, REASONS, clock, coverage_in_words
from workbench.ui.common.chapters import what_is_missing
from workbench.ui.components.packing import EncodedList, KnownLines, encoded
from workbench.ui.components.transcript import KnownTranscript, Utf16Offsets, payload

_NOT_A_GUEST = "Only guests’ words can be key excerpts and core claims."
_ROLE_NOTES = {role.value: "" if role is SpeakerRole.GUEST else _NOT_A_GUEST for role in SpeakerRole}


class MapHistory(NamedTuple):
    """Where a session's history of acts stands: the number of the latest act, 0 for none, and in words what undoing
    takes back and redoing does again, "" for nothing."""

    number: int = 0
    undo: str = ""
    redo: str = ""


class _Tree:
    """Describes the rows of a map for the browser; offsets in UTF-16 units."""

    def __init__(self, rows: MapRows, line: Line, known: KnownLines, heard: Mapping[str, str]) -> None:
        self._heard = heard
        self._rows = rows
        self._line = line
        self._known = known
        self._utf16 = Utf16Offsets(line.transcript.raw)
        self._quotes = {one: quote for quote in line.whitelist for one in quote.source_evidence_ids}
        self._refused = {one.evidence_id: REASONS[one.reason] for one in line.proofs.refusals}

    def _row(self, key: RowKey) -> dict[str, Any]:
        row = self._rows.rows[key]
        return {
            "level": key.level.value,
            "id": key.row_id,
            "look": self._rows.look(key),
            "whole": self._rows.look(key, whole=True),
            "words": words_of(row),
            "note": row.note,
            "proposed": row.status is RowStatus.PROPOSED,
        }

    def _support(self, key: RowKey, row: Support, quote: WhitelistQuote | None, why: str) -> dict[str, Any]:
        meant = row.span if row.span and row.span.end <= len(self._line.transcript.raw) else None
        span = meant or (quote.raw_spans[0] if quote is not None else None)
        return {
            **self._row(key),
            "quote": quote.quote_id if quote is not None else "",
            "span": [self._utf16.units(span[0]), self._utf16.units(span[1])] if span else None,
            "who": quote.speaker.speaker_name if quote is not None else row.speaker or "No speaker named",
            "time": clock(quote.start_seconds) if quote is not None else "",
            "why": why,
            "heard": self._heard_of(quote),
        }

    def _heard_of(self, quote: WhitelistQuote | None) -> str:
        return self._heard.get(quote.quote_id, "") if quote is not None else ""

    def _chapter(self, key: RowKey, coverage: ChapterCoverage) -> dict[str, Any]:
        thresholds = self._line.settings.thresholds
        return {
            **self._row(key),
            "coverage": LEVELS[coverage.level],
            "measures": coverage_in_words(coverage),
            "lacks": what_is_missing(coverage, thresholds),
        }

    def _line_of(self, key: RowKey, made_of: object, describe: Callable[[], dict[str, Any]]) -> bytes:
        """Return a row as a line; it is described anew only where `made_of` is other."""
        return self._known.of(("row", key), made_of, lambda: encoded(describe()))

    def _support_line(self, key: RowKey, row: Support) -> bytes:
        quote = self._quotes.get(row.evidence_id)
        why = "" if quote is not None else self._refused[row.evidence_id]
        return self._line_of(
            key, (row, quote, why, self._heard_of(quote)), partial(self._support, key, row, quote, why)
        )

    def _lines_in(self, chapter: RowKey, coverage: ChapterCoverage) -> Iterator[bytes]:
        content = [(key, self._rows.rows[key]) for key in self._rows.below(chapter)]
        thresholds = self._line.settings.thresholds
        yield self._line_of(chapter, (content, coverage, thresholds), partial(self._chapter, chapter, coverage))
        for key, row in content[1:]:
            if isinstance(row, Support):
                yield self._support_line(key, row)
            else:
                inside = [self._rows.rows[one] for one in self._rows.inside[key]]
                yield self._line_of(key, (row, inside), partial(self._row, key))

    def lines(self) -> Iterator[bytes]:
        """Yield each row after the one that it is in."""
        for chapter, coverage in zip(self._rows.inside[None], self._line.coverages, strict=True):
            yield from self._lines_in(chapter, coverage)


def describe_map(
    rows: MapRows,
    line: Line,
    history: MapHistory,
    known: KnownLines | None = None,
    *,
    heard: Mapping[str, str] | None = None,
) -> Mapping[str, Any]:
    """Return what the tree shows, and what the browser says of words that are selected; `line` is that of the map, and
    `known` has lines of an earlier call. `heard` says by quote id what somebody heard in the recording."""
    lines = known or KnownLines()
    lines.begin()
    labels = line.transcript.labels
    return {
        "rows": EncodedList(_Tree(rows, line, lines, heard or {}).lines()),
        **history._asdict(),
        "named": line.transcript.names_speakers,
        "unknown": [label for label in labels if line.roster.resolve(label) is None],
        "roleNotes": _ROLE_NOTES,
    }


def map_payload(line: Line, shown: Mapping[str, Any], talk: KnownTranscript, link: str) -> dict[str, Any]:
    """Return what `show_map` shows: what `describe_map` returned, with the transcript and its quotes.

    The words of `talk` come with what `describe_selectable` returned. `link` and a quote's id are the query of the
    address that opens the quote.
    """
    return payload(line, rejected=(), link=link, known=talk, beside=shown)
