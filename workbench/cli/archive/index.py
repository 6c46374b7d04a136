"""`workbench archive index`: every file of an archive, read once."""

from workbench.archive.archive_stats import group_copies
from workbench.cli.archive.arguments import ArchiveWish, OpenArchive, open_archive, say_refused
from workbench.cli.output import print_json, say
from workbench.labels import count


def _as_json(found: OpenArchive) -> dict[str, object]:
    taken = found.taken
    return {
        "talks": len(group_copies(found.talks)),
        "files": len(found.talks),
        "opened": taken.opened,
        "added": taken.added,
        "changed": taken.changed,
        "unchanged": len(taken.unchanged),
        "removed": taken.removed,
        "refused": [one.model_dump(mode="json") for one in found.refused],
        "notes": [problem.model_dump(mode="json") for problem in taken.notes],
        "notice": taken.notice,
    }


def show_index(wish: ArchiveWish, *, as_json: bool) -> None:
    """Bring the index of an archive up to date and print what was read. Raises BadInput, SearchIndexError."""
    found = open_archive(wish)
    if as_json:
        print_json(_as_json(found))
        return
    say_refused(found.refused)
    taken = found.taken
    say(
        f"{count(len(group_copies(found.talks)), 'talk')} in {count(len(found.talks), 'file')}: "
        f"{len(taken.added):,} new, {len(taken.changed):,} changed, {len(taken.removed):,} removed, "
        f"{len(found.refused):,} not read."
    )
