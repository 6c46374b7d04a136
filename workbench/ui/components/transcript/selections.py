"""What a person did in the browser, checked."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.record import Record
from core.span import Span
from core.transcripts.transcript import TranscriptPair
from core.whitelist.corrections import Mend
from core.whitelist.rejection import Rejection
from workbench.ui.components.browser_values import fields_of, whole_number
from workbench.ui.components.transcript.offsets import Utf16Offsets
from workbench.ui.components.transcript.rows import CorrectionRow, RejectionRow


class OfferChoice(Record):
    """One of the mends on offer was chosen."""

    mend: Mend


class TextSelection(Record):
    """Words of the transcript were selected for a rejected quote; `span` in raw, code points, half-open."""

    rejection: Rejection
    span: Span


class CorrectionUndo(Record):
    """A mend is to count no longer."""

    number: int


class CorrectionRedo(Record):
    """A mend that was undone is to count again."""

    number: int


CorrectionAction = OfferChoice | TextSelection | CorrectionUndo | CorrectionRedo


def _selected(value: Mapping[str, Any], raw: str) -> Span | None:
    """Return the selected stretch of raw without white space at its ends; None where nothing is left."""
    start, end = whole_number(value, "start"), whole_number(value, "end")
    if start is None or end is None:
        return None
    utf16 = Utf16Offsets(raw)
    first, last = utf16.code_points(start), utf16.code_points(end)
    if first is None or last is None or first >= last:
        return None
    words = raw[first:last]
    span = Span(first + len(words) - len(words.lstrip()), first + len(words.rstrip()))
    return span if span.start < span.end else None


def _read_mend(value: Mapping[str, Any], row: RejectionRow, transcript: TranscriptPair) -> CorrectionAction | None:
    if "offer" in value:
        offer = whole_number(value, "offer")
        return OfferChoice(mend=row.offers[offer]) if offer is not None and offer < len(row.offers) else None
    span = _selected(value, transcript.raw)
    return TextSelection(rejection=row.rejection, span=span) if span is not None else None


def read_act(
    value: object, transcript: TranscriptPair, *, rejected: Sequence[RejectionRow], mended: Sequence[CorrectionRow] = ()
) -> CorrectionAction | None:
    """Read what the browser sent; None where it is not an act on what is listed.

    `rejected` and `mended` are the rows the person saw. Offsets come in UTF-16 units and leave in code points.
    """
    sent = fields_of(value)
    match sent.get("do"):
        case "mend":
            row = next((one for one in rejected if one.rejection.evidence_id == sent.get("evidence_id")), None)
            return _read_mend(sent, row, transcript) if row is not None else None
        case "undo" | "redo" as kind:
            number = whole_number(sent, "number")
            undone = {one.number: one.undone for one in mended}
            if number is None or undone.get(number) is not (kind == "redo"):
                return None
            return CorrectionRedo(number=number) if kind == "redo" else CorrectionUndo(number=number)
        case _:
            return None
