"""`workbench archive search`: a concordance of an archive."""

from pathlib import Path, PurePath
from typing import Any, NamedTuple

from core.errors import BadInput, Problem
from workbench.archive.about_talks import about_talks, is_date
from workbench.archive.persons import persons_in
from workbench.archive.search.concordance import Concordance, ConcordanceLine, ConcordanceWish, WordForm
from workbench.archive.search.search_archive import search_archive
from workbench.archive.search.searched_archive import ArchiveFilter, SearchedArchive
from workbench.archive.search.talk_counts import read_asked
from workbench.cli.archive.arguments import ArchiveWish, open_archive, say_notes, say_refused
from workbench.cli.archive.rows import check_out, write_rows
from workbench.cli.output import print_json, print_table, say
from workbench.labels import count

_COLUMNS = tuple(ConcordanceLine.model_fields)


class SearchWish(NamedTuple):
    """What is looked for, a table of the talks, and the file for the lines."""

    wish: ConcordanceWish
    about: Path | None
    out: Path | None


def take_search(given: dict[str, Any]) -> SearchWish:
    """Take what is looked for out of the options of the command. Raises BadInput for dates that are none."""
    bounds = {name: given.pop(name) for name in ("since", "until")}
    problems = [
        Problem(place=f"--{name}", message=f'"{day}" is no date.', remedy="Write 2021, 2021-03 or 2021-03-14.")
        for name, day in bounds.items()
        if day and not is_date(day)
    ]
    if problems:
        raise BadInput(*problems)
    wish = ConcordanceWish(
        words=given.pop("words"),
        form=WordForm(given.pop("form") or WordForm.WORDS),
        within=ArchiveFilter(speakers=given.pop("speakers"), role=given.pop("role") or "", **bounds),
        context=given.pop("context"),
        limit=given.pop("limit"),
    )
    return SearchWish(wish, given.pop("about"), given.pop("out"))


def _clock(seconds: float | None) -> str:
    if seconds is None:
        return ""
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"


def _say(found: Concordance) -> None:
    lines = (
        (
            one.title or PurePath(one.talk).stem,
            _clock(one.start_seconds) or (f"turn {one.turn}" if one.turn else ""),
            one.speaker,
            f"{one.left}[{one.match}]{one.right}",
        )
        for one in found.lines
    )
    if found.lines:
        print_table(count(len(found.lines), "line"), ("talk", "where", "speaker", "in context"), lines)
    if found.total:
        speakers = (
            (one.speaker, f"{one.count:,}", f"{one.talks:,}", f"{one.per_thousand:.2f}") for one in found.speakers
        )
        print_table("By speaker", ("speaker", "times", "talks", "in 1,000 words"), speakers)
        talks = ((one.date, f"{one.count:,}", f"{one.per_thousand:.2f}", one.title or one.talk) for one in found.talks)
        print_table("By talk", ("date", "times", "in 1,000 words", "talk"), talks)
    undated = f" {count(found.undated, 'talk')} without a date left out." if found.undated else ""
    say(f"{count(found.total, 'place')} in {len(found.talks):,} of {count(found.searched, 'talk')}.{undated}")


def show_places(archive: ArchiveWish, wish: SearchWish, *, as_json: bool) -> None:
    """Print a concordance of an archive. Raises BadInput, SearchIndexError."""
    check_out(wish.out)
    read_asked(wish.wish)
    folders = archive.archive.folders
    persons = persons_in(folders)
    opened = open_archive(archive)
    about = about_talks(opened.talks, folders, wish.about)
    searched = SearchedArchive(archive.archive.library, opened.talks, persons, about.of_talk)
    found = search_archive(searched, wish.wish)
    if wish.out is not None:
        write_rows(wish.out, _COLUMNS, [line.model_dump(mode="json") for line in found.lines])
    if as_json:
        refused = [one.model_dump(mode="json") for one in opened.refused]
        notes = [note.model_dump(mode="json") for note in about.notes]
        print_json({**found.model_dump(mode="json"), "notes": notes, "refused": refused})
    else:
        say_refused(opened.refused)
        say_notes(about.notes)
        _say(found)
