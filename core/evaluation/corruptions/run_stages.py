"""The battery: every corruption through every stage, counted against what must become of it."""

from collections import Counter
from collections.abc import Sequence

from core.evaluation.corruptions.corruption import Corruption, CorruptionClass
from core.evaluation.corruptions.corruption_report import EXAMPLES, BatteryReport, Expected, OffCase, Tally
from core.evaluation.corruptions.choose_quotes import CAP, corruptions
from core.evaluation.corruptions.stages import TRIALS, Outcome, Stage, Trial, has_unpaired_mark
from core.generation.line import Line
from core.prose.render import one_line

# What a reader of an edition is shown: white space is not compared, entities and escapes are never seen.
_ACCEPTED_BY_VERIFY = frozenset({"spaces", "entities", "escapes"})

Group = tuple[CorruptionClass, Stage, Expected]


def expected_of(corruption: Corruption, stage: Stage) -> Expected:
    """Return what must become of a corruption: typography gets through, at `verify` only some of it; nothing else."""
    if corruption.corruption_class is not CorruptionClass.TYPOGRAPHY:
        return Expected.REFUSED
    if stage is Stage.VERIFY and corruption.kind not in _ACCEPTED_BY_VERIFY:
        return Expected.REFUSED
    return Expected.ACCEPTED


def _groups(stages: Sequence[Stage]) -> list[Group]:
    """Return every class, stage and expectation of which there must be cases."""
    return [
        (corruption_class, stage, expected)
        for corruption_class in CorruptionClass
        for stage in stages
        for expected in Expected
        if (corruption_class is CorruptionClass.TYPOGRAPHY and (expected is Expected.ACCEPTED or stage is Stage.VERIFY))
        or (corruption_class is not CorruptionClass.TYPOGRAPHY and expected is Expected.REFUSED)
    ]


def _is_case(corruption: Corruption, trial: Trial, plain_raw: str) -> bool:
    """Tell whether a corruption says anything about a stage in this form.

    Other typography may still be a slice, character for character: the same words stand elsewhere in the transcript
    with other marks, or only the final stop was left out. `verify` is right to accept it. And a slice that opens a mark
    and does not close it stands inside no marks unambiguously.
    """
    if corruption.corruption_class is not CorruptionClass.TYPOGRAPHY:
        return True
    if trial.stage is Stage.VERIFY:
        accepted = expected_of(corruption, trial.stage) is Expected.ACCEPTED
        return accepted or one_line(corruption.words) not in plain_raw
    return not (trial.in_marks and has_unpaired_mark(corruption))


def _tally(group: Group, results: Sequence[tuple[Trial, Corruption, Outcome]]) -> Tally:
    corruption_class, stage, expected = group
    accepted = sum(outcome.accepted for _, _, outcome in results)
    off = [
        OffCase(stage=stage, form=trial.form, corruption=corruption, expected=expected, seen=outcome.seen)
        for trial, corruption, outcome in results
        if outcome.accepted is not (expected is Expected.ACCEPTED)
    ]
    return Tally(
        corruption_class=corruption_class,
        stage=stage,
        expected=expected,
        accepted=accepted,
        refused=len(results) - accepted,
        off=len(off),
        kinds=dict(Counter(corruption.kind for _, corruption, _ in results)),
        examples=tuple(off[:EXAMPLES]),
    )


def run_battery(line: Line, *, seed: int = 0, cap: int = CAP, trials: Sequence[Trial] = TRIALS) -> BatteryReport:
    """Corrupt the whitelisted quotes of a line and send them through the whitelist, enforcement and verify.

    At most `cap` corruptions of a class; the same line and seed give the same report. `trials` are the stages, each in
    the forms it is tried in. Source: design, "Whitelist" (measured: what approximate matching lets through).
    """
    found = corruptions(line, seed=seed, cap=cap)
    plain_raw = one_line(line.transcript.raw)
    stages = tuple(dict.fromkeys(trial.stage for trial in trials))
    results: dict[Group, list[tuple[Trial, Corruption, Outcome]]] = {group: [] for group in _groups(stages)}
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
