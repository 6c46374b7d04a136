"""`workbench archive stats`: who speaks how much in an archive."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from workbench.archive.about_talks import AboutTalks, about_talks
from workbench.archive.archive_stats import ArchiveStats, count_archive
from workbench.archive.persons import join_persons, persons_in
from workbench.cli.archive.arguments import ArchiveWish, open_archive, say_notes, say_refused
from workbench.cli.archive.rows import check_out, write_rows
from workbench.cli.output import print_json, print_table, say
from workbench.files.write_files import write_all
from workbench.labels import count

_COLUMNS = ("person", "role", "labels", "talks", "turns", "words", "questions", "share")


def _say(stats: ArchiveStats) -> None:
    hours = f", {stats.seconds / 3600:,.1f} hours" if stats.seconds else ""
    say(f"{count(stats.talks, 'talk')}, {count(stats.words, 'word')}{hours}.")
    for copies in stats.copies:
        say(f"One talk, counted once: {', '.join(copies)}.")
    rows = (
        (
            one.person,
            one.role,
            f"{one.talks:,}",
            f"{one.turns:,}",
            f"{one.words:,}",
            f"{one.questions:,}",
            f"{one.share:.0%}",
        )
        for one in stats.speakers
    )
    print_table(
        count(len(stats.speakers), "speaker"), ("person", "role", "talks", "turns", "words", "questions", "share"), rows
    )
    if stats.unnamed_words:
        say(f"{count(stats.unnamed_words, 'word')} under no name.")
    for first, second, why in stats.candidates:
        say(f'One person? {first} | {second}: {why}. If so: --same "{first}={second}"')


class StatsWish(NamedTuple):
    """Pairs `NAME=SPELLING` that a person says are one, a table of the talks, and the file for the rows."""

    same: Sequence[str]
    about: Path | None
    out: Path | None


def _say_known(about: AboutTalks, talks: int) -> None:
    dates = sorted(one.date for one in about.of_talk.values() if one.date)
    if about.of_talk:
        between = f"; dates from {dates[0]} to {dates[-1]}" if dates else ""
        say(f"More is known of {len(about.of_talk):,} of {count(talks, 'talk')}{between}:")
        rows = ((one.date, one.show, one.title, key) for key, one in about.of_talk.items())
        print_table("", ("date", "show", "title", "talk"), sorted(rows))


def show_stats(archive: ArchiveWish, wish: StatsWish, *, as_json: bool) -> None:
    """Print an archive in numbers, and what else is known of its talks. Raises BadInput, SearchIndexError."""
    same, given, out = wish
    check_out(out)
    folders = archive.archive.folders
    joined = join_persons(persons_in(folders), same)
    found = open_archive(archive)
    about = about_talks(found.talks, folders, given)
    if same:
        write_all(folders[0], {joined.name: joined.text})
    stats = count_archive(found.talks, joined.persons)
    if out is not None:
        rows = [{**one.model_dump(mode="json"), "labels": "; ".join(one.labels)} for one in stats.speakers]
        write_rows(out, _COLUMNS, rows)
    if as_json:
        refused = [one.model_dump(mode="json") for one in found.refused]
        candidates = [pair._asdict() for pair in stats.candidates]
        known = [{"talk": key, **one._asdict()} for key, one in about.of_talk.items()]
        notes = [note.model_dump(mode="json") for note in about.notes]
        told = {"candidates": candidates, "refused": refused, "about": known, "notes": notes}
        print_json({**stats.model_dump(mode="json"), **told})
    else:
        say_refused(found.refused)
        say_notes(about.notes)
        _say(stats)
        _say_known(about, stats.talks)
