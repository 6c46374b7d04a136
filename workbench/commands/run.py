"""`workbench run` and `workbench enforce`: an edition made of two files, and what enforcement makes of a draft."""

from pathlib import Path
from typing import Any

from core.chapter import ChapterDraft, Decision, EnforcementResult
from core.errors import BadInput, EditionError, Problem
from core.finishing import finish_chapter
from core.line import Line
from core.llm import Client
from core.pipeline import generate_edition
from core.rendering import one_line
from core.writers.data import listed
from core.writers.wording import UNPROVEN, WARNINGS
from workbench import clients
from workbench.commands.output import print_json, print_table, say
from workbench.edition_files import edition_files
from workbench.files import check_writable, read_bytes, write_all
from workbench.store import ClientChoice

_SCRIPTED = "scripted:"


def read_text(path: Path) -> str:
    """Return a text file as UTF-8. Raises BadInput."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise EditionError(
            Problem(
                place=str(path),
                message=f"the file is not UTF-8 text (byte {error.start}).",
                remedy="Save it as text in UTF-8.",
            )
        ) from error


def client_of(name: str) -> Client:
    """Return the client a person named: `offline` or `scripted:PATH`. Raises BadInput."""
    if name == "offline":
        return clients.client_of(ClientChoice(kind=name))
    if name.startswith(_SCRIPTED) and len(name) > len(_SCRIPTED):
        path = Path(name.removeprefix(_SCRIPTED))
        return clients.client_of(clients.script_of(read_text(path), str(path)))
    raise BadInput(
        Problem(place="--client", message=f"there is no client {name}.", remedy="Use offline or scripted:PATH.")
    )


def _report(number: int, total: int, draft: ChapterDraft) -> None:
    decisions = [decision.action.value for decision in draft.enforcement.decisions]
    counts = ", ".join(f"{decisions.count(action)} {action}" for action in dict.fromkeys(decisions)) or "no quotations"
    words = len(draft.narrative.split())
    say(f"Chapter {number} of {total}: {one_line(draft.title)}: {words} words; {counts}.", error=True)
    if draft.fallback:
        say(f"  fell back to its key excerpts. {draft.fallback}", error=True)


def run_line(line: Line, client_name: str, out: Path, chapters: list[int] | None) -> int:
    """Write an edition into a folder, all files or none; return 1 where a chapter fell back, else 0."""
    client = client_of(client_name)
    check_writable(out)
    edition = generate_edition(line, client, chapters=chapters, on_chapter=_report)
    write_all(out, edition_files(edition, line))
    for notice in line.notices:
        say(f"Note: {notice.message}", error=True)
    standing = sum(len(draft.enforcement.replaced) + len(draft.key_excerpts) for draft in edition.chapters)
    say(f"{out}: {len(edition.chapters)} chapters, {standing} quotations, {edition.verdict}.")
    return 1 if any(draft.fallback for draft in edition.chapters) else 0


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
    """Print where to look twice: words that only look like somebody's, and slices that may mean something else."""
    if result.unproven:
        rows = ((UNPROVEN[prose.kind], prose.words, prose.sentence) for prose in result.unproven)
        print_table("Words in prose that are not proven", ("what", "words", "sentence"), rows)
    if result.warnings:
        rows = ((WARNINGS[warning.kind], warning.words) for warning in result.warnings)
        print_table("Just outside a quotation", ("what", "words"), rows)


def show_enforced(line: Line, draft_path: Path, chapter_index: int, *, as_json: bool) -> int:
    """Print what becomes of a draft; return 1 where the chapter fell back, else 0."""
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
                **listed(result),
            }
        )
    else:
        say(draft.text)
        print_table(
            f"{len(result.decisions)} quotations were decided",
            ("action", "reason", "original"),
            ((decision.action.value, decision.reason, decision.original) for decision in result.decisions),
        )
        _show_listed(result)
        if draft.fallback:
            say(f"The chapter fell back to its key excerpts. {draft.fallback}")
    return 1 if draft.fallback else 0
