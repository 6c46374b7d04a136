"""`workbench archive check`: an article against all talks."""

from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from core.editions.article_check import QuotationResult, SpeakerResult
from core.prose.render import one_line
from core.text.documents import MAX_BYTES
from core.verify import Verdict
from workbench.archive.article.asked_article import read_asked_article
from workbench.archive.article.check_archive import ArchiveQuotation, ArticleChecks, check_archive
from workbench.archive.executors import open_executor
from workbench.archive.persons import persons_in
from workbench.archive.talks_to_ask import ProvingArchive
from workbench.cli.archive.arguments import ArchiveWish, open_archive, say_refused
from workbench.cli.archive.progress_lines import tell_progress
from workbench.cli.archive.rows import check_out, write_rows
from workbench.cli.output import print_json_with_rows, print_table, say
from workbench.files.read_file import read_bytes
from workbench.labels import count
from workbench.search.find_files import as_text

_COLUMNS = tuple(ArchiveQuotation.model_fields)


class CheckWish(NamedTuple):
    """The file of an article, and the file for the rows."""

    article: Path
    out: Path | None


def _where(row: ArchiveQuotation) -> str:
    near = row.nearest
    if near is None:
        is_other = row.speaker is not None and row.mouth is not SpeakerResult.RIGHT
        return f"said by {row.speaker}\n{row.talk}" if is_other else row.talk
    return f"{near.percent_alike} % alike: {near.quote_text}\n{row.talk}"


def _say(found: ArticleChecks) -> None:
    rows = (
        (str(row.line), row.standing.value.replace("_", " "), row.named or "", row.text, _where(row))
        for row in found.rows()
    )
    lines = {(row.line, row.text, row.named): row.standing for row in found.rows()}
    if lines:
        print_table("Quotations", ("line", "result", "named", "quotation", "talk, or what comes nearest"), rows)
    if found.obstacle is not None:
        say(f"Line {found.obstacle.line}: {one_line(found.obstacle.what)}: a browser may show other words than these.")
    stand = sum(standing is QuotationResult.FOUND for standing in lines.values())
    say(f"{found.verdict.value}: {stand} of {count(len(lines), 'quotation')} found with whoever said it.")


def show_check(archive: ArchiveWish, wish: CheckWish, *, as_json: bool) -> int:
    """Print where the quotations of an article stand in an archive; return 0 where all of them do, else 1.

    Raises BadInput, SearchIndexError.
    """
    check_out(wish.out)
    article = read_asked_article(read_bytes(wish.article, MAX_BYTES), wish.article.name)
    persons = persons_in(archive.archive.folders)
    opened = open_archive(archive)
    folders = [as_text(folder.resolve()) for folder in archive.archive.folders]
    with ExitStack() as stack:
        with (
            tell_progress("checking", "talk", to_programs=archive.progress) as progress,
            open_executor(archive.executor) as pool,
        ):
            asked = ProvingArchive(opened.talks, folders, archive.archive.library, pool, progress)
            found = stack.enter_context(check_archive(asked, article, persons))
        if wish.out is not None:
            write_rows(wish.out, _COLUMNS, (row.model_dump(mode="json") for row in found.rows()))
        if as_json:
            obstacle = found.obstacle.model_dump(mode="json") if found.obstacle is not None else None
            refused = [one.model_dump(mode="json") for one in opened.refused]
            of_all = {"form": found.form, "verdict": found.verdict.value, "obstacle": obstacle, "refused": refused}
            print_json_with_rows(of_all, "quotations", (row.model_dump(mode="json") for row in found.rows()))
        else:
            say_refused(opened.refused)
            _say(found)
    for problems in found.unreadable.values():
        for problem in problems:
            say(f"Not read: {one_line(str(problem))}", error=True)
    return int(found.verdict is not Verdict.QUOTATIONS_FOUND)
