"""`python -m tests.benchmarks [--only NAME] [--real DIR] [--archive N] [--json]`: each ratio beside its bound.

*kept* is within the bound, *missed* beyond it, *failed* beyond three times the bound; the last one exits with 1.
"""

import argparse
import json
import os
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from tests.benchmarks.archive.full_size import benchmarks_at
from tests.benchmarks.real import benchmarks_of
from tests.benchmarks.registry import BENCHMARKS, Benchmark, NotMeasured, Verdict

_HERE = Path(__file__).parent

# Programs that are measured find compiled what they found compiled the round before.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def register_all() -> list[Benchmark]:
    """Import whatever registers benchmarks, and return them in the order of their names."""
    for path in sorted(_HERE.rglob("bench_*.py")):
        import_module(".".join(("tests.benchmarks", *path.relative_to(_HERE).with_suffix("").parts)))
    return [BENCHMARKS[name] for name in sorted(BENCHMARKS)]


def _row(*cells: str) -> str:
    return f"{cells[0]:<78} {cells[1]:>14} {cells[2]:>8}  {cells[3]:<7} {cells[4]}".rstrip()


def _tell(words: str, *, to: Any = sys.stdout) -> None:
    to.write(f"{words}\n")
    to.flush()


def run(benchmarks: list[Benchmark], *, as_json: bool) -> int:
    """Measure one after the other, print what came out, and return the exit code."""
    results: list[dict[str, Any]] = []
    missing = False
    if not as_json:
        _tell(_row("benchmark", "bound", "ratio", "verdict", "worst case, time"))
    for one in benchmarks:
        began = time.monotonic()
        try:
            ratio, case = one.measure()
        except NotMeasured as reason:
            missing = True
            _tell(f"{one.name}: not measured, {reason}", to=sys.stderr)
            continue
        verdict = one.verdict(ratio)
        results.append(
            {
                "name": one.name,
                "bound": one.bound,
                "direction": one.direction,
                "ratio": round(ratio, 3),
                "verdict": verdict.value,
            }
        )
        if not as_json:
            took = f"{time.monotonic() - began:.1f} s"
            bound = f"at {one.direction} {one.bound:g}"
            _tell(_row(one.name, bound, f"{ratio:.2f}", verdict, f"{case}, {took}" if case else took))
    if as_json:
        _tell(json.dumps(results, indent=2))
    failed = any(one["verdict"] == Verdict.FAILED for one in results)
    return int(failed or (missing and bool(os.environ.get("CI"))))


def main(arguments: list[str] | None = None) -> int:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--only", metavar="NAME", default="", help="only those whose name holds NAME")
    parser.add_argument("--real", metavar="DIR", type=Path, help="also real talks: NAME.md with NAME.evidence.json")
    parser.add_argument(
        "--archive", metavar="N", type=int, help="also a made archive of N talks; 2000 take many minutes"
    )
    parser.add_argument("--json", action="store_true", help="print a list of objects, not a table")
    options = parser.parse_args(arguments)
    benchmarks = [*register_all(), *(benchmarks_of(options.real) if options.real else ())]
    benchmarks += benchmarks_at(options.archive) if options.archive else ()
    chosen = [one for one in benchmarks if options.only.casefold() in one.name.casefold()]
    if not chosen:
        parser.error(f"no benchmark has {options.only!r} in its name")
    return run(chosen, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
