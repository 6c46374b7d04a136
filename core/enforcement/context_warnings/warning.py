"""The warning about a slice whose surroundings turn its meaning."""

from enum import StrEnum

from core.record import Record
from core.span import Span


class WarningKind(StrEnum):
    """What the words outside a slice do to it."""

    NEGATION = "negation"
    HEDGE = "hedge"
    CONDITION = "condition"
    QUESTION = "question"
    REPORTED_SPEECH = "reported_speech"


class MeaningWarning(Record):
    """Words just outside a slice that turn its meaning: `words == raw[raw_span]`, in code points, half-open.

    `quote_span` is the slice itself.
    """

    kind: WarningKind
    words: str
    raw_span: Span
    quote_span: Span
