"""Results as plain values for results.json, which a later gate can compare with.

```
format, version           what the file is (FORMAT) and in which form (VERSION)
title, state, finished    state: running, stopped, failed or done; finished: all that was asked for is there
reference, repeats, seed, judge, judges_support, notes
variants[]                in the order they were asked for
  name, client, model, mode, missing, trouble
  figures                 seed 1's five by name: title, value, target, met, before, by_level, sentence
  metrics                 by name; those of what the model wrote and of what is read as {before, after}
  amounts                 the same: total, mean (per unit that knows it), known and of (units)
  coherence               null where no judge was asked; else mean, lowest, highest, units, of, samples, samples_of,
                          judges
  repeated                by metric: mean and 95 % interval over the repeats, where there are several
  words_by, words_at      quoted words by speaker or file, and by tenth of the transcript
  units[]                 subject, key, title, repeat (from 0), level, trouble, shares, amounts, coherence, words_by,
                          words_at, left_out; the sums above are sums over these
differences[]             variant against reference: measure, sides, difference, interval, p, p_together, together,
                          pairs, unpaired, uncounted, verdict, better, sentence
replies[]                 by client and model, how clean the replies came: usable, clean, cleaned_up (of those with
                          faults), failed, filtered, other_form (of whole JSON); faults: replies by kind; unread: of
                          an earlier version, not counted
```

A share is {k, n, share, low, high}, of units {k, n}; where nothing was counted n is 0 and the other three are null.
Form 2 added the kinds of quotations that fail to the amounts; a file of form 1 is read, and its kinds are unknown.
What nobody knows is missing or null: there is no NaN and no made-up 0. The file holds none of the quotations and none
of the texts; those are in the report.
"""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from core.evaluation.criteria import Figure
from core.evaluation.differences import ComparisonSide, Difference
from core.evaluation.measures import AmountTotal, JudgeScores, Sums
from core.evaluation.proportion import Interval, Share
from core.evaluation.records import Coherence, Metric, Unit
from workbench.experiments.results.reply_rates import ReplyRates
from workbench.experiments.results.results import EvaluationResults, VariantResults
from workbench.store.database.json_text import json_text

FORMAT = "quote-workbench-evaluation"
VERSION = 2
"""The bounds of a share."""

JsonObject = dict[str, Any]


def number(value: float | None) -> float | int | None:
    """Return a number for JSON: whole numbers as int, None for infinity and NaN."""
    if value is None or not isfinite(value):
        return None
    return int(value) if float(value).is_integer() else value


def share_data(share: Share) -> JsonObject:
    """Return a share with its value and its interval."""
    interval = share.interval
    low, high = (interval.low, interval.high) if interval else (None, None)
    return {"k": share.k, "n": share.n, "share": number(share.value), "low": number(low), "high": number(high)}


def _interval(interval: Interval | None) -> JsonObject | None:
    return {"low": number(interval.low), "high": number(interval.high)} if interval else None


def _total(total: AmountTotal) -> JsonObject:
    return {
        "total": number(total.total) if total.known else None,
        "mean": number(total.mean),
        "known": total.known,
        "of": total.of,
    }


def nested(values: Mapping[str, Any]) -> JsonObject:
    """Return values by name; names that end in _before and _after are joined below their common name."""
    written: JsonObject = {}
    for name, value in values.items():
        what, _, stage = name.rpartition("_")
        if what and stage in ("before", "after"):
            written.setdefault(what, {})[stage] = value
        else:
            written[name] = value
    return written


def metrics_data(sums: Sums) -> JsonObject:
    """Return the shares of some sums by name, in the form of the file."""
    return nested({str(metric): share_data(sums.shares[metric]) for metric in Metric if metric in sums.shares})


def amounts_data(sums: Sums) -> JsonObject:
    """Return the amounts of some sums by name, in the form of the file."""
    return nested({str(amount): _total(total) for amount, total in sums.amounts.items()})


def scores_data(scores: JudgeScores | None) -> JsonObject | None:
    """Return the judges' scores in the form of the file."""
    if scores is None:
        return None
    kept = ("lowest", "highest", "units", "of", "samples", "samples_of")
    return {
        "mean": number(scores.mean),
        **{name: getattr(scores, name) for name in kept},
        "judges": list(scores.judges),
    }


