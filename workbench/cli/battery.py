"""`workbench battery`: corrupt proven quotes in named ways and print which of them each stage accepts."""

from typing import Any

from core.evaluation.corruptions import BatteryReport, CheckStage, FailedCase, StageTally, run_battery
from core.generation.line import Line
from workbench.cli.output import print_json, print_table, say

_SHOWN = 3  # cases named in full below the table


def _as_json(tally: StageTally) -> dict[str, Any]:
    return {
        "class": tally.corruption_class.value,
        "stage": tally.stage.value,
        "expected": tally.expected.value,
        "cases": tally.cases,
        "accepted": tally.accepted,
        "refused": tally.refused,
        "off": tally.off,
        "empty": tally.empty,
        "kinds": tally.kinds,
        "examples": [
            {
                "kind": one.corruption.kind,
                "form": one.form,
                "words": one.corruption.words,
                "speaker": one.corruption.speaker.speaker_name,
                "quote_id": one.corruption.quote_id,
                "original": one.corruption.original,
                "seen": one.seen,
            }
            for one in tally.examples
        ],
    }


def _rows(report: BatteryReport) -> list[tuple[str, ...]]:
    """Return one row for each class and its expected outcome: accepted / cases at each stage."""
    cells: dict[tuple[str, str], dict[CheckStage, str]] = {}
    for tally in report.tallies:
        row = cells.setdefault((tally.corruption_class, tally.expected), {})
        row[tally.stage] = "no case" if tally.empty else f"{tally.accepted} / {tally.cases}"
    return [(*row, *(own.get(stage, "") for stage in CheckStage)) for row, own in cells.items()]


def _say_off(case: FailedCase) -> None:
    corruption = case.corruption
    say(f"Off: {corruption.corruption_class} ({corruption.kind}) at {case.stage}, {case.form}.")
    say(f"  words     {corruption.words} ({corruption.speaker.speaker_name})")
    say(f"  slice     {corruption.original}")
    say(f"  expected  {case.expected}")
    say(f"  seen      {case.seen}")


def _say_verdict(report: BatteryReport) -> None:
    cases = sum(tally.cases for tally in report.tallies)
    if report.passed:
        say(
            f"Passed: {cases} cases from {report.quotes} quotes. Only changes of typography are accepted. "
            f"(Seed {report.seed}.)"
        )
        return
    off = sum(tally.off for tally in report.tallies)
    say(f"Failed: {off} of {cases} cases had the wrong outcome. (Seed {report.seed}.)")
    for tally in report.empty:
        say(f"No case: {tally.corruption_class} at {tally.stage}, so nothing is known about it.")
    for case in report.off[:_SHOWN]:
        _say_off(case)


def show_battery(line: Line, *, seed: int, as_json: bool) -> int:
    """Print how many corrupted quotes of each class every stage accepted; return 0 if all outcomes are as expected."""
    report = run_battery(line, seed=seed)
    if as_json:
        print_json(
            {
                "passed": report.passed,
                "seed": report.seed,
                "cap": report.cap,
                "quotes": report.quotes,
                "classes": [_as_json(tally) for tally in report.tallies],
            }
        )
    else:
        print_table(
            f"Accepted of all cases, from {report.quotes} proven quotes",
            ("corruption", "must be", *(stage.value for stage in CheckStage)),
            _rows(report),
        )
        say("enforce checks each case in three forms: name before the quote, name behind it, and as a block quote.")
        _say_verdict(report)
    return 0 if report.passed else 1
