"""`workbench run` and `workbench enforce`: write an edition from two files, and enforce a draft."""

from pathlib import Path
from typing import Any, NamedTuple

from core.editions.export.decision_labels import UNPROVEN, WARNINGS
from core.editions.export.json_data import review_items
from core.enforcement.results import Decision, Edition, EnforcementResult
from core.errors import BadInput, Problem
from core.generation.finish_chapter import finish_chapter
from core.generation.line import Line
from core.generation.pipeline import as_written_by, generate_edition
from workbench.cli.calls.run_progress import report
from workbench.cli.output import print_json, print_table, say
from workbench.files.write_files import check_writable, write_all
from workbench.providers import client_of, provider_of
from workbench.providers.client_spec import read_text
from workbench.sessions.edition_files import edition_files, with_links
from workbench.store import ClientChoice

NAMES = ("edition.md", "edition.html", "edition.json", "certificate.json", "transcript.txt")
"""The files that an edition may have."""


class RunOptions(NamedTuple):
    """The client, folders of calls (`debug` is the folder to write them to, `resume` the one with earlier calls), and
    the address of the recording that the edition links, "" for none."""

    choice: ClientChoice
    debug: Path | None = None
    resume: Path | None = None
    streaming: bool = True
    recording_url: str = ""

    @property
    def keeps_calls(self) -> bool:
        """Whether its calls are recorded: they cost something, or a folder was named for them."""
        return provider_of(self.choice.kind).is_service or self.debug is not None or self.resume is not None


def _check_names(out: Path) -> None:
    """Raise BadInput if a folder has the name of one of the edition's files."""
    problems = [
        Problem(
            place=str(out / name),
            message="it is a folder, but a file of the edition has this name.",
            remedy="Move it away, or name another folder with --out. Nothing was changed.",
        )
        for name in NAMES
        if (out / name).is_dir()
    ]
    if problems:
        raise BadInput(*problems)


def _write_by_asking(line: Line, writer: RunOptions, out: Path, chapters: list[int] | None) -> tuple[Edition, bool]:
    """Write an edition whose calls are recorded; return it, and whether every call succeeded. If the files cannot be
    written in the end, the answered calls are kept."""
    from workbench.cli.calls.call_messages import how_to_go_on
    from workbench.cli.calls.calls_folder import CallFolderPaths
    from workbench.cli.calls.run_model_calls import ModelCallOptions, write_by_asking

    places = CallFolderPaths(kept_in=writer.debug, found_in=writer.resume)
    written = write_by_asking(line, ModelCallOptions(writer.choice, chapters, places, writer.streaming))
    try:
        write_all(out, with_links(edition_files(written.edition, line), written.edition, writer.recording_url))
    except Exception:
        written.calls.rescue()
        say(f"The edition could not be written. {how_to_go_on(written.calls.kept_in)}", error=True)
        raise
    return written.edition, written.complete


def run_line(line: Line, writer: RunOptions, out: Path, chapters: list[int] | None) -> int:
    """Write an edition into a folder, all files or none; return 1 if a chapter fell back or a call failed, else 0.

    Raises WorkbenchError if no call was answered; nothing is written then.
    """
    check_writable(out)
    _check_names(out)
    line = as_written_by(writer.choice.kind, line)
    if writer.keeps_calls:
        edition, complete = _write_by_asking(line, writer, out, chapters)
    else:
        edition, complete = generate_edition(line, client_of(writer.choice), chapters=chapters, on_chapter=report), True
        write_all(out, with_links(edition_files(edition, line), edition, writer.recording_url))
    for notice in line.notices:
        say(f"Note: {notice.message}", error=True)
    standing = sum(len(draft.enforcement.replaced) + len(draft.key_excerpts) for draft in edition.chapters)
    say(f"{out}: {len(edition.chapters)} chapters, {standing} quotations, {edition.verdict}.")
    return 1 if not complete or any(draft.fallback for draft in edition.chapters) else 0


def _decision(decision: Decision) -> dict[str, Any]:
    return {
        "action": decision.action.value,
        "reason": decision.reason,
        "original": decision.original,
        "quote_id": decision.quote_id,
        "raw_span": list(decision.raw_span) if decision.raw_span else None,
        "place": decision.place.value,
        "finding": decision.finding.value,
        "corrected_name": decision.corrected_name or None,
    }


def _show_listed(result: EnforcementResult) -> None:
    """Print what a person should check: unproven words in prose, and words near a quotation that may change its
    meaning."""
    if result.unproven:
        rows = ((UNPROVEN[prose.kind], prose.words, prose.sentence) for prose in result.unproven)
        print_table("Words in prose that are not proven", ("what", "words", "sentence"), rows)
    if result.warnings:
        rows = ((WARNINGS[warning.kind], warning.words) for warning in result.warnings)
        print_table("Just outside a quotation", ("what", "words"), rows)


def show_enforced(line: Line, draft_path: Path, chapter_index: int, *, as_json: bool) -> int:
    """Print the enforced draft; return 1 if the chapter fell back, else 0."""
    draft = finish_chapter(line, chapter_index, read_text(draft_path))
    result = draft.enforcement
    if as_json:
        print_json(
            {
                "text": draft.text,
                "decisions": [_decision(decision) for decision in result.decisions],
                "replaced": [quote.model_dump(mode="json") for quote in result.replaced],
                "dropped": result.dropped,
                "fallback": draft.fallback or None,
                **review_items(result),
            }
        )
    else:
        say(draft.text)
        print_table(
            f"Decisions on {len(result.decisions)} quotations",
            ("action", "reason", "original"),
            ((decision.action.value, decision.reason, decision.original) for decision in result.decisions),
        )
        _show_listed(result)
        if draft.fallback:
            say(f"The chapter fell back to its key excerpts. {draft.fallback}")
    return 1 if draft.fallback else 0