def _counted(value: Share | int | None) -> JsonObject | int | None:
    return share_data(value) if isinstance(value, Share) else value


def _figure(figure: Figure) -> JsonObject:
    return {
        "title": figure.title,
        "value": _counted(figure.value),
        "target": figure.target,
        "met": figure.met,
        "before": figure.before,
        "by_level": {level: _counted(value) for level, value in figure.by_level.items()},
        "sentence": figure.sentence,
    }


def _over_repeats(variant: VariantResults) -> JsonObject:
    return {
        str(metric): {
            "mean": number(over.mean),
            **(_interval(over.interval) or {}),
            "counted": over.counted,
            "of": over.of,
        }
        for metric, over in variant.over_repeats.items()
    }


def _judged(coherence: Coherence | None) -> JsonObject | None:
    if coherence is None:
        return None
    samples = [{"score": sample.score, "why": sample.why} for sample in coherence.samples]
    return {"judge": coherence.judge, "samples": samples}


def _unit(unit: Unit, repeat: int) -> JsonObject:
    return {
        "subject": unit.subject,
        "key": unit.key,
        "title": unit.title,
        "repeat": repeat,
        "level": unit.level,
        "trouble": unit.trouble,
        "shares": {str(metric): {"k": share.k, "n": share.n} for metric, share in unit.shares.items()},
        "amounts": {str(amount): number(value) for amount, value in unit.amounts.items() if number(value) is not None},
        "coherence": _judged(unit.coherence),
        "words_by": dict(unit.words_by),
        "words_at": list(unit.words_at),
        "left_out": list(unit.left_out),
    }


def _variant(variant: VariantResults) -> JsonObject:
    sums = variant.sums
    return {
        **{name: getattr(variant, name) for name in ("name", "client", "model", "mode", "missing", "trouble")},
        "figures": {str(figure.name): _figure(figure) for figure in variant.figures},
        "metrics": metrics_data(sums),
        "amounts": amounts_data(sums),
        "coherence": scores_data(sums.coherence),
        "repeated": _over_repeats(variant),
        "words_by": dict(sums.words_by),
        "words_at": list(sums.words_at),
        "units": [_unit(unit, variant.repeat_of(place)) for place, unit in enumerate(variant.units)],
    }


def _side(side: ComparisonSide) -> JsonObject:
    return {"share": share_data(side.share) if side.share else None, "value": number(side.value)}


def _difference(found: Difference) -> JsonObject:
    return {
        "measure": str(found.measure),
        "title": found.title,
        "reference": found.reference,
        "variant": found.variant,
        "reference_side": _side(found.reference_side),
        "variant_side": _side(found.variant_side),
        "difference": number(found.difference),
        "interval": _interval(found.interval),
        "p": number(found.p),
        "p_together": number(found.p_together),
        **{name: getattr(found, name) for name in ("together", "pairs", "unpaired", "uncounted")},
        "verdict": str(found.verdict),
        "better": found.better,
        "sentence": found.sentence,
    }


def _replies(rates: ReplyRates) -> JsonObject:
    counts = rates.metrics
    return {
        "client": rates.client,
        "model": rates.model,
        "usable": share_data(Share(k=counts.extracted, n=counts.replies)),
        "clean": share_data(Share(k=counts.clean, n=counts.replies)),
        "cleaned_up": share_data(Share(k=counts.cleaned, n=counts.messy)),
        "failed": share_data(Share(k=counts.failed, n=counts.replies)),
        "filtered": share_data(Share(k=counts.filtered, n=counts.replies)),
        "other_form": share_data(Share(k=counts.invalid, n=counts.validated)),
        "faults": dict(rates.faults),
        "unread": rates.unread,
    }


def results_data(results: EvaluationResults) -> JsonObject:
    """Return results as plain JSON values, in the form described above."""
    names = ("title", "finished", "reference", "repeats", "seed", "judge", "judges_support")
    return {
        "format": FORMAT,
        "version": VERSION,
        "state": str(results.state),
        **{name: getattr(results, name) for name in names},
        "notes": list(results.notes),
        "variants": [_variant(one) for one in results.variants],
        "differences": [_difference(one) for one in results.differences],
        "replies": [_replies(one) for one in results.replies],
    }


def results_json(results: EvaluationResults) -> str:
    """Return the text of results.json, with a line feed at the end."""
    return json_text(results_data(results), indent=1) + "\n"
