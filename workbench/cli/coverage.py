"""`workbench coverage`: the evidence of each chapter, before and after merging."""

from core.coverage.levels import ChapterCoverage
from core.generation.line import Line
from core.generation.notices import Notice
from workbench.cli.output import print_json, print_table, say


def _say_notices(notices: tuple[Notice, ...]) -> None:
    for notice in notices:
        say(f"Note: {notice.message}")


def _to_write(coverage: ChapterCoverage) -> str:
    """Return the words wanted, and those that the evidence carries where they are fewer."""
    carried = coverage.reachable_words
    return f"{carried} of {coverage.target_words}" if carried < coverage.target_words else str(carried)


def show_coverage(line: Line, *, as_json: bool) -> None:
    """Print the evidence of each chapter, before and after merging."""
    titles = [chapter.title for chapter in line.evidence_map.chapters]
    if as_json:
        print_json(
            {
                "chapters": [
                    {"number": index + 1, "title": titles[index], **coverage.model_dump(mode="json")}
                    for index, coverage in enumerate(line.coverages)
                ],
                "merged": [
                    {
                        "title": line.merged.evidence_map.chapters[index].title,
                        "numbers": [old + 1 for old, new in line.merged.index_map.items() if new == index],
                        **coverage.model_dump(mode="json"),
                    }
                    for index, coverage in enumerate(line.merged.coverages)
                ],
                "thresholds": line.settings.thresholds.model_dump(mode="json"),
                "notices": [notice.message for notice in line.notices],
            }
        )
        return
    print_table(
        "Coverage of each chapter",
        ("chapter", "level", "usable quotes", "words per claim", "words to write", "title"),
        (
            (
                str(index + 1),
                coverage.level.upper(),
                str(coverage.usable_quotes),
                f"{coverage.quote_words_per_claim:.1f}",
                _to_write(coverage),
                titles[index],
            )
            for index, coverage in enumerate(line.coverages)
        ),
    )
    for index, chapter in enumerate(line.merged.evidence_map.chapters):
        numbers = [str(old + 1) for old, new in line.merged.index_map.items() if new == index]
        if len(numbers) > 1:
            level = line.merged.coverages[index].level.upper()
            say(f"Chapters {' and '.join(numbers)} are merged into one: {chapter.title} ({level}).")
    _say_notices(line.notices)
