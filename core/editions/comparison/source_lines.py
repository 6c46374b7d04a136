"""The lines of an edition's file that are not as they were written, by the digests that its certificate has of them."""

from collections.abc import Iterable
from typing import NamedTuple

from core.editions.certificate import Certificate
from core.editions.comparison.compare_bytes import EditionText
from core.editions.written_bytes import LINE_DIGITS, line_digests, lines_of

# More pairs of lines, or of blocks, are not compared: so long a file is another edition, and a table of them would fill
# the memory.
LARGEST_COMPARISON = 200_000_000


class ChangedLines(NamedTuple):
    """Lines that were not certified, from `start` to before `end`, counted from 1; the digests of those they replace.

    Where lines are missing, `start` is `end`.
    """

    start: int
    end: int
    was: tuple[str, ...]


class SourceLines:
    """The changed lines of a file; none where the certificate has no digests of lines."""

    def __init__(self, certificate: Certificate, edition: EditionText) -> None:
        from rapidfuzz.distance import LCSseq

        digits = certificate.lines.get(edition.name, "")
        certified = [digits[start : start + LINE_DIGITS] for start in range(0, len(digits), LINE_DIGITS)]
        self._lines = lines_of(edition.name, edition.text)
        compared = 0 < len(certified) * len(self._lines) <= LARGEST_COMPARISON
        steps = LCSseq.opcodes(line_digests(self._lines), certified) if compared else ()
        self.runs = _joined(
            ChangedLines(one.src_start + 1, one.src_end + 1, tuple(certified[one.dest_start : one.dest_end]))
            for one in steps
            if one.tag != "equal"
        )

    def run_at(self, line: int) -> ChangedLines | None:
        """Return the changed lines that hold a line."""
        return next((run for run in self.runs if run.start <= line < run.end), None)

    def between(self, start: int, end: int, run: ChangedLines) -> str:
        """Return the lines from one to before another, as far as they are among changed ones."""
        return "\n".join(self._lines[start - 1 : min(end, run.end) - 1]).strip()

    def text_of(self, run: ChangedLines) -> str:
        """Return changed lines as they stand in the file."""
        return "\n".join(self._lines[run.start - 1 : run.end - 1]).strip()


def _joined(runs: Iterable[ChangedLines]) -> list[ChangedLines]:
    """Join what stands side by side."""
    joined: list[ChangedLines] = []
    for run in runs:
        if joined and joined[-1].end == run.start:
            last = joined.pop()
            joined.append(ChangedLines(last.start, run.end, last.was + run.was))
        else:
            joined.append(run)
    return joined
