"""`workbench archive run`: an edition for every talk with a map."""

from collections.abc import Sequence
from pathlib import Path

from core.prose.render import one_line
from core.text.safe_html import counted
from workbench.archive.editions.archive_lines import ArchiveLine
from workbench.archive.editions.run_archive import EditionsWish, TalksToWrite, WrittenArchive, run_archive
from workbench.archive.executors import open_executor
from workbench.cli.archive.arguments import ArchiveWish, OpenArchive, open_archive, say_refused
from workbench.cli.archive.progress_lines import tell_progress
from workbench.cli.output import print_json, print_table, say
from workbench.labels import count

_MOST_NAMED = 50


def _written(archive: ArchiveWish, opened: OpenArchive, wish: EditionsWish) -> WrittenArchive:
    talks = TalksToWrite(
        opened.talks, [folder.expanduser().resolve() for folder in archive.archive.folders], archive.archive.library
    )
    with (
        tell_progress("writing", "edition", to_programs=archive.progress) as progress,
        open_executor(archive.executor) as pool,
    ):
        return run_archive(pool, talks, wish, progress)


def _as_json(made: WrittenArchive, opened: OpenArchive, without: Sequence[ArchiveLine]) -> dict[str, object]:
    return {
        "talks": len(made.lines),
        "written": made.written,
        "unchanged": made.unchanged,
        "without_map": len(without),
        "lines": [line.model_dump(mode="json") for line in made.lines],
        "refused": [one.model_dump(mode="json") for one in opened.refused],
    }


def _say(made: WrittenArchive, out: Path, without: Sequence[ArchiveLine]) -> None:
    rows = (
        (line.folder, line.verdict or "", f"{line.chapters:,}", f"{line.quotations:,}", f"{line.rejected:,}")
        for line in made.lines
        if line.folder
    )
    editions = sum(bool(line.folder) for line in made.lines)
    print_table(count(editions, "edition"), ("folder", "verdict", "chapters", "quotations", "quotes rejected"), rows)
    for line in made.lines:
        for problem in line.problems:
            say(f"No edition of {one_line(f'{line.file}: {problem}')}", error=True)
    for line in without[:_MOST_NAMED]:
        say(f"No map beside it: {one_line(line.file)}")
    if len(without) > _MOST_NAMED:
        say(f"No map beside {counted(len(without) - _MOST_NAMED, 'more talk')}. archive.jsonl lists all.")
    failed = sum(bool(line.problems) for line in made.lines)
    say(
        f"{out}: {made.written:,} written, {made.unchanged:,} as they were, {len(without):,} without a map, "
        f"{failed:,} that could not be made."
    )


def show_run(archive: ArchiveWish, wish: EditionsWish, *, as_json: bool) -> None:
    """Write the editions of an archive and print what became of each talk. Raises BadInput, SearchIndexError."""
    opened = open_archive(archive)
    made = _written(archive, opened, wish)
    without = [line for line in made.lines if not line.map and not line.problems]
    if as_json:
        print_json(_as_json(made, opened, without))
    else:
        say_refused(opened.refused)
        _say(made, wish.out, without)
