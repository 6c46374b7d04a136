"""Spans of personal data, and the marks that replace it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.numbers.rules import PersonalData
from core.span import Span

MARKS = {
    PersonalData.EMAIL: "[email]",
    PersonalData.PHONE: "[phone]",
    PersonalData.NATIONAL_ID: "[national id]",
    PersonalData.CARD: "[card number]",
    PersonalData.IBAN: "[IBAN]",
    PersonalData.NAME: "[name]",
}
# Of two equally long ones, the one with the more specific form counts.
_ORDER = (
    *(PersonalData.EMAIL, PersonalData.IBAN, PersonalData.CARD),
    *(PersonalData.NATIONAL_ID, PersonalData.PHONE, PersonalData.NAME),
)


class PersonalDataSpan(NamedTuple):
    """A stretch of personal data (code points, half-open) and its kind; never its text."""

    span: Span
    kind: PersonalData

    @property
    def mark(self) -> str:
        """The text that replaces it."""
        return MARKS[self.kind]


def _weight(stretch: PersonalDataSpan) -> tuple[int, int]:
    return stretch.span.end - stretch.span.start, -_ORDER.index(stretch.kind)


def merge(stretches: Iterable[PersonalDataSpan]) -> list[PersonalDataSpan]:
    """Return stretches in order, overlapping ones merged, with the kind of the longest."""
    merged: list[PersonalDataSpan] = []
    heaviest = (0, 0)
    for stretch in sorted(stretches, key=lambda one: one.span):
        last = merged[-1] if merged else None
        if last is None or not last.span.overlaps(stretch.span):
            merged.append(stretch)
            heaviest = _weight(stretch)
            continue
        kind = last.kind
        if _weight(stretch) > heaviest:
            kind, heaviest = stretch.kind, _weight(stretch)
        merged[-1] = PersonalDataSpan(Span(last.span.start, max(last.span.end, stretch.span.end)), kind)
    return merged


def overwrite(text: str, stretches: Sequence[PersonalDataSpan]) -> str:
    """Return `text` with each stretch, in order, replaced by its mark."""
    pieces: list[str] = []
    done = 0
    for stretch in stretches:
        pieces += (text[done : stretch.span.start], stretch.mark)
        done = stretch.span.end
    return "".join((*pieces, text[done:]))
