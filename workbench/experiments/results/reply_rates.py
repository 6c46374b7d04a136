"""How clean the replies of each client and model came: seed 5's metrics, and what was wrong, by kind."""

from collections import Counter
from collections.abc import Iterable, Sequence

from core.generation.offline_client import OfflineComposer
from core.llm.reply_faults import JsonMetrics
from core.record import Record
from workbench.experiments.results.result_labels import NOT_COUNTED
from workbench.jobs.calls import has_failed
from workbench.labels import FAULTS, count
from workbench.providers import client_title
from workbench.store import CallFacts

NO_REPLY = "No model was asked, so there is no reply to count."
CAPTION = "How clean the replies came"
_HEADINGS = ("Written by", "Clean", "Cleaned up", "Failed", "Filtered", "Other form", "What was wrong")
_ORDER = tuple(FAULTS)
_READ = (
    "Clean: used as it came. Cleaned up: of the replies in which something was wrong, those that could be used all the "
    "same. Failed: cut off, empty, or without what was asked for. Filtered: stopped by a filter, or refused. Other "
    "form: of the replies that are whole JSON, those that do not fit the form asked for. A reply may have several "
    "faults."
)


class ReplyRates(Record):
    """The replies of one client and model, which are words for people.

    `faults` counts the replies with each artifact or repair, most frequent first; `unread` counts replies of earlier
    versions, of which nothing but their text is kept: they are not in `metrics`.
    """

    client: str
    model: str
    metrics: JsonMetrics
    faults: dict[str, int]
    unread: int = 0


def _rates(client: str, model: str, calls: Sequence[CallFacts]) -> ReplyRates:
    readings = [call.reading for call in calls if call.reading is not None]
    faults = Counter(fault for one in readings for fault in FAULTS if fault in (*one.artifacts, *one.repairs))
    return ReplyRates(
        client=client_title(client),
        model=model,
        metrics=sum((one.metrics for one in readings), JsonMetrics()),
        faults={fault: faults[fault] for fault in sorted(faults, key=lambda one: (-faults[one], _ORDER.index(one)))},
        unread=len(calls) - len(readings),
    )


def reply_rates(calls: Iterable[CallFacts]) -> tuple[ReplyRates, ...]:
    """Return the rates of answered calls by client and model, in the order of their first replies."""
    made: dict[tuple[str, str], list[CallFacts]] = {}
    for call in calls:
        if not (has_failed(call) or call.missing or call.client == OfflineComposer.name):
            made.setdefault((call.client, call.model or ""), []).append(call)
    return tuple(_rates(client, model, own) for (client, model), own in made.items())


def _of(number: int, whole: int) -> str:
    return f"{number:,} of {whole:,}" if whole else NOT_COUNTED


def rate_cells(rates: Iterable[ReplyRates]) -> tuple[tuple[str, ...], ...]:
    """Return the rates as a table of texts, with its head as the first row; empty where nothing was counted."""
    rows = tuple(
        (
            f"{one.client}, {one.model}" if one.model else one.client,
            _of(one.metrics.clean, one.metrics.replies),
            _of(one.metrics.cleaned, one.metrics.messy),
            _of(one.metrics.failed, one.metrics.replies),
            _of(one.metrics.filtered, one.metrics.replies),
            _of(one.metrics.invalid, one.metrics.validated),
            ", ".join(f"{FAULTS[fault]} {number:,}" for fault, number in one.faults.items()) or "nothing",
        )
        for one in rates
        if one.metrics.replies
    )
    return (_HEADINGS, *rows) if rows else ()


def rates_in_words(rates: Sequence[ReplyRates]) -> str:
    """Return how the table of rates is read, what is not counted in it, and why where nothing is."""
    unread = sum(one.unread for one in rates)
    older = f"{count(unread, 'reply', 'replies')} of an earlier version not counted." if unread else ""
    if any(one.metrics.replies for one in rates):
        return f"{_READ} {older}".rstrip()
    return older or NO_REPLY
