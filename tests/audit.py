"""Ask pip-audit for known weaknesses of every package that the project resolves to: `python -m tests.audit`.

Red (exit code 1) only where a finding has a version that mends it; where no source of advisories can be reached, or one
knows only some of the packages, that is said and nothing is claimed.
"""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import click

SOURCES = ("pypi", "osv")
_PATIENCE = 120  # seconds, for each source


class Verdict(NamedTuple):
    """What is said of a report, line by line, and whether it must stop a change; `asked` is of how many packages
    something is known."""

    asked: int
    lines: tuple[str, ...]
    red: bool


def judge(report: Mapping[str, Any]) -> Verdict:
    """Return the verdict on a report of pip-audit's in its JSON form."""
    lines: list[str] = []
    unknown: list[str] = []
    red = False
    packages: Sequence[Mapping[str, Any]] = report.get("dependencies", [])
    for package in packages:
        if "skip_reason" in package:
            unknown.append(package["name"])
            continue
        for found in package["vulns"]:
            mended = found["fix_versions"]
            red = red or bool(mended)
            remedy = f"mended in {', '.join(mended)}" if mended else "no version mends it yet"
            lines.append(f"{package['name']} {package['version']}: {found['id']}, {remedy}")
    asked = len(packages) - len(unknown)
    lines.append(f"{asked} of {len(packages)} packages could be looked up.")
    if asked and unknown:
        lines.append(f"Nothing is known of {', '.join(unknown)}.")
    return Verdict(asked, tuple(lines), red)


def _resolved() -> str:
    """Return every package with its version, as uv resolves the project with the tools of its developers."""
    export = ["uv", "export", "--quiet", "--no-emit-project", "--no-hashes", "--all-extras"]
    return subprocess.run(export, check=True, capture_output=True, text=True).stdout


def _report(source: str, requirements: str) -> Mapping[str, Any] | str:
    """Return the report of one source, or why there is none."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", "/dev/stdin", "--no-deps", "--disable-pip"]
    command += ["--format", "json", "--progress-spinner", "off", "--vulnerability-service", source]
    try:
        done = subprocess.run(
            command, input=requirements, capture_output=True, text=True, timeout=_PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {_PATIENCE} s"
    try:
        return json.loads(done.stdout)
    except ValueError:
        return done.stderr.strip().rpartition("\n")[2]


def audit() -> int:
    """Print what is known of the resolved packages; return the exit code."""
    requirements = _resolved()
    for source in SOURCES:
        report = _report(source, requirements)
        if isinstance(report, str):
            click.echo(f"pip-audit ({source}): its data cannot be had here: {report}")
            continue
        verdict = judge(report)
        click.echo("\n  ".join((f"pip-audit ({source}):", *verdict.lines)))
        if verdict.asked:
            return int(verdict.red)
    click.echo("The packages were NOT audited.")
    return 0


if __name__ == "__main__":
    sys.exit(audit())
