"""What the golden tables of evaluation say of a unit, compared with what was measured."""

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from core.evaluation.citation_support import OF_CITATIONS
from core.evaluation.proportion import Share
from core.evaluation.records import TENTHS, Amount, Metric, QuotationKind, Unit, amounts_of
from core.prose.render import one_line
from core.record import Record

RecordT = TypeVar("RecordT", bound=Record)


def _differs(written: str, share: Share | None) -> bool:
    """Tell whether a share is not the one that is written, as "k/n"; a "?" in it is not judged."""
    if share is None:
        return True
    pairs = zip(written.split("/"), (share.k, share.n), strict=True)
    return any(wanted not in ("?", str(seen)) for wanted, seen in pairs)


def _differs_in_number(wanted: float | str, measured: float | None) -> bool:
    """Tell whether a number is not the one that is written; ">0" is any above it."""
    return not measured if wanted == ">0" else measured != wanted


def _shown(share: Share | None) -> str:
    return "missing" if share is None else f"{share.k}/{share.n}"


def numbers_that_differ(case: dict[str, Any], unit: Unit) -> dict[str, str]:
    """Return every share and amount of a unit that is not what its case says, with both."""
    seen = {metric: unit.shares.get(Metric(metric)) for metric in case.get("shares", {})}
    differing = {
        metric: f"{written} in the table, {_shown(seen[metric])} measured"
        for metric, written in case.get("shares", {}).items()
        if _differs(written, seen[metric])
    }
    if case.get("whole"):
        for metric in {one.value for one in unit.shares} - set(case["shares"]):
            differing[metric] = f"does not apply, {_shown(unit.shares[Metric(metric)])} measured"
    for metric in case.get("missing", ()):
        if Metric(metric) in unit.shares:
            differing[metric] = f"cannot be told, {_shown(unit.shares[Metric(metric)])} measured"
    for amount, wanted in case.get("amounts", {}).items():
        measured = unit.amounts.get(Amount(amount))
        if _differs_in_number(wanted, measured):
            differing[amount] = f"{wanted} in the table, {measured} measured"
    return differing


def tampered(record: RecordT, fields: Sequence[str], case: dict[str, Any]) -> RecordT:
    """Return a record with the words that a case puts for others in what is read of it."""
    words: list[str] = case.get("tampered", [])
    if not words:
        return record
    data = json.loads(record.model_dump_json())
    for field in fields:
        text = json.dumps(data[field], ensure_ascii=False)
        for written, instead in zip(words[::2], words[1::2], strict=True):
            text = text.replace(written, instead)
        data[field] = json.loads(text)
    changed = type(record).model_validate_json(json.dumps(data))
    assert changed != record
    return changed


def judged_of(unit: Unit, written: list[list[Any]]) -> list[list[Any]]:
    """Return the quotations of a unit as a table writes them; of their words the part that is written, where it
    holds."""
    return [
        [words if words in one_line(one.words) else one.words, one.verbatim, one.cited]
        for one, (words, *_) in zip(unit.quotations, written, strict=True)
    ]


def tenths_of(unit: Unit) -> dict[str, int]:
    """Return the quoted words by the tenth they are from, those without any left out."""
    assert len(unit.words_at) in (0, TENTHS)
    return {str(tenth): words for tenth, words in enumerate(unit.words_at) if words}


def assert_sums_hold(unit: Unit) -> None:
    """Assert what holds of every unit: its numbers are sums over its quotations."""
    shares, judged = unit.shares, unit.quotations
    assert unit.amounts[Amount.FOUND] == len(judged)
    for action in (Amount.KEPT, Amount.REPLACED, Amount.UNQUOTED, Amount.DROPPED):
        assert unit.amounts[action] == sum(one.action.value == action.value for one in judged)
    verbatim = Share(k=sum(one.verbatim for one in judged), n=len(judged))
    assert shares[Metric.VERBATIM_BEFORE] == verbatim
    assert shares[Metric.HALLUCINATION_BEFORE] == Share(k=verbatim.n - verbatim.k, n=verbatim.n)
    assert unit.amounts[Amount.FABRICATED_BEFORE] == verbatim.n - verbatim.k
    for kind in QuotationKind:
        assert unit.amounts.get(amounts_of(kind)[0], 0) == sum(one.kind is kind for one in judged)
    assert all((one.kind is None) is (one.verbatim and one.cited is not False) for one in judged)
    if Metric.CITATION_BEFORE in shares:
        named = [one for one in judged if one.verbatim and one.cited is not None]
        right = sum(one.cited is True for one in judged)
        assert shares[Metric.CITATION_BEFORE] == Share(k=right, n=len(judged))
        assert shares[Metric.ATTRIBUTION_BEFORE] == Share(k=right, n=len(named))
    assert shares[Metric.WORDS_QUOTED].k == sum(unit.words_by.values())
    assert (shares[Metric.WRITTEN].k == 0) is bool(unit.trouble)
    # Whether citations support a statement is a model's judgement.
    assert shares.keys().isdisjoint(OF_CITATIONS)
    assert all(one.supported is None and one.needed == () for one in unit.statements)
