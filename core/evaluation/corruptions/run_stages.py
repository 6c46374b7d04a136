"""Send every corruption through every stage, and count the results against the expected ones."""

from collections import Counter
from collections.abc import Sequence

from core.evaluation.corruptions.choose_quotes import CAP, corruptions
from core.evaluation.corruptions.corruption import Corruption, CorruptionClass
from core.evaluation.corruptions.corruption_report import (
    EXAMPLES,
    BatteryReport,
    ExpectedResult,
    FailedCase,
    StageTally,
)
from core.evaluation.corruptions.stages import TRIALS, CaseOutcome, CheckStage, StageTrial, has_unpaired_mark
from core.generation.line import Line
from core.prose.render import one_line

# A reader of an edition does not compare white space and never sees entities and escapes.
_ACCEPTED_BY_VERIFY = frozenset({"spaces", "entities", "escapes"})

Group = tuple[CorruptionClass, CheckStage, ExpectedResult]


def expected_of(corruption: Corruption, stage: CheckStage) -> ExpectedResult:
    """Return the expected result of a corruption: typography is accepted, by `verify` only in part; nothing else is."""
    if corruption.corruption_class is not CorruptionClass.TYPOGRAPHY:
        return ExpectedResult.REFUSED
    if stage is CheckStage.VERIFY and corruption.kind not in _ACCEPTED_BY_VERIFY:
        return ExpectedResult.REFUSED
    return ExpectedResult.ACCEPTED


def _groups(stages: Sequence[CheckStage]) -> list[Group]:
    """Return every class, stage and expected result that must have cases."""
    return [
        (corruption_class, stage, expected)
        for corruption_class in CorruptionClass
        for stage in stages
        for expected in ExpectedResult
        if (
            corruption_class is CorruptionClass.TYPOGRAPHY
            and (expected is ExpectedResult.ACCEPTED or stage is CheckStage.VERIFY)
        )
        or (corruption_class is not CorruptionClass.TYPOGRAPHY and expected is ExpectedResult.REFUSED)
    ]


def _is_case(corruption: Corruption, trial: StageTrial, plain_raw: str) -> bool:
    """Tell whether a corruption is a valid case for a stage in this form.

    Other typography may still be an exact slice: the transcript has the same words elsewhere with other marks, or only
    the final stop is missing; `verify` is right to accept it. And a slice that opens a mark and does not close it is
    ambiguous inside marks.
    """
    if corruption.corruption_class is not CorruptionClass.TYPOGRAPHY:
        return True
    if trial.stage is CheckStage.VERIFY:
        accepted = expected_of(corruption, trial.stage) is ExpectedResult.ACCEPTED
        return accepted or one_line(corruption.words) not in plain_raw
    return not (trial.in_marks and has_unpaired_mark(corruption))


def _tally(group: Group, results: Sequence[tuple[StageTrial, Corruption, CaseOutcome]]) -> StageTally:
    corruption_class, stage, expected = group
    accepted = sum(outcome.accepted for _, _, outcome in results)
    off = [
        FailedCase(stage=stage, form=trial.form, corruption=corruption, expected=expected, seen=outcome.seen)
        for trial, corruption, outcome in results
        if outcome.accepted is not (expected is ExpectedResult.ACCEPTED)
    ]
    return StageTally(
        corruption_class=corruption_class,
        stage=stage,
        expected=expected,
        accepted=accepted,
        refused=len(results) - accepted,
        off=len(off),
        kinds=dict(Counter(corruption.kind for _, corruption, _ in results)),
        examples=tuple(off[:EXAMPLES]),
    )


def run_battery(line: Line, *, seed: int = 0, cap: int = CAP, trials: Sequence[StageTrial] = TRIALS) -> BatteryReport:
    """Corrupt the whitelisted quotes of a line and send them through the whitelist, enforcement and verify.

    At most `cap` corruptions of a class; the same line and seed give the same report. `trials` are the stages, each in
    the forms it is tried in. Source: decisions.md#exact-matches-only.
    """
    found = corruptions(line, seed=seed, cap=cap)
    plain_raw = one_line(line.transcript.raw)
    stages = tuple(dict.fromkeys(trial.stage for trial in trials))
    results: dict[Group, list[tuple[StageTrial, Corruption, CaseOutcome]]] = {group: [] for group in _groups(stages)}
    for trial in trials:
        cases = [corruption for corruption in found if _is_case(corruption, trial, plain_raw)]
        for corruption, outcome in zip(cases, trial.judge(line, cases), strict=True):
            group = corruption.corruption_class, trial.stage, expected_of(corruption, trial.stage)
            results[group].append((trial, corruption, outcome))
    return BatteryReport(
        seed=seed,
        cap=cap,
        quotes=len(line.whitelist),
        tallies=tuple(_tally(group, own) for group, own in results.items()),
    )
