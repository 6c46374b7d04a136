"""A typed chapter, finished as it becomes part of an edition, and which line keeps it from being read."""

from collections.abc import Sequence

from core.enforcement.results import ChapterDraft
from core.generation.finish_chapter import finish_chapter, policy_of
from core.generation.line import Line
from core.llm.reply import unwrap_reply
from core.prose.render import one_line

_LONGEST_LINE = 120  # characters of a line that are shown


def finish_edit(line: Line, chapter_index: int, text: str) -> ChapterDraft:
    """Finish a chapter that a person typed; unlike a model, they may quote the same words twice."""
    policy = policy_of(line.settings).model_copy(update={"each_once": False})
    return finish_chapter(line, chapter_index, text, policy=policy)


def stopping_lines(line: Line, chapter_index: int, text: str) -> str:
    """Return with which line, or lines together, a text stops being readable, and their first words; all before can
    be read, and without any of them it could."""
    lines = text.split("\n")

    def is_read(some: Sequence[str]) -> bool:
        part = "\n".join(some)
        return bool(unwrap_reply(part).reason) or not finish_edit(line, chapter_index, part).fallback

    last, reads = len(lines), 0
    while last - reads > 1:
        middle = (reads + last) // 2
        last, reads = (last, middle) if is_read(lines[:middle]) else (middle, reads)
    said = [number for number in range(1, last + 1) if lines[number - 1].strip()]
    first = end = said.pop()  # an empty line ends what stands above it
    while len(said) > 1 and is_read(lines[: said[-1] - 1] + lines[said[-1] : last]):
        first = said.pop()
    which = f"Line {first:,}" if first == end else f"Lines {first:,} to {end:,} together"
    return f"{which} would not be read as typed: {one_line(lines[first - 1])[:_LONGEST_LINE]}"
