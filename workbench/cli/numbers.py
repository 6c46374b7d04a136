"""`workbench numbers`: every number of a narrative with its source, its query id and its value."""

import logging
from bisect import bisect_right
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from core.errors import BadInput, Problem
from core.numbers.citations_summary import format_citations_summary
from core.numbers.engine import VerificationEngine, VerificationSummary
from core.numbers.narrative_size import check_narrative_size
from core.numbers.records import QueryResult
from core.numbers.results import read_results
from core.numbers.rules import CitationRules, VerificationRules
from core.numbers.rules_file import MAX_RULES_BYTES, read_citation_rules, read_verification_rules
from core.text.documents import MAX_BYTES
from core.text.safe_html import counted, in_words
from workbench.cli.output import print_json, print_table, say
from workbench.files.read_file import read_bytes
from workbench.files.write_files import write_all
from workbench.providers.client_spec import read_text
from workbench.sessions.numbers_report import report_data
from workbench.sessions.sqlite_results import is_database_file, read_table

_log = logging.getLogger("workbench.numbers")
_LOGS = (_log, logging.getLogger("core.numbers"))
_log.addHandler(logging.NullHandler())  # else logging's last resort prints what the command prints itself
_Read = TypeVar("_Read")

# Checked once before the clock starts: this loads the libraries of every check, which is not a narrative's own time.
_FIRST = "According to nobody: It was 5% (QID: first_one). Ask +1 202-555-0143."


class NumberInputs(NamedTuple):
    """The files to check numbers against. None means the defaults; without results no value is checked."""

    results: Path | None = None
    table: str | None = None
    rules: Path | None = None
    verification: Path | None = None


class NumberOutputs(NamedTuple):
    """The files to write."""

    summary: Path | None = None
    redacted: Path | None = None


def _check_outputs(narratives: Sequence[Path], inputs: NumberInputs, outputs: NumberOutputs) -> None:
    """Raise BadInput if an output would overwrite an input or the other output."""
    read = (*narratives, inputs.results, inputs.rules, inputs.verification)
    taken = {path.resolve(): "is read by this command" for path in read if path is not None}
    problems: list[Problem] = []
    for path in (outputs.summary, outputs.redacted):
        if path is not None and path.resolve() in taken:
            message = f"{taken[path.resolve()]}, so nothing is written over it."
            problems.append(Problem(place=str(path), message=message, remedy="Give another name."))
        elif path is not None:
            taken[path.resolve()] = "is the file for the summary"
    if problems:
        raise BadInput(*problems)


class _CheckedText(NamedTuple):
    """A narrative with its summary, and how long the check took."""

    path: Path
    text: str
    summary: VerificationSummary
    milliseconds: float


def _read_narrative(path: Path) -> str:
    text = read_text(path)
    check_narrative_size(text, str(path))
    return text


def _read_results(inputs: NumberInputs) -> tuple[QueryResult, ...] | None:
    if inputs.results is None:
        return None
    if inputs.table is not None or is_database_file(inputs.results):
        return read_table(inputs.results, inputs.table)
    return read_results(read_bytes(inputs.results, MAX_BYTES), inputs.results.name)


def _read_rules(path: Path | None, read: Callable[[bytes, str], _Read], default: _Read) -> _Read:
    if path is None:
        return default
    try:
        return read(read_bytes(path, MAX_RULES_BYTES), path.name)
    except BadInput as error:
        _log.error("the rules are not accepted: %s", counted(len(error.problems), "problem"))
        raise


def _tried(read: Callable[[], _Read], problems: list[Problem]) -> _Read | None:
    """Return what `read` returns; None if it raises BadInput, whose problems are added to `problems`."""
    try:
        return read()
    except BadInput as error:
        problems += error.problems
        return None


class _NumberTask(NamedTuple):
    """The inputs, read."""

    texts: Sequence[tuple[Path, str]]
    engine: VerificationEngine
    results: tuple[QueryResult, ...] | None


def _read_all(narratives: Sequence[Path], inputs: NumberInputs) -> _NumberTask:
    """Read every file; the problems of all are reported together."""
    problems: list[Problem] = []
    texts = [(path, _tried(lambda path=path: _read_narrative(path), problems) or "") for path in narratives]
    results = _tried(lambda: _read_results(inputs), problems)
    rules = _tried(lambda: _read_rules(inputs.rules, read_citation_rules, CitationRules()), problems)
    verification = _tried(
        lambda: _read_rules(inputs.verification, read_verification_rules, VerificationRules()), problems
    )
    if problems or rules is None or verification is None:
        raise BadInput(*problems)
    return _NumberTask(texts, VerificationEngine(rules, verification), results)


