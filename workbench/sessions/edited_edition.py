"""An edition with a person's edits: its text, its verdict, and its files.

A run never changes. Its edits are checked against the session's present sources. While one edit is unproven, the whole
edition is unproven, and its only file is a draft.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from pydantic import Field

from core.enforcement.results import Edition
from core.generation.line import Line
from core.generation.pipeline import bind_edition
from core.prose.model import Heading, Quote, QuoteBlock, TextRun
from core.prose.render import unmarked, write_blocks
from core.prose.sections import KEY_EXCERPTS
from core.record import Record
from core.verify import Verdict
from workbench.labels import count
from workbench.sessions.check_edit import (
    NO_TEXT,
    EditCheck,
    IdentityKey,
    check_edit,
    editable_text,
    line_as_written,
    why_not_checkable,
)
from workbench.sessions.edition_files import edition_files
from workbench.store import Edit, FinishedRun, standing_edit

DRAFT_NAME = "draft-unproven.md"
MAX_TEXT = 100_000
"""Characters that the text of a chapter may have on the screen: some fifteen thousand words."""


class EditedEdition(Record):
    """An edition with the current edits.

    `edited` are the positions of the chapters whose text was changed; `broken` has the check of each unproven one.
    `aside` says why the edits do not count at present; the edition is then the run's own. It is "" if they count.
    `edition.verdict` is "unproven" while any edit is.
    """

    edition: Edition
    edited: frozenset[int] = frozenset()
    broken: dict[int, EditCheck] = Field(default_factory=dict[int, EditCheck])
    aside: str = ""

    @property
    def unproven(self) -> int:
        """How many quotations are not proven."""
        return sum(len(one.broken) for one in self.broken.values())


def text_of(run: FinishedRun, edits: Sequence[Edit], position: int) -> str:
    """Return the last edited text of a chapter, or the text that the run wrote."""
    stands = standing_edit(edits, position)
    return editable_text(run.edition.chapters[position]) if stands is None else stands.text


@lru_cache(maxsize=8)
def _edition_of(
    run: IdentityKey[FinishedRun], line: IdentityKey[Line], texts: tuple[tuple[int, str], ...]
) -> EditedEdition:
    written = run.value.edition
    aside = why_not_checkable(run.value, line.value)
    if aside:
        return EditedEdition(edition=written, aside=aside)
    checks = {position: check_edit(run.value, line.value, position, text) for position, text in texts}
    drafts = [checks[number].draft if number in checks else draft for number, draft in enumerate(written.chapters)]
    bound = line_as_written(run.value, line.value)
    edition = bind_edition(bound, f"{written.client}, edited", written.model, drafts)
    broken = {position: one for position, one in checks.items() if not one.proven}
    if broken:
        edition = edition.model_copy(update={"verdict": Verdict.UNPROVEN.value})
    return EditedEdition(edition=edition, edited=frozenset(checks), broken=broken)


def edition_of(run: FinishedRun, edits: Sequence[Edit], line: Line) -> EditedEdition:
    """Return the edition of a run with its current edits; `line` is the session's present one.

    A chapter whose text equals the run's counts as not edited; without edited chapters the edition is the run's own.
    The last results are cached.
    """
    texts = {
        position: text
        for position, draft in enumerate(run.edition.chapters)
        if (text := text_of(run, edits, position)) != editable_text(draft)
    }
    return (
        _edition_of(IdentityKey(run), IdentityKey(line), tuple(texts.items()))
        if texts
        else EditedEdition(edition=run.edition)
    )


def _first_line(edited: EditedEdition) -> str:
    quotations = edited.unproven
    unusable = [str(edited.edition.chapters[position].effective_index + 1) for position in sorted(edited.broken)]
    if quotations:
        is_not = "is" if quotations == 1 else "are"
        return f"{count(quotations, 'quotation')} in it {is_not} not proven against the transcript."
    if unusable:
        return f"chapter {unusable[0]} cannot be used as it stands."
    return "its quotations were not all found again in the transcript."


def _as_typed(edited: EditedEdition, texts: Mapping[int, str], position: int) -> str:
    """Return a chapter of a draft: an unproven one as it was typed, with the program's own key excerpts; an emptied one
    keeps its title, so that they do not stand in the chapter before it."""
    draft = edited.edition.chapters[position]
    if position not in edited.broken:
        return draft.text
    typed = texts[position].strip("\n")
    if edited.broken[position].why == NO_TEXT:
        typed = write_blocks((Heading(level=2, inlines=(TextRun(text=unmarked(draft.title)),)),)).strip("\n")
    excerpts = [QuoteBlock(quote=Quote.of(quote)) for quote in draft.key_excerpts]
    heading = Heading(level=3, inlines=(TextRun(text=KEY_EXCERPTS),))
    return "\n\n".join((typed, write_blocks((heading, *excerpts)) if excerpts else ""))


def draft_text(run: FinishedRun, edits: Sequence[Edit], edited: EditedEdition) -> str:
    """Return an unproven edition as Markdown, its unproven chapters as they were typed.

    The first line is a block quote that says so. No transcript holds these words, so every checker calls the file
    unproven.
    """
    texts = {position: text_of(run, edits, position) for position in edited.broken}
    chapters = (_as_typed(edited, texts, position) for position in range(len(edited.edition.chapters)))
    title = write_blocks((Heading(level=1, inlines=(TextRun(text=unmarked(edited.edition.title)),)),))
    notice = f"> Draft, not proven: {_first_line(edited)}"
    return "\n\n".join(part.strip("\n") for part in (notice, title, *chapters)) + "\n"


def files_of(run: FinishedRun, edits: Sequence[Edit], edited: EditedEdition, line: Line) -> dict[str, str]:
    """Return the files of an edited edition, by name: all of them with a new certificate if it is proven, else a draft
    that says it is not. Raises BrokenProof."""
    if edited.edition.verdict == Verdict.UNPROVEN.value:
        return {DRAFT_NAME: draft_text(run, edits, edited)}
    return edition_files(edited.edition, line_as_written(run, line))
