"""`workbench whitelist` and `workbench coverage`: what is proven, what is refused and why, what each chapter stands
on."""

from typing import Any

from core.line import Line
from core.rejection import Rejection
from core.rendering import one_line
from workbench.commands.output import print_json, print_table, say


def _transcript(line: Line) -> dict[str, Any]:
    transcript = line.transcript
    speakers: list[dict[str, Any]] = []
    for label in transcript.labels:
        turns = [turn for turn in transcript.turns if turn.speaker == label]
        ref = line.roster.resolve(label)
        speakers.append(
            {
                "name": label,
                "speaker_id": ref.speaker_id if ref else None,
                "turns": len(turns),
                "words": sum(len(turn.span.slice(transcript.speech.text).split()) for turn in turns),
            }
        )
    return {
        "sha256": transcript.source.sha256,
        "characters": len(transcript.raw),
        "turns": len(transcript.turns),
        "speakers": speakers,
    }


def _notices(line: Line) -> None:
    for notice in line.notices:
        say(f"Note: {notice.message}")


def _rejection_row(rejection: Rejection) -> tuple[str, ...]:
    nearest = rejection.nearest
    near = (
        f"nearest ({nearest.score:.2f}, {nearest.speaker or 'nobody named'}): {one_line(nearest.quote_text)}"
        if nearest
        else ""
    )
    reason = rejection.reason + (f" / {rejection.difference}" if rejection.difference else "")
    return rejection.evidence_id, rejection.speaker, reason, "\n".join(filter(None, (rejection.quote, near)))


def show_whitelist(line: Line, *, as_json: bool) -> None:
    """Print the proven and the refused quotes."""
    if as_json:
        print_json(
            {
                "transcript": _transcript(line),
                "quotes": [quote.model_dump(mode="json") for quote in line.whitelist],
                "rejections": [rejection.model_dump(mode="json") for rejection in line.rejections],
                "notices": [notice.message for notice in line.notices],
            }
        )
        return
    print_table(
        f"{len(line.whitelist)} quotes are proven",
        ("id", "speaker", "chapters", "quote"),
        (
            (
                quote.quote_id,
                f"{quote.speaker.speaker_name} ({quote.speaker.speaker_role.value})",
                ", ".join(str(index + 1) for index in quote.chapter_indices),
                one_line(quote.quote_text),
            )
            for quote in line.whitelist
        ),
    )
    if line.rejections:
        print_table(
            f"{len(line.rejections)} quotes are refused",
            ("evidence", "named speaker", "why", "quote as typed"),
            map(_rejection_row, line.rejections),
        )
    _notices(line)


def show_coverage(line: Line, *, as_json: bool) -> None:
    """Print what each chapter stands on, before merging and after."""
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
        ("chapter", "level", "usable quotes", "words per claim", "title"),
        (
            (
                str(index + 1),
                coverage.level.upper(),
                str(coverage.usable_quotes),
                f"{coverage.quote_words_per_claim:.1f}",
                titles[index],
            )
            for index, coverage in enumerate(line.coverages)
        ),
    )
    for index, chapter in enumerate(line.merged.evidence_map.chapters):
        numbers = [str(old + 1) for old, new in line.merged.index_map.items() if new == index]
        if len(numbers) > 1:
            level = line.merged.coverages[index].level.upper()
            say(f"Chapters {' and '.join(numbers)} are written as one: {chapter.title} ({level}).")
    _notices(line)