def _verify(work: _NumberTask, path: Path, text: str, today: str) -> _CheckedText:
    """Check one narrative; the engine logs its findings itself."""
    begun = perf_counter()
    summary = work.engine.verify(text, work.results, today=today)
    milliseconds = (perf_counter() - begun) * 1000
    if summary.citation_report is not None:
        report = summary.citation_report.model_copy(update={"enforcement_time_ms": milliseconds})
        summary = summary.model_copy(update={"citation_report": report})
        _log.info("citation.enforcement_time_ms = %.3f", milliseconds)
    return _CheckedText(path, text, summary, milliseconds)


def _all_as_data(every: Sequence[_CheckedText]) -> dict[str, Any]:
    """Return the data of one narrative, or of several with totals and the worst of their verdicts."""
    data = [report_data(checked.summary, checked.text, checked.milliseconds) for checked in every]
    if len(data) == 1:
        return data[0]
    counts = ("total_numbers", "cited_numbers", "uncited_count", "enforcement_time_ms")
    totals = {name: None if data[0][name] is None else round(sum(one[name] for one in data), 3) for name in counts}
    verdicts = {one["verdict"] for one in data}
    worst = next(verdict for verdict in ("failed", "passed", "nothing_to_check") if verdict in verdicts)
    named = [{"file": str(checked.path), **one} for checked, one in zip(every, data, strict=True)]
    return {"narratives": named, **totals, "verdict": worst}


def _issue_rows(checked: _CheckedText) -> list[tuple[str, ...]]:
    text, summary = checked.text, checked.summary
    begins = [0, *(at + 1 for at, char in enumerate(text) if char == "\n")]
    rows: list[tuple[str, ...]] = []
    for issue in summary.issues:
        line = bisect_right(begins, issue.span.start)
        place = f"{line}:{issue.span.start - begins[line - 1] + 1}"
        offered = [f"Perhaps: {'; '.join(issue.suggestions)}"] if issue.suggestions else []
        shown = " ".join(summary.text_of(text, issue.span).split())
        message = "\n".join((f"{issue.severity}: {issue.code}", issue.message, *offered))
        rows.append((place, shown, message))
    return rows


def _print_report(checked: _CheckedText) -> None:
    summary = checked.summary
    rows = _issue_rows(checked)
    if rows:
        title = f"{checked.path}: {counted(len(rows), 'issue')}"
        print_table(title, ("place", "number", "what is wrong, and how to correct it"), rows)
    report = summary.citation_report
    cited = f"{report.cited_numbers:,} cited, {report.uncited_count:,} uncited" if report else "citations not checked"
    say(f"{checked.path}: {in_words(summary.verdict)}. {counted(summary.total_numbers, 'number')}: {cited}.")
    say()
    say(format_citations_summary(summary, checked.text, most_examples=0).rstrip())  # the table lists them all


def _write(every: Sequence[_CheckedText], outputs: NumberOutputs) -> None:
    """Write the summaries of all narratives to one file, and a single narrative without its personal data."""
    if outputs.summary is not None:
        sections = [
            (checked.path.name, format_citations_summary(checked.summary, checked.text).strip()) for checked in every
        ]
        several = len(sections) > 1
        texts = [f"# {name}\n\n{section}\n" if several else f"{section}\n" for name, section in sections]
        write_all(outputs.summary.parent, {outputs.summary.name: "\n".join(texts)})
    if outputs.redacted is not None:
        write_all(outputs.redacted.parent, {outputs.redacted.name: every[0].summary.redacted})


@contextmanager
def _logging(verbose: int) -> Generator[None]:
    """Print the log on standard error: at 1 steps and counts, at 2 each number too."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    for log in _LOGS if verbose else ():
        log.addHandler(handler)
        log.setLevel(logging.DEBUG if verbose > 1 else logging.INFO)
    try:
        yield
    finally:
        for log in _LOGS:
            log.removeHandler(handler)


def show_numbers(
    narratives: Sequence[Path],
    inputs: NumberInputs,
    outputs: NumberOutputs,
    *,
    today: str,
    as_json: bool,
    verbose: int = 0,
) -> int:
    """Print every issue of the narratives' numbers with the counts; `today` is an ISO date.

    Returns 1 where any issue is an ERROR, else 0. Raises BadInput with the problems of all files.
    Source: decisions.md#seed-3.
    """
    _check_outputs(narratives, inputs, outputs)
    with _logging(verbose):
        work = _read_all(narratives, inputs)
    work.engine.verify(_FIRST, work.results)
    with _logging(verbose):
        every = [_verify(work, path, text, today) for path, text in work.texts]
    _write(every, outputs)
    if as_json:
        print_json(_all_as_data(every))
    else:
        for checked in every:
            _print_report(checked)
    return 0 if all(checked.summary.ok for checked in every) else 1
