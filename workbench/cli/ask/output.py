"""What `workbench ask` prints and writes: the answer for people, or one JSON object."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from core.answers.answer_text import answer_data, answer_markdown
from core.errors import BadInput, Problem
from core.prose.render import write_blocks
from workbench.cli.ask.answer_calls import Terminal
from workbench.cli.output import print_json, say
from workbench.cli.plain_text import plain_text_of
from workbench.files.write_files import check_writable, write_all
from workbench.jobs.usage import sum_in_words, sum_of
from workbench.search import IngestReport
from workbench.store import AnswerContents, ClientChoice

_FORMS = (".md", ".json")
_REPLACED = "The part of the answer that you saw is replaced by this:"


def check_out(out: Path | None, read: Sequence[Path]) -> None:
    """Raise BadInput if the answer cannot be written to `out`, or would be among the sources of the next question."""
    if out is None:
        return
    message, target = "", out.resolve()
    if out.suffix.lower() not in _FORMS:
        message, remedy = "its name ends neither in .md nor in .json.", "Give it the suffix .md or .json."
    elif out.is_dir():
        message, remedy = "it is a folder.", "Name a file."
    elif any(target == path.resolve() for path in read):
        message, remedy = "it is read by this command, so nothing is written over it.", "Give another name."
    elif any(path.is_dir() and target.is_relative_to(path.resolve()) for path in read):
        message = "it is in a folder that is searched, so the next question would find this answer."
        remedy = "Name a file elsewhere."
    else:
        check_writable(out.parent)
        return
    raise BadInput(Problem(place=str(out), message=message, remedy=remedy))


def _as_data(contents: AnswerContents, taken: IngestReport, embeddings: ClientChoice | None) -> dict[str, Any]:
    """Return an answer and what it was made from as plain values."""
    made_by = {} if embeddings is None else {"embeddings": {"url": embeddings.base_url, "model": embeddings.model}}
    return {
        **answer_data(contents.answer),
        "asked_at": contents.asked_at,
        "settings": contents.settings.model_dump(mode="json"),
        "found": contents.found,
        "left_out": [one.model_dump(mode="json") for one in contents.left_out],
        "notice": contents.notice,
        "unreadable": [one.model_dump(mode="json") for one in taken.unreadable],
        **made_by,
    }


def write_out(
    out: Path | None, contents: AnswerContents, taken: IngestReport, embeddings: ClientChoice | None = None
) -> None:
    """Write an answer to a file where one is named. Raises BadInput."""
    if out is None:
        return
    if out.suffix.lower() == ".json":
        text = json.dumps(_as_data(contents, taken, embeddings), ensure_ascii=False, indent=2) + "\n"
    else:
        text = answer_markdown(contents.answer)
    write_all(out.parent, {out.name: text})


def print_answer(contents: AnswerContents, terminal: Terminal) -> None:
    """Print an answer for people: as Markdown, or as plain text at a terminal. Text already on the screen is not
    repeated."""
    answer, shown = contents.answer, terminal.shown.strip()
    if shown and shown == plain_text_of(write_blocks(answer.blocks)).strip():
        without_text = answer_markdown(answer.model_copy(update={"blocks": ()}))
        _, _, below_the_title = without_text.partition("\n\n")
        say(f"\n\n{plain_text_of(below_the_title)}".rstrip("\n"))
        return
    if shown:
        terminal.leave()
        say(_REPLACED, error=True)
    markdown = answer_markdown(answer).rstrip("\n")
    say(plain_text_of(markdown) if terminal.is_watched else markdown)


def print_data(contents: AnswerContents, taken: IngestReport, embeddings: ClientChoice | None = None) -> None:
    """Print an answer as one JSON object; `embeddings` is the service that made vectors for the search."""
    print_json(_as_data(contents, taken, embeddings))


def say_what_it_took(contents: AnswerContents) -> None:
    """Print notes about the answer, and what the calls took, on standard error."""
    for note in (contents.answer.fallback_reason, contents.notice):
        if note:
            say(f"Note: {note}", error=True)
    if contents.calls:
        first = contents.answer.usage.seconds_to_first
        came = "" if first is None else f"; first token after {first:,.2f} s"
        say(sum_in_words(sum_of(call.facts for call in contents.calls)) + came, error=True)
    saved = contents.answer.usage.tokens_saved
    if saved:
        say(f"About {saved:,} fewer tokens were sent than with the full texts.", error=True)
